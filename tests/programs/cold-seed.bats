# cold-sign and cold-show with --seed-file: 25 words and no wallet file, for a system that keeps nothing.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/cold.bash"
	. "$BATS_TEST_DIRNAME/terminal.bash"
	cold_files
	mkdir empty
	notice="cold-sign: warning: no journal: "
}

sign() {
	check "$tools/cold-sign" --seed-file=words "$@"
}

# The output contains no seed word.
says_no_word() {
	local word
	for word in $(<words); do
		[[ " $output $stderr " != *[^a-z]"$word"[^a-z]* ]] || return
	done
}

@test "--seed-file signs the same bytes as the wallet file, and leaves only the output" {
	before=$(ls -A)
	sign --yes -o out unsigned.bin
	[ "$status" -eq 0 ]
	cmp out signed.bin
	[ "$(stat -c %a out)" = 600 ]
	[ "$(ls -A)" = "$(printf '%s\nout\n' "$before" | sort)" ]
	[[ $stderr = *"cold-sign: tx_hash $(payment tx_hash)" ]]
	sign --yes --json unsigned
	[ "$(jq -r .tx_signed_hex <<<"$output")" = "$(payment signed)" ]
}

@test "--seed-file warns once that there is no journal, unless --no-journal is given" {
	sign --yes -o out unsigned
	[ "$(grep -cF "$notice" <<<"$stderr")" -eq 1 ]
	[ "$(grep -cF journal <<<"$stderr")" -eq 1 ]
	sign --yes --no-journal -o out unsigned
	[ "$status" -eq 0 ]
	[[ $stderr != *journal* ]]
	cmp out signed.bin
	# Nothing is remembered, so nothing is refused for it.
	respend >other
	sign --yes -o second other
	[ "$status" -eq 0 ]
}

@test "cold-show --seed-file prints the same review as with the wallet file" {
	check "$tools/cold-show" -w master --password=x unsigned
	with_wallet=$output
	[ -n "$with_wallet" ]
	check "$tools/cold-show" --seed-file=words unsigned
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "$output" = "$with_wallet" ]
}

@test "--seed-file accepts a pipe, upper case, numbers and shortened words" {
	tr a-z A-Z <words | tr ' ' '\n' | nl | cold-sign --seed-file=- --yes -o out unsigned 2>/dev/null
	cmp out signed.bin
	sed -E 's/([a-z]{4})[a-z]*/\1/g' words | cold-sign --seed-file=- --yes -o out2 unsigned 2>/dev/null
	cmp out2 signed.bin
	run --separate-stderr cold-sign --seed-file=- --yes -o out3 <unsigned # which is both, then
	program=cold-sign
	fails_with 2
	[ ! -e out3 ]
}

@test "the network of --seed-file must be that of the unsigned file" {
	for network in stagenet testnet; do
		sign --yes --network=$network -o out unsigned
		[ "$status" -eq 3 ]
		[[ $stderr = *$'\n'"cold-sign: error: the file is for mainnet, but the wallet is for $network"$'\n'* ]]
	done
	sign --yes --network=mainnet -o out unsigned
	[ "$status" -eq 0 ]
	rm out
	sign --yes --network=elsewhere -o out unsigned
	[ "$status" -eq 2 ]
	program=cold-sign
	check "$tools/cold-sign" -w master --password=x --network=mainnet --yes -o out unsigned
	fails_with 2
	check "$tools/cold-show" -w master --password=x --network=mainnet unsigned
	fails_with 2
	[ ! -e out ]
}

@test "options that exclude each other are usage errors" {
	for options in "-w master" --password=x --password-file=words --journal --allow-respend; do
		# shellcheck disable=SC2086 # several arguments
		sign --yes -o out $options unsigned
		fails_with 2
	done
	check "$tools/cold-show" --seed-file=words -w master unsigned
	fails_with 2
	check "$tools/cold-show" --seed-file=words --password=x unsigned
	fails_with 2
	sign --yes -o words unsigned
	fails_with 2
	[ "$(cat words)" = "$(payment words)" ]
	[ ! -e out ]
}

