# tests/programs/programs.bash - the list of programs, and checks for all of them.

bats_require_minimum_version 1.5.0

export SNEAKERNOTE_CONFIG= # the tester's own file has no effect

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

# check PROGRAM [ARGUMENT]...: run it without a terminal, and print it for a later failure.
check() {
	program=$(basename "$1")
	run --separate-stderr "$@" </dev/null
	echo "$* -> $status"
	echo "stdout: $output"
	# shellcheck disable=SC2154 # bats sets it
	echo "stderr: $stderr"
}

# The given status, an empty stdout, and on stderr "PROGRAM: error: ..." and at most one more line, "PROGRAM: hint: ...".
fails_with() {
	[ "$status" -eq "$1" ]
	[ -z "$output" ]
	[[ $stderr = "$program: error: "?* ]]
	[[ $stderr != *$'\n'* || $stderr = *$'\n'"$program: hint: "?* ]]
	[ "$(wc -l <<<"$stderr")" -le 2 ]
}

# as_nobody: sets `as` to the words before a command that root runs without its rights, empty for other users. What LD_PRELOAD
# names is copied here, because its directory may be closed to nobody.
as_nobody() {
	as=()
	[ "$(id -u)" -eq 0 ] || return 0
	command -v setpriv >/dev/null || skip "root, and no setpriv"
	as=(setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all)
	if [ -n "${LD_PRELOAD:-}" ]; then
		cp "$LD_PRELOAD" preloaded.so
		export LD_PRELOAD=$PWD/preloaded.so
	fi
}

# programs_chain: a private chain (regtest/lib.bash), whose directory is then the current one, or the tests are skipped.
programs_chain() {
	command -v monerod curl jq >/dev/null || skip "needs monerod, curl and jq"
	regtest_start
	cd "$RT_DIR" || return
	PATH=$tools:$PATH
}

# programs_wallets ACCOUNT MASTER WATCH: both wallets of one of vectors/chain_accounts.txt, here; prints its address.
programs_wallets() {
	sed -n "/^account mainnet $1/p" "$BATS_TEST_DIRNAME/../vectors/chain_accounts.txt" | cut -d ' ' -f 6- >words
	cold-new -w "$2" --password=x --seed-file=words || return
	cold-export -w "$2" --password=x --watch-password=x -o "$3" 2>/dev/null
}
