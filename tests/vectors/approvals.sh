#!/bin/bash
# Make tests/vectors/approvals.txt: signatures by minisign and signify. The keys are new in each run.
set -eu -o pipefail

cd "$(mktemp -d)"
trap 'rm -r "$PWD"' EXIT

# sign NAME COMMAND...: the lines of the signature file that the command writes to `sig`.
sign() {
	local name=$1
	shift
	"$@" >/dev/null
	sed "s/^/$name /" sig
}

for name in alice bob; do
	minisign -G -W -p $name.pub -s $name.key >/dev/null
done
signify-openbsd -G -n -p carol.pub -s carol.sec
printf 'A message of minisign and signify, which is longer than a hash of sixty-four bytes.' >message
printf 'Another message, which is also longer than a hash of sixty-four bytes, as all are.' >other
b2sum message | cut -d ' ' -f 1 | xxd -r -p >digest

cat <<END
# Signatures by minisign and signify, each line of a file after the name of the file.
# Source: tests/vectors/approvals.sh, with $(minisign -v) and signify-openbsd of Debian 12.
message $(xxd -p -c 0 message)
other $(xxd -p -c 0 other)
hash $(xxd -p -c 0 digest)
alice $(sed -n 2p alice.pub)
bob $(sed -n 2p bob.pub)
carol $(sed -n 2p carol.pub)
END
sign alice_hashed minisign -S -s alice.key -m message -x sig
sign alice_again minisign -S -s alice.key -m message -x sig -c "" -t "another comment"
sign alice_plain minisign -S -l -s alice.key -m message -x sig
sign alice_other minisign -S -s alice.key -m other -x sig
sign alice_hash minisign -S -l -s alice.key -m digest -x sig
sign bob_hashed minisign -S -s bob.key -m message -x sig
sign carol_plain signify-openbsd -S -s carol.sec -m message -x sig
sign carol_other signify-openbsd -S -s carol.sec -m other -x sig
