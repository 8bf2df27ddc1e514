#!/usr/bin/env bats
# wo-sync --follow on a private chain: events, other programs beside it, commands for events, and waiting.

bats_require_minimum_version 1.5.0

source "$BATS_TEST_DIRNAME/lib.bash"
source "$BATS_TEST_DIRNAME/wallets.bash"

setup_file() {
	paid_wallets alice
}

teardown_file() {
	regtest_stop
}

teardown() {
	end_follower
}

# follow [OPTION]...: start wo-sync of alice, or of WALLET, in the background. Sets FOLLOWER; its output is in $EVENTS.
follow() {
	EVENTS=$BATS_TEST_TMPDIR/events
	rm -f "$EVENTS" "$EVENTS.err"
	# In the background, the shell would let it ignore these signals.
	env --default-signal=HUP,INT,QUIT "$tools/wo-sync" -w "$FILES/${WALLET:-alice}.watch" --password-file="$FILES/alice.password" --daemon-address="$RT_DAEMON" \
		--interval=1 "$@" </dev/null >"$EVENTS" 2>"$EVENTS.err" 3>&- &
	FOLLOWER=$!
	until_text "$EVENTS.err" "at height"
}

end_follower() {
	[ -z "${FOLLOWER:-}" ] || kill -KILL "$FOLLOWER" 2>/dev/null || true
}

# until_text FILE TEXT [TIMES]
until_text() {
	local deadline=$((SECONDS + 20))
	until [ -e "$1" ] && [ "$(grep -cF -- "$2" "$1")" -ge "${3:-1}" ]; do
		((SECONDS < deadline)) || { echo "no \"$2\" in $1:" && cat "$1"; return 1; }
		sleep 0.05
	done
}

# event NAME: wait for an event, and print the last one of this name.
event() {
	until_text "$EVENTS" "\"event\":\"$1\"" "${2:-1}" && grep -F "\"event\":\"$1\"" "$EVENTS" | tail -n 1
}

# stop_follower SIGNAL: it ends with status 0.
stop_follower() {
	local status=0 deadline=$((SECONDS + 10))
	kill -"$1" "$FOLLOWER"
	while rt_is_alive "$FOLLOWER"; do
		((SECONDS < deadline)) || return 1
		sleep 0.05
	done
	wait "$FOLLOWER" || status=$?
	FOLLOWER=
	[ "$status" = 0 ]
}

@test "a receipt and a payment from the pool to unlocked, with the programs for payments beside it" {
	follow --follow --json
	address=$(hot_offline alice wo-address --account=0 --index=3)
	integrated=$(hot_offline alice wo-address --payment-id=00112233aabbccdd)
	hash=$(peer_transfer "$address" $((2 * XMR)))
	line=$(event unconfirmed)
	[ "$(jq -r .tx_hash <<<"$line")" = "$hash" ]
	[ "$(jq .amount <<<"$line")" = $((2 * XMR)) ]
	[ "$(jq -c '[.type, .height, .confirmations, .subaddr_index.minor]' <<<"$line")" = '["pool",0,0,3]' ]
	regtest_mine "$MINER" 1
	line=$(event received 2) # the 12 XMR of paid_wallets came before
	[ "$(jq -r .tx_hash <<<"$line")" = "$hash" ]
	[ "$(jq -r .address <<<"$line")" = "$address" ]
	[ "$(jq -c '[.height, .confirmations, .unlocked]' <<<"$line")" = "[$(($(regtest_height) - 1)),1,false]" ]

	# wo-transfer and wo-submit lock the wallet, too.
	our_compose alice --wait=10 "$MINER" 1
	our_sign alice
	HASH=$(hot alice wo-submit --wait=10 "$FILES/alice.signed")
	line=$(event submitted)
	[ "$(jq -r .tx_hash <<<"$line")" = "$HASH" ]
	[ "$(jq -c '[.type, .id, .fee]' <<<"$line")" = "[\"pending\",1,$FEE]" ]
	hash=$(peer_transfer "$integrated" "$XMR")
	event unconfirmed 2
	regtest_mine "$MINER" 1
	line=$(event confirmed)
	[ "$(jq -r .tx_hash <<<"$line")" = "$HASH" ]
	[ "$(jq -c '[.id, .height, .amount, .destinations[0].address]' <<<"$line")" = \
		"[1,$(($(regtest_height) - 1)),$XMR,\"$MINER\"]" ]
	line=$(event received 3)
	[ "$(jq -c '[.tx_hash, .payment_id]' <<<"$line")" = "[\"$hash\",\"00112233aabbccdd\"]" ]

	regtest_mine "$MINER" 9
	until_text "$EVENTS" '"event":"unlocked"' 3
	stop_follower TERM
	[ "$(jq -s 'map(select(.event == "received").amount) | add' "$EVENTS")" = $((15 * XMR)) ]
	[ "$(jq -s 'map(select(.event == "unlocked").amount) | add' "$EVENTS")" = $((15 * XMR)) ]
	[ "$(jq -r .event "$EVENTS" | sort | uniq -c | awk '{ printf "%s%s ", $2, $1 }')" = \
		"confirmed1 received3 submitted1 unconfirmed2 unlocked3 " ]
	# Another run reports nothing of this again.
	follow --follow --json
	stop_follower INT
	[ ! -s "$EVENTS" ]
	[ "$(our_balance alice)" = $((14 * XMR - FEE)) ]
}

