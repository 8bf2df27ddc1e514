#!/usr/bin/env bats
# The chain under the wallet: what is in no block yet, what blocks take in, and what they give back when they are
# replaced. The pool is a real daemon's.
bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"

setup_file() {
	paid_wallets own lost given forked rival
	our_new receiver # has nothing yet
	peer_refresh
}

teardown_file() {
	regtest_stop
}

# holds NAME BALANCE PENDING-IN UNCONFIRMED PENDING-OUT
holds() {
	local is
	is=$(hot_offline "$1" wo-balance --json | jq -c '[.balance, .pending_in, .unconfirmed_in, .pending_out]')
	[ "$is" = "[$2,$3,$4,$5]" ] || { echo "$1 holds $is, should be [$2,$3,$4,$5]"; return 1; }
}

# shows NAME TYPE...: the types of all its transfers, in order.
shows() {
	local name=$1 is
	shift
	is=$(hot_offline "$name" wo-history --json | jq -r '[.transfers[].type] | join(" ")')
	[ "$is" = "$*" ] || { echo "$name shows '$is', should be '$*'"; return 1; }
}

# size_of NAME: of its file.
size_of() {
	stat -c %s "$FILES/$1.watch"
}

@test "a payment to us is unconfirmed while it is in the pool, and nothing of it counts" {
	our_sync receiver
	address=$(hot_offline receiver wo-address --account=0 --index=3)
	integrated=$(hot_offline receiver wo-address --payment-id=1122334455667788)
	one=$(peer_transfer "$address" $((2 * XMR)) "$address" $((3 * XMR)))
	peer_transfer "$integrated" $((7 * XMR)) >/dev/null
	our_sync receiver
	holds receiver 0 $((12 * XMR)) $((12 * XMR)) 0
	shows receiver pool pool
	hot_offline receiver wo-history --json >"$FILES/history"
	jq -e --arg hash "$one" --arg address "$address" \
		'.transfers[] | select(.tx_hash == $hash) | .amount == 5000000000000 and .address == $address and .height == 0' \
		"$FILES/history"
	jq -e '.transfers[] | select(.payment_id == "1122334455667788") | .amount == 7000000000000' "$FILES/history"
	hot_offline receiver wo-history | grep -q "unconfirmed"
	hot_offline receiver wo-balance | grep -qE "^  unconfirmed +12\.000000000000 XMR$"
	[ "$(hot_offline receiver wo-history --in --csv | grep -c ',pool,')" = 2 ]
	run hot receiver wo-transfer -o "$FILES/none" "$MINER" 1
	[ "$status" -eq 1 ]

	# Looking again changes nothing, and writes nothing.
	size=$(size_of receiver)
	first=$(jq -c '[.transfers[].timestamp]' "$FILES/history")
	our_sync receiver
	[ "$(size_of receiver)" = "$size" ]
	[ "$(hot_offline receiver wo-history --json | jq -c '[.transfers[].timestamp]')" = "$first" ]

	regtest_mine "$MINER" 1
	our_sync receiver
	holds receiver $((12 * XMR)) 0 0 0
	shows receiver in in
}

@test "a transaction that the pool drops is no longer reported" {
	peer_refresh
	peer_transfer "$(hot_offline receiver wo-address)" $((2 * XMR)) >/dev/null
	our_sync receiver
	holds receiver $((12 * XMR)) $((2 * XMR)) $((2 * XMR)) 0
	regtest_flush_pool
	our_sync receiver
	holds receiver $((12 * XMR)) 0 0 0
	shows receiver in in
}

@test "payments to us in a replaced block return to the pool or disappear" {
	regtest_pop 1
	regtest_mine "$MINER" 1 # with them
	our_sync receiver
	holds receiver $((12 * XMR)) 0 0 0
	regtest_pop 1
	[ "$(regtest_pool | wc -l)" = 2 ]
	our_sync receiver # the daemon is behind, by a block that nothing has replaced yet
	holds receiver $((12 * XMR)) 0 0 0
	regtest_flush_pool
	regtest_mine "$MINER" 2
	our_sync receiver
	holds receiver 0 0 0 0
	shows receiver
}

