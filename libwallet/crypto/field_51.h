/* crypto/field_51.h - GF(p), p = 2^255 - 19, in five limbs of radix 2^51. Included by crypto/field.h.
 *
 * The value of a field element is Σ v[i]·2^(51·i) mod p. The bounds of crypto/field.h:
 *
 *   tight  every limb < 2^51 + 2^13
 *   loose  every limb < 2^54. Allowed as both factors.
 *
 *   add  adds the limbs; the sum of two tight elements is below 2^52 + 2^14.
 *   sub  computes a + 4p - b, for b < 2^53 - 76: b may be tight or the sum of two tight elements. The
 *        result grows by 2^53: it is loose if a is tight or the sum of two tight elements.
 *
 * The arithmetic is inline because the group formulas consist of it, and without loops because gcc -O2 does
 * not unroll such short ones: that would cost a third of the time of a doubling. */
#ifndef SN_CRYPTO_FIELD_51_H
#define SN_CRYPTO_FIELD_51_H

#include "crypto/field_choice.h"

#include <stdint.h>

#define SN_FE_LIMBS 5
#define SN_FE_MASK ((UINT64_C(1) << 51) - 1)

typedef uint64_t sn_fe_limb;

struct sn_fe {
	sn_fe_limb v[SN_FE_LIMBS];
};

#define SN_FE(l0, l1, l2, l3, l4)          \
	{                                  \
		{                          \
			l0, l1, l2, l3, l4 \
		}                          \
	}

__extension__ typedef unsigned __int128 sn_u128;

void sn_fe_from_bytes(struct sn_fe *r, const uint8_t in[static 32]);
void sn_fe_from_bytes256(struct sn_fe *r, const uint8_t in[static 32]);
void sn_fe_to_bytes(uint8_t out[static 32], const struct sn_fe *a);
void sn_fe_sqr_times(struct sn_fe *r, const struct sn_fe *a, int n);

SN_FE_INLINE void sn_fe_add(struct sn_fe *r, const struct sn_fe *a, const struct sn_fe *b)
{
	r->v[0] = a->v[0] + b->v[0];
	r->v[1] = a->v[1] + b->v[1];
	r->v[2] = a->v[2] + b->v[2];
	r->v[3] = a->v[3] + b->v[3];
	r->v[4] = a->v[4] + b->v[4];
}

SN_FE_INLINE void sn_fe_sub(struct sn_fe *r, const struct sn_fe *a, const struct sn_fe *b)
{
	r->v[0] = a->v[0] + UINT64_C(0x1fffffffffffb4) - b->v[0];
	r->v[1] = a->v[1] + UINT64_C(0x1ffffffffffffc) - b->v[1];
	r->v[2] = a->v[2] + UINT64_C(0x1ffffffffffffc) - b->v[2];
	r->v[3] = a->v[3] + UINT64_C(0x1ffffffffffffc) - b->v[3];
	r->v[4] = a->v[4] + UINT64_C(0x1ffffffffffffc) - b->v[4];
}

/* r = a, tight, for any limbs below 2^63. */
SN_FE_INLINE void sn_fe_carry(struct sn_fe *r, const struct sn_fe *a)
{
	uint64_t v0 = a->v[0], v1 = a->v[1], v2 = a->v[2], v3 = a->v[3], v4 = a->v[4];

	v1 += v0 >> 51;
	v2 += v1 >> 51;
	v3 += v2 >> 51;
	v4 += v3 >> 51;
	r->v[0] = (v0 & SN_FE_MASK) + 19 * (v4 >> 51);
	r->v[1] = v1 & SN_FE_MASK;
	r->v[2] = v2 & SN_FE_MASK;
	r->v[3] = v3 & SN_FE_MASK;
	r->v[4] = v4 & SN_FE_MASK;
}

/* r = -a, tight; `a` tight or the sum of two tight elements. */
SN_FE_INLINE void sn_fe_neg(struct sn_fe *r, const struct sn_fe *a)
{
	const struct sn_fe zero = {{0}};

	sn_fe_sub(r, &zero, a);
	sn_fe_carry(r, r);
}

/* Multiplication and squaring add up the five columns of the product; the part above 2^255 returns times
 * 19. For loose factors a column is below 77·2^108, and the last one, without a factor 19, below 6·2^108:
 * each fits 128 bits with the carry of the previous one, and 19 times the last carry fits 64. One column at
 * a time, with its carry in 128 bits: gcc and clang both make good code of this form. */
