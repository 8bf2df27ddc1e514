# debian/: the fields agree with the project, and each installed file belongs to one package. `make check-packages` builds the
# packages, installs them and tests them.

bats_require_minimum_version 1.5.0

setup() {
	root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	built=$(cd "${SN_BUILDDIR:-$root}" && pwd)
	control=$root/debian/control
}

# field NAME [PACKAGE]: of the source package, or of a package.
field() {
	perl -MDpkg::Control::Info -e '
		my $info = Dpkg::Control::Info->new($ARGV[0]);
		my $part = $ARGV[2] ? $info->get_pkg_by_name($ARGV[2]) : $info->get_source();
		print $part->{$ARGV[1]} // die "no field $ARGV[1]\n"' "$control" "$@"
}

packages() {
	sed -n 's/^Package: //p' "$control"
}

# made NAME: a variable of the Makefile.
made() {
	sed -n "s/^$1 = //p" "$built/Makefile"
}

has_dpkg() {
	command -v dpkg-parsechangelog perl >/dev/null || skip "needs dpkg-dev"
}

@test "debian/control and debian/changelog can be read, and have the version of the project" {
	has_dpkg
	[ "$(field Source)" = sneakernote ]
	[ "$(dpkg-parsechangelog -l "$root/debian/changelog" --show-field Version | sed 's/-[0-9]*$//')" = "$(made PACKAGE_VERSION)" ]
	packages | grep -qx "libwallet-$(made API_VERSION)-dev"
	grep -qF "libwallet-$(made API_VERSION) for programs" "$control"
	for package in $(packages); do
		[ -n "$(field Architecture "$package")" ]
		[[ $(field Depends "$package") = *'${misc:Depends}'* ]]
		[ "$(field Description "$package" | wc -l)" -gt 3 ]
		[ "$(field Description "$package" | wc -L)" -lt 80 ]
		[ -s "$root/debian/$package.install" ]
	done
}

@test "debian/control and bootstrap name the same packages for the build" {
	has_dpkg
	field Build-Depends | tr ',' '\n' | sed 's/[<(|].*//; s/ //g' | grep -vxE '|debhelper-compat|pkgconf|systemd-dev' |
		sort >"$BATS_TEST_TMPDIR/control"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/control")" -gt 8 ]
	sed -n '/^build_packages="/,/"$/p' "$root/bootstrap" | sed 's/build_packages=//' | tr -d '"' | xargs -n 1 |
		grep -vxE 'gcc|libc6-dev|make|autoconf|automake|pkg-config|xz-utils|dpkg-dev' | sort |
		diff "$BATS_TEST_TMPDIR/control" -
}

@test "each installed file belongs to exactly one package" {
	cd "$BATS_TEST_TMPDIR"
	env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS -u LD_PRELOAD make -s -C "$built" AUTOCONF=: AUTOMAKE=: ACLOCAL=: AUTOHEADER=: \
		DESTDIR="$PWD/installed" prefix=/usr exec_prefix=/usr libdir=/usr/lib/triplet systemunitdir=/usr/lib/systemd/system \
		zshcompletiondir=/usr/share/zsh/vendor-completions install >log 2>&1 || {
		cat log
		false
	}
	cd installed
	find . ! -type d | sort >../files
	[ "$(wc -l <../files)" -gt 300 ]
	for package in $(packages); do
		while read -r pattern; do
			pattern=${pattern/\$\{env:SYSTEMD_UNITS\}/usr/lib/systemd/system}
			# shellcheck disable=SC2086 # a pattern
			find ./$pattern ! -type d || {
				echo "$package: $pattern is not installed"
				return 1
			}
		done <"$root/debian/$package.install"
	done | sort >../packaged
	diff ../files ../packaged
}

