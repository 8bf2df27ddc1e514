# sneakernote: options, creation of a wallet, piped commands, the log.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/terminal.bash"
	. "$BATS_TEST_DIRNAME/sneakernote.bash"
	sneakernote_files
}

teardown() {
	sneakernote_end
}

usage() {
	check sneakernote "$@"
	fails_with 2
}

@test "sneakernote: options that exclude each other are usage errors" {
	usage
	usage --offline-mode
	usage --generate-new-wallet=a --wallet-file=b
	usage --generate-new-wallet=a --rpc-bind-port=0
	usage --generate-new-wallet=a --daemon-address=127.0.0.1:1
	usage --generate-new-wallet=a --resync-and-exit
	usage --generate-new-wallet=a --watch-password=x
	usage -w a --network=stagenet
	usage -w a --seed-out=words
	usage -w a --restore-height=1
	usage -w a --resync-and-exit --offline-mode
	usage -w a --resync-and-exit --restore-ki-in-wo-wallet=b
	usage -w a --resync-and-exit --rpc-bind-port=0
	usage -w a --resync-and-exit --yes
	usage -w a --resync-and-exit --allow-unlock-time
	usage -w a --restore-ki-in-wo-wallet=b --rpc-bind-port=0
	usage -w a --restore-ki-in-wo-wallet=b --allow-unlock-time
	usage -w a --restore-ki-in-wo-wallet=b --daemon-address=127.0.0.1:1
	usage -w a --watch-password=x
	usage -w a --offline-mode --daemon-address=127.0.0.1:1
	usage -w a --offline-mode --daemon-login=a:b
	usage -w a --offline-mode --proxy=socks5h://127.0.0.1:1
	usage -w a --offline-mode --allow-plain-http
	usage -w a --rpc-bind-ip=127.0.0.1
	usage -w a --rpc-login=a:b
	usage -w a --confirm-external-bind
	usage -w a --allow-respend
	usage -w a --rpc-bind-port=0 --rpc-login=a:b --rpc-login-file=c
	usage -w a --rpc-bind-port=0 --yes
	usage -w a --rpc-bind-port=65536
	usage -w a --rpc-bind-port=http
	usage -w a --log-level=5
	usage -w a --log-level=warning
	usage -w a --max-fee=cheap
	usage -w a --offline-mode --password-file=-
	usage -w a surplus
	[ -z "$(ls)" ]
}

@test "a missing wallet, a wrong password or an unsuitable log file ends sneakernote with the documented status" {
	master
	check sneakernote -w nothing --password=x --offline-mode
	fails_with 7
	check sneakernote -w master --password=wrong --offline-mode
	fails_with 4
	check sneakernote -w words --password=x --offline-mode
	fails_with 3
	check sneakernote -w master --password=x --offline-mode --log-file=nowhere/log
	fails_with 7
	for file in master master.signed; do
		cp "$file" before
		check sneakernote -w master --password=x --offline-mode --log-file="$file" --log-level=4
		fails_with 2
		cmp "$file" before
	done
	rm master.signed
	check sneakernote -w master --password=x --offline-mode --log-file=master.signed
	fails_with 2
	[ ! -e master.signed ]
	check sneakernote -w master --password-file=words --offline-mode --log-file=words
	fails_with 2
}

@test "--generate-new-wallet writes the seed phrase to a file and the address to standard output" {
	check sneakernote --generate-new-wallet=new --password=x --seed-out=seed
	[ "$status" -eq 0 ]
	[[ $output =~ ^4[1-9A-HJ-NP-Za-km-z]{94}$ ]]
	[ "$(wc -w <seed)" -eq 25 ]
	[ "$(stat -c %a new seed)" = $'600\n600' ]
	[ "$(cold-new -w again --password=x --seed-file=seed)" = "$output" ]
	check sneakernote --generate-new-wallet=new --password=x --seed-out=seed2
	fails_with 1
	[ ! -e seed2 ]
	check sneakernote --generate-new-wallet=stage --password=x --seed-out=seed3 --network=stagenet
	[[ $output = 5* ]]
}

