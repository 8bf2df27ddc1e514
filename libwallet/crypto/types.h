/* crypto/types.h - the 32-byte strings of the protocol, each with its own type.
 *
 * They hold encodings, as on the chain and in files: decode them before any arithmetic. The bytes of a
 * `struct sn_point` may not encode a point. */
#ifndef SN_CRYPTO_TYPES_H
#define SN_CRYPTO_TYPES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct sn_hash {
	uint8_t b[32];
}; /* Keccak-256 output */
struct sn_point {
	uint8_t b[32];
}; /* compressed Edwards point (RFC 8032, section 5.1.2) */
struct sn_scalar {
	uint8_t b[32];
}; /* little-endian integer mod l; the function's comment states whether it is secret */
struct sn_x25519 {
	uint8_t b[32];
}; /* u coordinate of Curve25519 or its twist (RFC 7748, section 5), any 32 bytes */

/* Equality of public values; not constant time. */
static inline bool sn_hash_is_equal(const struct sn_hash *a, const struct sn_hash *b)
{
	return memcmp(a->b, b->b, 32) == 0;
}

static inline bool sn_point_is_equal(const struct sn_point *a, const struct sn_point *b)
{
	return memcmp(a->b, b->b, 32) == 0;
}

#endif
