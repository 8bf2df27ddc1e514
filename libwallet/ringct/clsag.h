/* ringct/clsag.h - CLSAG ring signatures: sign and verify one input.
 *
 * Source: B. Goodell, S. Noether, A. Blue, "Concise Linkable Ring Signatures and Forgery Against
 * Adversarial Keys" (2019/654); transcript and domain separators as in the reference
 * implementation, src/ringct/rctSigs.cpp, CLSAG_Gen and verRctCLSAGSimple. */
#ifndef SN_RINGCT_CLSAG_H
#define SN_RINGCT_CLSAG_H

#include "base/error.h"
#include "crypto/random.h"
#include "crypto/types.h"

#include <stddef.h>

#define SN_RING_MAX 64

struct sn_ring_member {
	struct sn_point key;        /* one-time key P */
	struct sn_point commitment; /* C */
};

struct sn_clsag {
	struct sn_scalar s[SN_RING_MAX]; /* first `n` used */
	size_t n;
	struct sn_scalar c1;
	struct sn_point d; /* D/8, as serialized */
};

/* Sign `message` for ring[real]: x with P = x·G, and z = mask - pseudo_mask with
 * C - pseudo_commitment = z·G. `image` = x·Hp(P). n is 1 to SN_RING_MAX. The nonces come from `random`, mixed
 * with x and all signed data: the same call gives the same bytes, and using one stream for two messages is
 * safe.
 *
 * Secret: x, z, real, random; neither the time nor the addresses read depend on them.
 *
 * Returns
 *   SN_USAGE      n or real is out of range
 *   SN_BAD_INPUT  a ring member does not encode a point, or x, z and image do not match the ring
 *   SN_IO         out of memory
 * On error the signature is empty. */
int sn_clsag_sign(struct sn_clsag *sig, const struct sn_hash *message, const struct sn_ring_member *ring,
		  size_t n, size_t real, const struct sn_point *image,
		  const struct sn_point *pseudo_commitment, const struct sn_scalar *x,
		  const struct sn_scalar *z, struct sn_random *random) SN_MUST_USE;

/* Verify a signature. All inputs are public. Returns 0 if it is valid; SN_REFUSED if it is invalid or
 * malformed (non-canonical scalar, image outside the prime-order subgroup, D = identity, ...); SN_IO when out
 * of memory. */
int sn_clsag_verify(const struct sn_clsag *sig, const struct sn_hash *message,
		    const struct sn_ring_member *ring, size_t n, const struct sn_point *image,
		    const struct sn_point *pseudo_commitment) SN_MUST_USE;

#endif
