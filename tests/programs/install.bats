# `make install` into DESTDIR: what is there, that it works from there, and that `make uninstall` removes it again.

setup_file() {
	local built=${SN_BUILDDIR:-$BATS_TEST_DIRNAME/../..}
	export DEST=$BATS_FILE_TMPDIR/dest
	command -v make >/dev/null || skip "needs make"
	in_build install || return
	PREFIX=$(sed -n 's/^prefix = //p' "$built/Makefile")
	API=$(sed -n 's/^API_VERSION = //p' "$built/Makefile")
	export PREFIX API
}

# in_build TARGET: make it as a user does who has built everything. make check may have called bats: its flags do not belong here.
in_build() {
	env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS -u MAKE_TERMOUT -u MAKE_TERMERR -u LD_PRELOAD \
		make -s -C "${SN_BUILDDIR:-$BATS_TEST_DIRNAME/../..}" AUTOCONF=: AUTOMAKE=: ACLOCAL=: AUTOHEADER=: DESTDIR="$DEST" "$1" \
		>"$BATS_FILE_TMPDIR/log" 2>&1 || {
		cat "$BATS_FILE_TMPDIR/log"
		return 1
	}
}

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	to=$DEST$PREFIX
	units=$to/lib/systemd/system
	built=$(cd "${SN_BUILDDIR:-$root}" && pwd)
	cd "$BATS_TEST_TMPDIR" || return
	export PKG_CONFIG_PATH=$to/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$DEST
}

teardown() {
	local pid
	for pid in ${server:-} ${traced:-}; do
		kill -KILL "$pid" 2>/dev/null || true
	done
}

# pkg-config puts the directory of the installation before all paths, also before those of other packages. Those are here.
flags() {
	pkg-config "$@" | sed "s# -\([IL]\)$DEST/usr/\(include\|lib\)# -\1/usr/\2#g"
}

