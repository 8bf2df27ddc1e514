/* store/wallet_lookup.h - the height of the wallet, and outputs by one-time key. */
#ifndef SN_STORE_WALLET_LOOKUP_H
#define SN_STORE_WALLET_LOOKUP_H

#include "store/wallet_types.h"

/* Height of the last scanned block + 1, where scanning continues; at least restore_height. */
uint64_t sn_wallet_height(const struct sn_wallet *w);

/* The first output at this height or above; n_outputs: none. */
size_t sn_wallet_outputs_from(const struct sn_wallet *w, uint64_t height);

/* The output with this one-time key that counts (sn_wallet_is_burnt), as index into `outputs`; SIZE_MAX:
 * none. */
size_t sn_wallet_find_key(const struct sn_wallet *w, const struct sn_point *key);

/* The same with the hash of the key (sn_index_hash). Private to store/. */
size_t sn_wallet_find_key_hashed(const struct sn_wallet *w, const struct sn_point *key, uint32_t hash);

/* The hash of the transaction that spends the output, or NULL if it is not spent. Valid until the next
 * change. */
const struct sn_hash *sn_wallet_spent_by(const struct sn_wallet *w, const struct sn_wallet_output *o);

/* Outputs with the same one-time key share one key image, so only one of them can ever be spent. A spent
 * output counts; else the one with the largest amount; the first of equals. True for the others. */
bool sn_wallet_is_burnt(const struct sn_wallet *w, size_t output);

/* The next output with the key of `output`, in a circle that contains each of them once: `output` itself if
 * it is the only one. */
size_t sn_wallet_next_of_key(const struct sn_wallet *w, size_t output);

#endif
