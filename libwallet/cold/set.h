/* cold/set.h - what an unsigned file asks to sign: transactions with rings or, after the network upgrade to
 * FCMP++, proposals. */
#ifndef SN_COLD_SET_H
#define SN_COLD_SET_H

#include "base/error.h"
#include "chain/account.h"
#include "cold/review_result.h"
#include "handoff/limits.h"
#include "handoff/proposal_set.h"
#include "handoff/unsigned_set.h"

/* One of the two sets. */
struct sn_cold_set {
	bool has_proposals;
	struct sn_unsigned_set rings;
	struct sn_proposal_set proposals;
	struct sn_hash digest; /* Keccak-256 of the contents that were decoded */
};

/* Decode the contents of an envelope of SN_ENVELOPE_PROPOSALS if has_proposals, otherwise of
 * SN_ENVELOPE_UNSIGNED_SET. Returns the errors of sn_unsigned_set_decode and sn_proposal_set_decode; the set
 * is then empty. Free it with sn_cold_set_free. */
int sn_cold_set_decode(struct sn_cold_set *set, bool has_proposals, enum sn_network network, const void *data,
		       size_t len, struct sn_error *err) SN_MUST_USE;

/* The number of transactions. */
size_t sn_cold_set_size(const struct sn_cold_set *set);

/* The digest of the set as it is now in memory. Returns the errors of the encoders. */
int sn_cold_set_digest(struct sn_hash *digest, const struct sn_cold_set *set, enum sn_network network,
		       struct sn_error *err) SN_MUST_USE;

/* sn_review or sn_review_proposals. */
int sn_cold_set_review(struct sn_review *review, const struct sn_account *account,
		       const struct sn_cold_set *set, const struct sn_limits *limits, unsigned jobs,
		       struct sn_error *err) SN_MUST_USE;

/* The inputs of transaction i, and their key images, for an account with the spend secret. Returns the errors
 * of sn_inputs_open and sn_proposal_inputs_open. */
size_t sn_cold_set_inputs(const struct sn_cold_set *set, size_t i);
int sn_cold_set_images(struct sn_point *images, const struct sn_account *account,
		       const struct sn_cold_set *set, size_t i, struct sn_error *err) SN_MUST_USE;

/* Piconero to the recipients of transaction i, ourselves included, without change. The review found that the
 * sum does not overflow. */
uint64_t sn_cold_set_sent(const struct sn_cold_set *set, size_t i);

void sn_cold_set_free(struct sn_cold_set *set);

#endif
