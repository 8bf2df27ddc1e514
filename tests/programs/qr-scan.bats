# qr-scan: pictures, streams and a camera. tests/unit/optic_detection.c tests the detection.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/cold.bash"
	. "$BATS_TEST_DIRNAME/terminal.bash"
	cold_files # PATH, and the current directory
}

scan() {
	check "$tools/qr-scan" "$@"
}

# series FILE BYTES [OPTION]...: FILE.y4m with a series of codes, of so many bytes that depend on the name.
series() {
	local file=$1 bytes=$2
	shift 2
	yes "$file" | head -c "$bytes" >"$file"
	qr-show --part-bytes=120 --format=y4m -o "$file.y4m" "$@" "$file" 2>/dev/null
}

png_height() {
	echo $((16#$(tail -c +21 "$1" | head -c 4 | xxd -p)))
}

# ------------------------------------------------------------------ pictures

@test "a handoff file in one code gives the same bytes from each picture format" {
	qr-show -o signed.png signed 2>/dev/null
	scan -o out signed.png
	[ "$status" -eq 0 ]
	cmp out signed.bin
	[ "$(stat -c %a out)" = 600 ]
	scan --hex signed.png
	[ "$status" -eq 0 ]
	[ "$output" = "$(tr -d ' \n' <signed)" ]
	[[ $stderr = "qr-scan: complete: 1 of 1 part (100 %), 1 code" ]]
	qr-scan - <signed.png 2>/dev/null | cmp - signed.bin
}

@test "the pipeline: qr-scan | cold-sign | qr-show" {
	qr-show -o in.png unsigned.bin 2>/dev/null
	qr-scan in.png 2>/dev/null | cold-sign -w master --password=x --yes 2>/dev/null | qr-show --format=png -o out.png 2>/dev/null
	qr-scan out.png 2>/dev/null | cmp - signed.bin
}

@test "a series decodes from several pictures in any order, one of them corrupt" {
	yes series | head -c 1000 >data
	qr-show --part-bytes=200 -o part.png data 2>/dev/null
	mapfile -t parts < <(find . -name 'part-*.png' | sort -r)
	[ "${#parts[@]}" -ge 5 ]
	scan -o out "${parts[@]}" "${parts[0]}"
	[ "$status" -eq 0 ]
	cmp out data
	scan "${parts[@]:1}"
	[ "$status" -eq 3 ]
	[[ $stderr = *"incomplete: $((${#parts[@]} - 1)) of ${#parts[@]} parts"* ]]
	head -c 100 "${parts[0]}" >broken.png
	scan -o out2 broken.png "${parts[@]}"
	[ "$status" -eq 0 ]
	[[ $stderr = *"broken.png: corrupt PNG"* || $stderr = *"broken.png: invalid PNG"* ]]
	cmp out2 data
	# At the end of an incomplete series, the missing parts are reported too.
	scan -o out3 "${parts[1]}" broken.png
	[ "$status" -eq 3 ]
	[[ $stderr = *"broken.png: "*"error: incomplete: 1 of ${#parts[@]} parts"* ]]
	[ ! -e out3 ]
}

# beside OUT PICTURE...: them in one picture, one beside the other.
beside() {
	local out=$1 inputs=() picture
	shift
	for picture; do
		inputs+=(-i "$picture")
	done
	ffmpeg -nostdin -v error -y "${inputs[@]}" -filter_complex "hstack=inputs=$#" -frames:v 1 "$out"
}

@test "several codes in one picture decode as a series; two different single codes are refused" {
	command -v ffmpeg >/dev/null || skip "needs ffmpeg (Debian package ffmpeg)"
	yes several | head -c 700 >data
	qr-show --part-bytes=240 --scale=4 -o part.png data
	beside all.png part-?.png
	scan -o out all.png
	[ "$status" -eq 0 ]
	cmp out data
	[[ $stderr = *"complete: 3 of 3 parts (100 %), 3 codes" ]]
	head -c 250 data >other
	for file in data other; do
		qr-show --scale=4 --still --ec=L -o $file.png $file
	done
	ffmpeg -nostdin -v error -y -i other.png -vf "pad=iw:$(png_height data.png)" other-large.png
	beside two.png data.png other-large.png
	scan -o out2 two.png
	fails_with 3
	[[ $stderr = *"two.png: two codes with different contents are visible"*"hint: show only one of them" ]]
	[ ! -e out2 ]
	beside same.png data.png data.png
	qr-scan same.png 2>/dev/null | cmp - data
}

@test "a file that is not a picture, or does not exist, is reported" {
	scan unsigned.bin
	fails_with 3
	[[ $stderr = *"unsigned.bin: not a picture: neither PNG nor JPEG"* ]]
	scan nowhere.png
	fails_with 7
	: >empty
	scan empty
	fails_with 3
	scan -o out empty
	fails_with 3
	[ ! -e out ]
}

@test "a picture without a code is bad input" {
	printf 'YUV4MPEG2 W100 H100 Cmono\nFRAME\n%10000s' '' >blank.y4m
	scan blank.y4m
	fails_with 3
	[[ $stderr = *"no QR code found" ]]
}

# ------------------------------------------------------------------ text

@test "a text is accepted only with --text" {
	printf 'monero:4xyz?tx_amount=1.25' >text
	qr-show --text -o text.png text 2>/dev/null
	scan --text text.png
	[ "$status" -eq 0 ]
	[ "$output" = 'monero:4xyz?tx_amount=1.25' ]
	scan --text --hex text.png
	[ "$output" = "$(xxd -p text | tr -d '\n')" ]
	scan text.png
	[ "$status" -eq 3 ]
	[[ $stderr = *"hint: use --text to accept it"* ]]
	[ -z "$output" ]
	qr-show -o bytes.png unsigned.bin 2>/dev/null
	scan --text bytes.png
	[ "$status" -eq 3 ]
	[[ $stderr = *"found a UR, but no plain text"*"hint: omit --text to accept it"* ]]
	[ -z "$output" ]
	scan --text --type=bytes text.png
	fails_with 2
}

@test "a text with control characters does not reach the terminal" {
	printf 'a\033[31mb' >text
	qr-show --text -o text.png text 2>/dev/null
	on_terminal qr-scan --text text.png
	hang_up
	[ "$status" -eq 1 ]
	[[ $screen != *$'\033[31m'* ]]
	[ "$(qr-scan --text text.png 2>/dev/null)" = $'a\033[31mb' ]
}

# ------------------------------------------------------------------ types

@test "another UR type is reported, and accepted with --type" {
	qr-show --type=crypto-psbt -o other.png unsigned.bin 2>/dev/null
	scan other.png
	[ "$status" -eq 3 ]
	[ -z "$output" ]
	[[ $stderr = *"ignored a UR of type crypto-psbt"*"--type=crypto-psbt"* ]]
	qr-scan --type=crypto-psbt other.png 2>/dev/null | cmp - unsigned.bin
	scan --type=Crypto other.png
	fails_with 2
}

# ------------------------------------------------------------------ streams

@test "a video stream is read from a file and from standard input" {
	series data 1500
	scan -o out data.y4m
	[ "$status" -eq 0 ]
	cmp out data
	[[ $stderr = *"complete: "*" parts (100 %)"* ]]
	qr-scan - <data.y4m 2>/dev/null | cmp - data
	size=$(head -n 1 data.y4m | sed 's/.* W\([0-9]*\) H\([0-9]*\).*/\1x\2/')
	python3 - "$size" <<-'END' >data.yuv
		import sys
		width, height = map(int, sys.argv[1].split("x"))
		stream = open("data.y4m", "rb")
		stream.readline()
		while stream.readline():
		    sys.stdout.buffer.write(stream.read(width * height * 3 // 2))
	END
	qr-scan --raw="$size" - <data.yuv 2>/dev/null | cmp - data
	scan --raw=5by3 data.yuv
	fails_with 2
}

@test "with frames of two alternating transfers, one of them decodes" {
	series one 1500
	series two 1500
	head=$(head -n 1 one.y4m | wc -c)
	head -n 1 one.y4m >mixed.y4m
	size=$(head -n 1 one.y4m | sed 's/.*W\([0-9]*\) H\([0-9]*\).*/\1*\2*3\/2+6/')
	size=$((size))
	for ((i = 0; i < 30; i++)); do
		for name in one two; do
			tail -c +$((head + 1 + i * size)) $name.y4m | head -c $size
		done
	done >>mixed.y4m
	scan -o out mixed.y4m
	[ "$status" -eq 0 ]
	cmp out one || cmp out two
	[[ $stderr = *"of another transfer"* ]]
}

@test "a stream that ends too early reports the missing parts" {
	series data 1500
	head -c 3000000 data.y4m >cut.y4m
	scan -o out cut.y4m
	[ "$status" -eq 3 ]
	[[ $stderr = *"ends within a picture"*"incomplete: "[1-9]*" of "* ]]
	[ ! -e out ]
	series short 1500 --frames=3
	scan -o out short.y4m
	[ "$status" -eq 3 ]
	[[ $stderr = *"incomplete: 3 of "*" parts ("*" %), 3 codes"* ]]
	[ ! -e out ]
}

@test "--timeout ends the run, also without any input" {
	local begin=$SECONDS
	mkfifo pipe
	exec 8<>pipe
	run --separate-stderr timeout 10 qr-scan --timeout=1 - <pipe
	exec 8<&-
	[ "$status" -eq 3 ]
	[[ $stderr = *"timed out after 1 s: no QR code found"* ]]
	((SECONDS - begin < 8))
	# Nobody ever opens the other end.
	run --separate-stderr timeout 10 qr-scan --timeout=1 pipe
	[ "$status" -eq 3 ]
	[[ $stderr = *"timed out after 1 s: no QR code found"* ]]
	scan --timeout=0 -
	fails_with 2
	scan --timeout=x -
	fails_with 2
}

# ------------------------------------------------------------------ output

@test "binary data is not written to a terminal, nor over the input" {
	qr-show -o a.png unsigned.bin 2>/dev/null
	on_terminal qr-scan a.png
	hang_up
	[ "$status" -eq 1 ]
	scan -o a.png a.png
	fails_with 2
	qr-scan a.png 2>/dev/null | cmp - unsigned.bin
}

@test "--preview draws the picture, and requires a terminal" {
	series data 1500
	scan --preview data.y4m
	fails_with 2
	on_terminal qr-scan --preview -o out data.y4m
	hang_up
	[ "$status" -eq 0 ]
	[[ $screen = *$'\033[38;5;2'*"▀"*"complete: "* ]]
	cmp out data
}

# ------------------------------------------------------------------ cameras

@test "without a camera, the message names the device and alternatives" {
	[ ! -e /dev/video0 ] || skip "there is a camera"
	for arguments in "" --camera=/dev/video0; do
		# shellcheck disable=SC2086 # none, or one
		scan $arguments
		fails_with 7
		[[ $stderr = *"/dev/video0"*"other devices in /dev: none"*"hint: use --camera=DEVICE"*"yuv4mpegpipe - | qr-scan -"* ]]
	done
	scan --camera=/dev/null
	fails_with 7
	scan --camera=/dev/video0 a.png
	fails_with 2
}

# camera [NAME=VALUE]... -- [OPTION]...: look through one that shows data.y4m.
camera() {
	local settings=()
	while [ "$1" != -- ]; do
		settings+=("$1")
		shift
	done
	shift
	shim=$tools/../tests/optic/fake-camera.so
	[ -e "$shim" ]
	run --separate-stderr env LD_PRELOAD="$shim" SN_CAMERA_SHOWS=data.y4m "${settings[@]}" timeout 30 qr-scan "$@"
	program=qr-scan
	echo "$* -> $status: $stderr"
}

@test "a camera is read in each of its formats" {
	series data 900
	for format in GREY YUYV NV12 MJPG; do
		rm -f out
		camera SN_CAMERA_FORMAT=$format -- -o out
		[ "$status" -eq 0 ]
		cmp out data
	done
	for trouble in broken waking; do
		camera SN_CAMERA_TROUBLE=$trouble -- -o out2 --camera=/dev/video0
		[ "$status" -eq 0 ]
		cmp out2 data
		rm out2
	done
}

@test "a busy, removed, silent or unusable camera is reported" {
	series data 900
	camera SN_CAMERA_TROUBLE=busy --
	fails_with 7
	[[ $stderr = *"in use by another program"* ]]
	camera SN_CAMERA_TROUBLE=gone --
	[ "$status" -eq 7 ]
	[[ $stderr = *"disconnected"* ]]
	camera SN_CAMERA_TROUBLE=output --
	fails_with 7
	[[ $stderr = *"it cannot stream single-plane video"* ]]
	camera SN_CAMERA_TROUBLE=formats --
	fails_with 7
	[[ $stderr = *"has no supported format"* ]]
	camera SN_CAMERA_TROUBLE=silent -- --timeout=1
	fails_with 3
	camera SN_CAMERA_TROUBLE=silent --
	fails_with 7
	[[ $stderr = *"sends no pictures"* ]]
}
