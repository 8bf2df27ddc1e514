#include "ringct/sal_prove.h"

#include "crypto/scalar.h"
#include "kernel/kernel.h"
#include "ringct_kernels.h"
#include "ringct_vectors.h"
#include "sal_vectors.h"

#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

static const struct sn_sal nothing;

static void expect(int code, const struct sal_spend *s, const char *what)
{
	struct sn_sal proof;

	memset(&proof, 0xff, sizeof proof);
	cr_assert_eq(sal_spend_prove(&proof, s), code, "%s", what);
	cr_assert_eq(!memcmp(&proof, &nothing, sizeof proof), code != SN_OK, "%s", what);
}

Test(sal_prove, vectors)
{
	struct sal_spend_vector v;
	struct sn_sal proof;

	for (size_t i = 0; i < SAL_SPENDS; i++) {
		sal_spend_vector(&v, i);
		cr_assert_eq(sal_spend_prove(&proof, &v.spend), SN_OK, "%s, %d", v.tx, v.number);
		cr_assert(!memcmp(&proof, &v.proof, sizeof proof), "%s, %d", v.tx, v.number);
	}
}

Test(sal_prove, proofs_are_valid)
{
	const struct sn_fcmp_constants *const sets[] = {&sn_fcmp_new, &sn_fcmp_old};
	struct sn_random random;
	struct sal_spend s;
	struct sn_sal proof, again;

	test_random(&random, "valid");
	for (size_t i = 0; i < 40; i++) {
		sal_spend_make(&s, &random, i & 1, sets[i / 2 & 1]);
		cr_assert_eq(sal_spend_prove(&proof, &s), SN_OK);
		cr_assert_eq(sal_spend_verify(&proof, &s), SN_OK);
		cr_assert_eq(sal_spend_prove(&again, &s), SN_OK);
		cr_assert(!memcmp(&proof, &again, sizeof proof), "not deterministic");
		s.constants = sets[!(i / 2 & 1)];
		cr_assert_eq(sal_spend_verify(&proof, &s), SN_REFUSED);
	}
}

/* r_c is any scalar, and y~ may be 0. */
Test(sal_prove, ordinary_zeros)
{
	struct sn_random random;
	struct sal_spend s;

	test_random(&random, "zeros");
	sal_spend_make(&s, &random, true, sn_fcmp);
	s.opening.r.r_c = sn_scalar_zero;
	cr_assert(!sal_spend_state(&s));
	expect(SN_OK, &s, "r_c = 0");
	sn_scalar_neg(&s.opening.r.r_o, &s.opening.y);
	cr_assert(!sal_spend_state(&s));
	expect(SN_OK, &s, "y~ = 0");
}

Test(sal_prove, degenerate_openings_are_refused)
{
	struct sn_random random;
	struct sal_spend good, bad;

	test_random(&random, "degenerate");
	sal_spend_make(&good, &random, true, sn_fcmp);
	struct sn_scalar *const scalars[] = {&bad.opening.x,       &bad.opening.r.r_o, &bad.opening.r.r_i,
					     &bad.opening.r.r_r_i, &bad.opening.y,     &bad.opening.r.r_c};
	for (size_t i = 0; i < 6; i++) {
		bad = good;
		*scalars[i] = sn_scalar_zero;
		expect(SN_BAD_INPUT, &bad, "0");
		bad = good;
		sn_scalar_add(scalars[i], scalars[i], &sn_scalar_one);
		expect(SN_BAD_INPUT, &bad, "another scalar");
		bad = good;
		unsigned carry = 0;
		for (size_t at = 0; at < 32; at++) {
			carry += scalars[i]->b[at] + sn_scalar_order.b[at];
			scalars[i]->b[at] = (uint8_t)carry;
			carry >>= 8;
		}
		expect(SN_BAD_INPUT, &bad, "not reduced");
	}
}

/* With x = 0, even a statement that fits is refused: L is the identity. */
Test(sal_prove, key_zero_is_refused)
{
	static const struct sn_point identity = {{1}};
	struct sn_random random;
	struct sal_spend s;

	test_random(&random, "key zero");
	sal_spend_make(&s, &random, true, sn_fcmp);
	s.opening.x = sn_scalar_zero;
	s.opening.y = sn_scalar_one;
	s.output.o = s.constants->t.encoded;
	cr_assert(!sn_rerandomize(&s.statement.input, &s.output, &s.opening.r, s.constants));
	s.statement.image = identity;
	expect(SN_BAD_INPUT, &s, "x = 0");
}

