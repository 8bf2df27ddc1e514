/* crypto/group_mul.h - multiplication of a point by a scalar, and the recoding of scalars for it. */
#ifndef SN_CRYPTO_GROUP_MUL_H
#define SN_CRYPTO_GROUP_MUL_H

#include "crypto/group.h"

/* r = a·G. Constant time; `a` secret, any 256-bit integer below 2^255. */
void sn_ge_mul_base(struct sn_ge *r, const struct sn_scalar *a);

/* r = a·P. Constant time; `a` secret, below 2^255; P public. */
void sn_ge_mul(struct sn_ge *r, const struct sn_scalar *a, const struct sn_ge *p);

/* Signed digits of radix 16: a = Σ d[i]·16^i with -8 ≤ d[i] ≤ 8. Each digit selects one of eight precomputed
 * multiples by reading all of them. The digits serve all points that the scalar multiplies, and are as secret
 * as the scalar. */
struct sn_digits16 {
	int8_t d[64];
};

/* `a` below 2^255. */
void sn_digits16(struct sn_digits16 *r, const struct sn_scalar *a);

/* r = a·P, constant time in the digits. */
void sn_ge_mul_digits16(struct sn_ge *r, const struct sn_digits16 *digits, const struct sn_ge *p);

#endif
