/* crypto/curve.h - the twisted Edwards curve -x² + y² = 1 + d·x²·y² over GF(2^255 - 19), and the coordinates
 * of its points. */
#ifndef SN_CRYPTO_CURVE_H
#define SN_CRYPTO_CURVE_H

#include "crypto/field.h"
#include "crypto/types.h"

/* d and 2·d, tight (crypto/field.h). */
extern const struct sn_fe sn_fe_d, sn_fe_2d;

/* Extended coordinates: x = X/Z, y = Y/Z, xy = T/Z (Hisil et al. 2008, section 3). */
struct sn_ge {
	struct sn_fe x, y, z, t;
};

/* A projective point, prepared for repeated addition. */
struct sn_ge_cached {
	struct sn_fe y_plus_x, y_minus_x, z2, t2d;
};

/* The same with Z = 1, for tables of fixed points. */
struct sn_ge_affine {
	struct sn_fe y_plus_x, y_minus_x, xy2d;
};

extern const struct sn_ge sn_ge_identity;
extern const struct sn_ge sn_ge_base;       /* G */
extern const struct sn_point sn_point_base; /* its encoding */
extern const struct sn_point sn_point_identity;

#endif
