/* store/output_index.h - find outputs by their one-time keys. Private to store/.
 *
 * The table by_key has, for each one-time key, the output that counts (sn_wallet_is_burnt). All outputs with
 * one key form a circle. While the wallet file is replayed, outputs are added without both: completing them
 * for all outputs at once takes a fraction of the time, because the slots of the table are fetched in
 * advance. */
#ifndef SN_STORE_OUTPUT_INDEX_H
#define SN_STORE_OUTPUT_INDEX_H

#include "base/error.h"
#include "store/wallet_types.h"

/* Complete the table, the circles, and the orders of store/output_order.h after a replay, or in a replay that
 * needs them. All outputs get the known images of their keys. SN_BAD_INPUT if the wallet has an output twice;
 * SN_IO. */
int sn_wallet_index_outputs(struct sn_wallet *w) SN_MUST_USE;

/* Whether an indexed output has the key and the place of `o`. Two outputs with one place and different keys
 * do not exist: the tx hash covers the keys. */
bool sn_wallet_has_output(const struct sn_wallet *w, const struct sn_wallet_output *o);

/* Make room for all outputs and `more`. SN_IO. */
int sn_wallet_make_room_to_index(struct sn_wallet *w, size_t more) SN_MUST_USE;

/* Index the first output that is not indexed, number `output`; there must be room. */
void sn_wallet_index_output(struct sn_wallet *w, size_t output);

/* The output was marked as spent: it may now be the one that counts. */
void sn_wallet_index_spent(struct sn_wallet *w, size_t output);

/* Outputs were removed, or are no longer spent. */
void sn_wallet_index_anew(struct sn_wallet *w);

/* Give `o` the known image of its key, if there is one. */
void sn_wallet_take_image(const struct sn_wallet *w, struct sn_wallet_output *o);

#endif
