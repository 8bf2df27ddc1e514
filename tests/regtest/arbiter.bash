# tests/regtest/arbiter.bash - a long random sequence of what may happen to a watch-only wallet, with monero-wallet-rpc, which
# has the same keys and sees everything, as the arbiter.
#
#     arbiter_start; arbiter_run SEED STEPS; arbiter_end
#
# Needs lib.bash, wallets.bash and arbiter_steps.bash. Two instances of monero-wallet-rpc run: "miner" is everybody else, who mines and pays us;
# "twin" has our keys, judges, and now and then spends our money, of which our wallet learns by ki-restore. The seed settles
# which steps come in which order; keys and decoys differ from run to run.
#
# What must be equal, in piconero, for the whole wallet and for each account:
# - always: what unspent outputs in blocks are worth. Ours is `balance` + `pending_out`: the balance has payments that were
#   submitted taken off already. Its is the `strict` balance, which leaves the pool out.
# - always: the transactions in blocks that concern us, their heights, and what each brought or took, the fee included.
# - when nothing is on its way: `balance` and `unlocked_balance` as both say them. Ours are below its by what is reserved, of
#   which it knows nothing, in `unlocked_balance`.

ARBITER_FLOOR=92 # no reorganisation goes below: those whom coins come from would have none

arbiter_start() {
	chain_with_peer miner "$ARBITER_FLOOR"
	ARBITER_MINER=$RT_PEER
	rt_start_on_free_ports twin rt_wallet_rpc
	ARBITER_TWIN=127.0.0.1:$RT_PORT
	export ARBITER_MINER ARBITER_TWIN FILES=$RT_DIR/ours
	peer_refresh
	RECIPIENT=$MINER
	our_new own
	OUR_INTEGRATED=$(hot_offline own wo-address --payment-id=1122334455667788)
	export OUR_ADDRESS OUR_INTEGRATED RECIPIENT
	twin_anew
}

# as_twin COMMAND [ARGUMENT]...: peer_ functions and peer_rpc that speak to the twin.
as_twin() {
	local RT_PEER=$ARBITER_TWIN
	"$@"
}

# What the twin knows is thrown away: it is made of the 25 words and scans from the first block on.
twin_anew() {
	TWIN_NUMBER=$((${TWIN_NUMBER:-0} + 1))
	as_twin peer_rpc restore_deterministic_wallet "$(jq -n --arg name "twin-$TWIN_NUMBER" \
		--arg seed "$(xargs <"$FILES/own.seed")" \
		'{filename: $name, password: "", seed: $seed, restore_height: 0}')" >/dev/null
	as_twin peer_refresh
}

# follow: the one at RT_PEER is at the top of the chain. v0.18.0.0 does not follow every reorganisation, and goes on holding
# what the pool lost for sent: after one it scans anew.
follow() {
	if [ -z "$1" ] && peer_refresh 2>/dev/null; then return 0; fi
	peer_rpc rescan_blockchain '{"hard":true}' >/dev/null
}

twin_follows() {
	as_twin follow "$TWIN_IS_STALE" 2>/dev/null || twin_anew
	TWIN_IS_STALE=
}

miner_follows() {
	follow "$MINER_IS_STALE"
	MINER_IS_STALE=
}

# ---- chance ------------------------------------------------------------------------------------

# dice N: DICE is 0 to N-1. Not bash's RANDOM, which ports are made of; not in a subshell, for the next must be another.
dice() {
	ARBITER_STATE=$((ARBITER_STATE * 6364136223846793005 + 1442695040888963407))
	DICE=$(((ARBITER_STATE >> 33 & 0x7fffffff) % $1))
}

chance() {
	dice "$2"
	((DICE < $1))
}

# pick WORD...: PICKED is one of them.
pick() {
	dice $#
	shift "$DICE"
	PICKED=$1
}

# A number of blocks that mostly is small.
pick_depth() {
	dice 10
	case $DICE in
	[0-5]) dice 5 && DEPTH=$((DICE + 1)) ;;
	[6-8]) dice 10 && DEPTH=$((DICE + 6)) ;;
	9) dice 30 && DEPTH=$((DICE + 16)) ;;
	esac
}

