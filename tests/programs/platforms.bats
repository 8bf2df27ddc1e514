# Where the kernel or a file system lacks something: tests/platforms/without plays one that does.

setup() {
	. "$BATS_TEST_DIRNAME/programs.bash"
	. "$BATS_TEST_DIRNAME/cold.bash"
	without=${SN_BUILDDIR:-$BATS_TEST_DIRNAME/../..}/tests/platforms/without
	local status=0
	"$without" seccomp -- true || status=$?
	[ "$status" -ne 77 ] || skip "no system call filters here"
	cd "$BATS_TEST_TMPDIR"
	PATH=$tools:$PATH
}

teardown() {
	! mountpoint -q "$BATS_TEST_TMPDIR/stick" || fusermount -u "$BATS_TEST_TMPDIR/stick"
}

@test "without seccomp in the kernel, --help and --version of every program work" {
	while read -r path; do
		run -0 --separate-stderr "$without" seccomp -- "$path" --help
		[ "$output" = "$("$path" --help)" ]
		[ -z "$stderr" ]
		run -0 --separate-stderr "$without" seccomp -- "$path" --version
		[ "${lines[0]}" = "$("$path" --version | head -n 1)" ]
		[ -z "$stderr" ]
		case $path in
		*/cold-* | */ki-restore | */wallet-names | */wallet-passwd | */qr-* | */wo-address | */wo-balance | */wo-history | */wo-outputs)
			[ "${lines[1]}" = "not confined: no system call filter is in force" ] ;;
		esac
	done < <(programs)
}

@test "without seccomp in the kernel, a confined program refuses to work, with a hint" {
	run -1 --separate-stderr "$without" seccomp -- cold-new -w master --password=x --kdf=interactive --seed-out=seed
	[ "$stderr" = "cold-new: error: the kernel does not confine this program (seccomp, Landlock): Invalid argument"$'\n'"cold-new: hint: use --allow-unconfined to continue without confinement" ]
	[ ! -e master ] && [ ! -e seed ]
	run -1 --separate-stderr "$without" seccomp -- sneakernote -w master --password=x --offline-mode </dev/null
	[[ $stderr = *"--allow-unconfined"* ]]
	# A usage error is still reported as one.
	run -2 "$without" seccomp -- cold-new --nonsense
}

@test "--allow-unconfined works without seccomp, with a warning" {
	run -0 --separate-stderr "$without" seccomp -- cold-new -w master --password=x --kdf=interactive --seed-out=seed \
		--allow-unconfined
	[[ $stderr = *"cold-new: WARNING: NOT CONFINED: "*"Invalid argument"*"network"* ]]
	[[ $(wc -w <seed) -eq 25 ]]
	address=$output
	run -0 --separate-stderr "$without" seccomp -- wo-address -w master --password=x --allow-unconfined
	[ "$output" = "$address" ]
	[[ $stderr = *"WARNING: NOT CONFINED"* ]]
	run -0 --separate-stderr "$without" seccomp -- sneakernote -w master --password=x --offline-mode --allow-unconfined <<<exit
	[[ $stderr = *"WARNING: NOT CONFINED"* ]]
	# Where it is not needed, the option changes nothing.
	run -0 --separate-stderr wo-address -w master --password=x --allow-unconfined
	[[ $stderr != *WARNING* ]]
}

@test "without Landlock, programs work and --version reports it" {
	run -0 "$without" landlock -- cold-sign --version
	[[ ${lines[1]} = "confined: "*"without Landlock"* ]]
}

@test "all files are written on a file system without modes, links and renameat2" {
	lacking=("$without" fchmod link renameat2 --)
	cold_files
	cp unsigned.bin ask.bin
	"${lacking[@]}" cold-new -w new --password=x --kdf=interactive --seed-out=seed
	"${lacking[@]}" cold-export -w master --password=x --watch-password=x -o watch2
	[ "$(wo-address -w watch2 --password=x)" = "$(wo-address -w master --password=x)" ]
	"${lacking[@]}" cold-sign -w master --password=x --yes -o again.bin ask.bin
	cmp again.bin signed.bin
	run -1 "${lacking[@]}" cold-new -w new --password=x --kdf=interactive --seed-out=seed2
	[[ $output = *"new already exists"* ]]
	[ ! -e seed2 ]
	echo y >new-password
	chmod 640 master
	"${lacking[@]}" wallet-passwd -w master --password=x --new-password-file=new-password
	[ "$(wo-address -w watch2 --password=x)" = "$(wo-address -w master --password=y)" ]
	[ "$(stat -c %a master)" = 600 ]
	[ "$(cold-sign -w master --password=y --journal | wc -l)" -eq 1 ]
	[ -z "$(find . -name '*.??????' -not -name '*.signed' -newer ask.bin -size 0)" ]
}

@test "a wallet and its files work on FAT through FUSE" {
	for need in fusefat mkfs.vfat fusermount; do
		command -v $need >/dev/null || skip "needs $need"
	done
	[ -c /dev/fuse ] || skip "no FUSE here"
	mkdir stick
	truncate -s 16M image
	mkfs.vfat image >/dev/null
	fusefat -o rw+ image stick >/dev/null 2>&1 3>&- || skip "a FAT image cannot be mounted here"
	cold-new -w stick/master --password=x --kdf=interactive --seed-out=stick/seed
	cold-export -w stick/master --password=x --watch-password=x -o stick/watch
	[ "$(wo-address -w stick/watch --password=x)" = "$(wo-address -w stick/master --password=x)" ]
}
