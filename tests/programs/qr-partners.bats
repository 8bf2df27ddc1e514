# Codes from qr-show to other wallets, and from them to qr-scan, as films: tests/optic/partners.h has what each shows and reads.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/film.bash"
	PATH=$tools:$PATH
	partner=${SN_BUILDDIR:-$BATS_TEST_DIRNAME/../..}/tests/optic/partner
	samples=$BATS_TEST_DIRNAME/../vectors/interop/0.18.4.0
	mkdir "$BATS_TEST_TMPDIR/here"
	cd "$BATS_TEST_TMPDIR/here" || return
}

wallets=(feather cake cupcake xmrsigner anonero)
unsigned="unsigned-sweep-zero-change" # of 1,811 bytes

@test "each wallet reads the codes of qr-show --for" {
	for wallet in "${wallets[@]}"; do
		for file in "$unsigned" outputs-last-incremental; do
			qr-show --for="$wallet" --format=y4m "$samples/$file.bin" | "$partner" read "$wallet" >out
			cmp out "$samples/$file.bin"
		done
	done
}

@test "each wallet reads the codes of a reference file without --for" {
	qr-show --format=y4m -o show.y4m "$samples/$unsigned.bin"
	for wallet in "${wallets[@]}"; do
		"$partner" read "$wallet" <show.y4m >out
		cmp out "$samples/$unsigned.bin"
	done
}

@test "Cake Wallet and Cupcake do not read the codes for other wallets" {
	qr-show --for=feather --format=y4m -o show.y4m "$samples/$unsigned.bin"
	for wallet in cake cupcake; do
		run "$partner" read "$wallet" <show.y4m
		[ "$status" -eq 3 ]
	done
	"$partner" read feather <show.y4m | cmp - "$samples/$unsigned.bin"
}

@test "qr-scan reads the codes of each wallet, with an empty code among them" {
	for wallet in "${wallets[@]}" feather-100 xmrsigner-120; do
		for file in images-1-first-all "$unsigned"; do
			"$partner" show "$wallet" "$samples/$file.bin" | qr-scan -o out -
			cmp out "$samples/$file.bin"
		done
	done
}

@test "the type is that of the magic, also of hexadecimal text" {
	for file in unsigned-standard-1:xmr-txunsigned signed-standard-1:xmr-txsigned outputs-all:xmr-output images-1-first-all:xmr-keyimage; do
		xxd -p "$samples/${file%:*}.bin" >hex
		qr-show --format=y4m hex >show.y4m
		qr-scan --type="${file#*:}" -o out - <show.y4m
		cmp out "$samples/${file%:*}.bin"
		run -3 --separate-stderr qr-scan --type=bytes - <show.y4m
		[[ $stderr = *"hint: use --type=${file#*:} "* ]]
	done
}

@test "a film of the codes for Cupcake decodes with a third of the pictures lost" {
	film_available
	qr-show --for=cupcake --format=y4m "$samples/$unsigned.bin" | film clip.mp4 640x480
	ffmpeg -nostdin -v quiet -i clip.mp4 -f yuv4mpegpipe - | "$partner" read cupcake >out
	cmp out "$samples/$unsigned.bin"
	"$partner" show cupcake "$samples/$unsigned.bin" | film clip.mp4 640x480 skew=-9
	watch clip.mp4 -o out
	cmp out "$samples/$unsigned.bin"
}

@test "the rate and the size of parts are those of the wallet, unless options change them" {
	declare -A head=([feather]=F10:1 [cake]=F5:1 [cupcake]=F3:1 [xmrsigner]=F6:1 [anonero]=F10:1)
	for wallet in "${wallets[@]}"; do
		qr-show --for="$wallet" --format=y4m -o show.y4m "$samples/$unsigned.bin"
		[[ $(head -n 1 show.y4m) = *" ${head[$wallet]} "* ]]
	done
	qr-show --format=y4m -o show.y4m "$samples/$unsigned.bin"
	[[ $(head -n 1 show.y4m) = *" F5:1 "* ]]
	qr-show --for=cake --fps=2 --part-bytes=40 --format=y4m -o show.y4m "$samples/$unsigned.bin"
	[[ $(head -n 1 show.y4m) = *" F2:1 "* ]]
	"$partner" read cake <show.y4m | cmp - "$samples/$unsigned.bin"
	# One code, for those that read it.
	qr-show --still --for=feather -o code.png "$samples/outputs-all.bin"
	qr-scan -o out code.png
	cmp out "$samples/outputs-all.bin"
	qr-show --still -o code.svg "$samples/outputs-all.bin"
	[ ! -e code-1.svg ]
}

@test "unsuitable options and files are refused" {
	run -2 --separate-stderr qr-show --for=monero -o code.png "$samples/$unsigned.bin"
	[[ $stderr = *'--for takes feather, cake, cupcake, xmrsigner or anonero, not "monero"'* ]]
	run -2 --separate-stderr qr-show --for=cupcake --still -o code.png "$samples/$unsigned.bin"
	[[ $stderr = *"--for=cupcake excludes --still: cupcake does not read single codes"* ]]
	run -2 --separate-stderr qr-show --for=cake --text -o code.png "$samples/$unsigned.bin"
	echo "no file of a wallet" >other
	run -3 --separate-stderr qr-show --for=feather -o code.png other
	[[ $stderr = *"feather cannot read this file"*"hint: use --format=monero of "* ]]
	[ ! -e code.png ]
}
