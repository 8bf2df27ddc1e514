#!/usr/bin/env bats
# What becomes of prepared and submitted payments when things do not go straight on: the balance and
# what is held for whom must be right after each.

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"
. "$BATS_TEST_DIRNAME/app.bash"
. "$BATS_TEST_DIRNAME/../programs/terminal.bash"

setup_file() {
	paid_wallets other again refused lost mined behind dust # for each test one of its own
	our_new withheld # the 4 XMR are the older output, which a payment spends first
	peer_transfer "$OUR_ADDRESS" $((4 * XMR)) >/dev/null
	regtest_mine "$MINER" 1
	peer_transfer "$OUR_ADDRESS" $((8 * XMR)) >/dev/null
	regtest_mine "$MINER" 10
}

teardown_file() {
	regtest_stop
}

# holds NAME BALANCE RESERVED PENDING
holds() {
	local is
	is=$(hot_offline "$1" wo-balance --json | jq -c '[.balance, .reserved, .pending_out]')
	[ "$is" = "[$2,$3,$4]" ] || { echo "$1 holds $is, should be [$2,$3,$4]"; return 1; }
}

# compose_and_sign NAME FILE ARGUMENT...: leaves the signed file as FILE, whatever was signed before. Sets FEE.
compose_and_sign() {
	local name=$1 file=$2
	shift 2
	our_compose "$name" "$@"
	our_sign "$name" --allow-respend
	cp "$FILES/$name.signed" "$FILES/$file"
}

@test "if two payments spend one output, the submitted one remains and the other is released" {
	our_sync other
	compose_and_sign other first "$MINER" 1
	fee=$FEE
	hot other wo-transfer --release-all
	compose_and_sign other second "$MINER" 2
	[ "$(hot other wo-submit "$FILES/first")" ]
	holds other $((12 * XMR - XMR - fee)) 0 $((XMR + fee))
	run hot other wo-submit "$FILES/second"
	[ "$status" -eq 1 ]
	holds other $((12 * XMR - XMR - fee)) 0 $((XMR + fee))
	regtest_mine "$MINER" 1
	our_sync other
	holds other $((12 * XMR - XMR - fee)) 0 0
}

@test "a released payment that is submitted has its former id" {
	our_sync again
	compose_and_sign again one "$MINER" 1
	fee=$FEE
	hot again wo-transfer --release-all
	compose_and_sign again both "$MINER" 9
	[ "$(hot again wo-submit "$FILES/one")" ]
	holds again $((12 * XMR - XMR - fee)) 0 $((XMR + fee))
	regtest_mine "$MINER" 1
	our_sync again
	holds again $((12 * XMR - XMR - fee)) 0 0
	[ "$(hot_offline again wo-balance --json | jq '.reservations | length')" = 0 ]
}

@test "submitting a pending or mined payment again changes nothing" {
	our_sync refused
	compose_and_sign refused file "$MINER" 1
	fee=$FEE
	hash=$(hot refused wo-submit "$FILES/file")
	[ "$(hot refused wo-submit "$FILES/file")" = "$hash" ]
	holds refused $((12 * XMR - XMR - fee)) 0 $((XMR + fee))
	regtest_mine "$MINER" 1
	[ "$(hot refused wo-submit "$FILES/file")" = "$hash" ]
	our_sync refused
	holds refused $((12 * XMR - XMR - fee)) 0 0
	[ "$(hot refused wo-submit "$FILES/file")" = "$hash" ]
	our_sync refused
	holds refused $((12 * XMR - XMR - fee)) 0 0
}

