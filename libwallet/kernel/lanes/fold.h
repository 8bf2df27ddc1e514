/* kernel/lanes/fold.h - `fold` of kernel/sums.h, one sum per lane. */
#ifndef SN_KERNEL_LANES_FOLD_H
#define SN_KERNEL_LANES_FOLD_H

#include "kernel/lanes/group.h"
#include "kernel/sums.h"

#ifdef LANES

/* Lane l from member m of table[l]. */
LANE_INLINE void lane_gather_member(lane limb[static 15], const struct sn_table *const *table, size_t m)
{
	LANE_UNROLL
	for (size_t i = 0; i < 15; i++) {
		lane v = {0};
		LANE_UNROLL
		for (size_t l = 0; l < LANES; l++)
			v[l] = table[l]->limb[i][m];
		limb[i] = v;
	}
}

LANE_INLINE void lane_affine_from_limbs(struct lane_ge_affine *r, const lane limb[static 15])
{
	LANE_UNROLL
	for (int i = 0; i < 5; i++) {
		r->y_plus_x.v[i] = limb[i];
		r->y_minus_x.v[i] = limb[5 + i];
		r->xy2d.v[i] = limb[10 + i];
	}
}

/* p += digit · P, P the points of the tables. */
LANE_CALL void lane_add_digit(struct lane_ge *p, const struct sn_table *const *table, int digit)
{
	struct lane_ge_affine q;
	lane limb[15];

	lane_gather_member(limb, table, (size_t)(digit < 0 ? -digit : digit) / 2);
	lane_affine_from_limbs(&q, limb);
	lane_ge_add_affine_signed(p, p, &q, lane_all(digit < 0 ? UINT64_MAX : 0));
}

/* LANES sums; table[q · LANES + l] belongs to scalar q and lane l. */
LANE_CALL void lane_fold_group(struct lane_ge *sum, const struct sn_table *const *table,
			       const struct sn_naf *a, size_t n)
{
	uint8_t left[SN_FOLD_MAX]; /* digits to come */

	lane_ge_all(sum, &sn_ge_identity);
	for (size_t q = 0; q < n; q++)
		left[q] = a[q].n;
	for (unsigned at = 256; at-- > 0;) {
		bool is_added = at == 0; /* the result needs T */
		for (size_t q = 0; q < n && !is_added; q++)
			is_added = left[q] && a[q].at[left[q] - 1] == at;
		if (is_added)
			lane_ge_double(sum, sum);
		else
			lane_ge_double_xyz(sum, sum);
		for (size_t q = 0; q < n && is_added; q++)
			if (left[q] && a[q].at[left[q] - 1] == at)
				lane_add_digit(sum, table + q * LANES, a[q].digit[--left[q]]);
	}
}

/* The last lanes of the last group repeat the last sum. */
LANE_CALL void lane_fold_points(struct sn_ge *r, size_t len, const struct sn_fold_points *points,
				const struct sn_naf *a, size_t n)
{
	const struct sn_table *table[SN_FOLD_MAX * LANES];
	struct sn_ge out[LANES];
	struct lane_ge sum;

	for (size_t at = 0; at < len; at += LANES) {
		size_t count = len - at < LANES ? len - at : LANES;
		for (size_t q = 0; q < n; q++)
			for (size_t l = 0; l < LANES; l++)
				table[q * LANES + l] =
					points->gen[q * points->of_scalar +
						    (at + (l < count ? l : count - 1)) * points->of_sum];
		lane_fold_group(&sum, table, a, n);
		lane_ge_to_ge(out, &sum);
		for (size_t l = 0; l < count; l++)
			r[at + l] = out[l];
	}
}

#endif
#endif
