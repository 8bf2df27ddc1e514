# Proofs of payment, made and checked by us and by monero-wallet-rpc, in both directions.
#
# One chain for the whole file. Our wallet "payer" has some outputs of the peer's wallet "miner", and pays the peer's
# wallet "payee". Each payment has its own unsigned file in $FILES.

bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"

setup_file() {
	local several=() i
	chain_with_peer miner 90
	export FILES=$RT_DIR/ours PAYEE SUBADDRESS OTHER INTEGRATED OURS OWN_SUBADDRESS
	our_new payer
	OURS=$OUR_ADDRESS
	OWN_SUBADDRESS=$(hot_offline payer wo-address --index=3)
	peer_refresh
	for ((i = 0; i < 8; i++)); do
		several+=("$OURS" $((2 * XMR)))
	done
	export FROM_PEER
	FROM_PEER=$(peer_transfer "${several[@]}" "$OWN_SUBADDRESS" $((XMR / 4)))
	regtest_mine "$MINER" 12
	our_sync payer
	peer_create payee
	PAYEE=$(peer_address)
	SUBADDRESS=$(peer_subaddress)
	OTHER=$(peer_subaddress)
	INTEGRATED=$(peer_integrated_address 0123456789abcdef)
	paid standard "$PAYEE" 0.25
	paid subaddress "$SUBADDRESS" 0.25
	paid integrated "$INTEGRATED" 0.25
	paid several "$PAYEE" 0.1 "$SUBADDRESS" 0.2 "$OTHER" 0.3
	regtest_mine "$MINER" 3
}

teardown_file() {
	regtest_stop
}

# paid NAME [ARGUMENT OF wo-transfer]...: pay, and keep the unsigned file and the hash.
paid() {
	local name=$1
	shift
	our_send payer "$@"
	mv "$FILES/payer.unsigned" "$FILES/$name.unsigned"
	echo "$HASH" >"$FILES/$name.hash"
}

# equal WHAT IS WANT
equal() {
	if [ "$2" != "$3" ]; then
		echo "$1: is $2, should be $3"
		return 1
	fi
}

# The judgement of the peer. peer_checks HASH ADDRESS MESSAGE PROOF: "GOOD RECEIVED IN_POOL".
peer_checks() {
	peer_rpc check_tx_proof "{\"txid\":\"$1\",\"address\":\"$2\",\"message\":\"$3\",\"signature\":\"$4\"}" |
		jq -r '"\(.good) \(.received) \(.in_pool)"'
}

# peer_checks_key HASH ADDRESS KEY: "RECEIVED IN_POOL".
peer_checks_key() {
	peer_rpc check_tx_key "{\"txid\":\"$1\",\"address\":\"$2\",\"tx_key\":\"$3\"}" | jq -r '"\(.received) \(.in_pool)"'
}

# peer_checks_spend HASH MESSAGE PROOF: true or false.
peer_checks_spend() {
	peer_rpc check_spend_proof "{\"txid\":\"$1\",\"message\":\"$2\",\"signature\":\"$3\"}" | jq -r .good
}

# check_spend HASH [OPTION]...: ours, of the proof on standard input.
check_spend() {
	local hash=$1
	shift
	"$tools/wo-check" --daemon-address="$RT_DAEMON" --spend "$@" "$hash"
}

# peer_checks_reserve ADDRESS MESSAGE PROOF: "GOOD TOTAL SPENT".
peer_checks_reserve() {
	peer_rpc check_reserve_proof "{\"address\":\"$1\",\"message\":\"$2\",\"signature\":\"$3\"}" |
		jq -r '"\(.good) \(.total) \(.spent)"'
}

# check_reserve ADDRESS [OPTION]...: ours, of the proof on standard input.
check_reserve() {
	local address=$1
	shift
	"$tools/wo-check" --daemon-address="$RT_DAEMON" --reserve "$@" "$address"
}

# check HASH ADDRESS [OPTION]...: ours, of the proof on standard input.
check() {
	local hash=$1 address=$2
	shift 2
	"$tools/wo-check" --daemon-address="$RT_DAEMON" "$@" "$hash" "$address"
}