@test "--generate-new-wallet on a terminal works as in the specification" {
	on_terminal sneakernote --generate-new-wallet=master
	answer "New password for master: " "s3cret phrase"
	answer "Repeat the new password for" "s3cret phrase"
	hang_up
	[ "$status" -eq 0 ]
	[[ $screen != *s3cret* ]]
	grep -E '^ +[0-9]+  ([a-z]+ ){4}[a-z]+$' <<<"$screen" >words
	address=$(grep -Eo '^4[0-9A-Za-z]{94}$' <<<"$screen")
	[ "$(tail -n 1 <<<"$screen")" = "$address" ]
	[ "$(cold-new -w again --password=x --seed-file=words)" = "$address" ]
	on_terminal sneakernote --offline-mode --wallet-file=master
	answer "Password for master: " "s3cret phrase"
	answer "]: " "save_watch_only watch WATCH"
	wait_for "Watch-only wallet has been stored to watch"
	answer "]: " exit
	hang_up
	[ "$status" -eq 0 ]
	[ "$(wo-address -w watch --password=WATCH)" = "$address" ]
}

@test "piped commands print the state of the wallet" {
	master
	commands 'address\n\n  # nothing to do\naddress 0 0\r\naddress 1 2\nstatus'
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "${lines[0]}" = "$(<address)" ]
	[ "${lines[1]}" = "$(<address)" ]
	[ "${lines[2]}" = "$(wo-address -w master --password=x --account=1 --index=2)" ]
	[[ $output = *"offline"* ]]
	[[ $output != *"]: "* ]]
	[[ $output != *$'\033'* ]]
}

@test "piped commands end at exit or at the end of the input" {
	master
	for input in '' 'exit\n' 'quit\n' 'exit\nunknown\n' 'store\n'; do
		commands "$input"
		[ "$status" -eq 0 ]
		[ -z "$stderr" ]
	done
}

@test "the first failed piped command ends the run with its exit status" {
	master
	commands 'address\nunknown\naddress\n'
	[ "$status" -eq 2 ]
	[ "$output" = "$(<address)" ]
	[[ $stderr = "sneakernote: error: line 2: "* ]]
	for input in 'address 4294967295' 'address 0 4294967295' 'address 1 2 3' 'address x' 'help unknown' 'sign_transfer a b c' \
		'release' 'release x' 'release 0' 'save_watch_only' 'address "0' "address '0" 'address 0\\' 'history 0' \
		'transfer 1' 'sweep_all' 'sign_transfer monero_tx_unsigned -' 'sign_transfer monero_tx_unsigned master' \
		'sign_transfer monero_tx_unsigned monero_tx_unsigned' 'describe_transfer -' 'store\0now'; do
		commands "$input\n"
		fails_with 2
	done
	for input in 'history 1 2' 'show_transfers --all 1 2' 'outputs 0 1 2'; do
		commands "$input\n"
		fails_with 2
		[[ $stderr = *"line 1: too many arguments; usage: "* ]]
	done
	commands 'describe_transfer nothing\n'
	fails_with 7
	commands 'describe_transfer words\n'
	fails_with 3
	for input in refresh watch "wait $(printf '%064d' 0)" submit_transfer "transfer $(<address) 1" "sweep_all $(<address)"; do
		cp monero_tx_unsigned monero_tx_signed
		commands "$input\n"
		fails_with 2
		[[ $stderr = *"${input%% *} requires a daemon, and this wallet is offline"* ]]
		[[ $stderr = *"hint: run ${input%% *} with the watch-only wallet, on the online machine" ]]
	done
	[ "$(cat monero_tx_unsigned)" = "$(payment unsigned)" ]
	run sneakernote -w master --password=x --offline-mode < <(head -c 100000 /dev/zero | tr '\0' x)
	[ "$status" -eq 2 ]
}

@test "an offline master wallet refuses balance and history" {
	master
	for input in balance history 'history --all 3'; do
		commands "$input\n"
		fails_with 1
		[[ $stderr = *"an offline master wallet does not know its ${input%% *}"*"hint: use the watch-only wallet" ]]
	done
}

@test "help lists all commands, and explains one" {
	master
	commands 'help\n'
	[ "$status" -eq 0 ]
	all=$'\n'$output
	for name in address balance history refresh watch wait transfer sweep_all describe_transfer sign_transfer submit_transfer \
		release save_watch_only status wallet_info store help exit quit; do
		[[ $all = *$'\n'"$name "* || $all = *$'\n'"$name"$'\n'* ]]
		commands "help $name\n"
		[ "$status" -eq 0 ]
		[[ ${lines[0]} = "$name"* ]]
		[ "${#lines[@]}" -ge 2 ]
	done
	commands 'help unknown\n'
	fails_with 2
	[[ $stderr = *"unknown command"*"hint: see 'help'" ]]
}

