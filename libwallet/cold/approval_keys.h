/* cold/approval_keys.h - the keys whose approvals a policy demands.
 *
 * In a policy:
 *
 *     "approvals": {"required": 2, "keys": {"alice": "RW...", "bob": "RW...", "carol": "RW..."}}
 *
 * A key is the public key of minisign or signify (crypto/detached_signature.h). Its name is for people: it
 * obeys sn_name_check, and has at most SN_APPROVAL_NAME_MAX bytes. */
#ifndef SN_COLD_APPROVAL_KEYS_H
#define SN_COLD_APPROVAL_KEYS_H

#include "base/error.h"
#include "base/json.h"
#include "cold/review_result.h"
#include "crypto/detached_signature.h"

struct sn_approval_keys {
	size_t required; /* 1 to n */
	size_t n;        /* 1 to SN_APPROVAL_KEYS_MAX */
	struct {
		char name[SN_APPROVAL_NAME_MAX + 1];
		struct sn_detached_key key;
	} keys[SN_APPROVAL_KEYS_MAX];
};

/* Parse the value of "approvals". No two keys may have the same point or the same number. Returns
 * SN_BAD_INPUT; the message names the member. */
int sn_approval_keys_parse(struct sn_approval_keys *keys, const cJSON *item,
			   struct sn_error *err) SN_MUST_USE;

#endif