@test "a payment that the network dropped is reported, and can be submitted again or released" {
	our_sync lost
	compose_and_sign lost file "$MINER" 1
	fee=$FEE
	hash=$(hot lost wo-submit "$FILES/file")
	regtest_flush_pool
	output=$(hot lost wo-sync --json)
	[ "$(jq -c '[.unseen_payments, .unknown_payments]' <<<"$output")" = "[1,0]" ]
	grep -q "do not pay again" "$FILES/stderr"
	! grep -q -- "--release" "$FILES/stderr" || false
	status=0
	hot lost wo-transfer --release=1 || status=$?
	[ "$status" = 1 ]
	grep -q "payment 1 was submitted and may still be mined: if you release it and pay again, you may pay twice" "$FILES/stderr"
	holds lost $((12 * XMR - XMR - fee)) 0 $((XMR + fee))
	hot lost wo-transfer --release=1 --even-if-pending
	holds lost $((12 * XMR)) 0 0
	[ "$(hot lost wo-submit "$FILES/file")" = "$hash" ]
	holds lost $((12 * XMR - XMR - fee)) 0 $((XMR + fee))
	regtest_mine "$MINER" 1
	our_sync lost
	holds lost $((12 * XMR - XMR - fee)) 0 0
}

# By itself, wo-transfer would spend the 4 XMR in the first payment, and only the 8 XMR in the second one.
@test "after a lost payment, the next one to the recipient spends the same output" {
	our_sync withheld
	compose_and_sign withheld first "$MINER" 1
	[ "$(hot withheld wo-submit "$FILES/first")" ]
	regtest_flush_pool
	hot withheld wo-transfer --release=1 --even-if-pending
	compose_and_sign withheld both "$MINER" 5 --even-if-pending
	[ "$(jq '.transactions[0].double_spends_count' "$FILES/withheld.review")" = null ]
	hot withheld wo-transfer --release-all
	rm "$FILES/withheld.unsigned"
	output=$(hot withheld wo-transfer --json -o "$FILES/withheld.unsigned" "$MINER" 5)
	[ "$(jq -c '.payments[0] | [.id, .inputs, .replaces]' <<<"$output")" = "[3,2,1]" ]
	run our_sign withheld
	[ "$status" -eq 1 ]
	our_sign withheld --allow-respend
	our_submit withheld
	regtest_mine "$MINER" 1
	run hot withheld wo-submit "$FILES/first" # the daemon sends it after all
	[ "$status" -ne 0 ]
	our_sync withheld
	[ "$(hot_offline withheld wo-history --json | jq '[.transfers[] | select(.type == "out")] | length')" = 1 ]
	run hot withheld wo-submit "$FILES/both" # spends the 8 XMR, too
	[ "$status" -eq 1 ]
}

@test "if a daemon rejects a payment and forwards it, the recipient is not paid again" {
	our_sync lost
	compose_and_sign lost file "$MINER" 1
	bad_daemon reject-forward send_raw
	run hot lost wo-submit "$FILES/file"
	[ "$status" -eq 5 ]
	grep -q "rejects the transaction: .*; it may nevertheless have been forwarded: payment 2 stays pending" "$FILES/stderr"
	unset OUR_DAEMON
	[ "$(regtest_pool | wc -l)" = 1 ]
	run hot lost wo-transfer -o "$FILES/twice" "$MINER" 1
	[ "$status" -eq 1 ]
	grep -q "payment 2 to the same recipient failed, but may still be mined" "$FILES/stderr"
	[ ! -e "$FILES/twice" ]
	regtest_mine "$MINER" 1
	our_sync lost
	[ "$(hot_offline lost wo-history --json | jq -c '[.transfers[] | select(.id == 2) | .type]')" = '["out"]' ]
}

@test "a new watch-only wallet learns of an old payment from its signed file" {
	our_sync mined
	compose_and_sign mined file "$MINER" 1
	fee=$FEE
	hash=$(hot mined wo-submit "$FILES/file")
	regtest_mine "$MINER" 2
	rm "$FILES/mined.watch"
	cold mined cold-export --watch-password-file="$FILES/mined.password" -o "$FILES/mined.watch"
	our_sync mined
	[ "$(hot mined wo-submit "$FILES/file")" = "$hash" ]
	our_sync mined
	holds mined $((12 * XMR - XMR - fee)) 0 0
}

