# qr-show: options, files, pipes and terminals. The tests of qr-scan decode the codes.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/cold.bash"
	. "$BATS_TEST_DIRNAME/terminal.bash"
	PATH=$tools:$PATH
	mkdir "$BATS_TEST_TMPDIR/here"
	cd "$BATS_TEST_TMPDIR/here" || return
	payment unsigned >unsigned
	payment signed >signed
	xxd -r -p unsigned >unsigned.bin
	xxd -r -p signed >signed.bin
	head -c 3000 /dev/zero | tr "\0" n >large # no handoff file
	ls >before
}

show() {
	check "$tools/qr-show" "$@"
}

# After a failure: nothing is there that was not.
no_new_file() {
	ls >"$BATS_TEST_TMPDIR/after"
	diff before "$BATS_TEST_TMPDIR/after"
}

# The size in pixels of a PNG: WIDTHxHEIGHT.
png_size() {
	[ "$(head -c 8 "$1" | xxd -p)" = 89504e470d0a1a0a ]
	echo "$((16#$(tail -c +17 "$1" | head -c 4 | xxd -p)))x$((16#$(tail -c +21 "$1" | head -c 4 | xxd -p)))"
}

# ------------------------------------------------------------------ files

@test "an ordinary payment is one code of version 36 in each direction" {
	show -o unsigned.png --scale=1 unsigned.bin
	[ "$status" -eq 0 ]
	[ "$(png_size unsigned.png)" = 169x169 ] # 17 + 4 * 36, and 8 of quiet zone
	show -o signed.png --scale=1 signed.bin
	[ "$(png_size signed.png)" = 169x169 ]
	[ "$(stat -c %a signed.png)" = 600 ]
	[ ! -e signed-1.png ]
}

@test "hexadecimal text, a pipe and standard input give the same code" {
	qr-show --format=ascii signed.bin >expected
	qr-show --format=ascii signed >same
	cmp expected same
	qr-show --format=ascii <signed >same
	cmp expected same
	qr-show --format=ascii - < <(cat signed.bin) >same
	cmp expected same
	# The UR type has the kind of the file.
	qr-show --format=ascii --type=x-sn-signed signed.bin | cmp expected -
	! qr-show --format=ascii --type=x-sn-unsigned signed.bin | cmp -s expected - || false
}

@test "each format has the code with its quiet zone; the file suffix selects the format" {
	for format in utf8 ansi ascii png svg y4m; do
		show --format=$format unsigned.bin -o "as-$format"
		[ "$status" -eq 0 ]
		[ -z "$output$stderr" ]
		[ -s "as-$format" ]
	done
	[ "$(wc -l <as-utf8)" -eq 85 ]
	[ "$(wc -l <as-ascii)" -eq 169 ]
	awk 'length($0) != 338 { exit 1 }' as-ascii
	[ "$(head -n 4 as-ascii | tr -d ' \n')" = "" ]
	[ "$(tail -n 4 as-ascii | tr -d ' \n')" = "" ]
	[ "$(grep -cE '^ {8}.* {8}$' as-ascii)" -eq 169 ]
	[ "$(png_size as-png)" = 676x676 ] # 4 pixels a module, as many as fit 720
	[[ $(head -n 1 as-svg) = '<?xml version="1.0"'* ]]
	[[ $(head -n 1 as-y4m) = "YUV4MPEG2 W676 H676 F8:1 "* ]]
	for format in png svg y4m; do
		qr-show unsigned.bin -o a.$format
		cmp a.$format as-$format
	done
	show unsigned.bin -o a.jpeg
	fails_with 2
	[ ! -e a.jpeg ]
}

@test "in a pipe, the code is text with half blocks" {
	show unsigned.bin
	[ "$status" -eq 0 ]
	qr-show --format=ascii unsigned.bin >ascii
	# Two lines of signs for one of half blocks.
	# In reverse (7 to 27) a space is both dark, a block the upper one; else a block is the lower one.
	sed 's/\x1b\[38;5;16;48;5;231m//; s/\x1b\[0m//; s/▄/b/g; s/\x1b\[7m/</g; s/\x1b\[27m/>/g' <<<"$output" | awk '{
		reverse = 0
		text = ""
		for (i = 1; i <= length($0); i++) {
			c = substr($0, i, 1)
			if (c == "<" || c == ">")
				reverse = c == "<"
			else
				text = text (c == "b" ? (reverse ? 1 : 2) : reverse ? 3 : 0)
		}
		print text
	}' >blocks
	sed 's/##/1/g; s/  /0/g' ascii | awk '{ line[NR] = $0 } END {
		for (n = 1; n <= NR; n += 2) {
			text = ""
			for (i = 1; i <= length(line[n]); i++)
				text = text (substr(line[n], i, 1) + 2 * substr(line[n + 1], i, 1))
			print text
		} }' | cmp - blocks
	[[ $output = *$'\e[38;5;16;48;5;231m '* ]] # black on white, whatever the terminal's colours are
}

