/* store/journal_replace.h - replace a journal file by a new one: with other contents, or with another key.
 *
 * A new key needs a new file. A wallet has a companion with the same key: a key-image file or a signing
 * journal. Both change as if at once:
 *
 *  K1. The wallet and then its companion are copied to `<path>.rekey`, with the new key. Both copies are
 *      locked, read back, and synced with their directories. Until then, the header of a copy is marked as
 *      that of a draft (SN_JOURNAL_DRAFT).
 *  K2. The copy of the wallet is renamed over the wallet, and the directory is synced. This is the change.
 *  K3. The copy of the companion is renamed over the companion.
 *
 * After a crash between K2 and K3 the companion has another salt than the wallet, and its copy has that of
 * the wallet: then the copy is the companion (sn_journal_open_companion), and the next writer completes K3.
 * After a crash before K2 the copies are leftovers; the next writer removes them. The name in their header
 * shows that they are copies of the file beside them (sn_journal_header_is_copy), so that no other file is
 * removed.
 *
 * A signing journal of an earlier wallet file gets the key of its wallet in the same way, without K2. The
 * mark of the draft keeps an incomplete copy from replacing it. */
#ifndef SN_STORE_JOURNAL_REPLACE_H
#define SN_STORE_JOURNAL_REPLACE_H

#include "store/journal.h"

#define SN_JOURNAL_COPY_SUFFIX ".rekey"

/* Replace the file by a new one with other commits and the same key. Until the end, the old file is in place
 * and in use, and must not be written. SN_IO. */
struct sn_journal_replacement;
int sn_journal_replace_begin(struct sn_journal_replacement **out, struct sn_journal *j,
			     struct sn_error *err) SN_MUST_USE;

/* Write the next commit; there must be one or more. `contents` is secret. SN_IO. */
int sn_journal_replace_put(struct sn_journal_replacement *r, const void *contents, size_t len,
			   struct sn_error *err) SN_MUST_USE;

/* Sync the new file and rename it over the old one, unless `ret` is an error. Frees `r`. Returns `ret`, or
 * SN_IO. After an error the old file is in place and in use as before. */
int sn_journal_replace_end(struct sn_journal_replacement *r, int ret, struct sn_error *err) SN_MUST_USE;

/* The key of a copy: that of the open journal `like`, or a new one from `password` (secret) and a new salt.
 * `cost` is NULL to keep the costs. */
struct sn_journal_new_key {
	const struct sn_journal *like;
	const char *password;
	const enum sn_kdf_cost *cost;
};

/* K1: write all commits of the open file to `<path>.rekey`, with the owner and the mode of the file. All
 * commits must have been read. Close `*copy`, or give it to sn_journal_take_over.
 *
 * Returns
 *   SN_REFUSED  a file of this name exists that is not a leftover
 *   SN_IO       no copy remains */
int sn_journal_copy(struct sn_journal **copy, struct sn_journal *j, const struct sn_journal_new_key *key,
		    struct sn_error *err) SN_MUST_USE;

/* K2, K3: rename the copy over the file, and use it from now on; `*copy` becomes NULL. Sync the directory;
 * if only this fails, sn_journal_is_synced is false. SN_IO; nothing is changed then. */
int sn_journal_take_over(struct sn_journal *j, struct sn_journal **copy, struct sn_error *err) SN_MUST_USE;

/* Use the copy from now on, under its own name, because K3 must wait. `*copy` becomes NULL. */
void sn_journal_use_copy(struct sn_journal *j, struct sn_journal **copy);

/* Whether the name of the file is on the disk. */
bool sn_journal_is_synced(const struct sn_journal *j);

/* Close and remove a copy. NULL is allowed. */
void sn_journal_drop_copy(struct sn_journal *copy);

/* Remove the leftovers of an interrupted copy and of an interrupted replacement (`<path>.compact`) of this
 * file, which is open for writing. SN_REFUSED if `<path>.rekey` is another file; another `<path>.compact`
 * stays. SN_IO. */
int sn_journal_remove_leftover(struct sn_journal *j, struct sn_error *err) SN_MUST_USE;

/* Whether the file at the path of the journal has the journal's salt and costs. If not, the password was
 * changed while the journal was in use. */
bool sn_journal_is_current(const struct sn_journal *j);

/* sn_journal_open of the companion `path` of an open wallet, or of its copy if that has the salt of the
 * wallet. A writer completes K3 first, or removes a leftover. SN_IO if the password was changed since the
 * wallet was opened. */
int sn_journal_open_companion(struct sn_journal **out, const char *path, bool for_writing,
			      const char *password, const struct sn_journal *wallet, const struct sn_log *log,
			      struct sn_error *err) SN_MUST_USE;

#endif
