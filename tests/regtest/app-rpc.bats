# sneakernote over JSON-RPC: the set-up and the cold-signing flow of the specification of the interface, typed as it
# stands there, on a private chain with an independent wallet as the payee; then recovery, the last resort, and
# everything that must be refused. doc/reference/spec-coverage.md says which sentence is shown where.
# tests/programs/sneakernote-http.bats has what needs no chain: HTTP, and JSON-RPC itself.
#
# The tests build on each other: one pair of wallets goes through the whole story. $RT_DIR/secure and
# $RT_DIR/production are the two environments.

bats_require_minimum_version 1.5.0

# The error codes of doc/reference/rpc.md.
BAD_ADDRESS=-2 REFUSED=-4 NOT_ENOUGH=-17 BAD_HEX=-26 WRONG_ROLE=-29 NOT_ENOUGH_UNLOCKED=-37 NO_DAEMON=-38 DAMAGED=-39
REJECTED=-41 OFFLINE=-1001 FOREIGN=-1002 DOUBLE_SPEND=-1003 SPENT=-1004 MAYBE_SENT=-1006

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"
. "$BATS_TEST_DIRNAME/app.bash"
. "$BATS_TEST_DIRNAME/../programs/terminal.bash"

setup_file() {
	chain_with_peer payee
	export PEER
	PEER=$(peer_subaddress)
	mkdir "$RT_DIR/secure" "$RT_DIR/production" "$RT_DIR/app"
}

teardown_file() {
	regtest_stop
}

setup() {
	PATH=$tools:$PATH
	cd "$RT_DIR/production"
	[ ! -e "$RT_DIR/address" ] || ADDRESS=$(<"$RT_DIR/address")
}

# Start the instances if they are not running. $RT_DIR/hot.log: the log of the hot one.
hot_runs() {
	app_is_running hot ||
		app_start hot --wallet-file="$RT_DIR/production/watch_wallet" --password=WATCH_PASSWORD \
			--daemon-address="$RT_DAEMON" --log-level=0 --log-file="$RT_DIR/hot.log"
}

master_runs() {
	app_is_running master ||
		app_start master --wallet-file="$RT_DIR/secure/master_wallet" --password="master secret" --offline-mode
}

# The same keys in a wallet file that has signed nothing yet: what it signs, the master wallet knows nothing of.
forgetful_runs() {
	app_is_running forgetful && return
	rm -rf "$RT_DIR/forgetful"
	mkdir "$RT_DIR/forgetful"
	cp "$RT_DIR/secure/master_wallet" "$RT_DIR/forgetful"
	app_start forgetful --wallet-file="$RT_DIR/forgetful/master_wallet" --password="master secret" --offline-mode
}

# json FILTER TEXT
json() {
	jq -c "$1" <<<"$2"
}

balance() {
	rpc_result hot get_balance | jq .balance
}

refresh() {
	rpc_result hot refresh >/dev/null
}

# destination AMOUNT [ADDRESS]: as params of transfer.
destination() {
	echo "{\"destinations\":[{\"amount\":$1,\"address\":\"${2:-$PEER}\"}]}"
}

# pay AMOUNT: all three calls. Sets HASH and FEE.
pay() {
	local unsigned signed
	unsigned=$(rpc_result hot transfer "$(destination "$1")")
	FEE=$(json '.payments[0].fee' "$unsigned")
	signed=$(rpc_result master sign_transfer "$(json '{tx_unsigned_hex}' "$unsigned")")
	HASH=$(rpc_result hot submit_transfer "$(json '{tx_signed_hex}' "$signed")" | jq -r .tx_hash)
}

# ---- the procedure --------------------------------------------------------------------------------

