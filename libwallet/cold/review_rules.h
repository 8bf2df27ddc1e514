/* cold/review_rules.h - the rules of a review (cold/review.h) that do not depend on the kind of unsigned set.
 */
#ifndef SN_COLD_REVIEW_RULES_H
#define SN_COLD_REVIEW_RULES_H

#include "base/error.h"
#include "chain/account.h"
#include "cold/review_result.h"
#include "handoff/limits.h"

#include <stdbool.h>

/* An output that a set spends, and the transaction that spends it. */
struct sn_review_spent {
	struct sn_point key;
	size_t tx;
};

struct sn_review_job;

/* What a kind of unsigned set adds. */
struct sn_review_format {
	size_t (*n_inputs)(const void *set, size_t i);  /* of transaction i */
	uint32_t (*account)(const void *set, size_t i); /* of its first input */
	/* Review transaction i, and set the keys of `spent`. May run in any thread. */
	int (*review)(struct sn_review_tx *out, struct sn_review_spent *spent,
		      const struct sn_review_job *job, size_t i, struct sn_error *err);
	/* Complete the review; `spent` of all transactions is sorted by key. May be NULL. */
	void (*finish)(struct sn_review *review, const void *set, const struct sn_review_spent *spent,
		       size_t n);
};

struct sn_review_own; /* our subaddresses */

struct sn_review_job {
	const struct sn_review_format *format;
	const struct sn_account *account;
	struct sn_review_own *own;
	const void *set;
	const struct sn_limits *limits; /* or NULL */
};

/* Review the n transactions of `set` as sn_review does. */
int sn_review_run(struct sn_review *review, const struct sn_review_format *format,
		  const struct sn_account *account, const void *set, size_t n, const struct sn_limits *limits,
		  unsigned jobs, struct sn_error *err) SN_MUST_USE;

/* The rest is for format->review, in this order. All return SN_REFUSED, with a message, or SN_IO.
 *
 * Add an input, which the account owns: all inputs are of one account. */
int sn_review_input(struct sn_review_tx *out, struct sn_subaddress_index from, uint64_t amount, bool is_first,
		    struct sn_error *err) SN_MUST_USE;

/* Review the recipients, whose addresses and amounts are in `out`. */
int sn_review_destinations(struct sn_review_tx *out, const struct sn_review_job *job,
			   struct sn_error *err) SN_MUST_USE;

/* Add change: it returns to the primary address of the inputs' account. */
int sn_review_change(struct sn_review_tx *out, const struct sn_account *account, uint64_t change,
		     struct sn_subaddress_index to, struct sn_error *err) SN_MUST_USE;

/* The inputs equal recipients, change and fee. */
int sn_review_sums(const struct sn_review_tx *out, struct sn_error *err) SN_MUST_USE;

/* Weight, fee, unlock time, dust, lookalikes. */
int sn_review_limits(const struct sn_review_tx *out, size_t weight_max, const struct sn_limits *limits,
		     struct sn_error *err) SN_MUST_USE;

#endif
