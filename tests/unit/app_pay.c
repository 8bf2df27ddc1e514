#include "app_fixture.h"
#include "cold/proposal_sign.h"
#include "cold_sets.h"
#include "handoff/envelope.h"
#include "hot/request.h"
#include "interop/sealed_file.h"

#include <stdio.h>
#include <string.h>

TestSuite(app_pay, .init = session_set_up, .fini = session_tear_down, .timeout = 60);

static void open_with(size_t n_outputs, enum sn_role role)
{
	app_chain_mine(&t.chain, n_outputs, &t.alice);
	app_chain_mine(&t.chain, 100, &t.bob);
	open_session(role, true);
	refresh();
	cr_assert_eq(balance().unlocked, n_outputs * APP_REWARD);
}

static void open_rich(enum sn_role role)
{
	open_with(4, role);
}

/* The daemon's thread may still work on a transaction for which it sends no answer. */
static size_t n_pool(void)
{
	pthread_mutex_lock(&t.chain.mutex);
	size_t n = t.chain.n_pool;
	pthread_mutex_unlock(&t.chain.mutex);
	return n;
}

Test(app_pay, watch_only_prepares_a_payment)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_session_payment payment;
	struct answer answer = {0};
	const struct sn_approval approval = {.approve = approve, .context = &answer};
	size_t released;
	open_rich(SN_ROLE_WATCH_ONLY);
	cr_assert(!sn_session_transfer(t.s, &r, NULL, &approval, &payment, &t.err), "%s", t.err.text);
	cr_assert(payment.unsigned_set.len > 0 && payment.size == 0 && payment.submitted.n == 0 &&
		  answer.n_asked == 0);
	cr_assert(payment.composed.n == 1 && state_of(payment.composed.txs[0].id) == SN_PAYMENT_PREPARED);
	struct sn_wallet *w = look_at_file();
	cr_assert(w->n_payments == 1 && w->payments[0].state == SN_PAYMENT_PREPARED);
	sn_wallet_close(w);
	cr_assert(!sn_session_release(t.s, payment.composed.txs[0].id, false, &released, &t.err) &&
		  released == 1);
	w = look_at_file();
	cr_assert_eq(w->payments[0].state, SN_PAYMENT_RELEASED);
	sn_wallet_close(w);
	sn_session_payment_free(&payment);

	r.destinations =
		&(struct sn_payment_destination){cold_address(&t.bob, 0, 0), 100 * (uint64_t)APP_REWARD};
	expect_reason(sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), SN_REFUSED,
		      SN_REASON_NOT_ENOUGH);
}

/* After the upgrade the balance is complete, and nothing is prepared. */
Test(app_pay, nothing_is_paid_after_the_upgrade)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_session_payment payment;
	open_rich(SN_ROLE_MASTER);
	t.chain.block_version = 17;
	app_chain_mine(&t.chain, 2, &t.alice);
	t.chain.block_version = 18;
	app_chain_mine(&t.chain, 70, &t.alice);
	refresh();
	cr_assert(balance().total == 76 * (uint64_t)APP_REWARD && balance().n_without_image == 0);
	expect_reason(sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), SN_REFUSED, SN_REASON_FORK);
	struct sn_wallet *w = look_at_file();
	cr_assert(w->n_payments == 0 && w->n_enotes == 72 && w->fork_version == 17);
	sn_wallet_close(w);
	cr_assert_eq(status().failure.reason, SN_REASON_NONE);
}

/* The file of proposals in `from`, signed. */
static struct sn_buf signed_proposals(const struct sn_buf *from)
{
	struct sn_buf content = {0}, file = {0};
	struct sn_proposal_set asked;
	struct sn_signed_proposals set;
	struct sn_hash digest, message;
	cr_assert(!sn_envelope_open(&content, SN_ENVELOPE_PROPOSALS, t.alice.network, &t.alice.view_secret,
				    from->data, from->len, &t.err));
	cr_assert(!sn_proposal_set_decode(&asked, t.alice.network, content.data, content.len, &t.err));
	cr_assert(!sn_proposal_digest(&digest, &asked, t.alice.network, &t.err));
	cr_assert(!sn_sign_proposals(&set, &message, &t.alice, &asked, &digest, NULL, 1, &t.err));
	sn_buf_clear(&content);
	cr_assert(!sn_signed_proposals_encode(&content, &set, t.alice.network, &t.err));
	cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_SIGNED_PROPOSALS, t.alice.network,
				    &t.alice.view_secret, content.data, content.len, &t.err));
	sn_proposal_set_free(&asked);
	sn_signed_proposals_free(&set);
	sn_buf_free(&content);
	return file;
}

