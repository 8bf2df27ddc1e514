#!/usr/bin/env bats
# The watch-only wallet when writing fails, or the machine stops, at each of the calls on files that a program makes: it
# opens, it is as before or as after and nothing between, and no key image is missing of what the daemon has.

setup_file() {
	. "$BATS_TEST_DIRNAME/lib.bash"
	prepare_tests
	faults_available || skip "programs here cannot be made to fail by LD_PRELOAD"
	chain_with_peer miner 80
	peer_refresh
	our_new w
	# The wallet of every test, in its states: new, synced, reserved for a payment, with that payment mined.
	FILES=$RT_DIR/ours
	cp -a "$FILES/w.watch" "$FILES/new"
	own=$OUR_ADDRESS
	our_new pair # has two accounts: a sweep of both takes two transactions
	peer_transfer "$own" $((4 * XMR)) "$own" $((8 * XMR)) "$OUR_ADDRESS" $((3 * XMR)) \
		"$(hot_offline pair wo-address --account=1 --index=0)" $((2 * XMR)) >/dev/null
	regtest_mine "$MINER" 10
	our_sync w
	cp -a "$FILES/w.watch" "$FILES/synced"
	our_compose w "$MINER" 11
	cp -a "$FILES/w.watch" "$FILES/reserved"
	our_sign w
}

teardown_file() {
	. "$BATS_TEST_DIRNAME/lib.bash"
	regtest_stop
}

prepare_tests() {
	. "$BATS_TEST_DIRNAME/lib.bash"
	. "$BATS_TEST_DIRNAME/wallets.bash"
	. "$BATS_TEST_DIRNAME/../fault/faults.bash"
	. "$BATS_TEST_DIRNAME/faults.bash"
	eval "plain_$(declare -f our_run)"
	our_run() { LD_PRELOAD=$FAULT_SHIM plain_our_run "$@"; }
}

setup() {
	prepare_tests
	FILES=$RT_DIR/ours
	T=$BATS_TEST_TMPDIR/t
	mkdir -p "$T/before"
	of_watch=(--password-file="$FILES/w.password")
	of_master=(-w "$FILES/w.master" --password-file="$FILES/w.master-password")
	asks=(--daemon-address="$RT_DAEMON")
}

@test "wo-sync survives a fault in the first scan" {
	start_from new
	operation() { faulty_on_watch wo-sync "${asks[@]}"; }
	again() { operation; }
	FAULT_AFTER_ERROR="before after" # after: its report could not be written
	every_fault
}

@test "wo-sync survives a fault during a reorganisation" {
	start_from synced
	regtest_pop 3
	regtest_flush_pool
	regtest_mine "$MINER" 5
	operation() { faulty_on_watch wo-sync "${asks[@]}"; }
	again() { operation; }
	FAULT_AFTER_ERROR="before after"
	every_fault
	hot w wo-sync >/dev/null
	cp -a "$FILES/w.watch" "$FILES/reserved" # from here on with this chain
	hot w wo-transfer --release-all 2>/dev/null
	cp -a "$FILES/w.watch" "$FILES/synced"
}

# The wallet, and whether there is a whole unsigned file.
look_with_file() {
	look_at_wallet || return
	if [ -e "$W/unsigned" ]; then preloaded "$tools/cold-show" "${of_master[@]}" --json "$W/unsigned" | jq .amount; fi
}

@test "wo-transfer leaves a reservation and a file, or neither" {
	start_from synced
	operation() { faulty_on_watch wo-transfer "${asks[@]}" -o "$W/unsigned" "$MINER" 11; }
	look() { look_with_file; }
	more_states() {
		rm "$W/unsigned"
		known "reserved without a file"
		release_all
		known "released"
	}
	# Nobody has a use for a reservation without a file: what cannot be given back is at least told.
	invariant() {
		[ "$1" != "reserved without a file" ] || [ "$status" -ne 7 ] || [ "$kind" = dead ] ||
			grep -q "use --release=[0-9]" "$T/stderr" || { echo "does not say so: $(<"$T/stderr")"; return 1; }
	}
	again() {
		if [[ $1 = after || $1 = reserved* ]]; then release_all || return; fi
		rm -f "$W/unsigned"
		operation
	}
	is_good_at_last() {
		[ "$(on_watch wo-balance --json | jq .reserved)" = $((12 * XMR)) ] && [ -e "$W/unsigned" ]
	}
	FAULT_AFTER_ERROR="before released reserved without a file"
	FAULT_AFTER_KILL="before after released reserved without a file"
	FAULT_RUNS=30 # in about half of them a decoy is locked, and the ring is stored once more
	every_fault
}

