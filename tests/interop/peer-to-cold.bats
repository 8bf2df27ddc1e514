# Their view-only wallet, monero-wallet-rpc of the release SN_PEER_RELEASE, composes and submits; cold-sign signs.
#
# One chain for the whole file. Wallets: "main" has received on its address, on subaddresses and in four accounts, "coin"
# holds coinbase outputs; the miner pays and is paid. In the order of the file, each test pays from what the tests before
# it have left.
#
# SN_INTEROP_SIGNER=peer: their own offline wallet signs instead of ours, to tell a fault of ours from one of a test.

bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/../regtest/lib.bash"
. "$BATS_TEST_DIRNAME/../regtest/wallets.bash"
. "$BATS_TEST_DIRNAME/lib.bash"

setup_file() {
	interop_start
	keys_new coin
	regtest_mine "$(<"$FILES/coin.address")" 2
	keys_new main
	hot_new main
	local address sub
	address=$(hot_subaddress 0 0)
	sub=("$(hot_subaddress 0 1)" "$(hot_subaddress 0 2)" "$(hot_subaddress 0 3)")
	peer_transfer "$address" $((2 * XMR)) "$address" $((2 * XMR)) "$address" $((2 * XMR)) "$address" $((2 * XMR)) >/dev/null
	peer_transfer "${sub[0]}" $((3 * XMR)) "${sub[1]}" $((3 * XMR)) >/dev/null # with additional tx keys
	peer_transfer "${sub[2]}" $((5 * XMR)) >/dev/null
	peer_transfer "$(hot_subaddress 1 0)" $((2 * XMR)) "$(hot_subaddress 1 1)" $((2 * XMR)) >/dev/null
	peer_transfer "$(hot_subaddress 2 0)" "$XMR" >/dev/null
	peer_transfer "$(hot_subaddress 3 0)" $((4 * XMR)) >/dev/null
	interop_mine 60
	hot_refresh
}

teardown_file() {
	regtest_stop
}

# equal WHAT IS WANT
equal() {
	if [ "$2" != "$3" ]; then
		echo "$1: is $2, should be $3"
		return 1
	fi
}

# to ADDRESS AMOUNT [ADDRESS AMOUNT]...: the parameter `destinations`.
to() {
	jq -nc '[$ARGS.positional | _nwise(2) | {address: .[0], amount: .[1] | tonumber}]' --args "$@"
}

# compose METHOD PARAMETERS: writes $FILES/set.unsigned. Sets BEFORE, AMOUNT and FEE.
compose() {
	hot_refresh
	BEFORE=$(hot_balance)
	hot_rpc "$1" "$2" >"$FILES/set.json" || return
	jq -er .unsigned_txset "$FILES/set.json" >"$FILES/set.unsigned" || return
	AMOUNT=$(jq '.amount // (.amount_list | add)' "$FILES/set.json")
	FEE=$(jq '.fee // (.fee_list | add)' "$FILES/set.json")
}

# sign NAME [OPTION OF cold-sign]...: writes $FILES/set.signed.
sign() {
	local name=$1
	shift
	if [ "${SN_INTEROP_SIGNER:-}" = peer ]; then
		cold_open "$name"
		peer_signs "$@" "$FILES/set.unsigned" "$FILES/set.signed"
	else
		cold "$name" cold-sign --yes --hex "$@" -o "$FILES/set.signed" "$FILES/set.unsigned" >/dev/null
	fi
}

# sign_with_outputs NAME: with an export of all outputs beside the unsigned file.
sign_with_outputs() {
	hot_outputs "$FILES/outputs"
	sign "$1" --outputs="$FILES/outputs"
}

# submit: sets HASH.
submit() {
	if ! HASH=$(hot_submit "$FILES/set.signed"); then
		hot_complains
		return 1
	fi
	[[ $HASH =~ ^[0-9a-f]{64}$ ]]
	echo "$HASH" >>"$FILES/hashes"
}

# confirmed: the transaction HASH is mined, and the hot wallet's history and balance are right.
confirmed() {
	equal "balance after submit" "$(hot_balance)" $((BEFORE - AMOUNT - FEE))
	regtest_transaction "$HASH" >"$FILES/transaction"
	equal "fee in the transaction" "$(jq .rct_signatures.txnFee "$FILES/transaction")" "$FEE"
	interop_mine 10
	hot_refresh
	equal "balance in a block" "$(hot_balance)" $((BEFORE - AMOUNT - FEE))
	recorded "$HASH"
}

# recorded HASH: as it was composed.
recorded() {
	local account want
	for account in 0 1 2 3; do
		hot_rpc get_transfer_by_txid "{\"txid\":\"$1\",\"account_index\":$account}" 2>/dev/null >"$FILES/record" && break
	done
	equal "type, amount, fee" "$(jq -c '.transfer | [.type, .amount, .fee]' "$FILES/record")" "[\"out\",$AMOUNT,$FEE]"
	[ -n "${DESTINATIONS:-}" ] || return 0
	want=$(jq -c 'map({address, amount}) | sort_by(.address)' <<<"$DESTINATIONS")
	equal "destinations" "$(jq -c '.transfer.destinations | map({address, amount}) | sort_by(.address)' "$FILES/record")" "$want"
}

