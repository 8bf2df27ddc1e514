/* kernel/lanes/group.h - the group of Ed25519 (crypto/group.h), one point per lane.
 *
 * The complete formulas of crypto/group_formulas.h, which has their source: for every pair of points. All
 * members of all structs are tight (kernel/lanes/field.h). Output and inputs may be the same object. */
#ifndef SN_KERNEL_LANES_GROUP_H
#define SN_KERNEL_LANES_GROUP_H

#include "crypto/group_formulas.h"
#include "kernel/lanes/field.h"

#ifdef LANES

struct lane_ge {
	struct lane_fe x, y, z, t;
};

struct lane_ge_cached {
	struct lane_fe y_plus_x, y_minus_x, z2, t2d;
};

struct lane_ge_affine {
	struct lane_fe y_plus_x, y_minus_x, xy2d;
};

/* Lane l from p[l], for LANES points, and back. */
LANE_INLINE void lane_ge_from_ge(struct lane_ge *r, const struct sn_ge *p)
{
	lane_fe_from_fe(&r->x, &p->x, sizeof *p);
	lane_fe_from_fe(&r->y, &p->y, sizeof *p);
	lane_fe_from_fe(&r->z, &p->z, sizeof *p);
	lane_fe_from_fe(&r->t, &p->t, sizeof *p);
}

LANE_INLINE void lane_ge_to_ge(struct sn_ge *r, const struct lane_ge *p)
{
	lane_fe_to_fe(&r->x, sizeof *r, &p->x);
	lane_fe_to_fe(&r->y, sizeof *r, &p->y);
	lane_fe_to_fe(&r->z, sizeof *r, &p->z);
	lane_fe_to_fe(&r->t, sizeof *r, &p->t);
}

/* Lane l from the encoding in[l]. The returned mask is set for valid points, by the rules of sn_ge_decode;
 * the coordinates of the other lanes are undefined. For public input. */
LANE_CALL lane lane_ge_decode(struct lane_ge *r, const struct sn_point in[static LANES])
{
	struct lane_fe one, u, v, minus_x;
	lane sign, is_canonical;

	/* x² = (y² - 1)/(d·y² + 1); the denominator is never 0, because -1/d is not a square. */
	lane_fe_all(&one, &SN_FE_ONE);
	lane_fe_all(&v, &sn_fe_d);
	lane_fe_load(&r->y, &sign, &is_canonical, in[0].b);
	r->z = one;
	lane_fe_sqr(&u, &r->y);
	lane_fe_mul(&v, &v, &u);
	lane_fe_sub(&u, &u, &one);
	lane_fe_tighten(&u);
	lane_fe_add(&v, &v, &one);
	lane_fe_tighten(&v);
	lane is_square = lane_fe_sqrt_ratio(&r->x, &u, &v);
	lane is_zero = lane_fe_is_zero(&r->x);

	lane_fe_neg(&minus_x, &r->x);
	lane_fe_tighten(&minus_x);
	lane_fe_select(&r->x, lane_fe_is_negative(&r->x) ^ sign, &minus_x, &r->x);
	lane_fe_mul(&r->t, &r->x, &r->y);
	return is_canonical & is_square & ~(is_zero & sign);
}

/* The same point in every lane. */
LANE_INLINE void lane_ge_all(struct lane_ge *r, const struct sn_ge *p)
{
	lane_fe_all(&r->x, &p->x);
	lane_fe_all(&r->y, &p->y);
	lane_fe_all(&r->z, &p->z);
	lane_fe_all(&r->t, &p->t);
}

/* x = E/G and y = H/F, with tight E and G and loose F and H, to a point; without T, which only addition
 * needs, when `xyz_only`. */
LANE_INLINE void lane_ge_complete(struct lane_ge *r, const struct lane_fe *e, const struct lane_fe *f,
				  const struct lane_fe *g, const struct lane_fe *h, bool xyz_only)
{
	lane_fe_mul(&r->x, e, f);
	lane_fe_mul(&r->y, g, h);
	lane_fe_mul(&r->z, f, g);
	if (!xyz_only)
		lane_fe_mul(&r->t, e, h);
}

/* 2P, without T on request; P's T is not used. The paper's E, F, G, H up to signs that cancel: E = 2XY, H =
 * X² + Y², G = Y² - X², F = 2Z² - G. */
LANE_INLINE void lane_ge_double_parts(struct lane_ge *r, const struct lane_ge *p, bool xyz_only)
{
	struct lane_fe a, b, e, f, g, h;

	lane_fe_mul_raw(&e, &p->x, &p->y);
	lane_fe_sqr_raw(&a, &p->x);
	lane_fe_sqr_raw(&b, &p->y);
	lane_fe_sqr_raw(&f, &p->z);
	lane_fe_add(&e, &e, &e);
	lane_fe_tighten(&e);
	lane_fe_add(&h, &a, &b);
	lane_fe_sub(&g, &b, &a);
	lane_fe_tighten(&g);
	lane_fe_add(&f, &f, &f);
	lane_fe_sub(&f, &f, &g);
	lane_ge_complete(r, &e, &f, &g, &h, xyz_only);
}

