/* kernel/lanes/field.h - GF(p), p = 2^255 - 19, one element per lane.
 *
 * An element has one of three states, by bounds on its limbs that depend on the representation:
 *
 *   tight   result of all functions unless their names or comments state otherwise; also raw and loose
 *
 *   raw     result of mul_raw and sqr_raw
 *
 *   loose   result of add, sub and neg
 *
 * One factor may be loose, and one of two terms the sum of two raw ones. tighten and settle make elements
 * tight again:
 *
 *   loose · tight, tight² -> raw      raw ± raw, raw + raw ± raw -> loose
 *   tighten(loose) -> tight           settle(raw) -> tight
 *
 *   wide    another type, struct lane_wide: a product before its carries. A sum or difference of two takes
 *           the carries of one. They differ by enum lane_term: one is the first term, the other the second.
 *           Of their factors, one may be loose.
 *
 * Products can thus be added, and sums multiplied, without carries that the instruction set does not need.
 * mul and sqr have tight results: use them where raw ones gain nothing. Output and inputs may be the same
 * object. */
#ifndef SN_KERNEL_LANES_FIELD_H
#define SN_KERNEL_LANES_FIELD_H

#include "crypto/field.h"
#include "kernel/lanes/lane.h"

#ifdef LANES

/* What a wide number is made for. */
enum lane_term {
	LANE_FIRST,  /* the first of two terms, or alone */
	LANE_SECOND, /* the second */
};

#ifdef LANE_FMA
#include "kernel/lanes/field_fma.h"
#else
#include "kernel/lanes/field_52.h"
#endif

/* These define struct lane_fe { lane v[LANE_LIMBS]; } and:
 *
 *   lane_fe_mul(r, a, b), lane_fe_sqr(r, a), lane_fe_mul_raw(r, a, b), lane_fe_sqr_raw(r, a)
 *   lane_fe_add(r, a, b), lane_fe_sub(r, a, b)
 *   lane_fe_settle(r), lane_fe_tighten(r), and lane_fe_carry(r, a) for either
 *   lane_fe_limb(k)                     the lowest limb of a constant k below 2^32
 *   lane_fe_mul_small_add(r, a, b, k)   r = a + k·b for a raw, b loose, and a constant k below 2^32
 *   lane_wide_mul(r, a, b, term), lane_wide_sqr(r, a, term), lane_wide_from_fe(r, a, term), a tight
 *   lane_wide_add(r, a, b), lane_wide_sub(r, a, b)   tight; a a first term, b a second one
 *   lane_wide_settle(r, a)              tight; a a first term
 *   lane_fe_from_51(r, v)               from limbs of 51 bits, below 2^51 + 2^13
 *   lane_fe_to_51(v, a)                 a tight; the limbs are below 2^51 + 2^40 */

/* The same element in every lane; a tight. */
LANE_INLINE void lane_fe_all(struct lane_fe *r, const struct sn_fe *a)
{
	lane v[5];

	LANE_UNROLL
	for (int i = 0; i < 5; i++)
		v[i] = lane_all(a->v[i]);
	lane_fe_from_51(r, v);
}

/* Lane l from a[l·stride], tight, the stride in bytes: for a member in an array of structs. */
LANE_INLINE void lane_fe_from_fe(struct lane_fe *r, const struct sn_fe *a, size_t stride)
{
	lane v[5];

	LANE_UNROLL
	for (int i = 0; i < 5; i++) {
		LANE_UNROLL
		for (size_t l = 0; l < LANES; l++)
			v[i][l] = ((const struct sn_fe *)((const uint8_t *)a + l * stride))->v[i];
	}
	lane_fe_from_51(r, v);
}

/* Back again; a tight, the result too. */
LANE_INLINE void lane_fe_to_fe(struct sn_fe *r, size_t stride, const struct lane_fe *a)
{
	lane v[5];

	lane_fe_to_51(v, a);
	LANE_UNROLL
	for (size_t l = 0; l < LANES; l++) {
		struct sn_fe *to = (struct sn_fe *)((uint8_t *)r + l * stride);
		struct sn_fe from = {{v[0][l], v[1][l], v[2][l], v[3][l], v[4][l]}};
		sn_fe_carry(to, &from);
	}
}

/* r = a where the mask is set, b elsewhere. States as the worse of the two. */
LANE_INLINE void lane_fe_select(struct lane_fe *r, lane mask, const struct lane_fe *a,
				const struct lane_fe *b)
{
	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++)
		r->v[i] = lane_select(mask, a->v[i], b->v[i]);
}

/* -a, loose; a raw. */
LANE_INLINE void lane_fe_neg(struct lane_fe *r, const struct lane_fe *a)
{
	struct lane_fe zero;

	lane_fe_all(&zero, &SN_FE_ZERO);
	lane_fe_sub(r, &zero, a);
}

