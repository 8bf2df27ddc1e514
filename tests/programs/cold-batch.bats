# cold-sign --in-dir: a directory of unsigned files, signed without confirmation.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/cold.bash"
	cold_files
	policy p.json '"allow_unattended": true'
	mkdir in out
	hash=$(payment tx_hash)
}

# Anything that waits for ever is a failure.
batch() {
	check timeout 60 "$tools/cold-sign" -w master --password=x --yes --policy=p.json --in-dir=in --out-dir=out "$@"
	program=cold-sign
}

# The fields of the report: status and name of each line.
statuses() {
	cut -f 1,2 <<<"$output" | tr '\t' ' '
}

@test "--in-dir signs files in name order, prints a line for each, continues after errors and exits 1" {
	respend >in/d-respend
	respend 3000000 >in/a-locked
	head -c 100 unsigned.bin >in/B-cut
	cp unsigned.bin in/c
	cp unsigned in/e-hex
	batch
	[ "$status" -eq 1 ]
	[ "$(statuses)" = $'bad-input B-cut\nrefused a-locked\nsigned c\nrefused d-respend\nsigned e-hex' ]
	[ "${lines[2]}" = $'signed\tc\t'"$hash" ]
	[[ ${lines[1]} = *"locked until block 3000000"* ]]
	[[ ${lines[3]} = *"$hash"* ]] # the earlier transaction, by name
	[[ $output != *--allow-respend* ]] # which it does not take
	[ "$(ls out)" = $'c.signed\ne-hex.signed' ]
	cmp out/c.signed signed.bin
	cmp out/e-hex.signed signed.bin
	[ "$(stat -c %a out/c.signed)" = 600 ]
	[ "$(entries)" -eq 1 ]
	# The review of the signed file, and the error.
	[[ $stderr = *"cold-sign: c:"*1.250000000000*"cold-sign: e-hex:"*"cold-sign: error: 3 of 5 "* ]]
	[[ $stderr != *a-locked* ]]
}

# batch_and COMMAND...: sign the file `one`, and run COMMAND before the program goes on. Sets pid. The pipe of the report, descriptor
# 7, is full, so that the program waits before it reports this file; then it has room.
batch_and() {
	cp unsigned.bin in/one
	mkfifo report
	exec 7<>report
	head -c 65536 /dev/zero >&7
	timeout 60 "$tools/cold-sign" -w master --password=x --yes --policy=p.json --in-dir=in --out-dir=out >&7 2>said 3>&- &
	pid=$!
	for _ in {1..300}; do
		[ ! -e out/one.signed ] || break
		sleep 0.1
	done
	[ -e out/one.signed ]
	"$@"
	head -c 65536 <&7 >/dev/null
}

@test "--in-dir signs a file that appears during the run" {
	cp unsigned.bin in/.later
	batch_and mv in/.later in/after
	wait "$pid"
	read -r -t 10 -u 7 first
	read -r -t 10 -u 7 second
	exec 7>&-
	[ "$first" = $'signed\tone\t'"$hash" ]
	[ "$second" = $'signed\tafter\t'"$hash" ]
	cmp out/after.signed signed.bin
}

@test "--in-dir has succeeded when all files are signed, even if the directory is then away" {
	batch_and mv in gone
	wait "$pid"
	exec 7>&-
	run ! grep error said
}

