# ./configure --enable-static-programs: the cold programs, linked so that they run where nothing is installed.

setup_file() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	unset LD_PRELOAD # static programs have the true cost of a password
	if ! has_static_libraries; then
		touch "$BATS_FILE_TMPDIR/skip"
		return
	fi
	export STATIC=$BATS_FILE_TMPDIR/static
	build "$BATS_FILE_TMPDIR/source" "$STATIC" >"$BATS_FILE_TMPDIR/log" 2>&1 || {
		cat "$BATS_FILE_TMPDIR/log"
		return 1
	}
}

# The values given to configure.
has_static_libraries() {
	grep -q 'ZBAR_STATIC_LIBS=' <<<"$("${SN_BUILDDIR:-$BATS_TEST_DIRNAME/../..}/config.status" --config)"
}

. "$BATS_TEST_DIRNAME/../../packaging/static/programs.sh"

# Configure with the flags of the build that is tested, and link what that compiled already. A copy of the source, because a
# configured tree cannot be built elsewhere; without what was built there, which make would find and take. One program is
# linked as usual before: the other way of linking must not find it up to date.
build() {
	local source=$1 build=$2 built=${SN_BUILDDIR:-$BATS_TEST_DIRNAME/../..} arguments
	mkdir -p "$source" "$build/tools"
	(cd "$BATS_TEST_DIRNAME/../.." && find . \( -name .git -o -name autom4te.cache -o -name corpus -o -name 'static-*' -type d \) -prune -o \
		-type f \( -name '*.[chm]' -o -name '*.a[mc]' -o -name '*.pc.in' -o -name '*.m4' -o -path './build-aux/*' \
		-o -name Makefile.in -o -name configure -o -name README -o -name LICENSE \) -print0 |
		tar --null --files-from=- -cf -) | tar -C "$source" -xf -
	arguments=$("$built/config.status" --config)
	cd "$build" || return
	arguments+=" --disable-dependency-tracking --cache-file=cache"
	eval "'$source/configure' $arguments --disable-static-programs" || return
	cp "$built/libwallet.a" . && cp "$built/tools/libcli.a" tools/ || return
	link tools/cold-new || return
	readelf --program-headers --wide tools/cold-new | grep -q INTERP || return
	eval "'$source/configure' $arguments --enable-static-programs" || return
	# shellcheck disable=SC2046,SC2086 # several programs
	link $(printf 'tools/%s ' $static_programs)
}

# What is generated came along, and is not to be made again.
link() {
	make AUTOCONF=: AUTOMAKE=: ACLOCAL=: AUTOHEADER=: -o libwallet.a -o tools/libcli.a "$@"
}

setup() {
	[ ! -e "$BATS_FILE_TMPDIR/skip" ] || skip "there are no static libraries: ./bootstrap static makes them"
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/cold.bash"
	cold_files
}

@test "static programs need no interpreter and no library" {
	for program in $static_programs; do
		headers=$(readelf --program-headers --dynamic --wide "$STATIC/tools/$program")
		grep -q LOAD <<<"$headers"
		if grep -E 'INTERP|NEEDED' <<<"$headers"; then
			echo "is in $program"
			return 1
		fi
	done
	# The same look finds them in the ordinary ones.
	readelf --program-headers --dynamic --wide "$tools/cold-sign" | grep -q INTERP
	readelf --program-headers --dynamic --wide "$tools/cold-sign" | grep -q NEEDED
}

@test "static programs are position-independent, with read-only relocations and no executable stack" {
	grep -q '^STATIC_LDFLAGS = -static-pie' "$STATIC/Makefile" || skip "no -static-pie here"
	grep -q '^SN_LDFLAGS = .*-pie.*-z,relro.*-z,now' "$STATIC/Makefile" || skip "configured without hardening"
	for program in $static_programs; do
		found=$(readelf --file-header --program-headers --dynamic --wide "$STATIC/tools/$program")
		grep -qE 'Type: +DYN' <<<"$found"
		grep -q GNU_RELRO <<<"$found"
		grep -qE 'FLAGS_1.*NOW PIE' <<<"$found"
		grep -qE 'GNU_STACK.* RW ' <<<"$found"
		nm "$STATIC/tools/$program" | grep -q '__stack_chk_fail'
	done
}

