# Cold-signed payments on a private chain, judged by monerod and by monero-wallet-rpc.
#
# One chain for the whole file. Our wallets: "coinbase" holds mined outputs, "ringct" eleven
# equal ones that the peer paid, "exact" and "sweep" a few, "sub" what its subaddresses get. The peer's wallets: "payer" mines
# and pays, "payee" is paid, and nobody's "miner" gets the blocks in between.

bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"

setup_file() {
	chain_with_peer miner
	export PAYEE
	peer_create payee
	PAYEE=$(peer_address)
	peer_create payer
	local payer name
	payer=$(peer_address)
	for name in coinbase ringct exact sweep sub; do
		our_new "$name"
		export "ADDRESS_$name=$OUR_ADDRESS"
	done

	regtest_mine "$payer" 4
	regtest_mine "$ADDRESS_coinbase" 14
	regtest_mine "$MINER" 85
	peer_refresh
	local eleven=() i
	for ((i = 0; i < 11; i++)); do
		eleven+=("$ADDRESS_ringct" "$XMR")
	done
	peer_transfer "${eleven[@]}" >/dev/null
	peer_transfer "$ADDRESS_exact" $((3 * XMR)) >/dev/null
	peer_transfer "$ADDRESS_sweep" $((XMR / 2)) "$ADDRESS_sweep" 1 "$ADDRESS_sweep" $((2 * XMR)) >/dev/null
	regtest_mine "$MINER" 12
	for name in coinbase ringct exact sweep; do
		our_sync "$name"
	done
}

teardown_file() {
	regtest_stop
}

# ---- what the tests say ---------------------------------------------------------------------------

# equal WHAT IS WANT
equal() {
	if [ "$2" != "$3" ]; then
		echo "$1: is $2, should be $3"
		return 1
	fi
}

# assert_payee_got HASH [LINE]...: exactly these "AMOUNT PAYMENT_ID ADDRESS", once mined.
assert_payee_got() {
	local hash=$1
	shift
	peer_open payee
	peer_refresh
	equal "the payee's receipts" "$(peer_received "$hash")" "$(printf '%s\n' "$@" | sort)"
}

# assert_shape HASH INPUTS OUTPUTS: what every transaction of ours looks like. INPUTS is a number, or [12] where there may be
# a second one that is not needed.
assert_shape() {
	regtest_transaction "$1" >"$BATS_TEST_TMPDIR/tx"
	equal "version, unlock time, RingCT type, ring size, outputs" \
		"$(jq -c '[.version, .unlock_time, .rct_signatures.type, ([.vin[].key.key_offsets | length] | unique),
			(.vout | length)]' "$BATS_TEST_TMPDIR/tx")" "[2,0,6,[16],$3]"
	local inputs
	inputs=$(jq '.vin | length' "$BATS_TEST_TMPDIR/tx")
	# shellcheck disable=SC2053
	[[ $inputs == $2 ]] || equal inputs "$inputs" "$2"
	equal "key images in descending order" \
		"$(jq -c '[.vin[].key.k_image] | . == (sort | reverse)' "$BATS_TEST_TMPDIR/tx")" true
}

# Payments of other wallets have made the chain longer.
setup() {
	our_sync coinbase
}

# mine_and_sync NAME [BLOCKS]
mine_and_sync() {
	regtest_mine "$MINER" "${2:-10}"
	our_sync "$1"
}

# The usual story: NAME pays AMOUNT in one output to the payee's ADDRESS, from INPUTS inputs.
pays() {
	local name=$1 address=$2 amount=$3 inputs=$4 before
	our_sync "$name"
	before=$(our_balance "$name")
	our_send "$name" "$address" "$(xmr "$amount")"
	equal "the pool" "$(regtest_pool)" "$HASH"
	assert_shape "$HASH" "$inputs" 2
	equal "the fee" "$(jq .rct_signatures.txnFee "$BATS_TEST_TMPDIR/tx")" "$FEE"
	mine_and_sync "$name"
	equal "our balance" "$(our_balance "$name")" $((before - amount - FEE))
}

# ---- addresses and numbers of inputs ---------------------------------------------------------------

@test "the balance contains all mined outputs, unlocked" {
	local coinbases
	coinbases=$(for ((height = 5; height <= 18; height++)); do
		regtest_rpc get_block_header_by_height "{\"height\":$height}" | jq .block_header.reward
	done | awk '{ sum += $1 } END { printf "%.0f", sum }')
	equal "balance" "$(our_balance coinbase)" "$coinbases"
	equal "unlocked" "$(our_unlocked_balance coinbase)" "$coinbases"
	equal "of RingCT outputs" "$(our_balance ringct)" $((11 * XMR))
}

