#include "cold/review.h"

#include "cold/input.h"
#include "cold_sets.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

static struct sn_account alice, bob, carol;

static void set_up(void)
{
	alice = cold_account("alice");
	bob = cold_account("bob");
	carol = cold_account("carol");
}

TestSuite(cold_review, .init = set_up);

static struct sn_review review_of(const struct sn_unsigned_set *set)
{
	struct sn_review review;
	struct sn_error err = {""};
	cr_assert(!sn_review(&review, &alice, set, NULL, &err), "%s", err.text);
	return review;
}

Test(cold_review, says_what_the_set_does)
{
	struct sn_unsigned_set set = cold_set(2);
	struct sn_unsigned_tx *tx = &set.txs[0];
	cold_spend_amount(tx, &alice, 3 * COLD_XMR);
	cold_spend(tx, &alice, &(struct cold_output){{1, 2}, COLD_XMR, SN_MASK_ONE, 0});
	cold_pay(tx, cold_address(&bob, 0, 0), 5);
	cold_pay(tx, cold_address(&bob, 0, 3), 7);
	cold_pay(tx, cold_address(&alice, 1, 4), 11);
	cold_pay(tx, cold_address(&alice, 0, 0), 13);
	tx->unlock_time = 3000000;
	cold_change(tx, 1, 0);
	tx = &set.txs[1];
	cold_spend_amount(tx, &alice, COLD_XMR + COLD_FEE);
	cold_pay(tx, cold_integrated(&carol, 0x0807060504030201), COLD_XMR);

	struct sn_review review = review_of(&set);
	cr_assert_eq(review.n, 2);
	const struct sn_review_tx *r = &review.txs[0];
	cr_assert(r->n_inputs == 2 && r->inputs == 4 * COLD_XMR);
	cr_assert(r->n_destinations == 4 && r->sent == 36);
	for (size_t i = 0; i < 4; i++) {
		cr_assert(sn_address_is_equal(&r->destinations[i].address, &set.txs[0].destinations[i].address));
		cr_assert_eq(r->destinations[i].amount, set.txs[0].destinations[i].amount);
		cr_assert_eq(r->destinations[i].is_own, i >= 2);
	}
	cr_assert(r->destinations[2].own_index.major == 1 && r->destinations[2].own_index.minor == 4);
	cr_assert(r->destinations[3].own_index.major == 0 && r->destinations[3].own_index.minor == 0);
	struct sn_address change = cold_address(&alice, 1, 0);
	cr_assert(r->has_change && r->change == 4 * COLD_XMR - 36 - COLD_FEE);
	cr_assert(r->change_to.major == 1 && r->change_to.minor == 0);
	cr_assert(sn_address_is_equal(&r->change_address, &change));
	cr_assert(r->fee == COLD_FEE && r->unlock_time == 3000000);

	r = &review.txs[1];
	cr_assert(!r->has_change && r->change == 0 && r->sent == COLD_XMR && r->inputs == COLD_XMR + COLD_FEE);
	cr_assert(!r->destinations[0].is_own);
	cr_assert_eq(review.inputs, 5 * COLD_XMR + COLD_FEE);
	cr_assert_eq(review.sent, 36 + COLD_XMR);
	cr_assert_eq(review.change, 4 * COLD_XMR - 36 - COLD_FEE);
	cr_assert_eq(review.fee, 2 * COLD_FEE);
	sn_review_free(&review);
	cr_assert(review.n == 0 && !review.txs);
	cold_free(&set);
}

Test(cold_review, watch_only_account_may_look)
{
	struct sn_account watch;
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_review review;
	struct sn_signed_set out;
	struct sn_error err = {""};
	sn_account_watch_only(&watch, &alice);
	cr_assert(!sn_review(&review, &watch, &set, NULL, &err), "%s", err.text);
	cr_assert(review.n == 1 && review.sent == COLD_XMR / 4);
	sn_review_free(&review);
	cr_assert_eq(sn_sign(&out, &watch, &set, NULL, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "watch-only"), "%s", err.text);
	cr_assert(out.n == 0 && !out.txs);
	cold_free(&set);
}

