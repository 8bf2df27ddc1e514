#!/usr/bin/env bats
# samples/checkout: the orders of a shop, with the notices of `sneakernote`, on a private chain.

bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"
. "$BATS_TEST_DIRNAME/app.bash"

setup_file() {
	command -v python3 >/dev/null || skip "needs python3"
	chain_with_peer customer 90
	peer_refresh
	our_new shop
	export FILES=$RT_DIR/ours
	our_sync shop
	mkdir "$RT_DIR/app"
	(umask 077 && echo "till:a secret of the shop" >"$FILES/login")
}

teardown_file() {
	regtest_stop
}

setup() {
	PATH=$(cd "$BATS_TEST_DIRNAME/../../samples" && pwd):$PATH
	export PATH SN_ORDERS=$BATS_TEST_TMPDIR/orders SN_LOGIN_FILE=$FILES/login SN_RPC
	number=$BATS_TEST_NUMBER # orders have other names in each test, because the wallet stays
}

teardown() {
	! app_is_running shop || app_end shop KILL
}

# shop [OPTION]...: the server, which calls checkout and so must know its port before it starts. Another process may be quicker.
shop() {
	for _ in 1 2 3; do
		SN_RPC=127.0.0.1:$(app_free_port)
		app_launch shop "${SN_RPC#*:}" -w "$FILES/shop.watch" --password-file="$FILES/shop.password" \
			--daemon-address="$RT_DAEMON" --rpc-login-file="$FILES/login" --log-file="$RT_DIR/shop.log" "$@"
		app_wait shop && return
		grep -qi "in use" "$RT_DIR/app/shop.err" || break
	done
	cat "$RT_DIR/app/shop.err"
	return 1
}

shop_with_notices() {
	shop --tx-notify="$(command -v checkout) notice %s" --block-notify="$(command -v checkout) block"
}

# ask METHOD [PARAMS]: the result.
ask() {
	curl --silent --show-error --noproxy '*' --config - -H 'content-type: application/json' \
		--data-binary "{\"jsonrpc\":\"2.0\",\"id\":\"0\",\"method\":\"$1\",\"params\":${2:-"{}"}}" "http://$SN_RPC/json_rpc" \
		<<<"$(sed 's/.*/digest\nuser = "&"/' "$FILES/login")" | jq -ec .result
}

refresh() {
	ask refresh >/dev/null
}

# mine COUNT: blocks, which the wallet has seen.
mine() {
	regtest_mine "$MINER" "$1"
	refresh
	peer_refresh
}

# pay ORDER PICONERO: sets TXID.
pay() {
	TXID=$(peer_transfer "$(cat "$SN_ORDERS"/{open,paid}/"$1" 2>/dev/null | jq -r .address)" "$2")
	refresh
}

# order ORDER: state, received and confirmed, as the files have them.
order() {
	local state
	for state in open paid; do
		[ ! -e "$SN_ORDERS/$state/$1" ] || echo "$state $(jq -r '"\(.received) \(.confirmed)"' "$SN_ORDERS/$state/$1")"
	done
}

# until_order ORDER STATE RECEIVED CONFIRMED: wait for the notice that makes it so.
until_order() {
	local deadline=$((SECONDS + 30)) want="$2 $3 $4"
	until [ "$(order "$1")" = "$want" ]; do
		((SECONDS < deadline)) || { echo "order $1: is $(order "$1"), should be $want"; cat "$RT_DIR/shop.log"; return 1; }
		sleep 0.05
	done
}

# labels ORDER: the number of addresses with the label of this order.
labels() {
	ask get_address | jq --arg text "order $1" '[.addresses[] | select(.label == $text)] | length'
}

