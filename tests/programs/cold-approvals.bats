# Approvals by minisign and signify, which a policy demands. The rules themselves are tested in tests/unit/cold_approvals.c.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/cold.bash"
	. "$BATS_TEST_DIRNAME/terminal.bash"
	for program in minisign signify-openbsd; do
		command -v $program >/dev/null || skip "needs $program"
	done
	cold_files
	for name in alice bob mallory; do
		minisign -G -W -p $name.pub -s $name.key >/dev/null
	done
	signify-openbsd -G -n -p carol.pub -s carol.sec
	demand 2 alice bob carol
	respend >other
}

teardown() {
	[ -z "${server:-}" ] || kill -KILL "$server" 2>/dev/null || true
}

# demand N NAME...: the policy `two`.
demand() {
	local list='' name n=$1
	shift
	for name; do
		list+="${list:+,}\"$name\":\"$(sed -n 2p "$name.pub")\""
	done
	policy two '"allow_unattended": true' "\"approvals\": {\"required\": $n, \"keys\": {$list}}"
}

# approve NAME FILE [OPTION]...: the approval FILE.NAME.minisig or FILE.NAME.sig.
approve() {
	local name=$1 file=$2
	shift 2
	if [ -e "$name.sec" ]; then
		signify-openbsd -S -s "$name.sec" -m "$file" -x "$file.$name.sig"
	else
		minisign -S -s "$name.key" -m "$file" -x "$file.$name.minisig" "$@" >/dev/null
	fi
}

sign() {
	check "$tools/cold-sign" -w master --password=x --yes --policy=two -o out "$@"
}

# refused STATUS WORDS: nothing was signed.
refused() {
	fails_with "$1"
	[[ $stderr = *"$2"* ]]
	[ ! -e out ]
	[ ! -e master.signed ] || [ "$(entries)" -eq 0 ]
}

@test "files that enough people approved are signed to the same bytes; the review names the people" {
	approve alice unsigned.bin
	approve bob unsigned.bin -l
	approve carol unsigned.bin
	local a=--approval=unsigned.bin.alice.minisig b=--approval=unsigned.bin.bob.minisig c=--approval=unsigned.bin.carol.sig
	for approvals in "$a $b" "$b $c" "$c $a" "$a $b $c" "$a $a $b"; do
		# shellcheck disable=SC2086 # several options
		sign $approvals unsigned.bin
		[ "$status" -eq 0 ]
		cmp out signed.bin
		[ "$(entries)" -eq 1 ]
		rm out
	done
	[[ $stderr = *$'approvals: 2 given, 2 required\n  approved by  alice\n  approved by  bob\n  not by       carol\n'* ]]
	sign $a $c --json unsigned.bin
	[ "$(jq -c .approvals <<<"$output")" = '{"required":2,"approved_by":["alice","carol"],"not_approved_by":["bob"]}' ]
	# Hexadecimal text is another file, with its own approvals.
	approve alice unsigned
	approve carol unsigned
	sign --approval=unsigned.alice.minisig --approval=unsigned.carol.sig unsigned
	[ "$status" -eq 0 ]
	cmp out signed.bin
	# Standard input, and a seed phrase.
	rm out
	check "$tools/cold-sign" --seed-file=words --no-journal --yes --policy=two $a $c -o out unsigned.bin
	[ "$status" -eq 0 ]
	cmp out signed.bin
	cold-sign -w master --password=x --yes --policy=two $a $c -o out <unsigned.bin 2>/dev/null
	cmp out signed.bin
	cold-sign -w master --password=x --yes --policy=two $a --approval=- -o out unsigned.bin <unsigned.bin.bob.minisig 2>/dev/null
	cmp out signed.bin
}

