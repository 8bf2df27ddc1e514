/* Every way to add up against plain multiplication. */
#include "kernel/sums.h"

#include "crypto/group_mul.h"
#include "crypto/hash_to_point.h"
#include "crypto/random.h"
#include "crypto/scalar.h"
#include "crypto_helpers.h"
#include "kernel_plain.h"

#include <criterion/criterion.h>
#include <string.h>

enum {
	POINTS = 75, /* more than share doublings, and no multiple of any number of lanes */
	SUMS = 11,
	SCALARS = 5,
};

static struct {
	struct sn_random random;
	struct sn_ge p[POINTS];
	struct sn_table t[POINTS];
	const struct sn_table *table[POINTS];
} data;

/* The sums of kernel_number(i), and its name. */
static const struct sn_sums *sums_number(size_t i, const char **name)
{
	const struct sn_kernel *kernel = kernel_number(i);

	*name = kernel ? kernel->name : NULL;
	return kernel ? &kernel->sums : NULL;
}

/* Points of prime order, and the neutral one among them. */
static void make_points(const struct sn_sums *sums)
{
	uint8_t seed[32];

	data.random = test_random("sums");
	for (size_t i = 0; i < POINTS; i++) {
		sn_random_bytes(&data.random, seed, sizeof seed);
		sn_hash_to_ec(&data.p[i], seed);
		data.table[i] = &data.t[i];
	}
	data.p[3] = data.p[20] = sn_ge_identity;
	data.p[5] = data.p[4];
	sums->tables(data.t, data.p, POINTS);
}

/* T too, which only a further addition uses. */
static void expect_point(const struct sn_ge *r, const struct sn_ge *expected, const char *name,
			 const char *what, size_t i)
{
	struct sn_ge a, b;

	cr_assert(sn_ge_is_equal(r, expected), "%s: %s %zu", name, what, i);
	sn_ge_add(&a, r, &sn_ge_base);
	sn_ge_add(&b, expected, &sn_ge_base);
	cr_assert(sn_ge_is_equal(&a, &b), "%s: T of %s %zu", name, what, i);
}

/* Scalars whose digits are at the edges, and random ones. */
static void make_scalar(struct sn_scalar *a, size_t i)
{
	if (i < 40) {
		sn_scalar_from_u64(a, i);
		if (i % 3 == 2)
			sn_scalar_neg(a, a);
	} else if (i < 72) {
		*a = sn_scalar_zero;
		a->b[i - 40] = i == 71 ? 0x10 : 0xff;
		if (!sn_scalar_is_canonical(a))
			sn_scalar_neg(a, &sn_scalar_one);
	} else {
		sn_random_scalar(&data.random, a);
	}
}

Test(kernel_sums, one_term)
{
	const struct sn_sums *sums;
	struct sn_ge r, expected;
	const char *name;

	for (size_t k = 0; (sums = sums_number(k, &name)); k++) {
		make_points(sums);
		for (size_t i = 0; i < 100; i++) {
			struct sn_sum_term term = {.table = &data.t[i % 7]};
			make_scalar(&term.a, i);
			sn_ge_mul(&expected, &term.a, &data.p[i % 7]);
			sums->sum(&r, &term, 1);
			expect_point(&r, &expected, name, "secret scalar", i);
			term.is_public = true;
			sums->sum(&r, &term, 1);
			expect_point(&r, &expected, name, "public scalar", i);
		}
	}
}

Test(kernel_sums, many_terms)
{
	const struct sn_sums *sums;
	struct sn_sum_term terms[2 * POINTS];
	struct sn_ge r, expected, part;
	const char *name;

	for (size_t k = 0; (sums = sums_number(k, &name)); k++) {
		make_points(sums);
		expected = sn_ge_identity;
		for (size_t i = 0; i <= 2 * POINTS; i++) {
			if (i < 5 || i % 16 == 0 || i == 2 * POINTS) {
				sums->sum(&r, terms, i);
				expect_point(&r, &expected, name, "number of terms", i);
			}
			if (i == 2 * POINTS)
				break;
			terms[i] = (struct sn_sum_term){.table = &data.t[i % POINTS], .is_public = i / 3 % 2};
			sn_random_scalar(&data.random, &terms[i].a);
			sn_ge_mul(&part, &terms[i].a, &data.p[i % POINTS]);
			sn_ge_add(&expected, &expected, &part);
		}
	}
}

