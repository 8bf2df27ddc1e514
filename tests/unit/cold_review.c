#include "cold/review.h"

#include "cold/input.h"
#include "cold_sets.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sn_account alice, bob, carol;

static void set_up(void)
{
	alice = cold_account("alice");
	bob = cold_account("bob");
	carol = cold_account("carol");
}

TestSuite(cold_review, .init = set_up);

Test(cold_review, review_has_every_value)
{
	struct sn_unsigned_set set = cold_set(2);
	struct sn_unsigned_tx *tx = &set.txs[0];
	cold_spend(tx, &alice, &(struct cold_output){{1, 0}, 3 * COLD_XMR, SN_MASK_DERIVED, 1});
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

	struct sn_review review = cold_review_of(&alice, &set);
	cr_assert_eq(review.n, 2);
	const struct sn_review_tx *r = &review.txs[0];
	cr_assert(r->n_inputs == 2 && r->inputs == 4 * COLD_XMR && r->account == 1);
	cr_assert(r->n_destinations == 4 && r->sent == 36);
	for (size_t i = 0; i < 4; i++) {
		cr_assert(sn_address_is_equal(&r->destinations[i].address,
					      &set.txs[0].destinations[i].address));
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
	cr_assert_eq(r->left, r->change + 11 + 13);

	r = &review.txs[1];
	cr_assert_eq(r->account, 0);
	cr_assert(!r->has_change && r->change == 0 && r->sent == COLD_XMR &&
		  r->inputs == COLD_XMR + COLD_FEE);
	cr_assert(!r->destinations[0].is_own);
	cr_assert_eq(review.inputs, 5 * COLD_XMR + COLD_FEE);
	cr_assert_eq(review.sent, 36 + COLD_XMR);
	cr_assert_eq(review.change, 4 * COLD_XMR - 36 - COLD_FEE);
	cr_assert_eq(review.fee, 2 * COLD_FEE);
	cr_assert_eq(review.left, review.change + 11 + 13);
	sn_review_free(&review);
	cr_assert(review.n == 0 && !review.txs);
	cold_free(&set);
}

Test(cold_review, watch_only_account_can_review)
{
	struct sn_account watch;
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_review review;
	struct sn_signed_set out;
	struct sn_error err = {0};
	sn_account_watch_only(&watch, &alice);
	cr_assert(!sn_review(&review, &watch, &set, NULL, 1, &err), "%s", err.text);
	cr_assert(review.n == 1 && review.sent == COLD_XMR / 4);
	sn_review_free(&review);
	cr_assert_eq(sn_sign(&out, &watch, &set, NULL, 1, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "watch-only"), "%s", err.text);
	cr_assert(out.n == 0 && !out.txs);
	cold_free(&set);
}

/* Own addresses are recognized by their keys. */
Test(cold_review, own_addresses_are_recognised)
{
	static const struct {
		uint32_t major, minor;
		bool is_own; /* as far as the signer looks */
	} cases[] = {{0, 0, true},   {0, 1, true},      {0, 199, true},     {49, 199, true},
		     {50, 0, false}, {0, 131071, true}, {0, 131272, false}, {UINT32_MAX, 1, false}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sn_unsigned_set set =
			cold_everyday(&alice, cold_address(&alice, cases[i].major, cases[i].minor));
		struct sn_review review = cold_review_of(&alice, &set);
		const struct sn_review_destination *d = &review.txs[0].destinations[0];
		cr_assert_eq(d->is_own, cases[i].is_own, "%u/%u", cases[i].major, cases[i].minor);
		if (d->is_own)
			cr_assert(d->own_index.major == cases[i].major &&
				  d->own_index.minor == cases[i].minor);
		sn_review_free(&review);
		cold_free(&set);
	}

	/* Another's spend key with our view key, and the reverse, are not ours. */
	struct sn_address foreign[4] = {cold_address(&bob, 0, 0), cold_address(&alice, 0, 0),
					cold_address(&bob, 0, 1), cold_address(&alice, 0, 1)};
	foreign[0].view = alice.view_public;
	foreign[1].view = bob.view_public;
	foreign[2].view = cold_address(&alice, 0, 1).view;
	foreign[3].view = cold_address(&bob, 0, 1).view;
	for (size_t i = 0; i < 4; i++) {
		struct sn_unsigned_set set = cold_everyday(&alice, foreign[i]);
		struct sn_review review = cold_review_of(&alice, &set);
		cr_assert(!review.txs[0].destinations[0].is_own);
		sn_review_free(&review);
		cold_free(&set);
	}

	struct sn_unsigned_set set = cold_everyday(&alice, cold_integrated(&alice, 9));
	struct sn_review review = cold_review_of(&alice, &set);
	cr_assert(review.txs[0].destinations[0].is_own);
	sn_review_free(&review);
	cold_free(&set);
}

/* ---------------------------------------------------------------- inputs */

Test(cold_review, bad_inputs_are_refused)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_unsigned_input *in = set.txs[0].inputs, good = *in;

	in->n_ring = 15;
	cold_expect_refused(&alice, &set, NULL, "ring of 15 members");
	*in = good;
	in->ring[0].key = in->ring[15].key;
	cold_expect_refused(&alice, &set, NULL, "has the same output twice");
	*in = good;
	in->global_index[8] = in->global_index[7];
	cold_expect_refused(&alice, &set, NULL, "not in ascending order");
	*in = good;
	in->ring[4].commitment = (struct sn_point){{2}};
	cold_expect_refused(&alice, &set, NULL, "not a point of the curve");
	*in = good;
	in->index++;
	cold_expect_refused(&alice, &set, NULL, "an input does not belong to this wallet");
	*in = good;
	in->amount++;
	cold_expect_refused(&alice, &set, NULL, "does not open its commitment");
	*in = good;
	in->mask_kind = SN_MASK_ONE;
	cold_expect_refused(&alice, &set, NULL, "does not open its commitment");
	*in = good;
	cold_expect_refused(&carol, &set, NULL, "an input does not belong to this wallet");
	set.txs[0].n_inputs = 0;
	set.txs[0].n_destinations = 1;
	set.txs[0].destinations[0].amount = 1;
	cold_expect_refused(&alice, &set, NULL, "the inputs do not equal");
	cold_free(&set);
}

