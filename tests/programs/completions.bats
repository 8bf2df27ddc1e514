# The completions of the shells: completions/make wrote them, and they offer what --help lists.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	mkdir "$BATS_TEST_TMPDIR/here"
	cd "$BATS_TEST_TMPDIR/here" || return
	mapfile -t programs < <(programs)
}

# The long options of --help, sorted.
options() {
	"$1" --help | sed '/^Examples:/,$d' | sed -nE 's/^  (-.,|   ) (--[a-z0-9-]+).*/\2/p' | sort
}

@test "completions/make writes the files as they are" {
	"$root/completions/make" "$BATS_TEST_TMPDIR/here"
	for file in _sneakernote sneakernote.bash sneakernote.fish; do
		diff "$root/completions/$file" $file || {
			echo "run completions/make"
			return 1
		}
	done
}

@test "completions/make refuses a value that --help does not mention, and an option that no program has" {
	mkdir -p tree/man tree/completions tree/tools
	cp "$root/man/Help.pm" tree/man
	cp "$root/completions/make" tree/completions
	cp "${programs[0]%/*}"/{cold-export,cold-new,ki-restore,qr-show,sneakernote,wallet-passwd,wo-transfer} tree/tools
	unset SN_BUILDDIR
	tree/completions/make
	cmp <(sed -n '/^qr-show)/,/;;/p' tree/completions/_sneakernote) <(sed -n '/^qr-show)/,/;;/p' "$root/completions/_sneakernote")
	sed -i "s/'L M Q H'/'L M Q X'/" tree/completions/make
	run ! tree/completions/make
	[ "$output" = 'make: qr-show --ec: --help does not mention "X"' ]
	sed -i "s/'L M Q X'/'L M Q H'/; s/'kdf'/'fdk'/" tree/completions/make
	run ! tree/completions/make
	[ "$output" = 'make: no program has the option fdk' ]
}

# complete_in_bash WORD...: what bash offers for the last word, one a line, sorted. The words as readline breaks them.
complete_in_bash() {
	bash --norc --noprofile -c '
		. "$1/completions/sneakernote.bash"
		shift
		complete -p "$1" | grep -qF -- "-F _sneakernote"
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
		_sneakernote "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
		[ ${#COMPREPLY[@]} -eq 0 ] || printf "%s\n" "${COMPREPLY[@]}"' bash "$root" "$@" | sort
}

@test "bash: every option of every program" {
	for path in "${programs[@]}"; do
		diff <(options "$path") <(complete_in_bash "${path##*/}" -- | sed 's/=$//' | sort)
	done
}

@test "bash: values, files and directories" {
	mkdir some-directory
	touch 'some file' other
	files=$'other\nsome file\nsome-directory'
	[ "$(complete_in_bash cold-export --fo)" = --format= ]
	[ "$(complete_in_bash cold-export --format =)" = $'json\nnames\nuri\nwallet' ]
	[ "$(complete_in_bash cold-export --format = n)" = names ]
	[ "$(complete_in_bash cold-export --format=n)" = --format=names ] # without "=" in COMP_WORDBREAKS
	[ "$(complete_in_bash cold-sign --in-dir =)" = some-directory ]
	[ "$(complete_in_bash cold-sign --policy = o)" = other ]
	[ "$(complete_in_bash cold-sign -w '')" = "$files" ]
	[ "$(complete_in_bash cold-sign -w wallet '')" = "$files" ]
	[ "$(complete_in_bash cold-sign --yes '')" = "$files" ]
	[ -z "$(complete_in_bash cold-sign --password =)" ]
	[ -z "$(complete_in_bash wo-balance -w wallet '')" ] # takes no file
	[ -z "$(complete_in_bash cold-export -w wallet '')" ]
}

@test "fish: every option of every program; values and directories" {
	command -v fish >/dev/null || skip "needs fish"
	mkdir some-directory
	export HOME=$PWD
	touch other
	in_fish() {
		fish --no-config -c "source $root/completions/sneakernote.fish; complete -C '$1'" | cut -f 1 | sort
	}
	for path in "${programs[@]}"; do
		diff <(options "$path") <(in_fish "${path##*/} --" | sed 's/=$//' | sort)
	done
	[ "$(in_fish 'qr-show --ec=')" = $'--ec=H\n--ec=L\n--ec=M\n--ec=Q' ]
	[ "$(in_fish 'qr-show --ec ')" = $'H\nL\nM\nQ' ]
	[ "$(in_fish 'cold-sign --in-dir ')" = some-directory/ ]
	[ "$(in_fish 'cold-sign --policy ')" = $'other\nsome-directory/' ]
	[ -z "$(in_fish 'wo-balance ')" ]
}

@test "zsh: every option of every program; a word on its command line" {
	command -v zsh >/dev/null || skip "needs zsh"
	for path in "${programs[@]}"; do
		zsh -f -c '_arguments() { print -rl -- "$@"; }; service=$2; . $1/completions/_sneakernote' zsh "$root" "${path##*/}" \
			>specifications
		diff <(options "$path") <(sed -nE "s/^(\([^)]*\)|\*)?(--[a-z0-9-]+).*/\2/p" specifications | sort)
	done
	# A zsh with a terminal, and the tab key. The completed line runs a function instead of the program.
	cat >session <<-'END'
		await() {
			repeat 100; do
				zpty -r -t shell part && text+=$part
				[[ $text = *$1* ]] && return
				sleep 0.1
			done
			print -r -- "$text"
			return 1
		}
		zmodload zsh/zpty
		zpty shell zsh -f -i
		zpty -w shell "fpath=($1/completions \$fpath); autoload -U compinit; compinit -D -u; bindkey '^I' complete-word"
		zpty -w shell 'cold-export() { print "runs: $*" }; print rea""dy'
		await ready && zpty -w -n shell $'cold-export --form\tna\t' && await names && zpty -w -n shell $'\n' &&
			await 'runs: --format=names'
		ok=$?
		zpty -d shell
		exit $ok
	END
	timeout 60 zsh -f session "$root"
}
