/* cold/policy.h - the owner's rules for the signer of a master wallet.
 *
 * A policy is a JSON text: doc/reference/policy.md explains the keys, doc/reference/policy.schema.json is the
 * schema. An unknown key, a duplicate key, or a value of another type (null included) is an error, so that a
 * misspelt rule is not ignored. A policy adds rules to those of the signer. It relaxes these in three cases,
 * which it must name: a fee above the usual bound, an unlock time, and an allowed recipient that looks like a
 * contact.
 *
 * sn_policy_check has no memory: it applies each bound to one transaction or to one set. The limits on a
 * period apply to several sets, which the signing journal remembers: cold/period.h. Nor does it know the file
 * that was approved: cold/approvals.h.
 *
 * In all functions a policy of NULL means no policy: it forbids nothing and allows nothing. */
#ifndef SN_COLD_POLICY_H
#define SN_COLD_POLICY_H

#include "base/error.h"
#include "chain/address.h"
#include "cold/approval_keys.h"
#include "cold/review_result.h"
#include "handoff/limits.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A policy that lists 10,000 recipients has about 1 MB. */
#define SN_POLICY_BYTES_MAX (2 << 20)

#define SN_POLICY_VERSION 1

struct sn_policy;

/* Parse `len` bytes of JSON. They may be any bytes, without a final NUL. Addresses must belong to `network`.
 * Free *out with sn_policy_free; on error it is NULL.
 *
 * Returns
 *   SN_BAD_INPUT  not a policy; the message names the key
 *   SN_IO         out of memory */
int sn_policy_parse(struct sn_policy **out, enum sn_network network, const char *text, size_t len,
		    struct sn_error *err) SN_MUST_USE;
void sn_policy_free(struct sn_policy *policy);

/* The limits on a period. */
struct sn_policy_period {
	uint64_t seconds; /* 0: a day in UTC */
	bool has[SN_PERIOD_LIMITS];
	uint64_t limit[SN_PERIOD_LIMITS]; /* piconero, or transactions */
};

/* Get the limits on a period. Returns false if the policy has none. */
bool sn_policy_period(const struct sn_policy *policy, struct sn_policy_period *period);

/* The name of the key. */
const char *sn_policy_period_key(enum sn_period_limit limit);

/* Key number i of those that a policy may have; NULL after the last. */
const char *sn_policy_key(size_t i);

/* Whether the policy allows signing without confirmation. The default is false. */
bool sn_policy_allows_unattended(const struct sn_policy *policy);

/* Add the policy to `limits`; it must outlive them. NULL removes it. */
void sn_policy_apply(struct sn_limits *limits, const struct sn_policy *policy);

/* Get the policy's bound on the fee of a transaction, in piconero, which replaces the usual bound. Returns
 * false if the policy has none. */
bool sn_policy_max_fee(const struct sn_policy *policy, uint64_t *max_fee);

/* Whether the policy allows a transaction with an unlock time. The default is false. */
bool sn_policy_allows_unlock_time(const struct sn_policy *policy);

/* The keys whose approvals the policy demands, or NULL. They belong to the policy. */
const struct sn_approval_keys *sn_policy_approval_keys(const struct sn_policy *policy);

/* Whether allowed_recipients has exactly this address. */
bool sn_policy_lists(const struct sn_policy *policy, const struct sn_address *address);

/* Check a complete review, including its sums. The bound of a fee in basis points is exactly
 * floor(basis points · sent / 10000).
 *
 * Returns SN_REFUSED if the set violates a rule. The message names the rule, the transaction if there are
 * several, the value and the bound. */
int sn_policy_check(const struct sn_policy *policy, const struct sn_review *review,
		    struct sn_error *err) SN_MUST_USE;

#endif
