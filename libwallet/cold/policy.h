/* cold/policy.h - the rules that the owner of a master wallet wrote down: what it signs, and what not.
 *
 * A JSON text: doc/reference/policy.md says what each key means, doc/reference/policy.schema.json what may
 * stand there. An unknown key, a key twice, or a value of another kind (null included) is an error: a rule
 * that is misspelt must not be a rule that is not there. A policy only ever forbids more than the signer's
 * own rules do, with two exceptions that it has to name: a fee above the usual bound, and an unlock time.
 *
 * It has no memory: each bound holds for one transaction or for one set, and says nothing of the sets before.
 *
 * Wherever a policy is read, NULL stands for none: it forbids nothing and allows nothing. */
#ifndef SN_COLD_POLICY_H
#define SN_COLD_POLICY_H

#include "base/error.h"
#include "chain/address.h"
#include "cold/review_result.h"
#include "handoff/limits.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A policy that lists 10,000 recipients has about 1 MB. */
#define SN_POLICY_BYTES_MAX (2 << 20)

#define SN_POLICY_VERSION 1

struct sn_policy;

/* Parse `len` bytes of JSON, which may be any bytes and need not end in NUL. Addresses in it must be of
 * `network`. SN_BAD_INPUT with a sentence that names the key, SN_IO; then *out is NULL. Free with
 * sn_policy_free. */
int sn_policy_parse(struct sn_policy **out, enum sn_network network, const char *text, size_t len,
		    struct sn_error *err) SN_MUST_USE;
void sn_policy_free(struct sn_policy *policy);

/* The keys that a policy may have, by number from 0; NULL after the last. */
const char *sn_policy_key(size_t i);

/* Whether it allows signing without asking anybody; false when it does not say. */
bool sn_policy_allows_unattended(const struct sn_policy *policy);

/* From now on these limits have the policy, which must outlive them, on top. NULL: none. */
void sn_policy_apply(struct sn_limits *limits, const struct sn_policy *policy);

/* The policy's own bound on a transaction's fee, in piconero, instead of the usual one; false when it has
 * none. */
bool sn_policy_max_fee(const struct sn_policy *policy, uint64_t *max_fee);

/* Whether it allows a transaction with an unlock time; false when it does not say. */
bool sn_policy_allows_unlock_time(const struct sn_policy *policy);

/* SN_REFUSED when the reviewed set breaks one of the rules; the sentence names rule, transaction (of
 * several), and both figures. A fee is measured against the bound floor(basis points · sent / 10000), which
 * is exact. The review is complete, its sums included. */
int sn_policy_check(const struct sn_policy *policy, const struct sn_review *review,
		    struct sn_error *err) SN_MUST_USE;

#endif
