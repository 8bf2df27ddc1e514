#!/usr/bin/env bats
# Each JSON-RPC method beside monero-wallet-rpc, on one chain and with the same keys: same call, results compared field by
# field. What differs on purpose is left out of the comparison by name, and stands in doc/reference/rpc.md.

bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"
. "$BATS_TEST_DIRNAME/app.bash"

setup_file() {
	export FILES=$RT_DIR/ours TWIN SIGNER MINER_RPC INTEGRATED SUBADDRESS OUR_ADDRESS
	chain_with_peer miner 90
	MINER_RPC=$RT_PEER
	rt_start_on_free_ports twin rt_wallet_rpc
	TWIN=127.0.0.1:$RT_PORT
	RT_OFFLINE=1 RT_ROLE=signer rt_start_on_free_ports signer rt_wallet_rpc
	SIGNER=127.0.0.1:$RT_PORT
	export FILES=$RT_DIR/ours
	our_new own
	twin peer_rpc restore_deterministic_wallet "$(jq -n --arg seed "$(xargs <"$FILES/own.seed")" \
		'{filename: "twin", password: "", seed: $seed, restore_height: 0}')" >/dev/null
	# Since 0.18.4, a wallet that a daemon has once refreshed signs no unsigned set.
	signer peer_rpc restore_deterministic_wallet "$(jq -n --arg seed "$(xargs <"$FILES/own.seed")" \
		'{filename: "signer", password: "", seed: $seed, restore_height: 0}')" >/dev/null
	app_start ours --wallet-file="$FILES/own.watch" --password-file="$FILES/own.password" --daemon-address="$RT_DAEMON"
}

teardown_file() {
	regtest_stop
}

# twin COMMAND [ARGUMENT]...: peer_ functions that speak to the wallet with our keys.
twin() {
	local RT_PEER=$TWIN
	"$@"
}

# signer COMMAND [ARGUMENT]...: the same for a wallet with our keys that has no daemon.
signer() {
	local RT_PEER=$SIGNER
	"$@"
}

# same METHOD PARAMS [FILTER]: both give the same result, as the jq filter leaves it; arrays in the same order.
same() {
	local filter=${3:-.} ours its
	ours=$(rpc_result ours "$1" "$2" | jq -S "$filter")
	its=$(twin peer_rpc "$1" "$2" | jq -S "$filter")
	[ "$ours" = "$its" ] && return
	echo "$1 $2 differs:"
	diff <(echo "$ours") <(echo "$its") | sed 's/^</ours /; s/^>/its /'
	return 1
}

# same_error METHOD PARAMS: both refuse, with the same code.
same_error() {
	local ours its
	ours=$(rpc ours "$1" "$2" | jq '.error.code')
	its=$(curl -s --noproxy '*' "http://$TWIN/json_rpc" -H 'content-type: application/json' \
		--data-binary "{\"jsonrpc\":\"2.0\",\"id\":\"0\",\"method\":\"$1\",\"params\":$2}" | jq '.error.code')
	[ "$ours" != null ]
	equal "the error of $1 $2" "$ours" "$its"
}

both_follow() {
	twin peer_refresh
	rpc_result ours refresh >/dev/null
}

# What the result of a method has in both: members that one of the two lacks are dropped from the other.
@test "accounts and addresses: created, labelled, listed, found" {
	same create_address '{"account_index":0,"label":"order 1"}' '{address, address_index}'
	same create_account '{"label":"shop"}' '{account_index, address}'
	same create_account '{}' '{account_index, address}'
	same create_address '{"account_index":1}' '{address, address_index}'
	same create_address '{"account_index":0,"label":"order 2"}' '{address, address_index}'
	same create_address '{"account_index":0,"count":3}' '{address, address_index, addresses, address_indices}'
	same label_address '{"index":{"major":0,"minor":4},"label":"four"}'
	same label_account '{"account_index":2,"label":"savings"}'
	same get_address '{"account_index":0}' 'del(.addresses[] | select(.address_index == 0).label)'
	same get_address '{"account_index":0,"address_index":[2,1]}'
	same get_address '{"account_index":1}'
	same get_accounts '{}' 'del(.subaddress_accounts[0].label)'
	same_error get_address '{"account_index":3}'
	same_error get_address '{"account_index":0,"address_index":[6]}'
	same_error label_account '{"account_index":3,"label":"x"}'
	same_error label_address '{"index":{"major":0,"minor":6},"label":"x"}'
	same_error create_address '{"account_index":3}'
	SUBADDRESS=$(rpc_result ours get_address '{"account_index":1,"address_index":[1]}' | jq -r '.addresses[0].address')
	echo "$SUBADDRESS" >"$FILES/subaddress"
	same get_address_index "{\"address\":\"$SUBADDRESS\"}"
	same get_address_index "{\"address\":\"$OUR_ADDRESS\"}"
	same_error get_address_index "{\"address\":\"$MINER\"}"
	same_error get_address_index '{"address":"4"}'
}

