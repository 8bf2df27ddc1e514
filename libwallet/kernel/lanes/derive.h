/* kernel/lanes/derive.h - D = 8·a·R; each lane has its own R, all have the same secret a.
 *
 * The ladder of kernel/lanes/ladder.h gives the u of k·P and of (k + 1)·P, k = 8·(a mod l) < 2^256. 8·a·R
 * and 8·(a mod l)·R are the same point, since 8·l·R is the identity. The two u give the v of k·P. All
 * divisions of a batch share one inversion.
 *
 *   u = (1 + y)/(1 - y),  v = c·u/x;   x = c·u/v,  y = (u - 1)/(u + 1);   c² = -(A + 2)
 *
 * No divisor may be zero, because it would spoil its lane in all points of the batch. The exceptions:
 *
 *   x = 0        R is the identity or of order 2, and D the identity: G takes R's place.
 *   invalid R    G takes its place.
 *   k·P = 0      R is of order 4 or 8, or a is 0: D is the identity.
 *   k·P = -P     a is -1/8 mod l, and R of order l: D is -R.
 *
 * Any other k·P has order l, and therefore neither u + 1 nor v is 0.
 *
 * Source: the maps between the curves: RFC 7748, section 4.1; v: K. Okeya, K. Sakurai, "Efficient elliptic
 * curve cryptosystems from a scalar multiplication algorithm with recovery of the y-coordinate on a
 * Montgomery-form elliptic curve", 2001. */
#ifndef SN_KERNEL_LANES_DERIVE_H
#define SN_KERNEL_LANES_DERIVE_H

#include "base/secret.h"
#include "crypto/scalar.h"
#include "kernel/lanes/group.h"
#include "kernel/lanes/ladder.h"

#include <stdlib.h>

#ifdef LANES

#define LANE_DERIVE_GROUPS 16 /* that share an inversion */

/* c, the root that takes RFC 7748's base point to RFC 8032's. */
static const struct sn_fe lane_c = {
	{0x1fb5500ba81e7, 0x5d6905cafa672, 0x00ec204e978b0, 0x4a216c27b91fe, 0x70d9120b9f5ff}};

/* LANES points between two stages. */
struct lane_derive {
	struct lane_ge r; /* affine */
	lane is_point, is_special;
	struct lane_fe v;
	struct lane_fe x, y, sum, divisor; /* of D: x·sum/divisor, y/divisor */
};

/* R, and in p->divisor x·(1 - y). */
LANE_CALL void lane_derive_start(struct lane_derive *p, const struct sn_point keys[static LANES])
{
	struct lane_ge base;
	struct lane_fe t;

	p->is_point = lane_ge_decode(&p->r, keys);
	p->is_special = ~p->is_point | lane_fe_is_zero(&p->r.x);
	lane_ge_all(&base, &sn_ge_base);
	lane_fe_select(&p->r.x, p->is_special, &base.x, &p->r.x);
	lane_fe_select(&p->r.y, p->is_special, &base.y, &p->r.y);
	lane_fe_sub(&t, &base.z, &p->r.y);
	lane_fe_mul(&p->divisor, &t, &p->r.x);
}

/* u and p->v; p->divisor has been inverted. */
LANE_CALL void lane_derive_uv(struct lane_derive *p, struct lane_fe *u)
{
	struct lane_fe one, c, minus, t;

	lane_fe_all(&one, &SN_FE_ONE);
	lane_fe_all(&c, &lane_c);
	lane_fe_add(&t, &one, &p->r.y);
	lane_fe_mul(&t, &t, &p->divisor);
	lane_fe_mul(u, &t, &p->r.x);
	lane_fe_sub(&minus, &one, &p->r.y);
	lane_fe_mul(&minus, &minus, &p->divisor); /* 1/x */
	lane_fe_mul(&minus, &minus, u);
	lane_fe_mul(&p->v, &minus, &c);
}

/* With Q = k·P and V = ((u·X2 + Z2)·(u·Z2 + X2 + 2·A·Z2) - 2·A·Z2²)·Z3 - (X2 - u·Z2)²·X3:
 *
 *   v(Q) = V/(2·v·Z2²·Z3),  x = c·(2·v·Z2·Z3·X2)/V,  y = (X2 - Z2)/(X2 + Z2)
 *
 * with the common divisor (X2 + Z2)·V. The masks of the two exceptions are as secret as k. */
