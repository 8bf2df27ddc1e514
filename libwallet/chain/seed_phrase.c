#include "chain/seed_phrase.h"

#include "base/secret.h"
#include "crypto/scalar.h"
#include "kernel/cryptonight.h"

#include <string.h>

int sn_seed_phrase_read(struct sn_seed_phrase *phrase, const char *text, size_t len, struct sn_error *err)
{
	*phrase = (struct sn_seed_phrase){.is_polyseed = sn_polyseed_is_one(text, len)};
	return phrase->is_polyseed ? sn_polyseed_decode(&phrase->polyseed, text, len, err)
				   : sn_mnemonic_decode(phrase->seed, text, len, err);
}

bool sn_seed_phrase_has_word(const char *word, size_t len)
{
	return sn_mnemonic_is_word(word, len) || sn_polyseed_is_word(word, len);
}

static int subtract(uint8_t seed[static SN_SEED_BYTES], const char *passphrase, struct sn_error *err)
{
	struct sn_hash hash;
	struct sn_scalar key, offset;
	int ret = sn_cryptonight(&hash, passphrase, strlen(passphrase), err);
	if (!ret) {
		sn_scalar_reduce(&key, seed);
		sn_scalar_reduce(&offset, hash.b);
		sn_scalar_sub(&key, &key, &offset);
		memcpy(seed, key.b, SN_SEED_BYTES);
	}
	sn_wipe(&hash, sizeof hash);
	sn_wipe(&key, sizeof key);
	sn_wipe(&offset, sizeof offset);
	return ret;
}

int sn_seed_phrase_seed(uint8_t seed[static SN_SEED_BYTES], const struct sn_seed_phrase *phrase,
			const char *passphrase, struct sn_error *err)
{
	if (phrase->is_polyseed)
		sn_polyseed_key(seed, &phrase->polyseed);
	else
		memcpy(seed, phrase->seed, SN_SEED_BYTES);
	return passphrase && *passphrase ? subtract(seed, passphrase, err) : SN_OK;
}
