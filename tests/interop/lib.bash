# tests/interop/lib.bash - reference wallets of another release as hot and as cold side, on the private chain of
# tests/regtest/lib.bash.
#
#     . "$BATS_TEST_DIRNAME/../regtest/lib.bash"
#     . "$BATS_TEST_DIRNAME/../regtest/wallets.bash"
#     . "$BATS_TEST_DIRNAME/lib.bash"
#     interop_start                    # the chain, and three instances of monero-wallet-rpc
#     keys_new alice                   # keys that the reference wallet made, and our master wallet with them
#     hot_new alice                    # their view-only wallet with these keys
#     hot_rpc transfer '{...}'
#
# SN_PEER_RELEASE is the release of the reference wallet under test: "installed" (default), or a directory of
# ./bootstrap peers (bookworm, trixie, sid). If it is not there, the tests are skipped. SN_INTEROP=all runs all tests.
#
# The instances: at RT_PEER the installed one, which mines, pays, and judges as elsewhere (peer_ functions); at RT_HOT and
# RT_COLD the release under test, the latter without a daemon, as on an offline machine. Each has one wallet open.
# Their logs are $RT_DIR/peer.log, hot.log and cold.log.
#
# A wallet NAME is in $RT_DIR/ours: NAME.seed, NAME.view-key, NAME.address, and of our programs what wallets.bash says.

# ---- starting ----------------------------------------------------------------------------------

interop_start() {
	interop_select
	chain_with_peer miner 90
	export FILES=$RT_DIR/ours RT_HOT RT_COLD
	mkdir "$FILES"
	RT_ROLE=hot RT_LOG_LEVEL=2 RT_WALLET_RPC=$PEER_RPC rt_start_on_free_ports hot rt_wallet_rpc
	RT_HOT=127.0.0.1:$RT_PORT
	RT_ROLE=cold RT_LOG_LEVEL=2 RT_WALLET_RPC=$PEER_RPC RT_OFFLINE=yes rt_start_on_free_ports cold rt_wallet_rpc
	RT_COLD=127.0.0.1:$RT_PORT
	peer_refresh
}

# interop_select: the programs of the release under test, in PEER_RPC and PEER_CLI, and its version, in PEER_VERSION.
interop_select() {
	local release=${SN_PEER_RELEASE:-installed} peers=${XDG_CACHE_HOME:-$HOME/.cache}/sneakernote/peers
	export PEER_RPC PEER_CLI PEER_VERSION
	PEER_RPC=monero-wallet-rpc PEER_CLI=monero-wallet-cli
	if [ "$release" != installed ]; then
		PEER_RPC=$peers/$release/monero-wallet-rpc PEER_CLI=$peers/$release/monero-wallet-cli
		[ -x "$PEER_RPC" ] || skip "needs the reference wallet of $release: run ./bootstrap peers"
	fi
	command -v "$PEER_RPC" "$PEER_CLI" >/dev/null || skip "needs monero-wallet-rpc and monero-wallet-cli"
	PEER_VERSION=$("$PEER_RPC" --version | sed -n 's/.*(v\([0-9.]*\).*/\1/p')
}

# in_all_only: skip a test of `make check`, which has not the time. `make check-interop` sets SN_INTEROP=all.
in_all_only() {
	[ "${SN_INTEROP:-}" = all ] || skip "part of make check-interop"
}

# peer_is_since VERSION: whether the release under test is this one or later.
peer_is_since() {
	[ "$(printf '%s\n' "$1" "$PEER_VERSION" | sort --version-sort | head -n 1)" = "$1" ]
}

# interop_mine BLOCKS: the miner's wallet knows them.
interop_mine() {
	regtest_mine "$MINER" "$1"
	peer_refresh
}

# ---- keys --------------------------------------------------------------------------------------

# keys_new NAME: keys that their offline wallet makes. It stays open at RT_COLD.
keys_new() {
	cold_rpc create_wallet "{\"filename\":\"$1\",\"password\":\"\",\"language\":\"English\"}" >/dev/null || return
	cold_rpc get_address '{"account_index":0}' | jq -r .address >"$FILES/$1.address"
	cold_rpc query_key '{"key_type":"view_key"}' | jq -r .key >"$FILES/$1.view-key"
	cold_rpc query_key '{"key_type":"mnemonic"}' | jq -r .key >"$FILES/$1.seed"
	master_new "$1" "$1"
}

