#include "cold/check.h"

#include "base/seam.h"
#include "base/secret.h"
#include "chain/extra.h"
#include "chain/ringct_proofs.h"
#include "chain/transaction.h"
#include "crypto/derive.h"
#include "crypto/scalar.h"
#include "ringct/bpp_verify.h"
#include "ringct/commitment.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

/* The input of the request that `input` opens, or NULL. */
static const struct sn_opened_input *find_again(const struct sn_opened_input *again,
						const struct sn_opened_input *input, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (again[i].input == input->input)
			return &again[i];
	return NULL;
}

/* Whether `in` has the key and key image that follow from our keys and the unsigned transaction. */
static bool spends(const struct sn_tx_input *in, const struct sn_opened_input *input,
		   const struct sn_opened_input *again)
{
	int differs = sodium_memcmp(&again->image, &in->key_image, sizeof again->image) |
		      sodium_memcmp(&again->key, &input->key, sizeof again->key);
	bool is_right = !differs;
	/* Here and below: the result of a check is public. */
	SN_PUBLIC(&is_right, sizeof is_right);
	return is_right;
}

static bool input_is_right(const struct sn_tx *tx, size_t i, const struct sn_opened_input *input,
			   const struct sn_opened_input *again)
{
	uint64_t indices[SN_RING_SIZE];
	return tx->inputs[i].kind == SN_INPUT_KEY && tx->inputs[i].amount == 0 &&
	       tx->inputs[i].ring_size == SN_RING_SIZE && again && spends(&tx->inputs[i], input, again) &&
	       input->input->n_ring == SN_RING_SIZE && !sn_tx_ring_indices(indices, tx, i) &&
	       !memcmp(indices, input->input->global_index, sizeof indices) &&
	       /* Strictly descending: no input occurs twice in place of another one. */
	       (!i || memcmp(tx->inputs[i - 1].key_image.b, tx->inputs[i].key_image.b, 32) > 0);
}

/* The inputs are opened again, because a bit may have flipped in `inputs` since. Returns SN_REFUSED or
 * SN_IO. */
static int check_inputs(const struct sn_tx *tx, const struct sn_unsigned_tx *unsigned_tx,
			const struct sn_account *account, const struct sn_opened_input *inputs)
{
	size_t n = unsigned_tx->n_inputs, bad;
	struct sn_opened_input *again = calloc(n, sizeof *again);
	if (!again)
		return SN_IO;
	int ret = sn_inputs_open(again, &bad, account, unsigned_tx->inputs, n, NULL);
	for (size_t i = 0; !ret && i < tx->n_inputs; i++)
		if (!input_is_right(tx, i, &inputs[i], find_again(again, &inputs[i], n)))
			ret = SN_REFUSED;
	sn_wipe(again, n * sizeof *again);
	free(again);
	return ret == SN_IO ? SN_IO : ret ? SN_REFUSED : SN_OK;
}

static int check_proofs(const struct sn_tx *tx, const struct sn_opened_input *inputs)
{
	struct sn_ringct_proofs proofs = {0};
	struct sn_point commitments[SN_TX_OUTPUTS_MAX];
	struct sn_hash message;
	int ret = sn_ringct_proofs_parse(&proofs, tx);
	if (ret)
		return ret;
	ret = SN_REFUSED;
	if (proofs.n_bpps != 1 || proofs.n_inputs != tx->n_inputs)
		goto out;
	for (size_t i = 0; i < tx->n_outputs; i++)
		commitments[i] = tx->outputs[i].commitment;
	ret = sn_bpp_verify(&proofs.bpps[0], commitments, tx->n_outputs);
	if (!ret)
		ret = sn_commitments_balance(proofs.pseudo_outs, tx->n_inputs, commitments, tx->n_outputs,
					     tx->fee);
	if (!ret)
		ret = sn_tx_signing_hash(&message, tx, proofs.bpps, proofs.n_bpps);
	for (size_t i = 0; !ret && i < tx->n_inputs; i++)
		ret = sn_clsag_verify(&proofs.clsags[i], &message, inputs[i].input->ring, SN_RING_SIZE,
				      &tx->inputs[i].key_image, &proofs.pseudo_outs[i]);
out:
	sn_ringct_proofs_free(&proofs);
	return ret;
}

struct scan {
	const struct sn_tx *tx;
	const struct sn_account *account;
	struct sn_point derivation,
		additional[SN_TX_OUTPUTS_MAX]; /* both secret: of R and of the additional keys */
	bool is_valid, additional_is_valid[SN_TX_OUTPUTS_MAX];
	bool is_taken[SN_TX_OUTPUTS_MAX];
	struct sn_point images[SN_TX_OUTPUTS_MAX];
};

/* Whether output i, with this derivation, pays `amount` to our `address`. The view tag excludes most outputs.
 */
