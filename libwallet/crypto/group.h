/* crypto/group.h - the group of Ed25519 with all its torsion: -x² + y² = 1 + d·x²·y² over
 * GF(2^255 - 19).
 *
 * The chain accepts points with a torsion component (as tx public keys, for example), so
 * nothing here assumes the prime-order subgroup. Complete formulas: no input is special.
 * Functions are constant time in their scalars unless the name ends in `_vartime`.
 * Output and inputs may be the same object. */
#ifndef SN_CRYPTO_GROUP_H
#define SN_CRYPTO_GROUP_H

#include "base/error.h"
#include "crypto/field.h"
#include "crypto/types.h"

#include <stddef.h>

/* Extended coordinates: x = X/Z, y = Y/Z, xy = T/Z (Hisil et al. 2008, section 3). */
struct sn_ge {
	struct sn_fe x, y, z, t;
};

/* A point prepared for repeated addition, projective. */
struct sn_ge_cached {
	struct sn_fe y_plus_x, y_minus_x, z2, t2d;
};

/* The same with Z = 1: for tables of fixed points. */
struct sn_ge_affine {
	struct sn_fe y_plus_x, y_minus_x, xy2d;
};

extern const struct sn_ge sn_ge_identity;
extern const struct sn_ge sn_ge_base;       /* G */
extern const struct sn_point sn_point_base; /* its encoding */
extern const struct sn_point sn_point_identity;

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

/* l·P = identity: P lies in the prime-order subgroup. Public input. */
bool sn_ge_is_torsion_free_vartime(const struct sn_ge *p);

/* r = a·G. Constant time; `a` secret, any 256-bit integer below 2^255. */
void sn_ge_mul_base(struct sn_ge *r, const struct sn_scalar *a);

/* r = a·P. Constant time; `a` secret, below 2^255; P public. */
void sn_ge_mul(struct sn_ge *r, const struct sn_scalar *a, const struct sn_ge *p);

/* r = a·G + b·P and r = a·P + b·Q, all public. */
void sn_ge_mul_base_add_vartime(struct sn_ge *r, const struct sn_scalar *a, const struct sn_scalar *b,
				const struct sn_ge *p);
void sn_ge_mul2_vartime(struct sn_ge *r, const struct sn_scalar *a, const struct sn_ge *p,
			const struct sn_scalar *b, const struct sn_ge *q);

/* r = Σ aᵢ·Pᵢ, all public; n = 0 gives the identity. SN_IO when out of memory. */
int sn_ge_msm_vartime(struct sn_ge *r, const struct sn_scalar *a, const struct sn_ge *p,
		      size_t n) SN_MUST_USE;

/* The chain's maps from hashes to the group (not RFC 9380's; see S. Shimizu and N. van
 * Saberhagen, "Understanding ge_fromfe_frombytes_vartime", CryptoNote 2014).
 * sn_ge_from_hash: the map itself, no hashing, no cofactor ("hash_to_point").
 * sn_hash_to_ec: Hp(data) = 8·map(Keccak-256(data)) for 32 bytes ("hash_to_ec"). Public input.
 * sn_hash_to_ec_many: r[i] = Hp(keys[i]), several at once (crypto/kernel.h). */
void sn_ge_from_hash(struct sn_ge *r, const uint8_t h[static 32]);
void sn_hash_to_ec(struct sn_ge *r, const uint8_t data[static 32]);
void sn_hash_to_ec_many(struct sn_ge *r, const struct sn_point *keys, size_t n);

#endif