@test "the programs of sneakernote-cold link only libc, libsodium, libcjson and libqrencode" {
	command -v readelf >/dev/null || skip "needs readelf"
	n=0
	for path in $(cd "$built/tools" && sed -n 's#^usr/bin/##p' "$root/debian/sneakernote-cold.install"); do
		for program in "$built"/tools/$path; do
			[[ $program != *.* && -x $program ]] || continue
			needed=$(readelf --dynamic --wide "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
			run ! grep -vE '^(libc|libm|libsodium|libcjson|libqrencode|ld-linux[a-z0-9_-]*)\.so' <<<"$needed"
			n=$((n + 1))
		done
	done
	[ "$n" -eq 9 ]
}

@test "the source archive has every file of debian/" {
	cd "$root"
	find debian -type f | sort >"$BATS_TEST_TMPDIR/files"
	sed -n '/^EXTRA_DIST += packaging\/build-packages/,/[^\\]$/p' packaging/local.am | grep -oE 'debian/[^ ]*' | sort |
		diff "$BATS_TEST_TMPDIR/files" -
	while read -r test; do
		[ -x "debian/tests/$test" ]
	done < <(sed -n 's/^Tests: //p' debian/tests/control)
}

@test "packages replace those of other versions, name the release of Debian, and are copied whole or not at all" {
	mkdir -p "$BATS_TEST_TMPDIR/bin" "$BATS_TEST_TMPDIR/sneakernote-9.8.7/debian"
	cd "$BATS_TEST_TMPDIR"
	cp "$root/debian/changelog" sneakernote-9.8.7/debian/
	tar -cJf sneakernote-9.8.7.tar.xz sneakernote-9.8.7
	# shellcheck disable=SC2016 # of the stub
	printf '%s\n' '#!/bin/sh' 'version=$(sed -n "1s/.*(\(.*\)).*/\1/p" debian/changelog)' \
		'for package in cold hot; do echo new >"../sneakernote-${package}_${version}_amd64.deb"; done' >bin/dpkg-buildpackage
	chmod +x bin/*
	mkdir -p out/bookworm out/sneakernote_mine
	touch out/sneakernote-cold_0.1.0-1_amd64.deb out/bookworm/sneakernote-cold_0.1.0-1_amd64.deb out/others
	PATH=$PWD/bin:$PATH "$root/packaging/build-packages" sneakernote-9.8.7.tar.xz out
	# shellcheck source=/dev/null
	suffix=+$(. /etc/os-release && echo "$ID$VERSION_ID" | sed 's/debian/deb/')
	(cd out && find . -type f | sort) | diff - <(printf './%s\n' bookworm/sneakernote-cold_0.1.0-1_amd64.deb others \
		"sneakernote-cold_0.2.0-1${suffix}_amd64.deb" "sneakernote-hot_0.2.0-1${suffix}_amd64.deb" sneakernote_9.8.7.orig.tar.xz)
	# A disk that is full after the archive.
	# shellcheck disable=SC2016 # of the stub
	printf '%s\n' '#!/bin/sh' 'case $* in *hot*) exit 1 ;; esac' "exec $(command -v cp) \"\$@\"" >bin/cp
	chmod +x bin/cp
	PATH=$PWD/bin:$PATH run "$root/packaging/build-packages" sneakernote-9.8.7.tar.xz again
	[ "$status" -ne 0 ]
}

# script NAME ARGUMENT...: a maintainer script of debian/, with its directories below the current one, or below $STUB_ROOT as dpkg
# --root has them. The programs of the system that it calls only write their arguments into the file called. STUB_HOME is the home
# directory of the users.
script() {
	local name=$1 program user
	shift
	rm -rf bin
	mkdir -p bin run/systemd/system var/log var/lib "${STUB_ROOT:-.}/etc" etc
	: >etc/passwd
	for user in sneakernote sneakernote-sign; do
		[ -z "${STUB_HOME:-}" ] || echo "$user:x:990:990::$STUB_HOME:/bin/sh"
	done >"${STUB_ROOT:-.}/etc/passwd"
	printf '%s' "${STUB_GROUP:+$STUB_GROUP:x:990:
}" >"${STUB_ROOT:-.}/etc/group"
	: >called
	for program in deb-systemd-invoke ${STUB_USERS:-systemd-sysusers} userdel; do
		printf '#!/bin/sh\necho "%s $*" >>called\nexit "${STUB_STATUS:-0}"\n' "$program" >"bin/$program"
	done
	# shellcheck disable=SC2016 # of the stub
	printf '#!/bin/sh\ngrep "^$2:" "etc/$1"\n' >bin/getent
	chmod +x bin/*
	ln -s "$(command -v sed)" "$(command -v grep)" "$(command -v rm)" bin/
	cp "$root/debian/$name" .
	[ -n "${STUB_ROOT:-}" ] || sed -i -e "s#/var/l#$PWD/var/l#g; s#/run/#$PWD/run/#g; s#/etc/#$PWD/etc/#g" "$name"
	PATH=$PWD/bin DPKG_ROOT=${STUB_ROOT:-} /bin/sh "$name" "$@"
}

@test "the removal of a package stops its service" {
	cd "$BATS_TEST_TMPDIR"
	script sneakernote-hot.prerm remove
	[ "$(<called)" = "deb-systemd-invoke stop sneakernote.service" ]
	script sneakernote-cold.prerm remove
	[ "$(<called)" = "deb-systemd-invoke stop sneakernote-sign.path sneakernote-sign.timer sneakernote-sign.service" ]
	STUB_STATUS=1 script sneakernote-hot.prerm remove
	script sneakernote-hot.prerm upgrade 9
	[ ! -s called ]
}

@test "purge removes the user of the service, and no other user of this name" {
	cd "$BATS_TEST_TMPDIR"
	for part in hot: cold:-sign; do
		user=sneakernote${part#*:} postrm=sneakernote-${part%:*}.postrm
		STUB_HOME=$PWD/var/lib/$user script "$postrm" purge
		[ "$(<called)" = "userdel $user" ]
		STUB_HOME=$PWD/var/lib/$user STUB_STATUS=8 script "$postrm" purge # a process of this user runs
		[ "$(<called)" = "userdel $user" ]
		STUB_HOME=/home/$user script "$postrm" purge
		[ ! -s called ]
		STUB_HOME='' script "$postrm" purge
		[ ! -s called ]
		mkdir "var/lib/$user"
		STUB_HOME=$PWD/var/lib/$user script "$postrm" purge
		[ ! -s called ]
	done
}

@test "with dpkg --root, the scripts leave the machine itself alone" {
	cd "$BATS_TEST_TMPDIR"
	export STUB_ROOT=$PWD/target STUB_HOME=/var/lib/sneakernote
	mkdir -p target/var/log/sneakernote target/var/lib/sneakernote
	script sneakernote-hot.postrm purge # the home directory is in the root
	[ ! -e target/var/log/sneakernote ]
	[ ! -s called ]
	rmdir target/var/lib/sneakernote
	script sneakernote-hot.postrm purge
	[ "$(<called)" = "userdel --prefix=$STUB_ROOT sneakernote" ]
	STUB_HOME=/var/lib/sneakernote-sign script sneakernote-cold.postrm purge
	[ "$(<called)" = "userdel --prefix=$STUB_ROOT sneakernote-sign" ]
	STUB_STATUS=9 STUB_USERS=useradd script sneakernote-hot.postinst configure # the user exists there
	[[ $(<called) = "useradd --prefix=$STUB_ROOT "* ]]
	STUB_STATUS=1 STUB_USERS=useradd run script sneakernote-hot.postinst configure
	[ "$status" -eq 1 ]
	script sneakernote-hot.prerm remove
	[ ! -s called ]
}

@test "an upgrade restarts a service that runs, and does not stop it before" {
	command -v dh_installsystemd >/dev/null || skip "needs debhelper"
	cd "$BATS_TEST_TMPDIR"
	cp -R "$root/debian" debian
	install -D --mode=0644 "$built/packaging/sneakernote.service" debian/sneakernote-hot/lib/systemd/system/sneakernote.service
	env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -s -f debian/rules override_dh_installsystemd
	grep -q "deb-systemd-invoke try-restart 'sneakernote.service'" debian/sneakernote-hot.postinst.debhelper ||
		grep -rq "deb-systemd-invoke try-restart 'sneakernote.service'" debian/.debhelper/generated
	run ! grep -rqE '(deb-systemd-invoke |_dh_action=)(start|stop|restart)' debian --include='*.debhelper' --include='*service*'
}

@test "without systemd the user of the server exists, because samples/logrotate names it" {
	cd "$BATS_TEST_TMPDIR"
	grep -qP '^\tsu sneakernote sneakernote$' "$root/samples/logrotate"
	STUB_HOME='' STUB_USERS=useradd script sneakernote-hot.postinst configure
	grep -qE '^useradd .*--system .*--home-dir=.*/var/lib/sneakernote .* sneakernote$' called
	grep -q -- --user-group called
	STUB_HOME='' STUB_GROUP=sneakernote STUB_USERS=useradd script sneakernote-hot.postinst configure
	grep -q -- --gid=sneakernote called
	STUB_HOME=/home/x STUB_USERS=useradd script sneakernote-hot.postinst configure
	[ ! -s called ]
	STUB_HOME='' script sneakernote-hot.postinst configure
	[ "$(<called)" = "systemd-sysusers sneakernote.conf" ]
}

@test "the source archive has every sample, and nothing that a user puts beside the samples" {
	cd "$root"
	# shellcheck disable=SC2016 # of make
	env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -s -C "$built" AUTOCONF=: AUTOMAKE=: ACLOCAL=: AUTOHEADER=: \
		--eval='extra: ; @printf "%s\n" $(EXTRA_DIST)' extra | grep '^samples' | sort >"$BATS_TEST_TMPDIR/archived"
	while read -r file; do
		[ -f "$file" ] # no directory
	done <"$BATS_TEST_TMPDIR/archived"
	# What compose.yaml reads from its own directory is in no archive, no commit and no image.
	sed -nE 's#.*[" ]\./([a-z]+)[:}].*#samples/hot-server/\1#p' samples/hot-server/compose.yaml | sort >"$BATS_TEST_TMPDIR/secret"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/secret")" -eq 3 ]
	while read -r file; do
		grep -qx "$file" .dockerignore
		[ ! -e .gitignore ] || grep -qE "^/$file/?\$" .gitignore
	done <"$BATS_TEST_TMPDIR/secret"
	find samples -type f | sort | grep -vEf "$BATS_TEST_TMPDIR/secret" | diff - "$BATS_TEST_TMPDIR/archived"
}
