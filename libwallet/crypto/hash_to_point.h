/* crypto/hash_to_point.h - the chain's maps from hashes to points, which differ from those of RFC 9380.
 *
 * Source: S. Shimizu and N. van Saberhagen, "Understanding ge_fromfe_frombytes_vartime", CryptoNote 2014. */
#ifndef SN_CRYPTO_HASH_TO_POINT_H
#define SN_CRYPTO_HASH_TO_POINT_H

#include "crypto/blake2b.h"
#include "crypto/curve.h"

/* r = map(h), without hashing and without the cofactor ("hash_to_point"). */
void sn_ge_from_hash(struct sn_ge *r, const uint8_t h[static 32]);

/* Hp(data) = 8·map(Keccak-256(data)) for 32 bytes ("hash_to_ec"). Public input. */
void sn_hash_to_ec(struct sn_ge *r, const uint8_t data[static 32]);

/* Hp2(data) = 8·map(h[0..31]) + 8·map(h[32..63]) for 32 bytes, h = BLAKE2b-512(data) with the personalization
 * and without a key: the unbiased map of Carrot outputs. sn_fcmp (crypto/fcmp_constants.h) has `person`.
 * Public input. Source: Monero pull request 9559 of 2026-08-22, src/crypto. */
void sn_hash_to_ec_unbiased(struct sn_ge *r, const uint8_t data[static 32],
			    const struct sn_blake2b_person *person);

/* The constants of the map, tight; kernel/lanes/ uses them as well. Curve25519 is v² = u³ + A·u² + u with
 * A = 486662, birationally equivalent to crypto/curve.h. */
extern const struct sn_fe sn_map_minus_a, sn_map_minus_a2; /* -A, -A² */
extern const struct sn_fe sn_map_sqrt_square_case,
	sn_map_sqrt_other_case; /* √(2·A·(A + 2)), √(-√-1·A·(A + 2)) */

#endif
