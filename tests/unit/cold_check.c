#include "cold/check.h"

#include "cold/construct.h"
#include "cold_sets.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

/* A transaction made and everything that the check compares it with. */
struct made {
	struct sn_account account;
	struct sn_unsigned_set set;
	struct sn_review review;
	struct sn_tx_plan plan;
	struct sn_opened_input inputs[4];
	struct sn_tx_keys keys;
	struct sn_buf bytes;
};

/* Construct the transaction of m->plan, which may differ from the set. */
static int build(struct made *m, struct sn_error *err)
{
	struct sn_random random;
	sn_random_init(&random, "test", &m->account.spend_secret, "", 0);
	sn_buf_clear(&m->bytes);
	return sn_construct(&m->bytes, &m->keys, &m->account, &m->set.txs[0], &m->plan, m->inputs, &random,
			    err);
}

static void construct(struct made *m)
{
	struct sn_unsigned_tx *tx = &m->set.txs[0];
	struct sn_error err = {0};
	cr_assert(!sn_review(&m->review, &m->account, &m->set, NULL, 1, &err), "%s", err.text);
	cr_assert(!sn_tx_plan(&m->plan, &m->account, tx, &err), "%s", err.text);
	for (size_t i = 0; i < tx->n_inputs; i++)
		cr_assert(!sn_input_open(&m->inputs[i], &m->account, &tx->inputs[i], &err), "%s", err.text);
	cr_assert(!build(m, &err), "%s", err.text);
}

/* Two inputs; to a standard address, to an own subaddress, change. */
static void make(struct made *m)
{
	struct sn_account bob = cold_account("bob");
	memset(m, 0, sizeof *m);
	m->account = cold_account("alice");
	m->set = cold_set(1);
	struct sn_unsigned_tx *tx = &m->set.txs[0];
	cold_spend_amount(tx, &m->account, COLD_XMR);
	cold_spend_amount(tx, &m->account, COLD_XMR);
	cold_pay(tx, cold_address(&bob, 0, 0), COLD_SMALL);
	cold_pay(tx, cold_address(&m->account, 0, 1), 2 * COLD_SMALL);
	cold_change(tx, 0, 0);
	construct(m);
}

/* One input; to `to` alone, change. */
static void make_everyday(struct made *m, struct sn_address to)
{
	memset(m, 0, sizeof *m);
	m->account = cold_account("alice");
	m->set = cold_everyday(&m->account, to);
	construct(m);
}

static void release(struct made *m)
{
	sn_review_free(&m->review);
	sn_buf_free(&m->bytes);
	cold_free(&m->set);
}

static int check(const struct made *m, size_t *n_created, struct sn_error *err)
{
	struct sn_created_output created[SN_TX_OUTPUTS_MAX];
	return sn_check_signed(created, n_created, m->bytes.data, m->bytes.len, NULL, &m->account,
			       &m->set.txs[0], &m->keys, &m->review.txs[0], m->inputs, err);
}

static void expect_refused(const struct made *m, const char *words)
{
	struct sn_error err = {0};
	size_t n_created;
	cr_assert_eq(check(m, &n_created, &err), SN_REFUSED, "not refused: %s", words);
	cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
	cr_assert_eq(n_created, 0);
}

Test(cold_check, good_transaction_passes)
{
	struct made m;
	struct sn_error err = {0};
	size_t n_created;
	make(&m);
	cr_assert(!check(&m, &n_created, &err), "%s", err.text);
	cr_assert_eq(n_created, 2);
	release(&m);
}

static void expect_good(const struct made *m)
{
	struct sn_error err = {0};
	size_t n_created;
	cr_assert(!check(m, &n_created, &err), "%s", err.text);
}

/* Every byte counts: a bit that flips anywhere between signing and leaving is noticed. */
Test(cold_check, every_flipped_bit_is_noticed)
{
	struct made m;
	make(&m);
	size_t parsed = 0;
	for (size_t at = 0; at < m.bytes.len; at += at < 500 ? 7 : 29) {
		struct sn_tx tx;
		uint8_t bit = (uint8_t)(1 << (at % 8));
		m.bytes.data[at] ^= bit;
		if (!sn_tx_parse(&tx, m.bytes.data, m.bytes.len, false)) {
			parsed++;
			sn_tx_free(&tx);
		}
		expect_refused(&m, "no output was written");
		m.bytes.data[at] ^= bit;
	}
	cr_assert_gt(parsed, 50); /* most flips leave a transaction that looks like one */
	expect_good(&m);
	release(&m);
}

