# The journal of cold-sign, on a payment from a private chain.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/terminal.bash"
	. "$BATS_TEST_DIRNAME/cold.bash"
	cold_files
	cold-export -w master --password=x --watch-password=x -o watch 2>/dev/null
}

# Write another payment that spends the same output to the file `other`.
respend_other() {
	respend >other
}

show() {
	check "$tools/cold-show" -w master --password=x "$@"
}

sign() {
	check "$tools/cold-sign" -w master --password=x "$@"
}

@test "the journal: signing a file twice gives the same bytes and one entry" {
	check "$tools/cold-sign" -w master --password=x --journal
	[ "$status" -eq 0 ]
	[ -z "$output$stderr" ]
	[ ! -e master.signed ]
	sign --yes -o out unsigned
	[ "$status" -eq 0 ]
	[ "$(stat -c %a master.signed)" = 600 ]
	journal=$(sha256sum master.signed)
	sign --yes --hex unsigned.bin
	[ "$output" = "$(payment signed)" ]
	[ "$(sha256sum master.signed)" = "$journal" ]
	check "$tools/cold-sign" -w master --password=x --journal
	[[ $output =~ ^20[0-9-]{8}\ [0-9:]{8}Z\ \ $(payment tx_hash)\ \ 1\.250000000000\ XMR,\ fee\ 0\.001808400000\ XMR,\ 1\ key\ image$ ]]
	check "$tools/cold-sign" -w master --password=x --journal --json
	[ "$(jq '.signed | length' <<<"$output")" = 1 ]
	[ "$(jq -r '.signed[0].tx_hash' <<<"$output")" = "$(payment tx_hash)" ]
	[ "$(jq -c '.signed[0] | .amount, .fee' <<<"$output")" = $'1250000000000\n1808400000' ]
	[ $(($(date +%s) - $(jq '.signed[0].timestamp' <<<"$output"))) -lt 60 ]
	[ "$(jq -r '.signed[0].key_images | length' <<<"$output")" = 1 ]
	[[ $(jq -r '.signed[0].key_images[0], .signed[0].digest' <<<"$output" | tr '\n' ' ') =~ ^([0-9a-f]{64}\ ){2}$ ]]
	[ "$(stat -c %a master.signed)" = 600 ]
}

@test "the journal: another file that spends the same output is refused, with the earlier hash" {
	respend_other
	sign --yes -o out unsigned
	[ "$status" -eq 0 ]
	sign --yes -o second other
	[ "$status" -eq 1 ]
	[ -z "$output" ]
	[[ $stderr = *"cold-sign: error: "*"$(payment tx_hash)"*--allow-respend* ]]
	[ ! -e second ]
	[ "$(entries)" -eq 1 ]
	# It is known before the prompt, and to cold-show.
	check "$tools/cold-show" -w master --password=x other
	[ "$status" -eq 0 ]
	[[ $output = *"DOUBLE-SPEND"*"$(payment tx_hash)"*"cold-sign requires --allow-respend"* ]]
	check "$tools/cold-show" -w master --password=x --json other
	[ "$(jq -r ".transactions[0].double_spends[0]" <<<"$output")" = "$(payment tx_hash)" ]
	check "$tools/cold-show" -w watch --password=x --json other
	[ "$(jq -r ".transactions[0].double_spends[0]" <<<"$output")" = null ]
	check "$tools/cold-show" -w master --password=x --json unsigned
	[ "$(jq -r ".transactions[0].double_spends[0]" <<<"$output")" = null ]
	# By another name of the wallet too.
	ln -s master alias
	check "$tools/cold-sign" -w alias --password=x --yes -o second other
	[ "$status" -eq 1 ]

	sign --yes --allow-respend --json -o second other
	[ "$status" -eq 0 ]
	[[ $stderr = *"warning: "*"$(payment tx_hash)"* ]]
	[[ $stderr = *"DOUBLE-SPEND"*"allowed; only one of the two"* ]]
	[[ $stderr != *refuse* ]]
	second=$(jq -r .tx_hash <<<"$output")
	[ "$second" != "$(payment tx_hash)" ]
	[ "$(entries)" -eq 2 ]
	# Both can be had again.
	sign --yes -o out unsigned
	cmp out signed.bin
	sign --yes -o again other
	cmp again second
	[ "$(entries)" -eq 2 ]
}

