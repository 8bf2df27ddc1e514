# cold-show, cold-sign and sign_transfer with unsigned files of the reference wallet, those of vectors/interop.

words="pitched enigma cohesive runway narrate casket picked fugitive tribal spout laptop moon rowboat abnormal \
dedicated tedious movement vipers hairy lodge husband depth karate major picked"

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/cold.bash"
	. "$BATS_TEST_DIRNAME/sneakernote.bash"
	samples=$BATS_TEST_DIRNAME/../vectors/interop/0.18.4.0
	PATH=$tools:$PATH
	mkdir "$BATS_TEST_TMPDIR/here"
	cd "$BATS_TEST_TMPDIR/here" || return
	echo "$words" >words
	cold-new -w master --password=x --seed-file=words >/dev/null
	policy p.json '"allow_unattended": true'
	cp "$samples"/unsigned-standard-1.bin complete # lists all outputs up to the one that it spends
	cp "$samples"/unsigned-many.bin incomplete     # lists only later ones
	cp "$samples"/outputs-all.bin outputs
}

teardown() {
	sneakernote_end
}

sign() {
	check "$tools/cold-sign" -w master --password=x --yes "$@"
}

magic() {
	head -c 20 "$1"
}

@test "an unsigned file of a Monero wallet is reviewed and signed; the answer is one for that wallet" {
	check "$tools/cold-show" -w master --password=x --json complete
	[ "$status" -eq 0 ]
	[ "$(jq -r '.transactions[0].destinations[0].amount, .transactions[0].fee' <<<"$output")" = $'1000000000000\n1808400000' ]
	sign complete -o signed
	[ "$status" -eq 0 ]
	[ "$(magic signed)" = "Monero signed tx set" ]
	[ "$(stat -c %a signed)" = 600 ]
	[ "$(entries)" -eq 1 ]
}

@test "hexadecimal text and standard input give the same bytes, and no second journal entry" {
	sign complete -o signed
	xxd -p complete | tr -d '\n' >text
	cold-sign -w master --password=x --yes --hex <text 2>/dev/null | xxd -r -p | cmp - signed
	xxd -p complete | cold-sign -w master --password=x --yes 2>/dev/null | cmp - signed
	[ "$(entries)" -eq 1 ]
}

@test "a file that lists too few outputs is refused, and the hint names the command of the online wallet" {
	sign incomplete -o signed
	fails_with 1
	[[ $stderr = *"key images of the first 5 outputs"*"export_outputs all FILE"*--outputs=FILE*--no-key-images* ]]
	[ ! -e signed ]
	[ "$(cold-sign -w master --password=x --journal 2>/dev/null | wc -l)" -eq 0 ]
	check "$tools/cold-show" -w master --password=x incomplete
	[ "$status" -eq 0 ]
}

