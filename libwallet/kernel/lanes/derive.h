/* kernel/lanes/derive.h - D = 8·a·R; each lane has its own R, all have the same secret a.
 *
 * The Montgomery curve v² = u³ + A·u² + u, A = 486662, has a ladder of 256 equal steps from the u of P to
 * those of k·P and (k + 1)·P, k = 8·(a mod l) < 2^256. 8·a·R and 8·(a mod l)·R are the same point, since
 * 8·l·R is the identity. The two u give the v of k·P. All divisions of a batch share one inversion.
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
 * Source: ladder: P. Montgomery, "Speeding the Pollard and elliptic curve methods of factorization", 1987,
 * section 10.3.1, and RFC 7748, section 5, also for the maps between the curves; v: K. Okeya, K. Sakurai,
 * "Efficient elliptic curve cryptosystems from a scalar multiplication algorithm with recovery of the
 * y-coordinate on a Montgomery-form elliptic curve", 2001. */
#ifndef SN_KERNEL_LANES_DERIVE_H
#define SN_KERNEL_LANES_DERIVE_H

#include "base/secret.h"
#include "crypto/scalar.h"
#include "kernel/lanes/group.h"

#include <stdlib.h>

#ifdef LANES

#define LANE_DERIVE_GROUPS 16 /* that share an inversion */

#define LANE_A 486662

/* c, the root that takes RFC 7748's base point to RFC 8032's. */
static const struct sn_fe lane_c = {
	{0x1fb5500ba81e7, 0x5d6905cafa672, 0x00ec204e978b0, 0x4a216c27b91fe, 0x70d9120b9f5ff}};

/* LANES points between two stages. */
struct lane_derive {
	struct lane_ge r; /* affine */
	lane is_point, is_special;
	struct lane_fe u, v;
	struct lane_fe x2, z2, x3, z3;     /* u of k·P and of (k + 1)·P */
	struct lane_fe x, y, sum, divisor; /* of D: x·sum/divisor, y/divisor */
};

/* (x2:z2) = u of k·P, (x3:z3) = u of (k + 1)·P, k a multiple of 2. Each step doubles one of them and replaces
 * the other by their sum. The sum does not depend on their order, so only the operands of the doubling are
 * selected; the doubled point is always stored in (x2:z2). Constant time in k, which is secret. */
LANE_CALL void lane_ladder(struct lane_derive *p, const uint8_t k[static 32])
{
	struct lane_fe x2, z2, x3 = p->u, z3;
	struct lane_fe s2, d2, s3, d3, aa, bb, e, m;
	uint64_t previous = 0;

	lane_fe_all(&x2, &SN_FE_ONE);
	lane_fe_all(&z2, &SN_FE_ZERO);
	lane_fe_all(&z3, &SN_FE_ONE);
	for (int i = 255; i >= 0; i--) {
		uint64_t bit = k[i / 8] >> (i % 8) & 1;
		lane other = lane_all(sn_ct_mask(bit ^ previous));
		previous = bit;

		lane_fe_add(&s2, &x2, &z2);
		lane_fe_sub(&d2, &x2, &z2);
		lane_fe_add(&s3, &x3, &z3);
		lane_fe_sub(&d3, &x3, &z3);
		lane_fe_tighten(&d2);
		lane_fe_tighten(&d3);
		lane_fe_select(&aa, other, &s3, &s2);
		lane_fe_select(&bb, other, &d3, &d2);

		lane_fe_mul_raw(&s2, &s2, &d3);
		lane_fe_mul_raw(&s3, &s3, &d2);
		lane_fe_add(&x3, &s2, &s3);
		lane_fe_sub(&z3, &s2, &s3);
		lane_fe_tighten(&x3);
		lane_fe_tighten(&z3);
		lane_fe_sqr_raw(&x3, &x3);
		lane_fe_sqr_raw(&z3, &z3);
		lane_fe_settle(&z3);
		lane_fe_mul_raw(&z3, &z3, &p->u);

		lane_fe_tighten(&aa);
		lane_fe_sqr_raw(&aa, &aa);
		lane_fe_settle(&aa);
		lane_fe_sqr_raw(&bb, &bb);
		lane_fe_settle(&bb);
		lane_fe_sub(&e, &aa, &bb);
		lane_fe_mul_raw(&x2, &aa, &bb);
		lane_fe_mul_small_add(&m, &aa, &e, (LANE_A - 2) / 4);
		lane_fe_mul_raw(&z2, &m, &e);
	}
	lane_fe_settle(&x2);
	lane_fe_settle(&z2);
	lane_fe_settle(&x3);
	lane_fe_settle(&z3);
	p->x2 = x2;
	p->z2 = z2;
	p->x3 = x3;
	p->z3 = z3;
}

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

