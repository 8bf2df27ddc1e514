# --policy in cold-sign, cold-show and sneakernote: that it is obeyed, whatever else the command line says. What each rule
# means is tested in tests/unit/cold_policy.c.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/cold.bash"
	. "$BATS_TEST_DIRNAME/terminal.bash"
	. "$BATS_TEST_DIRNAME/../regtest/lib.bash"
	cold_files
	policy free '"allow_unattended": true'
	policy asking
	policy small '"allow_unattended": true' '"max_amount_per_transaction": 1249999999999'
	receiver=$(payment receiver)
}

teardown() {
	[ -z "${server:-}" ] || kill -KILL "$server" 2>/dev/null || true
	[ -z "${RT_DIR:-}" ] || regtest_stop
}

sign() {
	check "$tools/cold-sign" -w master --password=x "$@"
}

show() {
	check "$tools/cold-show" -w master --password=x "$@"
}

# amount PICONERO: as the command line has it.
amount() {
	printf '%d.%012d' $(($1 / 1000000000000)) $(($1 % 1000000000000))
}

@test "cold-sign: a payment that the policy allows is signed to the same bytes" {
	policy exact '"allow_unattended": true' '"max_amount_per_transaction": 1250000000000' \
		"\"allowed_recipients\": [\"$receiver\"]" '"max_recipients_per_set": 1' '"max_transactions_per_set": 1'
	for file in free exact; do
		sign --yes --policy=$file -o out unsigned
		[ "$status" -eq 0 ]
		cmp out signed.bin
		rm out
	done
	cold-sign -w master --password=x --yes --policy=- -o out unsigned <exact 2>/dev/null
	cmp out signed.bin
}

@test "cold-sign: a payment that the policy forbids is refused, without output or journal entry" {
	policy nobody '"allow_unattended": true' '"allowed_recipients": []'
	for file in small nobody; do
		sign --yes --policy=$file -o out unsigned
		fails_with 1
		show --policy=$file unsigned
		fails_with 1
		check "$tools/cold-sign" --seed-file=words --yes --policy=$file --no-journal -o out unsigned
		fails_with 1
	done
	[[ $stderr = *allowed_recipients*"$receiver"* ]]
	[ ! -e out ]
	[ ! -e master.signed ]
	# It is refused before anything is asked.
	on_terminal cold-sign -w master --password=x --policy=small -o out unsigned
	hang_up
	[ "$status" -eq 1 ]
	[[ $screen != *"[y/N]"* ]]
}

@test "cold-sign: --yes requires allow_unattended in the policy; a terminal does not" {
	sign --yes --policy=asking -o out unsigned
	fails_with 1
	[[ $stderr = *asking*"without confirmation"* ]]
	[ ! -e master.signed ]
	check "$tools/cold-sign" --seed-file=words --yes --policy=asking -o out unsigned
	[ "$status" -eq 1 ]
	[ ! -e out ]
	on_terminal cold-sign -w master --password=x --policy=asking -o out unsigned
	answer "XMR? [y/N] " y
	hang_up
	[ "$status" -eq 0 ]
	cmp out signed.bin
	# allow_unattended permits, but does not require, signing without a prompt.
	on_terminal cold-sign -w master --password=x --policy=free -o out2 unsigned
	answer "XMR? [y/N] " n
	hang_up
	[ "$status" -eq 1 ]
	[ ! -e out2 ]
	# Without a policy --yes is all it takes.
	sign --yes -o out3 unsigned
	[ "$status" -eq 0 ]
}

@test "cold-show prints the same text without allow_unattended" {
	show unsigned
	text=$output
	show --policy=asking unsigned
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "$output" = "$text" ]
	cold-export -w master --password=x --watch-password=x -o watch 2>/dev/null
	check "$tools/cold-show" -w watch --password=x --policy=asking unsigned
	[ "$output" = "$text" ]
	check "$tools/cold-show" -w watch --password=x --policy=small unsigned
	fails_with 1
}