# inputs NUMBER OUTPUTS: of the transaction.
shape() {
	equal "inputs and outputs" "$(jq -c '[(.vin | length), (.vout | length)]' "$FILES/transaction")" "[$1,$2]"
}

# received [LINE]...: the miner got exactly these "AMOUNT PAYMENT_ID ADDRESS" by HASH.
received() {
	equal "receipts" "$(peer_received "$HASH")" "$(printf '%s\n' "$@" | sort)"
}

@test "one input: the first payment of a fresh view-only wallet, with two crossings" {
	DESTINATIONS=$(to "$MINER" "$XMR")
	compose transfer "{\"destinations\":$DESTINATIONS,\"account_index\":3,\"priority\":1}"
	sign main
	submit
	confirmed
	shape 1 2
	received "$XMR 0000000000000000 $MINER"
}

@test "several inputs" {
	in_all_only
	DESTINATIONS=$(to "$MINER" $((5 * XMR)))
	compose transfer "{\"destinations\":$DESTINATIONS,\"subaddr_indices\":[0],\"priority\":1}"
	sign_with_outputs main
	submit
	confirmed
	shape 3 2
	received "$((5 * XMR)) 0000000000000000 $MINER"
}

@test "outputs received on subaddresses, with and without additional tx keys" {
	DESTINATIONS=$(to "$MINER" $((10 * XMR)))
	compose transfer "{\"destinations\":$DESTINATIONS,\"subaddr_indices\":[1,2,3],\"priority\":1}"
	sign_with_outputs main
	submit
	confirmed
	shape 3 2
	received "$((10 * XMR)) 0000000000000000 $MINER"
}

@test "account 1" {
	in_all_only
	DESTINATIONS=$(to "$MINER" $((3 * XMR)))
	compose transfer "{\"destinations\":$DESTINATIONS,\"account_index\":1,\"priority\":1}"
	sign_with_outputs main
	submit
	confirmed
	shape 2 2
	received "$((3 * XMR)) 0000000000000000 $MINER"
}

@test "an integrated address" {
	in_all_only
	DESTINATIONS=$(to "$(peer_integrated_address 0123456789abcdef)" 300000000000)
	compose transfer "{\"destinations\":$DESTINATIONS,\"priority\":1}"
	sign_with_outputs main
	submit
	confirmed
	received "300000000000 0123456789abcdef $MINER"
}

@test "one subaddress" {
	in_all_only
	local address
	address=$(peer_subaddress)
	DESTINATIONS=$(to "$address" 200000000000)
	compose transfer "{\"destinations\":$DESTINATIONS,\"priority\":1}"
	sign_with_outputs main
	submit
	confirmed
	received "200000000000 0000000000000000 $address"
}

@test "several recipients, subaddresses among them" {
	in_all_only
	local first second
	first=$(peer_subaddress) second=$(peer_subaddress)
	DESTINATIONS=$(to "$MINER" 100000000000 "$first" 110000000000 "$second" 120000000000)
	compose transfer "{\"destinations\":$DESTINATIONS,\"priority\":1}"
	sign_with_outputs main
	submit
	confirmed
	equal outputs "$(jq '.vout | length' "$FILES/transaction")" 4
	received "100000000000 0000000000000000 $MINER" "110000000000 0000000000000000 $first" \
		"120000000000 0000000000000000 $second"
}

@test "several transactions in a file" {
	in_all_only
	local to=() main
	main=$(<"$FILES/main.address")
	peer_transfer "$main" "$XMR" "$main" "$XMR" "$main" "$XMR" "$main" "$XMR" >/dev/null # each transaction needs inputs
	interop_mine 10
	for i in {1..20}; do to+=("$MINER" $((10000000000 + i))); done
	compose transfer_split "{\"destinations\":$(to "${to[@]}"),\"priority\":1}"
	equal transactions "$(jq '.fee_list | length' "$FILES/set.json")" 2
	sign_with_outputs main
	hot_submit "$FILES/set.signed" >"$FILES/several" || { hot_complains; return 1; }
	cat "$FILES/several" >>"$FILES/hashes"
	equal "balance after submit" "$(hot_balance)" $((BEFORE - AMOUNT - FEE))
	interop_mine 10
	hot_refresh
	equal "balance in a block" "$(hot_balance)" $((BEFORE - AMOUNT - FEE))
	equal "the receipts" "$(while read -r HASH; do peer_received "$HASH"; done <"$FILES/several" |
		awk '{ n += $1 } END { printf "%.0f", n }')" "$AMOUNT"
}

