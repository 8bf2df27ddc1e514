#include "app/names.h"
#include "app/follow.h"
#include "app/password.h"
#include "app_fixture.h"
#include "cold_sets.h"
#include "handoff/envelope.h"
#include "store/signing_journal.h"

#include <stdio.h>
#include <string.h>

TestSuite(app_session, .init = session_set_up, .fini = session_tear_down, .timeout = 60);

static void expect_offline(void)
{
	struct sn_payment_request r = request(1);
	struct sn_session_payment payment;
	struct sn_submit_result submitted;
	struct sn_sync_result synced;
	expect_reason(sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), SN_BAD_INPUT,
		      SN_REASON_OFFLINE);
	expect_reason(sn_session_submit(t.s, "x", 1, NULL, &submitted, &t.err), SN_BAD_INPUT,
		      SN_REASON_OFFLINE);
	expect_reason(sn_session_refresh(t.s, NULL, &synced, &t.err), SN_BAD_INPUT, SN_REASON_OFFLINE);
	expect_reason(sn_session_follow(t.s, 1, &t.err), SN_BAD_INPUT, SN_REASON_OFFLINE);
	cr_assert(sn_session_is_offline(t.s));
	cr_assert_eq(t.chain.n_requests, 0);
	cr_assert(!sn_session_store(t.s, &t.err));
}

static struct sn_buf seal_unsigned(const struct sn_unsigned_set *set)
{
	struct sn_buf content = {0}, file = {0};
	cr_assert(!sn_unsigned_set_encode(&content, set, &t.err), "%s", t.err.text);
	cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &t.alice.view_secret,
				    content.data, content.len, &t.err));
	sn_buf_free(&content);
	return file;
}

Test(app_session, an_offline_watch_only_wallet_describes_and_does_not_sign)
{
	struct sn_unsigned_set set = cold_everyday(&t.alice, cold_address(&t.bob, 0, 0));
	struct sn_buf file = seal_unsigned(&set);
	struct sn_session_signed result;
	struct sn_review review;
	open_session(SN_ROLE_WATCH_ONLY, false);
	expect_offline();
	expect_reason(sn_session_sign(t.s, file.data, file.len, NULL, &respend, &result, &t.err),
		      SN_BAD_INPUT, SN_REASON_WRONG_ROLE);
	cr_assert(!sn_session_describe(t.s, file.data, file.len, NULL, &review, &t.err), "%s", t.err.text);
	cr_assert_eq(review.sent, COLD_XMR / 4);
	sn_review_free(&review);
	cr_assert(sn_session_describe(t.s, file.data, file.len - 1, NULL, &review, &t.err));
	sn_buf_free(&file);
	cold_free(&set);
}

Test(app_session, lookalike_is_signed_after_approval_only)
{
	const struct sn_address known = cold_integrated(&t.bob, 7);
	struct sn_unsigned_set set = cold_everyday(&t.alice, cold_integrated(&t.bob, 8));
	struct sn_buf file = seal_unsigned(&set);
	struct sn_session_signed result;
	struct answer answer = {.is_yes = true};
	const struct sn_approval approval = {.approve = approve, .context = &answer}, none = {0};
	open_session(SN_ROLE_MASTER, false);
	cr_assert(!sn_session_add_contact(t.s, "Bob", &known, &t.err), "%s", t.err.text);
	cr_assert_eq(sn_session_add_contact(t.s, "Bob", &known, &t.err), SN_REFUSED);
	cr_assert_eq(sn_session_sign(t.s, file.data, file.len, NULL, &none, &result, &t.err), SN_REFUSED);
	cr_assert_eq(sn_session_sign(t.s, file.data, file.len, NULL, NULL, &result, &t.err), SN_REFUSED);
	cr_assert(strstr(t.err.text, "looks like that of \"Bob\""), "%s", t.err.text);
	cr_assert(!sn_session_sign(t.s, file.data, file.len, NULL, &approval, &result, &t.err), "%s",
		  t.err.text);
	cr_assert_eq(result.review.txs[0].destinations[0].acquaintance, SN_LOOKALIKE);
	sn_session_signed_free(&result);
	cr_assert(!sn_session_remove_contact(t.s, "Bob", &t.err), "%s", t.err.text);
	cr_assert(!sn_session_set_label(t.s, (struct sn_subaddress_index){0, 3}, "Rent", &t.err));
	cr_assert(!sn_session_sign(t.s, file.data, file.len, NULL, NULL, &result, &t.err), "%s", t.err.text);
	sn_session_signed_free(&result);
	sn_buf_free(&file);
	cold_free(&set);
}

