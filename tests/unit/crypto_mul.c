/* Every way of multiplying against bit-by-bit additions: at the edges, on points of every kind. */
#include "crypto/group_mul.h"

#include "crypto/base_table.h"
#include "crypto/scalar.h"
#include "crypto_helpers.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#define POINTS 6
#define SCALARS (EDGES + 4)

static struct sn_ge some_point(int i, struct sn_random *g)
{
	struct sn_ge t = torsion_point(1), p;

	switch (i) {
	case 0:
		return sn_ge_base;
	case 1:
		return sn_ge_identity;
	case 2:
		return t;
	case 3:
		return torsion_point(4);
	case 4:
		sn_ge_add(&p, &sn_ge_base, &t);
		return p;
	default:
		return random_point(g);
	}
}

static struct sn_scalar some_scalar(int i, struct sn_random *g)
{
	struct sn_scalar s;

	if (i < EDGES)
		return edge_scalar(i);
	sn_random_scalar(g, &s);
	return s;
}

Test(crypto_mul, one_point)
{
	struct sn_random g = test_random("one point");

	for (int k = 0; k < POINTS; k++) {
		struct sn_ge p = some_point(k, &g), expected, r;
		for (int i = 0; i < SCALARS; i++) {
			struct sn_scalar a = some_scalar(i, &g);
			slow_mul(&expected, &a, &p);
			sn_ge_mul(&r, &a, &p);
			cr_assert(sn_ge_is_equal(&r, &expected), "scalar %d, point %d", i, k);
			r = p;
			sn_ge_mul(&r, &a, &r);
			cr_assert(sn_ge_is_equal(&r, &expected), "in place");
			/* T, which only a further addition uses. */
			sn_ge_add(&r, &r, &sn_ge_base);
			sn_ge_add(&expected, &expected, &sn_ge_base);
			cr_assert(sn_ge_is_equal(&r, &expected), "T: scalar %d, point %d", i, k);
		}
	}
}

Test(crypto_mul, base_point)
{
	struct sn_random g = test_random("base point");

	for (int i = 0; i < SCALARS + 20; i++) {
		struct sn_scalar a = some_scalar(i, &g);
		struct sn_ge expected, r;
		slow_mul(&expected, &a, &sn_ge_base);
		sn_ge_mul_base(&r, &a);
		cr_assert(sn_ge_is_equal(&r, &expected), "scalar %d", i);
		sn_ge_add(&r, &r, &sn_ge_base);
		sn_ge_add(&expected, &expected, &sn_ge_base);
		cr_assert(sn_ge_is_equal(&r, &expected), "T: scalar %d", i);
	}
}

Test(crypto_mul, digits)
{
	struct sn_random g = test_random("digits");

	for (int i = 0; i < SCALARS + 20; i++) {
		struct sn_scalar a = some_scalar(i, &g);
		struct sn_digits16 digits;
		uint8_t back[32];
		int carry = 0;
		sn_digits16(&digits, &a);
		for (int k = 0; k < 64; k++) {
			cr_assert(digits.d[k] >= -8 && digits.d[k] <= 8);
			int v = digits.d[k] + carry;
			carry = v < 0 ? -1 : 0;
			v -= carry * 16;
			if (k % 2 == 0)
				back[k / 2] = (uint8_t)v;
			else
				back[k / 2] |= (uint8_t)(v << 4);
		}
		cr_assert_eq(carry, 0);
		cr_assert_arr_eq(back, a.b, 32);
	}
}

Test(crypto_mul, two_points)
{
	struct sn_random g = test_random("two points");

	for (int i = 0; i < SCALARS; i++) {
		for (int k = 0; k < POINTS; k++) {
			struct sn_scalar a = some_scalar(i, &g), b = some_scalar((i * 7 + k) % SCALARS, &g);
			struct sn_ge p = some_point(k, &g), q = some_point((k + i) % POINTS, &g);
			struct sn_ge ap, bq, bp, ag, expected, r;
			slow_mul(&ap, &a, &p);
			slow_mul(&bq, &b, &q);
			sn_ge_add(&expected, &ap, &bq);
			sn_ge_mul2_vartime(&r, &a, &p, &b, &q);
			cr_assert(sn_ge_is_equal(&r, &expected), "scalars %d, point %d", i, k);
			slow_mul(&ag, &a, &sn_ge_base);
			slow_mul(&bp, &b, &p);
			sn_ge_add(&expected, &ag, &bp);
			sn_ge_mul_base_add_vartime(&r, &a, &b, &p);
			cr_assert(sn_ge_is_equal(&r, &expected), "with G: scalars %d, point %d", i, k);
			sn_ge_add(&r, &r, &q);
			sn_ge_add(&expected, &expected, &q);
			cr_assert(sn_ge_is_equal(&r, &expected), "T");
		}
	}
}

