/* crypto/blake256.h - the hash function BLAKE-256 (not BLAKE2), with 14 rounds and no salt.
 *
 * Constant time in the data. Source: SHA-3 proposal BLAKE 1.4 (2011), section 2.1. */
#ifndef SN_CRYPTO_BLAKE256_H
#define SN_CRYPTO_BLAKE256_H

#include "crypto/types.h"

#include <stddef.h>

/* out = BLAKE-256(data). Wipes its state. */
void sn_blake256(struct sn_hash *out, const void *data, size_t len);

#endif
