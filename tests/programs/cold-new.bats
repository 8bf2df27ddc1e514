# cold-new: make or restore the master wallet.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/terminal.bash"
	PATH=$tools:$PATH
	mkdir "$BATS_TEST_TMPDIR/here"
	cd "$BATS_TEST_TMPDIR/here"
	echo correct >password
}

# account FIELD: of a wallet of the reference implementation.
account() {
	local vectors=$BATS_TEST_DIRNAME/../vectors/chain_accounts.txt
	sed -n '/^account mainnet 0a1a38f6/p' "$vectors" | case $1 in
	viewkey) cut -d ' ' -f 3 ;;
	spendkey) cut -d ' ' -f 4 ;;
	address) cut -d ' ' -f 5 ;;
	words) cut -d ' ' -f 6- ;;
	esac
}

new() {
	check "$tools/cold-new" -w wallet --password-file=password "$@"
}

@test "cold-new writes the seed phrase to a private file and the address to standard output" {
	new --seed-out=seed
	[ "$status" -eq 0 ]
	[[ $output =~ ^4[1-9A-HJ-NP-Za-km-z]{94}$ ]]
	[ "$(wc -w <seed)" -eq 25 ]
	[ "$(wc -l <seed)" -eq 1 ]
	[ "$(stat -c %a seed)" = 600 ]
	[ "$(stat -c %a wallet)" = 600 ]
	[ "$(wo-address -w wallet --password=correct)" = "$output" ]
	[[ $stderr = "cold-new: restore height "*", a block before today, "*--restore-date=* ]]
	check "$tools/cold-new" -w wallet2 --password-file=password --seed-out=seed2 --restore-height=0
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
}

