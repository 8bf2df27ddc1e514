#include "cold/files.h"

#include "base/hex.h"
#include "base/seam.h"
#include "base/secret.h"
#include "chain/transaction.h"
#include "cold/approvals.h"
#include "cold/earlier.h"
#include "cold/jobs.h"
#include "cold/period.h"
#include "cold/proposal_prepare.h"
#include "cold/proposal_sign.h"
#include "cold/reference_answer.h"
#include "cold/sign.h"
#include "crypto/keccak.h"
#include "handoff/envelope.h"
#include "handoff/proposal_tx.h"

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

/* A view of a set with rings. */
static struct sn_cold_set of_rings(const struct sn_unsigned_set *set)
{
	return (struct sn_cold_set){.rings = *set, .digest = set->digest};
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
	entry->fee = tx.fee;
	entry->images = images;
	entry->n_images = signed_tx->n_spent;
	sn_tx_free(&tx);
	return ret;
}

/* Of a signed proposal, the online machine makes the transaction; its hash is known when it is proven. The
 * entry has the signable hash instead. Make it as the online machine does. */
static int describe_proposal(struct sn_signing_entry *entry, struct sn_point *images,
			     const struct sn_signed_proposal *signed_tx, const struct sn_hash *message,
			     const struct sn_account *account, struct sn_error *err)
{
	struct sn_carrot_seed seed;
	struct sn_proposal_tx *made = sn_secret_alloc(sizeof *made);
	if (!made)
		return sn_error_memory(err);
	memcpy(seed.b, signed_tx->seed, sizeof seed.b);
	for (size_t i = 0; i < signed_tx->n_inputs; i++)
		images[i] = signed_tx->inputs[i].image;
	int ret = sn_proposal_tx_make(made, account, &signed_tx->payments, &seed, images, signed_tx->n_inputs,
				      err);
	if (!ret && !sn_hash_is_equal(&made->message, message))
		ret = sn_error_set(err, SN_REFUSED,
				   "internal error: the signed transaction cannot be made again");
	entry->is_proposal = true;
	entry->tx_hash = made->message;
	entry->fee = made->tx.fee;
	entry->images = images;
	entry->n_images = signed_tx->n_inputs;
	sn_proposal_tx_free(made);
	sn_secret_free(made);
	return ret;
}

/* The results of one signing. */
struct work {
	struct sn_signed_set signed_set;
	struct sn_signed_proposals proposals; /* instead, if these were asked for */
	struct sn_hash *messages;             /* their signable hashes */
	struct sn_buf sealed;
	struct entries entries;
};

static void work_free(struct work *work)
{
	sn_signed_set_free(&work->signed_set);
	sn_signed_proposals_free(&work->proposals);
	free(work->messages);
	sn_buf_free(&work->sealed);
	entries_free(&work->entries);
}

static int describe_all(struct work *work, const struct sn_account *account, const struct sn_cold_set *set,
			uint64_t now, struct sn_error *err)
{
	struct entries *entries = &work->entries;
	struct sn_hash digest;
	int ret = sn_cold_set_digest(&digest, set, account->network, err);
	if (ret)
		return ret;
	size_t n_images = 0, at = 0;
	for (size_t i = 0; i < sn_cold_set_size(set); i++)
		n_images += sn_cold_set_inputs(set, i);
	entries->list = calloc(sn_cold_set_size(set), sizeof *entries->list);
	entries->images = calloc(n_images, sizeof *entries->images);
	if (!entries->list || !entries->images)
		return sn_error_memory(err);
	entries->n = sn_cold_set_size(set);
	entries->n_images = n_images;
	for (size_t i = 0; !ret && i < sn_cold_set_size(set); i++) {
		struct sn_signing_entry *entry = &entries->list[i];
		entry->digest = digest;
		entry->time = now;
		entry->amount = sn_cold_set_sent(set, i);
		ret = set->has_proposals
			      ? describe_proposal(entry, entries->images + at, &work->proposals.txs[i],
						  &work->messages[i], account, err)
			      : describe(entry, entries->images + at, &work->signed_set.txs[i],
					 &set->rings.txs[i], err);
		at += sn_cold_set_inputs(set, i);
	}
	return ret;
}

static const char *kind_of(const struct sn_review_signed *tx)
{
	return tx->is_proposal ? "proposal" : "transaction";
}

static int refuse_double_spend(const struct sn_review_earlier *conflicts, struct sn_error *err)
{
	const struct sn_review_signed *tx = &conflicts->txs[0];
	char hash[2 * sizeof tx->hash + 1];
	sn_hex_encode(hash, &tx->hash, sizeof tx->hash);
	return sn_error_hint(
		err,
		sn_error_because(err, SN_REFUSED, SN_REASON_DOUBLE_SPEND,
				 "double-spend: %s %s, already signed, spends the same output; only one of "
				 "the two can be mined",
				 kind_of(tx), hash),
		tx->is_proposal
			? "no release can submit that proposal yet; to replace it, use --allow-respend"
			: "submit the signed file of that transaction; to replace it, use --allow-respend");
}