@test "--outputs completes the list, --no-key-images omits it; both sign the same transaction" {
	sign incomplete --outputs=outputs -o with
	[ "$status" -eq 0 ]
	hash=${stderr##*tx_hash }
	sign incomplete --no-key-images -o without
	[ "$status" -eq 0 ]
	[ "${stderr##*tx_hash }" = "$hash" ]
	[ "$(stat -c %s with)" -gt "$(stat -c %s without)" ]
	[ "$(entries)" -eq 1 ]
	sign incomplete --outputs=outputs --no-key-images
	fails_with 2
}

@test "the signed file does not replace the file of --outputs, nor the commands of the console" {
	local before
	ln outputs link
	echo 'sign_transfer --outputs=outputs incomplete link' >script
	echo "sign_transfer incomplete another-script" >another-script
	before=$(sha256sum outputs script another-script)
	sign incomplete --outputs=outputs -o link
	fails_with 2
	[[ $stderr = *"the output would overwrite outputs" ]]
	for script in script another-script; do
		! sneakernote -w master --password=x --offline-mode --yes <$script 2>err || return 1
		grep -q 'error: line 1: the output would overwrite ' err
	done
	[ "$(sha256sum outputs script another-script)" = "$before" ]
	[ ! -e master.signed ]
	# The next command has inputs of its own.
	printf 'sign_transfer --outputs=outputs incomplete out\nsign_transfer complete link\n' |
		sneakernote -w master --password=x --offline-mode --yes >/dev/null
	[ "$(magic link)" = "Monero signed tx set" ]
	[ "$(sha256sum outputs)" = "${before%%$'\n'*}" ]
}

@test "another file in the place of --outputs is refused before anything is signed" {
	head -c 100 outputs >short
	for file in complete short words; do
		sign incomplete --outputs=$file -o signed
		fails_with 3
		[[ $stderr = *"the file of --outputs"* ]]
		[ ! -e signed ]
	done
	sign incomplete --outputs=missing
	fails_with 7
}

@test "a file for mainnet is refused by the wallet of another network with the same seed phrase" {
	cold-new -w staged --password=x --seed-file=words --network=stagenet >/dev/null
	for file in complete incomplete; do
		check "$tools/cold-sign" -w staged --password=x --yes --no-key-images -o signed $file
		fails_with 3
		[[ $stderr = *"the file is for mainnet, but the wallet is for stagenet"*"hint: use the wallet"* ]]
		[ ! -e signed ]
	done
	check "$tools/cold-show" -w staged --password=x complete
	fails_with 3
}

@test "a policy applies to the file" {
	policy small.json '"allow_unattended": true' '"max_amount_per_transaction": 500000000000'
	sign complete --policy=small.json -o signed
	fails_with 1
	[[ $stderr = *policy* ]]
	[ ! -e signed ]
}

@test "a file with a changed byte is refused, and leaves no journal entry" {
	printf '\1' | dd of=complete bs=1 seek=200 conv=notrunc status=none
	sign complete -o signed
	fails_with 3
	[ ! -e signed ]
	[ "$(entries)" -eq 0 ]
}

@test "a directory may have files of both formats" {
	mkdir in out
	cp complete in/a
	cp incomplete in/b
	cp outputs in/c
	payment unsigned | xxd -r -p >in/d
	check "$tools/cold-sign" -w master --password=x --yes --policy=p.json --in-dir=in --out-dir=out
	[ "$status" -eq 1 ]
	[ "$(cut -f 1,2 <<<"$output" | tr '\t' ' ')" = $'signed a\nrefused b\nbad-input c\nbad-input d' ]
	check "$tools/cold-sign" -w master --password=x --yes --policy=p.json --in-dir=in --out-dir=out
	[ "$(cut -f 1,2 <<<"$output" | tr '\t' ' ')" = $'already-signed a\nrefused b\nbad-input c\nbad-input d' ]
	rm out/a.signed
	check "$tools/cold-sign" -w master --password=x --yes --policy=p.json --in-dir=in --out-dir=out --outputs=outputs
	[ "$(cut -f 1,2 <<<"$output" | tr '\t' ' ')" = $'signed a\nsigned b\nbad-input c\nbad-input d' ]
	[ "$(magic out/b.signed)" = "Monero signed tx set" ]
}

@test "files that are not unsigned files are named" {
	sign outputs
	fails_with 3
	[[ $stderr = *"output export"* ]]
	sign "$samples"/signed-standard-1.bin
	fails_with 3
	[[ $stderr = *"signed"* ]]
	cp complete old
	printf '\4' | dd of=old bs=1 seek=22 conv=notrunc status=none
	sign old
	fails_with 3
	[[ $stderr = *version* ]]
	cp "$BATS_TEST_DIRNAME/../vectors/interop/0.18.0.0/unsigned-standard-1.bin" foreign
	sign foreign
	fails_with 3
}

@test "truncated files, as bytes and as text, and files of other formats have their own message" {
	xxd -p complete | tr -d '\n' >text
	refused() {
		sign file -o signed
		fails_with 3
		[[ $stderr = *"$1"* ]]
		[ ! -e signed ]
	}
	for bytes in 1 10 22 23 60; do
		head -c $bytes complete >file
		refused "the file is truncated"
		head -c $((2 * bytes)) text >file
		refused "the file is truncated"
	done
	head -c 1001 text >file
	refused "the file is truncated"
	sed 's/./x/500' text >file
	refused "not a hexadecimal digit"
	echo "-----BEGIN MoneroAsciiDataV1-----" >file
	refused "set export-format binary"
	printf 'Monero multisig unsigned tx set\001' >file
	refused "multisig wallet, which is not supported"
	echo null >file
	refused "not a file of sneakernote or of the reference wallet; expected an unsigned transaction file"
}

@test "the console and the JSON-RPC server give the bytes of cold-sign" {
	sign incomplete --outputs=outputs -o expected
	printf 'describe_transfer incomplete\nsign_transfer --outputs=outputs incomplete out\n' |
		sneakernote -w master --password=x --offline-mode --yes >said
	grep -q 'Signed transaction saved to out' said
	cmp out expected
	printf 'sign_transfer --outputs=outputs --no-key-images incomplete no\n' |
		sneakernote -w master --password=x --offline-mode --yes 2>said || [ $? -eq 2 ]
	grep -q 'exclude each other' said
	[ ! -e no ]

	serve --log-level=0
	hex() { xxd -p "$1" | tr -d '\n'; }
	request() {
		printf '{"jsonrpc":"2.0","id":"0","method":"sign_transfer","params":{"tx_unsigned_hex":"%s"%s}}' "$(hex incomplete)" "$1"
	}
	ask "$(request '')"
	[[ $(jq -r .error.message <<<"$answer") = *"key images of the first 5 outputs"* ]]
	ask "$(request ",\"outputs_data_hex\":\"$(hex outputs)\"")"
	[ "$(jq -r .result.tx_signed_hex <<<"$answer")" = "$(hex expected)" ]
	ask "$(request ',"no_key_images":true')"
	[[ $(jq -r .result.tx_signed_hex <<<"$answer") =~ ^[0-9a-f]{6000,}$ ]]
	end TERM
}