@test "--qr prints the code of qr-show --text above the address" {
	command -v qr-show
	new --seed-out=seed --qr
	[ "$status" -eq 0 ]
	address=${output##*$'\n'}
	[[ $address =~ ^4[1-9A-HJ-NP-Za-km-z]{94}$ ]]
	[ "$output" = "$(qr-show --text <<<"$address")"$'\n'"$address" ]
	check "$tools/cold-new" -w wallet2 --password-file=password --seed-file=seed --qr --json
	fails_with 2
	[ ! -e wallet2 ]
}

@test "two new wallets differ" {
	new --seed-out=seed
	first=$output
	check "$tools/cold-new" -w wallet2 --password-file=password --seed-out=seed2
	[ "$status" -eq 0 ]
	[ "$output" != "$first" ]
	! cmp -s seed seed2 || false
}

@test "the seed phrase restores the same wallet" {
	new --seed-out=seed
	address=$output
	check "$tools/cold-new" -w wallet2 --password-file=password --seed-file=seed --restore-height=5
	[ "$status" -eq 0 ]
	[ "$output" = "$address" ]
	run "$tools/cold-new" -w wallet3 --password-file=password --seed-file=- --restore-height=5 < <(tr a-z A-Z <seed | tr ' ' '\n')
	[ "$status" -eq 0 ]
	[ "$output" = "$address" ]
}

@test "seed phrase and keys of the reference wallet give its address" {
	account words >words
	new --seed-file=words
	[ "$status" -eq 0 ]
	[ "$output" = "$(account address)" ]
	echo "{\"spendkey\": \"$(account spendkey)\", \"viewkey\": \"$(account viewkey)\"}" >keys
	check "$tools/cold-new" -w wallet2 --password-file=password --keys-file=keys
	[ "$status" -eq 0 ]
	[ "$output" = "$(account address)" ]
	echo "{\"spendkey\": \"$(account spendkey)\"}" >keys
	check "$tools/cold-new" -w wallet3 --password-file=password --keys-file=keys
	[ "$output" = "$(account address)" ]
}

@test "cold-new --network selects the network, --json prints a report" {
	account words >words
	new --seed-file=words --network=stagenet --restore-height=7 --json
	[ "$status" -eq 0 ]
	[ "$(jq -r .network <<<"$output")" = stagenet ]
	[ "$(jq .restore_height <<<"$output")" = 7 ]
	[[ $(jq -r .address <<<"$output") = 5* ]]
	check "$tools/cold-new" -w wallet2 --password-file=password --seed-file=words --network=testnet
	[[ $output = 9* ]]
}

@test "an existing file is not overwritten" {
	echo mine >wallet
	new --seed-out=seed
	fails_with 1
	[ "$(cat wallet)" = mine ]
	[ ! -e seed ]
	rm wallet
	echo mine >seed
	new --seed-out=seed
	fails_with 1
	[ "$(cat seed)" = mine ]
	[ ! -e wallet ]
}

@test "the seed phrase is not written to standard output" {
	check "$tools/cold-new" -w wallet --password-file=password --seed-out=-
	program=cold-new
	fails_with 2
	[[ $stderr = *"--seed-out requires a file"* ]]
	[ "$(ls)" = password ]
}

@test "without a terminal for seed phrase or password, no file is created" {
	check setsid --wait "$tools/cold-new" -w wallet --password-file=password
	program=cold-new
	fails_with 1
	[[ $stderr = *--seed-out* ]]
	check setsid --wait "$tools/cold-new" -w wallet --seed-out=seed
	program=cold-new
	fails_with 1
	[[ $stderr = *--password-file* ]]
	[ "$(ls)" = password ]
}

@test "a wallet that cannot be written leaves no seed file" {
	check "$tools/cold-new" -w nowhere/wallet --password-file=password --seed-out=seed
	fails_with 7
	[ "$(ls)" = password ]
}

@test "if the address cannot be written, no file remains" {
	account words >words
	for options in --seed-out=seed "--seed-out=seed --json" --seed-file=words "--seed-file=words --json"; do
		status=0
		# shellcheck disable=SC2086 # several options
		cold-new -w wallet --password-file=password $options >/dev/full 2>err || status=$?
		cat err
		[ "$status" -eq 7 ]
		[[ $(tail -n 1 err) = "cold-new: error: no wallet was created: "* ]]
		[ "$(echo *)" = "err password words" ]
	done
	new --seed-out=seed
	[ "$status" -eq 0 ]
}

@test "a wrong seed phrase is refused, and the message quotes no word" {
	account words >words
	sed 's/^[a-z]*/zebra/' words >unknown
	new --seed-file=unknown
	fails_with 3
	[[ $stderr != *zebra* ]]
	awk '{ t = $1; $1 = $2; $2 = t; print }' words >swapped
	new --seed-file=swapped
	fails_with 3
	cut -d ' ' -f 1-24 words >short
	new --seed-file=short
	fails_with 3
	: >empty
	new --seed-file=empty
	fails_with 3
	new --seed-file=missing
	fails_with 7
	[ ! -e wallet ]
}

@test "wrong keys are refused" {
	for keys in '' '{' '{}' '{"spendkey": 1}' '{"spendkey": "00"}' "{\"spendkey\": \"$(printf 'f%.0s' {1..64})\"}" \
		"{\"spendkey\": \"$(printf '0%.0s' {1..64})\"}" \
		"{\"spendkey\": \"$(account spendkey)\", \"vewkey\": \"$(account viewkey)\"}"; do
		echo "$keys" >keys
		new --keys-file=keys
		fails_with 3
	done
	[ ! -e wallet ]
}

@test "usage" {
	for options in --network=mars --kdf=strong --restore-height=-1 --restore-height=1x --restore-height= \
		--restore-height=99999999999999999999 "--seed-file=a --keys-file=b" "--seed-file=a --seed-out=b" \
		--net=mainnet --password=twice; do
		# shellcheck disable=SC2086 # several options
		new $options
		fails_with 2
	done
	check "$tools/cold-new" -w wallet --password-file=- --seed-file=-
	fails_with 3 # stdin is taken once; as the seed it is empty here
	[ "$(ls)" = password ]
}

@test "on a terminal, cold-new prompts twice for a hidden password and shows the seed phrase" {
	on_terminal cold-new -w wallet
	answer "New password for wallet: " "s3cret phrase"
	answer "Repeat the new password for" "s3cret phrase"
	hang_up
	[ "$status" -eq 0 ]
	[[ $screen != *s3cret* ]]
	address=$(grep -Eo '^4[0-9A-Za-z]{94}$' <<<"$screen")
	grep -E '^ +[0-9]+  ([a-z]+ ){4}[a-z]+$' <<<"$screen" >words
	[ "$(awk '{ print $1 }' words | xargs)" = "1 6 11 16 21" ]
	[ "$(wo-address -w wallet --password="s3cret phrase")" = "$address" ]
	[ "$(cold-new -w again --password=x --seed-file=words)" = "$address" ]
}

@test "on a terminal, the seed phrase is shown before the wallet is created" {
	on_terminal cold-new -w nowhere/wallet --password=x
	hang_up
	[ "$status" -eq 7 ]
	grep -E '^ +21  ([a-z]+ ){4}[a-z]+$' <<<"$screen"
	[[ $screen = *"cold-new: error: no wallet was created: "* ]]
}

@test "on a terminal, two different passwords and an empty one are refused" {
	on_terminal cold-new -w wallet
	answer "New password for wallet: " one
	answer "Repeat the new password for" two
	hang_up
	[ "$status" -eq 1 ]
	[[ $screen = *"cold-new: error: the two passwords differ"* ]]
	[ ! -e wallet ]
	on_terminal cold-new -w wallet
	answer "New password for wallet: " ""
	hang_up
	[ "$status" -eq 1 ]
	[ ! -e wallet ]
}

@test "Ctrl+C at the password prompt restores the echo and creates no wallet" {
	on_terminal bash -c 'trap : INT; cold-new -w wallet; echo "exit $?"; stty -a'
	wait_for "New password for wallet: "
	printf 'half\003' >&9
	hang_up
	[[ $screen != *half* ]]
	[[ $screen == *"exit 130"* ]]
	[[ $screen =~ [^-]"echo " ]]
	[ ! -e wallet ]
}

@test "a password on the command line is blanked" {
	mkfifo words
	"$tools/cold-new" -w wallet --password=hidden-from-ps --seed-file=words 3>&- &
	pid=$!
	exec 8>words # opens when the program has come to read it
	tr '\0' ' ' <"/proc/$pid/cmdline" >line
	exec 8>&-
	wait "$pid" || true
	cat line
	grep -q -- "--password=   " line
	! grep -q hidden line || false
}

# phrase KIND: the line of vectors/chain_seed_phrases.txt that begins so, as `words`, `password`, `passphrase`, `address`.
phrase() {
	local line
	line=$(grep -m 1 -E "^seed $1" "$BATS_TEST_DIRNAME/../vectors/chain_seed_phrases.txt")
	decoded() { printf '%b' "$(sed 's/^-$//; s/%/\\x/g' <<<"$1")"; }
	decoded "$(cut -d ' ' -f 4 <<<"$line")" >seed-password
	decoded "$(cut -d ' ' -f 5 <<<"$line")" >seed-passphrase
	address=$(cut -d ' ' -f 7 <<<"$line")
	cut -d ' ' -f 8- <<<"$line" >words
}

# restored: the wallet of `phrase`, made with these options.
restored() {
	rm -f wallet
	new --seed-file=words "$@"
	[ "$status" -eq 0 ]
	[ "$output" = "$address" ]
	[[ $stderr != *"$(cut -d ' ' -f 1-2 words)"* ]]
}

# The restore height of `wallet`.
height() {
	rm -f watch
	cold-export -w wallet --password=correct --watch-password=x -o watch 2>/dev/null
	wo-balance -w watch --password=x --json | jq .height
}

@test "the 16 words of Polyseed restore their wallet, from the block of their birthday" {
	for language in English Japanese Korean Spanish French Italian Czech Portuguese Chinese_Simplified Chinese_Traditional; do
		phrase "$language [0-9]+ - - "
		restored
		[[ $stderr =~ ^"cold-new: restore height "[0-9]{7,8}", from the birthday" ]]
		[[ $stderr = *" $(height),"* ]]
	done
	restored --restore-height=5
	[ -z "$stderr" ]
	[ "$(height)" = 5 ]
	rm wallet
	new --seed-file=words --network=testnet
	[[ $status -eq 0 && $output = 9* && $stderr = *"restore height 0"* ]]
}

@test "a passphrase extends 25 and 16 words, as with the reference wallet" {
	for kind in 'Monero 0 - two' 'English [0-9]+ - Cake'; do
		phrase "$kind"
		restored --seed-passphrase-file=seed-passphrase
		[[ $stderr = *"warning: a mistyped passphrase"*"compare the address"* && $stderr != *"$(<seed-passphrase)"* ]]
		rm wallet
		on_terminal cold-new -w wallet --password-file=password --seed-file=words --seed-passphrase
		answer "Passphrase of the seed phrase: " "$(<seed-passphrase)"
		hang_up
		[ "$status" -eq 0 ]
		[[ $screen = *"$address"* && $screen != *"$(<seed-passphrase)"* ]]
		rm wallet
		new --seed-file=words
		[ "$output" != "$address" ]
		: >none
		rm wallet
		new --seed-file=words --seed-passphrase-file=none
		fails_with 3
	done
}

@test "an encrypted Polyseed needs its password" {
	phrase 'English [0-9]+ password - '
	restored --seed-password-file=seed-password
	phrase 'Japanese [0-9]+ %[^ ]* offset '
	restored --seed-password-file=seed-password --seed-passphrase-file=seed-passphrase
	rm wallet
	check setsid --wait "$tools/cold-new" -w wallet --password-file=password --seed-file=words
	program=cold-new
	fails_with 1
	[[ $stderr = *--seed-password-file=FILE* ]]
	on_terminal cold-new -w wallet --password-file=password --seed-file=words --seed-passphrase-file=seed-passphrase
	answer "Password of the encrypted seed phrase: " "$(<seed-password)"
	hang_up
	[ "$status" -eq 0 ]
	[[ $screen = *"$address"* ]]
	rm wallet
	printf '\330\247' >arabic
	new --seed-file=words --seed-password-file=arabic
	fails_with 3
	[[ $stderr = *"password of the seed phrase: character 1 "* ]]
	phrase 'English [0-9]+ - - '
	new --seed-file=words --seed-password-file=arabic
	fails_with 3
	[[ $stderr = *"not encrypted"*--seed-passphrase-file* ]]
	[ ! -e wallet ]
}

@test "options of passphrases require a seed phrase, and no output replaces their files" {
	phrase 'Monero 0 - pass'
	new --seed-passphrase-file=seed-passphrase --seed-out=seed
	fails_with 2
	new --seed-password-file=seed-passphrase --seed-out=seed
	fails_with 2
	new --seed-passphrase --seed-out=seed
	fails_with 2
	new --seed-file=words --seed-passphrase --seed-passphrase-file=seed-passphrase
	fails_with 2
	run --separate-stderr cold-new -w wallet --password-file=password --seed-file=- --seed-passphrase-file=- <words
	fails_with 2
	[ ! -e wallet ]
}

both() {
	new --watch-only=watch --watch-password=other --seed-out=seed "$@"
}

@test "--watch-only also writes the watch-only wallet, as cold-export does" {
	both
	[ "$status" -eq 0 ]
	[[ $stderr = "cold-new: watch-only wallet stored to watch"* ]]
	# The remedy for a wrong height does not make a second watch-only wallet.
	[[ $stderr = *"hint: if this date is wrong, on the online machine, run sneakernote --wallet-file=watch --resync-and-exit --restore-date=YYYY-MM-DD" ]]
	# It is the only watch-only wallet of a new seed phrase; a second one is not.
	[[ $stderr != *"does not know outputs spent earlier"* ]]
	[ "$(wo-address -w watch --password=other)" = "$output" ]
	check "$tools/wo-address" -w watch --password=correct
	fails_with 4
	check "$tools/cold-export" -w wallet --password=correct --watch-password=other -o second
	[ "$status" -eq 0 ]
	[[ $stderr = *"does not know outputs spent earlier"* ]]
}

@test "--watch-only of a restored wallet is not the only one" {
	account words >words
	new --watch-only=watch --watch-password=other --seed-file=words
	[ "$status" -eq 0 ]
	[[ $stderr = *"hint: on the online machine, run sneakernote --wallet-file=watch --resync-and-exit --restore-date=YYYY-MM-DD, a day before "* ]]
	[[ $stderr = *"does not know outputs spent earlier"* ]]
}

@test "without one of the two wallets, no file is left" {
	touch full
	for file in full wallet seed missing/watch; do
		check "$tools/cold-new" -w wallet --password-file=password --watch-only="$file" --watch-password=other --seed-out=seed
		[ "$status" -ne 0 ]
		[ -z "$output" ]
		[ "$(ls)" = $'full\npassword' ]
	done
	new --seed-out=seed --watch-password=other
	fails_with 2
}

@test "--watch-only asks for both passwords before it shows the seed phrase" {
	on_terminal cold-new -w wallet --watch-only=watch
	answer "New password for wallet" first
	answer "Repeat the new password for wallet" first
	answer "New password for watch" second
	answer "Repeat the new password for watch" second
	wait_for "restore height"
	hang_up
	[ "$status" -eq 0 ]
	wo-address -w wallet --password=first
	wo-address -w watch --password=second
}
