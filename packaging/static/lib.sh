# packaging/static/lib.sh - what the scripts of this folder share: architectures, compilers, an apt of their own. Sourced.
#
# A script sets `name` for its messages, and calls make_work_directory.

# What changes the results of compilers, linkers and configure without a word.
unset CPPFLAGS CFLAGS LDFLAGS LIBS CPATH C_INCLUDE_PATH LIBRARY_PATH COMPILER_PATH GCC_EXEC_PREFIX LD_RUN_PATH MAKEFLAGS MAKEFILES
export CONFIG_SITE=/dev/null

fail() {
	echo "$name: error: $1" >&2
	exit 1
}

make_work_directory() {
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	trap 'exit 1' HUP INT TERM
}

# know_host HOST: sets arch, the name that Debian has for this architecture, triplet, that of the compiler, and machine_flags.
# HOST is one of both names.
know_host() {
	machine_flags=
	case $1 in
	amd64 | x86_64-linux-gnu) arch=amd64 triplet=x86_64-linux-gnu ;;
	arm64 | aarch64-linux-gnu) arch=arm64 triplet=aarch64-linux-gnu ;;
	armhf | arm-linux-gnueabihf) arch=armhf triplet=arm-linux-gnueabihf ;;
	# Debian compiles for ARMv5 without a floating-point unit. The oldest machine here is the Pi Zero, ARMv6K, which multiplies faster,
	# and which has one: qr-scan is several times as fast with it.
	armel | arm-linux-gnueabi) arch=armel triplet=arm-linux-gnueabi machine_flags="-march=armv6k+fp -mfloat-abi=softfp" ;;
	*) fail "no static programs for $1: use amd64, arm64, armhf or armel" ;;
	esac
}

# static_libs ARCH: where the libraries for this architecture are. The name depends on all that they are made of, so that a change
# leads to new libraries: the versions of the packages that are installed here, which the source packages of other architectures
# have, too; the compiler and its flags; these scripts; and the packages of a certain day.
static_libs() {
	# shellcheck disable=SC2016 # the braces are dpkg-query's
	versions=$(dpkg-query --show --showformat='${source:Package} ${source:Version}\n' \
		libc6-dev libsodium-dev libcjson-dev libqrencode-dev libzbar-dev libpng-dev libjpeg-dev) ||
		fail "cannot read the versions of the installed packages"
	sum=$({
		echo "$versions" | LC_ALL=C sort
		release_flags
		LC_ALL=C ${CC:-$triplet-gcc} --version 2>/dev/null || true
		cat packaging/static/lib.sh packaging/static/libraries packaging/static/sysroot
		[ -z "${SN_STATIC_SOURCES:-}" ] || cat "$SN_STATIC_SOURCES"/*
	} | sha256sum | cut -c 1-12)
	echo "${SN_STATIC_LIBS:-static-libs}/$1-$sum"
}

# The flags for the libraries and for the programs. Without debugging information, and without the names of directories.
release_flags() {
	echo "-O2 $machine_flags"
}

# start_apt ARCH: an apt that reads the machine's own lists of sources, or those in the directory SN_STATIC_SOURCES, for this
# architecture and for source packages. It has its own state below $work/apt, needs no root, and knows nothing of the installed
# packages. Then: own_apt COMMAND...
start_apt() {
	apt=$work/apt
	mkdir -p "$apt/sources" "$apt/lists/partial" "$apt/archives/partial"
	: >"$apt/status"
	lists=/etc/apt/sources.list.d
	[ -z "${SN_STATIC_SOURCES:-}" ] || lists=$SN_STATIC_SOURCES
	for list in "${lists%.d}" "$lists"/*; do
		case $list in
		*.list) sed -n 's/^deb /&/p; s/^deb /deb-src /p' "$list" >"$apt/sources/${list##*/}" ;;
		*.sources) sed 's/^Types:.*/Types: deb deb-src/' "$list" >"$apt/sources/${list##*/}" ;;
		esac 2>/dev/null || true
	done
	printf 'APT::Architecture "%s";\n#clear APT::Architectures;\nAPT::Architectures { "%s"; };\n' "$1" "$1" >"$apt/conf"
	own_apt update >"$work/apt.log" 2>&1 || {
		cat "$work/apt.log" >&2
		fail "apt cannot read its lists of packages"
	}
}

own_apt() {
	APT_CONFIG=$apt/conf apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$apt/sources" \
		-o Dir::State="$apt" -o Dir::State::lists="$apt/lists" -o Dir::State::status="$apt/status" \
		-o Dir::Cache="$apt" -o APT::Sandbox::User="$(id -un)" -o Debug::NoLocking=1 "$@"
}