@test "set-up, steps 1 and 2: a new wallet, its password typed twice" {
	cd "$RT_DIR/secure"
	on_terminal sneakernote --generate-new-wallet=master_wallet --restore-height=0
	answer "New password for master_wallet: " "master secret"
	answer "Repeat the new password for" "master secret"
	hang_up
	[ "$status" -eq 0 ]
	[[ $screen != *"master secret"* ]]
	[ "$(stat -c %a master_wallet)" = 600 ]
}

@test "set-up, steps 3 to 5: save_watch_only in the console of the master wallet" {
	cd "$RT_DIR/secure"
	on_terminal sneakernote --offline-mode --wallet-file=master_wallet
	answer "Password for master_wallet: " "master secret"
	answer "]: " "save_watch_only watch_wallet WATCH_PASSWORD"
	wait_for "stored to watch_wallet"
	answer "]: " "address"
	answer "]: " "exit"
	hang_up
	[ "$status" -eq 0 ]
	grep -oE '^4[1-9A-HJ-NP-Za-km-z]{94}$' <<<"$screen" >"$RT_DIR/address"
	[ -s watch_wallet ]
}

@test "set-up, steps 6 to 8: the watch-only wallet beside the daemon follows the chain" {
	cp "$RT_DIR/secure/watch_wallet" .
	hot_runs
	[ "$(rpc_result hot get_address | jq -r .address)" = "$ADDRESS" ]
	regtest_mine "$ADDRESS" 12
	regtest_mine "$MINER" 64
	# Nobody asks it to.
	deadline=$((SECONDS + 40))
	until [ "$(rpc_result hot get_wallet_info | jq -c '[.height, .is_synchronized]')" = '[77,true]' ]; do
		((SECONDS < deadline))
		sleep 0.2
	done
	coinbases=$(for height in {1..12}; do
		regtest_rpc get_block_header_by_height "{\"height\":$height}" | jq .block_header.reward
	done | paste -sd +)
	equal "balance" "$(balance)" $((coinbases))
	# --log-level=0: no more than what matters.
	[ "$(wc -l <"$RT_DIR/hot.log")" -le 3 ]
}

@test "transfer, sign_transfer, submit_transfer: as in the specification" {
	hot_runs
	# The master wallet as it says: a terminal, where the password is typed.
	port=$(app_free_port)
	echo "$port" >"$RT_DIR/app/master.port"
	on_terminal sneakernote --wallet-file="$RT_DIR/secure/master_wallet" --offline-mode --rpc-bind-port="$port" \
		--rpc-bind-ip=127.0.0.1
	answer "Password for " "master secret"
	until rt_is_listening "$port"; do
		sleep 0.05
	done
	before=$(balance)

	wallet_rpc_url=http://127.0.0.1:$(<"$RT_DIR/app/hot.port")
	answer=$(curl --silent --noproxy '*' "$wallet_rpc_url/json_rpc" -H 'content-type: application/json' --data-binary '{
		"jsonrpc": "2.0", "id": "0", "method": "transfer", "params": {
			"destinations": [{"amount": 1250000000000, "address": "'"$PEER"'"}],
			"fee": 9000000000, "mixin": 15, "unlock_time": 0}}')
	equal "the envelope" "$(json '[keys, .id, .jsonrpc]' "$answer")" '[["id","jsonrpc","result"],"0","2.0"]'
	equal "tx_hash, tx_size" "$(json '.result | [.tx_hash, .tx_size]' "$answer")" '["",0]'
	unsigned=$(jq -r .result.tx_unsigned_hex <<<"$answer")
	[[ $unsigned =~ ^([0-9a-f]{2})+$ ]]
	equal "the pool" "$(regtest_pool)" ""

	wallet_rpc_url=http://127.0.0.1:$port
	answer=$(curl --silent --noproxy '*' "$wallet_rpc_url/json_rpc" -H 'content-type: application/json' --data-binary '{
		"jsonrpc": "2.0", "id": "0", "method": "sign_transfer", "params": {
			"tx_unsigned_hex": "'"$unsigned"'"}}')
	equal "the envelope" "$(json '[keys, .id, .jsonrpc]' "$answer")" '[["id","jsonrpc","result"],"0","2.0"]'
	signed=$(jq -r .result.tx_signed_hex <<<"$answer")
	hash=$(jq -r .result.tx_hash <<<"$answer")
	[[ $signed =~ ^([0-9a-f]{2})+$ && $hash =~ ^[0-9a-f]{64}$ ]]
	equal "the pool" "$(regtest_pool)" ""
	[ ! -e watch_wallet.outkey2ki ]

	wallet_rpc_url=http://127.0.0.1:$(<"$RT_DIR/app/hot.port")
	answer=$(curl --silent --noproxy '*' "$wallet_rpc_url/json_rpc" -H 'content-type: application/json' --data-binary '{
		"jsonrpc": "2.0", "id": "0", "method": "submit_transfer", "params": {
			"tx_signed_hex": "'"$signed"'"}}')
	equal "the envelope" "$(json '[keys, .id, .jsonrpc]' "$answer")" '[["id","jsonrpc","result"],"0","2.0"]'
	equal "tx_hash" "$(jq -r .result.tx_hash <<<"$answer")" "$hash"
	equal "the pool" "$(regtest_pool)" "$hash"
	[ -s watch_wallet.outkey2ki ]

	# The payee, and what the daemon says of the fee.
	equal "the fee" "$(regtest_transaction "$hash" | jq .rct_signatures.txnFee)" 9000000000
	regtest_mine "$MINER" 1
	peer_refresh
	equal "the payee's receipt" "$(peer_received "$hash")" "1250000000000 0000000000000000 $PEER"
	refresh
	equal "balance" "$(balance)" $((before - 1250000000000 - 9000000000))

	# ctrl+c on the master's terminal: a regular end.
	printf '\003' >&9
	hang_up
	[ "$status" -eq 0 ]
}

