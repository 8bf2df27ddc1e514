/* handoff/image_list.h - the signer's answer to an output list: key images.
 *
 * Pairs of one-time key and key image, strictly ascending by one-time key.
 * Layout: doc/reference/formats.md. */
#ifndef SN_HANDOFF_IMAGE_LIST_H
#define SN_HANDOFF_IMAGE_LIST_H

#include "base/bytes.h"
#include "base/error.h"
#include "crypto/types.h"
#include "handoff/output_list.h" /* the limit */

#include <stddef.h>

struct sn_listed_image {
	struct sn_point key;   /* one-time key P = x·G; of a Carrot output x·G + y·T */
	struct sn_point image; /* x·Hp(P), with the Hp of that kind of output (ringct/rerandomize.h) */
};

struct sn_image_list {
	struct sn_listed_image *images;
	size_t n;
};

/* Append the canonical encoding.
 *
 * Returns
 *   SN_USAGE  more than SN_LIST_MAX key images, or they do not ascend
 *   SN_IO     out of memory */
int sn_image_list_encode(struct sn_buf *out, const struct sn_image_list *list,
			 struct sn_error *err) SN_MUST_USE;

/* Decode exactly `len` bytes. Points are not checked. Free with sn_image_list_free; on error the list is
 * empty.
 *
 * Returns
 *   SN_BAD_INPUT  not a canonical encoding
 *   SN_IO         out of memory */
int sn_image_list_decode(struct sn_image_list *list, const void *data, size_t len,
			 struct sn_error *err) SN_MUST_USE;

/* Wipe and free; the list is empty afterwards. */
void sn_image_list_free(struct sn_image_list *list);

#endif
