/* cold/proposal_check.h - verify a signed proposal before it is returned.
 *
 * The check starts from the bytes of the transaction, as the online machine and the network will have them:
 *   - they keep the rules of consensus (chain/fcmp_rules.h), and have the planned weight and fee;
 *   - the key images are those of the inputs, and the commitments balance;
 *   - each SA/L proof is valid for a statement that was prepared again from the proposal;
 *   - each recipient's output is found again as its sender does, from the address and amount of the review;
 *   - a scan with our keys finds each output to ourselves;
 *   - there is no other output. */
#ifndef SN_COLD_PROPOSAL_CHECK_H
#define SN_COLD_PROPOSAL_CHECK_H

#include "base/error.h"
#include "chain/account.h"
#include "cold/proposal_prepare.h"
#include "cold/review_result.h"
#include "handoff/signed_proposals.h"

/* Check out->inputs, and set out->created, which has room for SN_TX_OUTPUTS_MAX outputs. `prepared` are the
 * values that were signed, `again` those of a second preparation.
 *
 * Returns
 *   SN_REFUSED  a check failed
 *   SN_IO       out of memory */
int sn_check_proposal(struct sn_signed_proposal *out, const struct sn_prepared_proposal *prepared,
		      const struct sn_prepared_proposal *again, const struct sn_account *account,
		      const struct sn_proposal *proposal, const struct sn_review_tx *review,
		      struct sn_error *err) SN_MUST_USE;

#endif
