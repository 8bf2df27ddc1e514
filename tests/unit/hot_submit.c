#include "hot_submit_setup.h"

#include "hot/balance.h"
#include "hot/pool.h"
#include "hot/request.h"
#include "hot/second_payment.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- what daemons say */

Test(hot_submit, accepted)
{
	cr_assert(!submit_signed(1), "%s", t->err.text);
	cr_assert_eq(t->sends, 1);
	cr_assert_eq(t->others, 0); /* nothing is requested about a transaction before it is sent */
	cr_assert_eq(t->result.n, 1);
	cr_assert(sn_hash_is_equal(&t->result.txs[0].tx_hash, &t->hashes[0]));
	cr_assert(t->result.txs[0].payment_id == t->ids[0] && !t->result.txs[0].was_known);
	submit_reopen();
	cr_assert(submit_state_of(0) == SN_PAYMENT_SUBMITTED && submit_state_of(1) == SN_PAYMENT_PREPARED);
	cr_assert(sn_hash_is_equal(&sn_wallet_find_payment(t->h.w, t->ids[0])->tx_hash, &t->hashes[0]));
	/* of the input and of the change */
	cr_assert(t->h.w->outputs[0].has_image && t->h.w->n_images == 2);
	struct sn_balance b;
	sn_balance(&b, t->h.w, -1, NOW);
	cr_assert(b.total == 2 * (uint64_t)COLD_XMR - COLD_SMALL - COLD_FEE &&
		  b.pending_out == COLD_SMALL + COLD_FEE);
}

/* A crash at any moment loses no key image: everything is in the file before the first byte is sent. */
Test(hot_submit, stored_before_sent)
{
	cr_assert(!submit_signed(2), "%s", t->err.text);
	cr_assert_eq(t->sends, 2);
	cr_assert_eq(t->state_at_send, SN_PAYMENT_SUBMITTED);
	cr_assert_eq(t->images_at_send, 4);
}

Test(hot_submit, rejected)
{
	t->send[0] = REJECTED;
	cr_assert_eq(submit_signed(1), SN_REFUSED);
	cr_assert(strstr(t->err.text, "rejects the transaction: an input is spent already"), "%s",
		  t->err.text);
	cr_assert_eq(t->result.n, 0);
	submit_reopen();
	cr_assert_eq(submit_state_of(0), SN_PAYMENT_SUBMITTED);
	cr_assert(!sn_output_is_spendable(t->h.w, 0, NOW) && t->h.w->outputs[0].has_image);
}

/* A daemon may reject a transaction and forward it. Inputs and recipients stay reserved until a daemon
 * accepts it. Then it is like any other submitted payment, and a second payment to the same recipient is
 * allowed. */
Test(hot_submit, lying_rejection)
{
	static const char *const answers[] = {"{\"status\":\"Failed\",\"reason\":\"\"}", REJECTED,
					      "{\"status\":\"Failed\",\"fee_too_low\":true}"};
	const struct sn_payment_destination to = sn_wallet_find_payment(t->h.w, t->ids[0])->destinations[0];
	const struct sn_payment_request request = {.destinations = &to, .n_destinations = 1};
	for (size_t i = 0; i < 3; i++) {
		bool is_spent = i == 1;
		t->send[0] = answers[i];
		cr_assert_eq(submit_signed(1), is_spent ? SN_REFUSED : SN_DAEMON);
		cr_assert_eq(t->err.reason, is_spent ? SN_REASON_SPENT : SN_REASON_REJECTED);
		cr_assert(strstr(t->err.text,
				 "payment 1 stays pending, and its recipients cannot be paid again"),
			  "%s", t->err.text);
		submit_reopen();
		cr_assert(submit_state_of(0) == SN_PAYMENT_SUBMITTED &&
			  sn_wallet_find_payment(t->h.w, t->ids[0])->is_doubtful);
		cr_assert(!sn_output_is_spendable(t->h.w, 0, NOW));
		cr_assert_eq(sn_second_payment_check(t->h.w, &request, NOW, &t->err), SN_REFUSED);
	}
	t->send[0] = ACCEPTED;
	cr_assert(!submit_signed(1), "%s", t->err.text);
	submit_reopen();
	cr_assert(submit_state_of(0) == SN_PAYMENT_SUBMITTED &&
		  !sn_wallet_find_payment(t->h.w, t->ids[0])->is_doubtful);
	cr_assert(!sn_second_payment_check(t->h.w, &request, NOW, &t->err), "%s", t->err.text);
}