LANE_CALL void lane_ge_double(struct lane_ge *r, const struct lane_ge *p)
{
	lane_ge_double_parts(r, p, false);
}

/* For a doubling that is followed by another one: r's T is left as it was. */
LANE_CALL void lane_ge_double_xyz(struct lane_ge *r, const struct lane_ge *p)
{
	lane_ge_double_parts(r, p, true);
}

/* P becomes 2^n·P, n > 0. */
LANE_INLINE void lane_ge_double_times(struct lane_ge *p, int n)
{
	while (--n)
		lane_ge_double_xyz(p, p);
	lane_ge_double(p, p);
}

/* P + Q, and P - Q where the mask `negative` is set, from Q's parts; `d` is 2·Z1·Z2, raw or
 * the sum of two raw ones. */
LANE_INLINE void lane_ge_add_parts(struct lane_ge *r, const struct lane_ge *p, const struct lane_fe *y_plus_x,
				   const struct lane_fe *y_minus_x, const struct lane_fe *t2d,
				   const struct lane_fe *d, const lane *negative)
{
	struct lane_fe a, b, e, f, g, h, k, plus = *y_plus_x, minus = *y_minus_x;

	if (negative) {
		lane_fe_select(&plus, *negative, y_minus_x, y_plus_x);
		lane_fe_select(&minus, *negative, y_plus_x, y_minus_x);
	}
	lane_fe_sub(&a, &p->y, &p->x);
	lane_fe_mul_raw(&a, &a, &minus);
	lane_fe_add(&b, &p->y, &p->x);
	lane_fe_mul_raw(&b, &b, &plus);
	lane_fe_mul_raw(&k, &p->t, t2d);
	lane_fe_sub(&e, &b, &a);
	lane_fe_add(&h, &b, &a);
	lane_fe_sub(&f, d, &k);
	lane_fe_add(&g, d, &k);
	if (negative) {
		struct lane_fe swapped = f;
		lane_fe_select(&f, *negative, &g, &f);
		lane_fe_select(&g, *negative, &swapped, &g);
	}
	lane_fe_tighten(&e);
	lane_fe_tighten(&g);
	lane_ge_complete(r, &e, &f, &g, &h, false);
}

LANE_CALL void lane_ge_add_cached(struct lane_ge *r, const struct lane_ge *p, const struct lane_ge_cached *q)
{
	struct lane_fe d;

	lane_fe_mul_raw(&d, &p->z, &q->z2);
	lane_ge_add_parts(r, p, &q->y_plus_x, &q->y_minus_x, &q->t2d, &d, NULL);
}

/* P + Q, P - Q where the mask `negative` is set: for signed digits, the mask as secret as they. */
LANE_CALL void lane_ge_add_cached_signed(struct lane_ge *r, const struct lane_ge *p,
					 const struct lane_ge_cached *q, lane negative)
{
	struct lane_fe d;

	lane_fe_mul_raw(&d, &p->z, &q->z2);
	lane_ge_add_parts(r, p, &q->y_plus_x, &q->y_minus_x, &q->t2d, &d, &negative);
}

LANE_CALL void lane_ge_add_affine(struct lane_ge *r, const struct lane_ge *p, const struct lane_ge_affine *q)
{
	struct lane_fe d;

	lane_fe_add(&d, &p->z, &p->z);
	lane_ge_add_parts(r, p, &q->y_plus_x, &q->y_minus_x, &q->xy2d, &d, NULL);
}

LANE_CALL void lane_ge_add_affine_signed(struct lane_ge *r, const struct lane_ge *p,
					 const struct lane_ge_affine *q, lane negative)
{
	struct lane_fe d;

	lane_fe_add(&d, &p->z, &p->z);
	lane_ge_add_parts(r, p, &q->y_plus_x, &q->y_minus_x, &q->xy2d, &d, &negative);
}

LANE_CALL void lane_ge_cache(struct lane_ge_cached *r, const struct lane_ge *p)
{
	struct lane_fe d2;

	lane_fe_add(&r->y_plus_x, &p->y, &p->x);
	lane_fe_tighten(&r->y_plus_x);
	lane_fe_sub(&r->y_minus_x, &p->y, &p->x);
	lane_fe_tighten(&r->y_minus_x);
	lane_fe_add(&r->z2, &p->z, &p->z);
	lane_fe_tighten(&r->z2);
	lane_fe_all(&d2, &sn_fe_2d);
	lane_fe_mul(&r->t2d, &p->t, &d2);
}

#endif
#endif
