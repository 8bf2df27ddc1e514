/* chain/ringct_proofs.h - the prunable part of a transaction.
 *
 * For RingCT types 0 to 5 and version 1, only its length is determined. Type 6 is parsed into the structures
 * of ringct/, and written. Type 7: fcmp_proofs.h.
 *
 * Source: reference implementation, src/ringct/rctTypes.h, serialize_rctsig_prunable. */
#ifndef SN_CHAIN_RINGCT_PROOFS_H
#define SN_CHAIN_RINGCT_PROOFS_H

#include "base/error.h"
#include "chain/transaction_parts.h"
#include "ringct/bulletproof_plus.h"
#include "ringct/clsag.h"

struct sn_ringct_proofs {
	size_t n_bpps; /* 1 in practice */
	struct sn_bpp *bpps;
	size_t n_inputs;
	struct sn_clsag *clsags;      /* one per input */
	struct sn_point *pseudo_outs; /* one per input */
};

/* Allocate n_bpps range proofs and n_inputs signatures, zeroed. Returns SN_IO when out of memory. */
int sn_ringct_proofs_init(struct sn_ringct_proofs *proofs, size_t n_bpps, size_t n_inputs) SN_MUST_USE;
void sn_ringct_proofs_free(struct sn_ringct_proofs *proofs);

/* Parse the prunable part of a whole type-6 transaction. Nothing is verified. Returns
 *   SN_USAGE      another type, or a pruned transaction
 *   SN_BAD_INPUT  more rounds than a proof of 16 outputs has, or rings above SN_RING_MAX
 *   SN_IO         out of memory */
int sn_ringct_proofs_parse(struct sn_ringct_proofs *proofs, const struct sn_tx *tx) SN_MUST_USE;

/* Append the prunable part. With it as tx->prunable, the transaction is complete. */
void sn_ringct_proofs_write(struct sn_buf *out, const struct sn_ringct_proofs *proofs);

/* Step over the prunable part of `tx`, whose prefix and base are set. Fails the reader if its shape is wrong.
 * *padded_outputs (may be NULL) is the number of outputs for which the Bulletproofs, if any, have room. */
void sn_ringct_proofs_skip(struct sn_reader *r, const struct sn_tx *tx, uint64_t *padded_outputs);

#endif
