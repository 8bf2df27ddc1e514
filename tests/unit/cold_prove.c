#include "cold/prove_files.h"

#include "base/hex.h"
#include "chain/spend_proof.h"
#include "chain/tx_key.h"
#include "cold/again.h"
#include "cold/prove.h"
#include "cold_proposal_sets.h"
#include "cold_sets.h"
#include "crypto/group_mul.h"
#include "handoff/proposal_tx.h"

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

TestSuite(cold_prove, .init = set_up);

#define MESSAGE "order 7"

/* A set with a transaction for each kind of recipients, signed, and its file. */
struct paid {
	struct sn_unsigned_set set;
	struct cold_result result;
	struct sn_buf file;
};

enum { TO_STANDARD, TO_SUBADDRESS, TO_INTEGRATED, TO_SEVERAL, PAYMENTS };

static void pay(struct paid *p)
{
	*p = (struct paid){.set = cold_set(PAYMENTS)};
	for (size_t i = 0; i < PAYMENTS; i++) {
		struct sn_unsigned_tx *tx = &p->set.txs[i];
		cold_spend_amount(tx, &alice, COLD_XMR);
		cold_spend_amount(tx, &alice, COLD_XMR);
		if (i == TO_SEVERAL) {
			cold_pay(tx, cold_address(&bob, 0, 0), 1 * COLD_SMALL);
			cold_pay(tx, cold_address(&bob, 0, 1), 2 * COLD_SMALL);
			cold_pay(tx, cold_address(&carol, 2, 3), 3 * COLD_SMALL);
			cold_pay(tx, cold_address(&carol, 2, 3), 4 * COLD_SMALL);
		} else {
			cold_pay(tx,
				 i == TO_STANDARD     ? cold_address(&bob, 0, 0)
				 : i == TO_SUBADDRESS ? cold_address(&bob, 1, 1)
						      : cold_integrated(&bob, 77),
				 5 * COLD_SMALL);
		}
		cold_change(tx, 0, 0);
	}
	p->result = cold_sign(&alice, &p->set);
	cr_assert(cold_seal(&p->file, &alice, &p->set));
}

static void paid_free(struct paid *p)
{
	cold_result_free(&p->result);
	cold_free(&p->set);
	sn_buf_free(&p->file);
}

static struct sn_prove_request request_for(const struct sn_tx *tx, struct sn_address address)
{
	struct sn_prove_request request = {
		.address = address, .message = MESSAGE, .message_len = strlen(MESSAGE)};
	cr_assert(!sn_tx_hash(&request.tx_hash, tx));
	return request;
}

/* The reader of the proof finds `amount`, and nothing with another message, address or transaction. */
static void expect_proof(const struct sn_prove_result *result, const struct paid *p, const struct sn_tx *tx,
			 const struct sn_prove_request *request, uint64_t amount, const char *kind)
{
	struct sn_tx_proof proof;
	struct sn_error err = {0};
	uint64_t received;
	cr_assert_str_eq(result->kind, kind);
	cr_assert_eq(result->received, amount);
	cr_assert(!memcmp(result->text.data, kind, strlen(kind)));
	cr_assert(!sn_tx_proof_parse(&proof, (char *)result->text.data, result->text.len, &err));
	cr_assert(!sn_tx_proof_check(&received, &proof, tx, &request->tx_hash, &request->address, MESSAGE,
				     strlen(MESSAGE), &err),
		  "%s", err.text);
	cr_assert_eq(received, amount);
	cr_assert_eq(sn_tx_proof_check(&received, &proof, tx, &request->tx_hash, &request->address, MESSAGE,
				       strlen(MESSAGE) - 1, &err),
		     SN_REFUSED);
	const struct sn_address dave = cold_address(&carol, 9, 9);
	cr_assert_eq(sn_tx_proof_check(&received, &proof, tx, &request->tx_hash, &dave, MESSAGE,
				       strlen(MESSAGE), &err),
		     SN_REFUSED);
	for (size_t i = 0; i < PAYMENTS; i++) {
		const struct sn_tx *other = &p->result.txs[i];
		struct sn_hash hash;
		cr_assert(!sn_tx_hash(&hash, other));
		if (other != tx)
			cr_assert(sn_tx_proof_check(&received, &proof, other, &hash, &request->address,
						    MESSAGE, strlen(MESSAGE), &err));
	}
	sn_tx_proof_free(&proof);
}

