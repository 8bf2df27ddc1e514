#include "cold/review.h"

#include "chain/amount.h"
#include "cold/policy.h"
#include "cold_sets.h"
#include "handoff/plan.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The limits that options and the policy can change (fee, unlock time, dust), and those of the network. */

static struct sn_account alice, bob, carol;

static void set_up(void)
{
	alice = cold_account("alice");
	bob = cold_account("bob");
	carol = cold_account("carol");
}

TestSuite(cold_review_limits, .init = set_up);

/* ---------------------------------------------------------------- fee, unlock time */

static int review_with_fee(struct sn_unsigned_set *set, uint64_t fee, const struct sn_limits *limits,
			   struct sn_error *err)
{
	struct sn_review review;
	set->txs[0].fee = fee;
	cold_change(&set->txs[0], 0, 0);
	int ret = sn_review(&review, &alice, set, limits, 1, err);
	if (!ret)
		sn_review_free(&review);
	return ret;
}

Test(cold_review_limits, fee_is_bounded)
{
	struct sn_error err = {0};
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_tx_plan plan;
	/* A fee of this size takes one byte more than the usual one, and weight counts it. */
	set.txs[0].fee = 18000000000;
	cr_assert(!sn_tx_plan(&plan, &alice, &set.txs[0], NULL));
	uint64_t bound = plan.weight * (uint64_t)SN_LARGEST_LOWEST_FEE_PER_BYTE * SN_FEE_BOUND_FACTOR;
	cr_assert(plan.weight > 1400 && plan.weight < 1700, "%zu", plan.weight);

	struct sn_limits limits = {.max_fee = 1}; /* ignored without has_max_fee */
	cr_assert(!review_with_fee(&set, bound, NULL, &err), "%s", err.text);
	cr_assert(!review_with_fee(&set, bound, &limits, &err), "%s", err.text);
	cr_assert_eq(review_with_fee(&set, bound + 1, &limits, &err), SN_REFUSED);
	cr_assert_eq(review_with_fee(&set, bound + 1, NULL, &err), SN_REFUSED);
	char words[128], fee_text[SN_AMOUNT_TEXT_MAX], bound_text[SN_AMOUNT_TEXT_MAX];
	sn_amount_format(fee_text, (struct sn_amount){bound + 1});
	sn_amount_format(bound_text, (struct sn_amount){bound});
	snprintf(words, sizeof words, "fee of %s XMR is above the bound of %s XMR\nhint: use --max-fee",
		 fee_text, bound_text);
	cold_expect_refused(&alice, &set, NULL, words);

	limits = (struct sn_limits){.has_max_fee = true, .max_fee = COLD_FEE};
	cr_assert(!review_with_fee(&set, COLD_FEE, &limits, &err), "%s", err.text);
	limits.max_fee = COLD_FEE - 1;
	cr_assert_eq(review_with_fee(&set, COLD_FEE, &limits, &err), SN_REFUSED);
	cold_expect_refused(&alice, &set, &limits, "above the bound of 0.000043999999 XMR");
	/* It may also allow more than usual. */
	limits.max_fee = bound + 1;
	cr_assert(!review_with_fee(&set, bound + 1, &limits, &err), "%s", err.text);
	cr_assert_eq(review_with_fee(&set, bound + 2, &limits, &err), SN_REFUSED);
	/* No fee at all is the daemon's business; and a bound of zero is one. */
	cr_assert(!review_with_fee(&set, 0, NULL, &err), "%s", err.text);
	limits.max_fee = 0;
	cr_assert(!review_with_fee(&set, 0, &limits, &err), "%s", err.text);
	cr_assert_eq(review_with_fee(&set, 1, &limits, &err), SN_REFUSED);
	cold_free(&set);
}

static void expect_lock_refused(const struct sn_unsigned_set *set, const char *words)
{
	/* Another permission does not help. */
	const struct sn_limits limits = {.has_max_fee = true, .max_fee = UINT64_MAX};
	cold_expect_refused(&alice, set, NULL, words);
	cold_expect_refused(&alice, set, &limits, words);
	cold_expect_refused(&alice, set, NULL, "--allow-unlock-time");
}

