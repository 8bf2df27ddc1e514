#!/usr/bin/env bats
# What a wallet sees and what it cannot see: addresses far ahead, a restore height above the chain, a network upgrade that it does
# not know, and what a wallet that was rebuilt from its seed has lost. monero-wallet-rpc with the same keys says what is there.

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"

setup_file() {
	paid_wallets ahead jump high upgrade block rebuilt
}

teardown_file() {
	regtest_stop
}

# twin NAME: monero-wallet-rpc opens a wallet with the keys of ours.
twin() {
	peer_rpc restore_deterministic_wallet "$(jq -n --arg name "twin-$1" --arg seed "$(xargs <"$FILES/$1.seed")" \
		'{filename: $name, password: "", seed: $seed, restore_height: 0}')" >/dev/null || return
	echo "twin-$1" >"$RT_DIR/peer.open"
}

# Of each account that has something: its number and balance.
accounts_of_twin() {
	peer_refresh
	peer_rpc get_balance '{"all_accounts":true}' | jq -c '[.per_subaddress // [] | group_by(.account_index)[] |
		[.[0].account_index, (map(.balance) | add)]] | map(select(.[1] > 0))'
}

accounts_of() {
	hot_offline "$1" wo-balance --json | jq -c '[.per_account[] | [.account_index, .balance]] | map(select(.[1] > 0))'
}

# pay ADDRESS XMR [ADDRESS XMR]...: from the miner, in a block of its own.
pay() {
	peer_open miner
	peer_refresh
	peer_transfer "$@" >/dev/null
	regtest_mine "$MINER" 1
}

address() {
	hot_offline "$1" wo-address --account="$2" --index="$3"
}

resync() {
	our_run "$tools/sneakernote" --wallet-file="$FILES/$1.watch" --password-file="$FILES/$1.password" \
		--daemon-address="$RT_DAEMON" --resync-and-exit "${@:2}"
}

says() {
	grep -qF -- "$1" "$FILES/stderr" || { cat "$FILES/stderr"; return 1; }
}

