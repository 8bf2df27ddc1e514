# A file from qr-show to qr-scan over a screen and a bad camera: ffmpeg distorts the picture (film.bash), and xterm is the terminal
# (screen.bash).

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/cold.bash"
	. "$BATS_TEST_DIRNAME/film.bash"
	. "$BATS_TEST_DIRNAME/screen.bash"
	PATH=$tools:$PATH
	mkdir "$BATS_TEST_TMPDIR/here"
	cd "$BATS_TEST_TMPDIR/here" || return
	payment unsigned | xxd -r -p >unsigned
	payment signed | xxd -r -p >signed
}

teardown() {
	screen_stop
}

# noise BYTES: the same ones each time, and of no order.
noise() {
	awk -v n="$1" 'BEGIN {
		for (x = 1; n-- > 0;) {
			x = (x * 69069 + 1) % 2 ^ 32
			printf "%02x", int(x / 2 ^ 24)
		} }' | xxd -r -p
}

# lost PICTURES CLIP: that of so many a third is missing in the clip; of few it may be more.
lost() {
	local left
	left=$(pictures "$2")
	echo "$2: $left of $1 pictures are left"
	((left * 100 >= 50 * $1 && left * 100 <= 70 * $1))
}

# ------------------------------------------------------------------ a film of a series

@test "a filmed series decodes at 640x480 with a third of the pictures lost" {
	film_available
	[ "$(stat -c %s signed)" -eq 1752 ]
	qr-show --part-bytes=345 --format=y4m signed >show.y4m
	[[ $(head -n 1 show.y4m) = "YUV4MPEG2 W648 H648 "* ]] # 17 + 4 * 14, and 8 of quiet zone: 81 modules of 8
	film clip.mp4 640x480 <show.y4m
	lost 26 clip.mp4
	watch clip.mp4 -o out
	cmp out signed
}

@test "a filmed series of 8,000 bytes decodes, also mirrored" {
	film_available
	noise 8000 >large
	for skew in 9 -9; do
		qr-show --format=y4m large | film clip.mp4 640x480 skew=$skew
		lost 69 clip.mp4
		watch clip.mp4 -o out
		cmp out large
		rm out
	done
}

@test "a film that is out of focus or too short is reported" {
	film_available
	qr-show --format=y4m --frames=9 --part-bytes=345 signed >show.y4m
	film clip.mp4 640x480 blur=4 <show.y4m
	run --separate-stderr watch clip.mp4 -o out
	[ "$status" -eq 3 ]
	[ "$stderr" = "qr-scan: error: no QR code found" ]
	qr-show --format=y4m --frames=5 --part-bytes=345 signed 2>/dev/null | film clip.mp4 640x480
	run --separate-stderr watch clip.mp4 -o out
	[ "$status" -eq 3 ]
	[[ $stderr = *"incomplete: "[1-4]" of 6 parts "* ]]
	[ ! -e out ]
}

# ------------------------------------------------------------------ a film of one code

# still FILE BYTES VERSION: the file is so large, and its code such a one.
still() {
	[ "$(stat -c %s "$1")" -eq "$2" ]
	qr-show --still --format=y4m --scale=4 --fps=30 -o show.y4m "$1"
	[[ $(head -n 1 show.y4m) = "YUV4MPEG2 W$((4 * (17 + 4 * $3 + 8))) "* ]]
}

# ordinary FILE BYTES VERSION: three seconds of the code in one film from the one side, and in one from the other. The modules of the larger
# code are 3.5 pixels wide there.
ordinary() {
	film_available
	still "$@"
	for skew in 9 -9; do
		film clip.mp4 1280x720 skew=$skew <show.y4m
		lost 90 clip.mp4
		watch clip.mp4 -o out
		cmp out "$1"
		rm out
	done
}

@test "a filmed single code of an unsigned payment decodes at 1280x720" {
	ordinary unsigned 1752 36
}

@test "a filmed single code of a signed payment decodes at 1280x720" {
	ordinary signed 1752 36
}

# ------------------------------------------------------------------ a terminal

@test "a still code in xterm decodes on a dark and a light background" {
	screen_available
	screen_start
	for colours in "-fg white -bg black" "-fg black -bg white"; do
		# shellcheck disable=SC2086 # options
		window 169x87 $colours -- qr-show signed
		for ((tries = 0; tries < 40; tries++)); do
			screenshot shot.png
			! qr-scan -o out shot.png || break
			sleep 0.1
		done
		cmp out signed
		rm out
		close_window
	done
}

@test "a series in xterm decodes on a dark and a light background" {
	screen_available
	screen_start
	for colours in "-fg white -bg black" "-fg black -bg white"; do
		# shellcheck disable=SC2086 # options
		window 85x44 $colours -- qr-show signed
		screen_film 120 | qr-scan -o out -
		cmp out signed
		rm out
		close_window
	done
}
