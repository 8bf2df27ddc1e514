# wo-import: the watch-only wallet from the view key of a wallet of another program.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/terminal.bash"
	PATH=$tools:$PATH
	mkdir "$BATS_TEST_TMPDIR/here"
	cd "$BATS_TEST_TMPDIR/here"
	line=$(grep -m 1 '^account mainnet' "$BATS_TEST_DIRNAME/../vectors/chain_accounts.txt")
	view_key=$(cut -d ' ' -f 3 <<<"$line")
	spend_key=$(cut -d ' ' -f 4 <<<"$line")
	address=$(cut -d ' ' -f 5 <<<"$line")
	cut -d ' ' -f 6- <<<"$line" >words
	echo hot >password
	uri="monero_wallet:$address?view_key=$view_key&height=3100000"
}

# import TEXT [ARGUMENT]...
import() {
	local text=$1
	shift
	program=wo-import
	printf '%s' "$text" >text
	run --separate-stderr wo-import -w watch --password-file=password "$@" <text
	echo "-> $status, $output, $stderr"
	[[ $output$stderr != *"$view_key"* && $output$stderr != *"$spend_key"* ]]
}

# The wallet is that of the vectors, with this restore height.
is_wallet() {
	[ "$status" -eq 0 ]
	[ -z "$output" ]
	[[ $stderr = "wo-import: watch-only wallet stored to watch"* ]]
	[ "$(stat -c %a watch)" = 600 ]
	[ "$(wo-address -w watch --password=hot)" = "$address" ]
	[ "$(wo-balance -w watch --password=hot --json | jq .height)" = "$1" ]
	rm watch
}

@test "wo-import reads the texts of other wallets, from a file and from standard input" {
	import "$uri"
	is_wallet 3100000
	import "{\"version\": 0, \"primaryAddress\": \"$address\", \"privateViewKey\": \"$view_key\", \"restoreHeight\": 12}"
	is_wallet 12
	import "monero-wallet:?address=$address&view_key=${view_key^^}&height=13"
	is_wallet 13
	import "monero:$address?view_key=$view_key"
	[[ $stderr = *"restore height 0"* ]]
	is_wallet 0
	import "$uri" --restore-height=34
	is_wallet 34
	echo "$uri" >file
	import "not this" file
	is_wallet 3100000
}

@test "wo-import reads an address and a file with the view key" {
	echo "$view_key" >key
	import "" --address="$address" --view-key-file=key --restore-height=56
	is_wallet 56
	import "$view_key" --address="$address" --view-key-file=-
	is_wallet 0
	echo "${view_key:1}" >short
	import "" --address="$address" --view-key-file=short
	fails_with 3
	import "" --address="$address" --view-key-file=missing
	fails_with 7
	import "" --address="$address"
	fails_with 2
	import "" --view-key-file=key
	fails_with 2
	import "" --address="$address" --view-key-file=key text
	fails_with 2
	[ ! -e watch ]
}

@test "what cold-export writes is imported as the wallet that cold-export makes" {
	cold-new -w master --password=cold --seed-file=words --restore-height=78 >/dev/null
	cold-export -w master --password=cold --watch-password=hot -o exported 2>/dev/null
	for format in json uri; do
		cold-export -w master --password=cold --format=$format -o $format 2>/dev/null
		import "" $format
		[ "$status" -eq 0 ]
		for command in "wo-balance --json" "wo-address --account=3 --index=5" "wo-history --json"; do
			# shellcheck disable=SC2086 # several arguments
			[ "$($command -w watch --password=hot)" = "$($command -w exported --password=hot)" ]
		done
		cold-export -w master --password=cold --watch-password=hot -o again 2>said
		[ "$(tail -n +2 said)" = "$(tail -n +2 <<<"${stderr//wo-import:/cold-export:}")" ]
		rm watch again
	done
	check "$tools/cold-sign" -w exported --password=hot --yes --hex words
	fails_with 3
}

@test "a spend key or a seed phrase is refused and never shown" {
	for text in "monero_wallet:$address?view_key=$view_key&spend_key=$spend_key" "monero_wallet:$address?spend_key=$spend_key" \
		"monero-wallet:?seed=$(tr ' ' + <words)" "{\"privateSpendKey\": \"$spend_key\"}" \
		"{\"primaryAddress\": \"$address\", \"privateViewKey\": \"$view_key\", \"seed\": \"$(<words)\"}" "$(<words)"; do
		import "$text"
		fails_with 1
		[[ $stderr = *"spend key or a seed phrase"*"hint: export a view-only wallet"* ]]
		[[ $stderr != *"$(cut -d ' ' -f 1-2 words)"* ]]
		[ ! -e watch ]
	done
}

@test "a wrong view key, a wrong address and other texts are bad input" {
	other=$(sed -n '/^account mainnet/p' "$BATS_TEST_DIRNAME/../vectors/chain_accounts.txt" | sed -n 2p | cut -d ' ' -f 5)
	subaddress=$(sed -n 's/^subaddress 0 1 //p' "$BATS_TEST_DIRNAME/../vectors/chain_accounts.txt" | head -n 1)
	for text in "monero_wallet:$other?view_key=$view_key" "monero_wallet:$subaddress?view_key=$view_key" \
		"monero_wallet:${address%?}1?view_key=$view_key" "monero_wallet:$address?view_key=$spend_key" \
		"monero_wallet:$address?view_key=$view_key&height=x" "monero:$address" "$address" "{" "{}" "$(head -c 70000 /dev/zero | tr '\0' x)"; do
		import "$text"
		fails_with 3
		[ ! -e watch ]
	done
	import ""
	fails_with 3
}

@test "an existing file is kept" {
	echo mine >watch
	import "$uri"
	fails_with 1
	[ "$(cat watch)" = mine ]
	rm watch
	import "$uri" --restore-height=x
	fails_with 2
	check "$tools/wo-import" --password-file=password text
	fails_with 2
}

@test "on a terminal, wo-import prompts for the new password" {
	echo "$uri" >text
	on_terminal wo-import -w watch text
	answer "New password for watch: " hot
	answer "Repeat the new password for" hot
	hang_up
	[ "$status" -eq 0 ]
	[ "$(wo-address -w watch --password=hot)" = "$address" ]
}

@test "a code of cold-export is imported from a picture" {
	cold-new -w master --password=cold --seed-file=words --restore-height=78 >/dev/null
	cold-export -w master --password=cold --format=json 2>/dev/null | qr-show --text -o code.png
	qr-scan --text code.png | wo-import -w watch --password-file=password
	[ "$(wo-address -w watch --password=hot)" = "$address" ]
}
