/* crypto/groestl256.h - the hash function Grøstl-256, with the tweak of the final round of the SHA-3 contest.
 *
 * Constant time in the data: the S-box is that of crypto/aes.h. Source: Grøstl, a SHA-3 candidate,
 * version 2.0.1 (2011), sections 3.1 to 3.5. */
#ifndef SN_CRYPTO_GROESTL256_H
#define SN_CRYPTO_GROESTL256_H

#include "crypto/types.h"

#include <stddef.h>

/* out = Grøstl-256(data). Wipes its state. */
void sn_groestl256(struct sn_hash *out, const void *data, size_t len);

#endif
