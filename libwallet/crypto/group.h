/* crypto/group.h - the group of points of Ed25519 (crypto/curve.h).
 *
 * The chain accepts points with a torsion component (as tx public keys, for example), so
 * nothing here assumes the prime-order subgroup. Complete formulas: no input is special.
 * Functions are constant time in their scalars unless the name ends in `_vartime`.
 * Output and inputs may be the same object. */
#ifndef SN_CRYPTO_GROUP_H
#define SN_CRYPTO_GROUP_H

#include "base/error.h"
#include "crypto/curve.h"
#include "crypto/types.h"

#include <stddef.h>

/* Decode. SN_BAD_INPUT when the bytes encode no point: y ≥ p, x² no square, or x = 0 with
 * the sign bit set (as the reference's ge_frombytes_vartime). For public input. */
int sn_ge_decode(struct sn_ge *r, const struct sn_point *p) SN_MUST_USE;

void sn_ge_encode(struct sn_point *r, const struct sn_ge *p);

/* Encode n points with one field inversion, for which `scratch` has n elements. They are left as secret
 * as p. */
void sn_ge_encode_scratch(struct sn_point *r, const struct sn_ge *p, size_t n, struct sn_fe *scratch);

/* The same without scratch: one inversion for each 128 points. */
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

/* Bring n points to affine table form, with one inversion for each 128 points. */
void sn_ge_to_affine_many(struct sn_ge_affine *r, const struct sn_ge *p, size_t n);

bool sn_ge_is_identity(const struct sn_ge *p);
bool sn_ge_is_equal(const struct sn_ge *p, const struct sn_ge *q);

#endif
