#!/usr/bin/env bats
# More recipients than a transaction has room for: one file each way, several transactions in it, none of which waits for
# another or hides what became of it. The peer's wallet receives and judges.

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"

# own NAME COUNT: so many outputs of 4 XMR, of a new wallet.
own() {
	local i
	our_new "$1"
	for ((i = 0; i < $2; i++)); do
		pay+=("$OUR_ADDRESS" $((4 * XMR)))
	done
}

setup_file() {
	local pay=()
	chain_with_peer miner 90
	export FILES=$RT_DIR/ours
	peer_refresh
	own payer 3
	own poor 1
	own killed 3
	own spent 3
	own rejected 3
	own spread 3
	peer_transfer "${pay[@]:0:14}" >/dev/null # 7 outputs
	peer_transfer "${pay[@]:14}" >/dev/null
	regtest_mine "$MINER" 10
	peer_rpc create_address '{"account_index":0,"count":39}' | jq -r '.addresses[]' >"$FILES/subaddresses"
	payout 40 >"$FILES/payout.csv"
}

teardown_file() {
	regtest_stop
}

# payout COUNT: lines ADDRESS,AMOUNT, each amount another one, in all less than a third of 12 XMR. The last address is the first.
payout() {
	local i=0 address
	{ echo "$MINER" && head -n $(($1 - 2)) "$FILES/subaddresses" && echo "$MINER"; } | while read -r address; do
		i=$((i + 1))
		echo "$address,$(xmr $((XMR / 20 + i)))"
	done
}

# prepare NAME: composes and signs the payout of 40 by 3 transactions. Sets HASHES, one a line, as signed.
prepare() {
	our_sync "$1"
	our_compose "$1" --destinations="$FILES/payout.csv"
	cold "$1" cold-sign --yes --json -o "$FILES/$1.signed" "$FILES/$1.unsigned" >"$FILES/$1.json"
	HASHES=$(jq -r '.tx_hash_list[]' "$FILES/$1.json")
	[ "$(wc -l <<<"$HASHES")" -eq 3 ]
}

# submits NAME STATUS: what it prints is in $output, what it says in $FILES/stderr.
submits() {
	status=0
	output=$(hot "$1" wo-submit "$FILES/$1.signed") || status=$?
	[ "$status" -eq "$2" ] || { echo "wo-submit exits with $status: $output; $(<"$FILES/stderr")"; return 1; }
}

count() {
	grep -c "$1" "$FILES/stderr" || true
}

@test "forty recipients in three transactions, to the last piconero" {
	before=$(our_sync payer && our_unlocked_balance payer)
	sed -e '1i address,amount' -e 's/$/\r/' "$FILES/payout.csv" >"$FILES/windows.csv"
	hot payer wo-transfer -o "$FILES/payer.unsigned" --destinations="$FILES/windows.csv"
	grep -q "destination 40 is paid twice: it has the address of destination 1$" "$FILES/stderr"
	cold payer cold-show --json "$FILES/payer.unsigned" >"$FILES/payer.review"
	[ "$(jq -c '[.transactions[].destinations | length]' "$FILES/payer.review")" = '[15,15,10]' ]
	[ "$(jq -c '[.transactions[].inputs]' "$FILES/payer.review")" = '[1,1,1]' ]
	jq -r '.transactions[].destinations[] | "\(.address) \(.amount)"' "$FILES/payer.review" >"$FILES/reviewed"
	diff "$FILES/reviewed" <(tr , ' ' <"$FILES/payout.csv" | sed 's/ 0\.0*/ /')
	[ "$(jq -c '[.transactions[].destinations[].duplicate] | [index(true), (map(select(.)) | length)]' "$FILES/payer.review")" = '[39,1]' ]
	cold payer cold-show "$FILES/payer.unsigned" >"$FILES/text"
	grep -q "^all 3 transactions, 40 recipients" "$FILES/text"
	[ "$(grep -c "^  TWICE" "$FILES/text")" -eq 1 ]
	tail -n 1 "$FILES/text" | grep -qE "^  MARKED  [123] of 3 transactions: (.*, )?1 TWICE(,|$)" # fees of a new chain are high, too

	cold payer cold-sign --yes --no-journal --jobs=1 -o "$FILES/by-one" "$FILES/payer.unsigned"
	our_sign payer --jobs=3
	cmp "$FILES/by-one" "$FILES/payer.signed"
	[ "$(cold payer cold-sign --journal --json | jq -c '[.signed[].digest] | [length, (unique | length)]')" = '[3,1]' ]

	our_submit payer
	[ "$(wc -l <<<"$HASH")" -eq 3 ]
	regtest_mine "$MINER" 2
	peer_refresh
	for hash in $HASH; do
		peer_received "$hash"
	done | awk '{ sum[$3] += $1 } END { for (a in sum) print a, sum[a] }' | sort >"$FILES/received"
	diff "$FILES/received" <(awk '{ sum[$1] += $2 } END { for (a in sum) print a, sum[a] }' "$FILES/reviewed" | sort)
	our_sync payer
	[ "$(our_balance payer)" -eq $((before - $(jq '.amount + .fee' "$FILES/payer.review"))) ]
}

@test "funds in one output: the payment is refused, nothing is reserved, and the hint works" {
	our_sync poor
	payout 20 >"$FILES/few.csv"
	run hot poor wo-transfer -o "$FILES/poor.unsigned" --destinations="$FILES/few.csv"
	[ "$status" -eq 1 ]
	grep -q "too few outputs: 2 transactions" "$FILES/stderr"
	grep -q "hint: first pay your own address" "$FILES/stderr"
	[ ! -e "$FILES/poor.unsigned" ]
	[ "$(hot_offline poor wo-balance --json | jq .reserved)" = 0 ]
	own=$(hot_offline poor wo-address)
	our_send poor "$own" 1 "$own" 1
	regtest_mine "$MINER" 10
	our_sync poor
	our_send poor --destinations="$FILES/few.csv"
	[ "$(wc -l <<<"$HASH")" -eq 2 ]
}

