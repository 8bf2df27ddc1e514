#include "cold/construct.h"

#include "base/seam.h"
#include "base/secret.h"
#include "chain/ringct_proofs.h"
#include "chain/transaction.h"
#include "crypto/scalar.h"
#include "ringct/bpp_prove.h"
#include "ringct/commitment.h"

#include <string.h>

/* Sort by key image, descending, inside of the locked memory: qsort(3) would copy secrets elsewhere. */
static void sort_inputs(struct sn_opened_input *inputs, size_t n)
{
	struct sn_opened_input moving;
	for (size_t i = 1; i < n; i++) {
		size_t at = i;
		while (at > 0 &&
		       memcmp(inputs[at - 1].image.b, inputs[i].image.b, sizeof inputs[i].image.b) < 0)
			at--;
		moving = inputs[i];
		memmove(&inputs[at + 1], &inputs[at], (i - at) * sizeof *inputs);
		inputs[at] = moving;
	}
	sn_wipe(&moving, sizeof moving);
}

static void make_inputs(struct sn_tx *tx, const struct sn_opened_input *inputs)
{
	for (size_t i = 0; i < tx->n_inputs; i++) {
		const struct sn_unsigned_input *input = inputs[i].input;
		uint64_t before = 0;
		tx->inputs[i].kind = SN_INPUT_KEY;
		tx->inputs[i].key_image = inputs[i].image;
		for (size_t j = 0; j < input->n_ring; j++) {
			tx->inputs[i].offsets[j] = input->global_index[j] - before;
			before = input->global_index[j];
		}
	}
}

/* Make the pseudo commitments: commitments to the amounts of the inputs with fresh masks. The last mask is
 * chosen so that the masks of inputs and outputs cancel out. */
static void make_pseudo_outs(struct sn_point *pseudo_outs, struct sn_scalar *pseudo_masks,
			     const struct sn_scalar *masks, size_t n_outputs,
			     const struct sn_opened_input *inputs, size_t n_inputs, struct sn_random *random)
{
	struct sn_scalar rest = sn_scalar_zero;
	for (size_t i = 0; i < n_outputs; i++)
		sn_scalar_add(&rest, &rest, &masks[i]);
	for (size_t i = 0; i < n_inputs; i++) {
		if (i + 1 < n_inputs) {
			sn_random_scalar(random, &pseudo_masks[i]);
			sn_scalar_sub(&rest, &rest, &pseudo_masks[i]);
		} else {
			pseudo_masks[i] = rest;
		}
		sn_commit(&pseudo_outs[i], &pseudo_masks[i], inputs[i].input->amount);
	}
	SN_FAULT_POINT("pseudo masks", pseudo_masks, n_inputs * sizeof *pseudo_masks);
	/* Part of the transaction. */
	SN_PUBLIC(pseudo_outs, n_inputs * sizeof *pseudo_outs);
	SN_FAULT_POINT("pseudo outs", pseudo_outs, n_inputs * sizeof *pseudo_outs);
	sn_wipe(&rest, sizeof rest);
}

static int sign_inputs(struct sn_ringct_proofs *proofs, const struct sn_tx *tx, const struct sn_scalar *masks,
		       const struct sn_opened_input *inputs, struct sn_random *random)
{
	struct sn_hash message;
	struct sn_scalar *pseudo_masks = sn_secret_alloc(tx->n_inputs * sizeof *pseudo_masks);
	if (!pseudo_masks)
		return SN_IO;
	make_pseudo_outs(proofs->pseudo_outs, pseudo_masks, masks, tx->n_outputs, inputs, tx->n_inputs,
			 random);
	int ret = sn_tx_signing_hash(&message, tx, proofs->bpps, 1);
	SN_FAULT_POINT("message", &message, sizeof message);
	for (size_t i = 0; !ret && i < tx->n_inputs; i++) {
		const struct sn_unsigned_input *input = inputs[i].input;
		struct sn_random nonces;
		struct sn_scalar z;
		sn_random_fork(&nonces, random, "clsag", i);
		sn_scalar_sub(&z, &inputs[i].mask, &pseudo_masks[i]);
		SN_FAULT_POINT("z", &z, sizeof z);
		ret = sn_clsag_sign(&proofs->clsags[i], &message, input->ring, input->n_ring, inputs[i].real,
				    &inputs[i].image, &proofs->pseudo_outs[i], &inputs[i].x, &z, &nonces);
		sn_random_wipe(&nonces);
		sn_wipe(&z, sizeof z);
	}
	sn_secret_free(pseudo_masks);
	return ret;
}

