#!/usr/bin/env bats
# A long random sequence on a real chain, after each few steps of which monero-wallet-rpc, with the same keys, must say the
# same as our watch-only wallet, to the piconero.
#
# SN_ARBITER_SEED chooses the sequence, SN_ARBITER_STEPS its length. `make check` runs the same sequence each time, in which a
# payment waits for outputs that a reorganisation took away; `make check-arbiter` runs a new one, and prints its seed.

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"
. "$BATS_TEST_DIRNAME/arbiter.bash"
. "$BATS_TEST_DIRNAME/arbiter_steps.bash"

setup_file() {
	arbiter_start
}

teardown_file() {
	regtest_stop
}

@test "monero-wallet-rpc with the same keys has the same balance, unlocked balance and history" {
	local seed=${SN_ARBITER_SEED:-1764140003} steps=${SN_ARBITER_STEPS:-15} start=$SECONDS name done=
	echo "# SN_ARBITER_SEED=$seed SN_ARBITER_STEPS=$steps" >&3
	arbiter_run "$seed" "$steps"
	for name in "${!N_DONE[@]}"; do done+=" $name ${N_DONE[$name]},"; done
	echo "# $steps steps in $((SECONDS - start)) s, $N_COMPARED comparisons, $N_SETTLED times all settled:${done%,}" >&3

	# It would not go by unseen: something new is spent by other software, of which our wallet has not been told.
	STEP="the last"
	miner_follows
	peer_transfer "$OUR_ADDRESS" $((5 * XMR)) >/dev/null
	regtest_mine "$MINER" 11
	sync_ours
	twin_follows
	as_twin peer_rpc sweep_all "{\"address\":\"$MINER\",\"subaddr_indices_all\":true}" >/dev/null
	regtest_mine "$MINER" 1
	sync_ours
	twin_follows
	read_balance
	run agrees
	[ "$status" -ne 0 ]
	[[ $output = *"what is unspent in blocks differs"* ]]
	repair
	read_balance
	agrees
}
