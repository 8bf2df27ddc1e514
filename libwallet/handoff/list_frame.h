/* handoff/list_frame.h - the common frame of the parts of an output list and of the list of key images.
 *
 * A count of at most SN_LIST_MAX, then the elements, strictly ascending by one-time key.
 * Private to handoff/, except SN_LIST_MAX. */
#ifndef SN_HANDOFF_LIST_FRAME_H
#define SN_HANDOFF_LIST_FRAME_H

#include "base/bytes.h"
#include "base/error.h"
#include "crypto/types.h"

#include <stddef.h>

#define SN_LIST_MAX 130000 /* outputs or key images: their encoding fits an envelope */

/* One kind of list. Its elements are structs whose first member is the one-time key, a struct sn_point. */
struct sn_list_frame {
	size_t element_size;    /* in memory */
	size_t encoded_min;     /* the shortest encoding of an element */
	const char *one, *many; /* names of the elements for messages: "output", "outputs" */
	const char *malformed;  /* prefix of the message if the bytes are wrong */
	const char *hint;
	void (*put)(struct sn_buf *out, const void *element);
	void (*take)(void *element, struct sn_reader *r); /* a wrong element fails the reader */
};

/* Append the encoding of `n` elements.
 *
 * Returns
 *   SN_USAGE  too many elements, or they do not ascend
 *   SN_IO     out of memory */
int sn_list_frame_encode(struct sn_buf *out, const struct sn_list_frame *frame, const void *elements,
			 size_t n, struct sn_error *err) SN_MUST_USE;

/* Read `min` to `max` elements and their count. Free *elements with sn_list_frame_free; on error it is NULL,
 * and *n is 0.
 *
 * Returns
 *   SN_BAD_INPUT  not the encoding of a list
 *   SN_IO         out of memory */
int sn_list_frame_read(void **elements, size_t *n, const struct sn_list_frame *frame, size_t min, size_t max,
		       struct sn_reader *r, struct sn_error *err) SN_MUST_USE;

/* The end of decoding, after the result `ret`: nothing may follow. An error of the content gets the prefix
 * and the hint of the frame, and SN_REASON_DAMAGED. */
int sn_list_frame_end(const struct sn_list_frame *frame, const struct sn_reader *r, int ret,
		      struct sn_error *err) SN_MUST_USE;

/* Wipe and free. `elements` may be NULL. */
void sn_list_frame_free(const struct sn_list_frame *frame, void *elements, size_t n);

#endif
