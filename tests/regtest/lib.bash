# tests/regtest/lib.bash - a private Monero chain and an independent wallet, for tests and the demo.
#
#     source lib.bash
#     regtest_start                     # monerod --regtest on free loopback ports, temporary directory
#     peer_start; peer_create alice     # monero-wallet-rpc, the judge of what we send
#     regtest_mine "$(peer_address)" 80
#     ...
#     regtest_stop                      # ends every process, removes the directory
#
# RT_WALLET_RPC is the path of another monero-wallet-rpc than the installed one. RT_ROLE is the directory of its wallets in
# RT_DIR (default peer); with RT_OFFLINE, it knows no daemon.
#
# What is running is written down in $RT_DIR, and RT_DIR, RT_DAEMON and RT_PEER are exported: any
# subshell of the caller may use and stop it. A guard process does what regtest_stop does if the
# caller goes away without calling it, however it died.
#
# Amounts are in piconero throughout. Needs bash, curl, jq, awk, monerod, monero-wallet-rpc.

export SNEAKERNOTE_CONFIG= # the user's own file has no effect

# ---- starting and stopping -------------------------------------------------------------------

regtest_available() {
	command -v monerod && command -v monero-wallet-rpc && command -v curl && command -v jq
} >/dev/null

# An empty directory, its guard, and a daemon in it. Its chain is in $RT_CHAIN if that is set, and stays; or it begins
# with that of $RT_BEGIN (regtest_first_blocks).
regtest_start() {
	RT_DIR=$(mktemp -d "${TMPDIR:-/tmp}/sneakernote-regtest.XXXXXX") || return
	export RT_DIR
	mkdir "$RT_DIR/pids" "$RT_DIR/ringdb"
	mkfifo "$RT_DIR/guard.wait"
	rt_guard "$$" </dev/null >/dev/null 2>&1 3>&- &
	echo $! >"$RT_DIR/guard"
	disown
	if [ -n "${RT_BEGIN:-}" ]; then
		mkdir -p "$RT_DIR/chain/fake/lmdb" && cp "$RT_BEGIN" "$RT_DIR/chain/fake/lmdb/data.mdb" || return
	fi
	rt_start_on_free_ports monerod rt_monerod || return
	export RT_DAEMON=127.0.0.1:$RT_PORT
}

regtest_stop() {
	[ -n "${RT_DIR:-}" ] && [ -d "$RT_DIR" ] || return 0
	rt_end_process "$RT_DIR/guard"
	rt_clean_up
	unset RT_DIR RT_DAEMON RT_PEER
}

# rt_guard OWNER: clean up when the owner is gone.
rt_guard() {
	trap '' INT TERM HUP
	local wait_on
	exec {wait_on}<>"$RT_DIR/guard.wait"
	while rt_is_alive "$1"; do
		read -r -t 1 -u "$wait_on" || true # a sleep without a child process
	done
	rt_clean_up
}