# master_new NAME OTHER: our master wallet NAME, from the seed phrase of OTHER.
master_new() {
	echo "master of $1" >"$FILES/$1.master-password"
	our_run "$tools/cold-new" -w "$FILES/$1.master" --password-file="$FILES/$1.master-password" \
		--seed-file="$FILES/$2.seed" >"$FILES/$1.new" || return
	grep -qxF "$(<"$FILES/$2.address")" "$FILES/$1.new"
}

# ---- their hot wallet --------------------------------------------------------------------------

hot_rpc() {
	rt_json_rpc "$RT_HOT" "$@"
}

# hot_new NAME [WALLET]: a view-only wallet, made and opened.
hot_new() {
	hot_rpc generate_from_keys "$(jq -n --arg file "${2:-$1}" --arg address "$(<"$FILES/$1.address")" \
		--arg key "$(<"$FILES/$1.view-key")" \
		'{filename: $file, password: "", address: $address, viewkey: $key, restore_height: 0}')" >/dev/null
}

hot_refresh() {
	hot_rpc refresh >/dev/null
}

# Of all accounts.
hot_balance() {
	hot_rpc get_accounts | jq .total_balance
}

# hot_subaddress ACCOUNT INDEX: made if necessary, the account too.
hot_subaddress() {
	until hot_rpc get_address "{\"account_index\":$1}" >/dev/null 2>&1; do
		hot_rpc create_account >/dev/null || return
	done
	until hot_rpc get_address "{\"account_index\":$1}" | jq -er ".addresses[] | select(.address_index == $2) | .address"; do
		hot_rpc create_address "{\"account_index\":$1}" >/dev/null || return
	done
}

# hot_outputs FILE: export all outputs.
hot_outputs() {
	hot_rpc export_outputs '{"all":true}' | jq -r .outputs_data_hex >"$1"
}

# hot_submit FILE: prints the transactions' hashes.
hot_submit() {
	local answer
	answer=$(hot_rpc submit_transfer "$(jq -Rs '{tx_data_hex: gsub("\\s"; "")}' "$1")") || return
	jq -r '.tx_hash_list[]' <<<"$answer"
}

# The last of its log that explains a failure.
hot_complains() {
	grep -E '\b(E|ERROR|WARN|W)\b' "$RT_DIR/hot.log" | tail -n "${1:-8}"
}

# ---- monero-wallet-cli --------------------------------------------------------------------------

# peer_cli NAME ANSWERS COMMAND [ARGUMENT]...: one command of monero-wallet-cli, in the current directory, with the hot wallet
# NAME, which must not be open at RT_HOT. ANSWERS are lines for its questions. What it prints is in $FILES/cli.
peer_cli() {
	local name=$1 answers=$2 other=--allow-mismatched-daemon-version
	shift 2
	[[ $("$PEER_CLI" --help) = *"$other"* ]] || other=
	printf '%b' "$answers" | timeout 300 "$PEER_CLI" --wallet-file "$RT_DIR/hot/$name" --password '' \
		--daemon-address "$RT_DAEMON" --daemon-ssl disabled --trusted-daemon --shared-ringdb-dir "$RT_DIR/ringdb" --no-dns \
		${other:+"$other"} --log-file "$RT_DIR/cli.log" --log-level 2 --max-concurrency "${RT_CONCURRENCY:-2}" \
		--command "$@" >"$FILES/cli" 2>&1
}

# ---- their cold wallet -------------------------------------------------------------------------

cold_rpc() {
	rt_json_rpc "$RT_COLD" "$@"
}

cold_open() {
	cold_rpc open_wallet "{\"filename\":\"$1\",\"password\":\"\"}" >/dev/null
}

# peer_signs [--outputs=FILE] UNSIGNED SIGNED: as cold-sign --hex. The wallet that is open signs.
peer_signs() {
	if [[ $1 = --outputs=* ]]; then
		cold_rpc import_outputs "$(jq -Rs '{outputs_data_hex: gsub("\\s"; "")}' "${1#*=}")" >/dev/null || return
		shift
	fi
	cold_rpc sign_transfer "$(jq -Rs '{unsigned_txset: gsub("\\s"; "")}' "$1")" | jq -er .signed_txset >"$2"
}
