/* app/password.h - change the password of the open wallet. */
#ifndef SN_APP_PASSWORD_H
#define SN_APP_PASSWORD_H

#include "base/error.h"
#include "store/journal_types.h"

struct sn_session; /* app/session.h */

/* Check the password of the wallet, which is secret. Reading waits for Argon2id. SN_BAD_PASSWORD. */
int sn_session_check_password(struct sn_session *s, const char *password, struct sn_error *err) SN_MUST_USE;

/* Change the password of the wallet and of its key-image file or signing journal, and their Argon2id cost
 * unless `cost` is NULL (store/wallet_password.h). The session goes on with the new one. */
int sn_session_change_password(struct sn_session *s, const char *password, const enum sn_kdf_cost *cost,
			       struct sn_error *err) SN_MUST_USE;

#endif
