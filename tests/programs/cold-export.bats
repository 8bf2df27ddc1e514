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
	[[ $stderr = *"no output file given"* ]]
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

# view_key: of the master wallet that `account` restores, from vectors/chain_accounts.txt.
account() {
	local line
	line=$(grep -m 1 '^account mainnet' "$BATS_TEST_DIRNAME/../vectors/chain_accounts.txt")
	address=$(cut -d ' ' -f 5 <<<"$line")
	view_key=$(cut -d ' ' -f 3 <<<"$line")
	cut -d ' ' -f 6- <<<"$line" | cold-new -w known --password=cold --seed-file=- --restore-height=3100000 >/dev/null
}

export_text() {
	check "$tools/cold-export" -w known --password=cold "$@"
}

@test "--format=json and --format=uri write the view key as text for other wallets" {
	account
	json="{\"version\":0,\"primaryAddress\":\"$address\",\"privateViewKey\":\"$view_key\",\"restoreHeight\":3100000,\"walletName\":\"watch-only\"}"
	uri="monero_wallet:$address?view_key=$view_key&height="
	export_text --format=json
	[ "$status" -eq 0 ]
	[ "$output" = "$json" ]
	[[ $stderr = *"warning: the text has the secret view key"*hint:* && $stderr != *"$view_key"* ]]
	jq . <<<"$output"
	export_text --format=uri --restore-height=7 -o text
	[ "$status" -eq 0 ]
	[ -z "$output" ]
	[ "$(cat text)" = "${uri}7" ]
	[ "$(stat -c %a text)" = 600 ]
	export_text --format=uri -o -
	[ "$output" = "${uri}3100000" ]
}

@test "--qr prints the code of qr-show --text above the text" {
	account
	for format in json uri; do
		export_text --format=$format
		text=$output
		export_text --format=$format --qr
		[ "$status" -eq 0 ]
		[ "$output" = "$(qr-show --text <<<"$text")"$'\n'"$text" ]
		export_text --format=$format --qr -o $format
		[ "$output" = "$(qr-show --text <<<"$text")" ]
		[ "$(cat $format)" = "$text" ]
	done
	export_text --format=wallet --qr --watch-password=hot -o watch
	fails_with 2
	export_text --qr --watch-password=hot -o watch
	fails_with 2
	[ ! -e watch ]
}

@test "a text replaces no file and takes no password" {
	account
	for file in known seed; do
		before=$(sha256sum $file)
		export_text --format=uri -o $file
		fails_with 1
		[ "$(sha256sum $file)" = "$before" ]
	done
	export_text --format=uri --watch-password=hot
	fails_with 2
	export_text --format=uri --watch-password-file=seed
	fails_with 2
	export_text --format=uri --subaddress-lookahead=60:300
	fails_with 2
	export_text --format=xml
	fails_with 2
	export_text --format=uri -o missing/text
	fails_with 7
	check "$tools/cold-export" -w known --password=wrong --format=uri
	fails_with 4
	check "$tools/cold-export" -w known --password=cold --format=uri -o /dev/full
	fails_with 1
	status=0
	"$tools/cold-export" -w known --password=cold --format=uri >/dev/full || status=$?
	[ "$status" -eq 7 ]
}

@test "after a text, no watch-only wallet claims to be the only one" {
	sole() {
		check "$tools/cold-export" -w "$1" --password=cold --watch-password=hot -o "$2"
		[ "$status" -eq 0 ]
		[[ $stderr != *"outputs spent earlier"* ]]
	}
	cold-new -w second --password=cold --seed-out=seed2
	sole second watch2
	sleep 0
	cold-export -w master --password=cold --format=uri >/dev/null
	run ! sole master watch
}