@test "a series of PNG files is numbered, and complete or absent" {
	show --part-bytes=100 -o code.png signed.bin
	[ "$status" -eq 0 ]
	[ "$(echo code-*.png | wc -w)" -eq 18 ]
	[ -s code-01.png ]
	[ -s code-18.png ]
	[ ! -e code.png ]
	[ "$(for file in code-*.png; do png_size "$file"; done | uniq | wc -l)" -eq 1 ]
	[ "$(sha256sum code-*.png | cut -d ' ' -f 1 | sort -u | wc -l)" -eq 18 ]
	# More of them: the first ones are the same.
	show --part-bytes=100 --frames=20 -o more signed.bin --format=png
	[ "$(echo more-?? | wc -w)" -eq 20 ]
	cmp code-18.png more-18
	# Fewer codes on request, but too few to decode.
	show --part-bytes=100 --frames=2 -o few.png signed.bin
	[ "$status" -eq 0 ]
	[ "$stderr" = "qr-show: warning: only 2 codes; at least 18 are needed" ]
	rm code-* more-* few-*
	echo mine >code-05.png
	ls >before
	show --part-bytes=100 -o code.png signed.bin
	fails_with 1
	[[ $stderr = *code-05.png* ]]
	no_new_file
	[ "$(cat code-05.png)" = mine ]
	show --part-bytes=100 --format=png signed.bin
	fails_with 1
	for name in no/such/folder.svg no/such/folder.y4m /dev/full; do
		show --part-bytes=100 --format="$(sed 's/.*[./]//; s/full/y4m/' <<<"$name")" -o $name signed.bin
		fails_with 7
	done
	no_new_file
}

@test "a series as text has an empty line between codes" {
	show --format=ascii --part-bytes=400 unsigned.bin
	[ "$status" -eq 0 ]
	[ "$(grep -c '^$' <<<"$output")" -eq 4 ] # five codes
	[ "$(wc -l <<<"$output")" -eq $((5 * $(head -n 1 <<<"$output" | awk '{ print length($0) / 2 }') + 4)) ]
}

@test "Y4M output has a header and the requested number of frames" {
	side=0
	frames() {
		local rest=$(($(stat -c %s "$1") - $(head -n 1 "$1" | wc -c)))
		side=$(head -n 1 "$1" | sed 's/.* W\([0-9]*\) .*/\1/')
		[ "$((side % 2))" -eq 0 ]
		[ "$((rest % (6 + side * side * 3 / 2)))" -eq 0 ]
		echo "$((rest / (6 + side * side * 3 / 2)))"
	}
	qr-show --format=y4m large >large.y4m
	qr-show --format=ascii large >text
	parts=$(($(grep -c '^$' text) + 1))
	[ "$(frames large.y4m)" -eq "$((3 * parts > parts + 20 ? 3 * parts : parts + 20))" ]
	qr-show --format=y4m --frames=5 --fps=12 large >large.y4m
	[ "$(frames large.y4m)" -eq 5 ]
	[[ $(head -n 1 large.y4m) = *" F12:1 "* ]]
	qr-show -o still.y4m --fps=7 --scale=3 signed.bin # three seconds of one code
	[ "$(frames still.y4m)" -eq 21 ]
	[ "$(head -n 1 still.y4m | cut -d ' ' -f 2)" = W508 ] # 169 * 3, even
	if command -v ffprobe >/dev/null; then
		[ "$(ffprobe -v error -count_frames -show_entries stream=width,nb_read_frames -of csv=p=0 still.y4m)" = 508,21 ]
	fi
}

