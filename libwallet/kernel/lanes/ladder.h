/* kernel/lanes/ladder.h - the Montgomery ladder: k·P by the u coordinate; each lane has its own P, all have
 * the same k.
 *
 * The Montgomery curve v² = u³ + A·u² + u, A = 486662, and its twist have a ladder of equal steps from the u
 * of P to those of k·P and (k + 1)·P. Two groups of lanes take their steps in turn: while one waits for its
 * last products, the other one multiplies.
 *
 * Source: P. Montgomery, "Speeding the Pollard and elliptic curve methods of factorization", 1987, section
 * 10.3.1, and RFC 7748, section 5. */
#ifndef SN_KERNEL_LANES_LADDER_H
#define SN_KERNEL_LANES_LADDER_H

#include "kernel/lanes/field.h"

#ifdef LANES

#define LANE_A 486662
#define LANE_LADDERS 2 /* groups at once */

struct lane_ladder {
	struct lane_fe x2, z2, x3, z3; /* u of k·P and of (k + 1)·P, x/z */
};

/* Two u between two steps: of the doubled point, x2/z2, and of the sum. The x are first terms (field.h), the
 * z second ones. */
struct lane_ladder_state {
	struct lane_wide x2, z2, x3, z3;
};

/* With 32 registers, gcc's scheduler finds a faster order for the independent products of a step. */
#if defined(LANE_IFMA) && !defined(__clang__)
#pragma GCC push_options
#pragma GCC optimize("schedule-insns", "sched-pressure")
#endif

/* Double the first point, or the second one where the mask is set, and replace the other one by the sum of
 * both. The sum does not depend on their order, so only the operands of the doubling are selected. */
LANE_CALL void lane_ladder_step(struct lane_ladder_state *p, const struct lane_fe *u, lane other)
{
	struct lane_fe s2, d2, s3, d3, aa, bb, e, m;
	struct lane_wide first, second;

	lane_wide_add(&s2, &p->x2, &p->z2);
	lane_wide_sub(&d2, &p->x2, &p->z2);
	lane_wide_add(&s3, &p->x3, &p->z3);
	lane_wide_sub(&d3, &p->x3, &p->z3);
	lane_fe_select(&aa, other, &s3, &s2);
	lane_fe_select(&bb, other, &d3, &d2);

	lane_wide_mul(&first, &s2, &d3, LANE_FIRST);
	lane_wide_mul(&second, &s3, &d2, LANE_SECOND);
	lane_wide_add(&s3, &first, &second);
	lane_wide_sub(&d3, &first, &second);
	lane_wide_sqr(&p->x3, &s3, LANE_FIRST);
	lane_fe_sqr_raw(&d3, &d3);
	lane_fe_settle(&d3);
	lane_wide_mul(&p->z3, &d3, u, LANE_SECOND);

	lane_fe_sqr_raw(&aa, &aa);
	lane_fe_settle(&aa);
	lane_fe_sqr_raw(&bb, &bb);
	lane_fe_settle(&bb);
	lane_fe_sub(&e, &aa, &bb);
	lane_wide_mul(&p->x2, &aa, &bb, LANE_FIRST);
	lane_fe_mul_small_add(&m, &aa, &e, (LANE_A - 2) / 4);
	lane_wide_mul(&p->z2, &e, &m, LANE_SECOND);
}

#if defined(LANE_IFMA) && !defined(__clang__)
#pragma GCC pop_options
#endif

LANE_INLINE void lane_ladder_start(struct lane_ladder_state *p, const struct lane_fe *u)
{
	struct lane_fe zero, one;

	lane_fe_all(&zero, &SN_FE_ZERO);
	lane_fe_all(&one, &SN_FE_ONE);
	lane_wide_from_fe(&p->x2, &one, LANE_FIRST);
	lane_wide_from_fe(&p->z2, &zero, LANE_SECOND);
	lane_wide_from_fe(&p->x3, u, LANE_FIRST);
	lane_wide_from_fe(&p->z3, &one, LANE_SECOND);
}

/* After an odd k the doubled point is (k + 1)·P. */
LANE_INLINE void lane_ladder_finish(struct lane_ladder *r, const struct lane_ladder_state *p, lane is_odd)
{
	struct lane_fe zero, x2, z2, x3, z3;
	struct lane_wide first;

	lane_fe_all(&zero, &SN_FE_ZERO);
	lane_wide_from_fe(&first, &zero, LANE_FIRST);
	lane_wide_settle(&x2, &p->x2);
	lane_wide_add(&z2, &first, &p->z2);
	lane_wide_settle(&x3, &p->x3);
	lane_wide_add(&z3, &first, &p->z3);
	lane_fe_select(&r->x2, is_odd, &x3, &x2);
	lane_fe_select(&r->z2, is_odd, &z3, &z2);
	lane_fe_select(&r->x3, is_odd, &x2, &x3);
	lane_fe_select(&r->z3, is_odd, &z2, &z3);
}

/* r[g], all tight, from the 256-bit k and u[g], tight, for n ≤ LANE_LADDERS groups. Constant time in k, which
 * is secret, and in u. */
LANE_CALL void lane_ladder(struct lane_ladder *r, const struct lane_fe *u, size_t n,
			   const uint8_t k[static 32])
{
	struct lane_ladder_state p[LANE_LADDERS];
	uint64_t previous = 0;

	for (size_t g = 0; g < n; g++)
		lane_ladder_start(&p[g], &u[g]);
	for (int i = 255; i >= 0; i--) {
		uint64_t bit = k[i / 8] >> (i % 8) & 1;
		lane other = lane_all(sn_ct_mask(bit ^ previous));
		previous = bit;
		for (size_t g = 0; g < n; g++)
			lane_ladder_step(&p[g], &u[g], other);
	}
	for (size_t g = 0; g < n; g++)
		lane_ladder_finish(&r[g], &p[g], lane_all(sn_ct_mask(previous)));
}

#endif
#endif
