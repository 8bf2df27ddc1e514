/* kernel/lanes/mul.h - multiplication of points by secret scalars.
 *
 * A scalar is 64 signed digits (crypto/group_mul.h). Each digit selects one of eight multiples by reading all
 * of them. There are two layouts:
 *
 *   lane_ge_mul        LANES scalars, each with its own point
 *   lane_ge_pair_sum   one scalar in LANES pieces of LANE_DIGITS digits
 *
 * In the second, lane l is at digit LANE_DIGITS·l + k when all are at digit k of their pieces. Lane l has the
 * point 2^(4·LANE_DIGITS·l)·P, so that the sum of the lanes is the multiple of P.
 *
 * Nothing is reduced mod l: points may have torsion. */
#ifndef SN_KERNEL_LANES_MUL_H
#define SN_KERNEL_LANES_MUL_H

#include "crypto/group_mul.h"
#include "kernel/lanes/group.h"

#ifdef LANES

#define LANE_DIGITS (64 / LANES) /* of a piece */

/* P, 2P, ..., 8P. */
struct lane_multiples {
	struct lane_ge_cached m[8];
};

LANE_CALL void lane_multiples_make(struct lane_multiples *t, const struct lane_ge *p)
{
	struct lane_ge m[8];

	m[0] = *p;
	lane_ge_cache(&t->m[0], p);
	for (int i = 1; i < 8; i++) {
		if (i % 2)
			lane_ge_double(&m[i], &m[i / 2]);
		else
			lane_ge_add_cached(&m[i], &m[i - 1], &t->m[0]);
		lane_ge_cache(&t->m[i], &m[i]);
	}
}

/* r = Σ mask[k]·a[k], the a[k] `stride` bytes apart. */
LANE_INLINE void lane_fe_lookup(struct lane_fe *r, const lane mask[static 8], const struct lane_fe *a,
				size_t stride)
{
	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++) {
		lane v = mask[0] & a->v[i];
		LANE_UNROLL
		for (size_t k = 1; k < 8; k++)
			v |= mask[k] & ((const struct lane_fe *)((const uint8_t *)a + k * stride))->v[i];
		r->v[i] = v;
	}
}

/* The digits of a lane: byte k of its words. */
typedef int64_t lane_signed __attribute__((vector_size(8 * LANES)));

LANE_INLINE lane lane_digit(const lane *words, size_t k)
{
	return (lane)((lane_signed)(words[k / 8] << (56 - k % 8 * 8)) >> 56);
}

/* The digits of a scalar in pieces. */
#define LANE_PIECE_WORDS (LANE_DIGITS / 8)
LANE_INLINE void lane_piece_digits(lane words[static LANE_PIECE_WORDS], const struct sn_digits16 *a)
{
	for (size_t i = 0; i < LANE_PIECE_WORDS; i++)
		words[i] = lane_gather((const uint8_t *)a->d + 8 * i, LANE_DIGITS);
}

/* sum += digit·P, -8 ≤ digit ≤ 8. */
LANE_CALL void lane_add_multiple(struct lane_ge *sum, const struct lane_multiples *t, lane digit)
{
	struct lane_ge_cached q;
	lane mask[8], negative = lane_equal(digit >> 63, lane_all(1)), size = (digit ^ negative) - negative;
	lane none = lane_equal(size, lane_all(0));

	LANE_UNROLL
	for (uint64_t k = 0; k < 8; k++)
		mask[k] = lane_equal(size, lane_all(k + 1));
	lane_fe_lookup(&q.y_plus_x, mask, &t->m->y_plus_x, sizeof *t->m);
	lane_fe_lookup(&q.y_minus_x, mask, &t->m->y_minus_x, sizeof *t->m);
	lane_fe_lookup(&q.z2, mask, &t->m->z2, sizeof *t->m);
	lane_fe_lookup(&q.t2d, mask, &t->m->t2d, sizeof *t->m);
	/* The identity, for 0. */
	q.y_plus_x.v[0] |= none & lane_fe_limb(1);
	q.y_minus_x.v[0] |= none & lane_fe_limb(1);
	q.z2.v[0] |= none & lane_fe_limb(2);
	lane_ge_add_cached_signed(sum, sum, &q, negative);
}