@test "the journal: --no-journal neither reads nor writes it" {
	sign --yes --no-journal -o out unsigned
	[ "$status" -eq 0 ]
	cmp out signed.bin
	[ ! -e master.signed ]
	sign --yes -o out unsigned
	respend_other
	journal=$(sha256sum master.signed)
	sign --yes --no-journal -o second other
	[ "$status" -eq 0 ]
	[ "$(sha256sum master.signed)" = "$journal" ]
	# Not even one that is damaged.
	echo rubbish >master.signed
	sign --yes --no-journal -o out unsigned
	[ "$status" -eq 0 ]
}

@test "the journal: nothing is signed if it cannot be written" {
	# A name that leaves no room for the journal's; root, too, comes to grief there.
	long=$(printf '%0252d' 0)
	cp master "$long"
	check "$tools/cold-sign" -w "$long" --password=x --yes -o out unsigned
	fails_with 7
	[[ $stderr = *--no-journal* ]]
	[ ! -e out ]
	check "$tools/cold-sign" -w "$long" --password=x --yes --no-journal -o out unsigned
	[ "$status" -eq 0 ]
	rm out
	if [ "$(id -u)" -ne 0 ]; then
		mkdir locked
		cp master locked
		chmod 500 locked
		check "$tools/cold-sign" -w locked/master --password=x --yes -o out unsigned
		fails_with 7
		[[ $stderr = *--no-journal* ]]
		[ ! -e out ]
	fi
}

@test "the journal: a corrupt one, or that of another wallet, prevents signing" {
	sign --yes -o out unsigned
	respend_other
	sign --yes --allow-respend -o out other
	rm out
	cp master.signed good
	# A bit in the first commit.
	printf '\377\377\377\377\377\377\377\377' | dd of=master.signed bs=1 seek=200 conv=notrunc status=none
	sign --yes -o out unsigned
	fails_with 3
	[[ $stderr = *master.signed*corrupt* ]]
	check "$tools/cold-sign" -w master --password=x --journal
	fails_with 3
	head -c 50 good >master.signed
	sign --yes -o out unsigned
	fails_with 3
	# A flipped bit in the last entry, before the mark of 99 bytes: this is not an interrupted append.
	cp good master.signed
	byte=$(tail -c 150 good | head -c 1 | od -An -tu1)
	# shellcheck disable=SC2059
	printf "\\x$(printf %02x $((byte ^ 1)))" |
		dd of=master.signed bs=1 seek=$(($(stat -c %s good) - 150)) conv=notrunc status=none
	sign --yes -o out unsigned
	fails_with 3
	[[ $stderr = *master.signed*corrupt* ]]
	# Torn: the mark, and then the entry; it goes, with a line that says so.
	head -c -1 good >master.signed
	check "$tools/cold-sign" -w master --password=x --journal
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 2 ]
	[[ $stderr = "cold-sign: warning: "*master.signed* ]]
	head -c -100 good >master.signed
	check "$tools/cold-sign" -w master --password=x --journal
	[ "$status" -eq 0 ]
	[[ $output = *"$(payment tx_hash)"* ]]
	[ "${#lines[@]}" -eq 1 ]
	[[ $stderr = "cold-sign: warning: "*master.signed* ]]
	# Another file of the same wallet has its own.
	cold-new -w twin --password=x --seed-file=words >/dev/null
	mv good twin.signed
	check "$tools/cold-sign" -w twin --password=x --yes -o out unsigned
	fails_with 3
	[[ $stderr = *twin.signed*another* ]]
	[ ! -e out ]
}