@test "the same unsigned transaction signed again: the same transaction, not a second one" {
	hot_runs
	master_runs
	unsigned=$(rpc_result hot transfer "$(destination "$XMR")" | jq -c '{tx_unsigned_hex}')
	first=$(rpc_result master sign_transfer "$unsigned")
	second=$(rpc_result master sign_transfer "$unsigned")
	[ "$first" = "$second" ]
	hash=$(rpc_result hot submit_transfer "$(json '{tx_signed_hex}' "$first")" | jq -r .tx_hash)
	equal "submitted again" \
		"$(rpc_result hot submit_transfer "$(json '{tx_signed_hex}' "$second")" | jq -r .tx_hash)" "$hash"
	equal "the pool" "$(regtest_pool)" "$hash"
	regtest_mine "$MINER" 1
}

@test "a prepared payment can be described, listed and released" {
	hot_runs
	master_runs
	refresh
	answer=$(rpc_result hot transfer "{\"destinations\":[{\"amount\":2500000000000,\"address\":\"$PEER\"},
		{\"amount\":14000000,\"address\":\"$MINER\"}]}")
	id=$(json '.payments[0].id' "$answer")
	unsigned=$(json '{tx_unsigned_hex}' "$answer")
	for wallet in hot master; do
		equal "described by $wallet" "$(rpc_result "$wallet" describe_transfer "$unsigned" |
			jq -c '[.amount, .fee, (.transactions[0].destinations[] | .amount, .address)]')" \
			"[2500014000000,$(json '.payments[0].fee' "$answer"),2500000000000,\"$PEER\",14000000,\"$MINER\"]"
	done
	equal "reservations" "$(rpc_result hot get_balance '{"all_accounts":true}' | jq -c '[.reservations[].id]')" "[$id]"
	equal "released" "$(rpc_result hot release_reserved "{\"id\":$id}" | jq .released)" 1
	equal "reserved" "$(rpc_result hot get_balance | jq .reserved)" 0
	transfers=$(rpc_result hot get_transfers)
	equal "coinbases" "$(json '.in | length' "$transfers")" 12
	equal "payments" "$(json '[.out[].amount]' "$transfers")" "[1250000000000,$XMR]"
}

@test "nothing is lost if the process is killed after store" {
	hot_runs
	refresh
	reserved=$(rpc_result hot transfer "$(destination "$XMR")" | jq '.payments[0].id')
	before=$(rpc_result hot get_balance '{"all_accounts":true}' | jq -c '[.balance, .reserved, .height, .reservations[0].id]')
	equal "store" "$(rpc_result hot store)" "{}"
	app_end hot KILL
	hot_runs
	equal "the state" "$(rpc_result hot get_balance '{"all_accounts":true}' | jq -c '[.balance, .reserved, .height, .reservations[0].id]')" "$before"
	rpc_result hot release_reserved "{\"id\":$reserved}" >/dev/null
}

@test "SIGTERM and SIGINT store the state and exit 0" {
	for signal in TERM INT; do
		hot_runs
		regtest_mine "$MINER" 1
		refresh
		before=$(rpc_result hot get_balance)
		app_end hot "$signal"
		equal "exit status after SIG$signal" "$APP_STATUS" 0
		# Offline: nothing but the file can tell.
		app_start offline --wallet-file=watch_wallet --password=WATCH_PASSWORD --offline-mode
		equal "the state after SIG$signal" "$(rpc_result offline get_balance)" "$before"
		app_end offline
		equal "exit status" "$APP_STATUS" 0
	done
}

@test "a second process on the same wallet is refused, with the first process" {
	hot_runs
	run -8 --separate-stderr sneakernote --wallet-file=watch_wallet --password=WATCH_PASSWORD --offline-mode </dev/null
	# shellcheck disable=SC2154 # bats sets it
	[[ $stderr = *"$(<"$RT_DIR/app/hot.pid")"* ]]
}

# ---- recovery ---------------------------------------------------------------------------------------

@test "a lost key-image file prints the unrecoverable-error line and stops the wallet" {
	hot_runs
	refresh
	balance >"$RT_DIR/balance"
	app_end hot
	mv watch_wallet.outkey2ki "$RT_DIR/lost"
	rm -f "$RT_DIR/hot.log"
	run ! hot_runs
	equal "exit status" "$(app_status hot)" 6
	line='UNRECOVERABLE ERROR, wallet stops: pending key images \([0-9]+\) exceed the pending-key-images file container \(0\)'
	grep -qE "$line" "$RT_DIR/hot.log"
	grep -qE "$line" "$RT_DIR/app/hot.err"

	# Damaged is no better than lost.
	head -c 50 "$RT_DIR/lost" >watch_wallet.outkey2ki
	run ! hot_runs
	equal "exit status" "$(app_status hot)" 6
	rm watch_wallet.outkey2ki
}

@test "recovery, step 4: --resync-and-exit" {
	on_terminal sneakernote --wallet-file=watch_wallet --resync-and-exit --daemon-address="$RT_DAEMON"
	answer "Password for watch_wallet: " WATCH_PASSWORD
	wait_for "sneakernote: resynchronized"
	hang_up
	[ "$status" -eq 0 ]
}

@test "recovery, steps 5 to 9: --restore-ki-in-wo-wallet; then the balance is right" {
	mv watch_wallet "$RT_DIR/secure"
	[ ! -e watch_wallet.outkey2ki ] || mv watch_wallet.outkey2ki "$RT_DIR/secure"
	app_is_running master && app_end master
	cd "$RT_DIR/secure"
	on_terminal sneakernote --offline-mode --wallet-file=master_wallet --restore-ki-in-wo-wallet=watch_wallet
	answer "Password for master_wallet: " "master secret"
	answer "Password for watch_wallet: " WATCH_PASSWORD
	wait_for "missing key images have been successfully repaired"
	hang_up
	[ "$status" -eq 0 ]
	[ -s watch_wallet.outkey2ki ]
	mv watch_wallet watch_wallet.outkey2ki "$RT_DIR/production"

	cd "$RT_DIR/production"
	hot_runs
	refresh
	equal "the balance" "$(balance)" "$(<"$RT_DIR/balance")"
	equal "without key image" "$(rpc_result hot get_balance | jq .outputs_without_key_image)" 0
	master_runs
	pay "$XMR"
	equal "the pool" "$(regtest_pool)" "$HASH"
	regtest_mine "$MINER" 1
	refresh
	equal "the balance" "$(balance)" $(($(<"$RT_DIR/balance") - XMR - FEE))
}

@test "--resync-and-exit with the key-image file gives the same balance" {
	hot_runs
	before=$(balance)
	app_end hot
	run -0 sneakernote --wallet-file=watch_wallet --password=WATCH_PASSWORD --resync-and-exit \
		--daemon-address="$RT_DAEMON" </dev/null
	app_start offline --wallet-file=watch_wallet --password=WATCH_PASSWORD --offline-mode
	equal "balance" "$(rpc_result offline get_balance | jq .balance)" "$before"
	app_end offline
}

# ---- errors of the methods: doc/reference/rpc.md ------------------------------------------------------------------

@test "errors: a method of the other role, or one that requires a daemon" {
	hot_runs
	forgetful_runs
	unsigned=$(rpc_result hot transfer "$(destination "$XMR")" | jq -c '{tx_unsigned_hex}')
	signed=$(rpc_result forgetful sign_transfer "$unsigned" | jq -c '{tx_signed_hex}')
	rpc_fails "$WRONG_ROLE" hot sign_transfer "$unsigned"
	[[ $MESSAGE = *watch-only* && $HINT = *master* ]]
	rpc_fails "$OFFLINE" forgetful transfer "$(destination "$XMR")"
	rpc_fails "$OFFLINE" forgetful submit_transfer "$signed"
	rpc_fails "$OFFLINE" forgetful refresh
	rpc_result hot release_reserved '{"all":true}' >/dev/null
	app_end forgetful
}

@test "errors: insufficient funds, with exact amounts; insufficient unlocked funds" {
	hot_runs
	rpc_fails "$NOT_ENOUGH" hot transfer "$(destination 18446744073709551615)"
	[[ $MESSAGE = *18446744.073709551615* ]]
	# 2^53 + 1, and the fee.
	rpc_fails "$NOT_ENOUGH" hot transfer "$(json '. + {fee: 9000000000}' "$(destination 1)" |
		sed 's/"amount":1,/"amount":9007199254740993,/')"
	[[ $MESSAGE = *9007.208254740993* ]]
	for amount in 18446744073709551616 -1 1.5 1e12 '"1.5"'; do
		rpc_fails -32602 hot transfer "$(destination "$amount")"
	done
	regtest_mine "$ADDRESS" 1
	refresh
	rpc_fails "$NOT_ENOUGH_UNLOCKED" hot transfer "$(destination $(($(balance) - XMR)))"
	equal "reserved" "$(rpc_result hot get_balance | jq .reserved)" 0
}