Test(app_pay, a_signed_proposal_is_checked_and_not_sent)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_compose_result composed;
	struct sn_submit_result submitted;
	struct sn_buf proposals = {0};
	r.format = SN_REQUEST_PROPOSALS;
	open_rich(SN_ROLE_WATCH_ONLY);
	cr_assert(!sn_compose(&proposals, &composed, t.w, t.chain.daemon, &r, 1800000000, &t.err), "%s",
		  t.err.text);
	struct sn_buf file = signed_proposals(&proposals);
	const size_t n_inputs = composed.txs[0].n_inputs;
	expect_reason(sn_session_submit(t.s, file.data, file.len, NULL, &submitted, &t.err), SN_REFUSED,
		      SN_REASON_FORK);
	struct sn_wallet *w = look_at_file();
	cr_assert(w->n_payments == 0 && w->n_images == n_inputs + 1);
	sn_wallet_close(w);
	cr_assert(t.chain.n_sends == 0 && balance().unlocked == 4 * (uint64_t)APP_REWARD);
	sn_compose_result_free(&composed);
	sn_buf_free(&proposals);
	sn_buf_free(&file);
}

/* Only the file differs. */
Test(app_pay, watch_only_prepares_a_payment_for_the_reference_wallet)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_session_payment payment;
	enum sn_interop_kind kind;
	r.format = SN_REQUEST_MONERO;
	open_rich(SN_ROLE_WATCH_ONLY);
	cr_assert(!sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), "%s", t.err.text);
	cr_assert(sn_interop_find_kind(&kind, payment.unsigned_set.data, payment.unsigned_set.len));
	cr_assert_eq(kind, SN_INTEROP_UNSIGNED_TX_SET);
	cr_assert(payment.composed.n == 1 && state_of(payment.composed.txs[0].id) == SN_PAYMENT_PREPARED);
	sn_session_payment_free(&payment);
}

Test(app_pay, master_writes_no_file_for_the_reference_wallet)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_session_payment payment;
	r.format = SN_REQUEST_MONERO;
	open_rich(SN_ROLE_MASTER);
	cr_assert_eq(sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), SN_USAGE);
	cr_assert(strstr(t.err.text, "a format cannot be used with a master wallet"), "%s", t.err.text);
	cr_assert(balance().unlocked == 4 * APP_REWARD && t.chain.n_sends == 0);
}

Test(app_pay, master_signs_and_broadcasts)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_session_payment payment;
	struct answer answer = {.is_yes = true};
	const struct sn_approval approval = {.approve = approve, .context = &answer};
	open_rich(SN_ROLE_MASTER);
	cr_assert(!sn_session_transfer(t.s, &r, NULL, &approval, &payment, &t.err), "%s", t.err.text);
	cr_assert(answer.n_asked == 1 && answer.sent == APP_REWARD / 2);
	cr_assert(payment.unsigned_set.len == 0 && payment.submitted.n == 1 && t.chain.n_sends == 1);
	cr_assert(payment.size > 1000 && payment.size == t.chain.pool[0].whole.len);
	cr_assert(sn_hash_is_equal(&payment.submitted.txs[0].tx_hash, &t.chain.pool[0].hash));
	uint64_t id = payment.composed.txs[0].id, fee = payment.composed.txs[0].fee;
	cr_assert_eq(state_of(id), SN_PAYMENT_SUBMITTED);
	cr_assert_eq(balance().total, 4 * APP_REWARD - APP_REWARD / 2 - fee);

	app_chain_mine(&t.chain, 1, &t.bob);
	refresh();
	cr_assert_eq(state_of(id), SN_PAYMENT_CONFIRMED);
	cr_assert_eq(balance().total, 4 * APP_REWARD - APP_REWARD / 2 - fee);
	cr_assert(balance().n_without_image == 0 && balance().pending_out == 0);
	sn_session_payment_free(&payment);
}

