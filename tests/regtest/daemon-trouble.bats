# Daemons that are absent, slow, on another network, cut off in mid-answer, or that lie: one clear
# line, exit status 5, no output file, and a wallet that has lost nothing.

bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"

setup_file() {
	chain_with_peer miner
	export BALANCE
	our_new ours
	regtest_mine "$OUR_ADDRESS" 3
	our_new stage --network=stagenet
	our_new behind # never synchronized
	regtest_mine "$MINER" 90
	peer_refresh
	our_new payee
	peer_transfer "$OUR_ADDRESS" $((4 * XMR)) >/dev/null
	regtest_mine "$MINER" 10
	our_sync ours
	BALANCE=$(our_balance ours)

	# Patience is tested beside everything else, since it takes minutes.
	bad_daemon silent
	(
		cp "$RT_DIR/ours/behind.watch" "$RT_DIR/ours/patient.watch"
		start=$SECONDS status=0
		timeout 300 "$tools/wo-sync" -w "$RT_DIR/ours/patient.watch" --password-file="$RT_DIR/ours/behind.password" \
			--daemon-address="$OUR_DAEMON" </dev/null >"$RT_DIR/patient.out" 2>"$RT_DIR/patient.err" 3>&- ||
			status=$?
		echo "$status $((SECONDS - start))" >"$RT_DIR/patient.status.new"
		mv "$RT_DIR/patient.status.new" "$RT_DIR/patient.status"
	) 3>&- &
}

teardown_file() {
	regtest_stop
}

setup() {
	mkdir "$BATS_TEST_TMPDIR/here" # bats itself leaves files in the other
	cd "$BATS_TEST_TMPDIR/here"
}

# fails NAME PROGRAM [ARGUMENT]...: status 5 (or $STATUS), one error line and at most hints, nothing on stdout.
fails() {
	local name=$1 program=$2 status=0
	shift 2
	timeout 60 "$tools/$program" -w "$RT_DIR/ours/$name.watch" --password-file="$RT_DIR/ours/$name.password" \
		--daemon-address="$OUR_DAEMON" "$@" </dev/null >stdout 2>stderr || status=$?
	echo "$program: $status: $(<stderr)"
	[ "$status" -eq "${STATUS:-5}" ]
	[ ! -s stdout ]
	[ "$(grep -vc "^$program: hint: " stderr)" -eq 1 ]
	[[ $(<stderr) = "$program: error: "?* ]]
}

# The wallet as it was: same balance, nothing reserved, and it works with the real daemon.
nothing_lost() {
	[ "$(our_balance ours)" = "$BALANCE" ]
	[ "$(our_unlocked_balance ours)" = "$BALANCE" ]
	OUR_DAEMON='' our_sync ours
	[ "$(our_balance ours)" = "$BALANCE" ]
}

# fails_to_pay: wo-transfer fails, without a file.
fails_to_pay() {
	fails ours wo-transfer -o unsigned "$MINER" 1
	[ "$(ls)" = "$(printf 'stderr\nstdout')" ]
	fails ours wo-transfer "$MINER" 1
}

@test "an unreachable daemon exits 5" {
	OUR_DAEMON=127.0.0.1:1
	fails ours wo-sync
	fails_to_pay
	nothing_lost
}

@test "an unknown host exits 5" {
	OUR_DAEMON=no-such-host.invalid:18081
	fails ours wo-sync
}

@test "a daemon on another network is refused" {
	OUR_DAEMON=$RT_DAEMON
	STATUS=3 # the daemon is well, the wallet is the wrong one
	fails stage wo-sync
	[[ $(<stderr) = *stagenet* ]]
	fails stage wo-transfer -o unsigned --sweep-all "$(tail -n 1 "$RT_DIR/ours/stage.new")"
	[ ! -e unsigned ]
}

@test "meaningless answers are refused" {
	bad_daemon garbage
	fails ours wo-sync
	fails behind wo-sync
	fails_to_pay
	nothing_lost
}

