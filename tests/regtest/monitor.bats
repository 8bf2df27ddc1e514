#!/usr/bin/env bats
# sneakernote --rpc-monitor on a private chain: /healthz and /metrics.

bats_require_minimum_version 1.5.0

source "$BATS_TEST_DIRNAME/lib.bash"
source "$BATS_TEST_DIRNAME/wallets.bash"
source "$BATS_TEST_DIRNAME/app.bash"

setup_file() {
	paid_wallets alice
	mkdir "$RT_DIR/app"
}

teardown_file() {
	regtest_stop
}

teardown() {
	! app_is_running shop || app_end shop KILL
}

# shop DAEMON OPTION...: the server of alice.
shop() {
	app_start shop -w "$FILES/alice.watch" --password-file="$FILES/alice.password" --daemon-address="$1" \
		--rpc-monitor --log-file="$RT_DIR/shop.log" "${@:2}"
}

page() {
	local url
	url=$(app_url shop)
	curl --silent --noproxy '*' "${url%/json_rpc}/$1" "${@:2}"
}

# until_health TEXT STATUS
until_health() {
	local deadline=$((SECONDS + 20))
	until [ "$(page healthz -w '%{http_code}')" = "$1"$'\n'"$2" ]; do
		((SECONDS < deadline)) || { page healthz && return 1; }
		sleep 0.05
	done
}

# figure SAMPLE: its value.
figure() {
	page metrics | awk -v sample="sneakernote_$1" '$1 == sample { print $2 }'
}

@test "healthy while it follows the chain, and not without a daemon" {
	shop "$RT_DAEMON"
	until_health ok 200
	equal healthy "$(figure healthy)" 1
	equal wallet_height_blocks "$(figure wallet_height_blocks)" "$(regtest_height)"
	equal daemon_height_blocks "$(figure daemon_height_blocks)" "$(regtest_height)"
	equal lag_blocks "$(figure lag_blocks)" 0
	equal scan_failures_total "$(figure scan_failures_total)" 0
	app_end shop
	shop "127.0.0.1:$(app_free_port)"
	until_health "the daemon does not answer" 503
	equal healthy "$(figure healthy)" 0
	equal daemon_height_blocks "$(figure daemon_height_blocks)" 0
	[ "$(figure scan_failures_total)" -gt 0 ]
	equal 'rpc_calls_total{method="refresh"}' "$(figure 'rpc_calls_total{method="refresh"}')" 0
	rpc_fails -38 shop refresh
	equal 'rpc_errors_total{method="refresh"}' "$(figure 'rpc_errors_total{method="refresh"}')" 1
}

@test "reservations, reorganizations and notices are counted, and no amount is shown" {
	shop "$RT_DAEMON" --block-notify=/bin/true --tx-notify=/bin/false
	until_health ok 200
	equal reserved_outputs "$(figure reserved_outputs)" 0
	id=$(rpc_result shop transfer "{\"destinations\":[{\"address\":\"$MINER\",\"amount\":1234567890123}]}" | jq ".payments[0].id")
	equal 'reservations{state="prepared"}' "$(figure 'reservations{state="prepared"}')" 1
	equal 'reservations{state="submitted"}' "$(figure 'reservations{state="submitted"}')" 0
	[ "$(figure reserved_outputs)" -gt 0 ]
	rpc_result shop release_reserved "{\"id\":$id}" >/dev/null
	equal 'reservations{state="prepared"}' "$(figure 'reservations{state="prepared"}')" 0
	equal reserved_outputs "$(figure reserved_outputs)" 0

	before=$(figure 'notices_total{kind="block"}')
	regtest_mine "$MINER" 2
	rpc_result shop refresh >/dev/null
	regtest_pop 2
	regtest_mine "$MINER" 3
	peer_transfer "$(hot_offline alice wo-address)" "$XMR" >/dev/null
	regtest_mine "$MINER" 1
	rpc_result shop refresh >/dev/null
	equal reorganizations_total "$(figure reorganizations_total)" 1
	deadline=$((SECONDS + 20))
	until [ "$(figure 'notices_total{kind="block"}')" -ge $((before + 4)) ] &&
		[ "$(figure 'notice_failures_total{kind="tx"}')" -gt 0 ]; do
		((SECONDS < deadline))
		sleep 0.1
	done
	equal 'notices_total{kind="tx"}' "$(figure 'notices_total{kind="tx"}')" 0
	equal 'notice_failing{kind="tx"}' "$(figure 'notice_failing{kind="tx"}')" 1
	equal 'notice_failing{kind="block"}' "$(figure 'notice_failing{kind="block"}')" 0
	equal notices "$(rpc_result shop get_wallet_info | jq -c '.notices | [.block.failures, .tx.delivered, .tx.failure.message]')" \
		'[0,0,"the command has exit status 1"]'
	newest=$(figure newest_block_timestamp_seconds)
	((newest > $(date +%s) - 86400 && newest < $(date +%s) + 86400))
	page metrics >"$BATS_TEST_TMPDIR/metrics"
	run ! grep -E '1234567890123|[0-9a-f]{64}' "$BATS_TEST_TMPDIR/metrics"
}
