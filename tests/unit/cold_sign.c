#include "cold/sign.h"

#include "base/bytes.h"
#include "chain/ringct_proofs.h"
#include "cold/input.h"
#include "cold_sets.h"
#include "crypto/derive.h"
#include "crypto/keccak.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

static struct sn_account alice, bob, carol;

static void set_up(void)
{
	alice = cold_account("alice");
	bob = cold_account("bob");
	carol = cold_account("carol");
}

TestSuite(cold_sign, .init = set_up);

/* ---------------------------------------------------------------- determinism */

static bool is_same(const struct sn_signed_tx *a, const struct sn_signed_tx *b)
{
	return a->len == b->len && !memcmp(a->bytes, b->bytes, a->len);
}

Test(cold_sign, same_set_gives_same_bytes)
{
	struct sn_unsigned_set set = cold_set(2);
	for (size_t i = 0; i < 2; i++) {
		cold_spend_amount(&set.txs[i], &alice, COLD_XMR);
		cold_spend_amount(&set.txs[i], &alice, COLD_XMR);
		cold_pay(&set.txs[i], cold_address(&bob, 0, 1), 1000);
		cold_pay(&set.txs[i], cold_address(&carol, 0, 0), 1000);
		cold_change(&set.txs[i], 0, 0);
	}
	struct cold_result a = cold_sign(&alice, &set), b = cold_sign(&alice, &set);
	for (size_t i = 0; i < 2; i++) {
		cr_assert(is_same(&a.set.txs[i], &b.set.txs[i]));
		cr_assert_eq(a.set.txs[i].n_created, b.set.txs[i].n_created);
		cr_assert(!memcmp(a.set.txs[i].created, b.set.txs[i].created,
				  a.set.txs[i].n_created * sizeof *a.set.txs[i].created));
		cr_assert(!memcmp(a.set.txs[i].spent, b.set.txs[i].spent,
				  a.set.txs[i].n_spent * sizeof *a.set.txs[i].spent));
	}
	cold_result_free(&a);
	cold_result_free(&b);
	cold_free(&set);
}

static bool shares_scalar(const struct sn_clsag *a, const struct sn_clsag *b)
{
	for (size_t i = 0; i < a->n; i++)
		for (size_t j = 0; j < b->n; j++)
			if (!memcmp(a->s[i].b, b->s[j].b, 32))
				return true;
	return false;
}

/* Two transactions that spend the same output share no random value: a nonce used twice would reveal the key.
 */
static void expect_independent(const struct sn_tx *a, const struct sn_tx *b)
{
	struct sn_ringct_proofs p, q;
	struct sn_point key_a = cold_tx_key_of(a), key_b = cold_tx_key_of(b);
	cr_assert(!sn_point_is_equal(&key_a, &key_b), "the same tx key");
	for (size_t i = 0; i < a->n_outputs; i++)
		for (size_t j = 0; j < b->n_outputs; j++) {
			cr_assert(!sn_point_is_equal(&a->outputs[i].key, &b->outputs[j].key));
			cr_assert(!sn_point_is_equal(&a->outputs[i].commitment, &b->outputs[j].commitment));
		}
	cr_assert(!sn_ringct_proofs_parse(&p, a) && !sn_ringct_proofs_parse(&q, b));
	cr_assert(!sn_point_is_equal(&p.bpps[0].a, &q.bpps[0].a));
	cr_assert(!sn_point_is_equal(&p.bpps[0].a1, &q.bpps[0].a1));
	cr_assert(!sn_point_is_equal(&p.bpps[0].b, &q.bpps[0].b));
	cr_assert(memcmp(p.bpps[0].d1.b, q.bpps[0].d1.b, 32));
	for (size_t i = 0; i < p.n_inputs; i++)
		for (size_t j = 0; j < q.n_inputs; j++) {
			cr_assert(!shares_scalar(&p.clsags[i], &q.clsags[j]), "a nonce was used twice");
			cr_assert(!sn_point_is_equal(&p.pseudo_outs[i], &q.pseudo_outs[j]));
		}
	sn_ringct_proofs_free(&p);
	sn_ringct_proofs_free(&q);
}

