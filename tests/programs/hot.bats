# wo-sync, wo-transfer, wo-submit, wo-balance: files, options and signals. One chain for
# the whole file. tests/regtest/payment.bats checks the payments.

. "$BATS_TEST_DIRNAME/programs.bash"
. "$BATS_TEST_DIRNAME/terminal.bash"
. "$BATS_TEST_DIRNAME/../regtest/lib.bash"

setup_file() {
	programs_chain
	ADDRESS=$(programs_wallets 0a1a38f6 master watch)
	export ADDRESS
	regtest_mine "$ADDRESS" 85
	wo-sync -w watch --password=x --daemon-address="$RT_DAEMON" 2>/dev/null
}

teardown_file() {
	regtest_stop
}

setup() {
	PATH=$tools:$PATH
	mkdir "$BATS_TEST_TMPDIR/here"
	cd "$BATS_TEST_TMPDIR/here"
	cp "$RT_DIR/watch" "$RT_DIR/master" .
	receiver=$(sed -n '/^account mainnet 472e9b77/p' "$BATS_TEST_DIRNAME/../vectors/chain_accounts.txt" |
		cut -d ' ' -f 5)
}

# hot PROGRAM [ARGUMENT]...
hot() {
	local name=$1
	shift
	check "$tools/$name" -w watch --password=x --daemon-address="$RT_DAEMON" "$@"
}

# Reserved at present, in piconero.
reserved() {
	wo-balance -w watch --password=x --json | jq .reserved
}

# catches_int PID: wait until it does. Before that, the wallet is opened, and a signal ends the program without a word.
catches_int() {
	local tries mask
	for ((tries = 0; tries < 300; tries++)); do
		mask=$(sed -n 's/^SigCgt:[^0-9a-f]*//p' "/proc/$1/status")
		((0x${mask:-0} & 2)) && return
		sleep 0.1
	done
	return 1
}

# description FIELD [FILE]: of the unsigned file, as the signer reads it.
description() {
	cold-show -w master --password=x --json "${2:-unsigned}" | jq -c "$1"
}

@test "wo-transfer writes to a file, to a pipe, as hex and in a report" {
	hot wo-transfer -o unsigned "$receiver" 1.25
	[ "$status" -eq 0 ]
	[ -z "$output" ]
	[[ $stderr = "wo-transfer: payment 1: 1.250000000000 XMR, fee "* ]]
	[ "$(stat -c %a unsigned)" = 600 ]
	[ "$(description '[.amount, .transactions[0].destinations[0].address]')" = "[1250000000000,\"$receiver\"]" ]
	wo-transfer -w watch --password=x --daemon-address="$RT_DAEMON" "$receiver" 1 2>/dev/null >unsigned
	[ "$(description .amount)" = 1000000000000 ]
	hot wo-transfer --hex "$receiver" 2
	[[ $output =~ ^[0-9a-f]+$ ]]
	echo "$output" >unsigned
	[ "$(description .amount)" = 2000000000000 ]
	hot wo-transfer --json "$receiver" 3
	[ "$(jq -c '[.tx_hash, .tx_size, (.payments | length), .payments[0].id, .payments[0].amount]' <<<"$output")" = \
		'["",0,1,4,3000000000000]' ]
	jq -r .tx_unsigned_hex <<<"$output" >unsigned
	[ "$(description .fee)" = "$(jq .payments[0].fee <<<"$output")" ]
	[ "$(wo-balance -w watch --password=x --json | jq -c '[.reservations[].id]')" = '[1,2,3,4]' ]
}

