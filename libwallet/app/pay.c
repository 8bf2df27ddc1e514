#include "app/pay.h"
#include "app/session_internal.h"

#include "base/clock.h"
#include "base/cores.h"
#include "base/parallel.h"
#include "cold/approvals.h"
#include "cold/files.h"
#include "hot/release.h"
#include "hot/repeated_request.h"
#include "hot/request.h"

#include <stdlib.h>
#include <string.h>

static int need_master(const struct sn_session *s, struct sn_error *err)
{
	if (s->role == SN_ROLE_MASTER)
		return SN_OK;
	return sn_error_hint(
		err,
		sn_error_because(err, SN_BAD_INPUT, SN_REASON_WRONG_ROLE, "a watch-only wallet cannot sign"),
		"run sign_transfer on the machine with the master wallet");
}

/* Threads for review and signing: one per processor. */
static unsigned jobs(void)
{
	return (unsigned)sn_cores();
}

/* Runs as work. A journal that could not be opened with the session may have been repaired since. */
static int need_journal(struct sn_session *s, struct sn_error *err)
{
	return s->journal ? SN_OK : sn_signing_journal_open(&s->journal, s->wallet, true, err);
}

/* Runs as work, because of the journal. */
static int check_journal(struct sn_session *s, struct sn_review *review, const struct sn_cold_set *set,
			 const struct sn_limits *limits, bool allow_respend, struct sn_error *err)
{
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	const struct sn_signing signing = {
		.journal = s->journal, .allow_respend = allow_respend, .now = sn_unix_time(), .jobs = jobs()};
	int ret = sn_cold_set_check_journal(review, s->account, set, limits, &signing, err);
	sn_work_end(&s->work);
	return ret;
}

static bool allows_respend(const struct sn_approval *approval)
{
	return approval && approval->allow_respend;
}

/* Limits with a copy of the wallet's names, which other work may change. */
struct named_limits {
	struct sn_limits limits;
	struct sn_names names;
};

/* `limits` may be NULL. Free with sn_names_free(&named->names). */
static int name_limits(struct named_limits *named, struct sn_session *s, const struct sn_limits *limits,
		       struct sn_error *err)
{
	named->limits = limits ? *limits : (struct sn_limits){0};
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	int ret = sn_names_copy(&named->names, &s->wallet->names);
	sn_work_end(&s->work);
	named->limits.names = &named->names;
	return ret ? sn_error_memory(err) : SN_OK;
}

/* The same to sign: without a prompt nobody sees the mark of a lookalike. */
static int name_limits_to_sign(struct named_limits *named, struct sn_session *s,
			       const struct sn_limits *limits, const struct sn_approval *approval,
			       struct sn_error *err)
{
	int ret = name_limits(named, s, limits, err);
	named->limits.refuse_lookalikes |= !approval || !approval->approve;
	return ret;
}

static int confirm(struct sn_session *s, const struct sn_approval *approval, const struct sn_review *review,
		   struct sn_error *err)
{
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	sn_signing_journal_warn(s->journal);
	sn_work_end(&s->work);
	if (!approval || !approval->approve || approval->approve(approval->context, review))
		return SN_OK;
	return sn_error_set(err, SN_REFUSED, "not confirmed; nothing was signed");
}

/* A session takes no approvals. sn_cold_set_sign refuses as well; this is before any work. */
static int refuse_approvals(const struct sn_limits *limits, struct sn_error *err)
{
	return limits ? sn_approvals_refuse(limits->policy, err) : SN_OK;
}

static bool log_warning(void *context, const char *warning)
{
	const struct sn_session *s = context;
	sn_log(s->log, SN_LOG_WARNING, "%s", warning);
	return true;
}

/* ------------------------------------------------------------------ a master wallet with a daemon */

/* Before the confirmation, another thread may have released the reservation, or sent a payment: a call with
 * the same reference. */
