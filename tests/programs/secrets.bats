# No program says a secret: not on its outputs, not in an error, not in its log, whatever goes wrong.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/cold.bash"
	cold_files
	password=Tr0ub4dor-and-3 watch_password=watched-Horse-Staple passphrase=c0rrect-battery-Offset
	echo "$password" >password
	echo "$watch_password" >watch-password
	cold-new -w vault --password-file=password --seed-file=words >/dev/null
	cold-export -w vault --password-file=password --watch-password-file=watch-password -o watch 2>/dev/null
	: >said
}

# tell PROGRAM [ARGUMENT]...: whatever it says is kept.
tell() {
	echo "\$ $1" >>said
	"$@" >>said 2>&1 </dev/null || echo "exit $?" >>said
}

# tell_console LINE [ARGUMENT]...: of sneakernote, whose most detailed log is kept too.
tell_console() {
	local line=$1
	shift
	# shellcheck disable=SC2016 # for the inner shell
	tell env line="$line" bash -c 'sneakernote --offline-mode --log-level=4 --log-file=log "$@" <<<"$line"' - "$@"
}

# pairs FILE: each word with the one behind it.
pairs() {
	awk '{ for (i = 1; i <= NF; i++) { if (before) print before, $i; before = $i } }' "$1"
}

# Texts of other wallets, and the passphrases of seed phrases. cold-export prints the view key where it is asked to.
tell_foreign() {
	view_key=$(cold-export -w vault --password-file=password --format=uri 2>>said | sed 's/.*view_key=//; s/&.*//')
	[ "${#view_key}" -eq 64 ]
	address=$(wo-address -w watch --password-file=watch-password)
	echo "$view_key" >view-key
	echo "${view_key}0" >long-key
	echo "$passphrase" >passphrase
	local text
	for text in "monero_wallet:$address?view_key=$view_key" "monero_wallet:$address?view_key=${view_key}0" \
		"monero_wallet:$address?view_key=$view_key=1" "monero_wallet:$view_key?view_key=$address" "monero:?$view_key" \
		"{\"privateViewKey\": $view_key}" "{\"$view_key\": 1, \"$view_key\": 2}" "{\"privateViewKey\": \"$view_key\", \"seed\": \"$(<words)\"}" \
		"$view_key" "$(<words)"; do
		echo "$text" >text
		tell wo-import -w vault --password-file=password text
		tell wo-import -w "imported-${#text}" --password-file=password text
		tell wo-import -w other --password-file=nowhere text
	done
	for text in view-key long-key words; do
		tell wo-import -w vault --password-file=password --address="$address" --view-key-file=$text
		tell wo-import -w other --password-file=password --address="$view_key" --view-key-file=$text
	done
	# Keys files with the key in a wrong place.
	local spend_key=$view_key k
	for k in "{\"spendkey\": $spend_key}" "{\"spendkey\": 0$spend_key}" "{\"$spend_key\": \"spendkey\"}" \
		"{\"$spend_key\": 1, \"$spend_key\": 2}" "{\"spendkey\": \"${spend_key}0\"}" "{$spend_key}" "$spend_key" \
		"{\"spendkey\": {\"$spend_key\": 1, \"$spend_key\": 2}}" "{\"spendkey\": 01234567890123456789012345678901}"; do
		echo "$k" >keys
		tell cold-new -w other --password-file=password --keys-file=keys
	done
	echo "$view_key:" >login
	for text in login view-key words; do
		tell_console status -w watch --password-file=watch-password --rpc-bind-port=0 --rpc-login-file=$text
	done
	tell cold-export -w vault --password-file=password --format=json -o text
	for text in words passphrase mistyped view-key; do
		tell cold-new -w vault --password-file=password --seed-file=$text --seed-passphrase-file=passphrase
		tell cold-new -w "restored-$text" --password-file=password --seed-file=$text --seed-passphrase-file=passphrase
		tell cold-new -w other --password-file=password --seed-file=$text --seed-password-file=passphrase
		tell cold-sign --seed-file=$text --seed-passphrase-file=passphrase --yes -o out/c unsigned.bin
		tell cold-show --seed-file=$text --seed-passphrase-file=passphrase unsigned.bin
	done
}

