# The JSON-RPC server of sneakernote: its options, signals and confinement.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/terminal.bash"
	. "$BATS_TEST_DIRNAME/sneakernote.bash"
	sneakernote_files
}

teardown() {
	sneakernote_end
}

@test "no thread of an offline server can create a socket" {
	grep -q Seccomp_filters /proc/self/status || skip "the kernel does not tell"
	master
	serve
	grep -h '^Seccomp:' /proc/"$server"/task/*/status | sort -u | grep -qx $'Seccomp:\t2'
	[ "$(grep -h '^Seccomp:' /proc/"$server"/task/*/status | sort -u | wc -l)" -eq 1 ]
	curl -sS -H 'content-type: application/json' --data-binary \
		'{"jsonrpc":"2.0","id":"0","method":"get_address","params":{}}' "$url" | grep -q "$(<address)"
	end TERM
}

@test "SIGINT, SIGTERM and SIGHUP end the server with exit status 0; with a log file, SIGHUP reopens it" {
	master
	for signal in INT TERM HUP; do
		serve
		end "$signal"
	done
	serve --log-level=2 --log-file=log
	mv log log.1
	kill -HUP "$server"
	tries=0
	until [ -e log ]; do
		tries=$((tries + 1))
		[ "$tries" -lt 100 ]
		sleep 0.05
	done
	end TERM
	grep -q serving log.1
	grep -q ending log
}

@test "SIGHUP does not end a server that waits for its wallet" {
	local first
	master
	serve
	first=$server
	env --default-signal "$tools/sneakernote" --rpc-bind-port=0 -w master --password=x --offline-mode --wait=60 \
		--log-file=log --log-level=2 2>waiting 3>&- &
	server=$!
	until grep -q wait waiting; do sleep 0.05; done
	kill -HUP "$server"
	sleep 0.2
	kill -0 "$server"
	kill -TERM "$first"
	wait "$first"
	until grep -q serving log; do sleep 0.05; done
	end TERM
}

@test "SIGHUP reads the policy again; a bad one changes nothing" {
	master
	body="{\"jsonrpc\":\"2.0\",\"id\":\"0\",\"method\":\"sign_transfer\",\"params\":{\"tx_unsigned_hex\":\"$(<monero_tx_unsigned)\"}}"
	# reload TEXT LINE: the policy TEXT is read; the log says LINE.
	reload() {
		local tries=0
		: >log
		echo "$1" >policy
		kill -HUP "$server"
		until grep -q -- "$2" log; do
			tries=$((tries + 1))
			[ "$tries" -lt 100 ]
			sleep 0.05
		done
	}
	code() {
		ask "$body"
		[ "$(jq "$1" <<<"$answer")" = "$2" ]
	}
	echo '{"version":1,"allow_unattended":true,"max_amount_per_set":1}' >policy
	serve --policy=policy --log-file=log --log-level=2
	code .error.code -4
	reload '{"version":1,"allow_unattended":true,"max_transactions_per_set":0}' 'the policy policy was read again'
	code .error.code -4
	[[ $answer = *max_transactions_per_set* ]]
	reload '{"version":1,"allow_unattended":tru}' 'WARNING *the former policy stays in force: policy: '
	code .error.code -4
	reload '{"version":1}' 'the former policy stays in force: the policy policy does not allow signing without confirmation'
	code .error.code -4
	rm policy
	mkdir policy.d
	mv policy.d policy
	: >log
	kill -HUP "$server"
	sleep 0.3
	rmdir policy
	grep -q 'the former policy stays in force: ' log
	# Neither waits for the other end of a pipe.
	mkfifo policy log.pipe
	mv log log.former
	mv log.pipe log
	kill -HUP "$server"
	sleep 0.3
	grep -q 'WARNING *cannot open the log file log: ' log.former
	grep -q 'the former policy stays in force: policy is not a regular file' log.former
	rm policy log
	reload '{"version":1,"allow_unattended":true}' 'the policy policy was read again'
	code .result.tx_hash "\"$(payment tx_hash)\""
	end TERM
	# Without a log file, too.
	serve --policy=policy
	kill -HUP "$server"
	ask "$body"
	end TERM
}

@test "the server refuses an unlock time unless started with --allow-unlock-time" {
	master
	xxd -r -p monero_tx_unsigned | "$tools/../tests/respend" master x 3000000 | xxd -p -c 0 >locked
	body="{\"jsonrpc\":\"2.0\",\"id\":\"0\",\"method\":\"METHOD\",\"params\":{\"tx_unsigned_hex\":\"$(<locked)\"}}"
	serve
	ask "${body/METHOD/sign_transfer}"
	[[ $(jq -r '.error.message, .error.data.hint' <<<"$answer") = *"locked until block 3000000"*--allow-unlock-time* ]]
	ask "${body/METHOD/describe_transfer}"
	[ "$(jq .result.transactions[0].unlock_time <<<"$answer")" = 3000000 ]
	end TERM
	serve --allow-unlock-time
	ask "${body/METHOD/sign_transfer}"
	[[ $(jq -r .result.tx_hash <<<"$answer") =~ ^[0-9a-f]{64}$ ]]
	end TERM
}

