/* Any text as Base58: refused, or what encoding gives. Any bytes: encoded and decoded again. */
#include "chain/base58.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static void decode(const uint8_t *data, size_t len)
{
	size_t cap = len, n;
	uint8_t *bytes = malloc(cap + 1);
	char *again = malloc(len + 12);
	FUZZ_CHECK(bytes && again);
	int ret = sn_base58_decode(bytes, cap, &n, (const char *)data, len);
	FUZZ_CHECK(!ret || ret == SN_BAD_INPUT);
	if (!ret) {
		fuzz_accept();
		FUZZ_CHECK(n <= cap && sn_base58_size(n) == len);
		sn_base58_encode(again, bytes, n);
		FUZZ_CHECK(strlen(again) == len && !memcmp(again, data, len));
		/* One byte less is too little room. */
		FUZZ_CHECK(!n || sn_base58_decode(bytes, n - 1, &n, (const char *)data, len) == SN_BAD_INPUT);
	}
	free(bytes);
	free(again);
}

static void encode(const uint8_t *data, size_t len)
{
	size_t size = sn_base58_size(len), n;
	char *text = malloc(size + 1);
	uint8_t *again = malloc(len + 1);
	FUZZ_CHECK(text && again);
	sn_base58_encode(text, data, len);
	FUZZ_CHECK(strlen(text) == size);
	FUZZ_CHECK(!sn_base58_decode(again, len, &n, text, size));
	FUZZ_CHECK(n == len && !memcmp(again, data, len));
	free(text);
	free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	static const uint8_t none[1];
	decode(data ? data : none, len);
	encode(data ? data : none, len);
	return 0;
}
