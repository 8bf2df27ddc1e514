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
