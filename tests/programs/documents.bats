# The documents agree with each other and with the programs: tests/check-documents, and proof that it notices each kind of
# violation.

# shellcheck disable=SC2016 # backticks of Markdown

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	check=$BATS_TEST_DIRNAME/../check-documents
}

# A tree with one program, an index and a page, without violations.
sample() {
	tree=$BATS_TEST_TMPDIR/tree
	mkdir -p "$tree/tools" "$tree/doc/reference"
	cat >"$tree/tools/cold-sign" <<-'END'
		#!/bin/sh
		echo "Usage: cold-sign [OPTION]..."
		echo "  -w, --wallet-file=FILE        the wallet"
		echo "      --yes                     no confirmation"
	END
	chmod +x "$tree/tools/cold-sign"
	printf '%s\n' '# Sample' '' 'See [the index](doc/README.md).' >"$tree/README.md"
	printf '%s\n' '# Index' '' '[page](page.md), [part](reference/part.md#a-part-2)' >"$tree/doc/README.md"
	printf '%s\n' '# Page' '' 'Use `--yes`, or `cold-sign --wallet-file=FILE`.' '' \
		'    offline$ cold-sign -w FILE --yes | other --option' >"$tree/doc/page.md"
	printf '%s\n' '# Part' '' '## A part, 2' '' '[up](../page.md), [site](https://example.org/x)' >"$tree/doc/reference/part.md"
}

# finds LINE: the check of the sample fails with this line, and no other one.
finds() {
	run "$check" "$tree" "$tree/tools"
	echo "$output"
	[ "$status" -eq 1 ]
	[ "${lines[0]}" = "$1" ]
	[ "${lines[1]}" = "check-documents: violations: 1" ]
}

@test "the documents of this tree" {
	run "$check" "$BATS_TEST_DIRNAME/../.." "$tools"
	echo "$output"
	[ "$status" -eq 0 ]
	[ -z "$output" ]
}

@test "check-documents: a sample without violations" {
	sample
	run "$check" "$tree" "$tree/tools"
	echo "$output"
	[ "$status" -eq 0 ]
	[ -z "$output" ]
}

@test "check-documents: a link to a missing file" {
	sample
	echo 'and [more](reference/none.md)' >>"$tree/doc/page.md"
	finds "doc/page.md:6: the link leads nowhere: reference/none.md"
}

@test "check-documents: a link to a missing heading" {
	sample
	printf '\n[there](reference/part.md#a-part)\n' >>"$tree/doc/page.md"
	finds "doc/page.md:7: doc/reference/part.md has no heading for #a-part"
}

@test "check-documents: a link to a missing heading of the same page" {
	sample
	printf '\n[there](#none)\n' >>"$tree/doc/page.md"
	finds "doc/page.md:7: doc/page.md has no heading for #none"
}

@test "check-documents: a page that the index does not lead to" {
	sample
	echo '# Lost' >"$tree/doc/lost.md"
	echo '[lost](doc/lost.md)' >>"$tree/README.md"
	finds "doc/lost.md:1: doc/README.md does not lead here"
}

@test "check-documents: an option that the program does not have, in code and in a span" {
	sample
	printf '\n    offline$ cat FILE | cold-sign -w FILE \\\n        --no FILE\n' >>"$tree/doc/page.md"
	finds "doc/page.md:7: cold-sign has no option --no"
	sample
	printf '\nText with `cold-sign -x`.\n' >>"$tree/doc/page.md"
	finds "doc/page.md:7: cold-sign has no option -x"
	sample
	printf '\n```\ncold-sign --yess\n```\n' >>"$tree/doc/page.md"
	finds "doc/page.md:8: cold-sign has no option --yess"
}

@test "check-documents: an option that no program has" {
	sample
	printf '\nText with `--maybe=X`.\n' >>"$tree/doc/page.md"
	finds "doc/page.md:7: no program has option --maybe"
}

@test "check-documents: a program that does not exist" {
	sample
	printf '\nText with `wo-dance`, `doc/qr-codes.md` and `cold-sign`.\n' >>"$tree/doc/page.md"
	finds "doc/page.md:7: there is no program wo-dance"
}

@test "check-documents: a line of more than 120 columns, outside of tables and code" {
	sample
	long=$(printf 'ü%.0s' {1..120})
	printf '\n%s\n\n| %s |\n\n    %s\n' "$long" "$long" "$long" >>"$tree/doc/page.md"
	run "$check" "$tree" "$tree/tools"
	[ "$status" -eq 0 ]
	printf '\n%sx\n' "$long" >>"$tree/doc/page.md"
	finds "doc/page.md:13: 121 columns; at most 120 outside of tables and code"
}

@test "check-documents: without programs it is an error" {
	sample
	rm "$tree/tools/cold-sign"
	run "$check" "$tree" "$tree/tools"
	[ "$status" -eq 1 ]
	[ "$output" = "check-documents: no programs in $tree/tools" ]
}