@test "--still draws one code, or exits 1 and writes nothing" {
	head -c 2000 large >two
	show --format=ascii two
	[ "$(grep -c '^$' <<<"$output")" -gt 1 ] # too dense, without being asked for
	show --still -o two.png --scale=1 two
	[ "$status" -eq 0 ]
	[ "$(png_size two.png)" = 181x181 ]
	ls >before
	show --still -o three.png large
	fails_with 1
	show --still --ec=H -o three.png signed.bin
	fails_with 1
	no_new_file
}

@test "--ec makes the code larger, --text leaves the bytes as they are" {
	last=0
	for ec in L M Q H; do
		qr-show --text --ec=$ec --format=ascii < <(head -c 300 signed) >code
		size=$(wc -l <code)
		[ "$size" -gt "$last" ]
		last=$size
	done
	qr-show --text --format=ascii < <(printf 'monero:abc') >without
	qr-show --text --format=ascii < <(printf 'monero:abc\n') >with
	qr-show --text --format=ascii < <(printf 'monero:abc\r\n') >dos
	cmp without with
	cmp without dos
	show --text -o text.png large
	fails_with 1
	show --text -o text.png < <(printf 'a\0b')
	fails_with 3
}

@test "empty or corrupt input exits 3" {
	: >empty
	head -c 1001 signed >cut
	ls >before
	for file in empty cut; do
		show -o code.png $file
		fails_with 3
	done
	show </dev/null
	fails_with 3
	show no-such-file
	fails_with 7
	no_new_file
}

@test "usage" {
	for options in --format=jpeg --ec=X --ec=LM --part-bytes=7 --part-bytes=2901 --fps=0 --fps=61 --scale=0 --scale=41 \
		"--scale=2 --format=utf8" --frames=0 --frames=65536 --type=Bytes --type= "--still --part-bytes=100" \
		"--still --frames=2" "--text --type=bytes" "--text --part-bytes=100" "--ec=L --ec=L" "-o unsigned.bin --format=png"; do
		# shellcheck disable=SC2086 # several options
		show $options unsigned.bin
		fails_with 2
	done
	no_new_file
	xxd -r -p unsigned | cmp - unsigned.bin
}

@test "parts too large for a code exit 1" {
	show --part-bytes=2900 --ec=H large -o code.png
	fails_with 1
	head -c 40000 /dev/zero >zeros
	show --part-bytes=8 zeros -o code.y4m # more than 4,096 parts
	fails_with 1
}

@test "a full disk is reported" {
	for format in utf8 png svg y4m; do
		status=0
		stderr=$(qr-show --format=$format signed.bin 2>&1 >/dev/full) || status=$?
		echo "$format: $status, $stderr"
		[ "$status" -eq 7 ]
		[[ $stderr = "qr-show: error: cannot write "* ]]
	done
}

# ------------------------------------------------------------------ a terminal

# in_window COLUMNS LINES COMMAND...: on a terminal of that size, whose name is then in `tty`. Leaves in `settings`
# whether it is afterwards as it was.
in_window() {
	local columns=$1 lines=$2
	shift 2
	# shellcheck disable=SC2016 # for the shell there
	on_terminal bash -c 'tty >tty; stty columns "$1" rows "$2"; shift 2; before=$(stty -g)
		trap : INT TERM HUP; "$@"; status=$?
		[ "$(stty -g)" = "$before" ] && echo same >settings; exit $status' - "$columns" "$lines" "$@"
}

press() {
	printf '%s' "$1" >&9
}

# The terminal is as it was: its settings, its cursor, its screen.
restored() {
	[ "$(cat settings)" = same ]
	[ "$(last $'\e[?25h')" -gt "$(last $'\e[?25l')" ]
	[ "$(last $'\e[?1049l')" -gt "$(last $'\e[?1049h')" ]
}

# last TEXT: after how many bytes it was written last. (A pattern of the shell takes minutes to find that.)
last() {
	grep --text --byte-offset --only-matching --fixed-strings -- "$1" "$BATS_TEST_TMPDIR/screen" | tail -n 1 | cut -d : -f 1
}

@test "terminal: a code that fits is printed" {
	in_window 169 86 qr-show signed.bin
	hang_up
	[ "$status" -eq 0 ]
	[ "$screen" = "$(qr-show --format=utf8 signed.bin)" ]
}

