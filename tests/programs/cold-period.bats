# The limits of a policy over time, with real files and a clock that the test sets. The rules are tested in
# tests/unit/cold_period.c and cold_period_sign.c.

noon=1700049600 # 2023-11-15 12:00:00Z
day=86400

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/cold.bash"
	. "$BATS_TEST_DIRNAME/terminal.bash"
	export SN_CLOCK=$BATS_TEST_TMPDIR/clock
	clock $noon
	export LD_PRELOAD=${LD_PRELOAD:+$LD_PRELOAD:}$tools/../tests/programs/set-clock.so
	cold_files # pays 1.25
	respend other >other # pays 1.250000000001 with another output
	respend 0 >replacement
	policy day '"allow_unattended": true' '"period": "day"' '"max_amount_per_period": 2500000000000'
	policy window '"allow_unattended": true' '"period": 3600' '"max_transactions_per_period": 1'
}

teardown() {
	[ -z "${server:-}" ] || kill -KILL "$server" 2>/dev/null || true
}

clock() {
	echo "$1" >"$SN_CLOCK"
}

sign() {
	check "$tools/cold-sign" -w master --password=x --yes "$@"
}

show() {
	check "$tools/cold-show" -w master --password=x "$@"
}

@test "files of one day are limited together; the next day begins at midnight in UTC" {
	sign --policy=day -o one unsigned
	[ "$status" -eq 0 ]
	[[ $stderr = *"limits since 2023-11-15 00:00:00Z, with this file"*"amount         1.250000000000 XMR  of 2.500000000000 XMR; 1.250000000000 XMR left"* ]]
	for clock in $noon 0 -5 $((noon + day / 2 - 1)); do
		clock "$clock"
		sign --policy=day -o two other
		fails_with 1
		[[ $stderr = *"policy: the amount of 1.250000000001 XMR, plus 1.250000000000 XMR signed since 2023-11-15 00:00:00Z, is above max_amount_per_period, 2.500000000000 XMR"* ]]
		[[ $stderr = *"2023-11-16 00:00:00Z"* ]]
		[ ! -e two ]
		show --policy=day other
		fails_with 1
	done
	[ "$(entries)" -eq 1 ]
	# The first file again, and the review of it.
	sign --policy=day -o again unsigned
	[ "$status" -eq 0 ]
	cmp one again
	show --policy=day unsigned
	[ "$status" -eq 0 ]
	[[ $output = *"which count this file already"*"1.250000000000 XMR left"* ]]
	clock $((noon + day / 2))
	sign --policy=day -o two other
	[ "$status" -eq 0 ]
	[ "$(entries)" -eq 2 ]
}

@test "a file that is refused by the limit is refused before the prompt; without the limit it is signed" {
	sign --policy=window -o one unsigned
	on_terminal cold-sign -w master --password=x --policy=window -o two other
	hang_up
	[ "$status" -eq 1 ]
	[[ $screen = *"max_transactions_per_period"* ]]
	[[ $screen != *"[y/N]"* ]]
	sign -o two other
	[ "$status" -eq 0 ]
	# It counts nevertheless.
	clock $((noon + 3599))
	sign --policy=window -o three --allow-respend replacement
	fails_with 1
	[[ $stderr = *"1 transaction, plus 2 signed since 2023-11-15 12:00:00Z, are more than max_transactions_per_period, 1"* ]]
	[[ $stderr = *"hint: sign this file at 2023-11-15 13:00:00Z or later" ]]
	clock $((noon + 3600))
	sign --policy=window -o three --allow-respend replacement
	[ "$status" -eq 0 ]
}

@test "a clock that goes back, or starts in 1970, frees nothing; one that jumps frees once" {
	sign --policy=window -o one unsigned
	for clock in 0 12 -1000 nonsense $((noon - day)) $noon $((noon + 3599)); do
		clock "$clock"
		sign --policy=window -o two other
		fails_with 1
	done
	clock 12
	sign --policy=window -o two other
	[[ $stderr = *"hint: check the clock: it shows 1970-01-01 00:00:12Z, but the last signature was made at 2023-11-15 12:00:00Z; the limit allows this file from 2023-11-15 13:00:00Z on; if the clock is right, use cold-sign --correct-times" ]]
	clock $((noon + 1000 * day))
	sign --policy=window -o two other
	[ "$status" -eq 0 ]
	for clock in $((noon + 7200)) $((noon + 999 * day)) $((noon + 1000 * day + 3599)); do
		clock "$clock"
		sign --policy=window --allow-respend -o three replacement
		fails_with 1
	done
	check "$tools/cold-sign" -w master --password=x --journal --json
	[ "$(jq -c '[.signed[] | .timestamp, .amount]' <<<"$output")" = "[$noon,1250000000000,$((noon + 1000 * day)),1250000000001]" ]
}

