/* crypto/field_25.h - GF(p), p = 2^255 - 19, in ten limbs of radix 2^25.5, for processors that multiply 32
 * by 32 bits. Included by crypto/field.h.
 *
 * The value of a field element is Σ v[i]·2^⌈25.5·i⌉ mod p: limbs with an even index have 26 bits, the
 * others have 25. Limbs are signed. Let T = 1.01·2^25 for an even index and 1.01·2^24 for an odd one. The
 * bounds of crypto/field.h:
 *
 *   tight   |v[i]| ≤ T
 *   n-fold  |v[i]| ≤ n·T; loose is 4-fold
 *
 * add and sub add and subtract the limbs, so n-fold ± m-fold is (n + m)-fold. No 4-fold limb exceeds
 * 4.04·2^25 < 2^28 in size: nothing here overflows.
 *
 * carry. With c[i] = ⌊(a[i] + h)/2h⌋, where 2h = 2^26 or 2^25 is the radix of limb i, the new limb is a[i]
 * - 2h·c[i] + c[i - 1], and limb 0 gets 19·c[9], because 2^255 = 19. |a[i] - 2h·c[i]| ≤ h. For |a[i]| <
 * 2^30, |c[i]| ≤ 2^5. So the new limbs are at most 2^25 + 2^5 (even) and 2^24 + 2^4 (odd), limb 0 at most
 * 2^25 + 19·2^5: all below T, which exceeds h by 2^18 or 2^17.
 *
 * SN_FE splits each limb of 51 bits into one of 26 and one of 25, and carries in the same way.
 *
 * Multiplication and squaring are functions, not inline: they are some hundred times as long as a call, and
 * the first-level cache of a small processor has room for few copies. */
#ifndef SN_CRYPTO_FIELD_25_H
#define SN_CRYPTO_FIELD_25_H

#include "crypto/field_choice.h"

#include <stdint.h>

#define SN_FE_LIMBS 10

typedef int32_t sn_fe_limb;

struct sn_fe {
	_Alignas(8) sn_fe_limb v[SN_FE_LIMBS];
};

/* The carry of a limb of 26 bits and of one of 25, and what remains of the limb. >> rounds down, as gcc and
 * clang document it. */
#define SN_FE_CARRY_26(v) (((v) + (1 << 25)) >> 26)
#define SN_FE_CARRY_25(v) (((v) + (1 << 24)) >> 25)
#define SN_FE_REST_26(v) ((v)-SN_FE_CARRY_26(v) * (1 << 26))
#define SN_FE_REST_25(v) ((v)-SN_FE_CARRY_25(v) * (1 << 25))

/* The two halves of a limb of 51 bits. */
#define SN_FE_LOW(l) ((sn_fe_limb)((l) & ((1 << 26) - 1)))
#define SN_FE_HIGH(l) ((sn_fe_limb)((l) >> 26))

#define SN_FE_EVEN(l, below) (SN_FE_REST_26(SN_FE_LOW(l)) + SN_FE_CARRY_25(SN_FE_HIGH(below)))
#define SN_FE_ODD(l) (SN_FE_REST_25(SN_FE_HIGH(l)) + SN_FE_CARRY_26(SN_FE_LOW(l)))
#define SN_FE(l0, l1, l2, l3, l4)                                                                          \
	{                                                                                                  \
		{                                                                                          \
			SN_FE_REST_26(SN_FE_LOW(l0)) + 19 * SN_FE_CARRY_25(SN_FE_HIGH(l4)), SN_FE_ODD(l0), \
				SN_FE_EVEN(l1, l0), SN_FE_ODD(l1), SN_FE_EVEN(l2, l1), SN_FE_ODD(l2),      \
				SN_FE_EVEN(l3, l2), SN_FE_ODD(l3), SN_FE_EVEN(l4, l3), SN_FE_ODD(l4)       \
		}                                                                                          \
	}

/* `a` loose, `b` 3-fold. */
void sn_fe_mul(struct sn_fe *r, const struct sn_fe *a, const struct sn_fe *b);

/* `a` 3-fold. */
void sn_fe_sqr(struct sn_fe *r, const struct sn_fe *a);

/* `a` loose, k < 2^20. */
void sn_fe_mul_small(struct sn_fe *r, const struct sn_fe *a, uint32_t k);

void sn_fe_from_bytes(struct sn_fe *r, const uint8_t in[static 32]);
void sn_fe_from_bytes256(struct sn_fe *r, const uint8_t in[static 32]);
void sn_fe_to_bytes(uint8_t out[static 32], const struct sn_fe *a);
void sn_fe_sqr_times(struct sn_fe *r, const struct sn_fe *a, int n);

SN_FE_INLINE void sn_fe_add(struct sn_fe *r, const struct sn_fe *a, const struct sn_fe *b)
{
#pragma GCC unroll 10
	for (int i = 0; i < SN_FE_LIMBS; i++)
		r->v[i] = a->v[i] + b->v[i];
}

SN_FE_INLINE void sn_fe_sub(struct sn_fe *r, const struct sn_fe *a, const struct sn_fe *b)
{
#pragma GCC unroll 10
	for (int i = 0; i < SN_FE_LIMBS; i++)
		r->v[i] = a->v[i] - b->v[i];
}

/* For limbs below 2^30 in size. */
SN_FE_INLINE void sn_fe_carry(struct sn_fe *r, const struct sn_fe *a)
{
	sn_fe_limb carry = 19 * SN_FE_CARRY_25(a->v[9]);

#pragma GCC unroll 5
	for (int i = 0; i < SN_FE_LIMBS; i += 2) {
		sn_fe_limb even = a->v[i], odd = a->v[i + 1];
		r->v[i] = SN_FE_REST_26(even) + carry;
		r->v[i + 1] = SN_FE_REST_25(odd) + SN_FE_CARRY_26(even);
		carry = SN_FE_CARRY_25(odd);
	}
}

SN_FE_INLINE void sn_fe_neg(struct sn_fe *r, const struct sn_fe *a)
{
	const struct sn_fe zero = {{0}};

	sn_fe_sub(r, &zero, a);
	sn_fe_carry(r, r);
}

#endif
