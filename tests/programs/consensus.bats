# Help texts and documents quote the numbers of libwallet/chain/consensus.h and libwallet/handoff/limits.h: the quotes
# have today's values.

setup() {
	top=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	tools=${SN_BUILDDIR:-$top}/tools
	cd "$BATS_TEST_TMPDIR"
	cat >numbers.c <<-'EOF'
		#include "handoff/limits.h"
		#include <stdio.h>
		#define SHOW(name) printf(#name "=%lld\n", (long long)(name))
		int main(void)
		{
			SHOW(SN_RING_SIZE);
			SHOW(SN_MIXIN);
			SHOW(SN_TX_OUTPUTS_MAX);
			SHOW(SN_SPENDABLE_AGE);
			SHOW(SN_TX_WEIGHT_MAX);
			SHOW(SN_LARGEST_LOWEST_FEE_PER_BYTE);
			SHOW(SN_LOWEST_FEE_PER_BYTE);
			SHOW(SN_FEE_BOUND_FACTOR);
			SHOW(SN_HIGH_FEE_FACTOR);
			SHOW(SN_DUST_BELOW);
		}
	EOF
	"${CC:-cc}" -std=gnu11 -I"$top/libwallet" -o numbers numbers.c
	eval "$(./numbers)"
	recipients=$((SN_TX_OUTPUTS_MAX - 1))
	bound=$((SN_LARGEST_LOWEST_FEE_PER_BYTE * SN_FEE_BOUND_FACTOR))
}

# with_commas NUMBER
with_commas() {
	sed -E ':a; s/^([0-9]+)([0-9]{3})/\1,\2/; ta' <<<"$1"
}

# xmr PICONERO: without zeros at the end.
xmr() {
	printf '%d.%012d' $(($1 / 1000000000000)) $(($1 % 1000000000000)) | sed -E 's/\.?0+$//'
}

# holds NAME WORDS: the text on stdin, whatever its line breaks.
holds() {
	tr -s ' \t\n' ' ' | grep -qF -- "$2" || { echo "$1 does not say \"$2\""; return 1; }
}

document() {
	holds "$1" "$2" <"$top/$1"
}

help() {
	"$tools/$1" --help | holds "$1 --help" "$2"
}

@test "help texts quote today's numbers" {
	help wo-transfer "than $recipients recipients become several transactions"
	help wo-transfer "decoys per input; must be $SN_MIXIN"
	for program in wo-transfer cold-sign sneakernote; do
		help "$program" "(below $(xmr "$SN_DUST_BELOW") XMR)"
		help "$program" "$(xmr $((bound * 1000))) XMR per 1,000 bytes"
	done
	help cold-show "$(xmr $((bound * 1000))) XMR per 1,000 bytes"
}

@test "documents quote today's numbers" {
	document README.md "$SN_SPENDABLE_AGE blocks deep"
	document doc/pay-by-stick.md "after $SN_SPENDABLE_AGE blocks"
	document doc/pay-by-stick.md "pay up to $recipients recipients"
	document doc/pay-many.md "at most $recipients recipients besides the change"
	document doc/shops.md "more than $recipients recipients"
	document doc/rings.md "among $SN_MIXIN decoys. The $SN_RING_SIZE outputs are the *ring*"
	document doc/glossary.md "below $(xmr "$SN_DUST_BELOW") XMR"
	document doc/glossary.md "its $SN_MIXIN decoys"
	document doc/glossary.md "$SN_SPENDABLE_AGE blocks deep"
	document doc/reference/cold-sign.md "below $(xmr "$SN_DUST_BELOW") XMR"
	document doc/reference/formats.md "more than $SN_TX_OUTPUTS_MAX outputs"
	document doc/reference/formats.md "a ring of $SN_RING_SIZE"
	document doc/reference/rpc.md "1 to $recipients objects"
	document doc/reference/rpc.md "\"mixin\": $SN_MIXIN,"
	document doc/reference/rpc.md "younger than $SN_SPENDABLE_AGE blocks"
	document doc/reference/policy.md "$SN_FEE_BOUND_FACTOR × $(with_commas "$SN_LARGEST_LOWEST_FEE_PER_BYTE") = $(with_commas "$bound") piconero per byte"
	document doc/reference/policy.md "$(with_commas "$SN_TX_WEIGHT_MAX") bytes | $(xmr $((SN_TX_WEIGHT_MAX * SN_LOWEST_FEE_PER_BYTE))) XMR | $(xmr $((SN_TX_WEIGHT_MAX * bound))) XMR"
	document doc/reference/policy.md "$SN_HIGH_FEE_FACTOR × $(with_commas "$SN_LOWEST_FEE_PER_BYTE") piconero per byte as \`HIGH\`"
	document SECURITY.md "$(with_commas "$bound") piconero per byte ($(xmr $((SN_TX_WEIGHT_MAX * bound))) XMR for the largest transaction)"
	document SECURITY.md "more than $SN_TX_OUTPUTS_MAX outputs"
}
