/* cold/exported_images.h - the repair of key images by the files of the reference wallet: output exports and
 * key image exports.
 *
 * The online wallet exports a part of its list of outputs, from an offset on. Image i of the answer is that
 * of output offset + i. For the offline side, an output (P, R, i) of subaddress s has
 *
 *   x = Hs(8aR ‖ i) + b + m(s),  refused unless x·G = P,  I = x·Hp(P)
 *
 * cold/reference_images.h finds R and s.
 *
 * These files have no place for Carrot outputs. They are omitted, and the numbers count the other outputs
 * only, as in a wallet that does not know Carrot.
 *
 * A key image export proves that each image belongs to its output: the online side verifies all signatures
 * with the one-time keys of its own list, and so detects a file for another list as well. */
#ifndef SN_COLD_EXPORTED_IMAGES_H
#define SN_COLD_EXPORTED_IMAGES_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"
#include "cold/restore_wallet.h"
#include "interop/exported_transfers.h"
#include "interop/key_image_export.h"
#include "store/wallet.h"

/* Store the proved key image of each output in images[transfers->n]. `master` is secret: neither time nor
 * addresses depend on its secret keys. `progress` may be NULL.
 *
 * Returns
 *   SN_REFUSED  an output does not belong to the account
 *   SN_IO       out of memory */
int sn_exported_images_compute(struct sn_signed_key_image *images, const struct sn_account *master,
			       const struct sn_exported_transfers *transfers,
			       const struct sn_restore_progress *progress, struct sn_error *err) SN_MUST_USE;

/* Offline: open an output export, append a key image export to `out`, and store the number of images in `*n`.
 * The same file gives the same bytes.
 *
 * Returns
 *   SN_BAD_INPUT  the file is not an output export, or belongs to another wallet
 *   SN_REFUSED    an output does not belong to the account
 *   SN_IO         out of memory
 * On error `out` is unchanged. */
int sn_exported_images_answer(struct sn_buf *out, const struct sn_account *master, const void *file,
			      size_t len, const struct sn_restore_progress *progress, size_t *n,
			      struct sn_error *err) SN_MUST_USE;

/* What an output export lists. */
struct sn_exported_list {
	bool is_old;     /* for 0.18.0.0 and 0.18.1.0 */
	bool all;        /* from the first output on, in any case */
	size_t offset;   /* result: the first output of the list; */
	size_t n;        /* their number; */
	size_t n_left;   /* outputs of interest that do not fit: without key image, or with `all` any; */
	size_t n_carrot; /* Carrot outputs of interest, which are omitted */
};

/* Online: append an output export to `out`. It has all outputs of `w` but Carrot outputs, because a signer
 * need not remember an earlier list. With more than SN_LIST_MAX outputs, it begins with the first output
 * without key image, and with `all` it has the first SN_LIST_MAX. If every output has its key image, and
 * without `all`, it is empty. Returns SN_BAD_INPUT and SN_REFUSED like sn_restore_check_wallet; SN_IO. */
int sn_exported_images_list(struct sn_buf *out, const struct sn_wallet *w, struct sn_exported_list *list,
			    struct sn_error *err) SN_MUST_USE;

/* Online: verify all signatures, add the key images, and store the wallet. Returns the errors of
 * sn_exported_images_import about lists, signatures and the wallet. */
int sn_exported_images_store(struct sn_wallet *w, const struct sn_key_image_export *images, size_t *n_new,
			     struct sn_error *err) SN_MUST_USE;

/* Online: open a key image export, verify all signatures, add the key images, and store the wallet.
 *
 * Returns
 *   SN_BAD_INPUT  the file is not a key image export, or belongs to another wallet or another list; a
 *                 signature is invalid
 *   SN_REFUSED    `w` was never synchronized
 *   SN_IO
 * On error the file of the wallet is unchanged. */
int sn_exported_images_import(struct sn_wallet *w, const void *file, size_t len, size_t *n_new,
			      struct sn_error *err) SN_MUST_USE;

#endif
