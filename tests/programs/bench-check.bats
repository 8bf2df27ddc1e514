# The comparison that `make bench-check` ends with, on measurements made up here. Nothing is measured.

setup() {
	check=$BATS_TEST_DIRNAME/../bench/check
	cd "$BATS_TEST_TMPDIR" || return
	printf '%s\n' '# Times as fast.' 'clsag-sign portable 2.00' 'clsag-sign ifma 8.00' 'bpp-prove-2 ifma 10.00' >reference
}

# compare MEASURED-LINE...: on a machine with the two kernels.
compare() {
	printf '%s\n' "$@" >measured
	run --separate-stderr "$check" --compare reference measured portable ifma
	echo "$output"
	# shellcheck disable=SC2154 # bats sets it
	echo "$stderr"
}

bats_require_minimum_version 1.5.0

@test "bench-check: up to a fifth slower than the reference passes" {
	compare 'clsag-sign portable 1.60' 'clsag-sign ifma 8' 'bpp-prove-2 ifma 30.5'
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[[ $output = *"clsag-sign "*" portable "*" 1.60, reference "*" 2.00,  -20 %"* ]]
	[[ $output != *REGRESSED* ]]
}

@test "bench-check: more than a fifth slower fails, in one kernel alone too" {
	compare 'clsag-sign portable 2' 'clsag-sign ifma 6.39' 'bpp-prove-2 ifma 10'
	[ "$status" -eq 1 ]
	[ "$(grep REGRESSED <<<"$output")" = "$(grep '6.39' <<<"$output")" ]
	[ "$stderr" = "bench-check: error: 1 of 3 ratios are more than 20 % below the reference, or below 1" ]
}

@test "bench-check: on a busy machine, slower is a warning, and a missing measurement is an error" {
	printf '%s\n' 'clsag-sign portable 2' 'clsag-sign ifma 6.39' 'bpp-prove-2 ifma 10' >measured
	SN_BUSY=0.30 run --separate-stderr "$check" --compare reference measured portable ifma
	[ "$status" -eq 0 ]
	[ "$(grep REGRESSED <<<"$output")" = "$(grep '6.39' <<<"$output")" ]
	[ "$stderr" = "bench-check: warning: on a busy machine, 1 of 3 ratios are more than 20 % below the reference, or below 1" ]
	SN_BUSY=0.20 run --separate-stderr "$check" --compare reference measured portable ifma
	[ "$status" -eq 1 ]
	sed -i 1d measured
	SN_BUSY=0.30 run --separate-stderr "$check" --compare reference measured portable ifma
	[ "$status" -eq 1 ]
	[[ $stderr = *"error: 1 of 3 ratios were not measured"* ]]
}

@test "bench-check: a missing measurement fails" {
	compare 'clsag-sign portable 2' 'clsag-sign ifma 8'
	[ "$status" -eq 1 ]
	[[ $output = *"bpp-prove-2"*"ifma"*"NOT MEASURED"* ]]
	compare 'bench: a crash'
	[ "$status" -eq 1 ]
	: >measured
	run --separate-stderr "$check" --compare reference measured portable ifma
	[ "$status" -eq 1 ]
}

@test "bench-check: a missing rival makes no ratio" {
	compare 'clsag-sign portable 2' 'clsag-sign ifma 0.00' 'bpp-prove-2 ifma 10'
	[ "$status" -eq 1 ]
}

@test "bench-check: kernels that the machine lacks are reported, and not compared" {
	printf '%s\n' 'clsag-sign portable 2' >measured
	run --separate-stderr "$check" --compare reference measured portable
	[ "$status" -eq 0 ]
	[[ $output = *"ifma: not compared, for this processor does not have it"* ]]
	[[ $output != *"clsag-sign"*"ifma "*"reference"* ]]
}

@test "bench-check: a reference without ratios, or none, fails" {
	echo '# clsag-sign portable 2.00' >reference
	compare 'clsag-sign portable 2.00'
	[ "$status" -eq 1 ]
	[ "$stderr" = "bench-check: error: reference has no ratios" ]
	rm reference
	compare 'clsag-sign portable 2.00'
	[ "$status" -ne 0 ]
}

@test "bench-check: without a rival nothing is measured" {
	SN_RIVAL=$PWD/none run --separate-stderr "$check" reference
	[ "$status" -eq 1 ]
	[ -z "$output" ]
	[ "$stderr" = "bench-check: error: nothing to compare with: $PWD/none is not there (package monero-tests)" ]
}

@test "bench-check: the committed reference has a ratio of every kernel" {
	local kernel
	for kernel in portable avx2 ifma; do
		grep -qE "^clsag-sign $kernel [0-9.]+\$" "$BATS_TEST_DIRNAME/../bench/reference.txt"
	done
}