@test "the journal: --output does not replace it" {
	sign --yes -o out unsigned
	journal=$(sha256sum master.signed)
	sign --yes -o master.signed unsigned
	fails_with 2
	sign --yes --no-journal -o ./master.signed unsigned
	fails_with 2
	[ "$(sha256sum master.signed)" = "$journal" ]
	# Before anything was signed, too, when there is the name only.
	rm master.signed
	mkdir sub
	ln -s .. sub/up
	for name in master.signed ./master.signed sub/../master.signed sub/up/master.signed "$PWD/master.signed"; do
		for options in "" --no-journal; do
			# shellcheck disable=SC2086 # none or one
			sign --yes $options -o "$name" unsigned
			fails_with 2
			[[ $stderr = *"$PWD/master.signed"* ]]
			[ ! -e master.signed ]
		done
	done
	ln -s master alias
	check "$tools/cold-sign" -w alias --password=x --yes --no-journal -o master.signed unsigned
	fails_with 2
	# Others may be called so.
	sign --yes --no-journal -o sub/master.signed unsigned
	[ "$status" -eq 0 ]
	sign --yes --no-journal -o alias.signed unsigned
	[ "$status" -eq 0 ]
	[ "$(entries)" -eq 0 ]
}

@test "the journal: --output through a link does not replace it" {
	ln -s master.signed link
	sign --yes -o link unsigned
	fails_with 7
	[[ $stderr = *"broken symbolic link"* ]]
	[ ! -e master.signed ]
	sign --yes -o out unsigned
	[ "$status" -eq 0 ]
	sign --yes -o link unsigned
	fails_with 2
	[ "$(entries)" -eq 1 ]
	# A link that appears during the prompt: its target is checked before the write.
	on_terminal cold-sign -w master --password=x -o second unsigned
	wait_for "Sign 1 transaction"
	ln -s master.signed second
	printf 'y\n' >&9
	hang_up
	[ "$status" -eq 1 ]
	[[ $screen = *"would overwrite $PWD/master.signed"*"sign the same file again"* ]]
	[ "$(entries)" -eq 1 ]
}

@test "no output replaces any wallet or journal" {
	cold-new -w other --password=x --seed-file=words >/dev/null
	sign --yes -o out unsigned
	cp master.signed other.signed
	before=$(sha256sum master other other.signed watch)
	for name in other other.signed watch; do
		sign --yes -o $name unsigned
		fails_with 2
		[[ $stderr = *"would overwrite $name, which is a wallet, a key-image file or a signing journal"* ]]
		check "$tools/sneakernote" -w master --password=x --offline-mode --log-file=$name </dev/null
		fails_with 2
		[[ $stderr = *"--log-file would damage $name, which is a wallet"* ]]
	done
	# Nor the names of files that do not exist.
	for name in gone gone.signed ./gone.outkey2ki; do
		check "$tools/sneakernote" -w gone --password=x --offline-mode --log-file=$name </dev/null
		fails_with 2
		[ ! -e $name ]
	done
	[ "$(sha256sum master other other.signed watch)" = "$before" ]
}

@test "a write error after signing leaves no file, and says that the journal has the signature" {
	rm -f out
	(
		ulimit -f 1
		cold-sign -w master --password=x --yes -o out unsigned 2>&1 || echo "status $?"
	) | cat >err
	[[ $(<err) = *"error: "*"the signature is already in the journal"$'\n'*"hint: sign the same file again; it gives the same bytes"$'\n'"status 7" ]]
	[ "$(entries)" -eq 1 ]
	[ -z "$(compgen -G 'out*')" ]
	sign --yes -o out unsigned
	cmp out signed.bin
	# What is taken back is the file, not the link to it.
	ln -s target link
	: >target
	status=0
	cold-sign -w master --password=x --json --yes -o link unsigned >/dev/full 2>err || status=$?
	[ "$status" -eq 7 ]
	[[ $(tail -n 2 err) = *"cannot write standard output"*"sign the same file again"* ]]
	[ -L link ]
	[ ! -e target ]
}

