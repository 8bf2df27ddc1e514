#include "crypto/field_choice.h"

#ifdef SN_FIELD_25

#include "crypto/field_25.h"

#include "base/bytes.h"

#include <string.h>

void sn_fe_from_bytes(struct sn_fe *r, const uint8_t in[static 32])
{
	const uint64_t mask = (UINT64_C(1) << 51) - 1;
	uint64_t w0 = sn_load_u64(in), w1 = sn_load_u64(in + 8);
	uint64_t w2 = sn_load_u64(in + 16), w3 = sn_load_u64(in + 24);
	uint64_t l0 = w0 & mask, l1 = (w0 >> 51 | w1 << 13) & mask, l2 = (w1 >> 38 | w2 << 26) & mask;
	uint64_t l3 = (w2 >> 25 | w3 << 39) & mask, l4 = (w3 >> 12) & mask;

	*r = (struct sn_fe)SN_FE(l0, l1, l2, l3, l4);
}

/* SN_FE leaves limb 0 at most 2^25 + 19. */
void sn_fe_from_bytes256(struct sn_fe *r, const uint8_t in[static 32])
{
	sn_fe_from_bytes(r, in);
	r->v[0] += 19 * (in[31] >> 7);
}

/* Move what exceeds a limb to the next one, so that all limbs are in [0, 2^26) or [0, 2^25), except that
 * limb 0 gets 19 times what exceeds the last one. Limbs are at least 0. */
static void carry_up(sn_fe_limb v[static SN_FE_LIMBS])
{
	sn_fe_limb carry = 0;

	for (int i = 0; i < SN_FE_LIMBS; i++) {
		int bits = 26 - i % 2;
		v[i] += carry;
		carry = v[i] >> bits;
		v[i] &= (1 << bits) - 1;
	}
	v[0] += 19 * carry;
}

void sn_fe_to_bytes(uint8_t out[static 32], const struct sn_fe *a)
{
	sn_fe_limb v[SN_FE_LIMBS];
	uint64_t l[5];

	/* Add 4·p, whose limbs are 4·(2^26 - 19), 4·(2^25 - 1), 4·(2^26 - 1), ...: at least 3.99 times the
	 * radix, and a loose limb is at most 2.02 times the radix in size. The sums are positive, below
	 * 2^29. */
	for (int i = 0; i < SN_FE_LIMBS; i++)
		v[i] = a->v[i] + 4 * ((1 << (26 - i % 2)) - (i ? 1 : 19));
	/* Twice, because the first round can add a multiple of 19 to limb 0. If the second round does so,
	 * the carry has left small limbs behind it. */
	carry_up(v);
	carry_up(v);
	/* Now the value is below 2^255 < 2p. q = 1 if it is at least p, which is equivalent to adding 19
	 * giving at least 2^255. */
	sn_fe_limb q = (v[0] + 19) >> 26;
	for (int i = 1; i < SN_FE_LIMBS; i++)
		q = (v[i] + q) >> (26 - i % 2);
	v[0] += 19 * q;
	carry_up(v);
	v[0] -= 19 * q; /* 2^255 is subtracted, not reduced */

	for (int i = 0; i < 5; i++)
		l[i] = (uint64_t)v[2 * i] | (uint64_t)v[2 * i + 1] << 26;
	sn_store_u64(out, l[0] | l[1] << 51);
	sn_store_u64(out + 8, l[1] >> 13 | l[2] << 38);
	sn_store_u64(out + 16, l[2] >> 26 | l[3] << 25);
	sn_store_u64(out + 24, l[3] >> 39 | l[4] << 12);
}

static inline int64_t mul(sn_fe_limb a, sn_fe_limb b)
{
	return (int64_t)a * b;
}

/* *t = c·2^26 + v with -2^25 ≤ v < 2^25: return v, and let *t = c, the carry to the next column. */
static inline sn_fe_limb take_26(int64_t *t)
{
	int64_t up = *t + (1 << 25);

	*t = up >> 26;
	return (sn_fe_limb)((uint32_t)up & ((1 << 26) - 1)) - (1 << 25);
}

/* The same with 25 and 24. */
static inline sn_fe_limb take_25(int64_t *t)
{
	int64_t up = *t + (1 << 24);

	*t = up >> 25;
	return (sn_fe_limb)((uint32_t)up & ((1 << 25) - 1)) - (1 << 24);
}

/* The carry of the last column returns times 19: limb 0 and 1 take it up. */
static inline void wrap(sn_fe_limb v[static SN_FE_LIMBS], int64_t carry)
{
	int64_t t = v[0] + 19 * carry;

	v[0] = take_26(&t);
	v[1] += (sn_fe_limb)t;
}

