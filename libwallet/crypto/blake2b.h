/* crypto/blake2b.h - BLAKE2b with an optional key and an optional personalization.
 *
 * The digest length is a parameter of the hash: a short digest is not the beginning of a longer one. The salt
 * is zero. libsodium computes the hash, in constant time.
 *
 * Source: RFC 7693; the parameter block: J.-P. Aumasson, S. Neves, Z. Wilcox-O'Hearn, C. Winnerlein,
 * "BLAKE2: simpler, smaller, fast as MD5", 2013, section 2.8. */
#ifndef SN_CRYPTO_BLAKE2B_H
#define SN_CRYPTO_BLAKE2B_H

#include <sodium.h>
#include <stddef.h>
#include <stdint.h>

#define SN_BLAKE2B_MAX 64 /* bytes of the longest digest */
#define SN_BLAKE2B_KEY_BYTES 32

/* Text, padded with zeros. All zeros: none. */
struct sn_blake2b_person {
	uint8_t b[crypto_generichash_blake2b_PERSONALBYTES];
};

extern const struct sn_blake2b_person sn_blake2b_no_person;

/* Running state, as secret as key and data. sn_blake2b_final wipes it. */
struct sn_blake2b {
	crypto_generichash_blake2b_state state;
	size_t len; /* of the digest */
};

/* Start a digest of `len` bytes, 1 to SN_BLAKE2B_MAX. `key` has SN_BLAKE2B_KEY_BYTES bytes, and may be
 * secret; NULL: no key. */
void sn_blake2b_init(struct sn_blake2b *h, size_t len, const uint8_t *key,
		     const struct sn_blake2b_person *person);
/* `data` may be secret. */
void sn_blake2b_update(struct sn_blake2b *h, const void *data, size_t len);
/* Write the digest. Wipes the state. */
void sn_blake2b_final(struct sn_blake2b *h, uint8_t *out);

#endif
