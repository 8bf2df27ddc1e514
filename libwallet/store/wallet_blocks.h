/* store/wallet_blocks.h - scanned blocks: dense at the end, sparse before (struct sn_wallet_block). */
#ifndef SN_STORE_WALLET_BLOCKS_H
#define SN_STORE_WALLET_BLOCKS_H

#include "base/error.h"
#include "store/wallet_types.h"

/* Add a block above all others. `n_outputs`, `n_coinbase`: struct sn_wallet_block. */
int sn_wallet_add_block(struct sn_wallet *w, uint64_t height, const struct sn_hash *hash, uint64_t n_outputs,
			uint32_t n_coinbase) SN_MUST_USE;

/* The lowest height from which on the wallet keeps all blocks without a notice (store/wallet_notices.h);
 * UINT64_MAX: it keeps none for notices. */
uint64_t sn_wallet_unnoticed_from(const struct sn_wallet *w);

/* Private to store/. */

/* Drop the blocks that need not be kept. During a replay, sn_wallet_add_block prunes rarely, and the replay
 * ends with this call. */
void sn_wallet_prune_blocks(struct sn_wallet *w);

/* Drop the blocks at `height` and above, without a record. */
void sn_wallet_drop_blocks(struct sn_wallet *w, uint64_t height);

#endif
