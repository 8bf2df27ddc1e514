# tests/programs/cold.bash - a master wallet with the payment of vectors/payment.txt, here: `unsigned` and `signed` as
# hexadecimal text, `unsigned.bin` and `signed.bin`, `words`, `master` (password x).

payment() {
	sed -n "s/^$1 //p" "$BATS_TEST_DIRNAME/../vectors/payment.txt"
}

cold_files() {
	local name
	PATH=$tools:$PATH
	mkdir "$BATS_TEST_TMPDIR/here"
	cd "$BATS_TEST_TMPDIR/here" || return
	for name in words unsigned signed; do
		payment "$name" >"$name"
	done
	for name in unsigned signed; do
		# shellcheck disable=SC2059 # hexadecimal digits
		printf "$(sed 's/../\\x&/g' $name)" >$name.bin
	done
	cold-new -w master --password=x --seed-file=words >/dev/null
}

# Another payment that spends the same output; with a number: locked until then.
respend() {
	"$tools/../tests/respend" master x "$@" <unsigned.bin
}

entries() {
	cold-sign -w master --password=x --journal | wc -l
}

# policy FILE [MEMBER]...: a policy of these members.
policy() {
	local file=$1 IFS=,
	shift
	echo "{\"version\": 1${1:+,}$*}" >"$file"
}
