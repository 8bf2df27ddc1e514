# The signer of the reference wallet: wo-transfer --format=monero writes a file for it, and wo-submit broadcasts its answer.
#
# The monero-wallet-rpc of the release SN_PEER_RELEASE (lib.bash) signs, with --offline. Each of our watch-only wallets has a
# wallet of the signer with the same name and seed phrase. The installed monero-wallet-rpc mines, pays and receives.

bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/../regtest/lib.bash"
. "$BATS_TEST_DIRNAME/../regtest/wallets.bash"
. "$BATS_TEST_DIRNAME/lib.bash"

setup_file() {
	interop_select
	export SIGNER=$PEER_RPC
	chain_with_peer miner
	export FILES=$RT_DIR/ours FORMAT=monero RECIPIENT SUBADDRESS_1 SUBADDRESS_2
	peer_is_since 0.18.1.1 || FORMAT=monero-0.18.0
	mkdir "$RT_DIR/signer"
	rt_start_on_free_ports signer rt_signer
	export RT_SIGNER=127.0.0.1:$RT_PORT
	local name
	for name in coinbase ringct sub; do
		our_new "$name"
		export "ADDRESS_$name=$OUR_ADDRESS"
		signer_restore "$name"
	done
	regtest_mine "$ADDRESS_coinbase" 6
	regtest_mine "$MINER" 90
	peer_refresh
	# Several recipients, some of them subaddresses: the transaction has additional tx keys.
	peer_transfer "$ADDRESS_ringct" $((2 * XMR)) "$ADDRESS_ringct" $((3 * XMR)) "$ADDRESS_ringct" $((4 * XMR)) \
		"$(our_subaddress sub 0 1)" $((3 * XMR)) "$(our_subaddress sub 0 2)" $((2 * XMR)) \
		"$(our_subaddress sub 1 0)" $((2 * XMR)) "$(our_subaddress sub 1 3)" $((3 * XMR)) >/dev/null
	peer_create recipient
	RECIPIENT=$(peer_address)
	SUBADDRESS_1=$(peer_subaddress)
	SUBADDRESS_2=$(peer_subaddress)
	regtest_mine "$MINER" 10
	for name in coinbase ringct sub; do
		our_sync "$name"
	done
}

teardown_file() {
	regtest_stop
}

# ---- the signer -------------------------------------------------------------------------------------

rt_signer() {
	exec "$SIGNER" --offline --rpc-bind-ip 127.0.0.1 --rpc-bind-port "$1" --disable-rpc-login --rpc-ssl disabled \
		--wallet-dir "$RT_DIR/signer" --shared-ringdb-dir "$RT_DIR/signer" --no-dns --non-interactive \
		--log-file "$RT_DIR/signer.log" --log-level 0
}

# signer_rpc METHOD [PARAMS]
signer_rpc() {
	rt_json_rpc "$RT_SIGNER" "$@"
}

# signer_restore NAME: the wallet with the seed phrase of our wallet NAME.
signer_restore() {
	signer_rpc restore_deterministic_wallet "$(jq -cn --arg name "$1" --arg seed "$(<"$FILES/$1.seed")" \
		'{filename: $name, password: "", seed: $seed, restore_height: 0}')" >/dev/null || return
	echo "$1" >"$RT_DIR/signer.open"
}

signer_open() {
	[ "$(<"$RT_DIR/signer.open")" != "$1" ] || return 0
	signer_rpc open_wallet "{\"filename\":\"$1\",\"password\":\"\"}" >/dev/null || return
	echo "$1" >"$RT_DIR/signer.open"
}

# with_file METHOD NAME: call METHOD with NAME.unsigned.
with_file() {
	signer_rpc "$1" "{\"unsigned_txset\":\"$(od -An -v -tx1 "$FILES/$2.unsigned" | tr -d ' \n')\"}"
}

# signer_cli_sign NAME: the same with the files of monero-wallet-cli. What it prints is NAME.review.
signer_cli_sign() {
	local name=$1 here=$RT_DIR/here
	mkdir -p "$here"
	cp "$FILES/$name.unsigned" "$here/unsigned_monero_tx"
	signer_open "$name"
	signer_rpc close_wallet >/dev/null
	: >"$RT_DIR/signer.open"
	(cd "$here" && printf '\ny\n' | timeout 300 "$PEER_CLI" --offline --wallet-file "$RT_DIR/signer/$name" --password '' \
		--log-file "$RT_DIR/cli.log" --shared-ringdb-dir "$RT_DIR/signer" --no-dns --max-concurrency 2 \
		--command sign_transfer) >"$FILES/$name.review" 2>&1
	mv "$here/signed_monero_tx" "$FILES/$name.signed"
}