/* The one representation below p, in limbs of 51 bits; a raw or loose. */
LANE_CALL void lane_fe_canonical(lane v[static 5], const struct lane_fe *a)
{
	lane mask = lane_all(SN_FE_MASK);
	struct lane_fe tight;

	lane_fe_carry(&tight, a);
	lane_fe_to_51(v, &tight);
	/* Two rounds, since the first can leave a multiple of 19 on top of the lowest limb. In the third, q =
	 * 1 when the value is at least p, that is exactly when 19 more reach 2^255, is added times 19 and
	 * 2^255 left out. */
	for (int round = 0; round < 3; round++) {
		lane q = {0};
		if (round == 2) {
			q = (v[0] + 19) >> 51;
			LANE_UNROLL
			for (int i = 1; i < 5; i++)
				q = (v[i] + q) >> 51;
			v[0] += (q << 4) + (q << 1) + q;
		}
		LANE_UNROLL
		for (int i = 0; i < 4; i++) {
			v[i + 1] += v[i] >> 51;
			v[i] &= mask;
		}
		q = v[4] >> 51;
		v[4] &= mask;
		if (round < 2)
			v[0] += (q << 4) + (q << 1) + q;
	}
}

/* Masks; a and b raw. */
LANE_INLINE lane lane_fe_is_zero(const struct lane_fe *a)
{
	lane v[5];

	lane_fe_canonical(v, a);
	return lane_equal(v[0] | v[1] | v[2] | v[3] | v[4], lane_all(0));
}

LANE_INLINE lane lane_fe_is_equal(const struct lane_fe *a, const struct lane_fe *b)
{
	struct lane_fe difference;

	lane_fe_sub(&difference, a, b);
	return lane_fe_is_zero(&difference);
}

/* Mask of the odd ones: the sign as RFC 8032 has it. */
LANE_INLINE lane lane_fe_is_negative(const struct lane_fe *a)
{
	lane v[5];

	lane_fe_canonical(v, a);
	return lane_equal(v[0] & lane_all(1), lane_all(1));
}

/* Lane l from the low 255 bits of the 32 bytes at `in` + 32·l. Two masks: *top is bit 255, *canonical is set
 * if the rest is below p. */
LANE_INLINE void lane_fe_load(struct lane_fe *r, lane *top, lane *canonical, const uint8_t *in)
{
	lane w[4], v[5], c[5], mask = lane_all(SN_FE_MASK), differ = {0};

	LANE_UNROLL
	for (size_t i = 0; i < 4; i++)
		w[i] = lane_gather(in + 8 * i, 32);
	v[0] = w[0] & mask;
	v[1] = (w[0] >> 51 | w[1] << 13) & mask;
	v[2] = (w[1] >> 38 | w[2] << 26) & mask;
	v[3] = (w[2] >> 25 | w[3] << 39) & mask;
	v[4] = (w[3] >> 12) & mask;
	*top = lane_equal(w[3] >> 63, lane_all(1));
	lane_fe_from_51(r, v);
	lane_fe_canonical(c, r);
	LANE_UNROLL
	for (int i = 0; i < 5; i++)
		differ |= v[i] ^ c[i];
	*canonical = lane_equal(differ, lane_all(0));
}

/* The canonical encodings, with bit 255 set by mask. `a` raw or loose. */
LANE_INLINE void lane_fe_store(uint8_t *out, const struct lane_fe *a, lane top)
{
	lane v[5];

	lane_fe_canonical(v, a);
	lane_scatter(out, 32, v[0] | v[1] << 51);
	lane_scatter(out + 8, 32, v[1] >> 13 | v[2] << 38);
	lane_scatter(out + 16, 32, v[2] >> 26 | v[3] << 25);
	lane_scatter(out + 24, 32, v[3] >> 39 | v[4] << 12 | (top & lane_all(UINT64_C(1) << 63)));
}

/* r = a^(2^n), n > 0. */
LANE_CALL void lane_fe_sqr_times(struct lane_fe *r, const struct lane_fe *a, int n)
{
	struct lane_fe t = *a;

	while (n--) {
		lane_fe_sqr_raw(&t, &t);
		lane_fe_settle(&t);
	}
	*r = t;
}

/* r = a^(2^252 - 3), the exponent being (p - 5)/8. The chain is that of field.c: e_n below is a^(2^n
 * - 1). */
