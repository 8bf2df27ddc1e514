# A daemon behind a slow link with a long delay: wo-sync keeps it busy, and asks again only for what a broken connection lost.

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"
. "$BATS_TEST_DIRNAME/slow-link.bash"

setup_file() {
	regtest_available || skip "needs monerod, monero-wallet-rpc, curl and jq"
	regtest_start
	export BALANCE FILES=$RT_DIR/ours
	our_new other
	other=$OUR_ADDRESS
	our_new ours
	cp "$FILES/ours.watch" "$FILES/ours.empty"
	regtest_mine "$OUR_ADDRESS" 3
	regtest_mine "$other" 300
	regtest_mine "$OUR_ADDRESS" 1
	our_sync ours
	BALANCE=$(our_balance ours)
}

teardown_file() {
	regtest_stop
}

# sync_over_link RATE DELAY [BREAK-BYTES [BREAKS]]: sets MS.
sync_over_link() {
	local begin
	slow_link "$@"
	begin=$(date +%s%N)
	OUR_DAEMON=$LINK our_sync ours
	MS=$((($(date +%s%N) - begin) / 1000000))
	slow_link_end
	echo "$*: $MS ms, of which the link needed $LINK_MS; $LINK_BYTES bytes, $LINK_BREAKS breaks"
	[ "$(our_balance ours)" = "$BALANCE" ]
}

# Without what a sync asks before and after the blocks.
@test "a sync uses the link, with a delay of 150 ms in each direction" {
	cp "$FILES/ours.empty" "$FILES/ours.watch"
	sync_over_link 40000 150
	all=$MS all_link=$LINK_MS
	sync_over_link 40000 150
	echo "$(((all_link - LINK_MS) * 100 / (all - MS))) %"
	((all_link > 8000 && (all_link - LINK_MS) * 100 > (all - MS) * 90))
}

@test "after broken connections, only their answers are sent again" {
	cp "$FILES/ours.empty" "$FILES/ours.watch"
	sync_over_link 1000000 20
	whole=$LINK_BYTES
	cp "$FILES/ours.empty" "$FILES/ours.watch"
	sync_over_link 1000000 20 $((whole / 2)) 2
	# What had arrived of them.
	((LINK_BREAKS == 2 && LINK_BYTES <= whole * 21 / 10))
	# A connection that always breaks ends the sync. What is stored stays.
	cp "$FILES/ours.empty" "$FILES/ours.watch"
	slow_link 1000000 20 $((whole / 2))
	OUR_DAEMON=$LINK run our_sync ours
	slow_link_end
	[ "$status" -eq 5 ]
	((LINK_BREAKS == 4))
	our_sync ours
	[ "$(our_balance ours)" = "$BALANCE" ]
}