static int check_reserved(const struct sn_wallet *w, struct sn_compose_result *composed, bool *was_sent,
			  struct sn_error *err)
{
	*was_sent = sn_request_was_sent(composed, w);
	for (size_t i = 0; i < composed->n && !*was_sent; i++) {
		const struct sn_wallet_payment *p = sn_wallet_find_payment(w, composed->txs[i].id);
		if (!p || p->state != SN_PAYMENT_PREPARED)
			return sn_error_set(
				err, SN_REFUSED,
				"payment %llu was released before it was signed; nothing was sent",
				(unsigned long long)composed->txs[i].id);
	}
	return SN_OK;
}

/* Release the outputs of transactions that were not sent. A transaction that was sent, even if it was
 * rejected, is no longer `prepared`. */
static void lift_reservation(struct sn_session *s, const struct sn_compose_result *composed)
{
	struct sn_error why;
	int ret = sn_release_composed(s->wallet, composed, &why);
	ret = sn_session_settle(s, ret, &why);
	if (ret)
		sn_log(s->log, SN_LOG_WARNING, "the outputs of a failed payment stay reserved: %s", why.text);
}

static bool may_be_sent(const struct sn_submit_result *result, const struct sn_hash *hash)
{
	for (size_t i = 0; i < result->n; i++)
		if (sn_hash_is_equal(&result->txs[i].tx_hash, hash))
			return true;
	for (size_t i = 0; i < result->n_failed; i++)
		if (result->failed[i].why.reason == SN_REASON_MAYBE_SENT &&
		    sn_hash_is_equal(&result->failed[i].tx_hash, hash))
			return true;
	return false;
}

/* Runs as work. Note the signed transactions that were not sent or were rejected: they do not prevent the
 * next attempt. The outputs of a rejected one stay reserved, unless the user releases them. */
static void note_unsent(struct sn_session *s, const struct sn_submit_result *result,
			const struct sn_hash *hashes, size_t n)
{
	struct sn_hash *more = reallocarray(s->unsent, s->n_unsent + n, sizeof *more);
	if (!more)
		return; /* then they prevent it */
	s->unsent = more;
	for (size_t i = 0; i < n; i++)
		if (!may_be_sent(result, &hashes[i]))
			more[s->n_unsent++] = hashes[i];
}

static bool is_unsent(const struct sn_session *s, const struct sn_hash *hash)
{
	for (size_t i = 0; i < s->n_unsent; i++)
		if (sn_hash_is_equal(&s->unsent[i], hash))
			return true;
	return false;
}

static bool are_unsent(const struct sn_session *s, const struct sn_review_earlier *earlier)
{
	if (earlier->n > SN_REVIEW_EARLIER_MAX)
		return false;
	for (size_t i = 0; i < earlier->n; i++)
		if (!is_unsent(s, &earlier->txs[i].hash))
			return false;
	return true;
}

/* Runs as work. Whether note_unsent noted all conflicting and still valid earlier transactions. */
static bool conflicts_only_with_unsent(const struct sn_session *s, const struct sn_review *review)
{
	for (size_t i = 0; i < review->n; i++)
		if (!are_unsent(s, &review->txs[i].double_spends) ||
		    !are_unsent(s, &review->txs[i].still_valid))
			return false;
	return true;
}

/* Runs as work. */
static int sign_and_send(struct sn_session *s, const struct sn_cold_set *set, const struct sn_limits *limits,
			 bool allow_respend, struct sn_session_payment *payment, struct sn_error *err)
{
	const struct sn_signing signing = {
		.journal = s->journal, .allow_respend = allow_respend, .now = sn_unix_time(), .jobs = jobs()};
	const struct sn_submit_watch watch = {log_warning, s};
	const size_t n = sn_cold_set_size(set);
	struct sn_hash *hashes = calloc(n + 1, sizeof *hashes);
	struct sn_buf signed_file = {0};
	bool was_sent = false;
	int ret =
		hashes ? check_reserved(s->wallet, &payment->composed, &was_sent, err) : sn_error_memory(err);
	if (!ret && !was_sent)
		ret = sn_cold_set_sign(&signed_file, hashes, s->account, set, limits, &signing, err);
	if (!ret && !was_sent) {
		ret = sn_submit(&payment->submitted, s->wallet, s->daemon, signed_file.data, signed_file.len,
				sn_unix_time(), &watch, err);
		ret = sn_session_settle(s, ret, err);
		if (payment->composed.is_repeated)
			(void)sn_request_was_sent(&payment->composed, s->wallet);
		if (ret)
			note_unsent(s, &payment->submitted, hashes, n);
	}
	for (size_t i = 0; i < payment->submitted.n; i++)
		payment->size += payment->submitted.txs[i].size;
	free(hashes);
	sn_buf_free(&signed_file);
	return ret;
}

