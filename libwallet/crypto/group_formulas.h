/* crypto/group_formulas.h - the addition formulas, inline, for loops in crypto/, kernel/ and ringct/. All
 * other code uses group.h.
 *
 * The result of a formula is a `completed` point with x = E/G and y = H/F. Three multiplications compute the
 * projective coordinates that doubling needs, a fourth computes T, which only addition needs. Loops omit T
 * if a doubling follows.
 *
 * Source: Hisil, Wong, Carter, Dawson, "Twisted Edwards Curves Revisited" (2008), sections 3.1 and 3.3;
 * complete for a = -1 and non-square d: they hold for every pair of points.
 * Limbs (field.h): a `struct sn_ge` is tight; of the other structs, `f` is loose and stands first in its
 * products, and the other members are 3-fold. */
#ifndef SN_CRYPTO_GROUP_FORMULAS_H
#define SN_CRYPTO_GROUP_FORMULAS_H

#include "crypto/curve.h"

struct sn_ge_completed {
	struct sn_fe e, f, g, h;
};

/* Leaves T unchanged: the result can only be doubled. */
SN_FE_INLINE void sn_ge_complete_xyz(struct sn_ge *r, const struct sn_ge_completed *c)
{
	sn_fe_mul(&r->x, &c->f, &c->e);
	sn_fe_mul(&r->y, &c->g, &c->h);
	sn_fe_mul(&r->z, &c->f, &c->g);
}

SN_FE_INLINE void sn_ge_complete(struct sn_ge *r, const struct sn_ge_completed *c)
{
	sn_ge_complete_xyz(r, c);
	sn_fe_mul(&r->t, &c->e, &c->h);
}

/* 2P; does not use P's T. All four results have the opposite sign from the paper: the products are the same,
 * and every subtrahend is small enough for sn_fe_sub. */
SN_FE_INLINE void sn_ge_double_completed(struct sn_ge_completed *c, const struct sn_ge *p)
{
	struct sn_fe a, b, zz;

	sn_fe_sqr(&a, &p->x);
	sn_fe_sqr(&b, &p->y);
	sn_fe_sqr(&zz, &p->z);
	sn_fe_add(&zz, &zz, &zz);
	sn_fe_add(&c->e, &p->x, &p->y);
	sn_fe_sqr(&c->e, &c->e);
	sn_fe_add(&c->h, &a, &b);
	sn_fe_sub(&c->e, &c->h, &c->e);
	sn_fe_sub(&c->g, &a, &b);
	sn_fe_add(&c->f, &c->g, &zz);
}

/* P = 2^n·P. Only the last doubling computes T. */
SN_FE_INLINE void sn_ge_double_times(struct sn_ge *p, size_t n)
{
	struct sn_ge_completed c;

	while (n--) {
		sn_ge_double_completed(&c, p);
		sn_ge_complete_xyz(p, &c);
		if (n == 0)
			sn_fe_mul(&p->t, &c.e, &c.h);
	}
}

/* The common part of P + Q and P - Q. `plus` and `minus` are Q's Y + X and Y - X, exchanged for P - Q. `d` is
 * 2·Z1·Z2, tight or the sum of two tight elements. */
SN_FE_INLINE void sn_ge_add_parts(struct sn_ge_completed *c, const struct sn_ge *p, const struct sn_fe *plus,
				  const struct sn_fe *minus, const struct sn_fe *t2d, const struct sn_fe *d,
				  bool subtract)
{
	struct sn_fe a, b, k;

	sn_fe_sub(&a, &p->y, &p->x);
	sn_fe_mul(&a, &a, minus);
	sn_fe_add(&b, &p->y, &p->x);
	sn_fe_mul(&b, &b, plus);
	sn_fe_mul(&k, &p->t, t2d);
	sn_fe_sub(&c->e, &b, &a);
	sn_fe_add(&c->h, &b, &a);
	if (subtract) {
		sn_fe_add(&c->f, d, &k);
		sn_fe_sub(&c->g, d, &k);
	} else {
		sn_fe_sub(&c->f, d, &k);
		sn_fe_add(&c->g, d, &k);
	}
}

SN_FE_INLINE void sn_ge_add_cached_completed(struct sn_ge_completed *c, const struct sn_ge *p,
					     const struct sn_ge_cached *q)
{
	struct sn_fe d;

	sn_fe_mul(&d, &p->z, &q->z2);
	sn_ge_add_parts(c, p, &q->y_plus_x, &q->y_minus_x, &q->t2d, &d, false);
}

SN_FE_INLINE void sn_ge_sub_cached_completed(struct sn_ge_completed *c, const struct sn_ge *p,
					     const struct sn_ge_cached *q)
{
	struct sn_fe d;

	sn_fe_mul(&d, &p->z, &q->z2);
	sn_ge_add_parts(c, p, &q->y_minus_x, &q->y_plus_x, &q->t2d, &d, true);
}

SN_FE_INLINE void sn_ge_add_affine_completed(struct sn_ge_completed *c, const struct sn_ge *p,
					     const struct sn_ge_affine *q)
{
	struct sn_fe d;

	sn_fe_add(&d, &p->z, &p->z);
	sn_ge_add_parts(c, p, &q->y_plus_x, &q->y_minus_x, &q->xy2d, &d, false);
}

SN_FE_INLINE void sn_ge_sub_affine_completed(struct sn_ge_completed *c, const struct sn_ge *p,
					     const struct sn_ge_affine *q)
{
	struct sn_fe d;

	sn_fe_add(&d, &p->z, &p->z);
	sn_ge_add_parts(c, p, &q->y_minus_x, &q->y_plus_x, &q->xy2d, &d, true);
}

#endif