static void warn_of(const struct sn_signing *signing, const struct sn_review_earlier *earlier,
		    const char *before, const char *after)
{
	const struct sn_log *log = sn_signing_journal_log(signing->journal);
	const size_t n = earlier->n < SN_REVIEW_EARLIER_MAX ? earlier->n : SN_REVIEW_EARLIER_MAX;
	for (size_t i = 0; i < n; i++) {
		const struct sn_review_signed *tx = &earlier->txs[i];
		char hash[2 * sizeof tx->hash + 1];
		sn_hex_encode(hash, &tx->hash, sizeof tx->hash);
		sn_log(log, SN_LOG_WARNING, "%s %s %s%s", before, kind_of(tx), hash, after);
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
				  NULL, err);
	if (!ret && conflicts.n && !signing->allow_respend)
		ret = refuse_double_spend(&conflicts, err);
	if (ret)
		return ret;
	warn_of(signing, &valid, "earlier", " can be mined as well as this one");
	warn_of(signing, &conflicts, "double-spend:",
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
 * outputs could be signed in another transaction. One of the `n_before` entries from earlier runs has an
 * earlier time, and if it is a proposal, it may be of another set. */
static int check_entered(const struct sn_signing *signing, size_t n_before, const struct entries *entries,
			 struct sn_error *err)
{
	size_t n;
	const struct sn_signing_entry *all = sn_signing_journal_entries(signing->journal, &n);
	for (size_t i = 0; i < entries->n; i++) {
		const struct sn_signing_entry *found =
			sn_signing_journal_find_tx(signing->journal, &entries->list[i].tx_hash);
		struct sn_signing_entry wanted = entries->list[i];
		if (found)
			wanted.time = found->time;
		if (found && wanted.is_proposal && (size_t)(found - all) < n_before)
			wanted.digest = found->digest;
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
	const struct sn_cold_set *set;
	struct sn_hash digest;
	struct sn_review *review;
};

/* A proposal is the same transaction in each set. If another set with proposal i was signed, this is no
 * double-spend, and it is not counted again. */
static int exempt_itself(const struct lookup *l, size_t i, const struct sn_point *images, size_t n,
			 struct sn_error *err)
{
	struct sn_review_tx *reviewed = &l->review->txs[i];
	struct sn_prepared_proposal *prepared = NULL;
	int ret = sn_proposal_prepare(&prepared, l->account, &l->set->proposals.proposals[i], err);
	if (ret)
		return ret;
	struct sn_hash own = prepared->made.message;
	/* Part of the result, if it is signed. */
	SN_PUBLIC(&own, sizeof own);
	sn_prepared_proposal_free(prepared);
	reviewed->is_recorded = sn_signing_journal_find_tx(l->journal, &own);
	return sn_earlier_find(&reviewed->double_spends, &reviewed->still_valid, l->journal, images, n,
			       &l->digest, &own, err);
}

static int find_earlier(void *context, size_t i, struct sn_error *err)
{
	const struct lookup *l = context;
	struct sn_review_tx *reviewed = &l->review->txs[i];
	const size_t n = sn_cold_set_inputs(l->set, i);
	struct sn_point *images = calloc(n, sizeof *images);
	int ret = images ? sn_cold_set_images(images, l->account, l->set, i, err) : sn_error_memory(err);
	if (!ret)
		ret = sn_earlier_find(&reviewed->double_spends, &reviewed->still_valid, l->journal, images, n,
				      &l->digest, NULL, err);
	if (!ret && l->set->has_proposals && reviewed->double_spends.n)
		ret = exempt_itself(l, i, images, n, err);
	free(images);
	return ret && sn_cold_set_size(l->set) > 1
		       ? sn_error_prefix(err, ret, "transaction %zu of %zu", i + 1, sn_cold_set_size(l->set))
		       : ret;
}

static bool all_are_recorded(const struct sn_review *review)
{
	bool all = review->n > 0;
	for (size_t i = 0; i < review->n; i++)
		all &= review->txs[i].is_recorded;
	return all;
}

/* What the set adds to the limits on a period. */
static int check_period(struct sn_review *review, const struct sn_policy *policy,
			const struct sn_signing *signing, bool is_known, struct sn_error *err)
{
	uint64_t wanted[SN_PERIOD_LIMITS] = {0};
	for (size_t i = 0; !is_known && i < review->n; i++) {
		const struct sn_review_tx *tx = &review->txs[i];
		if (tx->is_recorded)
			continue;
		/* The review found that these sums do not overflow. */
		wanted[SN_PERIOD_AMOUNT] += tx->sent;
		wanted[SN_PERIOD_FEE] += tx->fee;
		wanted[SN_PERIOD_TRANSACTIONS]++;
	}
	return sn_period_check(&review->period, policy, signing->journal, signing->now, wanted, err);
}

int sn_cold_set_check_journal(struct sn_review *review, const struct sn_account *account,
			      const struct sn_cold_set *set, const struct sn_limits *limits,
			      const struct sn_signing *signing, struct sn_error *err)
{
	struct lookup l = {.journal = signing->journal, .account = account, .set = set, .review = review};
	const struct sn_policy *policy = limits ? limits->policy : NULL;
	if (!signing->journal)
		return check_period(review, policy, signing, false, err);
	int ret = sn_cold_set_digest(&l.digest, set, account->network, err);
	if (ret)
		return ret;
	ret = sn_jobs_run(signing->jobs, sn_cold_set_size(set), find_earlier, &l, err);
	/* A set that was signed before may be signed again, as in enter(). */
	const bool is_known = knows_set(signing->journal, &l.digest) || all_are_recorded(review);
	for (size_t i = 0; !ret && i < sn_cold_set_size(set); i++) {
		struct sn_review_tx *tx = &review->txs[i];
		tx->is_signed_again = is_known && tx->double_spends.n;
		if (tx->double_spends.n && !is_known && !signing->allow_respend)
			ret = refuse_double_spend(&tx->double_spends, err);
		if (ret && sn_cold_set_size(set) > 1)
			sn_error_prefix(err, ret, "transaction %zu of %zu", i + 1, sn_cold_set_size(set));
	}
	if (!ret)
		ret = check_period(review, policy, signing, is_known, err);
	sn_wipe_stack();
	return ret;
}

int sn_cold_check_journal(struct sn_review *review, const struct sn_account *account,
			  const struct sn_unsigned_set *set, const struct sn_limits *limits,
			  const struct sn_signing *signing, struct sn_error *err)
{
	const struct sn_cold_set rings = of_rings(set);
	return sn_cold_set_check_journal(review, account, &rings, limits, signing, err);
}

static int seal(struct work *work, const struct sn_account *account, const struct sn_cold_set *set,
		const struct sn_signing *signing, struct sn_error *err)
{
	struct sn_buf content = {0};
	/* A bit flip alone does not change the format: sn_reference_answer checks the request. */
	if (signing && signing->reference &&
	    (signing->reference->is_used || signing->reference->plaintext.len))
		return sn_reference_answer(&work->sealed, account, signing->reference, &set->rings,
					   &work->signed_set, err);
	int ret = set->has_proposals
			  ? sn_signed_proposals_encode(&content, &work->proposals, account->network, err)
			  : sn_signed_set_encode(&content, &work->signed_set, err);
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
	struct sn_signed_set *signed_set = &work->signed_set;
	int ret = first ? sn_sign_and_compare(signed_set, &first->signed_set, account, set, limits, jobs, err)
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
	work->messages = calloc(sn_cold_set_size(set) ? sn_cold_set_size(set) : 1, sizeof *work->messages);
	if (!work->messages)
		return sn_error_memory(err);
	int ret = sn_sign_proposals(&work->proposals, work->messages, account, &set->proposals, &set->digest,
				    limits, jobs, err);
	if (ret)
		return ret;
	SN_FAULT_POINT("signed proposal", work->proposals.txs->inputs, sizeof *work->proposals.txs->inputs);
	SN_FAULT_POINT("signed seed", work->proposals.txs->seed, sizeof work->proposals.txs->seed);
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
		ret = describe_all(work, account, set, time_of(signing), err);
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
	    !entries_are_equal(&first->entries, &second->entries))
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
	size_t n_before = 0;
	if (!ret && signing && signing->journal) {
		(void)sn_signing_journal_entries(signing->journal, &n_before);
		ret = enter(signing, policy, &second.entries, err);
	}
	if (!ret && signing && signing->journal)
		ret = check_entered(signing, n_before, &first.entries, err);
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

int sn_cold_sign(struct sn_buf *out, struct sn_hash *hashes, const struct sn_account *account,
		 const struct sn_unsigned_set *set, const struct sn_limits *limits,
		 const struct sn_signing *signing, struct sn_error *err)
{
	const struct sn_cold_set rings = of_rings(set);
	return sn_cold_set_sign(out, hashes, account, &rings, limits, signing, err);
}

int sn_cold_try(struct sn_buf *out, struct sn_hash *hashes, const struct sn_account *account,
		const struct sn_unsigned_set *set, const struct sn_limits *limits,
		const struct sn_signing *signing, struct sn_error *err)
{
	const struct sn_cold_set rings = of_rings(set);
	return sn_cold_set_try(out, hashes, account, &rings, limits, signing, err);
}