@test "the lower bound of --max-fee and the policy applies" {
	fee=$(cold-show -w master --password=x --json unsigned | jq .fee)
	policy enough '"allow_unattended": true' "\"max_fee_per_transaction\": $fee"
	policy less '"allow_unattended": true' "\"max_fee_per_transaction\": $((fee - 1))"
	sign --yes --policy=enough -o out unsigned
	[ "$status" -eq 0 ]
	sign --yes --policy=enough --max-fee="$(amount "$fee")" -o out unsigned
	[ "$status" -eq 0 ]
	rm out
	sign --yes --policy=enough --max-fee="$(amount $((fee - 1)))" -o out unsigned
	fails_with 1
	sign --yes --policy=less -o out unsigned
	fails_with 1
	sign --yes --policy=less --max-fee=1 -o out unsigned
	fails_with 1
	show --policy=less --max-fee=1 unsigned
	fails_with 1
	[ ! -e out ]
}

@test "--allow-unlock-time does not override a policy; a policy can allow an unlock time" {
	respend 3000000 >locked
	policy never '"allow_unattended": true' '"allow_unlock_time": false'
	policy may '"allow_unattended": true' '"allow_unlock_time": true'
	for options in --policy=free --policy=never "--policy=free --allow-unlock-time" \
		"--policy=never --allow-unlock-time"; do
		# shellcheck disable=SC2086 # several arguments
		sign --yes $options -o out locked
		fails_with 1
		[[ $stderr = *3000000* ]]
	done
	show --policy=never locked
	fails_with 1
	show locked
	[ "$status" -eq 0 ]
	refused="cold-sign requires --allow-unlock-time or, with a policy, allow_unlock_time"
	[[ $output = *"$refused"* ]]
	show --policy=may locked
	[ "$status" -eq 0 ]
	[[ $output = *"$refused"* ]]
	# The policy alone allows it: the prompt and the record say so.
	allowed="allowed by --allow-unlock-time or the policy"
	on_terminal cold-sign -w master --password=x --policy=may -o out locked
	answer "[y/N] " n
	hang_up
	[ "$status" -eq 1 ]
	[[ $screen = *"$allowed"* ]]
	[[ $screen != *refuse* ]]
	[ ! -e out ]
	sign --yes --policy=may -o out locked
	[ "$status" -eq 0 ]
	[[ $stderr = *"$allowed"* ]]
	[[ $stderr != *refuse* ]]
}

@test "an invalid policy is bad input, and nothing is signed" {
	policy unknown '"allow_unattended": true' '"max_amount": 1'
	policy twice '"allow_unattended": true' '"allow_unattended": true'
	policy other '"allow_unattended": true' '"allowed_recipients": ["55LTR8KniP4LQGJSPtbYDacR7dz8RBFnsfAKMaMuwUNYX6aQbBcovzDPyrQF9KXF9tVU6Xk3K8no1BywnJX6GvZX8yJsXvt"]'
	echo '{}' >no-version
	: >empty
	echo '{"version": 1, "allow_unattended": true' >cut
	for file in unknown twice other no-version empty cut unsigned; do
		sign --yes --policy=$file -o out unsigned.bin
		fails_with 3
		show --policy=$file unsigned.bin
		fails_with 3
	done
	sign --yes --policy=missing -o out unsigned
	fails_with 7
	# Before the password is asked for.
	check "$tools/cold-sign" -w master --password=wrong --yes --policy=missing -o out unsigned
	fails_with 7
	[ ! -e out ]
	sign --yes --policy=free -o free unsigned
	fails_with 2
	run --separate-stderr cold-sign -w master --password=x --yes --policy=- -o out <free # which is both, then
	program=cold-sign
	fails_with 2
	grep -q allow_unattended free
}

# console INPUT [OPTION]...: into the console of the offline master wallet.
console() {
	local input=$1
	shift
	run --separate-stderr sneakernote -w master --password=x --offline-mode "$@" < <(printf '%s\n' "$input")
	echo "$input -> $status"
	echo "stdout: $output"
	# shellcheck disable=SC2154 # bats sets it
	echo "stderr: $stderr"
}