/* The online machine could lock all change for ever. */
Test(cold_review_limits, unlock_time_has_to_be_allowed)
{
	static const struct {
		uint64_t unlock_time;
		const char *words;
	} cases[] = {
		{1, "including the change, would be locked until block 1"},
		{499999999, "locked until block 499999999"},
		{500000000, "locked until Unix time 500000000"},
		{UINT64_MAX, "locked until Unix time 18446744073709551615"},
	};
	struct sn_unsigned_set set = cold_set(2);
	for (size_t i = 0; i < 2; i++) {
		cold_spend_amount(&set.txs[i], &alice, COLD_XMR);
		cold_pay(&set.txs[i], cold_address(&bob, 0, 0), COLD_SMALL);
		cold_change(&set.txs[i], 0, 0);
	}
	struct sn_limits limits = {.allow_unlock_time = true};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sn_signed_set out;
		set.txs[1].unlock_time = cases[i].unlock_time;
		expect_lock_refused(&set, cases[i].words);
		expect_lock_refused(&set, "transaction 2 of 2: ");

		struct sn_review review;
		cr_assert(!sn_review(&review, &alice, &set, &limits, 1, NULL));
		cr_assert(review.txs[0].unlock_time == 0 &&
			  review.txs[1].unlock_time == cases[i].unlock_time);
		sn_review_free(&review);
		cr_assert(!sn_sign(&out, &alice, &set, &limits, 1, NULL));
		sn_signed_set_free(&out);
	}
	/* This permission does not allow a fee. */
	limits.has_max_fee = true;
	cold_expect_refused(&alice, &set, &limits, "--max-fee");
	set.txs[1].unlock_time = 0;
	struct sn_review review;
	cr_assert(!sn_review(&review, &alice, &set, NULL, 1, NULL));
	sn_review_free(&review);
	cold_free(&set);
}

/* ---------------------------------------------------------------- limits of the network */

/* As one transaction of a file; enough inputs to be too heavy. */
Test(cold_review_limits, weight_is_bounded)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_unsigned_tx *tx = &set.txs[0];
	struct sn_unsigned_input first = tx->inputs[0];
	struct sn_tx_plan plan;
	size_t n = 0;
	tx->inputs = realloc(tx->inputs, 300 * sizeof *tx->inputs);
	cr_assert_not_null(tx->inputs);
	/* All inputs are the same output; this check comes after the sums. */
	for (size_t i = 0; i < 300; i++)
		tx->inputs[i] = first;
	do {
		tx->n_inputs = ++n;
		cr_assert(!sn_tx_plan(&plan, &alice, tx, NULL));
	} while (plan.weight <= SN_TX_WEIGHT_MAX && n < 300);
	cr_assert(n > 190 && n < 230, "%zu", n);
	cold_change(tx, 0, 0);
	cold_expect_refused(&alice, &set, NULL, "the network accepts at most 149400");
	tx->n_inputs--;
	cold_change(tx, 0, 0);
	cold_expect_refused(&alice, &set, NULL, "the same output is spent twice");
	cold_free(&set);
}

Test(cold_review_limits, dust_has_to_be_allowed)
{
	struct sn_limits limits = {.allow_dust = true}, other = {.allow_unlock_time = true};
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_unsigned_tx *tx = &set.txs[0];
	cold_pay(tx, cold_address(&carol, 0, 0), SN_DUST_BELOW - 1);
	cold_change(tx, 0, 0);
	const char *words = "recipient 2: the recipient gets dust: 0.000013999999 XMR; amounts below "
			    "0.000014000000 XMR cost more to spend than they are worth";
	cold_expect_refused(&alice, &set, NULL, words);
	cold_expect_refused(&alice, &set, &other, words);
	struct sn_review review;
	struct sn_signed_set out;
	cr_assert(!sn_review(&review, &alice, &set, &limits, 1, NULL));
	cr_assert(!review.txs[0].destinations[0].is_dust && review.txs[0].destinations[1].is_dust);
	sn_review_free(&review);
	cr_assert(!sn_sign(&out, &alice, &set, &limits, 1, NULL));
	sn_signed_set_free(&out);

	/* The smallest amount that is not dust; the change may be any amount. */
	tx->destinations[1].amount++;
	tx->destinations[0].amount = COLD_XMR - SN_DUST_BELOW - COLD_FEE - 1;
	cold_change(tx, 0, 0);
	cr_assert_eq(tx->change, 1);
	cr_assert(!sn_review(&review, &alice, &set, NULL, 1, NULL));
	cr_assert(!review.txs[0].destinations[1].is_dust);
	sn_review_free(&review);
	/* Nothing at all is no dust, and nothing allows it. */
	tx->destinations[1].amount = 0;
	cold_change(tx, 0, 0);
	cold_expect_refused(&alice, &set, &limits,
			    "recipient 2: the recipient gets nothing: the amount is zero");
	cold_free(&set);
}