@test "wo-transfer --destinations reads the JSON object of the RPC method exactly" {
	echo "{\"destinations\": [{\"address\": \"$receiver\", \"amount\": 9007199254740993}], \"mixin\": 15}" >big
	hot wo-transfer --destinations=big -o unsigned
	fails_with 1 # more than there is, but not rounded on the way
	echo "{\"destinations\": [{\"address\": \"$receiver\", \"amount\": 1234567890123},
		{\"address\": \"$ADDRESS\", \"amount\": 14000001}], \"fee\": 9000000000, \"mixin\": 15, \"unlock_time\": 0}" >json
	hot wo-transfer --destinations=json -o unsigned
	[ "$status" -eq 0 ]
	[ "$(description '[.transactions[0].destinations[].amount, .fee]')" = '[1234567890123,14000001,9000000000]' ]
	wo-transfer -w watch --password=x --daemon-address="$RT_DAEMON" --destinations=- <json >unsigned 2>/dev/null
	[ "$(description '.fee')" = 9000000000 ]
	hot wo-transfer --destinations=json --fee=0.009 -o other
	fails_with 2
	hot wo-transfer --destinations=json --mixin=15 -o other
	fails_with 2
	hot wo-transfer --destinations=json -o json
	fails_with 2
	sed -i 's/"mixin": 15/"mixin": 15, "mxin": 15/' json
	hot wo-transfer --destinations=json -o other
	[ "$status" -eq 2 ] || [ "$status" -eq 3 ]
	[ ! -e other ]
}

@test "wo-transfer --unlock-time warns that the signer must allow it" {
	hot wo-transfer --unlock-time=5000 -o unsigned "$receiver" 1
	[ "$status" -eq 0 ]
	[[ $stderr = *$'\n'"wo-transfer: warning: "*"will be locked: cold-sign requires --allow-unlock-time or a policy that allows this"* ]]
	[ "$(description '.transactions[0].unlock_time')" = 5000 ]
	check "$tools/cold-sign" -w master --password=x --yes -o signed unsigned
	fails_with 1
	check "$tools/cold-sign" -w master --password=x --yes --allow-unlock-time -o signed unsigned
	[ "$status" -eq 0 ]
	hot wo-transfer -o unlocked "$receiver" 1
	[ "$status" -eq 0 ]
	[[ $stderr != *--allow-unlock-time* ]]
}

@test "wo-transfer refuses dust without --allow-dust" {
	hot wo-transfer -o unsigned "$receiver" 1 "$receiver" 0.000013999999
	fails_with 1
	[[ $stderr = *"destination 2: the recipient gets dust: 0.000013999999 XMR"*"--allow-dust"* ]]
	[ ! -e unsigned ]
	[ "$(reserved)" = 0 ]
	hot wo-transfer --allow-dust -o unsigned "$receiver" 1 "$receiver" 0.000013999999
	[ "$status" -eq 0 ]
	check "$tools/cold-sign" -w master --password=x --yes -o signed unsigned
	fails_with 1
	check "$tools/cold-show" -w master --password=x unsigned
	[[ $output = *"DUST    less than it costs to spend; cold-sign requires --allow-dust"* ]]
	check "$tools/cold-sign" -w master --password=x --yes --allow-dust -o signed unsigned
	[[ $stderr = *"DUST    less than it costs to spend; allowed by --allow-dust"* ]]
	[ "$status" -eq 0 ]
}

@test "wo-transfer: invalid combinations of options are usage errors" {
	for arguments in "" "$receiver" "$receiver 1 $receiver" "$receiver 0" "$receiver 1.2345678901234" "$receiver one" \
		"--mixin=10 $receiver 1" "--priority=5 $receiver 1" "--sweep-all" "--sweep-all $receiver 1" \
		"--sweep-all --destinations=x $receiver" "--destinations=x $receiver 1" "--release=1 $receiver 1" \
		"--release=0" "--release=1 --release-all" "--release=1 --allow-dust" "--fee=x $receiver 1" "--format=x $receiver 1" \
		"--estimate" "--estimate -o x $receiver 1" "--estimate --hex $receiver 1" "--estimate --release=1" \
		"--subtract-fee --sweep-all $receiver" "--release=1 --subtract-fee" "--below=1 $receiver 1" "--sweep-all --below=0 $receiver" "--input=x --subaddress=1 $receiver 1" \
		"--sweep-all --input=x --below=1 $receiver" "--release=1 --input=x" "--release-all --subaddress=1" "--subaddress=1, $receiver 1" \
		"--proposal --format=sneakernote $receiver 1" "--proposal --reference=a $receiver 1" "--proposal --unlock-time=9 $receiver 1" \
		"--proposal --mixin=15 $receiver 1" "--proposal --replace-decoys $receiver 1" "--proposal --release=1" \
		"--input=x $receiver 1" "--format=monero --unlock-time=9 $receiver 1" "--format=monero --release=1" "--json -o - $receiver 1"; do
		# shellcheck disable=SC2086 # several arguments
		hot wo-transfer $arguments
		fails_with 2
	done
	hot wo-transfer "${receiver%?}$([[ $receiver = *x ]] && echo y || echo x)" 1
	fails_with 3
	hot wo-transfer "$receiver" 1000000
	fails_with 1
	hot wo-transfer -o watch "$receiver" 1
	fails_with 2
	[ "$(reserved)" = 0 ]
}

@test "wo-transfer --proposal writes a file for after the upgrade, and reserves nothing" {
	cp watch before
	hot wo-transfer --proposal -o proposal "$receiver" 1.25
	[ "$status" -eq 0 ]
	[[ $stderr =~ ^"wo-transfer: proposal: 1.250000000000 XMR, fee "[0-9.]+" XMR, change "[0-9.]+" XMR; "[12]" input"s?", not reserved"$'\n' ]]
	[[ $stderr = *$'\n'"wo-transfer: warning: no release can submit a proposal yet; its outputs are not reserved"$'\n'"wo-transfer: hint: wo-outputs --freeze=OUTPUT keeps other payments from spending them"$'\n'"wo-transfer: hint: a later release can send "* ]]
	[[ $stderr = *$'\n'"wo-transfer: warning: the proposal pays an address of another wallet"$'\n'* ]]
	cmp watch before
	[ "$(description '.transactions[0].destinations[0].amount' proposal)" = 1250000000000 ]
	hot wo-transfer --proposal -o own "$ADDRESS" 1.25
	[ "$status" -eq 0 ]
	[[ $stderr != *"another wallet"* ]]
	hot wo-transfer --proposal -o proposal "$receiver" 1.25
	fails_with 1
	[[ $stderr = *"proposal already exists; not overwritten"* ]]
	hot wo-transfer --proposal --json "$receiver" 1.25
	[ "$(jq -c '[.proposal, (.payments[0] | has("id")), .payments[0].amount]' <<<"$output")" = '[true,false,1250000000000]' ]
	jq -r .tx_unsigned_hex <<<"$output" >hex
	[ "$(description '.transactions[0].destinations[0].amount' hex)" = 1250000000000 ]
	hot wo-transfer --proposal --estimate "$receiver" 1.25
	[ "$status" -eq 0 ]
	# The outputs can still be spent with rings.
	hot wo-transfer --sweep-all -o unsigned "$receiver"
	[ "$status" -eq 0 ]
}

# known_images [WALLET]: the number of outputs with a known key image.
known_images() {
	wo-outputs -w "${1:-watch}" --password=x --json | jq '[.outputs[] | select(.key_image)] | length'
}

@test "wo-submit checks a signed proposal and takes its key images, but cannot send it" {
	hot wo-transfer --proposal -o proposal "$receiver" 1.25
	[ "$status" -eq 0 ]
	cold-sign -w master --password=x --yes -o signed proposal 2>/dev/null
	cp watch before
	cp signed altered
	printf '\x01' | dd of=altered bs=1 seek=300 conv=notrunc status=none
	hot wo-submit altered
	fails_with 3
	hot wo-submit proposal
	fails_with 3
	[[ $stderr = *"wrong file: this is an unsigned"* ]]
	cmp watch before
	before=$(known_images)
	hot wo-submit signed
	[ "$status" -eq 1 ]
	[[ $stderr =~ ^"wo-submit: proposal "[0-9a-f]{64}" is valid: 1.250000000000 XMR, fee "[0-9.]+" XMR"$'\n'"wo-submit: error: the signed file is valid, but membership proofs are not built in yet: its key images are stored, and nothing was sent"$'\n'"wo-submit: hint: " ]]
	[ "$(known_images)" -gt "$before" ]
	hot wo-submit --json signed
	[ "$status" -eq 1 ]
	[ "$(jq -c '[(.proposals[0] | [.amount, .is_spent]), .transactions, has("tx_hash")]' <<<"$output")" = '[[1250000000000,false],[],false]' ]
	[[ $(jq -r '.proposals[0].signable_hash' <<<"$output") =~ ^[0-9a-f]{64}$ ]]
	[ -z "$(regtest_pool)" ]
	# Programs that know files with rings only.
	check "$tools/cold-prove" -w master --password=x --tx-key "$(printf '%064d' 0)" proposal
	fails_with 3
	[[ $stderr = *"wrong file: this is a proposal, not a transaction yet: nothing can be proved"* ]]
}

@test "wo-transfer: a negative number is not an option" {
	for number in -1 -0.5 -.5; do
		hot wo-transfer -o unsigned "$receiver" "$number"
		fails_with 2
		[[ $stderr = *"error: $number is negative; amounts and other numbers cannot be negative"$'\n'* ]]
		[ ! -e unsigned ]
	done
	hot wo-transfer -o unsigned "$receiver" -x
	fails_with 2
	[[ $stderr = *"error: unknown option -x"$'\n'* ]]
}

@test "wo-transfer: --priority is 0 to 4 in the help and in the error" {
	hot wo-transfer --priority=5 "$receiver" 1
	fails_with 2
	[[ $stderr = *"from 0 to 4"* ]]
	run -0 "$tools/wo-transfer" --help
	[[ $(tr -s ' \n' ' ' <<<"$output") = *"fee priority: 0, 1, 2, 3 or 4. 1 is the cheapest; 0 (default) means 1, or 2"* ]]
}

@test "wo-transfer --sweep-all takes an account" {
	hot wo-transfer -o unsigned --sweep-all --account=7 "$receiver"
	fails_with 1
	[[ $stderr = *"no funds to send"* ]]
	[ ! -e unsigned ]
	hot wo-transfer -o unsigned --sweep-all --account=0 "$receiver"
	[ "$status" -eq 0 ]
	rm unsigned
	hot wo-transfer --release-all
}

@test "wo-transfer --fee and --priority cannot be used together" {
	hot wo-transfer --fee=0.009 --priority=2 -o unsigned "$receiver" 1
	fails_with 2
	[[ $stderr = *"error: --fee and --priority cannot be used together: an exact fee has no priority"$'\n'* ]]
	[ ! -e unsigned ]
}

@test "wo-transfer: an existing file is not overwritten, and nothing is reserved" {
	hot wo-transfer -o unsigned "$receiver" 1.25
	[ "$status" -eq 0 ]
	before=$(sha256sum unsigned) held=$(reserved)
	echo "$receiver,1" >list
	for arguments in "$receiver 1" "--destinations=list" "--sweep-all $receiver" "--json $receiver 1" "--hex $receiver 1"; do
		# shellcheck disable=SC2086 # several arguments
		hot wo-transfer -o unsigned $arguments
		fails_with 1
		[[ $stderr = *"unsigned already exists; not overwritten: it has payment 1, "*"--release=1"* ]]
	done
	[ "$(sha256sum unsigned)" = "$before" ]
	[ "$(reserved)" = "$held" ]
	hot wo-transfer --release=1
	ln -s unsigned link
	for file in unsigned list link; do
		hot wo-transfer -o "$file" "$receiver" 1
		fails_with 1
		[[ $stderr = *"$file already exists; not overwritten"$'\n'*"hint: choose another file name, or remove the file" ]]
	done
	[ "$(sha256sum unsigned)" = "$before" ]
	[ "$(reserved)" = 0 ]
	rm unsigned
	hot wo-transfer -o unsigned "$receiver" 1
	[ "$status" -eq 0 ]
	hot wo-transfer -o /dev/null "$receiver" 1
	[ "$status" -eq 0 ]
}

@test "wo-transfer: if the output cannot be written, nothing stays reserved" {
	hot wo-transfer -o nowhere/unsigned "$receiver" 1
	fails_with 7
	[ "$(reserved)" = 0 ]
	status=0
	wo-transfer -w watch --password=x --daemon-address="$RT_DAEMON" "$receiver" 1 >/dev/full 2>err || status=$?
	[ "$status" -eq 7 ]
	[ "$(reserved)" = 0 ]
	{ wo-transfer -w watch --password=x --daemon-address="$RT_DAEMON" "$receiver" 1 2>err || echo $? >status; } | true
	[ "$(cat status)" = 7 ]
	[ "$(reserved)" = 0 ]
	status=0
	wo-transfer -w watch --password=x --daemon-address="$RT_DAEMON" --json -o file "$receiver" 1 >/dev/full 2>err ||
		status=$?
	[ "$status" -eq 7 ]
	[ "$(reserved)" = 0 ]
	[ ! -e file ]
}

@test "wo-transfer --release releases one payment, --release-all all of them" {
	for amount in 1 2 3; do
		hot wo-transfer -o unsigned$amount "$receiver" $amount
	done
	before=$(reserved)
	check "$tools/wo-transfer" -w watch --password=x --release=2
	[ "$status" -eq 0 ]
	[ "$(reserved)" -lt "$before" ]
	[ "$(wo-balance -w watch --password=x --json | jq -c '[.reservations[].id]')" = '[1,3]' ]
	check "$tools/wo-transfer" -w watch --password=x --release=9
	program=wo-transfer
	fails_with 2
	check "$tools/wo-transfer" -w watch --password=x --release-all --json
	[ "$(jq .released <<<"$output")" = 2 ]
	[ "$(reserved)" = 0 ]
}

@test "hot programs refuse the master wallet" {
	for command in "wo-sync" "wo-transfer $receiver 1" "wo-transfer --release-all" "wo-submit watch"; do
		# shellcheck disable=SC2086 # several arguments
		check "$tools/"$command -w master --password=x --daemon-address="$RT_DAEMON"
		fails_with 3
		[[ $stderr = *"master wallet"* ]]
	done
}

# bad_daemon MODE: start one (tests/regtest/bad-daemon.c), sets `bad` to its address.
bad_daemon() {
	local program=${SN_BUILDDIR:-$BATS_TEST_DIRNAME/../..}/tests/regtest/bad-daemon port
	[ -x "$program" ] || skip "needs tests/regtest/bad-daemon, which make check builds"
	mkfifo port
	"$program" "$1" "${RT_DAEMON#*:}" >port 2>/dev/null 3>&- &
	bad_daemon_pid=$!
	read -r port <port
	bad=127.0.0.1:$port
}

teardown() {
	[ -z "${bad_daemon_pid:-}" ] || kill "$bad_daemon_pid"
}

@test "a second writer is refused, with the process that has the lock; readers are not" {
	bad_daemon silent
	env --default-signal "$tools/wo-sync" -w watch --password=x --daemon-address="$bad" 2>/dev/null 3>&- &
	pid=$!
	for ((tries = 0; tries < 100; tries++)); do
		grep -q " $pid .*$(stat -c %i watch)" /proc/locks && break
		sleep 0.05
	done
	hot wo-sync
	fails_with 8
	[[ $stderr = *"process $pid (wo-sync)"* ]]
	hot wo-transfer "$receiver" 1
	fails_with 8
	[ "$(reserved)" = 0 ]
	kill -TERM $pid
	status=0
	wait $pid || status=$?
	[ "$status" -eq 143 ]
	hot wo-sync
	[ "$status" -eq 0 ]
}

@test "wo-sync stores the scanned blocks after a signal, and dies of that signal" {
	bad_daemon slow
	cold-export -w master --password=x --watch-password=x -o fresh 2>/dev/null
	env --default-signal "$tools/wo-sync" -w fresh --password=x --daemon-address="$bad" 2>err 3>&- &
	pid=$!
	catches_int $pid
	sleep 0.5
	kill -INT $pid
	status=0
	wait $pid || status=$?
	cat err
	[ "$status" -eq 130 ]
	grep -q "wo-sync: interrupted; the scanned blocks are stored" err
	check "$tools/wo-sync" -w fresh --password=x --daemon-address="$RT_DAEMON"
	[ "$status" -eq 0 ]
	[ "$(wo-balance -w fresh --password=x --json | jq .balance)" = "$(wo-balance -w watch --password=x --json | jq .balance)" ]
}

@test "wo-sync: one signal ends the wait for a silent daemon" {
	bad_daemon silent
	cp watch before
	env --default-signal "$tools/wo-sync" -w watch --password=x --daemon-address="$bad" 2>err 3>&- &
	pid=$!
	catches_int $pid
	sleep 0.5
	kill -INT $pid
	start=$SECONDS
	status=0
	wait $pid || status=$?
	cat err
	[ "$status" -eq 130 ]
	[ $((SECONDS - start)) -lt 6 ]
	grep -q "wo-sync: interrupted; the scanned blocks are stored" err
	cmp watch before
}

@test "wo-sync prints text on stderr, and a report on stdout with --json" {
	hot wo-sync
	[ "$status" -eq 0 ]
	[ -z "$output" ]
	[[ $stderr = "wo-sync: at height 86 of $RT_DAEMON: 0 blocks scanned, "* ]]
	cold-export -w master --password=x --watch-password=x -o fresh 2>/dev/null
	check "$tools/wo-sync" -w fresh --password=x --daemon-address="$RT_DAEMON" --json
	[ "$(jq -c '[.height, .received, .spent, .reorganised, .interrupted]' <<<"$output")" = '[86,85,0,false,false]' ]
	[ "$(wo-balance -w fresh --password=x --json | jq .balance)" = "$(wo-balance -w watch --password=x --json | jq .balance)" ]
}

@test "wo-submit without a daemon or a signed file has the documented exit status" {
	hot wo-transfer -o unsigned "$receiver" 1
	hot wo-submit unsigned
	fails_with 3
	hot wo-submit missing
	fails_with 7
	: >empty
	hot wo-submit empty
	fails_with 3
	cold-sign -w master --password=x --yes -o signed unsigned 2>/dev/null
	check "$tools/wo-submit" -w watch --password=x --daemon-address=127.0.0.1:1 signed
	fails_with 5
}

@test "wo-submit prints only the tx_hash, also when the file is submitted again" {
	hot wo-transfer -o unsigned "$receiver" 1
	cold-sign -w master --password=x --yes --json -o signed unsigned 2>/dev/null >report
	hot wo-submit signed
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "$output" = "$(jq -r .tx_hash report)" ]
	hot wo-submit signed
	[ "$status" -eq 0 ]
	[ "$output" = "$(jq -r .tx_hash report)" ]
	[[ $stderr = *"submitted before" ]]
	hot wo-submit --json signed
	[ "$(jq -c '[.tx_hash, .transactions[0].id, .transactions[0].was_known]' <<<"$output")" = \
		"[$(jq .tx_hash report),1,true]" ]
	[ "$(wo-balance -w watch --password=x --json | jq .pending_out)" -gt 1000000000000 ]
	regtest_flush_pool
}

@test "ki-restore lists outputs in each format, and answers in the same" {
	local format
	for format in sneakernote monero monero-0.18.0; do
		ki-restore -w watch --password=x --list --format="$format" -o wanted
		ki-restore -w master --password=x -o images wanted
		cp watch copy
		ki-restore -w copy --password=x --import images
		[ "$(head -c 6 images)" = Monero ] || [ "$format" = sneakernote ]
	done
	run -2 --separate-stderr ki-restore -w watch --password=x --list --format=other -o none
	[[ $stderr = *'--format=other: the format must be "sneakernote", "monero" or "monero-0.18.0"'* ]]
	run -2 --separate-stderr ki-restore -w watch --password=x --import --format=monero images
	[[ $stderr = *"--format"*"--list"* ]]
	[ ! -e none ]
}
