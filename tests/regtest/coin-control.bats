#!/usr/bin/env bats
# List, freeze and choose outputs. monero-wallet-rpc receives the payments, and has the same seed phrase in another wallet, "twin",
# which is the judge of amounts, fees, key images and frozen money.

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"

# The wallet "coins" has 1, 2, 3, 4 and 5 XMR at its primary address, and 0.2, 0.3 and 6 XMR at address 7.
setup_file() {
	chain_with_peer miner 90
	export FILES=$RT_DIR/ours
	peer_refresh
	our_new coins
	local at=$OUR_ADDRESS seven
	seven=$(hot_offline coins wo-address --index=7)
	peer_transfer "$at" $((1 * XMR)) "$at" $((2 * XMR)) "$at" $((3 * XMR)) "$at" $((4 * XMR)) "$at" $((5 * XMR)) \
		"$seven" $((XMR / 5)) "$seven" $((3 * XMR / 10)) "$seven" $((6 * XMR)) >/dev/null
	regtest_mine "$MINER" 10
	our_sync coins
	peer_restore twin "$(xargs <"$FILES/coins.seed")"
	peer_rpc set_daemon "{\"address\":\"$RT_DAEMON\",\"trusted\":true}" >/dev/null || true
	peer_refresh
	peer_open miner
}

teardown_file() {
	regtest_stop
}

# outputs FILTER [OPTION]...: of jq, over the array.
outputs() {
	hot_offline coins wo-outputs --json "${@:2}" | jq -c ".outputs | $1"
}

# key AMOUNT: the one-time key of the output of this many tenths of an XMR.
key() {
	outputs "map(select(.amount == $(($1 * XMR / 10)))) | .[0].pubkey" --all | tr -d '"'
}

# spent NAME: the amounts of the inputs of the composed payment, in tenths of an XMR, ascending.
spent() {
	outputs 'map(select(.state == "reserved") | .amount / 100000000000) | sort'
}

# console LINE...: of the watch-only wallet. What it prints is in stdout and stderr of $FILES.
console() {
	printf '%s\n' "$@" | "$tools/sneakernote" -w "$FILES/coins.watch" --password-file="$FILES/coins.password" \
		--daemon-address="$RT_DAEMON" >"$FILES/stdout" 2>"$FILES/stderr"
}

release_all() {
	hot coins wo-transfer --release-all
}

# fails STATUS TEXT COMMAND...: it exits with this status, and its error has the text.
fails() {
	local expected=$1 text=$2 status=0
	shift 2
	"$@" >/dev/null || status=$?
	[ "$status" -eq "$expected" ]
	grep -qF -- "$text" "$FILES/stderr" || { echo "no \"$text\" in: $(<"$FILES/stderr")"; return 1; }
}

@test "the list is that of the reference wallet" {
	peer_open twin
	peer_rpc incoming_transfers '{"transfer_type":"all","subaddr_indices":[]}' |
		jq -c '.transfers | map([.pubkey, .amount, .block_height, .subaddr_index, .tx_hash, .unlocked, .spent, .frozen]) | sort' >"$FILES/theirs"
	outputs 'map([.pubkey, .amount, .height, .subaddr_index, .tx_hash, .state == "unlocked", .state == "spent", .frozen]) | sort' >"$FILES/ours"
	[ "$(jq length "$FILES/ours")" = 8 ]
	diff <(jq -S . "$FILES/theirs") <(jq -S . "$FILES/ours")
	[ "$(outputs 'map([.subaddr_index.minor, .amount / 100000000000]) | sort')" = '[[0,10],[0,20],[0,30],[0,40],[0,50],[7,2],[7,3],[7,60]]' ]
	[ "$(outputs 'map(.amount / 100000000000) | sort' --subaddress=7)" = '[2,3,60]' ]
}

