/* crypto/hash_to_point.h - the constants of the map from hashes to points, for crypto/hash_to_point.c, which explains it, and
 * for lanes. All are tight.
 *
 * Curve25519 is v² = u³ + A·u² + u with A = 486662, birationally equivalent to our curve. */
#ifndef SN_CRYPTO_HASH_TO_POINT_H
#define SN_CRYPTO_HASH_TO_POINT_H

#include "crypto/group.h"

extern const struct sn_fe sn_map_minus_a, sn_map_minus_a2;                /* -A, -A² */
extern const struct sn_fe sn_map_sqrt_square_case, sn_map_sqrt_other_case; /* √(2·A·(A + 2)), √(-√-1·A·(A + 2)) */

#endif
