#!/usr/bin/env bats
# packaging/release: names, sums, signatures with a throw-away key, and what is verified with them. What the static programs and
# the image of samples/cold-usb are made of.
# shellcheck source=/dev/null disable=SC2016,SC2034

bats_require_minimum_version 1.5.0

setup() {
	root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	cd "$BATS_TEST_TMPDIR" || return
	export SN_RELEASE_PROGRAMS=${SN_BUILDDIR:-$root}/tools SN_RELEASE_HOSTS='' SN_RELEASE_PACKAGES=no SOURCE_DATE_EPOCH=1700000000
	unset SN_RELEASE_KEY
	echo sources >sneakernote-9.8.7.tar.xz
}

release() {
	"$root/packaging/release" sneakernote-9.8.7.tar.xz out 3>&-
}

@test "a release has its files and their sums" {
	release
	[ "$(ls out)" = "$(printf '%s\n' SHA256SUMS components-9.8.7.txt sneakernote-9.8.7.tar.xz)" ]
	(cd out && sha256sum --check --strict SHA256SUMS)
	grep -q '^libcurl [0-9.]*, curl$' out/components-9.8.7.txt
	grep -q '^ZBar [0-9.]*, LGPL-2.1-or-later$' out/components-9.8.7.txt
	[ "$(sort out/components-9.8.7.txt | uniq -d | wc -l)" -eq 0 ]
	run release # nothing is overwritten
	[ "$status" -eq 1 ]
	[[ $output = "release: error: out exists; move it away" ]]
}

@test "a signature of signify is verified as SECURITY.md says, and a changed sum is not" {
	command -v signify-openbsd >/dev/null || skip "needs signify-openbsd"
	signify-openbsd -G -n -p sneakernote.pub -s sneakernote.sec
	SN_RELEASE_KEY=sneakernote.sec release
	cp sneakernote.pub out
	cd out
	grep -qF 'signify-openbsd -V -p sneakernote.pub -x SHA256SUMS.sig -m SHA256SUMS' "$root/SECURITY.md"
	signify-openbsd -V -p sneakernote.pub -x SHA256SUMS.sig -m SHA256SUMS
	sha256sum --check --ignore-missing SHA256SUMS
	sed -i '1s/^./g/' SHA256SUMS
	run signify-openbsd -V -p sneakernote.pub -x SHA256SUMS.sig -m SHA256SUMS
	[ "$status" -ne 0 ]
}

@test "a signature of minisign is verified as SECURITY.md says, and a changed sum is not" {
	command -v minisign >/dev/null || skip "needs minisign"
	minisign -G -W -p sneakernote.pub -s key >/dev/null
	SN_RELEASE_KEY=key release
	cp sneakernote.pub out
	cd out
	grep -qF 'minisign -V -p sneakernote.pub -m SHA256SUMS' "$root/SECURITY.md"
	minisign -V -p sneakernote.pub -m SHA256SUMS
	sed -i '1s/^./g/' SHA256SUMS
	run minisign -V -p sneakernote.pub -m SHA256SUMS
	[ "$status" -ne 0 ]
}

@test "without a readable key nothing is left" {
	SN_RELEASE_KEY=none run release
	[ "$status" -eq 1 ]
	[[ $output = "release: error: cannot read the key none" ]]
	[ "$(ls)" = sneakernote-9.8.7.tar.xz ]
}

@test "the static programs are made of the files in the archive" {
	mkdir -p sneakernote-9.8.7/packaging/static
	cat >sneakernote-9.8.7/packaging/static/build <<-'END'
		#!/bin/sh
		cd "$(dirname "$0")/../.."
		mkdir -p "$SN_STATIC_OUT/$1"
		echo "of the archive" >"$SN_STATIC_OUT/$1/cold-sign"
	END
	chmod +x sneakernote-9.8.7/packaging/static/build
	tar -cJf sneakernote-9.8.7.tar.xz sneakernote-9.8.7
	# Without a compiler, the sources here would not get far.
	mkdir -p programs/arm64
	echo "of an earlier version" >programs/arm64/cold-sign
	for directory in "$PWD/programs" programs; do
		SN_RELEASE_HOSTS=arm64 SN_STATIC_OUT=$directory CC=no-compiler release
		[ "$(tar -xOf out/sneakernote-cold-9.8.7-arm64.tar.xz sneakernote-cold-9.8.7-arm64/cold-sign)" = "of the archive" ]
		rm -r out
	done
}

@test "there is no release if a program cannot name its libraries" {
	mkdir programs
	ln -s "$SN_RELEASE_PROGRAMS/sneakernote" "$SN_RELEASE_PROGRAMS/qr-show" programs/
	printf '#!/bin/sh\necho "libqrencode 4.1.1, LGPL-2.1-or-later"\nexit 3\n' >programs/qr-scan
	chmod +x programs/qr-scan
	SN_RELEASE_PROGRAMS=programs run release
	[ "$status" -ne 0 ]
	[ ! -e out ]
}

