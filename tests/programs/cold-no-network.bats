# The programs that see the spend key cannot reach a network: their linked symbols show it.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	command -v readelf >/dev/null || skip "needs readelf"
}

# Functions of libc that open, use or look for a way out, and those that could load them later.
network='socket|socketpair|connect|bind|listen|accept4?|send|sendto|sendmsg|sendmmsg|recv|recvfrom|recvmsg|recvmmsg|
getaddrinfo|gethostbyname[a-z0-9_]*|gethostbyaddr[a-z0-9_]*|getnameinfo|getservby[a-z_]*|res_[a-z]+|__res_[a-z]+|
dlopen|dlmopen|dlsym|popen|system|exec[a-z]+|posix_spawn[a-z]*|syscall|ptrace|process_vm_[a-z]+'

imports() {
	readelf --dyn-syms --wide "$1" | awk '$7 == "UND" && $8 != "" { sub(/@.*/, "", $8); print $8 }' | sort -u
}

@test "cold programs import no socket function" {
	pattern="^($(tr -d '\n' <<<"$network"))$"
	mapfile -t cold < <(programs | grep -E '/(cold-[a-z]+|ki-restore|wallet-[a-z]+)$')
	[ "${#cold[@]}" -ge 4 ]
	for path in "${cold[@]}"; do
		[ "$(imports "$path" | wc -l)" -gt 5 ] # so that an unreadable file is no success
		if imports "$path" | grep -E "$pattern"; then
			echo "is imported by $path"
			return 1
		fi
	done
}

@test "cold programs link only libc, libsodium and libcjson; cold-new and cold-export also libqrencode" {
	mapfile -t cold < <(programs | grep -E '/(cold-[a-z]+|ki-restore|wallet-[a-z]+)$')
	for path in "${cold[@]}"; do
		needed=$(readelf --dynamic --wide "$path" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
		echo "$path: $needed"
		[[ $needed = *libsodium* ]]
		allowed='libc|libm|libsodium|libcjson|libseccomp|ld-linux[a-z0-9_-]*'
		[[ $path != */cold-@(new|export) ]] || allowed+='|libqrencode'
		if grep -Ev "^($allowed)\.so" <<<"$needed"; then
			echo "is needed by $path"
			return 1
		fi
	done
}

@test "--version reports the confinement for offline programs only" {
	while read -r path; do
		check "$path" --version
		case $program in
		cold-* | ki-restore | wallet-names | wallet-passwd | qr-scan | qr-show | wo-address | wo-balance | wo-history | wo-import | wo-outputs)
			# Where a filter is known, it has to be in force: the program asks the kernel.
			case $(uname -m) in
			x86_64 | i?86 | aarch64 | armv[5-8]* | riscv64 | ppc64le)
				[[ ${lines[1]} = "confined: "*network*program*signal*"(seccomp"* ]]
				[[ ${lines[1]} = *"(seccomp, Landlock)" || ${lines[1]} = *"without Landlock"*"can trace"* ]]
				;;
			*) [[ ${lines[1]} = "not confined: no system call filter is in force" ]] ;;
			esac
			;;
		*) [ "${#lines[@]}" -eq 1 ] ;;
		esac
	done < <(programs)
}

@test "the same check finds socket functions in a hot program" {
	path=$(programs | grep -E '/wo-sync$')
	readelf --dynamic --wide "$path" | grep -E 'NEEDED.*libcurl'
}

@test "a warning appears if memory cannot be locked" {
	cd "$BATS_TEST_TMPDIR"
	PATH=$tools:$PATH
	cold-new -w master --password=x --seed-out=seed --kdf=interactive >address 2>/dev/null
	unlocked=(bash -c 'ulimit -l 0 && exec "$@"' -)
	if [ "$(id -u)" -eq 0 ]; then # root can lock memory despite the limit
		unlocked=(setpriv --bounding-set=-ipc_lock --inh-caps=-all "${unlocked[@]}")
	fi
	run -0 --separate-stderr "${unlocked[@]}" cold-export -w master --password=x --watch-password=y -o watch
	[[ $stderr = *"warning: cannot lock memory"* ]]
	run -0 --separate-stderr cold-export -w master --password=x --watch-password=y -o watch2
	[[ $stderr != *"cannot lock"* ]]
}
