/* kernel/lanes/field_fma.h - GF(2^255 - 19) in five limbs of 51 bits, for lanes that multiply and add
 * floating-point numbers with one rounding. Included by field.h only, whose contract it keeps.
 *
 * The value is Σ v[i]·2^(51·i). A limb is a double that holds an integer of either sign. T = 2^50 + 2^14:
 *
 *   tight, raw   |v[i]| ≤ T
 *   loose        |v[i]| ≤ 3·T
 *   wide         integers in two's complement, columns of a product before their carries: below 2^58 in
 *                size, plus LANE_BIAS as the first of two terms
 *
 * The product ab of two limbs, below 3·T² < 2^102, is split without an error, with the rounding to nearest of
 * every process:
 *
 *   h = ab + 3·2^102     in [2^103, 2^104): rounded to a multiple of 2^51, so ab = Q + l, |l| ≤ 2^50
 *   s = (3·2^102 + 3·2^51) - h = 3·2^51 - Q, exact: a multiple of 2^51 below 2^103
 *   l' = ab + s = 3·2^51 + l, exact: in [2^52, 2^53)
 *
 * The bits of h and l', as integers, are Q/2^51 and l plus constants, and are added up as integers. Columns
 * are below 10·2^51, and with the columns from 2^255 on, which return times 19, below 2^58.
 *
 * Time: no operand or result is an infinity, a NaN or subnormal, and nothing is divided. On other numbers, 0
 * included, these instructions take the same time on all processors that have them.
 *
 * Source: N. Emmart, F. Zheng, C. Weems, "Faster modular exponentiation using double precision floating point
 * arithmetic on the GPU", 2018, section IV. */
#ifndef SN_KERNEL_LANES_FIELD_FMA_H
#define SN_KERNEL_LANES_FIELD_FMA_H

#define LANE_LIMBS 5

struct lane_fe {
	lane v[LANE_LIMBS]; /* the bits of doubles */
};

struct lane_wide {
	lane v[LANE_LIMBS];
};

typedef double lane_real __attribute__((vector_size(8 * LANES)));

#define LANE_MASK51 ((UINT64_C(1) << 51) - 1)

/* 3·2^102 and 3·2^51: numbers up to a third of them in size can be added without leaving their binade. */
#define LANE_HIGH 0x1.8p103
#define LANE_LOW 0x1.8p52
#define LANE_HIGH_BITS UINT64_C(0x4668000000000000)
#define LANE_LOW_BITS UINT64_C(0x4338000000000000)

LANE_INLINE lane_real lane_real_all(double v)
{
	return v - (lane_real){0};
}

/* a·b + c, rounded once. */
LANE_INLINE lane_real lane_fma(lane_real a, lane_real b, lane_real c)
{
#ifdef LANE_NEON
	return (lane_real)vfmaq_f64((float64x2_t)c, (float64x2_t)a, (float64x2_t)b);
#else
	return (lane_real)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#endif
}

/* 19·v, v < 2^32. */
LANE_INLINE lane lane_times_19(lane v)
{
#ifdef LANE_NEON
	return (v << 4) + (v << 1) + v;
#else
	return (lane)_mm256_mul_epu32((__m256i)v, (__m256i)lane_all(19));
#endif
}

/* From integers in two's complement, below 2^51 in size, that have LANE_LOW_BITS added. */
LANE_INLINE lane lane_real_from(lane v)
{
	return (lane)((lane_real)v - lane_real_all(LANE_LOW));
}

/* The limb that has the value k, a constant. */
LANE_INLINE lane lane_fe_limb(double k)
{
	return (lane)lane_real_all(k);
}

/* Integers v[i] to tight limbs. `bias` is in all v[i]: 2^50, to round to nearest, and a multiple of 2^51 that
 * makes them positive. The rest is below 2^59 in size: the sum of two wide numbers. All carries at once: at
 * most 2^8, and 19 times that on limb 0. */