# proves NAME ADDRESS AMOUNT [WALLET]: both judges find AMOUNT by our proof and by our tx key.
proves() {
	local hash proof key wallet=${4:-payer}
	hash=$(<"$FILES/$1.hash")
	proof=$(cold "$wallet" cold-prove --message="did you pay?" "$hash" "$2" "$FILES/$1.unsigned")
	[[ $proof = OutProofV2* ]]
	equal "the peer" "$(peer_checks "$hash" "$2" "did you pay?" "$proof")" "true $3 false"
	equal "the peer, another message" "$(peer_checks "$hash" "$2" "did you pay" "$proof")" "false 0 false"
	check "$hash" "$2" --message="did you pay?" --json <<<"$proof" >"$BATS_TEST_TMPDIR/checked"
	equal "wo-check" "$(jq -c '[.valid, .kind, .received, .in_pool, .confirmations]' "$BATS_TEST_TMPDIR/checked")" \
		"[true,\"OutProofV2\",$3,false,3]"
	run -1 --separate-stderr check "$hash" "$2" --message="did you pay" <<<"$proof"
	# shellcheck disable=SC2154 # bats sets it
	[[ -z $output && $stderr = *"the proof is invalid"* ]]

	key=$(cold "$wallet" cold-prove --tx-key "$hash" "$FILES/$1.unsigned")
	equal "the peer, by the key" "$(peer_checks_key "$hash" "$2" "$key")" "$3 false"
	equal "wo-check, by the key" "$(check "$hash" "$2" --json <<<"$key" | jq -c '[.kind, .received]')" "[\"tx_key\",$3]"
}

@test "our proof and tx key for a standard address" {
	proves standard "$PAYEE" $((XMR / 4))
}

@test "our proof and tx key for a subaddress" {
	proves subaddress "$SUBADDRESS" $((XMR / 4))
}

@test "our proof and tx key for an integrated address" {
	proves integrated "$INTEGRATED" $((XMR / 4))
}

@test "our proofs and tx key for several recipients, with additional keys" {
	proves several "$PAYEE" $((XMR / 10))
	proves several "$SUBADDRESS" $((XMR / 5))
	proves several "$OTHER" $((3 * XMR / 10))
}

@test "the payee proves by the view key what it received; we check it" {
	local hash proof
	for name in standard subaddress several; do
		hash=$(<"$FILES/$name.hash")
		address=$PAYEE amount=$((XMR / 4))
		[ $name = standard ] || address=$SUBADDRESS
		[ $name != several ] || amount=$((XMR / 5))
		proof=$(peer_rpc get_tx_proof "{\"txid\":\"$hash\",\"address\":\"$address\",\"message\":\"yes\"}" | jq -r .signature)
		[[ $proof = InProofV2* ]]
		equal "wo-check" "$(check "$hash" "$address" --message=yes --json <<<"$proof" | jq -c '[.kind, .received]')" \
			"[\"InProofV2\",$amount]"
		run -1 --separate-stderr check "$hash" "$address" <<<"$proof"
	done
}

@test "the proof and the tx key of the peer's payment; we check them" {
	local proof key
	peer_open miner
	proof=$(peer_rpc get_tx_proof "{\"txid\":\"$FROM_PEER\",\"address\":\"$OURS\",\"message\":\"\"}" | jq -r .signature)
	key=$(peer_rpc get_tx_key "{\"txid\":\"$FROM_PEER\"}" | jq -r .tx_key)
	[[ $proof = OutProofV2* ]]
	equal "the proof" "$(check "$FROM_PEER" "$OURS" --json <<<"$proof" | jq -c '[.kind, .received]')" \
		"[\"OutProofV2\",$((16 * XMR))]"
	equal "the key" "$(check "$FROM_PEER" "$OURS" --json <<<"$key" | jq -c '[.kind, .received]')" \
		"[\"tx_key\",$((16 * XMR))]"
	equal "the key" "$(check "$FROM_PEER" "$OWN_SUBADDRESS" --json <<<"$key" | jq .received)" $((XMR / 4))
	run -1 --separate-stderr check "$FROM_PEER" "$PAYEE" <<<"$key"
	[[ $stderr = *"shows no payment"* ]]
	run -1 --separate-stderr check "$FROM_PEER" "$PAYEE" <<<"$proof"
	peer_open payee
}

