/* store/wallet_notices.h - how far notices of blocks and transactions were delivered (hot/notices.h).
 *
 * The wallet stores no queue of notices. A position in the chain separates the delivered from the missing
 * ones, so that a change of the wallet and its notices are always stored together. */
#ifndef SN_STORE_WALLET_NOTICES_H
#define SN_STORE_WALLET_NOTICES_H

#include "base/error.h"
#include "store/wallet_types.h"

/* Record that blocks below `next` need no notice. `last` is the id of the block below `next`, or zero if it
 * is unknown. From the first call on, the wallet keeps the blocks that were not noticed
 * (SN_WALLET_UNNOTICED_MAX). Only the first call, and one that goes back, drop blocks from the array. */
int sn_wallet_set_noticed_blocks(struct sn_wallet *w, uint64_t next, const struct sn_hash *last) SN_MUST_USE;

/* Before a reorganization: blocks from `height` on will be noticed again. */
int sn_wallet_rewind_noticed_blocks(struct sn_wallet *w, uint64_t height) SN_MUST_USE;

/* Record that the transactions in blocks below `height` need no notice, nor those at `height` with a hash of
 * up to `hash`, compared as bytes. Any rollback below this position moves the position there. */
int sn_wallet_set_noticed_txs(struct sn_wallet *w, uint64_t height, const struct sn_hash *hash) SN_MUST_USE;

/* Record that an unconfirmed incoming transaction was noticed, until it is not in `incoming` any more.
 * SN_BAD_INPUT if it is not there. */
int sn_wallet_set_noticed_incoming(struct sn_wallet *w, const struct sn_hash *tx_hash) SN_MUST_USE;
bool sn_wallet_is_noticed_incoming(const struct sn_wallet *w, const struct sn_hash *tx_hash);

/* Private to store/. */

/* Blocks were dropped down to `height`. */
void sn_wallet_undo_noticed_txs(struct sn_wallet *w, uint64_t height);

/* The list of incoming transfers became shorter. */
void sn_wallet_forget_noticed_incoming(struct sn_wallet *w);

#endif
