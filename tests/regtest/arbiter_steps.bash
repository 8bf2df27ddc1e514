# tests/regtest/arbiter_steps.bash - what may happen to a watch-only wallet: the functions step_NAME of arbiter.bash. Each
# says what it does, and fails if a program does not do what it must.

step_mine() {
	pick 1 2 4 10 10 # what comes is locked for ten
	if chance 1 3; then
		say "mine ($PICKED, to us)"
		regtest_mine "$OUR_ADDRESS" "$PICKED"
	else
		say "mine ($PICKED)"
		regtest_mine "$MINER" "$PICKED"
	fi
}

# To one to three addresses of ours; some locked until a block, a few until a date that was or will be.
step_receive() {
	local n pay='' unlock=0
	miner_follows
	dice 3
	for ((n = DICE; n >= 0; n--)); do
		pick_own_address
		dice 3000
		pay+="${pay:+,}{\"address\":\"$OWN\",\"amount\":$((XMR / 10 + DICE * 1000000007))}"
		[ "$PICKED" != integrated ] || break # no more than one of these
	done
	if chance 1 5; then
		pick $(($(regtest_height) + 15)) $(($(regtest_height) + 30)) 1500000000 4000000000
		unlock=$PICKED
	fi
	if peer_rpc transfer "{\"destinations\":[$pay],\"priority\":1,\"unlock_time\":$unlock}" >/dev/null; then
		say "receive (unlock time $unlock)"
	else
		say "no-coins (the miner)"
		regtest_mine "$MINER" 3
	fi
}

# The account with most to spend: ACCOUNT, SPENDABLE.
richest() {
	read_balance
	read -r ACCOUNT SPENDABLE < <(jq -r '[.per_account[]] | max_by(.unlocked_balance) | "\(.account_index // 0) \(.unlocked_balance // 0)"' \
		<<<"$BALANCE")
	((SPENDABLE > XMR / 2))
}

# PAYEE, who may be ourselves.
somewhere() {
	PAYEE=$RECIPIENT PICKED=
	if chance 1 4; then
		pick_own_address
		PAYEE=$OWN
	fi
}