/* The second result must have the same bytes, including the proofs, which are then not verified. */
Test(cold_check, second_signing_must_be_equal)
{
	struct made m;
	struct sn_buf copy = {0};
	struct sn_created_output created[SN_TX_OUTPUTS_MAX];
	struct sn_error err = {0};
	size_t n_created;
	make(&m);
	sn_put_bytes(&copy, m.bytes.data, m.bytes.len);
	struct sn_signed_tx first = {.bytes = copy.data, .len = copy.len};
	for (size_t at = 0; at <= m.bytes.len; at += 97) {
		bool is_same = at + 97 > m.bytes.len; /* the last time */
		first.bytes[at % m.bytes.len] ^= is_same ? 0 : 4;
		int ret = sn_check_signed(created, &n_created, m.bytes.data, m.bytes.len, &first, &m.account,
					  &m.set.txs[0], &m.keys, &m.review.txs[0], m.inputs, &err);
		cr_assert_eq(ret, is_same ? SN_OK : SN_REFUSED, "byte %zu: %s", at, err.text);
		cr_assert_eq(n_created, is_same ? 2 : 0);
		cr_assert(is_same || strstr(err.text, "different results"), "%s", err.text);
		first.bytes[at % m.bytes.len] ^= is_same ? 0 : 4;
	}
	first.len--;
	cr_assert_eq(sn_check_signed(created, &n_created, m.bytes.data, m.bytes.len, &first, &m.account,
				     &m.set.txs[0], &m.keys, &m.review.txs[0], m.inputs, &err),
		     SN_REFUSED);
	sn_buf_free(&copy);
	release(&m);
}

Test(cold_check, truncated_transaction_is_refused)
{
	struct made m;
	make(&m);
	for (size_t len = m.bytes.len; len-- > 0;) {
		m.bytes.len = len;
		expect_refused(&m, "does not parse");
	}
	release(&m);
}

/* A valid transaction that differs from the request. */
Test(cold_check, transaction_other_than_requested_is_refused)
{
	struct made m;
	make(&m);
	struct sn_unsigned_tx *tx = &m.set.txs[0], good = *tx;
	tx->fee++;
	expect_refused(&m, "differs from the request");
	*tx = good;
	tx->unlock_time = 1;
	expect_refused(&m, "differs from the request");
	*tx = good;
	tx->n_inputs = 1;
	expect_refused(&m, "differs from the request");
	*tx = good;
	tx->n_destinations--;
	expect_refused(&m, "differs from the request");
	*tx = good;
	tx->has_change = false;
	expect_refused(&m, "differs from the request");
	*tx = good;
	tx->change++;
	expect_refused(&m, "differs from the request");
	*tx = good;
	tx->change_to.major = 1;
	expect_refused(&m, "differs from the request");
	*tx = good;

	uint64_t *index = &tx->inputs[0].global_index[15];
	(*index)++;
	expect_refused(&m, "differs from the request");
	(*index)--;
	struct sn_opened_input swap = m.inputs[0];
	m.inputs[0] = m.inputs[1];
	m.inputs[1] = swap;
	expect_refused(&m, "differs from the request");
	m.inputs[1] = m.inputs[0];
	m.inputs[0] = swap;

	/* Other decoys than those that were signed. */
	size_t real = m.inputs[m.inputs[0].input == &tx->inputs[1] ? 0 : 1].real;
	for (size_t i = 0; i < SN_RING_SIZE; i++) {
		struct sn_ring_member *member = &tx->inputs[1].ring[i], was = *member;
		const char *words = i == real ? "differs from the request" : "does not verify";
		member->key = cold_random_point();
		expect_refused(&m, words);
		*member = was;
		member->commitment = cold_random_point();
		expect_refused(&m, words);
		*member = was;
	}
	expect_good(&m);
	release(&m);
}

