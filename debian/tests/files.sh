# shellcheck shell=sh
# debian/tests/files.sh - a master wallet and its payment of tests/vectors/payment.txt, in an empty directory, which becomes the
# current one: `words`, `pw`, `master.wallet`, `unsigned`, and `hex`, the signed file as hexadecimal digits.

vectors=$(cd "$(dirname "$0")/../.." && pwd)/tests/vectors/payment.txt
cd "$(mktemp -d "${AUTOPKGTEST_TMP:-${TMPDIR:-/tmp}}/XXXXXX")" || exit
for name in words unsigned signed; do
	sed -n "s/^$name //p" "$vectors" >$name
	[ -s $name ]
done
tr -d '\n' <signed >hex
umask 077
echo secret >pw
cold-new -w master.wallet --password-file=pw --seed-file=words >address 2>said
