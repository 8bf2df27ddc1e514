/* cold/earlier.h - what was signed before, beside a transaction that spends outputs of it once more.
 *
 * Earlier transactions that spend one of its outputs exclude it, and it excludes them. Not so others that its
 * owner may take for replaced: A spends outputs 1 and 2, B replaces it with output 1 alone, C replaces it
 * with output 2. C and B can both be mined. The same goes for the other transactions of A's set, and for what
 * is connected with A by more such steps. */
#ifndef SN_COLD_EARLIER_H
#define SN_COLD_EARLIER_H

#include "cold/review.h"
#include "store/signing_journal.h"

/* Look up a transaction that spends `images`, of the set with this digest, whose own entries do not count;
 * NULL: all count. SN_IO when out of memory. */
int sn_earlier_find(struct sn_review_earlier *conflicts, struct sn_review_earlier *valid,
		    const struct sn_signing_journal *journal, const struct sn_point *images, size_t n_images,
		    const struct sn_hash *digest, struct sn_error *err) SN_MUST_USE;

#endif