# same PAGE PROGRAM: PROGRAM writes PAGE as it is committed.
same() {
	local root=$BATS_TEST_DIRNAME/../..
	"$root/$2" "$BATS_TEST_TMPDIR/new"
	diff "$root/$1" "$BATS_TEST_TMPDIR/new" || { echo "run $2"; return 1; }
}

@test "doc/messages.md has the messages of the sources" {
	same doc/messages.md doc/make-messages
}

@test "doc/pictures/layers.svg shows the includes of the sources" {
	same doc/pictures/layers.svg doc/pictures/make-layers
}

@test "make-messages refuses a message that it cannot read" {
	local tree=$BATS_TEST_TMPDIR/tree
	mkdir -p "$tree/doc" "$tree/libwallet/base" "$tree/tools"
	cp "$BATS_TEST_DIRNAME/../../doc/make-messages" "$tree/doc"
	echo 'sn_error_set(err, SN_IO, "%s is \"full\"" " again", path); sn_error_set(err, SN_IO, full ? "x one" : "x two");' \
		>"$tree/libwallet/base/disk.c"
	"$tree/doc/make-messages"
	grep -q '^| FILE is "full" again | .* | `base/` |$' "$tree/doc/messages.md"
	grep -q '^| x one |' "$tree/doc/messages.md"
	grep -q '^| x two |' "$tree/doc/messages.md"
	rm "$tree/doc/messages.md"
	echo 'sn_error_set(err, SN_IO, text(path));' >>"$tree/libwallet/base/disk.c"
	run -1 "$tree/doc/make-messages"
	[ "$output" = "make-messages: libwallet/base/disk.c: the text of sn_error_set is no literal: text(path)" ]
	[ ! -e "$tree/doc/messages.md" ]
}

@test "make-layers refuses a path whose step is not included" {
	local tree=$BATS_TEST_TMPDIR/tree root=$BATS_TEST_DIRNAME/../..
	mkdir -p "$tree/doc/pictures"
	cp "$root/doc/pictures/make-layers" "$tree/doc/pictures"
	(cd "$root" && find libwallet tools -name '*.[ch]' -exec cp --parents {} "$tree" \;)
	"$tree/doc/pictures/make-layers"
	sed -i '/"cold\/check.h"/d' "$tree/libwallet/cold/sign.c"
	run -1 "$tree/doc/pictures/make-layers"
	[ "$output" = "make-layers: cold/sign.h does not include cold/check.h" ]
}

@test "the scripts of doc/, samples/demo and the checks refuse an unknown argument" {
	local root script
	root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	mkdir "$BATS_TEST_TMPDIR/empty"
	cd "$BATS_TEST_TMPDIR/empty"
	for script in doc/make-messages doc/pictures/make doc/pictures/make-layers samples/demo tests/check-documents \
		tests/check-layers tests/analysis/run man/make completions/make; do
		run -2 --separate-stderr "$root/$script" --help
		[[ -z $output && $stderr = "usage: ${script##*/}"* ]]
	done
	for script in doc/make-messages doc/pictures/make doc/pictures/make-layers tests/check-layers man/make completions/make; do
		run -2 "$root/$script" page surplus
	done
	[ -z "$(ls -A)" ]
}

# A number before a plural: the source writes SN_PLURAL (libwallet/base/error.h), except where it is never 1.
@test "messages: a count of one has a singular" {
	find "$BATS_TEST_DIRNAME/../../libwallet" "$BATS_TEST_DIRNAME/../../tools" -name '*.[ch]' -exec perl -0777 -ne '
		s/"\s*PRI([udx])\d+\s*"?/$1/g;
		s/"\s*"//g;
		my $things = "outputs|inputs|members|blocks|payments|transactions|recipients|images|keys|codes|passes|ones";
		while (/(%(?:z|ll)?u (?!names )(?:[a-z]+ )?(?:$things)\b[^"%]*)/g) {
			my $text = $1;
			print $ARGV =~ s|.*/||r, ": ", $text =~ s/ +$//r, "\n";
		}
	' '{}' + | sort >"$BATS_TEST_TMPDIR/plurals"
	diff - "$BATS_TEST_TMPDIR/plurals" <<-'END'
		batch_selection.c: %zu transactions of
		distribution_check.c: %llu blocks before block
		distribution_check.c: %llu blocks, but this wallet has scanned
		monitor.c: %u blocks behind
		monitor.c: %u blocks behind
		plan.c: %zu outputs, including the change; the chain allows
		reference_translate.c: %zu inputs; at most
		repair.c: %u blocks, but this wallet had scanned
		report.c: %u blocks
		review_print.c: %zu transactions,
		select.c: %zu inputs, too many for one transaction
		show_files.c: %llu codes; at least
		sync.c: %u blocks, and this wallet starts at height
		sync.c: %u blocks: nothing would be scanned
		tx_key.c: %zu keys instead of the
	END
}
