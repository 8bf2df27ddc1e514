# The scripts in samples/ do what they say.

bats_require_minimum_version 1.5.0

setup() {
	. "$BATS_TEST_DIRNAME/lib.bash"
	. "$BATS_TEST_DIRNAME/wallets.bash"
	regtest_available || skip "needs monerod, monero-wallet-rpc, curl and jq"
	samples=$BATS_TEST_DIRNAME/../../samples
}

teardown() {
	regtest_stop
}

# The processes that have files under $1 in their command lines.
processes() {
	grep -ls "$1/[s]neakernote-regtest" /proc/[0-9]*/cmdline || true
}

@test "demo: exits 0 and leaves no files" {
	mkdir "$BATS_TEST_TMPDIR/tmp"
	TMPDIR=$BATS_TEST_TMPDIR/tmp run "$samples/demo"
	echo "$output"
	[ "$status" -eq 0 ]
	[[ "$output" = *"exact: received = 1250000000000"* ]]
	[[ "$output" = *"exact: balance"* ]]
	[ -z "$(ls -A "$BATS_TEST_TMPDIR/tmp")" ]
	[ -z "$(processes "$BATS_TEST_TMPDIR/tmp")" ]
}

@test "demo: leaves no files when interrupted" {
	mkdir "$BATS_TEST_TMPDIR/tmp"
	TMPDIR=$BATS_TEST_TMPDIR/tmp "$samples/demo" >"$BATS_TEST_TMPDIR/output" 2>&1 3>&- &
	demo=$!
	for ((i = 0; i < 300; i++)); do
		grep -q '^== Offline: a new master wallet' "$BATS_TEST_TMPDIR/output" && break
		sleep 0.1
	done
	grep -q '^== Offline: a new master wallet' "$BATS_TEST_TMPDIR/output"
	kill -TERM "$demo"
	status=0
	wait "$demo" || status=$?
	[ "$status" -ne 0 ]
	[ -z "$(ls -A "$BATS_TEST_TMPDIR/tmp")" ]
	[ -z "$(processes "$BATS_TEST_TMPDIR/tmp")" ]
}

@test "stick-payment: prepares, signs and submits a payment" {
	regtest_start
	peer_start
	peer_create payee
	payee=$(peer_address)
	peer_create miner
	our_new payer
	regtest_mine "$OUR_ADDRESS" 2
	regtest_mine "$(peer_address)" 80
	our_sync payer

	stick=$RT_DIR/stick
	mkdir "$stick"
	export SN_TOOLS=$tools SN_DAEMON=$RT_DAEMON SN_YES=1
	online() {
		SN_WALLET=$RT_DIR/ours/payer.watch SN_PASSWORD_FILE=$RT_DIR/ours/payer.password "$samples/stick-payment" "$@"
	}
	offline() {
		SN_WALLET=$RT_DIR/ours/payer.master SN_PASSWORD_FILE=$RT_DIR/ours/payer.master-password \
			"$samples/stick-payment" "$@"
	}

	online request "$stick" "$payee" 0.75
	[ "$(ls "$stick")" = sneakernote.unsigned ]
	run online request "$stick" "$payee" 0.75
	[ "$status" -eq 1 ] # one payment at a time
	run --separate-stderr offline sign "$stick"
	[ "$status" -eq 0 ]
	[[ "$stderr" = *0.75* ]]
	cp "$stick/sneakernote.unsigned" "$BATS_TEST_TMPDIR/unsigned"
	hash=$(online send "$stick")
	[ "$hash" = "$(regtest_pool)" ]
	[ "$(cd "$stick" && find . -type f)" = "./paid/$hash.unsigned" ] # for a proof
	cmp "$BATS_TEST_TMPDIR/unsigned" "$stick/paid/$hash.unsigned"
	[[ $(cold payer cold-prove "$hash" "$payee" "$stick/paid/$hash.unsigned") = OutProofV2* ]]

	regtest_mine "$(peer_address)" 1
	peer_open payee
	peer_refresh
	[ "$(peer_received "$hash")" = "750000000000 0000000000000000 $payee" ]
}

@test "stick-payment: mistakes are refused" {
	stick=$BATS_TEST_TMPDIR/stick
	mkdir "$stick"
	for arguments in "" "sign" "sign $stick surplus" "request $stick" "request $stick ADDRESS" "pay $stick"; do
		# shellcheck disable=SC2086 # several words are meant
		run --separate-stderr "$samples/stick-payment" $arguments
		[ "$status" -eq 2 ]
		[ -z "$output" ]
	done
	run "$samples/stick-payment"
	[ "$(grep -o 'stick-payment [a-z]*' <<<"$output" | xargs)" = "stick-payment request stick-payment sign stick-payment send" ]
	run "$samples/stick-payment" sign "$BATS_TEST_TMPDIR/absent"
	[ "$status" -eq 7 ]
	[ -z "$(ls -A "$stick")" ]
}
