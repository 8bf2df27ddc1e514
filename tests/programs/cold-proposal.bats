# Files with proposals, as they are after the network upgrade to FCMP++: cold-show and cold-sign.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/cold.bash"
	cold_files
	respend proposal >proposal
}

teardown() {
	[ -z "${server:-}" ] || kill -KILL "$server" 2>/dev/null || true
}

sign() {
	check "$tools/cold-sign" -w master --password=x "$@"
}

@test "proposals: cold-show reviews them like other files" {
	check "$tools/cold-show" -w master --password=x proposal
	[ "$status" -eq 0 ]
	[[ $output = *"1.250000000000"* ]]
	recipient=$("$tools/cold-show" -w master --password=x --json unsigned | jq -r '.transactions[0].destinations[0].address')
	[[ ${output//[$' \n']/} = *"$recipient"* ]]
	check "$tools/cold-show" -w master --password=x --json proposal
	[ "$(jq -r '.transactions[0].destinations[0].address' <<<"$output")" = "$recipient" ]
	[ "$(jq '.transactions[0].weight' <<<"$output")" -gt 7000 ]
	cold-export -w master --password=x --watch-password=x -o watch 2>/dev/null
	check "$tools/cold-show" -w watch --password=x proposal
	[ "$status" -eq 0 ]
}

@test "proposals: a signed file has the size for one code, and is the same twice" {
	[ "$(stat -c %s proposal)" -le 300 ]
	sign --yes -o answer proposal
	[ "$status" -eq 0 ]
	[[ $stderr = *"signable_hash "* ]]
	[ "$(stat -c %s answer)" -le 700 ]
	sign --yes -o again proposal
	[ "$status" -eq 0 ]
	cmp answer again
	[ "$(entries)" -eq 1 ]
	sign --yes --json --no-journal -o third proposal
	[[ $(jq -r .signable_hash <<<"$output") =~ ^[0-9a-f]{64}$ ]]
	[ "$(jq -r .tx_hash <<<"$output")" = null ]
	hash=$(jq -r .signable_hash <<<"$output")
	check "$tools/cold-sign" -w master --password=x --journal --json
	[ "$(jq -c '.signed[0] | [.amount, .signable_hash, .tx_hash]' <<<"$output")" = "[1250000000000,\"$hash\",null]" ]
	check "$tools/cold-sign" -w master --password=x --journal
	[[ $output = *"  $hash  "*", proposal" ]]
}

@test "proposals: the journal knows outputs that a file of either kind spends" {
	sign --yes -o answer proposal
	[ "$status" -eq 0 ]
	sign --yes -o other unsigned
	[ "$status" -eq 1 ]
	[[ $stderr = *"double-spend: proposal "*"hint: no release can submit that proposal yet; to replace it, use --allow-respend" ]]
	check "$tools/cold-show" -w master --password=x unsigned
	[[ $output = *"DOUBLE-SPEND"*" (proposal)"$'\n'* ]]
	sign --yes --allow-respend -o other unsigned
	[ "$status" -eq 0 ]
	[[ $stderr = *"warning: double-spend: proposal "* ]]
	[ "$(entries)" -eq 2 ]
	sign --yes -o again proposal # signed before
	[ "$status" -eq 0 ]
	cmp answer again
}

@test "proposals: limits and policy hold" {
	sign --yes --max-fee=0.0001 -o answer proposal
	[ "$status" -eq 1 ]
	[[ $stderr = *"is above the bound"* ]]
	policy small '"allow_unattended": true' '"max_amount_per_transaction": 1249999999999'
	sign --yes --policy=small -o answer proposal
	[ "$status" -eq 1 ]
	[ ! -e answer ]
	[ "$(entries)" -eq 0 ]
}

@test "proposals: a directory is signed" {
	mkdir in out
	cp proposal in/a
	policy free '"allow_unattended": true'
	sign --yes --policy=free --in-dir=in --out-dir=out --json
	[ "$status" -eq 0 ]
	[ "$(jq -r .status <<<"$output")" = signed ]
	[[ $(jq -r .signable_hash <<<"$output") =~ ^[0-9a-f]{64}$ ]]
	sign --yes -o single proposal
	cmp single out/a.signed
}

@test "proposals: console and server of the offline machine sign them" {
	command -v curl >/dev/null || skip "needs curl"
	sign --yes -o answer proposal
	run --separate-stderr "$tools/sneakernote" -w master --password=x --offline-mode --yes <<<"sign_transfer proposal out"
	[ "$status" -eq 0 ]
	[[ $output = "signable_hash "*$'\n'"Signed transaction saved to out" ]]
	cmp out answer
	policy free '"allow_unattended": true'
	. "$BATS_TEST_DIRNAME/sneakernote.bash"
	serve --policy=free
	hex=$(od -An -v -tx1 proposal | tr -d ' \n')
	request='{"jsonrpc":"2.0","id":"0","method":"%s","params":{"tx_unsigned_hex":"%s"%s}}'
	# shellcheck disable=SC2059 # the format
	call() { ask "$(printf "$request" "$1" "$hex" "$2")" >/dev/null; }
	call describe_transfer
	[ "$(jq -c '[.result.proposal, .result.amount]' <<<"$answer")" = '[true,1250000000000]' ]
	for more in export_raw get_tx_keys; do
		call sign_transfer ",\"$more\":true"
		[[ $(jq -r .error.message <<<"$answer") = *"cannot be used with a proposal"* ]]
	done
	call sign_transfer
	[ "$(jq -r .result.tx_signed_hex <<<"$answer")" = "$(od -An -v -tx1 answer | tr -d ' \n')" ]
	[[ $(jq -r .result.signable_hash <<<"$answer") =~ ^[0-9a-f]{64}$ ]]
	end TERM
}
