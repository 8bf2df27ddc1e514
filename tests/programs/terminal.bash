# tests/programs/terminal.bash - run a program on a terminal of its own, and answer its prompts.
#
#     on_terminal cold-sign -w master unsigned
#     answer "Password for" "secret"
#     answer "Sign 1 transaction" y
#     hang_up                              # sets `status`, and `screen`: everything that was shown

on_terminal() {
	local command
	printf -v command '%q ' "$@"
	mkfifo "$BATS_TEST_TMPDIR/keyboard"
	: >"$BATS_TEST_TMPDIR/screen"
	# What bash starts in the background ignores SIGINT, and so would all of its children. exec, since a
	# shell that waits for the program would be what ctrl+c ends. %q quotes for bash.
	env --default-signal SHELL="$BASH" timeout 60 script --quiet --flush --return --command "exec $command" /dev/null \
		<"$BATS_TEST_TMPDIR/keyboard" >"$BATS_TEST_TMPDIR/screen" 2>&1 3>&- &
	terminal=$!
	exec 9>"$BATS_TEST_TMPDIR/keyboard"
	seen=0
}

# answer PROMPT LINE: wait until PROMPT is on the screen, after the earlier answers; then type LINE. A program
# discards keys that are typed before its prompt.
answer() {
	wait_for "$1"
	printf '%s\n' "$2" >&9
}

wait_for() {
	# Bytes, which is what `seen` counts; and with characters bash takes minutes for a screen full of blocks.
	local deadline=$((SECONDS + 20)) rest before LC_ALL=C
	while ((SECONDS < deadline)); do
		rest=$(tail -c +$((seen + 1)) "$BATS_TEST_TMPDIR/screen")
		if [[ $rest == *"$1"* ]]; then
			before=${rest%%"$1"*}
			seen=$((seen + ${#before} + ${#1}))
			return 0
		fi
		sleep 0.05
	done
	echo "never asked \"$1\"; the screen shows:"
	cat "$BATS_TEST_TMPDIR/screen"
	return 1
}

hang_up() {
	status=0
	wait "$terminal" || status=$?
	exec 9>&-
	screen=$(tr -d '\r' <"$BATS_TEST_TMPDIR/screen")
	rm -f "$BATS_TEST_TMPDIR/keyboard"
	echo "exit $status, the screen shows:"
	echo "$screen"
}
