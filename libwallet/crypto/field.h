/* crypto/field.h - GF(p), p = 2^255 - 19, in five limbs of radix 2^51.
 *
 * The value of a field element is Σ v[i]·2^(51·i) mod p; one value has many representations. Callers observe
 * two bounds on the limbs:
 *
 *   tight  every limb < 2^51 + 2^13. Result of multiplication, squaring, carry, negation and loading.
 *   loose  every limb < 2^54. Allowed as input of multiplication and squaring.
 *
 * Addition and subtraction do not carry:
 *   add  adds the limbs; the sum of two tight elements is below 2^52 + 2^14.
 *   sub  computes a + 4p - b, for b < 2^53 - 76: b may be tight or the sum of two tight elements. The
 *        result grows by 2^53: it is loose if a is tight or the sum of two tight elements.
 *
 * All functions are constant time. Output and inputs may be the same object. The arithmetic is inline because
 * the group formulas consist of it, and without loops because gcc -O2 does not unroll such short ones: that
 * would cost a third of the time of a doubling. */
#ifndef SN_CRYPTO_FIELD_H
#define SN_CRYPTO_FIELD_H

#include "crypto/ct.h"

#include <stdbool.h>
#include <stdint.h>

#ifndef __SIZEOF_INT128__
#error "crypto/field.h needs a compiler and target with a 128-bit integer type"
#endif

struct sn_fe {
	uint64_t v[5];
};

#define SN_FE_INLINE static inline __attribute__((always_inline))
#define SN_FE_MASK ((UINT64_C(1) << 51) - 1)

__extension__ typedef unsigned __int128 sn_u128;

#define SN_FE_ZERO ((struct sn_fe){{0}})
#define SN_FE_ONE ((struct sn_fe){{1}})

/* √-1, the even root. */
extern const struct sn_fe sn_fe_sqrt_minus_one;

/* Low 255 bits of the little-endian `in`, bit 255 ignored; not necessarily below p. Tight. */
void sn_fe_from_bytes(struct sn_fe *r, const uint8_t in[static 32]);

/* All 256 bits. Tight. */
void sn_fe_from_bytes256(struct sn_fe *r, const uint8_t in[static 32]);

/* The canonical encoding, < p. `a` loose. */
void sn_fe_to_bytes(uint8_t out[static 32], const struct sn_fe *a);

bool sn_fe_is_zero(const struct sn_fe *a);
bool sn_fe_is_equal(const struct sn_fe *a, const struct sn_fe *b);

/* The sign of RFC 8032: the lowest bit of the canonical encoding. */
bool sn_fe_is_negative(const struct sn_fe *a);

/* 1/a, and 0 for 0. */
void sn_fe_invert(struct sn_fe *r, const struct sn_fe *a);

/* r = a^((p - 5)/8) = a^(2^252 - 3). */
void sn_fe_pow_p58(struct sn_fe *r, const struct sn_fe *a);

/* True and r = √(u/v) if u/v is a square; otherwise false and r = √(√-1·u/v). Either of the two roots.
 * v ≠ 0; u = 0 gives true and 0. Source: RFC 8032, section 5.1.3; for non-squares, RFC 9496, section 4.2. */
bool sn_fe_sqrt_ratio(struct sn_fe *r, const struct sn_fe *u, const struct sn_fe *v);

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
	sn_fe_sub(r, &SN_FE_ZERO, a);
	sn_fe_carry(r, r);
}

/* r = a if the mask is all ones, unchanged if it is zero. */
SN_FE_INLINE void sn_fe_cmov(struct sn_fe *r, const struct sn_fe *a, uint64_t mask)
{
	r->v[0] ^= mask & (r->v[0] ^ a->v[0]);
	r->v[1] ^= mask & (r->v[1] ^ a->v[1]);
	r->v[2] ^= mask & (r->v[2] ^ a->v[2]);
	r->v[3] ^= mask & (r->v[3] ^ a->v[3]);
	r->v[4] ^= mask & (r->v[4] ^ a->v[4]);
}

/* Multiplication and squaring add up the five columns of the product; the part above 2^255 returns times 19.
 * For loose factors a column is below 77·2^108, and the last one, without a factor 19, below 6·2^108:
 * each fits 128 bits with the carry of the previous one, and 19 times the last carry fits 64. One column
 * at a time, with its carry in 128 bits: gcc and clang both make good code of this form. */
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

#endif