@test "an endless answer is refused" {
	bad_daemon endless
	ulimit -v 2000000
	fails ours wo-sync
	fails_to_pay
	nothing_lost
}

@test "after a truncated answer with blocks, the next sync catches up" {
	bad_daemon cut block
	fails behind wo-sync
	OUR_DAEMON=$RT_DAEMON
	our_sync behind
	[ "$(our_balance behind)" = 0 ]
	bad_daemon cut /
	fails ours wo-sync
	nothing_lost
}

@test "a truncated answer with ring members is refused" {
	bad_daemon cut get_outs
	fails_to_pay
	nothing_lost
}

@test "ring members with exchanged keys are refused" {
	bad_daemon lie-keys
	fails_to_pay
	nothing_lost
}

@test "ring members with exchanged commitments are refused" {
	bad_daemon lie-masks
	fails_to_pay
	nothing_lost
}

# pays_priority N LIMIT: the fee of a payment without a priority, while blocks may weigh LIMIT.
pays_priority() {
	local level per_byte
	OUR_DAEMON=$RT_DAEMON
	[ -z "$2" ] || bad_daemon small-blocks "$2"
	our_compose ours "$MINER" 1
	per_byte=$(regtest_rpc get_fee_estimate | jq ".fees[$1 - 1]")
	level=$(jq -s '.[0].fee / .[0].transactions[0].weight | floor' "$RT_DIR/ours/ours.review")
	echo "$level piconero per byte; $per_byte expected"
	((level >= per_byte && level <= per_byte + per_byte / 100))
	hot_offline ours wo-transfer --release-all
}

@test "the default priority is 1, or 2 while the pool or the blocks are full" {
	[ -z "$(regtest_pool)" ]
	pays_priority 1 ''
	# The last ten blocks are empty, and half of this is less than they weigh.
	pays_priority 2 174
	pays_priority 1 4000
	peer_transfer "$MINER" $((XMR / 10)) >/dev/null
	[ "$(regtest_pool | wc -l)" -eq 1 ]
	pays_priority 1 ''
	pays_priority 1 6000
	pays_priority 2 4000
	regtest_flush_pool
}

# copy_payee NAME: the wallet "payee" under another name.
copy_payee() {
	local file
	for file in watch password master master-password; do
		cp "$RT_DIR/ours/payee.$file" "$RT_DIR/ours/$1.$file"
	done
}

# resync NAME DAEMON [OPTION]...
resync() {
	local name=$1 daemon=$2
	shift 2
	our_run "$tools/sneakernote" --wallet-file="$RT_DIR/ours/$name.watch" --password-file="$RT_DIR/ours/$name.password" \
		--daemon-address="$daemon" --resync-and-exit "$@"
}

# is_contradicted WORDS: the last error says so, and what to do.
is_contradicted() {
	[[ $(<stderr) = *"$1"* ]]
	[[ $(<stderr) = *"scan all blocks again with a daemon that you trust: sneakernote --wallet-file=FILE --daemon-address=HOST:PORT --resync-and-exit" ]]
}

# is_mended N: a daemon misled the wallet about the indices of all outputs, by N, from the first block that it scanned on. The
# next one is honest. Nothing is scanned again unless the user asks for it: it could be the next one that lies.
is_mended() {
	local name=misled$1
	copy_payee "$name"
	bad_daemon lie-indices "$1"
	resync "$name" "$OUR_DAEMON" --restore-height=50
	OUR_DAEMON=$RT_DAEMON
	fails "$name" wo-transfer -o unsigned "$MINER" 1
	is_contradicted "reports a different number of outputs up to block 50 than this wallet has counted: it follows another chain, it lies, or an earlier daemon lied"
	our_sync "$name"
	fails "$name" wo-transfer -o unsigned "$MINER" 1
	regtest_mine "$MINER" 1
	fails "$name" wo-sync
	is_contradicted "its output indices do not continue those of the previous blocks: it follows another chain, it lies, or an earlier daemon lied"
	resync "$name" "$RT_DAEMON"
	our_compose "$name" "$MINER" 1
	our_sign "$name"
	our_submit "$name"
	[ "$(regtest_pool)" = "$HASH" ]
	regtest_flush_pool
}