/* u and v; p->divisor has been inverted. */
LANE_CALL void lane_derive_uv(struct lane_derive *p)
{
	struct lane_fe one, c, minus, t;

	lane_fe_all(&one, &SN_FE_ONE);
	lane_fe_all(&c, &lane_c);
	lane_fe_add(&t, &one, &p->r.y);
	lane_fe_mul(&t, &t, &p->divisor);
	lane_fe_mul(&p->u, &t, &p->r.x);
	lane_fe_sub(&minus, &one, &p->r.y);
	lane_fe_mul(&minus, &minus, &p->divisor); /* 1/x */
	lane_fe_mul(&minus, &minus, &p->u);
	lane_fe_mul(&p->v, &minus, &c);
}

/* With Q = k·P and V = ((u·X2 + Z2)·(u·Z2 + X2 + 2·A·Z2) - 2·A·Z2²)·Z3 - (X2 - u·Z2)²·X3:
 *
 *   v(Q) = V/(2·v·Z2²·Z3),  x = c·(2·v·Z2·Z3·X2)/V,  y = (X2 - Z2)/(X2 + Z2)
 *
 * with the common divisor (X2 + Z2)·V. The masks of the two exceptions are as secret as k. */
LANE_CALL void lane_derive_finish(struct lane_derive *p)
{
	struct lane_fe a2z, uz, s, t, big_v, c, one, zero, a2;
	lane is_identity = lane_fe_is_zero(&p->z2), is_minus_r = lane_fe_is_zero(&p->z3);

	lane_fe_all(&a2, &SN_FE_ZERO);
	a2.v[0] = lane_fe_limb(2 * LANE_A);
	lane_fe_mul(&a2z, &p->z2, &a2);
	lane_fe_mul(&uz, &p->z2, &p->u);
	lane_fe_sub(&t, &p->x2, &uz);
	lane_fe_tighten(&t);
	lane_fe_sqr(&t, &t);
	lane_fe_mul(&t, &t, &p->x3);
	lane_fe_add(&s, &uz, &p->x2);
	lane_fe_tighten(&s);
	lane_fe_add(&s, &s, &a2z);
	lane_fe_mul(&big_v, &p->u, &p->x2);
	lane_fe_add(&big_v, &big_v, &p->z2);
	lane_fe_tighten(&big_v);
	lane_fe_mul(&big_v, &big_v, &s);
	lane_fe_mul(&s, &a2z, &p->z2);
	lane_fe_sub(&big_v, &big_v, &s);
	lane_fe_mul(&big_v, &big_v, &p->z3);
	lane_fe_sub(&big_v, &big_v, &t);
	lane_fe_tighten(&big_v);

	lane_fe_all(&c, &lane_c);
	lane_fe_add(&t, &p->v, &p->v);
	lane_fe_mul(&t, &t, &c);
	lane_fe_mul(&t, &t, &p->z2);
	lane_fe_mul(&t, &t, &p->z3);
	lane_fe_mul(&p->x, &t, &p->x2);
	lane_fe_sub(&t, &p->x2, &p->z2);
	lane_fe_mul(&p->y, &t, &big_v);
	lane_fe_add(&p->sum, &p->x2, &p->z2);
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

	for (size_t g = 0; g < groups; g++) {
		for (size_t l = 0; l < LANES; l++)
			points[l] = g * LANES + l < n ? keys[g * LANES + l] : sn_point_base;
		lane_derive_start(&work[g], points);
	}
	lane_derive_invert(work, groups, scratch);
	for (size_t g = 0; g < groups; g++) {
		lane_derive_uv(&work[g]);
		lane_ladder(&work[g], k);
		lane_derive_finish(&work[g]);
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
