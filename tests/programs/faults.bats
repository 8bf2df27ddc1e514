#!/usr/bin/env bats
# The cold programs when writing fails, or the machine stops, at each of their calls on files. And what a full disk, a
# directory without permission and a second program do.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/../fault/faults.bash"
	T=$BATS_TEST_TMPDIR/t
	mkdir -p "$T/before"
	payment() { sed -n "s/^$1 //p" "$BATS_TEST_DIRNAME/../vectors/payment.txt"; }
	payment words >"$T/words"
	payment unsigned >"$T/unsigned"
	faults_available || skip "programs here cannot be made to fail by LD_PRELOAD"
}

address_of() {
	preloaded "$tools/wo-address" -w "$1" --password=x
}

# No wallet is correct; a wallet with an unknown seed phrase is an error.
look_for_new_wallet() {
	local has=
	if [ -e "$W/words" ]; then
		rm -f "$T/twin"
		preloaded "$tools/cold-new" -w "$T/twin" --seed-file="$W/words" --password=x >"$T/twin.address" || return
		has+="words "
	fi
	if [ -e "$W/wallet" ]; then
		[ "$(address_of "$W/wallet")" = "$(<"$T/twin.address")" ] || { echo "not the words of the wallet"; return; }
		has+="wallet "
	fi
	echo "$has"
}

@test "cold-new leaves a wallet and its seed phrase, or nothing" {
	operation() { faulty "$tools/cold-new" -w "$W/wallet" --password=x --seed-out="$W/words"; }
	look() { look_for_new_wallet; }
	more_states() {
		rm "$W/wallet"
		known "words of no wallet"
	}
	again() {
		# Words that may be of use are never overwritten.
		if [ "$1" = "words of no wallet" ]; then rm "$W/words"; fi
		[ "$1" = after ] || operation
	}
	FAULT_AFTER_KILL="before after words of no wallet"
	every_fault
}

@test "cold-export leaves a complete watch-only wallet, or none" {
	preloaded "$tools/cold-new" -w "$T/before/master" --password=x --seed-file="$T/words" >"$T/address"
	operation() { faulty "$tools/cold-export" -w "$W/master" --password=x --watch-password=x -o "$W/watch"; }
	look() {
		address_of "$W/master" || return
		if [ -e "$W/watch" ]; then address_of "$W/watch"; fi
	}
	again() { [ "$1" = after ] || operation; }
	every_fault
}

look_for_signed() {
	preloaded "$tools/cold-sign" -w "$W/master" --password=x --journal --json | jq -c '[.. | .tx_hash? // empty]' || return
	if [ -e "$W/signed" ]; then sha256sum <"$W/signed"; fi
}

@test "cold-sign never outputs an unrecorded signature or a partial file" {
	preloaded "$tools/cold-new" -w "$T/before/master" --password=x --seed-file="$T/words" >"$T/address"
	operation() { faulty "$tools/cold-sign" -w "$W/master" --password=x --yes -o "$W/signed" "$T/unsigned"; }
	look() { look_for_signed; }
	more_states() {
		rm "$W/signed"
		known "in the journal only"
	}
	again() { operation; }
	FAULT_AFTER_ERROR="before in the journal only"
	FAULT_AFTER_KILL="before after in the journal only"
	every_fault
}

@test "the same with an existing journal and an older output file" {
	preloaded "$tools/cold-new" -w "$T/before/master" --password=x --seed-file="$T/words" >"$T/address"
	preloaded "$tools/cold-sign" -w "$T/before/master" --password=x --yes -o "$T/before/signed" "$T/unsigned"
	preloaded "$tools/../tests/respend" "$T/before/master" x <"$T/unsigned" >"$T/other" || skip "needs tests/respend"
	operation() {
		faulty "$tools/cold-sign" -w "$W/master" --password=x --yes --allow-respend -o "$W/signed" "$T/other"
	}
	look() { look_for_signed; }
	more_states() {
		cp "$T/before/signed" "$W/signed"
		known "in the journal only"
		rm "$W/signed"
		known "in the journal, no file" # the directory could not be synced: the old one is gone by then
	}
	again() { operation; }
	FAULT_AFTER_ERROR="before in the journal only in the journal, no file"
	FAULT_AFTER_KILL="before after in the journal only"
	every_fault
}