Test(sal_prove, statements_of_other_outputs_are_refused)
{
	struct sn_random random;
	struct sal_spend good, other, bad;

	test_random(&random, "others");
	sal_spend_make(&good, &random, true, sn_fcmp);
	sal_spend_make(&other, &random, true, sn_fcmp);
	const struct {
		struct sn_point *to;
		const struct sn_point *from;
		const char *name;
	} points[] = {
		{&bad.output.o, &other.output.o, "O"},
		{&bad.output.i, &other.output.i, "I"},
		{&bad.output.c, &other.output.c, "C"},
		{&bad.statement.input.o, &other.statement.input.o, "O~"},
		{&bad.statement.input.i, &other.statement.input.i, "I~"},
		{&bad.statement.input.r, &other.statement.input.r, "R"},
		{&bad.statement.input.c, &other.statement.input.c, "C~"},
		{&bad.statement.image, &other.statement.image, "L"},
	};
	for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
		bad = good;
		*points[i].to = *points[i].from;
		expect(SN_BAD_INPUT, &bad, points[i].name);
		*points[i].to = point_plus(points[i].from, &point_order_2);
		expect(SN_BAD_INPUT, &bad, points[i].name);
	}
	bad = good;
	bad.opening = other.opening;
	expect(SN_BAD_INPUT, &bad, "opening");
	expect(SN_OK, &good, "good");
}

/* Every bit of the caller's values: no proof, or another message, which has other nonces. */
Test(sal_prove, every_changed_bit_is_noticed)
{
	struct sn_random random;
	struct sal_spend good, bad;
	struct sn_sal proof, other;

	test_random(&random, "bits");
	sal_spend_make(&good, &random, true, sn_fcmp);
	cr_assert(!sal_spend_prove(&proof, &good));
	uint8_t *const values[] = {(uint8_t *)&bad.output, (uint8_t *)&bad.opening,
				   (uint8_t *)&bad.statement.input, bad.statement.image.b};
	const size_t sizes[] = {sizeof bad.output, sizeof bad.opening, sizeof bad.statement.input, 32};
	for (size_t k = 0; k < 4; k++)
		for (size_t at = 0; at < sizes[k]; at++) {
			bad = good;
			values[k][at] ^= (uint8_t)(1 << at % 8);
			expect(SN_BAD_INPUT, &bad, "a changed bit");
		}
	bad = good;
	bad.statement.message.b[7] ^= 8;
	cr_assert(!sal_spend_prove(&other, &bad));
	for (size_t i = 0; i < 6; i++)
		cr_assert(memcmp((uint8_t *)&other + 32 * i, (uint8_t *)&proof + 32 * i, 32) != 0, "%zu", i);
}

/* The proofs of the vectors, verified. `out` has SAL_SPENDS of struct sn_sal. */
static void prove_vectors(void *out)
{
	struct sn_sal *proofs = out;
	struct sal_spend_vector v;
	struct sn_sal_statement statement;
	struct sn_sal stored;

	for (size_t i = 0; i < SAL_SPENDS; i++) {
		sal_spend_vector(&v, i);
		if (sal_spend_prove(&proofs[i], &v.spend) || sal_spend_verify(&v.proof, &v.spend))
			_exit(2);
		v.spend.statement.message.b[3] ^= 1;
		if (!sal_spend_verify(&v.proof, &v.spend))
			_exit(3);
	}
	for (size_t i = 0; i < SAL_STORED; i++) {
		sal_stored_vector(&statement, &stored, i);
		if (sn_sal_verify(&stored, &statement, &sn_fcmp_old))
			_exit(4);
	}
}

Test(sal_prove, same_bytes_with_every_kernel)
{
	struct sn_sal(*of_kernel)[SAL_SPENDS] = kernel_results_make(sizeof *of_kernel, prove_vectors);
	struct sal_spend_vector v;

	for (size_t i = 0; sn_kernel_at(i); i++)
		for (size_t k = 0; k < SAL_SPENDS; k++) {
			sal_spend_vector(&v, k);
			cr_assert(!memcmp(&of_kernel[i][k], &v.proof, sizeof v.proof), "%s: %zu",
				  sn_kernel_at(i)->name, k);
		}
	kernel_results_free(of_kernel, sizeof *of_kernel);
}
