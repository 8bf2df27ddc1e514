# tests/fault/faults.bash - run an operation once for each call on files that it makes, and each way in which that can
# go wrong (shim.c); after each look at what is there.
#
#     T=directory of the test's own                  # everything below is in it
#     mkdir "$T/before"; ...                         # the files as they are before the operation; a flat directory
#     operation() { faulty PROGRAM ... "$W/wallet"; } # on a copy of them, in $W
#     look() { ... }                                 # print what a user would find in $W
#     again() { ... }                                # what a user would do after a failure; gets the state
#     every_fault
#
# After `again` the state must be `after`, or is_good_at_last must say yes. Before every run `prepare` is called, after it
# `invariant STATE`, before all of them `more_states`, if there are such functions; they see $status, $kind and $state.
#
# A state is what `look` prints. Two are known by themselves: `before` and `after`. `known NAME` adds another. What may be
# found is in these lists:
FAULT_AFTER_ERROR=before        # the operation failed and said so
FAULT_AFTER_KILL="before after" # it was killed, or the power went
FAULT_RUNS=1                    # how often to try when the call does not come: more where the program draws at random
#
# SN_FAULTS=all tries everything. Otherwise each call is tried too, but only with those faults that differ most; of many
# reads the first four, and then each sixteenth. FAULT_CHOICE=few: fewer still, where others have tried the same code.
#
# What each every_fault tried is printed, and a line "CALLS TRIED NOT-SURVIVED" appended to the file SN_FAULT_TALLY, if set.

FAULT_SHIM=${SN_BUILDDIR:-$BATS_TEST_DIRNAME/../..}/tests/fault/shim.so

tools=${SN_BUILDDIR:-$BATS_TEST_DIRNAME/../..}/tools

# preloaded PROGRAM [ARGUMENT]...: nothing goes wrong; for all programs that touch the same files.
preloaded() {
	LD_PRELOAD=$FAULT_SHIM "$@"
}

faults_available() {
	[ "$(preloaded "$tools/wo-sync" --version 2>&1)" = "$("$tools/wo-sync" --version)" ]
}

# faulty PROGRAM [ARGUMENT]...: the one in which FAULT_AT and FAULT_KIND happen. Reads $T/stdin, if there is one, and
# leaves $T/stdout and $T/stderr.
faulty() {
	LD_PRELOAD=$FAULT_SHIM SN_FAULT_DIR=$W SN_FAULT_LOG=$T/calls SN_FAULT_AT=$FAULT_AT SN_FAULT_KIND=$FAULT_KIND \
		"$@" <"$(ls "$T/stdin" 2>/dev/null || echo /dev/null)" >"$T/stdout" 2>"$T/stderr"
}

# fault_kinds CALL: what can become of it.
fault_kinds() {
	case ${SN_FAULTS:-${FAULT_CHOICE:-some}}.$1 in
	some.open | some.read | some.chmod) echo EIO ;;
	some.create) echo "ENOSPC power" ;;
	some.write) echo "full short torn dead power" ;;
	some.fsync) echo "EIO full kill power" ;;
	some.rename | some.link | some.unlink) echo "EIO kill power" ;;
	some.truncate) echo "EIO kill" ;;
	some.print) echo "full power" ;;
	few.open | few.read | few.chmod | few.truncate | few.unlink) echo EIO ;;
	few.create | few.print) echo full ;;
	few.write) echo "full torn" ;;
	few.fsync | few.rename | few.link) echo "EIO power" ;;
	*.end) echo power ;;
	all.open) echo "EIO EACCES dead kill killed" ;;
	all.read) echo "EIO short dead kill" ;;
	all.create) echo "EIO EACCES ENOSPC full dead kill killed power" ;;
	all.write) echo "EIO ENOSPC full dead short torn kill killed power" ;;
	all.print) echo "EIO ENOSPC full short torn kill killed power" ;;
	all.fsync) echo "EIO ENOSPC full dead kill killed power" ;;
	all.*) echo "EIO EACCES dead kill killed power" ;;
	*) echo "no fault for $1" ;;
	esac
}

# Whether this is one of many reads, to be left out.
fault_is_enough() {
	[ "$1" = read ] && [ "${SN_FAULTS:-}" != all ] && ((++n_reads > 4 && n_reads % 16))
}

# A fresh copy of the files.
fault_begin() {
	W=$T/now
	rm -rf "$W" "$T"/calls*
	cp -a "$T/before" "$W"
}

# known NAME: the state is called that.
known() {
	look >"$T/state.$1" || return
	# shellcheck disable=SC2034 # an associative array of the caller's
	FAULT_STATES["is $(<"$T/state.$1")"]=$1
}