# signer_sign NAME: NAME.unsigned becomes NAME.signed, in hexadecimal. NAME.review is the signer's description, NAME.answer its
# whole answer.
signer_sign() {
	signer_open "$1"
	with_file describe_transfer "$1" >"$FILES/$1.review" && with_file sign_transfer "$1" >"$FILES/$1.answer" &&
		jq -r .signed_txset "$FILES/$1.answer" >"$FILES/$1.signed"
}

# ---- our side -----------------------------------------------------------------------------------------

# equal WHAT IS WANT
equal() {
	if [ "$2" != "$3" ]; then
		echo "$1: is $2, should be $3"
		return 1
	fi
}

# our_subaddress NAME MAJOR MINOR
our_subaddress() {
	hot_offline "$1" wo-address --account="$2" --index="$3"
}

# composes NAME [ARGUMENT OF wo-transfer]...: NAME.unsigned, and the report NAME.composed. Sets FEE and AMOUNT, the sums.
composes() {
	local name=$1
	shift
	rm -f "$FILES/$name".{unsigned,signed}
	hot "$name" wo-transfer --format="$FORMAT" --json -o "$FILES/$name.unsigned" "$@" >"$FILES/$name.composed" || return
	FEE=$(jq '[.payments[].fee] | add' "$FILES/$name.composed")
	AMOUNT=$(jq '[.payments[].amount] | add' "$FILES/$name.composed")
}

# sends NAME: signs and submits what `composes` made. The signer shows the fee of the report and broadcasts with its weight.
sends() {
	local name=$1
	signer_sign "$name"
	equal "the signer's fees" "$(jq -c '[.desc[].fee]' "$FILES/$name.review")" "$(jq -c '[.payments[].fee]' "$FILES/$name.composed")"
	equal "the signer's change" "$(jq -c '[.desc[].change_amount]' "$FILES/$name.review")" \
		"$(jq -c '[.payments[].change_amount]' "$FILES/$name.composed")"
	our_submit "$name"
	equal "the signer's hashes" "$(jq -r '.tx_hash_list[]' "$FILES/$name.answer")" "$HASH"
	equal weights "$(while read -r hash; do regtest_weight "$hash"; done <<<"$HASH")" \
		"$(jq '.payments[].weight' "$FILES/$name.composed")"
}

# mined NAME BEFORE: the transactions of HASH leave BEFORE less AMOUNT and FEE, and have the history of payments of NAME.composed.
mined() {
	local name=$1 before=$2
	regtest_mine "$MINER" 10
	our_sync "$name"
	equal "our balance" "$(our_balance "$name")" $((before - AMOUNT - FEE))
	equal unlocked "$(our_unlocked_balance "$name")" $((before - AMOUNT - FEE))
	equal "the history" "$(history_of "$name" <<<"$HASH")" \
		"$(jq -c '[.payments[] | ["out", .amount, .fee, .id]]' "$FILES/$name.composed")"
}

# history_of NAME: of the transactions on standard input.
history_of() {
	local hashes
	hashes=$(cat)
	hot_offline "$1" wo-history --json | jq -c --arg hashes "$hashes" \
		'[($hashes | split("\n")[]) as $hash | .transfers[] | select(.tx_hash == $hash) | [.type, .amount, .fee, .id]]'
}

# assert_shape INPUTS OUTPUTS: of the only transaction.
assert_shape() {
	regtest_transaction "$HASH" >"$BATS_TEST_TMPDIR/tx"
	equal "inputs, outputs, fee, unlock time" \
		"$(jq -c '[(.vin | length), (.vout | length), .rct_signatures.txnFee, .unlock_time]' "$BATS_TEST_TMPDIR/tx")" \
		"[$1,$2,$FEE,0]"
}

# assert_received [LINE]...: "AMOUNT PAYMENT_ID ADDRESS", by the recipient.
assert_received() {
	peer_refresh
	equal "what the recipient got" "$(while read -r hash; do peer_received "$hash"; done <<<"$HASH" | sort)" \
		"$(printf '%s\n' "$@" | sort)"
}

# pays NAME INPUTS OUTPUTS [ARGUMENT OF wo-transfer]...: one transaction, until it is mined.
pays() {
	local name=$1 inputs=$2 outputs=$3 before
	shift 3
	our_sync "$name"
	before=$(our_balance "$name")
	composes "$name" "$@"
	sends "$name"
	assert_shape "$inputs" "$outputs"
	mined "$name" "$before"
}

NO_ID=0000000000000000

# ---- inputs -------------------------------------------------------------------------------------------

