/* crypto/field.h - GF(p), p = 2^255 - 19.
 *
 * configure selects one of two representations. Both give the same encodings, bit for bit:
 *
 *   crypto/field_51.h   five limbs of 51 bits, for compilers with a 128-bit integer type
 *   crypto/field_25.h   ten limbs of 26 and 25 bits, for all others: SN_FIELD_25 is defined
 *
 * One value has many representations in limbs. An element is n-fold if its limbs are as large as those of
 * the sum of n tight elements; the two headers have the bounds. Callers observe:
 *
 *   tight       1-fold. Result of multiplication, squaring, carry, negation, loading and SN_FE.
 *   loose       4-fold. Allowed as the first factor, and as input of carry and sn_fe_to_bytes.
 *   3-fold      allowed as the second factor, and as input of squaring and of all functions in field.c.
 *
 * Addition and subtraction do not carry: n-fold ± m-fold is (n + m)-fold. The subtrahend is tight or
 * 2-fold. If a member of a struct is loose, the comments of its module say so.
 *
 * All functions are constant time. Output and inputs may be the same object. */
#ifndef SN_CRYPTO_FIELD_H
#define SN_CRYPTO_FIELD_H

#include "crypto/ct.h"
#include "crypto/field_choice.h"

#include <stdbool.h>
#include <stdint.h>

/* These define struct sn_fe { sn_fe_limb v[SN_FE_LIMBS]; }, a multiple of 8 bytes with the alignment of a
 * uint64_t, and:
 *
 *   SN_FE(l0, l1, l2, l3, l4)   the initializer for Σ l[i]·2^(51·i), with constants l[i] < 2^51
 *   sn_fe_add(r, a, b), sn_fe_sub(r, a, b), sn_fe_mul(r, a, b), sn_fe_sqr(r, a)
 *   sn_fe_carry(r, a)           r = a, tight
 *   sn_fe_neg(r, a)             r = -a, tight; `a` tight or 2-fold
 *   sn_fe_mul_small(r, a, k)    r = k·a, tight; `a` loose, 0 ≤ k < 2^20
 *   sn_fe_sqr_times(r, a, n)    r = a^(2^n), n > 0, a 3-fold
 *   sn_fe_from_bytes(r, in)     the low 255 bits of the little-endian `in`, not necessarily
 *                               below p. Tight.
 *   sn_fe_from_bytes256(r, in)  all 256 bits. Tight.
 *   sn_fe_to_bytes(out, a)      the canonical encoding, < p. `a` loose. */
#ifdef SN_FIELD_25
#include "crypto/field_25.h"
#else
#include "crypto/field_51.h"
#endif

#define SN_FE_ZERO ((struct sn_fe){{0}})
#define SN_FE_ONE ((struct sn_fe){{1}})

/* √-1, the even root. */
extern const struct sn_fe sn_fe_sqrt_minus_one;

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

/* r = a if the mask is all ones, unchanged if it is zero. */
SN_FE_INLINE void sn_fe_cmov(struct sn_fe *r, const struct sn_fe *a, uint64_t mask)
{
#pragma GCC unroll 10
	for (int i = 0; i < SN_FE_LIMBS; i++)
		r->v[i] ^= (sn_fe_limb)mask & (r->v[i] ^ a->v[i]);
}

/* Exchange a and b if the mask is all ones. */
SN_FE_INLINE void sn_fe_cswap(struct sn_fe *a, struct sn_fe *b, uint64_t mask)
{
#pragma GCC unroll 10
	for (int i = 0; i < SN_FE_LIMBS; i++) {
		sn_fe_limb t = (sn_fe_limb)mask & (a->v[i] ^ b->v[i]);
		a->v[i] ^= t;
		b->v[i] ^= t;
	}
}

#endif