# A payment to one of the addresses is refused, and rightly: our history has the payment that the message names, it pays one
# of them or nobody knows whom, it was submitted, and now
# - it is pending, but was reported as failed;
# - it was released, the block that the message names is in the chain, and ten blocks or a quarter of an hour have not passed;
# - or one of the last nine blocks has it.
# A payment ID makes no other recipient.
is_second_payment() {
	local payment id height
	[[ " $* " != *" $OUR_ADDRESS "* && " $* " != *" $OUR_INTEGRATED "* ]] || set -- "$@" "$OUR_ADDRESS" "$OUR_INTEGRATED"
	payment=$(sed -n 's/^wo-transfer: error: payment \([0-9]*\) to the same recipient .*: paying again can pay twice.*$/\1/p' \
		"$FILES/stderr")
	[ "$payment" ] || return
	height=$(sed -n 's/^wo-transfer: error: .* block \([0-9]*\)[ :].*/\1/p' "$FILES/stderr")
	id=$(hot_offline own wo-history --json | jq -r --argjson id "$payment" --argjson in "${height:-0}" \
		--argjson top "$(regtest_height)" '.transfers[] | select(.id == $id and .tx_hash != "") |
		select((.type == "pending" and .rejected and $in == 0) or (.type == "released" and 0 < $in and $in < $top) or
			(.type == "out" and .height == $in and $in + 10 > $top)) |
		select([.destinations[]?.address | IN($ARGS.positional[])] | any or length == 0) | .id' --args "$@")
	[ "$id" = "$payment" ]
}

# A payment is refused, and rightly, because it could not replace the one that the message names: that one is released, and
# blocks were replaced, or the payment is from another account, or what it spent is reserved. Whatever else is refused, is wrong.
is_not_replaced() {
	local payment account
	payment=$(sed -n 's/^wo-transfer: error: payment \([0-9]*\) to the same .*: both could be mined$/\1/p' "$FILES/stderr")
	[ "$payment" ] || return
	account=$(hot_offline own wo-history --json | jq --argjson id "$payment" '.transfers[] |
		select(.id == $id and .tx_hash != "" and (.type == "released" or .type == "pending" and .rejected)) | .account_index')
	[ "$account" ] || return
	if [ "$account" != "$ACCOUNT" ]; then
		grep -q '^wo-transfer: hint: spend from account ' "$FILES/stderr"
	else
		[ "$EVER_REORGANISED" ] && grep -Eq '^wo-transfer: hint: (scan blocks again |wait until payment |payment [0-9]* reserves )' \
			"$FILES/stderr"
	fi
}

# compose PAYEES ARGUMENT...: COMPOSED says whether there is an unsigned file now. If not, others are paid from now on.
compose() {
	local payees
	read -ra payees <<<"$1"
	shift
	COMPOSED=1
	rm -f "$FILES/own.unsigned"
	hot own wo-transfer -o "$FILES/own.unsigned" "$@" && return
	is_second_payment "${payees[@]}" || is_not_replaced || return
	say "blocked"
	COMPOSED=''
	RECIPIENT=$(peer_rpc create_address '{"account_index":0}' | jq -r .address)
}

# submit FILE: SUBMITTED is the exit status; what was accepted is kept, with its hashes.
submit() {
	local n=("$FILES"/signed/*.hashes)
	SUBMITTED=0
	HASH=$(hot own wo-submit "$1") || SUBMITTED=$?
	if ((SUBMITTED)); then
		say "refused ($SUBMITTED)"
		[[ $SUBMITTED = [15] ]]
	else
		cp "$1" "$FILES/signed/${#n[@]}"
		echo "$HASH" >"$FILES/signed/${#n[@]}.hashes"
	fi
}

# What was composed. The daemon may refuse, or the wallet say that an output is spent, only if the twin spent something, or
# blocks were replaced or payments dropped, since nothing was on its way: our wallet sees what others spend in blocks only.
sign_and_submit() {
	our_sign own --allow-respend --allow-unlock-time
	submit "$FILES/own.signed"
	[ "$SUBMITTED" = 0 ] || [ "$TWIN_SENT$REORGANISED" ]
}

step_pay() {
	local pay=() payees=() n amount unlock=()
	sync_ours
	richest || { say "nothing-to-spend"; return 0; }
	dice 3
	for ((n = DICE; n >= 0; n--)); do
		somewhere
		payees+=("$PAYEE")
		dice 20
		# shellcheck disable=SC2017 # the product may not fit
		amount=$((SPENDABLE / 100 * (DICE + 1)))
		if [ "$PICKED" = integrated ]; then # alone, or not at all
			pay=("$PAYEE" "$(xmr $amount)") payees=("$PAYEE")
			break
		fi
		pay+=("$PAYEE" "$(xmr $amount)")
	done
	# Later daemons relay no unlock times.
	if chance 1 8 && ! regtest_is_since 0.18.3.4; then unlock=(--unlock-time=$(($(regtest_height) + 12))); fi
	dice 2 # the fee of the dearer two is above the usual bound here
	say "pay (${#pay[@]} words, account $ACCOUNT, ${unlock[*]})"
	compose "${payees[*]}" --account="$ACCOUNT" --priority=$((DICE + 1)) "${unlock[@]}" "${pay[@]}"
	if [ "$COMPOSED" ]; then sign_and_submit; fi
}

# Everything, from all accounts; mostly to ourselves.
step_sweep() {
	sync_ours
	richest || { say "nothing-to-spend"; return 0; }
	PAYEE=$RECIPIENT
	if chance 3 4; then
		pick_own_address
		PAYEE=$OWN
	fi
	say "sweep"
	compose "$PAYEE" --sweep-all "$PAYEE"
	if [ "$COMPOSED" ]; then sign_and_submit; fi
}

# Prepared, and given up; or signed too, and submitted one day.
step_reserve() {
	local id
	sync_ours
	richest || { say "nothing-to-spend"; return 0; }
	dice 40
	# shellcheck disable=SC2017 # the product may not fit
	compose "$RECIPIENT" --account="$ACCOUNT" "$RECIPIENT" "$(xmr $((SPENDABLE / 100 * (DICE + 10))))"
	pick keep id all late
	[ "$COMPOSED" ] || return 0
	say "reserve ($PICKED)"
	read_balance
	[ "$(of_balance reserved)" -gt 0 ]
	case $PICKED in
	id)
		id=$(jq '.reservations[-1].id' <<<"$BALANCE")
		hot own wo-transfer --release="$id" ;;
	all)
		hot own wo-transfer --release-all ;;
	late)
		our_sign own --allow-respend
		cp "$FILES/own.signed" "$FILES/late" ;;
	esac
}

step_release() {
	say "release-all"
	hot own wo-transfer --release-all
}

# What was signed some time ago, and not submitted then; others may have been since.
step_late() {
	[ -e "$FILES/late" ] || { say "nothing-late"; return 0; }
	say "late"
	sync_ours
	submit "$FILES/late"
	rm "$FILES/late"
}

# It cannot be submitted, and is in the pool nevertheless: blocks were replaced, and now none has an output that it spends.
is_not_known() {
	[ "$SUBMITTED" = 1 ] && [ "$REORGANISED" ] && (($1 > 0)) &&
		grep -q "an input spends an output that this wallet does not know; nothing was sent" "$FILES/stderr" &&
		grep -q "it was submitted before, and the network may have it: do not pay again" "$FILES/stderr"
}

# submit_again FILE: where blocks or the pool have all of it, that is what it says, and does no more.
submit_again() {
	local hashes answer known
	sync_ours
	hashes=$(<"$1.hashes")
	answer=$(regtest_post get_transactions "$(jq -Rsc '{txs_hashes: split("\n")[:-1]}' "$1.hashes")")
	known=$(jq '.txs | length' <<<"$answer")
	say "again (${1##*/}, known: $known of $(wc -l <"$1.hashes"))"
	SUBMITTED=0
	HASH=$(hot own wo-submit "$1") || SUBMITTED=$?
	if is_not_known "$(jq '[.txs[]? | select(.in_pool)] | length' <<<"$answer")"; then
		say "not-known"
	elif [ "$known" = "$(wc -l <"$1.hashes")" ]; then
		[ "$SUBMITTED:$HASH" = "0:$hashes" ]
		[ "$(grep -c "submitted before" "$FILES/stderr")" = "$known" ]
	else
		[[ $SUBMITTED = [015] ]]
	fi
}

step_again() {
	local sets=("$FILES/signed"/*.hashes)
	[ -e "${sets[0]}" ] || { say "nothing-again"; return 0; }
	pick "${sets[@]%.hashes}"
	submit_again "$PICKED"
}

# Other software, the same keys.
step_twin_pays() {
	local account amount result
	twin_follows
	read -r account amount < <(as_twin peer_rpc get_accounts | jq -r '.subaddress_accounts | max_by(.unlocked_balance) |
		"\(.account_index) \(.unlocked_balance)"')
	((amount > XMR / 2)) || { say "nothing-to-spend"; return 0; }
	somewhere
	if chance 1 5; then
		# No more than this: there is more to come.
		result=$(as_twin peer_rpc sweep_all "{\"address\":\"$PAYEE\",\"account_index\":$account,\"below_amount\":$XMR}") || result=
	else
		dice 40
		# shellcheck disable=SC2017 # the product may not fit
		result=$(as_twin peer_rpc transfer "{\"destinations\":[{\"address\":\"$PAYEE\",\"amount\":$((amount / 100 * (DICE + 1)))}],
			\"account_index\":$account,\"priority\":1}") || result=
	fi
	# It may want what is in the pool already.
	if [ "$result" ]; then
		say "twin-pays (account $account)"
		TWIN_SPENT=1 # not known to our wallet
		TWIN_SENT=1  # not in a block
	else
		say "twin-cannot"
		TWIN_IS_STALE=1
	fi
}

# Blocks are taken back and replaced: mostly by more, now and then by fewer. What they held returns to the pool, or to nobody.
step_reorganise() {
	local height depth new flushed=
	height=$(regtest_height)
	pick_depth
	((DEPTH <= height - ARBITER_FLOOR)) || DEPTH=$((height - ARBITER_FLOOR))
	((DEPTH > 0)) || { say "too-low"; return 0; }
	depth=$DEPTH
	regtest_pop "$depth"
	if chance 1 3; then
		flushed=", pool flushed"
		regtest_flush_pool
	fi
	REORGANISED=1 EVER_REORGANISED=1 TWIN_IS_STALE=1 MINER_IS_STALE=1
	# A daemon that is behind: nothing is undone.
	if chance 1 3; then
		BEHIND=$(hot_offline own wo-balance --json | jq .height)
		sync_ours
		[ "$BEHIND" -le $((height - depth)) ] || [ "$(jq '[.height, .reorganised]' -c <<<"$SYNCED")" = "[$BEHIND,false]" ]
	fi
	dice 3
	new=$((depth + 1 + DICE))
	if chance 1 6; then new=$(((depth + 1) / 2)); fi
	pick "$MINER" "$MINER" "$OUR_ADDRESS"
	regtest_mine "$PICKED" "$new"
	say "reorganise ($depth blocks, $new instead$flushed)"
}

step_flush() {
	say "flush"
	regtest_flush_pool
	TWIN_IS_STALE=1 MINER_IS_STALE=1 REORGANISED=1
}

# The file is gone, or not what it was: the wallet stops, and repair helps.
step_lose() {
	local file=$FILES/own.watch.outkey2ki status=0 line
	[ -e "$file" ] || { say "nothing-to-lose"; return 0; }
	pick gone gone damaged cut
	case $PICKED in
	gone) rm "$file" ;;
	damaged) printf 'xxxxxxxx' | dd of="$file" bs=1 seek=120 conv=notrunc status=none ;;
	cut) truncate -s $(($(stat -c %s "$file") - 1)) "$file" ;;
	esac
	say "lose ($PICKED)"
	hot_offline own wo-balance --json 2>/dev/null || status=$?
	[ "$status" = 6 ]
	line=$(grep -o 'UNRECOVERABLE ERROR.*' "$FILES/stderr")
	[[ $line =~ ^"UNRECOVERABLE ERROR, wallet stops: pending key images ("([0-9]+)") exceed the pending-key-images file container ("([0-9]+)")"$ ]]
	((BASH_REMATCH[1] > BASH_REMATCH[2]))
	if chance 3 4; then
		say "resync"
		our_run "$tools/sneakernote" --wallet-file="$FILES/own.watch" --password-file="$FILES/own.password" \
			--daemon-address="$RT_DAEMON" --resync-and-exit
		read_balance
		[ "$(of_balance needs_key_images)" = true ]
	fi
	repair_opened
	read_balance
	[ "$(of_balance needs_key_images)" = false ]
}

step_repair() {
	repair
}

# A watch-only file made anew, which knows of no payment.
step_remake() {
	settle
	say "remake"
	rm -f "$FILES/own.watch" "$FILES/own.watch.outkey2ki"*
	cold own cold-export --watch-password-file="$FILES/own.password" -o "$FILES/own.watch"
	repair
}

# The file grows until it is compacted.
step_compact() {
	local before
	regtest_mine "$MINER" 1
	settle
	regtest_mine "$MINER" 1
	sync_ours
	"$tools/../tests/fault/grow" "$FILES/own.watch" "$(<"$FILES/own.password")" $((256 * 1024))
	before=$(stat -c %s "$FILES/own.watch")
	regtest_mine "$MINER" 8
	sync_ours
	say "compact ($before bytes to $(stat -c %s "$FILES/own.watch"))"
}

# A session of the wallet application.
step_session() {
	say "session"
	printf '%s\n' refresh balance store exit | "$tools/sneakernote" --wallet-file="$FILES/own.watch" \
		--password-file="$FILES/own.password" --daemon-address="$RT_DAEMON" >"$FILES/session" 2>&1 ||
		{ cat "$FILES/session"; return 1; }
}