Test(cold_review, every_input_is_checked)
{
	struct sn_unsigned_set set = cold_set(1);
	struct sn_unsigned_tx *tx = &set.txs[0];
	for (size_t i = 0; i < 8; i++)
		cold_spend_amount(tx, &alice, COLD_XMR);
	cold_pay(tx, cold_address(&bob, 0, 0), COLD_XMR);
	cold_change(tx, 0, 0);
	for (size_t i = 0; i < 8; i++) {
		char words[80];
		snprintf(words, sizeof words,
			 "input %zu: the amount of an input does not open its commitment", i + 1);
		tx->inputs[i].amount--;
		cold_expect_refused(&alice, &set, NULL, words);
		tx->inputs[i].amount++;
	}
	struct sn_review review = cold_review_of(&alice, &set);
	cr_assert(review.txs[0].n_inputs == 8 && review.inputs == 8 * (uint64_t)COLD_XMR);
	sn_review_free(&review);
	cold_free(&set);
}

Test(cold_review, output_spent_twice_is_refused)
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
	cold_expect_refused(&alice, &set, NULL,
			    "the same output is spent twice, by two inputs of transaction 1");

	/* Amid other decoys it is still the same. */
	struct sn_opened_input opened;
	cr_assert(!sn_input_open(&opened, &alice, &tx->inputs[2], NULL));
	for (size_t i = 0; i < SN_RING_SIZE; i++)
		if (i != opened.real)
			tx->inputs[2].ring[i] =
				(struct sn_ring_member){cold_random_point(), cold_random_point()};
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
	cold_expect_refused(&alice, &set, NULL, "the same output is spent twice, by transactions 1 and 2");

	/* Once each it is good. */
	cold_make_input(&second->inputs[1], &alice, &other);
	struct sn_review review = cold_review_of(&alice, &set);
	cr_assert_eq(review.inputs, 4 * (uint64_t)COLD_XMR);
	sn_review_free(&review);
	cold_free(&set);
}

