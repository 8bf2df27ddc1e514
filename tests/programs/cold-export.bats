# cold-export: write the watch-only wallet.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/terminal.bash"
	PATH=$tools:$PATH
	mkdir "$BATS_TEST_TMPDIR/here"
	cd "$BATS_TEST_TMPDIR/here"
	address=$(cold-new -w master --password=cold --seed-out=seed --restore-height=12)
}

export_wallet() {
	check "$tools/cold-export" -w master --password=cold "$@"
}

@test "cold-export writes a wallet with its own password that cannot sign" {
	export_wallet -o watch --watch-password=hot
	[ "$status" -eq 0 ]
	[ -z "$output" ]
	[ "$stderr" = "cold-export: watch-only wallet stored to watch" ]
	[ "$(stat -c %a watch)" = 600 ]
	[ "$(wo-address -w watch --password=hot)" = "$address" ]
	check "$tools/wo-address" -w watch --password=cold
	fails_with 4
	check "$tools/cold-sign" -w watch --password=hot --yes --hex "$BATS_TEST_DIRNAME/cold-export.bats"
	fails_with 3
	[[ $stderr = *"watch-only wallet"* ]]
	check "$tools/cold-export" -w watch --password=hot --watch-password=x -o another
	fails_with 3
	[ ! -e another ]
}

@test "the watch-only wallet has the restore height of the master wallet, or of --restore-height" {
	export_wallet -o watch --watch-password=hot
	[ "$(wo-balance -w watch --password=hot --json | jq .height)" = 12 ]
	export_wallet -o later --watch-password=hot --restore-height=34
	[ "$(wo-balance -w later --password=hot --json | jq .height)" = 34 ]
}

@test "an existing file, also the master wallet, is not overwritten" {
	before=$(sha256sum master)
	export_wallet -o master --watch-password=hot
	fails_with 1
	[ "$(sha256sum master)" = "$before" ]
	echo mine >watch
	export_wallet -o watch --watch-password=hot
	fails_with 1
	[ "$(cat watch)" = mine ]
}

@test "a wrong password, a corrupt file and a missing file have different exit statuses" {
	check "$tools/cold-export" -w master --password=wrong --watch-password=hot -o watch
	fails_with 4
	check "$tools/cold-export" -w seed --password=cold --watch-password=hot -o watch
	fails_with 3
	head -c 100 master >short
	check "$tools/cold-export" -w short --password=cold --watch-password=hot -o watch
	fails_with 3
	check "$tools/cold-export" -w missing --password=cold --watch-password=hot -o watch
	fails_with 7
	[ ! -e watch ]
}

@test "usage" {
	export_wallet --watch-password=hot
	fails_with 2
	export_wallet --watch-password=hot -o -
	fails_with 2
	[[ $("$tools/cold-export" --help) != *"standard output"* ]]
	export_wallet --watch-password=hot --watch-password-file=seed -o watch
	fails_with 2
	export_wallet --watch-password=hot -o watch --restore-height=x
	fails_with 2
	[ ! -e watch ]
}

@test "on a terminal, cold-export prompts for both passwords" {
	on_terminal cold-export -w master -o watch
	answer "Password for master: " cold
	answer "New password for watch: " hot
	answer "Repeat the new password for" hot
	hang_up
	[ "$status" -eq 0 ]
	[ "$(wo-address -w watch --password=hot)" = "$address" ]
}

@test "a password file gives its first line, without the line ending" {
	printf 'cold\r\nsecond line\n' >master-password
	printf 'hot' >watch-password
	check "$tools/cold-export" -w master --password-file=master-password --watch-password-file=watch-password -o watch
	[ "$status" -eq 0 ]
	[ "$(wo-address -w watch --password=hot)" = "$address" ]
	: >empty
	check "$tools/wo-address" -w watch --password-file=empty
	fails_with 3
	check "$tools/wo-address" -w watch --password-file=missing
	fails_with 7
	run "$tools/wo-address" -w watch --password-file=- <<<hot
	[ "$output" = "$address" ]
}
