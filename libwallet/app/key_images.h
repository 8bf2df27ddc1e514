/* app/key_images.h - the key images that a watch-only wallet lacks, by the files of the reference wallet. */
#ifndef SN_APP_KEY_IMAGES_H
#define SN_APP_KEY_IMAGES_H

#include "base/bytes.h"
#include "base/error.h"
#include "cold/exported_images.h"

struct sn_session; /* app/session.h */

/* Call sn_exported_images_list (cold/exported_images.h). */
int sn_session_export_outputs(struct sn_session *s, struct sn_exported_list *list, struct sn_buf *out,
			      struct sn_error *err) SN_MUST_USE;

/* Call sn_restore_list (cold/restore.h) for the unspent outputs, for a proof of reserves. Sets n, n_left and
 * n_carrot of `list`. */
int sn_session_export_unspent(struct sn_session *s, struct sn_exported_list *list, struct sn_buf *out,
			      struct sn_error *err) SN_MUST_USE;

/* Call sn_exported_images_store. The next pass scans again from the lowest output whose key image was
 * unknown, to find the transaction that spends it. */
int sn_session_import_key_images(struct sn_session *s, const struct sn_key_image_export *images,
				 size_t *n_new, struct sn_error *err) SN_MUST_USE;

#endif
