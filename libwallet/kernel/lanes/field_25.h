/* kernel/lanes/field_25.h - GF(2^255 - 19) in ten limbs of 26 and 25 bits by turns, for lanes that multiply
 * 32 by 32 bits. Included by field.h only, whose contract it keeps.
 *
 * The value is Σ v[i]·2^⌈25.5·i⌉. With B = 2^26 for even i and 2^25 for odd i:
 *
 *   tight, raw   v[i] < B + 2^14: what a carry leaves
 *   loose        v[i] < 3·B + 2^14
 *
 * The product of limbs i and j belongs to 2^⌈25.5·(i + j)⌉, doubled when i and j are both odd; from 2^255 on
 * it comes back times 19. Loose limbs times 19, as well as doubled, fit the 32 bits of a factor: 19·(3·2^26 +
 * 2^14) < 2^32. A column of the product of two loose elements is largest at the bottom: 9·(1 + 19·(5/2 +
 * 4))·2^52 < 2^62.2 and so fits its lane with the carry into it. */
#ifndef SN_KERNEL_LANES_FIELD_25_H
#define SN_KERNEL_LANES_FIELD_25_H

#define LANE_LIMBS 10

struct lane_fe {
	lane v[LANE_LIMBS];
};

/* The number of bits of limb i. */
#define LANE_BITS(i) ((i) % 2 ? 25 : 26)
#define LANE_MASK(i) ((UINT64_C(1) << LANE_BITS(i)) - 1)

/* clang would add up columns in an order that spills; for gcc, lane.h has a pragma. */
#ifdef __clang__
#define LANE_IN_ORDER(v) __asm__("" : "+x"(v))
#else
#define LANE_IN_ORDER(v) ((void)0)
#endif

/* Limb i of an element given as five limbs of 51 bits. */
LANE_INLINE void lane_fe_from_51(struct lane_fe *r, const lane v[static 5])
{
	LANE_UNROLL
	for (int i = 0; i < 5; i++) {
		r->v[2 * i] = v[i] & lane_all(LANE_MASK(0));
		r->v[2 * i + 1] = v[i] >> 26;
	}
}

LANE_INLINE void lane_fe_to_51(lane v[static 5], const struct lane_fe *a)
{
	LANE_UNROLL
	for (int i = 0; i < 5; i++)
		v[i] = a->v[2 * i] + (a->v[2 * i + 1] << 26);
}

#define LANE_CARRY(v, from, to)                          \
	do {                                             \
		(v)[to] += (v)[from] >> LANE_BITS(from); \
		(v)[from] &= lane_all(LANE_MASK(from));  \
	} while (0)

/* Limbs below 2^63, the last one below 2^60, to tight ones: both hold for products, whose last column has no
 * 19 in it, 10·9·2^51 < 2^58 and its carry. Two chains at once. The carry from the top is below 2^35; 19
 * times it can exceed 32 bits, which is why it is not multiplied. What is left above B is the carry from limb
 * 0, below 2^40/2^26, on limb 1, and that from limb 5, below 2^38/2^25, on limb 6. */
LANE_INLINE void lane_fe_carry(struct lane_fe *r, const struct lane_fe *a)
{
	lane v[LANE_LIMBS], top;

	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++)
		v[i] = a->v[i];
	LANE_CARRY(v, 0, 1);
	LANE_CARRY(v, 5, 6);
	LANE_CARRY(v, 1, 2);
	LANE_CARRY(v, 6, 7);
	LANE_CARRY(v, 2, 3);
	LANE_CARRY(v, 7, 8);
	LANE_CARRY(v, 3, 4);
	LANE_CARRY(v, 8, 9);
	LANE_CARRY(v, 4, 5);
	top = v[9] >> 25;
	v[9] &= lane_all(LANE_MASK(9));
	v[0] += (top << 4) + (top << 1) + top;
	LANE_CARRY(v, 5, 6);
	LANE_CARRY(v, 0, 1);
	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++)
		r->v[i] = v[i];
}

LANE_INLINE void lane_fe_add(struct lane_fe *r, const struct lane_fe *a, const struct lane_fe *b)
{
	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++)
		r->v[i] = a->v[i] + b->v[i];
}

LANE_INLINE void lane_fe_tighten(struct lane_fe *r)
{
	lane_fe_carry(r, r);
}

/* Raw is tight here. */
LANE_INLINE void lane_fe_settle(struct lane_fe *r)
{
	(void)r;
}

/* a + 2p - b */
LANE_INLINE void lane_fe_sub(struct lane_fe *r, const struct lane_fe *a, const struct lane_fe *b)
{
	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++)
		r->v[i] = a->v[i] + lane_all(2 * (LANE_MASK(i) - (i ? 0 : 18))) - b->v[i];
}

/* Two rows of the product at a time, so that a limb of b, once loaded, serves both. */
LANE_CALL void lane_fe_mul_raw(struct lane_fe *r, const struct lane_fe *a, const struct lane_fe *b)
{
	struct lane_fe sum;
	lane c[2 * LANE_LIMBS]; /* b times 19, b */

	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++) {
		c[i] = lane_mul32(b->v[i], lane_all(19));
		c[LANE_LIMBS + i] = b->v[i];
	}
	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i += 2) {
		lane even = a->v[i], odd = a->v[i + 1], twice = odd + odd;
		LANE_UNROLL
		for (int k = 0; k < LANE_LIMBS; k++) {
			lane product = lane_mul32(even, c[LANE_LIMBS + k - i]);
			sum.v[k] = i ? sum.v[k] + product : product;
			LANE_IN_ORDER(sum.v[k]);
			sum.v[k] += lane_mul32(k % 2 ? odd : twice, c[LANE_LIMBS + k - i - 1]);
			LANE_IN_ORDER(sum.v[k]);
		}
	}
	lane_fe_carry(r, &sum);
}

LANE_CALL void lane_fe_sqr_raw(struct lane_fe *r, const struct lane_fe *a)
{
	struct lane_fe sum;
	lane c[2 * LANE_LIMBS]; /* a times 19, 2·a */

	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++) {
		c[i] = lane_mul32(a->v[i], lane_all(19));
		c[LANE_LIMBS + i] = a->v[i] + a->v[i];
	}
	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++) {
		lane f = a->v[i], twice = f + f, four = twice + twice, product;
		LANE_UNROLL
		for (int j = i; j < LANE_LIMBS; j++) {
			int k = (i + j) % LANE_LIMBS;
			if (i == j)
				product = lane_mul32(i % 2 ? twice : f, i + j < LANE_LIMBS ? f : c[j]);
			else if (i + j < LANE_LIMBS)
				product = lane_mul32(i & j & 1 ? twice : f, c[LANE_LIMBS + j]);
			else
				product = lane_mul32(i & j & 1 ? four : twice, c[j]);
			sum.v[k] = i ? sum.v[k] + product : product;
		}
	}
	lane_fe_carry(r, &sum);
}

LANE_INLINE void lane_fe_mul(struct lane_fe *r, const struct lane_fe *a, const struct lane_fe *b)
{
	lane_fe_mul_raw(r, a, b);
}

LANE_INLINE void lane_fe_sqr(struct lane_fe *r, const struct lane_fe *a)
{
	lane_fe_sqr_raw(r, a);
}

LANE_INLINE void lane_fe_mul_small_add(struct lane_fe *r, const struct lane_fe *a, const struct lane_fe *b,
				       uint32_t k)
{
	struct lane_fe sum;

	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++)
		sum.v[i] = a->v[i] + lane_mul32(b->v[i], lane_all(k));
	lane_fe_carry(r, &sum);
}

#endif