/* Review, confirm, sign and send the composed payment. */
static int pay_at_once(struct sn_session *s, const struct sn_buf *sealed, const struct sn_limits *limits,
		       const struct sn_approval *approval, struct sn_session_payment *payment,
		       struct sn_error *err)
{
	struct sn_cold_set set = {0};
	struct sn_review review = {0};
	struct named_limits named;
	bool allow_respend = allows_respend(approval);
	int ret = name_limits_to_sign(&named, s, limits, approval, err);
	limits = &named.limits;
	if (!ret)
		ret = sn_cold_set_open_and_review(&set, NULL, &review, s->account, limits, sealed->data,
						  sealed->len, jobs(), err);
	if (!ret)
		ret = check_journal(s, &review, &set, limits, true, err);
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	allow_respend |= !ret && conflicts_only_with_unsent(s, &review);
	sn_work_end(&s->work);
	if (!ret && !allow_respend)
		ret = check_journal(s, &review, &set, limits, false, err);
	if (!ret)
		ret = confirm(s, approval, &review, err);
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	if (!ret)
		ret = sign_and_send(s, &set, limits, allow_respend, payment, err);
	if (ret && !payment->composed.is_repeated) /* another call may be about to send them */
		lift_reservation(s, &payment->composed);
	sn_work_end(&s->work);
	sn_names_free(&named.names);
	sn_review_free(&review);
	sn_cold_set_free(&set);
	return ret;
}

static bool are_prepared(const struct sn_compose_result *repeated)
{
	for (size_t i = 0; i < repeated->n; i++)
		if (repeated->txs[i].state != SN_PAYMENT_PREPARED)
			return false;
	return true;
}

int sn_session_transfer(struct sn_session *s, const struct sn_payment_request *request,
			const struct sn_limits *limits, const struct sn_approval *approval,
			struct sn_session_payment *payment, struct sn_error *err)
{
	struct sn_buf sealed = {0};
	struct sn_payment_request bounded = *request;
	bounded.limits = limits;
	*payment = (struct sn_session_payment){0};
	int ret = sn_session_need_daemon(s, "transfer", err);
	if (ret)
		return ret;
	if (s->role == SN_ROLE_MASTER && request->format != SN_REQUEST_SNEAKERNOTE)
		return sn_error_set(
			err, SN_USAGE,
			"a format cannot be used with a master wallet, which writes no unsigned file");
	if (s->role == SN_ROLE_MASTER && (ret = refuse_approvals(limits, err)))
		return ret;
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	if (s->role == SN_ROLE_MASTER)
		ret = need_journal(s, err);
	if (!ret) {
		ret = sn_compose(&sealed, &payment->composed, s->wallet, s->daemon, &bounded, sn_unix_time(),
				 err);
		ret = sn_session_settle(s, ret, err);
	}
	sn_work_end(&s->work);

	if (!ret && s->role == SN_ROLE_MASTER && payment->composed.is_repeated &&
	    !are_prepared(&payment->composed)) {
		/* Nothing is left to sign. */
	} else if (!ret && s->role == SN_ROLE_MASTER) {
		ret = pay_at_once(s, &sealed, limits, approval, payment, err);
	} else if (!ret) {
		payment->unsigned_set = sealed;
		sealed = (struct sn_buf){0};
	}
	if (ret && payment->submitted.n == 0 && payment->submitted.n_failed == 0)
		sn_session_payment_free(payment);
	sn_buf_free(&sealed);
	return ret;
}

void sn_session_payment_free(struct sn_session_payment *payment)
{
	sn_compose_result_free(&payment->composed);
	sn_buf_free(&payment->unsigned_set);
	sn_submit_result_free(&payment->submitted);
	*payment = (struct sn_session_payment){0};
}

