# cold-show and cold-sign, on a payment from a private chain.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/terminal.bash"
	. "$BATS_TEST_DIRNAME/cold.bash"
	cold_files
	cold-export -w master --password=x --watch-password=x -o watch 2>/dev/null
}

show() {
	check "$tools/cold-show" -w master --password=x "$@"
}

sign() {
	check "$tools/cold-sign" -w master --password=x "$@"
}

@test "cold-show prints the review for each input format and either wallet" {
	show unsigned.bin
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[[ $output = *1.250000000000* ]]
	text=$output
	# in groups on several lines
	tr -d ' \n' <<<"$output" | grep -q "$(payment receiver)"
	show unsigned
	[ "$output" = "$text" ]
	run "$tools/cold-show" -w watch --password=x <unsigned
	[ "$output" = "$text" ]
	show --json unsigned.bin
	[ "$(jq -r '.transactions[0].destinations[0].address' <<<"$output")" = "$(payment receiver)" ]
	[ "$(jq .amount <<<"$output")" = 1250000000000 ]
	[ "$(jq .fee <<<"$output")" -gt 0 ]
}

@test "cold-sign writes the expected bytes to a file, to a pipe, as hex and in a report" {
	sign --yes -o out unsigned.bin
	[ "$status" -eq 0 ]
	[ -z "$output" ]
	[[ $stderr = *"cold-sign: tx_hash $(payment tx_hash)" ]]
	[[ $stderr = *1.250000000000* ]]
	cmp out signed.bin
	[ "$(stat -c %a out)" = 600 ]
	cold-sign -w master --password=x --yes <unsigned 2>/dev/null | cmp - signed.bin
	sign --yes --hex unsigned
	[ "$output" = "$(payment signed)" ]
	sign --yes --json unsigned
	[ "$(jq -r .tx_signed_hex <<<"$output")" = "$(payment signed)" ]
	[ "$(jq -r .tx_hash <<<"$output")" = "$(payment tx_hash)" ]
	[ "$(jq -c .tx_hash_list <<<"$output")" = "[\"$(payment tx_hash)\"]" ]
	sign --yes --json --hex -o out unsigned
	[ "$(cat out)" = "$(payment signed)" ]
	[ "$(jq 'has("tx_signed_hex")' <<<"$output")" = false ]
}

@test "cold-sign without a terminal and without --yes is refused" {
	check setsid --wait "$tools/cold-sign" -w master --password=x -o out unsigned
	[ "$status" -eq 1 ]
	[ -z "$output" ]
	[[ $stderr = *"cold-sign: error: "*--yes* ]]
	[ ! -e out ]
}

@test "cold-sign on a terminal shows the review, and signs only after y or yes" {
	fee=$(cold-show -w master --password=x --json unsigned | jq .fee)
	question="Sign 1 transaction to 1 recipient, 1.250000000000 XMR, fee 0.$(printf %012d "$fee") XMR? [y/N] "
	on_terminal cold-sign -w master -o out unsigned
	answer "Password for master: " x
	answer "$question" y
	hang_up
	[ "$status" -eq 0 ]
	tr -d ' \n' <<<"$screen" | grep -q "$(payment receiver)"
	cmp out signed.bin
	rm out
	for no in n "" yea; do
		on_terminal cold-sign -w master --password=x -o out unsigned
		answer "$question" "$no"
		hang_up
		[ "$status" -eq 1 ]
		[ ! -e out ]
	done
}

@test "an answer typed before the prompt does not count" {
	mkfifo slow
	on_terminal cold-sign -w master --password=x -o out slow
	exec 8>slow # opens when the program has come to read it
	printf 'y\n' >&9
	wait_for y # its echo
	cat unsigned >&8
	exec 8>&-
	answer "XMR? [y/N] " n
	hang_up
	[ "$status" -eq 1 ]
	[ ! -e out ]
}

@test "binary data is not written to a terminal, except with -o -" {
	on_terminal cold-sign -w master --password=x --yes unsigned
	hang_up
	[ "$status" -eq 1 ]
	[[ $screen = *"cold-sign: error: binary data not written to the terminal"* ]]
	on_terminal cold-sign -w master --password=x --yes --hex unsigned
	hang_up
	[ "$status" -eq 0 ]
	[[ $screen = *$(payment signed)* ]]
	on_terminal cold-sign -w master --password=x --yes -o - unsigned
	hang_up
	[ "$status" -eq 0 ]
}

@test "unsigned data is not read from a terminal" {
	on_terminal cold-show -w master --password=x
	hang_up
	[ "$status" -eq 2 ]
}

