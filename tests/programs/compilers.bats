# Every source compiles without a warning with the other compiler, too, those of benchmarks and fuzz targets included. The
# build itself is by gcc; run-corpus.c needs a header that it makes. Continuous integration makes its warnings errors.

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || exit
}

@test "clang has no warning for any source" {
	# Another version knows other warnings.
	local clang
	clang=$(command -v clang-14 || command -v clang) || skip "needs clang"
	"$clang" --version | grep -q 'version 14\.' || skip "needs version 14 of clang"
	pkg-config --exists criterion || skip "needs Criterion"
	local flags
	mapfile -t flags < <(pkg-config --cflags \
		criterion libsodium libcjson libcurl libmicrohttpd libedit libqrencode libpng zbar libjpeg | xargs -n1)
	find libwallet tools tests -name '*.c' ! -path tests/fuzz/run-corpus.c -print0 |
		xargs -0 -n8 -P2 "$clang" -std=gnu11 -Wall -Wextra -Werror -fsyntax-only "${flags[@]}" -D_GNU_SOURCE \
			-DPACKAGE_NAME='"sneakernote"' -DPACKAGE_VERSION='"0"' -DSN_LIBRARY_VERSIONS=0 -DTESTS_DIR='"tests"' \
			-Ilibwallet -I. -Itests -Itests/unit -Itests/seam -Itests/fuzz
}