/* A daemon rejects, and may have forwarded, a transaction of which another one said nothing, or accepted it:
 * the recipients are blocked, unless the last answer is an acceptance. */
Test(hot_submit, lying_rejection_of_a_submitted_transaction)
{
	static const char *const first[] = {"{", BUSY, ACCEPTED, KNOWN};
	const struct sn_payment_destination to = sn_wallet_find_payment(t->h.w, t->ids[0])->destinations[0];
	const struct sn_payment_request request = {.destinations = &to, .n_destinations = 1};
	for (size_t i = 0; i < sizeof first / sizeof first[0]; i++) {
		t->send[0] = first[i];
		cr_assert_eq(submit_signed(1), i < 2 ? SN_DAEMON : SN_OK);
		t->send[0] = REJECTED;
		int ret = submit_signed(1);
		cr_assert(ret == SN_DAEMON || ret == SN_REFUSED, "%d", ret);
		submit_reopen();
		cr_assert_eq(submit_state_of(0), SN_PAYMENT_SUBMITTED);
		cr_assert_eq(sn_second_payment_check(t->h.w, &request, NOW, &t->err), SN_REFUSED);
		t->send[0] = ACCEPTED;
		cr_assert(!submit_signed(1), "%s", t->err.text);
		cr_assert(!sn_second_payment_check(t->h.w, &request, NOW, &t->err), "%s", t->err.text);
	}
}

/* The wallet has reported that the payment failed, because a block had beaten it. Submitting it again without
 * an answer does not end the doubt. */
Test(hot_submit, beaten_and_submitted_again_without_an_answer)
{
	static const struct sn_hash other = {{7}};
	const struct sn_payment_destination to = sn_wallet_find_payment(t->h.w, t->ids[0])->destinations[0];
	const struct sn_payment_request request = {.destinations = &to, .n_destinations = 1};
	cr_assert(!submit_signed(1), "%s", t->err.text);
	const uint64_t height = sn_wallet_height(t->h.w);
	cr_assert(!sn_wallet_set_payment(t->h.w, t->ids[0], SN_PAYMENT_RELEASED, NULL, height));
	cr_assert(!sn_wallet_set_spent(t->h.w, 0, height, &other));
	hot_set_height(&t->h, height + 1);
	/* A payment that reserves the input, so that the first one is not submitted again by itself. */
	const size_t spent = 0;
	hot_pay(&t->h, SN_PAYMENT_PREPARED, &spent, 1, 1000, 10, 5);
	cr_assert(!sn_wallet_rollback(t->h.w, height));
	cr_assert(submit_state_of(0) == SN_PAYMENT_RELEASED &&
		  sn_second_payment_check(t->h.w, &request, NOW, &t->err) == SN_REFUSED);
	t->send[0] = "{";
	cr_assert_eq(submit_signed(1), SN_DAEMON);
	submit_reopen();
	cr_assert_eq(submit_state_of(0), SN_PAYMENT_SUBMITTED);
	cr_assert_eq(sn_second_payment_check(t->h.w, &request, NOW, &t->err), SN_REFUSED);
	t->send[0] = ACCEPTED;
	cr_assert(!submit_signed(1), "%s", t->err.text);
	cr_assert(!sn_second_payment_check(t->h.w, &request, NOW, &t->err), "%s", t->err.text);
}

