#!/usr/bin/env bats
# Wallets from and to other programs: seed phrases with passphrases, judged by monero-wallet-rpc, and view-only wallets,
# which receive, pay and agree with it.

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"

setup_file() {
	paid_wallets source
}

teardown_file() {
	regtest_stop
}

# judged NAME SEED PASSPHRASE: the address that monero-wallet-rpc gives these.
judged() {
	peer_rpc restore_deterministic_wallet "$(jq -n --arg name "$1" --arg seed "$2" --arg passphrase "$3" \
		'{filename: $name, password: "", seed: $seed, seed_offset: $passphrase, restore_height: 0}')" | jq -r .address
}

# ours SEED PASSPHRASE: the address that cold-new gives them.
ours() {
	echo "$1" >"$BATS_TEST_TMPDIR/words"
	printf '%s\n' "$2" >"$BATS_TEST_TMPDIR/passphrase"
	rm -f "$BATS_TEST_TMPDIR/restored"
	"$tools/cold-new" -w "$BATS_TEST_TMPDIR/restored" --password=x --seed-file="$BATS_TEST_TMPDIR/words" \
		--seed-passphrase-file="$BATS_TEST_TMPDIR/passphrase" 2>/dev/null
}

@test "seed phrases with a passphrase give the addresses of the reference wallet" {
	seed=$(xargs <"$FILES/source.seed")
	n=0
	for passphrase in x "a passphrase" " spaces at both ends " "Grüße, 漢字 и ещё" "$(head -c 300 /dev/zero | tr '\0' y)"; do
		n=$((n + 1))
		theirs=$(judged "offset-$n" "$seed" "$passphrase")
		[[ $theirs = 4* ]]
		[ "$(ours "$seed" "$passphrase")" = "$theirs" ]
	done
	[ "$(ours "$seed" "")" = "$(judged "offset-0" "$seed" "")" ]
}

@test "an imported view-only wallet syncs, pays, and agrees with the exported one" {
	for format in json uri; do
		"$tools/cold-export" -w "$FILES/source.master" --password-file="$FILES/source.master-password" --format=$format \
			2>/dev/null | "$tools/wo-import" -w "$FILES/$format.watch" --password-file="$FILES/source.password" 2>/dev/null
		cp "$FILES/source.password" "$FILES/$format.password"
		cp "$FILES/source.master" "$FILES/$format.master"
		cp "$FILES/source.master-password" "$FILES/$format.master-password"
	done
	our_sync source
	for format in json uri; do
		our_sync $format
		[ "$(hot_offline $format wo-history --json | jq -c .transfers)" = "$(hot_offline source wo-history --json | jq -c .transfers)" ]
	done
	before=$(hot_offline json wo-balance --json | jq .balance)
	[ "$before" = $((12 * XMR)) ]
	hot json wo-transfer -o "$FILES/json.unsigned" "$MINER" 1.5
	"$tools/cold-sign" -w "$FILES/json.master" --password-file="$FILES/json.master-password" --yes \
		-o "$FILES/json.signed" "$FILES/json.unsigned" 2>/dev/null
	hot json wo-submit "$FILES/json.signed"
	regtest_mine "$MINER" 11
	our_sync json
	after=$(hot_offline json wo-balance --json | jq .balance)
	((after < before - 15 * XMR / 10 && after > before - 16 * XMR / 10))
}

@test "monero-wallet-rpc takes address, key and height of an exported text" {
	text=$("$tools/cold-export" -w "$FILES/source.master" --password-file="$FILES/source.master-password" --format=json 2>/dev/null)
	jq '{filename: "view", password: "", address: .primaryAddress, viewkey: .privateViewKey, restore_height: .restoreHeight}' <<<"$text" >"$FILES/request"
	peer_rpc generate_from_keys "$(<"$FILES/request")" >/dev/null
	[ "$(peer_rpc query_key '{"key_type": "view_key"}' | jq -r .key)" = "$(jq -r .privateViewKey <<<"$text")" ]
	[ "$(peer_address)" = "$(jq -r .primaryAddress <<<"$text")" ]
}
