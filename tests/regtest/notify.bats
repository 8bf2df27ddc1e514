#!/usr/bin/env bats
# sneakernote --tx-notify and --block-notify on a private chain: commands and URLs, receivers that are down, kill -9.

bats_require_minimum_version 1.5.0

source "$BATS_TEST_DIRNAME/lib.bash"
source "$BATS_TEST_DIRNAME/wallets.bash"
source "$BATS_TEST_DIRNAME/app.bash"

setup_file() {
	paid_wallets alice
	mkdir "$RT_DIR/app"
	# note FILE HASH: append the hash and the notice on standard input.
	cat >"$RT_DIR/note" <<-'END'
		#!/bin/sh
		printf '%s %s\n' "$2" "$(cat)" >>"$1"
	END
	# note-if FILE HASH: the same, if the file FILE.open exists.
	cat >"$RT_DIR/note-if" <<-'END'
		#!/bin/sh
		[ -e "$1.open" ] || { echo >>"$1.failed"; exit 7; }
		printf '%s %s\n' "$2" "$(cat)" >>"$1"
	END
	# note-second FILE HASH: the same for the second delivery of a notice. The first one hangs.
	cat >"$RT_DIR/note-second" <<-'END'
		#!/bin/sh
		notice=$(cat)
		if mkdir "$1.$(echo "$notice" | tr -dc a-z0-9)" 2>/dev/null; then
			echo $$ >"$1.hangs.new" && mv "$1.hangs.new" "$1.hangs"
			exec sleep 3600
		fi
		printf '%s %s\n' "$2" "$notice" >>"$1"
	END
	chmod +x "$RT_DIR/note" "$RT_DIR/note-if" "$RT_DIR/note-second"
	# The wallet is new: its first payment is noticed, its first blocks are not.
	shop --tx-notify="$RT_DIR/note $RT_DIR/first %s" --block-notify="$RT_DIR/note $RT_DIR/first-blocks %s"
	refresh
	until_lines "$RT_DIR/first" 1
	sleep 1
	app_end shop
}

teardown_file() {
	regtest_stop
}

setup() {
	TXS=$BATS_TEST_TMPDIR/txs BLOCKS=$BATS_TEST_TMPDIR/blocks
}

teardown() {
	end_receiver
	! app_is_running shop || app_end shop KILL
}

# shop OPTION...: the server of alice.
shop() {
	app_start shop -w "$FILES/alice.watch" --password-file="$FILES/alice.password" --daemon-address="$RT_DAEMON" \
		--log-level=2 --log-file="$RT_DIR/shop.log" "$@"
}

refresh() {
	rpc_result shop refresh >/dev/null
}

# receiver PORT FILE [STATUS]: start one in the background.
receiver() {
	"${SN_BUILDDIR:-$BATS_TEST_DIRNAME/../..}/tests/regtest/receiver" "$@" </dev/null 3>&- &
	RECEIVER=$!
	until rt_process_listens "$RECEIVER" "$1"; do
		rt_is_alive "$RECEIVER" || return
		sleep 0.02
	done
}

end_receiver() {
	[ -z "${RECEIVER:-}" ] || kill -KILL "$RECEIVER" 2>/dev/null || true
	[ -z "${RECEIVER:-}" ] || wait "$RECEIVER" 2>/dev/null || true
	RECEIVER=
}

# until_lines FILE COUNT
until_lines() {
	local deadline=$((SECONDS + 30))
	until [ -e "$1" ] && (($(wc -l <"$1") >= $2)); do
		((SECONDS < deadline)) || { echo "fewer than $2 lines:" && cat "$1"; return 1; }
		sleep 0.05
	done
}

until_text() {
	local deadline=$((SECONDS + 30))
	until grep -qF -- "$2" "$1"; do
		((SECONDS < deadline)) || { echo "no \"$2\" in $1" && cat "$1"; return 1; }
		sleep 0.05
	done
}

pay() {
	peer_transfer "$(hot_offline alice wo-address)" "$XMR"
}