@test "we prove by the view key what we received; the peer checks it" {
	local proof
	"$tools/wo-check" --daemon-address="$RT_DAEMON" --fetch "$FROM_PEER" >"$FILES/received"
	proof=$(hot_offline payer cold-prove --message=yes "$FROM_PEER" "$OURS" "$FILES/received")
	[[ $proof = InProofV2* ]]
	equal "the peer" "$(peer_checks "$FROM_PEER" "$OURS" yes "$proof")" "true $((16 * XMR)) false"
	proof=$(cold payer cold-prove "$FROM_PEER" "$OWN_SUBADDRESS" "$FILES/received")
	equal "the peer" "$(peer_checks "$FROM_PEER" "$OWN_SUBADDRESS" "" "$proof")" "true $((XMR / 4)) false"
	# The change, by the unsigned file.
	proof=$(cold payer cold-prove "$(<"$FILES/standard.hash")" "$OURS" "$FILES/standard.unsigned")
	[[ $proof = InProofV2* ]]
	[[ $(peer_checks "$(<"$FILES/standard.hash")" "$OURS" "" "$proof") = "true "[1-9]* ]]
}

@test "our proof of spending" {
	local name hash proof
	for name in standard several; do
		hash=$(<"$FILES/$name.hash")
		proof=$(cold payer cold-prove --spend --message="who sent it?" "$hash" "$FILES/$name.unsigned")
		[[ $proof = SpendProofV1* ]]
		equal "the peer" "$(peer_checks_spend "$hash" "who sent it?" "$proof")" true
		equal "the peer, another message" "$(peer_checks_spend "$hash" "who sent it" "$proof")" false
		check_spend "$hash" --message="who sent it?" --json <<<"$proof" >"$BATS_TEST_TMPDIR/checked"
		equal "wo-check" "$(jq -c '[.valid, .kind, .tx_hash, .address, .received, .in_pool, .confirmations]' \
			"$BATS_TEST_TMPDIR/checked")" "[true,\"SpendProofV1\",\"$hash\",null,null,false,3]"
		run -1 --separate-stderr check_spend "$hash" <<<"$proof"
		[[ -z $output && $stderr = *"the proof is invalid"* ]]
	done
	# It belongs to one transaction, and names no recipient.
	run -1 --separate-stderr check_spend "$(<"$FILES/standard.hash")" --message="who sent it?" <<<"$proof"
	[ -z "$output" ]
	run -3 --separate-stderr check "$hash" "$PAYEE" <<<"$proof"
	[[ $stderr = *"proof of spending"*"--spend"* ]]
}

@test "the peer's proof of spending; we check it" {
	local proof
	peer_open miner
	proof=$(peer_rpc get_spend_proof "{\"txid\":\"$FROM_PEER\",\"message\":\"it was me\"}" | jq -r .signature)
	peer_open payee
	[[ $proof = SpendProofV1* ]]
	run -0 check_spend "$FROM_PEER" --message="it was me" <<<"$proof"
	[[ $output = *"the proof is by the sender"*" confirmations" ]]
	run -1 --separate-stderr check_spend "$FROM_PEER" --message="it was you" <<<"$proof"
	[ -z "$output" ]
	run -3 --separate-stderr check_spend "$FROM_PEER" <<<"${proof%?}"
	[[ $stderr = *"not a proof of spending"* ]]
}

@test "the peer's proofs of reserves; we check them" {
	local name address proof total
	for name in payee miner; do
		peer_open $name
		peer_refresh
		address=$(peer_address)
		proof=$(peer_rpc get_reserve_proof '{"all":true,"message":"audit"}' | jq -r .signature)
		[[ $proof = ReserveProofV2* ]]
		total=$(peer_checks_reserve "$address" audit "$proof")
		[[ $total = "true "[1-9]*" 0" ]]
		check_reserve "$address" --message=audit --json <<<"$proof" >"$BATS_TEST_TMPDIR/checked"
		equal "wo-check" "$(jq -r '"\(.valid) \(.total) \(.spent)"' "$BATS_TEST_TMPDIR/checked")" "$total"
		run -1 --separate-stderr check_reserve "$address" --message="audit " <<<"$proof"
		[[ -z $output && $stderr = *"the proof is invalid"* ]]
		run -1 --separate-stderr check_reserve "$OURS" --message=audit <<<"$proof"
		[[ -z $output && $stderr = *"belongs to another wallet"* ]]
	done
	peer_open payee
}

