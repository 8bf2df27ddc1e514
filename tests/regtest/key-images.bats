#!/usr/bin/env bats
# The key-image file: what becomes of the wallet when it is lost, damaged, another's, older or newer, and that repair gives
# the balance which monero-wallet-rpc has with the same keys, whatever that one spent meanwhile.

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"

setup_file() {
	paid_wallets lost files kinds quick anew # for each test one of its own
	our_new nobody
}

teardown_file() {
	regtest_stop
}

# twin NAME: monero-wallet-rpc opens a wallet with the keys of ours.
twin() {
	peer_rpc restore_deterministic_wallet "$(jq -n --arg name "twin-$1" --arg seed "$(xargs <"$FILES/$1.seed")" \
		'{filename: $name, password: "", seed: $seed, restore_height: 0}')" >/dev/null || return
	echo "twin-$1" >"$RT_DIR/peer.open"
	peer_refresh
}

# stops NAME RELIED FOUND [PROGRAM]...: a program that opens it says so, and changes nothing.
stops() {
	local program line before name=$1
	local -a programs=("${@:4}")
	((${#programs[@]})) || programs=(wo-balance)
	line="UNRECOVERABLE ERROR, wallet stops: pending key images ($2) exceed the pending-key-images file container ($3)"
	before=$(sha256sum <"$FILES/$name.watch")
	for program in "${programs[@]}"; do
		# shellcheck disable=SC2086 # words of a command
		run hot_offline "$name" $program
		[ "$status" -eq 6 ] || { echo "$program exits with $status: $output"; return 1; }
		grep -qxF "${program%% *}: error: $line" "$FILES/stderr" || { cat "$FILES/stderr"; return 1; }
		[ "$(grep -c "UNRECOVERABLE" "$FILES/stderr")" -eq 1 ]
		grep -q "doc/recovery.md" "$FILES/stderr"
	done
	[ "$before" = "$(sha256sum <"$FILES/$name.watch")" ]
	[ ! -e "$FILES/none" ]
}

# The wallet says what the one with the same keys says.
agrees_with_twin() {
	local ours
	our_sync "$1"
	peer_refresh
	ours=$(hot_offline "$1" wo-balance --json | jq -c '[.balance, .unlocked_balance]')
	echo "ours $ours, its [$(peer_balance),$(peer_unlocked_balance)]"
	[ "$ours" = "[$(peer_balance),$(peer_unlocked_balance)]" ]
}

ki_restore() {
	our_run "$tools/ki-restore" -w "$FILES/$1.master" --password-file="$FILES/$1.master-password" \
		--watch-only="$FILES/$2.watch" --watch-password-file="$FILES/$2.password"
}

@test "a lost key-image file stops the wallet; ki-restore repairs it, including spends by other software" {
	our_sync lost
	[ ! -e "$FILES/lost.watch.outkey2ki" ]
	our_send lost "$MINER" 1
	[ "$(stat -c %a "$FILES/lost.watch.outkey2ki")" = 600 ]
	regtest_mine "$MINER" 1
	our_sync lost
	twin lost
	peer_transfer "$MINER" $((2 * XMR)) >/dev/null
	regtest_mine "$MINER" 1
	our_sync lost
	balance=$(our_balance lost)
	[ "$balance" -gt "$(peer_balance)" ] # it cannot know better

	rm "$FILES/lost.watch.outkey2ki"
	stops lost 2 0 wo-balance wo-address wo-history "wo-sync --daemon-address=$RT_DAEMON" \
		"wo-transfer --daemon-address=$RT_DAEMON -o $FILES/none $MINER 1"
	ki_restore lost lost
	grep -qxE "ki-restore: [0-9]+ missing key images have been successfully repaired" "$FILES/stderr"
	[ -e "$FILES/lost.watch.outkey2ki" ]
	agrees_with_twin lost
	[ "$(our_balance lost)" -lt "$balance" ]
	ki_restore lost lost
	[[ $(tail -n 1 "$FILES/stderr") = "ki-restore: no key image was missing" ]]
}

@test "after a loss and a new scan, the wallet warns and does not pay until ki-restore has run" {
	our_sync anew
	our_send anew "$MINER" 5
	regtest_mine "$MINER" 11
	our_sync anew
	before=$(our_balance anew)
	rm "$FILES/anew.watch.outkey2ki"
	our_run "$tools/sneakernote" --wallet-file="$FILES/anew.watch" --password-file="$FILES/anew.password" \
		--daemon-address="$RT_DAEMON" --resync-and-exit
	grep -q "key images are missing: the balance is unreliable" "$FILES/stderr"
	our_sync anew
	[[ $(hot_offline anew wo-balance | head -n 1) = "key images are missing: "* ]]
	[ "$(hot_offline anew wo-balance --json | jq .needs_key_images)" = true ]
	run hot anew wo-transfer -o "$FILES/none" "$MINER" 1
	[ "$status" -eq 6 ]
	grep -q "run ki-restore" "$FILES/stderr"
	[ ! -e "$FILES/none" ]
	ki_restore anew anew
	our_sync anew
	[ "$(our_balance anew)" = "$before" ]
	[ "$(hot_offline anew wo-balance --json | jq .needs_key_images)" = false ]
	our_send anew "$MINER" 1
}

@test "a corrupt key-image file is repaired by two handoff files, and kept" {
	our_sync files
	our_send files "$MINER" 1
	regtest_mine "$MINER" 1
	our_sync files
	twin files
	peer_transfer "$MINER" $((2 * XMR)) >/dev/null
	regtest_mine "$MINER" 1
	printf 'xxxxxxxx' | dd of="$FILES/files.watch.outkey2ki" bs=1 seek=200 conv=notrunc status=none
	damaged=$(sha256sum <"$FILES/files.watch.outkey2ki")
	stops files 2 0

	hot_offline files ki-restore --list --hex >"$FILES/wanted"
	grep -q "continuing for repair: 2 key images needed, 0 found" "$FILES/stderr"
	"$tools/ki-restore" -w "$FILES/files.master" --password-file="$FILES/files.master-password" \
		<"$FILES/wanted" >"$FILES/images"
	hot_offline files ki-restore --import "$FILES/images"
	grep -qxE "ki-restore: [0-9]+ missing key images have been successfully repaired" "$FILES/stderr"
	[ "$(sha256sum <"$FILES/files.watch.outkey2ki.damaged")" = "$damaged" ]
	agrees_with_twin files
}

@test "a truncated, foreign or older key-image file stops the wallet; a newer one is accepted" {
	our_sync kinds
	our_send kinds "$MINER" 1
	cp "$FILES/kinds.watch" "$FILES/older.watch"
	cp "$FILES/kinds.watch.outkey2ki" "$FILES/older"
	our_send kinds "$MINER" 2
	cp "$FILES/kinds.watch.outkey2ki" "$FILES/newer"
	regtest_mine "$MINER" 1
	our_sync kinds
	balance=$(our_balance kinds)
	size=$(stat -c %s "$FILES/newer")

	head -c $((size - 1)) "$FILES/newer" >"$FILES/kinds.watch.outkey2ki"
	stops kinds 4 2
	head -c 100 "$FILES/newer" >"$FILES/kinds.watch.outkey2ki"
	stops kinds 4 0
	: >"$FILES/kinds.watch.outkey2ki"
	stops kinds 4 0
	cp "$FILES/lost.watch.outkey2ki" "$FILES/kinds.watch.outkey2ki"
	stops kinds 4 0
	cp "$FILES/older" "$FILES/kinds.watch.outkey2ki"
	stops kinds 4 2

	cp "$FILES/newer" "$FILES/kinds.watch.outkey2ki"
	cp "$FILES/older.watch" "$FILES/kinds.watch"
	our_sync kinds
	[ "$(our_balance kinds)" = "$balance" ]
	twin kinds
	agrees_with_twin kinds
}

@test "an output spent elsewhere: the daemon rejects the transaction, and the next sync finds the spend" {
	our_sync quick
	our_compose quick "$MINER" 11
	our_sign quick
	twin quick
	peer_rpc sweep_all "{\"address\":\"$MINER\"}" >/dev/null
	run hot quick wo-submit "$FILES/quick.signed"
	[ "$status" -eq 1 ]
	grep -q "rejects the transaction: an input is spent already" "$FILES/stderr"
	grep -q "hint: run wo-sync (sneakernote: refresh) to find the transaction that spent the input" "$FILES/stderr"
	[ "$(regtest_pool | wc -l)" = 1 ]
	regtest_mine "$MINER" 1
	run hot quick wo-submit "$FILES/quick.signed"
	[ "$status" -ne 0 ]
	agrees_with_twin quick
	[ "$(our_balance quick)" = 0 ]
	[ "$(hot_offline quick wo-balance --json | jq .reserved)" = 0 ]
}

@test "ki-restore refuses what it cannot repair" {
	before=$(sha256sum "$FILES"/lost.watch*)
	run ki_restore kinds lost # other keys
	[ "$status" -eq 3 ]
	grep -q "of another master wallet: the keys differ" "$FILES/stderr"
	[ "$before" = "$(sha256sum "$FILES"/lost.watch*)" ]
	run ki_restore nobody nobody
	[ "$status" -eq 1 ]
	grep -q "has never been synchronized" "$FILES/stderr"
	cp "$FILES/lost.master" "$FILES/master.watch"
	cp "$FILES/lost.master-password" "$FILES/master.password"
	run ki_restore lost master
	[ "$status" -eq 3 ]
	run hot_offline lost ki-restore "$FILES/wanted" # needs the master wallet
	[ "$status" -eq 3 ]
	run cold lost ki-restore "$FILES/wanted" # another wallet's list
	[ "$status" -eq 3 ]
	run cold lost ki-restore --list
	[ "$status" -eq 3 ]
	run cold lost ki-restore --list --import
	[ "$status" -eq 2 ]
}
