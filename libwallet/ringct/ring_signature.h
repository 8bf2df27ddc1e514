/* ringct/ring_signature.h - CryptoNote ring signatures, those of the chain before RingCT.
 *
 * The signer knows x for one key of the ring: P = x·G, with the key image I = x·Hp(P).
 *
 *   valid if c_0 + ... + c_(n-1) = Hs(M ‖ L_0 ‖ R_0 ‖ ... ‖ L_(n-1) ‖ R_(n-1)) with
 *   L_i = r_i·G + c_i·P_i,  R_i = r_i·Hp(P_i) + c_i·I
 *
 * Used outside of transactions: a proof of spending signs for each ring of a transaction
 * (chain/spend_proof.h); key image exports and proofs of reserves have rings with the one key that is spent
 * with the image. A valid signature shows that the signer knows the x of I, whichever keys are in the ring.
 *
 * Source: CryptoNote 2.0, section 4.4; reference implementation, src/crypto/crypto.cpp,
 * generate_ring_signature and check_ring_signature. */
#ifndef SN_RINGCT_RING_SIGNATURE_H
#define SN_RINGCT_RING_SIGNATURE_H

#include "base/error.h"
#include "crypto/types.h"
#include "ringct/signature.h"

#include <stddef.h>

/* Sign `hash` for keys[real] = x·G with `image` = x·Hp(keys[real]). `sig` has n elements, one for each key.
 * All random numbers are derived from x, hash, image and ring: the same call gives the same bytes. The result
 * is verified, which also detects a fault of the processor.
 *
 * Secret: x, real; neither the time nor the addresses read depend on them. Secrets remain below the caller's
 * frame: call sn_wipe_stack.
 *
 * Returns SN_BAD_INPUT, with an empty signature, if a key does not encode a point, or if ring, image, real
 * and x do not match. */
int sn_ring_signature_make(struct sn_signature *sig, const struct sn_hash *hash, const struct sn_point *image,
			   const struct sn_point *keys, size_t n, size_t real,
			   const struct sn_scalar *x) SN_MUST_USE;

/* Verify a signature. All inputs are public. Returns SN_REFUSED if it is invalid or malformed: a number is
 * not below l, a key does not encode a point, the image is not in the prime-order subgroup, or is its
 * identity. The reference implementation accepts such images; the chain does not. */
int sn_ring_signature_verify(const struct sn_signature *sig, const struct sn_hash *hash,
			     const struct sn_point *image, const struct sn_point *keys, size_t n) SN_MUST_USE;

#endif