# Which state is there?
fault_state() {
	local state
	state=$(look 2>"$T/look.stderr") || { cat "$T/look.stderr"; return 1; }
	echo "${FAULT_STATES["is $state"]:-none of those known; beside the state after: $(
		diff "$T/state.after" - <<<"$state" | tr -d ' \t' | tr '\n' ' ' | head -c 600)}"
}

fault_is_among() {
	[[ " $2 " = *" $1 "* ]]
}

# Names of files in $W that are neither in the list before nor in the list after.
fault_strays() {
	comm -13 "$T/files" <(ls -A "$W")
}

# Count the calls, then go through them. Prints how many were tried; what is not as it should be is said, and false.
every_fault() {
	local -A FAULT_STATES=()
	local calls=() number call file kind n_reads=0 tried=0 bad=0
	FAULT_AT=0 FAULT_KIND=
	fault_begin
	ls -A "$W" >"$T/files.before"
	known before || return
	operation || { echo "fails without a fault: $(<"$T/stderr")"; return 1; }
	cp "$T/calls" "$T/all-calls"
	known after || return
	# shellcheck disable=SC2012 # the names are ours
	ls -A "$W" | sort -u - "$T/files.before" >"$T/files"
	if [ "$(type -t more_states)" ]; then more_states || return; fi

	mapfile -t calls <"$T/all-calls"
	((${#calls[@]})) || { echo "no call was seen"; return 1; }
	for call in "${calls[@]}"; do
		read -r number call file <<<"$call"
		fault_is_enough "$call" "$file" && continue
		for kind in $(fault_kinds "$call"); do
			FAULT_AT=$number FAULT_KIND=$kind
			tried=$((tried + 1))
			fault_try "$call" || { echo "   ^ $kind at call $number, $call $file"; bad=$((bad + 1)); }
		done
	done
	echo "# ${BATS_TEST_DESCRIPTION:-}: ${#calls[@]} calls, $tried faults, $bad not survived" >&3
	[ -z "${SN_FAULT_TALLY:-}" ] || echo "${#calls[@]} $tried $bad" >>"$SN_FAULT_TALLY"
	((bad == 0))
}

# fault_came CALL: and the end was one, if that is the call.
fault_came() {
	grep -qx fault "$T/calls" && { [ "$1" != end ] || grep -qx "$FAULT_AT end -" "$T/calls"; }
}

# fault_try CALL: one of them.
fault_try() {
	local status run state strays allowed=$FAULT_AFTER_ERROR allowed_killed=$FAULT_AFTER_KILL
	for ((run = 0; run < FAULT_RUNS; run++)); do
		status=0
		fault_begin
		if [ "$(type -t prepare)" ]; then prepare || return; fi
		operation 2>/dev/null || status=$? # bash has something to say of each that is killed
		! fault_came "$1" || break
	done
	((run < FAULT_RUNS)) || { echo "the call did not come"; return 1; }
	local kind=$FAULT_KIND
	FAULT_AT=0 FAULT_KIND=
	state=$(fault_state) || { echo "cannot look: $state"; return 1; }
	case $status in
	0)
		fault_is_among "$state" after || { echo "done, but $state"; return 1; } ;;
	137)
		# It was done, and would have said so.
		[ "$1" != end ] || allowed_killed=after
		fault_is_among "$state" "$allowed_killed" || { echo "killed, and $state"; return 1; } ;;
	7)
		# Without a disk nobody can tidy up: as if it were killed.
		[ "$kind" != dead ] || allowed=$FAULT_AFTER_KILL
		fault_is_among "$state" "$allowed" || { echo "error, and $state: $(<"$T/stderr")"; return 1; }
		# One error, and at most one hint after it.
		{ [ "$(grep -c ': error: ' "$T/stderr")" = 1 ] &&
			tail -n 2 "$T/stderr" | sed '$ { /: hint: ./d }' | tail -n 1 | grep -q ': error: .'; } ||
			{ echo "should be one error, with or without a hint: $(<"$T/stderr")"; return 1; } ;;
	*)
		echo "exits with $status: $(<"$T/stderr")"
		return 1 ;;
	esac
	strays=$(fault_strays)
	if [ "$strays" ] && [ $status -ne 137 ] && [ "$kind" != dead ]; then
		echo "left behind: $strays"
		return 1
	fi
	if [ "$(type -t invariant)" ]; then invariant "$state" || return; fi
	# The very files of the beginning: that it works with these is known.
	! diff -r "$T/before" "$W" >/dev/null || return 0
	again "$state" || { echo "not again: $(<"$T/stderr")"; return 1; }
	state=$(fault_state)
	[ "$state" = after ] || { [ "$(type -t is_good_at_last)" ] && is_good_at_last; } || { echo "at last $state"; return 1; }
}
