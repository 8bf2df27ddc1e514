#include "cold/outputs.h"

#include "cold_sets.h"
#include "crypto/derive.h"

#include <criterion/criterion.h>

#include <string.h>

/* cold_sign_outputs.c tests the view of the recipients. */

static struct sn_account alice, bob;
static struct sn_unsigned_set set;
static struct sn_tx_plan plan;
static struct sn_tx_keys keys;

/* To a standard address, and `n` - 1 subaddresses; change. */
static void make(size_t n, const char *seed)
{
	struct sn_random random;
	struct sn_error err = {0};
	alice = cold_account("alice");
	bob = cold_account("bob");
	set = cold_set(1);
	cold_spend_amount(&set.txs[0], &alice, COLD_XMR);
	for (size_t i = 0; i < n; i++)
		cold_pay(&set.txs[0], cold_address(&bob, 0, (uint32_t)i), 1000);
	cold_change(&set.txs[0], 0, 0);
	cr_assert(!sn_tx_plan(&plan, &alice, &set.txs[0], &err), "%s", err.text);
	sn_random_init(&random, "test", &alice.spend_secret, seed, strlen(seed));
	memset(&keys, 0, sizeof keys);
	cr_assert(!sn_tx_keys_make(&keys, &plan, &random));
}

static void expect_unfit(const struct sn_tx_keys *good, const char *what)
{
	cr_assert(!sn_tx_keys_fit(&keys, &plan), "%s", what);
	keys = *good;
}

Test(cold_outputs, keys_that_do_not_match_are_noticed)
{
	make(4, "");
	cr_assert(plan.has_additional_keys && plan.n_outputs == 5);
	cr_assert(sn_tx_keys_fit(&keys, &plan));
	struct sn_tx_keys good = keys;
	keys.r = cold_random_scalar();
	expect_unfit(&good, "r");
	keys.tx_key = cold_random_point();
	expect_unfit(&good, "R");
	for (size_t i = 0; i < plan.n_outputs; i++) {
		keys.additional_r[i].b[0] ^= 1;
		expect_unfit(&good, "additional r");
		keys.additional[i] = cold_random_point();
		expect_unfit(&good, "additional R");
		keys.order[i] = plan.n_outputs;
		expect_unfit(&good, "no such output");
		keys.order[i] = SIZE_MAX;
		expect_unfit(&good, "no such output");
	}
	/* Beyond the outputs nothing is looked at. */
	keys.order[5] = keys.order[0];
	keys.additional[5] = cold_random_point();
	cr_assert(sn_tx_keys_fit(&keys, &plan));
	cold_free(&set);
}

/* Two recipients of the same amount: if one were paid twice and the other never, the sums would still match.
 */
Test(cold_outputs, everybody_is_paid_once)
{
	make(1, "");
	struct sn_account carol = cold_account("carol");
	cold_pay(&set.txs[0], cold_address(&carol, 0, 0), 1000);
	set.txs[0].change -= 1000;
	cr_assert(!sn_tx_plan(&plan, &alice, &set.txs[0], NULL));
	struct sn_random random;
	sn_random_init(&random, "test", &alice.spend_secret, "", 0);
	cr_assert(!sn_tx_keys_make(&keys, &plan, &random));
	cr_assert(!plan.has_additional_keys && sn_tx_keys_fit(&keys, &plan));
	struct sn_tx_keys good = keys;
	for (size_t i = 0; i < 3; i++)
		for (size_t j = 0; j < 3; j++)
			if (i != j) {
				keys.order[i] = keys.order[j];
				expect_unfit(&good, "one output twice");
			}
	cold_free(&set);
}