static void expect_sent(const struct paid *p, size_t i, struct sn_address to, uint64_t amount)
{
	const struct sn_tx *tx = &p->result.txs[i];
	struct sn_prove_request request = request_for(tx, to);
	struct sn_prove_result result;
	struct sn_error err = {0};
	cr_assert(!sn_cold_prove(&result, &alice, &request, p->file.data, p->file.len, 1, &err), "%s",
		  err.text);
	expect_proof(&result, p, tx, &request, amount, "OutProofV2");
	sn_prove_result_free(&result);

	/* The tx key shows the same, and nothing for others. */
	uint64_t received;
	const struct sn_address dave = cold_address(&carol, 9, 9);
	request.kind = SN_PROVE_TX_KEY;
	cr_assert(!sn_cold_prove(&result, &alice, &request, p->file.data, p->file.len, 1, &err));
	cr_assert_eq(result.text.len, 64 * sn_tx_proof_keys(tx));
	cr_assert(!sn_tx_key_check(&received, (char *)result.text.data, result.text.len, tx, &to, &err));
	cr_assert_eq(received, amount);
	cr_assert(!sn_tx_key_check(&received, (char *)result.text.data, result.text.len, tx, &dave, &err));
	cr_assert_eq(received, 0);
	sn_prove_result_free(&result);
}

Test(cold_prove, payments_to_every_kind_of_recipient_are_proved)
{
	struct paid p;
	pay(&p);
	expect_sent(&p, TO_STANDARD, cold_address(&bob, 0, 0), 5 * COLD_SMALL);
	expect_sent(&p, TO_SUBADDRESS, cold_address(&bob, 1, 1), 5 * COLD_SMALL);
	expect_sent(&p, TO_INTEGRATED, cold_integrated(&bob, 77), 5 * COLD_SMALL);
	expect_sent(&p, TO_INTEGRATED, cold_address(&bob, 0, 0), 5 * COLD_SMALL);
	expect_sent(&p, TO_SEVERAL, cold_address(&bob, 0, 0), 1 * COLD_SMALL);
	expect_sent(&p, TO_SEVERAL, cold_address(&bob, 0, 1), 2 * COLD_SMALL);
	expect_sent(&p, TO_SEVERAL, cold_address(&carol, 2, 3), 7 * COLD_SMALL);
	paid_free(&p);
}

/* The change goes to ourselves: its derivation needs the view key. From the unsigned file, or from the
 * transaction with the view key alone. */
Test(cold_prove, received_change_is_proved_by_the_view_key)
{
	struct paid p;
	struct sn_prove_result result;
	struct sn_error err = {0};
	struct sn_account watch;
	pay(&p);
	for (size_t i = 0; i < PAYMENTS; i++) {
		const struct sn_tx *tx = &p.result.txs[i];
		const struct sn_signed_tx *bytes = &p.result.set.txs[i];
		struct sn_prove_request request = request_for(tx, cold_address(&alice, 0, 0));
		cr_assert(!sn_cold_prove(&result, &alice, &request, p.file.data, p.file.len, 1, &err), "%s",
			  err.text);
		expect_proof(&result, &p, tx, &request, p.set.txs[i].change, "InProofV2");
		sn_prove_result_free(&result);
		sn_account_watch_only(&watch, &alice);
		cr_assert(!sn_cold_prove(&result, &watch, &request, bytes->bytes, bytes->len, 1, &err), "%s",
			  err.text);
		expect_proof(&result, &p, tx, &request, p.set.txs[i].change, "InProofV2");
		sn_prove_result_free(&result);
	}
	/* A subaddress among several recipients, by its owner. */
	const struct sn_signed_tx *bytes = &p.result.set.txs[TO_SEVERAL];
	struct sn_prove_request request = request_for(&p.result.txs[TO_SEVERAL], cold_address(&carol, 2, 3));
	char *hex = malloc(2 * bytes->len + 2);
	sn_hex_encode(hex, bytes->bytes, bytes->len);
	strcat(hex, "\n");
	cr_assert(!sn_cold_prove(&result, &carol, &request, hex, strlen(hex), 1, &err), "%s", err.text);
	expect_proof(&result, &p, &p.result.txs[TO_SEVERAL], &request, 7 * COLD_SMALL, "InProofV2");
	sn_prove_result_free(&result);
	free(hex);
	paid_free(&p);
}