Test(cold_review, refusal_names_the_transaction)
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

/* Spending from two accounts at once would link them, and the change could go to either. */
Test(cold_review, inputs_are_of_one_account)
{
	struct sn_unsigned_set set = cold_set(2);
	struct sn_unsigned_tx *tx = &set.txs[0];
	cold_spend(tx, &alice, &(struct cold_output){{2, 0}, COLD_XMR, SN_MASK_DERIVED, 0});
	cold_spend(tx, &alice, &(struct cold_output){{2, 7}, COLD_XMR, SN_MASK_DERIVED, 0});
	cold_pay(tx, cold_address(&bob, 0, 0), COLD_XMR);
	cold_change(tx, 2, 0);
	/* Two transactions may be of two accounts. */
	cold_spend_amount(&set.txs[1], &alice, COLD_XMR);
	cold_pay(&set.txs[1], cold_address(&bob, 0, 0), COLD_XMR / 2);
	cold_change(&set.txs[1], 0, 0);
	struct sn_review review = cold_review_of(&alice, &set);
	cr_assert(review.txs[0].account == 2 && review.txs[1].account == 0);
	sn_review_free(&review);
	set.n = 1;

	for (uint32_t major = 0; major < 2; major++) {
		struct sn_unsigned_input good = tx->inputs[1];
		cold_make_input(&tx->inputs[1], &alice,
				&(struct cold_output){{major, 7}, COLD_XMR, SN_MASK_DERIVED, 0});
		for (tx->change_to.major = 0; tx->change_to.major < 3; tx->change_to.major++)
			cold_expect_refused(&alice, &set, NULL,
					    "input 2: the inputs belong to different accounts");
		tx->inputs[1] = good;
		tx->change_to.major = 2;
	}
	set.n = 2;
	cold_free(&set);
}

/* Change must go to the address that a restore scans first: the online machine could hide it at another one.
 */
Test(cold_review, change_returns_to_the_primary_address)
{
	static const struct {
		uint32_t from, major, minor;
	} bad[] = {
		{0, 7, 0}, {0, 0, 5}, {0, 0, 1},          {0, 1, 0},          {2, 0, 0},
		{2, 2, 1}, {2, 1, 2}, {0, UINT32_MAX, 0}, {0, 0, UINT32_MAX},
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char words[120];
		struct sn_unsigned_set set = cold_set(1);
		struct sn_unsigned_tx *tx = &set.txs[0];
		cold_spend(tx, &alice, &(struct cold_output){{bad[i].from, 5}, COLD_XMR, SN_MASK_DERIVED, 0});
		cold_pay(tx, cold_address(&bob, 0, 0), COLD_XMR / 2);
		cold_change(tx, bad[i].major, bad[i].minor);
		snprintf(words, sizeof words, "the change goes to address %u/%u, not to %u/0", bad[i].major,
			 bad[i].minor, bad[i].from);
		cold_expect_refused(&alice, &set, NULL, words);
		tx->change_to = (struct sn_subaddress_index){bad[i].from, 0};
		struct sn_review review = cold_review_of(&alice, &set);
		cr_assert(review.txs[0].change_to.major == bad[i].from && review.txs[0].change_to.minor == 0);
		sn_review_free(&review);
		cold_free(&set);
	}
}

/* ---------------------------------------------------------------- sums */

