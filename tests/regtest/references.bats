#!/usr/bin/env bats
# A request with a reference is not paid twice: by a job that runs twice, lost its file or its answer, or was killed.
# monero-wallet-rpc counts what arrives.

bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"
. "$BATS_TEST_DIRNAME/app.bash"

setup_file() {
	paid_wallets alice bob
	export PEER
	PEER=$(peer_subaddress)
	our_sync alice
	hot bob wo-sync >/dev/null
	printf '%s\n' "address,amount" "$PEER,0.5" "$PEER,0.25" >"$FILES/payout.csv"
}

teardown_file() {
	regtest_stop
}

# What the peer has received at its subaddress.
received() {
	peer_refresh
	peer_rpc get_transfers '{"in":true}' | jq "[.in[]? | select(.address == \"$PEER\") | .amount] | add // 0"
}

payout() {
	hot alice wo-transfer --reference=2026-11 --destinations="$FILES/payout.csv" "$@"
}

@test "a list that a job pays twice is paid once" {
	payout -o "$FILES/first"
	cp "$FILES/first" "$FILES/kept"
	# Before it is signed: the same file, at the same place, at another, and where it was lost.
	payout -o "$FILES/first"
	payout -o "$FILES/second"
	rm "$FILES/first"
	payout -o "$FILES/first"
	cmp "$FILES/kept" "$FILES/first"
	cmp "$FILES/kept" "$FILES/second"
	[ "$(hot_offline alice wo-balance --json | jq '.reservations | length')" = 1 ]
	echo other >"$FILES/third"
	run -1 payout -o "$FILES/third"
	[ "$(<"$FILES/third")" = other ]

	cold alice cold-sign --yes -o "$FILES/signed" "$FILES/first" >/dev/null
	rm "$FILES/first"
	payout -o "$FILES/first"
	cold alice cold-sign --yes -o "$FILES/signed-again" "$FILES/first" >/dev/null
	cmp "$FILES/signed" "$FILES/signed-again"

	hash=$(hot alice wo-submit "$FILES/signed")
	rm "$FILES/first"
	payout -o "$FILES/first"
	grep -F "payment 1 has this reference already: 0.750000000000 XMR" "$FILES/stderr"
	grep -F "submitted as $hash" "$FILES/stderr"
	[ ! -e "$FILES/first" ]
	[ "$(payout --json | jq -c '[.tx_hash, .repeated, .payments[0].state]')" = "[\"$hash\",true,\"submitted\"]" ]
	regtest_mine "$MINER" 10
	our_sync alice
	[ "$(payout --json | jq -r '.payments[0].state')" = confirmed ]
	[ "$(received)" = $((3 * XMR / 4)) ]
}

@test "another request with the reference is refused" {
	run -1 hot alice wo-transfer --reference=2026-11 -o "$FILES/other" "$PEER" 0.75
	[[ $output = *'reference "2026-11" belongs to payment 1, which is a different request'* ]]
	[ ! -e "$FILES/other" ]
	run -2 hot alice wo-transfer --reference=' x' -o "$FILES/other" "$PEER" 0.75
	[[ $output = *"--reference: the reference must have 1 to 64"* ]]
}

@test "after a release, the reference pays again" {
	hot alice wo-transfer --reference=tip -o "$FILES/tip" "$PEER" 0.1
	id=$(hot_offline alice wo-balance --json | jq '.reservations[0].id')
	hot alice wo-transfer --release="$id"
	rm "$FILES/tip"
	[ "$(hot alice wo-transfer --json --reference=tip "$PEER" 0.1 | jq ".repeated, .payments[0].id == $id")" = $'null\nfalse' ]
	hot alice wo-transfer --release-all
}

