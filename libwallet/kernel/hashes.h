/* kernel/hashes.h - many hashes at once. */
#ifndef SN_KERNEL_HASHES_H
#define SN_KERNEL_HASHES_H

#include "crypto/group.h"
#include "crypto/keccak.h"

#include <stddef.h>

/* out[i] = Keccak-256(in[i]), secret or public. The caller wipes secret messages. */
void sn_keccak256_short_many(struct sn_hash *out, const struct sn_short_message *in, size_t n);

/* r[i] = Hp(keys[i]), as sn_hash_to_ec (crypto/hash_to_point.h). Public. */
void sn_hash_to_ec_many(struct sn_ge *r, const struct sn_point *keys, size_t n);

#endif
