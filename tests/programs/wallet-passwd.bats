#!/usr/bin/env bats
# wallet-passwd: a new password or cost for a wallet and the file beside it.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/terminal.bash"
	. "$BATS_TEST_DIRNAME/cold.bash"
	cold_files
	echo x >old
	echo "a new password" >new
}

# passwd [ARGUMENT]...: of the master wallet.
passwd() {
	check "$tools/wallet-passwd" -w master "$@"
}

opens_with() {
	wo-address -w "$1" --password="$2" >/dev/null
}

@test "wallet-passwd changes the password of a master wallet and its journal" {
	cold-sign -w master --password=x --yes -o out unsigned 2>/dev/null
	address=$(wo-address -w master --password=x)
	passwd --password-file=old --new-password-file=new
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "${lines[0]}" = "$PWD/master: password changed; Argon2id with 64 MiB, 2 passes" ]
	[ "${lines[1]}" = "$PWD/master.signed: password changed; Argon2id with 64 MiB, 2 passes" ]
	[ "${#lines[@]}" -eq 2 ]
	[ "$(wo-address -w master --password-file=new)" = "$address" ]
	run ! opens_with master x
	[ "$(cold-sign -w master --password-file=new --journal | wc -l)" -eq 1 ]
	[ "$(stat -c %a master master.signed | xargs)" = "600 600" ]
	[ ! -e master.rekey ] && [ ! -e master.signed.rekey ]
	# The journal still refuses a double-spend.
	"$tools/../tests/respend" master "a new password" <unsigned.bin >other
	check "$tools/cold-sign" -w master --password-file=new --yes -o out2 other
	fails_with 1
	[[ $stderr = *double-spend* ]]
}

@test "wallet-passwd changes the password of a watch-only wallet, and reports in JSON" {
	cold-export -w master --password=x --watch-password=x -o watch 2>/dev/null
	check "$tools/wallet-passwd" -w watch --password=x --new-password-file=new --json
	[ "$status" -eq 0 ]
	[ "$(jq -c . <<<"$output")" = '{"files":1,"argon2id_memory":67108864,"argon2id_passes":2}' ]
	opens_with watch "a new password"
	"$tools/../tests/fault/pairs" watch "a new password" 3
	check "$tools/wallet-passwd" -w watch --password-file=new --new-password-file=old --json
	[ "$(jq .files <<<"$output")" = 2 ]
	opens_with watch x
}

@test "wallet-passwd --keep-password changes only the Argon2id cost" {
	passwd --password=x --keep-password --kdf=moderate --json
	[ "$status" -eq 0 ]
	[ "$(jq -c . <<<"$output")" = '{"files":2,"argon2id_memory":268435456,"argon2id_passes":3}' ]
	opens_with master x
	# Without --kdf, the cost stays.
	passwd --password=x --new-password-file=new --json
	[ "$(jq .argon2id_memory <<<"$output")" = 268435456 ]
	passwd --password-file=new --keep-password --kdf=interactive
	[ "${lines[0]}" = "$PWD/master: password kept; Argon2id with 64 MiB, 2 passes" ]
	passwd --password-file=new --keep-password
	fails_with 2
	passwd --password-file=new --keep-password --kdf=interactive --new-password-file=old
	fails_with 2
	passwd --password-file=new --new-password-file=old --kdf=huge
	fails_with 2
	opens_with master "a new password"
}

@test "wallet-passwd prompts for the old password, and twice for the new one" {
	on_terminal wallet-passwd -w master
	answer "Password for master: " x
	answer "New password for master: " typed
	answer "Repeat the new password for master: " typed
	hang_up
	[ "$status" -eq 0 ]
	[[ $screen != *typed* ]]
	opens_with master typed
	on_terminal wallet-passwd -w master
	answer "Password for master: " typed
	answer "New password for master: " one
	answer "Repeat the new password for master: " two
	hang_up
	[ "$status" -eq 1 ]
	[[ $screen = *"the two passwords differ"* ]]
	on_terminal wallet-passwd -w master
	answer "Password for master: " typed
	answer "New password for master: " ""
	hang_up
	[ "$status" -eq 1 ]
	[[ $screen = *"the password is empty"*--new-password-file=FILE* ]]
	opens_with master typed
}

