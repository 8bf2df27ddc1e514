/* store/wallet_suspend.h - let other programs use the files of an open wallet for a time. */
#ifndef SN_STORE_WALLET_SUSPEND_H
#define SN_STORE_WALLET_SUSPEND_H

#include "base/error.h"
#include "store/wallet_types.h"

/* Unlock and close the files. The wallet can still be read, but must not be changed or stored. The keys stay
 * in locked memory. Changes that were not stored stay pending, unless sn_wallet_resume must reload. */
void sn_wallet_suspend(struct sn_wallet *w);

/* Open and lock the files again, without Argon2id. If one of them was changed meanwhile, reload the wallet.
 * After an error the wallet is suspended again, with its state from before. A program with several threads
 * calls this between sn_wallet_change_begin and _end.
 *
 * Returns
 *   SN_BUSY          another process has the lock; the message names it
 *   SN_BAD_PASSWORD  the password was changed, or another file is at the path
 *   others           as sn_wallet_open */
int sn_wallet_resume(struct sn_wallet *w, struct sn_error *err) SN_MUST_USE;

#endif