@test "wo-submit is killed in the middle: run again, it sends what is missing" {
	prepare killed
	bad_daemon slow
	"$tools/wo-submit" -w "$FILES/killed.watch" --password-file="$FILES/killed.password" --daemon-address="$OUR_DAEMON" \
		"$FILES/killed.signed" </dev/null >"$FILES/killed.out" 2>&1 3>&- &
	submitter=$!
	until there=$(regtest_pool | grep -cFf <(echo "$HASHES")); do
		kill -0 "$submitter"
	done
	kill -KILL "$submitter"
	wait "$submitter" || true
	unset OUR_DAEMON
	there=$(regtest_pool | grep -cFf <(echo "$HASHES"))
	echo "$there of 3 were there"
	[ "$there" -ge 1 ] && [ "$there" -lt 3 ]
	submits killed 0
	[ "$output" = "$HASHES" ]
	[ "$(count "was submitted before")" -eq "$there" ]
	[ "$(regtest_pool | grep -cFf <(echo "$HASHES"))" -eq 3 ]
	submits killed 0
	[ "$(count "was submitted before")" -eq 3 ]
}

@test "if one transaction is rejected, the others are sent, and it is sent again with the set" {
	prepare rejected
	bad_daemon reject-first send_raw_transaction
	submits rejected 5
	[ "$output" = "$(tail -n 2 <<<"$HASHES")" ]
	grep -q "^wo-submit: $(head -n 1 <<<"$HASHES") failed: .*reject" "$FILES/stderr"
	grep -q "^wo-submit: error: transaction 1 of 3: " "$FILES/stderr"
	unset OUR_DAEMON
	submits rejected 0
	[ "$output" = "$HASHES" ]
	[ "$(count "was submitted before")" -eq 2 ]
}

@test "if an output of one transaction is spent elsewhere, the others are sent" {
	cp "$FILES/spent.watch" "$FILES/twin.watch"
	cp "$FILES/spent.password" "$FILES/twin.password"
	prepare spent
	our_sync twin
	hot twin wo-transfer -o "$FILES/twin.unsigned" "$MINER" 1
	cold spent cold-sign --yes --no-journal -o "$FILES/twin.signed" "$FILES/twin.unsigned" >/dev/null
	our_submit twin
	submits spent 1
	[ "$(wc -l <<<"$output")" -eq 2 ]
	lost=$(grep -vFf <(echo "$output") <<<"$HASHES")
	grep -q "^wo-submit: $lost failed: .* rejects the transaction: an input is spent already" "$FILES/stderr"
	regtest_mine "$MINER" 1
	our_sync spent
	submits spent 1
	[ "$(count "was submitted before")" -eq 2 ]
	grep -q "^wo-submit: $lost failed: an output is already spent by transaction $HASH; it was not sent" "$FILES/stderr"
	status=0
	output=$(hot spent wo-submit --json "$FILES/spent.signed") || status=$?
	[ "$(jq -r '[(.transactions | length), .failed[0].tx_hash] | @tsv' <<<"$output")" = "2	$lost" ]
}

@test "an error in a file of recipients has the file name and the line" {
	head -n 2 "$FILES/payout.csv" >"$FILES/bad.csv"
	echo "$MINER,1.5.5" >>"$FILES/bad.csv"
	run hot payer wo-transfer -o "$FILES/none" --destinations="$FILES/bad.csv"
	[ "$status" -eq 3 ]
	grep -q "error: $FILES/bad.csv: line 3: " "$FILES/stderr"
	run "$tools/wo-transfer" -w "$FILES/payer.watch" --password-file="$FILES/payer.password" --daemon-address="$RT_DAEMON" \
		-o "$FILES/none" --destinations=- <"$FILES/bad.csv"
	[ "$status" -eq 3 ]
	[[ $output = *"standard input: line 3: "* ]]
	echo '{"destinations": [{"amount": 1}]}' >"$FILES/bad.json"
	run hot payer wo-transfer -o "$FILES/none" --destinations="$FILES/bad.json"
	[ "$status" -eq 3 ]
	grep -q "error: $FILES/bad.json: destination 1: " "$FILES/stderr"
	[ ! -e "$FILES/none" ]
}

@test "signed by several slots of GNU parallel: the same files as one after the other" {
	[[ $(parallel --version 2>/dev/null) = "GNU parallel"* ]] || skip "needs GNU parallel"
	our_sync spread
	mkdir "$FILES/parts" && cd "$FILES/parts"
	split -l 14 "$FILES/payout.csv" part.
	for part in part.a?; do
		hot spread wo-transfer --destinations="$part" -o "$part.unsigned"
		cold spread cold-sign --yes --no-journal -o "$part.alone" "$part.unsigned"
	done
	for slot in 1 2 3; do
		mkdir "slot$slot"
		cp "$FILES/spread.master" "slot$slot"
	done
	parallel --will-cite -j 3 "$tools/cold-sign" -w "slot{%}/spread.master" --password-file="$FILES/spread.master-password" --yes \
		--jobs=1 -o {}.signed {} ::: part.a?.unsigned 2>/dev/null
	for part in part.a?; do
		cmp "$part.alone" "$part.unsigned.signed"
		hot spread wo-submit "$part.unsigned.signed"
	done
	[ "$(cat slot?/spread.master.signed | wc -c)" -gt 0 ]
	our_sync spread
	[ "$(hot_offline spread wo-history --json | jq '[.transfers[] | select(.type == "pending")] | length')" -eq 3 ]
}
