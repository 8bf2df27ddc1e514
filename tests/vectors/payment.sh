#!/bin/bash
# Make tests/vectors/payment.txt: a payment on a private chain, unsigned and signed. Needs the programs
# (SN_BUILDDIR) and what tests/regtest/lib.bash needs. What it prints differs from run to run.
set -eu -o pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/../regtest/lib.bash"
PATH=${SN_BUILDDIR:-$here/../..}/tools:$PATH

regtest_start
trap regtest_stop EXIT
cd "$RT_DIR"

words=$(sed -n '/^account mainnet 0a1a38f6/p' "$here/chain_accounts.txt" | cut -d ' ' -f 6-)
receiver=$(sed -n '/^account mainnet 472e9b77/p' "$here/chain_accounts.txt" | cut -d ' ' -f 5)
echo "$words" >words
address=$(cold-new -w master --password=x --seed-file=words)
cold-export -w master --password=x --watch-password=x -o watch 2>/dev/null
hot=(-w watch --password=x --daemon-address="$RT_DAEMON")
regtest_mine "$address" 80
wo-sync "${hot[@]}" 2>/dev/null
wo-transfer "${hot[@]}" -o unsigned "$receiver" 1.25 2>/dev/null
cold-sign -w master --password=x --yes -o signed unsigned 2>/dev/null
hash=$(wo-submit "${hot[@]}" signed) # so that only what a daemon accepted becomes a vector

cat <<END
# A payment of 1.25 XMR, unsigned and signed. The same file must give the same bytes for ever.
# Source: tests/vectors/payment.sh, on monerod v0.18.0.0 --regtest, which accepted it.
words $words
receiver $receiver
unsigned $(od -An -v -tx1 unsigned | tr -d ' \n')
signed $(od -An -v -tx1 signed | tr -d ' \n')
tx_hash $hash
END
