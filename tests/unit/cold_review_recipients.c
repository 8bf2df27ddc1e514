/* The rules of the review about recipients, and the mark of duplicate recipients. */
#include "cold/review.h"

#include "cold_sets.h"
#include "crypto/group.h"

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

TestSuite(cold_review_recipients, .init = set_up);

Test(cold_review_recipients, bad_recipients_are_refused)
{
	struct sn_address to = cold_address(&bob, 0, 0);
	struct sn_unsigned_set set = cold_everyday(&alice, to);
	struct sn_unsigned_tx *tx = &set.txs[0];
	struct sn_unsigned_tx good = *tx;

	for (int network = SN_TESTNET; network <= SN_STAGENET; network++) {
		tx->destinations[0].address.network = (enum sn_network)network;
		cold_expect_refused(&alice, &set, NULL, "belongs to another network");
	}
	tx->destinations[0].address = to;

	tx->destinations[0].amount = 0;
	tx->change = 0;
	cold_change(tx, 0, 0);
	cold_expect_refused(&alice, &set, NULL, "the amount is zero");
	tx->destinations[0].amount = good.destinations[0].amount = COLD_XMR / 4;
	*tx = good;

	tx->destinations[0].address.spend = (struct sn_point){{2}};
	cold_expect_refused(&alice, &set, NULL, "address are invalid");
	tx->destinations[0].address = to;
	tx->destinations[0].address.view = (struct sn_point){{2}};
	cold_expect_refused(&alice, &set, NULL, "address are invalid");
	tx->destinations[0].address = to;

	tx->change = 0;
	cold_expect_refused(&alice, &set, NULL, "the change is zero");
	*tx = good;

	tx->n_destinations = 0;
	tx->change = tx->inputs[0].amount - tx->fee;
	cold_expect_refused(&alice, &set, NULL, "no recipient");
	*tx = good;
	struct sn_review review = cold_review_of(&alice, &set);
	sn_review_free(&review);
	cold_free(&set);
}

/* With a view key of small order, everyone can guess the shared secret. With a spend key of small order,
 * everyone who knows the shared secret can spend. No wallet makes a key with a torsion component. */
Test(cold_review_recipients, recipient_keys_are_of_prime_order)
{
	struct sn_point bad[4] = {
		sn_point_identity, cold_torsion_point(), cold_address(&bob, 0, 0).spend, {{0}}};
	struct sn_ge p, torsion;
	cr_assert(!sn_ge_decode(&p, &bad[2]) && !sn_ge_decode(&torsion, &bad[1]));
	sn_ge_add(&p, &p, &torsion);
	sn_ge_encode(&bad[2], &p);
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	for (uint32_t minor = 0; minor < 2; minor++) {
		struct sn_address *address = &set.txs[0].destinations[0].address;
		for (size_t i = 0; i < 4; i++) {
			cr_assert(!sn_ge_decode(&p, &bad[i]), "%zu is a point", i);
			*address = cold_address(&bob, 0, minor);
			address->spend = bad[i];
			cold_expect_refused(&alice, &set, NULL, "address are invalid");
			*address = cold_address(&bob, 0, minor);
			address->view = bad[i];
			cold_expect_refused(&alice, &set, NULL, "address are invalid");
		}
		*address = cold_address(&bob, 0, minor);
		struct sn_review review = cold_review_of(&alice, &set);
		sn_review_free(&review);
	}
	cold_free(&set);
}

/* The right keys with the wrong kind: sender and receiver would compute different R. */
Test(cold_review_recipients, own_address_of_the_wrong_kind_is_refused)
{
	static const struct {
		uint32_t major, minor;
		enum sn_address_kind kind;
		const char *words;
	} cases[] = {
		{0, 0, SN_ADDRESS_SUBADDRESS, "our own primary address is declared as a subaddress"},
		{0, 1, SN_ADDRESS_STANDARD, "our own subaddress is declared as a standard address"},
		{1, 0, SN_ADDRESS_INTEGRATED, "our own subaddress is declared as a standard address"},
		{UINT32_MAX, 4, SN_ADDRESS_STANDARD, "our own subaddress is declared as a standard address"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sn_address address = cold_address(&alice, cases[i].major, cases[i].minor);
		address.kind = cases[i].kind;
		struct sn_unsigned_set set = cold_everyday(&alice, address);
		cold_expect_refused(&alice, &set, NULL, cases[i].words);
		cold_free(&set);
	}
}

Test(cold_review_recipients, refusal_names_the_recipient)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_unsigned_tx *tx = &set.txs[0];
	cold_pay(tx, cold_address(&carol, 0, 0), 1);
	cold_pay(tx, cold_address(&carol, 0, 1), 1);
	cold_change(tx, 0, 0);
	struct sn_unsigned_destination good[3];
	memcpy(good, tx->destinations, sizeof good);
	for (size_t i = 0; i < 3; i++) {
		char words[80];
		snprintf(words, sizeof words,
			 "recipient %zu: the recipient's address belongs to another network", i + 1);
		tx->destinations[i].address.network = SN_STAGENET;
		cold_expect_refused(&alice, &set, NULL, words);
		tx->destinations[i] = good[i];
		snprintf(words, sizeof words,
			 "recipient %zu: the keys of the recipient's address are invalid", i + 1);
		tx->destinations[i].address.view = sn_point_identity;
		cold_expect_refused(&alice, &set, NULL, words);
		tx->destinations[i] = good[i];
	}
	cold_free(&set);
}