/* Multiplication and squaring add up the ten columns of the product. a[i]·b[j] belongs to column i + j,
 * twice if i and j are odd, because then ⌈25.5·i⌉ + ⌈25.5·j⌉ = ⌈25.5·(i + j)⌉ + 1. Columns from 10 on
 * return times 19.
 *
 * Factors. For the loose a, 2·a[i] with odd i is at most 2·4·1.01·2^24 < 2^28. For the 3-fold b, 19·b[j] is
 * at most 19·3·1.01·2^25 < 2^30.9, which is why b must not be loose. For squaring, 38·a[j] with odd j has
 * the same bound. Each fits 32 bits with its sign.
 *
 * Columns. Products of two even limbs are at most 12·1.0201·2^50 =: m, one of two odd limbs, doubled, is
 * m/2, and one even and one odd limb have m/2. Column 0 is the largest: one product without the factor 19,
 * four even and five odd ones with it, (1 + 19·4 + 19·5/2)·m = 124.5·m < 2^60.6. The carry of the previous
 * column adds less than 2^36. So every sum fits 63 bits.
 *
 * Result. take leaves limbs of at most 2^25 or 2^24. The last carry is below 2^36, times 19 below 2^41;
 * what it adds to limb 1 is below 2^15: the result is tight. */
void sn_fe_mul(struct sn_fe *r, const struct sn_fe *a, const struct sn_fe *b)
{
	sn_fe_limb a0 = a->v[0], a1 = a->v[1], a2 = a->v[2], a3 = a->v[3], a4 = a->v[4];
	sn_fe_limb a5 = a->v[5], a6 = a->v[6], a7 = a->v[7], a8 = a->v[8], a9 = a->v[9];
	sn_fe_limb b0 = b->v[0], b1 = b->v[1], b2 = b->v[2], b3 = b->v[3], b4 = b->v[4];
	sn_fe_limb b5 = b->v[5], b6 = b->v[6], b7 = b->v[7], b8 = b->v[8], b9 = b->v[9];
	sn_fe_limb d1 = 2 * a1, d3 = 2 * a3, d5 = 2 * a5, d7 = 2 * a7, d9 = 2 * a9;
	sn_fe_limb c1 = 19 * b1, c2 = 19 * b2, c3 = 19 * b3, c4 = 19 * b4, c5 = 19 * b5;
	sn_fe_limb c6 = 19 * b6, c7 = 19 * b7, c8 = 19 * b8, c9 = 19 * b9;
	sn_fe_limb v[SN_FE_LIMBS];
	int64_t t;

	t = mul(a0, b0) + mul(d1, c9) + mul(a2, c8) + mul(d3, c7) + mul(a4, c6) + mul(d5, c5) + mul(a6, c4) +
	    mul(d7, c3) + mul(a8, c2) + mul(d9, c1);
	v[0] = take_26(&t);
	t += mul(a0, b1) + mul(a1, b0) + mul(a2, c9) + mul(a3, c8) + mul(a4, c7) + mul(a5, c6) + mul(a6, c5) +
	     mul(a7, c4) + mul(a8, c3) + mul(a9, c2);
	v[1] = take_25(&t);
	t += mul(a0, b2) + mul(d1, b1) + mul(a2, b0) + mul(d3, c9) + mul(a4, c8) + mul(d5, c7) + mul(a6, c6) +
	     mul(d7, c5) + mul(a8, c4) + mul(d9, c3);
	v[2] = take_26(&t);
	t += mul(a0, b3) + mul(a1, b2) + mul(a2, b1) + mul(a3, b0) + mul(a4, c9) + mul(a5, c8) + mul(a6, c7) +
	     mul(a7, c6) + mul(a8, c5) + mul(a9, c4);
	v[3] = take_25(&t);
	t += mul(a0, b4) + mul(d1, b3) + mul(a2, b2) + mul(d3, b1) + mul(a4, b0) + mul(d5, c9) + mul(a6, c8) +
	     mul(d7, c7) + mul(a8, c6) + mul(d9, c5);
	v[4] = take_26(&t);
	t += mul(a0, b5) + mul(a1, b4) + mul(a2, b3) + mul(a3, b2) + mul(a4, b1) + mul(a5, b0) + mul(a6, c9) +
	     mul(a7, c8) + mul(a8, c7) + mul(a9, c6);
	v[5] = take_25(&t);
	t += mul(a0, b6) + mul(d1, b5) + mul(a2, b4) + mul(d3, b3) + mul(a4, b2) + mul(d5, b1) + mul(a6, b0) +
	     mul(d7, c9) + mul(a8, c8) + mul(d9, c7);
	v[6] = take_26(&t);
	t += mul(a0, b7) + mul(a1, b6) + mul(a2, b5) + mul(a3, b4) + mul(a4, b3) + mul(a5, b2) + mul(a6, b1) +
	     mul(a7, b0) + mul(a8, c9) + mul(a9, c8);
	v[7] = take_25(&t);
	t += mul(a0, b8) + mul(d1, b7) + mul(a2, b6) + mul(d3, b5) + mul(a4, b4) + mul(d5, b3) + mul(a6, b2) +
	     mul(d7, b1) + mul(a8, b0) + mul(d9, c9);
	v[8] = take_26(&t);
	t += mul(a0, b9) + mul(a1, b8) + mul(a2, b7) + mul(a3, b6) + mul(a4, b5) + mul(a5, b4) + mul(a6, b3) +
	     mul(a7, b2) + mul(a8, b1) + mul(a9, b0);
	v[9] = take_25(&t);
	wrap(v, t);
	memcpy(r->v, v, sizeof v);
}

