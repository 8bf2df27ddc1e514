/* crypto/group.h - the group of points of Ed25519 (crypto/curve.h).
 *
 * The chain accepts points with a torsion component (as tx public keys, for example), so no function assumes
 * the prime-order subgroup. The formulas are complete: they hold for all inputs. Functions are constant time
 * in their scalars unless the name ends in `_vartime`. Output and inputs may be the same object. */
#ifndef SN_CRYPTO_GROUP_H
#define SN_CRYPTO_GROUP_H

#include "base/error.h"
#include "crypto/curve.h"
#include "crypto/types.h"

#include <stddef.h>

/* Decode a point. Returns SN_BAD_INPUT if the bytes do not encode one: y ≥ p, x² not a square, or x = 0 with
 * the sign bit set (as ge_frombytes_vartime of the reference implementation). For public input. */
int sn_ge_decode(struct sn_ge *r, const struct sn_point *p) SN_MUST_USE;

void sn_ge_encode(struct sn_point *r, const struct sn_ge *p);

/* Encode n points with one field inversion. `scratch` has n elements; afterwards they are as secret as p. */
void sn_ge_encode_scratch(struct sn_point *r, const struct sn_ge *p, size_t n, struct sn_fe *scratch);

/* The same without scratch, with one inversion per 128 points. */
void sn_ge_encode_many(struct sn_point *r, const struct sn_ge *p, size_t n);

void sn_ge_add(struct sn_ge *r, const struct sn_ge *p, const struct sn_ge *q);
void sn_ge_sub(struct sn_ge *r, const struct sn_ge *p, const struct sn_ge *q);
void sn_ge_neg(struct sn_ge *r, const struct sn_ge *p);
void sn_ge_double(struct sn_ge *r, const struct sn_ge *p);
void sn_ge_mul8(struct sn_ge *r, const struct sn_ge *p);

void sn_ge_cache(struct sn_ge_cached *r, const struct sn_ge *p);
void sn_ge_add_cached(struct sn_ge *r, const struct sn_ge *p, const struct sn_ge_cached *q);
void sn_ge_sub_cached(struct sn_ge *r, const struct sn_ge *p, const struct sn_ge_cached *q);
void sn_ge_add_affine(struct sn_ge *r, const struct sn_ge *p, const struct sn_ge_affine *q);
void sn_ge_sub_affine(struct sn_ge *r, const struct sn_ge *p, const struct sn_ge_affine *q);

/* Convert n points to affine table form, with one inversion per 128 points. */
void sn_ge_to_affine_many(struct sn_ge_affine *r, const struct sn_ge *p, size_t n);

bool sn_ge_is_identity(const struct sn_ge *p);
bool sn_ge_is_equal(const struct sn_ge *p, const struct sn_ge *q);

#endif
