#include "chain/fcmp_proofs.h"
#include "chain/consensus.h"
#include "chain/fcmp_size.h"
#include "chain/range_proof.h"
#include "chain/varint.h"

#include <stdlib.h>

/* Read all parts, those of n_inputs inputs into proofs->inputs unless it is NULL. */
static void read_proofs(struct sn_fcmp_proofs *proofs, struct sn_reader *r, size_t n_inputs, size_t n_outputs)
{
	if (sn_read_varint(r) != 1)
		sn_reader_fail(r);
	sn_range_proof_read(&proofs->bpp, r);
	if (n_outputs > SN_BPP_OUTPUTS_MAX || proofs->bpp.rounds != sn_bpp_rounds(n_outputs))
		sn_reader_fail(r);
	proofs->reference_block = sn_read_varint(r);
	proofs->n_layers = sn_read_u8(r);
	proofs->membership_len = sn_fcmp_membership_size(n_inputs, proofs->n_layers);
	if (!proofs->reference_block || !proofs->membership_len)
		sn_reader_fail(r);
	struct sn_fcmp_input ignored;
	for (size_t i = 0; i < n_inputs && !r->failed; i++) {
		struct sn_fcmp_input *in = proofs->inputs ? &proofs->inputs[i] : &ignored;
		sn_read_copy(r, in->o_tilde.b, 32);
		sn_read_copy(r, in->i_tilde.b, 32);
		sn_read_copy(r, in->r.b, 32);
		sn_read_copy(r, in->sal, sizeof in->sal);
	}
	proofs->membership = sn_read_view(r, proofs->membership_len);
	for (size_t i = 0; i < n_inputs && !r->failed; i++)
		sn_read_copy(r, (proofs->inputs ? &proofs->inputs[i] : &ignored)->c_tilde.b, 32);
}

void sn_fcmp_proofs_skip(struct sn_reader *r, const struct sn_tx *tx)
{
	struct sn_fcmp_proofs proofs = {0};
	read_proofs(&proofs, r, tx->n_inputs, tx->n_outputs);
}

int sn_fcmp_proofs_init(struct sn_fcmp_proofs *proofs, size_t n_inputs)
{
	*proofs = (struct sn_fcmp_proofs){0};
	if (!n_inputs || n_inputs > SN_FCMP_INPUTS_MAX)
		return SN_USAGE;
	proofs->inputs = calloc(n_inputs, sizeof *proofs->inputs);
	if (!proofs->inputs)
		return SN_IO;
	proofs->n_inputs = n_inputs;
	return SN_OK;
}

void sn_fcmp_proofs_free(struct sn_fcmp_proofs *proofs)
{
	free(proofs->inputs);
	*proofs = (struct sn_fcmp_proofs){0};
}

int sn_fcmp_proofs_parse(struct sn_fcmp_proofs *proofs, const struct sn_tx *tx)
{
	struct sn_reader r;
	*proofs = (struct sn_fcmp_proofs){0};
	if (tx->version != 2 || tx->rct_type != SN_RCT_FCMP_PLUS_PLUS || tx->is_pruned)
		return SN_USAGE;
	int ret = sn_fcmp_proofs_init(proofs, tx->n_inputs);
	if (ret)
		return ret;
	sn_reader_init(&r, tx->prunable, tx->prunable_len);
	read_proofs(proofs, &r, tx->n_inputs, tx->n_outputs);
	if (!sn_reader_is_done(&r)) {
		sn_fcmp_proofs_free(proofs);
		return SN_BAD_INPUT;
	}
	return SN_OK;
}

void sn_fcmp_proofs_write(struct sn_buf *out, const struct sn_fcmp_proofs *proofs)
{
	sn_put_varint(out, 1);
	sn_range_proof_write(out, &proofs->bpp);
	sn_put_varint(out, proofs->reference_block);
	sn_put_u8(out, proofs->n_layers);
	for (size_t i = 0; i < proofs->n_inputs; i++) {
		const struct sn_fcmp_input *in = &proofs->inputs[i];
		sn_put_bytes(out, in->o_tilde.b, 32);
		sn_put_bytes(out, in->i_tilde.b, 32);
		sn_put_bytes(out, in->r.b, 32);
		sn_put_bytes(out, in->sal, sizeof in->sal);
	}
	sn_put_bytes(out, proofs->membership, proofs->membership_len);
	for (size_t i = 0; i < proofs->n_inputs; i++)
		sn_put_bytes(out, proofs->inputs[i].c_tilde.b, 32);
}
