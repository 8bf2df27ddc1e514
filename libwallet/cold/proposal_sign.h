/* cold/proposal_sign.h - from a set of proposals to signed proposals, as cold/sign.h does for rings.
 *
 * Everything is computed from the keys and the proposal: the seed, the outputs, the statements and the
 * nonces. The same proposal always gives the same bytes. All of it is prepared twice
 * (cold/proposal_prepare.h): the proofs are made for the first result, and verified with the second one
 * (cold/proposal_check.h). */
#ifndef SN_COLD_PROPOSAL_SIGN_H
#define SN_COLD_PROPOSAL_SIGN_H

#include "base/error.h"
#include "chain/account.h"
#include "handoff/limits.h"
#include "handoff/signed_proposals.h"

/* Keccak-256 of the canonical encoding of a set. Returns the errors of sn_proposal_set_encode. */
int sn_proposal_digest(struct sn_hash *digest, const struct sn_proposal_set *set, enum sn_network network,
		       struct sn_error *err) SN_MUST_USE;

/* Review `set` again under `limits`, and sign all its transactions, on up to `jobs` threads (cold/jobs.h).
 * `account` must hold the spend secret. `digest` is that of the set when it was decoded. messages[i] is the
 * signable hash of transaction i (set->n entries), from which its id follows when the proofs are known.
 *
 * Sign twice and compare before writing any output, as sn_cold_set_sign does.
 *
 * Returns
 *   SN_REFUSED    a rule is violated, the set changed since it was decoded, or the result does not verify
 *   SN_BAD_INPUT  `account` is watch-only
 *   SN_IO         out of memory
 * On error `out` is empty. Free it with sn_signed_proposals_free. */
int sn_sign_proposals(struct sn_signed_proposals *out, struct sn_hash *messages,
		      const struct sn_account *account, const struct sn_proposal_set *set,
		      const struct sn_hash *digest, const struct sn_limits *limits, unsigned jobs,
		      struct sn_error *err) SN_MUST_USE;

#endif
