#include "chain/proof_text.h"

#include "chain/base58.h"
#include "crypto/keccak.h"

#include <string.h>

void sn_proof_message(struct sn_hash *hash, const struct sn_hash *tx_hash, const void *message, size_t len)
{
	struct sn_keccak k;
	sn_keccak_init(&k);
	sn_keccak_update(&k, tx_hash->b, sizeof tx_hash->b);
	sn_keccak_update(&k, message, len);
	sn_keccak_final(&k, hash);
}

bool sn_proof_text_begins(const char *text, size_t len, const char *prefix)
{
	return len >= strlen(prefix) && !memcmp(text, prefix, strlen(prefix));
}

void sn_proof_text_put(struct sn_buf *out, const void *data, size_t len)
{
	char text[SN_PROOF_LONG_DIGITS + 1];
	sn_base58_encode(text, data, len);
	sn_put_bytes(out, text, sn_base58_size(len));
}

bool sn_proof_text_take(void *out, size_t size, const char *text)
{
	size_t len;
	return !sn_base58_decode(out, size, &len, text, sn_base58_size(size)) && len == size;
}
