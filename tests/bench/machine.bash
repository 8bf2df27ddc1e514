# tests/bench/machine.bash - what the scripts of the benchmarks share. Needs SN_BUILDDIR, and tests/bench/bench built there.

# The rivals have as many threads as there are processors, as we do.
RT_CONCURRENCY=$(nproc)
export RT_CONCURRENCY

# What this machine is and which kernel runs on it: to be printed with every figure.
machine() {
	printf '%s x %s, kernel %s\n' "$(nproc)" "$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1)" \
		"$("$SN_BUILDDIR/tests/bench/bench" --kernel)"
}

# Processors that work, in the next two seconds, for whatever: with two decimals.
processors_at_work() {
	local before after
	before=$(head -n 1 /proc/stat)
	sleep 2
	after=$(head -n 1 /proc/stat)
	# user nice system idle iowait irq softirq steal
	printf '%s\n%s\n' "$before" "$after" | awk -v n="$(nproc)" '
		{ all[NR] = $2 + $3 + $4 + $5 + $6 + $7 + $8 + $9; idle[NR] = $5 + $6 }
		END {
			total = all[2] - all[1]
			printf "%.2f", total ? n * (total - idle[2] + idle[1]) / total : 0
		}'
}

# Of the numbers on standard input.
median() {
	sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

# ratio THEIRS OURS
ratio() {
	awk "BEGIN { printf \"%.2f\", $1 / $2 }"
}

# need_regtest NAME: or end, since there is nothing to compare with.
need_regtest() {
	regtest_available && return
	echo "$1: error: nothing to compare with: needs monerod, monero-wallet-rpc, curl and jq" >&2
	exit 1
}

# peer_time REQUEST ANSWER: milliseconds that the call takes; both are files.
peer_time() {
	curl --silent --fail --noproxy '*' --max-time 600 -H 'Content-Type: application/json' -o "$2" \
		-w '%{time_total}\n' --data-binary "@$1" "http://$RT_PEER/json_rpc" | awk '{ print 1000 * $1 }'
}

# peer_memory: KiB, the most that the peer's process has had.
peer_memory() {
	awk '$1 == "VmHWM:" { print $2 }' "/proc/$(<"$RT_DIR/pids/monero-wallet-rpc")/status"
}