LANE_CALL void lane_derive_finish(struct lane_derive *p, const struct lane_fe *u,
				  const struct lane_ladder *ladder)
{
	struct lane_fe a2z, uz, s, t, big_v, c, one, zero, a2;
	lane is_identity = lane_fe_is_zero(&ladder->z2), is_minus_r = lane_fe_is_zero(&ladder->z3);

	lane_fe_all(&a2, &SN_FE_ZERO);
	a2.v[0] = lane_fe_limb(2 * LANE_A);
	lane_fe_mul(&a2z, &ladder->z2, &a2);
	lane_fe_mul(&uz, &ladder->z2, u);
	lane_fe_sub(&t, &ladder->x2, &uz);
	lane_fe_tighten(&t);
	lane_fe_sqr(&t, &t);
	lane_fe_mul(&t, &t, &ladder->x3);
	lane_fe_add(&s, &uz, &ladder->x2);
	lane_fe_tighten(&s);
	lane_fe_add(&s, &s, &a2z);
	lane_fe_mul(&big_v, u, &ladder->x2);
	lane_fe_add(&big_v, &big_v, &ladder->z2);
	lane_fe_tighten(&big_v);
	lane_fe_mul(&big_v, &big_v, &s);
	lane_fe_mul(&s, &a2z, &ladder->z2);
	lane_fe_sub(&big_v, &big_v, &s);
	lane_fe_mul(&big_v, &big_v, &ladder->z3);
	lane_fe_sub(&big_v, &big_v, &t);
	lane_fe_tighten(&big_v);

	lane_fe_all(&c, &lane_c);
	lane_fe_add(&t, &p->v, &p->v);
	lane_fe_mul(&t, &t, &c);
	lane_fe_mul(&t, &t, &ladder->z2);
	lane_fe_mul(&t, &t, &ladder->z3);
	lane_fe_mul(&p->x, &t, &ladder->x2);
	lane_fe_sub(&t, &ladder->x2, &ladder->z2);
	lane_fe_mul(&p->y, &t, &big_v);
	lane_fe_add(&p->sum, &ladder->x2, &ladder->z2);
	lane_fe_tighten(&p->sum);
	lane_fe_mul(&p->divisor, &p->sum, &big_v);

	lane_fe_all(&one, &SN_FE_ONE);
	lane_fe_all(&zero, &SN_FE_ZERO);
	lane_fe_neg(&t, &p->r.x);
	lane_fe_tighten(&t);
	lane_fe_select(&p->x, is_identity, &zero, &p->x);
	lane_fe_select(&p->y, is_identity, &one, &p->y);
	lane_fe_select(&p->x, is_minus_r, &t, &p->x);
	lane_fe_select(&p->y, is_minus_r, &p->r.y, &p->y);
	lane_fe_select(&p->sum, is_minus_r, &one, &p->sum);
	lane_fe_select(&p->divisor, is_identity | is_minus_r, &one, &p->divisor);
}

/* D; p->divisor has been inverted. */
LANE_CALL void lane_derive_store(struct sn_point d[static LANES], const struct lane_derive *p)
{
	struct lane_fe x, y;

	lane_fe_mul(&y, &p->y, &p->divisor);
	lane_fe_mul(&x, &p->x, &p->divisor);
	lane_fe_mul(&x, &x, &p->sum);
	lane_fe_store(d[0].b, &y, lane_fe_is_negative(&x));
}

LANE_CALL void lane_derive_invert(struct lane_derive *work, size_t n, struct lane_fe *scratch)
{
	struct lane_fe *a = scratch + n;

	for (size_t g = 0; g < n; g++)
		a[g] = work[g].divisor;
	lane_fe_invert_many(a, n, scratch);
	for (size_t g = 0; g < n; g++)
		work[g].divisor = a[g];
}

/* One batch of n points, at most LANE_DERIVE_GROUPS·LANES. */
LANE_CALL void lane_derive_batch(struct sn_point *derivations, bool *is_valid, const struct sn_point *keys,
				 size_t n, const uint8_t k[static 32], struct lane_derive *work,
				 struct lane_fe *scratch)
{
	size_t groups = (n + LANES - 1) / LANES;
	struct sn_point points[LANES];
	struct lane_fe u[LANE_LADDERS];
	struct lane_ladder ladder[LANE_LADDERS];

	for (size_t g = 0; g < groups; g++) {
		for (size_t l = 0; l < LANES; l++)
			points[l] = g * LANES + l < n ? keys[g * LANES + l] : sn_point_base;
		lane_derive_start(&work[g], points);
	}
	lane_derive_invert(work, groups, scratch);
	for (size_t g = 0; g < groups; g += LANE_LADDERS) {
		size_t count = groups - g < LANE_LADDERS ? groups - g : LANE_LADDERS;
		for (size_t i = 0; i < count; i++)
			lane_derive_uv(&work[g + i], &u[i]);
		lane_ladder(ladder, u, count, k);
		for (size_t i = 0; i < count; i++)
			lane_derive_finish(&work[g + i], &u[i], &ladder[i]);
	}
	lane_derive_invert(work, groups, scratch);
	for (size_t g = 0; g < groups; g++) {
		lane_derive_store(points, &work[g]);
		for (size_t l = 0; l < LANES && g * LANES + l < n; l++) {
			size_t i = g * LANES + l;
			is_valid[i] = work[g].is_point[l] != 0;
			if (!work[g].is_special[l])
				derivations[i] = points[l];
			else
				derivations[i] = is_valid[i] ? sn_point_identity : (struct sn_point){{0}};
		}
	}
	sn_wipe(points, sizeof points);
}

/* As the kernel's derive. */
LANE_CALL int lane_derive(struct sn_point *derivations, bool *is_valid, const struct sn_point *keys, size_t n,
			  const struct sn_scalar *secret)
{
	const size_t max = LANE_DERIVE_GROUPS * LANES;
	struct memory {
		struct lane_derive work[LANE_DERIVE_GROUPS];
		struct lane_fe scratch[2 * LANE_DERIVE_GROUPS];
	} *memory = aligned_alloc(sizeof(lane), sizeof *memory);
	struct sn_scalar a;
	uint8_t k[32];

	if (!memory)
		return SN_IO;
	/* k = 8·(a mod l) */
	sn_scalar_reduce(&a, secret->b);
	for (int i = 0; i < 32; i++)
		k[i] = (uint8_t)(a.b[i] << 3 | (i ? a.b[i - 1] >> 5 : 0));
	for (size_t at = 0; at < n; at += max)
		lane_derive_batch(derivations + at, is_valid + at, keys + at, n - at < max ? n - at : max, k,
				  memory->work, memory->scratch);
	sn_wipe(&a, sizeof a);
	sn_wipe(k, sizeof k);
	sn_wipe(memory, sizeof *memory);
	free(memory);
	return SN_OK;
}

#endif
#endif