/* With this number of flags, the message would lose its end. */
Test(hot_submit, rejection_with_all_flags)
{
	t->send[0] = t->send[1] =
		"{\"status\":\"Failed\",\"fee_too_low\":true,\"low_mixin\":true,\"invalid_input\":true,"
		"\"invalid_output\":true,\"too_big\":true,\"overspend\":true,\"too_few_outputs\":true,"
		"\"sanity_check_failed\":true,\"tx_extra_too_big\":true,\"nonzero_unlock_time\":true}";
	cr_assert_eq(submit_signed(2), SN_DAEMON);
	cr_assert(strstr(t->err.text,
			 "the fee is too low, the ring has the wrong size, an input is invalid; it may"),
		  "%s", t->err.text);
	const char end[] = "for 15 minutes and 10 blocks";
	cr_assert(!strcmp(t->err.text + strlen(t->err.text) - strlen(end), end), "%s", t->err.text);
	cr_assert(!strcmp(t->err.hint, "submit the file again, or to another daemon"), "%s", t->err.hint);
}

/* A block with another transaction for the same output may be invented or replaced: ten blocks and 15 minutes
 * settle it, after any answer of the daemon. */
static void expect_doubt(bool is_rejected)
{
	const struct sn_payment_destination to = sn_wallet_find_payment(t->h.w, t->ids[0])->destinations[0];
	const struct sn_payment_request request = {.destinations = &to, .n_destinations = 1};
	const uint64_t late = NOW + SN_STEM_SECONDS;
	t->send[0] = is_rejected ? REJECTED : ACCEPTED;
	cr_assert_eq(submit_signed(1), is_rejected ? SN_REFUSED : SN_OK);
	const uint64_t height = sn_wallet_height(t->h.w);
	cr_assert(!sn_wallet_set_payment(t->h.w, t->ids[0], SN_PAYMENT_RELEASED, NULL, height));
	cr_assert(!sn_second_payment_note(t->h.w, NOW, &t->err));
	cr_assert(!sn_wallet_store(t->h.w, &t->err), "%s", t->err.text);
	submit_reopen();
	for (uint64_t above = 1; above < SN_STEM_BLOCKS; above++) {
		hot_set_height(&t->h, height + above);
		cr_assert(!sn_second_payment_note(t->h.w, late - 1, &t->err)); /* the first time counts */
		cr_assert_eq(sn_second_payment_check(t->h.w, &request, late, &t->err), SN_REFUSED);
		cr_assert(strstr(t->err.text, "spends one of its inputs"), "%s", t->err.text);
	}
	hot_set_height(&t->h, height + SN_STEM_BLOCKS);
	cr_assert_eq(sn_second_payment_check(t->h.w, &request, late - 1, &t->err), SN_REFUSED);
	cr_assert_null(strstr(t->err.hint, "clock"), "%s", t->err.hint);
	cr_assert_eq(sn_second_payment_check(t->h.w, &request, NOW - 1, &t->err), SN_REFUSED); /* set back */
	cr_assert(!strncmp(t->err.hint, "check the clock of this machine; ", 33), "%s", t->err.hint);
	cr_assert(!sn_second_payment_check(t->h.w, &request, late, &t->err), "%s", t->err.text);
	/* As if the conflict had not been noted. */
	cr_assert(!sn_wallet_set_payment(t->h.w, t->ids[0], SN_PAYMENT_RELEASED, NULL, height));
	cr_assert_eq(sn_second_payment_check(t->h.w, &request, late, &t->err), SN_REFUSED);
}

Test(hot_submit, rejected_and_beaten_by_a_block)
{
	expect_doubt(true);
}

Test(hot_submit, accepted_and_beaten_by_a_block)
{
	expect_doubt(false);
}

/* A signed file whose transaction was submitted before is never reported as certainly not sent. */
Test(hot_submit, beaten_by_a_block_and_submitted_again)
{
	static const struct sn_hash other = {{7}};
	cr_assert(!submit_signed(1), "%s", t->err.text);
	const uint64_t height = sn_wallet_height(t->h.w);
	cr_assert(!sn_wallet_set_payment(t->h.w, t->ids[0], SN_PAYMENT_RELEASED, NULL, height));
	cr_assert(!sn_wallet_set_spent(t->h.w, 0, height, &other));
	cr_assert_eq(submit_signed(1), SN_REFUSED);
	cr_assert(t->sends == 0 && t->err.reason == SN_REASON_SPENT);
	cr_assert(t->result.n_failed == 1 && t->result.failed[0].may_be_sent);
	cr_assert(strstr(t->err.text, "it was sent before"), "%s", t->err.text);
}

