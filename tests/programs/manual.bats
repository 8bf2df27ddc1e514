# The manual pages in man/: man/make wrote their generated parts, they agree with --help, and mandoc accepts them. The commands of
# their examples run in tests/regtest/documented-commands.bats.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	cd "$BATS_TEST_TMPDIR" || return
}

@test "man/make writes the pages as they are" {
	mkdir pages
	"$root/man/make" pages
	for page in "$root"/man/*.[157]; do
		diff "$page" "pages/${page##*/}" || {
			echo "run man/make"
			return 1
		}
	done
}

# The text of a page without layout, on one line.
rendered() {
	mandoc -T utf8 -O width=1000 "$1" | sed 's/.\x08//g' | tr -s '[:space:]' ' '
}

# One a line.
words() {
	tr -s '[:space:]' '\n' | awk NF
}

@test "each program has a page, whose OPTIONS has every option and default of --help" {
	command -v mandoc >/dev/null || skip "needs mandoc"
	while read -r path; do
		program=${path##*/}
		"$path" --help | sed '/^Examples:/,$d' | sed -n '/^  \(-.,\|   \) --/,/^$/p' |
			sed -E 's/^  (-.), (--[a-z-]+)=(\S+)/  \1 \3, \2=\3/' | tr -s '[:space:]' ' ' >expected
		grep -q -e ' -V, --version ' expected
		rendered "$root/man/$program.1" | sed -E 's/.* OPTIONS (.*) (FILES|EXIT STATUS) .*/\1/' |
			sed 's/ A configuration file and environment variables can set defaults.*//' >page
		diff <(words <expected) <(words <page) || {
			echo "$program: run man/make"
			return 1
		}
	done < <(programs)
}

@test "the pages have each form of the command" {
	command -v mandoc >/dev/null || skip "needs mandoc"
	while read -r path; do
		program=${path##*/}
		text=$(rendered "$root/man/$program.1")
		while read -r form; do
			echo "$form"
			[[ $(tr -d ' ' <<<"$text") = *SYNOPSIS*"$(tr -d ' ' <<<"$form")"*DESCRIPTION* ]]
		done < <("$path" --help | sed -nE 's/^(Usage:|   or:) //p')
	done < <(programs)
}

@test "the exit statuses of the pages are those of --help" {
	local program
	program=$(programs | head -n 1)
	"$program" --help | sed -n '/^Exit status:/,$p' | tr '\n' ' ' | grep -oE '[0-9] [^,.]+' | tr a-z A-Z >expected
	[ "$(wc -l <expected)" -eq 9 ]
	for page in "$root"/man/*.1; do
		sed -n '/^\.\\" man\/make: exit-status/,/^\.\\" man\/make: end/p' "$page" | sed -n 'N; s/^\.It \([0-9]\)\n\(.*\)\.$/\1 \2/p; D' |
			tr a-z A-Z | diff expected -
	done
	# Page 7 describes the same ones in other words.
	sed -n '/^\.Sh EXIT STATUS/,/^\.Sh EXAMPLES/p' "$root/man/sneakernote.7" | grep -cE '^\.It "[0-8]"$' | grep -qx 9
}

@test "mandoc has nothing to say about the pages" {
	command -v mandoc >/dev/null || skip "needs mandoc"
	cd "$root/man" # where mandoc looks for the pages that a page refers to
	mandoc -T lint ./*.[157] >"$BATS_TEST_TMPDIR/said" 2>&1 || true
	cat "$BATS_TEST_TMPDIR/said"
	[ ! -s "$BATS_TEST_TMPDIR/said" ]
	# It notices a wrong page.
	printf '.Dd November 27, 2026\n.Dt X 1\n.Os\n.Sh NAME\n.Nm x\n.Nd x\n.Sh SEE ALSO\n.Xr wo-dance 1\n' |
		mandoc -T lint >"$BATS_TEST_TMPDIR/said" 2>&1 || true
	grep -q 'referenced manual not found: Xr wo-dance 1' "$BATS_TEST_TMPDIR/said"
}

@test "each page has an example, except those of section 5, and refers only to files that exist" {
	for page in "$root"/man/*.[17]; do
		sed -n '/^\.Sh EXAMPLES/,/^\.Sh/p' "$page" | grep -qE '^(online|offline)\$ ' || {
			echo "$page has no example"
			return 1
		}
	done
	while read -r file; do
		[ -e "$root/$file" ] || {
			echo "there is no $file"
			return 1
		}
	done < <(cat "$root"/man/*.[157] | grep -oE '\b(doc/[A-Za-z0-9_/.-]+\.md|[A-Z]+\.md)\b' | sort -u)
}

@test "man/make refuses a part, a heading and a program that do not exist" {
	mkdir -p tree/man tree/doc
	cp "$root"/man/{make,*.pm} tree/man
	printf '# Page\n\n## One\n\n| a | b |\n| --- | --- |\n| `x` | y |\n' >tree/doc/page.md
	try() { # PAGE PART ERROR
		printf '.\\" man/make: %s\n.\\" man/make: end\n' "$2" >"tree/man/$1"
		SN_BUILDDIR=${SN_BUILDDIR:-$root} run tree/man/make
		echo "$output"
		rm "tree/man/$1"
		[ "$status" -ne 0 ]
		[ "$output" = "$3" ]
	}
	try cold-sign.1 optoins 'make: cold-sign: unknown part "optoins"'
	try cold-sing.1 options 'make: cold-sing: there is no such program'
	try x.7 'table doc/page.md#Two#1' 'make: there is no heading "Two"'
	try x.7 'table doc/page.md#One#2' 'make: there is no table 2'
	printf '.\\" man/make: table doc/page.md#One#1\n.\\" man/make: end\n' >tree/man/x.7
	SN_BUILDDIR=${SN_BUILDDIR:-$root} tree/man/make
	[ "$(sed 1d tree/man/x.7 | head -n 4)" = '.Bl -tag -width Ds
.It "\fBx\fR"
y
.El' ]
}