@test "the journal: a warning says that it is empty until something is signed" {
	check setsid --wait "$tools/cold-sign" -w master --password=x -o out unsigned
	[ "$status" -eq 1 ]
	[[ $stderr = "cold-sign: warning: no signing journal at $PWD/master.signed"*"restore the old journal"* ]]
	check setsid --wait "$tools/cold-sign" -w master --password=x -o out unsigned
	[ "$status" -eq 1 ]
	[[ $stderr = "cold-sign: warning: the signing journal $PWD/master.signed is empty"*"restore the old journal"* ]]
	sign --yes -o out unsigned
	[[ $stderr = "cold-sign: warning: the signing journal $PWD/master.signed is empty"* ]]
	sign --yes -o out unsigned
	[[ $stderr != *"knows nothing"* ]]
	rm master.signed
	sign --yes -o out unsigned
	[[ $stderr = "cold-sign: warning: no signing journal at $PWD/master.signed"*"restore the old journal"* ]]
	sign --yes -o out unsigned
	[[ $stderr != *"no signing journal"* ]]
	rm master.signed
	show unsigned
	[ -z "$stderr" ]
	[ ! -e master.signed ]
	sign --yes --no-journal -o out unsigned
	[[ $stderr != *"no signing journal"* ]]
	sign --yes -o out unsigned
	[[ $stderr = *"no signing journal at"* ]]
}

@test "the journal: a broken symbolic link does not count as an empty journal" {
	ln -s nowhere master.signed
	sign --yes -o out unsigned
	fails_with 7
	sign --journal
	fails_with 7
	show unsigned
	fails_with 7
	[[ $stderr = *"broken symbolic link"* ]]
	[ ! -e out ]
	[ ! -e nowhere ]
	# One that leads to a journal is as good as the journal.
	rm master.signed
	sign --yes -o out unsigned
	mv master.signed nowhere
	ln -s nowhere master.signed
	respend_other
	sign --yes -o second other
	fails_with 1
	[ -L master.signed ]
}

@test "the journal: after a respend, each of the two transactions is shown with the other" {
	respend_other
	sign --yes -o out unsigned
	sign --yes --allow-respend --json -o second other
	second=$(jq -r .tx_hash <<<"$output")
	show --json unsigned
	[ "$(jq -r ".transactions[0].double_spends[0]" <<<"$output")" = "$second" ]
	show --json other
	[ "$(jq -r ".transactions[0].double_spends[0]" <<<"$output")" = "$(payment tx_hash)" ]
	show unsigned
	[[ $output = *"DOUBLE-SPEND"*"$second"* ]]
	sign --yes -o out unsigned
	[ "$status" -eq 0 ]
	cmp out signed.bin
}

@test "the journal: a third conflicting transaction is shown with both earlier ones" {
	respend_other
	sign --yes -o out unsigned
	sign --yes --allow-respend --json -o second other
	second=$(jq -r .tx_hash <<<"$output")
	"$tools/../tests/respend" master x <other >third
	show --json third
	[ "$(jq -r '.transactions[0].double_spends | join(" ")' <<<"$output")" = "$second $(payment tx_hash)" ]
	[ "$(jq '.transactions[0].double_spends_count' <<<"$output")" = 2 ]
	[ "$(jq '.transactions[0].still_valid' <<<"$output")" = null ]
	sign --yes --allow-respend -o out third
	[ "$status" -eq 0 ]
	[[ $stderr = *"DOUBLE-SPEND"*"2 other signed transactions"*"$second"*"$(payment tx_hash)"*"if any of those is"* ]]
}