@test "--in-dir exits 0 if all files are signed; a second run reports already-signed and writes nothing" {
	cp unsigned.bin in/one
	cp unsigned.bin in/two
	batch
	[ "$status" -eq 0 ]
	[ "$(statuses)" = $'signed one\nsigned two' ]
	before=$(stat -c '%n %i %Y %Z' out/* master.signed)
	batch
	[ "$status" -eq 0 ]
	[ "$output" = $'already-signed\tone\t'"$hash"$'\nalready-signed\ttwo\t'"$hash" ]
	[ "$(stat -c '%n %i %Y %Z' out/* master.signed)" = "$before" ]
	# Its file is there, and the journal does not have it: then it gets it.
	rm master.signed
	batch
	[ "$status" -eq 0 ]
	[ "$(statuses)" = $'already-signed one\nalready-signed two' ]
	[ "$(entries)" -eq 1 ]
	rm in/*
	batch
	[ "$status" -eq 0 ]
	[ -z "$output" ]
}

@test "--in-dir --json prints one object per line" {
	cp unsigned.bin in/a
	respend >in/b
	head -c 50 unsigned.bin >in/c
	mkdir in/d
	batch --json
	[ "$status" -eq 1 ]
	[ "${#lines[@]}" -eq 4 ]
	[ "$(jq -rs 'map(.file + " " + .status) | join(",")' <<<"$output")" = "a signed,b refused,c bad-input,d skipped" ]
	[ "$(jq -r .tx_hash <<<"${lines[0]}")" = "$hash" ]
	[ "$(jq -c .tx_hash_list <<<"${lines[0]}")" = "[\"$hash\"]" ]
	[ "$(jq .amount <<<"${lines[0]}")" = 1250000000000 ]
	[ "$(jq 'has("error") or has("tx_signed_hex")' <<<"${lines[0]}")" = false ]
	[[ $(jq -r .error <<<"${lines[1]}") = *"$hash"* ]]
	[ "$(jq -s 'map(has("tx_hash_list")) | .[1:] | any' <<<"$output")" = false ]
}

@test "an existing output file is not overwritten, and its signature is not recorded" {
	for name in file link dir pipe longer; do
		cp unsigned.bin in/$name
	done
	echo mine >out/file.signed
	cp signed.bin target
	ln -s ../target out/link.signed
	mkdir out/dir.signed
	mkfifo out/pipe.signed
	cat signed.bin signed.bin >out/longer.signed
	batch
	[ "$status" -eq 1 ]
	[ "$(statuses)" = $'refused dir\nrefused file\nrefused link\nrefused longer\nrefused pipe' ]
	[[ ${lines[1]} = *"out/file.signed already exists"* ]]
	[ "$(cat out/file.signed)" = mine ]
	[ -L out/link.signed ]
	[ -p out/pipe.signed ]
	cmp target signed.bin
	[ "$(entries)" -eq 0 ]
	[ "$(ls out | wc -l)" -eq 5 ]
}

@test "directories are skipped, other special files are refused, and nothing blocks" {
	mkdir -p in/dir/sub
	cp unsigned.bin in/dir/inner
	cp unsigned.bin in/.hidden
	batch
	[ "$status" -eq 0 ]
	[ "$output" = $'skipped\tdir\ta directory' ]
	mkfifo in/pipe
	ln -s ../unsigned.bin in/link
	ln -s nowhere in/dangling
	: >in/empty
	truncate -s $((32 * 1024 * 1024 + 1)) in/huge
	cp unsigned.bin in/z
	batch
	[ "$status" -eq 1 ]
	[ "$(statuses)" = $'refused dangling\nskipped dir\nbad-input empty\nbad-input huge\nrefused link\nrefused pipe\nsigned z' ]
	[ "$(ls -A out)" = z.signed ]
}

# root can read every file: run this as another user then.
@test "a file without read permission is reported as unreadable, and the run continues" {
	cp unsigned.bin in/a
	cp unsigned.bin in/b
	chmod 0 in/a
	as_nobody
	if ((${#as[@]})); then
		chown -R 65534 .
		for directory in . .. ../.. ../../..; do # up to the one that bats has made
			chmod a+x $directory
		done
		"${as[@]}" ls "$PWD" >/dev/null || skip "root, and nobody else can come here"
	fi
	cp "$tools/cold-sign" . # its directory may be closed to other users
	program=cold-sign
	check timeout 60 "${as[@]}" ./cold-sign -w master --password=x --yes --policy=p.json --in-dir=in --out-dir=out
	[ "$status" -eq 1 ]
	[ "$(statuses)" = $'unreadable a\nsigned b' ]
	[[ ${lines[0]} = *"ermission denied"* ]]
	[ "$(ls out)" = b.signed ]
}

@test "an output directory without write permission is refused before anything is signed" {
	as_nobody
	cp unsigned.bin in/a
	chmod 555 out
	if ((${#as[@]})); then
		chown -R 65534:65534 .
		chmod a+rx "$BATS_RUN_TMPDIR" "$BATS_RUN_TMPDIR/test" "$BATS_TEST_TMPDIR" .
		"${as[@]}" ls "$PWD" >/dev/null || skip "root, and nobody else can come here"
	fi
	cp "$tools/cold-sign" .
	check timeout 60 "${as[@]}" ./cold-sign -w master --password=x --yes --policy=p.json --in-dir=in --out-dir=out
	[ "$status" -eq 7 ]
	[[ $stderr = "cold-sign: error: cannot write in out: Permission denied" ]]
	[ ! -e master.signed ]
}

@test "a socket among the files is refused" {
	perl -MSocket -e 'socket(S, PF_UNIX, SOCK_STREAM, 0) && bind(S, pack_sockaddr_un("in/a")) or die'
	[ -S in/a ]
	cp unsigned.bin in/b
	batch
	[ "$status" -eq 1 ]
	[ "$(statuses)" = $'refused a\nsigned b' ]
}

@test "a file name with a newline or an escape sequence does not reach the report or the terminal" {
	forged=$'x\nsigned\tforged\t00'
	escape=$'\e[2Jy'
	latin=$'z\xe9'
	c1=$'z\xc2\x9bK'
	long=$(printf '%0255d' 0)
	fits=$(printf '1%0240d' 0)
	for name in "$forged" "$escape" "$latin" "$c1" "$long" "$fits" "-rf" "a b"; do
		cp unsigned.bin "in/$name"
	done
	batch
	[ "$status" -eq 1 ]
	[ "${#lines[@]}" -eq 8 ]
	[ "$(awk -F '\t' 'NF != 3' <<<"$output")" = "" ]
	[[ $output$stderr != *$'\e'* ]]
	[[ $output$stderr != *$'\xc2\x9b'* ]]
	[[ $output = *$'signed\tx?signed?forged?00\t'* ]]
	[[ $stderr != *$'\nsigned'* ]]
	[ "$(grep -c '^refused' <<<"$output")" -eq 1 ]
	[[ $output = *$'refused\t'"$long"$'\tthe name is too long'* ]]
	cmp "out/$forged.signed" signed.bin
	cmp "out/$escape.signed" signed.bin
	cmp "out/$fits.signed" signed.bin
	[ "$(ls -A out | wc -l)" -ge 7 ]

	batch --json
	[ "$(jq -c . <<<"$output" | wc -l)" -eq 8 ]
	jq -se --arg name "$forged" 'map(.file) | index($name)' <<<"$output"
	jq -se --arg name "$escape" 'map(.file) | index($name)' <<<"$output"
	jq -se 'map(.file) | index("z\ufffd")' <<<"$output"
	[[ $output != *$'\e'* ]]
	iconv -f UTF-8 -t UTF-8 <<<"$output" >/dev/null
}

@test "invisible characters and 8-bit control characters of file names are replaced" {
	# Of U+011B the second byte begins a sequence there; nothing shows that U+200B is there.
	cp unsigned.bin in/$'tr\xc4\x9b2J'
	cp unsigned.bin in/$'se\xe2\x80\x8ben'
	LC_ALL=C.UTF-8 batch
	[[ $output = *$'\ttr\xc4\x9b2J\t'* && $output = *$'\tse???en\t'* && $stderr = *$'tr\xc4\x9b2J:'* ]]
	rm out/*
	LC_ALL=C batch
	[[ $output = *$'\ttr\xc4?2J\t'* && $output = *$'\tse???en\t'* ]]
	run -1 env LC_ALL=C grep -q $'\x9b' <<<"$output$stderr"
	rm out/*
	LC_ALL=C.UTF-8 batch --json
	[[ $output = *'"tr\u011b2J"'* && $output = *'"se\u200ben"'* ]]
	run -1 env LC_ALL=C grep -q '[^[:print:]]' <<<"$output"
}

@test "--in-dir and --out-dir must exist and differ; one may contain the other" {
	cp unsigned.bin in/a
	program=cold-sign
	for out in in ./in "$PWD/in" in/../in; do
		check "$tools/cold-sign" -w master --password=x --yes --policy=p.json --in-dir=in --out-dir="$out"
		fails_with 2
	done
	ln -s in alias
	check "$tools/cold-sign" -w master --password=x --yes --policy=p.json --in-dir=in --out-dir=alias
	fails_with 2
	check "$tools/cold-sign" -w master --password=x --yes --policy=p.json --in-dir=unsigned --out-dir=out
	fails_with 2
	# Before the password is checked.
	check "$tools/cold-sign" -w master --password=wrong --yes --policy=p.json --in-dir=in --out-dir=nowhere
	fails_with 7
	check "$tools/cold-sign" -w master --password=wrong --yes --policy=p.json --in-dir=nowhere --out-dir=out
	fails_with 7
	[ "$(ls in)" = a ]

	mkdir in/out
	check "$tools/cold-sign" -w master --password=x --yes --policy=p.json --in-dir=in --out-dir=in/out
	[ "$status" -eq 0 ]
	[ "$(statuses)" = $'signed a\nskipped out' ]
	cmp in/out/a.signed signed.bin
}

@test "the wallet's own files are neither signed nor overwritten" {
	cp unsigned.bin in/master
	cp master p.json words in/ # the wallet is beside the unsigned files
	before=$(sha256sum master)
	cp unsigned.bin in/a
	# MASTER.signed is the journal's name.
	cp unsigned.bin in/master
	check "$tools/cold-sign" -w master --password=x --yes --policy=p.json --in-dir=in --out-dir=.
	[ "$status" -eq 1 ]
	[ "$(statuses)" = $'signed a\nrefused master\nbad-input p.json\nbad-input words' ]
	[[ ${lines[1]} = *"would overwrite $PWD/master.signed"* ]]
	[ "$(sha256sum master)" = "$before" ]
	[ "$(entries)" -eq 1 ]
}

@test "--in-dir requires --yes and a policy with allow_unattended" {
	cp unsigned.bin in/a
	common=(-w master --password=x --in-dir=in --out-dir=out)
	program=cold-sign
	for options in "" --yes --policy=p.json; do
		# shellcheck disable=SC2086 # none or one
		check "$tools/cold-sign" "${common[@]}" $options
		fails_with 2
	done
	for members in '' '"allow_unattended": false'; do
		policy p.json "$members"
		batch
		fails_with 1
		[[ $stderr = *p.json*"hint: set \"allow_unattended\": true in the policy" ]]
	done
	policy p.json '"allow_unattended": 1'
	batch
	fails_with 3
	rm p.json
	batch
	fails_with 7
	[ -z "$(ls out)" ]
	[ ! -e master.signed ]
}

@test "the policy applies to each file of --in-dir" {
	respend >in/more # one piconero more
	cp unsigned.bin in/some
	policy p.json '"allow_unattended": true' '"max_amount_per_transaction": 1250000000000'
	batch
	[ "$status" -eq 1 ]
	[ "$(statuses)" = $'refused more\nsigned some' ]
	[[ ${lines[0]} = *max_amount_per_transaction* ]]
	[[ $stderr = *"cold-sign: error: 1 of 2 entries of in not signed" ]]
	[ "$(entries)" -eq 1 ]
}

@test "options that exclude each other are usage errors" {
	cp unsigned.bin in/a
	for options in unsigned "-o signed2" --hex --no-journal --allow-respend --journal --in-dir=in; do
		# shellcheck disable=SC2086 # several arguments
		batch $options
		fails_with 2
	done
	program=cold-sign
	for options in --in-dir=in --out-dir=out "--in-dir=in --out-dir=out --seed-file=words"; do
		# shellcheck disable=SC2086 # several arguments
		check "$tools/cold-sign" --yes --policy=p.json $options
		fails_with 2
		# shellcheck disable=SC2086 # several arguments
		check "$tools/cold-sign" -w master --password=x --yes --policy=p.json ${options% --out*}
		fails_with 2
	done
	[ -z "$(ls out)" ]
}

@test "a watch-only wallet, a wrong password or a corrupt journal prevents all signatures" {
	cp unsigned.bin in/a
	cold-export -w master --password=x --watch-password=x -o watch 2>/dev/null
	program=cold-sign
	check "$tools/cold-sign" -w watch --password=x --yes --policy=p.json --in-dir=in --out-dir=out
	fails_with 3
	check "$tools/cold-sign" -w master --password=y --yes --policy=p.json --in-dir=in --out-dir=out
	fails_with 4
	echo rubbish >master.signed
	batch
	fails_with 3
	[ -z "$(ls out)" ]
}

@test "after a signal the current file is finished, and no other file is started" {
	for i in $(seq 100 299); do
		cp unsigned.bin "in/$i"
	done
	for signal in TERM INT HUP; do
		rm -f out/*
		mkfifo report
		env --default-signal "$tools/cold-sign" -w master --password=x --yes --policy=p.json --in-dir=in \
			--out-dir=out >report 2>err 3>&- &
		pid=$!
		exec 8<report
		read -r first <&8
		kill -"$signal" "$pid"
		cat <&8 >rest
		exec 8<&-
		rm report
		status=0
		wait "$pid" || status=$?
		echo "$signal: $status, $(wc -l <rest) more lines; $(tail -n 1 err)"
		[ "$status" -eq 1 ]
		[[ $first = $'signed\t100\t'* ]]
		done=$(($(wc -l <rest) + 1))
		[ "$done" -lt 200 ]
		[ "$(ls -A out | wc -l)" -eq "$done" ]
		[[ $(tail -n 2 err) = "cold-sign: error: interrupted by a signal: $((200 - done)) of 200 "*"hint: run the same command again" ]]
		for file in out/*; do
			cmp "$file" signed.bin
		done
	done
}

@test "a full disk ends the run with exit status 7; a later run continues" {
	cp unsigned.bin in/a
	cp unsigned.bin in/b
	# Blocks of 1024 bytes: enough for the journal, not for a signed file.
	run --separate-stderr bash -c 'trap "" XFSZ; ulimit -f 1; exec "$@"' - "$tools/cold-sign" -w master --password=x \
		--yes --policy=p.json --in-dir=in --out-dir=out
	echo "$status: $output; $stderr"
	[ "$status" -eq 7 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output = $'failed\ta\t'* ]]
	[[ $stderr = *"cold-sign: error: cannot write out/a.signed: "* ]]
	[ -z "$(ls -A out)" ]
	# Nor can the report.
	status=0
	cold-sign -w master --password=x --yes --policy=p.json --in-dir=in --out-dir=out >/dev/full 2>err || status=$?
	[ "$status" -eq 7 ]
	[ "$(ls -A out)" = a.signed ]
	batch
	[ "$status" -eq 0 ]
	[ "$(statuses)" = $'already-signed a\nsigned b' ]
	cmp out/b.signed signed.bin
	[ "$(entries)" -eq 1 ]
}

@test "a journal that cannot be written ends the run with exit status 7" {
	cp unsigned.bin in/a
	cp unsigned.bin in/b
	run --separate-stderr bash -c 'trap "" XFSZ; ulimit -f 0; exec "$@"' - "$tools/cold-sign" -w master --password=x \
		--yes --policy=p.json --in-dir=in --out-dir=out
	echo "$status: $output; $stderr"
	[ "$status" -eq 7 ]
	[ -z "$(ls -A out)" ]
}