@test "our proof of reserves" {
	local proof total
	our_sync payer
	hot_offline payer ki-restore --list --unspent -o "$FILES/unspent"
	proof=$(cold payer cold-prove --reserve --message=audit "$FILES/unspent")
	[[ $proof = ReserveProofV2* ]]
	total=$(our_balance payer)
	equal "the peer" "$(peer_checks_reserve "$OURS" audit "$proof")" "true $total 0"
	check_reserve "$OURS" --message=audit --json <<<"$proof" >"$BATS_TEST_TMPDIR/checked"
	equal "wo-check" "$(jq -c '[.valid, .kind, .address, .total, .spent]' "$BATS_TEST_TMPDIR/checked")" \
		"[true,\"ReserveProofV2\",\"$OURS\",$total,0]"
	equal "the report" "$(cold payer cold-prove --reserve --message=audit --json "$FILES/unspent" |
		jq -c '[.kind, .outputs, .proof, .tx_hash]')" \
		"[\"ReserveProofV2\",$(jq .outputs "$BATS_TEST_TMPDIR/checked"),\"$proof\",null]"
	run -3 --separate-stderr check_reserve "$OWN_SUBADDRESS" --message=audit <<<"$proof"
	[[ $stderr = *"not a primary address"* ]]
	run -3 --separate-stderr hot_offline payer cold-prove --reserve "$FILES/unspent"
	[[ $stderr = *"master wallet is required"* ]]
	run -3 --separate-stderr cold payer cold-prove --reserve "$FILES/standard.unsigned"
	[[ $stderr = *"output list"* ]]

	# What is spent since is still in the proof. The pool counts.
	our_send payer "$PAYEE" 0.05
	check_reserve "$OURS" --message=audit --json <<<"$proof" >"$BATS_TEST_TMPDIR/checked"
	equal "the peer, later" "$(peer_checks_reserve "$OURS" audit "$proof")" \
		"true $total $(jq .spent "$BATS_TEST_TMPDIR/checked")"
	[[ $(jq .spent "$BATS_TEST_TMPDIR/checked") = [1-9]* ]]
	run -0 check_reserve "$OURS" --message=audit <<<"$proof"
	[[ $output = "$OURS"*"owns "*" outputs"*"are spent" ]]
	regtest_mine "$MINER" 1
}

@test "what cannot be proved" {
	local hash
	hash=$(<"$FILES/standard.hash")
	run -1 --separate-stderr cold payer cold-prove "$hash" "$SUBADDRESS" "$FILES/standard.unsigned"
	[ -z "$output" ]
	run -1 --separate-stderr cold payer cold-prove "$hash" "$PAYEE" "$FILES/integrated.unsigned"
	[[ -z $output && $stderr = *"not that of this transaction"*"unchanged"* ]]
	run -3 --separate-stderr hot_offline payer cold-prove "$hash" "$PAYEE" "$FILES/standard.unsigned"
	[[ -z $output && $stderr = *"master wallet is required"* ]]
	run -2 --separate-stderr check "${hash/[0-9]/x}" "$PAYEE" <<<x
	run -1 --separate-stderr check "$(tr 0-9a-f 1-9a-f0 <<<"$hash")" "$PAYEE" <<<"$(printf 'OutProofV2%0132d' 0)"
	[[ $stderr = *"does not know transaction"* ]]
	run -3 --separate-stderr check "$hash" "$PAYEE" <<<"a text"
	[[ $stderr = *"not a proof of payment"* ]]
}

@test "a payment in the pool" {
	local hash proof
	paid pool "$PAYEE" 0.05
	hash=$HASH
	proof=$(cold payer cold-prove "$hash" "$PAYEE" "$FILES/pool.unsigned")
	equal "the peer" "$(peer_checks "$hash" "$PAYEE" "" "$proof")" "true $((XMR / 20)) true"
	equal "wo-check" "$(check "$hash" "$PAYEE" --json <<<"$proof" | jq -c '[.received, .in_pool, .confirmations, .height]')" \
		"[$((XMR / 20)),true,0,null]"
	run -0 check "$hash" "$PAYEE" <<<"$proof"
	[[ $output = *"received 0.050000000000 XMR"*"not confirmed"* ]]
	regtest_mine "$MINER" 1
	run -0 check "$hash" "$PAYEE" <<<"$proof"
	[[ $output = *"1 confirmation" ]]
}

