#include "crypto/torsion.h"

/* The torsion of the group is cyclic of order 8: a point P lies in the prime-order subgroup 8E if and only if
 * it can be halved three times. The first half is computed; a pairing tests whether two more halvings exist:
 *
 * 1. Halving. 2·(x, y) = (2xy/s, t/(2 - s)) with s = y² - x², t = y² + x². For P = (X, Y) these give
 *    d·X²·s²/4 - s + 1 = 0, so with δ = √(1 - d·X²), of either sign,
 *        s = 2/(1 + δ),  t = 2·Y·δ/(1 + δ),  y² = (1 + Y·δ)/(1 + δ),  x = X/((1 + δ)·y).
 *    The product of y² for δ and for -δ is -1/d, a non-square: one of the two is a square. P has a half
 *    if and only if δ exists. Its halves differ by the point of order 2.
 *
 * 2. Quartering. Let T = (√-1, 0), of order 4. The Tate pairing with T maps E/4E to the fourth roots of
 *    unity; it is injective, because E[4] is cyclic. It is f(Q)^((p-1)/4), where
 *    f = u·(v/u - √(A + 2))² is the function on Curve25519 that has a zero of order 4 at T and a pole of
 *    order 4 at infinity. In Edwards coordinates, and up to fourth powers,
 *    f = (1 + y)·(1 - y)³·(√(A + 2)·x·(√-1 - x))². Q lies in 4E if and only if f(Q) is a fourth power.
 *    Either half of P can be tested, because the point of order 2 lies in 4E.
 *
 * This takes three exponentiations instead of 252 doublings. The time depends only on the results of the
 * tests. Source: T. Pornin, "Point-Halving and Subgroup Membership in Twisted Edwards Curves" (2022/1164); D.
 * Koshelev, "Subgroup membership testing on elliptic curves via the Tate pairing" (2022/037). */

const struct sn_fe sn_torsion_minus_d =
	SN_FE(0x4b235eca6874a, 0x657d7c4ea9142, 0x2185d9ffe3fd6, 0x0c6399c5fc344, 0x2dfc9311d4900);
const struct sn_fe sn_torsion_sqrt_a_plus_2 =
	SN_FE(0x5b7106377bbd8, 0x71af6ad9382cb, 0x02d64427297b8, 0x6a81ef02c4294, 0x141b0b6806563);
const struct sn_fe sn_torsion_minus_i_over_d =
	SN_FE(0x6a65bfa2c0a0e, 0x64f57cdf08ced, 0x6e337d1ac6efa, 0x2536e71f98e37, 0x79638ef5dcc67);
const struct sn_fe sn_torsion_sqrt_minus_i_over_d =
	SN_FE(0x75abf60aecffe, 0x45fd53926199e, 0x7045c1c2aa5c4, 0x1a1b551f5d93e, 0x0d998df37290d);

/* q = a half of p, without T; false if p has no half. Not for x = 0. */
static bool halve_vartime(struct sn_ge *q, const struct sn_ge *p)
{
	struct sn_fe delta, zz, num, sum, den, r;

	/* delta = δ·Z */
	sn_fe_sqr(&zz, &p->z);
	sn_fe_sqr(&num, &p->x);
	sn_fe_mul(&num, &num, &sn_torsion_minus_d);
	sn_fe_add(&num, &num, &zz);
	if (!sn_fe_sqrt_ratio(&delta, &num, &SN_FE_ONE))
		return false;

	sn_fe_mul(&num, &p->y, &delta);
	sn_fe_add(&num, &num, &zz);
	sn_fe_add(&sum, &p->z, &delta);
	sn_fe_mul(&den, &sum, &p->z);
	if (sn_fe_sqrt_ratio(&r, &num, &den)) {
		/* y = r */
		q->x = p->x;
		sn_fe_mul(&q->z, &sum, &r);
		sn_fe_mul(&q->y, &q->z, &r);
	} else {
		/* r² = √-1·y², and with -δ it is y² = (-√-1/d)/r². */
		sn_fe_sub(&sum, &p->z, &delta);
		sn_fe_mul(&q->y, &sum, &sn_torsion_minus_i_over_d);
		sn_fe_mul(&q->z, &sum, &r);
		sn_fe_mul(&q->z, &q->z, &sn_torsion_sqrt_minus_i_over_d);
		sn_fe_sqr(&q->x, &r);
		sn_fe_mul(&q->x, &q->x, &p->x);
	}
	return true;
}

/* Whether p is four times a point. T is not used. Not for points of order 1, 2 and 4. */
static bool is_fourfold(const struct sn_ge *p)
{
	struct sn_fe f, t, u;

	sn_fe_sub(&t, &p->z, &p->y);
	sn_fe_sqr(&u, &t);
	sn_fe_mul(&f, &u, &t);
	sn_fe_add(&t, &p->z, &p->y);
	sn_fe_mul(&f, &f, &t);
	sn_fe_mul(&t, &p->z, &sn_fe_sqrt_minus_one);
	sn_fe_sub(&t, &t, &p->x);
	sn_fe_mul(&t, &t, &p->x);
	sn_fe_mul(&t, &t, &sn_torsion_sqrt_a_plus_2);
	sn_fe_sqr(&t, &t);
	sn_fe_mul(&f, &f, &t);

	/* (p - 1)/4 = 2·(2^252 - 3) + 1 */
	sn_fe_pow_p58(&t, &f);
	sn_fe_sqr(&t, &t);
	sn_fe_mul(&t, &t, &f);
	return sn_fe_is_equal(&t, &SN_FE_ONE);
}

bool sn_ge_is_torsion_free_vartime(const struct sn_ge *p)
{
	struct sn_ge half;

	/* The identity or the point of order 2. Points of order 4 have a half, of order 8. */
	if (sn_fe_is_zero(&p->x))
		return sn_ge_is_identity(p);
	return halve_vartime(&half, p) && is_fourfold(&half);
}

bool sn_point_is_torsion_free_vartime(const struct sn_point *p)
{
	struct sn_ge ge;

	return sn_ge_decode(&ge, p) == SN_OK && sn_ge_is_torsion_free_vartime(&ge);
}
