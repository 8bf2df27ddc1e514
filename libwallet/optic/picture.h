/* optic/picture.h - a grey picture, and the files that hold some.
 *
 * What files say of their size is bounded before anything is allocated: SN_PICTURE_PIXELS_MAX. */
#ifndef SN_OPTIC_PICTURE_H
#define SN_OPTIC_PICTURE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

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
int sn_picture_resize(struct sn_picture *picture, size_t width, size_t height, struct sn_error *err) SN_MUST_USE;
void sn_picture_free(struct sn_picture *picture); /* wipes; leaves an empty one */

/* A copy of that part of `in`. `out` as with sn_picture_resize; it must not be `in`. SN_IO. */
int sn_picture_cut(struct sn_picture *out, const struct sn_picture *in, const struct sn_window *window, struct sn_error *err) SN_MUST_USE;

/* Decode a PNG or JPEG file in memory, told apart by their first bytes; colours become grey (ITU-R BT.601),
 * transparency becomes white. SN_BAD_INPUT, SN_IO. */
int sn_picture_decode(struct sn_picture *picture, const void *file, size_t len, struct sn_error *err) SN_MUST_USE;

/* A Y4M stream (YUV4MPEG2; 8 bits, 4:0:0, 4:2:0 of any siting, 4:1:1, 4:2:2, 4:4:4: only the luma is looked at). */
struct sn_y4m;
int sn_y4m_open(struct sn_y4m **out, FILE *stream, struct sn_error *err) SN_MUST_USE; /* reads the head; SN_BAD_INPUT, SN_IO */
void sn_y4m_close(struct sn_y4m *y);                                                  /* leaves the stream open */
/* The next frame into `picture`, which is empty or from the last call and keeps its memory; *got is false
 * at the end. SN_BAD_INPUT when the stream is damaged or ends within a frame, SN_IO. */
int sn_y4m_read(struct sn_y4m *y, struct sn_picture *picture, bool *got, struct sn_error *err) SN_MUST_USE;

#endif