/* a·R. */
static struct sn_point shared_by(const struct sn_account *account, const struct sn_point *key)
{
	struct sn_point shared;
	struct sn_ge p;
	cr_assert(!sn_ge_decode(&p, key));
	sn_ge_mul(&p, &account->view_secret, &p);
	sn_ge_encode(&shared, &p);
	return shared;
}

/* A hostile sender adds the keys of another transaction to tx extra: the derivation of that transaction, by
 * which its outputs are found, is not for the reader of this proof. */
Test(cold_prove, nothing_about_other_keys_is_revealed)
{
	struct paid p;
	struct sn_error err = {0};
	struct sn_buf extra = {0}, text = {0};
	struct sn_hash hash;
	struct sn_tx_proof proof;
	uint64_t received;
	pay(&p);
	struct sn_tx tx = p.result.txs[TO_STANDARD];
	struct sn_point foreign = cold_tx_key_of(&p.result.txs[TO_SEVERAL]), own = cold_tx_key_of(&tx);
	const struct sn_point keys[] = {foreign, foreign};
	const struct sn_address to = cold_address(&bob, 0, 0);
	cr_assert_eq(tx.n_outputs, 2);
	sn_extra_write(&extra, &own, keys, 2, NULL);
	tx.extra = extra.data;
	tx.extra_len = extra.len;
	memset(&hash, 7, sizeof hash);
	cr_assert(!sn_prove_received(&text, &received, &bob, &tx, &hash, &to, MESSAGE, strlen(MESSAGE), &err),
		  "%s", err.text);
	cr_assert_eq(received, 5 * COLD_SMALL);
	cr_assert(!sn_tx_proof_parse(&proof, (char *)text.data, text.len, &err));
	cr_assert_eq(proof.n, 3);
	const struct sn_point shared = shared_by(&bob, &own), secret = shared_by(&bob, &foreign);
	cr_assert(sn_point_is_equal(&proof.entries[0].shared, &shared));
	for (size_t i = 1; i < proof.n; i++) {
		cr_assert(!sn_point_is_equal(&proof.entries[i].shared, &secret), "entry %zu", i);
		cr_assert(sn_point_is_equal(&proof.entries[i].shared, &sn_point_identity));
	}
	cr_assert(!sn_tx_proof_check(&received, &proof, &tx, &hash, &to, MESSAGE, strlen(MESSAGE), &err));
	cr_assert_eq(received, 5 * COLD_SMALL);
	sn_tx_proof_free(&proof);

	/* The foreign key alone: it pays nothing here. */
	extra.len = text.len = 0;
	sn_extra_write(&extra, &foreign, NULL, 0, NULL);
	tx.extra_len = extra.len;
	cr_assert_eq(
		sn_prove_received(&text, &received, &bob, &tx, &hash, &to, MESSAGE, strlen(MESSAGE), &err),
		SN_REFUSED);
	cr_assert(strstr(err.text, "does not pay this address") && !text.len && !received);
	sn_buf_free(&extra);
	sn_buf_free(&text);
	paid_free(&p);
}

/* The sender's proof has the secret of the output that it is about, not of the outputs of others. */
Test(cold_prove, only_keys_that_pay_the_address_have_entries)
{
	struct paid p;
	struct sn_error err = {0};
	struct sn_prove_result result;
	struct sn_tx_proof proof;
	pay(&p);
	const struct sn_address to[] = {cold_address(&bob, 0, 0), cold_address(&bob, 0, 1),
					cold_address(&carol, 2, 3)};
	for (size_t i = 0; i < 3; i++) {
		struct sn_prove_request request = request_for(&p.result.txs[TO_SEVERAL], to[i]);
		size_t shown = 0;
		cr_assert(!sn_cold_prove(&result, &alice, &request, p.file.data, p.file.len, 1, &err), "%s",
			  err.text);
		cr_assert(!sn_tx_proof_parse(&proof, (char *)result.text.data, result.text.len, &err));
		for (size_t j = 0; j < proof.n; j++)
			shown += !sn_point_is_equal(&proof.entries[j].shared, &sn_point_identity);
		cr_assert_eq(shown, i == 2 ? 2 : 1, "%zu entries for recipient %zu", shown, i);
		sn_tx_proof_free(&proof);
		sn_prove_result_free(&result);
	}
	paid_free(&p);
}