LANE_INLINE void lane_fe_carry_integers(struct lane_fe *r, const lane v[static LANE_LIMBS], uint64_t bias)
{
	const uint64_t half = UINT64_C(1) << 50, extra = bias >> 51;
	const uint64_t constants[] = {LANE_MASK51, LANE_LOW_BITS - half - 19 * extra,
				      LANE_LOW_BITS - half - extra};
	lane mask = lane_all(constants[0]), low[LANE_LIMBS], carry[LANE_LIMBS];

	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++) {
		carry[i] = v[i] >> 51;
		low[i] = v[i] & mask;
	}
	low[0] += lane_times_19(carry[4]) + lane_all(LANE_LOW_BITS - half - 19 * extra);
	LANE_UNROLL
	for (int i = 1; i < LANE_LIMBS; i++)
		low[i] += carry[i - 1] + lane_all(LANE_LOW_BITS - half - extra);
	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++)
		r->v[i] = lane_real_from(low[i]);
}

LANE_INLINE void lane_fe_from_51(struct lane_fe *r, const lane v[static 5])
{
	const uint64_t half = UINT64_C(1) << 50;
	lane biased[LANE_LIMBS];

	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++)
		biased[i] = v[i] + lane_all(half);
	lane_fe_carry_integers(r, biased, half);
}

/* The limbs plus those of 2p are positive. */
LANE_INLINE void lane_fe_to_51(lane v[static 5], const struct lane_fe *a)
{
	lane mask = lane_all(LANE_MASK51), t[LANE_LIMBS], top;

	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++)
		t[i] = (lane)((lane_real)a->v[i] + lane_real_all(LANE_LOW)) +
		       lane_all(2 * (LANE_MASK51 - (i ? 0 : 18)) - LANE_LOW_BITS);
	top = t[4] >> 51;
	v[0] = (t[0] & mask) + (top << 4) + (top << 1) + top;
	LANE_UNROLL
	for (int i = 1; i < LANE_LIMBS; i++)
		v[i] = (t[i] & mask) + (t[i - 1] >> 51);
}

/* Limbs below 2^53 in size to tight ones. Adding LANE_HIGH rounds to a multiple of 2^51. */
LANE_INLINE void lane_fe_tighten(struct lane_fe *r)
{
	lane_real high[LANE_LIMBS], low[LANE_LIMBS];

	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++) {
		high[i] = (lane_real)r->v[i] + lane_real_all(LANE_HIGH);
		high[i] -= lane_real_all(LANE_HIGH);
		low[i] = (lane_real)r->v[i] - high[i];
	}
	r->v[0] = (lane)lane_fma(high[4], lane_real_all(19 * 0x1p-51), low[0]);
	LANE_UNROLL
	for (int i = 1; i < LANE_LIMBS; i++)
		r->v[i] = (lane)lane_fma(high[i - 1], lane_real_all(0x1p-51), low[i]);
}

LANE_INLINE void lane_fe_carry(struct lane_fe *r, const struct lane_fe *a)
{
	*r = *a;
	lane_fe_tighten(r);
}

/* Raw is tight here. */
LANE_INLINE void lane_fe_settle(struct lane_fe *r)
{
	(void)r;
}

LANE_INLINE void lane_fe_add(struct lane_fe *r, const struct lane_fe *a, const struct lane_fe *b)
{
	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++)
		r->v[i] = (lane)((lane_real)a->v[i] + (lane_real)b->v[i]);
}

LANE_INLINE void lane_fe_sub(struct lane_fe *r, const struct lane_fe *a, const struct lane_fe *b)
{
	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++)
		r->v[i] = (lane)((lane_real)a->v[i] - (lane_real)b->v[i]);
}

/* clang would add up columns in an order that spills; for gcc, lane.h has a pragma. */
#ifdef __clang__
#define LANE_IN_ORDER(v) __asm__("" : LANE_REGISTER(v))
#else
#define LANE_IN_ORDER(v) ((void)0)
#endif

