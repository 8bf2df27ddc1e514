/* chain/fcmp_proofs.h - the prunable part of a transaction of RingCT type 7.
 *
 *   varint 1 ‖ Bulletproofs+ ‖ varint reference block ‖ u8 layers
 *   ‖ for each input: O~ ‖ I~ ‖ R ‖ SA/L ‖ membership proof ‖ for each input: C~
 *
 * The tuple O~, I~, R, C~ stands for a rerandomized output. SA/L (spend authorization and linkability) proves
 * that its owner spends it with the key image of the input. The membership proof shows that each tuple
 * belongs to an output of the chain as of the reference block. Here it is opaque; its size follows from the
 * numbers of inputs and layers (fcmp_size.h). Nothing is verified.
 *
 * Source: the branch of Monero's FCMP++ test network, July 2026, src/ringct/rctTypes.h. */
#ifndef SN_CHAIN_FCMP_PROOFS_H
#define SN_CHAIN_FCMP_PROOFS_H

#include "base/error.h"
#include "chain/transaction_parts.h"
#include "ringct/bulletproof_plus.h"

#define SN_FCMP_SAL_BYTES 384

struct sn_fcmp_input {
	struct sn_point o_tilde, i_tilde, r, c_tilde;
	uint8_t sal[SN_FCMP_SAL_BYTES];
};

struct sn_fcmp_proofs {
	struct sn_bpp bpp;
	uint64_t reference_block; /* > 0 */
	uint8_t n_layers;         /* 1 to SN_FCMP_LAYERS_MAX */
	size_t n_inputs;
	struct sn_fcmp_input *inputs; /* owned */
	const uint8_t *membership;    /* view */
	size_t membership_len;
};

/* Allocate n_inputs inputs; all else is zero. Returns SN_USAGE for a number that no transaction has, SN_IO
 * when out of memory. */
int sn_fcmp_proofs_init(struct sn_fcmp_proofs *proofs, size_t n_inputs) SN_MUST_USE;
void sn_fcmp_proofs_free(struct sn_fcmp_proofs *proofs);

/* Parse the prunable part of a whole type-7 transaction, which must outlive `proofs`. Returns SN_USAGE for
 * another type or a pruned transaction, SN_IO when out of memory. */
int sn_fcmp_proofs_parse(struct sn_fcmp_proofs *proofs, const struct sn_tx *tx) SN_MUST_USE;

/* Append the prunable part. With it as tx->prunable, the transaction is complete. */
void sn_fcmp_proofs_write(struct sn_buf *out, const struct sn_fcmp_proofs *proofs);

/* Step over the prunable part of `tx`, whose prefix and base are set. Fails the reader if its shape is
 * wrong. */
void sn_fcmp_proofs_skip(struct sn_reader *r, const struct sn_tx *tx);

#endif