@test "wo-transfer --release-all releases all, or none" {
	start_from reserved
	operation() { faulty_on_watch wo-transfer "${asks[@]}" --release-all; }
	again() { operation; }
	every_fault
}

@test "wo-outputs freezes both outputs, or none" {
	start_from synced
	local keys
	mapfile -t keys < <(W=$T/before on_watch wo-outputs --json | jq -r '.outputs[].pubkey')
	[ "${#keys[@]}" -eq 2 ]
	operation() { faulty_on_watch wo-outputs --freeze="${keys[0]}" --freeze="${keys[1]}"; }
	look() { on_watch wo-outputs --json | jq -c '[.outputs[].frozen]'; }
	again() { [ "$1" = after ] || operation; }
	FAULT_AFTER_ERROR="before after" # after: its report could not be written
	every_fault
}

@test "wo-submit: the wallet records each transaction that the daemon has, with its key images" {
	start_from reserved
	prepare() { regtest_flush_pool; }
	operation() { faulty_on_watch wo-submit "${asks[@]}" "$FILES/w.signed"; }
	invariant() {
		[ "$1" = after ] || pool_is_empty || { echo "the daemon has what the wallet does not know"; return 1; }
	}
	# Key images that no payment in the wallet goes with: first it wants to know whether they were spent.
	again() {
		operation || { grep -q "run wo-sync" "$T/stderr" && on_watch wo-sync "${asks[@]}" 2>/dev/null && operation; } || return
		! pool_is_empty
	}
	FAULT_AFTER_ERROR="before after" # after: the daemon has it, and the hash could not be written
	every_fault
	regtest_flush_pool
}

@test "wo-submit of a rejected transaction leaves it submitted or not submitted" {
	start_from reserved
	regtest_flush_pool
	bad_daemon reject send_raw
	operation() { submit_refused "$FILES/w.signed"; }
	invariant() { pool_is_empty; }
	again() { again_refused "$FILES/w.signed"; }
	look() { look_at_wallet | grep -v '"rejected":'; }
	FAULT_AFTER_ERROR="before after" # after: that the daemon rejected it could not be written
	every_fault
	[ "$(on_watch wo-balance --json | jq -c '[.unlocked_balance, .reserved]')" = "[0,0]" ]
	[ "$(on_watch wo-history --json | jq -c '[.transfers[] | .type, .rejected]')" = '["in",null,"pending",true]' ]
}

@test "wo-submit of two transactions, one rejected: the wallet agrees with the daemon" {
	of_watch=(--password-file="$FILES/pair.password")
	reserve_pair
	start_from pair-reserved
	bad_daemon reject-first send_raw
	prepare() { regtest_flush_pool; }
	operation() { submit_refused "$FILES/pair.signed"; }
	look() { look_at_wallet | grep -v '"rejected":'; }
	invariant() { [ "$1" != before ] || pool_is_empty || { echo "the daemon has what the wallet does not know"; return 1; }; }
	again() {
		again_refused "$FILES/pair.signed" || return
		[ "$(regtest_pool | wc -l)" = 1 ]
	}
	FAULT_AFTER_ERROR="before after"
	every_fault
	[ "$(on_watch wo-history --json | jq -c '[.transfers[].type] | sort')" = '["in","in","pending","pending"]' ]
	regtest_flush_pool
}

@test "sneakernote survives a fault in a session that pays" {
	start_from reserved
	printf '%s\n' "release all" "transfer $MINER 11" "submit_transfer $FILES/w.signed" store exit >"$T/stdin"
	prepare() { regtest_flush_pool; }
	operation() {
		(cd "$W" && faulty "$tools/sneakernote" --wallet-file="$W/watch" "${of_watch[@]}" "${asks[@]}")
	}
	# The payment of `transfer` has the recipient, amount and fee of the reserved one. If it has its rings too, the
	# signed file is submitted for the new payment; if a decoy was locked, and the ring drawn anew, for the old one.
	look() {
		local state
		state=$(look_at_wallet) || return
		jq -S 'if .transfers then .transfers |= (map(del(.id, .timestamp)) | sort) else . end' <<<"$state"
	}
	# After each line; what is stored when it ends is what was stored then.
	more_states() {
		local lines
		cp "$T/stdin" "$T/all-lines"
		for lines in 1 2; do
			fault_begin
			head -n "$lines" "$T/all-lines" >"$T/stdin"
			operation
			known "after-$lines-lines"
		done
		# Nobody got the file: what was reserved for it is given back.
		on_watch wo-transfer "${asks[@]}" --release-all 2>/dev/null
		known "given-back"
		cp "$T/all-lines" "$T/stdin"
	}
	invariant() {
		[ "$1" = after ] || pool_is_empty || { echo "the daemon has what the wallet does not know"; return 1; }
	}
	again() {
		printf '%s\n' refresh "submit_transfer $FILES/w.signed" exit >"$T/stdin"
		local status=0
		operation || status=$?
		cp "$T/all-lines" "$T/stdin"
		return "$status"
	}
	is_good_at_last() { [ "$(on_watch wo-balance --json | jq -c '[.reserved, .pending_out > 0]')" = "[0,true]" ]; }
	FAULT_RUNS=20 # a transfer that draws a locked decoy draws again
	FAULT_CHOICE=few
	FAULT_AFTER_ERROR="before after after-1-lines after-2-lines given-back"
	FAULT_AFTER_KILL=$FAULT_AFTER_ERROR
	every_fault
	regtest_flush_pool
}

