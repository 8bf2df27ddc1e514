#include "ringct/rerandomize.h"

#include "crypto/derive.h"
#include "crypto/scalar.h"
#include "ringct/commitment.h"
#include "ringct_vectors.h"
#include "sal_vectors.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct sn_point zero_point, identity = {{1}};

Test(rerandomize, vectors)
{
	struct sal_spend_vector v;

	for (size_t i = 0; i < SAL_SPENDS; i++) {
		struct sn_point generator, image, of_old;
		struct sn_input_tuple input;
		sal_spend_vector(&v, i);
		const struct sal_spend *s = &v.spend;
		/* tx4 has the new hash to point, with the old T, U and V. */
		sn_image_generator(&generator, &s->output.o, v.is_carrot, &sn_fcmp_new);
		cr_assert(sn_point_is_equal(&generator, &s->output.i), "%s: I", v.tx);
		cr_assert(!sn_image_from_generator(&image, &generator, &s->opening.x));
		cr_assert(sn_point_is_equal(&image, &s->statement.image), "%s: L", v.tx);
		sn_key_image(&of_old, &s->output.o, &s->opening.x);
		cr_assert_eq(sn_point_is_equal(&image, &of_old), !v.is_carrot, "%s", v.tx);
		cr_assert(!sn_rerandomize(&input, &s->output, &s->opening.r, s->constants));
		cr_assert(!memcmp(&input, &s->statement.input, sizeof input), "%s: tuple", v.tx);
	}
}

/* Σ C~ = Σ C + fee·H follows from r_c of the last input. */
Test(rerandomize, balance)
{
	enum { INPUTS = 3, OUTPUTS = 4 };
	struct sn_random random;
	struct sn_scalar masks[INPUTS], output_masks[OUTPUTS];
	struct sn_point tuple[INPUTS], outputs[OUTPUTS];
	struct sn_rerandomization r[INPUTS], before[INPUTS];

	test_random(&random, "balance");
	for (size_t n = 1; n <= INPUTS; n++) {
		uint64_t sum = 0;
		for (size_t i = 0; i < OUTPUTS; i++) {
			sn_random_scalar(&random, &output_masks[i]);
			sn_commit(&outputs[i], &output_masks[i], 100 + i);
		}
		sn_random_bytes(&random, r, sizeof r);
		for (size_t i = 0; i < n; i++) {
			sn_random_scalar(&random, &masks[i]);
			sn_random_scalar(&random, &r[i].r_c);
		}
		memcpy(before, r, sizeof r);
		sn_rerandomization_balance(r, masks, n, output_masks, OUTPUTS);
		cr_assert(memcmp(&r[n - 1].r_c, &before[n - 1].r_c, 32) != 0);
		before[n - 1].r_c = r[n - 1].r_c;
		cr_assert(!memcmp(before, r, sizeof r), "only r_c of the last input changes");
		for (size_t i = 0; i < n; i++) {
			struct sn_scalar mask;
			sum += 1000 * i + 1000;
			sn_scalar_add(&mask, &masks[i], &r[i].r_c);
			sn_commit(&tuple[i], &mask, 1000 * i + 1000);
		}
		cr_assert(!sn_commitments_balance(tuple, n, outputs, OUTPUTS, sum - 406));
		cr_assert(sn_commitments_balance(tuple, n, outputs, OUTPUTS, sum - 405));
	}
}

/* The r_c of the vectors, from the masks: with one input, it follows from them alone. */
Test(rerandomize, balance_of_vectors)
{
	static const struct {
		size_t first, n;
		int outputs;
	} txs[] = {{0, 1, 2}, {1, 3, 3}, {4, 1, 2}, {5, 1, 2}};

	for (size_t k = 0; k < sizeof txs / sizeof *txs; k++) {
		struct sn_scalar masks[3], output_masks[3], r_c;
		struct sn_rerandomization r[3];
		struct sal_spend_vector v;
		for (size_t i = 0; i < txs[k].n; i++) {
			sal_spend_vector(&v, txs[k].first + i);
			masks[i] = v.mask;
			r[i] = v.spend.opening.r;
		}
		for (int i = 0; i < txs[k].outputs; i++)
			sal_output_mask(&output_masks[i], v.tx, i);
		r_c = r[txs[k].n - 1].r_c;
		memset(&r[txs[k].n - 1].r_c, 0, sizeof r_c);
		sn_rerandomization_balance(r, masks, txs[k].n, output_masks, (size_t)txs[k].outputs);
		cr_assert(sn_scalar_is_equal(&r[txs[k].n - 1].r_c, &r_c), "%s", v.tx);
	}
}

