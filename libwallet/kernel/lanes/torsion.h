/* kernel/lanes/torsion.h - membership in the prime-order subgroup, one point per lane.
 *
 * The test of crypto/torsion.c, which explains it, without its branches. Public points. */
#ifndef SN_KERNEL_LANES_TORSION_H
#define SN_KERNEL_LANES_TORSION_H

#include "crypto/torsion.h"
#include "kernel/lanes/group.h"

#ifdef LANES

/* q = a half of p, without T; the returned mask is set where p has one. Not for x = 0. */
LANE_CALL lane lane_ge_halve(struct lane_ge *q, const struct lane_ge *p)
{
	struct lane_fe one, constant, delta, zz, num, plus, minus, den, r;

	/* delta = δ·Z */
	lane_fe_all(&one, &SN_FE_ONE);
	lane_fe_all(&constant, &sn_torsion_minus_d);
	lane_fe_sqr(&zz, &p->z);
	lane_fe_sqr(&num, &p->x);
	lane_fe_mul(&num, &num, &constant);
	lane_fe_add(&num, &num, &zz);
	lane_fe_tighten(&num);
	lane has_half = lane_fe_sqrt_ratio(&delta, &num, &one);

	lane_fe_mul(&num, &p->y, &delta);
	lane_fe_add(&num, &num, &zz);
	lane_fe_tighten(&num);
	lane_fe_add(&plus, &p->z, &delta);
	lane_fe_tighten(&plus);
	lane_fe_sub(&minus, &p->z, &delta);
	lane_fe_tighten(&minus);
	lane_fe_mul(&den, &plus, &p->z);
	lane is_plus = lane_fe_sqrt_ratio_or_other(&r, &num, &den);

	/* With δ: y = r. With -δ: r² = √-1·y², of the y of the other sign. */
	struct lane_ge other;
	lane_fe_mul(&q->z, &plus, &r);
	lane_fe_mul(&q->y, &q->z, &r);
	lane_fe_all(&constant, &sn_torsion_minus_i_over_d);
	lane_fe_mul(&other.y, &minus, &constant);
	lane_fe_all(&constant, &sn_torsion_sqrt_minus_i_over_d);
	lane_fe_mul(&other.z, &minus, &r);
	lane_fe_mul(&other.z, &other.z, &constant);
	lane_fe_sqr(&other.x, &r);
	lane_fe_mul(&other.x, &other.x, &p->x);
	lane_fe_select(&q->x, is_plus, &p->x, &other.x);
	lane_fe_select(&q->y, is_plus, &q->y, &other.y);
	lane_fe_select(&q->z, is_plus, &q->z, &other.z);
	return has_half;
}

/* The mask of the points that are four times a point. T is not used. Not for points of order 1, 2 and 4. */
LANE_CALL lane lane_ge_is_fourfold(const struct lane_ge *p)
{
	struct lane_fe one, constant, f, t, u;

	lane_fe_sub(&t, &p->z, &p->y);
	lane_fe_tighten(&t);
	lane_fe_sqr(&u, &t);
	lane_fe_mul(&f, &u, &t);
	lane_fe_add(&t, &p->z, &p->y);
	lane_fe_tighten(&t);
	lane_fe_mul(&f, &f, &t);
	lane_fe_all(&constant, &sn_fe_sqrt_minus_one);
	lane_fe_mul(&t, &p->z, &constant);
	lane_fe_sub(&t, &t, &p->x);
	lane_fe_tighten(&t);
	lane_fe_mul(&t, &t, &p->x);
	lane_fe_all(&constant, &sn_torsion_sqrt_a_plus_2);
	lane_fe_mul(&t, &t, &constant);
	lane_fe_sqr(&t, &t);
	lane_fe_mul(&f, &f, &t);

	lane_fe_pow_p58(&t, &f);
	lane_fe_sqr(&t, &t);
	lane_fe_mul(&t, &t, &f);
	lane_fe_all(&one, &SN_FE_ONE);
	return lane_fe_is_equal(&t, &one);
}

/* As the kernel's torsion_free. */
LANE_CALL void lane_torsion_free(bool *is_free, const struct sn_ge *p, size_t n)
{
	struct sn_ge points[LANES];
	struct lane_ge ge, half;

	for (size_t at = 0; at < n; at += LANES) {
		for (size_t l = 0; l < LANES; l++)
			points[l] = p[at + l < n ? at + l : at];
		lane_ge_from_ge(&ge, points);
		lane is_special = lane_fe_is_zero(&ge.x);
		lane is_identity = is_special & lane_fe_is_equal(&ge.y, &ge.z);
		lane is_member = lane_ge_halve(&half, &ge);
		is_member &= lane_ge_is_fourfold(&half);
		is_member = lane_select(is_special, is_identity, is_member);
		for (size_t l = 0; l < LANES && at + l < n; l++)
			is_free[at + l] = is_member[l] != 0;
	}
}

#endif
#endif
