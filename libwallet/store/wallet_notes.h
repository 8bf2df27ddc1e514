/* store/wallet_notes.h - the owner's notes about transactions. The wallet need not know the transactions. */
#ifndef SN_STORE_WALLET_NOTES_H
#define SN_STORE_WALLET_NOTES_H

#include "base/error.h"
#include "store/wallet_types.h"

/* Set the note about a transaction; "" removes it.
 *
 * Returns
 *   SN_BAD_INPUT  the text has more than SN_NOTE_MAX bytes, is not UTF-8, or has a control, invisible or
 *                 direction character
 *   SN_REFUSED    the wallet has SN_NOTES_MAX notes
 *   SN_IO
 * On error nothing has changed. `err` may be NULL. */
int sn_wallet_set_note(struct sn_wallet *w, const struct sn_hash *tx_hash, const char *text,
		       struct sn_error *err) SN_MUST_USE;

/* The note, or "". Valid until the wallet changes. */
const char *sn_wallet_note(const struct sn_wallet *w, const struct sn_hash *tx_hash);

#endif
