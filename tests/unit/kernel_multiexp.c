#include "kernel/multiexp.h"

#include "crypto/base_table.h"
#include "crypto/group_mul.h"
#include "crypto/hash_to_point.h"
#include "crypto/scalar.h"
#include "crypto_helpers.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Scalars whose digits are at the edges; all below 2^255. */
static size_t edge_scalars(struct sn_scalar *a)
{
	size_t n = 0;

	for (unsigned v = 0; v < 40; v++)
		sn_scalar_from_u64(&a[n++], v);
	sn_scalar_neg(&a[n++], &sn_scalar_one);
	a[n++] = sn_scalar_order;
	a[n++] = sn_scalar_inv_eight;
	memset(&a[n], 0xff, 32);
	a[n++].b[31] = 0x7f;
	memset(&a[n], 0xff, 32);
	a[n].b[0] = 0xfe;
	a[n++].b[31] = 0x7f;
	for (size_t byte = 0; byte < 32; byte++) {
		a[n] = sn_scalar_zero;
		a[n++].b[byte] = byte == 31 ? 0x40 : 0x80;
	}
	memset(&a[n], 0x88, 32);
	a[n++].b[31] = 0x08;
	memset(&a[n], 0x77, 32);
	n++;
	return n;
}

/* Points of full order: one in the prime-order subgroup, and one with a component of order 8. */
static void edge_points(struct sn_ge p[static 3])
{
	/* Of order 8: the reference implementation's tests/unit_tests/bulletproofs_plus.cpp,
	 * torsion_elements[0]. */
	static const struct sn_point torsion = {{0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f,
						 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
						 0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6,
						 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0xfa}};

	sn_hash_to_ec(&p[0], sn_point_base.b);
	cr_assert_eq(sn_ge_decode(&p[2], &torsion), SN_OK);
	sn_ge_add(&p[1], &p[0], &p[2]);
}

Test(kernel_multiexp, one_term_of_every_kind)
{
	struct sn_scalar a[128];
	struct sn_ge p[3], expected, r;
	size_t n = edge_scalars(a);

	cr_assert_leq(n, 128);
	edge_points(p);
	for (size_t k = 0; k < 3; k++) {
		struct sn_multiples t;
		struct sn_comb comb, comb_64;
		sn_multiples_make(&t, &p[k], 1);
		sn_comb_make(&comb, &p[k], 256);
		sn_comb_make(&comb_64, &p[k], 64);
		for (size_t i = 0; i < n; i++) {
			struct sn_term term = {.multiples = &t};
			struct sn_naf naf;
			struct sn_public_term public_term = {t.m, &naf};

			sn_ge_mul(&expected, &a[i], &p[k]);
			sn_digits_make(&term.digits, &a[i]);
			sn_multiexp(&r, &term, 1);
			cr_assert(sn_ge_is_equal(&r, &expected), "point %zu scalar %zu", k, i);
			sn_naf_make_vartime(&naf, &a[i], SN_NAF_WIDTH);
			sn_multiexp_vartime(&r, &public_term, 1);
			cr_assert(sn_ge_is_equal(&r, &expected), "vartime: point %zu scalar %zu", k, i);
			sn_comb_mul(&r, &comb, &a[i]);
			cr_assert(sn_ge_is_equal(&r, &expected), "comb: point %zu scalar %zu", k, i);

			struct sn_scalar low = {{0}};
			memcpy(low.b, a[i].b, 8);
			sn_ge_mul(&expected, &low, &p[k]);
			sn_comb_mul(&r, &comb_64, &low);
			cr_assert(sn_ge_is_equal(&r, &expected), "comb of 64 bits: point %zu scalar %zu", k,
				  i);
		}
	}
}

Test(kernel_multiexp, sums)
{
	enum { N = 70 }; /* several batches of tables, and more terms than share doublings */
	struct sn_multiples t[N];
	struct sn_term terms[N];
	struct sn_naf naf[N];
	struct sn_public_term public_terms[N];
	struct sn_ge p[N], r, sum = sn_ge_identity, part;
	struct sn_scalar a;
	struct sn_random random;

	random = test_random("sums");
	for (size_t i = 0; i < N; i++) {
		uint8_t seed[32] = {(uint8_t)i};
		sn_hash_to_ec(&p[i], seed);
	}
	sn_multiples_make(t, p, N);
	for (size_t i = 0; i <= N; i++) {
		sn_multiexp(&r, terms, i);
		cr_assert(sn_ge_is_equal(&r, &sum), "%zu terms", i);
		sn_multiexp_vartime(&r, public_terms, i);
		cr_assert(sn_ge_is_equal(&r, &sum), "%zu terms, vartime", i);
		if (i == N)
			break;
		sn_random_scalar(&random, &a);
		terms[i].multiples = &t[i];
		sn_digits_make(&terms[i].digits, &a);
		sn_naf_make_vartime(&naf[i], &a, SN_NAF_WIDTH);
		public_terms[i] = (struct sn_public_term){t[i].m, &naf[i]};
		sn_ge_mul(&part, &a, &p[i]);
		sn_ge_add(&sum, &sum, &part);
	}
}

