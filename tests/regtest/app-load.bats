# sneakernote under load: many clients while blocks arrive, and signals at random moments. tests/bench/run does the
# first with 200 clients.

bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/app.bash"
. "$BATS_TEST_DIRNAME/load.bash"

setup_file() {
	command -v monerod curl jq >/dev/null || skip "needs monerod, curl and jq"
	regtest_start
	load_prepare
}

teardown_file() {
	regtest_stop
}

setup() {
	cd "$RT_DIR"
}

@test "32 clients get correct answers while blocks arrive, with constant memory" {
	load_serve
	load_run 32 5
	cat "$RT_DIR/load"
	load_judge
	# Of each kind some, and not all at one height.
	for kind in balance height transfers; do
		[ "$(grep -c "^$kind " "$RT_DIR/load")" -gt 3 ]
	done
	for kind in address described; do
		[ "$(grep -c "^$kind " "$RT_DIR/load")" -eq 1 ]
	done
	[ "$(load_growth)" -lt 8192 ]
	app_end load
	equal "exit status" "$APP_STATUS" 0
}

@test "the memory of many large requests is returned to the system" {
	load_serve
	load_large_body
	before=$(load_resident)
	for _ in 1 2 3; do
		load_post 14
		# The bound on all bodies together may refuse some.
		run ! grep -vxE '200|503' "$RT_DIR/statuses"
		grep -qx 200 "$RT_DIR/statuses"
	done
	after=$(load_resident_below $((before + 49152)))
	app_end load
	echo "$before, then $after KiB"
	[ "$after" -lt $((before + 49152)) ]
}

@test "few descriptors and many clients cause no busy loop and no flood of log lines" {
	load_few_descriptors
	for i in {1..100}; do
		# A connection too many may be closed before bash sees it.
		exec {client[i]}<>"/dev/tcp/127.0.0.1/$(<"$RT_DIR/app/load.port")" || true
	done 2>/dev/null
	before=$(load_cpu_time)
	sleep 2
	took=$(($(load_cpu_time) - before)) # hundredths of a second
	for i in "${client[@]}"; do
		exec {i}>&-
	done
	answer=$(rpc load get_balance)
	app_end load
	echo "$took, $(wc -l <"$RT_DIR/few.log") lines, $answer"
	[ "$took" -lt 50 ]
	[ "$(wc -l <"$RT_DIR/few.log")" -lt 200 ]
	[[ $answer = *'"balance":'* ]]
}

@test "SIGTERM at random moments: every request in flight is answered, and nothing is lost" {
	for _ in 1 2 3; do
		load_killed TERM
		equal "exit status" "$APP_STATUS" 0
		equal "answers cut short, or broken off" "$(grep -E '^cut |^not done -38' "$RT_DIR/load")" ""
		load_judge
		load_nothing_lost
	done
	[ -s "$RT_DIR/paid" ] # some payments were prepared
}

@test "SIGKILL at random moments: the wallet opens, and answered requests remain valid" {
	for _ in 1 2 3; do
		load_killed KILL
		equal "exit status" "$APP_STATUS" 137
		load_judge
		load_nothing_lost
	done
}

@test "a second signal aborts calls to the daemon, and nothing is lost" {
	load_killed TERM INT
	equal "exit status" "$APP_STATUS" 0
	load_judge
	load_nothing_lost
}

@test "a balance above 2^53 keeps every digit" {
	load_rewards
	while ((LOAD_SUM[-1] < 1 << 53)); do
		regtest_mine "$LOAD_OURS" 10
		load_rewards
	done
	# An odd number has no double at that size.
	while ((LOAD_SUM[-1] % 2 == 0)); do
		regtest_mine "$LOAD_OURS" 1
		load_rewards
	done
	load_serve
	rpc load refresh >/dev/null
	answer=$(rpc load get_balance)
	echo "$answer, should be ${LOAD_SUM[-1]}"
	[[ $answer = *'"balance":'"${LOAD_SUM[-1]}",* ]]
	app_end load
}
