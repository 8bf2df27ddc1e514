/* Any bytes as a signed set: refused with a sentence, or decoded and encoded again to the same bytes.
 *
 *   clang -std=gnu11 -D_GNU_SOURCE -g -fsanitize=fuzzer,address,undefined -Ilibwallet
 *         tests/fuzz/fuzz_signed_set.c libwallet.a -lsodium */
#include "handoff/signed_set.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_signed_set set;
	struct sn_buf again = {0};
	struct sn_error err = {0};
	int ret = sn_signed_set_decode(&set, data, len, &err);
	if (ret) {
		if (ret != SN_BAD_INPUT || !err.text[0] || set.n || set.txs)
			abort();
		return 0;
	}
	if (sn_signed_set_encode(&again, &set, &err) || again.len != len || memcmp(again.data, data, len))
		abort();
	sn_buf_free(&again);
	sn_signed_set_free(&set);
	return 0;
}
