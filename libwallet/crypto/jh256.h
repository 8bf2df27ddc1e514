/* crypto/jh256.h - the hash function JH-256, with 42 rounds.
 *
 * Constant time in the data. Source: The Hash Function JH (2011), sections 2 to 5. */
#ifndef SN_CRYPTO_JH256_H
#define SN_CRYPTO_JH256_H

#include "crypto/types.h"

#include <stddef.h>

/* out = JH-256(data). Wipes its state. */
void sn_jh256(struct sn_hash *out, const void *data, size_t len);

#endif
