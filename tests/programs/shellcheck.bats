# The scripts, and the tests, pass shellcheck, except where bats works differently.

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || exit
	command -v shellcheck >/dev/null || skip "needs shellcheck"
}

# The files of the project, by a pattern, that begin as shell scripts do.
scripts() {
	find . -name .git -prune -o -name build-aux -prune -o -name 'static-*' -type d -prune -o -name autom4te.cache -prune -o -name '*.bats' -prune -o \
		-type f -size -100k ! -path ./configure ! -path ./config.status ! -path ./libtool \
		-exec awk 'FNR == 1 && /^#!.*(bash|\/sh)/ { print FILENAME } { nextfile }' {} +
}

@test "shellcheck accepts the scripts" {
	mapfile -t scripts < <(scripts)
	((${#scripts[@]} > 20))
	shellcheck "${scripts[@]}"
}

# A variable may come from the file that sources this one, or be for it.
@test "shellcheck accepts the sourced files of scripts and tests, and the completion of bash" {
	mapfile -t parts < <(find tests completions -name '*.bash')
	((${#parts[@]} > 5))
	shellcheck --shell=bash --exclude=SC2154,SC2034,SC2094 "${parts[@]}"
	shellcheck --shell=sh --exclude=SC2154,SC2034 packaging/static/*.sh
}

# Tests run in subshells of bats (SC2030, SC2031), which calls their functions (SC2317, SC2119, SC2120) and sets variables
# (SC2154), and stop at a cd that fails (SC2164). They read and write files with one name in turn (SC2094), have scripts in
# single quotes (SC2016) or variables (SC2059, SC1003), list files whose names they made (SC2012, SC2035) and may call them
# "cut" (SC2238), turn letters to capitals (SC2018, SC2019), compute small amounts (SC2017), open several descriptors (SC1083),
# and use the name of an array of bats in another shell (SC2178, SC2128).
@test "shellcheck accepts the tests" {
	mapfile -t tests < <(find tests -name '*.bats')
	((${#tests[@]} > 20))
	shellcheck --shell=bats \
		--exclude=SC2030,SC2031,SC2317,SC2119,SC2120,SC2154,SC2164,SC2094,SC2016,SC2059,SC1003,SC2012,SC2035,SC2238,SC2018,SC2019,SC2017,SC1083,SC2178,SC2128 "${tests[@]}"
}