@test "a daemon that is behind undoes nothing; a replaced block does" {
	our_sync behind
	holds behind $((12 * XMR)) 0 0
	height=$(hot_offline behind wo-balance --json | jq .height)
	local popped=$((height - 91)) # with the payment to this wallet
	regtest_pop "$popped"
	output=$(hot behind wo-sync --json)
	echo "$output, was at $height"
	[ "$(jq -c '[.height, .reorganised, .daemon_height]' <<<"$output")" = "[$height,false,$((height - popped))]" ]
	holds behind $((12 * XMR)) 0 0
	regtest_flush_pool
	regtest_mine "$MINER" $((popped + 1))
	output=$(hot behind wo-sync --json)
	[ "$(jq -c '[.height, .reorganised, .fork_height]' <<<"$output")" = "[$((height + 1)),true,$((height - popped))]" ]
	holds behind 0 0 0
}

# The file that was composed before the wallet was put back, and that waited: its decoys tell.
WARNING="the rings of this payment have no decoy from the last [0-9]* hours or more: observers of the chain can tell that the payment was signed "
WARNING+="offline; see \"If a file has become too old\" in doc/rings.md"

late_file() {
	[ -e "$FILES/late.signed" ] || {
		our_new late
		peer_refresh
		peer_transfer "$OUR_ADDRESS" $((4 * XMR)) >/dev/null
		regtest_mine "$MINER" 10
		our_sync late
		cp "$FILES/late.watch" "$FILES/late.before"
		our_compose late "$MINER" 1
		our_sign late
		regtest_mine "$MINER" 250
	}
	cp "$FILES/late.before" "$FILES/late.watch"
	our_sync late
}

@test "wo-submit warns of an old file before it sends it; --refuse-old refuses it" {
	late_file
	run hot late wo-submit --refuse-old "$FILES/late.signed"
	[ "$status" -eq 1 ]
	[[ $(<"$FILES/stderr") =~ ^"wo-submit: error: not submitted, nothing was sent: "$WARNING$ ]]
	[ "$(regtest_pool)" = "" ]
	# A daemon that takes nothing: what is said was said before.
	bad_daemon reject send_raw
	run hot late wo-submit "$FILES/late.signed"
	[ "$status" -eq 5 ]
	[[ $(head -n 1 "$FILES/stderr") =~ ^"wo-submit: warning: "$WARNING$ ]]
	unset OUR_DAEMON
}

@test "on a terminal, wo-submit asks for confirmation of an old file" {
	late_file
	on_terminal "$tools/wo-submit" -w "$FILES/late.watch" --password-file="$FILES/late.password" \
		--daemon-address="$RT_DAEMON" "$FILES/late.signed"
	answer "Submit it anyway? [y/N]" n
	hang_up
	[ "$status" -eq 1 ]
	[[ $screen = *"not submitted, nothing was sent: "* ]]
	[ "$(regtest_pool)" = "" ]
}

@test "the console and the server warn of an old file before they send it" {
	late_file
	file=$(od -An -v -tx1 "$FILES/late.signed" | tr -d ' \n')
	app_start late --wallet-file="$FILES/late.watch" --password-file="$FILES/late.password" --daemon-address="$RT_DAEMON"
	rpc_fails -4 late submit_transfer "{\"tx_signed_hex\":\"$file\",\"refuse_old\":true}"
	[[ $MESSAGE =~ $WARNING$ ]]
	[ "$(regtest_pool)" = "" ]
	app_end late
	bad_daemon reject send_raw
	echo "submit_transfer $FILES/late.signed" >"$BATS_TEST_TMPDIR/lines"
	run "$tools/sneakernote" --wallet-file="$FILES/late.watch" --password-file="$FILES/late.password" \
		--daemon-address="$OUR_DAEMON" <"$BATS_TEST_TMPDIR/lines"
	echo "$output"
	[ "$status" -eq 5 ]
	[[ $output =~ "warning: "$WARNING ]]
	unset OUR_DAEMON
	late_file
	app_start late --wallet-file="$FILES/late.watch" --password-file="$FILES/late.password" --daemon-address="$RT_DAEMON"
	[[ $(rpc_result late submit_transfer "{\"tx_signed_hex\":\"$file\"}" | jq -r .warning) =~ ^$WARNING$ ]]
	[ "$(regtest_pool)" ]
	app_end late
	[[ $(<"$RT_DIR/app/late.err") =~ $WARNING ]]
}
