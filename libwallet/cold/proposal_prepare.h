/* cold/proposal_prepare.h - all that a proposal determines before it is signed: the keys of its inputs, the
 * seed, the transaction, and the statements that the SA/L proofs prove. */
#ifndef SN_COLD_PROPOSAL_PREPARE_H
#define SN_COLD_PROPOSAL_PREPARE_H

#include "base/error.h"
#include "chain/account.h"
#include "cold/proposal_input.h"
#include "handoff/proposal_set.h"
#include "handoff/proposal_tx.h"
#include "ringct/sal.h"

/* An input: what is proven, and what opens it. */
struct sn_prepared_input {
	struct sn_opened_proposal_input opened;
	struct sn_rerandomization r;
	struct sn_sal_statement statement;
};

/* Secret. In memory of sn_secret_alloc. */
struct sn_prepared_proposal {
	struct sn_carrot_seed seed;
	struct sn_proposal_tx made;
	size_t n; /* inputs, in the order of the proposal */
	struct sn_prepared_input inputs[];
};

/* Prepare a proposal. `account` has the spend secret. The sums are not checked here: the commitments balance
 * only if the amounts do.
 *
 * Returns
 *   SN_REFUSED  the errors of sn_proposal_inputs_open and sn_proposal_tx_make; a value is degenerate,
 *               which does not happen by chance
 *   SN_IO       out of memory
 * On error *out is NULL. Free with sn_prepared_proposal_free. */
int sn_proposal_prepare(struct sn_prepared_proposal **out, const struct sn_account *account,
			const struct sn_proposal *proposal, struct sn_error *err) SN_MUST_USE;

/* Whether the public parts are equal: the bytes of the transaction and all statements. */
bool sn_prepared_proposals_are_equal(const struct sn_prepared_proposal *a,
				     const struct sn_prepared_proposal *b);

/* Wipe and free. NULL is allowed. */
void sn_prepared_proposal_free(struct sn_prepared_proposal *p);

#endif
