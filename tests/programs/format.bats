# The sources look as .clang-format and .editorconfig say.

setup() {
	cd "$BATS_TEST_DIRNAME/../.."
}

# All except tables: those of base_table.c, bpp_points.c and normal_form_table.c are generated, the others are lists of words.
sources() {
	find libwallet tools tests samples -name '*.[ch]' ! -name base_table.c ! -name bpp_points.c \
		! -name normal_form_table.c \
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

@test "bpp_points.c is the output of bpp_points.py" {
	[ -n "$(command -v python3)" ] || skip "needs python3"
	python3 libwallet/ringct/bpp_points.py >"$BATS_TEST_TMPDIR/bpp_points.c"
	cmp "$BATS_TEST_TMPDIR/bpp_points.c" libwallet/ringct/bpp_points.c
}

@test "no line of a source has more than 110 columns, unless it is a string literal" {
	# clang-format breaks code, but no comments. A line of a macro that ends in \ may hold a part of a literal.
	xargs -0 awk '{ gsub(/\t/, "        ") } length > 110 && !/"/ && !/\\$/ { print FILENAME ":" FNR ":" $0 }' \
		< <(sources) | LC_ALL=C.UTF-8 grep -E '^[^:]*:[0-9]+:.{111}' >"$BATS_TEST_TMPDIR/long" || true
	cat "$BATS_TEST_TMPDIR/long"
	[ ! -s "$BATS_TEST_TMPDIR/long" ]
}

# All text files that people write. The corpora and vectors may hold any bytes.
texts() {
	find . -type d \( -name 'build-*' -o -name 'sneakernote-*' -o -name static-libs -o -name .git -o -name autom4te.cache -o -path ./tests/fuzz/corpus \) \
		-prune -o -type f -size +0 \( -name '*.[ch]' -o -name '*.bats' -o -name '*.bash' -o -name '*.am' -o -name '*.ac' -o -name '*.m4' \
		-o -name '*.py' -o -name '*.md' -o -name '*.mk' -o -name '*.test' -o -name bootstrap -o -name run \) ! -name aclocal.m4 -print0
}

@test "no line of a text ends in white space, and every file ends in a newline" {
	run xargs -0 grep -nE '[[:space:]]$' < <(texts)
	echo "$output"
	[ -z "$output" ]
	run xargs -0 grep -zLP '\n\z' < <(texts)
	echo "$output"
	[ -z "$output" ]
}

@test "no program is in the repository" {
	git rev-parse >/dev/null 2>&1 || skip "needs the repository"
	[ "$(git rev-parse --show-toplevel)" = "$PWD" ] || skip "needs the repository"
	run git grep --cached -alP '\A\x7fELF'
	echo "$output"
	[ -z "$output" ]
}