@test "libraries of static programs that cannot be unpacked are not kept" {
	mkdir bin libs
	printf '#!/bin/sh\ncase $* in *download*) touch a.deb b.deb ;; esac\n' >bin/apt-get
	printf '#!/bin/sh\ncase $* in *--extract*b.deb*) exit 1 ;; esac\n' >bin/dpkg-deb
	printf '#!/bin/sh\n' >bin/dpkg-query
	chmod +x bin/*
	PATH=$PWD/bin:$PATH SN_STATIC_LIBS=$PWD/libs run "$root/packaging/static/sysroot" amd64
	[ "$status" -ne 0 ]
	[ -z "$(find libs -name 'root*')" ]
	printf '#!/bin/sh\n' >bin/dpkg-deb
	PATH=$PWD/bin:$PATH SN_STATIC_LIBS=$PWD/libs "$root/packaging/static/sysroot" amd64
	[ -n "$(find libs -name root)" ]
	# Without the versions of the packages, there is no name for their directory.
	printf '#!/bin/sh\nexit 1\n' >bin/dpkg-query
	PATH=$PWD/bin:$PATH SN_STATIC_LIBS=$PWD/libs run "$root/packaging/static/sysroot" amd64
	[ "$status" -ne 0 ]
}

@test "others cannot write into a release, whatever the umask is" {
	umask 0
	release
	[ "$(find out -perm /022 | wc -l)" -eq 0 ]
}

@test "make release refuses sources that are not those of a commit" {
	command -v git >/dev/null || skip "needs git"
	git init -q changed
	echo new >changed/file
	GIT_DIR=$PWD/changed/.git GIT_WORK_TREE=$PWD/changed run env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS \
		make -s -C "${SN_BUILDDIR:-$root}" AUTOCONF=: AUTOMAKE=: ACLOCAL=: AUTOHEADER=: release
	[ "$status" -ne 0 ]
	[[ $output = *"release: error: the sources are not those of a commit:"*"?? file"* ]]
}

# static_libs: where the libraries for static programs of amd64 are.
static_libs() {
	(
		cd "$root" || return
		name="test"
		. packaging/static/lib.sh
		know_host amd64
		static_libs amd64
	)
}

@test "libraries for static programs are not those of another compiler or of other packages" {
	command -v dpkg-query >/dev/null || skip "needs dpkg"
	first=$(static_libs 2>/dev/null) || skip "needs the packages of ./bootstrap"
	[[ $first = static-libs/amd64-* ]]
	[ "$(static_libs)" = "$first" ]
	mkdir lists
	echo "deb https://mirror.invalid/of-a-day bookworm main" >lists/day.list
	[ "$(SN_STATIC_SOURCES=$PWD/lists static_libs)" != "$first" ]
	printf '#!/bin/sh\necho "compiler 99"\n' >compiler
	chmod +x compiler
	[ "$(CC=$PWD/compiler static_libs)" != "$first" ]
}

@test "flags in the environment of a publisher do not change the static programs" {
	names="CPPFLAGS CFLAGS LDFLAGS LIBS CPATH LIBRARY_PATH CONFIG_SITE MAKEFLAGS"
	for variable in $names; do
		export "$variable=from-the-publisher"
	done
	run -0 env -u BASH_ENV sh -c '. "$1/packaging/static/lib.sh" && env' sh "$root"
	[[ $output != *from-the-publisher* ]]
}

@test "the image of samples/cold-usb has no module for a network, and those for cameras and sticks" {
	modules=$PWD/modules version=6 work=$PWD
	for module in media/dvb-core/dvb-core.ko media/usb/uvc/uvcvideo.ko block/nbd.ko.xz block/aoe/aoe.ko block/drbd/drbd.ko \
		nvme/host/nvme.ko nvme/host/nvme-tcp.ko nvme/target/nvmet-tcp.ko scsi/sd_mod.ko scsi/iscsi_tcp.ko scsi/fcoe/libfcoe.ko \
		scsi/bnx2fc/bnx2fc.ko usb/storage/uas.ko.xz net/usb/cdc_ether.ko usb/gadget/g_ether.ko bluetooth/btusb.ko; do
		install -D /dev/null "modules/kernel/drivers/$module"
	done
	touch modules/modules.builtin modules/modules.builtin.modinfo modules/modules.order
	depmod() { :; }
	eval "$(sed -n '/^modules_of=/,/^}/p' "$root/samples/cold-usb")"
	copy_modules
	(cd root/lib/modules/6/kernel && find . -type f | sort) >copied
	printf './drivers/%s\n' media/usb/uvc/uvcvideo.ko nvme/host/nvme.ko scsi/sd_mod.ko usb/storage/uas.ko.xz | diff - copied
}

@test "samples/cold-usb accepts old lists of packages from a mirror that the user names, or if the machine does" {
	mkdir bin programs
	for program in grub-mkrescue xorriso mformat cpio depmod; do
		printf '#!/bin/sh\n' >"bin/$program"
	done
	printf '#!/bin/sh\necho "$*" >>called\nexit 1\n' >bin/mmdebstrap
	printf '#!/bin/sh\necho http://mirror.invalid/debian\n' >bin/apt-get
	printf '#!/bin/sh\n[ -z "$STUB_VALID" ] || echo "$2=\047$STUB_VALID\047"\n' >bin/apt-config
	printf '#!/bin/sh\n' >programs/cold-sign
	chmod +x bin/* programs/*
	accepts() {
		: >called
		run env PATH="$PWD/bin:$PATH" "$@" "$root/samples/cold-usb" programs image
		[ "$status" -ne 0 ]
		grep -q 'linux-image-amd64' called
		grep -q 'Acquire::Check-Valid-Until "false"' called
	}
	run ! accepts STUB_VALID= SN_DEBIAN_MIRROR=
	grep -q 'Acquire::Check-Valid-Until "true"' called
	accepts STUB_VALID=false SN_DEBIAN_MIRROR=
	accepts STUB_VALID= SN_DEBIAN_MIRROR=http://snapshot.invalid/debian
}

@test "the image of samples/cold-usb has the programs and the keyboard layout, by whatever name they are given" {
	mkdir bin programs
	for program in grub-mkrescue xorriso mformat cpio depmod; do
		printf '#!/bin/sh\n' >"bin/$program"
	done
	# An archive with a kernel; what is copied into the image is in the directory of cpio.
	mkdir -p debian/boot debian/bin debian/lib/modules/6/kernel
	touch debian/boot/vmlinuz-6 debian/bin/busybox debian/lib/modules/6/modules.builtin debian/lib/modules/6/modules.builtin.modinfo \
		debian/lib/modules/6/modules.order
	tar -C debian -cf debian.tar .
	printf '#!/bin/sh\ncat "%s"\n' "$PWD/debian.tar" >bin/mmdebstrap
	printf '#!/bin/sh\ncp -R . "%s"\n' "$PWD/root" >bin/cpio
	printf '#!/bin/sh\nmkdir -p "${2%%/*}" && echo image >"$2"\n' >bin/grub-mkrescue
	printf '#!/bin/sh\n' >programs/cold-sign
	chmod +x bin/* programs/*
	echo layout >keymap
	mkdir root
	PATH=$PWD/bin:$PATH SN_DEBIAN_MIRROR=http://mirror.invalid/debian SN_KEYMAP=keymap "$root/samples/cold-usb" programs image
	[ "$(<image)" = image ]
	cmp programs/cold-sign root/bin/cold-sign
	cmp keymap root/etc/keymap
	PATH=$PWD/bin:$PATH SN_DEBIAN_MIRROR=http://mirror.invalid/debian SN_KEYMAP=none run "$root/samples/cold-usb" programs other
	[ "$status" -eq 1 ]
	[[ $output = *"cold-usb: error: cannot read the keyboard layout none" ]]
	PATH=$PWD/bin:$PATH SN_DEBIAN_MIRROR=http://snapshot.invalid/debian/20240101T000000Z run "$root/samples/cold-usb" programs other
	[ "$status" -eq 1 ]
	[[ $output = *"SN_SECURITY_MIRROR=URL"* ]]
}

@test "samples/cold-usb mounts sticks and cards, and no disk of the computer" {
	sed -n '/>bin\/stick /,/^\tEND$/p' "$root/samples/cold-usb" | sed -e '1d;$d' -e "s#/sys/#$PWD/sys/#; s#/media/#$PWD/media/#" >stick
	mkdir bin sys media sys/class sys/class/block
	printf '#!/bin/sh\necho "$*" >>mounted\n' >bin/mount
	chmod +x bin/mount
	# device NAME DIRECTORY TYPE: in sysfs.
	device() {
		mkdir -p "sys/devices/$2/block/$1/${1}p1"
		echo "$3" >"sys/devices/$2/type"
		ln -s "$PWD/sys/devices/$2/block/$1/${1}p1" "sys/class/block/${1}p1"
	}
	device sda pci/usb1/1-1/host0/target0/0 0
	device sdb pci/ata1/host1/target1/0 0
	device mmcblk0 platform/mmc_host/mmc0/mmc0:0001 MMC
	device mmcblk1 platform/mmc_host/mmc1/mmc1:aaaa SD
	for name in sdap1 sdbp1 mmcblk0p1 mmcblk1p1; do
		: >mounted
		MDEV=$name ACTION=add PATH="$PWD/bin:$PATH" sh stick || true
		! grep -q "/dev/$name " mounted || echo "$name" >>found
	done
	[ "$(xargs <found)" = "sdap1 mmcblk1p1" ]
}