@test "--correct-times: after the clock was ahead, the limits recover" {
	clock $((noon + 1000 * day))
	sign --policy=window -o one unsigned
	[ "$status" -eq 0 ]
	clock $noon
	sign --policy=window -o two other
	fails_with 1
	# Not without a confirmation of the clock.
	check setsid -w "$tools/cold-sign" -w master --password=x --correct-times
	[ "$status" -eq 1 ]
	[[ $stderr = *"hint: use --yes to change the times without confirmation" ]]
	on_terminal cold-sign -w master --password=x --correct-times
	answer "The clock shows 2023-11-15 12:00:00Z. Is that right, and shall 1 later transaction get this time?" n
	hang_up
	[ "$status" -eq 1 ]
	[[ $screen = *"error: nothing was changed"* ]]
	on_terminal cold-sign -w master --password=x --correct-times
	answer "shall 1 later transaction get this time?" y
	hang_up
	[ "$status" -eq 0 ]
	[[ $screen = *"changed the time of 1 of 1 transaction to 2023-11-15 12:00:00Z"* ]]
	check "$tools/cold-sign" -w master --password=x --yes --json --correct-times
	[ "$(jq -c . <<<"$output")" = "{\"clock\":$noon,\"entries\":1,\"corrected\":0}" ]
	check setsid -w "$tools/cold-sign" -w master --password=x --correct-times
	[ "$output" = "nothing to change: no transaction is later than the clock, which shows 2023-11-15 12:00:00Z" ]
	# It counts as signed now.
	for clock in $noon 0 $((noon + 3599)); do
		clock "$clock"
		sign --policy=window -o two other
		fails_with 1
	done
	clock $((noon + 3600))
	sign --policy=window -o again unsigned
	cmp one again
	sign --policy=window -o two other
	[ "$status" -eq 0 ]
	check "$tools/cold-sign" -w master --password=x --journal --json
	[ "$(jq -c '[.signed[].timestamp]' <<<"$output")" = "[$noon,$((noon + 3600))]" ]
	check "$tools/cold-sign" -w master --password=x --correct-times --policy=day
	fails_with 2
}

@test "without a journal, a policy with such a limit signs nothing" {
	for options in "-w master --password=x --no-journal" --seed-file=words; do
		# shellcheck disable=SC2086 # several arguments
		check "$tools/cold-sign" $options --yes --policy=day -o out unsigned
		[ "$status" -eq 1 ]
		[[ $stderr = *"max_amount_per_period requires the signing journal"*"hint: use the wallet file"* ]]
		[ ! -e out ]
	done
	# Who cannot sign sees the other rules.
	cold-export -w master --password=x --watch-password=x -o watch 2>/dev/null
	check "$tools/cold-show" -w watch --password=x --policy=day unsigned
	[ "$status" -eq 0 ]
	[[ $output = *"limits on a period: not checked, because there is no signing journal"* ]]
	check "$tools/cold-show" -w watch --password=x --policy=day --json unsigned
	[ "$(jq 'has("period")' <<<"$output")" = false ]
}

@test "a journal that cannot be written: the hint does not advise to sign without it" {
	ln -s nowhere master.signed
	sign -o out unsigned
	fails_with 7
	[[ $stderr = *"hint: use --no-journal to sign without a journal"* ]]
	sign --policy=day -o out unsigned
	fails_with 7
	[[ $stderr = *"nothing is signed without its journal"* ]]
	[[ $stderr != *--no-journal* ]]
	[ ! -e out ]
}

@test "--json shows what is left" {
	show --policy=day --json unsigned
	period='{"since":'$((noon - day / 2))',"signed_before":false,"amount":{"used":1250000000000,"max":2500000000000,"left":1250000000000}}'
	[ "$(jq -c .period <<<"$output")" = "$period" ]
	sign --policy=day --json -o out unsigned
	[ "$(jq -c .period <<<"$output")" = "$period" ]
	show --policy=window --json unsigned
	[ "$(jq -c .period.transactions <<<"$output")" = '{"used":1,"max":1,"left":0}' ]
	[ "$(jq -c .period.signed_before <<<"$output")" = true ]
}

@test "--in-dir: the files of a directory are limited together, over several runs" {
	mkdir in out
	cp unsigned.bin in/a
	cp other in/b
	cp unsigned.bin in/c
	for _ in 1 2; do
		check "$tools/cold-sign" -w master --password=x --yes --policy=window --in-dir=in --out-dir=out
		[ "$status" -eq 1 ]
		[[ $output = *signed$'\ta\t'*refused$'\tb\t'*max_transactions_per_period*signed$'\tc\t'* ]]
		[ "$(ls out)" = $'a.signed\nc.signed' ]
		[ "$(entries)" -eq 1 ]
	done
	# A signed file of an older journal is there: it is not recorded beyond the limit.
	sign -o out/b.signed other
	mv master.signed aside
	sign --policy=window -o d unsigned
	check "$tools/cold-sign" -w master --password=x --yes --policy=window --in-dir=in --out-dir=out
	[[ $output = *refused$'\tb\t'*max_transactions_per_period* ]]
	[ "$(entries)" -eq 1 ]
	clock $((noon + 3600))
	check "$tools/cold-sign" -w master --password=x --yes --policy=window --in-dir=in --out-dir=out
	[ "$status" -eq 0 ]
	[[ $output = *already-signed$'\tb\t'* ]]
	[ "$(entries)" -eq 2 ]
}

