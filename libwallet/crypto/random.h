/* crypto/random.h - randomness that the same key and message always repeat.
 *
 * A stream of scalars and bytes from a secret key and a public context: blocks of BLAKE2b-512 keyed with the
 * seed over an 8-byte counter. The seed is BLAKE2b-256 keyed with the secret over (8-byte length of the
 * domain ‖ domain ‖ context); a child's seed likewise, keyed with the parent's seed, its index being the
 * context in 8 bytes. A draw takes whole blocks and drops what it does not need. Integers are little-endian.
 *
 * Used for signing, so that signing twice gives the same bytes; everything in it is secret. For wallet seeds
 * use libsodium's randombytes instead. */
#ifndef SN_CRYPTO_RANDOM_H
#define SN_CRYPTO_RANDOM_H

#include "crypto/types.h"

#include <stddef.h>

struct sn_random {
	uint8_t seed[32];
	uint64_t counter;
};

/* Start a stream. `domain` is a constant string that separates uses. */
void sn_random_init(struct sn_random *g, const char *domain, const struct sn_scalar *secret,
		    const void *context, size_t len);
/* Start a child stream under a label, its sibling streams being independent of it. */
void sn_random_fork(struct sn_random *child, const struct sn_random *parent, const char *domain,
		    uint64_t index);
void sn_random_scalar(struct sn_random *g, struct sn_scalar *out); /* uniform mod l, never 0 */
void sn_random_bytes(struct sn_random *g, void *out, size_t len);
/* Uniform in [0, bound), bound > 0. Its time depends on the number: for what is no key. */
uint64_t sn_random_below(struct sn_random *g, uint64_t bound);
void sn_random_wipe(struct sn_random *g);

#endif
