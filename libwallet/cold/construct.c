#include "cold/construct.h"

#include "base/secret.h"
#include "chain/extra.h"
#include "chain/ringct_proofs.h"
#include "chain/transaction.h"
#include "crypto/derive.h"
#include "crypto/group.h"
#include "crypto/scalar.h"
#include "ringct/commitment.h"

#include <stdlib.h>
#include <string.h>

/* What is being made. Secret throughout. */
struct draft {
	size_t order[SN_TX_OUTPUTS_MAX];               /* output i is plan->outputs[order[i]] */
	struct sn_scalar r;                            /* tx secret key */
	struct sn_point tx_key;                        /* R */
	struct sn_scalar additional_r[SN_TX_OUTPUTS_MAX];
	struct sn_point additional[SN_TX_OUTPUTS_MAX];
	uint64_t amounts[SN_TX_OUTPUTS_MAX];
	struct sn_scalar masks[SN_TX_OUTPUTS_MAX];
	struct sn_bpp bpp;
};

static int by_image_descending(const void *a, const void *b)
{
	const struct sn_opened_input *x = a, *y = b;
	return memcmp(y->image.b, x->image.b, sizeof x->image.b);
}

/* Fisher-Yates. */
static void shuffle(size_t *order, size_t n, struct sn_random *random)
{
	for (size_t i = 0; i < n; i++)
		order[i] = i;
	for (size_t i = n; i > 1; i--) {
		size_t j = sn_random_below(random, i), swap = order[i - 1];
		order[i - 1] = order[j];
		order[j] = swap;
	}
}

/* R = r·G, or r·D for a recipient with a subaddress. */
static int tx_public_key(struct sn_point *key, const struct sn_scalar *r, const struct sn_address *subaddress)
{
	struct sn_ge p;
	if (!subaddress) {
		sn_secret_to_public(key, r);
		return SN_OK;
	}
	int ret = sn_ge_decode(&p, &subaddress->spend);
	if (ret)
		return ret;
	sn_ge_mul(&p, r, &p);
	sn_ge_encode(key, &p);
	sn_wipe(&p, sizeof p);
	return SN_OK;
}

static int make_keys(struct draft *d, const struct sn_tx_plan *plan, struct sn_random *random)
{
	sn_random_scalar(random, &d->r);
	int ret = tx_public_key(&d->tx_key, &d->r, plan->tx_key_for);
	for (size_t i = 0; !ret && plan->has_additional_keys && i < plan->n_outputs; i++) {
		const struct sn_address *address = &plan->outputs[d->order[i]].address;
		sn_random_scalar(random, &d->additional_r[i]);
		ret = tx_public_key(&d->additional[i], &d->additional_r[i],
				    address->kind == SN_ADDRESS_SUBADDRESS ? address : NULL);
	}
	return ret;
}

static const struct sn_address *change_address(const struct sn_tx_plan *plan)
{
	for (size_t i = 0; i < plan->n_outputs; i++)
		if (plan->outputs[i].kind == SN_PLANNED_CHANGE)
			return &plan->outputs[i].address;
	return NULL;
}

/* What sender and receiver of output i share: 8·r·A, with the output's own key for a subaddress among several
 * recipients; towards ourselves, and for the dummy that nobody receives, 8·a·R. */
static int derive_output(struct sn_point *derivation, const struct draft *d, size_t i, const struct sn_account *account,
			 const struct sn_tx_plan *plan)
{
	const struct sn_planned_output *o = &plan->outputs[d->order[i]];
	const struct sn_address *change = change_address(plan);
	bool is_change = o->kind == SN_PLANNED_CHANGE ||
			 (o->kind == SN_PLANNED_DESTINATION && change &&
			  sn_point_is_equal(&o->address.spend, &change->spend) &&
			  sn_point_is_equal(&o->address.view, &change->view));
	if (is_change || o->kind == SN_PLANNED_DUMMY)
		return sn_derive(derivation, &d->tx_key, &account->view_secret);
	if (plan->has_additional_keys && o->address.kind == SN_ADDRESS_SUBADDRESS)
		return sn_derive(derivation, &o->address.view, &d->additional_r[i]);
	return sn_derive(derivation, &o->address.view, &d->r);
}

static int make_output(struct sn_tx_output *out, struct draft *d, size_t i, const struct sn_account *account,
		       const struct sn_tx_plan *plan, struct sn_random *random)
{
	const struct sn_planned_output *o = &plan->outputs[d->order[i]];
	struct sn_point derivation, spend = o->address.spend;
	struct sn_scalar shared, nobody;
	if (o->kind == SN_PLANNED_DUMMY) {
		sn_random_scalar(random, &nobody);
		sn_secret_to_public(&spend, &nobody);
		sn_wipe(&nobody, sizeof nobody);
	}
	int ret = derive_output(&derivation, d, i, account, plan);
	if (!ret)
		ret = sn_derive_public_key(&out->key, &derivation, i, &spend);
	if (ret)
		goto out;
	out->has_view_tag = true;
	out->view_tag = sn_derive_view_tag(&derivation, i);
	sn_derivation_to_scalar(&shared, &derivation, i);

	uint8_t amount[8];
	sn_store_u64(amount, o->amount);
	sn_amount_crypt8(out->encrypted_amount, amount, &shared);
	d->amounts[i] = o->amount;
	sn_commitment_mask(&d->masks[i], &shared);
	sn_commit(&out->commitment, &d->masks[i], o->amount);
	sn_wipe(amount, sizeof amount);
out:
	sn_wipe(&derivation, sizeof derivation);
	sn_wipe(&shared, sizeof shared);
	return ret;
}