@test "sneakernote continues to serve if it cannot write" {
	local params
	regtest_flush_pool
	start_from synced
	every_call_fails transfer "{\"destinations\":[{\"address\":\"$MINER\",\"amount\":$XMR}]}"
	start_from reserved
	params=$(od -An -v -tx1 "$FILES/w.signed" | tr -d ' \n')
	every_call_fails submit_transfer "{\"tx_signed_hex\":\"$params\"}"
	regtest_flush_pool
}

# Until the key images are back it needs repair; with them it is as it was before the loss, or as after the repair, which
# scans anew: nothing else. That depends on their order, too.
repairs() {
	more_states() {
		cp "$FILES/spent" "$W/watch"
		cp "$FILES/spent.outkey2ki" "$W/watch.outkey2ki"
		known "as before the loss"
	}
	again() { operation; }
	is_good_at_last() { [ "$state" = "as before the loss" ]; }
	FAULT_AFTER_ERROR="before after as before the loss"
	FAULT_AFTER_KILL=$FAULT_AFTER_ERROR
	every_fault
	[ "$(<"$T/state.before")" = "needs repair" ]
	[ "$(sync_then_look)" = "$(hot_offline w wo-balance --json)" ]
}

@test "ki-restore survives a fault when the key-image file is lost" {
	spend
	start_from spent
	rm "$T/before/watch.outkey2ki"
	operation() { repair; }
	repairs
}

@test "ki-restore keeps a corrupt key-image file" {
	spend
	start_from spent
	local file=$T/before/watch.outkey2ki byte
	byte=$(od -An -tu1 -j200 -N1 "$file")
	# shellcheck disable=SC2059 # one byte
	printf "$(printf '\\x%02x' $((byte ^ 1)))" | dd of="$file" bs=1 seek=200 conv=notrunc status=none
	operation() { repair; }
	invariant() {
		local copy
		for copy in "$W"/watch.outkey2ki*; do
			cmp -s "$T/before/watch.outkey2ki" "$copy" && return
		done
		echo "the damaged file is gone"
		return 1
	}
	repairs
}

@test "ki-restore --import stores all key images, or none" {
	spend
	start_from spent
	rm "$T/before/watch.outkey2ki"
	fault_begin
	on_watch ki-restore --list >"$T/wanted" 2>/dev/null
	preloaded "$tools/ki-restore" "${of_master[@]}" <"$T/wanted" >"$T/images" 2>/dev/null
	operation() { faulty_on_watch ki-restore --import "$T/images"; }
	repairs
}

@test "sneakernote --restore-ki-in-wo-wallet survives a fault" {
	spend
	start_from spent
	rm "$T/before/watch.outkey2ki"
	operation() {
		faulty "$tools/sneakernote" --offline-mode --wallet-file="$FILES/w.master" --password-file="$FILES/w.master-password" \
			--restore-ki-in-wo-wallet="$W/watch" --watch-password-file="$FILES/w.password"
	}
	repairs
}

@test "sneakernote --resync-and-exit survives a fault when the key-image file is lost" {
	spend
	start_from spent
	rm "$T/before/watch.outkey2ki"
	operation() {
		faulty "$tools/sneakernote" --wallet-file="$W/watch" "${of_watch[@]}" "${asks[@]}" --resync-and-exit
	}
	again() { operation; }
	every_fault
	[ "$(<"$T/state.before")" = "needs repair" ]
	jq -se '.[0].needs_key_images' "$T/state.after"
}

