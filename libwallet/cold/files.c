#include "cold/files.h"

#include "base/seam.h"
#include "base/secret.h"
#include "cold/approvals.h"
#include "cold/period.h"
#include "cold/proposal_sign.h"
#include "cold/reference_answer.h"
#include "cold/sign.h"
#include "cold/signing_entries.h"
#include "crypto/keccak.h"
#include "handoff/envelope.h"

#include <stdlib.h>
#include <string.h>

/* `reference` may be NULL. */
static int open_content(struct sn_buf *content, struct sn_reference_request *reference,
			enum sn_envelope_kind kind, const struct sn_account *account, const void *file,
			size_t len, struct sn_error *err)
{
	if (reference && sn_reference_is_file(file, len))
		return sn_reference_request_open(reference, content, account, file, len, err);
	return sn_envelope_open(content, kind, account->network, &account->view_secret, file, len, err);
}

/* Open the file again and compare: the digest of the decoded set must be that of the contents of the file. */
static int check_opened(const struct sn_cold_set *set, enum sn_envelope_kind kind,
			const struct sn_reference_request *reference, const struct sn_account *account,
			const void *file, size_t len, struct sn_error *err)
{
	struct sn_buf content = {0};
	struct sn_hash digest;
	struct sn_reference_request again = {0};
	if (reference)
		again.options = reference->options;
	int ret = open_content(&content, reference ? &again : NULL, kind, account, file, len, err);
	if (!ret) {
		sn_keccak256(&digest, content.data, content.len);
		if (!sn_hash_is_equal(&digest, &set->digest) ||
		    (reference && !sn_hash_is_equal(&again.digest, &reference->digest)))
			ret = sn_error_hint(
				err,
				sn_error_set(
					err, SN_REFUSED,
					"self-check failed: reading the file twice gave different contents"),
				SN_TEST_MEMORY);
	}
	sn_reference_request_free(&again);
	sn_buf_free(&content);
	return ret;
}

static int open_and_review(struct sn_cold_set *set, struct sn_reference_request *reference,
			   struct sn_review *review, enum sn_envelope_kind kind,
			   const struct sn_account *account, const struct sn_limits *limits, const void *file,
			   size_t len, unsigned jobs, struct sn_error *err)
{
	struct sn_buf content = {0};
	*set = (struct sn_cold_set){0};
	*review = (struct sn_review){0};
	int ret = open_content(&content, reference, kind, account, file, len, err);
	SN_FAULT_POINT("content", content.data, content.len);
	if (!ret)
		ret = sn_cold_set_decode(set, kind == SN_ENVELOPE_PROPOSALS, account->network, content.data,
					 content.len, err);
	if (!ret)
		ret = sn_cold_set_review(review, account, set, limits, jobs, err);
	if (!ret)
		ret = check_opened(set, kind, reference, account, file, len, err);
	/* Last, so that these are the bytes that were opened the second time. */
	if (!ret && limits)
		ret = sn_approvals_check(&review->approvals, limits->policy, limits->approvals, file, len,
					 &set->digest, err);
	if (ret) {
		sn_review_free(review);
		sn_cold_set_free(set);
	}
	sn_buf_free(&content);
	sn_wipe_stack(); /* after a refusal, no later call works with the keys */
	return ret;
}

int sn_cold_set_open_and_review(struct sn_cold_set *set, struct sn_reference_request *reference,
				struct sn_review *review, const struct sn_account *account,
				const struct sn_limits *limits, const void *file, size_t len, unsigned jobs,
				struct sn_error *err)
{
	const bool has_proposals = sn_envelope_is(SN_ENVELOPE_PROPOSALS, file, len);
	return open_and_review(set, reference, review,
			       has_proposals ? SN_ENVELOPE_PROPOSALS : SN_ENVELOPE_UNSIGNED_SET, account,
			       limits, file, len, jobs, err);
}

