/* interop/signature.h - the two signatures of the reference wallet's files.
 *
 * A file has a Schnorr signature over the hash h of its body, by the view secret key a with A = a·G:
 *
 *   c = Hs(h ‖ A ‖ k·G),  r = k - c·a              valid if c = Hs(h ‖ A ‖ c·A + r·G)
 *
 * A key image I = x·Hp(P) has a ring signature with the one member P = x·G; the message is I:
 *
 *   c = Hs(I ‖ k·G ‖ k·Hp(P)),  r = k - c·x        valid if c = Hs(I ‖ c·P + r·G ‖ r·Hp(P) + c·I)
 *
 * The nonce k is derived from the secret key and from all that enters the challenge. So the same call gives
 * the same bytes, and two different messages never share a nonce.
 *
 * Source: CryptoNote 2.0, section 4.4; reference implementation, src/crypto/crypto.cpp: generate_signature,
 * check_signature, generate_ring_signature, check_ring_signature. */
#ifndef SN_INTEROP_SIGNATURE_H
#define SN_INTEROP_SIGNATURE_H

#include "base/error.h"
#include "crypto/types.h"

#define SN_SIGNATURE_BYTES 64

/* As in the files: c, then r. Both are canonical in a valid signature. */
struct sn_signature {
	struct sn_scalar c, r;
};

/* Sign `hash`. `key` is the public key of `secret`, which is secret; constant time. */
void sn_signature_make(struct sn_signature *sig, const struct sn_hash *hash, const struct sn_point *key,
		       const struct sn_scalar *secret);

/* Verify. All inputs are public. Returns SN_REFUSED if the signature is invalid: c or r is not below l, c is
 * 0, the key does not encode a point, c·A + r·G is the identity, or the challenge differs. */
int sn_signature_verify(const struct sn_signature *sig, const struct sn_hash *hash,
			const struct sn_point *key) SN_MUST_USE;

/* Prove that `image` = x·Hp(key) and `key` = x·G. `x` is secret, constant time. The result is verified, which
 * also detects a fault of the processor. Returns SN_BAD_INPUT, with an empty signature, if key, image and x
 * do not match. */
int sn_key_image_signature_make(struct sn_signature *sig, const struct sn_point *image,
				const struct sn_point *key, const struct sn_scalar *x) SN_MUST_USE;

/* Verify. All inputs are public. Returns SN_REFUSED if the signature is invalid: as above, or the image is
 * not in the prime-order subgroup, or is its identity. */
int sn_key_image_signature_verify(const struct sn_signature *sig, const struct sn_point *image,
				  const struct sn_point *key) SN_MUST_USE;

#endif
