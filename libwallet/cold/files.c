#include "cold/files.h"

#include "base/hex.h"
#include "base/seam.h"
#include "base/secret.h"
#include "chain/transaction.h"
#include "cold/approvals.h"
#include "cold/earlier.h"
#include "cold/input.h"
#include "cold/jobs.h"
#include "cold/period.h"
#include "cold/reference_answer.h"
#include "cold/sign.h"
#include "crypto/keccak.h"
#include "handoff/envelope.h"

#include <stdlib.h>
#include <string.h>

/* `reference` may be NULL. */
static int open_content(struct sn_buf *content, struct sn_reference_request *reference,
			const struct sn_account *account, const void *file, size_t len, struct sn_error *err)
{
	if (reference && sn_reference_is_file(file, len))
		return sn_reference_request_open(reference, content, account, file, len, err);
	return sn_envelope_open(content, SN_ENVELOPE_UNSIGNED_SET, account->network, &account->view_secret,
				file, len, err);
}

/* Open the file again and compare: the digest of the decoded set must be that of the contents of the file. */
static int check_opened(const struct sn_unsigned_set *set, const struct sn_reference_request *reference,
			const struct sn_account *account, const void *file, size_t len, struct sn_error *err)
{
	struct sn_buf content = {0};
	struct sn_hash digest;
	struct sn_reference_request again = {0};
	if (reference)
		again.options = reference->options;
	int ret = open_content(&content, reference ? &again : NULL, account, file, len, err);
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

int sn_cold_open_and_review(struct sn_unsigned_set *set, struct sn_reference_request *reference,
			    struct sn_review *review, const struct sn_account *account,
			    const struct sn_limits *limits, const void *file, size_t len, unsigned jobs,
			    struct sn_error *err)
{
	struct sn_buf content = {0};
	*set = (struct sn_unsigned_set){0};
	*review = (struct sn_review){0};
	int ret = open_content(&content, reference, account, file, len, err);
	SN_FAULT_POINT("content", content.data, content.len);
	if (!ret)
		ret = sn_unsigned_set_decode(set, account->network, content.data, content.len, err);
	if (!ret)
		ret = sn_review(review, account, set, limits, jobs, err);
	if (!ret)
		ret = check_opened(set, reference, account, file, len, err);
	/* Last, so that these are the bytes that were opened the second time. */
	if (!ret && limits)
		ret = sn_approvals_check(&review->approvals, limits->policy, limits->approvals, file, len,
					 &set->digest, err);
	if (ret) {
		sn_review_free(review);
		sn_unsigned_set_free(set);
	}
	sn_buf_free(&content);
	sn_wipe_stack(); /* after a refusal, no later call works with the keys */
	return ret;
}

/* The journal entries of the finished transactions. Free with entries_free. */
struct entries {
	struct sn_signing_entry *list; /* one per transaction */
	size_t n;
	struct sn_point *images; /* of all transactions */
	size_t n_images;
};

static void entries_free(struct entries *entries)
{
	free(entries->list);
	free(entries->images);
	*entries = (struct entries){0};
}

/* The review found that the sum does not overflow. */
static uint64_t sent(const struct sn_unsigned_tx *tx)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < tx->n_destinations; i++)
		sum += tx->destinations[i].amount;
	return sum;
}

/* Make the entry of a finished transaction from its bytes, not from the values that they were made of. The
 * bytes hide the amount: cold/check.c verified that they pay the destinations of `asked`. */
static int describe(struct sn_signing_entry *entry, struct sn_point *images,
		    const struct sn_signed_tx *signed_tx, const struct sn_unsigned_tx *asked,
		    struct sn_error *err)
{
	struct sn_tx tx = {0};
	int ret = sn_tx_parse(&tx, signed_tx->bytes, signed_tx->len, false);
	if (!ret)
		ret = sn_tx_hash(&entry->tx_hash, &tx);
	if (ret)
		ret = ret == SN_IO ? sn_error_memory(err)
				   : sn_error_set(err, SN_REFUSED,
						  "internal error: the signed transaction does not parse");
	else if (tx.n_inputs != signed_tx->n_spent)
		ret = sn_error_set(err, SN_REFUSED,
				   "internal error: the signed transaction has %zu input%s instead of %zu",
				   tx.n_inputs, SN_PLURAL(tx.n_inputs), signed_tx->n_spent);
	else if (tx.fee != asked->fee)
		ret = sn_error_set(err, SN_REFUSED, "internal error: the signed transaction has another fee");
	for (size_t i = 0; !ret && i < tx.n_inputs; i++)
		images[i] = tx.inputs[i].key_image;
	entry->amount = sent(asked);
	entry->fee = tx.fee;
	entry->images = images;
	entry->n_images = signed_tx->n_spent;
	sn_tx_free(&tx);
	return ret;
}

