/* store/signing_journal.h - what a master wallet has signed: `<master file>.signed`.
 *
 * A sealed journal (store/journal.h) with the password, salt and costs of the wallet file. It is what keeps the signer from
 * signing two transactions that spend one output. */
#ifndef SN_STORE_SIGNING_JOURNAL_H
#define SN_STORE_SIGNING_JOURNAL_H

#include "base/error.h"
#include "crypto/types.h"
#include "store/wallet.h"

#include <stddef.h>
#include <stdint.h>

/* One signed transaction. */
struct sn_signing_entry {
	struct sn_hash digest;        /* of the whole unsigned set that it was in */
	struct sn_hash tx_hash;
	uint64_t time;                /* Unix seconds */
	const struct sn_point *images; /* key images that it spends */
	size_t n_images;
};

struct sn_signing_journal;

/* Open the journal beside the open wallet file `master`, to write when `for_writing`; a missing one is made at the first
 * append. SN_IO; SN_BAD_INPUT when it is damaged or another wallet's. */
int sn_signing_journal_open(struct sn_signing_journal **out, const struct sn_wallet *master, bool for_writing,
			    struct sn_error *err) SN_MUST_USE;
void sn_signing_journal_close(struct sn_signing_journal *j); /* NULL is allowed */

/* All entries, oldest first; hold until the next append. */
const struct sn_signing_entry *sn_signing_journal_entries(const struct sn_signing_journal *j, size_t *n);

/* The latest entry that spends `image`, or NULL. */
const struct sn_signing_entry *sn_signing_journal_find(const struct sn_signing_journal *j,
						       const struct sn_point *image);

/* Append `n` entries as one commit, fsynced: all or none. Copies them. SN_IO. */
int sn_signing_journal_append(struct sn_signing_journal *j, const struct sn_signing_entry *entries, size_t n,
			      struct sn_error *err) SN_MUST_USE;

#endif
