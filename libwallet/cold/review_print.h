/* cold/review_print.h - a review as text and as JSON. */
#ifndef SN_COLD_REVIEW_PRINT_H
#define SN_COLD_REVIEW_PRINT_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"
#include "cold/review_result.h"
#include "crypto/types.h"

/* The purpose of the text. It decides the wording for locked outputs, dust and double-spends. */
enum sn_review_use {
	SN_REVIEW_TO_LOOK, /* nothing is signed: the text names the option that signing requires */
	SN_REVIEW_TO_SIGN, /* for a confirmation prompt: whatever the text shows is allowed */
};

/* Append the review as lines of text, or as JSON (doc/reference/json.md). Returns SN_IO if out of memory. */
int sn_review_text(struct sn_buf *out, const struct sn_review *review, enum sn_review_use use) SN_MUST_USE;

int sn_review_json(struct sn_buf *out, const struct sn_review *review) SN_MUST_USE;

/* Add the members of that JSON to `object`. Returns SN_IO if out of memory, or if `object` is NULL. */
int sn_review_members(cJSON *object, const struct sn_review *review) SN_MUST_USE;

/* Add the report of a signature to `object`: tx_hash if there is one transaction, tx_hash_list (for proposals
 * signable_hash, signable_hash_list), amount,
 * fee, period, approvals; tx_signed_hex unless `signed_set` is NULL. `hashes` are those of the reviewed
 * transactions. Returns SN_IO if out of memory, or if `object` is NULL. */
int sn_signed_json(cJSON *object, const struct sn_review *review, const struct sn_hash *hashes, size_t n,
		   const struct sn_buf *signed_set) SN_MUST_USE;

#endif
