/* cold/policy.h - the rules that the owner of a master wallet wrote down: what it signs, and what not.
 *
 * A JSON text (doc/policy.md, doc/policy.schema.json). An unknown key, a key twice, or a value of another kind is an error:
 * a rule that is misspelt must not be a rule that is not there. A policy only ever forbids more than the signer's own
 * rules do, with two exceptions that it has to name: a fee above the usual bound, and an unlock time. */
#ifndef SN_COLD_POLICY_H
#define SN_COLD_POLICY_H

#include "base/error.h"
#include "chain/address.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sn_review;

#define SN_POLICY_BYTES_MAX (1 << 20)

struct sn_policy;

/* Parse `len` bytes of JSON. Addresses in it must be of `network`. SN_BAD_INPUT with a sentence that names the key, SN_IO;
 * then *out is NULL. Free with sn_policy_free. */
int sn_policy_parse(struct sn_policy **out, enum sn_network network, const char *text, size_t len,
		    struct sn_error *err) SN_MUST_USE;
void sn_policy_free(struct sn_policy *policy); /* NULL is allowed */

/* Whether it allows signing without asking anybody; false when it does not say. */
bool sn_policy_allows_unattended(const struct sn_policy *policy);

/* The policy's own bound on a transaction's fee, in piconero, instead of the usual one; false when it has none. */
bool sn_policy_max_fee(const struct sn_policy *policy, uint64_t *max_fee);

/* Whether it allows a transaction with an unlock time; false when it does not say. */
bool sn_policy_allows_unlock_time(const struct sn_policy *policy);

/* SN_REFUSED when the reviewed set breaks one of the rules; the sentence names rule, transaction (of several), and both
 * figures. sn_review calls it with limits->policy. */
int sn_policy_check(const struct sn_policy *policy, const struct sn_review *review, struct sn_error *err) SN_MUST_USE;

#endif