@test "terminal: with one line or column less, a series is shown until a key is pressed" {
	for size in "169 85" "168 86"; do
		# shellcheck disable=SC2086 # two words
		in_window $size qr-show signed.bin
		wait_for "part 1 ("
		wait_for "part 2 ("
		wait_for " needed), 1752 bytes, 8 codes/s. Press any key to stop."
		press q
		hang_up
		[ "$status" -eq 0 ]
		restored
		rm settings
	done
}

@test "terminal: a series names the window that shows one code" {
	in_window 80 24 qr-show signed.bin
	wait_for "part 1 ("
	press q
	hang_up
	[ "$status" -eq 0 ]
	[[ $screen = "qr-show: a window of 169 columns and 86 lines shows one code instead of a series"* ]]
	restored
	head -c 3000 /dev/zero >large.bin
	in_window 80 24 qr-show large.bin
	wait_for "part 1 ("
	press q
	hang_up
	[[ $screen != *"shows one code"* ]]
}

@test "terminal: the codes equal those of the file formats, and fit the window" {
	local LC_ALL=C # see wait_for
	in_window 80 24 qr-show --fps=20 unsigned.bin
	wait_for "part 3 ("
	press x
	hang_up
	restored
	# The first two frames, from home to the line below the code.
	for number in 1 2; do
		frame=${screen#*$'\e[H'}
		frame=${frame%%"part $number ("*}
		echo "$frame"
		[ "$(wc -l <<<"$frame")" -eq 24 ] # 23 lines of code, the one that counts
		[[ $frame != *$'\e[2J'* ]]
		screen=${screen#*$'\e[H'}
		codes="${codes:-}$frame"
	done
	# Version 5 takes parts of 44 bytes of this type.
	expected=$(qr-show --format=utf8 --part-bytes=44 --frames=2 unsigned.bin 2>/dev/null)
	[ "${codes%$'\n'}" = "${expected/$'\n\n'/$'\n'}" ]
}

@test "terminal: data comes from a pipe, keys from the terminal" {
	in_window 80 24 bash -c 'cat signed.bin | qr-show'
	wait_for "part 2 ("
	press ' '
	hang_up
	[ "$status" -eq 0 ]
	restored
}

@test "terminal: the codes follow a change of the window size" {
	in_window 80 24 qr-show signed.bin
	wait_for "part 1 ("
	wait_for " needed)"
	stty -F "$(cat tty)" columns 40 rows 12
	wait_for "Window too small. Press any key to stop."
	stty -F "$(cat tty)" columns 120 rows 60
	wait_for "part 1 ("
	wait_for "part 2 ("
	stty -F "$(cat tty)" columns 200 rows 100
	wait_for "1752 bytes in one code. Press any key to stop."
	press q
	hang_up
	[ "$status" -eq 0 ]
	restored
}

@test "terminal: the state of the terminal is restored at the end" {
	for signal in INT TERM HUP QUIT; do
		in_window 80 24 bash -c 'exec >/dev/tty; echo $$ >pid; exec qr-show signed.bin'
		wait_for "part 1 ("
		kill -s $signal "$(cat pid)"
		hang_up
		[ "$status" -eq "$((128 + $(kill -l $signal)))" ]
		restored
		rm settings pid
	done
}

@test "terminal: the series continues after a stop" {
	in_window 80 24 bash -c 'set -m; qr-show signed.bin; jobs -l; sleep 0.2; fg; exit $?'
	wait_for "part 2 ("
	press $'\x1a'
	wait_for $'\e[?1049l'
	wait_for $'\e[?1049h'
	wait_for "part "
	press q
	hang_up
	[ "$status" -eq 0 ]
	restored
}

@test "terminal: a window that is too small is refused, with the required size" {
	in_window 40 10 qr-show signed.bin
	hang_up
	[ "$status" -eq 1 ]
	[[ $screen = "qr-show: error: the window has 40 columns and 10 lines, but "*" are needed"*"hint: enlarge the window"* ]]
	in_window 100 50 qr-show --still signed.bin
	hang_up
	[ "$status" -eq 1 ]
	[[ $screen = *" 100 columns and 50 lines, but 169 and 86 are needed"* ]]
}

@test "terminal: pictures are not written to it, except with -o -" {
	for format in png svg y4m; do
		in_window 80 24 qr-show --format=$format signed.bin
		hang_up
		[ "$status" -eq 1 ]
	done
	in_window 80 24 qr-show --frames=3 signed.bin
	hang_up
	[ "$status" -eq 2 ]
}
