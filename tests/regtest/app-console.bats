# sneakernote's console: the cold-signing flow on a terminal and by a pipe, and how a terminal is treated.

bats_require_minimum_version 1.5.0

. "$BATS_TEST_DIRNAME/lib.bash"
. "$BATS_TEST_DIRNAME/wallets.bash"
. "$BATS_TEST_DIRNAME/app.bash"
. "$BATS_TEST_DIRNAME/../programs/terminal.bash"

setup_file() {
	chain_with_peer payee
	mkdir "$RT_DIR/app" "$RT_DIR/cold" "$RT_DIR/hot"
	export ADDRESS
	ADDRESS=$("$tools/cold-new" -w "$RT_DIR/cold/master" --password=x --seed-out="$RT_DIR/seed" --restore-height=0 2>/dev/null | tail -n 1)
	"$tools/cold-export" -w "$RT_DIR/cold/master" --password=x --watch-password=y -o "$RT_DIR/hot/watch" 2>/dev/null
	regtest_mine "$ADDRESS" 4
	regtest_mine "$MINER" 76
}

teardown_file() {
	regtest_stop
}

setup() {
	PATH=$tools:$PATH
	unset HOME XDG_STATE_HOME XDG_DATA_HOME # no history of whoever runs this is touched
	cd "$RT_DIR/hot"
}

PROMPT=']: ' # [wallet 4xxxxx]:

# The watch-only and the master wallet on a terminal, up to the first prompt.
hot_terminal() {
	cd "$RT_DIR/hot"
	on_terminal sneakernote --wallet-file=watch --daemon-address="$RT_DAEMON" "$@"
	answer "Password for watch: " y
}

cold_terminal() {
	cd "$RT_DIR/cold"
	on_terminal sneakernote --wallet-file=master --offline-mode "$@"
	answer "Password for master: " x
}

# do_line LINE: at the next prompt.
do_line() {
	answer "$PROMPT" "$1"
}

leave() {
	do_line exit
	hang_up
	[ "$status" -eq 0 ]
}

# piped LINES OPTION...: commands by a pipe. Sets `status`, `output`, `stderr`.
piped() {
	local lines=$1
	shift
	printf '%b' "$lines" >"$BATS_TEST_TMPDIR/lines"
	run --separate-stderr bash -c 'cat "$0" | "$@"' "$BATS_TEST_TMPDIR/lines" "$tools/sneakernote" "$@"
	echo "exit $status; stdout: $output"
	# shellcheck disable=SC2154 # bats sets it
	echo "stderr: $stderr"
}

hot_piped() {
	piped "$1" --wallet-file=watch --password=y --daemon-address="$RT_DAEMON"
}

# Balance in piconero, by the file alone.
balance() {
	"$tools/wo-balance" -w "$RT_DIR/hot/watch" --password=y --json | jq .balance
}

# ---- the flow ------------------------------------------------------------------------------------------

@test "transfer, sign_transfer, submit_transfer on terminals" {
	hot_terminal
	do_line refresh
	do_line balance
	do_line "transfer $MINER 1.25"
	answer "Prepare 1 transaction of 1.250000000000 XMR, fee about 0.0" n
	wait_for "not confirmed; nothing was prepared"
	[ ! -e monero_tx_unsigned ]
	do_line "transfer $MINER 1.25"
	answer "Prepare 1 transaction" y
	leave
	[[ $screen = *140.* ]] # four coinbases
	[ "$(stat -c %a monero_tx_unsigned)" = 600 ]
	before=$(balance)

	cold_terminal
	mv "$RT_DIR/hot/monero_tx_unsigned" .
	do_line describe_transfer
	wait_for 1.25
	do_line sign_transfer
	wait_for 1.25 # what is asked about is shown
	answer "Sign 1 transaction" y
	leave
	[ "$(stat -c %a monero_tx_signed)" = 600 ]

	mv monero_tx_signed "$RT_DIR/hot"
	hot_terminal
	do_line submit_transfer
	leave
	hash=$(regtest_pool)
	[ -n "$hash" ]
	[[ $screen = *"$hash"* ]]
	[ -s watch.outkey2ki ]
	fee=$(regtest_transaction "$hash" | jq .rct_signatures.txnFee)
	regtest_mine "$MINER" 1
	peer_refresh
	equal "the payee's receipt" "$(peer_received "$hash")" "1250000000000 0000000000000000 $MINER"
	hot_piped 'refresh\n'
	[ "$status" -eq 0 ]
	equal "balance" "$(balance)" $((before - 1250000000000 - fee))
}