@test "sign_transfer writes the bytes of cold-sign, to default and other file names" {
	master
	payment signed | tr -d '\n' >expected
	commands 'describe_transfer\nsign_transfer\n' --yes
	[ "$status" -eq 0 ]
	[[ $output = *"1.250000000000 XMR"*"Signed transaction saved to monero_tx_signed"* ]]
	[[ $output =~ tx_hash\ [0-9a-f]{64} ]]
	[[ $stderr = *"1.250000000000 XMR"* ]]
	[ "$(stat -c %a monero_tx_signed)" = 600 ]
	xxd -p -c 0 monero_tx_signed | tr -d '\n' | cmp - expected
	mkdir "a folder"
	mv monero_tx_unsigned "a folder"
	commands 'sign_transfer "a folder/monero_tx_unsigned" a\\ folder/out\n' --yes
	[ "$status" -eq 0 ]
	cmp "a folder/out" monero_tx_signed
}

@test "sign_transfer refuses a double-spend without --allow-respend" {
	master
	xxd -r -p monero_tx_unsigned | "$tools/../tests/respend" master x >other
	commands 'sign_transfer\n' --yes
	[ "$status" -eq 0 ]
	commands 'sign_transfer other out\n' --yes
	fails_with 1
	[[ $stderr = *"$(payment tx_hash)"*--allow-respend* ]]
	[ ! -e out ]
	commands 'sign_transfer --allow-respend other out\n' --yes
	[ "$status" -eq 0 ]
	[ -s out ]
	[[ $output != *"$(payment tx_hash)"* ]]
	for input in '--allow-respend a b c' '--allow-respends' '--allow-respend --allow-respend'; do
		commands "sign_transfer $input\n" --yes
		fails_with 2
	done
}

@test "sign_transfer --allow-respend shows conflicting and still valid transactions" {
	local first both
	master
	xxd -r -p monero_tx_unsigned | "$tools/../tests/respend" master x both >both
	xxd -r -p monero_tx_unsigned | "$tools/../tests/respend" master x other >other
	commands 'sign_transfer both out\n' --yes
	both=$(grep -om1 'tx_hash [0-9a-f]*' <<<"$output")
	commands 'sign_transfer --allow-respend\n' --yes
	first=$(grep -om1 'tx_hash [0-9a-f]*' <<<"$output")
	[[ -n $both && -n $first && $both != "$first" ]]
	for input in 'describe_transfer other' 'sign_transfer --allow-respend other out'; do
		commands "$input\n" --yes
		[ "$status" -eq 0 ]
		[[ "$output $stderr" = *"  DOUBLE-SPEND  "*"${both#tx_hash }"*"  STILL VALID  1 earlier transaction "*"${first#tx_hash }"* ]]
		[[ "$output $stderr" = *", 1 DOUBLE-SPEND, 1 STILL VALID"* ]]
	done
}

@test "sneakernote warns of an empty journal until something is signed" {
	master
	commands 'describe_transfer\n' # a review does not warn
	[ "$status" -eq 0 ]
	[[ $stderr != *"knows nothing"* ]]
	commands 'sign_transfer\n' --yes
	[ "$status" -eq 0 ]
	[[ $stderr = "sneakernote: warning: the signing journal $PWD/master.signed is empty"*"restore the old journal"* ]]
	commands 'sign_transfer\n' --yes
	[ "$status" -eq 0 ]
	[[ $stderr != *"knows nothing"* ]]
	rm master.signed
	commands 'address\n' # a command that does not sign neither warns nor creates one
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ ! -e master.signed ]
	commands 'sign_transfer\n' --yes
	[ "$status" -eq 0 ]
	[[ $stderr = "sneakernote: warning: no signing journal at $PWD/master.signed"*"restore the old journal"* ]]
}