/* While the first call asks, the same request is made again, and sends. */
static bool approve_after_repetition(void *context, const struct sn_review *review)
{
	const struct sn_payment_request *r = context;
	struct sn_session_payment payment;
	(void)review;
	cr_assert(!sn_session_transfer(t.s, r, NULL, NULL, &payment, &t.err), "%s", t.err.text);
	cr_assert(payment.submitted.n == 1 && payment.composed.is_repeated);
	cr_assert_eq(payment.composed.txs[0].state, SN_PAYMENT_SUBMITTED);
	sn_session_payment_free(&payment);
	return true;
}

/* A client that lost patience repeats its call while the first one runs: both learn that it was sent. */
Test(app_pay, a_request_repeated_at_the_same_time_is_sent_once)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_session_payment payment;
	const struct sn_approval approval = {.approve = approve_after_repetition, .context = &r};
	open_rich(SN_ROLE_MASTER);
	strcpy(r.reference, "order 7");
	cr_assert(!sn_session_transfer(t.s, &r, NULL, &approval, &payment, &t.err), "%s", t.err.text);
	cr_assert(t.chain.n_sends == 1 && payment.submitted.n == 0);
	cr_assert(payment.composed.n == 1 && payment.composed.is_repeated);
	cr_assert_eq(payment.composed.txs[0].state, SN_PAYMENT_SUBMITTED);
	cr_assert(sn_hash_is_equal(&payment.composed.txs[0].tx_hash, &t.chain.pool[0].hash));
	cr_assert_eq(state_of(payment.composed.txs[0].id), SN_PAYMENT_SUBMITTED);
	sn_session_payment_free(&payment);
}

/* A payment that has started is completed. */
Test(app_pay, a_stop_does_not_end_a_payment)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_session_payment payment;
	struct answer answer = {.is_yes = true, .stops = true};
	const struct sn_approval approval = {.approve = approve, .context = &answer};
	open_rich(SN_ROLE_MASTER);
	cr_assert(!sn_session_transfer(t.s, &r, NULL, &approval, &payment, &t.err), "%s", t.err.text);
	cr_assert(answer.n_asked == 1 && payment.submitted.n == 1 && t.chain.n_sends == 1);
	cr_assert_eq(state_of(payment.composed.txs[0].id), SN_PAYMENT_SUBMITTED);
	sn_session_payment_free(&payment);
}

/* A second payment while the daemon has the first one would pay twice. */
Test(app_pay, a_submitted_payment_is_not_released)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_session_payment payment;
	size_t released;
	open_rich(SN_ROLE_MASTER);
	cr_assert(!sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), "%s", t.err.text);
	uint64_t id = payment.composed.txs[0].id;
	sn_session_payment_free(&payment);
	cr_assert_eq(sn_session_release(t.s, id, false, &released, &t.err), SN_REFUSED);
	refresh();
	cr_assert_eq(sn_session_release(t.s, id, false, &released, &t.err), SN_REFUSED);
	cr_assert(released == 0 && state_of(id) == SN_PAYMENT_SUBMITTED);
	app_chain_flush_pool(&t.chain);
	cr_assert_eq(sn_session_release(t.s, id, false, &released, &t.err), SN_REFUSED); /* no pass since */
	refresh();
	/* The daemon may hide it. */
	cr_assert_eq(sn_session_release(t.s, id, false, &released, &t.err), SN_REFUSED);
	cr_assert(released == 0 && state_of(id) == SN_PAYMENT_SUBMITTED);
	cr_assert(!sn_session_release(t.s, id, true, &released, &t.err) && released == 1, "%s", t.err.text);
	cr_assert_eq(balance().unlocked, 4 * APP_REWARD);
}

