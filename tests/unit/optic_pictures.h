/* Codes in pictures as cameras take them. */
#ifndef OPTIC_PICTURES_H
#define OPTIC_PICTURES_H

#include "optic/picture.h"

/* How a code stands in a picture, and what was done to it. Zero is upright, sharp and clean. */
struct distortion {
	double degrees;
	double perspective; /* how much larger, in parts of one, it is on the one side than on the other */
	double shade;       /* how much darker, in parts of one, the right edge is */
	double noise;       /* standard deviation, of 255 */
	unsigned blur;      /* pixels to each side over which it is spread */
	double contrast;    /* of 255; 0: 170 */
};

/* A grey picture, of no even colour. */
struct sn_picture pictures_new(size_t width, size_t height);

/* Draw the code of `text` with the centre at (x, y), `side` pixels wide with its quiet zone; `version` is
 * the least. */
void pictures_add(struct sn_picture *p, const char *text, int version, double x, double y, double side,
		  const struct distortion *d);

/* Blur, shade, noise: what happens to all of it. */
void pictures_spoil(struct sn_picture *p, const struct distortion *d);

/* `n` characters of the alphanumeric mode, which another seed makes others. */
const char *pictures_text(char *out, size_t n, unsigned seed);

#endif