# The inputs are outside of the faulty directory; master wallet, journal and outputs are in it.
batch_files() {
	preloaded "$tools/cold-new" -w "$T/before/master" --password=x --seed-file="$T/words" >"$T/address"
	echo '{"version": 1, "allow_unattended": true}' >"$T/policy"
	mkdir "$T/in"
	for name in "$@"; do
		cp "$T/unsigned" "$T/in/$name"
	done
}

batch() {
	"$1" "$tools/cold-sign" -w "$W/master" --password=x --yes --policy="$T/policy" --in-dir="$T/in" --out-dir="$W"
}

look_for_batch() {
	look_for_signed || return
	for name in one.signed two.signed; do
		if [ -e "$W/$name" ]; then echo "$name $(sha256sum <"$W/$name")"; fi
	done
}

# The report may fail when all is done.
@test "cold-sign --in-dir never outputs an unrecorded signature or a partial file" {
	batch_files one two
	operation() { batch faulty; }
	look() { look_for_batch; }
	more_states() {
		rm "$W/two.signed"
		known "in the journal, the first file"
		rm "$W/one.signed"
		known "in the journal only"
	}
	again() { operation; }
	FAULT_AFTER_ERROR="before after in the journal only in the journal, the first file"
	FAULT_AFTER_KILL=$FAULT_AFTER_ERROR
	every_fault
}

@test "cold-sign --in-dir keeps an existing signed file that the journal lacks" {
	batch_files one
	W=$T/before batch preloaded >/dev/null 2>&1
	rm "$T/before/master.signed"
	operation() {
		local status=0
		batch faulty || status=$?
		# It is no reason to give up the other files: refused, not failed.
		[ "$status" != 1 ] || ! grep -q "^refused.*/one.signed already exists and cannot be read" "$T/stdout" || return 7
		return "$status"
	}
	look() { look_for_batch; }
	again() { operation; }
	FAULT_AFTER_ERROR="before after"
	FAULT_AFTER_KILL="before after"
	every_fault
}

# The password that opens the wallet, and everything that it opens.
look_for_password() {
	local password
	for password in old new; do
		preloaded "$tools/wo-address" -w "$W/wallet" --password=$password 2>/dev/null || continue
		echo "$password"
		"$1" "$password"
		return
	done
}

change_password() {
	echo old >"$T/old"
	echo new >"$T/new"
	operation() {
		faulty "$tools/wallet-passwd" -w "$W/wallet" --password-file="$T/old" --new-password-file="$T/new"
	}
	# The copy of the companion may stay after the change, but not after an error before it.
	more_states() { echo "$companion.rekey" | sort -u - "$T/files" -o "$T/files"; }
	invariant() {
		[ "$status" != 7 ] || [ "$kind" = dead ] || [ "$state" = after ] || [ ! -e "$W/$companion.rekey" ] ||
			{ echo "left behind: $companion.rekey"; return 1; }
	}
	again() {
		if [ "$1" = before ]; then operation || return; fi
		[ "$(preloaded "$tools/wallet-passwd" -w "$W/wallet" --password-file="$T/new" \
			--new-password-file="$T/new" --json | jq .files)" = 2 ] || return
		[ ! -e "$W/wallet.rekey" ] && [ ! -e "$W/$companion.rekey" ]
	}
	# After the change, writing the report or syncing the directory may fail.
	FAULT_AFTER_ERROR="before after"
	every_fault
}

@test "wallet-passwd changes a master wallet and its journal together, or neither" {
	preloaded "$tools/cold-new" -w "$T/before/wallet" --password=old --seed-file="$T/words" >"$T/address"
	preloaded "$tools/cold-sign" -w "$T/before/wallet" --password=old --yes -o "$T/signed" "$T/unsigned"
	companion=wallet.signed
	list_journal() { preloaded "$tools/cold-sign" -w "$W/wallet" --password="$1" --journal; }
	look() { look_for_password list_journal; }
	change_password
}

@test "wallet-passwd changes a watch-only wallet and its key images together, or neither" {
	preloaded "$tools/cold-new" -w "$T/master" --password=x --seed-file="$T/words" >"$T/address"
	preloaded "$tools/cold-export" -w "$T/master" --password=x --watch-password=old -o "$T/before/wallet"
	preloaded "$tools/../tests/fault/pairs" "$T/before/wallet" old 5 || skip "needs tests/fault/pairs"
	companion=wallet.outkey2ki
	show_balance() { preloaded "$tools/wo-balance" -w "$W/wallet" --password="$1" --json; }
	look() { look_for_password show_balance; }
	change_password
}