@test "a payment to another account of the same wallet" {
	in_all_only
	DESTINATIONS=$(to "$(hot_subaddress 4 1)" 500000000000)
	compose transfer "{\"destinations\":$DESTINATIONS,\"account_index\":3,\"priority\":1}"
	sign_with_outputs main
	submit
	interop_mine 10
	hot_refresh
	equal "balance" "$(hot_balance)" $((BEFORE - FEE))
	recorded "$HASH"
}

@test "a sweep without change" {
	in_all_only
	DESTINATIONS=
	compose sweep_all "{\"address\":\"$MINER\",\"account_index\":2,\"priority\":1}"
	sign_with_outputs main
	submit
	confirmed
	equal "amount and fee" $((AMOUNT + FEE)) "$XMR"
	shape 1 2
	received "$AMOUNT 0000000000000000 $MINER"
}

# Their wallet does not mark the address as integrated.
@test "a sweep to an integrated address" {
	in_all_only
	DESTINATIONS=
	compose sweep_all "{\"address\":\"$(peer_integrated_address 0123456789abcdef)\",\"account_index\":1,\"priority\":1}"
	sign_with_outputs main
	submit
	confirmed
	received "$AMOUNT 0123456789abcdef $MINER"
	peer_transfer "$(hot_subaddress 1 0)" "$XMR" >/dev/null # for the next test
	interop_mine 10
}

@test "two payments in a row, before the first is in a block" {
	in_all_only
	local first_hash first_amount first_fee first_destinations
	DESTINATIONS=$(to "$MINER" 10000000000)
	compose transfer "{\"destinations\":$DESTINATIONS,\"subaddr_indices\":[0],\"priority\":1}"
	sign_with_outputs main
	submit
	first_hash=$HASH first_amount=$AMOUNT first_fee=$FEE first_destinations=$DESTINATIONS
	DESTINATIONS=$(to "$MINER" 20000000000)
	compose transfer "{\"destinations\":$DESTINATIONS,\"account_index\":1,\"priority\":1}"
	sign_with_outputs main
	submit
	confirmed
	HASH=$first_hash AMOUNT=$first_amount FEE=$first_fee DESTINATIONS=$first_destinations
	recorded "$HASH"
}

@test "a cold wallet restored from its seed phrase" {
	in_all_only
	master_new restored main
	DESTINATIONS=$(to "$MINER" 30000000000)
	compose transfer "{\"destinations\":$DESTINATIONS,\"priority\":1}"
	if [ "${SN_INTEROP_SIGNER:-}" = peer ]; then
		sign_with_outputs main
	else
		sign_with_outputs restored
	fi
	submit
	confirmed
}

@test "without the outputs export" {
	[ "${SN_INTEROP_SIGNER:-}" != peer ] || skip "about cold-sign"
	DESTINATIONS=$(to "$MINER" 40000000000)
	compose transfer "{\"destinations\":$DESTINATIONS,\"priority\":1}"
	rm -f "$FILES/set.signed"
	if peer_is_since 0.18.1.1; then
		run sign main
		[ "$status" -ne 0 ]
		[ ! -e "$FILES/set.signed" ]
		grep -q "export_outputs all" "$FILES/stderr"
		sign main --no-key-images
	else
		sign main # files of earlier releases tell that these do not need key images
	fi
	if peer_is_since 0.18.5.3; then
		run ! hot_submit "$FILES/set.signed"
		grep -q "Failed to parse signed tx data" <<<"$output"
	else
		submit
		confirmed
	fi
}

# The same wallet, seen by someone who has the spend key and scans the chain.
@test "a full wallet with the same keys has the same balance and the same payments" {
	hot_refresh
	hot_balance >"$FILES/balance"
	transfers hot_rpc >"$FILES/transfers"
	equal "payments" "$(grep -c ' out ' "$FILES/transfers")" "$(wc -l <"$FILES/hashes")"
	peer_rpc restore_deterministic_wallet "$(jq -n --arg seed "$(<"$FILES/main.seed")" \
		'{filename: "twin", password: "", seed: $seed, restore_height: 0}')" >/dev/null
	echo twin >"$RT_DIR/peer.open"
	peer_refresh
	equal "the balance" "$(peer_rpc get_accounts | jq .total_balance)" "$(<"$FILES/balance")"
	transfers peer_rpc >"$FILES/twin"
	peer_open miner
	diff "$FILES/twin" "$FILES/transfers"
}

# transfers FUNCTION: payments in and out, one a line.
transfers() {
	"$1" get_transfers '{"in":true,"out":true,"all_accounts":true}' |
		jq -r '(.in + .out)[] | "\(.height) \(.txid) \(.type) \(.subaddr_index.major) \(.amount) \(if .type == "out" then .fee else 0 end)"' |
		sort
}

@test "coinbase outputs" {
	in_all_only
	hot_new coin
	DESTINATIONS=$(to "$MINER" $((40 * XMR)))
	compose transfer "{\"destinations\":$DESTINATIONS,\"priority\":1}"
	sign coin
	submit
	confirmed
	shape 2 2
	received "$((40 * XMR)) 0000000000000000 $MINER"
}