@test "frozen outputs are not spent: as much is left as in the reference wallet" {
	peer_open twin
	for amount in 50 60; do
		image=$(peer_rpc incoming_transfers '{"transfer_type":"available"}' |
			jq -r ".transfers[] | select(.amount == $((amount * XMR / 10))) | .key_image")
		peer_rpc freeze "{\"key_image\":\"$image\"}" >/dev/null
	done
	hot_offline coins wo-outputs --freeze="$(key 50)" --freeze="$(key 60)"
	[ "$(our_unlocked_balance coins)" = "$(peer_unlocked_balance)" ]
	[ "$(hot_offline coins wo-balance --json | jq .frozen)" = $((11 * XMR)) ]
	hot coins wo-transfer -o "$FILES/all" --sweep-all "$MINER" 2>/dev/null
	[ "$(spent)" = '[2,3,10,20,30,40]' ]
	rm "$FILES/all"
	release_all
	fails 1 "10.500000000000 XMR available" hot coins wo-transfer "$MINER" 10.499
	grep -q "hint: wo-outputs shows the frozen outputs" "$FILES/stderr"
	frozen=$(key 50)
	fails 1 "is frozen" hot coins wo-transfer --input="$frozen" "$MINER" 1
	grep -q "hint: thaw it first: wo-outputs --thaw=$frozen" "$FILES/stderr"
	for _ in 1 2 3; do
		hot coins wo-transfer "$MINER" 7 >/dev/null
		[ "$(outputs 'map(select(.frozen and .state != "frozen")) | length')" = 0 ]
		release_all
	done
}

@test "the console freezes and thaws, and its transfer chooses" {
	one=$(key 10)
	! console "outputs 0 7" "freeze $one" outputs "transfer --output=$FILES/console --input=$one $MINER 0.5" || return 1
	grep -q "^3 outputs, 6.500000000000 XMR" "$FILES/stdout"
	grep -q "^1 output frozen$" "$FILES/stdout"
	grep -q " frozen  *$one" "$FILES/stdout"
	grep -q "output $one is frozen" "$FILES/stderr"
	console "thaw $one" "transfer --output=$FILES/console --input=$one $MINER 0.5"
	[ "$(spent)" = '[10]' ]
	release_all
	hot_offline coins wo-outputs --thaw="$(key 50)" --thaw="$(key 60)"
	[ "$(hot_offline coins wo-balance --json | jq .frozen)" = 0 ]
}

