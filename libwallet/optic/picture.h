/* optic/picture.h - grey pictures. Their size is checked before any allocation: SN_PICTURE_PIXELS_MAX. */
#ifndef SN_OPTIC_PICTURE_H
#define SN_OPTIC_PICTURE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SN_PICTURE_PIXELS_MAX (64u << 20) /* 8,192 x 8,192 */

struct sn_picture {
	size_t width, height;
	uint8_t *grey; /* row by row, 255 is white */
};

/* A part of a picture, not empty and within its edges. */
struct sn_window {
	size_t x, y, width, height;
};

/* Allocate a white picture. Returns SN_IO, or SN_BAD_INPUT if it is empty or larger than allowed. */
int sn_picture_new(struct sn_picture *picture, size_t width, size_t height, struct sn_error *err) SN_MUST_USE;
/* The same for a picture that is empty or in use. If it already has the size, its memory and content are
 * kept. On error it is empty. */
int sn_picture_resize(struct sn_picture *picture, size_t width, size_t height,
		      struct sn_error *err) SN_MUST_USE;
void sn_picture_free(struct sn_picture *picture); /* wipes; leaves an empty one */

/* Copy the window of `in`. `out` as in sn_picture_resize; it must not be `in`. Returns SN_IO. */
int sn_picture_cut(struct sn_picture *out, const struct sn_picture *in, const struct sn_window *window,
		   struct sn_error *err) SN_MUST_USE;

#endif
