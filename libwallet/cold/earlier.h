/* cold/earlier.h - earlier signed transactions that are related to a double-spend.
 *
 * A conflict is an earlier transaction that spends an output of the new one: only one of the two can be
 * mined. Other earlier transactions may look replaced, but are still valid. Example: A spends outputs 1
 * and 2. B replaces A and spends output 1. C replaces A and spends output 2. B and C can both be mined. The
 * same applies to the other transactions of A's set, and to transactions that are related to A by several
 * such steps. */
#ifndef SN_COLD_EARLIER_H
#define SN_COLD_EARLIER_H

#include "cold/review.h"
#include "store/signing_journal.h"

/* Find the earlier transactions in `journal` that conflict with a transaction that spends `images`, and the
 * related ones that are still valid. Entries of the set with `digest` are ignored, and entries with the hash
 * `own`; NULL ignores none. Returns SN_IO if out of memory. */
int sn_earlier_find(struct sn_review_earlier *conflicts, struct sn_review_earlier *valid,
		    const struct sn_signing_journal *journal, const struct sn_point *images, size_t n_images,
		    const struct sn_hash *digest, const struct sn_hash *own,
		    struct sn_error *err) SN_MUST_USE;

#endif
