/* ringct/bpp_verify.h - the verifier of Bulletproofs+. */
#ifndef SN_RINGCT_BPP_VERIFY_H
#define SN_RINGCT_BPP_VERIFY_H

#include "base/error.h"
#include "ringct/bulletproof_plus.h"

/* `commitments` are the full C (not C/8). 0 when the proof holds, SN_REFUSED when not,
 * SN_IO when out of memory. All public. A shape other than n = 1..16 with the rounds that belong to n is
 * refused before anything is indexed by it. Each call verifies one proof: there is no batch, so no proof can
 * make up for another. */
int sn_bpp_verify(const struct sn_bpp *proof, const struct sn_point *commitments, size_t n) SN_MUST_USE;

#endif