static int describe_all(struct entries *entries, const struct sn_signed_set *signed_set,
			const struct sn_unsigned_set *set, uint64_t now, struct sn_error *err)
{
	struct sn_hash digest;
	int ret = sn_sign_digest(&digest, set, err);
	if (ret)
		return ret;
	size_t n_images = 0, at = 0;
	for (size_t i = 0; i < signed_set->n; i++)
		n_images += signed_set->txs[i].n_spent;
	entries->list = calloc(signed_set->n, sizeof *entries->list);
	entries->images = calloc(n_images, sizeof *entries->images);
	if (!entries->list || !entries->images)
		return sn_error_memory(err);
	entries->n = signed_set->n;
	entries->n_images = n_images;
	for (size_t i = 0; !ret && i < signed_set->n; i++) {
		entries->list[i].digest = digest;
		entries->list[i].time = now;
		ret = describe(&entries->list[i], entries->images + at, &signed_set->txs[i], &set->txs[i],
			       err);
		at += signed_set->txs[i].n_spent;
	}
	return ret;
}

static int refuse_double_spend(const struct sn_review_earlier *conflicts, struct sn_error *err)
{
	char hash[2 * sizeof conflicts->hashes[0] + 1];
	sn_hex_encode(hash, &conflicts->hashes[0], sizeof conflicts->hashes[0]);
	return sn_error_hint(
		err,
		sn_error_because(err, SN_REFUSED, SN_REASON_DOUBLE_SPEND,
				 "double-spend: transaction %s, already signed, spends the same "
				 "output; only one of the two can be mined",
				 hash),
		"submit the signed file of that transaction; to replace it, use --allow-respend");
}

static void warn_of(const struct sn_signing *signing, const struct sn_review_earlier *earlier,
		    const char *before, const char *after)
{
	const struct sn_log *log = sn_signing_journal_log(signing->journal);
	const size_t n = earlier->n < SN_REVIEW_EARLIER_MAX ? earlier->n : SN_REVIEW_EARLIER_MAX;
	for (size_t i = 0; i < n; i++) {
		char hash[2 * sizeof earlier->hashes[i] + 1];
		sn_hex_encode(hash, &earlier->hashes[i], sizeof earlier->hashes[i]);
		sn_log(log, SN_LOG_WARNING, "%s %s%s", before, hash, after);
	}
	if (n < earlier->n)
		sn_log(log, SN_LOG_WARNING, "and %zu earlier one%s", earlier->n - n,
		       SN_PLURAL(earlier->n - n));
}

/* Refuse a double-spend of an earlier transaction, or log it if it is allowed. */
static int check_double_spend(const struct sn_signing_entry *entry, const struct sn_signing *signing,
			      struct sn_error *err)
{
	struct sn_review_earlier conflicts, valid;
	int ret = sn_earlier_find(&conflicts, &valid, signing->journal, entry->images, entry->n_images, NULL,
				  err);
	if (!ret && conflicts.n && !signing->allow_respend)
		ret = refuse_double_spend(&conflicts, err);
	if (ret)
		return ret;
	warn_of(signing, &valid, "earlier transaction", " can be mined as well as this one");
	warn_of(signing, &conflicts, "double-spend: transaction",
		", already signed, spends the same output; only one of the two can be mined");
	return SN_OK;
}

/* Look up each transaction, and append the new ones to the journal. A transaction that was signed before may
 * be signed again, even if a later one spends its outputs as well: it may be public already. */
static int enter(const struct sn_signing *signing, const struct sn_policy *policy, struct entries *entries,
		 struct sn_error *err)
{
	struct sn_review_period period;
	uint64_t wanted[SN_PERIOD_LIMITS] = {0};
	size_t n = 0;
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < entries->n; i++) {
		if (sn_signing_journal_find_tx(signing->journal, &entries->list[i].tx_hash))
			continue;
		ret = check_double_spend(&entries->list[i], signing, err);
		if (ret && entries->n > 1)
			sn_error_prefix(err, ret, "transaction %zu of %zu", i + 1, entries->n);
		/* The review found that these sums do not overflow. */
		wanted[SN_PERIOD_AMOUNT] += entries->list[i].amount;
		wanted[SN_PERIOD_FEE] += entries->list[i].fee;
		wanted[SN_PERIOD_TRANSACTIONS]++;
		entries->list[n++] = entries->list[i];
	}
	if (!ret)
		ret = sn_period_check(&period, policy, signing->journal, signing->now, wanted, err);
	if (ret)
		return ret;
	SN_FAULT_POINT("journal's entries", entries->list, n * sizeof *entries->list);
	ret = sn_signing_journal_append(signing->journal, entries->list, n, err);
	return ret ? sn_error_prefix(err, ret, "nothing was signed") : SN_OK;
}

