/* ringct/sal.h - SA/L proofs (spend authorization and linkability) of FCMP++: the values and the verifier.
 *
 * For the input tuple O~, I~, R, C~ (ringct/rerandomize.h) and the key image L, the proof shows knowledge of
 * x, y~, r_i and r_r_i with
 *
 *   O~ = x·G + y~·T,  L = x·(I~ - r_i·U),  R = r_i·V + r_r_i·T
 *
 * and signs the message m. With the challenge
 *
 *   e = BLAKE2b-512(m ‖ O~ ‖ I~ ‖ C~ ‖ R ‖ L ‖ P ‖ A ‖ B ‖ R_O ‖ R_P ‖ R_L) mod l
 *
 * it is valid if
 *
 *   e²·P + e·A + B           = e·s_alpha·G + e·s_beta·V + s_alpha·s_beta·U + s_delta·T
 *   R_O + e·O~               = s_alpha·G + s_y·T
 *   R_P + e·(P - O~ - R)     = s_z·U + s_rp·T
 *   R_L + e·L                = s_alpha·I~ - s_z·U
 *
 * T, U, V and the personalization of the hash are in crypto/fcmp_constants.h. The prover is
 * ringct/sal_prove.h.
 *
 * Source: monero-oxide, fcmp++, sal/mod.rs (2a610e9f); its pull request 176 of May 2026 for the
 * personalization. */
#ifndef SN_RINGCT_SAL_H
#define SN_RINGCT_SAL_H

#include "base/error.h"
#include "crypto/blake2b.h"
#include "crypto/fcmp_constants.h"
#include "crypto/types.h"
#include "ringct/rerandomize.h"

#include <stddef.h>

#define SN_SAL_BYTES 384

/* The first six values of a proof. */
struct sn_sal_commitments {
	struct sn_point p, a, b, r_o, r_p, r_l;
};

/* As in transactions and files. */
struct sn_sal {
	struct sn_sal_commitments commitments;
	struct sn_scalar s_alpha, s_beta, s_delta, s_y, s_z, s_rp;
};

/* All that a proof is about; public. */
struct sn_sal_statement {
	struct sn_hash message; /* m, the signable hash of the transaction */
	struct sn_input_tuple input;
	struct sn_point image; /* L */
};

/* Read a proof. Returns SN_BAD_INPUT, with the proof zeroed, unless `len` is SN_SAL_BYTES. sn_sal_verify
 * judges the values. */
int sn_sal_load(struct sn_sal *proof, const void *bytes, size_t len) SN_MUST_USE;

/* Verify. All inputs are public. Returns SN_REFUSED if the proof is invalid or malformed: an equation does
 * not hold, a scalar is not below l, or a point of the proof or of the statement is not canonical or does
 * not have order l. */
int sn_sal_verify(const struct sn_sal *proof, const struct sn_sal_statement *statement,
		  const struct sn_fcmp_constants *constants) SN_MUST_USE;

/* Add m ‖ O~ ‖ I~ ‖ C~ ‖ R ‖ L to a hash. */
void sn_sal_absorb_statement(struct sn_blake2b *h, const struct sn_sal_statement *statement);

/* e; everything is public. */
void sn_sal_challenge(struct sn_scalar *e, const struct sn_sal_statement *statement,
		      const struct sn_sal_commitments *commitments,
		      const struct sn_fcmp_constants *constants);

#endif
