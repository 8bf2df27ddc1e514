/* kernel/lanes/hash_to_point.h - 8·map(h), one hash per lane: sn_ge_from_hash with the cofactor.
 * crypto/hash_to_point.c explains the map. Constant time. */
#ifndef SN_KERNEL_LANES_HASH_TO_POINT_H
#define SN_KERNEL_LANES_HASH_TO_POINT_H

#include "crypto/hash_to_point.h"
#include "kernel/lanes/group.h"

#ifdef LANES

/* Sums and differences are used as factors, which may be loose, or are tightened. */
LANE_CALL void lane_hash_to_point(struct lane_ge *r, const struct sn_hash in[static LANES])
{
	struct sn_fe hash[LANES];
	struct lane_fe t, v, w, den, root, one, minus_a, constant, x, other, z;

	for (size_t l = 0; l < LANES; l++)
		sn_fe_from_bytes256(&hash[l], in[l].b);
	lane_fe_from_fe(&t, hash, sizeof *hash);
	lane_fe_all(&one, &SN_FE_ONE);
	lane_fe_all(&minus_a, &sn_map_minus_a);
	lane_fe_sqr(&v, &t);
	lane_fe_add(&v, &v, &v);
	lane_fe_tighten(&v);
	lane_fe_add(&w, &v, &one);
	lane_fe_tighten(&w);
	lane_fe_sqr(&den, &w);
	lane_fe_all(&constant, &sn_map_minus_a2);
	lane_fe_mul(&x, &v, &constant);
	lane_fe_add(&den, &den, &x);
	lane_fe_tighten(&den);

	lane is_square = lane_fe_sqrt_ratio_or_other(&root, &w, &den);
	lane_fe_all(&constant, &sn_map_sqrt_square_case);
	lane_fe_mul(&x, &root, &constant);
	lane_fe_mul(&x, &x, &t);
	lane_fe_all(&constant, &sn_map_sqrt_other_case);
	lane_fe_mul(&other, &root, &constant);
	lane_fe_select(&x, is_square, &x, &other);
	lane_fe_mul(&z, &v, &minus_a);
	lane_fe_select(&z, is_square, &z, &minus_a);
	/* Even for a square, odd otherwise. */
	lane_fe_neg(&other, &x);
	lane_fe_tighten(&other);
	lane_fe_select(&x, lane_fe_is_negative(&x) ^ is_square, &x, &other);

	/* x and (z - w)/(z + w). */
	lane_fe_sub(&other, &z, &w);
	lane_fe_add(&z, &z, &w);
	lane_ge_complete(r, &x, &z, &one, &other, true);
	lane_ge_double_times(r, 3);
}

/* As the kernel's hash_to_points. */
LANE_CALL void lane_hash_to_points(struct sn_ge *r, const struct sn_hash *in, size_t n)
{
	struct sn_hash hashes[LANES];
	struct sn_ge points[LANES];
	struct lane_ge p;

	for (size_t at = 0; at < n; at += LANES) {
		for (size_t l = 0; l < LANES; l++)
			hashes[l] = in[at + l < n ? at + l : at];
		lane_hash_to_point(&p, hashes);
		lane_ge_to_ge(points, &p);
		for (size_t l = 0; l < LANES && at + l < n; l++)
			r[at + l] = points[l];
	}
}

#endif
#endif
