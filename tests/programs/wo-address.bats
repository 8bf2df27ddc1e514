# wo-address: the wallet's addresses; wo-balance: of a wallet that has seen no block.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	PATH=$tools:$PATH
	mkdir "$BATS_TEST_TMPDIR/here"
	cd "$BATS_TEST_TMPDIR/here"
	# A wallet of the reference implementation, with the addresses of monero-wallet-rpc.
	vectors() {
		sed -n '/^account mainnet 0a1a38f6/,/^account mainnet 472e/p' \
			"$BATS_TEST_DIRNAME/../vectors/chain_accounts.txt"
	}
	cold-new -w master --password=x --seed-file=<(vectors | head -n 1 | cut -d ' ' -f 6-) >/dev/null
	cold-export -w master --password=x --watch-password=x -o watch 2>/dev/null
}

address() {
	check "$tools/wo-address" -w watch --password=x "$@"
}

@test "the addresses are those of the reference wallet" {
	while read -r _ account index text; do
		address --account="$account" --index="$index"
		[ "$output" = "$text" ]
		count=$((${count:-0} + 1))
	done < <(vectors | grep ^subaddress)
	[ "$count" -ge 8 ]
	read -r _ id text < <(vectors | grep ^integrated)
	address --payment-id="$id"
	[ "$output" = "$text" ]
}

@test "wo-address prints the primary address of either wallet" {
	text=$(vectors | head -n 1 | cut -d ' ' -f 5)
	address
	[ "$output" = "$text" ]
	[ "$(wo-address -w master --password=x)" = "$text" ]
}

@test "wo-address --json prints a report" {
	address --json --account=1 --index=2
	[ "$(jq -r .address <<<"$output")" = "$(vectors | sed -n 's/^subaddress 1 2 //p')" ]
	[ "$(jq -c '[.account_index, .address_index, .network]' <<<"$output")" = '[1,2,"mainnet"]' ]
	address --json --payment-id=0123456789abcdef
	[ "$(jq -r .payment_id <<<"$output")" = 0123456789abcdef ]
}

@test "--qr prints the code of qr-show --text above the address" {
	address --qr --account=1 --index=2
	text=$(vectors | sed -n 's/^subaddress 1 2 //p')
	[ "$output" = "$(qr-show --text <<<"$text")"$'\n'"$text" ]
	address --qr --json
	fails_with 2
}

@test "an address beyond the look-ahead is recorded; one beyond the limit is refused" {
	before=$(sha256sum watch)
	address --account=49 --index=199
	[ "$(sha256sum watch)" = "$before" ]
	address --index=200
	[ "$status" -eq 0 ]
	[ "$(sha256sum watch)" != "$before" ]
	before=$(sha256sum watch)
	address --index=150
	address --index=200
	[ "$(sha256sum watch)" = "$before" ]
	address --index=4194304
	fails_with 1
	address --account=2000000
	fails_with 1
	[ "$(sha256sum watch)" = "$before" ]
}

@test "usage" {
	for options in --account=4294967295 --index=4294967295 --account=-1 --payment-id=0123 --payment-id=0123456789abcdeg \
		"--payment-id=0123456789abcdef --index=1" "--account=1 --account=1"; do
		# shellcheck disable=SC2086 # several options
		address $options
		fails_with 2
	done
}

@test "wo-balance of a new wallet is zero" {
	check "$tools/wo-balance" -w watch --password=x
	[ "$status" -eq 0 ]
	[[ ${lines[0]} =~ ^balance\ +0\.000000000000\ XMR$ ]]
	[[ ${lines[1]} =~ ^unlocked\ balance\ +0\.000000000000\ XMR$ ]]
	check "$tools/wo-balance" -w watch --password=x --json
	[ "$(jq -c '[.balance, .unlocked_balance, .reserved, .pending_out, .blocks_to_unlock, .height,
		.outputs_without_key_image, .amount_without_key_image, .per_account, .reservations]' <<<"$output")" = \
		'[0,0,0,0,0,0,0,0,[],[]]' ]
}

@test "wo-balance refuses the master wallet" {
	check "$tools/wo-balance" -w master --password=x
	[ "$status" -eq 3 ]
	[ -z "$output" ]
}

@test "a full or closed stdout is reported, and no file gets its descriptor" {
	before=$(sha256sum watch)
	for program in wo-address wo-balance "wo-balance --json"; do
		for sink in '>/dev/full' '>&-'; do
			status=0
			stderr=$(eval "$program -w watch --password=x 2>&1 $sink") || status=$?
			echo "$program $sink: $status, $stderr"
			[ "$status" -eq 7 ]
			[[ $stderr = "${program% *}: error: cannot write standard output: "* ]]
		done
	done
	[ "$(sha256sum watch)" = "$before" ]
}
