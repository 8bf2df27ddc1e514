# tests/regtest/load.bash - a wallet on a chain of its own, served by sneakernote to many clients (tests/bench/rpc-load.c).
#
# Every block pays its reward to the wallet, so that what it may say at any height is known. Needs lib.bash and
# app.bash. `load`, the instance; $RT_DIR/load, what the clients report; $RT_DIR/paid, payments that were answered.

rpc_load=${SN_BUILDDIR:-$BATS_TEST_DIRNAME/../..}/tests/bench/rpc-load

# load_prepare [BLOCKS [THEIRS]]: the wallet, some blocks that it can spend, an unsigned set to be described. Before them,
# THEIRS blocks for another wallet.
load_prepare() {
	local dir=$RT_DIR/ours
	mkdir -p "$dir" "$RT_DIR/app"
	LOAD_OURS=$("$tools/cold-new" -w "$dir/master" --password=x --seed-out="$dir/seed" --kdf=interactive --restore-height=0 2>/dev/null |
		tail -n 1) || return
	LOAD_THEIRS=$("$tools/cold-new" -w "$dir/other" --password=x --seed-out="$dir/other-seed" --kdf=interactive \
		--restore-height=0 2>/dev/null | tail -n 1) || return
	export LOAD_OURS LOAD_THEIRS
	"$tools/cold-export" -w "$dir/master" --password=x --watch-password=x -o "$dir/watch" 2>/dev/null || return
	((${2:-0} == 0)) || regtest_mine "$LOAD_THEIRS" "$2"
	regtest_mine "$LOAD_OURS" "${1:-85}"
	load_tool wo-sync || return
	load_tool wo-transfer --hex "$LOAD_THEIRS" 1.5 >"$dir/unsigned" || return
	load_tool wo-transfer --release-all || return
	"$tools/cold-show" -w "$dir/master" --password=x --json "$dir/unsigned" | jq -r '"described \(.amount) \(.fee)"' \
		>"$dir/described"
	: >"$RT_DIR/paid"
}

# load_tool PROGRAM [ARGUMENT]...: one that asks the daemon.
load_tool() {
	local program=$1
	shift
	"$tools/$program" -w "$RT_DIR/ours/watch" --password=x --daemon-address="$RT_DAEMON" "$@" \
		2>"$RT_DIR/ours/stderr" || {
		cat "$RT_DIR/ours/stderr" >&2
		return 1
	}
}

load_serve() {
	app_start load --wallet-file="$RT_DIR/ours/watch" --password=x --daemon-address="$RT_DAEMON" --log-level=0
}

# The same with 40 descriptors. $RT_DIR/few.log: all that it says.
load_few_descriptors() {
	(
		ulimit -n 40
		app_start load --wallet-file="$RT_DIR/ours/watch" --password=x --daemon-address="$RT_DAEMON" \
			--log-level=4 --log-file="$RT_DIR/few.log"
	)
}

# A request of 32 MiB that nothing comes of: $RT_DIR/large.
load_large_body() {
	{
		printf '{"jsonrpc":"2.0","id":1,"method":"submit_transfer","params":{"tx_signed_hex":"'
		head -c 33554432 /dev/zero | tr '\0' 0
		printf '"}}'
	} >"$RT_DIR/large"
}

# load_post N: so many of these at the same time. $RT_DIR/statuses: how they were answered.
load_post() {
	local i senders=()
	for ((i = 0; i < $1; i++)); do
		curl --silent --output /dev/null --write-out '%{http_code}\n' --noproxy '*' --max-time 60 \
			-H 'content-type: application/json' --data-binary "@$RT_DIR/large" "$(app_url load)" \
			>"$RT_DIR/status.$i" 3>&- &
		senders+=("$!")
	done
	wait "${senders[@]}" || true
	cat "$RT_DIR"/status.* >"$RT_DIR/statuses"
}

# Resident memory in KiB; time on a processor in hundredths of a second.
load_resident() {
	awk '$1 == "VmRSS:" { print $2 }' "/proc/$(<"$RT_DIR/app/load.pid")/status"
}

load_cpu_time() {
	awk '{ print $14 + $15 }' "/proc/$(<"$RT_DIR/app/load.pid")/stat"
}

# load_resident_below KIB: resident memory once it is below that, which may be a moment after the last answer.
load_resident_below() {
	local deadline=$((SECONDS + 5))
	until [ "$(load_resident)" -lt "$1" ] || ((SECONDS >= deadline)); do
		sleep 0.1
	done
	load_resident
}