@test "errors: an invalid address, invalid hexadecimal text, an unknown parameter" {
	hot_runs
	master_runs
	rpc_fails "$BAD_ADDRESS" hot transfer "$(destination "$XMR" 4nonsense)"
	# Another last character than it has.
	rpc_fails "$BAD_ADDRESS" hot transfer "$(destination "$XMR" "${PEER%?}$([[ $PEER = *1 ]] && echo 2 || echo 1)")"
	rpc_fails "$BAD_HEX" master sign_transfer '{"tx_unsigned_hex":"xyz"}'
	rpc_fails "$BAD_HEX" hot submit_transfer '{"tx_signed_hex":"abc"}'
	rpc_fails -32602 hot submit_transfer '{}'
	rpc_fails -32602 hot submit_transfer '{"tx_signed_hex":1}'
	rpc_fails -32602 hot transfer '{"destinations":[]}'
	rpc_fails -32602 hot transfer "$(json '. + {colour: 1}' "$(destination "$XMR")")"
	rpc_fails -32602 hot get_balance '{"colour":1}'
}

@test "errors: an unlock time without --allow-unlock-time" {
	hot_runs
	forgetful_runs
	unsigned=$(rpc_result hot transfer "$(json '. + {unlock_time: 100000}' "$(destination "$XMR")")" |
		jq -c '{tx_unsigned_hex}')
	rpc_fails "$REFUSED" forgetful sign_transfer "$unsigned"
	[[ $MESSAGE = *"locked until block 100000"* ]]
	equal "described" "$(rpc_result forgetful describe_transfer "$unsigned" | jq .transactions[0].unlock_time)" 100000
	app_end forgetful

	# Told to, it signs it.
	app_start forgetful --wallet-file="$RT_DIR/forgetful/master_wallet" --password="master secret" --offline-mode \
		--allow-unlock-time
	rpc_result forgetful sign_transfer "$unsigned" >/dev/null
	app_end forgetful
	rpc_result hot release_reserved '{"all":true}' >/dev/null
}