@test "programs, manual pages and completions are installed, and run from there" {
	while read -r path; do
		program=${path##*/}
		[ "$(env -i "$to/bin/$program" --version | head -n 1)" = "$("$path" --version | head -n 1)" ]
		[ -s "$to/share/man/man1/$program.1" ]
		bash --norc -c '. "$1" && complete -p "$2"' bash "$to/share/bash-completion/completions/$program" "$program"
		[ -s "$to/share/fish/vendor_completions.d/$program.fish" ]
		grep -q "^#compdef.* $program\b" "$to/share/zsh/site-functions/_sneakernote"
	done < <(programs)
	[ -s "$to/share/man/man5/sneakernote-policy.5" ]
	[ -s "$to/share/man/man5/sneakernote-formats.5" ]
	[ -s "$to/share/man/man7/sneakernote.7" ]
	cmp "$root/doc/reference/policy.schema.json" "$to/share/sneakernote/policy.schema.json"
}

@test "links between the installed documents lead to installed documents" {
	"$root/tests/check-documents" "$to/share/doc/sneakernote" "$built/tools" >said || true
	grep -F 'the link leads nowhere' said | grep -vE ': (\.\./)*(tests|libwallet|tools)/' >links || true
	cat links
	[ ! -s links ]
}

@test "nothing that is installed has the directory of the sources or of the build in it" {
	find "$DEST" -type f >files
	while read -r file; do
		case $file in
		*/bin/* | *.a) strip --strip-debug -o copy "$file" && file=copy ;; # the debugger needs it
		esac
		! grep -qaF -e "$root" -e "$built" "$file" || {
			grep -aoF -e "$root" -e "$built" "$file"
			false
		}
	done <files
	[ "$(wc -l <files)" -gt 300 ]
}

@test "every installed header compiles, in C, with the flags of pkg-config" {
	(cd "$to/include/libwallet-$API" && find . -name '*.h' | sort) >headers
	[ "$(wc -l <headers)" -gt 200 ]
	sed -i '/crypto\/field_\(25\|51\)\.h/d' headers # crypto/field.h includes one of them
	sed 's/.*/#include "&"/' headers >all.c
	# shellcheck disable=SC2046 # several flags
	${CC:-gcc} -std=c11 -Wall -Wextra -Werror -fsyntax-only $(flags --cflags "libwallet-online-$API") all.c
}

@test "samples/review.c compiles with the installed library, and reviews like cold-show" {
	. "$BATS_TEST_DIRNAME/cold.bash"
	# The command in the file, with the version of this library.
	grep -qF "cc -o review review.c \$(pkg-config --cflags --libs libwallet-$API)" "$root/samples/review.c"
	# shellcheck disable=SC2046 # several flags
	LD_PRELOAD='' ${CC:-gcc} -Wall -Wextra -Werror -o review "$to/share/doc/sneakernote/samples/review.c" \
		$(flags --cflags --libs "libwallet-$API")
	review=$PWD/review
	# An offline program cannot use a network: no library in it can.
	run ! grep -q -e libcurl -e microhttpd < <(ldd "$review")
	cold_files
	echo x >pw
	"$review" master pw unsigned >reviewed
	diff reviewed <(cold-show -w master --password=x unsigned)
	grep -q ' send ' reviewed
	respend 3000000 >locked
	diff <("$review" master pw locked) <(cold-show -w master --password=x locked)
	echo y >wrong
	run -4 --separate-stderr "$review" master wrong unsigned
	[[ -z $output && $stderr = "review: error: "* ]]
	run -3 --separate-stderr "$review" master pw signed
	[[ -z $output && $stderr = "review: error: "* ]]
	run -7 --separate-stderr "$review" master pw none
	run -2 "$review" master
}

@test "a program of the online machine links with the installed library" {
	cat >server.c <<-'END'
		#include "hot/sync.h"
		#include "rpc/server.h"
		#include <stdio.h>
		int main(void)
		{
			printf("%d\n", (void *)sn_rpc_server_start != (void *)sn_sync);
			return 0;
		}
	END
	# shellcheck disable=SC2046 # several flags
	LD_PRELOAD='' ${CC:-gcc} -o server server.c $(flags --cflags --libs "libwallet-online-$API")
	[ "$(./server)" = 1 ]
}

@test "systemd accepts the units, and rates their exposure as low" {
	command -v systemd-analyze >/dev/null || skip "needs systemd-analyze"
	mkdir units
	for unit in sneakernote.service sneakernote-sign.service sneakernote-sign.path sneakernote-sign.timer; do
		# The programs are not where the units will look for them.
		sed -E "s#^(ExecStart=)[^ ]*/bin/#\1$to/bin/#" "$units/$unit" >"units/$unit"
	done
	LD_PRELOAD='' systemd-analyze verify --man=no units/* >said 2>&1 || {
		cat said
		false
	}
	grep -F 'units/' said && false # a warning
	for unit in sneakernote.service sneakernote-sign.service; do
		LD_PRELOAD='' systemd-analyze security --offline=true --threshold=20 "units/$unit" >said || {
			cat said
			false
		}
	done
}

# allowed UNIT: the system calls that the filter of the unit allows, sorted.
allowed() {
	local lines line word
	mapfile -t lines < <(sed -n 's/^SystemCallFilter=//p' "$units/$1")
	: >set
	for line in "${lines[@]}"; do
		for word in ${line#\~}; do
			calls "$word"
		done | sort -u >part
		if [[ $line = \~* ]]; then
			comm -23 set part >rest
		else
			sort -u set part >rest
		fi
		mv rest set
	done
	cat set
}

# The calls of a set, and of the sets in it.
calls() {
	local word
	if [[ $1 != @* ]]; then
		echo "$1"
		return
	fi
	[ -e "calls$1" ] || LD_PRELOAD='' systemd-analyze syscall-filter --no-pager "$1" | sed -n 's/^    \([a-z@][a-z0-9_@-]*\)$/\1/p' >"calls$1"
	while read -r word; do
		calls "$word"
	done <"calls$1"
}

# The system calls in a trace, except the execution of the program itself.
called() {
	sed -nE 's/^([0-9]+ +)?([a-z0-9_]+)\(.*/\2/p' "$1" | sort -u | grep -vx execve
}

@test "the filters of the units allow the system calls of the programs" {
	command -v systemd-analyze >/dev/null || skip "needs systemd-analyze"
	command -v strace >/dev/null || skip "needs strace"
	strace -o trace true || skip "strace does not work here"
	. "$BATS_TEST_DIRNAME/cold.bash"
	cold_files
	mkdir in out
	cp unsigned in/first
	echo x >pw
	policy policy.json '"allow_unattended": true'
	strace -f -o trace cold-sign -w master --password-file=pw --wait=60 --yes --policy=policy.json --in-dir=in --out-dir=out
	[ -s out/first.signed ]
	[ "$(called trace | wc -l)" -gt 20 ]
	grep -q 'PR_SET_SECCOMP' trace # its own filter
	diff <(comm -23 <(called trace) <(allowed sneakernote-sign.service)) /dev/null

	cold-export -w master --password=x --watch-password=x -o watch 2>/dev/null
	echo user:pass >login
	strace -f -o trace sneakernote -w watch --password-file=pw --rpc-bind-port=0 --rpc-login-file=login --log-file=log \
		--daemon-address=127.0.0.1:1 2>said 3>&- &
	traced=$!
	for ((i = 0; i < 200; i++)); do
		url=$(grep -o 'http://.*' said) && break
		sleep 0.05
	done
	server=$(pgrep -P "$traced")
	curl -sS --digest -u user:pass -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":"0","method":"get_address"}' \
		"$url" | grep -q result
	kill -HUP "$server"
	kill -TERM "$server"
	wait "$traced"
	server='' traced=''
	grep -q '^connect$' <(called trace)
	diff <(comm -23 <(called trace) <(allowed sneakernote.service)) /dev/null
}

# rotation RELOAD: writes samples/logrotate for ./logs to the file configuration. `systemctl` runs the line RELOAD at reload;
# without it, the service is not active.
rotation() {
	mkdir -p logs
	cat >systemctl <<-END
		#!/bin/sh
		case \$* in
		*is-active*) [ -n "$1" ] ;;
		"reload sneakernote.service") ${1:-exit 1} ;;
		*) exit 1 ;;
		esac
	END
	chmod +x systemctl
	sed -e "s#/var/log/sneakernote#$PWD/logs#" -e '/^\tsu /d' -e "s#systemctl#$PWD/systemctl#g" "$root/samples/logrotate" >configuration
	chmod 0644 configuration
	chmod 0755 logs
}

