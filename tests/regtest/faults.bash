# tests/regtest/faults.bash - the wallets of faults.bats and their states, programs that work on a copy with or without a fault,
# and what a user sees afterwards.
#
# Needs lib.bash, wallets.bash and fault/faults.bash, and the files that setup_file of faults.bats makes in $FILES.

# start_from STATE: of the wallet file, with its key-image file if it has one.
start_from() {
	cp -a "$FILES/$1" "$T/before/watch"
	if [ -e "$FILES/$1.outkey2ki" ]; then cp -a "$FILES/$1.outkey2ki" "$T/before/watch.outkey2ki"; fi
}

# on_watch PROGRAM [ARGUMENT]...: without a fault.
on_watch() {
	local program=$1
	shift
	preloaded "$tools/$program" -w "$W/watch" "${of_watch[@]}" "$@" </dev/null
}

faulty_on_watch() {
	local program=$1
	shift
	faulty "$tools/$program" -w "$W/watch" "${of_watch[@]}" "$@"
}

# What the wallet says of itself.
look() {
	look_at_wallet
}

look_at_wallet() {
	local status=0
	on_watch wo-balance --json || status=$?
	case $status in
	0) on_watch wo-history --json ;;
	6) echo "needs repair" ;;
	*) return 1 ;;
	esac
}

release_all() {
	on_watch wo-transfer "${asks[@]}" --release-all 2>"$T/release.stderr"
}

pool_is_empty() {
	[ -z "$(regtest_pool)" ]
}

# submit_refused FILE: to a daemon that refuses; that it does is what is expected of the program.
submit_refused() {
	local status=0
	faulty_on_watch wo-submit --daemon-address="$OUR_DAEMON" "$1" || status=$?
	[ $status -ne 5 ] || grep -q "rejects the transaction" "$T/stderr" || return
	return $((status == 5 ? 0 : status ? status : 1))
}

# again_refused FILE: key images that no payment in the wallet goes with: first it wants to know whether they were spent.
again_refused() {
	submit_refused "$1" || { grep -q "run wo-sync" "$T/stderr" && on_watch wo-sync "${asks[@]}" 2>/dev/null &&
		submit_refused "$1"; }
}

# A signed sweep of both accounts.
reserve_pair() {
	regtest_flush_pool
	[ ! -e "$FILES/pair-reserved" ] || return 0
	our_sync pair
	our_compose pair --sweep-all "$MINER"
	[ "$(jq '.transactions | length' "$FILES/pair.review")" = 2 ]
	our_sign pair
	cp -a "$FILES/pair.watch" "$FILES/pair-reserved"
}

# server_starts: on a fresh copy of the files; FAULT_AT and FAULT_KIND are for it.
server_starts() {
	. "$BATS_TEST_DIRNAME/app.bash"
	fault_begin
	mkdir -p "$T/tools"
	printf '#!/bin/sh\nexec env LD_PRELOAD="%s" SN_FAULT_DIR="%s" SN_FAULT_LOG="%s" SN_FAULT_AT=%s SN_FAULT_KIND=%s "%s" "$@"\n' \
		"$FAULT_SHIM" "$W" "$T/calls" "$FAULT_AT" "$FAULT_KIND" "$tools/sneakernote" >"$T/tools/sneakernote"
	chmod +x "$T/tools/sneakernote"
	tools=$T/tools app_start faulty --wallet-file="$W/watch" "${of_watch[@]}" "${asks[@]}"
	rpc faulty refresh >/dev/null # what it does by itself at first is not to come in between
}

server_says() {
	rpc_result faulty get_balance | jq -c '[.balance, .unlocked_balance]'
}

# Neither in memory nor in the file may anything stay of what failed; it goes on, and the same works the next time.
# every_call_fails METHOD PARAMS
every_call_fails() {
	local first last at step=3 before after failed=0 calls=0 calls_before=-1
	FAULT_AT=0 FAULT_KIND=
	# Now and then it makes other calls by itself at first: until two runs make the same.
	while [ "$calls" != "$calls_before" ]; do
		calls_before=$calls
		regtest_flush_pool
		server_starts
		before=$(server_says)
		first=$(wc -l <"$T/calls")
		rpc_result faulty "$1" "$2" >/dev/null
		last=$(wc -l <"$T/calls")
		after=$(server_says)
		app_end faulty
		calls="$first $last"
	done
	((last > first))
	# Each third, unless all are wanted: wo-transfer and wo-submit make the same ones.
	[ "${SN_FAULTS:-}" != all ] || step=1
	for ((at = first + 1; at <= last; at += step)); do
		regtest_flush_pool
		FAULT_AT=$at FAULT_KIND=EIO
		server_starts
		rpc faulty "$1" "$2" >"$T/answer"
		grep -qx fault "$T/calls" || { app_end faulty; continue; } # that came in between all the same
		failed=$((failed + 1))
		if jq -e 'has("error")' "$T/answer" >/dev/null; then
			equal "balance after a failure at $at" "$(server_says)" "$before"
			pool_is_empty
			rpc_result faulty "$1" "$2" >/dev/null
		fi
		equal "balance after $at" "$(server_says)" "$after"
		rpc_result faulty store >/dev/null
		app_end faulty
		equal "exit" "$APP_STATUS" 0
		equal "balance in the file" "$(on_watch wo-balance --json | jq -c '[.balance, .unlocked_balance]')" "$after"
	done
	echo "# $1 over RPC: $((last - first)) calls, $failed made to fail" >&3
	((failed > 0))
}

# The payment mined, so that the wallet relies on key images.
spend() {
	[ ! -e "$FILES/spent" ] || return 0
	regtest_flush_pool
	rm -f "$FILES/w.watch"*
	cp -a "$FILES/reserved" "$FILES/w.watch"
	our_submit w
	regtest_mine "$MINER" 1
	our_sync w
	cp -a "$FILES/w.watch" "$FILES/spent"
	cp -a "$FILES/w.watch.outkey2ki" "$FILES/spent.outkey2ki"
}

repair() {
	faulty "$tools/ki-restore" "${of_master[@]}" --watch-only="$W/watch" --watch-password-file="$FILES/w.password"
}

sync_then_look() {
	cp -a "$W" "$T/later"
	preloaded "$tools/wo-sync" -w "$T/later/watch" "${of_watch[@]}" "${asks[@]}" >/dev/null 2>&1
	preloaded "$tools/wo-balance" -w "$T/later/watch" "${of_watch[@]}" --json
	rm -rf "$T/later"
}
