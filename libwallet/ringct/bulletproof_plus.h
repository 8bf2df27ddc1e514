/* ringct/bulletproof_plus.h - aggregated Bulletproofs+ range proofs: each committed amount fits 64
 * bits.
 *
 * Source: H. Chung et al., "Bulletproofs+" (2020/735), section 4 (weighted inner product) and 4.3
 * (aggregation); generators, transcript and the factor 1/8 as in the reference
 * implementation, src/ringct/bulletproofs_plus.cc. */
#ifndef SN_RINGCT_BULLETPROOF_PLUS_H
#define SN_RINGCT_BULLETPROOF_PLUS_H

#include "base/error.h"
#include "crypto/random.h"
#include "crypto/types.h"

#include <stddef.h>

#define SN_BPP_OUTPUTS_MAX 16
#define SN_BPP_ROUNDS_MAX 10 /* log2(64 · 16) */

struct sn_bpp {
	struct sn_point a, a1, b;
	struct sn_scalar r1, s1, d1;
	size_t rounds; /* 6 + ceil(log2(outputs)) */
	struct sn_point l[SN_BPP_ROUNDS_MAX], r[SN_BPP_ROUNDS_MAX];
};

/* Prove for n = 1..16 outputs with commitments C = mask·G + amount·H. `amounts`, `masks` and
 * `random` are secret; constant time in them. The nonces come from `random`, mixed with masks[0] and the
 * commitments: the same call gives the same bytes. 0, SN_USAGE for n out of range, SN_IO when out of memory; then
 * the proof is empty. The first proof for more outputs than before makes generators: see bpp_generators.h. */
int sn_bpp_prove(struct sn_bpp *proof, const uint64_t *amounts, const struct sn_scalar *masks, size_t n,
		 struct sn_random *random) SN_MUST_USE;

/* `commitments` are the full C (not C/8). 0 when the proof holds, SN_REFUSED when not,
 * SN_IO when out of memory. All public. A shape other than n = 1..16 with the rounds that belong to n is refused before
 * anything is indexed by it. Each call verifies one proof: there is no batch, so no proof can make up for another. */
int sn_bpp_verify(const struct sn_bpp *proof, const struct sn_point *commitments, size_t n) SN_MUST_USE;

/* Number of rounds for n outputs. */
size_t sn_bpp_rounds(size_t n);

#endif