/* Own addresses are told by their keys, not by what somebody calls them. */
Test(cold_review, own_addresses)
{
	static const struct {
		uint32_t major, minor;
		bool is_own; /* as far as the look-ahead goes */
	} cases[] = {{0, 0, true},	{0, 1, true},	 {0, 199, true}, {49, 199, true},
		     {50, 0, false},	{0, 200, false}, {UINT32_MAX, 1, false}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sn_unsigned_set set =
			cold_everyday(&alice, cold_address(&alice, cases[i].major, cases[i].minor));
		struct sn_review review = review_of(&set);
		const struct sn_review_destination *d = &review.txs[0].destinations[0];
		cr_assert_eq(d->is_own, cases[i].is_own, "%u/%u", cases[i].major, cases[i].minor);
		if (d->is_own)
			cr_assert(d->own_index.major == cases[i].major && d->own_index.minor == cases[i].minor);
		sn_review_free(&review);
		cold_free(&set);
	}

	/* Another's spend key with our view key, and the reverse, are not ours. */
	struct sn_address foreign[4] = {cold_address(&bob, 0, 0), cold_address(&alice, 0, 0), cold_address(&bob, 0, 1),
					cold_address(&alice, 0, 1)};
	foreign[0].view = alice.view_public;
	foreign[1].view = bob.view_public;
	foreign[2].view = cold_address(&alice, 0, 1).view;
	foreign[3].view = cold_address(&bob, 0, 1).view;
	for (size_t i = 0; i < 4; i++) {
		struct sn_unsigned_set set = cold_everyday(&alice, foreign[i]);
		struct sn_review review = review_of(&set);
		cr_assert(!review.txs[0].destinations[0].is_own);
		sn_review_free(&review);
		cold_free(&set);
	}

	struct sn_unsigned_set set = cold_everyday(&alice, cold_integrated(&alice, 9));
	struct sn_review review = review_of(&set);
	cr_assert(review.txs[0].destinations[0].is_own);
	sn_review_free(&review);
	cold_free(&set);
}

/* ---------------------------------------------------------------- inputs */

Test(cold_review, refuses_bad_inputs)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_unsigned_input *in = set.txs[0].inputs, good = *in;

	in->n_ring = 15;
	cold_expect_refused(&alice, &set, NULL, "ring of 15 members");
	*in = good;
	in->ring[0].key = in->ring[15].key;
	cold_expect_refused(&alice, &set, NULL, "names the same output twice");
	*in = good;
	in->global_index[8] = in->global_index[7];
	cold_expect_refused(&alice, &set, NULL, "not in ascending order");
	*in = good;
	in->ring[4].commitment = (struct sn_point){{2}};
	cold_expect_refused(&alice, &set, NULL, "no point of the curve");
	*in = good;
	in->index++;
	cold_expect_refused(&alice, &set, NULL, "an input is not ours");
	*in = good;
	in->amount++;
	cold_expect_refused(&alice, &set, NULL, "does not open its commitment");
	*in = good;
	in->mask_kind = SN_MASK_ONE;
	cold_expect_refused(&alice, &set, NULL, "does not open its commitment");
	*in = good;
	cold_expect_refused(&carol, &set, NULL, "an input is not ours");
	set.txs[0].n_inputs = 0;
	set.txs[0].n_destinations = 1;
	set.txs[0].destinations[0].amount = 1;
	cold_expect_refused(&alice, &set, NULL, "the inputs are not what");
	cold_free(&set);
}

