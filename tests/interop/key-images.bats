# ki-restore and the reference wallet: output exports and key image exports, each side with each.
#
# The wallet "alice" exists four times: ours, master and watch-only; and of the release SN_PEER_RELEASE, offline with all keys
# (RPC at RT_COLD) and view-only (RPC at RT_HOT). Its money: coinbase, on its address, on subaddresses with additional
# keys, on account 1. The installed monero-wallet-rpc has the keys as well, has spent a part of it elsewhere, and says
# what the balance is.

bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/../regtest/lib.bash"
. "$BATS_TEST_DIRNAME/../regtest/wallets.bash"
. "$BATS_TEST_DIRNAME/lib.bash"

setup_file() {
	export FILES RT_HOT RT_COLD TRUE
	interop_select
	chain_with_peer miner
	FILES=$RT_DIR/ours
	our_new alice
	regtest_mine "$OUR_ADDRESS" 2
	regtest_mine "$MINER" 80
	peer_refresh
	local address
	mapfile -t address < <(
		echo "$OUR_ADDRESS"
		hot_offline alice wo-address --index=1
		hot_offline alice wo-address --index=2
		hot_offline alice wo-address --account=1 --index=0
		hot_offline alice wo-address --account=1 --index=3
	)
	peer_transfer "${address[0]}" $((4 * XMR)) "${address[1]}" $((5 * XMR)) "${address[2]}" $((6 * XMR)) >/dev/null
	peer_transfer "${address[3]}" $((7 * XMR)) >/dev/null
	peer_transfer "${address[4]}" $((8 * XMR)) "${address[1]}" $((9 * XMR)) >/dev/null
	regtest_mine "$MINER" 10
	# Spent elsewhere.
	peer_rpc restore_deterministic_wallet "$(jq -n --arg seed "$(xargs <"$FILES/alice.seed")" \
		'{filename: "alice", password: "", seed: $seed, restore_height: 0}')" >/dev/null
	echo alice >"$RT_DIR/peer.open"
	peer_refresh
	peer_rpc transfer "{\"destinations\":[{\"address\":\"$MINER\",\"amount\":$((12 * XMR))}],\"account_index\":0}" >/dev/null
	peer_rpc transfer "{\"destinations\":[{\"address\":\"$MINER\",\"amount\":$((3 * XMR))}],\"account_index\":1}" >/dev/null
	regtest_mine "$MINER" 1
	peer_refresh
	TRUE=$(peer_rpc get_accounts | jq .total_balance)
	our_sync alice
	RT_ROLE=hot RT_WALLET_RPC=$PEER_RPC rt_start_on_free_ports hot rt_wallet_rpc
	RT_HOT=127.0.0.1:$RT_PORT
	RT_ROLE=cold RT_WALLET_RPC=$PEER_RPC RT_OFFLINE=yes rt_start_on_free_ports cold rt_wallet_rpc
	RT_COLD=127.0.0.1:$RT_PORT
	rt_json_rpc "$RT_COLD" restore_deterministic_wallet "$(jq -n --arg seed "$(xargs <"$FILES/alice.seed")" \
		'{filename: "alice", password: "", seed: $seed, restore_height: 0}')" >/dev/null
	rt_json_rpc "$RT_HOT" generate_from_keys "$(jq -n --arg address "$OUR_ADDRESS" \
		--arg key "$(rt_json_rpc "$RT_COLD" query_key '{"key_type":"view_key"}' | jq -r .key)" \
		'{filename: "alice", password: "", address: $address, viewkey: $key, restore_height: 0}')" >/dev/null
	rt_json_rpc "$RT_HOT" refresh >/dev/null
}

teardown_file() {
	regtest_stop
}

# The options of a wallet that asks the daemon.
hot_options() {
	echo "--daemon-address=$RT_DAEMON" --daemon-ssl=disabled --trusted-daemon
	[[ $("$PEER_RPC" --help) != *--allow-mismatched-daemon-version* ]] || echo --allow-mismatched-daemon-version
}

# The format of output exports that the release understands.
format() {
	if peer_is_since 0.18.1.1; then echo monero; else echo monero-0.18.0; fi
}

# with_cli hot|cold OPTION...: monero-wallet-cli opens the wallet, which the RPC meanwhile has closed.
with_cli() {
	local side=$1 rpc=$RT_COLD options=--offline status=0
	shift
	if [ "$side" = hot ]; then rpc=$RT_HOT options=$(hot_options); fi
	rt_json_rpc "$rpc" close_wallet >/dev/null
	# shellcheck disable=SC2086 # words
	printf '\n\n\n' | "$PEER_CLI" $options --wallet-file "$RT_DIR/$side/alice" --password '' --log-file "$RT_DIR/cli.log" \
		--shared-ringdb-dir "$RT_DIR/ringdb" --no-dns --max-concurrency 2 --command "$@" >"$RT_DIR/cli.out" 2>&1 || status=$?
	rt_json_rpc "$rpc" open_wallet '{"filename":"alice","password":""}' >/dev/null
	return "$status"
}

