/* Pictures of codes, similar to those of a camera. */
#ifndef OPTIC_PICTURES_H
#define OPTIC_PICTURES_H

#include "optic/picture.h"

/* Position and distortion of a code in a picture. Zero: upright, sharp, without noise. */
struct distortion {
	double degrees;
	double perspective; /* one side is longer than the opposite one by this factor minus 1 */
	double shade;       /* share by which the right edge is darker */
	double noise;       /* standard deviation, of 255 */
	unsigned blur;      /* radius in pixels */
	double contrast;    /* of 255; 0: 170 */
};

/* A grey picture with an uneven background. */
struct sn_picture pictures_new(size_t width, size_t height);

/* Draw the code of `text` with the centre at (x, y), `side` pixels wide with its quiet zone, in the smallest
 * version from `version` on. */
void pictures_add(struct sn_picture *p, const char *text, int version, double x, double y, double side,
		  const struct distortion *d);

/* Apply blur, shade and noise to the whole picture. */
void pictures_spoil(struct sn_picture *p, const struct distortion *d);

/* `n` characters of the alphanumeric mode, different for each seed. */
const char *pictures_text(char *out, size_t n, unsigned seed);

#endif
