#include "ringct/fold.h"

#include "crypto/kernel.h"

void sn_fold_portable(struct sn_ge *r, size_t len, const struct sn_fold_points *points, const struct sn_naf *naf, size_t n)
{
	struct sn_public_term terms[SN_FOLD_MAX];

	for (size_t i = 0; i < len; i++) {
		for (size_t q = 0; q < n; q++)
			terms[q] = (struct sn_public_term){
				points->gen[q * points->of_scalar + i * points->of_sum], &naf[q]};
		sn_multiexp_vartime(&r[i], terms, n);
	}
}

void sn_fold(struct sn_ge *r, size_t len, const struct sn_fold_points *points, const struct sn_naf *naf, size_t n)
{
	sn_fold_function *fold = sn_fold_portable;

#ifdef __x86_64__
	if (sn_kernel() == &sn_kernel_avx2)
		fold = sn_fold_avx2;
	else if (sn_kernel() == &sn_kernel_ifma)
		fold = sn_fold_ifma;
#endif
	/* Half empty lanes are no faster than none. */
	if (2 * len <= sn_kernel()->lanes)
		fold = sn_fold_portable;
	fold(r, len, points, naf, n);
}
