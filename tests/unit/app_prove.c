#include "app/prove.h"

#include "app_fixture.h"
#include "cold/files.h"
#include "cold_sets.h"

#include <criterion/criterion.h>

#include <string.h>

TestSuite(app_prove, .init = session_set_up, .fini = session_tear_down, .timeout = 60);

#define MESSAGE "order 7"

/* Alice's watch-only wallet pays bob: the unsigned file, and the transaction, which is in the pool. */
struct paid {
	struct sn_session_payment payment;
	struct sn_hash tx_hash;
	struct sn_buf bytes; /* the transaction */
};

static void pay(struct paid *p)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_reference_request reference = {0};
	struct sn_unsigned_set set;
	struct sn_review review;
	*p = (struct paid){0};
	app_chain_mine(&t.chain, 4, &t.alice);
	app_chain_mine(&t.chain, 100, &t.bob);
	open_session(SN_ROLE_WATCH_ONLY, true);
	refresh();
	cr_assert(!sn_session_transfer(t.s, &r, NULL, NULL, &p->payment, &t.err), "%s", t.err.text);
	cr_assert(!sn_cold_open_and_review(&set, &reference, &review, &t.alice, NULL,
					   p->payment.unsigned_set.data, p->payment.unsigned_set.len, 1,
					   &t.err),
		  "%s", t.err.text);
	struct cold_result result = cold_sign(&t.alice, &set);
	cr_assert(!sn_tx_hash(&p->tx_hash, result.txs));
	sn_put_bytes(&p->bytes, result.set.txs->bytes, result.set.txs->len);
	app_chain_send(&t.chain, result.txs);
	cold_result_free(&result);
	sn_review_free(&review);
	sn_reference_request_free(&reference);
	sn_unsigned_set_free(&set);
}

static void paid_free(struct paid *p)
{
	sn_session_payment_free(&p->payment);
	sn_buf_free(&p->bytes);
}

/* The master wallet on the offline machine, with the same keys. */
static void prove_offline(struct sn_prove_result *result, const struct paid *p, enum sn_prove_kind kind,
			  struct sn_address address)
{
	const struct sn_prove_request request = {kind, p->tx_hash, address, MESSAGE, strlen(MESSAGE)};
	cr_assert(!sn_session_close(t.s, &t.err));
	remove_beside("");
	open_session(SN_ROLE_MASTER, false);
	cr_assert(!sn_session_prove(t.s, &request, p->payment.unsigned_set.data, p->payment.unsigned_set.len,
				    result, &t.err),
		  "%s", t.err.text);
}

static struct sn_proof_claim claim_of(const struct paid *p, const struct sn_prove_result *result,
				      struct sn_address address)
{
	return (struct sn_proof_claim){p->tx_hash,      address,           MESSAGE,
				       strlen(MESSAGE), result->text.data, result->text.len};
}

Test(app_prove, proofs_of_the_sender)
{
	const struct sn_address to = cold_address(&t.bob, 0, 0);
	struct sn_prove_result payment, spend, key;
	struct sn_proof_result result;
	struct paid p;
	pay(&p);
	prove_offline(&payment, &p, SN_PROVE_PAYMENT, to);
	cr_assert_eq(payment.received, APP_REWARD / 2);
	prove_offline(&spend, &p, SN_PROVE_SPEND, to);
	prove_offline(&key, &p, SN_PROVE_TX_KEY, to);

	/* Offline, nothing can be checked. */
	struct sn_proof_claim claim = claim_of(&p, &payment, to);
	expect_reason(sn_session_check_payment(t.s, &claim, &result, &t.err), SN_BAD_INPUT,
		      SN_REASON_OFFLINE);
	expect_reason(sn_session_check_spend(t.s, &claim, &result, &t.err), SN_BAD_INPUT, SN_REASON_OFFLINE);

	cr_assert(!sn_session_close(t.s, &t.err));
	open_again(true);
	cr_assert(!sn_session_check_payment(t.s, &claim, &result, &t.err), "%s", t.err.text);
	cr_assert(result.kind == SN_PROOF_SENT && result.received == APP_REWARD / 2 && result.is_in_pool);
	claim = claim_of(&p, &key, to);
	cr_assert(!sn_session_check_payment(t.s, &claim, &result, &t.err), "%s", t.err.text);
	cr_assert(result.kind == SN_PROOF_TX_KEY && result.received == APP_REWARD / 2);
	claim = claim_of(&p, &spend, to);
	cr_assert(!sn_session_check_spend(t.s, &claim, &result, &t.err), "%s", t.err.text);
	cr_assert(result.kind == SN_PROOF_SPEND && result.is_in_pool);
	claim.message_len--;
	cr_assert_eq(sn_session_check_spend(t.s, &claim, &result, &t.err), SN_REFUSED);
	sn_prove_result_free(&payment);
	sn_prove_result_free(&spend);
	sn_prove_result_free(&key);
	paid_free(&p);
}

/* With the view key alone: what was received, but not what was sent. */
Test(app_prove, proofs_of_a_watch_only_wallet)
{
	const struct sn_address own = cold_address(&t.alice, 0, 0);
	struct sn_prove_request request = {SN_PROVE_PAYMENT, {{0}}, own, MESSAGE, strlen(MESSAGE)};
	struct sn_prove_result change;
	struct sn_proof_result result;
	struct paid p;
	pay(&p);
	request.tx_hash = p.tx_hash;
	cr_assert(!sn_session_prove(t.s, &request, p.bytes.data, p.bytes.len, &change, &t.err), "%s",
		  t.err.text);
	const struct sn_proof_claim claim = claim_of(&p, &change, own);
	cr_assert(!sn_session_check_payment(t.s, &claim, &result, &t.err), "%s", t.err.text);
	cr_assert(result.kind == SN_PROOF_RECEIVED && result.received == p.payment.composed.txs[0].change);
	sn_prove_result_free(&change);
	for (int kind = SN_PROVE_PAYMENT; kind <= SN_PROVE_SPEND; kind++) {
		request.kind = (enum sn_prove_kind)kind;
		request.address = cold_address(&t.bob, 0, 0);
		cr_assert_eq(sn_session_prove(t.s, &request, p.payment.unsigned_set.data,
					      p.payment.unsigned_set.len, &change, &t.err),
			     SN_BAD_INPUT);
		cr_assert(strstr(t.err.text, "master wallet is required"), "%s", t.err.text);
		sn_prove_result_free(&change);
	}
	t.err = (struct sn_error){0};
	paid_free(&p);
}