LANE_CALL void lane_fe_pow_p58(struct lane_fe *r, const struct lane_fe *a)
{
	struct lane_fe e1 = *a, e2, e4, e5, e10, e20, e50, e100, t;

	lane_fe_sqr_times(&t, &e1, 1);
	lane_fe_mul(&e2, &t, &e1);
	lane_fe_sqr_times(&t, &e2, 2);
	lane_fe_mul(&e4, &t, &e2);
	lane_fe_sqr_times(&t, &e4, 1);
	lane_fe_mul(&e5, &t, &e1);
	lane_fe_sqr_times(&t, &e5, 5);
	lane_fe_mul(&e10, &t, &e5);
	lane_fe_sqr_times(&t, &e10, 10);
	lane_fe_mul(&e20, &t, &e10);
	lane_fe_sqr_times(&t, &e20, 20);
	lane_fe_mul(&t, &t, &e20);
	lane_fe_sqr_times(&t, &t, 10);
	lane_fe_mul(&e50, &t, &e10);
	lane_fe_sqr_times(&t, &e50, 50);
	lane_fe_mul(&e100, &t, &e50);
	lane_fe_sqr_times(&t, &e100, 100);
	lane_fe_mul(&t, &t, &e100);
	lane_fe_sqr_times(&t, &t, 50);
	lane_fe_mul(&t, &t, &e50);
	lane_fe_sqr_times(&t, &t, 2);
	lane_fe_mul(r, &t, &e1);
}

/* 1/a, and 0 for 0. p - 2 = 8·(2^252 - 3) + 3. */
LANE_CALL void lane_fe_invert(struct lane_fe *r, const struct lane_fe *a)
{
	struct lane_fe a3, t;

	lane_fe_sqr(&a3, a);
	lane_fe_mul(&a3, &a3, a);
	lane_fe_pow_p58(&t, a);
	lane_fe_sqr_times(&t, &t, 3);
	lane_fe_mul(r, &t, &a3);
}

/* All of a[0..n-1], tight, with one inversion (Montgomery's trick); n > 0, `scratch` of n elements. The lanes
 * are independent, but a zero spoils its whole lane. */
LANE_CALL void lane_fe_invert_many(struct lane_fe *a, size_t n, struct lane_fe *scratch)
{
	struct lane_fe rest = a[0], t;

	for (size_t i = 1; i < n; i++) {
		scratch[i] = rest; /* a[0]·…·a[i-1] */
		lane_fe_mul(&rest, &rest, &a[i]);
	}
	lane_fe_invert(&rest, &rest);
	for (size_t i = n - 1; i > 0; i--) {
		lane_fe_mul(&t, &rest, &scratch[i]);
		lane_fe_mul(&rest, &rest, &a[i]);
		a[i] = t;
	}
	a[0] = rest;
}

/* r = √(u/v), either root, in the lanes of the returned mask, where u/v is a square; undefined in the others.
 * v ≠ 0; u = 0 gives 0. Both tight. Source: RFC 8032, section 5.1.3. */
LANE_CALL lane lane_fe_sqrt_ratio(struct lane_fe *r, const struct lane_fe *u, const struct lane_fe *v)
{
	struct lane_fe v3, x, check, minus_u, turned, i;

	/* x = u·v^3·(u·v^7)^((p-5)/8): then v·x^2 is u times a fourth root of unity. */
	lane_fe_sqr(&v3, v);
	lane_fe_mul(&v3, &v3, v);
	lane_fe_sqr(&x, &v3);
	lane_fe_mul(&x, &x, v);
	lane_fe_mul(&x, &x, u);
	lane_fe_pow_p58(&x, &x);
	lane_fe_mul(&x, &x, &v3);
	lane_fe_mul(&x, &x, u);

	lane_fe_sqr(&check, &x);
	lane_fe_mul(&check, &check, v);
	lane is_u = lane_fe_is_equal(&check, u);
	lane_fe_neg(&minus_u, u);
	lane_fe_tighten(&minus_u);
	lane is_minus_u = lane_fe_is_equal(&check, &minus_u);

	/* At -u the root is off by √-1. */
	lane_fe_all(&i, &sn_fe_sqrt_minus_one);
	lane_fe_mul(&turned, &x, &i);
	lane_fe_select(r, is_u, &x, &turned);
	return is_u | is_minus_u;
}

/* r = √(u/v) in the lanes of the returned mask, where u/v is a square; otherwise r = √(√-1·u/v). Both tight,
 * v ≠ 0. */
LANE_CALL lane lane_fe_sqrt_ratio_or_other(struct lane_fe *r, const struct lane_fe *u,
					   const struct lane_fe *v)
{
	struct lane_fe i, iu, check, turned;
	lane is_square = lane_fe_sqrt_ratio(r, u, v);

	/* For a non-square, lane_fe_sqrt_ratio gives a root of √-1·u/v or of its negative. */
	lane_fe_all(&i, &sn_fe_sqrt_minus_one);
	lane_fe_mul(&iu, &i, u);
	lane_fe_sqr(&check, r);
	lane_fe_mul(&check, &check, v);
	lane_fe_mul(&turned, r, &i);
	lane_fe_select(r, is_square | lane_fe_is_equal(&check, &iu), r, &turned);
	return is_square;
}

#endif
#endif
