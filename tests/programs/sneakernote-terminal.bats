# The console of sneakernote on a terminal.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/terminal.bash"
	. "$BATS_TEST_DIRNAME/sneakernote.bash"
	sneakernote_files
}

teardown() {
	sneakernote_end
}

@test "on a terminal, the console continues after errors and ends with Ctrl+D" {
	master
	on_terminal sneakernote -w master --password=x --offline-mode
	answer "]: " unknown
	wait_for "sneakernote: error: unknown command"
	answer "]: " "address"
	wait_for "$(<address)"
	wait_for "]: "
	printf '\004' >&9
	hang_up
	[ "$status" -eq 0 ]
	[[ $screen = *"[wallet $(head -c 6 address)]: "* ]]
}

@test "at the prompt, Ctrl+C, SIGTERM and SIGHUP end the console with exit status 0" {
	master
	for signal in INT TERM HUP; do
		on_terminal bash -c 'echo $$ >pid; exec sneakernote -w master --password=x --offline-mode'
		wait_for "]: "
		printf 'addr' >&9
		wait_for addr
		if [ $signal = INT ]; then
			printf '\003' >&9
		else
			kill -$signal "$(<pid)"
		fi
		hang_up
		[ "$status" -eq 0 ]
		[[ $screen != *error* ]]
	done
}

@test "at the prompt, Ctrl+C ends the console before it runs a command typed at the same time" {
	master
	on_terminal sneakernote -w master --password=x --offline-mode
	wait_for "]: "
	sleep 0.5
	printf '\003status\n' >&9
	hang_up
	[ "$status" -eq 0 ]
	[[ $screen != *"role       master"* ]]
}

@test "on a terminal, sign_transfer shows the review and obeys yes, no and Ctrl+C" {
	master
	on_terminal sneakernote -w master --password=x --offline-mode
	answer "]: " sign_transfer
	wait_for "warning: the signing journal $PWD/master.signed is empty"
	wait_for "1.250000000000 XMR"
	answer "Sign 1 transaction to 1 recipient, 1.250000000000 XMR" n
	wait_for "error: not confirmed"
	answer "]: " sign_transfer
	wait_for "Sign 1 transaction"
	wait_for "[y/N] "
	printf '\003' >&9
	wait_for "error: interrupted"
	wait_for "]: "
	[ ! -e monero_tx_signed ]
	printf 'sign_transfer\n' >&9
	answer "Sign 1 transaction" y
	wait_for "Signed transaction saved to monero_tx_signed"
	answer "]: " exit
	hang_up
	[ "$status" -eq 0 ]
	xxd -p -c 0 monero_tx_signed | tr -d '\n' | cmp - <(payment signed | tr -d '\n')
}

@test "on a terminal, lines without passwords are completed and remembered, in memory only" {
	master
	mkdir home "our folder"
	cp monero_tx_unsigned "our folder/pay me"
	HOME=$PWD/home on_terminal sneakernote -w master --password=x --offline-mode
	wait_for "]: "
	printf 'describe_t\to\t\t\n' >&9 # describe_transfer our\ folder/pay\ me
	wait_for "1.250000000000 XMR"
	answer "]: " "save_watch_only one hidden-word"
	wait_for "stored to one"
	answer "]: " "save_watch_only two"
	answer "New password for two: " "unseen-word"
	answer "Repeat the new password for" "unseen-word"
	wait_for "stored to two"
	wait_for "]: "
	printf '\020\001\013address\n' >&9 # back: the one without a password; to its begin, cut, another
	wait_for "$(<address)"
	wait_for "]: "
	printf '\020\020\020\005#\n' >&9
	wait_for "]: "
	printf 'history --a\t1\n' >&9 # history --all 1
	wait_for "an offline master wallet does not know its history"
	answer "]: " seed
	wait_for "the console does not show the seed phrase"
	wait_for "]: "
	printf 'exit\n' >&9
	hang_up
	[ "$status" -eq 0 ]
	[ "$(grep -o hidden-word <<<"$screen" | wc -l)" -eq 1 ]
	[[ $screen != *unseen-word* ]]
	[ -z "$(ls -A home)" ]
	[ "$(wo-address -w two --password=unseen-word)" = "$(<address)" ]
}