# Blocks, one after the other, until $RT_DIR/mining is gone.
load_miner() {
	while [ -e "$RT_DIR/mining" ]; do
		regtest_mine "$LOAD_OURS" 1 || break
	done </dev/null >"$RT_DIR/miner.out" 2>&1 3>&-
}

# load_run CLIENTS SECONDS: while blocks arrive. What they saw is in $RT_DIR/load.
load_run() {
	local miner status=0
	: >"$RT_DIR/mining"
	load_miner &
	miner=$!
	"$rpc_load" --clients="$1" --seconds="$2" --pid="$(<"$RT_DIR/app/load.pid")" --unsigned="$RT_DIR/ours/unsigned" \
		"$(<"$RT_DIR/app/load.port")" >"$RT_DIR/load" || status=$?
	rm "$RT_DIR/mining"
	wait "$miner"
	return "$status"
}

# load_killed SIGNAL...: start, let 8 clients and a payer loose while blocks arrive, send the signals at a random
# moment. Sets APP_STATUS.
load_killed() {
	local miner clients status=0 signal
	load_serve || return
	: >"$RT_DIR/mining"
	load_miner &
	miner=$!
	"$rpc_load" --clients=9 --until-gone --pay="$LOAD_THEIRS" --unsigned="$RT_DIR/ours/unsigned" \
		"$(<"$RT_DIR/app/load.port")" >"$RT_DIR/load" 3>&- &
	clients=$!
	sleep "0.$((RANDOM % 10))$((RANDOM % 10))" # a random moment is what is wanted
	for signal; do
		app_signal load "$signal" || true
		[ $# = 1 ] || sleep 0.6 # sooner, the second would not count
	done
	APP_STATUS=$(app_status load)
	wait "$clients" || status=$?
	rm "$RT_DIR/mining"
	wait "$miner"
	cat "$RT_DIR/load"
	sed -n 's/^payment //p' "$RT_DIR/load" >>"$RT_DIR/paid"
	return "$status"
}

# load_rewards: sets LOAD_SUM, at [n] the rewards of blocks 1 to n.
load_rewards() {
	local top reward n=0
	top=$(($(regtest_height) - 1))
	LOAD_SUM=(0)
	while read -r reward; do
		LOAD_SUM[n + 1]=$((LOAD_SUM[n] + reward))
		n=$((n + 1))
	done < <(regtest_rpc get_block_headers_range "{\"start_height\":1,\"end_height\":$top}" | jq '.headers[].reward')
	[ "$n" -eq "$top" ]
}

# Every fact in $RT_DIR/load is one that the chain makes true.
load_judge() {
	local kind a b c d top
	load_rewards || return
	top=$((${#LOAD_SUM[@]} - 1))
	while read -r kind a b c d; do
		case $kind in
		balance) # HEIGHT BALANCE UNLOCKED RESERVED
			[ "$b" = "${LOAD_SUM[a - 1]}" ] && [ $((c + d)) = "${LOAD_SUM[a - 60]}" ]
			;;
		transfers) # HEIGHT-OF-THE-LAST COUNT SUM
			[ "$b" = 20 ] && [ "$c" = $((LOAD_SUM[a] - LOAD_SUM[a - 20])) ]
			;;
		height) ((a > 1 && a <= top + 1)) ;;
		daemon) ((a <= top + 1)) ;;
		address) [ "$a" = "$LOAD_OURS" ] ;;
		described) [ "$kind $a $b" = "$(<"$RT_DIR/ours/described")" ] ;;
		payment | not | cut | resident | load:) true ;;
		*) false ;;
		esac || {
			echo "at height $((top + 1)) it was said: $kind $a $b $c $d"
			return 1
		}
	done <"$RT_DIR/load"
}

# How much more memory was resident in the second half than in the first, in KiB.
load_growth() {
	awk '$1 == "resident" { print $3 - $2 }' "$RT_DIR/load"
}

# The file says of the chain what is true, and holds every payment that was answered for.
load_nothing_lost() {
	local report height
	report=$("$tools/wo-balance" -w "$RT_DIR/ours/watch" --password=x --json) || return
	height=$(jq .height <<<"$report")
	equal "balance" "$(grep -m 1 '"balance"' <<<"$report" | tr -dc 0-9)" "${LOAD_SUM[height - 1]}" ||
		return
	equal "payments that are lost" "$(sort "$RT_DIR/paid" | comm -23 - <(jq '.reservations[].id' <<<"$report" | sort))" ""
}