/* a·R of a key with a component of small order shows the view key modulo the order of the component. */
Test(cold_prove, key_with_a_component_of_small_order_is_refused)
{
	struct paid p;
	struct sn_error err = {0};
	struct sn_buf extra = {0}, text = {0};
	struct sn_hash hash = {{0}};
	struct sn_ge r, torsion;
	struct sn_point key, order_2;
	uint64_t received;
	pay(&p);
	struct sn_tx tx = p.result.txs[TO_STANDARD];
	const struct sn_point own = cold_tx_key_of(&tx);
	const struct sn_address to = cold_address(&bob, 0, 0);
	memset(&order_2, 0xff, sizeof order_2); /* y = -1 */
	order_2.b[0] = 0xec;
	order_2.b[31] = 0x7f;
	cr_assert(!sn_ge_decode(&r, &own) && !sn_ge_decode(&torsion, &order_2));
	sn_ge_add(&r, &r, &torsion);
	sn_ge_encode(&key, &r);
	const struct sn_point additional[] = {key, key};

	/* As an additional key, beside the good one: without its entry. */
	sn_extra_write(&extra, &own, additional, 2, NULL);
	tx.extra = extra.data;
	tx.extra_len = extra.len;
	cr_assert(!sn_prove_received(&text, &received, &bob, &tx, &hash, &to, MESSAGE, strlen(MESSAGE), &err),
		  "%s", err.text);
	struct sn_tx_proof proof;
	cr_assert(!sn_tx_proof_parse(&proof, (char *)text.data, text.len, &err));
	for (size_t i = 1; i < proof.n; i++)
		cr_assert(sn_point_is_equal(&proof.entries[i].shared, &sn_point_identity), "entry %zu", i);
	sn_tx_proof_free(&proof);

	/* Alone. */
	extra.len = text.len = 0;
	sn_extra_write(&extra, &key, NULL, 0, NULL);
	tx.extra = extra.data;
	tx.extra_len = extra.len;
	cr_assert_eq(
		sn_prove_received(&text, &received, &bob, &tx, &hash, &to, MESSAGE, strlen(MESSAGE), &err),
		SN_REFUSED);
	cr_assert(strstr(err.text, "component of small order") && !text.len, "%s", err.text);
	sn_buf_free(&extra);
	sn_buf_free(&text);
	paid_free(&p);
}

/* An address with the view key of somebody else: the proof for it would show what they got. */
/* bob was paid by a transaction of RingCT type 7. It would be wrong to say that he was not. */
Test(cold_prove, payments_with_carrot_outputs_are_refused_as_such)
{
	const struct sn_address to = cold_address(&bob, 0, 0);
	struct sn_proposal_set set = proposal_everyday(&alice, to);
	const struct sn_carrot_seed seed = {{7}};
	const struct sn_point image = cold_random_point();
	struct sn_proposal_tx made;
	struct sn_hash hash = {{0}};
	struct sn_buf text = {0};
	struct sn_error err = {0};
	uint64_t received;
	cr_assert(!sn_proposal_tx_make(&made, &alice, &set.proposals->payments, &seed, &image, 1, &err), "%s",
		  err.text);
	cr_assert_eq(sn_prove_received(&text, &received, &bob, &made.tx, &hash, &to, MESSAGE, strlen(MESSAGE),
				       &err),
		     SN_BAD_INPUT);
	cr_assert(strstr(err.text, "has Carrot outputs"), "%s", err.text);
	cr_assert(!text.len && !received);
	sn_proposal_tx_free(&made);
	proposal_free(&set);
}

