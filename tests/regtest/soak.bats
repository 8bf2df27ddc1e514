#!/usr/bin/env bats
# A short `make soak`: many clients while blocks, reorganizations and restarts of the daemon happen. And proof that its judge
# notices wrong answers and leaks.

bats_require_minimum_version 1.5.0

setup_file() {
	command -v monerod curl jq python3 >/dev/null || skip "needs monerod, curl, jq and python3"
	soak=$BATS_TEST_DIRNAME/../soak
	SN_SOAK_SEED=${SN_SOAK_SEED:-1} "$soak/run" 20 16 "$BATS_FILE_TMPDIR" >"$BATS_FILE_TMPDIR/output" 2>&1 ||
		echo "exit status $?" >>"$BATS_FILE_TMPDIR/output"
}

setup() {
	judge=$BATS_TEST_DIRNAME/../soak/judge
	cp "$BATS_FILE_TMPDIR/events" "$BATS_FILE_TMPDIR/answers" "$BATS_TEST_TMPDIR"
	cd "$BATS_TEST_TMPDIR"
}

@test "a soak of 20 seconds passes" {
	cat "$BATS_FILE_TMPDIR/output"
	sed 's/^/# /' "$BATS_FILE_TMPDIR/output" >&3
	[ "$(tail -n 1 "$BATS_FILE_TMPDIR/output")" = "soak: passed" ]
	for step in restart reorganization; do
		grep -qx "step $step" events
	done
	[ "$(grep -c '^balance ' answers)" -gt 3 ]
	"$judge" events answers
}

# finds TEXT: the judge fails with this problem.
finds() {
	run -1 "$judge" events answers
	echo "$output"
	[[ $output = *"wrong: $1"* && $output = *"soak: failed"* ]]
}

# The last fact of this kind.
last() {
	grep -n "^$1 " answers | sort -V | tail -n 1
}

# replace KIND EXPRESSION: sed of its last fact.
replace() {
	local line
	line=$(last "$1")
	sed -i "${line%%:*}s/.*/$(sed -E "$2" <<<"${line#*:}")/" answers
}

@test "a balance that is one piconero too low is noticed" {
	replace balance 's/^balance ([0-9]+) ([0-9]*)1( .*)/balance \1 \20\3/; t; s/^(balance [0-9]+) ([0-9]+)/\1 1\2/'
	finds "balance "
}

@test "an unlocked balance that is too high is noticed" {
	replace balance 's/^(balance [0-9]+ [0-9]+) ([0-9]+)/\1 1\2/'
	finds "balance "
}

# Only below the height of the last payment, reserved outputs may be too young.
@test "a reserved amount that is too high is noticed" {
	local line
	line=$(grep '^balance ' answers | sort -k2n | tail -n 1)
	sed -i "s/^$line\$/$(awk '{ $5 = "1" $5; print }' <<<"$line")/" answers
	finds "balance "
}

@test "a balance of another height is noticed" {
	local balance
	balance=$(awk '$1 == "balance" { print $2 + 1, $3, $4, $5, $6, $7, $8; exit }' answers)
	echo "balance $balance" >>answers
	finds "balance $balance"
}

@test "a height above that of the daemon is noticed" {
	echo "height 100000 @ $(last height | sed 's/.* @ //')" >>answers
	finds "height 100000"
}

@test "an answer before its block exists is noticed" {
	local height first
	height=$(awk '$1 == "height" { print $2 }' answers | sort -n | tail -n 1)
	first=$(awk '$1 == "sample" && $3 == "idle" { print $2; exit }' events)
	sed -i -E "s/^height $height @ [0-9]+/height $height @ $first/" answers
	finds "height $height"
}

@test "an answer from a block that was replaced long ago is noticed" {
	local line
	line=$(grep '^balance ' answers | sort -k2n | head -n 1)
	sed -i -E "s/^${line% *} [0-9]+$/${line% *} $((${line##* } + 600000))/" answers
	finds "balance "
}

@test "another error, and another address, are noticed" {
	echo "not done -32603: refresh: x @ $(last height | sed 's/.* @ //')" >>answers
	finds "not done -32603"
	sed -i '/^not /d; s/^address ./address 9/' answers
	finds "address 9"
}

@test "descriptors, threads and memory that grow are noticed" {
	# Columns: 4 memory, 5 descriptors, 6 threads.
	for column in 4:9000:"resident memory: grew" 5:7:"descriptors: grew" 6:7:"threads: grew"; do
		IFS=: read -r field more text rest <<<"$column"
		awk -v field="$field" -v more="$more" '$1 == "sample" && $3 == "load" { n++ } { line[NR] = $0 }
			END { for (i = 1; i <= NR; i++) { $0 = line[i]; if ($1 == "sample" && $3 == "load" && ++k > n * 0.8) $field += more; print } }' \
			"$BATS_FILE_TMPDIR/events" >events
		finds "$text"
	done
	# After the clients are gone.
	awk '$3 == "idle" && ++n == 2 { $5 += 2 } { print }' "$BATS_FILE_TMPDIR/events" >events
	finds "descriptors without clients"
}

@test "a run without answers does not pass" {
	: >answers
	finds "no answer of the kind balance"
}
