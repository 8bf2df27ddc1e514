/* cold/review.h - what an unsigned set would do, computed from the very bytes that get signed.
 *
 * A review exists only for a set that keeps all the signer's rules: each input is one of ours and opens its
 * commitment, all inputs of a transaction belong to one account and its change comes back to that account's
 * first address (any other of our addresses, though ours, may be one that no restore looks at), the sums add
 * up, the fee is bounded, the network would take it, nothing is locked and nothing is dust unless that is
 * allowed, and the owner's policy is kept. Nothing in the set is believed. */
#ifndef SN_COLD_REVIEW_H
#define SN_COLD_REVIEW_H

#include "base/error.h"
#include "chain/account.h"
#include "cold/review_result.h"
#include "handoff/limits.h"
#include "handoff/unsigned_set.h"

#include <stdbool.h>

/* Check `set` by every rule and say what it would do. SN_REFUSED with the rule that it breaks. A view-only
 * account suffices to look; ownership of inputs is then proven up to the spend key. Free with sn_review_free.
 */
int sn_review(struct sn_review *review, const struct sn_account *account, const struct sn_unsigned_set *set,
	      const struct sn_limits *limits, struct sn_error *err) SN_MUST_USE;

/* The same by up to `jobs` threads, as sn_jobs_run has them (cold/jobs.h). */
int sn_review_jobs(struct sn_review *review, const struct sn_account *account,
		   const struct sn_unsigned_set *set, const struct sn_limits *limits, unsigned jobs,
		   struct sn_error *err) SN_MUST_USE;
void sn_review_free(struct sn_review *review);

/* Piconero per unit of weight, rounded up. */
uint64_t sn_review_fee_per_byte(const struct sn_review_tx *tx);

/* More than SN_HIGH_FEE_FACTOR times what most pay for this weight: allowed, and to be looked at. */
bool sn_review_fee_is_high(const struct sn_review_tx *tx);

/* `fee` in hundredths of a per cent of `amount`, rounded up, without floating point; UINT64_MAX when that is
 * not enough, or the amount is zero and the fee is not. */
uint64_t sn_review_fee_share(uint64_t fee, uint64_t amount);

#endif