@test "one mined input, and one of at least ten blocks later, to a standard address" {
	pays coinbase "$PAYEE" $((XMR + XMR / 4)) 2
	assert_payee_got "$HASH" "$((XMR + XMR / 4)) 0000000000000000 $PAYEE"
}

@test "two mined inputs to a subaddress" {
	peer_open payee
	subaddress=$(peer_subaddress)
	pays coinbase "$subaddress" $((50 * XMR)) 2
	assert_payee_got "$HASH" "$((50 * XMR)) 0000000000000000 $subaddress"
}

@test "many mined inputs to an integrated address" {
	peer_open payee
	integrated=$(peer_integrated_address 0123456789abcdef)
	pays coinbase "$integrated" $((260 * XMR + 7)) [789]
	assert_payee_got "$HASH" "$((260 * XMR + 7)) 0123456789abcdef $PAYEE"
	regtest_mine "$MINER" 10
	our_sync coinbase
}

@test "one RingCT input to an integrated address" {
	peer_open payee
	integrated=$(peer_integrated_address fedcba9876543210)
	pays ringct "$integrated" $((XMR / 2)) 1
	assert_payee_got "$HASH" "$((XMR / 2)) fedcba9876543210 $PAYEE"
}

@test "two RingCT inputs to a standard address" {
	# Of the change and one of the eleven: two of the eleven, of one transaction, are not preferred.
	pays ringct "$PAYEE" $((XMR + XMR / 5)) 2
	assert_payee_got "$HASH" "$((XMR + XMR / 5)) 0000000000000000 $PAYEE"
}

@test "eight RingCT inputs to a subaddress" {
	peer_open payee
	subaddress=$(peer_subaddress)
	# The change, about 0.3, is among them: it is the one that is not of the same transaction.
	pays ringct "$subaddress" $((7 * XMR - XMR / 10)) 8
	assert_payee_got "$HASH" "$((7 * XMR - XMR / 10)) 0000000000000000 $subaddress"
}

# ---- several destinations --------------------------------------------------------------------------

@test "two destinations, a standard address and a subaddress" {
	peer_open payee
	subaddress=$(peer_subaddress)
	before=$(our_balance coinbase)
	our_send coinbase "$PAYEE" 0.000014 "$subaddress" 0.3
	assert_shape "$HASH" [12] 3
	mine_and_sync coinbase
	equal "our balance" "$(our_balance coinbase)" $((before - 14000000 - 3 * XMR / 10 - FEE))
	assert_payee_got "$HASH" "14000000 0000000000000000 $PAYEE" "$((3 * XMR / 10)) 0000000000000000 $subaddress"
}

@test "fifteen destinations, standard address and subaddresses mixed" {
	peer_open payee
	arguments=("$PAYEE" 0.01)
	receipts=("$((XMR / 100)) 0000000000000000 $PAYEE")
	total=$((XMR / 100))
	for ((i = 1; i < 15; i++)); do
		subaddress=$(peer_subaddress)
		amount=$((XMR / 1000 * i + i))
		arguments+=("$subaddress" "$(xmr "$amount")")
		receipts+=("$amount 0000000000000000 $subaddress")
		total=$((total + amount))
	done
	before=$(our_balance coinbase)
	our_send coinbase "${arguments[@]}"
	assert_shape "$HASH" [12] 16
	mine_and_sync coinbase
	equal "our balance" "$(our_balance coinbase)" $((before - total - FEE))
	assert_payee_got "$HASH" "${receipts[@]}"
}

@test "fifteen destinations, only the standard address" {
	arguments=()
	for ((i = 0; i < 15; i++)); do
		arguments+=("$PAYEE" 0.002)
	done
	before=$(our_balance coinbase)
	our_send coinbase "${arguments[@]}"
	assert_shape "$HASH" [12] 16
	mine_and_sync coinbase 10
	equal "our balance" "$(our_balance coinbase)" $((before - 15 * XMR / 500 - FEE))
	assert_payee_got "$HASH" "$((15 * XMR / 500)) 0000000000000000 $PAYEE"
}

# ---- to oneself, nothing left, everything ------------------------------------------------------------

@test "a payment to oneself costs only the fee" {
	before=$(our_balance coinbase)
	our_send coinbase "$ADDRESS_coinbase" 1.5
	assert_shape "$HASH" [12] 2
	mine_and_sync coinbase 10
	equal "our balance" "$(our_balance coinbase)" $((before - FEE))
	equal "unlocked" "$(our_unlocked_balance coinbase)" $((before - FEE))
}