@test "a fee above --max-fee is refused" {
	fee=$(cold-show -w master --password=x --json unsigned | jq .fee)
	sign --yes --max-fee="0.$(printf %012d "$fee")" -o out unsigned
	[ "$status" -eq 0 ]
	rm out
	sign --yes --max-fee="0.$(printf %012d $((fee - 1)))" -o out unsigned
	[ "$status" -eq 1 ]
	show --max-fee="0.$(printf %012d $((fee - 1)))" unsigned
	fails_with 1
	sign --yes --max-fee=0 -o out unsigned
	[ "$status" -eq 1 ]
	show --max-fee=0 unsigned
	fails_with 1
	show --max-fee=much unsigned
	fails_with 2
	[ ! -e out ]
}

@test "an unlock time is shown, and refused without --allow-unlock-time" {
	"$tools/../tests/respend" master x 3000000 <unsigned.bin >locked
	lock="  LOCKED  all outputs, including the change, are locked until block 3000000: the date is unknown offline"
	refused="          cold-sign requires --allow-unlock-time or, with a policy, allow_unlock_time"
	allowed="          allowed by --allow-unlock-time or the policy"
	sign --yes -o out locked
	fails_with 1
	[[ $stderr = *"locked until block 3000000"*"--allow-unlock-time"* ]]
	[ ! -e out ]
	[ "$(entries)" -eq 0 ]
	for wallet in master watch; do
		check "$tools/cold-show" -w $wallet --password=x locked
		[ "$status" -eq 0 ]
		grep -qxF "$lock" <<<"$output"
		grep -qxF "$refused" <<<"$output"
		[[ $output != *allowed* ]]
	done
	show --json locked
	[ "$(jq .transactions[0].unlock_time <<<"$output")" = 3000000 ]
	# It is refused before anything is asked.
	on_terminal cold-sign -w master --password=x -o out locked
	hang_up
	[ "$status" -eq 1 ]
	[[ $screen != *"[y/N]"* ]]

	# Who is asked is not told that it is refused.
	on_terminal cold-sign -w master --password=x --allow-unlock-time -o out locked
	answer "[y/N] " n
	hang_up
	[ "$status" -eq 1 ]
	[[ $screen = *"$allowed"* ]]
	[[ $screen != *refuse* ]]
	[ ! -e out ]
	sign --yes --allow-unlock-time -o out locked
	[ "$status" -eq 0 ]
	grep -qxF "$lock" <<<"$stderr"
	grep -qxF "$allowed" <<<"$stderr"
	[[ $stderr != *refuse* ]]
	[ "$(entries)" -eq 1 ]
	# What has no unlock time is not changed by the permission.
	sign --yes --no-journal --allow-unlock-time -o out unsigned
	[ "$status" -eq 0 ]
	cmp out signed.bin
	show --allow-unlock-time locked
	fails_with 2
}

@test "the output never replaces an input, and an error leaves no output" {
	before=$(sha256sum master unsigned words)
	for file in unsigned ./unsigned master; do
		sign --yes -o $file unsigned
		fails_with 2
	done
	check "$tools/cold-sign" -w master --password-file=words --yes -o words unsigned
	fails_with 2
	echo x >password
	"$tools/cold-sign" -w master --password-file=- --yes -o password unsigned <password 2>err || [ $? -eq 2 ]
	grep -qx 'cold-sign: error: the output would overwrite password, which is standard input' err
	[ "$(cat password)" = x ]
	[ "$(sha256sum master unsigned words)" = "$before" ]
	sign --yes -o nowhere/out unsigned
	[ "$status" -eq 7 ]
	status=0
	cold-sign -w master --password=x --yes unsigned >/dev/full 2>err || status=$?
	[ "$status" -eq 7 ]
	sign --yes --json -o - unsigned
	fails_with 2
	echo old >out
	sign --yes -o out signed
	fails_with 3
	[ "$(cat out)" = old ]
}

@test "an output through a symbolic link or a device does not replace it" {
	ln -s target link
	: >target
	sign --yes -o link unsigned
	[ "$status" -eq 0 ]
	[ -L link ]
	cmp target signed.bin
	mkfifo pipe
	cat pipe >piped &
	sign --yes -o pipe unsigned
	wait $!
	[ -p pipe ]
	cmp piped signed.bin
}

@test "an output that cannot be written is refused before anything is signed" {
	mkdir directory
	for name in nowhere/out directory unsigned/out "" "$(printf '%0250d' 0)"; do
		sign --yes -o "$name" unsigned
		fails_with 7
	done
	ln -s nowhere link
	sign --yes -o link unsigned
	fails_with 7
	[[ $stderr = *"it is a broken symbolic link" ]]
	ln -s loop loop
	sign --yes -o loop unsigned
	fails_with 7
	[[ $stderr != *"broken symbolic link" ]]
	perl -MSocket -e 'socket(S, PF_UNIX, SOCK_STREAM, 0) && bind(S, pack_sockaddr_un("socket")) or die'
	sign --yes -o socket unsigned
	fails_with 7
	[ ! -e master.signed ]
	[ ! -e nowhere ]
}