# import_into_cold FILE: prints the number of outputs.
import_into_cold() {
	rt_json_rpc "$RT_COLD" import_outputs "{\"outputs_data_hex\":\"$(xxd -p "$1" | tr -d '\n')\"}" | jq .num_imported
}

exported_outputs() {
	rt_json_rpc "$RT_HOT" export_outputs "$1" | jq -r .outputs_data_hex
}

our_knowledge() {
	hot_offline alice wo-balance --json | jq -c '[.balance, .spent_outputs_known]'
}

@test "their view-only wallet and our master wallet: it knows what was spent" {
	exported_outputs '{"all":true}' >"$FILES/wanted.hex"
	cold alice ki-restore -o "$FILES/images" "$FILES/wanted.hex"
	grep -q "[1-9][0-9]* key images computed" "$FILES/stderr"
	[ "$(head -c 23 "$FILES/images")" = "Monero key image export" ]
	cold alice ki-restore -o "$FILES/again" "$FILES/wanted.hex"
	cmp "$FILES/images" "$FILES/again"
	[ "$(hot_balance)" != "$TRUE" ]
	with_cli hot import_key_images "$FILES/images"
	cat "$RT_DIR/cli.out"
	rt_json_rpc "$RT_HOT" refresh >/dev/null
	[ "$(hot_balance)" = "$TRUE" ]
}

@test "a part of their list is answered" {
	peer_is_since 0.18.1.1 || skip "$PEER_VERSION exports no part of its list"
	exported_outputs '{"all":true,"start":2,"count":3}' >"$FILES/wanted.hex"
	cold alice ki-restore -o "$FILES/part" "$FILES/wanted.hex"
	grep -q "3 key images computed" "$FILES/stderr"
	with_cli hot import_key_images "$FILES/part"
	rt_json_rpc "$RT_HOT" refresh >/dev/null
	[ "$(hot_balance)" = "$TRUE" ]
}

@test "their offline wallet takes our list, and our watch-only wallet its key images" {
	[[ $(our_knowledge) != "[$TRUE,"* ]]
	hot_offline alice ki-restore --list --format="$(format)" -o "$FILES/wanted"
	n=$(sed -n 's/.* \([0-9]*\) outputs listed/\1/p' "$FILES/stderr")
	hot_offline alice ki-restore --list --format="$(format)" -o "$FILES/again"
	cmp "$FILES/wanted" "$FILES/again"
	[ "$(import_into_cold "$FILES/wanted")" = "$n" ]
	with_cli cold export_key_images all "$FILES/images"
	cat "$RT_DIR/cli.out"
	hot_offline alice ki-restore --import "$FILES/images"
	grep -q "$n missing key images have been successfully repaired" "$FILES/stderr"
	our_sync alice
	[ "$(our_knowledge)" = "[$TRUE,true]" ]
	# Nothing is new in them now, and nothing is listed.
	hot_offline alice ki-restore --import "$FILES/images"
	grep -q "no key image was missing" "$FILES/stderr"
	hot_offline alice ki-restore --list --format="$(format)" -o "$FILES/wanted"
	grep -q "0 outputs listed" "$FILES/stderr"
	hot_offline alice ki-restore --list --all --format="$(format)" -o "$FILES/wanted"
	[ "$(import_into_cold "$FILES/wanted")" = "$n" ]
}

@test "their offline wallet and our master wallet give the same key images" {
	hot_offline alice ki-restore --list --all --format="$(format)" -o "$FILES/wanted"
	import_into_cold "$FILES/wanted"
	with_cli cold export_key_images all "$FILES/theirs"
	cold alice ki-restore -o "$FILES/images" "$FILES/wanted"
	# Of the same length, and each proved for the same output; only nonces differ.
	[ "$(stat -c %s "$FILES/images")" -eq "$(stat -c %s "$FILES/theirs")" ]
	for file in images theirs; do
		hot_offline alice ki-restore --import "$FILES/$file"
		grep -q "no key image was missing" "$FILES/stderr"
	done
}

@test "files of another wallet, and of another kind, are refused" {
	hot_offline alice ki-restore --list --all --format="$(format)" -o "$FILES/wanted"
	cold alice ki-restore -o "$FILES/images" "$FILES/wanted"
	our_new bob
	regtest_mine "$OUR_ADDRESS" 1
	our_sync bob
	run hot_offline bob ki-restore --import "$FILES/images"
	[ "$status" -eq 3 ]
	grep -q "belongs to another wallet" "$FILES/stderr"
	hot_offline bob ki-restore --list --format="$(format)" -o "$FILES/bob"
	run cold alice ki-restore -o "$FILES/none" "$FILES/bob"
	[ "$status" -eq 3 ]
	[ ! -e "$FILES/none" ]
	run hot_offline alice ki-restore --import "$FILES/wanted"
	[ "$status" -eq 3 ]
	grep -q "wrong file: this is an output export" "$FILES/stderr"
}
