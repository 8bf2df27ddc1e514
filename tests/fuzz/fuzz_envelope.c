/* Any bytes as an envelope: opened, or refused with a sentence; what opens from its binary form is
 * what sealing gives. The same bytes as content: sealed, they open.
 *
 *   clang -std=gnu11 -D_GNU_SOURCE -g -fsanitize=fuzzer,address,undefined -Ilibwallet
 *         tests/fuzz/fuzz_envelope.c libwallet.a -lsodium */
#include "handoff/envelope.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

/* The key of tests/vectors/handoff.py, so that the seeds open. */
static const struct sn_scalar view_secret = {{
	0x5a, 0x27, 0x3a, 0x39, 0x45, 0xd9, 0xa7, 0x7e, 0xb4, 0x40, 0xb0, 0xbb, 0xbe, 0x19, 0xa7, 0x2b,
	0x0e, 0x15, 0xa8, 0x57, 0xe9, 0xfa, 0x6e, 0xd9, 0x3d, 0x7d, 0x7d, 0x48, 0x85, 0x30, 0xee, 0x01,
}};

static bool is_same(const struct sn_buf *b, const void *data, size_t len)
{
	return b->len == len && (!len || !memcmp(b->data, data, len));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_buf content = {0}, sealed = {0};
	struct sn_error err = {0};
	int ret = sn_envelope_open(&content, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &view_secret, data, len,
				   &err);
	if (ret && (ret != SN_BAD_INPUT || !err.text[0] || content.len))
		abort();
	if (!ret) {
		if (sn_envelope_seal(&sealed, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &view_secret,
				     content.data, content.len, &err))
			abort();
		if (data[0] == SN_ENVELOPE_MAGIC[0] && !is_same(&sealed, data, len))
			abort();
	}
	sn_buf_free(&content);
	sn_buf_clear(&sealed);

	if (sn_envelope_seal(&sealed, SN_ENVELOPE_SIGNED_SET, SN_TESTNET, &view_secret, data, len, &err))
		abort();
	if (sn_envelope_open(&content, SN_ENVELOPE_SIGNED_SET, SN_TESTNET, &view_secret, sealed.data,
			     sealed.len, &err))
		abort();
	if (!is_same(&content, data, len))
		abort();
	sn_buf_free(&content);
	sn_buf_free(&sealed);
	return 0;
}
