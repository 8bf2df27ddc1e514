# The sources look as .clang-format and .editorconfig say.

setup() {
	cd "$BATS_TEST_DIRNAME/../.."
}

# All except tables: base_table.c and normal_form_table.c are generated, the others are lists of words.
sources() {
	find libwallet tools tests -name '*.[ch]' ! -name base_table.c ! -name normal_form_table.c \
		! -name mnemonic_english.c ! -name 'polyseed_words_*.c' -print0
}

@test "every source is formatted as .clang-format says" {
	# Another version breaks lines in other places.
	local format
	format=$(command -v clang-format-14 || command -v clang-format) || skip "needs clang-format"
	"$format" --version | grep -q 'version 14\.' || skip "needs version 14 of clang-format"
	run xargs -0 "$format" --dry-run < <(sources)
	[ "$status" -eq 0 ]
	[ -z "$output" ]
}

@test "base_table.c is the output of base_table.py" {
	[ -n "$(command -v python3)" ] || skip "needs python3"
	python3 libwallet/crypto/base_table.py >"$BATS_TEST_TMPDIR/base_table.c"
	cmp "$BATS_TEST_TMPDIR/base_table.c" libwallet/crypto/base_table.c
}

@test "no line of a source ends in white space, and every file ends in a newline" {
	run xargs -0 grep -nE '[[:space:]]$' < <(sources)
	echo "$output"
	[ -z "$output" ]
	while IFS= read -r -d '' file; do
		[ ! -s "$file" ] || [ -z "$(tail -c 1 "$file")" ] || echo "$file"
	done < <(sources) >"$BATS_TEST_TMPDIR/unended"
	[ ! -s "$BATS_TEST_TMPDIR/unended" ]
}