@test "texts: addresses and payment requests" {
	local address id=0123456789abcdef
	address=$(rpc_result ours get_address | jq -r .address)
	same validate_address "{\"address\":\"$address\"}"
	same validate_address "{\"address\":\"$(<"$FILES/subaddress")\"}"
	same validate_address '{"address":"xyz"}' '{valid}'
	same make_integrated_address "{\"payment_id\":\"$id\"}"
	same make_integrated_address "{\"payment_id\":\"$id\",\"standard_address\":\"$MINER\"}"
	INTEGRATED=$(rpc_result ours make_integrated_address "{\"payment_id\":\"$id\"}" | jq -r .integrated_address)
	echo "$INTEGRATED" >"$FILES/integrated"
	[ "$(rpc_result ours make_integrated_address | jq -r '.payment_id | length')" = 16 ]
	same validate_address "{\"address\":\"$INTEGRATED\"}"
	same split_integrated_address "{\"integrated_address\":\"$INTEGRATED\"}"
	same_error make_integrated_address '{"payment_id":"0123"}'
	same_error make_integrated_address "{\"standard_address\":\"$INTEGRATED\"}"
	same_error split_integrated_address "{\"integrated_address\":\"$address\"}"
	same make_uri "{\"address\":\"$address\",\"amount\":1250000000000,\"recipient_name\":\"el00ruobuob Stagenet\",\"tx_description\":\"a & b\"}"
	same parse_uri "{\"uri\":\"monero:$address?tx_amount=1.25&recipient_name=el00ruobuob%20Stagenet&tx_description=a%20%26%20b\"}"
	same parse_uri "{\"uri\":\"monero:$address\"}"
	same_error parse_uri '{"uri":"bitcoin:1"}'
	same_error make_uri '{"address":"4","amount":1}'
}

@test "received: balances, transfers, payments by payment ID, outputs" {
	local address
	address=$(rpc_result ours get_address | jq -r .address)
	peer_refresh
	peer_transfer "$address" $((4 * XMR)) "$address" $((2 * XMR)) "$(<"$FILES/subaddress")" $((8 * XMR)) >/dev/null
	peer_transfer "$(<"$FILES/integrated")" $((3 * XMR)) >/dev/null
	regtest_mine "$MINER" 4
	regtest_mine "$address" 1
	both_follow
	compare_reading
	regtest_mine "$MINER" 8
	both_follow
	compare_reading
	same_error get_transfer_by_txid '{"txid":"00"}'
	same_error get_transfer_by_txid "{\"txid\":\"$(printf '%064d' 1)\"}"
	same_error get_payments '{"payment_id":"zz"}'
	same_error incoming_transfers '{"transfer_type":"some"}'
}

# What one entry of a transfer has in both. Not compared: the fee of what others pay, and the number of confirmations that is
# suggested, which needs the block reward.
ENTRY='del(.fee?, .suggested_confirmations_threshold, .change_amount)'

