/* cold/files.h - the signer's work from file bytes to file bytes: what cold-show and cold-sign do. */
#ifndef SN_COLD_FILES_H
#define SN_COLD_FILES_H

#include "cold/review.h"
#include "handoff/signed_set.h"

/* Open the envelope of an unsigned set (bytes or hexadecimal text), decode and review it. Free both. */
int sn_cold_open(struct sn_unsigned_set *set, struct sn_review *review, const struct sn_account *account,
		 const struct sn_limits *limits, const void *file, size_t len, struct sn_error *err) SN_MUST_USE;

/* Sign it, append the sealed signed set to `out`. `hashes`, set->n of them, receive the tx_hash of
 * each; may be NULL. */
int sn_cold_sign(struct sn_buf *out, struct sn_hash *hashes, const struct sn_account *account,
		 const struct sn_unsigned_set *set, const struct sn_limits *limits, struct sn_error *err) SN_MUST_USE;

#endif