Test(cold_prove, shared_view_key_is_refused)
{
	const struct sn_account *const owners[] = {&carol, &alice};
	for (size_t i = 0; i < 2; i++) {
		struct paid p = {.set = cold_set(1)};
		struct sn_error err = {0};
		struct sn_prove_result result;
		struct sn_unsigned_tx *tx = p.set.txs;
		struct sn_address mixed = cold_address(&bob, 0, 0), honest = cold_address(&carol, 0, 0);
		mixed.view = owners[i]->view_public;
		cold_spend_amount(tx, &alice, COLD_XMR);
		cold_spend_amount(tx, &alice, COLD_XMR);
		cold_pay(tx, mixed, COLD_SMALL);
		cold_pay(tx, honest, 2 * COLD_SMALL);
		cold_change(tx, 0, 0);
		p.result = cold_sign(&alice, &p.set);
		cr_assert(cold_seal(&p.file, &alice, &p.set));
		struct sn_prove_request request = request_for(p.result.txs, mixed);
		cr_assert_eq(sn_cold_prove(&result, &alice, &request, p.file.data, p.file.len, 1, &err),
			     SN_REFUSED, "owner %zu", i);
		cr_assert(strstr(err.text, "another address with the same view key"), "%s", err.text);
		cr_assert(!result.text.data && !result.received);
		request.address = honest;
		const int ret = sn_cold_prove(&result, &alice, &request, p.file.data, p.file.len, 1, &err);
		cr_assert_eq(ret, i ? SN_OK : SN_REFUSED);
		sn_prove_result_free(&result);
		paid_free(&p);
	}
}

/* The keys of the rings of `tx`, found in the unsigned transaction by their first index. */
static void find_rings(struct sn_point *keys, const struct sn_tx *tx, const struct sn_unsigned_tx *from)
{
	for (size_t i = 0; i < tx->n_inputs; i++) {
		const struct sn_unsigned_input *input = from->inputs;
		while (input->global_index[0] != tx->inputs[i].offsets[0])
			input++;
		for (size_t j = 0; j < input->n_ring; j++)
			*keys++ = input->ring[j].key;
	}
}

Test(cold_prove, spend)
{
	enum { MAX = 64 };
	struct paid p;
	struct sn_prove_result result, again;
	struct sn_error err = {0};
	pay(&p);
	for (size_t i = 0; i < PAYMENTS; i++) {
		const struct sn_tx *tx = &p.result.txs[i];
		struct sn_prove_request request = request_for(tx, cold_address(&bob, 0, 0));
		struct sn_spend_proof proof;
		struct sn_point keys[MAX];
		request.kind = SN_PROVE_SPEND;
		cr_assert(!sn_cold_prove(&result, &alice, &request, p.file.data, p.file.len, 1, &err), "%s",
			  err.text);
		cr_assert_str_eq(result.kind, "SpendProofV1");
		cr_assert(!sn_spend_proof_parse(&proof, (char *)result.text.data, result.text.len, &err));
		cr_assert(proof.n <= MAX);
		find_rings(keys, tx, &p.set.txs[i]);
		cr_assert(!sn_spend_proof_check(&proof, tx, &request.tx_hash, keys, MESSAGE, strlen(MESSAGE),
						&err),
			  "%s", err.text);
		cr_assert_eq(sn_spend_proof_check(&proof, tx, &request.tx_hash, keys, "", 0, &err),
			     SN_REFUSED);
		sn_spend_proof_free(&proof);
		cr_assert(!sn_cold_prove(&again, &alice, &request, p.file.data, p.file.len, 1, &err));
		cr_assert(again.text.len == result.text.len &&
				  !memcmp(again.text.data, result.text.data, result.text.len),
			  "not deterministic");
		sn_prove_result_free(&again);
		sn_prove_result_free(&result);
	}
	paid_free(&p);
}

static void expect_error(const struct sn_account *account, const struct sn_prove_request *request,
			 const void *file, size_t len, int code, const char *words)
{
	struct sn_prove_result result;
	struct sn_error err = {0};
	cr_assert_eq(sn_cold_prove(&result, account, request, file, len, 1, &err), code, "%s", err.text);
	cr_assert(strstr(err.text, words), "\"%s\" instead of \"%s\"", err.text, words);
	cr_assert(!result.text.data && !result.received);
}