@test "an invalid seed phrase is bad input, and no message contains its words" {
	sed 's/vocal/vocla/' words >unknown
	awk '{ t = $1; $1 = $2; $2 = t; print }' words >swapped
	cut -d ' ' -f 1-24 words >short
	sed 's/$/ vocal/' words >long
	: >empty-file
	head -c 70000 /dev/zero | tr '\0' ' ' | cat - words >huge
	head -c 500 "$tools/cold-sign" >binary
	for file in unknown swapped short long empty-file huge binary; do
		check "$tools/cold-sign" --seed-file=$file --yes -o out unsigned
		[ "$status" -eq 3 ]
		[ -z "$output" ]
		says_no_word
		[[ $stderr != *vocla* ]]
		check "$tools/cold-show" --seed-file=$file unsigned
		fails_with 3
		says_no_word
	done
	check "$tools/cold-sign" --seed-file=missing --yes -o out unsigned
	fails_with 7
	check "$tools/cold-sign" --seed-file=empty --yes -o out unsigned
	fails_with 7
	[ ! -e out ]
}

@test "the seed phrase of another wallet does not open the file" {
	cold-new -w other --password=x --seed-out=other-words >/dev/null
	check "$tools/cold-sign" --seed-file=other-words --yes -o out unsigned
	[ "$status" -eq 3 ]
	[[ $stderr = *wallet* ]]
	[ ! -e out ]
}

@test "on a terminal, --seed-file prompts for confirmation, but not for a password" {
	on_terminal cold-sign --seed-file=words -o out unsigned
	answer "XMR? [y/N] " n
	hang_up
	[ "$status" -eq 1 ]
	[[ $screen != *Password* ]]
	[ ! -e out ]
	on_terminal cold-sign --seed-file=words -o out unsigned
	answer "XMR? [y/N] " y
	hang_up
	[ "$status" -eq 0 ]
	cmp out signed.bin
}

# How often a text stands in the memory that a process can write.
count_in_memory() {
	local pid=$1 range mode from to
	while read -r range mode _; do
		[[ $mode = rw* ]] || continue
		from=$((16#${range%-*} / 4096)) to=$((16#${range#*-} / 4096))
		dd if="/proc/$pid/mem" bs=4096 skip="$from" count=$((to - from)) status=none 2>&1 || true
	done <"/proc/$pid/maps" | grep -aoF -- "$2" | wc -l
}

@test "during the prompt, memory contains no seed word" {
	on_terminal bash -c 'echo $$ >pid; exec cold-sign --seed-file=words -o out unsigned'
	wait_for "XMR? [y/N] "
	found=$(count_in_memory "$(<pid)" "seed-file=words")
	sum=0
	for word in vocal "anvil films" "petals organs" "thwart tomorrow"; do
		sum=$((sum + $(count_in_memory "$(<pid)" "$word")))
	done
	printf 'n\n' >&9
	hang_up
	[ "$found" -gt 0 ] || skip "another process' memory cannot be read here"
	[ "$sum" -eq 0 ]
}

@test "--seed-passphrase-file and the 16 words of Polyseed give the keys of cold-new" {
	grep -m 1 '^seed English' "$BATS_TEST_DIRNAME/../vectors/chain_seed_phrases.txt" | cut -d ' ' -f 8- >sixteen
	echo "an offset" >passphrase
	for options in "--seed-file=sixteen" "--seed-file=sixteen --seed-passphrase-file=passphrase" \
		"--seed-file=words --seed-passphrase-file=passphrase"; do
		rm -f other
		# shellcheck disable=SC2086 # several arguments
		address=$(cold-new -w other --password=x $options 2>/dev/null)
		cold-export -w other --password=x --watch-password=x -o other-watch 2>/dev/null
		[ "$(wo-address -w other-watch --password=x)" = "$address" ]
		# The unsigned file is of another wallet than these.
		# shellcheck disable=SC2086
		check "$tools/cold-sign" $options --yes -o out unsigned
		[ "$status" -eq 3 ]
		# shellcheck disable=SC2086
		check "$tools/cold-show" $options unsigned
		fails_with 3
		rm other-watch
	done
	# The offset of an empty passphrase file is refused, not ignored.
	: >empty-file
	sign --seed-passphrase-file=empty-file --yes -o out unsigned
	[ "$status" -eq 3 ]
	check "$tools/cold-sign" -w master --password=x --seed-passphrase-file=passphrase --yes -o out unsigned
	fails_with 2
	sign --seed-passphrase-file=passphrase --yes -o passphrase unsigned
	fails_with 2
	[ "$(cat passphrase)" = "an offset" ]
}