@test "errors: corrupt and foreign files, files of another kind" {
	hot_runs
	forgetful_runs
	unsigned=$(rpc_result hot transfer "$(destination "$XMR")" | jq -r .tx_unsigned_hex)
	signed=$(rpc_result forgetful sign_transfer "{\"tx_unsigned_hex\":\"$unsigned\"}" | jq -r .tx_signed_hex)
	for cut in "${unsigned:0:200}" "${unsigned:0:-2}00" "${unsigned}00"; do
		rpc_fails "$DAMAGED" forgetful sign_transfer "{\"tx_unsigned_hex\":\"$cut\"}"
	done
	rpc_fails "$DAMAGED" hot submit_transfer "{\"tx_signed_hex\":\"${signed:0:-2}00\"}"
	rpc_fails "$FOREIGN" forgetful sign_transfer "{\"tx_unsigned_hex\":\"$signed\"}"
	cold-new -w "$RT_DIR/other" --password=x --seed-out="$RT_DIR/other.seed" --restore-height=0 2>/dev/null
	app_start other --wallet-file="$RT_DIR/other" --password=x --offline-mode
	rpc_fails "$FOREIGN" other sign_transfer "{\"tx_unsigned_hex\":\"$unsigned\"}"
	app_end other
	app_end forgetful
	equal "the pool" "$(regtest_pool)" ""
	rpc_result hot release_reserved '{"all":true}' >/dev/null
}

