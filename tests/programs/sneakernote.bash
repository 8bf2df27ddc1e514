# tests/programs/sneakernote.bash - wallets, a console, a server and a silent daemon for the tests of sneakernote.

sneakernote_files() {
	PATH=$tools:$PATH
	program=sneakernote
	mkdir "$BATS_TEST_TMPDIR/here"
	cd "$BATS_TEST_TMPDIR/here" || return
}

sneakernote_end() {
	local pid
	for pid in ${server:-} ${bad_daemon:-}; do
		kill -KILL "$pid" 2>/dev/null || true
	done
}

payment() {
	sed -n "s/^$1 //p" "$BATS_TEST_DIRNAME/../vectors/payment.txt"
}

# A used master wallet, and an unsigned payment that it can sign.
master() {
	payment words >words
	payment unsigned >monero_tx_unsigned
	cold-new -w master --password=x --seed-file=words >address
	# A first attempt to sign begins its journal.
	echo 'sign_transfer words none' | sneakernote -w master --password=x --offline-mode --yes || [ $? -eq 3 ]
	[ ! -e none ]
}

watch() {
	cold-export -w master --password=x --watch-password=y -o watch 2>/dev/null
}

# commands INPUT [OPTION]...: piped into the console of the offline master wallet.
commands() {
	local input=$1
	shift
	# shellcheck disable=SC2059 # escape sequences
	run --separate-stderr sneakernote --wallet-file=master --password=x --offline-mode "$@" < <(printf "$input")
	echo "$input -> $status"
	echo "stdout: $output"
	# shellcheck disable=SC2154 # bats sets it
	echo "stderr: $stderr"
}

# Start the server of the offline master wallet: `server`, `url`.
serve() {
	serve_with -w master --password=x --offline-mode "$@"
}

serve_with() {
	local tries=0
	rm -f said # of an earlier one
	env --default-signal "$tools/sneakernote" --rpc-bind-port=0 "$@" 2>said 3>&- &
	server=$!
	until url=$(grep -o 'http://.*' said); do
		tries=$((tries + 1))
		[ "$tries" -lt 200 ]
		sleep 0.05
	done
}

# ask BODY: of the server; `answer`.
ask() {
	answer=$(curl -sS -H 'content-type: application/json' --data-binary "$1" "$url")
	echo "$answer"
}

end() {
	kill "-$1" "$server"
	status=0
	wait "$server" || status=$?
	server=
	cat said
	[ "$status" -eq 0 ]
}

# A daemon that takes requests and never answers: `silent`, HOST:PORT.
silent_daemon() {
	local deadline=$((SECONDS + 10))
	"$tools/../tests/regtest/bad-daemon" silent >port 2>/dev/null 3>&- &
	bad_daemon=$!
	until read -r port 2>/dev/null <port; do
		((SECONDS < deadline)) || return 1
		sleep 0.05
	done
	silent=127.0.0.1:$port
}

# within SECONDS COMMAND...
within() {
	local start=${EPOCHREALTIME/./}
	"${@:2}" || return
	local took=$((${EPOCHREALTIME/./} - start))
	echo "$took microseconds: ${*:2}"
	[ "$took" -lt $(($1 * 1000000)) ]
}

call() {
	ask "{\"jsonrpc\":\"2.0\",\"id\":\"0\",\"method\":\"$1\",\"params\":${2:-"{}"}}"
}