@test "the report and the file of cold-prove" {
	local hash
	hash=$(<"$FILES/standard.hash")
	cold payer cold-prove --json "$hash" "$PAYEE" "$FILES/standard.unsigned" >"$BATS_TEST_TMPDIR/report"
	equal "report" "$(jq -c '[.kind, .tx_hash, .address, .received]' "$BATS_TEST_TMPDIR/report")" \
		"[\"OutProofV2\",\"$hash\",\"$PAYEE\",$((XMR / 4))]"
	cold payer cold-prove -o "$BATS_TEST_TMPDIR/proof" "$hash" "$PAYEE" "$FILES/standard.unsigned"
	equal "the same proof" "$(<"$BATS_TEST_TMPDIR/proof")" "$(jq -r .proof "$BATS_TEST_TMPDIR/report")"
	equal "mode" "$(stat -c %a "$BATS_TEST_TMPDIR/proof")" 600
}

@test "the console makes and checks proofs" {
	local hash proof
	hash=$(<"$FILES/several.hash")
	printf 'get_tx_proof %s %s %s "two words"\nget_tx_key %s %s\nget_spend_proof %s %s "two words"\n' \
		"$hash" "$OTHER" "$FILES/several.unsigned" "$hash" "$FILES/several.unsigned" "$hash" "$FILES/several.unsigned" >"$BATS_TEST_TMPDIR/script"
	"$tools/sneakernote" --offline-mode -w "$FILES/payer.master" --password-file="$FILES/payer.master-password" \
		<"$BATS_TEST_TMPDIR/script" >"$BATS_TEST_TMPDIR/said"
	proof=$(grep -o 'OutProofV2.*' "$BATS_TEST_TMPDIR/said")
	equal "the peer" "$(peer_checks "$hash" "$OTHER" "two words" "$proof")" "true $((3 * XMR / 10)) false"
	equal "the key" "$(grep -Eo '[0-9a-f]{256,}' "$BATS_TEST_TMPDIR/said")" \
		"$(cold payer cold-prove --tx-key "$hash" "$FILES/several.unsigned")"
	echo "$proof" >"$BATS_TEST_TMPDIR/proof"
	grep -o 'SpendProofV1.*' "$BATS_TEST_TMPDIR/said" >"$BATS_TEST_TMPDIR/spend"
	equal "the peer" "$(peer_checks_spend "$hash" "two words" "$(<"$BATS_TEST_TMPDIR/spend")")" true
	printf 'check_tx_proof %s %s %s "two words"\ncheck_spend_proof %s %s "two words"\n' \
		"$hash" "$OTHER" "$BATS_TEST_TMPDIR/proof" "$hash" "$BATS_TEST_TMPDIR/spend" |
		"$tools/sneakernote" -w "$FILES/payer.watch" --password-file="$FILES/payer.password" \
			--daemon-address="$RT_DAEMON" >"$BATS_TEST_TMPDIR/said"
	grep "received 0.300000000000 XMR" "$BATS_TEST_TMPDIR/said"
	grep "the proof is by the sender" "$BATS_TEST_TMPDIR/said"
}

# The view-only wallet of the peer has the keys of "signer" and prepares the payment; cold-sign signs it.
@test "our proof and tx key, by the unsigned file of a reference wallet" {
	our_new signer
	peer_open miner
	peer_transfer "$OUR_ADDRESS" "$XMR" >/dev/null
	regtest_mine "$MINER" 12
	cold signer cold-export --format=json | jq '{filename: "prepares", password: "", address: .primaryAddress,
		viewkey: .privateViewKey, restore_height: 0}' >"$FILES/keys.json"
	peer_rpc generate_from_keys "$(<"$FILES/keys.json")" >/dev/null
	peer_refresh
	peer_rpc transfer "{\"destinations\":[{\"amount\":$((XMR / 4)),\"address\":\"$SUBADDRESS\"}]}" |
		jq -er .unsigned_txset >"$FILES/reference.unsigned"
	peer_rpc export_outputs '{"all":true}' | jq -er .outputs_data_hex >"$FILES/outputs"
	cold signer cold-sign --yes --hex --outputs="$FILES/outputs" -o "$FILES/signed" "$FILES/reference.unsigned" 2>/dev/null
	peer_rpc submit_transfer "$(jq -Rs '{tx_data_hex: rtrimstr("\n")}' "$FILES/signed")" |
		jq -er '.tx_hash_list[0]' >"$FILES/reference.hash"
	regtest_mine "$MINER" 3
	peer_open payee
	proves reference "$SUBADDRESS" $((XMR / 4)) signer
	run -1 --separate-stderr cold signer cold-prove "$(<"$FILES/reference.hash")" "$PAYEE" "$FILES/reference.unsigned"
	[[ -z $output && $stderr = *"does not pay this address"* ]]
}
