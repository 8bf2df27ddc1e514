/* store/wallet_password.h - change the password of a wallet and of its companion, or their Argon2id cost. */
#ifndef SN_STORE_WALLET_PASSWORD_H
#define SN_STORE_WALLET_PASSWORD_H

#include "base/error.h"
#include "store/signing_journal.h"
#include "store/wallet.h"

struct sn_password_change {
	const char *password;               /* the new one; secret */
	const enum sn_kdf_cost *cost;       /* NULL: keep the cost */
	struct sn_signing_journal *journal; /* of a master wallet, open for writing; otherwise NULL */
};

/* Seal the wallet file, which is open for writing, and its key-image file or signing journal with a new key
 * (store/journal_replace.h), and continue to use them. Store pending changes first. The files change together
 * or not at all, even if the program or the machine stops meanwhile. An unusable key-image file stays as it
 * is. A wallet or companion with several names (hard links) keeps the old file under the other names; the log
 * of the wallet gets a warning.
 *
 * Returns
 *   SN_REFUSED  a file with the name of a copy exists
 *   SN_IO       nothing was changed; or the change is made, but may not survive a power failure: the message
 *               states which. Close the journal then */
int sn_wallet_change_password(struct sn_wallet *w, const struct sn_password_change *change,
			      struct sn_error *err) SN_MUST_USE;

/* SN_BAD_PASSWORD if `password`, which is secret, is not that of the wallet; SN_IO. */
int sn_wallet_check_password(const struct sn_wallet *w, const char *password,
			     struct sn_error *err) SN_MUST_USE;

/* The Argon2id cost of the wallet file. */
struct sn_password_cost sn_wallet_password_cost(const struct sn_wallet *w);

/* The path of the companion that the change sealed, or NULL. Valid until the wallet and the journal are
 * closed. */
const char *sn_wallet_companion(const struct sn_wallet *w, const struct sn_signing_journal *journal);

#endif