/* The block that had beaten the payment was replaced, and another payment has its second input. It is
 * submitted again, but the daemon does not answer: it is as it was, and its recipient stays blocked. */
Test(hot_submit, conflict_stays_if_nothing_was_sent)
{
	static const struct sn_hash other = {{7}};
	const struct sn_payment_destination to = sn_wallet_find_payment(t->h.w, t->ids[0])->destinations[0];
	const struct sn_payment_request request = {.destinations = &to, .n_destinations = 1};
	cr_assert(!submit_signed(1), "%s", t->err.text);
	const uint64_t height = sn_wallet_height(t->h.w);
	cr_assert(!sn_wallet_set_payment(t->h.w, t->ids[0], SN_PAYMENT_RELEASED, NULL, height));
	cr_assert(!sn_wallet_set_spent(t->h.w, 0, height, &other));
	hot_set_height(&t->h, height + 1);
	cr_assert(!sn_second_payment_note(t->h.w, NOW, &t->err));
	/* A payment that reserves the input, so that the first one is not submitted again by itself. */
	const size_t spent = 0;
	hot_pay(&t->h, SN_PAYMENT_PREPARED, &spent, 1, 1000, 10, 5);
	cr_assert(!sn_wallet_rollback(t->h.w, height));
	hot_set_height(&t->h, height + 1);
	cr_assert(!sn_second_payment_note(t->h.w, NOW + 10, &t->err));
	cr_assert_eq(submit_state_of(0), SN_PAYMENT_RELEASED);
	t->gone_after = t->requests + QUESTIONS;
	cr_assert_eq(submit_signed(1), SN_DAEMON);
	cr_assert(t->sends == 0 && t->result.n_failed == 1 && t->result.failed[0].may_be_sent);
	submit_reopen();
	const struct sn_wallet_payment *p = sn_wallet_find_payment(t->h.w, t->ids[0]);
	cr_assert(p->state == SN_PAYMENT_RELEASED && p->height == height && p->conflict_seen == NOW + 10);
	cr_assert_eq(sn_second_payment_check(t->h.w, &request, NOW + 11, &t->err), SN_REFUSED);
}

/* Submitted without an answer, then again as the message advises: the daemon is down, or the disk is full. */
static void expect_sent_before(int ret)
{
	cr_assert(ret == SN_DAEMON || ret == SN_IO, "%d", ret);
	cr_assert_eq(t->err.reason, SN_REASON_MAYBE_SENT);
	cr_assert(
		strstr(t->err.text, "it was submitted before, and the network may have it: do not pay again"),
		"%s", t->err.text);
	cr_assert(t->result.n_failed == 1 && t->result.failed[0].may_be_sent);
}

Test(hot_submit, any_error_says_that_the_transaction_was_submitted_before)
{
	char address[32];
	t->send[0] = "{";
	cr_assert_eq(submit_signed(1), SN_DAEMON);
	cr_assert(!sn_wallet_set_missing(t->h.w, t->ids[0], NOW)); /* so that there is something to store */
	cr_assert(!sn_wallet_store(t->h.w, &t->err));
	submit_fill_disk();
	int ret = submit_signed(1);
	submit_free_disk();
	expect_sent_before(ret);
	snprintf(address, sizeof address, "127.0.0.1:%u", server_dead_port());
	submit_open_daemon(address);
	expect_sent_before(submit_signed(1));
}