block_hash() {
	regtest_rpc get_block_header_by_height "{\"height\":$1}" | jq -r .block_header.hash
}

@test "a command runs for a transaction in the pool, for it in a block, and for each block" {
	shop --tx-notify="$RT_DIR/note $TXS %s" --block-notify="$RT_DIR/note $BLOCKS %s"
	[ "$(wc -l <"$RT_DIR/first")" = 1 ]
	[ ! -e "$RT_DIR/first-blocks" ]
	hash=$(pay)
	refresh
	until_lines "$TXS" 1
	[ "$(<"$TXS")" = "$hash {\"event\":\"tx\",\"txid\":\"$hash\",\"height\":0}" ]
	regtest_mine "$MINER" 2
	refresh
	height=$(($(regtest_height) - 2))
	until_lines "$TXS" 2
	[ "$(tail -n 1 "$TXS")" = "$hash {\"event\":\"tx\",\"txid\":\"$hash\",\"height\":$height}" ]
	until_lines "$BLOCKS" 2
	first=$(block_hash "$height") second=$(block_hash $((height + 1)))
	[ "$(tail -n 2 "$BLOCKS")" = "$first {\"event\":\"block\",\"hash\":\"$first\",\"height\":$height}
$second {\"event\":\"block\",\"hash\":\"$second\",\"height\":$((height + 1))}" ]
	sleep 1
	[ "$(wc -l <"$TXS")" = 2 ]
	app_end shop
	[ "$APP_STATUS" = 0 ]
	# After a restart, nothing is noticed twice.
	shop --tx-notify="$RT_DIR/note $TXS %s" --block-notify="$RT_DIR/note $BLOCKS %s"
	refresh
	app_end shop
	[ "$(wc -l <"$TXS")" = 2 ]
}

@test "a reorganization is noticed" {
	shop --tx-notify="$RT_DIR/note $TXS %s" --block-notify="$RT_DIR/note $BLOCKS %s"
	hash=$(pay)
	regtest_mine "$MINER" 2
	height=$(($(regtest_height) - 2))
	refresh
	until_lines "$BLOCKS" 2
	until_text "$TXS" "$hash {\"event\":\"tx\",\"txid\":\"$hash\",\"height\":$height}"
	rm "$TXS" "$BLOCKS"
	regtest_pop 2
	regtest_mine "$MINER" 3
	refresh
	until_lines "$BLOCKS" 3
	for i in 0 1 2; do
		block_hash $((height + i))
	done >"$BATS_TEST_TMPDIR/expected"
	[ "$(cut -d' ' -f1 "$BLOCKS")" = "$(<"$BATS_TEST_TMPDIR/expected")" ]
	until_text "$TXS" "$hash {\"event\":\"tx\",\"txid\":\"$hash\",\"height\":$height}"
	app_end shop
}

@test "a shop that was down misses nothing: a URL" {
	port=$(app_free_port)
	shop --tx-notify="http://127.0.0.1:$port/tx" --block-notify="http://localhost:$port/block?x=y"
	for i in 1 2 3; do
		hashes[i]=$(pay)
		regtest_mine "$MINER" 1
	done
	height=$(($(regtest_height) - 3))
	refresh
	until_text "$RT_DIR/shop.log" "WARNING --tx-notify: no answer from 127.0.0.1:$port: Connection refused"
	app_end shop
	[ "$APP_STATUS" = 0 ]
	# Another receiver, which fails; then one that works.
	shop --tx-notify="http://127.0.0.1:$port/tx" --block-notify="http://localhost:$port/block?x=y"
	receiver "$port" "$BATS_TEST_TMPDIR/refused" 503
	until_text "$RT_DIR/shop.log" "--tx-notify: 127.0.0.1:$port answered with HTTP status 503"
	end_receiver
	receiver "$port" "$TXS"
	until_lines "$TXS" 6
	until_text "$RT_DIR/shop.log" "--tx-notify works again"
	[ "$(jq -r 'select(.event == "tx") | "\(.txid) \(.height)"' "$TXS")" = \
		"${hashes[1]} $height
${hashes[2]} $((height + 1))
${hashes[3]} $((height + 2))" ]
	[ "$(jq -r 'select(.event == "block") | .hash' "$TXS")" = \
		"$(for i in 0 1 2; do block_hash $((height + i)); done)" ]
	app_end shop
}

@test "a command that fails runs again, and a slow one delays neither answers nor the end" {
	shop --tx-notify="$RT_DIR/note-if $TXS %s" --block-notify="sleep 3600"
	hash=$(pay)
	regtest_mine "$MINER" 1
	refresh
	until_lines "$TXS.failed" 3
	grep -F -- "--tx-notify: the command has exit status 7" "$RT_DIR/shop.log"
	touch "$TXS.open"
	until_text "$TXS" "$hash"
	# The command for the block still runs.
	started=$SECONDS
	[ "$(rpc_result shop get_height | jq .height)" = "$(regtest_height)" ]
	regtest_mine "$MINER" 1
	refresh
	[ "$(rpc_result shop get_height | jq .height)" = "$(regtest_height)" ]
	pgrep -P "$(<"$RT_DIR/app/shop.pid")" -x sleep >"$BATS_TEST_TMPDIR/sleep"
	app_end shop
	((SECONDS - started < 10))
	[ "$APP_STATUS" = 0 ]
	run ! kill -0 "$(<"$BATS_TEST_TMPDIR/sleep")"
	# The notice of the block comes when a command succeeds.
	shop --block-notify="$RT_DIR/note $BLOCKS %s"
	until_lines "$BLOCKS" 2
	app_end shop
}

@test "a command gets no secret, descriptor or signal of the server" {
	cat >"$BATS_TEST_TMPDIR/look" <<-END
		#!/bin/sh
		cat >"$BATS_TEST_TMPDIR/stdin"
		tr '\\0' ' ' </proc/\$\$/cmdline >"$BATS_TEST_TMPDIR/seen"
		env >>"$BATS_TEST_TMPDIR/seen"
		ls -l /proc/\$\$/fd >"$BATS_TEST_TMPDIR/descriptors"
		grep -E '^Sig(Blk|Ign)' /proc/self/status >"$BATS_TEST_TMPDIR/signals"
		echo >"$BATS_TEST_TMPDIR/done"
	END
	chmod +x "$BATS_TEST_TMPDIR/look"
	printf 'shop:login-secret\n' >"$BATS_TEST_TMPDIR/login"
	shop --rpc-login-file="$BATS_TEST_TMPDIR/login" --block-notify="$BATS_TEST_TMPDIR/look"
	regtest_mine "$MINER" 1
	until_lines "$BATS_TEST_TMPDIR/done" 1
	jq -e '.event == "block"' "$BATS_TEST_TMPDIR/stdin"
	run grep -F -e "$(<"$FILES/alice.password")" -e login-secret "$BATS_TEST_TMPDIR/seen"
	[ "$status" = 1 ]
	grep -F "/memfd:event" "$BATS_TEST_TMPDIR/descriptors"
	run grep -E "socket:|alice.watch|shop.log" "$BATS_TEST_TMPDIR/descriptors"
	[ "$status" = 1 ]
	while read -r _ mask; do
		(((16#$mask & 0x1005007) == 0)) # SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXFSZ
	done <"$BATS_TEST_TMPDIR/signals"
	app_end shop
}

# kill_deliveries FILE...: kill the server while the commands of these files hang, and then the commands.
kill_deliveries() {
	local file
	for file; do
		until_lines "$file.hangs" 1
	done
	app_end shop KILL
	for file; do
		kill -KILL "$(<"$file.hangs")"
		rm "$file.hangs"
	done
}

# The killed command has not written the notice: a position that was stored before the delivery would lose it.
@test "kill -9 during a delivery: the next server delivers the notice" {
	local options=(--tx-notify="$RT_DIR/note-second $TXS %s" --block-notify="$RT_DIR/note-second $BLOCKS %s") i
	shop "${options[@]}"
	hash=$(pay)
	refresh
	kill_deliveries "$TXS"
	shop "${options[@]}"
	until_lines "$TXS" 1
	regtest_mine "$MINER" 2
	height=$(($(regtest_height) - 2))
	refresh
	kill_deliveries "$TXS" "$BLOCKS"
	shop "${options[@]}"
	kill_deliveries "$BLOCKS"
	shop "${options[@]}"
	until_lines "$TXS" 2
	until_lines "$BLOCKS" 2
	app_end shop
	[ "$(<"$TXS")" = "$(for i in 0 "$height"; do
		echo "$hash {\"event\":\"tx\",\"txid\":\"$hash\",\"height\":$i}"
	done)" ]
	[ "$(cut -d' ' -f1 "$BLOCKS")" = "$(for i in 0 1; do block_hash $((height + i)); done)" ]
}

# A process that is killed may have delivered a notice without storing this. So each may come several times; after
# sorting out repetitions, the order is that of the chain.
@test "kill -9 at any time loses no notice" {
	local options=(--tx-notify="$RT_DIR/note $TXS %s" --block-notify="$RT_DIR/note $BLOCKS %s") height i
	shop "${options[@]}"
	refresh
	height=$(regtest_height)
	for i in {1..12}; do
		pay >>"$BATS_TEST_TMPDIR/paid"
		refresh || true
		regtest_mine "$MINER" 1
		# The answer does not matter: the process is killed during the scan, a delivery, or while it stores.
		(rpc shop refresh >/dev/null 2>&1 3>&- || true) &
		sleep "0.$(printf %03d $((RANDOM % 150)))"
		app_end shop KILL
		shop "${options[@]}"
	done
	refresh
	until_text "$TXS" "\"txid\":\"$(tail -n 1 "$BATS_TEST_TMPDIR/paid")\",\"height\":$((height + 11))"
	until_text "$BLOCKS" "\"height\":$((height + 11))}"
	app_end shop
	# In blocks: each payment, in the order of the chain.
	[ "$(grep -v '"height":0}' "$TXS" | cut -d' ' -f1 | awk '!seen[$0]++' | grep -xFf "$BATS_TEST_TMPDIR/paid")" = \
		"$(<"$BATS_TEST_TMPDIR/paid")" ]
	[ "$(cut -d' ' -f1 "$BLOCKS" | awk '!seen[$0]++' | tail -n 12)" = \
		"$(for i in {0..11}; do block_hash $((height + i)); done)" ]
	# Repetitions are at once: heights never go back by more than the one that was not stored.
	[ "$(grep -v '"height":0}' "$TXS" | sed 's/.*"height"://; s/}//' | sort -nc 2>&1)" = "" ]
	echo "$(wc -l <"$TXS") notices of transactions, $(wc -l <"$BLOCKS") of blocks" >&3
}

@test "a URL of another machine, a URL with a login, and a missing command are refused" {
	local wallet=(-w "$FILES/alice.watch" --password-file="$FILES/alice.password" --rpc-bind-port=0)
	run --separate-stderr "$tools/sneakernote" "${wallet[@]}" --tx-notify=http://192.0.2.1/
	[ "$status" = 2 ]
	# shellcheck disable=SC2154 # bats sets it
	[[ $stderr = *"error: --tx-notify: 192.0.2.1 is not this machine"*"hint: use a URL with 127.0.0.1, or --allow-remote-notify"* ]]
	run --separate-stderr "$tools/sneakernote" "${wallet[@]}" --block-notify=http://shop:secret@127.0.0.1/
	[ "$status" = 2 ]
	[[ $stderr = *"the URL of --block-notify contains a login"* ]]
	[[ $stderr != *secret@* ]]
	run --separate-stderr "$tools/sneakernote" "${wallet[@]}" --tx-notify="no-such-program %s"
	[ "$status" = 2 ]
	[[ $stderr = *"cannot run no-such-program for --tx-notify: No such file or directory"* ]]
	shop --tx-notify=http://192.0.2.1/ --allow-remote-notify
	app_end shop
	[ "$APP_STATUS" = 0 ]
}