@test "addresses beyond the look-ahead are scanned after they are shown, in both wallets" {
	our_sync ahead
	twin ahead
	for _ in {1..16}; do peer_rpc create_address '{"account_index":0,"count":64}' >/dev/null; done
	for _ in {1..60}; do peer_rpc create_account '{}' >/dev/null; done
	for at in "0 250" "0 1000" "60 0"; do
		read -r account index <<<"$at"
		text=$(address ahead "$account" "$index")
		[ "$text" = "$(peer_rpc get_address "{\"account_index\":$account,\"address_index\":[$index]}" |
			jq -r '.addresses[0].address')" ]
		to+=("$text" $((XMR + account + index)))
	done
	peer_rpc store >/dev/null
	pay "${to[@]}"
	regtest_mine "$MINER" 10
	our_sync ahead
	peer_open twin-ahead
	expected=$(accounts_of_twin)
	[ "$(accounts_of ahead)" = "$expected" ]
	[ "$(jq length <<<"$expected")" -eq 2 ]
	# Further on, within the look-ahead behind what received.
	hot_offline ahead wo-address --index=1150 >/dev/null
	! says "not scanned for all" || false
	# The signer signs for outputs there, knows the recipient as ours although it is far ahead, and takes the change back.
	our_compose ahead --account=60 "$(address ahead 0 1100)" 0.5
	[ "$(jq -c '[.. | objects | select(.own? == true) | .subaddr_index]' "$FILES/ahead.review")" = '[{"major":0,"minor":1100}]' ]
	our_sign ahead
	our_submit ahead
	regtest_mine "$MINER" 10
	our_sync ahead
	[ "$(accounts_of ahead)" = "$(accounts_of_twin)" ]
}

@test "100,000 addresses of one account are shown, scanned and spent" {
	start=$(date +%s%N)
	text=$(address jump 0 99999)
	our_sync jump
	pay "$text" "$XMR" "$(address jump 0 100150)" "$XMR"
	our_sync jump
	[ "$(our_balance jump)" = $((14 * XMR)) ]
	our_compose jump --sweep-all "$MINER"
	our_sign jump
	echo "# 100,000 addresses: two syncs, one payment and its signature took $((($(date +%s%N) - start) / 1000000)) ms" >&3
}

@test "an address that may have been paid before it was scanned gives a warning until a new scan" {
	twin jump
	peer_rpc create_address '{"account_index":0,"count":1}' >/dev/null
	our_new late
	our_sync late
	far=$(cold late wo-address --account=3 --index=5000)
	says "run this with the watch-only wallet, too: otherwise it does not scan for the address"
	pay "$far" "$XMR"
	our_sync late
	[ "$(our_balance late)" = 0 ]
	[ "$(address late 3 5000)" = "$far" ]
	says "run sneakernote --wallet-file=FILE --daemon-address=HOST:PORT --resync-and-exit"
	our_sync late
	[ "$(our_balance late)" = 0 ]
	hot_offline late wo-balance | grep -q "not scanned for all addresses.*--resync-and-exit"
	[ "$(hot_offline late wo-balance --json | jq .unscanned_below)" -gt 0 ]
	resync late
	[ "$(our_balance late)" = "$XMR" ]
	[ "$(hot_offline late wo-balance --json | jq .unscanned_below)" = 0 ]

	# The look-ahead as an option, which the file keeps.
	our_new wide
	our_sync wide
	further=$(cold wide wo-address --index=700)
	pay "$further" "$XMR"
	our_sync wide
	[ "$(our_balance wide)" = 0 ]
	run resync wide --subaddress-lookahead=10:700
	[ "$status" -eq 2 ]
	resync wide --subaddress-lookahead=50:800
	[ "$(our_balance wide)" = "$XMR" ]
	pay "$(cold wide wo-address --index=1400)" "$XMR"
	our_sync wide
	[ "$(our_balance wide)" = $((2 * XMR)) ]
}

@test "a look-ahead of 1,000 accounts and 1,000 addresses finds the last one, and moves on" {
	our_new broad
	our_sync broad
	far=$(cold broad wo-address --account=999 --index=999)
	pay "$far" "$XMR"
	our_sync broad
	[ "$(our_balance broad)" = 0 ]
	resync broad
	[ "$(our_balance broad)" = 0 ]
	resync broad --subaddress-lookahead=1000:1000
	[ "$(our_balance broad)" = "$XMR" ]
	[ "$(hot_offline broad wo-balance --json | jq .unscanned_below)" = 0 ]
	# Further on: 1,000 accounts beyond the one that received, and no more.
	pay "$(cold broad wo-address --account=1998 --index=999)" "$XMR"
	our_sync broad
	[ "$(our_balance broad)" = $((2 * XMR)) ]
	pay "$(cold broad wo-address --account=2997 --index=1000)" "$XMR"
	our_sync broad
	[ "$(our_balance broad)" = $((2 * XMR)) ]
	# A new scan keeps the look-ahead.
	resync broad
	[ "$(our_balance broad)" = $((2 * XMR)) ]
	run resync broad --subaddress-lookahead=1000:5000
	[ "$status" -ne 0 ]
	says "addresses"
}

@test "a restore height above the chain is refused, and can be lowered" {
	cold high cold-export -o "$FILES/above.watch" --watch-password-file="$FILES/high.password" --restore-height=99999999
	cp "$FILES/high.password" "$FILES/above.password"
	run hot above wo-sync
	[ "$status" -eq 1 ]
	says "restore height 99999999 is above the chain"
	says "--resync-and-exit --restore-height=N"
	hot_offline above wo-balance | grep -q "no block scanned yet"
	run resync above
	[ "$status" -eq 1 ]
	resync above --restore-height=5
	[ "$(our_balance above)" = $((12 * XMR)) ]
	# The time stamps of this chain are of today.
	resync above --restore-date="$(date -u +%F)"
	[ "$(our_balance above)" = $((12 * XMR)) ]
	run resync above --restore-date=2100-01-01
	[ "$status" -eq 2 ]
	# One that is too high drops nothing.
	run resync above --restore-height=99999999
	[ "$status" -eq 1 ]
	[ "$(our_balance above)" = $((12 * XMR)) ]
}

@test "if a daemon reports network upgrade 19, nothing is prepared or sent" {
	our_sync upgrade
	our_compose upgrade "$MINER" 1
	our_sign upgrade
	before=$(sha256sum <"$FILES/upgrade.watch")
	bad_daemon upgrade
	for program in "wo-transfer -o $FILES/none $MINER 1" "wo-submit $FILES/upgrade.signed"; do
		# shellcheck disable=SC2086 # words of a command
		run hot upgrade $program
		[ "$status" -eq 1 ]
		says "reports network upgrade 19"
		says "balances are incomplete and payments are disabled"
	done
	[ ! -e "$FILES/none" ]
	[ "$before" = "$(sha256sum <"$FILES/upgrade.watch")" ]
	regtest_mine "$MINER" 1
	run hot upgrade wo-sync
	[ "$status" -eq 1 ]
	says "reports network upgrade 19"
	# It may have lied: of that the file says nothing.
	unset OUR_DAEMON
	[ "$(hot_offline upgrade wo-balance --json | jq .needs_update)" = false ]
	our_sync upgrade
	our_submit upgrade
}

@test "a scanned block of version 19 prevents payments until another block replaces it" {
	our_sync block
	regtest_mine "$MINER" 3
	bad_daemon new-block
	run hot block wo-sync
	[ "$status" -eq 1 ]
	says "is of network upgrade 19"
	height=$(hot_offline block wo-balance --json | jq .height)
	[ "$height" -eq $(($(regtest_height) - 1)) ] # what is below is scanned
	[ "$(hot_offline block wo-balance --json | jq .needs_update)" = true ]
	hot_offline block wo-balance | head -n 1 | grep -q "balances are incomplete and payments are disabled"
	hot_offline block wo-history >/dev/null
	says "balances are incomplete and payments are disabled"
	for OUR_DAEMON in "$OUR_DAEMON" "$RT_DAEMON"; do
		run hot block wo-transfer -o "$FILES/none" "$MINER" 1
		[ "$status" -eq 1 ]
		says "balances are incomplete and payments are disabled"
	done
	[ ! -e "$FILES/none" ]
	printf 'balance\nstatus\ntransfer %s 1\n' "$MINER" | "$tools/sneakernote" --wallet-file="$FILES/block.watch" \
		--password-file="$FILES/block.password" --daemon-address="$RT_DAEMON" >"$FILES/console" 2>&1 || true
	grep -q "payments are disabled" "$FILES/console"
	# The daemon had lied.
	our_sync block
	[ "$(hot_offline block wo-balance --json | jq .needs_update)" = false ]
	our_send block "$MINER" 1
}

@test "a wallet rebuilt from the seed loses and keeps the documented data" {
	# Before: one payment made, one prepared and signed, an address far ahead shown.
	our_sync rebuilt
	our_send rebuilt "$MINER" 1
	first=$HASH
	regtest_mine "$MINER" 12
	our_sync rebuilt
	pay "$(address rebuilt 0 300)" $((2 * XMR))
	regtest_mine "$MINER" 10
	our_sync rebuilt
	hot_offline rebuilt wo-balance | grep -qE '^balance +[0-9.]+ XMR$' # it is sure
	balance=$(our_balance rebuilt)
	our_compose rebuilt "$MINER" 3
	our_sign rebuilt
	cp "$FILES/rebuilt.signed" "$FILES/old.signed"
	cp "$FILES/rebuilt.unsigned" "$FILES/old.unsigned"

	# Another machine, and nothing but the words.
	echo "again" >"$FILES/new.master-password"
	echo "again" >"$FILES/new.password"
	our_run "$tools/cold-new" -w "$FILES/new.master" --password-file="$FILES/new.master-password" \
		--seed-file="$FILES/rebuilt.seed" --restore-height=0 >/dev/null
	cold new cold-export -o "$FILES/new.watch" --watch-password-file="$FILES/new.password"
	says "ki-restore"
	our_sync new
	# The headline does not pass for a balance.
	hot_offline new wo-balance | grep -qE '^balance .* XMR at most, .* XMR at least: for the exact balance run ki-restore -w FILE --list$'
	! hot_offline new wo-balance | grep -qE '^(unlocked )?balance +[0-9.]+ XMR$' || false
	[ "$(hot_offline new wo-balance --json | jq .spent_outputs_known)" = false ]
	[ "$(our_balance new)" -ne "$balance" ]
	our_run "$tools/ki-restore" -w "$FILES/new.master" --password-file="$FILES/new.master-password" \
		--watch-only="$FILES/new.watch" --watch-password-file="$FILES/new.password"
	hot_offline new wo-balance | grep -qE '^balance +not known: blocks [0-9]+ to [0-9]+ must be scanned again: run wo-sync$'
	[ "$(hot_offline new wo-balance --json | jq .spent_outputs_known)" = false ]
	our_sync new
	[ "$(hot_offline new wo-balance --json | jq .spent_outputs_known)" = true ]
	# Lost: that address 300 was shown. It is within the look-ahead behind 199: found all the same.
	[ "$(our_balance new)" = "$balance" ]
	# Kept, since the chain has it: that something was paid, and the fee; lost: to whom.
	[ "$(hot_offline new wo-history --json | jq --arg hash "$first" '[.transfers[] | select(.tx_hash == $hash)] | length')" -ge 1 ]
	[ "$(hot_offline new wo-history --json | jq '[.transfers[].destinations // [] | .[]] | length')" -eq 0 ]
	# Lost: the reservation. The same outputs are paid with again, and the signer, whose journal is lost too, does not know
	# that they are double-spends; with its journal it refuses.
	[ "$(hot_offline new wo-balance --json | jq .reserved)" = 0 ]
	our_compose new --sweep-all "$MINER"
	cp "$FILES/new.unsigned" "$FILES/rebuilt.unsigned"
	run our_sign rebuilt
	[ "$status" -eq 1 ]
	our_sign new
	says "If this wallet signed before, restore the old journal first"
	# Of the two only one is mined: the rebuilt wallet takes the old signed file, and then refuses the new one.
	HASH=$(hot new wo-submit "$FILES/old.signed")
	run hot new wo-submit "$FILES/new.signed"
	[ "$status" -eq 1 ]
	says "already spent by transaction"
	regtest_mine "$MINER" 1
	our_sync new
	[ "$(hot_offline new wo-balance --json | jq .spent_outputs_known)" = true ]
}