rt_clean_up() {
	local pid_file
	for pid_file in "$RT_DIR"/pids/*; do
		if [ -e "$pid_file" ]; then rt_end_process "$pid_file"; fi
	done
	rm -rf "$RT_DIR"
}

# rt_end_process PIDFILE: nothing here is worth a graceful end. A process that ends by itself removes its file.
rt_end_process() {
	local pid tries=100
	pid=$(cat "$1" 2>/dev/null) || return 0
	kill -KILL "$pid" 2>/dev/null || true
	while rt_is_alive "$pid" && ((tries-- > 0)); do
		sleep 0.05
	done
	# A child of this shell is a zombie until the shell has noticed, which it does while it waits for another.
	while ((tries-- > 0)) && grep -q "^PPid:[[:space:]]*$$\$" "/proc/$pid/status" 2>/dev/null; do
		sleep 0.05
	done
	rm -f "$1"
}

# Not gone, and not a zombie that waits for its parent.
rt_is_alive() {
	[ -r "/proc/$1/status" ] && ! grep -q "^State:[[:space:]]*Z" "/proc/$1/status" 2>/dev/null
}

# rt_start_on_free_ports NAME FUNCTION: call FUNCTION PORT, which starts a process in the
# background, with ports (PORT and the two above it) that look free, until the process is
# seen listening on PORT; another may have been quicker. Sets RT_PORT.
rt_start_on_free_ports() {
	local name=$1 start=$2 attempt pid deadline
	for attempt in 1 2 3 4 5; do
		# Below the ports of outgoing connections (ip_local_port_range): one of these could take the port while a daemon
		# restarts.
		RT_PORT=$((20000 + (RANDOM * 32768 + RANDOM) % 12760 / 4 * 4))
		if rt_is_listening "$RT_PORT" || rt_is_listening $((RT_PORT + 1)) || rt_is_listening $((RT_PORT + 2)); then
			continue
		fi
		"$start" "$RT_PORT" </dev/null >"$RT_DIR/$name.out" 2>&1 3>&- &
		pid=$!
		echo "$pid" >"$RT_DIR/pids/$name"
		disown "$pid"
		deadline=$((SECONDS + 60))
		while rt_is_alive "$pid" && ((SECONDS < deadline)); do
			rt_process_listens "$pid" "$RT_PORT" && return 0
			sleep 0.1
		done
		rt_end_process "$RT_DIR/pids/$name"
	done
	echo "regtest: $name did not start (attempt $attempt); its last words:" >&2
	tail -n 5 "$RT_DIR/$name.out" >&2
	return 1
}

# The inode of the socket that listens on PORT, if one does.
rt_listening_inode() {
	awk -v port="$(printf ':%04X' "$1")" '$4 == "0A" && $2 ~ port "$" { print $10; exit }' /proc/net/tcp
}

rt_is_listening() {
	[ -n "$(rt_listening_inode "$1")" ]
}

rt_process_listens() {
	local inode fd
	inode=$(rt_listening_inode "$2")
	[ -n "$inode" ] || return 1
	for fd in "/proc/$1/fd"/*; do
		[ "$(readlink "$fd")" = "socket:[$inode]" ] && return 0
	done
	return 1
}

# rt_monerod PORT [OPTION]...: without TLS, unless OPTION says otherwise. With RT_PEERS, an address, it is connected to others;
# RT_DATA is another directory for its data.
rt_monerod() {
	local port=$1 net=(--offline) data=${RT_CHAIN:-${RT_DATA:-$RT_DIR/chain}} keep=()
	shift
	[ -z "${RT_CHAIN:-}${RT_BEGIN:-}" ] || keep=(--keep-fakechain)
	(($#)) || set -- --rpc-ssl disabled
	[ -z "${RT_PEERS:-}" ] || net=(--allow-local-ip --add-exclusive-node "$RT_PEERS")
	exec monerod --regtest "${net[@]}" --fixed-difficulty 1 \
		--data-dir "$data" "${keep[@]}" \
		--rpc-bind-ip 127.0.0.1 --rpc-bind-port "$port" --p2p-bind-ip 127.0.0.1 --p2p-bind-port $((port + 1)) \
		--zmq-rpc-bind-port $((port + 2)) --non-interactive --no-igd --hide-my-port \
		--disable-dns-checkpoints --check-updates disabled --log-level 0 --max-concurrency "${RT_CONCURRENCY:-2}" \
		--disable-rpc-ban "$@"
}

rt_restricted_monerod() {
	rt_monerod "$1" --rpc-ssl disabled --restricted-rpc
}

# A second daemon, with restricted RPC, that follows the first and hands its transactions to it. Sets RT_RESTRICTED. The
# first must have been started with RT_PEERS, an address where nobody listens, so that others can connect to it.
regtest_connect() {
	RT_CHAIN='' RT_PEERS=${RT_DAEMON%:*}:$((${RT_DAEMON#*:} + 1)) RT_DATA=$RT_DIR/restricted \
		rt_start_on_free_ports monerod-restricted rt_restricted_monerod || return
	RT_RESTRICTED=127.0.0.1:$RT_PORT
	regtest_meet
}

regtest_disconnect() {
	rt_end_process "$RT_DIR/pids/monerod-restricted"
}

# Wait until the restricted daemon is as high as the other.
regtest_meet() {
	local deadline=$((SECONDS + 300))
	until [ "$(RT_DAEMON=$RT_RESTRICTED regtest_height)" = "$(regtest_height)" ]; do
		((SECONDS < deadline)) || return 1
		sleep 0.2
	done
}

# regtest_first_blocks FILE ADDRESS COUNT: a chain with COUNT blocks that pay ADDRESS, for RT_BEGIN. A block costs a tenth of a
# second of work, so tests share it: FILE is made if it is not there, or an hour old, by the first of those that call at a time.
regtest_first_blocks() {
	local lock
	exec {lock}>>"$1.lock" && flock "$lock" || return
	if [ -z "$(find "$1" -mmin -60 2>/dev/null)" ]; then
		(rt_make_first_blocks "$@" {lock}>&-) || return
	fi
	exec {lock}>&-
}

rt_make_first_blocks() {
	local pid deadline
	RT_BEGIN='' regtest_start && regtest_mine "$2" "$3" && regtest_post stop_daemon >/dev/null || return
	pid=$(<"$RT_DIR/pids/monerod") deadline=$((SECONDS + 60))
	while rt_is_alive "$pid"; do
		((SECONDS < deadline)) || return 1
		sleep 0.1
	done
	cp "$RT_DIR/chain/fake/lmdb/data.mdb" "$1.new" && mv "$1.new" "$1" && regtest_stop
}

# ---- the daemon --------------------------------------------------------------------------------

# rt_post URL JSON
rt_post() {
	curl --silent --show-error --fail --noproxy '*' --max-time 600 \
		-H 'Content-Type: application/json' --data-binary "$2" "$1"
}

# rt_json_rpc BASE METHOD PARAMS: the result object; an error goes to stderr.
rt_json_rpc() {
	local params=${3:-'{}'} answer
	answer=$(rt_post "http://$1/json_rpc" \
		"{\"jsonrpc\":\"2.0\",\"id\":\"0\",\"method\":\"$2\",\"params\":$params}") || return
	if jq -e 'has("error")' <<<"$answer" >/dev/null; then
		echo "regtest: $2: $(jq -r .error.message <<<"$answer")" >&2
		return 1
	fi
	jq -c .result <<<"$answer"
}

# regtest_rpc METHOD [PARAMS]
regtest_rpc() {
	rt_json_rpc "$RT_DAEMON" "$@"
}

# regtest_post PATH [JSON]: the calls that are not JSON-RPC.
regtest_post() {
	local body=${2:-'{}'}
	rt_post "http://$RT_DAEMON/$1" "$body"
}

regtest_height() {
	regtest_rpc get_info | jq .height
}

# regtest_is_since VERSION: whether the daemon is of this release or later.
regtest_is_since() {
	printf '%s\n' "$1" "$(regtest_rpc get_info | jq -r .version)" | sort --check=silent --version-sort
}

# regtest_mine ADDRESS COUNT: what is in the pool goes into the first of these blocks.
regtest_mine() {
	regtest_rpc generateblocks "{\"amount_of_blocks\":$2,\"wallet_address\":\"$1\"}" | jq -e '.status == "OK"' >/dev/null
}

# regtest_pop COUNT: take the last blocks back. Their transactions return to the pool.
regtest_pop() {
	regtest_post pop_blocks "{\"nblocks\":$1}" | jq -e '.status == "OK"' >/dev/null
}

regtest_flush_pool() {
	regtest_rpc flush_txpool >/dev/null
}

# The hashes in the pool, one a line.
regtest_pool() {
	regtest_post get_transaction_pool_hashes | jq -r '.tx_hashes[]?'
}

# regtest_transaction HASH: the transaction as the daemon prints it, JSON.
regtest_transaction() {
	regtest_post get_transactions "{\"txs_hashes\":[\"$1\"],\"decode_as_json\":true}" |
		jq -ec '.txs[0].as_json | fromjson'
}

# regtest_weight HASH: of a transaction in the pool.
regtest_weight() {
	regtest_post get_transaction_pool | jq -e --arg hash "$1" '.transactions[] | select(.id_hash == $hash) | .weight'
}

# ---- the peer: wallets of monero-wallet-rpc ----------------------------------------------------

peer_start() {
	rt_start_on_free_ports monero-wallet-rpc rt_wallet_rpc || return
	export RT_PEER=127.0.0.1:$RT_PORT
}

rt_wallet_rpc() {
	local program=${RT_WALLET_RPC:-monero-wallet-rpc} other=--allow-mismatched-daemon-version role=${RT_ROLE:-peer}
	local net=(--daemon-address "$RT_DAEMON" --daemon-ssl disabled --trusted-daemon)
	[ -z "${RT_OFFLINE:-}" ] || net=(--offline)
	mkdir -p "$RT_DIR/$role"
	# The hard forks of --regtest are not those that releases from 0.18.4 expect. No pipe to grep -q: it would end the
	# program by SIGPIPE, and pipefail would take that for a missing option.
	[[ $("$program" --help) = *"$other"* ]] || other=
	exec "$program" --rpc-bind-ip 127.0.0.1 --rpc-bind-port "$1" --disable-rpc-login --rpc-ssl disabled \
		--wallet-dir "$RT_DIR/$role" "${net[@]}" \
		--shared-ringdb-dir "$RT_DIR/ringdb" --no-dns ${other:+"$other"} --non-interactive --max-concurrency "${RT_CONCURRENCY:-2}" \
		--log-file "$RT_DIR/$role.log" --log-level "${RT_LOG_LEVEL:-0}"
}

# peer_rpc METHOD [PARAMS]
peer_rpc() {
	rt_json_rpc "$RT_PEER" "$@"
}

# peer_create NAME: make a wallet and open it. One wallet is open at a time.
peer_create() {
	peer_rpc create_wallet "{\"filename\":\"$1\",\"password\":\"\",\"language\":\"English\"}" >/dev/null || return
	echo "$1" >"$RT_DIR/peer.open"
}

# peer_restore NAME SEED: the same of a wallet whose 25 words are known.
peer_restore() {
	peer_rpc restore_deterministic_wallet \
		"{\"filename\":\"$1\",\"password\":\"\",\"seed\":\"$2\",\"restore_height\":0}" >/dev/null || return
	echo "$1" >"$RT_DIR/peer.open"
}

# peer_open NAME: the one that is open is stored and closed. If it is the same one, nothing is done:
# v0.18.0.0, having trimmed its chain of hashes at opening, fails to refresh now and then.
peer_open() {
	[ "$(<"$RT_DIR/peer.open")" != "$1" ] || return 0
	peer_rpc open_wallet "{\"filename\":\"$1\",\"password\":\"\"}" >/dev/null || return
	echo "$1" >"$RT_DIR/peer.open"
}

peer_address() {
	peer_rpc get_address '{"account_index":0}' | jq -r .address
}

# A new one each time.
peer_subaddress() {
	peer_rpc create_address '{"account_index":0}' | jq -r .address
}

# peer_integrated_address PAYMENT_ID
peer_integrated_address() {
	peer_rpc make_integrated_address "{\"payment_id\":\"$1\"}" | jq -r .integrated_address
}

peer_refresh() {
	peer_rpc refresh >/dev/null
}

peer_balance() {
	peer_rpc get_balance '{"account_index":0}' | jq .balance
}

peer_unlocked_balance() {
	peer_rpc get_balance '{"account_index":0}' | jq .unlocked_balance
}

# peer_transfer ADDRESS AMOUNT [ADDRESS AMOUNT]...: prints the transaction's hash.
peer_transfer() {
	local destinations=
	while (($# >= 2)); do
		destinations+="${destinations:+,}{\"address\":\"$1\",\"amount\":$2}"
		shift 2
	done
	peer_rpc transfer "{\"destinations\":[$destinations],\"priority\":1}" | jq -r .tx_hash
}

# peer_received HASH: what the open wallet got by this transaction, one line for each of its
# addresses: "AMOUNT PAYMENT_ID ADDRESS", sorted. No line: nothing.
peer_received() {
	peer_rpc get_transfers '{"in":true,"pool":true}' |
		jq -r --arg hash "$1" '((.in // []) + (.pool // []))[] | select(.txid == $hash) | "\(.amount) \(.payment_id) \(.address)"' |
		sort
}