@test "output indices that were too high are repaired by a scan with an honest daemon" {
	is_mended 1000
}

@test "output indices that were too low are repaired by a scan with an honest daemon" {
	is_mended -1
}

@test "output indices that leave a gap are refused" {
	copy_payee gap
	bad_daemon lie-indices 1
	fails gap wo-sync
	[[ $(<stderr) = *"the daemon sent an invalid block 1: its output indices do not continue those of the previous blocks"* ]]
	OUR_DAEMON=$RT_DAEMON
	our_sync gap
	regtest_mine "$MINER" 1
	bad_daemon lie-indices -1
	fails gap wo-sync
	is_contradicted "its output indices do not continue those of the previous blocks"
	OUR_DAEMON=$RT_DAEMON
	our_sync gap
	hot gap wo-transfer -o unsigned "$MINER" 1
	[ -s unsigned ]
}

@test "a block was replaced since the last scan: wo-sync is enough" {
	OUR_DAEMON=$RT_DAEMON
	peer_transfer "$MINER" $((XMR / 10)) >/dev/null
	regtest_mine "$MINER" 1
	our_sync ours
	regtest_pop 1
	regtest_flush_pool
	regtest_mine "$MINER" 2
	fails ours wo-transfer -o unsigned "$MINER" 1
	[[ $(<stderr) = *"the last blocks may have been replaced"*"hint: run wo-sync"* ]]
	our_sync ours
	hot ours wo-transfer -o unsigned "$MINER" 1
	[ -s unsigned ]
	hot ours wo-transfer --release-all
	nothing_lost
}

@test "a slow daemon does not time out" {
	bad_daemon slow
	our_sync ours
	[ "$(our_balance ours)" = "$BALANCE" ]
	hot ours wo-transfer -o unsigned "$MINER" 1
	[ -s unsigned ]
	hot ours wo-transfer --release-all
	nothing_lost
}

@test "an unsigned file that appears during the run is not replaced" {
	bad_daemon slow
	hot ours wo-transfer -o unsigned "$MINER" 1 2>"$BATS_TEST_TMPDIR/status" &
	composing=$!
	sleep 2
	kill -0 "$composing"
	echo "a payment of somebody else" >unsigned
	status=0
	wait "$composing" || status=$?
	[ "$status" -eq 1 ]
	[ "$(<unsigned)" = "a payment of somebody else" ]
	grep -q "unsigned already exists; not overwritten" "$RT_DIR/ours/stderr"
	[ "$(ls)" = unsigned ]
	rm unsigned
	nothing_lost
}

@test "a broadcast that failed twice is made once in the end" {
	OUR_DAEMON=$RT_DAEMON
	our_compose ours "$MINER" 1
	our_sign ours
	OUR_DAEMON=127.0.0.1:1
	fails ours wo-submit "$RT_DIR/ours/ours.signed"
	bad_daemon cut send
	fails ours wo-submit "$RT_DIR/ours/ours.signed"
	OUR_DAEMON=$RT_DAEMON
	our_submit ours
	[ "$(regtest_pool)" = "$HASH" ]
	regtest_mine "$MINER" 1
	our_sync ours
	[ "$(our_balance ours)" = $((BALANCE - 1000000000000 - FEE)) ]
}

@test "a silent daemon times out" {
	while [ ! -e "$RT_DIR/patient.status" ]; do
		sleep 0.5
	done
	read -r status seconds <"$RT_DIR/patient.status"
	echo "$status after $seconds s: $(<"$RT_DIR/patient.err")"
	[ "$status" -eq 5 ]
	[ "$seconds" -lt 200 ]
	[ "$(wc -l <"$RT_DIR/patient.err")" -eq 1 ]
	[ ! -s "$RT_DIR/patient.out" ]
}
