/* store/wallet_lock.h - readers and one writer share a wallet.
 *
 * Only one thread at a time may change a wallet; the caller ensures this (app/session.h). It changes between
 * sn_wallet_change_begin and _end, where each section contains a complete unit: one payment, or one block
 * with its outputs and spends. Other threads read between sn_wallet_read_begin and _end. The changing thread
 * reads without a lock. A program with one thread needs none of these functions.
 *
 * The sections never nest. A waiting change goes before new readers. */
#ifndef SN_STORE_WALLET_LOCK_H
#define SN_STORE_WALLET_LOCK_H

#include "store/wallet_types.h"

void sn_wallet_read_begin(const struct sn_wallet *w);
void sn_wallet_read_end(const struct sn_wallet *w);
void sn_wallet_change_begin(struct sn_wallet *w);
void sn_wallet_change_end(struct sn_wallet *w);

/* Private to store/. */

/* A new lock, or NULL. */
struct sn_wallet_lock *sn_wallet_lock_new(void);

/* NULL is allowed. */
void sn_wallet_lock_free(struct sn_wallet_lock *lock);

#endif