/* Check that the journal now has the transactions of the first signing: after a bit flip in an entry, the
 * outputs could be signed in another transaction. An entry from an earlier run has an earlier time. */
static int check_entered(const struct sn_signing *signing, const struct entries *entries,
			 struct sn_error *err)
{
	for (size_t i = 0; i < entries->n; i++) {
		const struct sn_signing_entry *found =
			sn_signing_journal_find_tx(signing->journal, &entries->list[i].tx_hash);
		struct sn_signing_entry wanted = entries->list[i];
		if (found)
			wanted.time = found->time;
		if (!found || !sn_signing_entry_is_equal(found, &wanted))
			return sn_error_hint(
				err,
				sn_error_set(err, SN_REFUSED,
					     "self-check failed: the journal does not have the signed "
					     "transaction; no output was written"),
				SN_TEST_MEMORY);
	}
	return SN_OK;
}

static bool knows_set(const struct sn_signing_journal *journal, const struct sn_hash *digest)
{
	size_t n;
	const struct sn_signing_entry *entries = sn_signing_journal_entries(journal, &n);
	for (size_t i = 0; i < n; i++)
		if (sn_hash_is_equal(&entries[i].digest, digest))
			return true;
	return false;
}

struct lookup {
	const struct sn_signing_journal *journal;
	const struct sn_account *account;
	const struct sn_unsigned_set *set;
	struct sn_hash digest;
	struct sn_review *review;
};

static int find_earlier(void *context, size_t i, struct sn_error *err)
{
	const struct lookup *l = context;
	const struct sn_unsigned_tx *tx = &l->set->txs[i];
	struct sn_review_tx *reviewed = &l->review->txs[i];
	size_t n = tx->n_inputs, bad;
	struct sn_opened_input *opened = calloc(n, sizeof *opened);
	struct sn_point *images = calloc(n, sizeof *images);
	int ret = opened && images ? SN_OK : sn_error_memory(err);
	if (!ret)
		ret = sn_inputs_open(opened, &bad, l->account, tx->inputs, n, err);
	for (size_t j = 0; !ret && j < n; j++)
		images[j] = opened[j].image;
	if (opened)
		sn_wipe(opened, n * sizeof *opened);
	free(opened);
	if (!ret)
		ret = sn_earlier_find(&reviewed->double_spends, &reviewed->still_valid, l->journal, images, n,
				      &l->digest, err);
	free(images);
	return ret && l->set->n > 1 ? sn_error_prefix(err, ret, "transaction %zu of %zu", i + 1, l->set->n)
				    : ret;
}

/* What the set adds to the limits on a period. */
static int check_period(struct sn_review *review, const struct sn_policy *policy,
			const struct sn_signing *signing, bool is_known, struct sn_error *err)
{
	const uint64_t nothing[SN_PERIOD_LIMITS] = {0}, wanted[SN_PERIOD_LIMITS] = {
								[SN_PERIOD_AMOUNT] = review->sent,
								[SN_PERIOD_FEE] = review->fee,
								[SN_PERIOD_TRANSACTIONS] = review->n,
							};
	return sn_period_check(&review->period, policy, signing->journal, signing->now,
			       is_known ? nothing : wanted, err);
}

int sn_cold_check_journal(struct sn_review *review, const struct sn_account *account,
			  const struct sn_unsigned_set *set, const struct sn_limits *limits,
			  const struct sn_signing *signing, struct sn_error *err)
{
	struct lookup l = {.journal = signing->journal, .account = account, .set = set, .review = review};
	const struct sn_policy *policy = limits ? limits->policy : NULL;
	if (!signing->journal)
		return check_period(review, policy, signing, false, err);
	int ret = sn_sign_digest(&l.digest, set, err);
	if (ret)
		return ret;
	/* A set that was signed before may be signed again, as in enter(). */
	const bool is_known = knows_set(signing->journal, &l.digest);
	ret = sn_jobs_run(signing->jobs, set->n, find_earlier, &l, err);
	for (size_t i = 0; !ret && i < set->n; i++) {
		struct sn_review_tx *tx = &review->txs[i];
		tx->is_signed_again = is_known && tx->double_spends.n;
		if (tx->double_spends.n && !is_known && !signing->allow_respend)
			ret = refuse_double_spend(&tx->double_spends, err);
		if (ret && set->n > 1)
			sn_error_prefix(err, ret, "transaction %zu of %zu", i + 1, set->n);
	}
	if (!ret)
		ret = check_period(review, policy, signing, is_known, err);
	sn_wipe_stack();
	return ret;
}

