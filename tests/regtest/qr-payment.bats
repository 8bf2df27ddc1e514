# Payments on a private chain that cross the gap as light: what a bad camera films of one machine's screen is all that the other gets.

bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"
. "$BATS_TEST_DIRNAME/../programs/film.bash"

# Not every version of bats can skip here: setup does.
setup_file() {
	command -v ffmpeg >/dev/null || return 0
	regtest_available || return 0
	paid_wallets payer
	export PAYEE
	peer_create payee
	PAYEE=$(peer_address)
	our_sync payer
}

setup() {
	film_available
	regtest_available || skip "needs monerod, monero-wallet-rpc, curl and jq"
	PATH=$tools:$PATH
	cd "$BATS_TEST_TMPDIR" || return
	ONLINE=(-w "$FILES/payer.watch" --password-file="$FILES/payer.password" --daemon-address="$RT_DAEMON")
	OFFLINE=(-w "$FILES/payer.master" --password-file="$FILES/payer.master-password")
}

teardown_file() {
	regtest_stop
}

# mined HASH AMOUNT FEE BEFORE: the payee has it, and what is left of BEFORE is what the payer's wallet says.
mined() {
	[[ $1 =~ ^[0-9a-f]{64}$ ]]
	[ "$(regtest_pool)" = "$1" ]
	regtest_mine "$MINER" 10
	[ -z "$(regtest_pool)" ]
	peer_refresh
	[ "$(peer_received "$1")" = "$2 0000000000000000 $PAYEE" ]
	our_sync payer
	[ "$(our_balance payer)" -eq $(($4 - $2 - $3)) ]
}

@test "both crossings are films of a series at 640x480, with a third of the pictures lost" {
	local before hash fee
	before=$(our_balance payer)
	wo-transfer "${ONLINE[@]}" "$PAYEE" 1.25 | qr-show --format=y4m --part-bytes=345 | film there.mp4 640x480
	watch there.mp4 | cold-sign "${OFFLINE[@]}" --yes | qr-show --format=y4m --part-bytes=345 | film back.mp4 640x480 skew=-9
	hash=$(watch back.mp4 | wo-submit "${ONLINE[@]}")
	fee=$(watch there.mp4 | cold-show "${OFFLINE[@]}" --json | jq .fee)
	mined "$hash" $((XMR * 5 / 4)) "$fee" "$before"
}

@test "both crossings are films of a single code at 1280x720" {
	local before hash fee
	before=$(our_balance payer)
	wo-transfer "${ONLINE[@]}" "$PAYEE" 0.5 | qr-show --format=y4m --fps=30 | film there.mp4 1280x720
	watch there.mp4 | cold-sign "${OFFLINE[@]}" --yes | qr-show --format=y4m --fps=30 | film back.mp4 1280x720 skew=-9
	hash=$(watch back.mp4 | wo-submit "${ONLINE[@]}")
	fee=$(watch there.mp4 | cold-show "${OFFLINE[@]}" --json | jq .fee)
	mined "$hash" $((XMR / 2)) "$fee" "$before"
}

# The input is one output, so that the proposal and its signature have their smallest sizes.
@test "a proposal for after the upgrade and its signature are one small code each, filmed at 640x480" {
	local before input hash fee
	before=$(our_balance payer)
	input=$(hot_offline payer wo-outputs --json | jq -r '[.outputs[] | select(.state == "unlocked")][0].pubkey')
	wo-transfer "${ONLINE[@]}" --proposal --input="$input" -o proposal "$PAYEE" 0.5
	[ "$(stat -c %s proposal)" -eq 300 ]
	qr-show -o proposal.png proposal # one picture of one code
	qr-show --format=y4m --fps=30 proposal | film there.mp4 640x480
	watch there.mp4 -o arrived
	cmp arrived proposal
	cold-sign "${OFFLINE[@]}" --yes -o signed arrived
	[ "$(stat -c %s signed)" -eq 700 ]
	qr-show -o signed.png signed
	qr-scan proposal.png | cmp - proposal
	qr-scan signed.png | cmp - signed
	qr-show --format=y4m --fps=30 signed | film back.mp4 640x480 skew=-9
	run -1 --separate-stderr wo-submit "${ONLINE[@]}" <(watch back.mp4)
	[[ $stderr = *"membership proofs are not built in yet"* ]]
	[ -z "$(regtest_pool)" ]
	hot_offline payer wo-outputs --json | jq -e --arg input "$input" '.outputs[] | select(.pubkey == $input) | .key_image'
	[ "$(our_balance payer)" = "$before" ]
	# The same output is still paid with a ring. The signer asks for a word, as it has signed the proposal.
	wo-transfer "${ONLINE[@]}" --input="$input" -o unsigned "$PAYEE" 0.5
	run -1 cold-sign "${OFFLINE[@]}" --yes unsigned
	cold-sign "${OFFLINE[@]}" --yes --allow-respend -o signed-ring unsigned
	hash=$(wo-submit "${ONLINE[@]}" signed-ring)
	fee=$(cold-show "${OFFLINE[@]}" --json unsigned | jq .fee)
	mined "$hash" $((XMR / 2)) "$fee" "$before"
}
