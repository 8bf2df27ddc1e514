/* kernel/lanes/field_52.h - GF(2^255 - 19) in five limbs of 52 bits, for lanes that multiply 52 by 52 bits.
 * Included by field.h only, whose contract it keeps.
 *
 * The value is Σ v[i]·2^(52·i).
 *
 *   tight, loose   v[i] < 2^52 for i < 4, so that each fits a factor, and v[4] < 2^47 + 2^13
 *   raw, wide      v[i] < 2^56: columns of a product before their carries. As the first of two terms, a wide
 *                  number has the limbs of 2^10·p, LANE_BIAS, on top.
 *
 * The low half of the product of limbs i and j belongs to column i + j, the high half to the next one: 2^52
 * is the radix. Each half is below 2^52. The high half of a product with limb 4 is below 2^47 + 2^13, and
 * that of the square of limb 4 below 2^42.1. So, in units of 2^52 and rounded up, columns 0 to 8 are below 1,
 * 3, 5, 7, 9, 8, 6, 4 and 2, and column 9 is below 2^42.1.
 *
 * Fold. 2^260 = 32·19 =: f. For column k + 5 = 2^52·t + w with w < 2^52 and t < 8, f·w gives its low half to
 * column k and its high half, below f, to column k + 1, which also gets f·t < 2^13. f times column 9 is below
 * 2^51.4, and has no high half. The results are below 11·2^52. */
#ifndef SN_KERNEL_LANES_FIELD_52_H
#define SN_KERNEL_LANES_FIELD_52_H

#define LANE_LIMBS 5

struct lane_fe {
	lane v[LANE_LIMBS];
};

struct lane_wide {
	lane v[LANE_LIMBS];
};

#define LANE_MASK47 ((UINT64_C(1) << 47) - 1)
#define LANE_MASK51 ((UINT64_C(1) << 51) - 1)
#define LANE_MASK52 ((UINT64_C(1) << 52) - 1)

/* 2^260 mod p */
#define LANE_FOLD 608

/* Limb i of 2^10·p = 2^5·(2^260 - 608): each is above 2^56. */
#define LANE_BIAS(i) ((LANE_MASK52 - ((i) ? 0 : LANE_FOLD - 1)) << 5)

/* Limbs below 2^60 to tight ones: first what exceeds 2^255, then the carries in turn, so that no limb except
 * the last one exceeds its bits. */
LANE_INLINE void lane_carry(struct lane_fe *r, const lane a[static LANE_LIMBS])
{
	lane mask = lane_all(LANE_MASK52);
	lane v0 = lane_madd_lo(a[0], a[4] >> 47, lane_all(19));
	lane v1 = a[1] + (v0 >> 52);
	lane v2 = a[2] + (v1 >> 52);
	lane v3 = a[3] + (v2 >> 52);

	r->v[4] = (a[4] & lane_all(LANE_MASK47)) + (v3 >> 52);
	r->v[0] = v0 & mask;
	r->v[1] = v1 & mask;
	r->v[2] = v2 & mask;
	r->v[3] = v3 & mask;
}

LANE_INLINE void lane_fe_carry(struct lane_fe *r, const struct lane_fe *a)
{
	lane_carry(r, a->v);
}

LANE_INLINE void lane_fe_from_51(struct lane_fe *r, const lane v[static 5])
{
	lane t[LANE_LIMBS];

	LANE_UNROLL
	for (int i = 0; i < 4; i++)
		t[i] = (v[i] >> i) + ((v[i + 1] & lane_all((UINT64_C(2) << i) - 1)) << (51 - i));
	t[4] = v[4] >> 4;
	lane_carry(r, t);
}

LANE_INLINE void lane_fe_to_51(lane v[static 5], const struct lane_fe *a)
{
	lane mask = lane_all(LANE_MASK51);

	v[0] = a->v[0] & mask;
	LANE_UNROLL
	for (int i = 1; i < 4; i++)
		v[i] = (a->v[i] << i & mask) | a->v[i - 1] >> (52 - i);
	v[4] = (a->v[4] << 4) + (a->v[3] >> 48);
}

LANE_INLINE lane lane_fe_limb(uint64_t k)
{
	return lane_all(k);
}

/* Loose is tight here. */
LANE_INLINE void lane_fe_tighten(struct lane_fe *r)
{
	(void)r;
}

LANE_INLINE void lane_fe_settle(struct lane_fe *r)
{
	lane_carry(r, r->v);
}

LANE_INLINE void lane_fe_add(struct lane_fe *r, const struct lane_fe *a, const struct lane_fe *b)
{
	lane sum[LANE_LIMBS];

	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++)
		sum[i] = a->v[i] + b->v[i];
	lane_carry(r, sum);
}

/* a + 2^10·p - b */
LANE_INLINE void lane_fe_sub(struct lane_fe *r, const struct lane_fe *a, const struct lane_fe *b)
{
	lane difference[LANE_LIMBS];

	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++)
		difference[i] = a->v[i] + lane_all(LANE_BIAS(i)) - b->v[i];
	lane_carry(r, difference);
}

/* Ten columns to five. */
LANE_INLINE void lane_fold(lane r[static LANE_LIMBS], lane column[static 10])
{
	lane factor = lane_all(LANE_FOLD);

	LANE_UNROLL
	for (int k = 0; k < 4; k++)
		column[k + 1] = lane_madd_hi(column[k + 1], column[k + 5], factor);
	LANE_UNROLL
	for (int k = 0; k < 4; k++)
		column[k + 1] = lane_madd_lo(column[k + 1], column[k + 5] >> 52, factor);
	LANE_UNROLL
	for (int k = 0; k < LANE_LIMBS; k++)
		r[k] = lane_madd_lo(column[k], column[k + 5], factor);
}

