# The HTTP of sneakernote's server, and its JSON-RPC, on an offline master wallet. tests/regtest/app-rpc.bats has the methods.

call='{"jsonrpc":"2.0","id":"0","method":"get_address"}'
json_type='content-type: application/json'

setup_file() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	cd "$BATS_FILE_TMPDIR"
	sed -n "s/^words //p" "$BATS_TEST_DIRNAME/../vectors/payment.txt" >words
	"$tools/cold-new" -w master --password=x --seed-file=words >address
}

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/sneakernote.bash"
	. "$BATS_TEST_DIRNAME/../regtest/app.bash" # equal
	sneakernote_files
	cp "$BATS_FILE_TMPDIR"/{address,master} .
}

teardown() {
	sneakernote_end
}

# status_of CURL-ARGUMENT...: the HTTP status of the answer, whose body is in the file `body`.
status_of() {
	curl --silent --output body --write-out '%{http_code}' --noproxy '*' --max-time 60 "$@" "$url"
}

@test "HTTP: anything except a POST of JSON to /json_rpc on this host is refused" {
	serve
	port=${url##*:}
	port=${port%%/*}
	[ "$(status_of -H "$json_type" --data-binary "$call")" = 200 ]
	[ "$(status_of -H "$json_type; charset=utf-8" --data-binary "$call")" = 200 ]
	for path in "" /json_rpc/ /jsonrpc /json_rpc2; do
		equal "POST $path" "$(curl --silent -o /dev/null -w '%{http_code}' --noproxy '*' -H "$json_type" \
			--data-binary "$call" "${url%/json_rpc}$path")" 404
	done
	for method in GET PUT DELETE OPTIONS HEAD; do
		body=(--data-binary "$call")
		[ "$method" != HEAD ] || body=(--head)
		equal "$method" "$(status_of -X "$method" -H "$json_type" "${body[@]}")" 405
	done
	for type in text/plain application/x-www-form-urlencoded multipart/form-data application/jsonx ""; do
		equal "content type $type" "$(status_of -H "content-type:${type:+ $type}" --data-binary "$call")" 415
	done
	for host in evil.example "evil.example:$port" 127.0.0.1.evil.example; do
		equal "Host: $host" "$(status_of -H "$json_type" -H "Host: $host" --data-binary "$call")" 403
	done
	equal "with an origin" "$(status_of -H "$json_type" -H "Origin: http://127.0.0.1" --data-binary "$call")" 403
	[ "$(status_of -H "$json_type" -H "Host: localhost:$port" --data-binary "$call")" = 200 ]
	end TERM
}

@test "HTTP: a body of the maximum size is read, one byte more is 413, with or without Content-Length" {
	serve
	head -c 34603008 /dev/zero | tr '\0' ' ' >sent
	printf '%s' "$call" | dd of=sent conv=notrunc status=none
	[ "$(status_of -H "$json_type" --data-binary @sent)" = 200 ]
	[ "$(jq -r .result.address body)" = "$(<address)" ]
	printf ' ' >>sent
	[ "$(status_of -H "$json_type" --data-binary @sent)" = 413 ]
	[ "$(status_of -H "$json_type" -H 'transfer-encoding: chunked' --data-binary @sent)" = 413 ]
	[ "$(status_of -H "$json_type" --data-binary "$call")" = 200 ]
	end TERM
}

@test "HTTP: --rpc-login requires a digest login" {
	serve --rpc-login=user:secret --rpc-host=wallet.example
	[ "$(status_of -H "$json_type" --data-binary "$call")" = 401 ]
	[ "$(status_of -H "$json_type" -H "Host: wallet.example" --data-binary "$call")" = 401 ]
	[ "$(status_of -H "$json_type" -H "Host: evil.example" --data-binary "$call")" = 403 ]
	[ "$(status_of -H "$json_type" --data-binary "$call" --digest --user user:wrong)" = 401 ]
	[ "$(status_of -H "$json_type" --data-binary "$call" --digest --user other:secret)" = 401 ]
	[ "$(status_of -H "$json_type" --data-binary "$call" --basic --user user:secret)" = 401 ]
	[ "$(status_of -H "$json_type" --data-binary "$call" --digest --user user:secret)" = 200 ]
	# The password stands in no command line for others to see.
	run ! grep -q secret "/proc/$server/cmdline"
	end TERM
}

# What a client sends that knows only MD5, and names the URL instead of the path.
@test "HTTP: --rpc-allow-md5 permits a login by MD5, and SHA-256 as before" {
	md5() {
		printf %s "$1" | md5sum | cut -d ' ' -f 1
	}
	md5_login() {
		local nonce response
		nonce=$(curl --silent --noproxy '*' -D - "$url" -H "$json_type" --data-binary "$call" |
			sed -n 's/^WWW-Authenticate: .*,nonce="\([0-9a-f]*\)".*/\1/p' | head -n 1)
		response=$(md5 "$(md5 "user:sneakernote:$1"):$nonce:00000001:c0ffee:auth:$(md5 "POST:$url")")
		status_of -H "$json_type" --data-binary "$call" -H "Authorization: Digest username=\"user\", realm=\"sneakernote\", \
nonce=\"$nonce\", uri=\"$url\", response=\"$response\", qop=auth, nc=00000001, cnonce=\"c0ffee\""
	}
	serve --rpc-login=user:secret
	[ "$(md5_login secret)" = 401 ]
	run ! grep -q MD5 <(curl --silent --noproxy '*' -D - "$url" -H "$json_type" --data-binary "$call")
	end TERM
	serve --rpc-login=user:secret --rpc-allow-md5
	[ "$(md5_login secret)" = 200 ]
	[ "$(md5_login wrong)" = 401 ]
	[ "$(status_of -H "$json_type" --data-binary "$call" --digest --user user:secret)" = 200 ]
	end TERM
	run -2 "$tools/sneakernote" -w "$wallet" --rpc-bind-port=0 --rpc-allow-md5
}

@test "HTTP: --rpc-read-login-file, a login that may only read" {
	echo reader:word >read-login
	serve --rpc-login=user:secret --rpc-read-login-file=read-login
	as() {
		curl --silent --noproxy '*' "$url" -H "$json_type" --digest --user "$1" \
			--data-binary "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"$2\",\"params\":{}}"
	}
	[ "$(as reader:word get_address | jq -r .result.address)" = "$(<address)" ]
	[ "$(as reader:word create_address | jq .error.code)" = -7 ]
	[ "$(as reader:word query_key | jq .error.code)" = -32602 ]
	[ "$(as user:secret create_address | jq .result.address_index)" = 1 ]
	[ "$(status_of -H "$json_type" --data-binary "$call" --digest --user reader:secret)" = 401 ]
	end TERM
	run -2 "$tools/sneakernote" -w master --rpc-bind-port=0 --rpc-read-login-file=read-login
	echo user:other >read-login
	run -2 --separate-stderr "$tools/sneakernote" -w master --password=x --offline-mode --rpc-bind-port=0 --rpc-login=user:secret \
		--rpc-read-login-file=read-login
	[[ $stderr = *"must have different USERs"* ]]
}

@test "HTTP: --rpc-monitor answers /healthz and /metrics without a login" {
	page() {
		curl --silent --noproxy '*' "${url%/json_rpc}/$1" "${@:2}"
	}
	serve --rpc-login=user:secret
	[[ $(page healthz) = "wrong path"* ]]
	end TERM
	serve --rpc-login=user:secret --rpc-monitor
	[ "$(page healthz -w '%{http_code}')" = $'ok\n200' ]
	[[ $(page metrics -I) = *"200 OK"*"application/openmetrics-text; version=1.0.0"* ]]
	# HEAD has no body, and the connection goes on.
	[ "$(page healthz -I "${url%/json_rpc}/healthz" | grep -c '^HTTP/1.1 200')" = 2 ]
	[ "$(page healthz -o text -w '%{http_code}' -X POST -d x)" = 405 ]
	[ "$(page healthz -o text -w '%{http_code}' -X GET -d x)" = 400 ]
	[ "$(page metrics -o text -w '%{http_code}' -H 'Host: evil.example')" = 403 ]
	[ "$(page metrics -o text -w '%{http_code}' -H 'Origin: http://evil.example')" = 403 ]
	[ "$(status_of -H "$json_type" --data-binary "$call")" = 401 ]
	[ "$(status_of -H "$json_type" --data-binary "$call" --digest --user user:wrong)" = 401 ]
	[ "$(status_of -H "$json_type" --data-binary "$call" --digest --user user:secret)" = 200 ]
	curl --silent --noproxy '*' "$url" -H "$json_type" --digest --user user:secret \
		--data-binary '{"jsonrpc":"2.0","id":1,"method":"get_address_index","params":{"address":"x"}}'
	page metrics >metrics
	[ "$(tail -n 1 metrics)" = "# EOF" ]
	grep -qx 'sneakernote_build_info{version="[0-9.]*",network="mainnet",role="master"} 1' metrics
	grep -qx 'sneakernote_rpc_calls_total{method="get_address"} 1' metrics
	grep -qx 'sneakernote_rpc_errors_total{method="get_address"} 0' metrics
	grep -qx 'sneakernote_rpc_errors_total{method="get_address_index"} 1' metrics
	grep -qx 'sneakernote_failed_logins_total 1' metrics
	# A sample belongs to the family before it; its value is an integer.
	awk '/^# TYPE / { family = $3; next } /^# (HELP|EOF)/ { next }
		!/^sneakernote_[a-z_]+(\{([a-z]+="[a-z0-9._-]+",?)+\})? [0-9]+$/ || index($0, family) != 1 { print; bad = 1 }
		END { exit bad }' metrics
	run ! grep -E "$(<address)|[0-9a-f]{64}" metrics
	end TERM
	run -2 --separate-stderr "$tools/sneakernote" -w master --password=x --rpc-monitor
	[[ $stderr = *"--rpc-bind-port"* ]]
}

# post TEXT: the answer.
post() {
	curl --silent --noproxy '*' "$url" -H "$json_type" --data-binary "$1"
}

# error_of ANSWER: code, id and keys.
error_of() {
	jq -c '[.error.code, .id, keys]' <<<"$1"
}

@test "JSON-RPC: protocol errors, ids, batches and notifications" {
	serve
	error_keys='["error","id","jsonrpc"]'
	for text in '' '{' '{"jsonrpc":"2.0","id":1,"method":' '[1,' "$call$call" '{"id":1,"id":2}' $'{"a":"\001"}'; do
		equal "$text" "$(error_of "$(post "$text")")" "[-32700,null,$error_keys]"
	done
	for text in '1' '"x"' '{}' '[]' '{"jsonrpc":"1.0","id":"a","method":"store"}' '{"id":"a","method":"store"}'; do
		equal "$text" "$(error_of "$(post "$text")" | jq -c '.[0]')" -32600
	done
	for params in null '[]' '{}'; do
		equal "params $params" "$(post "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"get_version\",\"params\":$params}" |
			jq .result.version)" 65537
	done
	equal "no such method" "$(error_of "$(post '{"jsonrpc":"2.0","id":"x","method":"sing"}')")" "[-32601,\"x\",$error_keys]"
	equal "params" "$(error_of "$(post '{"jsonrpc":"2.0","id":7,"method":"get_address","params":[1]}')")" \
		"[-32602,7,$error_keys]"

	# The id comes back digit for digit: jq would round it.
	for id in '"0"' '""' '"\u00e9\"\\"' 0 -1 9007199254740993 18446744073709551615 null; do
		answer=$(post "{\"jsonrpc\":\"2.0\",\"id\":$id,\"method\":\"get_address\"}")
		equal "id $id" "$(jq -c .id <<<"$answer")" "$(jq -c . <<<"$id")"
		[[ $id = '"'* || $answer =~ \"id\":\ ?${id}[,}] ]]
	done

	equal "a notification" "$(post '{"jsonrpc":"2.0","method":"get_address"}')" ""
	equal "its status" "$(status_of -H "$json_type" --data-binary '{"jsonrpc":"2.0","method":"sing"}')" 204
	equal "a batch" "$(post "[$call,1,{\"jsonrpc\":\"2.0\",\"method\":\"get_address\"},
		{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"sing\"}]" | jq -c '[.[] | [.id, .error.code]]')" \
		'[["0",null],[null,-32600],[2,-32601]]'
	equal "a batch of notifications" "$(post '[{"jsonrpc":"2.0","method":"get_address"}]')" ""
	end TERM
}
