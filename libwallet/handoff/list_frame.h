/* handoff/list_frame.h - what the codecs of the output list and of the list of key images have in common.
 *
 * A count of at most SN_LIST_MAX, then the elements, strictly ascending by one-time key, then nothing.
 * Private to handoff/, except SN_LIST_MAX. */
#ifndef SN_HANDOFF_LIST_FRAME_H
#define SN_HANDOFF_LIST_FRAME_H

#include "base/bytes.h"
#include "base/error.h"
#include "crypto/types.h"

#include <stddef.h>

#define SN_LIST_MAX 150000 /* outputs, or key images: their encoding fits an envelope */

/* One kind of list. Its elements are structs whose first member is the one-time key, a struct sn_point. */
struct sn_list_frame {
	size_t element_size;    /* in memory */
	size_t encoded_min;     /* an element's shortest encoding */
	const char *one, *many; /* what the elements are called: "output", "outputs" */
	const char *malformed;  /* the sentence's beginning when the bytes are wrong */
	void (*put)(struct sn_buf *out, const void *element);
	void (*take)(void *element, struct sn_reader *r); /* what is wrong fails the reader */
};

/* Append the encoding of n elements. SN_USAGE when there are too many, or they do not ascend; SN_IO when out
 * of memory. */
int sn_list_frame_encode(struct sn_buf *out, const struct sn_list_frame *frame, const void *elements,
			 size_t n, struct sn_error *err) SN_MUST_USE;

/* Decode exactly `len` bytes. Free *elements with sn_list_frame_free; NULL, and *n 0, after a failure.
 * SN_BAD_INPUT on anything that encode would not have written, SN_IO when out of memory. */
int sn_list_frame_decode(void **elements, size_t *n, const struct sn_list_frame *frame, const void *data,
			 size_t len, struct sn_error *err) SN_MUST_USE;

/* Wipes first. NULL is allowed. */
void sn_list_frame_free(const struct sn_list_frame *frame, void *elements, size_t n);

#endif