static bool is_received(const struct sn_tx_output *o, size_t i, const struct sn_point *derivation,
			const struct sn_address *address, uint64_t amount)
{
	struct sn_point p, commitment;
	struct sn_scalar shared, mask;
	uint8_t plain[8];
	bool found = o->has_view_tag && o->view_tag == sn_derive_view_tag(derivation, i);
	SN_PUBLIC(&found, sizeof found);
	if (!found || sn_derive_public_key(&p, derivation, i, &address->spend))
		return false;
	sn_derivation_to_scalar(&shared, derivation, i);
	sn_commitment_mask(&mask, &shared);
	sn_amount_crypt8(plain, o->encrypted_amount, &shared);
	sn_commit(&commitment, &mask, amount);
	int differs = sodium_memcmp(&p, &o->key, sizeof p) | (sn_load_u64(plain) != amount) |
		      sodium_memcmp(&commitment, &o->commitment, sizeof commitment);
	found = !differs;
	SN_PUBLIC(&found, sizeof found);
	sn_wipe(&shared, sizeof shared);
	sn_wipe(&mask, sizeof mask);
	sn_wipe(plain, sizeof plain);
	return found;
}

static void take(struct scan *s, size_t i, const struct sn_point *derivation,
		 struct sn_subaddress_index index)
{
	struct sn_scalar spend = {{0}}, x;
	sn_account_spend_secret(&spend, s->account, index);
	sn_derive_secret_key(&x, derivation, i, &spend);
	sn_key_image(&s->images[i], &s->tx->outputs[i].key, &x);
	s->is_taken[i] = true;
	sn_wipe(&spend, sizeof spend);
	sn_wipe(&x, sizeof x);
}

/* Find and mark an unmarked output that pays `amount` to our subaddress `index`. */
static bool find_received(struct scan *s, struct sn_subaddress_index index, uint64_t amount)
{
	struct sn_address address;
	sn_account_address(&address, s->account, index);
	for (size_t i = 0; i < s->tx->n_outputs; i++) {
		const struct sn_tx_output *o = &s->tx->outputs[i];
		const struct sn_point *derivation = NULL;
		if (s->is_taken[i])
			continue;
		if (s->is_valid && is_received(o, i, &s->derivation, &address, amount))
			derivation = &s->derivation;
		else if (s->additional_is_valid[i] && is_received(o, i, &s->additional[i], &address, amount))
			derivation = &s->additional[i];
		if (derivation) {
			take(s, i, derivation, index);
			return true;
		}
	}
	return false;
}

/* Compute the derivation of each tx key once. Returns false if tx extra has unexpected keys. */
static bool scan_init(struct scan *s, const struct sn_tx *tx, const struct sn_account *account)
{
	struct sn_extra extra;
	struct sn_point key;
	sn_extra_parse(&extra, tx->extra, tx->extra_len);
	*s = (struct scan){.tx = tx, .account = account};
	if (!extra.is_complete || sn_extra_tx_keys(&key, 1, &extra) != 1 || extra.n_tx_keys != 1 ||
	    extra.n_additional > SN_TX_OUTPUTS_MAX)
		return false;
	s->is_valid = !sn_derive(&s->derivation, &key, &account->view_secret);
	for (size_t i = 0; i < extra.n_additional; i++) {
		sn_extra_additional_key(&key, &extra, i);
		s->additional_is_valid[i] = !sn_derive(&s->additional[i], &key, &account->view_secret);
	}
	return true;
}

static bool scan_finds_ours(struct scan *s, const struct sn_tx *tx, const struct sn_account *account,
			    const struct sn_review_tx *review)
{
	bool is_right = scan_init(s, tx, account);
	if (is_right && review->has_change)
		is_right = find_received(s, review->change_to, review->change);
	for (size_t i = 0; is_right && i < review->n_destinations; i++)
		if (review->destinations[i].is_own)
			is_right = find_received(s, review->destinations[i].own_index,
						 review->destinations[i].amount);
	sn_wipe(&s->derivation, sizeof s->derivation);
	sn_wipe(s->additional, sizeof s->additional);
	return is_right;
}

/* Whether the plan has the destinations of the review in their order, then its change. */
static bool is_reviewed(const struct sn_tx *tx, const struct sn_tx_plan *plan,
			const struct sn_review_tx *review)
{
	if (tx->fee != review->fee || tx->unlock_time != review->unlock_time ||
	    tx->n_inputs != review->n_inputs)
		return false;
	for (size_t i = 0; i < plan->n_outputs; i++) {
		const struct sn_planned_output *o = &plan->outputs[i];
		bool is_right;
		if (i < review->n_destinations)
			is_right = o->kind == SN_PLANNED_DESTINATION &&
				   o->amount == review->destinations[i].amount &&
				   sn_address_is_equal(&o->address, &review->destinations[i].address);
		else if (review->has_change)
			is_right = o->kind == SN_PLANNED_CHANGE && o->amount == review->change &&
				   sn_address_is_equal(&o->address, &review->change_address);
		else
			is_right = o->kind == SN_PLANNED_DUMMY && o->amount == 0;
		if (!is_right)
			return false;
	}
	return plan->n_outputs >= review->n_destinations + review->has_change;
}