static int prove_range(struct sn_bpp *bpp, const struct sn_tx_keys *keys, const struct sn_tx_plan *plan,
		       const struct sn_scalar *masks, struct sn_random *random)
{
	uint64_t amounts[SN_TX_OUTPUTS_MAX];
	struct sn_random child;
	for (size_t i = 0; i < plan->n_outputs; i++)
		amounts[i] = plan->outputs[keys->order[i]].amount;
	SN_FAULT_POINT("amounts", amounts, plan->n_outputs * sizeof *amounts);
	sn_random_fork(&child, random, "bulletproofs+", 0);
	int ret = sn_bpp_prove(bpp, amounts, masks, plan->n_outputs, &child);
	sn_random_wipe(&child);
	sn_wipe(amounts, sizeof amounts);
	return ret;
}

int sn_construct(struct sn_buf *out, struct sn_tx_keys *keys, const struct sn_account *account,
		 const struct sn_unsigned_tx *unsigned_tx, const struct sn_tx_plan *plan,
		 struct sn_opened_input *inputs, struct sn_random *random, struct sn_error *err)
{
	struct sn_tx tx = {0};
	struct sn_ringct_proofs proofs = {0};
	struct sn_buf extra = {0}, prunable = {0};
	struct sn_scalar *masks = sn_secret_alloc(SN_TX_OUTPUTS_MAX * sizeof *masks);
	int ret = SN_IO;
	if (!masks || sn_tx_init(&tx, unsigned_tx->n_inputs, SN_RING_SIZE, plan->n_outputs) ||
	    sn_ringct_proofs_init(&proofs, 1, unsigned_tx->n_inputs)) {
		ret = sn_error_memory(err);
		goto out;
	}

	sort_inputs(inputs, unsigned_tx->n_inputs);
	make_inputs(&tx, inputs);
	tx.unlock_time = unsigned_tx->unlock_time;
	tx.rct_type = SN_RCT_BULLETPROOF_PLUS;
	tx.fee = unsigned_tx->fee;
	SN_FAULT_POINT("inputs", inputs, unsigned_tx->n_inputs * sizeof *inputs);
	SN_FAULT_POINT("prefix", &tx, sizeof tx);
	SN_FAULT_POINT("prefix inputs", tx.inputs, tx.n_inputs * sizeof *tx.inputs);

	ret = sn_tx_keys_make(keys, plan, random);
	SN_FAULT_POINT("tx keys", keys, sizeof *keys);
	for (size_t i = 0; !ret && i < plan->n_outputs; i++)
		ret = sn_tx_output_make(&tx.outputs[i], &masks[i], keys, i, account, plan);
	if (!ret)
		ret = sn_tx_extra_make(&extra, keys, plan);
	if (ret) {
		ret = ret == SN_IO ? sn_error_memory(err)
				   : sn_error_set(err, SN_REFUSED,
						  "the keys of a recipient's address are invalid");
		goto out;
	}
	tx.extra = extra.data;
	tx.extra_len = extra.len;
	SN_FAULT_POINT("outputs", tx.outputs, tx.n_outputs * sizeof *tx.outputs);
	SN_FAULT_POINT("extra", extra.data, extra.len);
	SN_FAULT_POINT("masks", masks, tx.n_outputs * sizeof *masks);

	ret = prove_range(&proofs.bpps[0], keys, plan, masks, random);
	if (!ret)
		ret = sign_inputs(&proofs, &tx, masks, inputs, random);
	if (ret) {
		ret = ret == SN_IO ? sn_error_memory(err)
				   : sn_error_set(err, SN_REFUSED, "the transaction cannot be signed");
		goto out;
	}
	SN_FAULT_POINT("tx keys", keys, sizeof *keys);
	SN_FAULT_POINT("prefix inputs", tx.inputs, tx.n_inputs * sizeof *tx.inputs);
	SN_FAULT_POINT("outputs", tx.outputs, tx.n_outputs * sizeof *tx.outputs);
	SN_FAULT_POINT("extra", extra.data, extra.len);
	SN_FAULT_POINT("proofs", proofs.bpps, sizeof *proofs.bpps);
	SN_FAULT_POINT("proofs", proofs.clsags, tx.n_inputs * sizeof *proofs.clsags);
	SN_FAULT_POINT("pseudo outs", proofs.pseudo_outs, tx.n_inputs * sizeof *proofs.pseudo_outs);
	sn_ringct_proofs_write(&prunable, &proofs);
	SN_FAULT_POINT("prunable", prunable.data, prunable.len);
	tx.prunable = prunable.data;
	tx.prunable_len = prunable.len;
	sn_tx_write(out, &tx);
	if (prunable.failed || out->failed)
		ret = sn_error_memory(err);
out:
	sn_secret_free(masks);
	sn_ringct_proofs_free(&proofs);
	sn_tx_free(&tx);
	sn_buf_free(&extra);
	sn_buf_free(&prunable);
	return ret;
}
