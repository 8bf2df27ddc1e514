#!/usr/bin/env bats
# --version --verbose: what a program consists of.
# shellcheck source=/dev/null

bats_require_minimum_version 1.5.0

setup_file() {
	export tools=${SN_BUILDDIR:-$BATS_TEST_DIRNAME/../..}/tools root=$BATS_TEST_DIRNAME/../..
}

# The shared libraries that a program names, by the names of --verbose. The C library and its parts are one.
linked() {
	readelf --dynamic --wide "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\.so.*\]/\1/p' | sed 's/^libcjson$/cJSON/; s/^libpng16$/libpng/
		s/^libzbar$/ZBar/; s/^libjpeg$/libjpeg-turbo/; s/^libz$/zlib/; /^lib\(c\|m\|pthread\|dl\|atomic\)$/d'
}

# The same from the program itself. zlib belongs to libpng, which names it, not the program.
listed() {
	"$1" --version --verbose | sed -n 's/^\([A-Za-z-]*\) [0-9][0-9.]*[a-z0-9.]*, .*/\1/p' | grep -vx -e sneakernote -e zlib
}

@test "--version --verbose lists the libraries that the program is linked with" {
	local n=0 program
	for program in "$tools"/cold-* "$tools"/ki-restore "$tools"/qr-* "$tools"/wallet-* "$tools"/wo-* "$tools"/sneakernote; do
		[[ -x $program && ${program##*/} != *.* ]] || continue
		readelf --dynamic "$program" | grep -q NEEDED || skip "the programs are static"
		diff <(linked "$program" | sort) <(listed "$program" | sort) || {
			echo "$program"
			return 1
		}
		n=$((n + 1))
	done
	[ "$n" -eq 21 ]
}

@test "each library has a version and a license" {
	"$tools/sneakernote" --version --verbose >"$BATS_TEST_TMPDIR/list"
	sed 1d "$BATS_TEST_TMPDIR/list" | { ! grep -vE '^[A-Za-z -]+ [0-9][^ ]*, [A-Za-z]'; }
	grep -q "^libsodium $(pkg-config --modversion libsodium), ISC$" "$BATS_TEST_TMPDIR/list"
	grep -q '^sneakernote [0-9.]*, MIT$' "$BATS_TEST_TMPDIR/list"
	head -n 1 "$root/LICENSE" | grep -q '^MIT License$'
}

@test "--version alone has one line, or two for an offline program; --verbose alone is a usage error" {
	[ "$("$tools/wo-sync" --version | wc -l)" -eq 1 ]
	[ "$("$tools/cold-sign" --version | wc -l)" -eq 2 ]
	run -2 --separate-stderr "$tools/cold-sign" --verbose
	# shellcheck disable=SC2154 # set by run
	[ "${stderr%%$'\n'*}" = "cold-sign: error: --verbose requires --version" ]
}