@test "after the answer no, nothing is signed" {
	hot_piped "transfer $MINER 0.5\n"
	[ "$status" -eq 0 ]
	mv monero_tx_unsigned "$RT_DIR/cold"
	rm -f "$RT_DIR/cold/monero_tx_signed"
	cold_terminal
	do_line sign_transfer
	answer "Sign 1 transaction" n
	leave
	[ ! -e monero_tx_signed ]
	rm monero_tx_unsigned
}

@test "sign_transfer and submit_transfer accept other file names" {
	hot_piped "transfer $MINER 0.25\n"
	mv monero_tx_unsigned "$RT_DIR/cold/in file"
	cd "$RT_DIR/cold"
	piped 'sign_transfer "in file" out\n' --wallet-file=master --password=x --offline-mode --yes
	[ "$status" -eq 0 ]
	mv out "$RT_DIR/hot"
	cd "$RT_DIR/hot"
	hot_piped 'submit_transfer out\n'
	[ "$status" -eq 0 ]
	equal "the pool" "$(regtest_pool)" "$(grep -oE '[0-9a-f]{64}' <<<"$output")"
	regtest_mine "$MINER" 1
}

@test "an unsigned payment is not overwritten; --output selects another file" {
	cd "$RT_DIR/hot"
	hot_piped "transfer --output=mine $MINER 0.1\n"
	[ "$status" -eq 0 ]
	[[ $output = *"saved to mine" ]]
	[ ! -e monero_tx_unsigned ]
	id=$(grep -oE 'payment [0-9]+' <<<"$output" | head -n 1 | tr -dc 0-9)
	first=$(sha256sum mine)
	hot_piped "transfer --output=mine $MINER 0.2\n"
	[ "$status" -eq 1 ]
	[[ $stderr = *"mine has payment $id, "*"release $id"* ]]
	[ "$(sha256sum mine)" = "$first" ]
	# Released, it is in nobody's way any more. It is a line of the history only for who asks.
	hot_piped "release $id\ntransfer --output=mine $MINER 0.2\nrelease all\nhistory\n"
	[ "$status" -eq 0 ]
	[[ $output = *"replacing an earlier file"* && $output != *" released "* ]]
	[ "$(sha256sum mine)" != "$first" ]
	hot_piped "show_transfers --all\n"
	[[ $output = *" released "* ]]
	rm mine
	for option in --output= --output=-; do
		hot_piped "transfer $option $MINER 0.2\n"
		[ "$status" -eq 2 ]
	done
}

@test "save_watch_only prints the file name, and the password opens the file" {
	cd "$RT_DIR/cold"
	piped 'save_watch_only copy SECRET\nexit\n' --wallet-file=master --password=x --offline-mode
	[ "$status" -eq 0 ]
	[[ $output$stderr = *"stored to copy"* ]]
	[ "$(wo-address -w copy --password=SECRET)" = "$ADDRESS" ]
	piped 'save_watch_only copy SECRET\n' --wallet-file=master --password=x --offline-mode
	[ "$status" -eq 1 ] # no file is overwritten
}

@test "an online master wallet broadcasts transfer and sweep_all after confirmation" {
	cp "$RT_DIR/cold/master" "$RT_DIR/cold/online"
	cd "$RT_DIR/cold"
	on_terminal sneakernote --wallet-file=online --daemon-address="$RT_DAEMON"
	answer "Password for online: " x
	do_line refresh
	do_line "transfer $MINER 2"
	answer "1 transaction" y
	leave
	hash=$(regtest_pool)
	[[ $screen = *"$hash"* ]]
	regtest_mine "$MINER" 61
	peer_refresh
	equal "the payee's receipt" "$(peer_received "$hash")" "$((2 * XMR)) 0000000000000000 $MINER"
	piped "refresh\nsweep_all $MINER\n" --wallet-file=online --password=x --daemon-address="$RT_DAEMON" --yes
	[ "$status" -eq 0 ]
	equal "the pool" "$(regtest_pool)" "$(grep -oE '[0-9a-f]{64}' <<<"$output")"
	regtest_mine "$MINER" 1
	hot_piped 'refresh\n'
}

# ---- by a pipe --------------------------------------------------------------------------------------------

@test "piped commands print results without prompt and colour, and exit 0" {
	hot_piped 'refresh\nbalance\naddress\nhistory\nexit\nnonsense\n'
	[ "$status" -eq 0 ]
	[[ $output = *"$ADDRESS"* ]]
	[[ $output$stderr != *"$PROMPT"* && $output$stderr != *$'\033'* && $output$stderr != *nonsense* ]]
	hot_piped 'address' # no newline at the end
	[ "$status" -eq 0 ]
	[ "$output" = "$ADDRESS" ]
	hot_piped ''
	[ "$status" -eq 0 ]
	[ -z "$output" ]
}