Test(cold_review_recipients, outputs_are_limited_to_sixteen)
{
	struct sn_unsigned_set set = cold_set(1);
	struct sn_unsigned_tx *tx = &set.txs[0];
	cold_spend_amount(tx, &alice, COLD_XMR);
	for (uint32_t i = 0; i < 16; i++)
		cold_pay(tx, cold_address(&bob, 0, i), 1);
	cold_change(tx, 0, 0);
	cold_expect_refused(&alice, &set, NULL, "17 outputs");
	struct sn_buf file = {0};
	cr_assert(cold_seal(&file, &alice, &set)); /* the file format allows it, so the signer refused it */
	sn_buf_free(&file);
	tx->n_destinations = 15;
	cold_change(tx, 0, 0);
	struct sn_review review = cold_review_of(&alice, &set);
	sn_review_free(&review);
	/* Sixteen without change. */
	tx->n_destinations = 15;
	tx->has_change = false;
	tx->change = 0;
	cold_pay(tx, cold_address(&bob, 0, 0), COLD_XMR - 15 - COLD_FEE);
	review = cold_review_of(&alice, &set);
	sn_review_free(&review);
	cold_pay(tx, cold_address(&bob, 0, 0), 1);
	tx->destinations[0].amount = 0;
	cold_expect_refused(&alice, &set, NULL,
			    "recipient 1: the recipient gets nothing: the amount is zero");
	tx->destinations[0].amount = 1;
	tx->destinations[16].amount = 0;
	cold_expect_refused(&alice, &set, NULL,
			    "recipient 17: the recipient gets nothing: the amount is zero");
	cold_free(&set);
}

Test(cold_review_recipients, integrated_address_is_paid_alone)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_integrated(&bob, 1));
	struct sn_unsigned_tx *tx = &set.txs[0];
	cold_pay(tx, cold_address(&carol, 0, 0), 1);
	cold_change(tx, 0, 0);
	cold_expect_refused(&alice, &set, NULL, "cannot share a transaction");
	tx->destinations[1].address = cold_integrated(&bob, 2);
	cold_expect_refused(&alice, &set, NULL, "cannot share a transaction");
	tx->destinations[1].address = cold_address(&bob, 0, 0);
	cold_expect_refused(&alice, &set, NULL, "cannot share a transaction");
	tx->destinations[1].address = cold_address(&bob, 0, 1);
	cold_expect_refused(&alice, &set, NULL, "cannot share a transaction");
	tx->destinations[1].address = cold_address(&alice, 0, 0);
	cold_expect_refused(&alice, &set, NULL, "cannot share a transaction");
	tx->destinations[1].address = cold_integrated(&bob, 1);
	struct sn_review review = cold_review_of(&alice, &set);
	sn_review_free(&review);
	cold_free(&set);
}

static void expect_duplicates(const struct sn_unsigned_set *set, const char *marks)
{
	struct sn_review review = cold_review_of(&alice, set);
	for (size_t i = 0; i < set->n; i++)
		for (size_t j = 0; j < set->txs[i].n_destinations; j++, marks++)
			cr_assert_eq(review.txs[i].destinations[j].is_duplicate, *marks == '2',
				     "transaction %zu, %zu", i, j);
	cr_assert_eq(*marks, 0);
	sn_review_free(&review);
}

/* The first of several equal recipients is not a duplicate. Equal means equal keys. */
Test(cold_review_recipients, duplicate_recipients_are_marked)
{
	struct sn_unsigned_set set = cold_set(3);
	for (size_t i = 0; i < 3; i++)
		cold_spend_amount(&set.txs[i], &alice, COLD_XMR);
	cold_pay(&set.txs[0], cold_address(&bob, 0, 0), COLD_SMALL);
	cold_pay(&set.txs[0], cold_address(&carol, 0, 0), COLD_SMALL);
	cold_pay(&set.txs[0], cold_address(&bob, 0, 1), COLD_SMALL);
	cold_pay(&set.txs[0], cold_address(&bob, 0, 0), COLD_SMALL + 1);
	cold_pay(&set.txs[0], cold_address(&bob, 0, 0), COLD_SMALL);
	cold_pay(&set.txs[1], cold_integrated(&carol, 5), COLD_SMALL);
	cold_pay(&set.txs[2], cold_address(&alice, 0, 3), COLD_SMALL);
	cold_pay(&set.txs[2], cold_address(&bob, 0, 1), COLD_SMALL);
	for (size_t i = 0; i < 3; i++)
		cold_change(&set.txs[i], 0, 0);
	expect_duplicates(&set, "11122"
				"2"
				"12");
	/* One key of two is not the same recipient. */
	set.txs[2].destinations[1].address.view = cold_address(&carol, 0, 1).view;
	expect_duplicates(&set, "11122"
				"2"
				"11");
	set.txs[2].destinations[1].address = cold_address(&bob, 0, 1);
	set.txs[2].destinations[1].address.spend = cold_address(&carol, 0, 1).spend;
	expect_duplicates(&set, "11122"
				"2"
				"11");
	cold_free(&set);
}
