# Libraries that other people write for monero-wallet-rpc, as clients of sneakernote. ./bootstrap clients installs them.

bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/../regtest/lib.bash"
. "$BATS_TEST_DIRNAME/../regtest/wallets.bash"
. "$BATS_TEST_DIRNAME/../regtest/app.bash"

clients=${XDG_CACHE_HOME:-$HOME/.cache}/sneakernote/clients

setup_file() {
	regtest_available || skip "needs monerod, monero-wallet-rpc, curl and jq"
	regtest_start
	export FILES=$RT_DIR/ours OUR_ADDRESS
	our_new own
	regtest_mine "$OUR_ADDRESS" 75
	echo ann:secret-word >"$FILES/login"
	app_start hot --wallet-file="$FILES/own.watch" --password-file="$FILES/own.password" --daemon-address="$RT_DAEMON" \
		--rpc-login-file="$FILES/login" --rpc-allow-md5
	app_start cold --wallet-file="$FILES/own.master" --password-file="$FILES/own.master-password" --offline-mode
}

teardown_file() {
	regtest_stop
}

@test "monero-ts makes a payment" {
	[ -d "$clients/node_modules/monero-ts" ] || skip "monero-ts is not installed; ./bootstrap clients installs it"
	local said=$FILES/said hash order
	node "$BATS_TEST_DIRNAME/monero-ts.js" "$clients" "http://127.0.0.1:$(<"$RT_DIR/app/hot.port")" \
		"http://127.0.0.1:$(<"$RT_DIR/app/cold.port")" ann secret-word | tail -n 1 >"$said"
	jq . "$said"
	jq -e --arg own "$OUR_ADDRESS" '.isViewOnly and .isConnected and .primary == $own and .height == 76 and .account == 1 and
		.index == [1, 1] and .label == "order 1, paid" and .parsed == .order and .fee == .described and .outgoing == [.hash] and
		.note == "for order 1" and .transactions == 76 and .exported > 5000 and (.balance | tonumber) > (.unlocked | tonumber)' "$said"
	hash=$(jq -r .hash "$said")
	order=$(jq -r .order "$said")
	regtest_pool | grep -qx "$hash"
	regtest_mine "$OUR_ADDRESS" 1
	app_end hot
	our_sync own
	hot own wo-history --json | jq -e --arg hash "$hash" --arg order "$order" \
		'[.. | objects | select(.tx_hash? == $hash)] | length >= 1'
}
