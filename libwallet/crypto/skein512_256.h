/* crypto/skein512_256.h - the hash function Skein-512-256: a state of 512 bits, a hash of 256.
 *
 * Constant time in the data. Source: The Skein Hash Function Family, version 1.3 (2010), sections 3.3 to 3.5.
 */
#ifndef SN_CRYPTO_SKEIN512_256_H
#define SN_CRYPTO_SKEIN512_256_H

#include "crypto/types.h"

#include <stddef.h>

/* out = Skein-512-256(data). Wipes its state. */
void sn_skein512_256(struct sn_hash *out, const void *data, size_t len);

#endif