/* Spends by another program with the same keys are detected: key images are known with their outputs. */
Test(app_pay, master_sees_foreign_spends)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_session_payment payment;
	open_rich(SN_ROLE_MASTER);
	cr_assert(!sn_session_close(t.s, &t.err));
	char aside[128];
	snprintf(aside, sizeof aside, "%s.aside", t.path);
	cr_assert(!rename(t.path, aside));
	remove_beside(".signed");
	open_session(SN_ROLE_MASTER, true);
	refresh();
	cr_assert(!sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), "%s", t.err.text);
	uint64_t fee = payment.composed.txs[0].fee;
	sn_session_payment_free(&payment);
	cr_assert(!sn_session_close(t.s, &t.err));
	app_chain_mine(&t.chain, 1, &t.bob);

	cr_assert(!rename(aside, t.path));
	remove_beside(".signed");
	open_again(true);
	cr_assert_eq(balance().total, 4 * APP_REWARD);
	refresh();
	cr_assert_eq(balance().total, 4 * APP_REWARD - APP_REWARD / 2 - fee);
}

static void expect_nothing_reserved(const struct sn_session_payment *payment)
{
	cr_assert(!payment->composed.txs && payment->submitted.n == 0 && payment->unsigned_set.len == 0);
	cr_assert(balance().unlocked == 4 * APP_REWARD && balance().reserved == 0);
	struct sn_wallet *w = look_at_file();
	cr_assert(w->n_payments >= 1);
	for (size_t i = 0; i < w->n_payments; i++)
		cr_assert_eq(w->payments[i].state, SN_PAYMENT_RELEASED);
	sn_wallet_close(w);
}

Test(app_pay, master_asks_and_obeys_the_limits)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_session_payment payment;
	struct answer answer = {0};
	const struct sn_approval approval = {.approve = approve, .context = &answer};
	open_rich(SN_ROLE_MASTER);
	cr_assert_eq(sn_session_transfer(t.s, &r, NULL, &approval, &payment, &t.err), SN_REFUSED);
	cr_assert(strstr(t.err.text, "not confirmed") && t.chain.n_sends == 0, "%s", t.err.text);
	expect_nothing_reserved(&payment);

	/* Nor if the confirmation comes too late. */
	answer = (struct answer){.is_yes = true, .release = 2};
	cr_assert_eq(sn_session_transfer(t.s, &r, NULL, &approval, &payment, &t.err), SN_REFUSED);
	cr_assert(strstr(t.err.text, "payment 2 was released") && t.chain.n_sends == 0, "%s", t.err.text);
	expect_nothing_reserved(&payment);

	/* Nor if the fee is above the limit. */
	const struct sn_limits limits = {.has_max_fee = true, .max_fee = 1};
	answer = (struct answer){.is_yes = true};
	cr_assert_eq(sn_session_transfer(t.s, &r, &limits, &approval, &payment, &t.err), SN_REFUSED);
	cr_assert(answer.n_asked == 0 && t.chain.n_sends == 0);
	expect_nothing_reserved(&payment);

	/* Nor if it would lock its outputs without permission. */
	r.unlock_time = 3000000;
	cr_assert_eq(sn_session_transfer(t.s, &r, NULL, &approval, &payment, &t.err), SN_REFUSED);
	cr_assert(strstr(t.err.hint, "--allow-unlock-time"), "%s", t.err.text);
	cr_assert(answer.n_asked == 0 && t.chain.n_sends == 0);
	expect_nothing_reserved(&payment);
}

/* Only the daemon claims a rejection: the outputs stay reserved, and the recipients are not paid again. */
static void expect_blocked(uint64_t id)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_session_payment payment;
	struct answer answer = {.is_yes = true};
	const struct sn_approval approval = {.approve = approve, .context = &answer, .allow_respend = true};
	const size_t n_sends = t.chain.n_sends;
	char words[64];
	snprintf(words, sizeof words, "payment %llu to the same recipient failed", (unsigned long long)id);
	t.chain.send = APP_ACCEPT;
	cr_assert_eq(sn_session_transfer(t.s, &r, NULL, &approval, &payment, &t.err), SN_REFUSED);
	cr_assert(strstr(t.err.text, words), "%s", t.err.text);
	cr_assert(!answer.n_asked && t.chain.n_sends == n_sends && balance().reserved == 0);
}

