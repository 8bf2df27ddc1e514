/* cold/restore_wallet.h - the watch-only wallet whose key images are restored, and the progress of it: common
 * to cold/restore.h and cold/exported_images.h. */
#ifndef SN_COLD_RESTORE_WALLET_H
#define SN_COLD_RESTORE_WALLET_H

#include "base/error.h"
#include "handoff/image_list.h"
#include "store/wallet.h"

/* Called from time to time, and when all is done: 100,000 outputs take half a minute. Work of several passes
 * begins again at 0. */
struct sn_restore_progress {
	void (*report)(void *context, size_t done, size_t total);
	void *context;
};

/* Returns
 *   SN_BAD_INPUT  (SN_REASON_WRONG_ROLE) `w` is not a watch-only wallet
 *   SN_REFUSED    `w` was never synchronized */
int sn_restore_check_wallet(const struct sn_wallet *w, struct sn_error *err) SN_MUST_USE;

/* Add the key images, and store the wallet. A key image replaces a different one. `*n_new` is the number of
 * key images that were unknown.
 *
 * Returns
 *   SN_BAD_INPUT  two outputs have the same key image
 *   SN_IO
 * On error the file is unchanged. */
int sn_restore_store(struct sn_wallet *w, const struct sn_listed_image *images, size_t n, size_t *n_new,
		     struct sn_error *err) SN_MUST_USE;

#endif
