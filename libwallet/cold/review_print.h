/* cold/review_print.h - a review as text and as JSON. */
#ifndef SN_COLD_REVIEW_PRINT_H
#define SN_COLD_REVIEW_PRINT_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"
#include "cold/review_result.h"
#include "crypto/types.h"

/* Where the text is read: a lock, dust and what was signed away are refused when it comes to signing, or were
 * allowed. */
enum sn_review_use {
	SN_REVIEW_TO_LOOK, /* reviewed with all of that allowed: nothing is signed */
	SN_REVIEW_TO_SIGN, /* reviewed as it is signed, upon a yes: what is there was allowed */
};

/* Append the review as lines of text or as JSON (doc/reference/json.md). SN_IO when out of memory. */
int sn_review_text(struct sn_buf *out, const struct sn_review *review, enum sn_review_use use) SN_MUST_USE;

int sn_review_json(struct sn_buf *out, const struct sn_review *review) SN_MUST_USE;

/* The JSON as members of `object`; NULL is out of memory. */
int sn_review_members(cJSON *object, const struct sn_review *review) SN_MUST_USE;

/* Add to `object` what was signed: tx_hash when it is one, tx_hash_list, amount, fee; with `signed_set` (may
 * be NULL) also tx_signed_hex. `hashes` are those of the review's transactions. SN_IO when out of memory, as
 * when `object` is NULL. */
int sn_signed_json(cJSON *object, const struct sn_review *review, const struct sn_hash *hashes, size_t n,
		   const struct sn_buf *signed_set) SN_MUST_USE;

#endif
