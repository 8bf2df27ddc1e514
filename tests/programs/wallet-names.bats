#!/usr/bin/env bats
# wallet-names: the owner's address book and labels in a wallet file.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/cold.bash"
	cold_files
	cold-new -w alice --password=x --seed-out=alice.words >/dev/null 2>&1
	cold-new -w bob --password=x --seed-out=bob.words >/dev/null 2>&1
	A=$(wo-address -w alice --password=x)
	B=$(wo-address -w bob --password=x)
}

# names [ARGUMENT]...: of the master wallet.
names() {
	check "$tools/wallet-names" -w master --password=x "$@"
}

# given [ARGUMENT]...: the same, and it succeeds without a word.
given() {
	names "$@"
	[ "$status" -eq 0 ]
	[ -z "$output$stderr" ]
}

@test "wallet-names keeps an address book and labels in either kind of wallet" {
	names
	[ "$output" = "no names" ]
	given --add=Bob "$B"
	given --add='Alice B.' "monero:$A?tx_amount=1.5&recipient_name=Mallory"
	given --label=0/7 'Invoice 7'
	given --label=2 Savings
	names
	[ "$output" = "contact $A Alice B.
contact $B Bob
label 0/7 Invoice 7
label 2/0 Savings" ]
	given --label=0/7 ''
	given --remove=Bob
	names --json
	[ "$(jq -c . <<<"$output")" = '{"address_book":[{"name":"Alice B.","address":"'"$A"'"}],"labels":[{"subaddr_index":{"major":2,"minor":0},"label":"Savings"}]}' ]
	cold-export -w bob --password=x --watch-password=x -o watch 2>/dev/null
	wallet-names -w watch --password=x --add=Alice "$A"
	[ "$(wallet-names -w watch --password=x)" = "contact $A Alice" ]
	# A change with --json lists the result.
	check "$tools/wallet-names" -w watch --password=x --json --remove=Alice
	[ "$(jq -c . <<<"$output")" = '{"address_book":[],"labels":[]}' ]
}

@test "wallet-names refuses a second use of a name or an address" {
	given --add=Alice "$A"
	names --add=Bob "$A"
	fails_with 1
	[[ $stderr = *'this address already, as "Alice"'*--remove=NAME* ]]
	names --add=Alice "$B"
	fails_with 1
	[[ $stderr = *'has "Alice" already'*--remove=NAME* ]]
	names --remove=Bob
	fails_with 1
	[[ $stderr = *'hint: wallet-names lists the names'* ]]
	[ "$(wallet-names -w master --password=x | wc -l)" -eq 1 ]
}

@test "wallet-names refuses names that deceive, and leaves the file as it was" {
	local before name
	before=$(sha256sum master)
	for name in '' ' a' 'a"b' $'a\nb' $'a\e[2Jb' $'a\xe2\x80\xaeb' $'a\xe2\x80\x8bb' -a monero:a "$A"; do
		names --add="$name" "$B"
		fails_with 3
		[[ $stderr = *'invalid name'* ]]
	done
	names --label=0/3 $'a\tb'
	fails_with 3
	for name in x 0/ /3 0/x 4294967296 0/1/2; do
		names --label="$name" text
		fails_with 2
	done
	[ "$(sha256sum master)" = "$before" ]
}

@test "wallet-names refuses an address that is wrong, obsolete or of another network" {
	names --add=Bob "${B%?}1"
	fails_with 3
	names --add=Bob "monero:$B?tx_payment_id=0123456789abcdef"
	fails_with 3
	cold-new -w stage --network=stagenet --password=x --seed-out=stage.words >/dev/null 2>&1
	names --add=Bob "$(wo-address -w stage --password=x)"
	fails_with 3
	[ "$(wallet-names -w master --password=x)" = "no names" ]
}

@test "wallet-names refuses a name that looks like another" {
	given --add=$'Jose\xcc\x81' "$A"
	names --add=$'Jos\xc3\xa9' "$B"
	fails_with 1
	[[ $stderr = *'address book has a name already that looks the same'*'choose another name'* ]]
	names --allow-lookalike --add=$'Jos\xc3\xa9' "$B"
	fails_with 1
}

@test "wallet-names refuses a lookalike, unless it is allowed" {
	given --add=Exchange "$(wo-address -w alice --password=x --payment-id=0123456789abcdef)"
	names --add=Deposit "$(wo-address -w alice --password=x --payment-id=0123456789abcdee)"
	fails_with 1
	[[ $stderr = *'looks like that of "Exchange", but is a different one'* && $stderr = *--allow-lookalike* ]]
	given --allow-lookalike --add=Deposit "$(wo-address -w alice --password=x --payment-id=0123456789abcdee)"
	[ "$(wallet-names -w master --password=x | wc -l)" -eq 2 ]
}

@test "names survive a change of the password" {
	given --add=Alice "$A"
	given --label=0/7 Rent
	names >/dev/null
	before=$output
	echo new >new
	wallet-passwd -w master --password=x --new-password-file=new >/dev/null
	[ "$(wallet-names -w master --password-file=new)" = "$before" ]
	run ! grep -aq -e Alice -e Rent master
}

@test "wallet-names takes one change at a time" {
	names --add=Alice
	fails_with 2
	[[ $stderr = *"--add requires ADDRESS"* ]]
	names "$A"
	fails_with 2
	names --add=Alice --remove=Bob "$A"
	fails_with 2
	names --label=0/3
	fails_with 2
	[[ $stderr = *"--label requires TEXT"*"an empty TEXT, '', removes the label"* ]]
	names --allow-lookalike
	fails_with 2
}

@test "names cross to a new watch-only wallet, and to an existing one" {
	cold-export -w master --password=x --watch-password=x -o old 2>/dev/null
	given --add=Alice "$A"
	given --label=0/7 Rent
	cold-export -w master --password=x --watch-password=x -o new 2>/dev/null
	cold-export -w master --password=x --watch-password=x --no-names -o bare 2>/dev/null
	[ "$(wallet-names -w bare --password=x)" = "no names" ]
	names
	[ "$(wallet-names -w new --password=x)" = "$output" ]
	cold-export -w master --password=x --format=names -o names
	[ "$(stat -c %s names)" -eq 1752 ]
	wallet-names -w old --password=x --add=Alice "$B"
	wallet-names -w old --password=x --add=Al "$A"
	wallet-names -w old --password=x --label=0/8 Mine
	check "$tools/wallet-names" -w old --password=x --import=names
	[ "$status" -eq 0 ]
	[ "$stderr" = "wallet-names: 1 name added, 1 replaced, 1 removed" ]
	[ "$(wallet-names -w old --password=x)" = "contact $A Alice
label 0/7 Rent
label 0/8 Mine" ]
	cold-export -w master --password=x --format=names | wallet-names -w old --password=x --import=- --only-these
	names
	[ "$(wallet-names -w old --password=x)" = "$output" ]
}

@test "wallet-names imports no names into a master wallet, and none of another wallet" {
	given --add=Alice "$A"
	cold-export -w master --password=x --format=names -o names
	names --import=names
	fails_with 3
	[[ $stderr = *'is a master wallet; the watch-only wallet is required'*'hint: use --add=NAME for a name in a master wallet'* ]]
	cold-export -w bob --password=x --watch-password=x -o watch 2>/dev/null
	check "$tools/wallet-names" -w watch --password=x --import=names
	fails_with 3
	[[ $stderr = *"another wallet"* ]]
	cold-export -w master --password=x --watch-password=x -o own 2>/dev/null
	before=$(sha256sum own)
	for file in unsigned.bin words; do
		check "$tools/wallet-names" -w own --password=x --import=$file
		fails_with 3
	done
	head -c 1000 names >cut
	check "$tools/wallet-names" -w own --password=x --import=cut
	fails_with 3
	[ "$(sha256sum own)" = "$before" ]
	# A names file is no wallet, and takes no options of one.
	touch empty
	for option in --qr --no-names --watch-password=x --watch-password-file=empty --subaddress-lookahead=60:300 \
		--restore-height=5 --restore-date=2026-01-01; do
		check "$tools/cold-export" -w master --password=x --format=names "$option" -o other
		fails_with 2
		[ "${stderr%%$'\n'*}" = "cold-export: error: ${option%=*} does not apply to --format=names" ]
		[ ! -e other ]
	done
	cold-export -w master --password=x --wait=5 --format=names -o other
	cmp names other
}
