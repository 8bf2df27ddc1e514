/* crypto/x25519.h - multiplication on Curve25519 by the u coordinate, without clamping, as Carrot needs it.
 *
 * X(k, u) is the u coordinate of k·P, for P with the u coordinate u on the curve or on its twist:
 *
 *   k   bits 0 to 254 count, all as they are; bit 255 does not
 *   u   bit 255 does not count; values from p on are reduced
 *   X   below p; 0 if k·P is the identity or (0, 0). No point is refused, small orders included.
 *
 * Curve25519 is v² = u³ + 486662·u² + u. The map from Ed25519 is u = (1 + y)/(1 - y), and
 * X(k, convert(P)) = convert(k·P). For many u at once: kernel/derivations.h.
 *
 * Source: RFC 7748, sections 4.1 and 5; Monero pull request 9559 of 2026-08-22, src/carrot_core. */
#ifndef SN_CRYPTO_X25519_H
#define SN_CRYPTO_X25519_H

#include "base/error.h"
#include "crypto/curve.h"
#include "crypto/types.h"

extern const struct sn_x25519 sn_x25519_base; /* u = 9, convert(G) */

/* r = X(k, u). Constant time in k and u, which may be secret. r and u may be the same object. */
void sn_x25519(struct sn_x25519 *r, const struct sn_scalar *k, const struct sn_x25519 *u);

/* r = X(k, 9), by the tables of G: faster. Constant time in k, which may be secret. */
void sn_x25519_mul_base(struct sn_x25519 *r, const struct sn_scalar *k);

/* r = convert(P). Returns SN_BAD_INPUT for the identity, which has no u; r is then 0. Constant time in P,
 * which may be secret; the return value is public. */
int sn_x25519_from_ge(struct sn_x25519 *r, const struct sn_ge *p) SN_MUST_USE;

/* The same from the encoding, which is public. Returns SN_BAD_INPUT also if it does not encode a point. */
int sn_x25519_from_point(struct sn_x25519 *r, const struct sn_point *p) SN_MUST_USE;

/* X(k, u) = x/z. Both tight; z may be 0. For kernel/. */
void sn_x25519_ladder(struct sn_fe *x, struct sn_fe *z, const struct sn_scalar *k, const struct sn_fe *u);

#endif