@test "static programs contain no function that opens a socket or starts a program" {
	network='_*(libc_)?(socket|socketpair|connect|bind|listen|accept4?|send(to|msg|mmsg)?|recv(from|msg|mmsg)?|
getaddrinfo|gethostby[a-z0-9_]*|getnameinfo|res_[a-z]+|exec[a-z]+|posix_spawnp?|popen|system|ptrace)'
	pattern="^$(tr -d '\n' <<<"$network")\$"
	for program in $static_programs; do
		symbols=$(nm "$STATIC/tools/$program" | awk '{ print $NF }')
		[ "$(wc -l <<<"$symbols")" -gt 500 ] # so that a stripped file is no success
		grep -qx sn_sign <<<"$symbols" || [ "$program" != cold-sign ]
		if grep -E "$pattern" <<<"$symbols"; then
			echo "is in $program"
			return 1
		fi
	done
	# The same look at a program that has it.
	echo 'int main(void) { return connect(socket(1, 1, 0), 0, 0); }' >net.c
	${CC:-cc} -w -std=gnu89 -static -o net net.c
	nm net | awk '{ print $NF }' | grep -qE "$pattern"
}

@test "static programs draw and read QR codes" {
	"$STATIC/tools/cold-new" -w new --password=x --seed-file=words --qr >drawn
	cold-new -w again --password=x --seed-file=words --qr | cmp - drawn
	"$STATIC/tools/qr-show" -o code.png unsigned.bin
	qr-show -o other.png unsigned.bin
	cmp code.png other.png
	"$STATIC/tools/qr-scan" code.png | cmp - unsigned.bin
	"$STATIC/tools/qr-show" --part-bytes=400 --format=y4m unsigned.bin | "$STATIC/tools/qr-scan" - | cmp - unsigned.bin
}

# empty COMMAND...: run it where there is nothing but the files of here.
empty() {
	if [ "$(id -u)" -eq 0 ]; then
		chroot "$PWD" "$@"
	else
		unshare --map-root-user --root="$PWD" "$@"
	fi
}

@test "static programs create a wallet, review and sign in an empty root directory" {
	mkdir root
	cp words unsigned.bin root/
	for program in $static_programs; do
		cp "$STATIC/tools/$program" root/
	done
	mkdir root/dev
	cd root
	# fill_descriptors and --password need nothing of the system.
	empty /cold-new --version >/dev/null || skip "no other root directory can be had here"
	address=$(empty /cold-new -w /master --password=x --seed-file=/words </dev/null)
	[ "$address" = "$(wo-address -w ../master --password=x)" ]
	empty /cold-export -w /master --password=x --watch-password=x -o /watch
	[ "$(wo-address -w watch --password=x)" = "$address" ]
	empty /cold-show -w /watch --password=x /unsigned.bin >shown
	cold-show -w watch --password=x unsigned.bin | cmp - shown
	empty /cold-sign -w /master --password=x --yes -o /signed.bin /unsigned.bin
	cmp signed.bin ../signed.bin
	[ -s master.signed ]
	empty /cold-sign --seed-file=/words --yes -o /again /unsigned.bin
	cmp again ../signed.bin
	empty /cold-new -w /new --password=x --seed-out=/new-words # random bytes without a device
	[ "$(wc -w <new-words)" -eq 25 ]
	# It prints the same: a wallet that was never synchronized lacks no known key image.
	first=0
	empty /ki-restore -w /master --password=x --watch-password=x --watch-only=/watch 2>said || first=$?
	run --separate-stderr ki-restore -w master --password=x --watch-password=x --watch-only=watch
	echo "$stderr"
	[ "$status" -eq "$first" ]
	# shellcheck disable=SC2001 # that is no pattern of the shell
	[ "$(sed 's,/[^ ]*watch,watch,' <<<"$stderr")" = "$(sed 's,/watch,watch,' said)" ]
}

@test "static programs are confined" {
	mkfifo slow
	"$STATIC/tools/cold-show" -w master --password=x slow >/dev/null 2>&1 3>&- &
	pid=$!
	exec 8>slow # opens when the program has come to read it
	confined=$(grep -E '^(Seccomp|NoNewPrivs):' "/proc/$pid/status")
	exec 8>&-
	wait "$pid" || true
	echo "$confined"
	[[ $confined =~ NoNewPrivs:[[:space:]]+1 ]]
	[[ $confined =~ Seccomp:[[:space:]]+2 ]]
	for program in $static_programs; do
		[[ $("$STATIC/tools/$program" --version) = *$'\n'"confined: "* ]]
		[ "$("$STATIC/tools/$program" --version)" = "$("$tools/$program" --version)" ]
	done
}