Test(cold_review, every_input_is_looked_at)
{
	struct sn_unsigned_set set = cold_set(1);
	struct sn_unsigned_tx *tx = &set.txs[0];
	for (size_t i = 0; i < 8; i++)
		cold_spend_amount(tx, &alice, COLD_XMR);
	cold_pay(tx, cold_address(&bob, 0, 0), COLD_XMR);
	cold_change(tx, 0, 0);
	for (size_t i = 0; i < 8; i++) {
		tx->inputs[i].amount--;
		cold_expect_refused(&alice, &set, NULL, "does not open its commitment");
		tx->inputs[i].amount++;
	}
	struct sn_review review = review_of(&set);
	cr_assert(review.txs[0].n_inputs == 8 && review.inputs == 8 * (uint64_t)COLD_XMR);
	sn_review_free(&review);
	cold_free(&set);
}

Test(cold_review, same_output_twice)
{
	struct cold_output other = {{0, 1}, COLD_XMR, SN_MASK_DERIVED, 3};
	struct sn_unsigned_set set = cold_set(2);
	struct sn_unsigned_tx *tx = &set.txs[0];
	cold_spend_amount(tx, &alice, COLD_XMR);
	cold_spend(tx, &alice, &other);
	cold_spend(tx, &alice, &other);
	tx->inputs[2] = tx->inputs[0];
	cold_pay(tx, cold_address(&bob, 0, 0), COLD_XMR / 2);
	cold_change(tx, 0, 0);
	set.n = 1;
	cold_expect_refused(&alice, &set, NULL, "the same output is spent twice");

	/* Amid other decoys it is still the same. */
	struct sn_opened_input opened;
	cr_assert(!sn_input_open(&opened, &alice, &tx->inputs[2], NULL));
	for (size_t i = 0; i < SN_RING_SIZE; i++)
		if (i != opened.real)
			tx->inputs[2].ring[i] = (struct sn_ring_member){cold_random_point(), cold_random_point()};
	cold_expect_refused(&alice, &set, NULL, "the same output is spent twice");

	/* Across transactions. */
	set.n = 2;
	tx->n_inputs = 2;
	tx->change = 0;
	cold_change(tx, 0, 0);
	struct sn_unsigned_tx *second = &set.txs[1];
	cold_spend_amount(second, &alice, COLD_XMR);
	cold_spend_amount(second, &alice, COLD_XMR);
	second->inputs[1] = tx->inputs[1];
	cold_pay(second, cold_address(&carol, 0, 0), COLD_XMR);
	cold_change(second, 0, 0);
	cold_expect_refused(&alice, &set, NULL, "the same output is spent twice");

	/* Once each it is good. */
	cold_make_input(&second->inputs[1], &alice, &other);
	struct sn_review review = review_of(&set);
	cr_assert_eq(review.inputs, 4 * (uint64_t)COLD_XMR);
	sn_review_free(&review);
	cold_free(&set);
}

Test(cold_review, names_the_transaction)
{
	struct sn_unsigned_set set = cold_set(3);
	for (size_t i = 0; i < 3; i++) {
		cold_spend_amount(&set.txs[i], &alice, COLD_XMR);
		cold_pay(&set.txs[i], cold_address(&bob, 0, 0), COLD_XMR / 2);
		cold_change(&set.txs[i], 0, 0);
	}
	set.txs[1].change++;
	cold_expect_refused(&alice, &set, NULL, "transaction 2 of 3: ");
	set.txs[1].change--;
	set.txs[2].change--;
	cold_expect_refused(&alice, &set, NULL, "transaction 3 of 3: ");
	cold_free(&set);
}

/* ---------------------------------------------------------------- sums, fee */

Test(cold_review, sums_must_match)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_unsigned_tx *tx = &set.txs[0];
	uint64_t *const parts[] = {&tx->destinations[0].amount, &tx->change, &tx->fee};
	for (size_t i = 0; i < 3; i++) {
		(*parts[i])++;
		cold_expect_refused(&alice, &set, NULL, "the inputs are not what");
		*parts[i] -= 2;
		cold_expect_refused(&alice, &set, NULL, "the inputs are not what");
		(*parts[i])++;
	}
	struct sn_review review = review_of(&set);
	sn_review_free(&review);
	cold_free(&set);
}

