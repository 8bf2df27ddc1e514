/* store/wallet_spends.h - the spent outputs in the order of the blocks that spend them: sn_wallet.spends.
 * Within a block, in the order of the hashes of the transactions. */
#ifndef SN_STORE_WALLET_SPENDS_H
#define SN_STORE_WALLET_SPENDS_H

#include "base/error.h"
#include "store/wallet_types.h"

/* The position in `spends` of the first output that was spent at `height` or above; n_spends: none. */
size_t sn_wallet_spends_from(const struct sn_wallet *w, uint64_t height);

/* The outputs that a transaction at `height` spends: the position in `spends` of the first, and their
 * number. */
size_t sn_wallet_spends_of(const struct sn_wallet *w, uint64_t height, const struct sn_hash *tx_hash,
			   size_t *n);

/* Private to store/. */

/* Make room for one more. SN_IO. */
int sn_wallet_make_room_for_spend(struct sn_wallet *w) SN_MUST_USE;

/* Insert an output that was marked as spent; there must be room. Usually it becomes the last one. */
void sn_wallet_insert_spend(struct sn_wallet *w, size_t output);

/* List all spent outputs anew, after a replay. SN_IO. */
int sn_wallet_list_spends(struct sn_wallet *w) SN_MUST_USE;

/* Remove those that are not spent any more, or were dropped. */
void sn_wallet_drop_spends(struct sn_wallet *w);

#endif