/* ---------------------------------------------------------------- the owner's policy */

static struct sn_policy *policy_of(const char *text)
{
	struct sn_policy *policy;
	struct sn_error err = {0};
	cr_assert(!sn_policy_parse(&policy, SN_MAINNET, text, strlen(text), &err), "%s", err.text);
	return policy;
}

/* The policy is checked last. It may allow a fee above the usual bound. */
Test(cold_review_limits, policy_is_kept)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_error err = {0};
	struct sn_limits limits = {0};
	sn_policy_apply(&limits, policy_of("{\"version\": 1, \"max_fee_per_transaction\": 44000000}"));
	cr_assert(!review_with_fee(&set, COLD_FEE, &limits, &err), "%s", err.text);
	cr_assert_eq(review_with_fee(&set, COLD_FEE + 1, &limits, &err), SN_REFUSED);
	cold_expect_refused(&alice, &set, &limits,
			    "above the bound of 0.000044000000 XMR, the policy's max_fee_per_transaction");
	/* Of two bounds the lower one. */
	limits.has_max_fee = true;
	limits.max_fee = COLD_FEE - 1;
	cr_assert_eq(review_with_fee(&set, COLD_FEE, &limits, &err), SN_REFUSED);
	cold_expect_refused(&alice, &set, &limits,
			    "above the bound of 0.000043999999 XMR\nhint: use --max-fee");
	limits.max_fee = COLD_XMR;
	cr_assert_eq(review_with_fee(&set, COLD_FEE + 1, &limits, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "the policy's max_fee_per_transaction"), "%s", err.text);
	sn_policy_free((struct sn_policy *)limits.policy);

	limits = (struct sn_limits){0};
	sn_policy_apply(&limits, policy_of("{\"version\": 1, \"max_fee_per_transaction\": 500000000000}"));
	cr_assert(!review_with_fee(&set, COLD_XMR / 2, &limits, &err), "%s", err.text);
	cr_assert_eq(review_with_fee(&set, COLD_XMR / 2, NULL, &err), SN_REFUSED);
	sn_policy_free((struct sn_policy *)limits.policy);

	/* The policy checks the recipients after the signer's own rules. */
	limits = (struct sn_limits){0};
	sn_policy_apply(&limits, policy_of("{\"version\": 1, \"max_recipients_per_transaction\": 1}"));
	cr_assert(!review_with_fee(&set, COLD_FEE, &limits, &err), "%s", err.text);
	cold_pay(&set.txs[0], cold_address(&carol, 0, 0), COLD_SMALL);
	cold_change(&set.txs[0], 0, 0);
	cold_expect_refused(&alice, &set, &limits, "max_recipients");
	set.txs[0].change++;
	cold_expect_refused(&alice, &set, &limits, "the inputs do not equal");
	sn_policy_free((struct sn_policy *)limits.policy);
	cold_free(&set);
}

Test(cold_review_limits, policy_may_allow_an_unlock_time)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_limits limits = {0};
	sn_policy_apply(&limits, policy_of("{\"version\": 1, \"allow_unlock_time\": true}"));
	struct sn_review review;
	set.txs[0].unlock_time = 5;
	cr_assert(!sn_review(&review, &alice, &set, &limits, 1, NULL));
	sn_review_free(&review);
	sn_policy_free((struct sn_policy *)limits.policy);
	sn_policy_apply(&limits, policy_of("{\"version\": 1}"));
	cold_expect_refused(&alice, &set, &limits,
			    "locked until block 5, and the policy does not set allow_unlock_time");
	limits.allow_unlock_time = true; /* not suggested, because it does not help */
	cold_expect_refused(&alice, &set, &limits,
			    "would be locked until block 5, and allow_unlock_time is not true");
	sn_policy_free((struct sn_policy *)limits.policy);
	cold_free(&set);
}
