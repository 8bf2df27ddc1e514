/* kernel/lanes/field_51.h - GF(2^255 - 19) in five limbs of 51 bits, for lanes that multiply 52 by 52 bits.
 * Included by field.h only, whose contract it keeps.
 *
 * The value is Σ v[i]·2^(51·i).
 *
 *   tight, loose   v[i] < 2^51 + 2^15, and so within the 52 bits of a factor
 *   raw            v[i] < 2^59: columns of a product before their carries
 *
 * The product of limbs i and j belongs to 2^(51·(i + j)), its high half to 2^(51·(i + j) + 52): twice in the
 * next column. A low half is below 2^52, a high one below 2^50 + 1. Column k has n(k) low halves, that is 1 2
 * 3 4 5 4 3 2 1 0, and n(k - 1) high ones; columns 5 to 9 come back times 19. The largest result is the
 * lowest: 2^52·(1 + 19·(4 + 5/2)) < 2^59. */
#ifndef SN_KERNEL_LANES_FIELD_51_H
#define SN_KERNEL_LANES_FIELD_51_H

#define LANE_LIMBS 5

struct lane_fe {
	lane v[LANE_LIMBS];
};

#define LANE_MASK51 ((UINT64_C(1) << 51) - 1)

LANE_INLINE void lane_fe_from_51(struct lane_fe *r, const lane v[static 5])
{
	LANE_UNROLL
	for (int i = 0; i < 5; i++)
		r->v[i] = v[i];
}

LANE_INLINE void lane_fe_to_51(lane v[static 5], const struct lane_fe *a)
{
	LANE_UNROLL
	for (int i = 0; i < 5; i++)
		v[i] = a->v[i];
}

LANE_INLINE lane lane_fe_limb(uint64_t k)
{
	return lane_all(k);
}

/* Limbs below 2^61 to tight ones, all carries at once: below 2^10, and 19 times that on limb 0. */
LANE_INLINE void lane_fe_carry(struct lane_fe *r, const struct lane_fe *a)
{
	lane mask = lane_all(LANE_MASK51), carry[5];

	LANE_UNROLL
	for (int i = 0; i < 5; i++)
		carry[i] = a->v[i] >> 51;
	r->v[0] = lane_madd_lo(a->v[0] & mask, carry[4], lane_all(19));
	LANE_UNROLL
	for (int i = 1; i < 5; i++)
		r->v[i] = (a->v[i] & mask) + carry[i - 1];
}

/* Loose is tight here. */
LANE_INLINE void lane_fe_tighten(struct lane_fe *r)
{
	(void)r;
}

LANE_INLINE void lane_fe_settle(struct lane_fe *r)
{
	lane_fe_carry(r, r);
}

LANE_INLINE void lane_fe_add(struct lane_fe *r, const struct lane_fe *a, const struct lane_fe *b)
{
	struct lane_fe sum;

	LANE_UNROLL
	for (int i = 0; i < 5; i++)
		sum.v[i] = a->v[i] + b->v[i];
	lane_fe_carry(r, &sum);
}

/* a + 2^9·p - b */
LANE_INLINE void lane_fe_sub(struct lane_fe *r, const struct lane_fe *a, const struct lane_fe *b)
{
	struct lane_fe difference;

	LANE_UNROLL
	for (int i = 0; i < 5; i++)
		difference.v[i] = a->v[i] + lane_all((LANE_MASK51 - (i ? 0 : 18)) << 9) - b->v[i];
	lane_fe_carry(r, &difference);
}

/* low + 19·high. The columns exceed the 52 bits that can be multiplied; and clang is not to see that 64-bit
 * products, of three steps each, would do. */
LANE_INLINE lane lane_fold(lane low, lane high)
{
	lane twice = high + high, sixteen = high << 4;
#if defined(__clang__) && defined(LANE_IFMA)
	__asm__("" : "+v"(twice), "+v"(sixteen));
#endif
	return (low + high) + (sixteen + twice);
}

/* The high halves are added up first, since they count twice. */
LANE_INLINE void lane_fe_mul_raw(struct lane_fe *r, const struct lane_fe *a, const struct lane_fe *b)
{
	lane column[10] = {{0}};

	LANE_UNROLL
	for (int j = 0; j < 5; j++) {
		LANE_UNROLL
		for (int i = 0; i < 5; i++)
			column[i + j + 1] = lane_madd_hi(column[i + j + 1], a->v[i], b->v[j]);
	}
	LANE_UNROLL
	for (int k = 1; k < 10; k++)
		column[k] += column[k];
	LANE_UNROLL
	for (int j = 0; j < 5; j++) {
		LANE_UNROLL
		for (int i = 0; i < 5; i++)
			column[i + j] = lane_madd_lo(column[i + j], a->v[i], b->v[j]);
	}
	LANE_UNROLL
	for (int k = 0; k < 5; k++)
		r->v[k] = lane_fold(column[k], column[k + 5]);
}

/* Products of different limbs count twice: first their high halves, doubled here, then all that still lacks a
 * factor of two, then the low halves of the squares. */
LANE_INLINE void lane_fe_sqr_raw(struct lane_fe *r, const struct lane_fe *a)
{
	lane column[10] = {{0}};

	LANE_UNROLL
	for (int i = 0; i < 4; i++) {
		LANE_UNROLL
		for (int j = i + 1; j < 5; j++)
			column[i + j + 1] = lane_madd_hi(column[i + j + 1], a->v[i], a->v[j]);
	}
	LANE_UNROLL
	for (int k = 2; k < 9; k++)
		column[k] += column[k];
	LANE_UNROLL
	for (int i = 0; i < 4; i++) {
		LANE_UNROLL
		for (int j = i + 1; j < 5; j++)
			column[i + j] = lane_madd_lo(column[i + j], a->v[i], a->v[j]);
	}
	LANE_UNROLL
	for (int i = 0; i < 5; i++)
		column[2 * i + 1] = lane_madd_hi(column[2 * i + 1], a->v[i], a->v[i]);
	LANE_UNROLL
	for (int k = 1; k < 10; k++)
		column[k] += column[k];
	LANE_UNROLL
	for (int i = 0; i < 5; i++)
		column[2 * i] = lane_madd_lo(column[2 * i], a->v[i], a->v[i]);
	LANE_UNROLL
	for (int k = 0; k < 5; k++)
		r->v[k] = lane_fold(column[k], column[k + 5]);
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

/* k·b is below 2^(51 + 32) by limb; what exceeds 2^255 of it, times 19, below 2^(31 + 6). */
LANE_INLINE void lane_fe_mul_small_add(struct lane_fe *r, const struct lane_fe *a, const struct lane_fe *b,
				       uint32_t k)
{
	lane factor = lane_all(k), high[5];
	struct lane_fe sum;

	LANE_UNROLL
	for (int i = 0; i < 5; i++)
		high[i] = lane_madd_hi((lane){0}, b->v[i], factor);
	sum.v[0] = lane_madd_lo(lane_madd_lo(a->v[0], b->v[0], factor), high[4], lane_all(38));
	LANE_UNROLL
	for (int i = 1; i < 5; i++)
		sum.v[i] = lane_madd_lo(a->v[i] + (high[i - 1] + high[i - 1]), b->v[i], factor);
	lane_fe_carry(r, &sum);
}

#endif