@test "samples/logrotate succeeds while the server does not run" {
	PATH=$PATH:/usr/sbin
	command -v logrotate >/dev/null || skip "needs logrotate"
	rotation ''
	for text in first second third; do
		echo "$text" >logs/server.log
		LD_PRELOAD='' logrotate --force --state "$PWD/state" configuration
	done
	[ "$(<logs/server.log.1)" = third ]
	[ "$(zcat logs/server.log.3.gz)" = first ]
}

@test "samples/logrotate: the server goes on in a new log" {
	PATH=$PATH:/usr/sbin
	command -v logrotate >/dev/null || skip "needs logrotate"
	. "$BATS_TEST_DIRNAME/sneakernote.bash"
	sneakernote_files
	master
	mkdir logs
	serve --log-file="$PWD/logs/server.log" --log-level=2
	call() {
		curl -sS -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":"0","method":"get_address"}' "$url" >/dev/null
	}
	call
	[ "$(grep -c 'RPC: get_address' logs/server.log)" -eq 1 ]
	rotation "kill -HUP $server"
	LD_PRELOAD='' logrotate --force --state "$PWD/state" configuration
	for ((i = 0; i < 100; i++)); do
		[ ! -e logs/server.log ] || break
		sleep 0.05
	done
	call
	[ "$(grep -c 'RPC: get_address' logs/server.log)" -eq 1 ]
	[ "$(grep -c 'RPC: get_address' logs/server.log.1)" -eq 1 ]
	end TERM
	server=
	# The unit has the log in this directory, and a way to reload.
	grep -q '^LogsDirectory=sneakernote$' "$units/sneakernote.service"
	grep -q -- ' --log-file=/var/log/sneakernote/' "$units/sneakernote.service"
	grep -q '^ExecReload=.*kill -HUP ' "$units/sneakernote.service"
}

# The last test: nothing is there afterwards.
@test "make uninstall removes every file, and the directories of its own" {
	in_build uninstall
	find "$DEST" ! -type d >left
	find "$DEST" -type d \( -name '*sneakernote*' -o -name 'libwallet*' \) >>left
	cat left
	[ ! -s left ]
}
