/* kernel/lanes/add_base.h - P + s·G; each lane has its own point and scalar.
 *
 * The scalars are 64 signed digits as in sn_ge_mul_base. All lanes go through the same tables. Each lane
 * selects the entry of its digit by reading all eight. */
#ifndef SN_KERNEL_LANES_ADD_BASE_H
#define SN_KERNEL_LANES_ADD_BASE_H

#include "base/secret.h"
#include "crypto/base_table.h"
#include "crypto/group_mul.h"
#include "kernel/lanes/group.h"

#ifdef LANES

#define LANE_BASE_GROUPS 8 /* that share an inversion */

/* entry[size - 1] of the table; the identity for 0. */
LANE_INLINE void lane_lookup_affine(struct lane_ge_affine *r, const struct sn_ge_affine table[static 8],
				    lane size)
{
	lane plus[5], minus[5], xy2d[5], none = lane_equal(size, lane_all(0)) & lane_all(1);

	LANE_UNROLL
	for (int i = 0; i < 5; i++)
		plus[i] = minus[i] = xy2d[i] = lane_all(0);
	plus[0] = minus[0] = none;
	for (uint64_t k = 0; k < 8; k++) {
		lane mask = lane_equal(size, lane_all(k + 1));
		LANE_UNROLL
		for (int i = 0; i < 5; i++) {
			plus[i] |= mask & lane_all(table[k].y_plus_x.v[i]);
			minus[i] |= mask & lane_all(table[k].y_minus_x.v[i]);
			xy2d[i] |= mask & lane_all(table[k].xy2d.v[i]);
		}
	}
	lane_fe_from_51(&r->y_plus_x, plus);
	lane_fe_from_51(&r->y_minus_x, minus);
	lane_fe_from_51(&r->xy2d, xy2d);
}

/* sum += Σ d[2k + odd]·256^k·G */
LANE_CALL void lane_add_half(struct lane_ge *sum, const struct sn_digits16 digits[static LANES], int odd)
{
	struct lane_ge_affine q;

	for (int k = 0; k < 32; k++) {
		lane d = {0};
		LANE_UNROLL
		for (size_t l = 0; l < LANES; l++)
			d[l] = (uint64_t)(int64_t)digits[l].d[2 * k + odd];
		lane negative = lane_equal(d >> 63, lane_all(1));
		lane_lookup_affine(&q, sn_base_table[k], (d ^ negative) - negative);
		lane_ge_add_affine_signed(sum, sum, &q, negative);
	}
}

/* sum = P + s·G */
LANE_CALL void lane_add_base_group(struct lane_ge *sum, const struct sn_ge p[static LANES],
				   const struct sn_scalar s[static LANES])
{
	struct sn_digits16 digits[LANES];
	struct lane_ge point;
	struct lane_ge_cached cached;

	for (size_t l = 0; l < LANES; l++)
		sn_digits16(&digits[l], &s[l]);
	lane_ge_all(sum, &sn_ge_identity);
	lane_add_half(sum, digits, 1);
	lane_ge_double_times(sum, 4);
	lane_add_half(sum, digits, 0);
	lane_ge_from_ge(&point, p);
	lane_ge_cache(&cached, &point);
	lane_ge_add_cached(sum, sum, &cached);
	sn_wipe(digits, sizeof digits);
}

/* r[i] = the encoding of lane i % LANES of p[i / LANES], i < n ≤ LANE_BASE_GROUPS·LANES. */
LANE_CALL void lane_encode(struct sn_point *r, const struct lane_ge *p, size_t n)
{
	struct lane_fe z[LANE_BASE_GROUPS], scratch[LANE_BASE_GROUPS], x, y;
	struct sn_point encoded[LANES];
	size_t groups = (n + LANES - 1) / LANES;

	for (size_t g = 0; g < groups; g++)
		z[g] = p[g].z;
	lane_fe_invert_many(z, groups, scratch);
	for (size_t g = 0; g < groups; g++) {
		lane_fe_mul(&x, &p[g].x, &z[g]);
		lane_fe_mul(&y, &p[g].y, &z[g]);
		lane_fe_store(encoded[0].b, &y, lane_fe_is_negative(&x));
		for (size_t l = 0; l < LANES && g * LANES + l < n; l++)
			r[g * LANES + l] = encoded[l];
	}
	sn_wipe(z, groups * sizeof *z);
	sn_wipe(scratch, groups * sizeof *scratch);
	sn_wipe(encoded, sizeof encoded);
}

/* sum = P + s·G for secret scalars, or s·P. */
typedef void lane_group_function(struct lane_ge *sum, const struct sn_ge p[static LANES],
				 const struct sn_scalar s[static LANES]);

/* r[i] = the encoding of the function of p[i] and s[i]. */
LANE_CALL void lane_each_group(struct sn_point *r, const struct sn_ge *p, const struct sn_scalar *s, size_t n,
			       lane_group_function *function)
{
	struct lane_ge sum[LANE_BASE_GROUPS];
	struct sn_ge points[LANES];
	struct sn_scalar scalars[LANES];
	size_t used = 0;

	for (size_t at = 0; at < n; at += LANE_BASE_GROUPS * LANES) {
		size_t left = n - at;
		if (left > LANE_BASE_GROUPS * LANES)
			left = LANE_BASE_GROUPS * LANES;
		for (size_t g = 0; g * LANES < left; g++) {
			for (size_t l = 0; l < LANES; l++) {
				size_t i = g * LANES + l < left ? at + g * LANES + l : at;
				points[l] = p[i];
				scalars[l] = s[i];
			}
			function(&sum[g], points, scalars);
			used = used > g ? used : g + 1;
		}
		lane_encode(r + at, sum, left);
	}
	sn_wipe(sum, used * sizeof *sum);
	sn_wipe(points, sizeof points);
	sn_wipe(scalars, sizeof scalars);
}

/* As the kernel's add_base. */
LANE_CALL void lane_add_base(struct sn_point *r, const struct sn_ge *p, const struct sn_scalar *s, size_t n)
{
	lane_each_group(r, p, s, n, lane_add_base_group);
}

#endif
#endif