# The other journal is elsewhere, or in the place of the journal.
adopt_journal() {
	preloaded "$tools/cold-new" -w "$T/old" --password=old --seed-file="$T/words" >"$T/address"
	preloaded "$tools/cold-sign" -w "$T/old" --password=old --yes -o "$T/signed" "$T/unsigned"
	preloaded "$tools/cold-new" -w "$T/before/wallet" --password=new --seed-file="$T/words" >"$T/address"
	echo old >"$T/password"
	operation() {
		faulty "$tools/cold-sign" -w "$W/wallet" --password=new --adopt-journal="$adopted" \
			--journal-password-file="$T/password"
	}
	look() {
		[ "$(preloaded "$tools/cold-sign" -w "$W/wallet" --password=new --journal 2>/dev/null | wc -l)" != 1 ] ||
			echo "knows it"
	}
	again() { operation; }
	FAULT_AFTER_ERROR="before after"
	every_fault
}

@test "cold-sign --adopt-journal takes over all entries or none" {
	adopted=$T/old.signed
	adopt_journal
}

@test "cold-sign --adopt-journal replaces the old journal at the same path, or keeps it" {
	adopted=$T/now/wallet.signed
	mkdir -p "$T/before"
	more_states() { echo wallet.signed.rekey | sort -u - "$T/files" -o "$T/files"; }
	preloaded "$tools/cold-new" -w "$T/first" --password=old --seed-file="$T/words" >"$T/address"
	preloaded "$tools/cold-sign" -w "$T/first" --password=old --yes -o "$T/signed" "$T/unsigned"
	cp "$T/first.signed" "$T/before/wallet.signed"
	adopt_journal
}

@test "cold-sign --correct-times changes the times in the journal, or keeps them" {
	preloaded "$tools/cold-new" -w "$T/before/wallet" --password=new --seed-file="$T/words" >"$T/address"
	echo 4000000000 >"$T/clock"
	SN_CLOCK=$T/clock LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}$tools/../tests/programs/set-clock.so" \
		"$tools/cold-sign" -w "$T/before/wallet" --password=new --yes -o "$T/signed" "$T/unsigned"
	operation() {
		faulty "$tools/cold-sign" -w "$W/wallet" --password=new --yes --correct-times
	}
	look() {
		preloaded "$tools/cold-sign" -w "$W/wallet" --password=new --journal 2>/dev/null | cut -c1-4
	}
	again() { operation; }
	FAULT_AFTER_ERROR="before after"
	every_fault
}

# ---- without the shim ------------------------------------------------------------------------------

# on_full_disk SIZE COMMAND: in a namespace of our own where the directory disk/ is a file system of this size.
on_full_disk() {
	unshare --user --map-root-user --mount bash -euc 'mount -t tmpfs -o size="$0" none disk; eval "$1"' "$1" "$2"
}

names_of_wallet() {
	preloaded "$tools/wallet-names" -w "$W/wallet" --password=x
}

@test "wallet-names adds a contact to a master wallet, or leaves the wallet unchanged" {
	local address
	address=$(preloaded "$tools/cold-new" -w "$T/other" --password=x --seed-out="$T/other.words" 2>/dev/null)
	preloaded "$tools/cold-new" -w "$T/before/wallet" --password=x --seed-file="$T/words" >"$T/address"
	preloaded "$tools/wallet-names" -w "$T/before/wallet" --password=x --label=0/7 Rent
	operation() { faulty "$tools/wallet-names" -w "$W/wallet" --password=x --add=Alice "$address"; }
	look() { names_of_wallet; }
	again() { [ "$1" = after ] || operation; }
	every_fault
}

@test "wallet-names --import takes over all names or none" {
	local address
	address=$(preloaded "$tools/cold-new" -w "$T/other" --password=x --seed-out="$T/other.words" 2>/dev/null)
	preloaded "$tools/cold-new" -w "$T/master" --password=x --seed-file="$T/words" >"$T/address"
	preloaded "$tools/cold-export" -w "$T/master" --password=x --watch-password=x -o "$T/before/wallet"
	preloaded "$tools/wallet-names" -w "$T/before/wallet" --password=x --add=Old "$address"
	preloaded "$tools/wallet-names" -w "$T/master" --password=x --add=Alice "$address"
	preloaded "$tools/wallet-names" -w "$T/master" --password=x --label=0/7 Rent
	preloaded "$tools/cold-export" -w "$T/master" --password=x --format=names -o "$T/names"
	operation() { faulty "$tools/wallet-names" -w "$W/wallet" --password=x --import="$T/names"; }
	look() { names_of_wallet; }
	again() { [ "$1" = after ] || operation; }
	every_fault
}

