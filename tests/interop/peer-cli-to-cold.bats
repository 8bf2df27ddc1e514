# Their view-only wallet, monero-wallet-cli of the release SN_PEER_RELEASE, with the files that it writes and reads in the
# current directory; cold-sign and ki-restore are the offline side.

bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/../regtest/lib.bash"
. "$BATS_TEST_DIRNAME/../regtest/wallets.bash"
. "$BATS_TEST_DIRNAME/lib.bash"

setup_file() {
	interop_start
	keys_new cli
	local address
	address=$(<"$FILES/cli.address")
	peer_transfer "$address" $((2 * XMR)) "$address" $((3 * XMR)) "$address" $((4 * XMR)) >/dev/null
	interop_mine 10
	hot_new cli
	hot_refresh
	hot_rpc close_wallet >/dev/null
	mkdir "$RT_DIR/here"
}

setup() {
	cd "$RT_DIR/here"
}

teardown_file() {
	regtest_stop
}

# pay_from WALLET AMOUNT [OPTION OF cold-sign]...: transfer, cold-sign, submit_transfer. Sets HASH. With --command, release
# 0.18.0.0 does not scan new blocks by itself.
pay_from() {
	local wallet=$1 amount=$2
	shift 2
	rm -f unsigned_monero_tx signed_monero_tx
	peer_cli "$wallet" '' refresh
	peer_cli "$wallet" '\ny\ny\ny\n' transfer "$MINER" "$amount"
	[ -s unsigned_monero_tx ] || { cat "$FILES/cli"; return 1; }
	cold cli cold-sign --yes "$@" -o signed_monero_tx unsigned_monero_tx >/dev/null || return
	peer_cli "$wallet" 'y\ny\n' submit_transfer
	HASH=$(sed -n 's/.*transaction <\([0-9a-f]\{64\}\)>.*/\1/p' "$FILES/cli" | head -n 1)
	[ -n "$HASH" ] || { cat "$FILES/cli"; return 1; }
}

@test "transfer, cold-sign, submit_transfer, twice" {
	pay_from cli 1
	interop_mine 10
	[ "$(peer_received "$HASH")" = "$XMR 0000000000000000 $MINER" ]
	[ "${SN_INTEROP:-}" = all ] || return 0
	peer_cli cli '\n\n' export_outputs all outputs
	[ -s outputs ] || cat "$FILES/cli"
	pay_from cli 5 --outputs=outputs
	interop_mine 10
	[ "$(peer_received "$HASH")" = "$((5 * XMR)) 0000000000000000 $MINER" ]
}

# A wallet that was scanned again does not know what it has spent.
@test "four crossings: export_outputs, ki-restore, import_key_images, then a payment" {
	in_all_only
	hot_new cli again
	hot_refresh
	[ "$(hot_balance)" -ge $((9 * XMR)) ]
	hot_rpc close_wallet >/dev/null
	rm -f outputs
	peer_cli again '\n\n' export_outputs all outputs
	cold cli ki-restore -o images outputs
	peer_cli again '\n\n' import_key_images images
	peer_rpc restore_deterministic_wallet "$(jq -n --arg seed "$(<"$FILES/cli.seed")" \
		'{filename: "twin", password: "", seed: $seed, restore_height: 0}')" >/dev/null
	peer_refresh
	balance=$(peer_balance)
	peer_rpc open_wallet '{"filename":"miner","password":""}' >/dev/null
	hot_rpc open_wallet '{"filename":"again","password":""}' >/dev/null
	[ "$(hot_balance)" = "$balance" ]
	[ "$balance" -lt $((3 * XMR)) ]
	hot_rpc close_wallet >/dev/null
	pay_from again 1 --outputs=outputs
	interop_mine 10
	[ "$(peer_received "$HASH")" = "$XMR 0000000000000000 $MINER" ]
}