/* The product of two limbs onto a column and the next one. */
LANE_INLINE void lane_fma_column(lane column[static 2], lane a, lane b)
{
	lane_real high = lane_fma((lane_real)a, (lane_real)b, lane_real_all(LANE_HIGH));
	lane_real rest = lane_real_all(LANE_HIGH + LANE_LOW) - high;

	column[1] += (lane)high;
	column[0] += (lane)lane_fma((lane_real)a, (lane_real)b, rest);
	LANE_IN_ORDER(column[0]);
	LANE_IN_ORDER(column[1]);
}

/* What a limb of a wide number has on top of its value: as the first of two terms, 2^50 to round to nearest,
 * and 2^60 to make the sum positive; as the second, nothing. */
#define LANE_BIAS ((UINT64_C(1) << 60) + (UINT64_C(1) << 50))
#define LANE_BIAS_OF(term) ((term) == LANE_FIRST ? LANE_BIAS : 0)

/* The bias less the bits of n and m, the low and high halves of products in its column, and 19 times those of
 * n19 and m19, in the column that returns. */
#define LANE_BITS(bias, n, m, n19, m19) \
	((bias) - ((n) + 19 * (n19)) * LANE_LOW_BITS - ((m) + 19 * (m19)) * LANE_HIGH_BITS)
#define LANE_MUL_BITS(bias)                                                                            \
	{                                                                                              \
		LANE_BITS(bias, 1, 0, 4, 5), LANE_BITS(bias, 2, 1, 3, 4), LANE_BITS(bias, 3, 2, 2, 3), \
			LANE_BITS(bias, 4, 3, 1, 2), LANE_BITS(bias, 5, 4, 0, 1)                       \
	}
#define LANE_SQR_BITS(bias)                                                                            \
	{                                                                                              \
		LANE_BITS(bias, 1, 0, 2, 3), LANE_BITS(bias, 1, 1, 2, 2), LANE_BITS(bias, 2, 1, 1, 2), \
			LANE_BITS(bias, 2, 2, 1, 1), LANE_BITS(bias, 3, 2, 0, 1)                       \
	}

/* By enum lane_term. */
static const uint64_t lane_mul_bits[2][LANE_LIMBS] = {LANE_MUL_BITS(LANE_BIAS), LANE_MUL_BITS(0)};
static const uint64_t lane_sqr_bits[2][LANE_LIMBS] = {LANE_SQR_BITS(LANE_BIAS), LANE_SQR_BITS(0)};

/* Ten columns to five. */
LANE_INLINE void lane_fold(struct lane_wide *r, const lane column[static 10],
			   const uint64_t bits[static LANE_LIMBS])
{
	/* gcc would not load these constants, but make each by three instructions. */
	__asm__("" : "+r"(bits));
	LANE_UNROLL
	for (int k = 0; k < LANE_LIMBS; k++) {
		lane high = column[k + 5], twice = high + high, sixteen = high << 4;
#ifdef __clang__
		/* Not to be turned into multiplications by 19, of three steps each. */
		__asm__("" : LANE_REGISTER(twice), LANE_REGISTER(sixteen));
#endif
		r->v[k] = (column[k] + high) + (sixteen + twice) + lane_all(bits[k]);
	}
}

LANE_INLINE void lane_wide_mul_inline(struct lane_wide *r, const struct lane_fe *a, const struct lane_fe *b,
				      const uint64_t bits[static LANE_LIMBS])
{
	lane column[10] = {{0}};

	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++) {
		LANE_UNROLL
		for (int j = 0; j < LANE_LIMBS; j++)
			lane_fma_column(column + i + j, a->v[i], b->v[j]);
	}
	lane_fold(r, column, bits);
}