Test(kernel_sums, select)
{
	const struct sn_sums *sums;
	struct sn_ge r, expected;
	uint8_t bit[POINTS];
	const char *name;

	for (size_t k = 0; (sums = sums_number(k, &name)); k++) {
		make_points(sums);
		for (size_t n = 0; n <= POINTS; n++) {
			expected = sn_ge_identity;
			for (size_t i = 0; i < n; i++) {
				sn_random_bytes(&data.random, &bit[i], 1);
				bit[i] &= 1;
				if (n % 10 == 0)
					bit[i] = n / 10 % 2;
				if (bit[i])
					sn_ge_add(&expected, &expected, &data.p[i]);
			}
			sums->select(&r, data.table, bit, n);
			expect_point(&r, &expected, name, "selected of", n);
		}
	}
}

/* Any number of tables at once, and not one more. */
Test(kernel_sums, tables)
{
	const struct sn_sums *sums;
	struct sn_table t[41], before;
	const char *name;

	memset(&before, 0x55, sizeof before);
	for (size_t k = 0; (sums = sums_number(k, &name)); k++) {
		make_points(sums);
		for (size_t n = 0; n <= 40; n++) {
			t[n] = before;
			sums->tables(t, data.p, n);
			cr_assert_eq(memcmp(&t[n], &before, sizeof before), 0, "%s writes behind %zu", name,
				     n);
			for (size_t i = 0; i < n; i++) {
				struct sn_sum_term term = {.table = &t[i]};
				struct sn_ge r, expected;
				sn_random_scalar(&data.random, &term.a);
				sums->sum(&r, &term, 1);
				sn_ge_mul(&expected, &term.a, &data.p[i]);
				expect_point(&r, &expected, name, "table", i);
				i += n / 4;
			}
		}
	}
}

Test(kernel_sums, fold)
{
	const struct sn_sums *sums;
	struct sn_scalar a[SCALARS];
	struct sn_naf naf[SCALARS];
	struct sn_ge p[SUMS * SCALARS], r[SUMS + 1], expected, part;
	struct sn_table table[SUMS * SCALARS];
	const struct sn_table *gen[SUMS * SCALARS];
	uint8_t bytes[32];
	const char *name;

	data.random = test_random("fold");
	for (size_t i = 0; i < SUMS * SCALARS; i++) {
		sn_random_bytes(&data.random, bytes, sizeof bytes);
		sn_ge_from_hash(&p[i], bytes); /* torsion and all */
		gen[i] = &table[i];
	}
	p[3] = sn_ge_identity;
	for (size_t q = 0; q < SCALARS; q++)
		sn_random_scalar(&data.random, &a[q]);
	a[1] = sn_scalar_one;
	a[2] = sn_scalar_zero;
	memset(&a[3], 0xff, sizeof a[3]);
	a[3].b[31] = 0x7f;
	for (size_t q = 0; q < SCALARS; q++)
		sn_naf_make_vartime(&naf[q], &a[q], SN_NAF_WIDTH);

	for (size_t k = 0; (sums = sums_number(k, &name)); k++) {
		sums->tables(table, p, SUMS * SCALARS);
		for (size_t by_rows = 0; by_rows < 2; by_rows++) {
			for (size_t len = 0; len <= SUMS; len++) {
				const struct sn_fold_points points = {gen, by_rows ? SUMS : 1,
								      by_rows ? 1 : SCALARS};
				memset(r, 0x55, sizeof r);
				sums->fold(r, len, &points, naf, SCALARS);
				for (size_t i = 0; i < len; i++) {
					expected = sn_ge_identity;
					for (size_t q = 0; q < SCALARS; q++) {
						sn_ge_mul(&part, &a[q],
							  &p[q * points.of_scalar + i * points.of_sum]);
						sn_ge_add(&expected, &expected, &part);
					}
					expect_point(&r[i], &expected, name, "fold", i);
				}
				cr_assert_eq(((uint8_t *)&r[len])[0], 0x55, "%s writes behind", name);
			}
		}
	}
}

Test(kernel_sums, horner)
{
	struct sn_ge p[4], r, expected;
	uint8_t seed[32];

	data.random = test_random("horner");
	for (size_t i = 0; i < 4; i++) {
		sn_random_bytes(&data.random, seed, sizeof seed);
		sn_hash_to_ec(&p[i], seed);
	}
	for (size_t bits = 0; bits < 70; bits += bits < 4 ? 1 : 33) {
		for (size_t n = 1; n <= 4; n++) {
			expected = sn_ge_identity;
			for (size_t i = n; i-- > 0;) {
				for (size_t k = 0; k < bits; k++)
					sn_ge_double(&expected, &expected);
				sn_ge_add(&expected, &expected, &p[i]);
			}
			sn_sums_horner(&r, p, n, bits);
			expect_point(&r, &expected, "horner", "points", n);
		}
	}
}