Test(app_pay, a_rejected_payment_blocks_only_its_recipient)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	const struct sn_payment_destination to_another = {cold_address(&t.bob, 0, 9), APP_REWARD / 2};
	struct sn_session_payment payment;
	size_t released;
	open_rich(SN_ROLE_MASTER);
	t.chain.send = APP_REJECT;
	cr_assert_eq(sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), SN_REFUSED);
	cr_assert(strstr(t.err.text, "rejects") && t.chain.n_sends == 1, "%s", t.err.text);
	cr_assert_eq(payment.submitted.n_failed, 1);
	const uint64_t id = payment.submitted.failed[0].payment_id;
	sn_session_payment_free(&payment);
	cr_assert_eq(state_of(id), SN_PAYMENT_SUBMITTED);
	expect_blocked(id);
	/* It does not obstruct other payments. */
	r.destinations = &to_another;
	cr_assert(!sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), "%s", t.err.text);
	sn_session_payment_free(&payment);
	/* Nor does the signature prevent the next attempt of a user who trusts the daemon. */
	cr_assert_eq(sn_session_release(t.s, id, false, &released, &t.err), SN_REFUSED);
	cr_assert(!sn_session_release(t.s, id, true, &released, &t.err) && released == 1, "%s", t.err.text);
	for (int i = 0; i < 3; i++) {
		r = request(APP_REWARD - 1000000000);
		cr_assert(!sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), "%d: %s", i,
			  t.err.text);
		sn_session_payment_free(&payment);
	}
}

/* The daemon reports a rejection, and relays the transaction. Enough other outputs are left to make the same
 * payment again. */
Test(app_pay, a_false_rejection_keeps_the_outputs_reserved)
{
	struct sn_payment_request r = request(APP_REWARD * 5 / 2);
	struct sn_session_payment payment;
	open_with(12, SN_ROLE_MASTER);
	t.chain.send = APP_LIE;
	expect_reason(sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), SN_DAEMON,
		      SN_REASON_REJECTED);
	const uint64_t id = payment.submitted.failed[0].payment_id;
	sn_session_payment_free(&payment);
	for (int i = 0; i < 4; i++)
		expect_blocked(id);
	cr_assert_eq(n_pool(), 1);
	app_chain_mine(&t.chain, 1, &t.bob);
	refresh();
	cr_assert_eq(state_of(id), SN_PAYMENT_CONFIRMED);
}

#define MANY 16 /* destinations: two transactions */

static struct sn_payment_request request_many(struct sn_payment_destination to[static MANY])
{
	struct sn_payment_request r = request(1);
	for (unsigned i = 0; i < MANY; i++)
		to[i] = (struct sn_payment_destination){cold_address(&t.bob, 0, i), 1000000000};
	r.destinations = to;
	r.n_destinations = MANY;
	r.may_be_several = true;
	return r;
}

/* One of two is rejected; the daemon accepts the other without an answer. */
static void expect_one_maybe_sent(int first, int second, enum sn_reason of_first, enum sn_reason of_second)
{
	struct sn_payment_destination to[MANY];
	struct sn_payment_request r = request_many(to);
	struct sn_session_payment payment;
	open_with(3, SN_ROLE_MASTER); /* the additional output does not cover the payment without the other
					 signed one */
	t.chain.send = first;
	t.chain.send_next = second;
	expect_reason(sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), SN_DAEMON,
		      SN_REASON_MAYBE_SENT);
	cr_assert(n_pool() == 1 && payment.submitted.n == 0 && payment.submitted.n_failed == 2);
	cr_assert_eq(payment.submitted.failed[0].why.reason, of_first);
	cr_assert_eq(payment.submitted.failed[1].why.reason, of_second);
	sn_session_payment_free(&payment);
}

