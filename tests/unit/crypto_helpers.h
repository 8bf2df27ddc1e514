/* Helpers for the tests of crypto/: bytes from hex, the small-order points, and a simple multiplication as
 * reference. */
#ifndef SN_TESTS_CRYPTO_HELPERS_H
#define SN_TESTS_CRYPTO_HELPERS_H

#include "crypto/group.h"
#include "crypto/random.h"
#include "crypto/types.h"

#include <stddef.h>

/* Exactly 32 bytes; other lengths fail the test. */
struct sn_scalar scalar_from_hex(const char *hex);
struct sn_point point_from_hex(const char *hex);

/* The encodings of the eight points of order 1, 2, 4 and 8, in the order 0·T, 1·T, ..., 7·T. */
extern const char *const torsion_hex[8];
struct sn_ge torsion_point(int i);

/* crypto/field.h: the limbs are those of a tight element. */
void assert_tight(const struct sn_fe *a);

/* r = a·P, bit by bit, for any 256-bit a. */
void slow_mul(struct sn_ge *r, const struct sn_scalar *a, const struct sn_ge *p);

/* Start the stream `name` of random test data; it follows the seed (seed.h). */
struct sn_random test_random(const char *name);

/* A point, most often with a torsion component. */
struct sn_ge random_point(struct sn_random *g);

/* Integers at the edges: 0, 1, 2, 15, 16, l - 1, l, l + 1, 2^252, 2^255 - 1, and two of patterns. */
#define EDGES 12
struct sn_scalar edge_scalar(int i);

#endif