/* Amounts that wrap around 2^64 to the right sum. */
Test(cold_review, sums_must_not_wrap)
{
	struct sn_address to = cold_address(&bob, 0, 0);
	struct sn_unsigned_set set = cold_set(1);
	struct sn_unsigned_tx *tx = &set.txs[0];
	cold_spend_amount(tx, &alice, COLD_XMR);

	/* destinations alone */
	cold_pay(tx, to, 1ull << 63);
	cold_pay(tx, to, 1ull << 63);
	cold_pay(tx, to, COLD_XMR - COLD_FEE);
	cold_expect_refused(&alice, &set, NULL, "more than there can be");
	/* with the change */
	tx->n_destinations = 0;
	cold_pay(tx, to, UINT64_MAX - 9);
	tx->has_change = true;
	tx->change = 10 + COLD_XMR - COLD_FEE;
	cr_assert_eq(tx->destinations[0].amount + tx->change + tx->fee, COLD_XMR);
	cold_expect_refused(&alice, &set, NULL, "more than there can be");
	/* with the fee */
	tx->has_change = false;
	tx->change = 0;
	tx->fee = 10 + COLD_XMR;
	cr_assert_eq(tx->destinations[0].amount + tx->fee, COLD_XMR);
	cold_expect_refused(&alice, &set, NULL, "more than there can be");
	/* inputs: two commitments that really open to 2^63 */
	tx->n_inputs = 0;
	cold_spend_amount(tx, &alice, 1ull << 63);
	cold_spend_amount(tx, &alice, (1ull << 63) + COLD_XMR);
	tx->n_destinations = 0;
	cold_pay(tx, to, COLD_XMR - COLD_FEE);
	tx->fee = COLD_FEE;
	cold_expect_refused(&alice, &set, NULL, "more than there can be");
	cold_free(&set);

	/* Each transaction is good, all of them together are more than there can be. */
	set = cold_set(2);
	for (size_t i = 0; i < 2; i++) {
		cold_spend_amount(&set.txs[i], &alice, 1ull << 63);
		cold_pay(&set.txs[i], to, COLD_XMR);
		cold_change(&set.txs[i], 0, 0);
	}
	cold_expect_refused(&alice, &set, NULL, "more than there can be");
	set.n = 1;
	struct sn_review review = review_of(&set);
	cr_assert_eq(review.inputs, 1ull << 63);
	sn_review_free(&review);
	set.n = 2;
	cold_free(&set);
}

static int review_with_fee(struct sn_unsigned_set *set, uint64_t fee, uint64_t max_fee, struct sn_error *err)
{
	struct sn_limits limits = {.max_fee = max_fee};
	struct sn_review review;
	set->txs[0].fee = fee;
	cold_change(&set->txs[0], 0, 0);
	int ret = sn_review(&review, &alice, set, &limits, err);
	if (!ret)
		sn_review_free(&review);
	return ret;
}

Test(cold_review, fee_is_bounded)
{
	struct sn_error err = {""};
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_tx_plan plan;
	/* A fee of this size takes one byte more than the usual one, and weight counts it. */
	set.txs[0].fee = 18000000000;
	cr_assert(!sn_tx_plan(&plan, &alice, &set.txs[0], NULL));
	uint64_t bound = plan.weight * (uint64_t)SN_USUAL_FEE_PER_BYTE * SN_FEE_BOUND_FACTOR;
	cr_assert(plan.weight > 1400 && plan.weight < 1700, "%zu", plan.weight);

	cr_assert(!review_with_fee(&set, bound, 0, &err), "%s", err.text);
	cr_assert_eq(review_with_fee(&set, bound + 1, 0, &err), SN_REFUSED);
	char words[128];
	snprintf(words, sizeof words, "fee of %llu piconero is above the bound of %llu; --max-fee",
		 (unsigned long long)bound + 1, (unsigned long long)bound);
	cold_expect_refused(&alice, &set, NULL, words);

	struct sn_limits limits = {.max_fee = COLD_FEE - 1};
	cr_assert(!review_with_fee(&set, COLD_FEE, COLD_FEE, &err), "%s", err.text);
	cr_assert_eq(review_with_fee(&set, COLD_FEE, COLD_FEE - 1, &err), SN_REFUSED);
	cold_expect_refused(&alice, &set, &limits, "above the bound of 43999999");
	/* It may also allow more than usual. */
	cr_assert(!review_with_fee(&set, bound + 1, bound + 1, &err), "%s", err.text);
	/* No fee at all is the daemon's business. */
	cr_assert(!review_with_fee(&set, 0, 0, &err), "%s", err.text);
	cold_free(&set);
}