# An address of ours.
pick_own_address() {
	pick "0 0" "0 0" "0 1" "0 2" "1 0" "1 3" "2 5" integrated
	if [ "$PICKED" = integrated ]; then
		OWN=$OUR_INTEGRATED
	else
		OWN=$(hot_offline own wo-address --account="${PICKED% *}" --index="${PICKED#* }")
	fi
}

say() {
	echo "step $STEP, after $((SECONDS - ARBITER_BEGAN)) s: $*"
	N_DONE[${1%% *}]=$((${N_DONE[${1%% *}]:-0} + 1))
}

# ---- what our wallet and the arbiter say ------------------------------------------------------

sync_ours() {
	SYNCED=$(hot own wo-sync --json)
}

read_balance() {
	BALANCE=$(hot_offline own wo-balance --json)
}

# of_balance KEY
of_balance() {
	jq ".$1" <<<"$BALANCE"
}

# What each transaction in a block brought or took: "HASH HEIGHT AMOUNT", sorted.
our_history() {
	hot_offline own wo-history --json | jq -r '[.transfers[] | select(.type == "in" or .type == "out")] | group_by(.tx_hash)[] |
		"\(.[0].tx_hash) \(.[0].height) \([.[] | if .type == "in" then .amount else -.amount - .fee end] | add)"' | sort
}

twin_history() {
	as_twin peer_rpc get_transfers '{"in":true,"out":true,"all_accounts":true}' | jq -r '[(.in // [])[], (.out // [])[]] |
		group_by(.txid)[] | "\(.[0].txid) \(.[0].height) \([.[] | if .type == "out" then -.amount - .fee else .amount end] | add)"' |
		sort
}

# twin_accounts STRICT: "ACCOUNT BALANCE UNLOCKED" of those that have something.
twin_accounts() {
	as_twin peer_rpc get_accounts "{\"strict_balances\":$1}" | jq -r '.subaddress_accounts[] | select(.balance > 0) |
		"\(.account_index) \(.balance) \(.unlocked_balance)"'
}

# same WHAT OURS ITS
same() {
	N_COMPARED=$((N_COMPARED + 1))
	[ "$2" = "$3" ] && return
	echo "step $STEP: $1 differs:"
	diff <(echo "$2") <(echo "$3") | sed 's/^</ours /; s/^>/its /'
	return 1
}

# What is in blocks is the same. BALANCE is up to date, and the twin at the top.
agrees_on_blocks() {
	same "what is unspent in blocks" "$(jq '.balance + .pending_out' <<<"$BALANCE")" \
		"$(as_twin peer_rpc get_balance '{"account_index":0,"all_accounts":true,"strict":true}' | jq .balance)" || return
	same "what is unspent in blocks, by account" \
		"$(jq -r '.per_account[] | .balance += .pending_out | select(.balance > 0) | "\(.account_index) \(.balance)"' <<<"$BALANCE")" \
		"$(twin_accounts true | cut -d ' ' -f 1,2)" || return
	same "history" "$(our_history)" "$(twin_history)"
}

# All is, when nothing is on its way.
agrees() {
	agrees_on_blocks || return
	same "balance and unlocked balance" "$(jq '.balance, .unlocked_balance + .reserved' <<<"$BALANCE")" \
		"$(as_twin peer_rpc get_balance '{"account_index":0,"all_accounts":true}' | jq '.balance, .unlocked_balance')" || return
	same "balances by account" \
		"$(jq -r '.per_account[] | select(.balance > 0) | "\(.account_index) \(.balance) \(.unlocked_balance + .reserved)"' \
			<<<"$BALANCE")" "$(twin_accounts false)"
}

# ---- repair ------------------------------------------------------------------------------------

# In one of the three ways; then our wallet knows what the twin spent.
repair() {
	sync_ours # what it has never seen, it cannot have a key image of
	repair_opened
}

repair_opened() {
	pick direct restore import
	say "repair ($PICKED)"
	case $PICKED in
	direct)
		cold own ki-restore --watch-only="$FILES/own.watch" --watch-password-file="$FILES/own.password" ;;
	restore)
		our_run "$tools/sneakernote" --offline-mode --wallet-file="$FILES/own.master" \
			--password-file="$FILES/own.master-password" --restore-ki-in-wo-wallet="$FILES/own.watch" \
			--watch-password-file="$FILES/own.password" ;;
	import)
		hot_offline own ki-restore --list -o "$FILES/wanted"
		cold own ki-restore -o "$FILES/images" "$FILES/wanted"
		hot_offline own ki-restore --import "$FILES/images" ;;
	esac
	TWIN_SPENT=
	sync_ours
}