SN_FE_INLINE void sn_fe_mul(struct sn_fe *r, const struct sn_fe *a, const struct sn_fe *b)
{
	uint64_t a0 = a->v[0], a1 = a->v[1], a2 = a->v[2], a3 = a->v[3], a4 = a->v[4];
	uint64_t b0 = b->v[0], b1 = b->v[1], b2 = b->v[2], b3 = b->v[3], b4 = b->v[4];
	uint64_t c1 = 19 * b1, c2 = 19 * b2, c3 = 19 * b3, c4 = 19 * b4;
	uint64_t v0, v1, v2, v3, v4;
	sn_u128 t;

	t = (sn_u128)a0 * b0 + (sn_u128)a1 * c4 + (sn_u128)a2 * c3 + (sn_u128)a3 * c2 + (sn_u128)a4 * c1;
	v0 = (uint64_t)t & SN_FE_MASK;
	t = (sn_u128)a0 * b1 + (sn_u128)a1 * b0 + (sn_u128)a2 * c4 + (sn_u128)a3 * c3 + (sn_u128)a4 * c2 +
	    (t >> 51);
	v1 = (uint64_t)t & SN_FE_MASK;
	t = (sn_u128)a0 * b2 + (sn_u128)a1 * b1 + (sn_u128)a2 * b0 + (sn_u128)a3 * c4 + (sn_u128)a4 * c3 +
	    (t >> 51);
	v2 = (uint64_t)t & SN_FE_MASK;
	t = (sn_u128)a0 * b3 + (sn_u128)a1 * b2 + (sn_u128)a2 * b1 + (sn_u128)a3 * b0 + (sn_u128)a4 * c4 +
	    (t >> 51);
	v3 = (uint64_t)t & SN_FE_MASK;
	t = (sn_u128)a0 * b4 + (sn_u128)a1 * b3 + (sn_u128)a2 * b2 + (sn_u128)a3 * b1 + (sn_u128)a4 * b0 +
	    (t >> 51);
	v4 = (uint64_t)t & SN_FE_MASK;
	v0 += 19 * (uint64_t)(t >> 51);

	r->v[0] = v0 & SN_FE_MASK;
	r->v[1] = v1 + (v0 >> 51);
	r->v[2] = v2;
	r->v[3] = v3;
	r->v[4] = v4;
}

SN_FE_INLINE void sn_fe_sqr(struct sn_fe *r, const struct sn_fe *a)
{
	uint64_t a0 = a->v[0], a1 = a->v[1], a2 = a->v[2], a3 = a->v[3], a4 = a->v[4];
	uint64_t d0 = 2 * a0, d1 = 2 * a1, d2 = 38 * a2, d4 = 38 * a4;
	uint64_t c3 = 19 * a3, c4 = 19 * a4;
	uint64_t v0, v1, v2, v3, v4;
	sn_u128 t;

	t = (sn_u128)a0 * a0 + (sn_u128)d4 * a1 + (sn_u128)d2 * a3;
	v0 = (uint64_t)t & SN_FE_MASK;
	t = (sn_u128)d0 * a1 + (sn_u128)d4 * a2 + (sn_u128)c3 * a3 + (t >> 51);
	v1 = (uint64_t)t & SN_FE_MASK;
	t = (sn_u128)d0 * a2 + (sn_u128)a1 * a1 + (sn_u128)d4 * a3 + (t >> 51);
	v2 = (uint64_t)t & SN_FE_MASK;
	t = (sn_u128)d0 * a3 + (sn_u128)d1 * a2 + (sn_u128)c4 * a4 + (t >> 51);
	v3 = (uint64_t)t & SN_FE_MASK;
	t = (sn_u128)d0 * a4 + (sn_u128)d1 * a3 + (sn_u128)a2 * a2 + (t >> 51);
	v4 = (uint64_t)t & SN_FE_MASK;
	v0 += 19 * (uint64_t)(t >> 51);

	r->v[0] = v0 & SN_FE_MASK;
	r->v[1] = v1 + (v0 >> 51);
	r->v[2] = v2;
	r->v[3] = v3;
	r->v[4] = v4;
}

/* A limb of the product is below 2^74, and the last carry below 2^24. */
SN_FE_INLINE void sn_fe_mul_small(struct sn_fe *r, const struct sn_fe *a, uint32_t k)
{
	uint64_t v0, v1, v2, v3, v4;
	sn_u128 t;

	t = (sn_u128)a->v[0] * k;
	v0 = (uint64_t)t & SN_FE_MASK;
	t = (sn_u128)a->v[1] * k + (uint64_t)(t >> 51);
	v1 = (uint64_t)t & SN_FE_MASK;
	t = (sn_u128)a->v[2] * k + (uint64_t)(t >> 51);
	v2 = (uint64_t)t & SN_FE_MASK;
	t = (sn_u128)a->v[3] * k + (uint64_t)(t >> 51);
	v3 = (uint64_t)t & SN_FE_MASK;
	t = (sn_u128)a->v[4] * k + (uint64_t)(t >> 51);
	v4 = (uint64_t)t & SN_FE_MASK;
	v0 += 19 * (uint64_t)(t >> 51);

	r->v[0] = v0 & SN_FE_MASK;
	r->v[1] = v1 + (v0 >> 51);
	r->v[2] = v2;
	r->v[3] = v3;
	r->v[4] = v4;
}

#endif
