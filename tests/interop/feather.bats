# The real Feather wallet at the other end, by file: as the view-only wallet that our programs sign for, and as the offline
# wallet that signs for ours.
#
# The tests follow each other: one Feather, two wallets. The view-only wallet is on the network that Feather takes for stagenet
# (feather-node.py), where the addresses of "shop" and "payee" look otherwise than where the blocks are mined; the keys are the same.

bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/../regtest/lib.bash"
. "$BATS_TEST_DIRNAME/../regtest/wallets.bash"
. "$BATS_TEST_DIRNAME/feather.bash"

setup_file() {
	export LACKS
	LACKS=$(feather_missing)
	[ -z "$LACKS" ] || return 0
	chain_with_peer miner
	export FILES=$RT_DIR/ours SHOP PAYEE TILL SHOP_STAGE PAYEE_STAGE VIEW_KEY
	our_new shop
	SHOP=$OUR_ADDRESS
	our_new payee
	PAYEE=$OUR_ADDRESS
	our_new till
	TILL=$OUR_ADDRESS
	stage_twin shop >"$FILES/shop.json"
	SHOP_STAGE=$(jq -r .primaryAddress "$FILES/shop.json")
	VIEW_KEY=$(jq -r .privateViewKey "$FILES/shop.json")
	stage_twin payee >"$FILES/payee.json"
	PAYEE_STAGE=$(jq -r .primaryAddress "$FILES/payee.json")

	regtest_mine "$SHOP" 3
	regtest_mine "$MINER" 110
	peer_refresh
	peer_transfer "$SHOP" $((4 * XMR)) "$SHOP" $((8 * XMR)) "$TILL" $((2 * XMR)) "$TILL" $((3 * XMR)) >/dev/null
	regtest_mine "$MINER" 11
	feather_screen
}

setup() {
	[ -z "$LACKS" ] || skip "Feather cannot be started here, for lack of $LACKS (tests/interop/unpack-feather unpacks Feather)"
}

teardown_file() {
	regtest_stop
}

teardown() {
	if [ -z "${BATS_TEST_COMPLETED:-}${BATS_TEST_SKIPPED:-}" ] && [ -n "${RT_DIR:-}" ]; then
		ui dump || true # what was on the screen
	fi
}

# stage_twin NAME: the master wallet NAME-stage of the same seed for stagenet; prints what Feather takes, JSON.
stage_twin() {
	our_run "$tools/cold-new" -w "$FILES/$1-stage.master" --password-file="$FILES/$1.master-password" \
		--seed-file="$FILES/$1.seed" --network=stagenet --restore-height=1 >/dev/null &&
		our_run "$tools/cold-export" -w "$FILES/$1-stage.master" --password-file="$FILES/$1.master-password" \
			--format=json -o -
}

# stage NAME PROGRAM [ARGUMENT]...: a cold program with this wallet.
stage() {
	local name=$1 program=$2
	shift 2
	our_run "$tools/$program" -w "$FILES/$name-stage.master" --password-file="$FILES/$name.master-password" "$@"
}

equal() {
	if [ "$2" != "$3" ]; then
		echo "$1: is $2, should be $3"
		return 1
	fi
}

# Feather looks for new blocks every ten seconds or so.
feather_has() {
	ui wait "label:Balance: $1 XMR" 90
}

received() {
	our_sync payee
	hot_offline payee wo-history --json | jq --arg hash "$1" '[.transfers[] | select(.tx_hash == $hash) | .amount] | add'
}

@test "Feather makes a view-only wallet of what cold-export writes, and sees the money" {
	feather_start online online
	feather_restore_view shop "$SHOP_STAGE" "$VIEW_KEY" "$(jq .restoreHeight "$FILES/shop.json")"
	ui wait label:Synchronized 60
	our_sync shop
	feather_has "$(xmr "$(our_balance shop)")"
}