/* Products of different limbs count twice. */
LANE_INLINE void lane_wide_sqr_inline(struct lane_wide *r, const struct lane_fe *a,
				      const uint64_t bits[static LANE_LIMBS])
{
	lane column[10] = {{0}};
	struct lane_fe twice;

	lane_fe_add(&twice, a, a);
	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++) {
		lane_fma_column(column + 2 * i, a->v[i], a->v[i]);
		LANE_UNROLL
		for (int j = i + 1; j < LANE_LIMBS; j++)
			lane_fma_column(column + i + j, twice.v[i], a->v[j]);
	}
	lane_fold(r, column, bits);
}

LANE_CALL void lane_wide_mul(struct lane_wide *r, const struct lane_fe *a, const struct lane_fe *b,
			     enum lane_term term)
{
	lane_wide_mul_inline(r, a, b, lane_mul_bits[term]);
}

LANE_CALL void lane_wide_sqr(struct lane_wide *r, const struct lane_fe *a, enum lane_term term)
{
	lane_wide_sqr_inline(r, a, lane_sqr_bits[term]);
}

LANE_INLINE void lane_wide_from_fe(struct lane_wide *r, const struct lane_fe *a, enum lane_term term)
{
	lane_fe_to_51(r->v, a);
	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++)
		r->v[i] += lane_all(LANE_BIAS_OF(term));
}

LANE_INLINE void lane_wide_settle(struct lane_fe *r, const struct lane_wide *a)
{
	lane_fe_carry_integers(r, a->v, LANE_BIAS);
}

LANE_INLINE void lane_wide_add(struct lane_fe *r, const struct lane_wide *a, const struct lane_wide *b)
{
	lane sum[LANE_LIMBS];

	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++)
		sum[i] = a->v[i] + b->v[i];
	lane_fe_carry_integers(r, sum, LANE_BIAS);
}

LANE_INLINE void lane_wide_sub(struct lane_fe *r, const struct lane_wide *a, const struct lane_wide *b)
{
	lane difference[LANE_LIMBS];

	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++)
		difference[i] = a->v[i] - b->v[i];
	lane_fe_carry_integers(r, difference, LANE_BIAS);
}

LANE_CALL void lane_fe_mul_raw(struct lane_fe *r, const struct lane_fe *a, const struct lane_fe *b)
{
	struct lane_wide product;

	lane_wide_mul_inline(&product, a, b, lane_mul_bits[LANE_FIRST]);
	lane_wide_settle(r, &product);
}

LANE_CALL void lane_fe_sqr_raw(struct lane_fe *r, const struct lane_fe *a)
{
	struct lane_wide square;

	lane_wide_sqr_inline(&square, a, lane_sqr_bits[LANE_FIRST]);
	lane_wide_settle(r, &square);
}

LANE_INLINE void lane_fe_mul(struct lane_fe *r, const struct lane_fe *a, const struct lane_fe *b)
{
	lane_fe_mul_raw(r, a, b);
}

LANE_INLINE void lane_fe_sqr(struct lane_fe *r, const struct lane_fe *a)
{
	lane_fe_sqr_raw(r, a);
}

/* k·b = Q + l as above, by limb; Q/2^51 is below 2^34. */
LANE_INLINE void lane_fe_mul_small_add(struct lane_fe *r, const struct lane_fe *a, const struct lane_fe *b,
				       uint32_t k)
{
	lane_real factor = lane_real_all(k), high[LANE_LIMBS], low[LANE_LIMBS];

	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++) {
		high[i] = lane_fma((lane_real)b->v[i], factor, lane_real_all(LANE_HIGH));
		high[i] -= lane_real_all(LANE_HIGH);
		low[i] = (lane_real)a->v[i] + lane_fma((lane_real)b->v[i], factor, -high[i]);
	}
	r->v[0] = (lane)lane_fma(high[4], lane_real_all(19 * 0x1p-51), low[0]);
	LANE_UNROLL
	for (int i = 1; i < LANE_LIMBS; i++)
		r->v[i] = (lane)lane_fma(high[i - 1], lane_real_all(0x1p-51), low[i]);
	lane_fe_tighten(r);
}

#endif
