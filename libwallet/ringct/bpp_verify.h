/* ringct/bpp_verify.h - the verifier of Bulletproofs+. */
#ifndef SN_RINGCT_BPP_VERIFY_H
#define SN_RINGCT_BPP_VERIFY_H

#include "base/error.h"
#include "ringct/bulletproof_plus.h"

/* Verify a proof. `commitments` are the full C (not C/8). All inputs are public. Returns 0 if the proof is
 * valid, SN_REFUSED if it is not, SN_IO when out of memory.
 *
 * n must be 1 to 16, with the number of rounds for n; this is checked before anything is indexed by them.
 * Each call verifies one proof: without batches, no proof can compensate an error of another. */
int sn_bpp_verify(const struct sn_bpp *proof, const struct sn_point *commitments, size_t n) SN_MUST_USE;

#endif
