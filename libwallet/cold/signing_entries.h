/* cold/signing_entries.h - the journal entries of a signed set, made from its bytes. */
#ifndef SN_COLD_SIGNING_ENTRIES_H
#define SN_COLD_SIGNING_ENTRIES_H

#include "cold/set.h"
#include "handoff/signed_proposals.h"
#include "handoff/signed_set.h"
#include "store/signing_journal.h"

/* The signatures for a struct sn_cold_set: one of the two. */
struct sn_cold_result {
	struct sn_signed_set rings;
	struct sn_signed_proposals proposals;
	struct sn_hash *messages; /* the signable hash of each proposal */
};

struct sn_signing_entries {
	struct sn_signing_entry *list; /* one per transaction */
	size_t n;
	struct sn_point *images; /* of all transactions */
	size_t n_images;
};

/* Make the entries of `result`, the signatures for `asked`. `now` is the time of the entries, in Unix
 * seconds. The key images, the fee and the hash come from the signed bytes; the amount comes from `asked`,
 * because the bytes hide it. A proposal is made again, as the online machine does, for its signable hash.
 *
 * Returns SN_REFUSED if the bytes do not match `asked`, SN_IO if out of memory. Free `entries` with
 * sn_signing_entries_free, also after an error. */
int sn_signing_entries_make(struct sn_signing_entries *entries, const struct sn_account *account,
			    const struct sn_cold_set *asked, const struct sn_cold_result *result,
			    uint64_t now, struct sn_error *err) SN_MUST_USE;
void sn_signing_entries_free(struct sn_signing_entries *entries);

bool sn_signing_entries_are_equal(const struct sn_signing_entries *a, const struct sn_signing_entries *b);

#endif
