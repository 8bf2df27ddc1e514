/* crypto/group_mul.h - multiplying many points by one secret scalar: the recoding, done once.
 *
 * Signed digits of radix 16: a = Σ d[i]·16^i with -8 ≤ d[i] ≤ 8. Each picks one of eight precomputed
 * multiples by reading all of them. The digits are as secret as the scalar. */
#ifndef SN_CRYPTO_GROUP_MUL_H
#define SN_CRYPTO_GROUP_MUL_H

#include "crypto/group.h"

struct sn_digits16 {
	int8_t d[64];
};

/* `a` below 2^255. */
void sn_digits16(struct sn_digits16 *r, const struct sn_scalar *a);

/* r = a·P, constant time in the digits. */
void sn_ge_mul_digits16(struct sn_ge *r, const struct sn_digits16 *digits, const struct sn_ge *p);

#endif