@test "cold-export --format=names replaces an older file by a complete one, or keeps it" {
	preloaded "$tools/cold-new" -w "$T/before/master" --password=x --seed-file="$T/words" >"$T/address"
	preloaded "$tools/cold-export" -w "$T/before/master" --password=x --format=names -o "$T/before/names"
	preloaded "$tools/wallet-names" -w "$T/before/master" --password=x --label=0/7 Rent
	operation() { faulty "$tools/cold-export" -w "$W/master" --password=x --format=names -o "$W/names"; }
	look() {
		address_of "$W/master" || return
		if [ -e "$W/names" ]; then sha256sum <"$W/names"; fi
	}
	more_states() {
		rm "$W/names"
		known "no file" # the directory could not be synced: the old one is gone by then
	}
	again() { operation; }
	FAULT_AFTER_ERROR="before no file"
	every_fault
}

@test "a full disk leaves no partial file" {
	mkdir "$T/disk"
	cd "$T"
	export tools
	on_full_disk 64k true 2>/dev/null || skip "file systems cannot be mounted here"
	run on_full_disk 64k '
		"$tools/cold-new" -w disk/master --password=x --seed-file=words --restore-height=1 >address
		cp -a disk/master enough
		dd if=/dev/zero of=disk/filler bs=4096 2>/dev/null || true
		for program in "cold-export -w disk/master --password=x --watch-password=x -o disk/watch" \
			"cold-export -w disk/master --password=x --format=names -o disk/names" \
			"cold-new -w disk/other --password=x --seed-out=disk/seed" \
			"cold-sign -w disk/master --password=x --yes -o disk/signed unsigned"; do
			status=0
			"$tools"/$program >out 2>err || status=$?
			echo "${program%% *} $status $(wc -l <err) $(grep -c "No space left" err) $(ls disk | xargs)"
		done
		rm disk/filler
		"$tools/cold-sign" -w disk/master --password=x --yes -o disk/signed unsigned
		cmp enough disk/master && ls disk | xargs'
	echo "$output"
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = "cold-export 7 1 1 filler master" ]
	[ "${lines[1]}" = "cold-export 7 1 1 filler master" ]
	[ "${lines[2]}" = "cold-new 7 1 1 filler master" ]
	[ "${lines[3]}" = "cold-sign 7 2 1 filler master" ]
	[ "$(tail -n 1 <<<"$output")" = "master master.signed signed" ]
}

# Root may write anywhere, but not with the rights of another.
@test "a directory without write permission leaves no partial file" {
	mkdir "$T/closed"
	cd "$T"
	"$tools/cold-new" -w closed/master --password=x --seed-file=words >/dev/null
	before=$(sha256sum closed/master)
	chmod 644 closed/master
	chmod 555 closed
	local as
	as_nobody
	if ((${#as[@]})); then
		# BATS_TEST_TMPDIR is below directories that are root's alone.
		chmod 755 "$BATS_RUN_TMPDIR" "$BATS_RUN_TMPDIR/test" "$BATS_TEST_TMPDIR" "$T"
		"${as[@]}" "$tools/cold-new" --version >/dev/null 2>&1 && "${as[@]}" cat closed/master >/dev/null ||
			skip "nobody cannot come here"
	fi
	for program in "cold-export -w closed/master --password=x --watch-password=x -o closed/watch" \
		"cold-new -w closed/other --password=x --seed-out=closed/seed" \
		"cold-sign -w closed/master --password=x --yes -o closed/signed unsigned"; do
		# shellcheck disable=SC2086 # words of a command
		run --separate-stderr "${as[@]}" "$tools"/$program
		echo "$program: $status: $stderr"
		[ "$status" -eq 7 ]
		[[ $stderr = "${program%% *}: error: "*"Permission denied" ]]
		[[ $stderr != *$'\n'* ]]
		[ "$(ls closed)" = master ]
	done
	[ "$(sha256sum closed/master)" = "$before" ]
}
