/* optic/binarization.h - adaptive binarization: dark modules become black and light ones white, independent
 * of the lighting.
 *
 * The scanner looks for edges. In a noisy picture it finds many false ones: it gets slow, and misses the
 * finder patterns. Therefore the contrast of each pixel is stretched about the mean of the darkest and the
 * lightest pixel near it. Edges keep a part of their slope, from which the scanner computes their position
 * between two pixels. */
#ifndef SN_OPTIC_BINARIZATION_H
#define SN_OPTIC_BINARIZATION_H

#include "base/error.h"
#include "optic/picture.h"

#include <stdbool.h>

enum sn_binarization_filter {
	SN_BINARIZATION_PLAIN,  /* unfiltered: for modules of two or three pixels */
	SN_BINARIZATION_SMOOTH, /* the mean over 3 x 3 pixels: against noise */
	SN_BINARIZATION_CRISP,  /* smoothed, then sharpened by an unsharp mask of 5 x 5: against blur */
};

/* Binarize `in`. `out` is empty or the result of an earlier call, whose memory is reused if the size is the
 * same; it must not be `in`. Returns SN_IO, or SN_BAD_INPUT if the picture would be too large; `out` is then
 * empty. */
int sn_binarize(struct sn_picture *out, const struct sn_picture *in, enum sn_binarization_filter filter,
		struct sn_error *err) SN_MUST_USE;

/* Exchange black and white. */
void sn_binarization_invert(struct sn_picture *picture);

/* Scale to half the width and height: each pixel is the mean of four; an odd last row or column is dropped.
 * Returns SN_BAD_INPUT for a side of one pixel. sn_binarization_double doubles both, with interpolation. */
int sn_binarization_halve(struct sn_picture *out, const struct sn_picture *in,
			  struct sn_error *err) SN_MUST_USE;
int sn_binarization_double(struct sn_picture *out, const struct sn_picture *in,
			   struct sn_error *err) SN_MUST_USE;

#endif
