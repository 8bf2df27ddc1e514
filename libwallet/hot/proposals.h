/* hot/proposals.h - composed transactions as a file of proposals (handoff/proposal_set.h), for after the
 * network upgrade to FCMP++.
 *
 * A proposal has the inputs, destinations and fee of the composed transaction. Its change is an output to
 * ourselves, of type change, at the primary address of the inputs' account. It is always there, because a
 * transaction has such an output: without a rest, its amount is 0.
 *
 * The fee is the weight times the daemon's fee per unit of weight, without rounding. The weight follows from
 * the numbers of inputs and outputs (chain/fcmp_size.h). It counts a fixed number of layers of the tree of
 * outputs, so the daemon is not asked how many there are. */
#ifndef SN_HOT_PROPOSALS_H
#define SN_HOT_PROPOSALS_H

#include "base/bytes.h"
#include "base/error.h"
#include "handoff/unsigned_set.h"
#include "node/daemon_load.h"
#include "store/wallet.h"

/* The weight of a transaction with these inputs, destinations, and change. SIZE_MAX if the network allows no
 * such transaction. */
size_t sn_proposal_weight_of(size_t n_inputs, size_t n_destinations);

/* Its fee; saturates at UINT64_MAX. Priority as in sn_fee_for_weight. */
uint64_t sn_proposal_fee(const struct sn_daemon_fees *fees, unsigned priority, size_t n_inputs,
			 size_t n_destinations);

/* Append the sealed file. Transaction i of `set`, whose inputs have no rings, spends
 * w->outputs[outputs[i][j]].
 *
 * Returns
 *   SN_REFUSED  destinations cannot share a transaction (sn_proposal_payments_check_together)
 *   SN_USAGE    the set is outside of the limits of handoff/proposal_set.h
 *   SN_IO       out of memory */
int sn_proposals_make(struct sn_buf *out, const struct sn_wallet *w, const struct sn_unsigned_set *set,
		      size_t *const *outputs, struct sn_error *err) SN_MUST_USE;

#endif
