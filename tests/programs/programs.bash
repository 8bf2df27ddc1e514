# tests/programs/programs.bash - which programs there are to test, and what all of them owe.

bats_require_minimum_version 1.5.0

tools=${SN_BUILDDIR:-$BATS_TEST_DIRNAME/../..}/tools

# The programs, full paths: those that make built, or whatever is executable in tools/.
programs() {
	local program
	if [ -n "${SN_PROGRAMS:-}" ]; then
		for program in $SN_PROGRAMS; do
			echo "$SN_BUILDDIR/$program"
		done
	else
		find "$tools" -maxdepth 1 -type f -perm -u+x | sort
	fi
}

# check PROGRAM [ARGUMENT]...: run it with nobody there to answer, and name it if what follows fails.
check() {
	program=$(basename "$1")
	run --separate-stderr "$@" </dev/null
	echo "$* -> $status"
	echo "stdout: $output"
	# shellcheck disable=SC2154 # bats sets it
	echo "stderr: $stderr"
}

# One line on stderr, "PROGRAM: error: ...", the given status, nothing on stdout.
fails_with() {
	[ "$status" -eq "$1" ]
	[ -z "$output" ]
	[[ $stderr = "$program: error: "?* ]]
	[[ $stderr != *$'\n'* ]]
}
