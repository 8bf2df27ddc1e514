/* crypto/group_mul.h - scalars recoded: what loops over digits are made of.
 *
 * For secrets, once for all points that one of them multiplies, signed digits of radix 16: a = Σ d[i]·16^i with
 * -8 ≤ d[i] ≤ 8. Each picks one of eight precomputed multiples by reading all of them. The digits are as secret as the
 * scalar. For what is public, non-adjacent forms. */
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

/* Non-adjacent form of a public scalar below 2^256: a = Σ r[i]·2^i with r[i] = 0 or odd, below 2^(width-1) in size, at least
 * `width` places apart; 2 ≤ width ≤ 8. */
#define SN_NAF_LEN 257
void sn_naf_vartime(int8_t r[static SN_NAF_LEN], const struct sn_scalar *a, unsigned width);

#endif
