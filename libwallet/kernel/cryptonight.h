/* kernel/cryptonight.h - CryptoNight, variant 0: the slow hash with which the reference wallet derives the
 * key of its files.
 *
 * Source: CryptoNote Standard 008 (2013). The five steps of its main part are in kernel/cryptonight_steps.h.
 *
 * Not constant time: the addresses within the scratchpad depend on the input, by design. Another process on
 * the same processor may learn something about them from the cache. The S-box, the four final hashes and the
 * multiplication are constant time. Which of the four hashes is used depends on the input. */
#ifndef SN_KERNEL_CRYPTONIGHT_H
#define SN_KERNEL_CRYPTONIGHT_H

#include "base/error.h"
#include "crypto/types.h"

#include <stddef.h>

/* out = CryptoNight(data). `data` may be secret: the 2 MiB of the scratchpad are wiped, and locked if
 * possible. Takes 0.02 s with AES instructions, some 0.2 s without. Returns 0, or SN_IO when out of memory.
 */
int sn_cryptonight(struct sn_hash *out, const void *data, size_t len, struct sn_error *err) SN_MUST_USE;

#endif
