# wo-history: what it does with options and a wallet that has seen no block, and that it tells a payment's story the
# same way as text, JSON and CSV. One private chain for the latter.

. "$BATS_TEST_DIRNAME/programs.bash"
. "$BATS_TEST_DIRNAME/../regtest/lib.bash"

setup_file() {
	programs_chain
	for name in 0a1a38f6 472e9b77; do
		programs_wallets "$name" "master-$name" "watch-$name" >"address-$name"
	done
	cp watch-0a1a38f6 new
	regtest_mine "$(cat address-0a1a38f6)" 3
	regtest_mine "$(cat address-472e9b77)" 80
	wo-sync -w watch-0a1a38f6 --password=x --daemon-address="$RT_DAEMON" 2>/dev/null
	wo-transfer -w watch-0a1a38f6 --password=x --daemon-address="$RT_DAEMON" --allow-dust -o unsigned \
		"$(cat address-472e9b77)" 1.25 "$(wo-address -w watch-472e9b77 --password=x --index=5)" 0.000000000001 2>/dev/null
	cp watch-0a1a38f6 prepared
	cold-sign -w master-0a1a38f6 --password=x --yes --allow-dust -o signed unsigned 2>/dev/null
	wo-submit -w watch-0a1a38f6 --password=x --daemon-address="$RT_DAEMON" signed >hash
	cp watch-0a1a38f6 pending
	cp watch-0a1a38f6.outkey2ki pending.outkey2ki
	regtest_mine "$(cat address-472e9b77)" 2
	wo-sync -w watch-0a1a38f6 --password=x --daemon-address="$RT_DAEMON" 2>/dev/null
	wo-sync -w watch-472e9b77 --password=x --daemon-address="$RT_DAEMON" 2>/dev/null
}

teardown_file() {
	regtest_stop
}

setup() {
	cd "$RT_DIR"
	hash=$(cat hash)
}

# history WALLET [OPTION]...
history_of() {
	check "$tools/wo-history" -w "$1" --password=x "${@:2}"
}

@test "the history of a new wallet is empty" {
	history_of new
	[ "$status" -eq 0 ]
	[ "$output" = "0 transfers, no block scanned yet" ]
	history_of new --json
	[ "$(jq -c . <<<"$output")" = '{"transfers":[]}' ]
	history_of new --csv
	[[ $output = date,height,*,destinations,label ]]
}

@test "wo-history refuses invalid options and the master wallet" {
	for options in "--csv --json" --limit=0 --limit=x --min-height=-1 "--in --in" surplus; do
		# shellcheck disable=SC2086 # several options
		history_of new $options
		fails_with 2
	done
	history_of master-0a1a38f6
	fails_with 3
}

@test "a payment is listed as prepared, submitted and confirmed" {
	for state in prepared pending; do
		history_of $state --json
		[ "$(jq -c '[.transfers[] | .type]' <<<"$output")" = "[\"in\",\"in\",\"in\",\"$state\"]" ]
		[ "$(jq -c '.transfers[3] | [.id, .height, .confirmations, .amount]' <<<"$output")" = '[1,0,0,1250000000001]' ]
	done
	history_of prepared --json
	[ "$(jq -r '.transfers[3].tx_hash' <<<"$output")" = "" ]
	history_of watch-0a1a38f6 --json
	[ "$(jq -c '.transfers[3] | [.type, .tx_hash, .id, .height, .confirmations, .amount]' <<<"$output")" = \
		"[\"out\",\"$hash\",1,84,2,1250000000001]" ]
	[ "$(jq -c '[.transfers[3].destinations[] | [.address, .amount]]' <<<"$output")" = \
		"[[\"$(cat address-472e9b77)\",1250000000000],[\"$("$tools/wo-address" -w watch-472e9b77 --password=x \
			--index=5)\",1]]" ]
	[ "$(jq '.transfers | length' <<<"$output")" = 4 ] # the change is no transfer
}

