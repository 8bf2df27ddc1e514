/* cold/review_proposals.h - the review of a set of proposals, by the rules of cold/review.h.
 *
 * What differs from a set with rings:
 *   - each input follows from its values (cold/proposal_input.h);
 *   - an output to ourselves of type payment is shown as a recipient, which is an own address. It must be one
 *     that a restored wallet finds;
 *   - there is at most one output of type change. Its amount may be zero: then the review has no change;
 *   - two recipients may share a transaction with an integrated address, but only one address is integrated;
 *   - the transaction cannot have an unlock time. */
#ifndef SN_COLD_REVIEW_PROPOSALS_H
#define SN_COLD_REVIEW_PROPOSALS_H

#include "base/error.h"
#include "chain/account.h"
#include "cold/review_result.h"
#include "handoff/limits.h"
#include "handoff/proposal_set.h"

/* As sn_review. Free with sn_review_free. */
int sn_review_proposals(struct sn_review *review, const struct sn_account *account,
			const struct sn_proposal_set *set, const struct sn_limits *limits, unsigned jobs,
			struct sn_error *err) SN_MUST_USE;

/* Whether the review is one of this proposal: the same payments, in their order. */
bool sn_review_is_of_proposal(const struct sn_review_tx *review, const struct sn_account *account,
			      const struct sn_proposal *proposal);

#endif
