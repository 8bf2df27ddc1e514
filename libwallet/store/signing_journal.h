/* store/signing_journal.h - what a master wallet has signed: `<master file>.signed`.
 *
 * A sealed journal (store/journal.h) with the password, salt and costs of the wallet file. It is what keeps
 * the signer from signing two transactions that spend one output.
 *
 * It only grows: nothing here forgets an entry. The file is beside the one that the wallet's path leads to,
 * through symbolic links. It knows what was signed with this very file: not with a copy of the wallet, nor
 * with another wallet of the same 25 words; and it cannot tell that somebody put an older state of it in its
 * place. But no damage to an entry that something was given out for passes for the end of the file: behind it
 * stands a mark that it is done. Damage that hits both is noticed as long as the frame of one is right
 * (store/journal.h).
 *
 * The wallet file may be open for reading only: the journal has a lock of its own, which a writer holds from
 * open to close. So nobody else signs between looking and appending. One thread at a time.
 *
 * Byte layout: doc/reference/wallet-file.md. */
#ifndef SN_STORE_SIGNING_JOURNAL_H
#define SN_STORE_SIGNING_JOURNAL_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/log.h"
#include "crypto/types.h"
#include "store/wallet.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One signed transaction. */
struct sn_signing_entry {
	struct sn_hash digest; /* of the whole unsigned set that it was in */
	struct sn_hash tx_hash;
	uint64_t time;                 /* Unix seconds */
	const struct sn_point *images; /* key images that it spends */
	size_t n_images;               /* at least 1 */
};

struct sn_signing_journal;

/* The path of the journal that belongs to the open wallet file `master`, whether it exists or not. Free it;
 * NULL when out of memory. */
char *sn_signing_journal_path(const struct sn_wallet *master) SN_MUST_USE;

/* Open the journal beside the open wallet file `master`, which may be closed before the journal. A missing
 * one is made, without entries, when `for_writing`, so that trouble shows before anything is signed;
 * otherwise it is as if it were there and empty. To who opens for writing, a wallet file with several names
 * (hard links) is a warning in its log: each name has a journal. A torn last commit is dropped, of which the
 * wallet's log gets a line. SN_IO when it cannot be made or written, or is a symbolic link that leads nowhere
 * (SN_REASON_NO_JOURNAL), or another writer has it: the sentence names the process. SN_BAD_INPUT when
 * `master` is watch-only (SN_REASON_WRONG_ROLE), or the journal is damaged (SN_REASON_DAMAGED) or another
 * wallet file's (SN_REASON_FOREIGN). */
int sn_signing_journal_open(struct sn_signing_journal **out, const struct sn_wallet *master, bool for_writing,
			    struct sn_error *err) SN_MUST_USE;

/* Before the first signature is asked for: log, once, that it knows nothing, if it is open for writing and
 * empty. A run that signs nothing begins one too, and whoever looks for an older one meanwhile is to be
 * warned again. NULL is allowed. */
void sn_signing_journal_warn(struct sn_signing_journal *j);

void sn_signing_journal_close(struct sn_signing_journal *j); /* NULL is allowed */

/* The wallet's log, or NULL. */
const struct sn_log *sn_signing_journal_log(const struct sn_signing_journal *j);

/* All entries, oldest first. They, and those that the find functions return, hold until the next append. */
const struct sn_signing_entry *sn_signing_journal_entries(const struct sn_signing_journal *j, size_t *n);

/* The latest entry that spends `image`, or NULL. */
const struct sn_signing_entry *sn_signing_journal_find(const struct sn_signing_journal *j,
						       const struct sn_point *image);

/* The latest entry before the entry `before` that spends `image`, or NULL. With NULL, the latest of all. */
const struct sn_signing_entry *sn_signing_journal_find_before(const struct sn_signing_journal *j,
							      const struct sn_point *image,
							      const struct sn_signing_entry *before);

/* The latest entry of this transaction, or NULL. */
const struct sn_signing_entry *sn_signing_journal_find_tx(const struct sn_signing_journal *j,
							  const struct sn_hash *tx_hash);

/* Do they say the same? */
bool sn_signing_entry_is_equal(const struct sn_signing_entry *a, const struct sn_signing_entry *b);

/* Append `n` entries as one commit, fsynced: all or none. They are read back from the file, compared, and
 * found from then on as they stand there. Then the mark is fsynced, without which nothing may be given out:
 * so with zero entries too this is to be called first, and writes the mark if it is missing (a former version
 * wrote none, or a crash came between). SN_IO; then nothing changed in memory, nor, unless the disk does not
 * let it be taken back, in the file. */
int sn_signing_journal_append(struct sn_signing_journal *j, const struct sn_signing_entry *entries, size_t n,
			      struct sn_error *err) SN_MUST_USE;

#endif
