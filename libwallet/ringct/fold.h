/* ringct/fold.h - many sums with the same few public scalars, over other points each: generators that are folded.
 *
 *   r[i] = Σ_q a[q] · P(q, i),  q < n, i < len
 *
 * As the scalars are the same, so are the steps: with lanes (crypto/lane.h) several sums take the time of two. */
#ifndef SN_RINGCT_FOLD_H
#define SN_RINGCT_FOLD_H

#include "ringct/multiexp.h"

/* Points at gen[q · of_scalar + i · of_sum]. */
struct sn_fold_points {
	const struct sn_multiples *const *gen;
	size_t of_scalar, of_sum;
};

/* n up to SN_FOLD_MAX. Variable time in the scalars, which are public; the points may be secret. */
#define SN_FOLD_MAX 64
typedef void sn_fold_function(struct sn_ge *r, size_t len, const struct sn_fold_points *points, const struct sn_naf *naf,
			      size_t n);

/* By the kernel for this processor (crypto/kernel.h), and each of them. */
sn_fold_function sn_fold, sn_fold_portable, sn_fold_avx2, sn_fold_ifma;

#endif