@test "missing approvals are refused before anything is asked, with the names" {
	approve alice unsigned.bin
	sign unsigned.bin
	refused 1 "policy: 2 of 2 required approvals are missing; not approved by alice, bob, carol"
	sign --approval=unsigned.bin.alice.minisig unsigned.bin
	refused 1 "policy: 1 of 2 required approvals is missing; not approved by bob, carol"
	[[ $stderr = *"hint: "*"--approval=FILE"* ]]
	cp unsigned.bin.alice.minisig copy
	approve alice unsigned.bin -l # in the other format
	sign --approval=unsigned.bin.alice.minisig --approval=copy unsigned.bin
	refused 1 "1 of 2 required approvals is missing"
	check "$tools/cold-sign" --seed-file=words --no-journal --yes --policy=two -o out unsigned.bin
	refused 1 "2 of 2 required approvals are missing"
	on_terminal cold-sign -w master --password=x --policy=two -o out unsigned.bin
	hang_up
	[ "$status" -eq 1 ]
	[[ $screen != *"[y/N]"* ]]
}

@test "hostile approvals are errors, even if the others suffice" {
	approve alice unsigned.bin
	approve bob unsigned.bin
	good=(--approval=unsigned.bin.alice.minisig --approval=unsigned.bin.bob.minisig)
	# Of another file that spends the same output; of hexadecimal text.
	approve carol other
	sign "${good[@]}" --approval=other.carol.sig unsigned.bin
	refused 1 "approval other.carol.sig: not a valid signature of this unsigned file by carol"
	sign "${good[@]}" unsigned
	refused 1 "approval unsigned.bin.alice.minisig: not a valid signature of this unsigned file by alice"
	# By a stranger, also one who claims the number of bob's key.
	approve mallory unsigned.bin
	sign "${good[@]}" --approval=unsigned.bin.mallory.minisig unsigned.bin
	refused 1 "which the policy does not have"
	number=$(sed -n 's/.*signed with the key \([0-9A-F]*\),.*/\1/p' <<<"$stderr")
	[ "${#number}" -eq 16 ]
	[[ $number =~ ^0*(.*)$ ]] # minisign 0.11 omits zeros
	grep -qE "public key 0*${BASH_REMATCH[1]}$" mallory.pub
	raw() { sed -n 2p "$1" | base64 -d; }
	(
		echo "untrusted comment: x"
		(raw unsigned.bin.bob.minisig | head -c 10; raw unsigned.bin.mallory.minisig | tail -c 64) | base64 -w 0
		echo
		tail -n 2 unsigned.bin.mallory.minisig
	) >forged
	sign "${good[@]}" --approval=forged unsigned.bin
	refused 1 "approval forged: not a valid signature of this unsigned file by bob"
	# A prehashed signature as a legacy one, and the reverse.
	sed '2s/^RU/RW/' unsigned.bin.alice.minisig >forged
	sign "${good[@]}" --approval=forged unsigned.bin
	refused 1 "not a valid signature of this unsigned file by alice"
	head -n 2 forged >forged-signify
	sign "${good[@]}" --approval=forged-signify unsigned.bin
	refused 1 "not a valid signature of this unsigned file by alice"
	approve alice unsigned.bin -l
	sed '2s/^RW/RU/' unsigned.bin.alice.minisig >forged
	sign --approval=forged --approval=unsigned.bin.bob.minisig unsigned.bin
	refused 1 "not a valid signature of this unsigned file by alice"
	# Another trusted comment.
	sed '3s/file:unsigned/file:unsignec/' unsigned.bin.bob.minisig >forged
	run ! cmp -s forged unsigned.bin.bob.minisig
	sign "${good[@]}" --approval=forged unsigned.bin
	refused 1 "not a valid signature of this unsigned file by bob"
	# No signature at all: bad input, before the password.
	for file in words alice.pub alice.key unsigned.bin /dev/null; do
		check "$tools/cold-sign" -w master --password=wrong --yes --policy=two "${good[@]}" --approval="$file" -o out unsigned.bin
		refused 3 ""
	done
	check "$tools/cold-sign" -w master --password=wrong --yes --policy=two --approval=nothing -o out unsigned.bin
	refused 7 nothing
}