@test "the server refuses a double-spend unless started with --allow-respend" {
	master
	xxd -r -p monero_tx_unsigned | "$tools/../tests/respend" master x | xxd -p -c 0 >other
	body='{"jsonrpc":"2.0","id":"0","method":"sign_transfer","params":{"tx_unsigned_hex":"HEX"PARAM}}'
	body=${body/PARAM/,\"allow_respend\":true}
	commands 'sign_transfer\n' --yes
	serve
	ask "${body/HEX/$(<other)}"
	[ "$(jq .error.code <<<"$answer")" = -4 ]
	[[ $(jq -r .error.data.hint <<<"$answer") = *"--allow-respend"* ]]
	end TERM
	serve --allow-respend
	ask "${body/HEX/$(<other)}"
	[[ $(jq -r .result.tx_hash <<<"$answer") =~ ^[0-9a-f]{64}$ ]]
	[ "$(jq -r .result.tx_hash <<<"$answer")" != "$(payment tx_hash)" ]
	# The review names the transactions that stay valid.
	xxd -r -p monero_tx_unsigned | "$tools/../tests/respend" master x both | xxd -p -c 0 >both
	ask "${body/HEX/$(<both)}"
	both=$(jq -r .result.tx_hash <<<"$answer")
	xxd -r -p monero_tx_unsigned | "$tools/../tests/respend" master x other | xxd -p -c 0 >last
	describe=${body/sign_transfer/describe_transfer}
	describe=${describe/,\"allow_respend\":true/}
	ask "${describe/HEX/$(<last)}"
	[ "$(jq -c '.result.transactions[0] | [.double_spends_count, .double_spends[0], .still_valid_count]' <<<"$answer")" = \
		"[1,\"$both\",2]" ]
	jq -r '.result.transactions[0].still_valid[]' <<<"$answer" | grep -qx "$(payment tx_hash)"
	ask "${body/HEX/$(<last)}"
	[[ $(jq -r .result.tx_hash <<<"$answer") =~ ^[0-9a-f]{64}$ ]]
	# Only a request with allow_respend gets it.
	xxd -r -p monero_tx_unsigned | "$tools/../tests/respend" master x | "$tools/../tests/respend" master x | xxd -p -c 0 >third
	body=${body/true/false}
	ask "${body/HEX/$(<third)}"
	[ "$(jq .error.code <<<"$answer")" = -1003 ]
	end TERM
}

@test "the server requires a login or --confirm-external-bind for an external address" {
	master
	check sneakernote -w master --password=x --offline-mode --rpc-bind-port=0 --rpc-bind-ip=0.0.0.0
	fails_with 2
	check sneakernote -w master --password=x --offline-mode --rpc-bind-port=0 --rpc-bind-ip=somewhere
	fails_with 2
	check sneakernote -w master --password=x --offline-mode --rpc-bind-port=0 --rpc-login=nocolon
	fails_with 2
	serve
	check sneakernote -w master --password=x --offline-mode --rpc-bind-port=0
	fails_with 8 # another process has the wallet
	end TERM
	echo user:pass >login
	serve --rpc-login-file=login
	body='{"jsonrpc":"2.0","id":"0","method":"get_address","params":{}}'
	[ "$(curl -sS -o /dev/null -w '%{http_code}' -H 'content-type: application/json' -d "$body" "$url")" = 401 ]
	curl -sS --digest -u user:pass -H 'content-type: application/json' -d "$body" "$url" | grep -q "$(<address)"
	end TERM
}

@test "with a silent daemon, the server answers local requests, and one signal ends it" {
	master
	watch
	silent_daemon
	serve_with -w watch --password=y --daemon-address="$silent"
	sleep 0.5 # until it asks
	within 1 call store
	[[ $answer = *'"result":{}'* ]]
	within 3 call release_reserved '{"all":true}'
	[[ $answer = *'"released":0'* ]]
	within 3 call release_reserved '{"all":true}'
	call get_wallet_info
	[[ $answer != *failure* ]]
	within 3 end TERM

	serve_with -w watch --password=y --daemon-address="$silent"
	call refresh >refreshed &
	asking=$!
	sleep 0.5
	within 1 call store
	within 3 end TERM
	wait "$asking"
	cat refreshed
	grep -q '"interrupted":true' refreshed
}
