/* store/wallet_images.h - the key-image file of a watch-only wallet (store/key_images.h): load, store, loss
 * and repair. */
#ifndef SN_STORE_WALLET_IMAGES_H
#define SN_STORE_WALLET_IMAGES_H

#include "base/error.h"
#include "store/key_images.h"
#include "store/wallet_types.h"

/* Whether key images that the wallet relied on were lost and not restored since. Then outputs may be spent
 * that count as unspent, and new spends may be missed. */
bool sn_wallet_lacks_images(const struct sn_wallet *w);

/* Add (key, image) pairs computed with the spend key. They override contradicting pairs; the next store then
 * rewrites the key-image file and keeps the old one as `<name>.damaged`.
 *
 * `*n_new` is the number of pairs that were unknown. Everything from the lowest output among them upwards
 * is dropped and must be scanned again, from a multiple of SN_WALLET_SPARSE_STEP blocks. If every output
 * now has its key image, and the wallet is as high as it was when key images were lost,
 * sn_wallet_lacks_images returns false.
 *
 * Returns SN_BAD_INPUT if the pairs contradict each other. */
int sn_wallet_restore_images(struct sn_wallet *w, const struct sn_wallet_image *pairs, size_t n,
			     size_t *n_new) SN_MUST_USE;

/* Private to store/. */

/* Add the pairs of the key-image file, after the wallet file was replayed. The file was opened, or found
 * unusable. SN_NEEDS_REPAIR as in sn_wallet_open. */
int sn_wallet_load_images(struct sn_wallet *w, struct sn_error *err) SN_MUST_USE;

/* Append new pairs to the key-image file and sync it. `*sum` is that of all pairs. SN_IO. */
int sn_wallet_store_images(struct sn_wallet *w, struct sn_key_images_sum *sum,
			   struct sn_error *err) SN_MUST_USE;

/* Remove the pairs that the last sn_wallet_store_images appended, because the wallet file could not be
 * written. They stay if they cannot be removed, or if the wallet file may contain the commit that relies on
 * them. */
void sn_wallet_take_back_images(struct sn_wallet *w);

/* Returns SN_NEEDS_REPAIR if the path of the open key-image file names another file, or none. */
int sn_wallet_check_images(const struct sn_wallet *w, struct sn_error *err) SN_MUST_USE;

/* Record that images of outputs below `height` are lost. The highest value counts; 0: all were restored. */
int sn_wallet_set_images_lost(struct sn_wallet *w, uint64_t height) SN_MUST_USE;

#endif