/* The results of one signing. */
struct work {
	struct sn_signed_set signed_set;
	struct sn_buf sealed;
	struct entries entries;
};

static void work_free(struct work *work)
{
	sn_signed_set_free(&work->signed_set);
	sn_buf_free(&work->sealed);
	entries_free(&work->entries);
}

static int seal(struct work *work, const struct sn_account *account, const struct sn_unsigned_set *set,
		const struct sn_signing *signing, struct sn_error *err)
{
	struct sn_buf content = {0};
	/* A bit flip alone does not change the format: sn_reference_answer checks the request. */
	if (signing && signing->reference &&
	    (signing->reference->is_used || signing->reference->plaintext.len))
		return sn_reference_answer(&work->sealed, account, signing->reference, set, &work->signed_set,
					   err);
	int ret = sn_signed_set_encode(&content, &work->signed_set, err);
	SN_FAULT_POINT("signed content", content.data, content.len);
	if (!ret)
		ret = sn_envelope_seal(&work->sealed, SN_ENVELOPE_SIGNED_SET, account->network,
				       &account->view_secret, content.data, content.len, err);
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
static int sign_once(struct work *work, const struct work *first, const struct sn_account *account,
		     const struct sn_unsigned_set *set, const struct sn_limits *limits,
		     const struct sn_signing *signing, struct sn_error *err)
{
	struct sn_signed_set *signed_set = &work->signed_set;
	const unsigned jobs = signing ? signing->jobs : 1;
	int ret = first ? sn_sign_and_compare(signed_set, &first->signed_set, account, set, limits, jobs, err)
			: sn_sign(signed_set, account, set, limits, jobs, err);
	if (ret)
		return ret;
	SN_FAULT_POINT("signed set", signed_set->txs, signed_set->n * sizeof *signed_set->txs);
	SN_FAULT_POINT("bytes", signed_set->txs->bytes, signed_set->txs->len);
	ret = describe_all(&work->entries, signed_set, set, time_of(signing), err);
	if (!ret)
		ret = seal(work, account, set, signing, err);
	/* Public: it is the output. */
	SN_PUBLIC(work->sealed.data, work->sealed.len);
	SN_FAULT_POINT("sealed", work->sealed.data, work->sealed.len);
	SN_FAULT_POINT("entries", work->entries.list, work->entries.n * sizeof *work->entries.list);
	SN_FAULT_POINT("entries", work->entries.images,
		       work->entries.n_images * sizeof *work->entries.images);
	return ret;
}

static bool entries_are_equal(const struct entries *a, const struct entries *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (!sn_signing_entry_is_equal(&a->list[i], &b->list[i]))
			return false;
	return true;
}

/* Sign twice. The two signings share only the account and the set. A bit flip in between makes the results
 * differ; then neither is returned. If the bit flips early, both results verify, and two such signatures can
 * reveal the spend key (D. Poddebniak et al., "Attacking Deterministic Signature Schemes Using Fault
 * Attacks", 2018). The proofs of the first result are verified; those of the second must be equal. */
static int sign_twice(struct sn_buf *out, struct sn_hash *hashes, struct work *first, struct work *second,
		      const struct sn_account *account, const struct sn_unsigned_set *set,
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
	    !entries_are_equal(&first->entries, &second->entries))
		return sn_error_hint(
			err,
			sn_error_set(
				err, SN_REFUSED,
				"self-check failed: signing twice gave different results; no output was written"),
			SN_TEST_MEMORY);
	for (size_t i = 0; hashes && i < set->n; i++)
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

int sn_cold_sign(struct sn_buf *out, struct sn_hash *hashes, const struct sn_account *account,
		 const struct sn_unsigned_set *set, const struct sn_limits *limits,
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
		ret = enter(signing, policy, &second.entries, err);
	if (!ret && signing && signing->journal)
		ret = check_entered(signing, &first.entries, err);
	finish(out, before, &first, &second, ret);
	return ret;
}

int sn_cold_try(struct sn_buf *out, struct sn_hash *hashes, const struct sn_account *account,
		const struct sn_unsigned_set *set, const struct sn_limits *limits,
		const struct sn_signing *signing, struct sn_error *err)
{
	struct work first = {0}, second = {0};
	size_t before = out->len;
	int ret = sign_twice(out, hashes, &first, &second, account, set, limits, signing, err);
	finish(out, before, &first, &second, ret);
	return ret;
}
