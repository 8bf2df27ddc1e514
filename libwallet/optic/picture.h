/* optic/picture.h - a grey picture.
 *
 * What files say of their size is bounded before anything is allocated: SN_PICTURE_PIXELS_MAX. */
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

/* A part of a picture, not empty and not beyond its edges. */
struct sn_window {
	size_t x, y, width, height;
};

/* All white. SN_IO; SN_BAD_INPUT when it is larger than allowed or empty. */
int sn_picture_new(struct sn_picture *picture, size_t width, size_t height, struct sn_error *err) SN_MUST_USE;
/* The same, of a picture that is empty or from before, which keeps its memory, and what is in it, where it
 * has that size already. After a failure it is empty. */
int sn_picture_resize(struct sn_picture *picture, size_t width, size_t height,
		      struct sn_error *err) SN_MUST_USE;
void sn_picture_free(struct sn_picture *picture); /* wipes; leaves an empty one */

/* A copy of that part of `in`. `out` as with sn_picture_resize; it must not be `in`. SN_IO. */
int sn_picture_cut(struct sn_picture *out, const struct sn_picture *in, const struct sn_window *window,
		   struct sn_error *err) SN_MUST_USE;

#endif
