#include "crypto/blake2b.h"

#include "base/secret.h"

#include <assert.h>

const struct sn_blake2b_person sn_blake2b_no_person;

void sn_blake2b_init(struct sn_blake2b *h, size_t len, const uint8_t *key,
		     const struct sn_blake2b_person *person)
{
	int ret = crypto_generichash_blake2b_init_salt_personal(
		&h->state, key, key ? SN_BLAKE2B_KEY_BYTES : 0, len, NULL, person->b);
	assert(ret == 0); /* false for a length of 0 or above SN_BLAKE2B_MAX */
	(void)ret;
	h->len = len;
}

void sn_blake2b_update(struct sn_blake2b *h, const void *data, size_t len)
{
	crypto_generichash_blake2b_update(&h->state, data, len);
}

void sn_blake2b_final(struct sn_blake2b *h, uint8_t *out)
{
	crypto_generichash_blake2b_final(&h->state, out, h->len);
	sn_wipe(h, sizeof *h);
}
