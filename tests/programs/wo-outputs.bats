# wo-outputs: the list in text and JSON, its filters, and freezing. One chain for the whole file, where each block pays one
# wallet. tests/regtest/coin-control.bats checks that frozen outputs are not spent.

. "$BATS_TEST_DIRNAME/programs.bash"
. "$BATS_TEST_DIRNAME/../regtest/lib.bash"

setup_file() {
	programs_chain
	ADDRESS=$(programs_wallets 0a1a38f6 master watch)
	export ADDRESS
	cp watch new
	regtest_mine "$ADDRESS" 85
	wo-sync -w watch --password=x --daemon-address="$RT_DAEMON" 2>/dev/null
	wo-transfer -w watch --password=x --daemon-address="$RT_DAEMON" -o unsigned "$ADDRESS" 1 2>/dev/null
}

teardown_file() {
	regtest_stop
}

setup() {
	mkdir "$BATS_TEST_TMPDIR/here"
	cd "$BATS_TEST_TMPDIR/here"
	cp "$RT_DIR"/{watch,new,master} .
}

# outputs [OPTION]...: of the wallet that is synchronized.
outputs() {
	check "$tools/wo-outputs" -w watch --password=x "$@"
}

# list FILTER [OPTION]...: the result of jq for the JSON report.
list() {
	outputs --json "${@:2}"
	[ "$status" -eq 0 ]
	list=$(jq -c "$1" <<<"$output")
}

key() {
	"$tools/wo-outputs" -w watch --password=x --json | jq -r ".outputs | map(select(.state == \"${2:-unlocked}\")) | .[$1].pubkey"
}

@test "the outputs of a new wallet" {
	check "$tools/wo-outputs" -w new --password=x
	[ "$output" = "0 outputs, 0.000000000000 XMR, no block scanned yet" ]
	check "$tools/wo-outputs" -w new --password=x --json
	[ "$(jq -c . <<<"$output")" = '{"outputs":[]}' ]
}

@test "every output is listed, and they add up to the balance" {
	list '[(.outputs | length), (.outputs | map(.amount) | add)]'
	[ "$list" = "[85,$("$tools/wo-balance" -w watch --password=x --json | jq .balance)]" ]
	list '.outputs | group_by(.state) | map([.[0].state, length])'
	reserved=$("$tools/wo-balance" -w watch --password=x --json | jq '[.reserved, .unlocked_balance]')
	[[ $list =~ ^'[["locked",59],["reserved",'[12]'],["unlocked",2'[45]']]'$ ]]
	list '[.outputs | (map(select(.state == "reserved") | .amount) | add), (map(select(.state == "unlocked") | .amount) | add)]'
	[ "$list" = "$(jq -c . <<<"$reserved")" ]
	list '.outputs[84] | [.height, .confirmations, .unlock_height, .coinbase, .subaddr_index, .frozen, has("key_image")]'
	[ "$list" = '[85,1,145,true,{"major":0,"minor":0},false,false]' ]
	list '[.outputs[].height] | . == sort'
	[ "$list" = true ]
	outputs
	[ "${#lines[@]}" -eq 87 ]
	[[ ${lines[85]} =~ ^0/0\ +[0-9.]+\ +85\ +1\ +locked\ until\ height\ 145\ +[0-9a-f]{64}$ ]]
	[[ ${lines[86]} = "85 outputs, "*" XMR, 85 without a known key image, scanned up to height 86" ]]
	[ "$(grep -c "reserved, payment 1" <<<"$output")" -ge 1 ]
}

@test "filters" {
	list '.outputs | length' --account=0
	[ "$list" = 85 ]
	list '.outputs | length' --account=1
	[ "$list" = 0 ]
	list '.outputs | length' --subaddress=3,0,1
	[ "$list" = 85 ]
	list '.outputs | length' --subaddress=1,2
	[ "$list" = 0 ]
	list '.outputs | length' --all
	[ "$list" = 85 ]
}

@test "freeze and thaw by the one-time key" {
	one=$(key 0) two=$(key 1)
	before=$("$tools/wo-balance" -w watch --password=x --json)
	amount=$("$tools/wo-outputs" -w watch --password=x --json | jq "[.outputs[] | select(.pubkey == \"$one\" or .pubkey == \"$two\") | .amount] | add")
	outputs --freeze="$one" --freeze="${two^^}"
	[ "$status" -eq 0 ]
	[ -z "$output" ]
	[ "$stderr" = "wo-outputs: 2 outputs frozen" ]
	list '[.outputs[] | select(.state == "frozen") | .pubkey]'
	[ "$list" = "[\"$one\",\"$two\"]" ]
	after=$("$tools/wo-balance" -w watch --password=x --json)
	[ "$(jq .balance <<<"$after")" = "$(jq .balance <<<"$before")" ]
	[ "$(jq .frozen <<<"$after")" = "$amount" ]
	[ "$(jq .unlocked_balance <<<"$after")" -eq $(($(jq .unlocked_balance <<<"$before") - amount)) ]
	[[ $("$tools/wo-balance" -w watch --password=x) = *$'\n'"frozen  "* ]]
	outputs --freeze="$one" --json
	[ "$(jq -c . <<<"$output")" = '{"frozen":0}' ]
	outputs --thaw="$one" --thaw="$two" --thaw="$(key 2)"
	[ "$stderr" = "wo-outputs: 2 outputs thawed"$'\n'"wo-outputs: 1 of the named outputs was not frozen" ]
	[ "$("$tools/wo-balance" -w watch --password=x --json)" = "$before" ]
}

@test "wrong options and outputs are refused, and nothing is frozen" {
	good=$(key 0)
	for options in "--freeze=$good --thaw=$good" "--freeze=$good --all" "--thaw=$good --account=0" --freeze=nonsense \
		"--freeze=${good%?}" "--freeze=${good}0" --freeze= "--freeze=$good --freeze=x" --account=x --account=-1 --subaddress= \
		--subaddress=1,,2 --subaddress=1,x --subaddress=4294967296 surplus "--all --all"; do
		# shellcheck disable=SC2086 # several options
		outputs $options
		fails_with 2
	done
	outputs --freeze="$good" --freeze="${good//[0-9a-f]/0}"
	fails_with 1
	[[ $stderr = *"no output with the one-time key or key image 0000"* ]]
	outputs --freeze="$(key 0 reserved)"
	fails_with 1
	[[ $stderr = *"is reserved for payment 1"*"--release=1"* ]]
	check "$tools/wo-outputs" -w master --password=x
	fails_with 3
	check "$tools/wo-outputs" -w nowhere --password=x
	fails_with 7
	cmp watch "$RT_DIR/watch"
}