@test "a file that is replaced after it was read is not signed" {
	approve alice unsigned.bin
	approve bob unsigned.bin
	cp unsigned.bin file
	on_terminal cold-sign -w master --password=x --policy=two --approval=unsigned.bin.alice.minisig \
		--approval=unsigned.bin.bob.minisig -o out file
	wait_for "XMR? [y/N] "
	cat other >file
	rm unsigned.bin.*
	printf 'y\n' >&9
	hang_up
	[ "$status" -eq 0 ]
	[[ $screen = *"approved by  alice"* ]]
	cmp out signed.bin
}

@test "--approval requires a policy that demands approvals" {
	approve alice unsigned.bin
	policy none '"allow_unattended": true'
	for program in cold-sign cold-show; do
		check "$tools/$program" -w master --password=x --policy=none --approval=unsigned.bin.alice.minisig unsigned.bin
		fails_with 2
		[[ $stderr = *"the policy none demands no approvals"* ]]
		check "$tools/$program" -w master --password=x --approval=unsigned.bin.alice.minisig unsigned.bin
		fails_with 2
		[[ $stderr = *"--approval requires --policy"* ]]
	done
	[ ! -e master.signed ]
}

@test "no output replaces an approval" {
	approve alice unsigned.bin
	approve bob unsigned.bin
	ln unsigned.bin.bob.minisig link
	before=$(<unsigned.bin.bob.minisig)
	for out in unsigned.bin.bob.minisig link; do
		check "$tools/cold-sign" -w master --password=x --yes --policy=two --approval=unsigned.bin.alice.minisig \
			--approval=unsigned.bin.bob.minisig -o $out unsigned.bin
		fails_with 2
		[ "$(<unsigned.bin.bob.minisig)" = "$before" ]
	done
}

@test "cold-show names the approvals, and does not demand them" {
	check "$tools/cold-show" -w master --password=x --policy=two unsigned.bin
	[ "$status" -eq 0 ]
	[[ $output = *$'approvals: 0 given, 2 required\n  not by       alice\n'* ]]
	approve carol unsigned.bin
	check "$tools/cold-show" -w master --password=x --policy=two --approval=unsigned.bin.carol.sig --json unsigned.bin
	[ "$status" -eq 0 ]
	[ "$(jq -c .approvals.approved_by <<<"$output")" = '["carol"]' ]
	check "$tools/cold-show" -w master --password=x --policy=two --approval=unsigned.bin.carol.sig unsigned
	fails_with 1
	check "$tools/cold-show" -w master --password=x unsigned.bin
	[[ $output != *approvals* ]]
}

batch() {
	check timeout 60 "$tools/cold-sign" -w master --password=x --yes --policy=two --in-dir=in --out-dir=out.d "$@"
	program=cold-sign
}

statuses() {
	cut -f 1,2 <<<"$output" | tr '\t' ' '
}