@test "with a corrupt journal, the wallet opens and signs nothing" {
	master
	commands 'sign_transfer\n' --yes
	[ "$status" -eq 0 ]
	truncate -s 150 master.signed
	commands 'status\naddress\n'
	[ "$status" -eq 0 ]
	[[ $output = *"$(<address)" ]]
	[[ $stderr = "sneakernote: cannot sign: the signing journal cannot be used: "*master.signed*"move it aside"* ]]
	commands 'sign_transfer monero_tx_unsigned out\n' --yes
	[ "$status" -eq 3 ]
	[[ $stderr = *"line 1: the signing journal cannot be used: "*master.signed*"move it aside"* ]]
	[ ! -e out ]
	mv master.signed aside
	commands 'sign_transfer monero_tx_unsigned out\n' --yes
	[ "$status" -eq 0 ]
	cmp out monero_tx_signed
}

@test "sign_transfer refuses without a terminal, and a fee above the bound" {
	master
	run --separate-stderr setsid --wait "$tools/sneakernote" -w master --password=x --offline-mode <<<sign_transfer
	[ "$status" -eq 1 ]
	[ -z "$output" ]
	[[ $stderr = *"no terminal"* ]]
	commands 'sign_transfer\n' --yes --max-fee=0.0001
	[ "$status" -eq 1 ]
	[ ! -e monero_tx_signed ]
}

@test "sign_transfer refuses an unlock time without --allow-unlock-time; describe_transfer shows it" {
	master
	xxd -r -p monero_tx_unsigned | "$tools/../tests/respend" master x 1900000000 >locked
	commands 'sign_transfer locked\n' --yes
	fails_with 1
	[[ $stderr = *"locked until Unix time 1900000000"*"--allow-unlock-time"* ]]
	[ ! -e monero_tx_signed ]
	commands 'describe_transfer locked\n'
	[ "$status" -eq 0 ]
	[[ $output = *"LOCKED  all outputs, including the change, are locked until Unix time 1900000000: 2030-03-17 17:46:40 UTC"* ]]
	[[ $output = *"cold-sign requires --allow-unlock-time or, with a policy, allow_unlock_time"* ]]
	commands 'sign_transfer locked\n' --yes --allow-unlock-time
	[ "$status" -eq 0 ]
	[[ $stderr = *"allowed by --allow-unlock-time or the policy"* ]]
	[[ $stderr != *refuse* ]]
	[ -s monero_tx_signed ]
}