@test "four crossings: outputs, key images, unsigned, signed" {
	local files=$RT_DIR/feather-online/files hash
	feather_pay "$PAYEE_STAGE" 1.5
	ui wait 'label:1. Export outputs'
	feather_export_outputs "$files/1_outputs"
	stage shop ki-restore -o "$files/2_keyImages" "$files/1_outputs"
	feather_import_images "$files/2_keyImages"
	ui wait 'label:3. Export unsigned transaction' 60
	feather_export_unsigned "$files/3_unsigned_monero_tx"

	stage shop cold-show --json "$files/3_unsigned_monero_tx" >"$FILES/review"
	equal review "$(jq -c '[.transactions[0].destinations[] | .address, .amount]' "$FILES/review")" \
		"[\"$PAYEE_STAGE\",1500000000000]"
	hash=$(stage shop cold-sign --yes --json --outputs="$files/1_outputs" -o "$files/4_signed_monero_tx" \
		"$files/3_unsigned_monero_tx" | jq -r .tx_hash)

	feather_import_signed "$files/4_signed_monero_tx"
	grep -F "label:'1.500000000000 (" "$RT_DIR/review"
	grep -F "label:'$(xmr "$(jq .fee "$FILES/review")") (" "$RT_DIR/review"
	feather_send
	equal "in the pool" "$(regtest_pool)" "$hash"
	regtest_mine "$MINER" 11
	equal received "$(received "$hash")" 1500000000000
}

@test "the next payment takes two crossings: Feather knows the key image of the change" {
	local files=$RT_DIR/feather-online/files hash
	# Feather has seen the last payment, of which the fee is in the review.
	feather_has "$(xmr $(($(our_balance shop) - 1500000000000 - $(jq .fee "$FILES/review"))))"
	feather_pay "$PAYEE_STAGE" 115 # more than all other outputs have
	ui wait 'label:3. Export unsigned transaction'
	feather_export_unsigned "$files/5_unsigned_monero_tx"
	ui press 'push button:Cancel' # and come back later
	stage shop cold-sign --yes --no-key-images -o "$files/6_signed_monero_tx" "$files/5_unsigned_monero_tx" >/dev/null
	feather_load_signed "$files/6_signed_monero_tx"
	grep -F "table cell:'$PAYEE_STAGE'" "$RT_DIR/review"
	feather_send
	hash=$(regtest_pool)
	regtest_mine "$MINER" 11
	equal received "$(received "$hash")" $((115 * XMR))
}

@test "Feather's balance and ours are the same afterwards" {
	local balance
	our_sync shop
	our_run "$tools/ki-restore" -w "$FILES/shop.master" --password-file="$FILES/shop.master-password" \
		--watch-only="$FILES/shop.watch" --watch-password-file="$FILES/shop.password"
	our_sync shop
	balance=$(our_balance shop)
	feather_has "$(xmr "$balance")"
	feather_stop
}

@test "a restored view-only Feather has the same balance after a key image sync" {
	local files=$RT_DIR/feather-restored/files
	feather_start restored online
	feather_restore_view again "$SHOP_STAGE" "$VIEW_KEY" 1
	ui wait label:Synchronized 60
	! ui shown "label:Balance: $(xmr "$(our_balance shop)") XMR" || return 1
	ui press 'menu item:Tools'
	ui press '#actionKeyImageSync'
	ui press 'check box:Export all outputs'
	feather_export_outputs "$files/again_outputs"
	stage shop ki-restore -o "$files/again_keyImages" "$files/again_outputs"
	feather_import_images "$files/again_keyImages"
	feather_has "$(xmr "$(our_balance shop)")"
	feather_stop
}

@test "Feather, offline, makes the key images that our watch-only wallet lacks" {
	local files=$RT_DIR/feather-offline/files
	feather_start offline
	feather_restore_seed till "$FILES/till.seed" 1
	our_sync till
	hot_offline till ki-restore --list --format=monero -o "$files/7_outputs"
	feather_key_images "$files/7_outputs" "$files/8_keyImages"
	hot_offline till ki-restore --import "$files/8_keyImages"
	our_sync till
	equal "without key image" "$(hot_offline till wo-balance --json | jq .outputs_without_key_image)" 0
}

@test "Feather, offline, signs what wo-transfer writes for it" {
	local files=$RT_DIR/feather-offline/files hash
	hot till wo-transfer --format=monero -o "$files/9_unsigned_monero_tx" "$PAYEE" 2.5
	feather_sign "$files/9_unsigned_monero_tx" "$files/10_signed_monero_tx"
	grep -F "table cell:'$PAYEE'" "$RT_DIR/review"
	grep -F "table cell:'2.500000000000'" "$RT_DIR/review"
	hash=$(hot till wo-submit "$files/10_signed_monero_tx")
	equal "in the pool" "$(regtest_pool)" "$hash"
	regtest_mine "$MINER" 11
	equal received "$(received "$hash")" 2500000000000
	our_sync till
	equal "without key image" "$(hot_offline till wo-balance --json | jq .outputs_without_key_image)" 0
	feather_stop
}
