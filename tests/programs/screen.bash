# tests/programs/screen.bash - xterm on a screen that is only in memory, and pictures of it.
#
#     screen_available                             # or the test is skipped
#     screen_start
#     window 80x24 -fg white -bg black -- qr-show FILE
#     screenshot shot.png
#     close_window; screen_stop

screen_available() {
	command -v Xvfb >/dev/null || skip "needs Xvfb (Debian package xvfb)"
	command -v xterm >/dev/null || skip "needs xterm (Debian package xterm)"
	command -v ffmpeg >/dev/null || skip "needs ffmpeg (Debian package ffmpeg)"
	find /usr/share/fonts -name DejaVuSansMono.ttf | grep -q . || skip "needs DejaVu Sans Mono (Debian package fonts-dejavu-core)"
}

# Exports DISPLAY, a free one.
screen_start() {
	Xvfb -displayfd 4 -screen 0 1280x1200x24 -nolisten tcp -noreset -nocursor 4>display >xvfb.log 2>&1 3>&- &
	screen_pid=$!
	local deadline=$((SECONDS + 20))
	until [ -s display ]; do
		((SECONDS < deadline)) || return 1
		kill -0 "$screen_pid" || return 1
		sleep 0.05
	done
	DISPLAY=:$(<display)
	export DISPLAY
}

screen_stop() {
	[ -z "${window_pid:-}" ] || close_window
	[ -z "${screen_pid:-}" ] || kill "$screen_pid"
	wait
}

# window COLUMNSxLINES [OPTION OF xterm]... -- COMMAND...: it stays when the command has ended. A letter has 6 x 13 pixels.
window() {
	local size=$1 options=()
	shift
	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	LC_ALL=C.UTF-8 xterm -u8 -fa 'DejaVu Sans Mono:pixelsize=10' -geometry "$size+0+0" -b 0 -bw 0 +sb -hold "${options[@]}" \
		-e "$@" >>xterm.log 2>&1 3>&- &
	window_pid=$!
}

close_window() {
	kill "$window_pid" 2>/dev/null || true
	wait "$window_pid" || true
	window_pid=
}

# screenshot PICTURE
screenshot() {
	ffmpeg -nostdin -v error -y -f x11grab -draw_mouse 0 -video_size 1280x1200 -i "$DISPLAY" -frames:v 1 "$1"
}

# screen_film SECONDS: a stream, ten pictures a second, to standard output.
screen_film() {
	ffmpeg -nostdin -v quiet -f x11grab -draw_mouse 0 -framerate 10 -video_size 1280x1200 -i "$DISPLAY" -t "$1" \
		-pix_fmt yuv420p -f yuv4mpegpipe -
}