@test "a command runs for each event, in order, without secrets, descriptors and signals of wo-sync" {
	cat >"$BATS_TEST_TMPDIR/on-event" <<-END
		{ jq -c '[.event, .amount]'; } >>"$BATS_TEST_TMPDIR/ran"
		tr '\\0' ' ' </proc/\$\$/cmdline >>"$BATS_TEST_TMPDIR/seen"
		env >>"$BATS_TEST_TMPDIR/seen"
		ls -l /proc/\$\$/fd >"$BATS_TEST_TMPDIR/descriptors"
		grep -E '^Sig(Blk|Ign)' /proc/self/status >"$BATS_TEST_TMPDIR/signals"
		# The wallet is free.
		"$tools/wo-transfer" -w "$FILES/alice.watch" --password-file="$FILES/alice.password" \\
			--daemon-address=127.0.0.1:1 --release=99 2>"$BATS_TEST_TMPDIR/release.err"
		exit 3
	END
	chmod +x "$BATS_TEST_TMPDIR/on-event"
	follow --follow --exec="sh '$BATS_TEST_TMPDIR/on-event'"
	peer_transfer "$(hot_offline alice wo-address)" $((2 * XMR)) >/dev/null
	until_text "$EVENTS.err" 'failed for the event "unconfirmed", with exit status 3'
	regtest_mine "$MINER" 1
	until_text "$EVENTS.err" 'failed for the event "received", with exit status 3'
	until_text "$EVENTS" "received: 2.000000000000 XMR at address 0/0, height"
	stop_follower TERM
	[ "$(tail -n 2 "$BATS_TEST_TMPDIR/ran" | tr '\n' ' ')" = '["unconfirmed",2000000000000] ["received",2000000000000] ' ]
	run grep -F "$(<"$FILES/alice.password")" "$BATS_TEST_TMPDIR/seen"
	[ "$status" = 1 ]
	grep -F "/memfd:event" "$BATS_TEST_TMPDIR/descriptors"
	run grep -E "socket:|alice" "$BATS_TEST_TMPDIR/descriptors"
	[ "$status" = 1 ]
	while read -r _ mask; do
		(((16#$mask & 0x1005007) == 0)) # SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXFSZ
	done <"$BATS_TEST_TMPDIR/signals"
	run grep "in use" "$BATS_TEST_TMPDIR/release.err"
	[ "$status" = 1 ]
}

@test "a command runs, although the parent process ignores SIGCHLD" {
	follow --follow --exec="jq -r .event >>'$BATS_TEST_TMPDIR/ran'"
	stop_follower TERM
	EVENTS=$BATS_TEST_TMPDIR/events
	env --ignore-signal=CHLD --default-signal=HUP,INT,QUIT "$tools/wo-sync" -w "$FILES/alice.watch" \
		--password-file="$FILES/alice.password" --daemon-address="$RT_DAEMON" --interval=1 --follow \
		--exec="jq -r .event >>'$BATS_TEST_TMPDIR/ran'; exit 3" </dev/null >"$EVENTS" 2>"$EVENTS.err" 3>&- &
	FOLLOWER=$!
	until_text "$EVENTS.err" "at height"
	peer_transfer "$(hot_offline alice wo-address)" "$XMR" >/dev/null
	until_text "$BATS_TEST_TMPDIR/ran" unconfirmed
	until_text "$EVENTS.err" 'failed for the event "unconfirmed", with exit status 3'
	regtest_mine "$MINER" 1
	until_text "$BATS_TEST_TMPDIR/ran" received
	stop_follower TERM
}

@test "waiting for a transaction, and for unlocked money" {
	HASH=$(peer_transfer "$(hot_offline alice wo-address --account=1 --index=0)" $((5 * XMR)))
	regtest_mine "$MINER" 1
	height=$(($(regtest_height) - 1))
	run --separate-stderr hot alice wo-sync --until-confirmed="$HASH" --confirmations=3 --timeout=1
	[ "$status" = 1 ]
	[ -z "$output" ]
	# shellcheck disable=SC2154 # bats sets it
	[[ $stderr = *"timed out: transaction $HASH has 1 of 3 confirmations"* ]]
	run --separate-stderr hot alice wo-sync --until-unlocked=5 --account=1 --timeout=1
	[ "$status" = 1 ]
	[[ $stderr = *"timed out: account 1 has 0.000000000000 XMR unlocked, not 5.000000000000 XMR"* ]]
	run --separate-stderr hot alice wo-sync --until-confirmed="${HASH//[0-9]/f}" --timeout=1
	[ "$status" = 1 ]
	[[ $stderr = *"is unknown to the wallet"* ]]

	follow --until-confirmed="$HASH" --confirmations=3 --timeout=60 --json
	regtest_mine "$MINER" 2
	wait "$FOLLOWER"
	[ "$(<"$EVENTS")" = "{\"event\":\"reached\",\"tx_hash\":\"$HASH\",\"height\":$height,\"confirmations\":3}" ]
	regtest_mine "$MINER" 7
	run hot alice wo-sync --until-unlocked=5 --account=1 --timeout=60
	[ "$status" = 0 ]
	[[ $output = *"account 1 has 5.000000000000 XMR unlocked"* ]]

	# A signal is no success.
	follow --until-confirmed="$HASH" --confirmations=1000
	kill -TERM "$FOLLOWER"
	status=0
	wait "$FOLLOWER" || status=$?
	[ "$status" = 143 ]
	grep -F "interrupted: transaction $HASH has 10 of 1000 confirmations" "$EVENTS.err"
}

@test "the console watches and waits" {
	HASH=$(peer_transfer "$(hot_offline alice wo-address)" $((2 * XMR)))
	regtest_mine "$MINER" 1
	EVENTS=$BATS_TEST_TMPDIR/events
	echo watch | "$tools/sneakernote" -w "$FILES/alice.watch" --password-file="$FILES/alice.password" \
		--daemon-address="$RT_DAEMON" >"$EVENTS" 2>"$EVENTS.err" 3>&- &
	FOLLOWER=$!
	until_text "$EVENTS" "received: 2.000000000000 XMR at address 0/0, height $(($(regtest_height) - 1)), 1 confirmation, tx_hash $HASH"
	stop_follower TERM
	[ ! -s "$EVENTS.err" ]
	hot_wait() {
		echo "wait $1 $2" | "$tools/sneakernote" -w "$FILES/alice.watch" --password-file="$FILES/alice.password" \
			--daemon-address="$RT_DAEMON"
	}
	run -0 hot_wait "$HASH" 1
	[[ $output = "transaction $HASH has 1 confirmation, in the block at height "* ]]
	run -2 --separate-stderr hot_wait "${HASH%?}" 1
	[[ $stderr = *"TXID is a transaction hash, 64 hexadecimal digits"* ]]
}

@test "another password ends it" {
	cp "$FILES/alice.watch" "$FILES/other.watch"
	cp "$FILES/alice.password" "$FILES/other.password"
	cp "$FILES/alice.watch.outkey2ki" "$FILES/other.watch.outkey2ki"
	WALLET=other follow --follow
	echo another >"$FILES/new-password"
	until our_run "$tools/wallet-passwd" -w "$FILES/other.watch" --password-file="$FILES/other.password" \
		--new-password-file="$FILES/new-password"; do
		[ "$SECONDS" -lt 600 ]
	done
	status=0
	wait "$FOLLOWER" || status=$?
	[ "$status" = 4 ]
	grep -F "the password of $FILES/other.watch was changed meanwhile" "$EVENTS.err"
}

@test "a reorganization removes a receipt, and the next block has it again" {
	follow --follow --json
	hash=$(peer_transfer "$(hot_offline alice wo-address)" $((3 * XMR)))
	regtest_mine "$MINER" 1
	event received
	height=$(($(regtest_height) - 1))
	regtest_pop 1
	regtest_flush_pool
	regtest_mine "$MINER" 2
	[ "$(event reorganized)" = "{\"event\":\"reorganized\",\"height\":$height}" ]
	[ "$(jq -c '[.tx_hash, .height, .amount]' < <(event removed))" = "[\"$hash\",$height,$((3 * XMR))]" ]
	stop_follower INT
	[ "$(jq -s 'map(select(.event == "received").amount) | add' "$EVENTS")" = $((3 * XMR)) ]
}

@test "a daemon that is away is reported once, and again when it is back" {
	port=${RT_DAEMON#*:}
	follow --follow
	pid=$(<"$RT_DIR/pids/monerod")
	regtest_post stop_daemon >/dev/null
	until ! rt_is_alive "$pid"; do sleep 0.1; done
	until_text "$EVENTS.err" "trying again"
	sleep 2.5
	rt_monerod "$port" --rpc-ssl disabled --keep-fakechain </dev/null >"$RT_DIR/monerod.out" 2>&1 3>&- &
	echo $! >"$RT_DIR/pids/monerod"
	until_text "$EVENTS.err" "is back"
	[ "$(grep -c "trying again" "$EVENTS.err")" = 1 ]
	[ "$(grep -c "is back" "$EVENTS.err")" = 1 ]
	stop_follower TERM
}