@test "save_watch_only writes a new file without the spend key, and does not overwrite" {
	master
	commands 'save_watch_only "my watch" "a b\\"c"\n'
	[ "$status" -eq 0 ]
	[ "$output" = "Watch-only wallet has been stored to my watch" ]
	[ "$(stat -c %a "my watch")" = 600 ]
	[ "$(wo-address -w "my watch" --password='a b"c')" = "$(<address)" ]
	[ "$(wo-balance -w "my watch" --password='a b"c' | tail -n 1)" = "no block scanned yet: run wo-sync, which starts at height 0" ]
	cp "my watch" before
	commands 'save_watch_only "my watch" x\n'
	fails_with 1
	cmp "my watch" before
	run --separate-stderr sneakernote -w "my watch" --password='a b"c' --offline-mode <<<"save_watch_only other x"
	fails_with 3
	run --separate-stderr sneakernote -w "my watch" --password='a b"c' --offline-mode <<<sign_transfer
	fails_with 3
	[[ $stderr = *master* ]]
	[ ! -e other ]
}

@test "without a daemon, commands that need it fail with exit status 5" {
	master
	watch
	for command in refresh "transfer $(<address) 1"; do
		run --separate-stderr sneakernote -w watch --password=y --daemon-address=127.0.0.1:1 <<<"$command"
		[ "$status" -eq 5 ] || [ "$command" != refresh ]
		[ "$status" -ne 0 ]
	done
	[ "$(cat monero_tx_unsigned)" = "$(payment unsigned)" ]
	check sneakernote -w watch --password=y --daemon-address=127.0.0.1:1 --resync-and-exit
	fails_with 5
	run --separate-stderr sneakernote -w watch --password=y --daemon-address=127.0.0.1:1 <<<balance
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
}

@test "an online master wallet gives one warning" {
	master
	run --separate-stderr sneakernote -w master --password=x --daemon-address=127.0.0.1:1 <<<address
	[ "$status" -eq 0 ]
	[ "$output" = "$(<address)" ]
	[[ $stderr = "sneakernote: warning: "*$'\n'"sneakernote: hint: "* ]]
	[ "$(wc -l <<<"$stderr")" -eq 2 ]
}

@test "the log file is private, appended to, and has time, level and errors" {
	master
	commands 'unknown\n' --log-level=2 --log-file=log
	[ "$status" -eq 2 ]
	commands 'unknown\n' --log-file=log
	[ "$(stat -c %a log)" = 600 ]
	cat log
	[ "$(wc -l <log)" -eq 2 ]
	grep -Ec '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z ERROR   line 1: ' log
	commands "sign_transfer monero_tx_unsigned log\n" --log-file=log --yes
	[ "$status" -eq 2 ]
}

@test "--log-format=json: each line of the log file is a JSON object" {
	master
	commands "sign_transfer 'a\"b\\\\c\\303\\251\\302\\233\\377' none\\n" --log-file=log --log-level=4 --log-format=json
	[ "$status" -ne 0 ]
	cat log
	[ "$(jq -s length log)" = "$(wc -l <log)" ]
	message=$(jq -r 'select(.level == "error").message' log)
	[[ $message = *'a"b\c'$'\303\251'*'?'* ]]
	[[ $(jq -r .time log | head -n 1) =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$ ]]
	[ "$(jq -r .program log | sort -u)" = sneakernote ]
	[ "$(jq -r 'keys | join(" ")' log | sort -u)" = "level message program time" ]
	commands '' --log-file=log --log-format=xml
	fails_with 2
	commands '' --log-format=json
	fails_with 2
}

@test "sign_transfer does not overwrite the journal, under any name or link" {
	master
	rm master.signed
	ln -s master alias
	for wallet in master alias; do
		run --separate-stderr sneakernote -w $wallet --password=x --offline-mode --yes \
			<<<"sign_transfer monero_tx_unsigned master.signed"
		fails_with 2
		[[ $stderr = *"would overwrite $PWD/master.signed"* ]]
		[ ! -e master.signed ]
	done
	commands 'sign_transfer\n' --yes
	[ "$status" -eq 0 ]
	before=$(sha256sum master.signed)
	run --separate-stderr sneakernote -w alias --password=x --offline-mode --yes <<<"sign_transfer monero_tx_unsigned master.signed"
	fails_with 2
	[ "$(sha256sum master.signed)" = "$before" ]
}

@test "--restore-ki-in-wo-wallet restores key images from the master wallet" {
	master
	watch
	check sneakernote --offline-mode -w master --password=x --restore-ki-in-wo-wallet=watch --watch-password=wrong
	fails_with 4
	check sneakernote --offline-mode -w master --password=x --restore-ki-in-wo-wallet=master --watch-password=x
	fails_with 3
	check sneakernote --offline-mode -w watch --password=y --restore-ki-in-wo-wallet=watch --watch-password=y
	fails_with 3
	check sneakernote --offline-mode -w master --password=x --restore-ki-in-wo-wallet=watch --watch-password=y
	fails_with 1 # it was never synchronized
}

@test "after a signal, piped commands that were not run are reported" {
	local input
	master
	watch
	silent_daemon
	mkfifo commands
	# A refresh that is broken off; half a line; nothing at all.
	for input in 'refresh\naddress\n' 'address\naddr' 'address\n'; do
		env --default-signal "$tools/sneakernote" -w watch --password=y --daemon-address="$silent" \
			<commands >out 2>said 3>&- &
		server=$!
		exec 8>commands
		printf "$input" >&8
		tries=0
		until [[ $input = refresh* ]] || [ -s out ]; do
			tries=$((tries + 1))
			[ "$tries" -lt 200 ]
			sleep 0.05
		done
		sleep 1 # until it asks the daemon, or for more
		kill -TERM "$server"
		status=0
		wait "$server" || status=$?
		server=
		exec 8>&-
		echo "$input: $status, $(cat out said)"
		case $input in
		refresh*)
			[ "$status" -eq 1 ]
			grep -q "error: line 1: interrupted at height 0" said
			[[ $(<out) != *"$(<address)"* ]]
			;;
		*addr)
			[ "$status" -eq 1 ]
			grep -q "error: line 2: interrupted" said
			;;
		*)
			[ "$status" -eq 0 ]
			[ ! -s said ]
			;;
		esac
	done
}