@test "a payment request is the one of wo-address" {
	hot_piped 'make_uri 1.25\nmake_uri 0.5 0/3 "Invoice 7"\n'
	[ "$output" = "$(
		wo-address -w watch --password=y --amount=1.25
		wo-address -w watch --password=y --index=3 --amount=0.5 --description='Invoice 7'
	)" ]
	hot_piped 'make_uri 0\n'
	[ "$status" -eq 2 ]
	[ -z "$output" ]
}

@test "the first failed command of a pipe ends the run with its exit status" {
	while read -r code line; do
		hot_piped "$line\naddress\n"
		echo "$line: $status, should be $code"
		[ "$status" -eq "$code" ]
		[ -z "$output" ]
		[[ $stderr = *"error: "* ]]
	done <<-END
		2 nonsense
		2 transfer
		2 balance surplus
		2 transfer $ADDRESS 1,5
		3 transfer 4nonsense 1
		1 transfer $ADDRESS 10000000
		7 submit_transfer nowhere
		3 submit_transfer watch
		3 sign_transfer watch
	END
	piped 'refresh\naddress\n' --wallet-file=watch --password=y --offline-mode
	[ "$status" -eq 2 ]
	piped 'refresh\naddress\n' --wallet-file=watch --password=y --daemon-address=127.0.0.1:1
	[ "$status" -eq 5 ]
	# Nobody is there to answer, so nothing is signed.
	cd "$RT_DIR/cold"
	hot_unsigned
	piped 'sign_transfer\n' --wallet-file=master --password=x --offline-mode
	[ "$status" -eq 1 ]
	[ ! -e monero_tx_signed ]
}

# An unsigned file in the current directory, of a payment that is released again.
hot_unsigned() {
	rm -f monero_tx_unsigned
	"$tools/wo-transfer" -w "$RT_DIR/hot/watch" --password=y --daemon-address="$RT_DAEMON" -o monero_tx_unsigned \
		"$MINER" 0.1 2>/dev/null
	"$tools/wo-transfer" -w "$RT_DIR/hot/watch" --password=y --daemon-address="$RT_DAEMON" --release-all 2>/dev/null
}

# last_child PID: what it started, or what that started, and so on.
last_child() {
	local pid=$1 child
	while child=$(pgrep -P "$pid"); do
		pid=$child
	done
	echo "$pid"
}

# ---- a terminal ---------------------------------------------------------------------------------------------

@test "an error leaves the console open; help, and help of a command" {
	hot_terminal
	do_line nonsense
	wait_for nonsense
	do_line help
	do_line "help transfer"
	do_line "transfer $ADDRESS 10000000"
	leave
	for command in address balance refresh transfer sweep_all sign_transfer submit_transfer describe_transfer \
		save_watch_only history store help exit; do
		[[ $screen = *"$command"* ]]
	done
}

@test "commands and file names are completed" {
	hot_terminal
	wait_for "$PROMPT"
	printf 'addr\t\n' >&9
	wait_for "$ADDRESS"
	cp watch "a file that is no transaction"
	wait_for "$PROMPT"
	printf 'submit_transfer a\\ fi\t\n' >&9
	wait_for "that\\ is\\ no\\ transaction"
	leave
	rm "a file that is no transaction"
}

@test "the offline console cannot create a socket" {
	cold_terminal
	wait_for "$PROMPT"
	pid=$(last_child "$terminal")
	[ "$(cat "/proc/$pid/comm")" = sneakernote ]
	grep -E '^Seccomp:[[:space:]]+2$' "/proc/$pid/status"
	run ! grep -q socket: <<<"$(readlink "/proc/$pid/fd"/*)"
	printf 'exit\n' >&9
	hang_up
	[ "$status" -eq 0 ]
}

@test "Ctrl+C, Ctrl+D, SIGTERM and SIGHUP at the prompt store the wallet and exit 0" {
	height=$("$tools/wo-balance" -w watch --password=y --json | jq .height)
	for key in '\003' '\004'; do
		regtest_mine "$MINER" 1
		hot_terminal
		do_line refresh
		wait_for "$((++height))"
		wait_for "$PROMPT"
		printf "$key" >&9
		hang_up
		[ "$status" -eq 0 ]
		equal "height" "$("$tools/wo-balance" -w watch --password=y --json | jq .height)" "$height"
	done
	for signal in TERM HUP; do
		hot_terminal
		wait_for "$PROMPT"
		kill -s "$signal" "$(last_child "$terminal")"
		hang_up
		[ "$status" -eq 0 ]
	done
}
