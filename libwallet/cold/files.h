/* cold/files.h - the signer from file bytes to file bytes, as cold-show and cold-sign use it. */
#ifndef SN_COLD_FILES_H
#define SN_COLD_FILES_H

#include "cold/journal_rules.h"
#include "cold/reference_request.h"
#include "cold/review.h"
#include "cold/set.h"
#include "handoff/signed_set.h"

/* Open the envelope of an unsigned set or a proposal set (bytes or hexadecimal text), decode it, and review
 * it on up to `jobs` threads (cold/jobs.h). This is the first review, for the consent of the user;
 * cold/sign.h describes the others. Free `set` with sn_cold_set_free and `review` with sn_review_free.
 *
 * An unsigned file of the reference wallet is recognized and translated. `reference` then keeps what the
 * answer needs; free it with sn_reference_request_free, also after an error. NULL: such a file is bad input.
 *
 * If the policy in `limits` demands approvals, those in `limits` are checked with the bytes of the file, and
 * review->approvals has the result. Missing approvals are no error, because a review alone needs none.
 *
 * The file is opened twice, to detect bit flips in memory.
 *
 * Returns
 *   SN_BAD_INPUT  the errors of sn_envelope_open and sn_cold_set_decode
 *   SN_REFUSED    a rule is violated, or the second opening gives a different set
 *   any error of sn_reference_request_open, sn_approvals_check
 *   SN_IO         out of memory */
int sn_cold_set_open_and_review(struct sn_cold_set *set, struct sn_reference_request *reference,
				struct sn_review *review, const struct sn_account *account,
				const struct sn_limits *limits, const void *file, size_t len, unsigned jobs,
				struct sn_error *err) SN_MUST_USE;

/* The same for a set with rings. A file with proposals is bad input. Free `set` with sn_unsigned_set_free. */
int sn_cold_open_and_review(struct sn_unsigned_set *set, struct sn_reference_request *reference,
			    struct sn_review *review, const struct sn_account *account,
			    const struct sn_limits *limits, const void *file, size_t len, unsigned jobs,
			    struct sn_error *err) SN_MUST_USE;

/* Sign `set` and append the sealed signed set, or the answer to signing->reference, to `out`. Store the
 * tx_hash of each transaction in `hashes` (one for each), unless it is NULL. For a proposal, whose tx_hash
 * is known only when it is proven, this is the signable hash, here and in the journal. `signing` may be NULL:
 * no journal.
 *
 * The whole computation, up to the sealed bytes, runs twice; the results must be equal. This detects bit
 * flips in memory.
 *
 * With a journal, every signature is recorded and synced to disk before the function returns. Transactions
 * that the journal already has are signed again, to the same bytes, without a new entry. With allow_respend,
 * a double-spend is signed, recorded, and logged to the journal's log.
 *
 * Returns
 *   SN_REFUSED  the two results differ
 *   SN_REFUSED  (SN_REASON_DOUBLE_SPEND) the journal has another transaction that spends the same output; the
 *               message names it. The caller adds the option that overrides the refusal to the hint
 *   SN_REFUSED  the new transactions would exceed a limit of the policy on a period (cold/period.h), or there
 *               is such a limit and no journal. The check and the record are under one lock
 *   SN_REFUSED  the policy demands approvals of this set that signing->approvals does not have
 *   SN_REFUSED  the errors of sn_reference_answer
 *   SN_IO       the journal cannot be written
 * On error `out` is unchanged and `hashes` is undefined. */
int sn_cold_set_sign(struct sn_buf *out, struct sn_hash *hashes, const struct sn_account *account,
		     const struct sn_cold_set *set, const struct sn_limits *limits,
		     const struct sn_signing *signing, struct sn_error *err) SN_MUST_USE;

/* Like sn_cold_set_sign, for a result that stays in the program, for a comparison with an existing file. The
 * journal is not written, and the limits on a period are not checked. */
int sn_cold_set_try(struct sn_buf *out, struct sn_hash *hashes, const struct sn_account *account,
		    const struct sn_cold_set *set, const struct sn_limits *limits,
		    const struct sn_signing *signing, struct sn_error *err) SN_MUST_USE;

#endif