/* The block of the output that it spends was replaced. */
Test(hot_submit, error_about_an_unknown_output_says_that_the_transaction_was_submitted_before)
{
	cr_assert(!submit_signed(1), "%s", t->err.text);
	cr_assert(!sn_wallet_rollback(t->h.w, 1));
	cr_assert_eq(submit_signed(1), SN_REFUSED);
	cr_assert(t->sends == 0 && t->err.reason == SN_REASON_MAYBE_SENT, "%s", t->err.text);
	cr_assert(strstr(t->err.text, "does not know; nothing was sent; it was submitted before"), "%s",
		  t->err.text);
	cr_assert(t->result.n_failed == 1 && t->result.failed[0].may_be_sent);
	/* Another one was not. */
	const struct sn_signed_tx first = t->set.txs[0];
	t->set.txs[0] = t->set.txs[1];
	t->set.txs[1] = first;
	cr_assert_eq(submit_signed(1), SN_REFUSED);
	cr_assert_eq(t->err.reason, SN_REASON_FOREIGN, "%s", t->err.text);
}

/* The rejection is a lie, and there is no room to note it. */
Test(hot_submit, rejection_that_cannot_be_noted)
{
	t->send[0] = REJECTED;
	t->is_disk_full = true;
	int ret = submit_signed(1);
	submit_free_disk();
	cr_assert_eq(ret, SN_IO, "%d: %s", ret, t->err.text);
	cr_assert_eq(t->err.reason, SN_REASON_MAYBE_SENT);
	cr_assert(strstr(t->err.text, "may have forwarded it: do not pay again"), "%s", t->err.text);
	cr_assert(t->result.n_failed == 1 && t->result.failed[0].may_be_sent);
	submit_reopen();
	cr_assert_eq(submit_state_of(0), SN_PAYMENT_SUBMITTED);
}

Test(hot_submit, no_usable_answer)
{
	t->send[0] = "{";
	cr_assert_eq(submit_signed(1), SN_DAEMON);
	submit_reopen();
	cr_assert_eq(submit_state_of(0), SN_PAYMENT_SUBMITTED); /* it may be pending */
	cr_assert(!sn_output_is_spendable(t->h.w, 0, NOW));
}

static int pay_recipient_again(void)
{
	const struct sn_payment_destination to = sn_wallet_find_payment(t->h.w, t->ids[0])->destinations[0];
	const struct sn_payment_request request = {.destinations = &to, .n_destinations = 1};
	return sn_second_payment_check(t->h.w, &request, NOW, &t->err);
}

/* The recipients are blocked before the first byte is sent: a program that ends then leaves them blocked. */
Test(hot_submit, recipients_are_blocked_until_a_daemon_answers)
{
	cr_assert(!pay_recipient_again());
	t->send[0] = "{";
	cr_assert_eq(submit_signed(1), SN_DAEMON);
	cr_assert(t->is_unanswered_at_send);
	submit_reopen();
	cr_assert_eq(pay_recipient_again(), SN_REFUSED);
	cr_assert(strstr(t->err.text, "payment 1 to the same recipient was sent, but no daemon has answered"),
		  "%s", t->err.text);
	t->send[0] = ACCEPTED;
	cr_assert(!submit_signed(1), "%s", t->err.text);
	submit_reopen();
	cr_assert(!pay_recipient_again(), "%s", t->err.text);
	/* Not sent again: the acceptance counts. */
	t->gone_after = t->requests + QUESTIONS;
	cr_assert_eq(submit_signed(1), SN_DAEMON);
	cr_assert_eq(t->sends, 0);
	submit_reopen();
	cr_assert(!pay_recipient_again(), "%s", t->err.text);
}

/* The daemon has the transaction, whatever it answers: the inputs stay reserved. The same file may be
 * submitted again. */