/* r = a·P, the scalar of each lane by its digits. */
LANE_CALL void lane_ge_mul(struct lane_ge *r, const struct sn_digits16 a[static LANES],
			   const struct lane_ge *p)
{
	struct lane_multiples t;
	lane words[8];

	for (size_t i = 0; i < 8; i++)
		words[i] = lane_gather((const uint8_t *)a->d + 8 * i, sizeof *a);
	lane_multiples_make(&t, p);
	lane_ge_all(r, &sn_ge_identity);
	for (int k = 63; k >= 0; k--) {
		if (k < 63)
			lane_ge_double_times(r, 4);
		lane_add_multiple(r, &t, lane_digit(words, (size_t)k));
	}
}

/* Lane l = lane (l + by) mod LANES of a; by < LANES, a constant. */
LANE_INLINE lane lane_rotate(lane a, size_t by)
{
	lane r = {0};

#ifdef LANE_IFMA
	for (size_t l = 0; l < LANES; l++)
		r[l] = (l + by) % LANES;
	return (lane)_mm512_permutexvar_epi64((__m512i)r, (__m512i)a);
#else
	for (size_t l = 0; l < LANES; l++)
		r[l] = a[(l + by) % LANES];
	return r;
#endif
}

LANE_INLINE void lane_fe_rotate(struct lane_fe *r, const struct lane_fe *a, size_t by)
{
	LANE_UNROLL
	for (int i = 0; i < LANE_LIMBS; i++)
		r->v[i] = lane_rotate(a->v[i], by);
}

LANE_INLINE void lane_ge_rotate(struct lane_ge *r, const struct lane_ge *p, size_t by)
{
	lane_fe_rotate(&r->x, &p->x, by);
	lane_fe_rotate(&r->y, &p->y, by);
	lane_fe_rotate(&r->z, &p->z, by);
	lane_fe_rotate(&r->t, &p->t, by);
}

LANE_INLINE void lane_ge_select(struct lane_ge *r, lane mask, const struct lane_ge *p,
				const struct lane_ge *q)
{
	lane_fe_select(&r->x, mask, &p->x, &q->x);
	lane_fe_select(&r->y, mask, &p->y, &q->y);
	lane_fe_select(&r->z, mask, &p->z, &q->z);
	lane_fe_select(&r->t, mask, &p->t, &q->t);
}

LANE_INLINE void lane_ge_add_rotated(struct lane_ge *p, size_t by)
{
	struct lane_ge turned;
	struct lane_ge_cached cached;

	lane_ge_rotate(&turned, p, by);
	lane_ge_cache(&cached, &turned);
	lane_ge_add_cached(p, p, &cached);
}

/* r[0] = the sum of the lanes of p, r[1] = the sum of the lanes of q. The lower half of one vector is for p,
 * the upper half for q. */
LANE_CALL void lane_ge_pair_sum(struct sn_ge r[static 2], const struct lane_ge *p, const struct lane_ge *q)
{
	struct lane_ge turned, low, high;
	struct lane_ge_cached cached;
	struct sn_ge sums[LANES];
	lane is_lower = {0};

	for (size_t l = 0; l < LANES / 2; l++)
		is_lower[l] = UINT64_MAX;
	lane_ge_rotate(&turned, q, LANES / 2);
	lane_ge_select(&low, is_lower, p, &turned);
	lane_ge_rotate(&turned, p, LANES / 2);
	lane_ge_select(&high, is_lower, &turned, q);
	lane_ge_cache(&cached, &high);
	lane_ge_add_cached(&low, &low, &cached);
#if LANES > 4
	lane_ge_add_rotated(&low, 2);
#endif
#if LANES > 2
	lane_ge_add_rotated(&low, 1);
#endif
	lane_ge_to_ge(sums, &low);
	r[0] = sums[0];
	r[1] = sums[LANES / 2];
}

#endif
#endif
