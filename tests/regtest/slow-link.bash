# tests/regtest/slow-link.bash - a slow link in front of the daemon of lib.bash (tests/regtest/slow-link.c).

# slow_link BITS-PER-SECOND DELAY-MS [BREAK-BYTES [BREAKS]]: sets LINK, its address.
slow_link() {
	local port deadline=$((SECONDS + 10))
	: >"$RT_DIR/slow-link"
	"${SN_BUILDDIR:-$BATS_TEST_DIRNAME/../..}/tests/regtest/slow-link" "${RT_DAEMON#*:}" "$@" \
		</dev/null >"$RT_DIR/slow-link" 2>"$RT_DIR/slow-link.err" 3>&- &
	echo $! >"$RT_DIR/pids/slow-link"
	disown
	until read -r port <"$RT_DIR/slow-link"; do
		((SECONDS < deadline)) || return 1
		sleep 0.05
	done
	# shellcheck disable=SC2034 # for the caller
	LINK=127.0.0.1:$port
}

# End it. Sets LINK_BYTES that the daemon sent, LINK_MS that the link needed for them, and LINK_BREAKS.
slow_link_end() {
	local deadline=$((SECONDS + 10))
	kill -TERM "$(<"$RT_DIR/pids/slow-link")"
	until (($(wc -l <"$RT_DIR/slow-link") == 2)); do
		((SECONDS < deadline)) || return 1
		sleep 0.05
	done
	rm "$RT_DIR/pids/slow-link"
	# shellcheck disable=SC2034 # for the caller
	read -r LINK_BYTES LINK_MS LINK_BREAKS < <(tail -n 1 "$RT_DIR/slow-link")
}