static void expect_maybe_sent(const char *answer, const char *words)
{
	t->send[0] = answer;
	cr_assert_eq(submit_signed(1), SN_DAEMON);
	cr_assert(t->sends == 1 && t->err.reason == SN_REASON_MAYBE_SENT && t->result.n == 0 &&
		  t->result.n_failed == 1);
	cr_assert(strstr(t->err.text, words) && strstr(t->err.text, "do not pay again"), "%s", t->err.text);
	cr_assert(!strcmp(t->err.hint, "submit the same signed file again, which is harmless"), "%s",
		  t->err.hint);
	submit_reopen();
	cr_assert(submit_state_of(0) == SN_PAYMENT_SUBMITTED && t->h.w->n_images == 2);
	cr_assert(!sn_output_is_spendable(t->h.w, 0, NOW));
	t->send[0] = ACCEPTED;
	cr_assert(!submit_signed(1), "%s", t->err.text);
	cr_assert(submit_state_of(0) == SN_PAYMENT_SUBMITTED && t->result.txs[0].payment_id == t->ids[0]);
}

Test(hot_submit, busy)
{
	expect_maybe_sent(BUSY, "busy synchronizing");
}

Test(hot_submit, login_wanted_after_it_was_sent)
{
	expect_maybe_sent(WANTS_LOGIN, "requires a login");
}

Test(hot_submit, status_that_says_nothing)
{
	expect_maybe_sent("{\"status\":\"PAYMENT REQUIRED\"}", "PAYMENT REQUIRED");
}

/* Nothing was sent: the payment keeps its state. */
Test(hot_submit, gone_before_it_was_sent)
{
	t->gone_after = QUESTIONS;
	cr_assert_eq(submit_signed(1), SN_DAEMON);
	cr_assert(t->sends == 0 && t->err.reason == SN_REASON_UNREACHABLE, "%s", t->err.text);
	cr_assert_null(strstr(t->err.text, "do not pay again"), "%s", t->err.text);
	submit_reopen();
	cr_assert_eq(submit_state_of(0), SN_PAYMENT_PREPARED);
}

/* After an unknown network upgrade nothing is sent, and nothing changes. */
Test(hot_submit, upgrade)
{
	t->reports_upgrade = true;
	cr_assert_eq(submit_signed(1), SN_REFUSED);
	cr_assert(strstr(t->err.hint, "--release=ID"), "%s", t->err.hint);
	cr_assert(t->err.reason == SN_REASON_FORK && t->sends == 0 && t->h.w->n_images == 0, "%s",
		  t->err.text);
	cr_assert_eq(submit_state_of(0), SN_PAYMENT_PREPARED);
}

Test(hot_submit, again)
{
	cr_assert(!submit_signed(1), "%s", t->err.text);
	t->send[0] = KNOWN;
	cr_assert(!submit_signed(1), "%s", t->err.text);
	cr_assert(t->others == 0 && t->sends == 1 && t->result.n == 1 && t->result.txs[0].was_known);
	cr_assert(t->result.txs[0].payment_id == t->ids[0] && t->h.w->rescan_from == UINT64_MAX);
	/* The daemon had lost it. */
	t->send[0] = ACCEPTED;
	cr_assert(!submit_signed(1), "%s", t->err.text);
	cr_assert(t->sends == 1 && t->result.n == 1 && !t->result.txs[0].was_known);
	cr_assert_eq(t->h.w->n_payments, 2);
	/* It is no longer missing: it must not be released. */
	cr_assert(!sn_wallet_set_missing(t->h.w, t->ids[0], NOW) &&
		  !sn_wallet_declare_missing(t->h.w, t->ids[0]));
	cr_assert(!submit_signed(1), "%s", t->err.text);
	submit_reopen();
	cr_assert(!sn_wallet_find_payment(t->h.w, t->ids[0])->missing_since &&
		  !sn_wallet_find_payment(t->h.w, t->ids[0])->is_missing);
	/* Busy now; the payment was submitted before and stays so. */
	t->send[0] = BUSY;
	cr_assert_eq(submit_signed(1), SN_DAEMON);
	cr_assert_eq(submit_state_of(0), SN_PAYMENT_SUBMITTED);
}