Test(app_session, an_offline_master_wallet_signs_after_approval)
{
	struct sn_unsigned_set set = cold_everyday(&t.alice, cold_address(&t.bob, 0, 0));
	struct sn_buf file = seal_unsigned(&set), first = {0};
	struct sn_session_signed result;
	struct answer answer = {0};
	const struct sn_approval approval = {.approve = approve, .context = &answer};
	open_session(SN_ROLE_MASTER, false);
	expect_offline();
	cr_assert_eq(sn_session_sign(t.s, file.data, file.len, NULL, &approval, &result, &t.err), SN_REFUSED);
	cr_assert(strstr(t.err.text, "not confirmed") && result.signed_set.len == 0 && !result.hashes);
	cr_assert(answer.n_asked == 1 && answer.sent == COLD_XMR / 4);
	answer.is_yes = true;
	cr_assert(!sn_session_sign(t.s, file.data, file.len, NULL, &approval, &result, &t.err), "%s",
		  t.err.text);
	cr_assert(result.review.n == 1 && result.signed_set.len > 0);
	sn_put_bytes(&first, result.signed_set.data, result.signed_set.len);
	sn_session_signed_free(&result);

	/* Another transaction that spends the same output. */
	struct sn_buf other;
	set.txs[0].fee += 10000;
	set.txs[0].change -= 10000;
	other = seal_unsigned(&set);
	expect_reason(sn_session_sign(t.s, other.data, other.len, NULL, NULL, &result, &t.err), SN_REFUSED,
		      SN_REASON_DOUBLE_SPEND);
	cr_assert(result.signed_set.len == 0 && !result.hashes && !result.review.txs);
	cr_assert(!sn_session_sign(t.s, other.data, other.len, NULL, &respend, &result, &t.err), "%s",
		  t.err.text);
	cr_assert(result.signed_set.len != first.len ||
		  memcmp(result.signed_set.data, first.data, first.len));
	sn_session_signed_free(&result);
	sn_buf_free(&other);
	sn_buf_free(&first);
	sn_buf_free(&file);
	cold_free(&set);
}

/* The wallet can be read. Only signing requires the journal, and can use it again once it can be opened. */
Test(app_session, a_damaged_journal_prevents_only_signing)
{
	struct sn_unsigned_set set = cold_everyday(&t.alice, cold_address(&t.bob, 0, 0));
	struct sn_buf file = seal_unsigned(&set);
	struct sn_session_signed result;
	struct sn_session_payment payment;
	struct answer answer = {.is_yes = true};
	const struct sn_approval approval = {.approve = approve, .context = &answer};
	const struct sn_payment_destination to = {cold_address(&t.bob, 0, 0), COLD_XMR};
	const struct sn_payment_request request = {
		.destinations = &to, .n_destinations = 1, .mixin = SN_MIXIN};
	char journal[128];
	snprintf(journal, sizeof journal, "%s.signed", t.path);
	open_session(SN_ROLE_MASTER, true);
	cr_assert(access(journal, F_OK)); /* reading creates no journal */
	cr_assert(!sn_session_sign(t.s, file.data, file.len, NULL, &respend, &result, &t.err), "%s",
		  t.err.text);
	sn_session_signed_free(&result);
	cr_assert(!sn_session_close(t.s, &t.err) && !truncate(journal, 150));
	t.n_lines = 0;
	open_again(true);
	cr_assert(count_lines(SN_LOG_ERROR, journal) == 1 &&
		  count_lines(SN_LOG_ERROR, "hint: restore a good copy") == 1);
	sn_session_read(t.s);
	sn_session_read_end(t.s);
	cr_assert(!sn_session_refresh(t.s, NULL, &(struct sn_sync_result){0}, &t.err), "%s", t.err.text);
	expect_reason(sn_session_sign(t.s, file.data, file.len, NULL, &approval, &result, &t.err),
		      SN_BAD_INPUT, SN_REASON_DAMAGED);
	expect_reason(sn_session_transfer(t.s, &request, NULL, &approval, &payment, &t.err), SN_BAD_INPUT,
		      SN_REASON_DAMAGED);
	sn_session_payment_free(&payment);
	cr_assert_eq(answer.n_asked, 0);
	cr_assert_eq(sn_session_read(t.s)->n_payments, 0);
	sn_session_read_end(t.s);

	cr_assert(!unlink(journal));
	cr_assert(!sn_session_sign(t.s, file.data, file.len, NULL, &approval, &result, &t.err), "%s",
		  t.err.text);
	sn_session_signed_free(&result);
	sn_buf_free(&file);
	cold_free(&set);
}

Test(app_session, password_is_changed)
{
	struct sn_unsigned_set set = cold_everyday(&t.alice, cold_address(&t.bob, 0, 0));
	struct sn_buf file = seal_unsigned(&set), other;
	struct sn_session_signed result;
	struct sn_wallet *w;
	struct sn_signing_journal *journal;
	size_t n;
	open_session(SN_ROLE_MASTER, false);
	cr_assert(!sn_session_sign(t.s, file.data, file.len, NULL, &respend, &result, &t.err), "%s",
		  t.err.text);
	sn_session_signed_free(&result);
	cr_assert_eq(sn_session_check_password(t.s, "wrong", &t.err), SN_BAD_PASSWORD);
	cr_assert(!sn_session_change_password(t.s, "the new one", NULL, &t.err), "%s", t.err.text);
	cr_assert(!sn_session_check_password(t.s, "the new one", &t.err));
	/* The session goes on with the journal. */
	set.txs[0].fee += 10000;
	set.txs[0].change -= 10000;
	other = seal_unsigned(&set);
	expect_reason(sn_session_sign(t.s, other.data, other.len, NULL, NULL, &result, &t.err), SN_REFUSED,
		      SN_REASON_DOUBLE_SPEND);
	cr_assert(!sn_session_sign(t.s, other.data, other.len, NULL, &respend, &result, &t.err), "%s",
		  t.err.text);
	sn_session_signed_free(&result);
	cr_assert(!sn_session_close(t.s, &t.err), "%s", t.err.text);
	t.s = NULL;
	cr_assert(!sn_wallet_open(&w, t.path, SN_WALLET_READ, "the new one", NULL, &t.err), "%s", t.err.text);
	cr_assert(!sn_signing_journal_open(&journal, w, false, &t.err), "%s", t.err.text);
	(void)sn_signing_journal_entries(journal, &n);
	cr_assert_eq(n, 2);
	sn_signing_journal_close(journal);
	sn_wallet_close(w);
	sn_buf_free(&other);
	sn_buf_free(&file);
	cold_free(&set);
}