@test "our own payment in the pool is pending: its change counts once" {
	our_sync own
	our_send own "$MINER" 1
	own=$HASH
	change=$((12 * XMR - XMR - FEE))
	our_sync own
	[ "$(hot_offline own wo-history --json | jq '.transfers | length')" = 2 ]
	shows own in pending
	pending=$(hot_offline own wo-balance --json | jq .pending_in)
	holds own "$change" "$pending" 0 $((XMR + FEE))
	regtest_mine "$MINER" 1
	our_sync own
	holds own "$change" 0 0 0
	shows own in out
	# Another block in the place of that one, without it: submitted, and not known any more.
	regtest_pop 1
	regtest_flush_pool
	regtest_mine "$MINER" 2
	output=$(hot own wo-sync --json)
	[ "$(jq -c '[.reorganised, .unseen_payments, .unknown_payments, .dropped_payments]' <<<"$output")" = "[true,1,0,0]" ]
	holds own "$change" "$pending" 0 $((XMR + FEE))
	shows own in pending
	[ "$(hot own wo-submit "$FILES/own.signed")" = "$own" ]
	regtest_mine "$MINER" 1
	our_sync own
	holds own "$change" 0 0 0
}

@test "without key images, a payment is known by its hash, and its change counts once" {
	our_sync lost
	our_send lost "$MINER" 1
	change=$((12 * XMR - XMR - FEE))
	regtest_mine "$MINER" 1
	rm "$FILES/lost.watch.outkey2ki"
	our_run "$tools/sneakernote" --wallet-file="$FILES/lost.watch" --password="$(<"$FILES/lost.password")" \
		--resync-and-exit --daemon-address="$RT_DAEMON" >/dev/null
	holds lost "$change" 0 0 0
	shows lost in out
	regtest_pop 1
	regtest_flush_pool
	regtest_mine "$MINER" 2
	our_sync lost
	shows lost in pending
	[ "$(hot_offline lost wo-balance --json | jq .balance)" = "$change" ]
	# Repaired, and mined after all.
	our_run "$tools/ki-restore" -w "$FILES/lost.master" --password-file="$FILES/lost.master-password" \
		--watch-only="$FILES/lost.watch" --watch-password-file="$FILES/lost.password"
	our_sync lost
	[ "$(hot lost wo-submit "$FILES/lost.signed")" = "$HASH" ]
	regtest_mine "$MINER" 1
	our_sync lost
	holds lost "$change" 0 0 0
	shows lost in out
}

@test "a dropped payment releases its outputs, and is confirmed if a block contains it" {
	our_sync given
	our_send given "$MINER" 1
	given=$HASH change=$((12 * XMR - XMR - FEE))
	raw=$(regtest_post get_transactions "{\"txs_hashes\":[\"$HASH\"]}" | jq -r '.txs[0].as_hex')
	regtest_flush_pool
	output=$(hot given wo-sync --json)
	[ "$(jq -c '[.unseen_payments, .unknown_payments, .dropped_payments]' <<<"$output")" = "[1,0,0]" ]
	hot given wo-transfer --release=1 --even-if-pending
	holds given $((12 * XMR)) 0 0 0
	shows given in released
	our_compose given "$MINER" 11
	hot given wo-transfer --release=2
	regtest_post send_raw_transaction "{\"tx_as_hex\":\"$raw\"}" | jq -e '.status == "OK"'
	regtest_mine "$MINER" 1
	our_sync given
	holds given "$change" 0 0 0
	hot_offline given wo-history --json | jq -e --arg hash "$given" '.transfers[] | select(.tx_hash == $hash) | .type == "out"'
}

@test "a reorganisation that removes a conflicting transaction makes the payment pending again" {
	our_sync rival
	local file
	for file in watch password master master-password; do cp -a "$FILES/rival.$file" "$FILES/copy.$file"; done
	our_send rival "$MINER" 9
	raw=$(regtest_post get_transactions "{\"txs_hashes\":[\"$HASH\"]}" | jq -r '.txs[0].as_hex')
	change=$((12 * XMR - 9 * XMR - FEE)) out=$((9 * XMR + FEE))
	regtest_flush_pool
	our_send copy "$MINER" 10
	regtest_mine "$MINER" 1
	our_sync rival
	shows rival in out released
	regtest_pop 1
	regtest_flush_pool
	regtest_mine "$MINER" 2
	our_sync rival
	holds rival "$change" "$change" 0 "$out"
	shows rival in pending
	regtest_post send_raw_transaction "{\"tx_as_hex\":\"$raw\"}" | jq -e '.status == "OK"'
	regtest_mine "$MINER" 1
	our_sync rival
	holds rival "$change" 0 0 0
}

