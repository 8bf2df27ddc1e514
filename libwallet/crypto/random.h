/* crypto/random.h - deterministic randomness: the same key and context give the same stream.
 *
 *   block i  = BLAKE2b-512 keyed with the seed over i (8 bytes)
 *   seed     = BLAKE2b-256 keyed with the secret over (length of domain (8 bytes) ‖ domain ‖ context)
 *   child    = BLAKE2b-256 keyed with the parent's seed over the same, with its index (8 bytes) as context
 *
 * Integers are little-endian. Each draw starts at a new block. The whole state is secret.
 *
 * Used for signing, so that signing twice gives the same bytes. For wallet seeds use libsodium's randombytes
 * instead. */
#ifndef SN_CRYPTO_RANDOM_H
#define SN_CRYPTO_RANDOM_H

#include "crypto/types.h"

#include <stddef.h>

struct sn_random {
	uint8_t seed[32];
	uint64_t counter;
};

/* Start a stream. `domain` is a constant string that separates uses. `secret` is secret. */
void sn_random_init(struct sn_random *g, const char *domain, const struct sn_scalar *secret,
		    const void *context, size_t len);
/* Start a child stream, independent of its siblings. `child` and `parent` may be the same object. */
void sn_random_fork(struct sn_random *child, const struct sn_random *parent, const char *domain,
		    uint64_t index);
void sn_random_scalar(struct sn_random *g, struct sn_scalar *out); /* uniform mod l, never 0 */
void sn_random_bytes(struct sn_random *g, void *out, size_t len);
/* Uniform in [0, bound), bound > 0. Not constant time: the number must not be a key. */
uint64_t sn_random_below(struct sn_random *g, uint64_t bound);
void sn_random_wipe(struct sn_random *g);

#endif
