#include "chain/ringct_proofs.h"
#include "chain/fcmp_proofs.h"
#include "chain/range_proof.h"
#include "chain/varint.h"

#include <stdlib.h>

/* Borromean range proof of one output: 64 commitments, 2·64 scalars and a challenge. */
#define RANGE_PROOF_SIZE (32 * (64 + 64 + 1 + 64))

/* The ring size of the ring signatures: that of the first input. */
static uint64_t ring_size(const struct sn_tx *tx)
{
	return tx->inputs[0].kind == SN_INPUT_KEY ? tx->inputs[0].ring_size : 1;
}

void sn_ringct_proofs_skip(struct sn_reader *r, const struct sn_tx *tx, uint64_t *padded_outputs)
{
	uint64_t ring = ring_size(tx), inputs = tx->n_inputs, ignored;
	if (!padded_outputs)
		padded_outputs = &ignored;
	*padded_outputs = 0;

	if (tx->version == 1) {
		for (size_t i = 0; i < tx->n_inputs; i++)
			sn_reader_skip(r, tx->inputs[i].ring_size,
				       64); /* 0 for coinbase, which has no signature */
		return;
	}
	switch (tx->rct_type) {
	case SN_RCT_NULL:
		return;
	case SN_RCT_FULL: /* one MLSAG: rows of (inputs + 1) scalars */
		sn_reader_skip(r, tx->n_outputs, RANGE_PROOF_SIZE);
		sn_reader_skip(r, ring * (inputs + 1) + 1, 32);
		return;
	case SN_RCT_SIMPLE: /* MLSAGs with rows of 2 */
		sn_reader_skip(r, tx->n_outputs, RANGE_PROOF_SIZE);
		sn_reader_skip(r, inputs * (2 * ring + 1), 32);
		return;
	case SN_RCT_BULLETPROOF:
	case SN_RCT_BULLETPROOF2:
		sn_range_proofs_skip(r, tx->rct_type, tx->n_outputs, padded_outputs);
		sn_reader_skip(r, inputs * (2 * ring + 1), 32);
		break;
	case SN_RCT_CLSAG:
	case SN_RCT_BULLETPROOF_PLUS:
		sn_range_proofs_skip(r, tx->rct_type, tx->n_outputs, padded_outputs);
		sn_reader_skip(r, inputs * (ring + 2), 32);
		break;
	case SN_RCT_FCMP_PLUS_PLUS:
		sn_fcmp_proofs_skip(r, tx);
		return;
	}
	sn_reader_skip(r, inputs, 32); /* pseudo-output commitments */
}

int sn_ringct_proofs_init(struct sn_ringct_proofs *proofs, size_t n_bpps, size_t n_inputs)
{
	*proofs = (struct sn_ringct_proofs){.n_bpps = n_bpps, .n_inputs = n_inputs};
	proofs->bpps = calloc(n_bpps ? n_bpps : 1, sizeof *proofs->bpps);
	proofs->clsags = calloc(n_inputs ? n_inputs : 1, sizeof *proofs->clsags);
	proofs->pseudo_outs = calloc(n_inputs ? n_inputs : 1, sizeof *proofs->pseudo_outs);
	if (!proofs->bpps || !proofs->clsags || !proofs->pseudo_outs) {
		sn_ringct_proofs_free(proofs);
		return SN_IO;
	}
	return SN_OK;
}

void sn_ringct_proofs_free(struct sn_ringct_proofs *proofs)
{
	free(proofs->bpps);
	free(proofs->clsags);
	free(proofs->pseudo_outs);
	*proofs = (struct sn_ringct_proofs){0};
}

int sn_ringct_proofs_parse(struct sn_ringct_proofs *proofs, const struct sn_tx *tx)
{
	*proofs = (struct sn_ringct_proofs){0};
	if (tx->version != 2 || tx->rct_type != SN_RCT_BULLETPROOF_PLUS || tx->is_pruned)
		return SN_USAGE;
	uint64_t ring = ring_size(tx);
	struct sn_reader r;
	sn_reader_init(&r, tx->prunable, tx->prunable_len);
	uint64_t n_bpps = sn_read_varint(&r);
	if (r.failed || n_bpps > tx->n_outputs || ring > SN_RING_MAX)
		return SN_BAD_INPUT;

	int ret = sn_ringct_proofs_init(proofs, (size_t)n_bpps, tx->n_inputs);
	if (ret)
		return ret;
	for (size_t i = 0; i < n_bpps; i++)
		sn_range_proof_read(&proofs->bpps[i], &r);
	for (size_t i = 0; i < tx->n_inputs; i++) {
		struct sn_clsag *sig = &proofs->clsags[i];
		sig->n = (size_t)ring;
		for (size_t j = 0; j < sig->n; j++)
			sn_read_copy(&r, sig->s[j].b, 32);
		sn_read_copy(&r, sig->c1.b, 32);
		sn_read_copy(&r, sig->d.b, 32);
	}
	for (size_t i = 0; i < tx->n_inputs; i++)
		sn_read_copy(&r, proofs->pseudo_outs[i].b, 32);
	if (!sn_reader_is_done(&r)) {
		sn_ringct_proofs_free(proofs);
		return SN_BAD_INPUT;
	}
	return SN_OK;
}

void sn_ringct_proofs_write(struct sn_buf *out, const struct sn_ringct_proofs *proofs)
{
	sn_put_varint(out, proofs->n_bpps);
	for (size_t i = 0; i < proofs->n_bpps; i++)
		sn_range_proof_write(out, &proofs->bpps[i]);
	for (size_t i = 0; i < proofs->n_inputs; i++) {
		const struct sn_clsag *sig = &proofs->clsags[i];
		for (size_t j = 0; j < sig->n; j++)
			sn_put_bytes(out, sig->s[j].b, 32);
		sn_put_bytes(out, sig->c1.b, 32);
		sn_put_bytes(out, sig->d.b, 32);
	}
	for (size_t i = 0; i < proofs->n_inputs; i++)
		sn_put_bytes(out, proofs->pseudo_outs[i].b, 32);
}