/* ---------------------------------------------------------------- recipients */

Test(cold_review, refuses_bad_recipients)
{
	struct sn_address to = cold_address(&bob, 0, 0);
	struct sn_unsigned_set set = cold_everyday(&alice, to);
	struct sn_unsigned_tx *tx = &set.txs[0];
	struct sn_unsigned_tx good = *tx;

	for (int network = SN_TESTNET; network <= SN_STAGENET; network++) {
		tx->destinations[0].address.network = (enum sn_network)network;
		cold_expect_refused(&alice, &set, NULL, "of another network");
	}
	tx->destinations[0].address = to;

	tx->destinations[0].amount = 0;
	tx->change = 0;
	cold_change(tx, 0, 0);
	cold_expect_refused(&alice, &set, NULL, "an amount is zero");
	tx->destinations[0].amount = good.destinations[0].amount = COLD_XMR / 4;
	*tx = good;

	tx->destinations[0].address.spend = (struct sn_point){{2}};
	cold_expect_refused(&alice, &set, NULL, "no valid keys");
	tx->destinations[0].address = to;
	tx->destinations[0].address.view = (struct sn_point){{2}};
	cold_expect_refused(&alice, &set, NULL, "no valid keys");
	tx->destinations[0].address = to;

	tx->change = 0;
	cold_expect_refused(&alice, &set, NULL, "the change is zero");
	*tx = good;

	tx->n_destinations = 0;
	tx->change = tx->inputs[0].amount - tx->fee;
	cold_expect_refused(&alice, &set, NULL, "no recipient");
	*tx = good;
	struct sn_review review = review_of(&set);
	sn_review_free(&review);
	cold_free(&set);
}

Test(cold_review, number_of_outputs)
{
	struct sn_unsigned_set set = cold_set(1);
	struct sn_unsigned_tx *tx = &set.txs[0];
	cold_spend_amount(tx, &alice, COLD_XMR);
	for (uint32_t i = 0; i < 16; i++)
		cold_pay(tx, cold_address(&bob, 0, i), 1);
	cold_change(tx, 0, 0);
	cold_expect_refused(&alice, &set, NULL, "17 outputs");
	tx->n_destinations = 15;
	cold_change(tx, 0, 0);
	struct sn_review review = review_of(&set);
	sn_review_free(&review);
	/* Sixteen without change. */
	tx->n_destinations = 15;
	tx->has_change = false;
	tx->change = 0;
	cold_pay(tx, cold_address(&bob, 0, 0), COLD_XMR - 15 - COLD_FEE);
	review = review_of(&set);
	sn_review_free(&review);
	cold_pay(tx, cold_address(&bob, 0, 0), 1);
	tx->destinations[0].amount = 0;
	cold_expect_refused(&alice, &set, NULL, "an amount is zero");
	cold_free(&set);
}

Test(cold_review, payment_ids)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_integrated(&bob, 1));
	struct sn_unsigned_tx *tx = &set.txs[0];
	cold_pay(tx, cold_address(&carol, 0, 0), 1);
	cold_change(tx, 0, 0);
	cold_expect_refused(&alice, &set, NULL, "a transaction of its own");
	tx->destinations[1].address = cold_integrated(&bob, 2);
	cold_expect_refused(&alice, &set, NULL, "two payment ids");
	tx->destinations[1].address = cold_integrated(&bob, 1);
	struct sn_review review = review_of(&set);
	sn_review_free(&review);
	cold_free(&set);
}
