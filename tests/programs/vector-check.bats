# tests/vector-check: the published vectors hold, and a wrong one is noticed.

setup() {
	source_directory=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	check=${SN_BUILDDIR:-$source_directory}/tests/vector-check
	file=$BATS_TEST_TMPDIR/vectors
	base=5866666666666666666666666666666666666666666666666666666666666666
	empty=c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470
}

# check_lines STATUS SUMMARY: run it on stdin.
check_lines() {
	cat >"$file"
	run "$check" "$file"
	echo "$output"
	[ "$status" -eq "$1" ]
	[ "${lines[${#lines[@]} - 1]}" = "$2" ]
}

@test "vector-check: the published vectors hold" {
	run "$check" "$source_directory/tests/vectors/crypto.txt"
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$output" = "487 passed, 0 failed, 0 skipped" ]
}

# hold_with_each_kernel FILE OUTPUT
hold_with_each_kernel() {
	local kernel n=0
	for kernel in portable avx2 ifma; do
		SN_KERNEL=$kernel run "$check" "$source_directory/tests/vectors/$1"
		echo "$kernel: $output"
		[[ $status -ne 2 || $kernel = portable ]] || continue # the processor does not have it
		[ "$status" -eq 0 ]
		[ "$output" = "$2" ]
		n=$((n + 1))
	done
	[ "$n" -ge 1 ]
}

@test "vector-check: the published vectors of CryptoNight hold, with each kernel" {
	hold_with_each_kernel crypto_hashes.txt "116 passed, 0 failed, 0 skipped"
}

@test "vector-check: the vectors of SA/L proofs hold, with each kernel" {
	hold_with_each_kernel sal_verify.txt "349 passed, 0 failed, 0 skipped"
}

# sal_line NUMBER EDIT... - line NUMBER of sal_verify.txt, edited with sed.
sal_line() {
	sed -n "$1p" "$source_directory/tests/vectors/sal_verify.txt" | sed -E "${@:2}"
}

@test "vector-check: malformed SA/L proofs are false, not malformed lines" {
	local first=7 place
	[[ $(sal_line $first "") = "sal_verify old 00"*" true" ]]
	for place in 3 4 5 6 7 8 9; do # M to PROOF: a digit less, a byte more, no digit, empty
		sal_line $first "s/([^ ]+)[^ ]/\1/$place; s/true/false/"
		sal_line $first "s/([^ ]+)/\100/$place; s/true/false/"
		sal_line $first "s/[^ ]([^ ]+)/g\1/$place; s/true/false/"
		sal_line $first "s/[^ ]+/x/$place; s/true/false/"
	done | check_lines 0 "28 passed, 0 failed, 0 skipped"
	sal_line $first "s/ [^ ]+ true/ false/" | check_lines 0 "1 passed, 0 failed, 0 skipped"
}

@test "vector-check: SA/L lines with a wrong result, no set or too many values fail" {
	{
		sal_line 7 "s/true/false/"
		sal_line 7 "s/old/new/"
		sal_line 7 "s/old/beta/"
		sal_line 7 "s/ old//"
		sal_line 7 "s/true/00 true/"
		sal_line 7 "s/ [^ ]+ [^ ]+ true/ false/"
		sal_line 7 "s/true/maybe/"
	} | check_lines 1 "0 passed, 7 failed, 0 skipped"
}

@test "vector-check: several files are counted together" {
	echo "check_key $base true" >"$file"
	run "$check" "$file" "$file"
	[ "$status" -eq 0 ]
	[ "$output" = "2 passed, 0 failed, 0 skipped" ]
}

@test "vector-check: comments, blank lines, CRLF, tabs and a missing last newline" {
	printf '# comment\n\n  \t\r\n  # another\ncheck_key\t%s  true \r\ncheck_key %s true' "$base" "$base" |
		check_lines 0 "2 passed, 0 failed, 0 skipped"
}

@test "vector-check: the empty message is written as x or as nothing" {
	check_lines 0 "2 passed, 0 failed, 0 skipped" <<-END
		fast_hash x $empty
		fast_hash  $empty
	END
}

@test "vector-check: accepts upper-case digits" {
	check_lines 0 "1 passed, 0 failed, 0 skipped" <<-END
		fast_hash x ${empty^^}
	END
}

@test "vector-check: a wrong result of each kind is reported" {
	check_lines 1 "0 passed, 6 failed, 0 skipped" <<-END
		check_key $base false
		fast_hash 00 $empty
		hash_to_ec $base $base
		secret_key_to_public_key $base true $base
		secret_key_to_public_key 0100000000000000000000000000000000000000000000000000000000000000 false
		derive_view_tag $base 0 00
	END
}

@test "vector-check: a failing call expects false" {
	check_lines 0 "4 passed, 0 failed, 0 skipped" <<-END
		secret_key_to_public_key $base false
		generate_key_derivation 0200000000000000000000000000000000000000000000000000000000000000 $base false
		transaction_hash 00 false
		check_scalar $base false
	END
}

@test "vector-check: a value may follow without true" {
	check_lines 0 "1 passed, 0 failed, 0 skipped" <<-END
		secret_key_to_public_key 0100000000000000000000000000000000000000000000000000000000000000 $base
	END
}

@test "vector-check: malformed lines fail, and stderr says where" {
	check_lines 1 "1 passed, 9 failed, 0 skipped" <<-END
		check_key $base true
		no_such_command $base true
		check_key
		check_key $base
		check_key $base maybe
		check_key ${base}00 true
		check_key $base true true
		derive_view_tag $base -1 00
		derive_view_tag $base 18446744073709551616 00
		fast_hash 0 $empty
	END
	[ "${lines[0]}" = "$file:2: unknown command" ]
	[ "${lines[1]}" = "$file:3: malformed line" ]
}

@test "vector-check: unknown functions are skipped" {
	check_lines 0 "0 passed, 0 failed, 3 skipped" <<-END
		random_scalar $base
		generate_keys $base $base
		check_ring_signature $base $base 1 $base $base$base true
	END
}

@test "vector-check: no file, a missing file and a directory are errors" {
	run "$check"
	[ "$status" -eq 2 ]
	run "$check" "$BATS_TEST_TMPDIR/nothing"
	[ "$status" -eq 7 ]
	run "$check" "$BATS_TEST_TMPDIR"
	[ "$status" -eq 7 ]
}