Test(cold_review, sums_must_match)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_unsigned_tx *tx = &set.txs[0];
	uint64_t *const parts[] = {&tx->destinations[0].amount, &tx->change, &tx->fee};
	for (size_t i = 0; i < 3; i++) {
		(*parts[i])++;
		cold_expect_refused(&alice, &set, NULL, "the inputs do not equal");
		*parts[i] -= 2;
		cold_expect_refused(&alice, &set, NULL, "the inputs do not equal");
		(*parts[i])++;
	}
	struct sn_review review = cold_review_of(&alice, &set);
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
	cold_expect_refused(&alice, &set, NULL, "the sum of the amounts overflows");
	/* with the change */
	tx->n_destinations = 0;
	cold_pay(tx, to, UINT64_MAX - 9);
	tx->has_change = true;
	tx->change = 10 + COLD_XMR - COLD_FEE;
	cr_assert_eq(tx->destinations[0].amount + tx->change + tx->fee, COLD_XMR);
	cold_expect_refused(&alice, &set, NULL, "the sum of the amounts overflows");
	/* with the fee */
	tx->has_change = false;
	tx->change = 0;
	tx->fee = 10 + COLD_XMR;
	cr_assert_eq(tx->destinations[0].amount + tx->fee, COLD_XMR);
	cold_expect_refused(&alice, &set, NULL, "the sum of the amounts overflows");
	/* inputs: two commitments that really open to 2^63 */
	tx->n_inputs = 0;
	cold_spend_amount(tx, &alice, 1ull << 63);
	cold_spend_amount(tx, &alice, (1ull << 63) + COLD_XMR);
	tx->n_destinations = 0;
	cold_pay(tx, to, COLD_XMR - COLD_FEE);
	tx->fee = COLD_FEE;
	cold_expect_refused(&alice, &set, NULL, "the sum of the amounts overflows");
	cold_free(&set);

	/* Each transaction is good, but their sum overflows. */
	set = cold_set(2);
	for (size_t i = 0; i < 2; i++) {
		cold_spend_amount(&set.txs[i], &alice, 1ull << 63);
		cold_pay(&set.txs[i], to, COLD_XMR);
		cold_change(&set.txs[i], 0, 0);
	}
	cold_expect_refused(&alice, &set, NULL, "the sum of the amounts overflows");
	set.n = 1;
	struct sn_review review = cold_review_of(&alice, &set);
	cr_assert_eq(review.inputs, 1ull << 63);
	sn_review_free(&review);
	set.n = 2;
	cold_free(&set);
}

/* ---------------------------------------------------------------- marks */

/* An output that this set spends in another input is useless as a decoy. */
Test(cold_review, own_outputs_among_the_decoys_are_counted)
{
	struct sn_unsigned_set set = cold_set(2);
	struct sn_opened_input opened[3];
	struct sn_unsigned_input *inputs[3] = {&set.txs[0].inputs[0], &set.txs[0].inputs[1],
					       &set.txs[1].inputs[0]};
	for (size_t i = 0; i < 3; i++)
		cold_spend_amount(&set.txs[i / 2], &alice, COLD_XMR);
	for (size_t i = 0; i < 2; i++) {
		cold_pay(&set.txs[i], cold_address(&bob, 0, 0), COLD_SMALL);
		cold_change(&set.txs[i], 0, 0);
	}
	for (size_t i = 0; i < 3; i++)
		cr_assert(!sn_input_open(&opened[i], &alice, inputs[i], NULL));
	struct sn_review review = cold_review_of(&alice, &set);
	cr_assert(!review.txs[0].own_decoys && !review.txs[1].own_decoys);
	sn_review_free(&review);
	/* Input 1 is in the rings of both others, input 2 in that of input 1. */
	inputs[1]->ring[(opened[1].real + 1) % SN_RING_SIZE] = inputs[0]->ring[opened[0].real];
	inputs[2]->ring[(opened[2].real + 1) % SN_RING_SIZE] = inputs[0]->ring[opened[0].real];
	inputs[0]->ring[(opened[0].real + 1) % SN_RING_SIZE] = inputs[1]->ring[opened[1].real];
	review = cold_review_of(&alice, &set);
	cr_assert(review.txs[0].own_decoys == 2 && review.txs[1].own_decoys == 1);
	sn_review_free(&review);
	cold_free(&set);
}
