# tests/regtest/wallets.bash - our own wallets on the private chain of lib.bash, by way of the programs.
#
# A wallet NAME is a master file, a watch-only file and their passwords in $RT_DIR/ours. What a
# program said on stderr is in $RT_DIR/ours/stderr, and is shown when it failed unexpectedly.

tools=${SN_BUILDDIR:-$BATS_TEST_DIRNAME/../..}/tools

# our_new NAME [OPTION OF cold-new]...: make both wallets. Sets OUR_ADDRESS.
our_new() {
	local name=$1 dir=$RT_DIR/ours
	shift
	mkdir -p "$dir"
	echo "master of $name" >"$dir/$name.master-password"
	echo "watch of $name" >"$dir/$name.password"
	our_run "$tools/cold-new" -w "$dir/$name.master" --password-file="$dir/$name.master-password" \
		--seed-out="$dir/$name.seed" --restore-height=0 "$@" >"$dir/$name.new" || return
	our_run "$tools/cold-export" -w "$dir/$name.master" --password-file="$dir/$name.master-password" \
		--watch-password-file="$dir/$name.password" -o "$dir/$name.watch" || return
	OUR_ADDRESS=$(tail -n 1 "$dir/$name.new")
}

# chain_with_peer NAME [BLOCKS]: a chain and a wallet of the peer, or the tests are skipped. Exports MINER, its address, and XMR.
# BLOCKS, at least 80, are mined for it. Then it is the same wallet each time, and the files of tests share the first 80, but not
# with RT_PEERS: a daemon with blocks counts as synchronised later.
chain_with_peer() {
	local blocks=${2:-0} first='' account
	regtest_available || skip "needs monerod, monero-wallet-rpc, curl and jq"
	read -ra account < <(grep '^account mainnet' "$BATS_TEST_DIRNAME/../vectors/chain_accounts.txt")
	if ((blocks)) && [ -z "${RT_PEERS:-}" ]; then
		first=${SN_BUILDDIR:-$BATS_TEST_DIRNAME/../..}/tests/regtest/first-blocks
		regtest_first_blocks "$first" "${account[4]}" 80
	fi
	RT_BEGIN=$first regtest_start
	# A daemon that is not offline counts as synchronized once it has met another.
	[ -z "${RT_PEERS:-}" ] || regtest_connect
	peer_start
	if ((blocks)); then
		peer_restore "$1" "${account[*]:5}"
	else
		peer_create "$1"
	fi
	export MINER XMR=1000000000000
	MINER=$(peer_address)
	[ -z "$first" ] || blocks=$((blocks - 80))
	((blocks == 0)) || regtest_mine "$MINER" "$blocks"
}

# paid_wallets NAME...: on a new chain these have 4 and 8 XMR each, in one transaction of "miner". Exports FILES.
paid_wallets() {
	local name pay=()
	chain_with_peer miner 90
	export FILES=$RT_DIR/ours
	peer_refresh
	for name; do
		our_new "$name"
		pay+=("$OUR_ADDRESS" $((4 * XMR)) "$OUR_ADDRESS" $((8 * XMR)))
	done
	peer_transfer "${pay[@]}" >/dev/null
	regtest_mine "$MINER" 10
}

# our_run PROGRAM [ARGUMENT]...: as it is, but nobody is there to answer questions, and stderr
# is kept.
our_run() {
	local status=0
	"$@" </dev/null 2>"$RT_DIR/ours/stderr" || status=$?
	if ((status)); then
		echo "$(basename "$1") exits with $status: $(<"$RT_DIR/ours/stderr")" >&2
	fi
	return "$status"
}

# hot NAME PROGRAM [ARGUMENT]...: a hot program that asks the daemon.
hot() {
	local name=$1 program=$2
	shift 2
	our_run "$tools/$program" -w "$RT_DIR/ours/$name.watch" --password-file="$RT_DIR/ours/$name.password" \
		--daemon-address="${OUR_DAEMON:-$RT_DAEMON}" "$@"
}

# hot_offline NAME PROGRAM [ARGUMENT]...: one that reads the wallet only.
hot_offline() {
	local name=$1 program=$2
	shift 2
	our_run "$tools/$program" -w "$RT_DIR/ours/$name.watch" --password-file="$RT_DIR/ours/$name.password" "$@"
}

# cold NAME PROGRAM [ARGUMENT]...
cold() {
	local name=$1 program=$2
	shift 2
	our_run "$tools/$program" -w "$RT_DIR/ours/$name.master" \
		--password-file="$RT_DIR/ours/$name.master-password" "$@"
}

our_sync() {
	hot "$1" wo-sync >/dev/null
}

our_balance() {
	hot_offline "$1" wo-balance --json | jq .balance
}

our_unlocked_balance() {
	hot_offline "$1" wo-balance --json | jq .unlocked_balance
}

# xmr PICONERO: as the command line takes it. Integers throughout.
xmr() {
	printf '%d.%012d\n' $(($1 / 1000000000000)) $(($1 % 1000000000000))
}

# our_compose NAME [ARGUMENT OF wo-transfer]...: writes $RT_DIR/ours/NAME.unsigned and .review,
# sets FEE, what the signer says the fee is.
our_compose() {
	local name=$1 file=$RT_DIR/ours/$1
	shift
	rm -f "$file".{unsigned,review,signed}
	hot "$name" wo-transfer -o "$file.unsigned" "$@" >/dev/null || return
	cold "$name" cold-show --json "$file.unsigned" >"$file.review" || return
	FEE=$(jq .fee "$file.review")
}

# our_sign NAME [OPTION OF cold-sign]..., our_submit NAME: go on from there. The latter sets HASH (one a line).
our_sign() {
	local name=$1
	shift
	cold "$name" cold-sign --yes "$@" -o "$RT_DIR/ours/$name.signed" "$RT_DIR/ours/$name.unsigned" >/dev/null
}

our_submit() {
	HASH=$(hot "$1" wo-submit "$RT_DIR/ours/$1.signed") || return
	[[ $HASH =~ ^[0-9a-f]{64}($'\n'[0-9a-f]{64})*$ ]]
}

# our_send NAME [ARGUMENT OF wo-transfer]...: all three.
our_send() {
	our_compose "$@" && our_sign "$1" && our_submit "$1"
}

# bad_daemon MODE [PATH]: a daemon that misbehaves (see bad-daemon.c) in front of the real one.
# Sets OUR_DAEMON, which the hot programs then ask.
bad_daemon() {
	local port deadline=$((SECONDS + 10))
	rm -f "$RT_DIR/bad-daemon.port"
	"${SN_BUILDDIR:-$BATS_TEST_DIRNAME/../..}/tests/regtest/bad-daemon" "$1" "${RT_DAEMON#*:}" "${2:-}" \
		</dev/null >"$RT_DIR/bad-daemon.port" 2>"$RT_DIR/bad-daemon.err" 3>&- &
	echo $! >"$RT_DIR/pids/bad-daemon.$!"
	disown
	until read -r port 2>/dev/null <"$RT_DIR/bad-daemon.port"; do
		((SECONDS < deadline)) || return 1
		sleep 0.05
	done
	OUR_DAEMON=127.0.0.1:$port
}

# recorder: a SOCKS proxy to the real daemon, by whatever name that is asked for. Sets PROXY, and REQUESTS, the file where each
# request is a line: SOCKS user name, host, path, body (see bad-daemon.c).
recorder() {
	REQUESTS=$RT_DIR/requests
	: >"$REQUESTS"
	bad_daemon record "$REQUESTS" || return
	PROXY=socks5h://$OUR_DAEMON
	unset OUR_DAEMON
}
