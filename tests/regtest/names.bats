# Names that only the owner gives: a payment to a contact, the review of the signer, and addresses that look like a known one.
#
# One chain for the whole file. Our wallet "payer" pays the peer's wallet "payee".

bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"

setup_file() {
	paid_wallets payer
	our_sync payer
	peer_create payee
	export PAYEE KNOWN OTHER_ID
	PAYEE=$(peer_subaddress)
	KNOWN=$(peer_integrated_address 0123456789abcdef)
	OTHER_ID=$(peer_integrated_address fedcba9876543210)
	cold payer wallet-names --add='Alice B.' "$PAYEE"
	cold payer wallet-names --add=Exchange "$KNOWN"
	cold payer wallet-names --label=0/3 Savings
}

teardown_file() {
	regtest_stop
}

setup() {
	regtest_available || skip "needs monerod, monero-wallet-rpc, curl and jq"
	file=$FILES/payer
}

# first_destination MEMBER: in the review of our_compose.
first_destination() {
	jq -r ".transactions[0].destinations[0].$1" "$file.review"
}

@test "a payment by name: the review shows the name of the signer, not that of the online machine" {
	hot_offline payer wallet-names --add=Ali "$PAYEE"
	our_compose payer Ali 0.5
	[ "$(first_destination address)" = "$PAYEE" ]
	[ "$(first_destination name)" = "Alice B." ]
	cold payer cold-show "$file.unsigned" >"$file.text"
	grep -qF 'to "Alice B." in your address book (subaddress)' "$file.text"
	run ! grep -q Ali$ "$file.text"
	run ! grep -qa -e Ali "$file.unsigned"
	our_sign payer
	our_submit payer
	regtest_mine "$MINER" 10
	our_sync payer
	peer_open payee
	peer_refresh
	[ "$(peer_balance)" -eq $((XMR / 2)) ]
	hot_offline payer wo-history | grep -qF "0.500000000000 to $PAYEE (Ali)"
	[ "$(hot_offline payer wo-history --json | jq -r '[.transfers[].destinations[]?.name] | first')" = Ali ]
}

@test "only an exact name is accepted" {
	for name in ali Al 'Ali ' 'Alice B.'; do
		run ! hot payer wo-transfer -o "$file.none" "$name" 0.1
		grep -q "address book" "$FILES/stderr"
		[ ! -e "$file.none" ]
	done
}

@test "an address that only looks like a known one is marked, and refused without confirmation" {
	# The online machine has the name for another address.
	hot_offline payer wallet-names --add=Exchange "$OTHER_ID"
	run ! hot payer wo-transfer -o "$file.none" "$KNOWN" 1000
	grep -qF 'warning: recipient 1 looks like "Exchange" in the address book' "$FILES/stderr"
	our_compose payer Exchange 0.25
	[ "$(first_destination lookalike_of)" = Exchange ]
	[ "$(first_destination name)" = null ]
	cold payer cold-show "$file.unsigned" >"$file.text"
	grep -qxF '  LOOKALIKE  looks like "Exchange" in your address book, but is another address' "$file.text"
	tail -n 1 "$file.text" | grep -qE '^  MARKED  1 of 1 transaction: (.*, )?1 LOOKALIKE$' # fees of a new chain are high, too
	run -1 cold payer cold-sign --yes -o "$file.signed" "$file.unsigned"
	grep -qF 'looks like that of "Exchange"' "$FILES/stderr"
	grep -qF "$OTHER_ID" "$FILES/stderr"
	echo '{"version": 1, "allow_unattended": true}' >"$file.policy"
	run -1 cold payer cold-sign --yes --policy="$file.policy" -o "$file.signed" "$file.unsigned"
	run -1 cold payer cold-show --policy="$file.policy" "$file.unsigned"
	[ ! -e "$file.signed" ]
	# The console of the signer, without confirmation.
	echo "sign_transfer $file.unsigned $file.signed" >"$file.console"
	run ! "$tools/sneakernote" --offline-mode -w "$file.master" --password-file="$file.master-password" --yes \
		<"$file.console"
	[[ $output = *'looks like that of "Exchange"'* ]]
	[ ! -e "$file.signed" ]
	# The policy lists the address: the owner knows it.
	echo "{\"version\": 1, \"allow_unattended\": true, \"allowed_recipients\": [\"$OTHER_ID\"]}" >"$file.policy"
	cold payer cold-sign --yes --policy="$file.policy" -o "$file.signed" "$file.unsigned"
	rm "$file.signed"
	# So does the owner who names it.
	cold payer wallet-names --allow-lookalike --add='Exchange 2' "$OTHER_ID"
	our_sign payer
	hot_offline payer wo-transfer --release-all >/dev/null
	cold payer wallet-names --remove='Exchange 2'
}

@test "names cross to the online machine, and labels appear in its reports" {
	cold payer cold-export --format=names -o "$file.names"
	hot_offline payer wallet-names --import="$file.names" --only-these
	[ "$(hot_offline payer wallet-names)" = "$(cold payer wallet-names)" ]
	own=$(hot_offline payer wo-address --index=3)
	[ "$(hot_offline payer wo-address --index=3 --json | jq -r .label)" = Savings ]
	hot_offline payer wallet-names --label=0 Main
	[ "$(hot_offline payer wo-balance --json | jq -r '.per_account[0].label')" = Main ]
	hot_offline payer wo-balance | grep -qxE "  account 0 +[0-9.]+ XMR \(Main\)"
	our_compose payer "$own" 0.125
	[ "$(first_destination label)" = Savings ]
	our_sign payer --allow-respend
	our_submit payer
	regtest_mine "$MINER" 1
	our_sync payer
	hot_offline payer wo-history | grep -qF 'at address 0/3 (Savings)'
	[ "$(hot_offline payer wo-history --json | jq -r '[.transfers[] | select(.label == "Savings")] | length')" -eq 1 ]
	[ "$(hot_offline payer wo-history --csv | grep -c ",Savings$")" -eq 1 ]
}

@test "the console has the same names" {
	{
		echo "address_book"
		echo "address_book add 'Carol C.' $MINER"
		echo "address_book delete 'Alice B.'"
		echo "label 0/4 'Invoice 4'"
		echo "label 0/3"
		echo "address_book"
	} >"$file.console"
	"$tools/sneakernote" --offline-mode -w "$file.watch" --password-file="$file.password" <"$file.console" >"$file.out" 2>"$FILES/stderr"
	grep -qF "contact $PAYEE Alice B." "$file.out"
	[ "$(tail -n 4 "$file.out")" = "contact $MINER Carol C.
contact $KNOWN Exchange
label 0/0 Main
label 0/4 Invoice 4" ]
	[ "$(hot_offline payer wallet-names)" = "$(tail -n 4 "$file.out")" ]
	echo "address_book add Other $OTHER_ID" >"$file.console"
	run ! "$tools/sneakernote" --offline-mode -w "$file.watch" --password-file="$file.password" <"$file.console"
	[[ $output = *'looks like that of "Exchange"'* ]]
	# The payment by name from the console.
	regtest_mine "$MINER" 10
	our_sync payer
	echo "transfer --output=$file.unsigned2 'Carol C.' 0.25" >"$file.console"
	"$tools/sneakernote" -w "$file.watch" --password-file="$file.password" --daemon-address="$RT_DAEMON" \
		<"$file.console"
	cold payer cold-show --json "$file.unsigned2" | jq -e --arg to "$MINER" '.transactions[0].destinations[0].address == $to'
}