@test "errors: a double-spend, a spent output; the first payment is made" {
	hot_runs
	master_runs
	refresh
	first=$(rpc_result hot sweep_all "{\"address\":\"$PEER\"}" | jq -c '{tx_unsigned_hex}')
	rpc_result hot release_reserved '{"all":true}' >/dev/null
	second=$(rpc_result hot transfer "$(destination "$XMR")" | jq -c '{tx_unsigned_hex}')
	signed=$(rpc_result master sign_transfer "$second" | jq -c '{tx_signed_hex}')
	rpc_fails "$DOUBLE_SPEND" master sign_transfer "$first"

	# A master wallet without its journal signs it, but then it is spent.
	forgetful_runs
	other=$(rpc_result forgetful sign_transfer "$first" | jq -c '{tx_signed_hex}')
	app_end forgetful
	rpc_result hot submit_transfer "$signed" >/dev/null
	regtest_mine "$MINER" 1
	rpc_fails "$SPENT" hot submit_transfer "$other"
	refresh
	equal "reserved" "$(rpc_result hot get_balance | jq .reserved)" 0
}

@test "errors: an unreachable daemon does not block reads of the wallet" {
	app_is_running hot && app_end hot
	app_start hot --wallet-file=watch_wallet --password=WATCH_PASSWORD --daemon-address=127.0.0.1:1
	rpc_fails "$NO_DAEMON" hot transfer "$(destination "$XMR")"
	rpc_fails "$NO_DAEMON" hot refresh
	[ "$(balance)" -gt 0 ]
	equal "reserved" "$(rpc_result hot get_balance | jq .reserved)" 0
	app_end hot
	equal "exit status" "$APP_STATUS" 0
}