@test "on a terminal, control characters of file names are not printed" {
	master
	touch $'pay\e]0;gotcha\a.bin' $'pay\nme' $'evil\xc2\x9b2Jname' "pay us"
	on_terminal sneakernote -w master --password=x --offline-mode
	wait_for "]: "
	printf 'describe_transfer pa\t\t' >&9 # inserts "y", then lists the candidates
	wait_for "pay?me  pay?]0;gotcha?.bin  pay us"
	printf '\025describe_transfer ev\t\t' >&9
	wait_for "evil??2Jname"
	printf '\025exit\n' >&9
	hang_up
	[ "$status" -eq 0 ]
	[[ $screen != *$'\e]0;'* && $screen != *$'\xc2\x9b'* ]]
}

# How often a word stands in the memory that a process can write, in whatever width its characters are.
count_in_memory() {
	local pid=$1 word=$2 range mode from to
	while read -r range mode _; do
		[[ $mode = rw* ]] || continue
		from=$((16#${range%-*} / 4096)) to=$((16#${range#*-} / 4096))
		dd if="/proc/$pid/mem" bs=4096 skip="$from" count=$((to - from)) status=none 2>&1 || true
	done <"/proc/$pid/maps" | tr -d '\0' | grep -aoF -- "$word" | wc -l
}

# no_copy_remains TERM
no_copy_remains() {
	local word
	master
	mkdir -m 700 ffffffffffffffffffffffffffff
	on_terminal env TERM="$1" bash -c 'echo $$ >pid; exec sneakernote -w master --password=x --offline-mode'
	# One that fits the screen's width, and one that does not; completion, which looks at the line, comes in too.
	answer "]: " "save_watch_only one hidden-word"
	wait_for "stored to one"
	wait_for "]: "
	printf 'save_watch_only ff\ttwo unseen-word-%s-wrapped-word\t!!\177\177\n' "$(printf '%02d' {1..40})" >&9
	wait_for "stored to ffff"
	wait_for "]: "
	if [ "$(count_in_memory "$(<pid)" "[wallet ")" -eq 0 ]; then
		printf 'exit\n' >&9
		hang_up
		skip "another process' memory cannot be read here"
	fi
	for word in hidden-word unseen-word wrapped-word; do
		echo "$word: $(count_in_memory "$(<pid)" "$word")"
		[ "$(count_in_memory "$(<pid)" "$word")" -eq 0 ]
	done
	printf 'exit\n' >&9
	hang_up
	[ "$status" -eq 0 ]
}

@test "on a terminal, no copy of a typed password remains in memory" {
	no_copy_remains xterm
}

@test "on a dumb terminal, no copy of a typed password remains in memory" {
	no_copy_remains dumb
}

@test "on a terminal, log lines appear above the prompt" {
	master
	watch
	on_terminal sneakernote -w watch --password=y --daemon-address=127.0.0.1:1
	wait_for "sneakernote: warning: cannot connect to the daemon at 127.0.0.1:1: "
	wait_for "]: "
	printf 'exit\n' >&9
	hang_up
	[ "$status" -eq 0 ]
}

@test "a silent daemon does not delay exit, a second Ctrl+C or a second signal" {
	master
	watch
	silent_daemon
	on_terminal sneakernote -w watch --password=y --daemon-address="$silent"
	answer "]: " status
	wait_for "not connected yet"
	answer "]: " exit
	start=$SECONDS
	hang_up
	[ "$status" -eq 0 ]
	[ $((SECONDS - start)) -lt 10 ]

	# The first signal ends a refresh; a payment continues until the second.
	on_terminal sneakernote -w watch --password=y --daemon-address="$silent"
	answer "]: " refresh
	sleep 0.5
	printf '\003' >&9
	wait_for "interrupted; the scanned blocks are stored"
	answer "]: " "transfer $(payment receiver) 1"
	sleep 0.5
	printf '\003' >&9
	sleep 1.5
	printf '\003' >&9
	start=$SECONDS
	hang_up
	[ "$status" -eq 0 ]
	[[ $screen = *"error: the request to the daemon at $silent was interrupted"* ]]
	[ $((SECONDS - start)) -lt 10 ]

	env --default-signal "$tools/sneakernote" -w watch --password=y --daemon-address="$silent" --resync-and-exit \
		2>said 3>&- &
	server=$!
	sleep 1 # until it asks
	kill -TERM "$server"
	sleep 0.6
	kill -TERM "$server"
	start=$SECONDS
	status=0
	wait "$server" || status=$?
	server=
	cat said
	[ "$status" -eq 5 ]
	[ $((SECONDS - start)) -lt 10 ]
	wo-address -w watch --password=y # as it was
}