int sn_cold_open_and_review(struct sn_unsigned_set *set, struct sn_reference_request *reference,
			    struct sn_review *review, const struct sn_account *account,
			    const struct sn_limits *limits, const void *file, size_t len, unsigned jobs,
			    struct sn_error *err)
{
	struct sn_cold_set opened;
	int ret = open_and_review(&opened, reference, review, SN_ENVELOPE_UNSIGNED_SET, account, limits, file,
				  len, jobs, err);
	*set = opened.rings;
	return ret;
}

/* The results of one signing. */
struct work {
	struct sn_cold_result result;
	struct sn_buf sealed;
	struct sn_signing_entries entries;
};

static void work_free(struct work *work)
{
	sn_signed_set_free(&work->result.rings);
	sn_signed_proposals_free(&work->result.proposals);
	free(work->result.messages);
	sn_buf_free(&work->sealed);
	sn_signing_entries_free(&work->entries);
}

static int seal(struct work *work, const struct sn_account *account, const struct sn_cold_set *set,
		const struct sn_signing *signing, struct sn_error *err)
{
	struct sn_buf content = {0};
	/* A bit flip alone does not change the format: sn_reference_answer checks the request. */
	if (signing && signing->reference &&
	    (signing->reference->is_used || signing->reference->plaintext.len))
		return sn_reference_answer(&work->sealed, account, signing->reference, &set->rings,
					   &work->result.rings, err);
	int ret = set->has_proposals ? sn_signed_proposals_encode(&content, &work->result.proposals,
								  account->network, err)
				     : sn_signed_set_encode(&content, &work->result.rings, err);
	SN_FAULT_POINT("signed content", content.data, content.len);
	if (!ret)
		ret = sn_envelope_seal(
			&work->sealed,
			set->has_proposals ? SN_ENVELOPE_SIGNED_PROPOSALS : SN_ENVELOPE_SIGNED_SET,
			account->network, &account->view_secret, content.data, content.len, err);
	sn_buf_free(&content);
	return ret;
}

static uint64_t time_of(const struct sn_signing *signing)
{
	return !signing           ? 0
	       : signing->journal ? sn_signing_journal_time(signing->journal, signing->now)
				  : signing->now;
}

/* `first` is NULL, or the results of the first signing. */
static int sign_rings(struct work *work, const struct work *first, const struct sn_account *account,
		      const struct sn_unsigned_set *set, const struct sn_limits *limits, unsigned jobs,
		      struct sn_error *err)
{
	struct sn_signed_set *signed_set = &work->result.rings;
	int ret =
		first ? sn_sign_and_compare(signed_set, &first->result.rings, account, set, limits, jobs, err)
		      : sn_sign(signed_set, account, set, limits, jobs, err);
	if (ret)
		return ret;
	SN_FAULT_POINT("signed set", signed_set->txs, signed_set->n * sizeof *signed_set->txs);
	SN_FAULT_POINT("bytes", signed_set->txs->bytes, signed_set->txs->len);
	return SN_OK;
}

static int sign_proposals(struct work *work, const struct sn_account *account, const struct sn_cold_set *set,
			  const struct sn_limits *limits, unsigned jobs, struct sn_error *err)
{
	work->result.messages =
		calloc(sn_cold_set_size(set) ? sn_cold_set_size(set) : 1, sizeof *work->result.messages);
	if (!work->result.messages)
		return sn_error_memory(err);
	int ret = sn_sign_proposals(&work->result.proposals, work->result.messages, account, &set->proposals,
				    &set->digest, limits, jobs, err);
	if (ret)
		return ret;
	SN_FAULT_POINT("signed proposal", work->result.proposals.txs->inputs,
		       sizeof *work->result.proposals.txs->inputs);
	SN_FAULT_POINT("signed seed", work->result.proposals.txs->seed,
		       sizeof work->result.proposals.txs->seed);
	return SN_OK;
}

