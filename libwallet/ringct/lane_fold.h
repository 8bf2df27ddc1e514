/* ringct/lane_fold.h - ringct/fold.h on lanes, a sum in each. LANE_FOLD names the function. */
#ifndef SN_RINGCT_LANE_FOLD_H
#define SN_RINGCT_LANE_FOLD_H

#include "crypto/lane_group.h"
#include "ringct/fold.h"

#ifdef LANES

/* Lane l from the member of table[l]->m[odd] that is `offset` bytes into it; tight. */
LANE_INLINE void lane_fe_from_tables(struct lane_fe *r, const struct sn_multiples *const *table, size_t odd, size_t offset)
{
	lane v[5];

	LANE_UNROLL
	for (int i = 0; i < 5; i++) {
		LANE_UNROLL
		for (size_t l = 0; l < LANES; l++)
			v[i][l] = ((const struct sn_fe *)((const uint8_t *)&table[l]->m[odd] + offset))->v[i];
	}
	lane_fe_from_51(r, v);
}

/* p += digit · P, P the points of the tables. */
LANE_CALL void lane_add_digit(struct lane_ge *p, const struct sn_multiples *const *table, int digit)
{
	struct lane_ge_affine q;
	size_t odd = (size_t)(digit < 0 ? -digit : digit) / 2;

	lane_fe_from_tables(&q.y_plus_x, table, odd, offsetof(struct sn_ge_affine, y_plus_x));
	lane_fe_from_tables(&q.y_minus_x, table, odd, offsetof(struct sn_ge_affine, y_minus_x));
	lane_fe_from_tables(&q.xy2d, table, odd, offsetof(struct sn_ge_affine, xy2d));
	lane_ge_add_affine_signed(p, p, &q, lane_all(digit < 0 ? UINT64_MAX : 0));
}

/* LANES sums; table[q · LANES + l] belongs to scalar q and lane l. */
LANE_CALL void lane_fold_sums(struct lane_ge *sum, const struct sn_multiples *const *table, const struct sn_naf *naf,
			      size_t n)
{
	uint8_t left[SN_FOLD_MAX]; /* digits to come */

	lane_ge_all(sum, &sn_ge_identity);
	for (size_t q = 0; q < n; q++)
		left[q] = naf[q].n;
	for (unsigned at = 256; at-- > 0;) {
		bool is_added = at == 0; /* whoever gets the sum wants T too */
		for (size_t q = 0; q < n && !is_added; q++)
			is_added = left[q] && naf[q].at[left[q] - 1] == at;
		if (is_added)
			lane_ge_double(sum, sum);
		else
			lane_ge_double_xyz(sum, sum);
		for (size_t q = 0; q < n && is_added; q++)
			if (left[q] && naf[q].at[left[q] - 1] == at)
				lane_add_digit(sum, table + q * LANES, naf[q].digit[--left[q]]);
	}
}

/* The last lanes of the last group repeat the last sum. */
LANE_EXTERN void LANE_FOLD(struct sn_ge *r, size_t len, const struct sn_fold_points *points, const struct sn_naf *naf,
			   size_t n)
{
	const struct sn_multiples *table[SN_FOLD_MAX * LANES];
	struct sn_ge out[LANES];
	struct lane_ge sum;

	for (size_t at = 0; at < len; at += LANES) {
		size_t count = len - at < LANES ? len - at : LANES;
		for (size_t q = 0; q < n; q++)
			for (size_t l = 0; l < LANES; l++)
				table[q * LANES + l] = points->gen[q * points->of_scalar +
								   (at + (l < count ? l : count - 1)) * points->of_sum];
		lane_fold_sums(&sum, table, naf, n);
		lane_ge_to_ge(out, &sum);
		for (size_t l = 0; l < count; l++)
			r[at + l] = out[l];
	}
}

#endif
#endif