@test "the exact amount, without change" {
	our_sync exact
	our_compose exact "$PAYEE" 1
	hot exact wo-transfer --release-all
	amount=$((3 * XMR - FEE))
	our_send exact --fee="$(xmr "$FEE")" "$PAYEE" "$(xmr "$amount")"
	equal "the fee" "$FEE" $((3 * XMR - amount))
	assert_shape "$HASH" 1 2
	mine_and_sync exact
	equal "our balance" "$(our_balance exact)" 0
	assert_payee_got "$HASH" "$amount 0000000000000000 $PAYEE"
}

@test "a sweep sends everything except the fee and dust" {
	our_sync sweep
	before=$(our_balance sweep)
	equal "before" "$before" $((5 * XMR / 2 + 1))
	peer_open payee
	subaddress=$(peer_subaddress)
	our_send sweep --sweep-all "$subaddress"
	assert_shape "$HASH" 2 2
	mine_and_sync sweep
	equal "our balance" "$(our_balance sweep)" 1
	assert_payee_got "$HASH" "$((before - 1 - FEE)) 0000000000000000 $subaddress"
}

# ---- reservations, repetition, reorganization --------------------------------------------------------

@test "two payments in a row without a sync between" {
	before=$(our_balance coinbase)
	our_compose coinbase "$PAYEE" 2
	first_fee=$FEE
	mv "$RT_DIR/ours/coinbase.unsigned" "$RT_DIR/ours/first.unsigned"
	our_send coinbase "$PAYEE" 3
	second=$HASH second_fee=$FEE
	mv "$RT_DIR/ours/first.unsigned" "$RT_DIR/ours/coinbase.unsigned"
	our_sign coinbase
	our_submit coinbase
	equal "the pool" "$(regtest_pool | sort)" "$(printf '%s\n' "$HASH" "$second" | sort)"
	equal "our balance, before any sync" "$(our_balance coinbase)" $((before - 5 * XMR - first_fee - second_fee))
	mine_and_sync coinbase 10
	equal "our balance" "$(our_balance coinbase)" $((before - 5 * XMR - first_fee - second_fee))
	assert_payee_got "$HASH" "$((2 * XMR)) 0000000000000000 $PAYEE"
	assert_payee_got "$second" "$((3 * XMR)) 0000000000000000 $PAYEE"
}

@test "signing twice gives identical bytes, and submitting twice does no harm" {
	before=$(our_balance coinbase)
	our_compose coinbase "$PAYEE" 0.7
	our_sign coinbase
	cp "$RT_DIR/ours/coinbase.signed" "$BATS_TEST_TMPDIR/signed"
	our_sign coinbase
	cmp "$RT_DIR/ours/coinbase.signed" "$BATS_TEST_TMPDIR/signed"
	our_submit coinbase
	hash=$HASH
	our_submit coinbase
	equal "the hash" "$HASH" "$hash"
	mine_and_sync coinbase
	equal "our balance" "$(our_balance coinbase)" $((before - 7 * XMR / 10 - FEE))
}

@test "the outputs of an unsigned payment are reserved until released" {
	before=$(our_unlocked_balance coinbase)
	our_compose coinbase "$PAYEE" 1
	[ "$(our_unlocked_balance coinbase)" -lt "$before" ]
	hot coinbase wo-transfer --release-all
	equal "unlocked" "$(our_unlocked_balance coinbase)" "$before"
}

@test "a reorganisation removes mined outputs" {
	our_sync coinbase
	before=$(our_balance coinbase)
	regtest_mine "$ADDRESS_coinbase" 3
	our_sync coinbase
	[ "$(our_balance coinbase)" -gt "$before" ]
	regtest_pop 3
	mine_and_sync coinbase 4
	equal "our balance" "$(our_balance coinbase)" "$before"
}

@test "a payment removed by a reorganisation is mined again, and the wallet can pay" {
	regtest_mine "$MINER" 10
	our_sync coinbase
	before=$(our_balance coinbase)
	our_send coinbase "$PAYEE" 0.4
	hash=$HASH fee=$FEE
	mine_and_sync coinbase 2
	equal "our balance" "$(our_balance coinbase)" $((before - 4 * XMR / 10 - fee))
	regtest_pop 2
	mine_and_sync coinbase 3
	equal "our balance, mined again" "$(our_balance coinbase)" $((before - 4 * XMR / 10 - fee))
	assert_payee_got "$hash" "$((4 * XMR / 10)) 0000000000000000 $PAYEE"
	pays coinbase "$PAYEE" $((6 * XMR / 10)) 1
	assert_payee_got "$HASH" "$((6 * XMR / 10)) 0000000000000000 $PAYEE"
}