/* Sets that differ in one value each. */
Test(cold_sign, different_sets_share_no_randomness)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_unsigned_tx *tx = &set.txs[0], before = *tx;
	struct sn_unsigned_destination destination = tx->destinations[0];
	struct sn_unsigned_input input = tx->inputs[0];
	struct sn_opened_input opened;
	cr_assert(!sn_input_open(&opened, &alice, &input, NULL));
	size_t decoy = opened.real ? 0 : 1;
	struct cold_result first = cold_sign(&alice, &set);
	for (int i = 0; i < 7; i++) {
		*tx = before;
		tx->destinations[0] = destination;
		tx->inputs[0] = input;
		switch (i) {
		case 0:
			tx->fee++;
			tx->change--;
			break;
		case 1:
			tx->unlock_time = 1;
			break;
		case 2:
			tx->destinations[0].amount--;
			tx->change++;
			break;
		case 3:
			tx->destinations[0].address = cold_address(&carol, 0, 0);
			break;
		case 4:
			tx->inputs[0].ring[decoy].commitment = cold_random_point();
			break;
		case 5:
			tx->inputs[0].global_index[15]++;
			break;
		case 6:
			tx->destinations[0].address.kind = SN_ADDRESS_INTEGRATED;
			break;
		}
		struct cold_result other = cold_sign(&alice, &set);
		cr_assert(!is_same(&first.set.txs[0], &other.set.txs[0]));
		cr_assert(sn_point_is_equal(&first.txs[0].inputs[0].key_image,
					    &other.txs[0].inputs[0].key_image));
		expect_independent(&first.txs[0], &other.txs[0]);
		cold_result_free(&other);
	}
	cold_result_free(&first);
	cold_free(&set);
}

/* Likewise the transactions of a set, and the inputs of a transaction. */
Test(cold_sign, transactions_of_a_set_are_independent)
{
	struct sn_unsigned_set set = cold_set(3);
	for (size_t i = 0; i < 3; i++) {
		cold_spend_amount(&set.txs[i], &alice, COLD_XMR);
		cold_spend_amount(&set.txs[i], &alice, COLD_XMR);
		cold_pay(&set.txs[i], cold_address(&bob, 0, 0), 1000);
		cold_change(&set.txs[i], 0, 0);
	}
	struct cold_result result = cold_sign(&alice, &set);
	for (size_t i = 0; i < 3; i++) {
		struct sn_ringct_proofs proofs;
		for (size_t j = 0; j < i; j++)
			expect_independent(&result.txs[i], &result.txs[j]);
		cr_assert(!sn_ringct_proofs_parse(&proofs, &result.txs[i]));
		cr_assert(!shares_scalar(&proofs.clsags[0], &proofs.clsags[1]), "a nonce was used twice");
		sn_ringct_proofs_free(&proofs);
	}
	cold_result_free(&result);
	cold_free(&set);
}

/* The number of threads changes no byte. */
Test(cold_sign, number_of_threads_changes_nothing)
{
	struct sn_unsigned_set set = cold_set(7);
	for (size_t i = 0; i < set.n; i++) {
		cold_spend_amount(&set.txs[i], &alice, COLD_XMR);
		for (size_t j = 0; j <= i % 3; j++)
			cold_pay(&set.txs[i], cold_address(&bob, 0, (uint32_t)j), COLD_SMALL);
		cold_change(&set.txs[i], 0, 0);
	}
	static const unsigned jobs[] = {0, 1, 2, 3, 7, 64};
	struct sn_signed_set out[sizeof jobs / sizeof *jobs];
	struct sn_error err = {0};
	for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
		cr_assert(!sn_sign(&out[i], &alice, &set, NULL, jobs[i], &err), "%s", err.text);
		struct sn_buf one = {0}, other = {0};
		cr_assert(!sn_signed_set_encode(&one, &out[0], &err) &&
			  !sn_signed_set_encode(&other, &out[i], &err));
		cr_assert(one.len == other.len && !memcmp(one.data, other.data, one.len), "%u threads",
			  jobs[i]);
		sn_buf_free(&one);
		sn_buf_free(&other);
	}
	for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++)
		sn_signed_set_free(&out[i]);
	cold_free(&set);
}

/* The online machine knows the set and the view key, and must not be able to compute the random stream: r and
 * all nonces depend on the spend key. This test computes r from either key; the spend key must give the right
 * one. */
Test(cold_sign, spend_key_seeds_the_stream)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct cold_result result = cold_sign(&alice, &set);
	const struct sn_scalar *const secrets[] = {&alice.spend_secret, &alice.view_secret};
	struct sn_buf content = {0};
	struct sn_point key = cold_tx_key_of(&result.txs[0]), retraced;
	struct sn_hash digest;
	cr_assert(!sn_unsigned_set_encode(&content, &set, NULL));
	sn_keccak256(&digest, content.data, content.len);
	for (size_t i = 0; i < 2; i++) {
		struct sn_random stream, child;
		struct sn_scalar r;
		sn_random_init(&stream, "sneakernote signing", secrets[i], digest.b, sizeof digest.b);
		sn_random_fork(&child, &stream, "transaction", 0);
		sn_random_below(&child, 2); /* the order of two outputs */
		sn_random_scalar(&child, &r);
		sn_secret_to_public(&retraced, &r);
		cr_assert_eq(sn_point_is_equal(&retraced, &key), i == 0);
	}
	sn_buf_free(&content);
	cold_result_free(&result);
	cold_free(&set);
}

