/* ringct/sal_nonces.h - the nonces of SA/L proofs, derived from the spend key and from all that enters the
 * challenge:
 *
 *   key      = BLAKE2b-256(key = k_s, "sneakernote SA/L nonce key")
 *   nonce_i  = BLAKE2b-512(key, "sneakernote SA/L nonce" ‖ u8(i) ‖ T ‖ U ‖ V ‖ person ‖
 *                          m ‖ O~ ‖ I~ ‖ C~ ‖ R ‖ L ‖ x ‖ y~ ‖ r_i ‖ r_r_i) mod l,  i = 0..7
 *
 * without personalization; `person` is the personalization of the challenge, 16 bytes.
 *
 * Two proofs with the same alpha and different challenges reveal x. The commitments P to R_L are a function
 * of the nonces and of other values above. So one set of nonces belongs to exactly one challenge. */
#ifndef SN_RINGCT_SAL_NONCES_H
#define SN_RINGCT_SAL_NONCES_H

#include "crypto/fcmp_constants.h"
#include "crypto/types.h"
#include "ringct/sal.h"

/* Secret; for nothing else. */
struct sn_sal_nonce_key {
	uint8_t b[SN_BLAKE2B_KEY_BYTES];
};

/* The witness of a statement; secret. */
struct sn_sal_witness {
	struct sn_scalar x, y_tilde, r_i, r_r_i;
};

/* In the order of i. Secret. */
struct sn_sal_nonces {
	struct sn_scalar alpha, beta, delta, mu, r_y, r_z, r_p, r_r_p;
};

/* `spend_secret`: k_s, or k_ps of the Carrot hierarchy; secret. */
void sn_sal_nonce_key_make(struct sn_sal_nonce_key *key, const struct sn_scalar *spend_secret);

/* Constant time. A nonce can be 0, with a probability of 2^-252. */
void sn_sal_nonces(struct sn_sal_nonces *nonces, const struct sn_sal_nonce_key *key,
		   const struct sn_fcmp_constants *constants, const struct sn_sal_statement *statement,
		   const struct sn_sal_witness *witness);

#endif