@test "--in-dir takes the approvals beside the files" {
	mkdir in out.d
	cp unsigned.bin in/a
	cp unsigned in/a.b       # the same payment
	cp other in/c
	cp unsigned.bin in/d.sig # an approval by its name, of no file
	for file in a a.b c; do
		cp in/$file $file
	done
	approve alice a
	approve bob a
	cp a.alice.minisig in/d.sig.minisig # nobody approves an approval
	cp a.alice.minisig in/a.minisig
	cp a.bob.minisig in/a.x.y.minisig
	approve alice a.b
	approve carol a.b
	cp a.b.alice.minisig in
	cp a.b.carol.sig in
	mkdir in/e
	cp a.alice.minisig in/e.minisig
	batch
	[ "$status" -eq 1 ]
	[ "$(statuses)" = $'signed a\nsigned a.b\nrefused c\nskipped d.sig\nskipped d.sig.minisig\nskipped e\nskipped e.minisig' ]
	[[ $stderr = *"1 of 7 entries of in not signed"* ]]
	[[ ${lines[2]} = *"2 of 2 required approvals are missing; not approved by alice, bob, carol"* ]]
	[ "$(ls out.d)" = $'a.b.signed\na.signed' ]
	cmp out.d/a.signed signed.bin
	cmp out.d/a.b.signed signed.bin
	[ "$(entries)" -eq 1 ]
	[[ $stderr = *"approved by  carol"* ]]
	# An approval of the wrong file, a truncated one, a link.
	rm -r in/c in/d.sig* in/e*
	cp a.alice.minisig in/a.b.minisig
	batch
	[ "$status" -eq 1 ]
	[ "$(statuses)" = $'already-signed a\nrefused a.b' ]
	[[ ${lines[1]} = *"approval a.b.minisig: not a valid signature of this unsigned file by alice"* ]]
	head -n 1 a.alice.minisig >in/a.b.minisig
	batch --json
	[ "$(jq -r .status <<<"$output")" = $'already-signed\nbad-input' ]
	[ "$(jq -c .approvals.approved_by <<<"${lines[0]}")" = '["alice","bob"]' ]
	ln -sf ../a.b.alice.minisig in/a.b.minisig
	batch
	[ "$(statuses)" = $'already-signed a\nrefused a.b' ]
	rm in/a.b.minisig
	batch
	[ "$status" -eq 0 ]
	[ "$(statuses)" = $'already-signed a\nalready-signed a.b' ]
	# --approval cannot say for which file it is.
	batch --approval=a.alice.minisig
	fails_with 2
	[[ $stderr = *"--in-dir and --approval cannot be used together"*NAME.minisig* ]]
	# Without approvals in the policy, the names mean nothing.
	policy two '"allow_unattended": true'
	cp unsigned.bin in/e.sig
	rm in/a*
	batch
	[ "$status" -eq 0 ]
	[ "$(statuses)" = "signed e.sig" ]
}

@test "an unsigned file of a Monero wallet is approved like others" {
	cp "$BATS_TEST_DIRNAME/../vectors/interop/0.18.4.0/unsigned-standard-1.bin" file
	cat >words <<-END
		pitched enigma cohesive runway narrate casket picked fugitive tribal spout laptop moon rowboat abnormal dedicated tedious movement vipers hairy lodge husband depth karate major picked
	END
	cold-new -w other.wallet --password=x --seed-file=words >/dev/null
	approve alice file
	approve carol file
	check "$tools/cold-sign" -w other.wallet --password=x --yes --policy=two --approval=file.alice.minisig -o out file
	fails_with 1
	check "$tools/cold-sign" -w other.wallet --password=x --yes --policy=two --approval=file.alice.minisig \
		--approval=file.carol.sig -o out file
	[ "$status" -eq 0 ]
	[ "$(head -c 20 out)" = "Monero signed tx set" ]
}

@test "sneakernote cannot take approvals, and does not sign without them" {
	for command in "sign_transfer unsigned out" "sign_transfer unsigned.bin out"; do
		run --separate-stderr sneakernote -w master --password=x --offline-mode --yes --policy=two <<<"$command"
		[ "$status" -eq 1 ]
		[[ $stderr = *"policy: 2 approvals are required, which only cold-sign can check"* ]]
		[ ! -e out ]
	done
	on_terminal sneakernote -w master --password=x --offline-mode --policy=two
	answer "]: " "sign_transfer unsigned out"
	wait_for "only cold-sign can check"
	answer "]: " exit
	hang_up
	[[ $screen != *"[y/N]"* ]]
	sneakernote --rpc-bind-port=0 -w master --password=x --offline-mode --policy=two 2>said 3>&- &
	server=$!
	until url=$(grep -o 'http://.*' said); do
		sleep 0.05
	done
	ask() {
		curl -sS -H 'content-type: application/json' --data-binary \
			"{\"jsonrpc\":\"2.0\",\"id\":\"0\",\"method\":\"$1\",\"params\":{\"tx_unsigned_hex\":\"$(<unsigned)\"}}" "$url"
	}
	[[ $(ask sign_transfer | jq -c .error) = *'"code":-4'*"2 approvals are required"* ]]
	[ "$(ask describe_transfer | jq -c .error)" = null ]
	kill "$server"
	wait "$server" || true
	server=
	[ ! -e master.signed ] || [ "$(entries)" -eq 0 ]
}