static int make_extra(struct sn_buf *extra, const struct draft *d, const struct sn_tx_plan *plan)
{
	uint8_t id[SN_PAYMENT_ID_BYTES];
	if (plan->has_payment_id) {
		struct sn_point derivation;
		int ret = sn_derive(&derivation, &plan->payment_id_for->view, &d->r);
		if (ret)
			return ret;
		sn_payment_id_crypt(id, plan->payment_id, &derivation);
		sn_wipe(&derivation, sizeof derivation);
	}
	sn_extra_write(extra, &d->tx_key, d->additional, plan->has_additional_keys ? plan->n_outputs : 0,
		       plan->has_payment_id ? id : NULL);
	return extra->failed ? SN_IO : SN_OK;
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

/* Pseudo commitments: the same amounts under fresh masks, the last of which makes all masks of inputs
 * and outputs cancel out. */
static void make_pseudo_outs(struct sn_point *pseudo_outs, struct sn_scalar *pseudo_masks, const struct draft *d,
			     size_t n_outputs, const struct sn_opened_input *inputs, size_t n_inputs,
			     struct sn_random *random)
{
	struct sn_scalar rest = sn_scalar_zero;
	for (size_t i = 0; i < n_outputs; i++)
		sn_scalar_add(&rest, &rest, &d->masks[i]);
	for (size_t i = 0; i < n_inputs; i++) {
		if (i + 1 < n_inputs) {
			sn_random_scalar(random, &pseudo_masks[i]);
			sn_scalar_sub(&rest, &rest, &pseudo_masks[i]);
		} else {
			pseudo_masks[i] = rest;
		}
		sn_commit(&pseudo_outs[i], &pseudo_masks[i], inputs[i].input->amount);
	}
	sn_wipe(&rest, sizeof rest);
}

static int sign_inputs(struct sn_ringct_proofs *proofs, const struct sn_tx *tx, const struct draft *d,
		       const struct sn_opened_input *inputs, struct sn_random *random)
{
	struct sn_hash message;
	struct sn_scalar *pseudo_masks = sn_secret_alloc(tx->n_inputs * sizeof *pseudo_masks);
	if (!pseudo_masks)
		return SN_IO;
	make_pseudo_outs(proofs->pseudo_outs, pseudo_masks, d, tx->n_outputs, inputs, tx->n_inputs, random);
	int ret = sn_tx_signing_hash(&message, tx, &d->bpp, 1);
	for (size_t i = 0; !ret && i < tx->n_inputs; i++) {
		const struct sn_unsigned_input *input = inputs[i].input;
		struct sn_random nonces;
		struct sn_scalar z;
		sn_random_fork(&nonces, random, "clsag", i);
		sn_scalar_sub(&z, &inputs[i].mask, &pseudo_masks[i]);
		ret = sn_clsag_sign(&proofs->clsags[i], &message, input->ring, input->n_ring, inputs[i].real,
				    &inputs[i].image, &proofs->pseudo_outs[i], &inputs[i].x, &z, &nonces);
		sn_random_wipe(&nonces);
		sn_wipe(&z, sizeof z);
	}
	sn_secret_free(pseudo_masks);
	return ret;
}

int sn_construct(struct sn_buf *out, const struct sn_account *account, const struct sn_unsigned_tx *unsigned_tx,
		 const struct sn_tx_plan *plan, struct sn_opened_input *inputs, struct sn_random *random,
		 struct sn_error *err)
{
	struct sn_tx tx = {0};
	struct sn_ringct_proofs proofs = {0};
	struct sn_buf extra = {0}, prunable = {0};
	struct draft *d = sn_secret_alloc(sizeof *d);
	int ret = SN_IO;
	if (!d || sn_tx_init(&tx, unsigned_tx->n_inputs, SN_RING_SIZE, plan->n_outputs) ||
	    sn_ringct_proofs_init(&proofs, 1, unsigned_tx->n_inputs)) {
		ret = sn_error_memory(err);
		goto out;
	}

	qsort(inputs, unsigned_tx->n_inputs, sizeof *inputs, by_image_descending);
	make_inputs(&tx, inputs);
	tx.unlock_time = unsigned_tx->unlock_time;
	tx.rct_type = SN_RCT_BULLETPROOF_PLUS;
	tx.fee = unsigned_tx->fee;

	shuffle(d->order, plan->n_outputs, random);
	ret = make_keys(d, plan, random);
	for (size_t i = 0; !ret && i < plan->n_outputs; i++)
		ret = make_output(&tx.outputs[i], d, i, account, plan, random);
	if (!ret)
		ret = make_extra(&extra, d, plan);
	if (ret) {
		ret = sn_error_set(err, SN_REFUSED, "a recipient's address holds no valid keys");
		goto out;
	}
	tx.extra = extra.data;
	tx.extra_len = extra.len;

	struct sn_random proof_random;
	sn_random_fork(&proof_random, random, "bulletproofs+", 0);
	ret = sn_bpp_prove(&d->bpp, d->amounts, d->masks, plan->n_outputs, &proof_random);
	sn_random_wipe(&proof_random);
	if (!ret)
		ret = sign_inputs(&proofs, &tx, d, inputs, random);
	if (ret) {
		ret = sn_error_set(err, SN_REFUSED, "the transaction could not be signed");
		goto out;
	}
	proofs.bpps[0] = d->bpp;
	sn_ringct_proofs_write(&prunable, &proofs);
	tx.prunable = prunable.data;
	tx.prunable_len = prunable.len;
	sn_tx_write(out, &tx);
	if (prunable.failed || out->failed)
		ret = sn_error_memory(err);
out:
	sn_secret_free(d);
	sn_ringct_proofs_free(&proofs);
	sn_tx_free(&tx);
	sn_buf_free(&extra);
	sn_buf_free(&prunable);
	return ret;
}