/* Sizes on both sides of the change of method, and of bucket size. */
Test(crypto_mul, sums)
{
	enum { MAX = 1501 };
	static const size_t sizes[] = {0, 1, 2, 3, 50, 95, 96, 97, 299, 301, 701, MAX};
	struct sn_ge *p = calloc(MAX, sizeof *p), expected = sn_ge_identity, r, term;
	struct sn_scalar *a = calloc(MAX, sizeof *a);
	struct sn_random g = test_random("sums");
	size_t n = 0;

	cr_assert(p && a);
	for (int i = 0; i < MAX; i++) {
		p[i] = some_point(i % 11, &g);
		a[i] = some_scalar(i % 5 ? SCALARS : i / 5 % EDGES, &g);
	}
	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
		for (; n < sizes[k]; n++) {
			sn_ge_mul(&term, &a[n], &p[n]); /* tested above */
			sn_ge_add(&expected, &expected, &term);
		}
		cr_assert_eq(sn_ge_msm_vartime(&r, a, p, n), SN_OK);
		cr_assert(sn_ge_is_equal(&r, &expected), "%zu terms", n);
		sn_ge_add(&r, &r, &sn_ge_base);
		sn_ge_add(&term, &expected, &sn_ge_base);
		cr_assert(sn_ge_is_equal(&r, &term), "T, %zu terms", n);
	}
	free(p);
	free(a);
}

/* Many equal terms meet in one bucket, and opposite ones cancel out there. */
Test(crypto_mul, sums_of_equal_and_opposite_terms)
{
	enum { N = 200 };
	static struct sn_ge p[N];
	static struct sn_scalar a[N];
	struct sn_random g = test_random("equal terms");
	struct sn_ge q = random_point(&g), r, expected;
	struct sn_scalar s, times;

	sn_random_scalar(&g, &s);
	for (int i = 0; i < N; i++) {
		p[i] = q;
		a[i] = s;
	}
	sn_ge_mul8(&q, &q);
	for (int i = 0; i < N; i++)
		sn_ge_mul8(&p[i], &p[i]); /* in the subgroup, so that N·s may be taken mod l */
	cr_assert_eq(sn_ge_msm_vartime(&r, a, p, N), SN_OK);
	sn_scalar_from_u64(&times, N);
	sn_scalar_mul(&times, &times, &s);
	sn_ge_mul(&expected, &times, &q);
	cr_assert(sn_ge_is_equal(&r, &expected));
	for (int i = 0; i < N; i += 2)
		sn_ge_neg(&p[i], &p[i]);
	cr_assert_eq(sn_ge_msm_vartime(&r, a, p, N), SN_OK);
	cr_assert(sn_ge_is_identity(&r));
}

static void assert_entry(const struct sn_ge_affine *entry, const struct sn_ge *p, const char *what, int i,
			 int k)
{
	struct sn_ge_affine expected;

	sn_ge_to_affine_many(&expected, p, 1);
	cr_assert(sn_fe_is_equal(&entry->y_plus_x, &expected.y_plus_x), "%s %d %d", what, i, k);
	cr_assert(sn_fe_is_equal(&entry->y_minus_x, &expected.y_minus_x), "%s %d %d", what, i, k);
	cr_assert(sn_fe_is_equal(&entry->xy2d, &expected.xy2d), "%s %d %d", what, i, k);
	for (int j = 0; j < 5; j++) {
		cr_assert_leq(entry->y_plus_x.v[j], SN_FE_MASK);
		cr_assert_leq(entry->y_minus_x.v[j], SN_FE_MASK);
		cr_assert_leq(entry->xy2d.v[j], SN_FE_MASK);
	}
}

Test(crypto_mul, base_tables)
{
	struct sn_ge power = sn_ge_base, p, twice;

	for (int i = 0; i < 32; i++) {
		p = power;
		for (int k = 0; k < 8; k++) {
			assert_entry(&sn_base_table[i][k], &p, "sn_base_table", i, k);
			sn_ge_add(&p, &p, &power);
		}
		for (int k = 0; k < 8; k++)
			sn_ge_add(&power, &power, &power);
	}
	sn_ge_add(&twice, &sn_ge_base, &sn_ge_base);
	p = sn_ge_base;
	for (int k = 0; k < 64; k++) {
		assert_entry(&sn_base_odd[k], &p, "sn_base_odd", 0, k);
		sn_ge_add(&p, &p, &twice);
	}
}
