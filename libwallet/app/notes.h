/* app/notes.h - the owner's notes about transactions. */
#ifndef SN_APP_NOTES_H
#define SN_APP_NOTES_H

#include "base/error.h"
#include "crypto/types.h"

#include <stddef.h>

struct sn_session; /* app/session.h */

/* Set all these notes (store/wallet_notes.h), or none, and store the wallet. */
int sn_session_set_notes(struct sn_session *s, const struct sn_hash *tx_hashes, const char *const *texts,
			 size_t n, struct sn_error *err) SN_MUST_USE;

#endif