static bool output_is_equal(const struct sn_tx_output *a, const struct sn_tx_output *b)
{
	return a->amount == 0 && b->amount == 0 && sn_point_is_equal(&a->key, &b->key) && a->has_view_tag &&
	       a->view_tag == b->view_tag && sn_point_is_equal(&a->commitment, &b->commitment) &&
	       !memcmp(a->encrypted_amount, b->encrypted_amount, 8);
}

/* Make the outputs and tx extra again and compare. Returns SN_REFUSED if they differ, or SN_IO. */
static int check_outputs(const struct sn_tx *tx, const struct sn_account *account,
			 const struct sn_tx_plan *plan, const struct sn_tx_keys *keys)
{
	struct sn_buf extra = {0};
	int ret = sn_tx_keys_fit(keys, plan) ? SN_OK : SN_REFUSED;
	for (size_t i = 0; !ret && i < tx->n_outputs; i++) {
		struct sn_tx_output again;
		struct sn_scalar mask;
		ret = sn_tx_output_make(&again, &mask, keys, i, account, plan);
		sn_wipe(&mask, sizeof mask);
		if (!ret && !output_is_equal(&again, &tx->outputs[i]))
			ret = SN_REFUSED;
	}
	if (!ret)
		ret = sn_tx_extra_make(&extra, keys, plan);
	if (!ret && (extra.len != tx->extra_len || memcmp(extra.data, tx->extra, extra.len)))
		ret = SN_REFUSED;
	sn_buf_free(&extra);
	return ret;
}

static bool is_asked_for(const struct sn_tx *tx, uint64_t weight, const struct sn_unsigned_tx *unsigned_tx,
			 const struct sn_tx_plan *plan)
{
	return tx->version == 2 && tx->rct_type == SN_RCT_BULLETPROOF_PLUS && tx->fee == unsigned_tx->fee &&
	       tx->unlock_time == unsigned_tx->unlock_time && tx->n_inputs == unsigned_tx->n_inputs &&
	       tx->n_outputs == plan->n_outputs && weight == plan->weight;
}

static int refuse(const char *problem, struct sn_error *err)
{
	return sn_error_set(err, SN_REFUSED,
			    "self-check failed: the signed transaction %s; no output was written", problem);
}

static int check_parsed(struct scan *scan, const struct sn_tx *tx, bool is_verified,
			const struct sn_account *account, const struct sn_unsigned_tx *unsigned_tx,
			const struct sn_tx_keys *keys, const struct sn_review_tx *review,
			const struct sn_opened_input *inputs, struct sn_error *err)
{
	struct sn_tx_plan plan;
	uint64_t weight;
	int ret = sn_tx_plan(&plan, account, unsigned_tx, err);
	if (ret)
		return ret;
	ret = sn_tx_weight(&weight, tx);
	if (!ret && !is_asked_for(tx, weight, unsigned_tx, &plan))
		ret = SN_REFUSED;
	if (!ret)
		ret = check_inputs(tx, unsigned_tx, account, inputs);
	if (ret == SN_IO)
		return sn_error_memory(err);
	if (ret || !is_reviewed(tx, &plan, review))
		return refuse("differs from the request", err);
	ret = is_verified ? SN_OK : check_outputs(tx, account, &plan, keys);
	if (ret)
		return ret == SN_IO ? sn_error_memory(err) : refuse("differs from the review", err);
	ret = is_verified ? SN_OK : check_proofs(tx, inputs);
	if (ret)
		return ret == SN_IO ? sn_error_memory(err) : refuse("does not verify", err);
	if (!scan_finds_ours(scan, tx, account, review))
		return refuse("does not have the expected outputs of this wallet", err);
	return SN_OK;
}

int sn_check_signed(struct sn_created_output *created, size_t *n_created, const void *bytes, size_t len,
		    const struct sn_signed_tx *first, const struct sn_account *account,
		    const struct sn_unsigned_tx *unsigned_tx, const struct sn_tx_keys *keys,
		    const struct sn_review_tx *review, const struct sn_opened_input *inputs,
		    struct sn_error *err)
{
	struct sn_tx tx;
	struct scan scan;
	*n_created = 0;
	if (first && (first->len != len || memcmp(first->bytes, bytes, len)))
		return sn_error_hint(
			err,
			sn_error_set(
				err, SN_REFUSED,
				"self-check failed: signing twice gave different results; no output was written"),
			SN_TEST_MEMORY);
	int ret = sn_tx_parse(&tx, bytes, len, false);
	if (ret)
		return ret == SN_IO ? sn_error_memory(err) : refuse("does not parse", err);
	ret = check_parsed(&scan, &tx, first != NULL, account, unsigned_tx, keys, review, inputs, err);
	for (size_t i = 0; !ret && i < tx.n_outputs; i++)
		if (scan.is_taken[i])
			created[(*n_created)++] =
				(struct sn_created_output){.index = i, .image = scan.images[i]};
	sn_tx_free(&tx);
	return ret;
}