@test "corrupt, foreign and other files are bad input, without output" {
	size=$(stat -c %s unsigned.bin)
	for n in 0 1 4 10 50 $((size / 2)) $((size - 1)); do
		head -c "$n" unsigned.bin >cut
		sign --yes -o out cut
		fails_with 3
	done
	# shellcheck disable=SC2059
	for at in 0 4 5 6 7 40 $((size / 2)) $((size - 1)); do
		cp unsigned.bin flipped
		byte=$(od -An -tu1 -j "$at" -N 1 unsigned.bin)
		printf "\\x$(printf %02x $((byte ^ 16)))" | dd of=flipped bs=1 seek="$at" conv=notrunc status=none
		sign --yes -o out flipped
		fails_with 3
	done
	cat unsigned.bin unsigned.bin >double
	sign --yes -o out double
	fails_with 3
	cold-new -w other --password=x --seed-out=other-seed >/dev/null
	check "$tools/cold-sign" -w other --password=x --yes -o out unsigned
	fails_with 3
	[[ $stderr = *wallet* ]]
	cold-new -w stage --password=x --seed-file=words --network=stagenet >/dev/null
	check "$tools/cold-sign" -w stage --password=x --yes -o out unsigned
	fails_with 3
	[[ $stderr = *net* ]]
	check "$tools/cold-sign" -w watch --password=x --yes -o out unsigned
	fails_with 3
	check "$tools/cold-sign" -w master --password=y --yes -o out unsigned
	fails_with 4
	[ ! -e out ]
}

@test "an oversized file is refused" {
	truncate -s $((32 * 1024 * 1024 + 1)) big
	sign --yes -o out big
	fails_with 3
	# Before anything else is done.
	check "$tools/cold-sign" -w master --password=wrong --yes -o out big
	fails_with 3
	check "$tools/cold-show" -w master --password=wrong big
	fails_with 3
	check "$tools/wo-submit" -w watch --password=wrong big
	fails_with 3
	[ ! -e out ]
}

# How many filters a process has, by its status; nothing where the kernel does not tell.
filters() {
	sed -n 's/^Seccomp_filters:[[:space:]]*//p' "$1"
}

@test "a running cold program cannot create a socket" {
	mkfifo slow
	before=$(filters /proc/self/status) # a container has some of its own
	for command in "cold-show -w master --password=x slow" "cold-sign -w master --password=x --yes --hex slow" \
		"cold-sign --seed-file=slow --yes --hex unsigned" "cold-show -w master --password=x --policy=slow unsigned" \
		"ki-restore -w master --password-file=slow --watch-only=watch" \
		"wallet-passwd -w master --password-file=slow --new-password-file=words" \
		"cold-new -w new --password=x --seed-file=slow" "cold-export -w master --password-file=slow -o new" \
		"wo-address -w watch --password-file=slow" "wo-balance -w watch --password-file=slow"; do
		# shellcheck disable=SC2086 # several arguments
		$command >/dev/null 2>&1 3>&- &
		pid=$!
		exec 8>slow # opens when the program has come to read it
		grep -E '^(Seccomp|Seccomp_filters|NoNewPrivs):' "/proc/$pid/status" >confined
		exec 8>&-
		wait "$pid" || true
		# shellcheck disable=SC2046 # in one line
		echo "$command:" $(<confined)
		[[ $(<confined) =~ NoNewPrivs:[[:space:]]+1 ]]
		[[ $(<confined) =~ Seccomp:[[:space:]]+2 ]]
		[ "$(filters confined)" -eq "$((before + 1))" ] || [ -z "$before" ]
	done
}

@test "cold-sign and cold-show name the recipient as the owner does" {
	receiver=$(payment receiver)
	wallet-names -w master --password=x --add='Alice B.' "$receiver"
	check "$tools/cold-show" -w master --password=x unsigned
	[[ $output = *'to "Alice B." in your address book (subaddress)'* || $output = *'to "Alice B." in your address book (standard address)'* ]]
	check "$tools/cold-show" -w master --password=x --json unsigned
	[ "$(jq -r '.transactions[0].destinations[0].name' <<<"$output")" = "Alice B." ]
	check "$tools/cold-sign" -w master --password=x --yes -o out unsigned
	[ "$status" -eq 0 ]
	[[ $stderr = *'to "Alice B." in your address book'* ]]
	# The name is not part of what is signed.
	cmp out signed.bin
	# The seed phrase has no names.
	check "$tools/cold-show" --seed-file=words unsigned
	[[ $output != *Alice* ]]
}