@test "a wrong password, and a file that is not a wallet" {
	run -4 sneakernote --wallet-file=watch_wallet --password=wrong --offline-mode </dev/null
	run -3 sneakernote --wallet-file="$RT_DIR/address" --password=x --offline-mode </dev/null
	run -7 sneakernote --wallet-file=nowhere --password=x --offline-mode </dev/null
}

@test "errors: no answer to the broadcast; submitting again reports the state" {
	app_is_running hot && app_end hot
	forgetful_runs
	bad_daemon cut send
	app_start hot --wallet-file=watch_wallet --password=WATCH_PASSWORD --daemon-address="$OUR_DAEMON"
	refresh
	before=$(balance)
	answer=$(rpc_result hot transfer "$(destination "$XMR")")
	fee=$(json '.payments[0].fee' "$answer")
	signed=$(rpc_result forgetful sign_transfer "$(json '{tx_unsigned_hex}' "$answer")")
	rpc_fails "$MAYBE_SENT" hot submit_transfer "$(json '{tx_signed_hex}' "$signed")"
	[ -s watch_wallet.outkey2ki ]
	app_end hot
	hot_runs
	hash=$(jq -r .tx_hash <<<"$signed")
	equal "the pool" "$(regtest_pool)" "$hash"
	equal "pending" "$(rpc_result hot get_balance | jq .pending_out)" $((XMR + fee))
	equal "submitted again" "$(rpc_result hot submit_transfer "$(json '{tx_signed_hex}' "$signed")" |
		jq -c '[.tx_hash, .transactions[0].was_known]')" "[\"$hash\",true]"
	regtest_mine "$MINER" 1
	refresh
	equal "balance" "$(balance)" $((before - XMR - fee))
	app_end forgetful
}

@test "with a silent daemon the wallet answers, and two signals end it" {
	app_is_running hot && app_end hot
	bad_daemon silent
	app_start hot --wallet-file=watch_wallet --password=WATCH_PASSWORD --daemon-address="$OUR_DAEMON"
	rpc hot transfer "$(destination "$XMR")" >"$BATS_TEST_TMPDIR/answer" 2>&1 3>&- &
	for method in get_balance get_address get_transfers get_wallet_info; do
		started=${EPOCHREALTIME/./}
		rpc_result hot "$method" >/dev/null
		[ $((${EPOCHREALTIME/./} - started)) -lt 2000000 ]
	done
	app_signal hot TERM
	sleep 0.6
	app_end hot INT # sooner, both were one request
	equal "exit status" "$APP_STATUS" 0
	wait
	run ! grep -q '"result"' "$BATS_TEST_TMPDIR/answer"
	hot_runs
	equal "reserved" "$(rpc_result hot get_balance | jq .reserved)" 0
}

