# tests/regtest/app.bash - instances of sneakernote, and what curl says to them.
#
#     app_start hot --wallet-file=watch --password=x --daemon-address="$RT_DAEMON"
#     rpc hot get_balance                       # the answer
#     rpc_result hot transfer '{"destinations":[...]}' | jq .tx_unsigned_hex
#     app_end hot TERM                          # sets APP_STATUS
#
# Needs lib.bash and a regtest_start before it, whose guard ends instances that nobody ended. An instance NAME
# leaves $RT_DIR/app/NAME.{port,pid,out,err,status}.

tools=${SN_BUILDDIR:-$BATS_TEST_DIRNAME/../..}/tools

# A port that looks free at the moment.
app_free_port() {
	local port
	while port=$((20000 + (RANDOM * 32768 + RANDOM) % 12760)) && rt_is_listening "$port"; do :; done
	echo "$port"
}

# app_start NAME OPTION...: sneakernote that serves RPC on a free port; returns once it listens.
app_start() {
	local name=$1 dir=$RT_DIR/app attempt
	shift
	mkdir -p "$dir"
	for _ in 1 2 3; do
		app_launch "$name" "$(app_free_port)" "$@"
		app_wait "$name" && return
		# The one failure that another port may cure: somebody was quicker.
		grep -qi "in use" "$dir/$name.err" || break
	done
	echo "sneakernote $* does not listen; exit $(app_status "$name"): $(<"$dir/$name.err")" >&2
	return 1
}

# app_launch NAME PORT OPTION...: does not wait. What bash starts in the background ignores SIGINT, hence env.
app_launch() {
	local name=$1 port=$2 file=$RT_DIR/app/$1
	shift 2
	rm -f "$file.status" "$file.pid"
	echo "$port" >"$file.port"
	(
		status=0
		env --default-signal "$tools/sneakernote" --rpc-bind-ip=127.0.0.1 --rpc-bind-port="$port" "$@" &
		pid=$!
		echo "$pid" >"$RT_DIR/pids/app.$name"
		echo "$BASHPID" >"$RT_DIR/pids/app.$name.wait"
		echo "$pid" >"$file.pid"
		wait "$pid" || status=$?
		rm -f "$RT_DIR/pids/app.$name" "$RT_DIR/pids/app.$name.wait"
		echo "$status" >"$file.status.new"
		mv "$file.status.new" "$file.status"
	) </dev/null >"$file.out" 2>"$file.err" 3>&- &
	disown
}

# Until it listens; false when it ended instead.
app_wait() {
	local file=$RT_DIR/app/$1 deadline=$((SECONDS + 30))
	while [ ! -e "$file.status" ] && ((SECONDS < deadline)); do
		if [ -s "$file.pid" ] && rt_process_listens "$(<"$file.pid")" "$(<"$file.port")"; then
			return 0
		fi
		sleep 0.02
	done
	return 1
}

# Once it has ended.
app_status() {
	local deadline=$((SECONDS + 30))
	while [ ! -e "$RT_DIR/app/$1.status" ]; do
		((SECONDS < deadline)) || { echo "does not end"; return 1; }
		sleep 0.02
	done
	cat "$RT_DIR/app/$1.status"
}

# app_signal NAME SIGNAL, app_end NAME [SIGNAL]: the latter waits and sets APP_STATUS.
app_signal() {
	kill -s "$2" "$(<"$RT_DIR/app/$1.pid")"
}

app_end() {
	app_signal "$1" "${2:-TERM}"
	APP_STATUS=$(app_status "$1")
}

app_is_running() {
	[ -e "$RT_DIR/app/$1.pid" ] && [ ! -e "$RT_DIR/app/$1.status" ]
}

app_url() {
	echo "http://127.0.0.1:$(<"$RT_DIR/app/$1.port")/json_rpc"
}

# rpc NAME METHOD [PARAMS]: a call with the headers of the specification; the whole answer.
rpc() {
	local request=$RT_DIR/app/request.$BASHPID body="{\"jsonrpc\":\"2.0\",\"id\":\"0\",\"method\":\"$2\",\"params\":${3:-"{}"}}"
	# By way of a file: a transaction may be longer than one argument can be.
	printf '%s' "$body" >"$request"
	curl --silent --show-error --noproxy '*' --max-time 120 "$(app_url "$1")" \
		--data-binary "@$request" -H 'content-type: application/json'
}

# rpc_result NAME METHOD [PARAMS]: the result; an error goes to stderr.
rpc_result() {
	local answer
	answer=$(rpc "$@") || return
	if jq -e 'has("error")' <<<"$answer" >/dev/null; then
		echo "$1: $2: $(jq -c .error <<<"$answer")" >&2
		return 1
	fi
	jq -c .result <<<"$answer"
}

# rpc_fails CODE NAME METHOD [PARAMS]: an error with this code and a message. Sets MESSAGE and HINT.
rpc_fails() {
	local code=$1 answer
	shift
	answer=$(rpc "$@") || return
	MESSAGE=$(jq -r .error.message <<<"$answer")
	HINT=$(jq -r '.error.data.hint // ""' <<<"$answer")
	if [ "$(jq -c '[.error.code, has("result"), .id]' <<<"$answer")" != "[$code,false,\"0\"]" ] || [ -z "$MESSAGE" ]; then
		echo "$1: $2 ${3:-}: should be error $code, is $answer"
		return 1
	fi
}

# http_status NAME CURL-ARGUMENT...: what is posted to NAME with these is answered with.
http_status() {
	local name=$1
	shift
	curl --silent --output "$RT_DIR/app/body" --write-out '%{http_code}' --noproxy '*' --max-time 60 \
		"$@" "$(app_url "$name")"
}

# equal WHAT IS WANT
equal() {
	if [ "$2" != "$3" ]; then
		echo "$1: is $2, should be $3"
		return 1
	fi
}