compare_reading() {
	local id hash
	same get_height '{}'
	same get_balance '{"account_index":0}' 'del(.per_subaddress[]?.label) | with_entries(select(.key | IN("balance", "unlocked_balance",
		"blocks_to_unlock", "time_to_unlock", "multisig_import_needed", "per_subaddress")))'
	same get_balance '{"account_index":1,"address_indices":[0,1]}' '.per_subaddress'
	same get_balance '{"all_accounts":true}' '[.balance, .unlocked_balance, [.per_subaddress[] | del(.label)]]'
	same get_accounts '{}' 'del(.subaddress_accounts[0].label)'
	same get_address '{"account_index":1}'
	same get_transfers '{"in":true,"all_accounts":true}' ".in | map($ENTRY) | sort_by(.txid, .subaddr_index.major)"
	same get_transfers '{"in":true,"account_index":1}' ".in | map($ENTRY)"
	same get_transfers '{"in":true,"account_index":1,"subaddr_indices":[0]}'
	same get_transfers '{"in":true,"all_accounts":true,"filter_by_height":true,"min_height":94,"max_height":95}' \
		".in // [] | map($ENTRY)"
	for hash in $(rpc_result ours get_transfers '{"in":true}' | jq -r '.in[].txid'); do
		same get_transfer_by_txid "{\"txid\":\"$hash\"}" "[.transfer, .transfers[]] | map($ENTRY)"
	done
	for id in 0123456789abcdef 0000000000000000 "0123456789abcdef$(printf '%048d' 0)" 1111111111111111; do
		same get_payments "{\"payment_id\":\"$id\"}" '.payments // [] | sort_by(.tx_hash, .subaddr_index.major)'
		same get_bulk_payments "{\"payment_ids\":[\"$id\"],\"min_block_height\":90}" \
			'.payments // [] | sort_by(.tx_hash, .subaddr_index.major)'
	done
	same get_bulk_payments '{"min_block_height":94}' '.payments // [] | sort_by(.tx_hash, .subaddr_index.major)'
	same get_bulk_payments '{}' '.payments | sort_by(.tx_hash, .subaddr_index.major)'
	for id in all available unavailable; do
		same incoming_transfers "{\"transfer_type\":\"$id\"}" '.transfers // [] | map(del(.key_image)) | sort_by(.pubkey)'
	done
	same incoming_transfers '{"transfer_type":"all","account_index":1,"subaddr_indices":[1]}' '.transfers | map(del(.key_image))'
	same incoming_transfers '{"transfer_type":"all","account_index":1,"subaddr_indices":[0]}'
}

@test "paid: pending, then in a block" {
	local unsigned signed hash
	unsigned=$(rpc_result ours transfer "{\"account_index\":1,\"destinations\":[{\"amount\":$XMR,\"address\":\"$MINER\"}]}" |
		jq -r .tx_unsigned_hex)
	app_start cold --wallet-file="$FILES/own.master" --password-file="$FILES/own.master-password" --offline-mode
	signed=$(rpc_result cold sign_transfer "{\"tx_unsigned_hex\":\"$unsigned\"}" | jq -r .tx_signed_hex)
	hash=$(rpc_result ours submit_transfer "{\"tx_signed_hex\":\"$signed\"}" | jq -r .tx_hash)
	rpc_result ours get_transfers '{"pending":true,"account_index":1}' | jq -e ".pending[0] | .txid == \"$hash\" and .type == \"pending\""
	rpc_result ours get_transfers '{"pending":true}' | jq -e '. == {}'
	regtest_mine "$MINER" 1
	both_follow
	# Both know the inputs; the peer does not know whom the other wallet paid.
	same get_transfers '{"out":true,"account_index":1}' ".out | map($ENTRY | del(.destinations, .amount, .id))"
	rpc_result ours get_transfers '{"out":true,"account_index":1}' |
		jq -e --arg to "$MINER" ".out[0] | .amount == $XMR and .destinations == [{amount: $XMR, address: \$to}]"
	regtest_mine "$MINER" 10
	both_follow
	compare_reading
	same get_transfer_by_txid "{\"txid\":\"$hash\",\"account_index\":1}" "[.transfer, .transfers[]] | map($ENTRY | del(.destinations, .amount, .id))"
	same_error get_transfer_by_txid "{\"txid\":\"$hash\"}"
}