/* The position of the change must vary. */
Test(cold_sign, outputs_are_shuffled)
{
	size_t first = 0;
	const size_t n = 40;
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	for (size_t i = 0; i < n; i++) {
		struct sn_signed_set out;
		set.txs[0].fee++;
		set.txs[0].change--;
		cr_assert(!sn_sign(&out, &alice, &set, NULL, 1, NULL));
		cr_assert_eq(out.txs[0].n_created, 1);
		first += out.txs[0].created[0].index == 0;
		sn_signed_set_free(&out);
	}
	/* Outside with probability 2·10⁻⁵; and the seeds are fixed. */
	cr_assert(first > 6 && first < 34, "%zu of %zu", first, n);
	cold_free(&set);
}

/* A set that was decoded is signed as it was decoded. */
Test(cold_sign, decoded_set_must_not_change)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0)), decoded;
	struct sn_buf content = {0};
	struct sn_signed_set out;
	struct sn_error err = {0};
	cr_assert(!sn_unsigned_set_encode(&content, &set, NULL));
	cr_assert(!sn_unsigned_set_decode(&decoded, SN_MAINNET, content.data, content.len, NULL));
	cr_assert(!sn_sign(&out, &alice, &decoded, NULL, 1, &err), "%s", err.text);
	sn_signed_set_free(&out);
	decoded.txs[0].fee++;
	decoded.txs[0].change--;
	cr_assert_eq(sn_sign(&out, &alice, &decoded, NULL, 1, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "changed in memory") && !out.n && !out.txs, "%s", err.text);
	decoded.has_digest = false; /* on purpose, then */
	cr_assert(!sn_sign(&out, &alice, &decoded, NULL, 1, &err), "%s", err.text);
	sn_signed_set_free(&out);
	sn_buf_free(&content);
	sn_unsigned_set_free(&decoded);
	cold_free(&set);
}

/* ---------------------------------------------------------------- other rules */

Test(cold_sign, order_of_inputs_does_not_matter)
{
	struct sn_unsigned_set set = cold_set(1);
	struct sn_unsigned_tx *tx = &set.txs[0];
	for (size_t i = 0; i < 4; i++)
		cold_spend_amount(tx, &alice, COLD_XMR + i);
	cold_pay(tx, cold_address(&bob, 0, 0), 1000);
	cold_change(tx, 0, 0);
	struct cold_result a = cold_sign(&alice, &set);
	for (size_t i = 0; i < 2; i++) {
		struct sn_unsigned_input swap = tx->inputs[i];
		tx->inputs[i] = tx->inputs[3 - i];
		tx->inputs[3 - i] = swap;
	}
	struct cold_result b = cold_sign(&alice, &set);
	for (size_t i = 0; i < 4; i++) {
		cr_assert(sn_point_is_equal(&a.txs[0].inputs[i].key_image, &b.txs[0].inputs[i].key_image));
		cr_assert(sn_point_is_equal(&a.set.txs[0].spent[i], &b.set.txs[0].spent[i]));
	}
	cold_result_free(&a);
	cold_result_free(&b);
	cold_free(&set);
}

Test(cold_sign, unlock_time_is_that_of_the_set)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	set.txs[0].unlock_time = 1234567;
	struct cold_result result = cold_sign(&alice, &set);
	cr_assert_eq(result.txs[0].unlock_time, 1234567);
	cold_result_free(&result);
	cold_free(&set);
}

Test(cold_sign, one_bad_transaction_refuses_the_set)
{
	struct sn_unsigned_set set = cold_set(2);
	for (size_t i = 0; i < 2; i++) {
		cold_spend_amount(&set.txs[i], &alice, COLD_XMR);
		cold_pay(&set.txs[i], cold_address(&bob, 0, 0), COLD_SMALL);
		cold_change(&set.txs[i], 0, 0);
	}
	set.txs[1].inputs[0].amount++;
	set.txs[1].change++;
	cold_expect_refused(&alice, &set, NULL, "transaction 2 of 2: the amount of an input");
	cold_free(&set);
}

Test(cold_sign, empty_set_is_refused)
{
	struct sn_unsigned_set set = {0};
	struct sn_signed_set out;
	cr_assert_lt(sn_sign(&out, &alice, &set, NULL, 1, NULL), 0);
	cr_assert(out.n == 0 && !out.txs);
}

Test(cold_sign, tx_hash_is_that_of_the_bytes)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct cold_result result = cold_sign(&alice, &set);
	struct sn_hash hash, expected;
	struct sn_error err = {0};
	cr_assert(!sn_signed_tx_hash(&hash, &result.set.txs[0], &err));
	cr_assert(!sn_tx_hash(&expected, &result.txs[0]));
	cr_assert(sn_hash_is_equal(&hash, &expected));
	result.set.txs[0].len--;
	cr_assert_eq(sn_signed_tx_hash(&hash, &result.set.txs[0], &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "corrupt"), "%s", err.text);
	cold_result_free(&result);
	cold_free(&set);
}
