/* Every way to fold against plain multiplication. */
#include "ringct/fold.h"

#include "crypto/kernel.h"
#include "crypto/random.h"
#include "crypto/scalar.h"

#include <criterion/criterion.h>
#include <string.h>

/* The code of lanes without their instructions: it runs on any machine. */
#define LANE_PLAIN
#define LANE_FOLD fold_plain
sn_fold_function fold_plain;
#include "ringct/lane_fold.h"

enum { SUMS = 11, SCALARS = 5 };

static bool has_kernel(const struct sn_kernel *kernel)
{
	for (size_t i = 0; sn_kernel_at(i); i++)
		if (sn_kernel_at(i) == kernel)
			return true;
	return false;
}

static void try(const char *name, sn_fold_function *fold)
{
	struct sn_random random;
	struct sn_scalar seed = {{7}}, a[SCALARS];
	struct sn_naf naf[SCALARS];
	struct sn_ge p[SUMS * SCALARS], r[SUMS + 1], expected, part;
	struct sn_multiples table[SUMS * SCALARS];
	const struct sn_multiples *gen[SUMS * SCALARS];
	uint8_t bytes[32];

	sn_random_init(&random, "fold", &seed, NULL, 0);
	for (size_t i = 0; i < SUMS * SCALARS; i++) {
		sn_random_bytes(&random, bytes, sizeof bytes);
		sn_ge_from_hash(&p[i], bytes); /* torsion and all */
		gen[i] = &table[i];
	}
	p[3] = sn_ge_identity;
	sn_multiples_make(table, p, SUMS * SCALARS);
	for (size_t q = 0; q < SCALARS; q++)
		sn_random_scalar(&random, &a[q]);
	a[1] = sn_scalar_one;
	a[2] = sn_scalar_zero;
	memset(&a[3], 0xff, sizeof a[3]);
	a[3].b[31] = 0x7f;
	for (size_t q = 0; q < SCALARS; q++)
		sn_naf_make_vartime(&naf[q], &a[q]);

	for (size_t by_rows = 0; by_rows < 2; by_rows++) {
		for (size_t len = 0; len <= SUMS; len++) {
			const struct sn_fold_points points = {gen, by_rows ? SUMS : 1, by_rows ? 1 : SCALARS};
			memset(r, 0x55, sizeof r);
			fold(r, len, &points, naf, SCALARS);
			for (size_t i = 0; i < len; i++) {
				expected = sn_ge_identity;
				for (size_t q = 0; q < SCALARS; q++) {
					sn_ge_mul(&part, &a[q], &p[q * points.of_scalar + i * points.of_sum]);
					sn_ge_add(&expected, &expected, &part);
				}
				cr_assert(sn_ge_is_equal(&r[i], &expected), "%s: %zu of %zu", name, i, len);
				/* T, which only a further addition uses. */
				sn_ge_add(&r[i], &r[i], &sn_ge_base);
				sn_ge_add(&expected, &expected, &sn_ge_base);
				cr_assert(sn_ge_is_equal(&r[i], &expected), "%s: T of %zu of %zu", name, i, len);
			}
			cr_assert_eq(((uint8_t *)&r[len])[0], 0x55, "%s writes behind", name);
		}
	}
}

Test(fold, every_kernel)
{
	try("the chosen one", sn_fold);
	try("portable", sn_fold_portable);
	try("plain lanes", fold_plain);
#ifdef __x86_64__
	if (has_kernel(&sn_kernel_avx2))
		try("avx2", sn_fold_avx2);
	if (has_kernel(&sn_kernel_ifma))
		try("ifma", sn_fold_ifma);
#else
	(void)has_kernel;
#endif
}