@test "the journal: transactions that stay valid beside a respend are shown and counted" {
	local first both
	"$tools/../tests/respend" master x both <unsigned.bin >both
	"$tools/../tests/respend" master x other <unsigned.bin >other
	sign --yes --json -o out both
	both=$(jq -r .tx_hash <<<"$output")
	sign --yes --allow-respend --json -o out unsigned
	first=$(jq -r .tx_hash <<<"$output")
	[[ $stderr != *"STILL VALID"* ]]
	show --json other
	[ "$(jq -c '.transactions[0] | [.double_spends, .double_spends_count, .still_valid, .still_valid_count]' <<<"$output")" = \
		"[[\"$both\"],1,[\"$first\"],1]" ]
	sign --yes --allow-respend -o out other
	[ "$status" -eq 0 ]
	[[ $stderr = *"  DOUBLE-SPEND  "*"$both"*"  STILL VALID  1 earlier transaction can be mined as well as this one"*"$first"* ]]
	[[ $stderr = *"  MARKED  1 of 1 transaction: "*"1 DOUBLE-SPEND, 1 STILL VALID"* ]]
	[[ $stderr = *"earlier transaction $first can be mined as well as this one"* ]]
}

@test "the journal: an entry has the time of the signature, not of the prompt" {
	on_terminal cold-sign -w master --password=x -o out unsigned
	wait_for "XMR? "
	sleep 2
	answered=$(date +%s)
	answer "[y/N] " y
	hang_up
	[ "$status" -eq 0 ]
	check "$tools/cold-sign" -w master --password=x --journal --json
	[ "$(jq '.signed[0].timestamp' <<<"$output")" -ge "$answered" ]
}

@test "the journal: one signer at a time" {
	on_terminal cold-sign -w master --password=x -o first unsigned
	wait_for "XMR? "
	sign --yes -o out unsigned
	fails_with 8
	[[ $stderr = *master.signed*"in use by process"*cold-sign* ]]
	[ ! -e out ]
	# Who only reads does not mind.
	check "$tools/cold-sign" -w master --password=x --journal
	[ "$status" -eq 0 ]
	answer "[y/N] " y
	hang_up
	[ "$status" -eq 0 ]
	sign --yes -o out unsigned
	[ "$status" -eq 0 ]
	cmp out first
}

@test "options that conflict with the journal are usage errors" {
	for options in "--journal unsigned" "--journal --yes" "--journal -o out" "--journal --hex" "--journal --max-fee=1" \
		"--journal --allow-unlock-time" "--journal --allow-respend" "--journal --no-journal" "--allow-respend --no-journal unsigned"; do
		# shellcheck disable=SC2086 # several arguments
		sign $options
		fails_with 2
	done
	check "$tools/cold-sign" -w watch --password=x --journal
	fails_with 3
	[ ! -e master.signed ]
	[ ! -e watch.signed ]
}

# A wallet file that is made anew from the seed phrase, `anew`, with another password; the first one signed `unsigned`.
anew() {
	sign --yes -o out unsigned
	respend_other
	cold-new -w anew --password=y --seed-file=words >/dev/null
	echo x >old-password
}

adopt() {
	check "$tools/cold-sign" -w anew --password=y --adopt-journal="$1" --journal-password-file=old-password "${@:2}"
}

@test "--adopt-journal: a wallet made anew refuses a double-spend that the old journal knows" {
	anew
	# Without the old journal it would be signed.
	check "$tools/cold-sign" -w anew --password=y --yes --no-journal -o second other
	[ "$status" -eq 0 ]
	before=$(sha256sum master.signed)
	adopt master.signed
	[ "$status" -eq 0 ]
	[ "$output" = "adopted 1 of 1 transaction of master.signed" ]
	check "$tools/cold-sign" -w anew --password=y --yes -o third other
	fails_with 1
	[[ $stderr = *"double-spend"*"$(payment tx_hash)"* ]]
	# Repeated, it changes nothing.
	own=$(sha256sum anew.signed)
	adopt master.signed --json
	[ "$(jq -c . <<<"$output")" = '{"entries":1,"adopted":0,"conflicts":0}' ]
	[ "$(sha256sum anew.signed)" = "$own" ]
	[ "$(sha256sum master.signed)" = "$before" ]
	check "$tools/cold-sign" -w anew --password=y --yes -o again unsigned
	[ "$status" -eq 0 ]
	cmp out again
}

