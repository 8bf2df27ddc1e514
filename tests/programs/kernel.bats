# SN_KERNEL (kernel/kernel.h), from the outside: the kernels that this processor has give the same bytes, and others are refused.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/cold.bash"
	mapfile -t programs < <(programs)
	[ "${#programs[@]}" -gt 0 ]
}

# kernels: those that the programs say they have, the portable one first.
kernels() {
	SN_KERNEL=none check "${programs[0]}" --version
	[[ $stderr = "$program: error: SN_KERNEL=none is not available on this processor; available: portable"* ]]
	kernels=${stderr##*: }
	kernels=${kernels//,/}
}

# lacks KERNEL [COMMAND]...: the program, run by the command, has no such kernel, and says so.
lacks() {
	local kernel=$1
	shift
	SN_KERNEL=$kernel check "$@" "${programs[0]}" --version
	program=$(basename "${programs[0]}")
	fails_with 2
	[[ $stderr = "$program: error: SN_KERNEL=$kernel is not available on this processor; available: portable"* ]]
	[[ " ${stderr##*: }," != *" $kernel,"* ]]
}

@test "an unknown SN_KERNEL is a usage error of every program, also with --version" {
	for path in "${programs[@]}"; do
		for name in nonsense "" Portable "portable "; do
			SN_KERNEL=$name check "$path" --version
			fails_with 2
			[[ $stderr = "$program: error: SN_KERNEL=$name is not available on this processor; available: portable"* ]]
		done
		SN_KERNEL=portable check "$path" --version
		[ "$status" -eq 0 ]
	done
}

@test "the available kernels match the processor features that the system reports" {
	[ "$(uname -m)" = x86_64 ] || skip "the system is asked in the words of x86-64"
	flags=" $(sed -n 's/^flags[^:]*: //p' /proc/cpuinfo | head -n 1) "
	expected=portable
	[[ $flags != *" avx2 "* || $flags != *" fma "* ]] || expected+=" avx2"
	[[ $flags != *" avx512f "* || $flags != *" avx512dq "* || $flags != *" avx512vl "* || $flags != *" avx512ifma "* ]] ||
		expected+=" ifma"
	kernels
	[ "$kernels" = "$expected" ]
}

@test "each kernel makes the same wallet, shows the same payment and signs the same bytes" {
	kernels
	cold_files
	here=$PWD
	for name in "" $kernels; do
		export SN_KERNEL=$name
		[ -n "$name" ] || unset SN_KERNEL # as programs choose by themselves
		mkdir "$here/${name:=chosen}"
		cd "$here/$name"
		cold-new -w master --password=x --seed-file=../words >address 2>/dev/null
		cold-show -w master --password=x --json ../unsigned.bin >shown
		cold-sign -w master --password=x --yes -o signed ../unsigned.bin 2>/dev/null
		cold-export -w master --password=x --watch-password=x -o watch 2>/dev/null
		wo-address -w watch --password=x --account=1 --index=20 >subaddress
		cmp signed ../signed.bin
		for file in address shown subaddress; do
			cmp $file "$here/chosen/$file"
		done
	done
}

@test "a kernel that the processor does not support is refused" {
	kernels
	tried=
	for name in avx2 ifma; do
		if [[ " $kernels " != *" $name "* ]]; then
			lacks $name
			tried+=$name
		fi
	done
	# Valgrind's processor has no AVX-512, whatever there is beneath.
	if [ -z "$tried" ] && command -v valgrind >/dev/null; then
		lacks ifma valgrind --quiet
		tried=ifma
	fi
	[ -n "$tried" ] || skip "this processor has every kernel there is, and there is no valgrind, whose processor has not"
}
