/* ringct/bpp_generators.h - the generators of Bulletproofs+, and the hash of the challenges.
 *
 *   Hᵢ = 8·map(Keccak-256(Keccak-256(H ‖ "bulletproof_plus" ‖ varint(2i))))
 *   Gᵢ = the same with 2i + 1
 *
 * They are constants, but all 2048 with their tables take 2 MB and, depending on the kernel, 2 to 9 ms.
 * Therefore the tables are computed per output, 64 Gᵢ and 64 Hᵢ (123 KB), when first needed, and kept for the
 * life of the process. The points of two outputs are constants of the program (bpp_points.h). A mutex guards
 * the computation; the result is never written again.
 *
 * Source: reference implementation, src/ringct/bulletproofs_plus.cc, get_exponent and transcript_update. */
#ifndef SN_RINGCT_BPP_GENERATORS_H
#define SN_RINGCT_BPP_GENERATORS_H

#include "base/error.h"
#include "crypto/types.h"
#include "kernel/sums.h"
#include "ringct/bulletproof_plus.h"

#include <stddef.h>

#define SN_BPP_VECTOR_MAX (SN_BPP_BITS * SN_BPP_OUTPUTS_MAX)

/* Point g[i] and h[i] at the tables of Gᵢ and Hᵢ for i < n; n a multiple of 64, up to SN_BPP_VECTOR_MAX.
 * Returns SN_IO when out of memory. */
int sn_bpp_generators(const struct sn_table **g, const struct sn_table **h, size_t n) SN_MUST_USE;

/* The tables of G and of H, in this order. Valid after sn_bpp_generators has succeeded. */
const struct sn_table *sn_bpp_bases(void);

/* Free all generators, for measurements and leak checkers. No other thread may be proving or verifying. */
void sn_bpp_generators_free(void);

/* t = Hs(t₀ ‖ Hs(commitments)), t₀ the encoding of
 * 8·map(Keccak-256(Keccak-256("bulletproof_plus_transcript"))). The commitments are multiplied by 1/8. */
void sn_bpp_transcript_start(struct sn_scalar *t, const struct sn_point *commitments, size_t n);

/* t = Hs(t ‖ a), t = Hs(t ‖ a ‖ b) and t = Hs(t). Each result is also a challenge. */
void sn_bpp_transcript_update(struct sn_scalar *t, const struct sn_point *a);
void sn_bpp_transcript_update2(struct sn_scalar *t, const struct sn_point *a, const struct sn_point *b);
void sn_bpp_transcript_squeeze(struct sn_scalar *t);

#endif
