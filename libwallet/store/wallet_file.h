/* store/wallet_file.h - create, open, store and revert a wallet file. */
#ifndef SN_STORE_WALLET_FILE_H
#define SN_STORE_WALLET_FILE_H

#include "base/error.h"
#include "base/log.h"
#include "store/journal.h"
#include "store/wallet_types.h"

/* Create a new wallet file with this account. A watch-only file omits the spend secret key. The file appears
 * complete or not at all. SN_REFUSED if `path` exists. `account` and `password` are secret. */
int sn_wallet_create(const char *path, enum sn_role role, const struct sn_account *account,
		     uint64_t restore_height, const char *password, enum sn_kdf_cost cost,
		     struct sn_error *err) SN_MUST_USE;

/* The initial contents of a wallet file. Members that are zero have the values of sn_wallet_create. */
struct sn_wallet_start {
	const struct sn_account *account;
	uint64_t restore_height;
	uint32_t lookahead_accounts, lookahead_addresses; /* 0: the default */
	const struct sn_wallet_shown *shown;
	size_t n_shown;
	bool is_sole;
	const struct sn_names *names; /* NULL: none */
};

/* sn_wallet_create with these contents. */
int sn_wallet_create_from(const char *path, enum sn_role role, const struct sn_wallet_start *start,
			  const char *password, enum sn_kdf_cost cost, struct sn_error *err) SN_MUST_USE;

/* Open a wallet file. `log` may be NULL.
 *
 * Returns
 *   SN_BAD_PASSWORD
 *   SN_BAD_INPUT     not a wallet file, or corrupt before its last commit. A torn last commit is dropped,
 *                    with a line to `log`
 *   SN_NEEDS_REPAIR  the key-image file of a watch-only wallet is missing, corrupt, another wallet's, or has
 *                    fewer pairs than the wallet relies on. The message, also written to `log`, is then
 *                      UNRECOVERABLE ERROR, wallet stops: pending key images (N) exceed the
 *                      pending-key-images file container (M)
 *                    in one line, where the wallet relies on N pairs and M were read
 *   SN_IO */
int sn_wallet_open(struct sn_wallet **out, const char *path, enum sn_wallet_mode mode, const char *password,
		   const struct sn_log *log, struct sn_error *err) SN_MUST_USE;

/* Free the wallet. Changes that were not stored are lost. NULL is allowed. */
void sn_wallet_close(struct sn_wallet *w);

/* A number that grows with each change of the wallet. Readers call it between sn_wallet_read_begin and
 * _end. */
uint64_t sn_wallet_revision(const struct sn_wallet *w);

/* Append new key images to their file, and then the changes since the last store to the wallet file as one
 * sealed commit; sync each. Does nothing if nothing changed. Compacts the file if it is larger than 256 KiB
 * and than four times the state.
 *
 * Returns
 *   SN_IO            the file is unchanged, and the changes are still pending: try again, or revert. The
 *                    key-image file may have more pairs if it could not be truncated, which is harmless
 *   SN_NEEDS_REPAIR  the key-image file is no longer at its path, with the message of sn_wallet_open. Also
 *                    checked if nothing changed */
int sn_wallet_store(struct sn_wallet *w, struct sn_error *err) SN_MUST_USE;

/* Discard all changes since the last store and reload the wallet from its files.
 *
 * On error the wallet in memory is unchanged, but sn_wallet_store fails (SN_IO) until a revert succeeds: the
 * caller has abandoned these changes. */
int sn_wallet_revert(struct sn_wallet *w, struct sn_error *err) SN_MUST_USE;

/* End a change that returned `ret`. With `keep`, store it; without, or if it cannot be stored, revert it.
 * Returns the error of the store, and sets `err` (may be NULL) only then; else `ret`. Call between
 * sn_wallet_change_begin and _end. */
int sn_wallet_settle(struct sn_wallet *w, int ret, bool keep, struct sn_error *err) SN_MUST_USE;

/* The journal of the wallet file, to create or open another journal with the same password (`like` of
 * store/journal.h). Do not read or write it. */
const struct sn_journal *sn_wallet_journal(const struct sn_wallet *w);

#endif
