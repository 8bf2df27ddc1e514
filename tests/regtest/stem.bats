#!/usr/bin/env bats
# Two daemons that are connected to each other, that of the wallet with restricted RPC: while a transaction is in the stem
# phase of Dandelion++, such a daemon shows it in neither its pool nor by its hash. Paying again then pays twice.

bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"

setup_file() {
	RT_PEERS=127.0.0.1:9 paid_wallets one two three four five
}

teardown_file() {
	regtest_stop
}

# Whether the daemon of the wallet answers that it does not know transaction HASH.
is_hidden() {
	local answer
	answer=$(RT_DAEMON=$RT_RESTRICTED regtest_post get_transactions "{\"txs_hashes\":[\"$HASH\"]}") || return
	[ "$(jq -r '.missed_tx[]?' <<<"$answer")" = "$HASH" ]
}

# What the programs say of the payment that NAME just submitted, in files.
observe() {
	# The first look that does not find it begins the time; only a later one could end it.
	hot "$NAME" wo-sync --json >/dev/null || return
	hot "$NAME" wo-sync --json >"$FILES/sync" && cp "$FILES/stderr" "$FILES/sync.notes" || return
	RELEASED=0
	hot "$NAME" wo-transfer --release=1 || RELEASED=$?
	cp "$FILES/stderr" "$FILES/release.notes"
	hot_offline "$NAME" wo-history >"$FILES/history"
}

# In each epoch a node passes on by the stem or, in one case of five, by the fluff, which hides nothing; a new process begins
# another. The stem phase ends after some time: what was observed counts if the transaction was hidden before and after.
observe_a_hidden_payment() {
	for NAME in one two three four five; do
		regtest_disconnect
		regtest_connect || return
		OUR_DAEMON=$RT_RESTRICTED
		our_sync "$NAME" && our_send "$NAME" "$MINER" 1 || return
		if is_hidden; then
			observe || return
			! is_hidden || return 0
		fi
		echo "$NAME: the payment was not hidden all the time"
	done
	return 1
}

@test "a just submitted payment that the daemon hides is not released, and is mined" {
	observe_a_hidden_payment
	cat "$FILES/sync" "$FILES/sync.notes" "$FILES/release.notes"
	[ "$(jq -c '[.unseen_payments, .unknown_payments, .dropped_payments]' "$FILES/sync")" = "[1,0,0]" ]
	grep -q "payment 1 was submitted, and the daemon does not show it yet" "$FILES/sync.notes"
	run -1 grep -- "release" "$FILES/sync.notes"
	run -1 grep -- "release" "$FILES/history"
	[ "$RELEASED" = 1 ]
	grep -q "if you release it and pay again, you may pay twice" "$FILES/release.notes"
	[ "$(our_balance "$NAME")" = $((11 * XMR - FEE)) ]
	# The other daemon has it all the while, and mines it.
	local deadline=$((SECONDS + 300))
	until regtest_pool | grep -q "$HASH"; do
		((SECONDS < deadline))
		sleep 0.2
	done
	regtest_mine "$MINER" 1
	regtest_meet
	our_sync "$NAME"
	[ "$(hot_offline "$NAME" wo-history --json | jq -r '.transfers[] | select(.type == "out") | .tx_hash')" = "$HASH" ]
	[ "$(our_balance "$NAME")" = $((11 * XMR - FEE)) ]
}
