/* store/output_order.h - outputs in other orders than that of the chain.
 *
 * spends: the spent outputs, in the order of the blocks that spend them; within a block, in the order of the
 * hashes of the transactions. by_global_index: the RingCT outputs by global_index. */
#ifndef SN_STORE_OUTPUT_ORDER_H
#define SN_STORE_OUTPUT_ORDER_H

#include "base/error.h"
#include "store/wallet_types.h"

/* The position in `spends` of the first output that was spent at `height` or above; spends.n: none. */
size_t sn_wallet_spends_from(const struct sn_wallet *w, uint64_t height);

/* The outputs that a transaction at `height` spends: the position in `spends` of the first, and their
 * number. */
size_t sn_wallet_spends_of(const struct sn_wallet *w, uint64_t height, const struct sn_hash *tx_hash,
			   size_t *n);

/* The output that was spent at position i. */
const struct sn_wallet_output *sn_wallet_spend_at(const struct sn_wallet *w, size_t i);

/* A RingCT output with this global index, or NULL. An honest daemon never reports two. */
const struct sn_wallet_output *sn_wallet_find_global(const struct sn_wallet *w, uint64_t global_index);

/* Private to store/. */

/* Make room for one more output in both orders. SN_IO. */
int sn_wallet_make_room_in_orders(struct sn_wallet *w) SN_MUST_USE;

/* Insert an output into by_global_index, or into spends after it was marked as spent; there must be room.
 * Usually it becomes the last one. */
void sn_wallet_insert_global(struct sn_wallet *w, size_t output);
void sn_wallet_insert_spend(struct sn_wallet *w, size_t output);

/* Put all outputs in order, after a replay. SN_IO. */
int sn_wallet_order_outputs(struct sn_wallet *w) SN_MUST_USE;

/* Remove the outputs that were dropped from both orders, and from spends those that are not spent any
 * more. */
void sn_wallet_drop_from_orders(struct sn_wallet *w);

#endif