@test "a chain that forks below the first payment returns everything to the earlier state" {
	our_sync forked
	our_send forked "$MINER" 1
	change=$((12 * XMR - XMR - FEE))
	regtest_mine "$MINER" 1
	our_sync forked
	holds forked "$change" 0 0 0
	height=$(regtest_height)
	regtest_pop $((height - 85))
	regtest_flush_pool
	# Behind by all of it, and then for a while on another fork that is shorter than what we saw.
	output=$(hot forked wo-sync --json)
	[ "$(jq -c '[.height, .daemon_height, .reorganised]' <<<"$output")" = "[$height,85,false]" ]
	holds forked "$change" 0 0 0
	regtest_mine "$MINER" 5
	output=$(hot forked wo-sync --json)
	[ "$(jq -c '[.height, .reorganised, .fork_height]' <<<"$output")" = "[90,true,85]" ]
	shows forked pending
	[ "$(hot_offline forked wo-balance --json | jq -c '[.height, .unlocked_balance, .outputs_without_key_image]')" = "[90,0,0]" ]
	our_sync given
	our_sync receiver
	holds receiver 0 0 0 0
	# A payment of ours whose inputs are gone cannot come back by itself: it is given up, before it counts as missing.
	hot forked wo-transfer --release=1 --even-if-pending
	holds forked 0 0 0 0
	shows forked released
}

# resync NAME [OPTION]...
resync() {
	local name=$1
	shift
	our_run "$tools/sneakernote" --wallet-file="$FILES/$name.watch" --password="$(<"$FILES/$name.password")" \
		--resync-and-exit --daemon-address="$RT_DAEMON" "$@"
}

# The blocks of this chain are of now: the daemon is not behind, another chain has taken over.
@test "--resync-and-exit with a shorter chain ends with the balance of that chain" {
	our_sync own
	before=$(hot_offline own wo-balance --json | jq -c '[.balance, .pending_out]')
	regtest_pop 3
	regtest_flush_pool
	resync own
	height=$(hot_offline own wo-balance --json | jq .height)
	[ "$(hot_offline own wo-balance --json | jq -c '[.rescan_to, .spent_outputs_known]')" = "[0,true]" ]
	hot_offline own wo-balance | grep -q "scanned up to height $height"
	regtest_mine "$MINER" 3
	our_sync own
	[ "$(hot_offline own wo-balance --json | jq -c '[.balance, .pending_out]')" = "$before" ]
}

# The lowest block with an output of the wallet.
block_of_first() {
	hot_offline "$1" wo-history --json | jq '[.transfers[] | select(.type == "in").height] | min'
}

@test "--resync-and-exit refuses a height above a block that spends an input of a submitted payment" {
	our_new beaten
	peer_refresh
	peer_transfer "$OUR_ADDRESS" $((5 * XMR)) >/dev/null
	regtest_mine "$MINER" 10
	our_sync beaten
	for file in "$FILES"/beaten.*; do
		cp "$file" "$FILES/double.${file#"$FILES"/beaten.}"
	done
	our_compose beaten "$MINER" 1
	our_sign beaten
	our_submit beaten
	regtest_flush_pool
	our_compose double "$MINER" 2
	our_sign double
	our_submit double
	regtest_mine "$MINER" 1
	our_sync beaten
	shows beaten in out released
	size=$(size_of beaten)
	received=$(block_of_first beaten)
	run -1 resync beaten --restore-height=$((received + 1))
	[[ $output = *"may be in any block from block $received on"*"hint: use --restore-height=$received or a lower height" ]]
	[ "$(size_of beaten)" = "$size" ]
	resync beaten --restore-height="$received"
}

@test "--resync-and-exit refuses a height above a payment that a block contains, contained or may contain" {
	our_new late
	peer_refresh
	peer_transfer "$OUR_ADDRESS" $((5 * XMR)) >/dev/null
	regtest_mine "$MINER" 10
	our_sync late
	our_compose late "$MINER" 1
	our_sign late
	our_submit late
	received=$(block_of_first late)
	run -1 resync late --restore-height=$((received + 1))
	[[ $output = *"may be in any block from block $received on"*"hint: use --restore-height=$received or a lower height" ]]
	regtest_mine "$MINER" 1
	our_sync late
	height=$(hot_offline late wo-history --json | jq '[.transfers[] | select(.type == "out" and .id).height] | max')
	size=$(size_of late)
	run -1 resync late --restore-height=$((height + 1))
	[[ $output = *"is in block $height"*"hint: use --restore-height=$height or a lower height" ]]
	[ "$(size_of late)" = "$size" ]
	# Blocks without the payment, which are replaced later, are no lower bound either.
	regtest_pop 2
	regtest_flush_pool
	regtest_mine "$MINER" 3
	resync late
	run -1 resync late --restore-height="$height"
	[[ $output = *"may be in any block from block $received on"*"hint: use --restore-height=$received or a lower height" ]]
	regtest_pop 3
	regtest_mine "$MINER" 1
	our_submit late
	regtest_mine "$MINER" 3
	resync late --restore-height="$received"
	shows late in out
}