@test "one input" {
	pays ringct 1 2 "$RECIPIENT" 1.25
	assert_received "$((XMR + XMR / 4)) $NO_ID $RECIPIENT"
}

@test "several inputs, one of them the change of the payment before" {
	pays ringct 3 2 "$RECIPIENT" 7.5
	assert_received "$((7 * XMR + XMR / 2)) $NO_ID $RECIPIENT"
}

@test "mined inputs" {
	in_all_only
	pays coinbase 2 2 "$RECIPIENT" 40
	assert_received "$((40 * XMR)) $NO_ID $RECIPIENT"
}

@test "inputs at subaddresses, from a transaction with additional tx keys" {
	pays sub 2 2 "$RECIPIENT" 3.5
	assert_received "$((3 * XMR + XMR / 2)) $NO_ID $RECIPIENT"
}

@test "inputs of account 1" {
	pays sub 2 2 --account=1 "$RECIPIENT" 4
	assert_received "$((4 * XMR)) $NO_ID $RECIPIENT"
}

# ---- recipients ---------------------------------------------------------------------------------------

@test "a subaddress" {
	in_all_only
	pays ringct 1 2 "$SUBADDRESS_1" 0.02
	assert_received "$((XMR / 50)) $NO_ID $SUBADDRESS_1"
}

@test "an integrated address" {
	integrated=$(peer_integrated_address 0123456789abcdef)
	pays ringct 1 2 "$integrated" 0.03
	equal "the payment ID that the signer shows" "$(jq -r .desc[0].payment_id "$FILES/ringct.review")" 0123456789abcdef
	assert_received "$((3 * XMR / 100)) 0123456789abcdef $RECIPIENT"
}

@test "several recipients, with additional tx keys" {
	pays ringct 1 5 "$RECIPIENT" 0.001 "$SUBADDRESS_1" 0.002 "$SUBADDRESS_2" 0.003 "$RECIPIENT" 0.004
	assert_received "$((XMR / 200)) $NO_ID $RECIPIENT" "$((XMR / 500)) $NO_ID $SUBADDRESS_1" "$((3 * XMR / 1000)) $NO_ID $SUBADDRESS_2"
}

@test "oneself" {
	our_sync ringct
	before=$(our_balance ringct)
	composes ringct "$ADDRESS_ringct" 0.005
	sends ringct
	AMOUNT=0
	regtest_mine "$MINER" 10
	our_sync ringct
	equal "our balance" "$(our_balance ringct)" $((before - FEE))
}

# ---- no change, several transactions --------------------------------------------------------------------

@test "two recipients without change" {
	our_sync sub
	account=$(hot_offline sub wo-balance --json | jq '.per_account[] | select(.account_index == 1) | .balance')
	composes sub --account=1 "$RECIPIENT" 0.1 "$SUBADDRESS_1" 0.1
	hot sub wo-transfer --release-all
	pays sub 1 2 --account=1 --fee="$(xmr "$FEE")" "$RECIPIENT" 0.1 "$SUBADDRESS_1" "$(xmr $((account - XMR / 10 - FEE)))"
	assert_received "$((XMR / 10)) $NO_ID $RECIPIENT" "$((account - XMR / 10 - FEE)) $NO_ID $SUBADDRESS_1"
}

@test "a sweep, which has a dummy output" {
	our_sync ringct
	all=$(our_balance ringct)
	pays ringct 2 2 --sweep-all "$SUBADDRESS_2"
	equal "dummy outputs that the signer shows" "$(jq .desc[0].dummy_outputs "$FILES/ringct.review")" 1
	equal "our balance" "$(our_balance ringct)" 0
	assert_received "$((all - FEE)) $NO_ID $SUBADDRESS_2"
}

@test "a sweep to an integrated address" {
	in_all_only
	our_sync coinbase
	composes coinbase "$ADDRESS_ringct" 0.5
	sends coinbase
	regtest_mine "$MINER" 10
	our_sync ringct
	all=$(our_balance ringct)
	pays ringct 1 2 --sweep-all "$(peer_integrated_address 0123456789abcdef)"
	assert_received "$((all - FEE)) 0123456789abcdef $RECIPIENT"
}

@test "monero-wallet-cli signs the file in its directory" {
	in_all_only
	our_sync coinbase
	before=$(our_balance coinbase)
	composes coinbase "$RECIPIENT" 0.75 "$SUBADDRESS_1" 0.25
	signer_cli_sign coinbase || { cat "$FILES/coinbase.review"; return 1; }
	grep -F "sending 0.250000000000 to $SUBADDRESS_1, sending 0.750000000000 to $RECIPIENT" "$FILES/coinbase.review" ||
		grep -F "sending 0.750000000000 to $RECIPIENT, sending 0.250000000000 to $SUBADDRESS_1" "$FILES/coinbase.review"
	our_submit coinbase
	mined coinbase "$before"
	assert_received "$((3 * XMR / 4)) $NO_ID $RECIPIENT" "$((XMR / 4)) $NO_ID $SUBADDRESS_1"
}

