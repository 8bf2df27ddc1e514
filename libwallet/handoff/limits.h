/* handoff/limits.h - limits on fees, dust and unlock times.
 *
 * The signer refuses a transaction beyond the limits, and the online machine does not prepare one. */
#ifndef SN_HANDOFF_LIMITS_H
#define SN_HANDOFF_LIMITS_H

#include "base/error.h"
#include "chain/consensus.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sn_approvals;
struct sn_names;
struct sn_policy;

/* The bound on a fee, as a multiple of the largest lowest fee. It is loose because the signer knows neither
 * the height nor the fee levels; the review shows the fee. */
#define SN_FEE_BOUND_FACTOR 10

/* The review marks a fee above this multiple of today's lowest fee. */
#define SN_HIGH_FEE_FACTOR 10

/* The limits that the user chose. All zero: the defaults. */
struct sn_limits {
	bool has_max_fee; /* default: SN_FEE_BOUND_FACTOR times the largest lowest fee for the weight */
	uint64_t max_fee; /* piconero per transaction */
	/* Default: a transaction with an unlock time is refused, because it locks all outputs, including the
	 * change, possibly for ever. Set this to review without signing. */
	bool allow_unlock_time;
	/* Default: an amount below SN_DUST_BELOW is refused. Set this to review without signing. */
	bool allow_dust;
	/* The owner's names, from the wallet that reviews, or NULL. The review shows them. */
	const struct sn_names *names;
	/* Refuse a recipient that looks like one in `names`, but is another (chain/lookalike.h), unless the
	 * policy lists it. Set this if nobody is asked to confirm. A policy implies it. */
	bool refuse_lookalikes;
	/* The owner's policy, or NULL. sn_policy_apply (cold/policy.h) sets this and the next two. */
	const struct sn_policy *policy;
	bool has_policy_fee; /* the policy bounds the fee */
	uint64_t policy_fee; /* piconero per transaction */
	/* The approvals of the file that is reviewed (cold/approvals.h), or NULL. */
	const struct sn_approvals *approvals;
};

/* Check `fee` against the lower of limits->max_fee and the policy's bound or, without both, the usual bound
 * for this weight. `limits` may be NULL. Returns SN_REFUSED if it is above. */
int sn_limits_check_fee(const struct sn_limits *limits, uint64_t fee, size_t weight,
			struct sn_error *err) SN_MUST_USE;

/* Check that `amount` is not dust, unless dust is allowed. `limits` may be NULL. Returns SN_REFUSED. */
int sn_limits_check_dust(const struct sn_limits *limits, uint64_t amount, struct sn_error *err) SN_MUST_USE;

#endif