static int sign_once(struct work *work, const struct work *first, const struct sn_account *account,
		     const struct sn_cold_set *set, const struct sn_limits *limits,
		     const struct sn_signing *signing, struct sn_error *err)
{
	const unsigned jobs = signing ? signing->jobs : 1;
	int ret = set->has_proposals ? sign_proposals(work, account, set, limits, jobs, err)
				     : sign_rings(work, first, account, &set->rings, limits, jobs, err);
	if (!ret)
		ret = sn_signing_entries_make(&work->entries, account, set, &work->result, time_of(signing),
					      err);
	if (!ret)
		ret = seal(work, account, set, signing, err);
	if (ret)
		return ret;
	/* Public: it is the output. */
	SN_PUBLIC(work->sealed.data, work->sealed.len);
	SN_FAULT_POINT("sealed", work->sealed.data, work->sealed.len);
	SN_FAULT_POINT("entries", work->entries.list, work->entries.n * sizeof *work->entries.list);
	SN_FAULT_POINT("entries", work->entries.images,
		       work->entries.n_images * sizeof *work->entries.images);
	return SN_OK;
}

/* Sign twice. The two signings share only the account and the set. A bit flip in between makes the results
 * differ; then neither is returned. If the bit flips early, both results verify, and two such signatures can
 * reveal the spend key (D. Poddebniak et al., "Attacking Deterministic Signature Schemes Using Fault
 * Attacks", 2018). The proofs of the first result are verified; those of the second must be equal. */
static int sign_twice(struct sn_buf *out, struct sn_hash *hashes, struct work *first, struct work *second,
		      const struct sn_account *account, const struct sn_cold_set *set,
		      const struct sn_limits *limits, const struct sn_signing *signing, struct sn_error *err)
{
	size_t before = out->len;
	int ret = sign_once(first, NULL, account, set, limits, signing, err);
	if (!ret)
		ret = sign_once(second, first, account, set, limits, signing, err);
	if (ret)
		return ret;
	sn_put_bytes(out, first->sealed.data, first->sealed.len);
	if (out->failed)
		return sn_error_memory(err);
	SN_FAULT_POINT("sealed", out->data + before, out->len - before);
	if (out->len - before != second->sealed.len ||
	    memcmp(out->data + before, second->sealed.data, second->sealed.len) ||
	    !sn_signing_entries_are_equal(&first->entries, &second->entries))
		return sn_error_hint(
			err,
			sn_error_set(
				err, SN_REFUSED,
				"self-check failed: signing twice gave different results; no output was written"),
			SN_TEST_MEMORY);
	for (size_t i = 0; hashes && i < sn_cold_set_size(set); i++)
		hashes[i] = second->entries.list[i].tx_hash;
	return SN_OK;
}

/* Wipe the output after an error, and all that was computed. */
static void finish(struct sn_buf *out, size_t before, struct work *first, struct work *second, int ret)
{
	if (ret && out->len > before) {
		sn_wipe(out->data + before, out->len - before);
		out->len = before;
	}
	work_free(first);
	work_free(second);
	sn_wipe_stack();
}

int sn_cold_set_sign(struct sn_buf *out, struct sn_hash *hashes, const struct sn_account *account,
		     const struct sn_cold_set *set, const struct sn_limits *limits,
		     const struct sn_signing *signing, struct sn_error *err)
{
	struct work first = {0}, second = {0};
	size_t before = out->len;
	const struct sn_policy *policy = limits ? limits->policy : NULL;
	int ret = sn_approvals_need(policy, signing ? signing->approvals : NULL, &set->digest, err);
	if (!ret)
		ret = sn_period_need_journal(policy, signing ? signing->journal : NULL, err);
	if (!ret)
		ret = sign_twice(out, hashes, &first, &second, account, set, limits, signing, err);
	/* Last, so that nothing can fail after the journal is written. */
	if (!ret && signing && signing->journal)
		ret = sn_journal_record(signing, policy, &second.entries, &first.entries, err);
	finish(out, before, &first, &second, ret);
	return ret;
}

int sn_cold_set_try(struct sn_buf *out, struct sn_hash *hashes, const struct sn_account *account,
		    const struct sn_cold_set *set, const struct sn_limits *limits,
		    const struct sn_signing *signing, struct sn_error *err)
{
	struct work first = {0}, second = {0};
	size_t before = out->len;
	int ret = sign_twice(out, hashes, &first, &second, account, set, limits, signing, err);
	finish(out, before, &first, &second, ret);
	return ret;
}