Test(cold_prove, false_statements_are_refused)
{
	struct paid p;
	struct sn_account watch;
	struct sn_hash hash;
	pay(&p);
	const struct sn_tx *tx = &p.result.txs[TO_STANDARD];
	const struct sn_signed_tx *bytes = &p.result.set.txs[TO_STANDARD];
	struct sn_prove_request good = request_for(tx, cold_address(&bob, 0, 0)), bad = good;
	bad.tx_hash.b[0] ^= 1;
	expect_error(&alice, &bad, p.file.data, p.file.len, SN_REFUSED, "not that of this transaction");
	expect_error(&alice, &bad, bytes->bytes, bytes->len, SN_REFUSED, "another hash");
	bad.kind = SN_PROVE_TX_KEY;
	expect_error(&alice, &bad, p.file.data, p.file.len, SN_REFUSED, "not that of this transaction");
	bad = good;
	bad.address = cold_address(&carol, 0, 0);
	expect_error(&alice, &bad, p.file.data, p.file.len, SN_REFUSED, "does not pay this address");
	bad.address = cold_address(&alice, 0, 1);
	expect_error(&alice, &bad, p.file.data, p.file.len, SN_REFUSED, "does not pay this address");
	/* Addresses of the other kind: no key of the transaction is one for them. */
	bad.address = cold_address(&bob, 0, 1);
	expect_error(&alice, &bad, p.file.data, p.file.len, SN_REFUSED, "does not pay this address");
	bad = request_for(&p.result.txs[TO_SUBADDRESS], cold_address(&carol, 0, 0));
	expect_error(&alice, &bad, p.file.data, p.file.len, SN_REFUSED, "does not pay this address");
	bad = good;
	/* Our spend key with the view key of somebody else: not our address. */
	bad.address = cold_address(&alice, 0, 0);
	bad.address.view = cold_address(&bob, 0, 0).view;
	expect_error(&alice, &bad, p.file.data, p.file.len, SN_REFUSED, "does not pay this address");
	expect_error(&alice, &good, bytes->bytes, bytes->len, SN_BAD_INPUT, "the transaction itself");
	bad = good;
	bad.kind = SN_PROVE_TX_KEY;
	expect_error(&alice, &bad, bytes->bytes, bytes->len, SN_BAD_INPUT, "the transaction itself");
	bad.kind = SN_PROVE_SPEND;
	expect_error(&alice, &bad, bytes->bytes, bytes->len, SN_BAD_INPUT, "the transaction itself");
	bad.tx_hash.b[0] ^= 1;
	expect_error(&alice, &bad, p.file.data, p.file.len, SN_REFUSED, "not that of this transaction");
	sn_account_watch_only(&watch, &alice);
	bad = good;
	bad.kind = SN_PROVE_SPEND;
	expect_error(&watch, &bad, p.file.data, p.file.len, SN_BAD_INPUT, "master wallet is required");
	expect_error(&watch, &good, p.file.data, p.file.len, SN_BAD_INPUT, "master wallet is required");
	expect_error(&bob, &good, p.file.data, p.file.len, SN_BAD_INPUT, "");
	p.file.data[p.file.len / 2] ^= 1;
	expect_error(&alice, &good, p.file.data, p.file.len, SN_BAD_INPUT, "");
	/* Another file that pays the same. */
	cr_assert(!sn_tx_hash(&hash, tx));
	p.set.txs[0].unlock_time = 1;
	p.file.len = 0;
	cr_assert(cold_seal(&p.file, &alice, &p.set));
	expect_error(&alice, &good, p.file.data, p.file.len, SN_REFUSED, "not that of this transaction");
	paid_free(&p);
}

/* The commitment decides about the amount, not the encrypted number. */
Test(cold_prove, amount_must_open_the_commitment)
{
	struct paid p;
	struct sn_error err = {0};
	struct sn_prove_result result;
	struct sn_tx_proof proof;
	uint64_t received;
	pay(&p);
	struct sn_tx *tx = &p.result.txs[TO_STANDARD];
	struct sn_prove_request request = request_for(tx, cold_address(&bob, 0, 0));
	cr_assert(!sn_cold_prove(&result, &alice, &request, p.file.data, p.file.len, 1, &err));
	cr_assert(!sn_tx_proof_parse(&proof, (char *)result.text.data, result.text.len, &err));
	for (size_t i = 0; i < tx->n_outputs; i++)
		tx->outputs[i].encrypted_amount[0] ^= 1;
	cr_assert(!sn_tx_proof_check(&received, &proof, tx, &request.tx_hash, &request.address, MESSAGE,
				     strlen(MESSAGE), &err));
	cr_assert_eq(received, 0);
	sn_tx_proof_free(&proof);
	sn_prove_result_free(&result);
	paid_free(&p);
}

/* A recipient searches with the keys in tx extra. A payment by another key is true, but lost: the recipient
 * cannot find it. */
