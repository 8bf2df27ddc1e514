/* chain/range_proof.h - the encoding of Bulletproofs and Bulletproofs+ in the prunable part of a transaction.
 *
 *   Bulletproofs    A ‖ S ‖ T1 ‖ T2 ‖ taux ‖ mu ‖ varint rounds ‖ L… ‖ varint rounds ‖ R… ‖ a ‖ b ‖ t
 *   Bulletproofs+   A ‖ A1 ‖ B ‖ r1 ‖ s1 ‖ d1 ‖ varint rounds ‖ L… ‖ varint rounds ‖ R…
 *
 * A proof for one amount has 6 rounds, and each further round doubles the number of amounts.
 * Source: reference implementation, src/ringct/rctTypes.h. */
#ifndef SN_CHAIN_RANGE_PROOF_H
#define SN_CHAIN_RANGE_PROOF_H

#include "chain/transaction_parts.h"
#include "ringct/bulletproof_plus.h"

/* Step over the range proofs of RingCT types 3 to 7, and their number. *padded_outputs is the number of
 * outputs for which they have room. Fails the reader if that is less than `n_outputs`, if there are more
 * proofs than outputs, or if the shape is wrong. */
void sn_range_proofs_skip(struct sn_reader *r, enum sn_rct_type type, size_t n_outputs,
			  uint64_t *padded_outputs);

/* One Bulletproofs+. Reading fails the reader for another number of rounds than 6 to SN_BPP_ROUNDS_MAX. */
void sn_range_proof_read(struct sn_bpp *p, struct sn_reader *r);
void sn_range_proof_write(struct sn_buf *out, const struct sn_bpp *p);

#endif