@test "a payment spends only the chosen outputs, and the reference wallet agrees on amount and fee" {
	peer_open miner
	peer_refresh
	before=$(our_balance coins)
	our_send coins --input="$(key 20)" --input="$(key 10)" "$MINER" 2.5
	[ "$(jq '.transactions[0].inputs' "$FILES/coins.review")" = 2 ]
	regtest_mine "$MINER" 10
	peer_refresh
	[ "$(peer_received "$HASH" | cut -d ' ' -f 1)" = $((25 * XMR / 10)) ]
	our_sync coins
	[ "$(our_balance coins)" -eq $((before - 25 * XMR / 10 - FEE)) ]
	peer_open twin
	peer_refresh
	[ "$(peer_rpc get_transfer_by_txid "{\"txid\":\"$HASH\"}" | jq -c '[.transfer.amount, .transfer.fee]')" = "[$((25 * XMR / 10)),$FEE]" ]
	[ "$(peer_rpc incoming_transfers '{"transfer_type":"unavailable"}' | jq -c '.transfers | map(.amount) | sort')" = "[$XMR,$((2 * XMR))]" ]
	[ "$(outputs 'map(select(.state == "spent") | [.amount, .spent_by]) | sort' --all)" = "[[$XMR,\"$HASH\"],[$((2 * XMR)),\"$HASH\"]]" ]
	# The key image of a spent output is known, and names it.
	image=$(outputs 'map(select(.state == "spent")) | .[0].key_image' --all | tr -d '"')
	fails 1 "output $image is already spent" hot coins wo-transfer --input="$image" "$MINER" 0.1
}

@test "chosen outputs that do not suffice, or that cannot be spent" {
	fails 1 "insufficient funds in the chosen outputs of account 0: 3.000000000000 XMR available" \
		hot coins wo-transfer --input="$(key 30)" "$MINER" 3
	fails 1 "insufficient funds in the chosen outputs of account 0: 6.500000000000 XMR available" \
		hot coins wo-transfer --subaddress=7 "$MINER" 6.6
	fails 1 "belongs to account 0" hot coins wo-transfer --account=1 --input="$(key 30)" "$MINER" 1
	grep -q "hint: spend from this account: --account=0" "$FILES/stderr"
	fails 2 "named twice" hot coins wo-transfer --input="$(key 30)" --input="$(key 30)" "$MINER" 1
	fails 2 "is not the name of an output" hot coins wo-transfer --input=abc "$MINER" 1
	for options in "--input=a --subaddress=1 $MINER 1" "--sweep-all --input=a --below=1 $MINER" "--below=1 $MINER 1" \
		"--sweep-all --below=0 $MINER" "--sweep-all --below=x $MINER" "--subaddress=x $MINER 1" "--release=1 --input=a"; do
		# shellcheck disable=SC2086 # several options
		fails 2 "error: " hot coins wo-transfer $options
	done
	[ "$(hot_offline coins wo-balance --json | jq .reserved)" = 0 ]
}

@test "addresses, sweeps of chosen outputs and of small ones" {
	hot coins wo-transfer --subaddress=7,8 "$MINER" 6.1 >/dev/null
	[ "$(spent | jq -c 'inside([2,3,60])')" = true ]
	release_all
	hot coins wo-transfer --sweep-all --input="$(key 40)" "$MINER" >/dev/null
	[ "$(spent)" = '[40]' ]
	release_all
	hot coins wo-transfer --sweep-all --subaddress=7 "$MINER" >/dev/null
	[ "$(spent)" = '[2,3,60]' ]
	release_all
	our_send coins --sweep-all --below=0.4 "$MINER"
	[ "$(jq '.transactions[0].inputs' "$FILES/coins.review")" = 2 ]
	regtest_mine "$MINER" 1
	peer_open miner
	peer_refresh
	[ "$(peer_received "$HASH" | cut -d ' ' -f 1)" = $((XMR / 2 - FEE)) ]
}

@test "the estimate is the fee of the payment, or a little more, and nothing is asked about outputs" {
	recorder
	before=$(sha256sum <"$FILES/coins.watch")
	OUR_DAEMON=daemon.onion:18081 hot coins wo-transfer --proxy="$PROXY" --json --estimate --input="$(key 30)" "$MINER" 1 >"$FILES/estimate"
	[ "$(sha256sum <"$FILES/coins.watch")" = "$before" ]
	[ "$(grep -c get_fee_estimate "$REQUESTS")" -eq 1 ]
	! grep -E "get_outs|distribution|get_blocks|get_transactions" "$REQUESTS" || return 1
	[ "$(jq -c '[.estimates[] | .priority]' "$FILES/estimate")" = '[1,2,3,4]' ]
	[ "$(jq -c '[.estimates[] | .amount + .fee == .total, .total + .change_amount, .inputs] | unique' "$FILES/estimate")" = "[true,1,$((3 * XMR))]" ]
	for priority in 1 2 3 4; do
		fee=$(hot coins wo-transfer --json --max-fee=1 --priority=$priority --input="$(key 30)" "$MINER" 1 | jq .payments[0].fee)
		estimated=$(jq ".estimates[$((priority - 1))].fee" "$FILES/estimate")
		[ "$fee" -le "$estimated" ]
		[ "$fee" -ge $((estimated - estimated / 20)) ]
		release_all
	done
	hot coins wo-transfer --estimate "$MINER" 1 >"$FILES/text"
	[ "$(wc -l <"$FILES/text")" -eq 5 ]
	grep -q "^[12] (automatic) " "$FILES/text"
	fails 1 "insufficient funds" hot coins wo-transfer --estimate "$MINER" 1000
	fails 2 "cannot be used together" hot coins wo-transfer --estimate -o "$FILES/x" "$MINER" 1
	[ "$(hot_offline coins wo-balance --json | jq .reserved)" = 0 ]
}

# shares FEE: what two recipients have to pay of it.
shares() {
	echo "[$(($1 / 2 + $1 % 2)),$(($1 / 2))]"
}

@test "the recipients pay the fee, in the parts of the reference wallet" {
	peer_open miner
	peer_refresh
	one=$(peer_subaddress) two=$(peer_subaddress)
	theirs=$(peer_rpc transfer "{\"destinations\":[{\"address\":\"$one\",\"amount\":$((2 * XMR))},
		{\"address\":\"$two\",\"amount\":$XMR}],\"subtract_fee_from_outputs\":[0,1],\"do_not_relay\":true}")
	if [ "$(jq 'has("amounts_by_dest")' <<<"$theirs")" = true ]; then # since v0.18.3.0
		[ "$(jq -c "[$((2 * XMR)) - .amounts_by_dest.amounts[0], $XMR - .amounts_by_dest.amounts[1]]" <<<"$theirs")" = \
			"$(shares "$(jq .fee <<<"$theirs")")" ]
	fi
	# An odd fee: the first recipient pays one piconero more.
	our_send coins --subtract-fee --fee=0.009000000001 "$one" 2 "$two" 1
	[ "$(jq -c "[.transactions[0].destinations[] | .amount]" "$FILES/coins.review")" = "[$((2 * XMR - 4500000001)),$((XMR - 4500000000))]" ]
	regtest_mine "$MINER" 10
	peer_refresh
	[ "$(peer_received "$HASH" | cut -d ' ' -f 1,3 | sort)" = \
		"$(printf '%s\n' "$((2 * XMR - 4500000001)) $one" "$((XMR - 4500000000)) $two" | sort)" ]
	our_sync coins
	# All of it, without change.
	all=$(our_unlocked_balance coins)
	our_compose coins --subtract-fee "$one" "$(xmr "$all")"
	[ "$(jq -c '[.amount + .fee, .change_amount]' "$FILES/coins.review")" = "[$all,0]" ]
	[ "$(hot_offline coins wo-history --json | jq '.transfers[-1].amount')" = $((all - FEE)) ]
	release_all
	# An estimate for recipients who can pay only the fee of priority 1.
	fee=$(hot coins wo-transfer --json --estimate --priority=1 --subtract-fee "$one" 1 | jq .estimates[0].fee)
	[ "$(hot coins wo-transfer --json --estimate --subtract-fee "$one" "$(xmr $((fee * 2)))" | jq -c '[.estimates[] | .priority]')" = '[1]' ]
	fails 1 "the recipient gets dust" hot coins wo-transfer --estimate --subtract-fee "$one" "$(xmr $((fee + 1)))"
	fails 1 "would get nothing: of 0.000001000000 XMR" hot coins wo-transfer --subtract-fee "$one" 1 "$two" 0.000001
	fails 1 "the recipient gets dust" hot coins wo-transfer --subtract-fee --fee=0.02 "$one" 1 "$two" 0.010001
	fails 2 "the recipient of a sweep always pays the fee" hot coins wo-transfer --subtract-fee --sweep-all "$one"
	[ "$(hot coins wo-transfer --json --subtract-fee "$one" 1 | jq .fee_subtracted)" = true ]
	release_all
}

@test "freezes survive a rescan and a reorganization" {
	mapfile -t keys < <(outputs 'map(select(.state == "unlocked") | .pubkey) | .[0:2][]' | tr -d '"')
	hot_offline coins wo-outputs --freeze="${keys[0]}" --freeze="${keys[1]}"
	before=$(outputs 'map(select(.frozen) | .pubkey) | sort')
	[ "$(jq length <<<"$before")" = 2 ]
	hot coins sneakernote --resync-and-exit >/dev/null
	our_sync coins
	[ "$(outputs 'map(select(.frozen) | .pubkey) | sort')" = "$before" ]
	# The transactions with these outputs, and those that follow, return to the pool.
	height=$(regtest_rpc get_info | jq .height)
	regtest_pop $((height - 91))
	regtest_mine "$MINER" $((height - 90))
	[ "$(hot coins wo-sync --json | jq .reorganised)" = true ]
	[ "$(outputs 'map(select(.frozen) | .pubkey) | sort')" = "$before" ]
}