void sn_fe_sqr(struct sn_fe *r, const struct sn_fe *a)
{
	sn_fe_limb a0 = a->v[0], a1 = a->v[1], a2 = a->v[2], a3 = a->v[3], a4 = a->v[4];
	sn_fe_limb a5 = a->v[5], a6 = a->v[6], a7 = a->v[7], a8 = a->v[8], a9 = a->v[9];
	sn_fe_limb d0 = 2 * a0, d1 = 2 * a1, d2 = 2 * a2, d3 = 2 * a3, d4 = 2 * a4, d5 = 2 * a5, d6 = 2 * a6,
		   d7 = 2 * a7;
	sn_fe_limb c5 = 38 * a5, c6 = 19 * a6, c7 = 38 * a7, c8 = 19 * a8, c9 = 38 * a9;
	sn_fe_limb v[SN_FE_LIMBS];
	int64_t t;

	t = mul(a0, a0) + mul(d1, c9) + mul(d2, c8) + mul(d3, c7) + mul(d4, c6) + mul(a5, c5);
	v[0] = take_26(&t);
	t += mul(d0, a1) + mul(a2, c9) + mul(d3, c8) + mul(a4, c7) + mul(d5, c6);
	v[1] = take_25(&t);
	t += mul(d0, a2) + mul(d1, a1) + mul(d3, c9) + mul(d4, c8) + mul(d5, c7) + mul(a6, c6);
	v[2] = take_26(&t);
	t += mul(d0, a3) + mul(d1, a2) + mul(a4, c9) + mul(d5, c8) + mul(a6, c7);
	v[3] = take_25(&t);
	t += mul(d0, a4) + mul(d1, d3) + mul(a2, a2) + mul(d5, c9) + mul(d6, c8) + mul(a7, c7);
	v[4] = take_26(&t);
	t += mul(d0, a5) + mul(d1, a4) + mul(d2, a3) + mul(a6, c9) + mul(d7, c8);
	v[5] = take_25(&t);
	t += mul(d0, a6) + mul(d1, d5) + mul(d2, a4) + mul(d3, a3) + mul(d7, c9) + mul(a8, c8);
	v[6] = take_26(&t);
	t += mul(d0, a7) + mul(d1, a6) + mul(d2, a5) + mul(d3, a4) + mul(a8, c9);
	v[7] = take_25(&t);
	t += mul(d0, a8) + mul(d1, d7) + mul(d2, a6) + mul(d3, d5) + mul(a4, a4) + mul(a9, c9);
	v[8] = take_26(&t);
	t += mul(d0, a9) + mul(d1, a8) + mul(d2, a7) + mul(d3, a6) + mul(d4, a5);
	v[9] = take_25(&t);
	wrap(v, t);
	memcpy(r->v, v, sizeof v);
}

/* A product is below 2^48, a carry below 2^24. The last carry, times 19, adds at most 2^3 to limb 1. */
void sn_fe_mul_small(struct sn_fe *r, const struct sn_fe *a, uint32_t k)
{
	sn_fe_limb v[SN_FE_LIMBS];
	int64_t t = 0;

	for (int i = 0; i < SN_FE_LIMBS; i += 2) {
		t += (int64_t)a->v[i] * k;
		v[i] = take_26(&t);
		t += (int64_t)a->v[i + 1] * k;
		v[i + 1] = take_25(&t);
	}
	wrap(v, t);
	memcpy(r->v, v, sizeof v);
}

void sn_fe_sqr_times(struct sn_fe *r, const struct sn_fe *a, int n)
{
	sn_fe_sqr(r, a);
	while (--n)
		sn_fe_sqr(r, r);
}

#endif