/* Repeating the payment would pay one of the recipients twice. That is never silent. */
static void expect_not_twice(void)
{
	struct sn_payment_destination to[MANY];
	struct sn_payment_request r = request_many(to);
	struct sn_session_payment payment;
	struct answer answer = {.is_yes = true};
	const struct sn_approval approval = {.approve = approve, .context = &answer};
	size_t n_sends = t.chain.n_sends;
	t.chain.send = APP_ACCEPT;
	expect_reason(sn_session_transfer(t.s, &r, NULL, &approval, &payment, &t.err), SN_REFUSED,
		      SN_REASON_NONE);
	cr_assert(answer.n_asked == 0 && t.chain.n_sends == n_sends && n_pool() == 1);
	cr_assert(!payment.composed.txs && balance().reserved == 0);
}

Test(app_pay, a_rejected_and_an_unanswered_transaction_are_not_paid_again)
{
	size_t released;
	expect_one_maybe_sent(APP_FEE, APP_VANISH, SN_REASON_REJECTED, SN_REASON_MAYBE_SENT);
	expect_not_twice();
	/* Nor if the rejected one is released, which does not affect the other. */
	cr_assert(!sn_session_release(t.s, 1, true, &released, &t.err) && released == 1, "%s", t.err.text);
	expect_not_twice();
}

Test(app_pay, an_unanswered_transaction_is_not_paid_again)
{
	expect_one_maybe_sent(APP_VANISH, APP_ACCEPT, SN_REASON_MAYBE_SENT, SN_REASON_NONE);
	expect_not_twice();
}

/* Only the user knows whether a transaction that was exported as a file may be replaced. */
Test(app_pay, master_refuses_a_double_spend)
{
	struct sn_payment_request r = request(3 * (uint64_t)APP_REWARD);
	struct sn_session_payment payment;
	struct sn_session_signed result;
	struct answer answer = {.is_yes = true};
	struct sn_approval approval = {.approve = approve, .context = &answer};
	size_t released;
	open_rich(SN_ROLE_WATCH_ONLY);
	cr_assert(!sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), "%s", t.err.text);
	struct sn_buf file = payment.unsigned_set;
	payment.unsigned_set = (struct sn_buf){0};
	cr_assert(!sn_session_release(t.s, payment.composed.txs[0].id, false, &released, &t.err));
	sn_session_payment_free(&payment);
	cr_assert(!sn_session_close(t.s, &t.err));
	unlink(t.path);
	open_session(SN_ROLE_MASTER, true);
	refresh();
	cr_assert(!sn_session_sign(t.s, file.data, file.len, NULL, NULL, &result, &t.err), "%s", t.err.text);
	sn_session_signed_free(&result);

	expect_reason(sn_session_transfer(t.s, &r, NULL, &approval, &payment, &t.err), SN_REFUSED,
		      SN_REASON_DOUBLE_SPEND);
	cr_assert(answer.n_asked == 0 && t.chain.n_sends == 0);
	expect_nothing_reserved(&payment);
	approval.allow_respend = true;
	cr_assert(!sn_session_transfer(t.s, &r, NULL, &approval, &payment, &t.err), "%s", t.err.text);
	cr_assert(answer.n_asked == 1 && payment.submitted.n == 1 && t.chain.n_sends == 1);
	sn_session_payment_free(&payment);
	sn_buf_free(&file);
}

static void *interrupt_sending(void *arg)
{
	(void)arg;
	while (t.chain.n_sends == 0)
		usleep(1000);
	sn_daemon_interrupt(t.chain.daemon);
	return NULL;
}

/* It may have arrived, and did. */
Test(app_pay, without_an_answer_a_payment_stays_submitted)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_session_payment payment;
	pthread_t thread;
	open_rich(SN_ROLE_MASTER);
	t.chain.send = APP_STALL;
	cr_assert(!pthread_create(&thread, NULL, interrupt_sending, NULL));
	cr_assert_eq(sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), SN_DAEMON);
	pthread_join(thread, NULL);
	cr_assert(payment.submitted.n == 0 && payment.submitted.n_failed == 1);
	sn_session_payment_free(&payment);
	struct sn_wallet *w = look_at_file();
	cr_assert(w->n_payments == 1 && w->payments[0].state == SN_PAYMENT_SUBMITTED);
	sn_wallet_close(w);
}
