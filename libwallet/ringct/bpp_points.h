/* ringct/bpp_points.h - the first generators of Bulletproofs+, as constants.
 *
 * A transaction with two outputs needs them all. They take 20 KB; all 2048 would take 160 KB. bpp_points.c is
 * the output of bpp_points.py. A unit test computes the points again. */
#ifndef SN_RINGCT_BPP_POINTS_H
#define SN_RINGCT_BPP_POINTS_H

#include "crypto/field.h"

#define SN_BPP_POINTS 256

/* The coordinates x and y, tight, of H₀, G₀, H₁, G₁, ... (ringct/bpp_generators.h). */
extern const struct sn_fe sn_bpp_points[SN_BPP_POINTS][2];

#endif
