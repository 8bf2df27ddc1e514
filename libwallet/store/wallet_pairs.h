/* store/wallet_pairs.h - the known pairs of one-time key and key image, in memory. */
#ifndef SN_STORE_WALLET_PAIRS_H
#define SN_STORE_WALLET_PAIRS_H

#include "base/error.h"
#include "store/wallet_types.h"

/* Add a pair. The outputs with that key, present and future, get the image. */
int sn_wallet_add_image(struct sn_wallet *w, const struct sn_point *key,
			const struct sn_point *image) SN_MUST_USE;

/* Whether the pair contradicts a known pair, of an output scanned or not. `*known`: it is a known pair. */
bool sn_wallet_image_contradicts(const struct sn_wallet *w, const struct sn_point *key,
				 const struct sn_point *image, bool *known);

/* The key image of an output, or NULL if it is unknown. Valid until the next change of pairs. */
const struct sn_point *sn_wallet_image_of(const struct sn_wallet *w, const struct sn_wallet_output *o);

/* The output with this key image that counts, as index into `outputs`; SIZE_MAX: none. */
size_t sn_wallet_find_image(const struct sn_wallet *w, const struct sn_point *image);

/* The pair with this key, or with this image, as index into `images`; SIZE_MAX: none. */
size_t sn_wallet_find_pair(const struct sn_wallet *w, const struct sn_point *key);
size_t sn_wallet_find_pair_of_image(const struct sn_wallet *w, const struct sn_point *image);

/* Private to store/. */

/* Make room for n more pairs. SN_IO. */
int sn_wallet_make_room_for_pairs(struct sn_wallet *w, size_t n) SN_MUST_USE;

/* sn_wallet_find_pair with the hash of the key (sn_index_hash). */
size_t sn_wallet_find_pair_hashed(const struct sn_wallet *w, const struct sn_point *key, uint32_t hash);

/* Add many new pairs without a record. SN_BAD_INPUT if one is known or contradicts a known one: the pairs
 * before it were added. SN_IO. */
int sn_wallet_insert_pairs(struct sn_wallet *w, const struct sn_wallet_image *pairs, size_t n) SN_MUST_USE;

/* Add a new pair without a record; there must be room. */
void sn_wallet_insert_pair(struct sn_wallet *w, const struct sn_point *key, const struct sn_point *image);

/* Give the pair to all outputs with this key; SIZE_MAX removes theirs. */
void sn_wallet_set_image(struct sn_wallet *w, const struct sn_point *key, size_t pair);

/* Whether a new pair needs a record: those of a watch-only wallet are kept in another file. */
bool sn_wallet_notes_images(const struct sn_wallet *w);

#endif