# The file would pay again what was released.
@test "a list of which one payment was released is not written again" {
	hot bob wo-sync >/dev/null
	{ echo address,amount; for _ in {1..20}; do echo "$PEER,0.01"; done; } >"$FILES/many.csv"
	hot bob wo-transfer --reference=many --destinations="$FILES/many.csv" -o "$FILES/many"
	hot bob wo-transfer --release=1
	rm "$FILES/many"
	run -1 hot bob wo-transfer --reference=many --destinations="$FILES/many.csv" -o "$FILES/many"
	[[ $output = *'reference "many": payment 1 is released and payment 2 is not'* ]]
	[[ $output = *'hint: release all of them'* ]]
	[ ! -e "$FILES/many" ]
	hot bob wo-transfer --release=2
	hot bob wo-transfer --reference=many --destinations="$FILES/many.csv" -o "$FILES/many"
	[ "$(hot_offline bob wo-balance --json | jq -c '[.reservations[].id]')" = '[3,4]' ]
	hot bob wo-transfer --release-all
}

@test "a client that lost the answer repeats its call" {
	local call='{"destinations":[{"address":"'$PEER'","amount":300000000000}],"reference":"order 9"}'
	app_start hot --wallet-file="$FILES/alice.watch" --password-file="$FILES/alice.password" --daemon-address="$RT_DAEMON"
	first=$(rpc_result hot transfer "$call")
	# The server is killed after the answer, and the client never got it.
	app_end hot KILL
	app_start hot --wallet-file="$FILES/alice.watch" --password-file="$FILES/alice.password" --daemon-address="$RT_DAEMON"
	again=$(rpc_result hot transfer "$call")
	[ "$(jq .repeated <<<"$again")" = true ]
	[ "$(jq .tx_unsigned_hex <<<"$first")" = "$(jq .tx_unsigned_hex <<<"$again")" ]
	[ "$(rpc hot transfer "${call/300000000000/300000000001}" | jq .error.code)" = -4 ]
	[ "$(rpc_result hot get_transfers '{"prepared":true}' | jq -c '[.prepared[].reference]')" = '["order 9"]' ]
	app_end hot TERM
	[ "$(hot_offline alice wo-history --json | jq -c '[.transfers[] | select(.type == "prepared").reference]')" = '["order 9"]' ]
	hot alice wo-transfer --release-all
}

@test "a master wallet with a daemon sends once" {
	local call='{"destinations":[{"address":"'$PEER'","amount":200000000000}],"reference":"order 10"}'
	before=$(received)
	app_start master --wallet-file="$FILES/bob.master" --password-file="$FILES/bob.master-password" --daemon-address="$RT_DAEMON"
	rpc_result master refresh >/dev/null
	hash=$(rpc_result master transfer "$call" | jq -r .tx_hash)
	again=$(rpc_result master transfer "$call")
	[ "$(jq -r .tx_hash <<<"$again")" = "$hash" ]
	[ "$(jq -c '[.repeated, .payments[0].state]' <<<"$again")" = '[true,"submitted"]' ]
	regtest_mine "$MINER" 1
	rpc_result master refresh >/dev/null
	[ "$(rpc_result master transfer "$call" | jq -r '.payments[0].state')" = confirmed ]
	app_end master TERM
	[ "$(received)" = $((before + XMR / 5)) ]
}

@test "more than 15 recipients over JSON-RPC" {
	local call
	regtest_mine "$MINER" 10
	before=$(received)
	call=$(jq -nc --arg to "$PEER" '{destinations: [range(20) | {address: $to, amount: (10000000000 + .)}], reference: "list"}')
	app_start master --wallet-file="$FILES/bob.master" --password-file="$FILES/bob.master-password" --daemon-address="$RT_DAEMON"
	rpc_result master refresh >/dev/null
	[[ $(rpc master transfer "$call" | jq -r .error.data.hint) = *transfer_split* ]]
	result=$(rpc_result master transfer_split "$call")
	[ "$(jq -c '[(.payments | length), (.tx_hash_list | length), .tx_hash]' <<<"$result")" = '[2,2,null]' ]
	[ "$(rpc_result master transfer_split "$call" | jq -c '[.payments[].tx_hash]')" = "$(jq -c .tx_hash_list <<<"$result")" ]
	app_end master TERM
	regtest_mine "$MINER" 1
	[ "$(received)" = $((before + 200000000000 + 190)) ]
}
