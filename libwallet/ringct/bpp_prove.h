/* ringct/bpp_prove.h - the prover of Bulletproofs+. */
#ifndef SN_RINGCT_BPP_PROVE_H
#define SN_RINGCT_BPP_PROVE_H

#include "base/error.h"
#include "crypto/random.h"
#include "ringct/bulletproof_plus.h"

/* Prove for n = 1..16 outputs with commitments C = mask·G + amount·H. `amounts`, `masks` and
 * `random` are secret; constant time in them. The nonces come from `random`, mixed with masks[0] and the
 * commitments: the same call gives the same bytes. Returns SN_USAGE for n out of range, SN_IO when out of
 * memory; the proof is then empty. The first proof for more outputs than before computes generators
 * (bpp_generators.h). */
int sn_bpp_prove(struct sn_bpp *proof, const uint64_t *amounts, const struct sn_scalar *masks, size_t n,
		 struct sn_random *random) SN_MUST_USE;

#endif