@test "each order has its own address, and the same one when it is repeated" {
	shop
	first=$(checkout new "$number.1" 1.25)
	second=$(checkout new "$number.2" 0.000000000001)
	[ "$first" != "$second" ]
	[ "$(checkout new "$number.1" 1.250)" = "$first" ]
	[ "$(labels "$number.1") $(labels "$number.2")" = "1 1" ]
	[ "$(jq -c '[.order, .amount]' "$SN_ORDERS/open/$number.2")" = "[\"$number.2\",1]" ]
	[ "$(checkout list)" = "$(printf '%s\topen\t%s\t0\t0\t%s\n' "$number.1" 1.25 "$first" "$number.2" 0.000000000001 "$second")" ]
	run -1 checkout new "$number.1" 1.26
	[[ $output = *"order $number.1 exists with another amount: 1.25 XMR"* ]]
	[ "$(labels "$number.1")" = 1 ]
	[ -z "$(find "$SN_ORDERS" -type f -perm /077)" ] # only the shop's user can read an order
}

@test "wrong usage is refused, and calls nothing" {
	SN_RPC=127.0.0.1:1
	for arguments in "" "new" "new 7" "new 7 1 1" "notice" "sing"; do
		# shellcheck disable=SC2086 # several words are meant
		run -2 checkout $arguments
		[[ $output = "checkout new ORDER AMOUNT"* ]]
	done
	for arguments in "new ../7 1" "new .7 1" "new -7 1" "new 7 0" "new 7 0.0" "new 7 -1" "new 7 1e3" "new 7 0.0000000000001" \
		"new 7 1,5" "notice 12" "notice ../x"; do
		# shellcheck disable=SC2086 # several words are meant
		run -2 checkout $arguments
		[[ $output = "checkout: error: "* ]]
	done
	[ -z "$(find "$SN_ORDERS" -type f ! -name lock)" ]
	SN_ORDERS='' run -2 checkout list
	run -5 checkout new 7 1
	[[ $output = *"no answer from 127.0.0.1:1"*"checkout: hint: "* ]]
	checkout block # no order has an address
}

@test "the login is read from the file, and is in no argument list and no environment" {
	shop
	echo "till:wrong" >"$BATS_TEST_TMPDIR/wrong"
	SN_LOGIN_FILE=$BATS_TEST_TMPDIR/wrong run -1 checkout new "$number" 1
	[[ $output = *"refuses the login"* && $output != *wrong* ]]
	SN_LOGIN_FILE='' run -1 checkout new "$number" 1
	# With the server stopped, checkout waits.
	app_signal shop STOP
	checkout new "$number" 1 >"$BATS_TEST_TMPDIR/address" 3>&- &
	client=$!
	sleep 1
	run grep -c 'secret of the shop' "/proc/$client/cmdline" "/proc/$client/environ"
	app_signal shop CONT
	[[ $output = "/proc/$client/cmdline:0"*"/proc/$client/environ:0" ]]
	wait "$client"
	[ "$(wc -c <"$BATS_TEST_TMPDIR/address")" = 96 ]
}