/* The same keys always give the same outputs and tx extra; other keys give others. */
Test(cold_outputs, same_keys_make_same_outputs)
{
	struct sn_tx_output outputs[2][5], other;
	struct sn_scalar masks[2], other_mask;
	struct sn_buf extra[2] = {{0}, {0}};
	make(4, "");
	for (size_t i = 0; i < 5; i++) {
		for (size_t k = 0; k < 2; k++)
			cr_assert(!sn_tx_output_make(&outputs[k][i], &masks[k], &keys, i, &alice, &plan));
		cr_assert(sn_point_is_equal(&outputs[0][i].key, &outputs[1][i].key));
		cr_assert(sn_point_is_equal(&outputs[0][i].commitment, &outputs[1][i].commitment));
		cr_assert(!memcmp(&masks[0], &masks[1], sizeof *masks));
	}
	for (size_t k = 0; k < 2; k++)
		cr_assert(!sn_tx_extra_make(&extra[k], &keys, &plan));
	cr_assert(extra[0].len == plan.extra_size && extra[1].len == plan.extra_size);
	cr_assert(!memcmp(extra[0].data, extra[1].data, plan.extra_size));
	cold_free(&set);

	make(4, "another");
	for (size_t i = 0; i < 5; i++) {
		cr_assert(!sn_tx_output_make(&other, &other_mask, &keys, i, &alice, &plan));
		for (size_t j = 0; j < 5; j++) {
			cr_assert(!sn_point_is_equal(&other.key, &outputs[0][j].key));
			cr_assert(!sn_point_is_equal(&other.commitment, &outputs[0][j].commitment));
		}
	}
	sn_buf_clear(&extra[1]);
	cr_assert(!sn_tx_extra_make(&extra[1], &keys, &plan));
	cr_assert(memcmp(extra[0].data, extra[1].data, plan.extra_size));
	sn_buf_free(&extra[0]);
	sn_buf_free(&extra[1]);
	cold_free(&set);
}

/* The dummy output is not ours, and differs each time. */
Test(cold_outputs, dummy_output_belongs_to_nobody)
{
	struct sn_tx_output dummy[2];
	struct sn_scalar mask;
	for (size_t k = 0; k < 2; k++) {
		make(1, k ? "another" : "");
		set.txs[0].has_change = false;
		cr_assert(!sn_tx_plan(&plan, &alice, &set.txs[0], NULL));
		cr_assert_eq(plan.outputs[1].kind, SN_PLANNED_DUMMY);
		size_t at = keys.order[0] == 1 ? 0 : 1;
		cr_assert(!sn_tx_output_make(&dummy[k], &mask, &keys, at, &alice, &plan));
		struct sn_point derivation, p;
		const struct sn_point *spends[] = {&alice.spend_public, &bob.spend_public,
						   &sn_point_identity};
		cr_assert(!sn_derive(&derivation, &keys.tx_key, &alice.view_secret));
		for (size_t i = 0; i < 3; i++)
			cr_assert(sn_derive_public_key(&p, &derivation, at, spends[i]) ||
				  !sn_point_is_equal(&p, &dummy[k].key));
		cold_free(&set);
	}
	cr_assert(!sn_point_is_equal(&dummy[0].key, &dummy[1].key));
}

Test(cold_outputs, invalid_keys_are_refused)
{
	struct sn_random random;
	struct sn_tx_output out;
	struct sn_scalar mask;
	struct sn_buf extra = {0};
	make(1, "");
	size_t at = keys.order[0] == 0 ? 0 : 1;
	plan.outputs[0].address.view = (struct sn_point){{2}};
	cr_assert_eq(sn_tx_output_make(&out, &mask, &keys, at, &alice, &plan), SN_BAD_INPUT);
	cr_assert(plan.has_payment_id && plan.payment_id_for == &plan.outputs[0].address);
	cr_assert_eq(sn_tx_extra_make(&extra, &keys, &plan), SN_BAD_INPUT);
	cr_assert_eq(extra.len, 0);
	plan.outputs[0].address = cold_address(&bob, 0, 1);
	plan.outputs[0].address.spend = (struct sn_point){{2}};
	cr_assert_eq(sn_tx_output_make(&out, &mask, &keys, at, &alice, &plan), SN_BAD_INPUT);
	plan.tx_key_for = &plan.outputs[0].address;
	sn_random_init(&random, "test", &alice.spend_secret, "", 0);
	cr_assert_eq(sn_tx_keys_make(&keys, &plan, &random), SN_BAD_INPUT);
	cold_free(&set);
}
