/* handoff/limits.h - what the signer refuses unless it is allowed, and the hot side composes only then: high
 * fees, dust, unlock times. */
#ifndef SN_HANDOFF_LIMITS_H
#define SN_HANDOFF_LIMITS_H

#include "base/error.h"
#include "chain/consensus.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sn_policy;

/* The signer knows neither height nor fee tiers. So the bound on a fee is loose, this many times the largest
 * lowest fee, and the fee is shown. */
#define SN_FEE_BOUND_FACTOR 10

/* A fee of more than this many times the lowest one of today is marked in the review. */
#define SN_HIGH_FEE_FACTOR 10

/* What the user allows: of the signer, and of who composes what it would refuse. Zero-initialised: the
 * defaults. */
struct sn_limits {
	bool has_max_fee; /* otherwise: SN_FEE_BOUND_FACTOR times the largest lowest fee for the weight */
	uint64_t max_fee; /* piconero per transaction */
	/* Otherwise a transaction with an unlock time is refused: it locks all its outputs, the change
	 * included, maybe for ever. Who only looks and signs nothing sets it. */
	bool allow_unlock_time;
	/* Otherwise a recipient who gets less than SN_DUST_BELOW is refused. Who only looks sets this too. */
	bool allow_dust;
	/* The owner's policy comes on top: cold/policy.h sets these together (sn_policy_apply). NULL: none.
	 */
	const struct sn_policy *policy;
	bool has_policy_fee; /* it bounds the fee by itself: */
	uint64_t policy_fee; /* piconero per transaction */
};

/* SN_REFUSED when `fee` is above what is allowed for this weight: limits->max_fee or the policy's bound, the
 * lower of the two; the usual bound when there is neither. `limits` may be NULL. */
int sn_limits_check_fee(const struct sn_limits *limits, uint64_t fee, size_t weight,
			struct sn_error *err) SN_MUST_USE;

/* SN_REFUSED when a recipient of `amount` gets dust and that is not allowed. `limits` may be NULL. */
int sn_limits_check_dust(const struct sn_limits *limits, uint64_t amount, struct sn_error *err) SN_MUST_USE;

#endif