@test "sneakernote: the policy applies to sign_transfer and describe_transfer" {
	program=sneakernote
	console "sign_transfer unsigned out" --yes --policy=small
	[ "$status" -eq 1 ]
	[[ $stderr = *max_amount_per_transaction* ]]
	console "sign_transfer unsigned out" --yes --policy=asking
	[ "$status" -eq 1 ]
	[[ $stderr = *"without confirmation"* ]]
	console "sign_transfer unsigned out" --yes --policy=unsigned
	[ "$status" -eq 3 ]
	[ ! -e out ]
	console "sign_transfer unsigned out" --yes --policy=free
	[ "$status" -eq 0 ]
	cmp out signed.bin
	check sneakernote -w master --password=x --offline-mode --policy=-
	fails_with 2
	check sneakernote -w master --password=x --resync-and-exit --policy=free
	fails_with 2
	check sneakernote --generate-new-wallet=new --policy=free
	fails_with 2
}

@test "sneakernote: without allow_unattended, the console prompts on the terminal" {
	on_terminal sneakernote -w master --password=x --offline-mode --policy=asking
	answer "]: " "sign_transfer unsigned out"
	answer "XMR? [y/N] " y
	wait_for "saved to out"
	answer "]: " exit
	hang_up
	[ "$status" -eq 0 ]
	cmp out signed.bin
}

serve() {
	local tries=0
	rm -f said
	sneakernote --rpc-bind-port=0 -w master --password=x --offline-mode "$@" 2>said 3>&- &
	server=$!
	until url=$(grep -o 'http://.*' said); do
		tries=$((tries + 1))
		[ "$tries" -lt 200 ]
		sleep 0.05
	done
}

ask() {
	curl -sS -H 'content-type: application/json' --data-binary \
		"{\"jsonrpc\":\"2.0\",\"id\":\"0\",\"method\":\"$1\",\"params\":{\"tx_unsigned_hex\":\"$(<unsigned)\"}}" "$url"
}

end() {
	kill "$server"
	wait "$server" || true
	server=
}

@test "sneakernote: the server requires a policy with allow_unattended, and applies it" {
	program=sneakernote
	check timeout 30 sneakernote -w master --password=x --offline-mode --rpc-bind-port=0 --policy=asking
	program=sneakernote
	[ "$status" -eq 1 ]
	[[ $stderr = *"without confirmation"* ]]
	serve --policy=small
	for method in sign_transfer describe_transfer; do
		[[ $(ask $method | jq -r .error.message) = *max_amount_per_transaction* ]]
	done
	end
	serve --policy=free
	[ "$(ask sign_transfer | jq -r .result.tx_signed_hex)" = "$(payment signed)" ]
	end
}

@test "sneakernote: the policy applies to transfer of an online master wallet" {
	programs_chain
	PATH=$tools:$PATH
	address=$(programs_wallets 0a1a38f6 master watch)
	regtest_mine "$address" 85
	policy small '"allow_unattended": true' '"max_amount_per_transaction": 1000000000000'
	online() {
		run --separate-stderr sneakernote -w master --password=x --daemon-address="$RT_DAEMON" --yes --policy=small \
			< <(printf "refresh\n$1\n")
		echo "$1: $status; $output; $stderr"
	}
	online "transfer $receiver 1.000000000001"
	[ "$status" -eq 1 ]
	[[ $stderr = *max_amount_per_transaction* ]]
	[ -z "$(regtest_pool)" ]
	online "transfer $receiver 1"
	[ "$status" -eq 0 ]
	[[ $(regtest_pool) =~ ^[0-9a-f]{64}$ ]]
	# Approvals, which it cannot take: nothing is prepared.
	key=$(sed -n 's/^alice RW/RW/p' "$BATS_TEST_DIRNAME/../vectors/approvals.txt")
	policy small '"allow_unattended": true' "\"approvals\": {\"required\": 1, \"keys\": {\"alice\": \"$key\"}}"
	pool=$(regtest_pool)
	for command in "transfer $receiver 1" "sweep_all $receiver"; do
		online "$command"
		[ "$status" -eq 1 ]
		[[ $stderr = *"policy: 1 approval is required, which only cold-sign can check"* ]]
		[ "$(regtest_pool)" = "$pool" ]
	done
}