/* A payment sent again to an unreachable daemon stays missing since the same time. */
Test(hot_submit, missing_and_not_sent)
{
	t->send[0] = ACCEPTED;
	cr_assert(!submit_signed(1), "%s", t->err.text);
	cr_assert(!sn_wallet_set_missing(t->h.w, t->ids[0], NOW) &&
		  !sn_wallet_declare_missing(t->h.w, t->ids[0]) && !sn_wallet_store(t->h.w, &t->err));
	t->gone_after = t->requests + QUESTIONS;
	cr_assert_eq(submit_signed(1), SN_DAEMON);
	cr_assert(t->sends == 0 && t->result.n_failed == 1 && t->result.failed[0].may_be_sent, "%u %zu %s",
		  t->sends, t->result.n_failed, t->err.text);
	submit_reopen();
	const struct sn_wallet_payment *p = sn_wallet_find_payment(t->h.w, t->ids[0]);
	cr_assert(p->missing_since == NOW && p->is_missing && p->missing_height == sn_wallet_height(t->h.w));
}

/* Transaction `i` of the two is the only one that failed, with these words, which the error contains as
 * well. */
static void expect_failed(size_t i, const char *words)
{
	char place[32];
	cr_assert(t->result.n == 1 && sn_hash_is_equal(&t->result.txs[0].tx_hash, &t->hashes[1 - i]));
	cr_assert(t->result.n_failed == 1 && sn_hash_is_equal(&t->result.failed[0].tx_hash, &t->hashes[i]));
	cr_assert_eq(t->result.failed[0].payment_id, t->ids[i]);
	cr_assert(strstr(t->result.failed[0].why.text, words), "%s", t->result.failed[0].why.text);
	snprintf(place, sizeof place, "transaction %zu of 2: ", i + 1);
	cr_assert(!strncmp(t->err.text, place, strlen(place)) && strstr(t->err.text, words), "%s",
		  t->err.text);
}

Test(hot_submit, one_of_two_is_rejected)
{
	t->send[0] = REJECTED;
	cr_assert_eq(submit_signed(2), SN_REFUSED);
	cr_assert_eq(t->sends, 2);
	expect_failed(0, "rejects the transaction");
	submit_reopen();
	cr_assert(submit_state_of(0) == SN_PAYMENT_SUBMITTED && submit_state_of(1) == SN_PAYMENT_SUBMITTED);
}

/* One input is spent in a scanned block: the other transaction is sent. */
Test(hot_submit, one_of_two_was_seen_spent)
{
	struct sn_hash other = hot_hash(1);
	cr_assert(!sn_wallet_set_spent(t->h.w, 0, 150, &other));
	cr_assert_eq(submit_signed(2), SN_REFUSED);
	cr_assert(t->sends == 1 && t->others == 0);
	expect_failed(0, "already spent by transaction");
	submit_reopen();
	cr_assert_eq(submit_state_of(1), SN_PAYMENT_SUBMITTED);
}

/* Nothing is left to be sent: no daemon is asked, and nothing changes. */
Test(hot_submit, both_were_seen_spent)
{
	struct sn_hash other = hot_hash(1);
	for (size_t i = 0; i < 2; i++)
		cr_assert(!sn_wallet_set_spent(t->h.w, i, 150, &other));
	cr_assert_eq(submit_signed(2), SN_REFUSED);
	cr_assert(t->sends == 0 && t->server.requests == 0 && t->result.n == 0 && t->result.n_failed == 2);
	cr_assert(!strncmp(t->err.text, "transaction 1 of 2: ", 20), "%s", t->err.text);
	cr_assert_eq(t->h.w->n_images, 0);
}

/* The second run sends both, and the daemon reports the one that it had. */
Test(hot_submit, what_is_missing_of_two)
{
	t->send[1] = BUSY;
	cr_assert_eq(submit_signed(2), SN_DAEMON);
	expect_failed(1, "busy");
	t->send[0] = KNOWN;
	t->send[1] = ACCEPTED;
	cr_assert(!submit_signed(2), "%s", t->err.text);
	cr_assert(t->sends == 2 && t->result.n == 2 && t->result.n_failed == 0);
	cr_assert(t->result.txs[0].was_known && !t->result.txs[1].was_known);
}

