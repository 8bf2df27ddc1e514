/* ringct/sal_prove.h - prover of SA/L proofs (ringct/sal.h).
 *
 * With y~ = y + r_o, z = x·r_i, and the nonces of ringct/sal_nonces.h:
 *
 *   P   = x·G + r_i·V + z·U + r_p·T                             s_alpha = alpha + e·x
 *   A   = alpha·G + beta·V + (alpha·r_i + beta·x)·U + delta·T   s_beta  = beta + e·r_i
 *   B   = alpha·beta·U + mu·T                                   s_delta = mu + e·delta + e²·r_p
 *   R_O = alpha·G + r_y·T                                       s_y     = r_y + e·y~
 *   R_P = r_z·U + r_r_p·T                                       s_z     = r_z + e·z
 *   R_L = alpha·I~ - r_z·U                                      s_rp    = r_r_p + e·(r_p - y~ - r_r_i)
 *
 * The same call gives the same bytes. */
#ifndef SN_RINGCT_SAL_PROVE_H
#define SN_RINGCT_SAL_PROVE_H

#include "base/error.h"
#include "ringct/sal.h"
#include "ringct/sal_nonces.h"

/* The keys of an output, O = x·G + y·T, and its rerandomization; secret. y = 0 for an output of before the
 * fork. */
struct sn_sal_opening {
	struct sn_scalar x, y;
	struct sn_rerandomization r;
};

/* Prove `statement`, constant time. Statement and output are public.
 *
 * To detect faults, the caller computes the input tuple and the key image of the statement, and this function
 * computes both again from output and opening. In the end it verifies the proof with the caller's statement,
 * and derives the nonces again: a proof with other nonces would be valid, too.
 *
 * Returns
 *   SN_BAD_INPUT  output, opening and statement do not belong together, or the opening is not acceptable:
 *                 a scalar that is not below l; x, r_o, r_i or r_r_i is 0
 *   SN_REFUSED    a nonce or e is 0, which does not happen by chance, or a self-check failed: the machine
 *                 does not compute reliably
 * On error the proof is zero. */
int sn_sal_prove(struct sn_sal *proof, const struct sn_sal_statement *statement,
		 const struct sn_output_tuple *output, const struct sn_sal_opening *opening,
		 const struct sn_sal_nonce_key *nonce_key,
		 const struct sn_fcmp_constants *constants) SN_MUST_USE;

#endif