/* A transaction that differs from the review is refused. */
Test(cold_check, transaction_other_than_reviewed_is_refused)
{
	struct made m;
	make(&m);
	struct sn_review_tx *review = &m.review.txs[0], good = *review;
	struct sn_review_destination shown = review->destinations[0];
	review->change++;
	expect_refused(&m, "differs from the request");
	*review = good;
	review->change_address = cold_address(&m.account, 0, 2);
	expect_refused(&m, "differs from the request");
	*review = good;
	review->has_change = false;
	expect_refused(&m, "differs from the request");
	*review = good;
	review->n_destinations--;
	expect_refused(&m, "differs from the request");
	*review = good;
	review->destinations[0].amount--;
	expect_refused(&m, "differs from the request");
	review->destinations[0] = shown;
	review->destinations[0].address.view = cold_random_point();
	expect_refused(&m, "differs from the request");
	review->destinations[0] = shown;
	review->destinations[0].address.payment_id[7] = 1;
	expect_refused(&m, "differs from the request");
	review->destinations[0] = review->destinations[1];
	review->destinations[1] = shown;
	expect_refused(&m, "differs from the request");
	review->destinations[1] = review->destinations[0];
	review->destinations[0] = shown;
	review->fee++;
	expect_refused(&m, "differs from the request");
	*review = good;
	review->unlock_time = 1;
	expect_refused(&m, "differs from the request");
	*review = good;
	review->n_inputs = 1;
	expect_refused(&m, "differs from the request");
	*review = good;
	expect_good(&m);
	release(&m);
}

Test(cold_check, own_outputs_must_be_found)
{
	struct made m;
	make(&m);
	struct sn_review_tx *review = &m.review.txs[0];
	review->change_to.minor = 1;
	expect_refused(&m, "does not have the expected outputs of this wallet");
	review->change_to.minor = 0;
	review->destinations[1].own_index.minor = 2;
	expect_refused(&m, "does not have the expected outputs of this wallet");
	review->destinations[1].own_index.minor = 1;
	review->destinations[0].is_own = true;
	expect_refused(&m, "does not have the expected outputs of this wallet");
	review->destinations[0].is_own = false;
	expect_good(&m);
	release(&m);
}

/* A transaction that verifies and has our outputs, but pays another recipient differently. */
Test(cold_check, outputs_of_others_are_checked)
{
	struct made m;
	make(&m);
	struct sn_planned_output good[3], *outputs = m.plan.outputs;
	cr_assert_eq(m.plan.n_outputs, 3);
	memcpy(good, outputs, sizeof good);
	struct sn_account carol = cold_account("carol");
	for (int i = 0; i < 7; i++) {
		switch (i) {
		case 0: /* somebody else */
			outputs[0].address = cold_address(&carol, 0, 0);
			break;
		case 1: /* keys of two */
			outputs[0].address.view = carol.view_public;
			break;
		case 2:
			outputs[0].address.spend = carol.spend_public;
			break;
		case 3: /* as a subaddress, which takes another of the tx keys */
			outputs[0].address.kind = SN_ADDRESS_SUBADDRESS;
			break;
		case 4: /* another recipient's amount to the change */
			outputs[0].amount--;
			outputs[2].amount++;
			break;
		case 5: /* our amount to another recipient */
			outputs[0].amount++;
			outputs[2].amount--;
			break;
		case 6: /* from one recipient to the other */
			outputs[0].amount++;
			outputs[1].amount--;
			break;
		}
		cr_assert(!build(&m, NULL));
		expect_refused(&m, "differs from the review");
		memcpy(outputs, good, sizeof good);
	}
	cr_assert(!build(&m, NULL));
	expect_good(&m);
	release(&m);
}

Test(cold_check, payment_id_is_checked)
{
	struct sn_account bob = cold_account("bob"), carol = cold_account("carol");
	struct sn_address recipients[] = {cold_integrated(&bob, 7), cold_address(&bob, 0, 0),
					  cold_address(&bob, 0, 1)},
			  other = cold_address(&carol, 0, 0);
	for (size_t i = 0; i < sizeof recipients / sizeof *recipients; i++) {
		struct made m;
		make_everyday(&m, recipients[i]);
		expect_good(&m);
		/* one real, one dummy: neither may become another */
		m.plan.payment_id[5] ^= 1;
		cr_assert(!build(&m, NULL));
		expect_refused(&m, "differs from the review");
		m.plan.payment_id[5] ^= 1;
		/* encrypted for another recipient */
		m.plan.payment_id_for = &other;
		cr_assert(!build(&m, NULL));
		expect_refused(&m, "differs from the review");
		release(&m);
	}
}

