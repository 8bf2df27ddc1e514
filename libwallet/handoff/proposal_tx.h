/* handoff/proposal_tx.h - the transaction of a proposal, without its proofs.
 *
 * It follows from the payments, the seed and the key images of the inputs. The signer makes it to sign it.
 * The online machine, which gets seed and key images in the signed set, makes it again to prove it. */
#ifndef SN_HANDOFF_PROPOSAL_TX_H
#define SN_HANDOFF_PROPOSAL_TX_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"
#include "chain/carrot_outputs.h"
#include "chain/carrot_seed.h"
#include "chain/transaction.h"
#include "handoff/proposal_payments.h"

/* Anchors, masks and extensions of the outputs are secret. `tx` points into `extra`. */
struct sn_proposal_tx {
	struct sn_tx tx; /* pruned: prefix and base, key images descending */
	struct sn_buf extra;
	struct sn_hash message;           /* m, the signable hash: what the SA/L proofs sign */
	struct sn_carrot_outputs outputs; /* origin: the destinations, then the self-sends */
};

/* The weight of the transaction of a proposal with these numbers. Returns SN_BAD_INPUT if the network allows
 * no such transaction. */
int sn_proposal_weight(uint64_t *weight, size_t n_inputs, const struct sn_proposal_payments *p) SN_MUST_USE;

/* Make the transaction. `images` are those of the n_images inputs, in any order. `account`, which may be
 * watch-only, owns the self-sends. The fee is not checked against the weight, nor are the sums.
 *
 * Returns
 *   SN_REFUSED  the errors of sn_carrot_outputs_make (SN_BAD_INPUT there); key images are equal, or do not
 *               have prime order; another rule of chain/fcmp_rules.h is broken
 *   SN_IO       out of memory
 * Free with sn_proposal_tx_free, also after an error. */
int sn_proposal_tx_make(struct sn_proposal_tx *made, const struct sn_account *account,
			const struct sn_proposal_payments *p, const struct sn_carrot_seed *seed,
			const struct sn_point *images, size_t n_images, struct sn_error *err) SN_MUST_USE;

/* Expand the seed to the rerandomization of n inputs with these commitment masks, in the order of the
 * proposal. The last r_c balances the masks of the transaction. All of it is secret. */
void sn_proposal_tx_rerandomization(struct sn_rerandomization *r, const struct sn_scalar *masks, size_t n,
				    const struct sn_proposal_tx *made, const struct sn_carrot_seed *seed);

/* Wipe and free. */
void sn_proposal_tx_free(struct sn_proposal_tx *made);

#endif