@test "outputs are frozen and thawed" {
	local image
	image=$(rpc_result ours incoming_transfers '{"transfer_type":"unavailable","account_index":1}' | jq -r '.transfers[0].key_image')
	same frozen "{\"key_image\":\"$image\"}"
	image=$(rpc_result ours incoming_transfers '{"transfer_type":"available"}' | jq -r '.transfers[0].pubkey')
	rpc_result ours freeze "{\"key_image\":\"$image\"}"
	rpc_result ours frozen "{\"key_image\":\"$image\"}" | jq -e .frozen
	rpc_result ours incoming_transfers '{"transfer_type":"all"}' | jq -e "[.transfers[] | select(.frozen)] | length == 1 and .[0].pubkey == \"$image\""
	rpc_result ours thaw "{\"key_image\":\"$image\"}"
	rpc_result ours frozen "{\"key_image\":\"$image\"}" | jq -e '.frozen == false'
	same_error freeze '{"key_image":"00"}'
	same_error thaw '{"key_image":"00"}'
	same_error frozen '{"key_image":"00"}'
}

@test "the size and the weight of a transaction" {
	local inputs outputs
	for inputs in 1 2 10; do
		for outputs in 2 3 16; do
			same estimate_tx_size_and_weight "{\"n_inputs\":$inputs,\"n_outputs\":$outputs,\"ring_size\":16,\"rct\":true}"
		done
	done
}

# The calls of a program that knows monero-wallet-rpc only: transfer, describe_transfer, sign_transfer, submit_transfer.
@test "a payment by the names of monero-wallet-rpc" {
	local prepared unsigned signed hash
	prepared=$(rpc_result ours transfer "{\"destinations\":[{\"amount\":$XMR,\"address\":\"$MINER\"}],\"account_index\":0,\"priority\":1,
		\"subaddr_indices\":[0],\"ring_size\":16,\"unlock_time\":0,\"payment_id\":\"\",\"do_not_relay\":true,\"get_tx_key\":true,
		\"get_tx_hex\":false,\"get_tx_metadata\":false}")
	unsigned=$(jq -r .unsigned_txset <<<"$prepared")
	jq -e ".amount == $XMR and .fee > 0 and .weight > 1500 and .tx_hash == \"\" and .multisig_txset == \"\" and
		.amounts_by_dest.amounts == [$XMR]" <<<"$prepared"
	rpc_result cold describe_transfer "{\"unsigned_txset\":\"$unsigned\"}" | jq -e --arg to "$MINER" \
		".summary.recipients == [{address: \$to, amount: $XMR}] and .desc[0].fee == $(jq .fee <<<"$prepared") and .desc[0].ring_size == 16"
	signed=$(rpc_result cold sign_transfer "{\"unsigned_txset\":\"$unsigned\"}" | jq -r .signed_txset)
	hash=$(rpc_result ours submit_transfer "{\"tx_data_hex\":\"$signed\"}" | jq -r '.tx_hash_list[0]')
	regtest_pool | grep -qx "$hash"
	regtest_mine "$MINER" 1
	both_follow
	rpc_fails -32602 cold sign_transfer "{\"unsigned_txset\":\"$unsigned\",\"tx_unsigned_hex\":\"$unsigned\"}"
	same_error transfer "{\"destinations\":[{\"amount\":1000000000000,\"address\":\"4\"}]}"
	same_error transfer "{\"destinations\":[{\"amount\":$((900 * XMR)),\"address\":\"$MINER\"}]}"
	same_error submit_transfer '{"tx_data_hex":"zz"}'
}

@test "a payment that monero-wallet-rpc describes, and signs" {
	local prepared unsigned signed format=monero version
	version=$("${RT_WALLET_RPC:-monero-wallet-rpc}" --version | sed -n 's/.*(v\([0-9.]*\).*/\1/p')
	printf '%s\n' 0.18.1.1 "$version" | sort --check=silent --version-sort || format=monero-0.18.0
	prepared=$(rpc_result ours transfer_split "{\"destinations\":[{\"amount\":$XMR,\"address\":\"$MINER\"}],\"account_index\":0,
		\"format\":\"$format\",\"subtract_fee_from_outputs\":[0]}")
	unsigned=$(jq -r .unsigned_txset <<<"$prepared")
	jq -e ".amount_list[0] + .fee_list[0] == $XMR and (.weight_list | length) == 1" <<<"$prepared"
	diff <(rpc_result cold describe_transfer "{\"unsigned_txset\":\"$unsigned\"}" |
		jq -S '.desc[] | del(.weight)') \
		<(signer peer_rpc describe_transfer "{\"unsigned_txset\":\"$unsigned\"}" |
			jq -S '.desc[] | del(.sources, .extra, .weight)')
	signed=$(signer peer_rpc sign_transfer "{\"unsigned_txset\":\"$unsigned\"}" | jq -r .signed_txset)
	rpc_result ours submit_transfer "{\"tx_data_hex\":\"$signed\"}" | jq -e '.tx_hash_list | length == 1'
	regtest_mine "$MINER" 11
	both_follow
}