@test "wallet-passwd changes nothing with a wrong password or without a new one" {
	before=$(sha256sum master)
	passwd --password=wrong --new-password-file=new
	fails_with 4
	passwd --password=x --new-password-file=none
	fails_with 7
	check setsid --wait "$tools/wallet-passwd" -w master --password=x
	program=wallet-passwd
	fails_with 1
	[[ $stderr = *--new-password-file=FILE* ]]
	check "$tools/wallet-passwd" -w nowhere --password=x --new-password-file=new
	fails_with 7
	check "$tools/wallet-passwd" -w unsigned --password=x --new-password-file=new
	fails_with 3
	[ "$(sha256sum master)" = "$before" ]
}

@test "wallet-passwd refuses a wallet or a journal that another program uses" {
	cold-sign -w master --password=x --yes -o out unsigned 2>/dev/null
	on_terminal cold-sign -w master -o again unsigned
	answer "Password for master: " x
	wait_for "Sign 1 transaction"
	passwd --password=x --new-password-file=new
	fails_with 8
	[[ $stderr = *"master.signed is in use by process "*"(cold-sign)"* ]]
	printf 'n\n' >&9
	hang_up
	passwd --password=x --new-password-file=new
	[ "$status" -eq 0 ]
}

@test "wallet-passwd keeps symbolic links, and warns of hard links and of foreign copies" {
	mkdir real
	mv master real/wallet
	ln -s real/wallet master
	ln real/wallet second
	passwd --password=x --new-password-file=new
	[ "$status" -eq 0 ]
	[[ $stderr = "wallet-passwd: warning: $PWD/real/wallet has 2 names (hard links)"*"old password" ]]
	[ -L master ]
	opens_with real/wallet "a new password"
	opens_with second x
	# A file of the user is neither replaced nor removed.
	cp second real/wallet.rekey
	passwd --password-file=new --new-password-file=old
	fails_with 1
	[[ $stderr = *"$PWD/real/wallet.rekey is not a copy of $PWD/real/wallet"* ]]
	cmp second real/wallet.rekey
	opens_with master "a new password"
}

@test "wallet-passwd removes what an interrupted compaction left, which has the old password" {
	cold-sign -w master --password=x --yes -o out unsigned 2>/dev/null
	cp master master.compact
	cp master.signed master.signed.compact
	passwd --password=x --new-password-file=new
	[ "$status" -eq 0 ]
	[ ! -e master.compact ]
	[ ! -e master.signed.compact ]
	# A writer removes it, too, also if it has not even a header. A file of the user stays.
	head -c 20 master >master.compact
	wallet-names -w master --password-file=new --label=0/1 till >/dev/null
	[ ! -e master.compact ]
	cp out master.compact
	passwd --password-file=new --new-password-file=old
	[ "$status" -eq 0 ]
	cmp out master.compact
}

@test "an interrupted change is completed by the next signer" {
	cold-sign -w master --password=x --yes -o out unsigned 2>/dev/null
	cp master.signed journal
	passwd --password=x --new-password-file=new
	# As after a crash between the two renames.
	mv master.signed master.signed.rekey
	cp journal master.signed
	check "$tools/cold-sign" -w master --password-file=new --journal
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 1 ]
	[ -e master.signed.rekey ]
	check "$tools/cold-sign" -w master --password-file=new --yes -o again unsigned
	[ "$status" -eq 0 ]
	cmp out again
	[ ! -e master.signed.rekey ]
	[ "$(cold-sign -w master --password-file=new --journal | wc -l)" -eq 1 ]
}

@test "the console changes the password, after the old one" {
	on_terminal sneakernote -w master --offline-mode
	answer "assword" x
	answer "]: " "password"
	answer "Old password: " wrong
	wait_for "wrong password for"
	answer "]: " "password --kdf=moderate"
	answer "Old password: " x
	answer "New password for $PWD/master: " typed
	answer "Repeat the new password for $PWD/master: " typed
	wait_for "Password changed"
	answer "]: " "password unknown"
	wait_for "unknown option"
	answer "]: " "sign_transfer unsigned out"
	answer "Sign 1 transaction" y
	answer "]: " exit
	hang_up
	[ "$status" -eq 0 ]
	[[ $screen != *typed* ]]
	opens_with master typed
	[ "$(cold-sign -w master --password=typed --journal | wc -l)" -eq 1 ]
	run --separate-stderr setsid --wait "$tools/sneakernote" -w master --password=typed --offline-mode <<<password
	[ "$status" -eq 1 ]
	[[ $stderr = *"run wallet-passwd with --password-file and --new-password-file"* ]]
}