@test "payments to subaddresses are found and can be spent" {
	third=$(hot_offline sub wo-address --index=3)
	other=$(hot_offline sub wo-address --account=2 --index=7)
	integrated=$(hot_offline sub wo-address --payment-id=1122334455667788)
	peer_open payer
	peer_refresh
	peer_transfer "$third" "$XMR" "$other" $((XMR / 2)) >/dev/null
	peer_transfer "$integrated" $((XMR / 4)) >/dev/null
	regtest_mine "$MINER" 10
	our_sync sub
	equal "our balance" "$(our_balance sub)" $((XMR + XMR / 2 + XMR / 4))
	our_send sub --account=2 "$MINER" 0.2
	assert_shape "$HASH" 1 2
	mine_and_sync sub
	equal "our balance" "$(our_balance sub)" $((XMR + XMR / 2 + XMR / 4 - XMR / 5 - FEE))
}

# ---- looking like everybody else ---------------------------------------------------------------------

# The fields of a tx extra, given as the daemon prints it (a list of bytes): "TAG:LENGTH ...".
extra_fields() {
	jq -r '.extra | map(tostring) | join(" ")' "$1" | awk '{
		for (i = 1; i <= NF;) {
			if ($i == 1) { length_ = 32; start = i + 1 }
			else if ($i == 2) { length_ = $(i + 1); start = i + 2 }
			else if ($i == 4) { length_ = 32 * $(i + 1); start = i + 2 }
			else { length_ = NF - i; start = i + 1 }
			printf "%s%d:%d", i == 1 ? "" : " ", $i, length_
			i = start + length_
		}
	}'
}

# looks_like OURS THEIRS: two transactions in the pool, with as many inputs and outputs.
looks_like() {
	regtest_transaction "$1" >"$BATS_TEST_TMPDIR/ours"
	regtest_transaction "$2" >"$BATS_TEST_TMPDIR/theirs"
	# Every key of both, in the order printed; proofs' sizes; types of outputs.
	local shape='[.version, .unlock_time, (.extra | length), (.vin | length), (.vout | length), (keys_unsorted),
		([.vin[].key | keys_unsorted]), ([.vin[].key.key_offsets | length]),
		([.vout[].target | keys_unsorted]), ([.vout[].amount]), .rct_signatures.type,
		(.rct_signatures | keys_unsorted), ([.rct_signatures.ecdhInfo[] | keys_unsorted]),
		([.rctsig_prunable.bpp[] | (.L | length), (.R | length)]),
		([.rctsig_prunable.CLSAGs[] | (.s | length)])]'
	equal "the shape" "$(jq -c "$shape" "$BATS_TEST_TMPDIR/ours")" "$(jq -c "$shape" "$BATS_TEST_TMPDIR/theirs")"
	equal "the extra" "$(extra_fields "$BATS_TEST_TMPDIR/ours")" "$(extra_fields "$BATS_TEST_TMPDIR/theirs")"

	# Ring offsets are variable-length integers, so that weights differ by some bytes.
	local our_weight their_weight per_byte our_fee their_fee
	our_weight=$(regtest_weight "$1")
	their_weight=$(regtest_weight "$2")
	per_byte=$(regtest_rpc get_fee_estimate | jq '.fees[0]')
	our_fee=$(jq .rct_signatures.txnFee "$BATS_TEST_TMPDIR/ours")
	their_fee=$(jq .rct_signatures.txnFee "$BATS_TEST_TMPDIR/theirs")
	equal "the fee, at the peer's weight" $((our_fee + (their_weight - our_weight) * per_byte)) "$their_fee"
}

# peer_pays AMOUNT...: the payer pays these to the payee. Sets THEIRS.
peer_pays() {
	local arguments=() amount
	for amount; do
		arguments+=("$PAYEE" "$amount")
	done
	peer_open payer
	peer_refresh
	THEIRS=$(peer_transfer "${arguments[@]}")
}

@test "one input, two outputs: the same shape and fee as the peer's" {
	regtest_mine "$MINER" 10
	our_sync coinbase
	our_send coinbase --priority=1 "$PAYEE" 0.25
	peer_pays $((XMR / 4))
	looks_like "$HASH" "$THEIRS"
}

@test "one input, three outputs: the same shape and fee as the peer's" {
	our_send coinbase --priority=1 "$PAYEE" 0.25 "$PAYEE" 0.125
	peer_pays $((XMR / 4)) $((XMR / 8))
	looks_like "$HASH" "$THEIRS"
}
