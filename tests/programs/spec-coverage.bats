# The tests and files that doc/reference/spec-coverage.md and SECURITY.md name exist.

root=$BATS_TEST_DIRNAME/../..

@test "each test that doc/reference/spec-coverage.md names exists" {
	named=0
	while read -r file name; do
		case $file in
		*.bats) grep -qF "@test \"$name\" {" "$root"/tests/*/"$file" ;;
		*.c) grep -qE "^Test\([a-z_]+, ${name}[,)]" "$root/tests/unit/$file" ;;
		esac || {
			echo "$file has no test \"$name\""
			false
		}
		named=$((named + 1))
	done < <(grep -oE '`[a-z0-9_-]+\.(bats|c)` "[^"]+"' "$root/doc/reference/spec-coverage.md" | sed -E 's/`([^`]+)` "(.*)"/\1 \2/')
	[ "$named" -gt 50 ]
}

@test "each source file that doc/reference/spec-coverage.md names exists" {
	while read -r file; do
		echo "$file"
		[ -e "$root/$file" ]
	done < <(grep -oE '`(libwallet|tools)/[a-z0-9_/-]+\.[ch]`' "$root/doc/reference/spec-coverage.md" | tr -d '`' | sort -u)
}

# In its tables: `unit/FILE: case`, `case` (of the file before it), or another file of tests.
@test "each test that SECURITY.md names exists" {
	named=0 file=
	while read -r word name; do
		case $word in
		unit/*:) file=$root/tests/${word%:}.c ;;
		*/*) file='' name='' ;;
		*) name=$word ;;
		esac
		if [ -n "$name" ]; then
			grep -qE "^Test\([a-z_]+, ${name}[,)]" "$file"
		elif [ -n "$word" ]; then
			compgen -G "$root/tests/$word*" >/dev/null
		fi || {
			echo "there is no $word $name"
			false
		}
		named=$((named + 1))
	done < <(grep '^|' "$root/SECURITY.md" | grep -oE '`((unit|programs|regtest|seam|model|hostile|fuzz)/[^`]*|[a-z]+_[a-z_]+)`' |
		tr -d '`')
	[ "$named" -gt 50 ]
}
