/* ringct/signature.h - Schnorr signatures: of the files of the reference wallet, and of a proof of reserves.
 *
 *   c = Hs(h ‖ A ‖ k·G),  r = k - c·a              valid if c = Hs(h ‖ A ‖ c·A + r·G)
 *
 * The signer knows a with A = a·G; h is the hash of the message. The nonce k is derived from the secret key
 * and from all that enters the challenge. So the same call gives the same bytes, and two different messages
 * never share a nonce.
 *
 * Source: CryptoNote 2.0, section 4.4; reference implementation, src/crypto/crypto.cpp, generate_signature
 * and check_signature. */
#ifndef SN_RINGCT_SIGNATURE_H
#define SN_RINGCT_SIGNATURE_H

#include "base/error.h"
#include "crypto/types.h"

#define SN_SIGNATURE_BYTES 64

/* As in the files and proofs: c, then r. Both are canonical in a valid signature. */
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

#endif
