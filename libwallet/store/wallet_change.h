/* store/wallet_change.h - the outputs that return the change of a payment. A later payment may spend them
 * before either payment is in a block (again). */
#ifndef SN_STORE_WALLET_CHANGE_H
#define SN_STORE_WALLET_CHANGE_H

#include "base/error.h"
#include "store/wallet_types.h"

/* Replace the one-time keys of the change outputs of a payment. */
int sn_wallet_set_change_keys(struct sn_wallet *w, uint64_t id, const struct sn_point *keys,
			      size_t n) SN_MUST_USE;

/* The submitted payment that returns this one-time key as change, or NULL. */
const struct sn_wallet_payment *sn_wallet_find_change(const struct sn_wallet *w, const struct sn_point *key);

#endif
