#!/usr/bin/env bats
# samples/payout: lists that are paid by a job each night, on a private chain. monero-wallet-rpc counts what arrives.

bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"

setup_file() {
	paid_wallets payer
	# Enough outputs for all tests.
	peer_refresh
	peer_transfer "$OUR_ADDRESS" $((6 * XMR)) "$OUR_ADDRESS" $((6 * XMR)) "$OUR_ADDRESS" $((6 * XMR)) "$OUR_ADDRESS" $((6 * XMR)) >/dev/null
	regtest_mine "$MINER" 10
}

teardown_file() {
	regtest_stop
}

setup() {
	samples=$(cd "$BATS_TEST_DIRNAME/../../samples" && pwd)
	export SN_TOOLS=$tools SN_DAEMON=$RT_DAEMON SN_WALLET=$FILES/payer.watch SN_PASSWORD_FILE=$FILES/payer.password
	dir=$BATS_TEST_TMPDIR/payout
	mkdir -p "$dir/lists"
	payee=$(peer_subaddress)
	name=november-$BATS_TEST_NUMBER
}

teardown() {
	hot payer wo-transfer --release-all
}

# list NAME AMOUNT...: payments to this test's recipient.
list() {
	local amount file=$dir/lists/$1.csv
	shift
	{ echo address,amount; for amount; do echo "$payee,$amount"; done; } >"$file.new"
	mv "$file.new" "$file"
}

job() {
	"$samples/payout" "$dir"
}

# One line for each list: NAME STATE.
job_says() {
	equal_text "$(job)" "$(printf '%s\t%s\n' "$@")"
}

equal_text() {
	[ "$1" = "$2" ] || { printf 'is: %s\nshould be: %s\n' "$1" "$2"; return 1; }
}

# Carry the stick to the offline machine and back.
sign() {
	cold payer cold-sign --yes --policy="$(policy)" --in-dir="$dir/outgoing" --out-dir="$dir/incoming" >/dev/null
}

policy() {
	echo '{"version":1,"allow_unattended":true}' >"$FILES/policy.json"
	echo "$FILES/policy.json"
}

# The files, without the lock.
files() {
	(cd "$dir" && find . -type f ! -name lock | sort | cut -c3- | xargs)
}

# What the recipient has in blocks.
received() {
	peer_refresh
	peer_rpc get_transfers '{"in":true}' | jq "[.in[]? | select(.address == \"$payee\") | .amount] | add // 0"
}

@test "a list is prepared, signed, submitted and done" {
	list "$name" 0.5 0.25
	job_says "$name" prepared
	[ "$(files)" = "lists/$name.csv outgoing/$name.unsigned" ]
	cp "$dir/outgoing/$name.unsigned" "$BATS_TEST_TMPDIR/unsigned"
	job_says "$name" prepared
	cmp "$dir/outgoing/$name.unsigned" "$BATS_TEST_TMPDIR/unsigned"
	sign
	job_says "$name" submitted
	[ "$(files)" = "done/$name.unsigned done/$name.unsigned.signed lists/$name.csv" ]
	job_says "$name" submitted
	regtest_mine "$MINER" 1
	job_says "$name" confirmed
	[ "$(files)" = "done/$name.csv done/$name.unsigned done/$name.unsigned.signed" ]
	[ -z "$(job)" ]
	[ "$(received)" = $((3 * XMR / 4)) ]
	cmp "$dir/done/$name.unsigned" "$BATS_TEST_TMPDIR/unsigned"
}

