/* cold/proposal_seed.h - the seed of a proposed transaction, from which all its random values follow
 * (chain/carrot_seed.h):
 *
 *   key  = BLAKE2b-256(key = k_s, "sneakernote hot-cold seed key")
 *   seed = BLAKE2b-256(key, "sneakernote hot-cold seed" ‖ T ‖ U ‖ V ‖ person ‖ u8(network) ‖ proposal)
 *
 * without personalization; `person` is the personalization of the challenge, 16 bytes; `proposal` is its
 * encoding (sn_proposal_put).
 *
 * The signer makes the seed, so the online machine cannot choose a random value. The same proposal gives the
 * same transaction. Two proposals share no random value. */
#ifndef SN_COLD_PROPOSAL_SEED_H
#define SN_COLD_PROPOSAL_SEED_H

#include "base/error.h"
#include "chain/account.h"
#include "chain/carrot_seed.h"
#include "crypto/fcmp_constants.h"
#include "handoff/proposal_set.h"

/* `account` has the spend secret. The seed is secret until the online machine gets it in the signed set.
 * Returns SN_IO if out of memory. */
int sn_proposal_seed(struct sn_carrot_seed *seed, const struct sn_account *account,
		     const struct sn_proposal *proposal, const struct sn_fcmp_constants *constants,
		     struct sn_error *err) SN_MUST_USE;

#endif