@test "the history adds up to the balance" {
	for wallet in prepared pending watch-0a1a38f6 watch-472e9b77; do
		history_of $wallet --json
		[ "$(jq '[.transfers[] | if .type == "in" then .amount elif .type == "prepared" then 0 else -.amount - .fee end] |
			add' <<<"$output")" = "$("$tools/wo-balance" -w $wallet --password=x --json | jq .balance)" ]
	done
}

@test "the recipient's history has the same payment" {
	history_of watch-472e9b77 --json
	[ "$(jq -c "[.transfers[] | select(.tx_hash == \"$hash\") |
		[.type, .height, .confirmations, .amount, .fee, .subaddr_index.minor, .unlocked, .coinbase]] | sort" <<<"$output")" = \
		'[["in",84,2,1,0,5,false,false],["in",84,2,1250000000000,0,0,false,false]]' ]
	[ "$(jq '[.transfers[] | select(.coinbase)] | length' <<<"$output")" = 82 ]
}

@test "the text report has columns and a total" {
	history_of watch-0a1a38f6 --out
	[[ ${lines[0]} = "date (UTC) "*" height "*" amount "*" fee  tx_hash" ]]
	[[ ${lines[1]} =~ ^20[0-9-]{8}\ [0-9:]{5}\ +84\ +2\ out\ +1\.250000000001\ +0\.[0-9]{12}\ \ $hash$ ]]
	[ "${lines[2]}" = "    1.250000000000 to $(cat address-472e9b77)" ]
	[ "${lines[4]}" = "1 transfer, scanned up to height 86" ]
	[ "${#lines[@]}" -eq 5 ]
	history_of prepared --out
	[[ $output = *"payment 1 reserves its inputs until it is submitted or released"* ]]
}

@test "--csv prints the same number of columns in every line" {
	history_of watch-0a1a38f6 --csv
	[ "$(awk -F , '{ print NF }' <<<"$output" | sort -u)" = 14 ]
	row=${lines[4]}
	[[ $row =~ ^20[0-9-]{8}T[0-9:]{8}Z,84,2,out,1\.250000000001,0\.[0-9]{12},$hash,1,0,,,,$(cat address-472e9b77)=1\.2 ]]
}

@test "--in, --out, --min-height and --limit filter the transfers" {
	for try in "--in:3" "--out:1" "--in --out:4" "--min-height=3:2" "--min-height=84:1" "--min-height=85:0" "--limit=2:2" \
		"--limit=9:4" "--in --limit=1 --min-height=2:1"; do
		# shellcheck disable=SC2086 # several options
		history_of watch-0a1a38f6 --json ${try%:*}
		[ "$(jq '.transfers | length' <<<"$output")" = "${try#*:}" ]
	done
	[ "$(jq .transfers[0].height <<<"$output")" = 3 ] # the last of those that came in
	history_of pending --json --min-height=1000
	[ "$(jq -c '[.transfers[].type]' <<<"$output")" = '["pending"]' ]
}

@test "a full stdout is reported" {
	for option in --json --csv --in; do
		status=0
		"$tools/wo-history" -w watch-0a1a38f6 --password=x $option >/dev/full 2>err || status=$?
		[ "$status" -eq 7 ]
		[ "$(wc -l <err)" -eq 1 ]
		[[ $(<err) = "wo-history: error: cannot write standard output: "* ]]
	done
}

# Half a table looks like a whole one: that it is none must show otherwise.
@test "a disk that becomes full during the output is reported" {
	for option in --json --csv --in; do
		status=0
		head -c 1000 /dev/zero >part
		(
			trap '' XFSZ
			ulimit -f 1
			exec "$tools/wo-history" -w watch-0a1a38f6 --password=x $option
		) >>part 2>err || status=$?
		[ "$status" -eq 7 ]
		[ "$(stat -c %s part)" -eq 1024 ]
		[ "$(wc -l <err)" -eq 1 ]
		[[ $(<err) = "wo-history: error: cannot write standard output: "* ]]
	done
}
