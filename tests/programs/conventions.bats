# Conventions of every program in tools/.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	mkdir "$BATS_TEST_TMPDIR/here" # bats itself leaves files in the other
	cd "$BATS_TEST_TMPDIR/here"
	echo password >password
	mapfile -t programs < <(programs)
	[ "${#programs[@]}" -gt 0 ]
}

teardown() {
	cd "$BATS_TEST_TMPDIR/here"
	[ "$(ls)" = password ] # whatever went wrong, no file was left
}

@test "--help and -h: on stdout, exit 0" {
	for path in "${programs[@]}"; do
		for option in --help -h; do
			check "$path" $option
			[ "$status" -eq 0 ]
			[ -z "$stderr" ]
			[[ $output = [Uu]"sage: $program"* ]]
			[[ $output = *--help*--version* ]]
			[[ $output = *$'\nExamples:\n  '* ]]
			! grep -E '^.{79}' <<<"$output" || return 1
		done
	done
}

@test "--version and -V: name and version on stdout, exit 0" {
	for path in "${programs[@]}"; do
		for option in --version -V; do
			check "$path" $option
			[ "$status" -eq 0 ]
			[ -z "$stderr" ]
			[[ ${lines[0]} =~ ^"$program"( \(sneakernote\))?\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
		done
	done
}

@test "an unknown option is a usage error" {
	for path in "${programs[@]}"; do
		check "$path" --no-such-option
		fails_with 2
		check "$path" -w wallet --password-file=password --no-such-option=1
		fails_with 2
	done
}

@test "a repeated option is a usage error" {
	for path in "${programs[@]}"; do
		check "$path" -w wallet --wallet-file=wallet --password-file=password
		fails_with 2
		check "$path" -w wallet --password-file=password --password-file=password
		fails_with 2
	done
}

@test "a missing or superfluous option value is a usage error" {
	for path in "${programs[@]}"; do
		check "$path" --wallet-file
		fails_with 2
		check "$path" -w
		fails_with 2
		check "$path" --help=yes
		fails_with 2
	done
}

@test "an option that is also a file name in the directory is a usage error" {
	local option
	mkdir "$BATS_TEST_TMPDIR/stick"
	cd "$BATS_TEST_TMPDIR/stick"
	touch a-payment
	for path in "${programs[@]}"; do
		for option in --yes -V --version --password=secret --no-such-option -w; do
			touch ./"$option"
			check "$path" *
			fails_with 2
			[[ $stderr = *"error: ${option%%=*} is also the name of a file in this directory"*"write ./*"*"in another directory"* ]]
			[[ $stderr != *secret* ]]
			check "$path" a-payment "$option" # however they are sorted
			fails_with 2
			check "$path" --help "$option"
			fails_with 2
			rm ./"$option"
		done
		mkdir ./--password=secret # a directory of that name
		touch ./--password=secret/file
		check "$path" */*
		fails_with 2
		[[ $stderr = *"error: --password is also the name of a file in this directory"* && $stderr != *secret* ]]
		rm -r ./--password=secret
		# Not an option where it is a value, nor behind --; and one that is not there is one.
		touch ./--version ./-- ./a
		check "$path" --help -- --version
		[ "$status" -eq 0 ]
		check "$path" --help ./*
		[ "$status" -eq 0 ]
		rm ./--version ./-- ./a
		check "$path" --version
		[ "$status" -eq 0 ]
	done
}

@test "an operand - is a usage error if a file - exists" {
	mkdir "$BATS_TEST_TMPDIR/stick"
	cd "$BATS_TEST_TMPDIR/stick"
	touch ./-
	for path in "${programs[@]}"; do
		for dashes in "" --; do
			check "$path" $dashes *
			fails_with 2
			[[ $stderr = *"error: - means standard input, but is also the name of a file in this directory"*"hint: write ./- for the file"* ]]
		done
		check "$path" --help ./* # and elsewhere it is standard input
		[ "$status" -eq 0 ]
		(cd .. && check "$path" --help - && [ "$status" -eq 0 ])
	done
}

# Arguments of a run of $program that reads the file of --OPTION, up to its output.
arguments_for() {
	local keys="-w wallet"
	case $1 in
	seed-file) keys='' ;;
	seed-*) keys=--seed-file=other ;;
	esac
	case $program,$1 in
	ki-restore,watch*) return 1 ;; # writes no output
	sneakernote,seed-*) return 1 ;; # has no such input
	cold-sign,journal-*) return 1 ;; # with --adopt-journal, which has no output
	sneakernote,rpc-read-login-file) echo "$keys" --rpc-bind-port=0 --rpc-login=user:secret ;;
	sneakernote,rpc*) echo "$keys" --rpc-bind-port=0 ;;
	sneakernote,watch*) echo "$keys" --restore-ki-in-wo-wallet=other ;;
	cold-sign,approval) echo "$keys" --yes --policy=other other ;;
	cold-sign,*) echo "$keys" --yes other ;;
	cold-prove,*) printf -- '%s --tx-key %064d other' "$keys" 0 ;;
	cold-export,watch*) echo "$keys" ;;
	cold-export,*) echo "$keys" --format=json ;;
	wo-transfer,destinations) echo "$keys" ;;
	wo-transfer,*) echo "$keys" ADDRESS 1 ;;
	*) echo "$keys" ;;
	esac
}

@test "no output replaces or extends an input, under any name" {
	local option to arguments n=0
	mkdir "$BATS_TEST_TMPDIR/inputs"
	cd "$BATS_TEST_TMPDIR/inputs"
	echo input >input
	echo other >other
	ln input hard-link
	ln -s input symbolic-link
	for path in "${programs[@]}"; do
		program=$(basename "$path")
		to=$("$path" --help | grep -oE -m 1 -- '--(output|log-file)=') || continue
		while read -r option; do
			arguments=$(arguments_for "$option") || continue
			for name in input ./input hard-link symbolic-link; do
				# shellcheck disable=SC2086 # several words
				check "$path" "--$option=input" "$to$name" $arguments
				[ "$status" -eq 2 ] || [[ $program = cold-export && $status -eq 1 ]]
				[[ $stderr = *"error: the output would overwrite input"* ||
					$stderr = *"error: input and output are the same file"* ||
					$stderr = *"error: --log-file would damage input"* ||
					$stderr = *"error: $name already exists; not overwritten"* ]]
				[ "$(cat input)" = input ]
				n=$((n + 1))
			done
		done < <("$path" --help | grep -oE -- '--[a-z-]+=(KEY)?FILE' | grep -oE '[a-z][a-z-]+' | sort -u |
			grep -vE '^(output|log-file|seed-out|wallet-file|generate-new-wallet)$')
	done
	[ "$n" -gt 80 ]
}

# The loop of doc/reference/cold-sign.md, with the programs in $tools, on a stick with files named like options.
@test "the documented loop signs the files of a hostile stick" {
	local loop dir=$BATS_TEST_TMPDIR
	loop=$(grep -m 1 '^    for file in .*cold-sign' "$BATS_TEST_DIRNAME/../../doc/reference/cold-sign.md")
	[ -n "$loop" ]
	loop=${loop//\/media\//$dir/media/}
	mkdir -p "$dir/media/stick" "$dir/media/out" "$dir/home"
	touch "$dir"/media/stick/{-,-o,-w,--yes,--password=x,a-payment}
	cat >"$dir/cold-sign" <<-END
		#!/bin/bash
		exec "$tools/cold-sign" "\$@" 2>>"$dir/said"
	END
	chmod +x "$dir/cold-sign"
	cd "$dir/home"
	PATH=$dir:$PATH bash -c "$loop" </dev/null || :
	cat "$dir/said"
	[ "$(wc -l <"$dir/said")" -eq 6 ]
	[ "$(grep -c "unsigned file ($dir/media/stick/.*) is empty" "$dir/said")" -eq 6 ]
}

@test "surplus operands are a usage error" {
	for path in "${programs[@]}"; do
		check "$path" -w wallet --password-file=password one two three
		fails_with 2
		check "$path" -w wallet --password-file=password -- one two three
		fails_with 2
	done
}

@test "a missing --wallet-file is a usage error" {
	for path in "${programs[@]}"; do
		[[ $path != */qr-* ]] || continue # these have none
		check "$path"
		fails_with 2
	done
}

@test "a full disk is reported" {
	for path in "${programs[@]}"; do
		for option in --help --version; do
			status=0
			stderr=$("$path" $option 2>&1 >/dev/full) || status=$?
			echo "$path $option: $status, $stderr"
			[ "$status" -eq 7 ]
			[[ $stderr = "$(basename "$path"): error: "* ]]
			[[ $stderr != *$'\n'* ]]
		done
	done
}

@test "without a terminal for the password, every program refuses" {
	run "$tools/cold-new" -w wallet --password-file=password --seed-out=seed </dev/null
	[ "$status" -eq 0 ]
	mv wallet seed "$BATS_TEST_TMPDIR"
	check setsid --wait "$tools/cold-show" -w "$BATS_TEST_TMPDIR/wallet" password
	program=cold-show
	fails_with 1
}