@test "several signers at once sign no more than one alone" {
	local pids=() i
	for i in 1 2 3 4; do
		if [ $((i % 2)) -eq 0 ]; then file=other; else file=unsigned; fi
		cold-sign -w master --password=x --yes --wait=60 --policy=window -o "out$i" $file 2>/dev/null 3>&- &
		pids+=($!)
	done
	for i in "${pids[@]}"; do
		wait "$i" || true
	done
	[ "$(entries)" -eq 1 ]
	# Of the two files one, by both who were given it.
	[ "$(cat out? | sha256sum)" = "$(cat out1 out3 2>/dev/null | sha256sum)" ] ||
		[ "$(cat out? | sha256sum)" = "$(cat out2 out4 2>/dev/null | sha256sum)" ]
	[ "$(find . -name 'out?' | wc -l)" -eq 2 ]
}

@test "an adopted journal counts" {
	sign -o one other
	cold-new -w new --password=x --seed-file=words >/dev/null
	check "$tools/cold-sign" -w new --password=x --yes --policy=window -o two unsigned
	[ "$status" -eq 0 ]
	rm new.signed two
	echo x >password
	cold-sign -w new --password=x --adopt-journal=master.signed --journal-password-file=password >/dev/null 2>&1
	check "$tools/cold-sign" -w new --password=x --yes --policy=window -o two unsigned
	fails_with 1
	[[ $stderr = *max_transactions_per_period* ]]
}

@test "a file of a Monero wallet counts" {
	words="pitched enigma cohesive runway narrate casket picked fugitive tribal spout laptop moon rowboat abnormal dedicated \
tedious movement vipers hairy lodge husband depth karate major picked"
	echo "$words" >words
	rm master
	cold-new -w master --password=x --seed-file=words >/dev/null
	file=$BATS_TEST_DIRNAME/../vectors/interop/0.18.4.0/unsigned-standard-1.bin # pays 1 XMR
	policy less '"allow_unattended": true' '"period": "day"' '"max_amount_per_period": 999999999999'
	policy exact '"allow_unattended": true' '"period": "day"' '"max_amount_per_period": 1000000000000' '"max_fee_per_period": 1808400000'
	sign --policy=less -o out "$file"
	fails_with 1
	[[ $stderr = *"hint: the limit never allows this file"* ]]
	sign --policy=exact --json -o out "$file"
	[ "$status" -eq 0 ]
	[ "$(jq -c '.period | .amount.left, .fee.left' <<<"$output")" = $'0\n0' ]
	sign --policy=exact -o out2 "$file"
	cmp out out2
	sign --policy=less -o out3 "$file" # signed before
	[ "$status" -eq 0 ]
}

console() {
	run --separate-stderr sneakernote -w master --password=x --offline-mode --yes --policy=window \
		< <(printf '%s\n' "$@")
	echo "$* -> $status"
	echo "stdout: $output"
	# shellcheck disable=SC2154 # bats sets it
	echo "stderr: $stderr"
}

@test "sneakernote: the console applies the limits" {
	cp other "$BATS_TEST_TMPDIR/here/second"
	console "sign_transfer unsigned out"
	[ "$status" -eq 0 ]
	for command in "sign_transfer second out2" "describe_transfer second"; do
		console "$command"
		[ "$status" -eq 1 ]
		[[ $stderr = *max_transactions_per_period* ]]
	done
	[ ! -e out2 ]
	clock $((noon + 3600))
	console "sign_transfer second out2"
	[ "$status" -eq 0 ]
}

ask() {
	curl -sS -H 'content-type: application/json' --data-binary \
		"{\"jsonrpc\":\"2.0\",\"id\":\"0\",\"method\":\"$1\",\"params\":{\"tx_unsigned_hex\":\"$2\"}}" "$url"
}

@test "sneakernote: the server applies the limits" {
	command -v curl jq >/dev/null || skip "needs curl and jq"
	local tries=0 second
	second=$(od -An -v -tx1 other | tr -d ' \n')
	sneakernote --rpc-bind-port=0 -w master --password=x --offline-mode --policy=window 2>said 3>&- &
	server=$!
	until url=$(grep -o 'http://.*' said); do
		tries=$((tries + 1))
		[ "$tries" -lt 200 ]
		sleep 0.05
	done
	[ "$(ask sign_transfer "$(<unsigned)" | jq -r .result.tx_signed_hex)" = "$(payment signed)" ]
	[ "$(ask sign_transfer "$(<unsigned)" | jq -r .result.tx_signed_hex)" = "$(payment signed)" ]
	for method in sign_transfer describe_transfer; do
		reply=$(ask $method "$second")
		[ "$(jq .error.code <<<"$reply")" -eq -4 ]
		[[ $(jq -r .error.message <<<"$reply") = *max_transactions_per_period* ]]
		[[ $(jq -r .error.data.hint <<<"$reply") = *"2023-11-15 13:00:00Z or later"* ]]
	done
	clock $((noon + 3600))
	[ "$(ask sign_transfer "$second" | jq -r '.result.period.transactions.left')" = 0 ]
	kill "$server"
	wait "$server" || true
	server=
}