@test "one output is swept" {
	local output unsigned signed
	output=$(rpc_result ours incoming_transfers '{"transfer_type":"available"}' |
		jq -r '[.transfers[] | select(.unlocked)][0] | "\(.pubkey) \(.amount)"')
	unsigned=$(rpc_result ours sweep_single "{\"address\":\"$MINER\",\"key_image\":\"${output% *}\",\"outputs\":1,\"get_tx_keys\":true}")
	jq -e ".amount + .fee == ${output#* } and (.payments | length) == 1 and .payments[0].inputs == 1" <<<"$unsigned"
	signed=$(rpc_result cold sign_transfer "{\"unsigned_txset\":$(jq .unsigned_txset <<<"$unsigned")}" | jq -r .signed_txset)
	rpc_result ours submit_transfer "{\"tx_data_hex\":\"$signed\"}" | jq -e '.tx_hash_list | length == 1'
	rpc_result ours incoming_transfers '{"transfer_type":"unavailable"}' | jq -e "[.transfers[].pubkey] | index(\"${output% *}\")"
	same_error sweep_single "{\"address\":\"$MINER\",\"key_image\":\"00\"}"
}

@test "notes about transactions" {
	local one two
	one=$(rpc_result ours get_transfers '{"in":true}' | jq -r '.in[0].txid')
	two=$(printf '%064d' 2)
	same set_tx_notes "{\"txids\":[\"$one\",\"$two\"],\"notes\":[\"order 7\",\"\"]}"
	same get_tx_notes "{\"txids\":[\"$two\",\"$one\"]}"
	same get_transfer_by_txid "{\"txid\":\"$one\"}" '.transfer.note'
	same set_tx_notes "{\"txids\":[\"$one\"],\"notes\":[\"\"]}"
	same get_tx_notes "{\"txids\":[\"$one\"]}"
	same_error set_tx_notes "{\"txids\":[\"$one\"],\"notes\":[]}"
	same_error get_tx_notes '{"txids":["00"]}'
}

# claim HASH ADDRESS [MESSAGE] [KEY VALUE]: params of a check.
claim() {
	jq -nc --arg txid "$1" --arg address "$2" --arg message "$3" --arg key "$4" --arg value "$5" \
		'{txid: $txid, address: $address, message: $message, ($key): $value} | with_entries(select(.value != ""))'
}

