/* optic/binarization.h - a picture made easy to scan: dark is black and light is white, whatever the light
 * was.
 *
 * What scans for codes looks for edges, and in a noisy picture it finds many that are none: it gets slow,
 * and misses the corner marks. So each pixel is stretched about the middle between the darkest and the
 * lightest near it. What is left of the slope of an edge tells where between two pixels it lies. */
#ifndef SN_OPTIC_BINARIZATION_H
#define SN_OPTIC_BINARIZATION_H

#include "base/error.h"
#include "optic/picture.h"

#include <stdbool.h>

enum sn_binarization_filter {
	SN_BINARIZATION_PLAIN,  /* pixels as they are: for modules of two or three pixels */
	SN_BINARIZATION_SMOOTH, /* the mean over three: against noise */
	SN_BINARIZATION_CRISP,  /* that, and what blurred over five is taken away: against blur */
};

/* Of `out`, which is empty or from a call before, the memory is used again where its size is right. SN_IO,
 * SN_BAD_INPUT when it would be too large a picture. After a failure it is empty. It must not be `in`. */
int sn_binarize(struct sn_picture *out, const struct sn_picture *in, enum sn_binarization_filter filter,
		struct sn_error *err) SN_MUST_USE;

/* Black for white. */
void sn_binarization_invert(struct sn_picture *picture);

/* Half as wide and high, each pixel the mean of four (what is over of an odd size is left out); a side of
 * one pixel is SN_BAD_INPUT. Twice as wide and high, with pixels in between. */
int sn_binarization_halve(struct sn_picture *out, const struct sn_picture *in,
			  struct sn_error *err) SN_MUST_USE;
int sn_binarization_double(struct sn_picture *out, const struct sn_picture *in,
			   struct sn_error *err) SN_MUST_USE;

#endif