@test "no password, passphrase, view key or seed word is printed or logged" {
	sed 's/[a-z]*$/mistypedword/' words >mistyped
	cut -d ' ' -f 1-20 words >cut-short
	echo "$password" >not-words
	policy p.json '"allow_unattended": true'
	mkdir in out
	cp unsigned.bin in/a
	for right in password watch-password; do # the one is wrong where the other is right
		for wallet in vault watch unsigned.bin nowhere; do
			tell cold-show -w $wallet --password-file=$right unsigned.bin
			tell cold-sign -w $wallet --password-file=$right --yes -o signed-$right unsigned.bin
			tell cold-sign -w $wallet --password="$(<$right)" --yes --json -o signed-$right unsigned.bin
			tell cold-sign -w $wallet --password-file=$right --yes --policy=p.json --in-dir=in --out-dir=out
			tell cold-sign -w $wallet --password-file=$right --journal
			tell cold-export -w $wallet --password-file=$right --watch-password="$watch_password" -o watch
			tell cold-new -w $wallet --password="$(<$right)" --seed-file=words
			tell ki-restore -w $wallet --password-file=$right --watch-only=watch --watch-password-file=watch-password
			tell ki-restore -w $wallet --password-file=$right signed.bin
			tell wallet-passwd -w $wallet --password-file=$right --keep-password --kdf=interactive
			tell wallet-passwd -w $wallet --password="$(<$right)" --new-password-file=$right
			tell cold-sign -w $wallet --password-file=$right --adopt-journal=vault.signed --journal-password-file=$right
			tell wallet-names -w $wallet --password-file=$right --label=0/7 Rent
			tell wallet-names -w $wallet --password="$(<$right)" --import=unsigned.bin
			tell wo-address -w $wallet --password-file=$right
			tell wo-balance -w $wallet --password-file=$right
			tell wo-history -w $wallet --password-file=$right
			tell wo-outputs -w $wallet --password-file=$right
			tell wo-transfer -w $wallet --password-file=$right --daemon-address=127.0.0.1:1 nobody 1
			for line in status "describe_transfer unsigned.bin" "sign_transfer unsigned.bin signed" \
				"save_watch_only more $watch_password" "save_watch_only vault $watch_password" \
				"no_such_command $watch_password"; do
				tell_console "$line" -w $wallet --password-file=$right --yes
			done
			tell_console status -w $wallet --password="$(<$right)" --restore-ki-in-wo-wallet=watch
			tell_console status -w $wallet --password-file=$right --resync-and-exit
		done
	done
	for file in mistyped cut-short not-words; do
		tell cold-new -w other --password-file=password --seed-file=$file
		tell cold-sign --seed-file=$file --yes -o out/b unsigned.bin
		tell cold-show --seed-file=$file unsigned.bin
		tell cold-seed -w vault --password-file=password --seed-file=$file
		tell cold-show -w vault --password-file=$file unsigned.bin
		tell_console status -w vault --password-file=$file
	done
	tell_foreign
	# Much was said, of all kinds.
	[ "$(grep -c '^exit 0$' said)" -eq 0 ]
	[ "$(grep -c ': error: ' said)" -gt 50 ]
	[ "$(grep -c ERROR log)" -gt 30 ]
	grep -q '"tx_hash"' said
	for secret in "$password" "$watch_password" mistypedword "$passphrase" "$view_key" "${view_key:0:32}" 0123456789012345; do
		run ! grep -F -n -e "$secret" said log
	done
	pairs words >together
	[ "$(wc -l <together)" -eq 24 ]
	run ! grep -F -n -f together said log
	# The search itself works.
	cat words >>said
	grep -q -F -f together said
}