/* ------------------------------------------------------------------ release, describe, sign, submit */

int sn_session_release(struct sn_session *s, uint64_t id, bool even_if_pending, size_t *released,
		       struct sn_error *err)
{
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	int ret = sn_release(s->wallet, id, even_if_pending, released, err);
	ret = sn_session_settle(s, ret, err);
	sn_work_end(&s->work);
	if (ret)
		*released = 0;
	return ret;
}

int sn_session_describe(struct sn_session *s, const void *file, size_t len, const struct sn_limits *limits,
			struct sn_review *review, struct sn_error *err)
{
	struct sn_cold_set set = {0};
	struct sn_reference_request reference = {.options.no_key_images = true};
	struct named_limits named;
	*review = (struct sn_review){0};
	int ret = name_limits(&named, s, limits, err);
	named.limits.allow_unlock_time = named.limits.allow_dust = true;
	named.limits.refuse_lookalikes = false;
	if (!ret)
		ret = sn_cold_set_open_and_review(&set, &reference, review, s->account, &named.limits, file,
						  len, jobs(), err);
	if (!ret)
		ret = check_journal(s, review, &set, &named.limits, true, err);
	if (ret)
		sn_review_free(review);
	sn_names_free(&named.names);
	sn_reference_request_free(&reference);
	sn_cold_set_free(&set);
	return ret;
}

int sn_session_sign(struct sn_session *s, const void *file, size_t len, const struct sn_limits *limits,
		    const struct sn_approval *approval, struct sn_session_signed *result,
		    struct sn_error *err)
{
	const bool allow_respend = allows_respend(approval);
	struct sn_cold_set set = {0};
	struct sn_reference_request reference = {0};
	struct named_limits named;
	*result = (struct sn_session_signed){0};
	int ret = need_master(s, err);
	if (!ret)
		ret = refuse_approvals(limits, err);
	if (!ret)
		ret = name_limits_to_sign(&named, s, limits, approval, err);
	if (ret)
		return ret;
	limits = &named.limits;
	/* Before the confirmation. */
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	ret = need_journal(s, err);
	sn_work_end(&s->work);
	if (approval)
		reference.options = approval->reference;
	if (!ret)
		ret = sn_cold_set_open_and_review(&set, &reference, &result->review, s->account, limits, file,
						  len, jobs(), err);
	struct sn_signing signing = {.journal = s->journal,
				     .allow_respend = allow_respend,
				     .jobs = jobs(),
				     .reference = &reference};
	if (!ret)
		ret = check_journal(s, &result->review, &set, limits, allow_respend, err);
	if (!ret)
		ret = confirm(s, approval, &result->review, err);
	if (ret)
		goto out;
	result->hashes = calloc(sn_cold_set_size(&set) + 1, sizeof *result->hashes);
	if (!result->hashes) {
		ret = sn_error_memory(err);
		goto out;
	}
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	signing.now = sn_unix_time(); /* after the confirmation, which may take long */
	ret = sn_cold_set_sign(&result->signed_set, result->hashes, s->account, &set, limits, &signing, err);
	sn_work_end(&s->work);
out:
	sn_names_free(&named.names);
	sn_reference_request_free(&reference);
	sn_cold_set_free(&set);
	if (ret)
		sn_session_signed_free(result);
	return ret;
}

void sn_session_signed_free(struct sn_session_signed *result)
{
	sn_review_free(&result->review);
	free(result->hashes);
	sn_buf_free(&result->signed_set);
	*result = (struct sn_session_signed){0};
}

int sn_session_submit(struct sn_session *s, const void *file, size_t len, const struct sn_submit_watch *watch,
		      struct sn_submit_result *result, struct sn_error *err)
{
	const struct sn_submit_watch own = {log_warning, s};
	*result = (struct sn_submit_result){0};
	int ret = sn_session_need_daemon(s, "submit_transfer", err);
	if (ret)
		return ret;
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	ret = sn_submit(result, s->wallet, s->daemon, file, len, sn_unix_time(), watch ? watch : &own, err);
	ret = sn_session_settle(s, ret, err);
	sn_work_end(&s->work);
	return ret;
}