@test "proofs of a payment that the peer made" {
	local address hash key proof
	address=$(<"$FILES/subaddress")
	hash=$(peer_transfer "$address" $((2 * XMR)))
	regtest_mine "$MINER" 2
	both_follow
	key=$(peer_rpc get_tx_key "{\"txid\":\"$hash\"}" | jq -r .tx_key)
	same check_tx_key "$(claim "$hash" "$address" '' tx_key "$key")"
	same check_tx_key "$(claim "$hash" "$OUR_ADDRESS" '' tx_key "$key")" .received
	same_error check_tx_key "$(claim "$hash" "$address" '' tx_key "${key:1}")"
	same_error check_tx_key "$(claim "${hash:1}" "$address" '' tx_key "$key")"
	same_error check_tx_key "$(claim "$hash" 4 '' tx_key "$key")"
	proof=$(peer_rpc get_tx_proof "$(claim "$hash" "$address" 'for order 7')" | jq -r .signature)
	# The peer counts confirmations here to a height that it keeps for a while.
	same check_tx_proof "$(claim "$hash" "$address" 'for order 7' signature "$proof")" 'del(.confirmations)'
	rpc_result ours check_tx_proof "$(claim "$hash" "$address" 'for order 7' signature "$proof")" | jq -e '.confirmations == 2'
	same check_tx_proof "$(claim "$hash" "$address" 'for order 8' signature "$proof")" '{good}'
	rpc_result ours check_tx_proof "$(claim "$hash" "$address" 'for order 8' signature "$proof")" |
		jq -e '. == {good: false, received: 0, in_pool: false, confirmations: 0}'
	same_error check_tx_proof "$(claim "$hash" "$address" '' signature "$key")"
	same_error check_tx_proof "$(claim "$(printf '%064d' 1)" "$address" 'for order 7' signature "$proof")"
	proof=$(peer_rpc get_spend_proof "{\"txid\":\"$hash\",\"message\":\"m\"}" | jq -r .signature)
	same check_spend_proof "{\"txid\":\"$hash\",\"message\":\"m\",\"signature\":\"$proof\"}"
	same check_spend_proof "{\"txid\":\"$hash\",\"message\":\"n\",\"signature\":\"$proof\"}"
	proof=$(peer_rpc get_reserve_proof '{"all":true,"message":"m"}' | jq -r .signature)
	same check_reserve_proof "{\"address\":\"$MINER\",\"message\":\"m\",\"signature\":\"$proof\"}"
	same check_reserve_proof "{\"address\":\"$MINER\",\"message\":\"n\",\"signature\":\"$proof\"}" '{good}'
	# What the recipient proves, with the view key.
	proof=$(rpc_result ours get_tx_proof "$(claim "$hash" "$address" mine)" | jq -r .signature)
	[[ $proof == InProofV2* ]]
	peer_rpc check_tx_proof "$(claim "$hash" "$address" mine signature "$proof")" | jq -e ".good and .received == $((2 * XMR))"
}

@test "proofs of our own payment" {
	local unsigned signed hash key proof
	unsigned=$(rpc_result ours transfer "{\"account_index\":1,\"destinations\":[{\"amount\":$XMR,\"address\":\"$MINER\"}]}" |
		jq -r .unsigned_txset)
	signed=$(rpc_result cold sign_transfer "{\"unsigned_txset\":\"$unsigned\"}" | jq -r .signed_txset)
	hash=$(rpc_result ours submit_transfer "{\"tx_data_hex\":\"$signed\"}" | jq -r '.tx_hash_list[0]')
	regtest_mine "$MINER" 2
	both_follow
	key=$(rpc_result cold get_tx_key "{\"txid\":\"$hash\",\"unsigned_txset\":\"$unsigned\"}" | jq -r .tx_key)
	peer_rpc check_tx_key "$(claim "$hash" "$MINER" '' tx_key "$key")" | jq -e ".received == $XMR"
	proof=$(rpc_result cold get_tx_proof "$(claim "$hash" "$MINER" m unsigned_txset "$unsigned")" | jq -r .signature)
	peer_rpc check_tx_proof "$(claim "$hash" "$MINER" m signature "$proof")" | jq -e ".good and .received == $XMR"
	proof=$(rpc_result cold get_spend_proof "{\"txid\":\"$hash\",\"message\":\"m\",\"unsigned_txset\":\"$unsigned\"}" | jq -r .signature)
	peer_rpc check_spend_proof "{\"txid\":\"$hash\",\"message\":\"m\",\"signature\":\"$proof\"}" | jq -e .good
	unsigned=$(rpc_result ours export_outputs '{"unspent":true}' | jq -r .outputs_data_hex)
	proof=$(rpc_result cold get_reserve_proof "{\"message\":\"m\",\"outputs_data_hex\":\"$unsigned\"}" | jq -r .signature)
	peer_rpc check_reserve_proof "{\"address\":\"$OUR_ADDRESS\",\"message\":\"m\",\"signature\":\"$proof\"}" |
		jq -e ".good and .spent == 0 and .total == $(rpc_result ours get_balance '{"all_accounts":true}' | jq .balance)"
	# No secret is revealed without the unsigned file, or by the watch-only wallet.
	rpc_fails -32602 cold get_tx_key "{\"txid\":\"$hash\"}"
	rpc_fails -1 ours get_tx_proof "$(claim "$hash" "$MINER" m)"
	rpc_fails -1001 cold check_tx_key "$(claim "$hash" "$MINER" '' tx_key "$key")"
}