static void expect(int code, const struct sal_spend *s, const char *what)
{
	static const struct sn_input_tuple nothing;
	struct sn_input_tuple input;

	memset(&input, 0xff, sizeof input);
	cr_assert_eq(sn_rerandomize(&input, &s->output, &s->opening.r, s->constants), code, "%s", what);
	cr_assert_eq(!memcmp(&input, &nothing, sizeof input), code != SN_OK, "%s", what);
}

Test(rerandomize, scalars_that_are_zero_or_not_reduced_are_refused)
{
	struct sn_random random;
	struct sal_spend good, bad;

	test_random(&random, "scalars");
	sal_spend_make(&good, &random, true, sn_fcmp);
	struct sn_scalar *const scalars[] = {&bad.opening.r.r_o, &bad.opening.r.r_i, &bad.opening.r.r_r_i,
					     &bad.opening.r.r_c};
	for (size_t i = 0; i < 4; i++) {
		bad = good;
		*scalars[i] = sn_scalar_zero;
		expect(i < 3 ? SN_BAD_INPUT : SN_OK, &bad, "0");
		bad = good;
		*scalars[i] = sn_scalar_order;
		expect(SN_BAD_INPUT, &bad, "l");
		bad = good;
		memset(scalars[i], 0xff, 32);
		expect(SN_BAD_INPUT, &bad, "2^256 - 1");
	}
}

Test(rerandomize, points_of_other_orders_are_refused)
{
	struct sn_random random;
	struct sal_spend good, bad;

	test_random(&random, "points");
	sal_spend_make(&good, &random, true, sn_fcmp);
	struct sn_point *const points[] = {&bad.output.o, &bad.output.i, &bad.output.c};
	for (size_t i = 0; i < 3; i++) {
		bad = good;
		*points[i] = point_plus(points[i], &point_order_2);
		expect(SN_BAD_INPUT, &bad, "torsion");
		*points[i] = point_order_2;
		expect(SN_BAD_INPUT, &bad, "order 2");
		*points[i] = identity;
		expect(SN_BAD_INPUT, &bad, "identity");
		*points[i] = (struct sn_point){{2}};
		expect(SN_BAD_INPUT, &bad, "no point");
		memset(points[i], 0xff, 32);
		expect(SN_BAD_INPUT, &bad, "not canonical");
	}
}

Test(rerandomize, identity_is_refused)
{
	struct sn_random random;
	struct sal_spend good, bad;

	test_random(&random, "identity");
	sal_spend_make(&good, &random, true, sn_fcmp);
	good.opening.r.r_o = good.opening.r.r_i = good.opening.r.r_c = sn_scalar_one;
	expect(SN_OK, &good, "ones");
	bad = good;
	bad.output.o = point_negative(&sn_fcmp->t.encoded);
	expect(SN_REFUSED, &bad, "O~");
	bad = good;
	bad.output.i = point_negative(&sn_fcmp->u.encoded);
	expect(SN_REFUSED, &bad, "I~");
	bad = good;
	bad.output.c = point_negative(&sn_point_base);
	expect(SN_REFUSED, &bad, "C~");
}

Test(rerandomize, key_images_of_bad_input_are_refused)
{
	struct sn_point image, torsion = point_plus(&sn_point_base, &point_order_2);
	struct sn_scalar x = sn_scalar_one;

	cr_assert(!sn_image_from_generator(&image, &sn_point_base, &x));
	cr_assert(sn_point_is_equal(&image, &sn_point_base));
	const struct sn_point *const bad[] = {&torsion, &point_order_2, &identity};
	for (size_t i = 0; i < 3; i++) {
		cr_assert_eq(sn_image_from_generator(&image, bad[i], &x), SN_BAD_INPUT);
		cr_assert(sn_point_is_equal(&image, &zero_point));
	}
	cr_assert_eq(sn_image_from_generator(&image, &sn_point_base, &sn_scalar_zero), SN_BAD_INPUT);
	cr_assert_eq(sn_image_from_generator(&image, &sn_point_base, &sn_scalar_order), SN_BAD_INPUT);
	cr_assert(sn_point_is_equal(&image, &zero_point));
}
