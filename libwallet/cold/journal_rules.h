/* cold/journal_rules.h - what the journal of earlier signatures allows to sign, and how a new signature gets
 * into it. */
#ifndef SN_COLD_JOURNAL_RULES_H
#define SN_COLD_JOURNAL_RULES_H

#include "cold/reference_request.h"
#include "cold/review.h"
#include "cold/set.h"
#include "cold/signing_entries.h"
#include "store/signing_journal.h"

/* The journal of earlier signatures, how to use it, the approvals, and the format of the result. */
struct sn_signing {
	struct sn_signing_journal *journal; /* open for writing; NULL: not read, not written */
	bool allow_respend;                 /* sign a double-spend of an earlier transaction */
	uint64_t now;                       /* Unix seconds, of the clock */
	unsigned jobs;                      /* threads (cold/jobs.h) */
	/* Of the review. NULL: the caller cannot take any, so a policy that demands approvals forbids it. */
	const struct sn_review_approvals *approvals;
	/* The request that the result answers. NULL or not used: the result is a file of our own format. */
	const struct sn_reference_request *reference;
};

/* Look up the reviewed set in signing->journal, and mark each transaction that spends an output of a
 * transaction signed before in another set. The marks list all such transactions, and related ones that stay
 * valid (cold/earlier.h). Count the set for the limits of the policy on a period, and store the result in
 * review->period (cold/period.h). The journal may be open for reading, or NULL: then nothing is looked up,
 * and no such limit is checked. With a journal, `account` must belong to a master wallet.
 *
 * Returns, like sn_cold_set_sign,
 *   SN_REFUSED  (SN_REASON_DOUBLE_SPEND) a transaction is marked, unless allow_respend is set or this set was
 *               itself signed before
 *   SN_REFUSED  a limit on a period would be exceeded, unless this set was signed before
 *
 * Call this before a confirmation prompt, or to review without signing. sn_cold_set_sign repeats the check.
 */
int sn_cold_set_check_journal(struct sn_review *review, const struct sn_account *account,
			      const struct sn_cold_set *set, const struct sn_limits *limits,
			      const struct sn_signing *signing, struct sn_error *err) SN_MUST_USE;

/* Append those of `entries` that the journal lacks, and sync it to disk. Then check that it has all entries
 * of `again`, which a second computation made: after a bit flip in an entry, the outputs could be signed in
 * another transaction. Afterwards `entries` can only be freed.
 *
 * Returns
 *   SN_REFUSED  (SN_REASON_DOUBLE_SPEND) the journal has another transaction that spends the same output, and
 *               allow_respend is not set
 *   SN_REFUSED  the new transactions would exceed a limit of the policy on a period (cold/period.h)
 *   SN_REFUSED  the entries differ from those of `again`
 *   SN_IO       the journal cannot be written */
int sn_journal_record(const struct sn_signing *signing, const struct sn_policy *policy,
		      struct sn_signing_entries *entries, const struct sn_signing_entries *again,
		      struct sn_error *err) SN_MUST_USE;

#endif
