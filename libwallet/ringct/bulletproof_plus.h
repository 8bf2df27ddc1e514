/* ringct/bulletproof_plus.h - aggregated Bulletproofs+ range proofs: each committed amount fits 64 bits.
 *
 * Source: H. Chung et al., "Bulletproofs+" (2020/735), section 4 (weighted inner product) and 4.3
 * (aggregation); generators, transcript and the factor 1/8 as in the reference
 * implementation, src/ringct/bulletproofs_plus.cc. Prover and verifier: bpp_prove.h, bpp_verify.h. */
#ifndef SN_RINGCT_BULLETPROOF_PLUS_H
#define SN_RINGCT_BULLETPROOF_PLUS_H

#include "crypto/types.h"

#include <stddef.h>

#define SN_BPP_BITS 64 /* of an amount */
#define SN_BPP_OUTPUTS_MAX 16
#define SN_BPP_ROUNDS_MAX 10 /* log2(64 · 16) */

struct sn_bpp {
	struct sn_point a, a1, b;
	struct sn_scalar r1, s1, d1;
	size_t rounds; /* 6 + ceil(log2(outputs)) */
	struct sn_point l[SN_BPP_ROUNDS_MAX], r[SN_BPP_ROUNDS_MAX];
};

/* The number of rounds for n outputs. */
size_t sn_bpp_rounds(size_t n);

#endif