@test "ki-restore --list and its answer write a complete file, or none" {
	spend
	start_from spent
	rm "$T/before/watch.outkey2ki"
	# Repaired with what is there.
	look() {
		local file
		for file in wanted images; do if [ -e "$W/$file" ]; then echo "$file"; fi; done
		[ -e "$W/wanted" ] || return 0
		cp -a "$W" "$T/later"
		[ -e "$T/later/images" ] ||
			preloaded "$tools/ki-restore" "${of_master[@]}" -o "$T/later/images" "$T/later/wanted" || return
		preloaded "$tools/ki-restore" -w "$T/later/watch" "${of_watch[@]}" --import "$T/later/images" || return
		preloaded "$tools/wo-balance" -w "$T/later/watch" "${of_watch[@]}" --json || return
		rm -rf "$T/later"
	}
	operation() { faulty_on_watch ki-restore --list -o "$W/wanted"; }
	again() { operation; }
	every_fault
	cp -a "$W/wanted" "$T/before"
	operation() { faulty "$tools/ki-restore" "${of_master[@]}" -o "$W/images" "$W/wanted"; }
	every_fault
}

@test "a fault during compaction loses nothing" {
	spend
	start_from spent
	fault_begin
	regtest_mine "$MINER" 1
	on_watch wo-sync "${asks[@]}" 2>/dev/null
	# Just below the size from which a wallet file is compacted.
	preloaded "$tools/../tests/fault/grow" "$W/watch" "$(<"$FILES/w.password")" $((256 * 1024))
	rm -rf "$T/before"
	cp -a "$W" "$T/before"
	regtest_mine "$MINER" 8
	operation() { faulty_on_watch wo-sync "${asks[@]}"; }
	again() { operation; }
	every_fault
	grep -q " rename watch" "$T/all-calls"
	[ "$(stat -c %s "$W/watch")" -lt 65536 ]
}

# ---- without the shim ------------------------------------------------------------------------------

# A wo-sync that has opened the wallet and waits for its daemon. Sets PID.
wo_sync_waits() {
	local deadline=$((SECONDS + 20))
	W=$T/now
	if [ ! -e "$W" ]; then
		mkdir "$W"
		cp -a "$FILES/new" "$W/watch"
	fi
	bad_daemon "$1"
	LD_PRELOAD=$FAULT_SHIM "$tools/wo-sync" -w "$W/watch" "${of_watch[@]}" --daemon-address="$OUR_DAEMON" \
		</dev/null >"$T/out" 2>"$T/err" 3>&- &
	PID=$!
	until grep -q "$(stat -c :%i "$W/watch") " /proc/locks; do
		((SECONDS < deadline)) || return 1
		sleep 0.02
	done
}

@test "a second writer is refused, with the process that has the lock; readers do not block" {
	wo_sync_waits silent
	run on_watch wo-transfer "${asks[@]}" "$MINER" 1
	echo "$output"
	[ "$status" -eq 8 ]
	[[ $output = "wo-transfer: error: $W/watch is in use by process $PID (wo-sync)"$'\n'"wo-transfer: hint: wait for that process (--wait=SECONDS), or end it" ]]
	run repair
	[ "$status" -eq 8 ]
	grep -q "in use by process $PID (wo-sync)" "$T/stderr"
	on_watch wo-balance >/dev/null
	on_watch wo-history >/dev/null
	on_watch wo-address --index=199 >/dev/null
	run on_watch wo-address --index=200 # the wallet must record it
	[ "$status" -eq 8 ]
	kill -KILL "$PID"
	wait "$PID" || true
	on_watch wo-sync "${asks[@]}" 2>/dev/null
}

@test "with --wait, a second writer waits for the first one, up to the given time" {
	wo_sync_waits silent
	run on_watch wo-address --index=200 --wait=1
	echo "$output"
	[ "$status" -eq 8 ]
	[ "${lines[0]}" = "wo-address: $W/watch is in use by process $PID (wo-sync); waiting for up to 1 s" ]
	[[ ${lines[1]} = "wo-address: error: $W/watch is in use by process $PID (wo-sync)" ]]
	on_watch wo-address --index=200 --wait=60 >"$T/address" 2>"$T/waits" &
	local waits=$!
	until grep -q "waiting for up to 60 s" "$T/waits"; do sleep 0.02; done
	kill -KILL "$PID"
	wait "$PID" || true
	wait "$waits"
	on_watch wo-address --index=200 | diff - "$T/address"
	wo_sync_waits silent
	on_watch wo-address --index=200 | diff - "$T/address" # recorded: no lock is needed
	kill -KILL "$PID"
}

