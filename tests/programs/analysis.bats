# clang's static analyser: tests/analysis/run. Another version finds other false alarms.

bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || exit
	CLANG=$(command -v clang-14 || command -v clang-19 || command -v clang) || skip "needs clang"
	"$CLANG" --version | grep -qE 'version (14|19)\.' || skip "needs version 14 or 19 of clang"
	export CLANG
}

@test "the static analyser has no finding in libwallet and tools" {
	tests/analysis/run
}

@test "a null dereference is a finding" {
	local file=$BATS_TEST_TMPDIR/planted.c
	printf '%s\n' '#include "base/error.h"' 'int read_text(struct sn_error *err, const char *text);' \
		'int read_text(struct sn_error *err, const char *text)' '{' \
		'	if (!text && err)' '		err->text[0] = 0;' '	return text[0];' '}' >"$file"
	run -1 tests/analysis/run "$file"
	[ "$output" = "$file core.NullDereference read_text" ]
	sed -i 's/return text/return !text ? 0 : text/' "$file"
	run -0 tests/analysis/run "$file"
	[ -z "$output" ]
	echo 'int x = ;' >"$file"
	run -2 tests/analysis/run "$file"
}