@test "--adopt-journal: the old journal in the place of the new one is sealed anew" {
	anew
	mv master.signed anew.signed
	check "$tools/cold-sign" -w anew --password=y --yes -o second other
	fails_with 3
	[[ $stderr = *"is the journal of another wallet file"*"--adopt-journal=$PWD/anew.signed; otherwise move it away"* ]]
	adopt anew.signed
	[ "$status" -eq 0 ]
	[ "$output" = "adopted 1 of 1 transaction of anew.signed" ]
	check "$tools/cold-sign" -w anew --password=y --yes -o second other
	fails_with 1
	[[ $stderr = *"double-spend"*"$(payment tx_hash)"* ]]
	[ "$(ls -A anew*)" = $'anew\nanew.signed' ]
}

@test "--adopt-journal warns if both wallets have signed a spend of one output" {
	anew
	check "$tools/cold-sign" -w anew --password=y --yes -o second other
	[ "$status" -eq 0 ]
	adopt master.signed --json
	[ "$(jq -c . <<<"$output")" = '{"entries":1,"adopted":1,"conflicts":1}' ]
	[[ $stderr = *"warning: 1 adopted transaction spends outputs that other signed transactions spend"* ]]
	[ "$(cold-sign -w anew --password=y --journal | wc -l)" -eq 2 ]
}

@test "--adopt-journal refuses the journal of another wallet, other files and a wrong password" {
	anew
	echo y >new-password
	adopt master.signed --json --journal-password-file=new-password
	fails_with 2 # twice
	check "$tools/cold-sign" -w anew --password=y --adopt-journal=master.signed --journal-password-file=new-password
	fails_with 4
	cold-new -w stranger --password=x >/dev/null --seed-out=other-words
	check "$tools/cold-sign" -w stranger --password=x --adopt-journal=master.signed --journal-password-file=old-password
	fails_with 3
	[[ $stderr = *"master.signed is the journal of another wallet"* ]]
	adopt master
	fails_with 3
	adopt unsigned
	fails_with 3
	adopt none
	fails_with 7
	adopt master.signed --yes
	fails_with 2
	check "$tools/cold-sign" -w anew --password=y --journal-password-file=old-password unsigned
	fails_with 2
	check "$tools/cold-sign" -w watch --password=x --adopt-journal=master.signed --journal-password-file=old-password
	fails_with 3
	[ "$(cold-sign -w anew --password=y --journal | wc -l)" -eq 0 ]
}

@test "--adopt-journal prompts for the password of the old journal" {
	anew
	on_terminal cold-sign -w anew --adopt-journal=master.signed
	answer "Password for anew: " y
	answer "Password for master.signed: " x
	hang_up
	[ "$status" -eq 0 ]
	[[ $screen = *"adopted 1 of 1 transaction of master.signed"* ]]
}

@test "--adopt-journal takes the old journal after a change of the password" {
	anew
	cp master.signed before-the-change
	wallet-passwd -w master --password=x --new-password-file=<(echo new) >/dev/null
	sign() { check "$tools/cold-sign" -w master --password=new "$@"; }
	cp before-the-change master.signed # from a backup
	sign --yes -o second other
	fails_with 3
	check "$tools/cold-sign" -w master --password=new --adopt-journal=master.signed --journal-password-file=old-password
	[ "$status" -eq 0 ]
	sign --yes -o second other
	fails_with 1
	[[ $stderr = *"double-spend"* ]]
}