/* R alone is enough to find the change, so this does not show that the recipient finds the payment. */
Test(cold_check, tx_keys_are_checked)
{
	struct sn_account bob = cold_account("bob");
	struct made m;
	struct sn_address other = cold_address(&bob, 0, 2);
	for (uint32_t minor = 0; minor < 2; minor++) {
		/* R = r·G for r·D, and the reverse */
		make_everyday(&m, cold_address(&bob, 0, minor));
		m.plan.tx_key_for = minor ? NULL : &m.plan.outputs[0].address;
		cr_assert(!build(&m, NULL));
		expect_refused(&m, "differs from the review");
		m.plan.tx_key_for = &other;
		cr_assert(!build(&m, NULL));
		expect_refused(&m, "differs from the review");
		release(&m);
	}
	make(&m);
	struct sn_tx_keys good = m.keys;
	m.keys.r = cold_random_scalar();
	expect_refused(&m, "differs from the review");
	m.keys = good;
	m.keys.tx_key = cold_random_point();
	expect_refused(&m, "differs from the review");
	for (size_t i = 0; i < 3; i++) {
		m.keys = good;
		m.keys.additional_r[i] = cold_random_scalar();
		expect_refused(&m, "differs from the review");
		m.keys = good;
		m.keys.additional[i] = cold_random_point();
		expect_refused(&m, "differs from the review");
		m.keys = good;
		m.keys.order[i] = m.keys.order[(i + 1) % 3];
		expect_refused(&m, "differs from the review");
	}
	m.keys = good;
	expect_good(&m);
	release(&m);
}

/* The outputs exceed the inputs by one piconero; the rest of the transaction is valid. */
Test(cold_check, unbalanced_transaction_is_refused)
{
	struct made m;
	make(&m);
	m.set.txs[0].destinations[0].amount++;
	m.review.txs[0].destinations[0].amount++;
	cr_assert(!sn_tx_plan(&m.plan, &m.account, &m.set.txs[0], NULL));
	cr_assert(!build(&m, NULL));
	expect_refused(&m, "does not verify");
	release(&m);
}

/* The spent outputs and key images are recomputed from our keys and the set, not taken from memory. */
Test(cold_check, wrong_key_image_is_refused)
{
	struct made m;
	make(&m);
	struct sn_opened_input good = m.inputs[0];
	struct sn_unsigned_input elsewhere = *good.input;
	m.inputs[0].key = cold_random_point();
	expect_refused(&m, "differs from the request");
	m.inputs[0] = good;
	m.inputs[0].input = m.inputs[1].input;
	expect_refused(&m, "differs from the request");
	m.inputs[0].input = &elsewhere; /* equal, but not an element of the set */
	expect_refused(&m, "differs from the request");
	m.inputs[0] = good;
	/* An account with another spend key, which owns none of the inputs. */
	struct sn_account alice = m.account;
	m.account.spend_secret = cold_random_scalar();
	expect_refused(&m, "differs from the request");
	m.account = alice;
	expect_good(&m);
	release(&m);
}

/* Faults during construction, as from bad hardware: the proofs do not match the transaction. */
Test(cold_check, faults_in_the_inputs_are_noticed)
{
	struct made m;
	struct sn_error err = {0};
	make(&m);
	struct sn_opened_input good = m.inputs[0];
	for (int i = 0; i < 4; i++) {
		m.inputs[0] = good;
		if (i == 0)
			m.inputs[0].x.b[3] ^= 1;
		else if (i == 1)
			m.inputs[0].mask.b[3] ^= 1;
		else if (i == 2)
			m.inputs[0].real = (good.real + 1) % SN_RING_SIZE;
		else
			m.inputs[0].image = cold_random_point();
		if (!build(&m, &err))
			expect_refused(&m, "no output was written");
		else
			cr_assert(strstr(err.text, "cannot be signed"), "%s", err.text);
		/* Sorting may have moved the good one to the front. */
		if (!sn_point_is_equal(&m.inputs[0].key, &good.key))
			m.inputs[1] = m.inputs[0];
	}
	release(&m);
}