@test "two payments in a row" {
	our_sync coinbase
	before=$(our_balance coinbase)
	composes coinbase "$RECIPIENT" 1
	sends coinbase
	first=$HASH fee=$FEE
	composes coinbase "$RECIPIENT" 2
	sends coinbase
	FEE=$((FEE + fee)) AMOUNT=$((3 * XMR)) HASH=$first$'\n'$HASH
	equal "the pool" "$(regtest_pool | sort)" "$(sort <<<"$HASH")"
	regtest_mine "$MINER" 10
	our_sync coinbase
	equal "our balance" "$(our_balance coinbase)" $((before - 3 * XMR - FEE))
	assert_received "$XMR $NO_ID $RECIPIENT" "$((2 * XMR)) $NO_ID $RECIPIENT"
}

@test "several transactions in a file, with the same file submitted twice" {
	local i total=0
	for ((i = 1; i <= 20; i++)); do
		echo "$RECIPIENT,$(xmr $((XMR / 100 + i)))"
		total=$((total + XMR / 100 + i))
	done >"$FILES/payout.csv"
	our_sync coinbase
	before=$(our_balance coinbase)
	composes coinbase --destinations="$FILES/payout.csv"
	equal transactions "$(jq '.payments | length' "$FILES/coinbase.composed")" 2
	sends coinbase
	hashes=$HASH
	our_submit coinbase
	equal "the hashes again" "$HASH" "$hashes"
	mined coinbase "$before"
	equal "the sum" "$AMOUNT" "$total"
}

@test "a sweep of several addresses: several transactions, each with a dummy output" {
	pay_in=$(our_subaddress sub 0 5)
	our_sync coinbase
	composes coinbase "$pay_in" 0.5
	sends coinbase
	regtest_mine "$MINER" 10
	our_sync sub
	before=$(our_balance sub)
	composes sub --sweep-all "$RECIPIENT"
	equal transactions "$(jq '.payments | length' "$FILES/sub.composed")" 2
	sends sub
	mined sub "$before"
	equal "our balance" "$(our_balance sub)" 0
}

# ---- files ----------------------------------------------------------------------------------------------

@test "an unlock time is refused, and a file that waits is kept" {
	our_sync coinbase
	run -2 hot coinbase wo-transfer --format=monero --unlock-time=100 -o "$FILES/coinbase.locked" "$RECIPIENT" 1
	[[ $output = *"unlock time"* ]]
	[ ! -e "$FILES/coinbase.locked" ]
	composes coinbase "$RECIPIENT" 1
	id=$(jq .payments[0].id "$FILES/coinbase.composed")
	run -1 hot coinbase wo-transfer --format="$FORMAT" -o "$FILES/coinbase.unsigned" "$RECIPIENT" 1
	[[ $output = *"it has payment $id, which is not submitted yet"* ]]
	hot coinbase wo-transfer --release-all
}

@test "the answer of another wallet, and the unsigned file itself, are refused" {
	our_sync coinbase
	composes coinbase "$RECIPIENT" 1
	signer_sign coinbase
	run -3 hot ringct wo-submit "$FILES/coinbase.signed"
	[[ $output = *"another wallet"* ]]
	run -3 hot coinbase wo-submit "$FILES/coinbase.unsigned"
	[[ $output = *unsigned* ]]
	hot coinbase wo-transfer --release-all
	equal "the pool" "$(regtest_pool)" ""
}

@test "a new scan of the chain changes neither history nor balance" {
	local name
	for name in coinbase ringct sub; do
		our_sync "$name"
		cp "$FILES/$name.watch" "$FILES/$name.again"
		cp "$FILES/$name.watch.outkey2ki" "$FILES/$name.again.outkey2ki"
		"$tools/sneakernote" --wallet-file="$FILES/$name.again" --password="watch of $name" --resync-and-exit \
			--daemon-address="$RT_DAEMON" >/dev/null
		for program in "wo-history --json" "wo-balance --json"; do
			# shellcheck disable=SC2086
			hot_offline "$name" $program >"$BATS_TEST_TMPDIR/before"
			# shellcheck disable=SC2086
			"$tools/"$program -w "$FILES/$name.again" --password="watch of $name" >"$BATS_TEST_TMPDIR/after" 2>/dev/null
			diff "$BATS_TEST_TMPDIR/before" "$BATS_TEST_TMPDIR/after"
		done
	done
}