Test(cold_prove, tx_key_must_be_that_of_the_transaction)
{
	struct paid p;
	struct sn_error err = {0};
	struct sn_buf extra = {0};
	struct sn_prove_result result;
	uint64_t received;
	pay(&p);
	for (size_t i = 0; i < PAYMENTS; i++) {
		struct sn_tx tx = p.result.txs[i];
		const struct sn_address to[] = {cold_address(&bob, 0, 0), cold_address(&bob, 1, 1),
						cold_address(&bob, 0, 0), cold_address(&carol, 2, 3)};
		const uint64_t amount = i == TO_SEVERAL ? 7 * COLD_SMALL : 5 * COLD_SMALL;
		struct sn_prove_request request = request_for(&tx, to[i]);
		request.kind = SN_PROVE_TX_KEY;
		cr_assert(!sn_cold_prove(&result, &alice, &request, p.file.data, p.file.len, 1, &err));
		const char *text = (char *)result.text.data;
		cr_assert(!sn_tx_key_check(&received, text, result.text.len, &tx, &to[i], &err));
		cr_assert_eq(received, amount);

		/* The other kind of address has another base. */
		struct sn_address kind = to[i];
		kind.kind = kind.kind == SN_ADDRESS_SUBADDRESS ? SN_ADDRESS_STANDARD : SN_ADDRESS_SUBADDRESS;
		cr_assert(!sn_tx_key_check(&received, text, result.text.len, &tx, &kind, &err));
		cr_assert_eq(received, 0, "transaction %zu, kind", i);

		/* Another key in tx extra, then the same as the second of two. */
		struct sn_point keys[16], own = cold_tx_key_of(&tx);
		const struct sn_point other = cold_tx_key_of(&p.result.txs[(i + 1) % PAYMENTS]);
		const size_t n = sn_tx_proof_keys(&tx) - 1;
		cr_assert(n <= 16);
		for (size_t j = 0; j < n; j++)
			keys[j] = other;
		extra.len = 0;
		sn_extra_write(&extra, &other, keys, n, NULL);
		tx.extra = extra.data;
		tx.extra_len = extra.len;
		cr_assert(!sn_tx_key_check(&received, text, result.text.len, &tx, &to[i], &err));
		cr_assert_eq(received, 0, "transaction %zu, key", i);
		sn_extra_write(&extra, &own, NULL, 0, NULL);
		tx.extra = extra.data;
		tx.extra_len = extra.len;
		cr_assert(!sn_tx_key_check(&received, text, result.text.len, &tx, &to[i], &err));
		cr_assert_eq(received, i == TO_SEVERAL ? 0 : amount, "transaction %zu, second key", i);

		/* No key. */
		tx.extra_len = 0;
		cr_assert_eq(sn_tx_key_check(&received, text, 64, &tx, &to[i], &err), SN_BAD_INPUT);
		cr_assert(strstr(err.text, "the transaction has no tx public key"), "%s", err.text);
		sn_prove_result_free(&result);
	}
	sn_buf_free(&extra);
	paid_free(&p);
}

Test(cold_prove, damaged_tx_keys_are_refused)
{
	struct paid p;
	struct sn_error err = {0};
	struct sn_prove_result result;
	uint64_t received;
	pay(&p);
	const struct sn_tx *tx = &p.result.txs[TO_SEVERAL];
	struct sn_prove_request request = request_for(tx, cold_address(&bob, 0, 0));
	request.kind = SN_PROVE_TX_KEY;
	cr_assert(!sn_cold_prove(&result, &alice, &request, p.file.data, p.file.len, 1, &err));
	const char *text = (char *)result.text.data;
	/* The main key alone is enough for a standard address. */
	cr_assert(!sn_tx_key_check(&received, text, 64, tx, &request.address, &err));
	cr_assert_eq(received, COLD_SMALL);
	for (size_t len = 0; len < result.text.len; len++)
		if (len != 64)
			cr_assert_eq(sn_tx_key_check(&received, text, len, tx, &request.address, &err),
				     SN_BAD_INPUT);
	memset(result.text.data, 'f', 64); /* not below l */
	cr_assert_eq(sn_tx_key_check(&received, text, 64, tx, &request.address, &err), SN_BAD_INPUT);
	sn_prove_result_free(&result);
	paid_free(&p);
}