@test "key images of the peer, and what it reads of ours" {
	local images
	# One that knows of our payments only what the chain has.
	twin peer_rpc restore_deterministic_wallet "$(jq -n --arg seed "$(xargs <"$FILES/own.seed")" \
		'{filename: "again", password: "", seed: $seed, restore_height: 0}')" >/dev/null
	twin peer_rpc create_account '{}' >/dev/null
	twin peer_rpc create_account '{}' >/dev/null
	both_follow
	images=$(twin peer_rpc export_key_images '{"all":true}' | jq -c '{offset: (.offset // 0), signed_key_images}')
	same import_key_images "$images"
	same get_balance '{"all_accounts":true}' '[.balance, .unlocked_balance]'
	rpc_result ours incoming_transfers '{"transfer_type":"all"}' | jq -e '[.transfers[].key_image | select(. == "")] == []'
	same incoming_transfers '{"transfer_type":"all"}' '.transfers | map([.pubkey, .key_image]) | sort'
	same rescan_spent '{}'
	same_error import_key_images '{"signed_key_images":[{"key_image":"00","signature":"00"}]}'
	same_error import_key_images "$(jq -c '.signed_key_images[0].signature = "00"' <<<"$images")"
	rpc_fails -1 ours import_key_images "$(jq -c '.signed_key_images[0].signature = .signed_key_images[1].signature' <<<"$images")"
	# An offline wallet of the peer reads our list, and answers with the same key images.
	rpc_result ours export_outputs '{"all":true}' | jq -e '.outputs > 5 and .outputs_left == 0'
}

# btcpay METHOD PARAMS: a call with the members that the Monero plugin of BTCPay Server writes, among them "jsonRpc" and a login
# that is empty (source: btcpayserver/btcpayserver, BTCPayServer.Common/Altcoins/Monero/RPC).
btcpay() {
	curl -s --noproxy '*' "$(app_url ours)" -H 'content-type: application/json; charset=utf-8' -H 'accept: application/json' \
		-H 'authorization: Basic Og==' --data-binary \
		"{\"jsonRpc\":\"2.0\",\"id\":\"8f9c2b1e-6d3f-4a5e-9a77-0d2f5c1b7e11\",\"method\":\"$1\",\"params\":$2}" |
		jq -ec .result
}

@test "the calls of BTCPay Server" {
	local account address index hash
	account=$(btcpay create_account '{"label":"store"}' | jq .account_index)
	btcpay get_accounts '{"tag":null}' | jq -e "[.subaddress_accounts[] | select(.account_index == $account and .label == \"store\")] | length == 1"
	read -r address index < <(btcpay create_address "{\"account_index\":$account,\"label\":\"btcpay invoice #1\"}" |
		jq -r '"\(.address) \(.address_index)"')
	btcpay make_uri "{\"address\":\"$address\",\"amount\":$XMR,\"payment_id\":null,\"tx_description\":null,\"recipient_name\":null}" |
		jq -e --arg uri "monero:$address?tx_amount=1.000000000000" '.uri == $uri'
	peer_refresh
	hash=$(peer_transfer "$address" "$XMR")
	rpc_result ours refresh
	btcpay get_transfer_by_txid "{\"txid\":\"$hash\",\"account_index\":$account}" |
		jq -e ".transfer | .type == \"pool\" and .amount == $XMR and .confirmations == 0 and .subaddr_index.minor == $index"
	regtest_mine "$MINER" 3
	rpc_result ours refresh
	btcpay get_transfers "{\"in\":true,\"out\":false,\"pending\":false,\"failed\":false,\"pool\":true,\"filter_by_height \":false,
		\"min_height\":0,\"max_height\":0,\"account_index\":$account,\"subaddr_indices\":[$index]}" |
		jq -e ".in | length == 1 and .[0].txid == \"$hash\" and .[0].confirmations == 3 and .[0].address == \"$address\""
	btcpay get_transfers "{\"in\":true,\"filter_by_height \":false,\"account_index\":$account,\"subaddr_indices\":null}" | jq -e '.in | length == 1'
	btcpay get_height '{}' | jq -e '.height > 90'
	rpc_fails -32602 ours get_accounts '{"tag":"x"}'
}
