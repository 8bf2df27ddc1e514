# Files with proposals, as they are after the network upgrade to FCMP++: cold-show and cold-sign.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/cold.bash"
	cold_files
	respend proposal >proposal
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
	check "$tools/cold-sign" -w master --password=x --journal --json
	[ "$(jq '.signed[0].amount' <<<"$output")" = 1250000000000 ]
}

@test "proposals: the journal knows outputs that a file of either kind spends" {
	sign --yes -o answer proposal
	[ "$status" -eq 0 ]
	sign --yes -o other unsigned
	[ "$status" -eq 1 ]
	[[ $stderr = *"double-spend"*--allow-respend* ]]
	check "$tools/cold-show" -w master --password=x unsigned
	[[ $output = *"DOUBLE-SPEND"* ]]
	sign --yes --allow-respend -o other unsigned
	[ "$status" -eq 0 ]
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