@test "a wallet file that is replaced during the run is not written" {
	wo_sync_waits slow
	cp -a "$FILES/synced" "$W/other"
	mv "$W/other" "$W/watch"
	local status=0
	wait "$PID" || status=$?
	cat "$T/err"
	[ "$status" -eq 7 ]
	grep -qx "wo-sync: error: $W/watch was moved or replaced while in use; nothing was written" "$T/err"
	cmp "$FILES/synced" "$W/watch"
	[ "$(ls "$W")" = watch ]
}

# on_full_disk COMMAND: in a namespace of our own where $T/disk is a file system of its own.
on_full_disk() {
	unshare --user --map-root-user --mount bash -euc 'mount -t tmpfs -o size=256k none "$0"; eval "$1"' "$T/disk" "$1"
}

@test "on a full disk nothing is sent; with space it is" {
	mkdir "$T/disk"
	on_full_disk true 2>/dev/null || skip "file systems cannot be mounted here"
	reserve_pair
	export tools T FILES RT_DAEMON FAULT_SHIM
	run on_full_disk '
		cd "$T/disk"
		cp "$FILES/pair-reserved" watch
		dd if=/dev/zero of=filler bs=4096 2>/dev/null || true
		before=$(sha256sum watch)
		submit="$tools/wo-submit -w watch --password-file=$FILES/pair.password --daemon-address=$RT_DAEMON $FILES/pair.signed"
		export LD_PRELOAD=$FAULT_SHIM
		status=0
		$submit >"$T/out" 2>"$T/err" || status=$?
		echo "$status $(wc -l <"$T/err") $(grep -c "No space left" "$T/err") $(wc -c <"$T/out")"
		[ "$before" = "$(sha256sum watch)" ] && echo same
		ls | xargs
		rm filler
		$submit | wc -l
		ls | xargs'
	echo "$output"
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = "7 1 1 0" ]
	[ "${lines[1]}" = same ]
	[ "${lines[2]}" = "filler watch" ]
	[ "${lines[3]}" = 2 ]
	[ "${lines[4]}" = "watch watch.outkey2ki" ]
	[ "$(regtest_pool | wc -l)" = 2 ]
	regtest_flush_pool
}

# Root may write anywhere, but not with the rights of another.
@test "in a directory without write permission nothing is sent" {
	local as=()
	reserve_pair
	mkdir "$T/closed"
	cp "$FILES/pair-reserved" "$T/closed/watch"
	cp "$FILES/pair.password" "$FILES/pair.signed" "$T"
	chmod 644 "$T/pair.password" "$T/pair.signed"
	if [ "$(id -u)" = 0 ]; then
		# BATS_TEST_TMPDIR is below directories that are root's alone, and the build may be.
		as=(setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all)
		chmod 755 "$BATS_RUN_TMPDIR" "$BATS_RUN_TMPDIR/test" "$BATS_TEST_TMPDIR" "$T"
		chown -R 65534:65534 "$T/closed"
		"${as[@]}" cat "$T/closed/watch" >/dev/null || skip "nobody cannot come here"
	fi
	mkdir "$T/bin"
	cp "$FAULT_SHIM" "$tools/wo-submit" "$tools/wo-transfer" "$tools/wo-sync" "$tools/wo-balance" "$T/bin"
	chmod 555 "$T/closed"
	in_closed() {
		local program=$1
		shift
		LD_PRELOAD=$T/bin/shim.so "${as[@]}" "$T/bin/$program" -w "$T/closed/watch" --password-file="$T/pair.password" "$@"
	}
	before=$(sha256sum <"$T/closed/watch")
	run in_closed wo-submit "${asks[@]}" "$T/pair.signed"
	echo "$output"
	[ "$status" -eq 7 ]
	[[ $output = "wo-submit: error: "*"Permission denied" ]]
	[ "$(sha256sum <"$T/closed/watch")" = "$before" ]
	pool_is_empty
	run in_closed wo-transfer "${asks[@]}" -o "$T/closed/unsigned" --sweep-all "$MINER"
	echo "$output"
	[ "$status" -ne 0 ]
	[ "$(ls "$T/closed")" = watch ]
	in_closed wo-sync "${asks[@]}"
	in_closed wo-transfer "${asks[@]}" --release-all
	[ "$(in_closed wo-balance --json | jq .reserved)" = 0 ]
	[ "$(ls "$T/closed")" = watch ]
}