# settle_unknown AGAIN: payments of ours that were submitted, and that are neither in a block nor in the pool: given up, or, if
# AGAIN is 1, one signed set of them is submitted again now and then, and the others wait.
settle_unknown() {
	local id hash pool set
	sync_ours
	[ "$(jq ".unseen_payments + .unknown_payments" <<<"$SYNCED")" != 0 ] || return 0
	pool=" $(regtest_pool | xargs) "
	while read -r id hash; do
		[[ $pool != *" $hash "* ]] || continue
		set=$(grep -lx "$hash" "$FILES"/signed/*.hashes | head -n 1) || set=
		if [ "$1" = 1 ] && [ "$set" ] && chance 1 2; then
			submit_again "${set%.hashes}"
			return
		fi
		say "release ($hash)"
		hot own wo-transfer --release="$id" --even-if-pending # nothing hides what this daemon has
	done < <(hot_offline own wo-history --json | jq -r '.transfers[] | select(.type == "pending") | "\(.id) \(.tx_hash)"')
}

# Until nothing is on its way: what can get into a block is, what cannot is given up.
settle() {
	local tries
	for tries in 1 2 3 4 5; do
		regtest_mine "$MINER" 1
		if ((tries > 1)); then
			regtest_flush_pool # what no block takes: it spends what a reorganisation took away
			MINER_IS_STALE=1 TWIN_IS_STALE=1
		fi
		[ -z "$(regtest_pool)" ] || continue
		if [ "$TWIN_SPENT" ]; then repair; fi
		settle_unknown "$((tries == 1))"
		read_balance
		if [ "$(of_balance pending_out)$(of_balance pending_in)$(of_balance payments_waiting)" = 000 ]; then
			REORGANISED='' TWIN_SENT=''
			return 0
		fi
	done
	hot_offline own wo-history
	echo "cannot settle"
	return 1
}

# ---- the sequence ------------------------------------------------------------------------------

# How often each comes, of all.
ARBITER_STEPS=(
	mine mine mine mine receive receive receive receive pay pay pay pay twin_pays twin_pays sweep reserve release late again
	reorganise reorganise reorganise flush lose repair remake compact session
)

# Ours at the daemon's top, and the twin there too, whatever it spent being known.
arbiter_compares() {
	if [ "$REORGANISED" ] || chance 1 2; then
		settle
	elif [ "$TWIN_SPENT" ]; then
		repair
	else
		sync_ours
	fi
	read_balance
	# What is reserved may be locked again since blocks were replaced, and the twin may have spent it.
	if [ "$(of_balance reserved)" != 0 ] && chance 1 2; then
		hot own wo-transfer --release-all
		read_balance
	fi
	twin_follows
	[ "$(of_balance height)" = "$(regtest_height)" ]
	[ "$(of_balance needs_key_images)" = false ]
	if [ "$(of_balance pending_out)" = 0 ] && [ -z "$(regtest_pool)" ]; then
		N_SETTLED=$((N_SETTLED + 1))
		agrees
	else
		agrees_on_blocks
	fi
}

# arbiter_run SEED STEPS
arbiter_run() {
	declare -gA N_DONE=()
	ARBITER_STATE=$1 ARBITER_BEGAN=$SECONDS
	N_COMPARED=0 N_SETTLED=0 TWIN_SPENT='' TWIN_SENT='' REORGANISED='' EVER_REORGANISED='' TWIN_IS_STALE='' MINER_IS_STALE=''
	mkdir -p "$FILES/signed"
	STEP=0
	step_receive
	step_receive
	regtest_mine "$MINER" 10
	for ((STEP = 1; STEP <= $2; STEP++)); do
		pick "${ARBITER_STEPS[@]}"
		"step_$PICKED"
		if ((STEP % 3 == 0 || STEP == $2)); then arbiter_compares; fi
	done
	STEP=$2
	settle
	hot own wo-transfer --release-all
	read_balance
	twin_follows
	agrees
}
