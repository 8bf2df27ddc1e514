/* store/wallet_frozen.h - frozen outputs, which no payment may spend. */
#ifndef SN_STORE_WALLET_FROZEN_H
#define SN_STORE_WALLET_FROZEN_H

#include "base/error.h"
#include "store/wallet_types.h"

/* Freeze or thaw all outputs with this one-time key. Nothing happens if they already are. A rollback changes
 * neither: if the output is scanned again, it is still frozen. */
int sn_wallet_set_frozen(struct sn_wallet *w, const struct sn_point *key, bool is_frozen) SN_MUST_USE;

bool sn_wallet_is_frozen(const struct sn_wallet *w, const struct sn_point *key);

#endif
