# A seed phrase typed at the terminal, shown again, and verified: cold-new and cold-sign --seed-prompt, cold-seed.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/cold.bash"
	. "$BATS_TEST_DIRNAME/terminal.bash"
	cold_files
	address=$(wo-address -w master --password=x)
}

# Type each word at the prompt for it, from word $2 on.
type_words() {
	local n=${2:-1} word
	for word in $1; do
		answer "Word $n: " "$word"
		n=$((n + 1))
	done
}

# No word of the phrase is on the screen.
shows_no_word() {
	local word
	for word in $(<words); do
		[[ " $screen " != *[^a-z]"$word"[^a-z]* ]] || return
	done
}

# A phrase of chain_seed_phrases.txt, as the array `phrase`.
phrase() {
	read -ra phrase < <(grep -m 1 -E "^seed $1" "$BATS_TEST_DIRNAME/../vectors/chain_seed_phrases.txt")
}

seed() {
	check "$tools/cold-seed" -w master --password=x "$@"
}

@test "cold-new --seed-prompt restores the wallet from typed words, which are not shown" {
	on_terminal cold-new -w typed --password=x --seed-prompt --restore-height=5
	type_words "$(<words)"
	hang_up
	[ "$status" -eq 0 ]
	shows_no_word
	[ "$(tail -n 1 <<<"$screen")" = "$address" ]
	[ "$(wo-address -w typed --password=x)" = "$address" ]
	# Nothing else was written.
	[ "$(find . -newer master -type f)" = ./typed ]
}

@test "a mistyped word is asked for again, and several words fit one line" {
	first=$(cut -d ' ' -f 1-10 words) rest=$(cut -d ' ' -f 11-25 words)
	on_terminal cold-new -w typed --password=x --seed-prompt --restore-height=5
	answer "Word 1: " ""
	answer "Word 1: " "$first mistypo anvil"
	wait_for "Word 11 is not in a word list"
	answer "Word 11: " "1234abc"
	wait_for "Word 11 is not in a word list"
	answer "Word 11: " "${rest^^}"
	hang_up
	[ "$status" -eq 0 ]
	shows_no_word
	[[ $screen != *mistypo* ]]
	[ "$(wo-address -w typed --password=x)" = "$address" ]
}

@test "typed words with a wrong checksum, too many or too few of them create no wallet" {
	swapped=$(awk '{ t = $1; $1 = $2; $2 = t; print }' words)
	on_terminal cold-new -w typed --password=x --seed-prompt
	answer "Word 1: " "$swapped"
	hang_up
	[ "$status" -eq 3 ]
	[[ $screen = *"cold-new: error: the seed phrase is mistyped"* ]]
	on_terminal cold-new -w typed --password=x --seed-prompt
	answer "Word 1: " "$(<words) abbey"
	hang_up
	[ "$status" -eq 3 ]
	[[ $screen = *"more than 25 words"* ]]
	on_terminal cold-new -w typed --password=x --seed-prompt
	answer "Word 1: " "$(cut -d ' ' -f 1-24 words)"
	answer "Word 25: " ""
	hang_up
	[ "$status" -eq 3 ]
	[[ $screen = *"this text has 24"* ]]
	[ ! -e typed ]
}

@test "the 16 words of a Polyseed end with an empty line" {
	phrase 'English [0-9]+ - - '
	on_terminal cold-new -w typed --password=x --seed-prompt
	answer "Word 1: " "${phrase[*]:7:9}"
	answer "Word 10: " "${phrase[*]:16}"
	answer "Word 17: " ""
	hang_up
	[ "$status" -eq 0 ]
	[ "$(wo-address -w typed --password=x)" = "${phrase[6]}" ]
}

@test "without a terminal, a typed phrase is refused before anything is created" {
	check setsid --wait "$tools/cold-new" -w typed --password=x --seed-prompt
	program=cold-new
	fails_with 1
	[[ $stderr = *"no terminal to ask for the seed phrase"*--seed-file=FILE* ]]
	check setsid --wait "$tools/cold-seed" -w master --password=x --verify
	program=cold-seed
	fails_with 1
	check setsid --wait "$tools/cold-seed" -w master
	program=cold-seed
	fails_with 1
	[[ $stderr = *--seed-out=FILE* ]]
	[ ! -e typed ]
}

@test "cold-sign --seed-prompt signs the same bytes as --seed-file" {
	on_terminal cold-sign --seed-prompt --yes --no-journal -o out unsigned
	answer "Word 1: " "$(<words)"
	hang_up
	[ "$status" -eq 0 ]
	cmp out signed.bin
	check "$tools/cold-sign" --seed-prompt --seed-file=words --yes -o out2 unsigned
	fails_with 2
	check "$tools/cold-sign" --seed-prompt -w master --yes -o out2 unsigned
	fails_with 2
	check "$tools/cold-show" --seed-prompt --password=x unsigned
	fails_with 2
}