@test "an order is paid with 10 confirmations, and not with 9" {
	shop_with_notices
	checkout new "$number" 1.25
	pay "$number" 1250000000000
	until_order "$number" open 1250000000000 0
	mine 9
	[ "$(ask get_transfer_by_txid "{\"txid\":\"$TXID\"}" | jq .transfer.confirmations)" = 9 ]
	checkout block
	until_order "$number" open 1250000000000 0
	mine 1
	until_order "$number" paid 1250000000000 1250000000000
	[ "$(jq -c .transactions "$SN_ORDERS/paid/$number")" = "[\"$TXID\"]" ]
	[ "$(checkout new "$number" 1.25)" = "$(jq -r .address "$SN_ORDERS/paid/$number")" ]
	grep -q "^$number"$'\tpaid\t1.25\t1.25\t1.25\t' "$RT_DIR/app/shop.out"
}

@test "a notice that comes twice counts once" {
	shop
	checkout new "$number" 0.5
	pay "$number" 250000000000
	checkout notice "$TXID"
	cp "$SN_ORDERS/open/$number" "$BATS_TEST_TMPDIR/once"
	checkout notice "$TXID"
	cmp "$SN_ORDERS/open/$number" "$BATS_TEST_TMPDIR/once"
	mine 10
	for _ in 1 2 3; do
		checkout notice "$TXID"
		checkout block
		[ "$(order "$number")" = "open 250000000000 250000000000" ]
	done
	# For a paid order, too: a second payment is recorded once.
	pay "$number" 250000000000
	mine 10
	checkout notice "$TXID"
	checkout notice "$TXID"
	[ "$(order "$number")" = "paid 500000000000 500000000000" ]
	pay "$number" 100000000000
	checkout notice "$TXID"
	checkout notice "$TXID"
	[ "$(order "$number")" = "paid 600000000000 500000000000" ]
	checkout notice "$(printf '%064d' 0)" # no transaction of the wallet
}

@test "an underpaid order stays open until the rest arrives" {
	shop_with_notices
	checkout new "$number" 1
	pay "$number" 999999999999
	mine 12
	until_order "$number" open 999999999999 999999999999
	pay "$number" 1
	until_order "$number" open 1000000000000 999999999999
	mine 9
	until_order "$number" open 1000000000000 999999999999
	mine 1
	until_order "$number" paid 1000000000000 1000000000000
}

@test "a payment that arrives while the server is down, and a restart in between" {
	shop_with_notices
	checkout new "$number" 1
	address=$(jq -r .address "$SN_ORDERS/open/$number")
	app_end shop KILL
	TXID=$(peer_transfer "$address" $((XMR / 2)))
	regtest_mine "$MINER" 5
	peer_refresh
	peer_transfer "$address" $((XMR / 2))
	regtest_mine "$MINER" 3
	shop_with_notices
	refresh
	until_order "$number" open "$XMR" 0
	app_end shop TERM
	regtest_mine "$MINER" 5
	peer_refresh
	shop_with_notices
	refresh
	until_order "$number" open "$XMR" $((XMR / 2))
	mine 2
	until_order "$number" paid "$XMR" "$XMR"
}

@test "a reorganization takes a payment back" {
	shop_with_notices
	checkout new "$number" 1
	pay "$number" "$XMR"
	mine 5
	until_order "$number" open "$XMR" 0
	regtest_pop 5
	regtest_flush_pool
	regtest_mine "$MINER" 6
	refresh
	checkout block
	until_order "$number" open 0 0
	mine 10
	until_order "$number" open 0 0
}

@test "a payment whose outputs stay locked does not count" {
	shop
	checkout new "$number" 1
	run peer_rpc transfer "{\"destinations\":[{\"address\":\"$(jq -r .address "$SN_ORDERS/open/$number")\",\"amount\":$XMR}],
		\"unlock_time\":$(($(regtest_height) + 20))}"
	[[ $output != *"cannot have non-zero unlock time"* ]] || skip "this release of the peer, 0.18.4 or later, locks no payment"
	[ "$status" -eq 0 ]
	mine 12
	checkout block
	[ "$(order "$number")" = "open $XMR 0" ]
	mine 10
	checkout block
	[ "$(order "$number")" = "paid $XMR $XMR" ]
}

@test "a wallet file that was restored from a backup gives no address to two orders" {
	shop
	checkout new "$number.1" 1
	app_end shop
	cp "$FILES/shop.watch" "$BATS_TEST_TMPDIR/backup"
	shop
	second=$(checkout new "$number.2" 1)
	app_end shop
	cp "$BATS_TEST_TMPDIR/backup" "$FILES/shop.watch"
	shop
	[ "$(checkout new "$number.3" 1)" != "$second" ]
	[ "$(cat "$SN_ORDERS"/open/* | jq .index | sort -u | wc -l)" = 3 ]
}

@test "a new order with the name of one that was given up has another address, also if its first command failed" {
	shop
	old=$(checkout new "$number" 1)
	pay "$number" 500000000000
	mine 10
	rm "$SN_ORDERS/open/$number"
	SN_RPC=127.0.0.1:1 run -5 checkout new "$number" 0.5
	[[ $(checkout list) = "$number"$'\topen\t0.5\t0\t0\t-' ]]
	new=$(checkout new "$number" 0.5)
	[ "$new" != "$old" ]
	[ "$(checkout new "$number" 0.5)" = "$new" ]
	checkout notice "$TXID"
	checkout block
	[ "$(order "$number")" = "open 0 0" ]
}

@test "a corrupt file is named, and a copy that an editor left is ignored" {
	mkdir -p "$SN_ORDERS/open"
	for text in "" "[]" "{}" '{"order":"8"}' '{"order":"7","amount":1,"first":1}' '{"order":"8","amount":1}'; do
		echo "$text" >"$SN_ORDERS/open/8"
		for arguments in list block "new 8 1"; do
			# shellcheck disable=SC2086 # several words are meant
			run -7 checkout $arguments
			[[ $output = "checkout: error: $SN_ORDERS/open/8 is not an order"*"checkout: hint: "* ]]
		done
	done
	echo '{"order":"8","amount":1,"first":1}' >"$SN_ORDERS/open/8"
	cp "$SN_ORDERS/open/8" "$SN_ORDERS/open/8~"
	[ "$(checkout list)" = "$(printf '8\topen\t%s\t0\t0\t-' 0.000000000001)" ]
}

# killed SECONDS ARGUMENT...: checkout, which may end before.
killed() {
	timeout -s KILL "$@" >/dev/null 2>&1 || true
}

@test "kill -9 at any time: one address for each order, and no half-written file" {
	shop
	for ((i = 0; i < 40; i++)); do
		killed "0.$(printf %03d $((40 + i * 4)))" checkout new "$number.$i" 1
		checkout new "$number.$i" 1
		[ "$(labels "$number.$i")" = 1 ]
	done
	[ "$(cat "$SN_ORDERS"/open/* | jq -s 'map(.index) | unique | length')" = 40 ]
	pay "$number.0" "$XMR"
	mine 10
	for ((i = 0; i < 40; i++)); do
		killed "0.$(printf %03d $((40 + i * 4)))" checkout block
		[ "$(find "$SN_ORDERS"/{open,paid} -type f ! -name '.*' -exec cat {} + | jq -s length)" = 40 ]
	done
	checkout block
	[ "$(order "$number.0")" = "paid $XMR $XMR" ]
	[ "$(ls "$SN_ORDERS/open" | wc -l)" = 39 ]
}

# The server has the request when checkout is killed, and gives the address to nobody.
@test "an address whose answer was lost is found by its label" {
	app_start shop -w "$FILES/shop.watch" --password-file="$FILES/shop.password" --daemon-address="$RT_DAEMON"
	SN_RPC=127.0.0.1:$(<"$RT_DIR/app/shop.port") SN_LOGIN_FILE=
	checkout new "$number.1" 1
	app_signal shop STOP
	checkout new "$number.2" 1 3>&- &
	client=$!
	for ((i = 0; i < 250; i++)); do
		[ ! -e "$SN_ORDERS/open/$number.2" ] || break
		sleep 0.02
	done
	sleep 0.3
	kill -KILL "$client"
	wait "$client" || true
	app_signal shop CONT
	address_of() { rpc_result shop get_address | jq -r --arg text "order $1" '.addresses[] | select(.label == $text) | .address'; }
	for ((i = 0; i < 100; i++)); do
		address=$(address_of "$number.2")
		[ -z "$address" ] || break
		sleep 0.05
	done
	[ -n "$address" ]
	run ! grep -q address "$SN_ORDERS/open/$number.2"
	checkout block
	[ "$(checkout new "$number.2" 1)" = "$address" ]
	[ "$(address_of "$number.2")" = "$address" ]
}