@test "a list that is put twice is paid once" {
	list "$name" 0.5
	job
	sign
	# The file for the stick is lost, and the job prepares it again: the same one.
	rm "$dir"/outgoing/*
	job_says "$name" submitted
	regtest_mine "$MINER" 10
	job_says "$name" confirmed
	list "$name" 0.5
	job_says "$name" confirmed
	[ ! -e "$dir/outgoing/$name.unsigned" ]
	# The signed file comes once more, too.
	mv "$dir"/done/*.signed "$dir/incoming"
	[ -z "$(job)" ]
	regtest_mine "$MINER" 1
	[ "$(received)" = $((XMR / 2)) ]
	# Another list of this name is refused.
	list "$name" 0.6
	run -1 job
	[[ $output = *"which is a different request"*"payout: error: $dir/lists/$name.csv was not prepared"* ]]
	[ -z "$(ls "$dir/outgoing")" ]
}

@test "a file or a list that fails does not stop the others" {
	list "$name.a" 1000
	list "$name.b" 0.1
	echo "$payee 0.1" >"$dir/lists/$name.c.csv"
	list "$name.d" 0.1
	run -1 job
	[[ $output = *"$name.b"$'\tprepared\n'* && $output = *"$name.d"$'\tprepared'* ]]
	[ "$(cd "$dir/outgoing" && echo *)" = "$name.b.unsigned $name.d.unsigned" ]
	rm "$dir/lists/$name.a.csv" "$dir/lists/$name.c.csv"
	sign
	# The stick was pulled out early.
	cp "$dir/incoming/$name.b.unsigned.signed" "$BATS_TEST_TMPDIR/signed"
	truncate -s 300 "$dir/incoming/$name.b.unsigned.signed"
	run -3 --separate-stderr job
	[ "$output" = "$name.b"$'\tprepared\n'"$name.d"$'\tsubmitted' ]
	[[ $stderr = *"payout: error: $dir/incoming/$name.b.unsigned.signed was not submitted; it stays for the next run"* ]]
	cp "$BATS_TEST_TMPDIR/signed" "$dir/incoming/$name.b.unsigned.signed"
	job_says "$name.b" submitted "$name.d" submitted
	regtest_mine "$MINER" 1
	[ "$(received)" = $((XMR / 5)) ]
}

@test "a run that begins while another one runs waits for it" {
	list "$name" 0.1
	exec {lock}>"$dir/lock"
	flock "$lock"
	job >"$BATS_TEST_TMPDIR/output" 3>&- {lock}>&- &
	second=$!
	sleep 1
	[ -z "$(ls "$dir/outgoing" 2>/dev/null)" ]
	exec {lock}>&-
	wait "$second"
	[ "$(<"$BATS_TEST_TMPDIR/output")" = "$name"$'\tprepared' ]
}

# killer WHEN PROGRAM: tools where this program kills payout, before or after its work.
killer() {
	local program bin=$BATS_TEST_TMPDIR/bin
	rm -rf "$bin"
	mkdir "$bin"
	for program in wo-sync wo-submit wo-transfer; do
		ln -s "$tools/$program" "$bin"
	done
	rm "$bin/$2"
	if [ "$1" = before ]; then
		printf '#!/bin/sh\nkill -KILL $(cat "%s"); exec "%s" "$@"\n' "$BATS_TEST_TMPDIR/pid" "$tools/$2" >"$bin/$2"
	else
		printf '#!/bin/sh\n"%s" "$@"; kill -KILL $(cat "%s")\n' "$tools/$2" "$BATS_TEST_TMPDIR/pid" >"$bin/$2"
	fi
	chmod +x "$bin/$2"
}

# killed_job: payout with these tools. Returns once no program of it runs.
killed_job() {
	SN_TOOLS=$BATS_TEST_TMPDIR/bin sh -c 'echo $$ >"$0"; exec "$@"' "$BATS_TEST_TMPDIR/pid" "$samples/payout" "$dir" \
		>"$BATS_TEST_TMPDIR/killed" 2>&1 3>&- || return 0
	echo "payout was not killed: $(<"$BATS_TEST_TMPDIR/killed")"
	return 1
}

@test "kill -9 before and after each step: paid once" {
	list "$name" 0.3
	for when in before after; do
		killer $when wo-sync && killed_job
		killer $when wo-transfer && killed_job
	done
	sleep 1 # a program that the killed job left
	job_says "$name" prepared
	[ "$(hot_offline payer wo-balance --json | jq '.reservations | length')" = 1 ]
	sign
	for when in before after; do
		killer $when wo-submit && killed_job
		sleep 1
	done
	for when in before after; do
		killer $when wo-transfer && killed_job
	done
	sleep 1
	job_says "$name" submitted
	regtest_mine "$MINER" 1
	job_says "$name" confirmed
	[ "$(received)" = $((3 * XMR / 10)) ]
}

@test "kill -9 of the job and its programs at any time: paid once" {
	list "$name" 0.2
	# wo-transfer writes to a temporary file first, and leaves it when it is killed.
	mkdir "$dir/outgoing"
	touch "$dir/outgoing/$name.unsigned.Ab1cD2"
	for ((i = 0; i < 25; i++)); do
		setsid "$samples/payout" "$dir" >/dev/null 2>&1 3>&- &
		group=$!
		sleep "0.$(printf %03d $((i * 30)))"
		kill -KILL -- "-$group" || true
		wait "$group" || true
		if ((i == 15)); then
			job >/dev/null
			sign
		fi
		((i < 20)) || regtest_mine "$MINER" 1
	done
	job
	regtest_mine "$MINER" 1
	job
	[ "$(received)" = $((XMR / 5)) ]
	[ "$(files)" = "done/$name.csv done/$name.unsigned done/$name.unsigned.signed" ]
}

# cron has a short PATH. Other paths than those of the document, and the port of the daemon. `make check` makes Argon2id
# cheap by LD_PRELOAD: without it, the password of the wallet would be wrong.
@test "the line for cron in the document runs with the environment of cron" {
	list "$name" 0.1
	line=$(grep -h '/usr/local/bin/payout' "$BATS_TEST_DIRNAME/../../doc/pay-many.md")
	line=$(sed "s|^ *30 2 [* ]*||; s|/usr/local/bin/payout|$samples/payout|; s|/usr/local/bin|$tools|
		s|/srv/payout.wallet|$SN_WALLET|; s|/srv/PW|$SN_PASSWORD_FILE|; s|/srv/payout|$dir|" <<<"$line")
	run -0 --separate-stderr env -i HOME="$HOME" SHELL=/bin/sh PATH=/usr/bin:/bin LD_PRELOAD="${LD_PRELOAD:-}" \
		SNEAKERNOTE_CONFIG= SN_DAEMON="$RT_DAEMON" /bin/sh -c "$line"
	[ "$output" = "$name"$'\tprepared' ]
}

@test "mistakes are refused" {
	run -2 "$samples/payout"
	[ "$output" = "usage: payout DIRECTORY" ]
	run -2 "$samples/payout" "$dir" surplus
	run -7 "$samples/payout" "$dir/absent"
	[[ $output = "payout: error: $dir/absent is not a directory" ]]
	run -2 "$samples/payout" --help
	[ "$output" = "usage: payout DIRECTORY" ]
	SN_WALLET='' run -2 "$samples/payout" "$dir"
	[[ $output = "payout: error: SN_WALLET is not set"* ]]
	SN_DAEMON=127.0.0.1:1 run -5 job
	[ "$(files)" = "" ]
}