LANE_INLINE void lane_multiply_limbs(lane r[static LANE_LIMBS], lane column[static 10],
				     const struct lane_fe *a, const struct lane_fe *b)
{
	LANE_UNROLL
	for (int j = 0; j < LANE_LIMBS; j++) {
		LANE_UNROLL
		for (int i = 0; i < LANE_LIMBS; i++)
			column[i + j] = lane_madd_lo(column[i + j], a->v[i], b->v[j]);
		LANE_UNROLL
		for (int i = 0; i < LANE_LIMBS; i++)
			column[i + j + 1] = lane_madd_hi(column[i + j + 1], a->v[i], b->v[j]);
	}
	lane_fold(r, column);
}

/* Products of different limbs count twice: they are added up first. What is in the columns before counts
 * twice, too, except in column 0. */
LANE_INLINE void lane_square_limbs(lane r[static LANE_LIMBS], lane column[static 10], const struct lane_fe *a)
{
	LANE_UNROLL
	for (int i = 0; i < 4; i++) {
		LANE_UNROLL
		for (int j = i + 1; j < LANE_LIMBS; j++)
			column[i + j] = lane_madd_lo(column[i + j], a->v[i], a->v[j]);
		LANE_UNROLL
		for (int j = i + 1; j < LANE_LIMBS; j++)
			column[i + j + 1] = lane_madd_hi(column[i + j + 1], a->v[i], a->v[j]);
	}
	LANE_UNROLL
	for (int k = 1; k < 9; k++)
		column[k] += column[k];
	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++) {
		column[2 * i] = lane_madd_lo(column[2 * i], a->v[i], a->v[i]);
		column[2 * i + 1] = lane_madd_hi(column[2 * i + 1], a->v[i], a->v[i]);
	}
	lane_fold(r, column);
}

LANE_INLINE void lane_fe_mul_raw(struct lane_fe *r, const struct lane_fe *a, const struct lane_fe *b)
{
	lane column[10] = {{0}};

	lane_multiply_limbs(r->v, column, a, b);
}

LANE_INLINE void lane_fe_sqr_raw(struct lane_fe *r, const struct lane_fe *a)
{
	lane column[10] = {{0}};

	lane_square_limbs(r->v, column, a);
}

/* The columns begin with the bias. */
LANE_INLINE void lane_wide_mul(struct lane_wide *r, const struct lane_fe *a, const struct lane_fe *b,
			       enum lane_term term)
{
	lane column[10] = {{0}};

	if (term == LANE_FIRST) {
		LANE_UNROLL
		for (int k = 0; k < LANE_LIMBS; k++)
			column[k] = lane_all(LANE_BIAS(k));
	}
	lane_multiply_limbs(r->v, column, a, b);
}

LANE_INLINE void lane_wide_sqr(struct lane_wide *r, const struct lane_fe *a, enum lane_term term)
{
	lane column[10] = {{0}};

	if (term == LANE_FIRST) {
		LANE_UNROLL
		for (int k = 0; k < LANE_LIMBS; k++)
			column[k] = lane_all(LANE_BIAS(k) / (k ? 2 : 1));
	}
	lane_square_limbs(r->v, column, a);
}

LANE_INLINE void lane_wide_from_fe(struct lane_wide *r, const struct lane_fe *a, enum lane_term term)
{
	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++)
		r->v[i] = a->v[i] + lane_all(term == LANE_FIRST ? LANE_BIAS(i) : 0);
}

LANE_INLINE void lane_wide_settle(struct lane_fe *r, const struct lane_wide *a)
{
	lane_carry(r, a->v);
}

LANE_INLINE void lane_wide_add(struct lane_fe *r, const struct lane_wide *a, const struct lane_wide *b)
{
	lane sum[LANE_LIMBS];

	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++)
		sum[i] = a->v[i] + b->v[i];
	lane_carry(r, sum);
}

LANE_INLINE void lane_wide_sub(struct lane_fe *r, const struct lane_wide *a, const struct lane_wide *b)
{
	lane difference[LANE_LIMBS];

	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++)
		difference[i] = a->v[i] - b->v[i];
	lane_carry(r, difference);
}

LANE_CALL void lane_fe_mul(struct lane_fe *r, const struct lane_fe *a, const struct lane_fe *b)
{
	lane_fe_mul_raw(r, a, b);
	lane_fe_carry(r, r);
}

LANE_CALL void lane_fe_sqr(struct lane_fe *r, const struct lane_fe *a)
{
	lane_fe_sqr_raw(r, a);
	lane_fe_carry(r, r);
}

/* The high half of k·b[4] is below 2^28, of the others below 2^32. */
LANE_INLINE void lane_fe_mul_small_add(struct lane_fe *r, const struct lane_fe *a, const struct lane_fe *b,
				       uint32_t k)
{
	lane factor = lane_all(k), sum[LANE_LIMBS];
	lane top = lane_madd_hi((lane){0}, b->v[4], factor);

	sum[0] = lane_madd_lo(lane_madd_lo(a->v[0], b->v[0], factor), top, lane_all(LANE_FOLD));
	LANE_UNROLL
	for (int i = 1; i < LANE_LIMBS; i++)
		sum[i] = lane_madd_lo(lane_madd_hi(a->v[i], b->v[i - 1], factor), b->v[i], factor);
	lane_carry(r, sum);
}

#endif
