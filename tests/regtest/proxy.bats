# wo-sync, wo-transfer, wo-submit and sneakernote through a SOCKS proxy that records what is asked, and by whom.

bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"
. "$BATS_TEST_DIRNAME/app.bash"

setup_file() {
	paid_wallets ours
}

teardown_file() {
	regtest_stop
}

setup() {
	recorder
	OUR_DAEMON=daemon.onion:18081
}

# users [PATH]: the different SOCKS user names, of requests for PATH.
users() {
	awk -v path="${1:-}" 'path == "" || $3 == path { print $1 }' "$REQUESTS" | sort -u
}

@test "sync, payment and submission use different proxy user names, and the proxy resolves the host name" {
	hot ours wo-sync --proxy="$PROXY" >/dev/null
	[ "$(users | wc -l)" -eq 1 ]
	hot ours wo-transfer --proxy="$PROXY" -o "$FILES/ours.unsigned" "$MINER" 1 >/dev/null
	[ "$(users | wc -l)" -eq 2 ]
	our_sign ours
	hot ours wo-submit --proxy="$PROXY" "$FILES/ours.signed" >/dev/null
	users
	[ "$(users | wc -l)" -eq 3 ]
	! users | grep -qvE '^[0-9a-f]{32}$' || false
	[ "$(awk '{ print $2 }' "$REQUESTS" | sort -u)" = daemon.onion ]
}

@test "a server uses a new proxy user name for each payment, and the first one for the chain" {
	app_start server --wallet-file="$FILES/ours.master" --password-file="$FILES/ours.master-password" \
		--daemon-address="$OUR_DAEMON" --proxy="$PROXY"
	rpc_result server refresh >/dev/null
	first=$(users)
	[ "$(wc -l <<<"$first")" -eq 1 ]
	for _ in 1 2; do
		rpc_result server transfer "{\"destinations\":[{\"address\":\"$MINER\",\"amount\":100000000000}]}" >/dev/null
		regtest_mine "$MINER" 12
		rpc_result server refresh >/dev/null
	done
	app_end server
	[ "$(users /getblocks.bin)" = "$first" ]
	[ "$(users /get_transaction_pool_hashes)" = "$first" ]
	[ "$(users /get_outs.bin | wc -l)" -eq 2 ]
	[ "$(users /send_raw_transaction | wc -l)" -eq 2 ]
	[ "$(users | wc -l)" -eq 5 ]
}

@test "a login in the proxy address is used unchanged" {
	hot ours wo-sync --proxy="socks5h://me:hunter2@${PROXY#*//}" >/dev/null
	[ "$(users)" = me ]
}

@test "a daemon whose name ends in .onion requires a proxy, and a public one requires TLS through it" {
	run -2 --separate-stderr hot ours wo-sync
	[[ $stderr = *"daemon.onion can be reached only through a proxy"*"hint: use --proxy="* ]]
	OUR_DAEMON=node.example
	run -2 --separate-stderr hot ours wo-sync --proxy="$PROXY"
	[[ $stderr = *"--allow-plain-http"* ]]
	[ ! -s "$REQUESTS" ]
	hot ours wo-sync --proxy="$PROXY" --allow-plain-http >/dev/null
	[ "$(awk '{ print $2 }' "$REQUESTS" | sort -u)" = node.example ]
}