@test "errors: rejected by the daemon, with its reason" {
	hot_runs
	forgetful_runs
	refresh
	unsigned=$(rpc_result hot transfer "$(destination "$XMR")" | jq -c '{tx_unsigned_hex}')
	signed=$(rpc_result forgetful sign_transfer "$unsigned" | jq -c '{tx_signed_hex}')
	rpc_result hot submit_transfer "$signed" >/dev/null
	regtest_mine "$MINER" 10
	refresh
	unsigned=$(rpc_result hot sweep_all "{\"address\":\"$PEER\"}" | jq -c '{tx_unsigned_hex}')
	signed=$(rpc_result forgetful sign_transfer "$unsigned" | jq -c '{tx_signed_hex}')
	app_end forgetful
	# The server looks every ten seconds: it is to have looked just now, so that it does not while the chain changes.
	regtest_mine "$MINER" 1
	deadline=$((SECONDS + 40))
	until [ "$(rpc_result hot get_wallet_info | jq .height)" -eq "$(regtest_height)" ]; do
		((SECONDS < deadline))
		sleep 0.1
	done
	# The change that the sweep spends is in no chain any more, and the wallet has not looked yet.
	regtest_pop 11
	regtest_flush_pool
	regtest_mine "$MINER" 13
	rpc_fails "$REJECTED" hot submit_transfer "$signed"
	echo "$MESSAGE"
	[[ $MESSAGE = *"rejects the transaction: an input is invalid"* ]]
	equal "the pool" "$(regtest_pool)" ""
	refresh
	equal "reserved" "$(rpc_result hot get_balance | jq .reserved)" 0
}

# ---- the last resort -----------------------------------------------------------------------------------

@test "last resort: the master wallet online pays, and sends everything to new wallets" {
	app_is_running hot && app_end hot
	app_is_running master && app_end master
	app_start online --wallet-file="$RT_DIR/secure/master_wallet" --password="master secret" --daemon-address="$RT_DAEMON"
	rpc_result online refresh >/dev/null
	answer=$(rpc_result online transfer "$(destination $((XMR / 2)))")
	hash=$(jq -r .tx_hash <<<"$answer")
	equal "the pool" "$(regtest_pool)" "$hash"
	equal "tx_size" "$(json .tx_size "$answer")" \
		"$(regtest_post get_transaction_pool | jq '.transactions[0].blob_size')"
	equal "tx_unsigned_hex" "$(json .tx_unsigned_hex "$answer")" '""'
	regtest_mine "$MINER" 61
	peer_refresh
	equal "the payee's receipt" "$(peer_received "$hash")" "$((XMR / 2)) 0000000000000000 $PEER"

	new=$(cold-new -w "$RT_DIR/secure/new_master" --password=x --seed-out="$RT_DIR/secure/new.seed" --restore-height=0 2>/dev/null | tail -n 1)
	rpc_result online refresh >/dev/null
	before=$(rpc_result online get_balance | jq -c '[.balance, .unlocked_balance]')
	equal "all of it unlocked" "$(json '.[0] == .[1]' "$before")" true
	answer=$(rpc_result online sweep_all "{\"address\":\"$new\"}")
	fee=$(json '[.payments[].fee] | add' "$answer")
	regtest_mine "$MINER" 1
	rpc_result online refresh >/dev/null
	equal "nothing is left" "$(rpc_result online get_balance | jq .balance)" 0
	app_end online
	equal "exit status" "$APP_STATUS" 0
	app_start new --wallet-file="$RT_DIR/secure/new_master" --password=x --daemon-address="$RT_DAEMON"
	rpc_result new refresh >/dev/null
	equal "the new wallet has it" "$(rpc_result new get_balance | jq .balance)" $(($(json '.[0]' "$before") - fee))
	app_end new
}

@test "a running server stops with exit status 6 if the key-image file disappears" {
	local images=$RT_DIR/production/watch_wallet.outkey2ki
	hot_runs
	rpc_result hot refresh >/dev/null
	mv "$images" "$RT_DIR/aside"
	rpc_fails -1005 hot refresh
	echo "$MESSAGE"
	[[ $MESSAGE = "UNRECOVERABLE ERROR, wallet stops: pending key images ("*") exceed the pending-key-images file container (0)" ]]
	equal "exit status" "$(app_status hot)" 6
	mv "$RT_DIR/aside" "$images"
	hot_runs
	rpc_result hot refresh >/dev/null
	app_end hot
	equal "exit status" "$APP_STATUS" 0
}
