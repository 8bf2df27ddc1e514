#include "cold/journal_rules.h"

#include "base/hex.h"
#include "base/seam.h"
#include "base/secret.h"
#include "cold/earlier.h"
#include "cold/jobs.h"
#include "cold/period.h"
#include "cold/proposal_prepare.h"

#include <stdlib.h>

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
static int append(const struct sn_signing *signing, const struct sn_policy *policy,
		  struct sn_signing_entries *entries, struct sn_error *err)
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
static int check_appended(const struct sn_signing *signing, size_t n_before,
			  const struct sn_signing_entries *entries, struct sn_error *err)
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
	/* A set that was signed before may be signed again, as in append(). */
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

int sn_journal_record(const struct sn_signing *signing, const struct sn_policy *policy,
		      struct sn_signing_entries *entries, const struct sn_signing_entries *again,
		      struct sn_error *err)
{
	size_t n_before;
	(void)sn_signing_journal_entries(signing->journal, &n_before);
	int ret = append(signing, policy, entries, err);
	return ret ? ret : check_appended(signing, n_before, again, err);
}
