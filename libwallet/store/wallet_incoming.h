/* store/wallet_incoming.h - unconfirmed incoming transfers (struct sn_wallet_incoming). */
#ifndef SN_STORE_WALLET_INCOMING_H
#define SN_STORE_WALLET_INCOMING_H

#include "base/error.h"
#include "store/wallet_types.h"

/* Replace the list of incoming transfers. Entries present in both lists keep their order; new entries follow
 * in the given order. Among identical entries, the first are kept. An equal list, in any order, is no change.
 * Only the difference is stored: less than 64 KiB as long as minor and major indices are below 2^14. Returns
 * SN_BAD_INPUT if n > SN_WALLET_INCOMING_MAX. */
int sn_wallet_set_incoming(struct sn_wallet *w, const struct sn_wallet_incoming *incoming,
			   size_t n) SN_MUST_USE;

/* Private to store/. */

/* Remove the entries at the positions `gone`, which ascend, then append `more`. SN_BAD_INPUT if a position
 * does not exist, or the list gets too long. */
int sn_wallet_change_incoming(struct sn_wallet *w, const uint32_t *gone, size_t n_gone,
			      const struct sn_wallet_incoming *more, size_t n_more) SN_MUST_USE;

/* Remove the entries of a transaction that is now in a block, without a record: the record of its output
 * implies this. */
void sn_wallet_drop_incoming(struct sn_wallet *w, const struct sn_hash *tx_hash);

#endif