Test(kernel_multiexp, select_sum)
{
	enum { N = 5 };
	struct sn_multiples t[N];
	const struct sn_multiples *pointer[N];
	struct sn_ge p[N], r, expected;
	uint8_t bit[N];

	for (size_t i = 0; i < N; i++) {
		uint8_t seed[32] = {(uint8_t)i};
		sn_hash_to_ec(&p[i], seed);
		pointer[i] = &t[i];
	}
	sn_multiples_make(t, p, N);
	for (unsigned set = 0; set < 1u << N; set++) {
		expected = sn_ge_identity;
		for (size_t i = 0; i < N; i++) {
			bit[i] = set >> i & 1;
			if (bit[i])
				sn_ge_add(&expected, &expected, &p[i]);
		}
		sn_multiples_select_sum(&r, pointer, bit, N);
		cr_assert(sn_ge_is_equal(&r, &expected), "%x", set);
	}
}

/* Two scalars at the edges on points with torsion, with tables made for the call and with the wide ones of G.
 */
Test(kernel_multiexp, two_points)
{
	struct sn_scalar a[128];
	struct sn_ge p[3];
	size_t n = edge_scalars(a);

	edge_points(p);
	for (size_t i = 0; i < n; i++) {
		const struct sn_scalar *b = &a[(i * 7 + 3) % n];
		const struct sn_ge *q = &p[i % 3];
		struct sn_ge aq, bp, bg, expected, r;
		struct sn_multiples t;
		struct sn_naf of_a, of_b;
		const struct sn_public_term terms[2] = {{t.m, &of_a}, {sn_base_odd, &of_b}};

		sn_ge_mul(&aq, &a[i], q);
		sn_ge_mul(&bp, b, &p[1]);
		sn_ge_add(&expected, &aq, &bp);
		sn_ge_mul2_vartime(&r, &a[i], q, b, &p[1]);
		cr_assert(sn_ge_is_equal(&r, &expected), "scalar %zu", i);
		/* T, which only a further addition uses. */
		sn_ge_add(&r, &r, &sn_ge_base);
		sn_ge_add(&expected, &expected, &sn_ge_base);
		cr_assert(sn_ge_is_equal(&r, &expected), "T: scalar %zu", i);

		sn_multiples_make(&t, q, 1);
		sn_naf_make_vartime(&of_a, &a[i], SN_NAF_WIDTH);
		sn_naf_make_vartime(&of_b, b, 8);
		sn_ge_mul_base(&bg, b);
		sn_ge_add(&expected, &aq, &bg);
		sn_multiexp_vartime(&r, terms, 2);
		cr_assert(sn_ge_is_equal(&r, &expected), "with G: scalar %zu", i);
	}
}

static void expect_naf(const struct sn_naf *naf, const struct sn_scalar *a, int width)
{
	int bit[257] = {0}, next = 0;

	for (size_t k = 0; k < naf->n; k++) {
		int d = naf->digit[k];
		cr_assert(d % 2 && abs(d) < 1 << (width - 1));
		cr_assert_geq(naf->at[k], next);
		next = naf->at[k] + width;
		bit[naf->at[k]] = d;
	}
	for (int i = 0; i < 256; i++) {
		cr_assert_eq(bit[i] & 1, a->b[i / 8] >> (i % 8) & 1, "width %d: bit %d", width, i);
		bit[i + 1] += (bit[i] - (bit[i] & 1)) / 2;
	}
	cr_assert_eq(bit[256], 0, "width %d", width);
}

Test(kernel_multiexp, naf_has_its_form)
{
	struct sn_scalar a[128], half = sn_scalar_zero;
	struct sn_random random = test_random("naf");
	struct sn_naf naf;
	size_t n = edge_scalars(a);

	while (n < 128)
		sn_random_scalar(&random, &a[n++]);
	for (size_t i = 0; i < n; i++) {
		for (unsigned width = SN_NAF_WIDTH; width <= 8; width++) {
			sn_naf_make_vartime(&naf, &a[i], width);
			expect_naf(&naf, &a[i], (int)width);
		}
	}
	/* 2^254 - 1 is 2^254 and -1. */
	memset(&half, 0xff, 32);
	half.b[31] = 0x3f;
	sn_naf_make_vartime(&naf, &half, SN_NAF_WIDTH);
	cr_assert_eq(naf.n, 2);
	cr_assert_eq(naf.at[0], 0);
	cr_assert_eq(naf.digit[0], -1);
	cr_assert_eq(naf.at[1], 254);
	cr_assert_eq(naf.digit[1], 1);
}