Test(hot_submit, daemon_gone_after_the_first)
{
	t->send[0] = "";
	cr_assert_eq(submit_signed(2), SN_DAEMON);
	cr_assert(t->sends == 1 && t->result.n == 0 && t->result.n_failed == 2);
	cr_assert(strstr(t->result.failed[1].why.text, "it was not sent"), "%s",
		  t->result.failed[1].why.text);
	submit_reopen();
	cr_assert(submit_state_of(0) == SN_PAYMENT_SUBMITTED && submit_state_of(1) == SN_PAYMENT_PREPARED);
}

/* The second may have been sent. The error must show this: do not pay again. */
Test(hot_submit, one_of_two_is_rejected_and_the_other_may_be_sent)
{
	t->send[0] = "{\"status\":\"Failed\",\"fee_too_low\":true}";
	t->send[1] = "";
	cr_assert_eq(submit_signed(2), SN_DAEMON);
	cr_assert(t->sends == 2 && t->err.reason == SN_REASON_MAYBE_SENT, "%d: %s", t->err.reason,
		  t->err.text);
	cr_assert(!strncmp(t->err.text, "transaction 2 of 2: ", 20) &&
			  strstr(t->err.text, "do not pay again"),
		  "%s", t->err.text);
	cr_assert(t->result.n == 0 && t->result.n_failed == 2);
	cr_assert_eq(t->result.failed[0].why.reason, SN_REASON_REJECTED);
	cr_assert_eq(t->result.failed[1].why.reason, SN_REASON_MAYBE_SENT);
	submit_reopen();
	cr_assert(submit_state_of(0) == SN_PAYMENT_SUBMITTED && submit_state_of(1) == SN_PAYMENT_SUBMITTED);
}

/* An input spent in a scanned block does not hide this. */
Test(hot_submit, one_of_two_was_seen_spent_and_the_other_may_be_sent)
{
	struct sn_hash other = hot_hash(1);
	cr_assert(!sn_wallet_set_spent(t->h.w, 0, 150, &other));
	t->send[0] = "";
	cr_assert_eq(submit_signed(2), SN_DAEMON);
	cr_assert(t->sends == 1 && t->err.reason == SN_REASON_MAYBE_SENT, "%d: %s", t->err.reason,
		  t->err.text);
	cr_assert(t->result.n == 0 && t->result.n_failed == 2);
	cr_assert_eq(t->result.failed[0].why.reason, SN_REASON_SPENT);
}

/* Neither does a full disk. */
Test(hot_submit, may_be_sent_and_the_disk_is_full)
{
	t->send[0] = "";
	t->is_disk_full = true;
	int ret = submit_signed(2);
	submit_free_disk();
	cr_assert_eq(ret, SN_IO, "%d: %s", ret, t->err.text);
	cr_assert(t->sends == 1 && t->err.reason == SN_REASON_MAYBE_SENT, "%d: %s", t->err.reason,
		  t->err.text);
	cr_assert(strstr(t->err.text, "transaction 1 of 2 may have been sent: do not pay again"), "%s",
		  t->err.text);
	cr_assert(t->result.n == 0 && t->result.n_failed == 2);
	submit_reopen();
	cr_assert_eq(submit_state_of(0), SN_PAYMENT_SUBMITTED);
}

Test(hot_submit, no_daemon)
{
	char address[32];
	snprintf(address, sizeof address, "127.0.0.1:%u", server_dead_port());
	submit_open_daemon(address);
	submit_expect_refused(SN_DAEMON, address);
}

Test(hot_submit, daemon_of_another_network)
{
	t->info =
		"{\"height\":200,\"target_height\":0,\"nettype\":\"stagenet\",\"offline\":true,\"busy_syncing\":false,"
		"\"synchronized\":true,\"top_block_hash\":"
		"\"418015bb9ae982a1975da7d79277c2705727a56894ba0fb246adaabb1f4632e3\",\"status\":\"OK\"}";
	submit_expect_refused(SN_BAD_INPUT, "is on stagenet, the wallet on mainnet");
}