@test "cold-seed shows the words on the terminal, after the password" {
	on_terminal cold-seed -w master
	answer "Password for master: " x
	hang_up
	[ "$status" -eq 0 ]
	[ "$(grep -E '^ +[0-9]+  ([a-z]+ ){4}[a-z]+$' <<<"$screen" | sed 's/^ *[0-9]* *//' | xargs)" = "$(<words)" ]
	on_terminal cold-seed -w master
	answer "Password for master: " wrong
	hang_up
	[ "$status" -eq 4 ]
	shows_no_word
}

@test "cold-seed --seed-out writes a new private file" {
	seed --seed-out=copy
	[ "$status" -eq 0 ]
	[ -z "$output$stderr" ]
	[ "$(stat -c %a copy)" = 600 ]
	cmp copy words
	seed --seed-out=copy
	fails_with 1
	seed --seed-out=-
	fails_with 2
	seed --seed-out=nowhere/copy
	fails_with 7
}

@test "cold-seed --verify compares the typed words" {
	on_terminal cold-seed -w master --password=x --verify
	type_words "$(<words)"
	hang_up
	[ "$status" -eq 0 ]
	shows_no_word
	[ "$(tail -n 1 <<<"$screen")" = "the seed phrase restores this wallet" ]
	sed -E 's/^[a-z]+ /abbey /' words >one
	awk '{ $3 = "zoom"; $25 = "zoom"; print }' words >two
	seed --seed-file=one
	fails_with 1
	[[ $stderr = *"error: word 1 differs from the seed phrase of master"* ]]
	seed --seed-file=two
	fails_with 1
	[[ $stderr = *"error: words 3, 25 differ from the seed phrase of master"* ]]
	for name in words one two; do
		seed --seed-file=$name
		for word in $(<words) zoom abbey; do
			[[ " $output $stderr " != *[^a-z]"$word"[^a-z]* ]]
		done
	done
	cold-new -w other --password=x --seed-out=other-words 2>/dev/null >&2
	seed --seed-file=other-words
	fails_with 1
	[[ $stderr = *"this is not the seed phrase of master"* ]]
	cut -d ' ' -f 1-24 words >short
	seed --seed-file=short
	fails_with 3
}

@test "cold-seed --json reports a verification, and prints no seed phrase" {
	seed --seed-file=words --json
	[ "$status" -eq 0 ]
	[ "$(jq -c . <<<"$output")" = '{"restores_wallet":true}' ]
	cold-new -w other --password=x --seed-out=other-words 2>/dev/null >&2
	seed --seed-file=other-words --json
	fails_with 1
	for option in "" --seed-out=copy; do
		seed --json ${option:+"$option"}
		fails_with 2
		[[ $stderr = *"the seed phrase itself is not printed"* ]]
	done
	[ ! -e copy ]
}

@test "a Polyseed or a passphrase is verified by its keys, and the wallet has 25 words too" {
	phrase 'English [0-9]+ - Cake'
	echo "${phrase[*]:7}" >sixteen
	echo "${phrase[4]}" >passphrase
	cold-new -w poly --password=x --seed-file=sixteen --seed-passphrase-file=passphrase 2>/dev/null >&2
	check "$tools/cold-seed" -w poly --password=x --seed-file=sixteen --seed-passphrase-file=passphrase
	[ "$status" -eq 0 ]
	[ "$output" = "the seed phrase restores this wallet" ]
	check "$tools/cold-seed" -w poly --password=x --seed-file=sixteen
	fails_with 1
	[[ $stderr = *"this is not the seed phrase of poly"*--seed-passphrase* ]]
	cold-seed -w poly --password=x --seed-out=words25
	[ "$(wc -w <words25)" -eq 25 ]
	[ "$(cold-new -w poly25 --password=x --seed-file=words25 2>/dev/null)" = "$(wo-address -w poly --password=x)" ]
	check "$tools/cold-seed" -w poly --password=x --seed-passphrase-file=passphrase
	fails_with 2
}

@test "a wallet of independent keys has no seed phrase, and a watch-only wallet neither" {
	zeros=$(printf '0%.0s' {1..62})
	echo "{\"spendkey\": \"05$zeros\", \"viewkey\": \"07$zeros\"}" >keys
	cold-new -w independent --password=x --keys-file=keys 2>/dev/null >&2
	check "$tools/cold-seed" -w independent --password=x --seed-out=copy
	fails_with 1
	[[ $stderr = *"independent has no seed phrase"* ]]
	[ ! -e copy ]
	cold-export -w master --password=x --watch-password=x -o watch 2>/dev/null
	check "$tools/cold-seed" -w watch --password=x --seed-out=copy
	fails_with 3
	[ ! -e copy ]
	seed --verify --seed-file=words
	fails_with 2
	seed --verify --seed-out=copy
	fails_with 2
}
