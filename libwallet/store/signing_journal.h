/* store/signing_journal.h - the signatures made with a master wallet: `<master file>.signed`.
 *
 * A sealed journal (store/journal.h) with the password, salt and costs of the wallet file. It prevents the
 * signer from signing two transactions that spend the same output.
 *
 * Entries are never removed. The file is beside the file that the path of the wallet resolves to, through
 * symbolic links. It knows the signatures made with this very file, but not those made with a copy of the
 * wallet, or with another wallet of the same seed phrase. It cannot detect that an older state of the file
 * replaced it.
 *
 * A corrupt last commit counts as an interrupted append (rule R7 of store/journal.h). Therefore a completion
 * mark is appended after each entry, before its signature leaves the program: damage to an entry then is
 * never damage to the last commit. Damage to both is detected as long as one of their frames is intact.
 *
 * The wallet file may be open for reading only: the journal has a lock of its own, from open to close. So no
 * other process signs between a look-up and an append. One thread at a time.
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
	struct sn_hash digest; /* of the complete unsigned set */
	bool is_proposal;
	struct sn_hash tx_hash;        /* of a proposal: the signable hash */
	uint64_t time;                 /* Unix seconds, by sn_signing_journal_time; may be corrected later */
	uint64_t amount;               /* piconero to the recipients, without change */
	uint64_t fee;                  /* piconero */
	const struct sn_point *images; /* key images that it spends */
	size_t n_images;               /* at least 1 */
};

/* Of the journal, at the end of the name of its wallet file. */
#define SN_SIGNING_JOURNAL_SUFFIX ".signed"

struct sn_signing_journal;

/* The path of the journal that belongs to the open wallet file `master`, whether it exists or not. NULL when
 * out of memory. The caller frees it. */
char *sn_signing_journal_path(const struct sn_wallet *master) SN_MUST_USE;

/* Open the journal beside the open wallet file `master`, which may be closed before the journal.
 *
 * If the journal does not exist, it is created without entries when `for_writing`, so that errors show before
 * anything is signed; otherwise it counts as empty. The log of the wallet gets a line if a torn last commit
 * is dropped and, when `for_writing`, if the wallet file has several names (hard links): each has its own
 * journal.
 *
 * Returns
 *   SN_IO         (SN_REASON_NO_JOURNAL) it cannot be created, read or written, or is a symbolic link
 *                 without a target
 *   SN_BUSY       another process has it open for writing; the message names the process
 *   SN_BAD_INPUT  (SN_REASON_WRONG_ROLE) `master` is watch-only
 *   SN_BAD_INPUT  (SN_REASON_DAMAGED) the journal is corrupt
 *   SN_BAD_INPUT  (SN_REASON_FOREIGN) it belongs to another wallet file */
int sn_signing_journal_open(struct sn_signing_journal **out, const struct sn_wallet *master, bool for_writing,
			    struct sn_error *err) SN_MUST_USE;

/* Log a warning, once per open journal, if the journal is writable and empty. Call this before the
 * confirmation prompt. A run that signs nothing also creates an empty journal; later runs warn again, because
 * the user may still be looking for an older one. NULL is allowed. */
void sn_signing_journal_warn(struct sn_signing_journal *j);

void sn_signing_journal_close(struct sn_signing_journal *j); /* NULL is allowed */

/* The log of the wallet, or NULL. */
const struct sn_log *sn_signing_journal_log(const struct sn_signing_journal *j);

/* All entries, oldest first. Pointers to entries are valid until the next append. */
const struct sn_signing_entry *sn_signing_journal_entries(const struct sn_signing_journal *j, size_t *n);

/* The time for a new entry, and for the limits of a policy over time (cold/period.h): `clock`, in Unix
 * seconds, or the latest time of an entry if the clock shows an earlier one. So this time never goes back,
 * except by sn_signing_journal_correct_times. */
uint64_t sn_signing_journal_time(const struct sn_signing_journal *j, uint64_t clock);

/* The latest entry that spends `image`, or NULL. */
const struct sn_signing_entry *sn_signing_journal_find(const struct sn_signing_journal *j,
						       const struct sn_point *image);

/* The latest entry older than the entry `before` that spends `image`, or NULL. With NULL, the latest of all.
 */
const struct sn_signing_entry *sn_signing_journal_find_before(const struct sn_signing_journal *j,
							      const struct sn_point *image,
							      const struct sn_signing_entry *before);

/* The latest entry of this transaction, or of the proposal with this signable hash; or NULL. */
const struct sn_signing_entry *sn_signing_journal_find_tx(const struct sn_signing_journal *j,
							  const struct sn_hash *tx_hash);

/* Whether all members are equal. */
bool sn_signing_entry_is_equal(const struct sn_signing_entry *a, const struct sn_signing_entry *b);

/* Append `n` entries as one commit and sync it: all or none. Then read the entries back from the file and
 * compare them. Finally write and sync the completion mark.
 *
 * No signed transaction may leave the program without this mark. Therefore call this function first even with
 * n = 0: it adds the mark if a crash has prevented it.
 *
 * Returns SN_IO. The entries in memory are then unchanged, and so is the file, unless the disk prevents the
 * append from being undone. */
int sn_signing_journal_append(struct sn_signing_journal *j, const struct sn_signing_entry *entries, size_t n,
			      struct sn_error *err) SN_MUST_USE;

/* The number of entries later than `clock`. They were made while the clock was ahead, if it is right now. */
size_t sn_signing_journal_count_after(const struct sn_signing_journal *j, uint64_t clock);

/* Change the time of these entries to `clock`, after the owner has confirmed that the clock is right. They
 * then count for the limits of a policy as if they were signed now, and time does not stand still any more.
 * The journal is open for writing. Returns SN_IO; the entries are then unchanged. */
int sn_signing_journal_correct_times(struct sn_signing_journal *j, uint64_t clock,
				     struct sn_error *err) SN_MUST_USE;

/* How many entries of another journal were taken over. */
struct sn_adoption {
	size_t n;           /* entries of the other journal */
	size_t n_new;       /* those of transactions that were unknown */
	size_t n_conflicts; /* new entries whose output another known transaction spends, too */
};

/* Take over the entries of the journal at `path`, which an earlier wallet file of the same seed phrase has
 * written: append those of unknown transactions, all or none. A transaction therefore has one entry, and
 * counts once for a policy. The other file is only read. `password`, which is
 * secret, opens it.
 *
 * Returns
 *   SN_BAD_PASSWORD
 *   SN_BAD_INPUT     (SN_REASON_FOREIGN) it is the journal of other keys, or not a journal
 *   SN_BAD_INPUT     (SN_REASON_DAMAGED) it is corrupt
 *   SN_IO */
int sn_signing_journal_adopt(struct sn_signing_journal *j, const struct sn_wallet *master, const char *path,
			     const char *password, struct sn_adoption *result,
			     struct sn_error *err) SN_MUST_USE;

/* The same if the other journal has the path of the journal of `master`: seal it with the key of the wallet
 * file (store/journal_replace.h), so that it is the wallet's journal. `*n` is the number of its entries. */
int sn_signing_journal_adopt_in_place(const struct sn_wallet *master, const char *password, size_t *n,
				      struct sn_error *err) SN_MUST_USE;

/* Private to store/: the file, or NULL. */
struct sn_journal *sn_signing_journal_file(const struct sn_signing_journal *j);

#endif
