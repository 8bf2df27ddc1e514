# --restore-date: the height of a day, from the table of heights. With a daemon: tests/regtest/scope.bats.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/../fault/faults.bash"
	PATH=$tools:$PATH
	mkdir "$BATS_TEST_TMPDIR/here"
	cd "$BATS_TEST_TMPDIR/here"
	echo correct >password
	grep -m 1 '^account mainnet' "$BATS_TEST_DIRNAME/../vectors/chain_accounts.txt" | cut -d ' ' -f 6- >words
}

new() {
	check "$tools/cold-new" -w wallet --password-file=password "$@"
}

# The restore height of the watch-only wallet `watch`.
watch_height() {
	wo-balance -w watch --password=x --json | jq .height
}

# A block of this day, from the vectors, and the height of the table.
known_day=2021-02-12 known_height=2295000

@test "cold-new --restore-date takes a block shortly before the day" {
	time=$(sed -n "s/^mainnet $known_height //p" "$BATS_TEST_DIRNAME/../vectors/chain_restore_heights.txt")
	[ "$(date -u -d "@$time" +%F)" = $known_day ]
	new --seed-file=words --restore-date=$known_day --json
	[ "$status" -eq 0 ]
	height=$(jq .restore_height <<<"$output")
	[ "$height" -lt $known_height ]
	[ "$height" -gt $((known_height - 6 * 720)) ]
	[ "$stderr" = "cold-new: restore height $height, a block before $known_day" ]
	cold-export -w wallet --password=correct --watch-password=x -o watch 2>/dev/null
	[ "$(watch_height)" = "$height" ]
	rm wallet
	new --seed-file=words --restore-date=2014-01-01 --json
	[ "$(jq .restore_height <<<"$output")" = 0 ]
	rm wallet
	new --seed-file=words --network=stagenet --restore-date=$known_day --json
	height=$(jq .restore_height <<<"$output")
	[ "$height" -gt 700000 ]
	[ "$height" -lt 800000 ]
}

@test "--restore-date of cold-export and wo-import replaces the height of the wallet" {
	new --seed-file=words --restore-height=5
	cold-export -w wallet --password=correct --watch-password=x --restore-date=$known_day -o watch
	height=$(watch_height)
	[ "$height" -lt $known_height ]
	[ "$height" -gt $((known_height - 6 * 720)) ]
	cold-export -w wallet --password=correct --format=json --restore-date=$known_day -o text
	[ "$(jq .restoreHeight text)" = "$height" ]
	cold-export -w wallet --password=correct --format=json -o text5
	rm watch
	check "$tools/wo-import" -w watch --password=x --restore-date=$known_day text5
	[ "$status" -eq 0 ]
	[[ $stderr = *"restore height $height, a block before $known_day"* ]]
	[ "$(watch_height)" = "$height" ]
}

@test "a wrong date is a usage error" {
	for date in yesterday 2021-2-16 2021-02-30 16.02.2021 "" 9999-12-31 "$(date -u -d '3 days' +%F)"; do
		new --seed-file=words --restore-date="$date"
		fails_with 2
		new --seed-out=seed --restore-date="$date"
		fails_with 2
		check "$tools/cold-export" -w wallet --password=x --watch-password=x -o watch --restore-date="$date"
		fails_with 2
		check "$tools/wo-import" -w watch --password=x --restore-date="$date" words
		fails_with 2
		check "$tools/sneakernote" -w watch --password=x --resync-and-exit --restore-date="$date"
		fails_with 2
	done
	new --seed-file=words --restore-date=$known_day --restore-height=5
	fails_with 2
	check "$tools/cold-export" -w wallet --password=x -o watch --restore-date=$known_day --restore-height=5
	fails_with 2
	check "$tools/wo-import" -w watch --restore-date=$known_day --restore-height=5
	fails_with 2
	check "$tools/sneakernote" -w watch --restore-date=$known_day
	fails_with 2
	new --seed-file=words --network=testnet --restore-date=$known_day
	fails_with 2
	[[ $stderr = *"no table of heights for testnet"*--restore-height=N* ]]
	[ "$(echo *)" = "password words" ]
}

@test "a new wallet starts at a block before today" {
	new --seed-out=seed --json
	[ "$status" -eq 0 ]
	height=$(jq .restore_height <<<"$output")
	# 3,706,500 is the last height of the table, of 2026-07-01.
	today=$((3706500 + ($(date +%s) - 1782864000) / 120))
	[ "$height" -gt $((today - (today - 3706500) / 150 - 5000)) ]
	[ "$height" -lt "$today" ]
	[[ $stderr = "cold-new: restore height $height, a block before today, $(date -u +%F)"$'\n'"cold-new: hint: "*"cold-export --restore-date=YYYY-MM-DD" ]]
	rm wallet seed
	new --seed-out=seed --restore-date=$known_day --json
	[ "$(jq .restore_height <<<"$output")" -lt $known_height ]
	rm wallet seed
	check "$tools/sneakernote" --generate-new-wallet=wallet --password=x --seed-out=seed
	[[ $stderr = "sneakernote: restore height $height, a block before today"* ]]
	rm wallet seed
	new --seed-out=seed --network=testnet
	# There, --restore-date is refused.
	[[ $stderr = *"restore height 0: "*"cold-export --restore-height=N,"* && $stderr != *--restore-date* ]]
	rm wallet seed
	# A restored wallet may have older payments.
	new --seed-file=words
	[[ $stderr = *"restore height 0: "*--restore-date=YYYY-MM-DD* ]]
}

# The shim has a clock of its own, which shows a day of 2023.
@test "a clock that is before the end of the table is wrong" {
	faults_available || skip "programs here cannot be preloaded"
	run --separate-stderr preloaded "$tools/cold-new" -w wallet --password-file=password --seed-out=seed --json
	[ "$status" -eq 0 ]
	[ "$(jq .restore_height <<<"$output")" = $((3706500 - 2880)) ]
	[[ $(sed -n 1p <<<"$stderr") = "cold-new: warning: the clock of this machine is wrong: it shows 2023-11-14" ]]
	[[ $(sed -n 2p <<<"$stderr") = "cold-new: restore height 3703620, a block before 2026-07-01, the latest known one" ]]
	# Then no date is in its future.
	rm wallet seed
	run --separate-stderr preloaded "$tools/cold-new" -w wallet --password-file=password --seed-out=seed --json --restore-date=2026-09-30
	[ "$status" -eq 0 ]
	[ "$(jq .restore_height <<<"$output")" -gt 3703620 ]
}
