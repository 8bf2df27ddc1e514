#include "judge.h"

#include "chain/ringct_proofs.h"
#include "crypto/keccak.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define SPENT_MAX 64

bool wrong(struct verdict *v, const char *fmt, ...)
{
	va_list ap;
	if (*v->text)
		return false;
	va_start(ap, fmt);
	vsnprintf(v->text, sizeof v->text, fmt, ap);
	va_end(ap);
	return false;
}

/* What any observer sees. */
static bool judge_form(struct verdict *v, const struct sn_tx *tx, const struct sn_signed_tx *signed_tx,
		       const struct shown_tx *shown)
{
	struct sn_buf again = {0};
	uint64_t weight;
	sn_tx_write(&again, tx);
	bool is_same = again.len == signed_tx->len && !memcmp(again.data, signed_tx->bytes, again.len);
	sn_buf_free(&again);
	if (!is_same)
		return wrong(v, "its encoding is not the only one");
	if (tx->version != 2 || tx->rct_type != SN_RCT_BULLETPROOF_PLUS || tx->is_pruned)
		return wrong(v, "not of the present kind");
	if (tx->n_outputs < 2 || tx->n_outputs > 16)
		return wrong(v, "%zu outputs", tx->n_outputs);
	for (size_t i = 0; i < tx->n_outputs; i++) {
		if (tx->outputs[i].amount || !tx->outputs[i].has_view_tag)
			return wrong(v, "output %zu has an amount in clear or no view tag", i);
		for (size_t j = 0; j < i; j++)
			if (sn_point_is_equal(&tx->outputs[i].key, &tx->outputs[j].key))
				return wrong(v, "two outputs of one key: one of them is lost");
	}
	if (sn_tx_weight(&weight, tx) || weight != shown->weight || weight > 149400)
		return wrong(v, "its weight is not as shown, or too much");
	if (tx->fee != shown->fee || tx->unlock_time != shown->unlock_time || tx->n_inputs != shown->n_inputs)
		return wrong(v, "fee, lock or number of inputs are not as shown");
	return true;
}

static const struct sn_unsigned_input *with_ring(const struct sn_unsigned_tx *asked, const struct sn_tx *tx, size_t i,
						 const struct sn_point *spent)
{
	uint64_t indices[SN_RING_MAX];
	if (tx->inputs[i].ring_size != 16 || sn_tx_ring_indices(indices, tx, i))
		return NULL;
	for (size_t j = 0; j < asked->n_inputs; j++) {
		const struct sn_unsigned_input *in = &asked->inputs[j];
		if (in->n_ring != 16 || memcmp(indices, in->global_index, 16 * sizeof *indices))
			continue;
		for (size_t k = 0; k < 16; k++)
			if (sn_point_is_equal(&in->ring[k].key, spent))
				return in;
	}
	return NULL;
}

static bool judge_proofs(struct verdict *v, const struct sn_unsigned_tx *asked, const struct sn_tx *tx,
			 const struct sn_point *spent)
{
	struct sn_ringct_proofs proofs;
	struct sn_point commitments[SN_TX_OUTPUTS_MAX];
	struct sn_hash message;
	if (sn_ringct_proofs_parse(&proofs, tx))
		return wrong(v, "its proofs do not parse");
	for (size_t i = 0; i < tx->n_outputs; i++)
		commitments[i] = tx->outputs[i].commitment;
	bool holds = proofs.n_bpps == 1 && !sn_bpp_verify(proofs.bpps, commitments, tx->n_outputs) &&
		     !sn_commitments_balance(proofs.pseudo_outs, tx->n_inputs, commitments, tx->n_outputs, tx->fee) &&
		     !sn_tx_signing_hash(&message, tx, proofs.bpps, 1);
	for (size_t i = 0; holds && i < tx->n_inputs; i++) {
		const struct sn_unsigned_input *in = with_ring(asked, tx, i, &spent[i]);
		holds = in && !sn_clsag_verify(&proofs.clsags[i], &message, in->ring, 16, &tx->inputs[i].key_image,
					       &proofs.pseudo_outs[i]);
	}
	sn_ringct_proofs_free(&proofs);
	return holds ? true : wrong(v, "range proof, balance or ring signatures do not hold");
}

struct spent_list {
	struct sn_point keys[SPENT_MAX];
	size_t n;
};

/* Each key and so each key image once in the whole set. */
static bool add_spent(struct verdict *v, struct spent_list *list, const struct sn_point *keys, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < list->n; j++)
			if (sn_point_is_equal(&list->keys[j], &keys[i]))
				return wrong(v, "an output is spent twice");
		if (list->n == SPENT_MAX)
			return wrong(v, "more inputs than the judge has room for");
		list->keys[list->n++] = keys[i];
	}
	return true;
}

static bool judge_tx(struct verdict *v, struct spent_list *list, const struct world *world, const struct sn_hash *digest,
		     size_t i, const struct sn_unsigned_tx *asked, const struct shown_tx *shown,
		     const struct sn_signed_tx *signed_tx, const struct sn_hash *said)
{
	struct sn_tx tx;
	struct sn_hash hash;
	struct sn_point spent[SPENT_MAX];
	uint64_t sum;
	if (sn_tx_parse(&tx, signed_tx->bytes, signed_tx->len, false))
		return wrong(v, "it does not parse");
	bool is_right = judge_form(v, &tx, signed_tx, shown) &&
			(tx.n_inputs <= SPENT_MAX || wrong(v, "more inputs than the judge has room for")) &&
			judge_inputs(v, &sum, spent, world, asked, &tx) && judge_proofs(v, asked, &tx, spent) &&
			judge_outputs(v, world, digest, i, asked, shown, signed_tx, &tx) &&
			add_spent(v, list, spent, tx.n_inputs);
	if (is_right && sum != shown->inputs_sum)
		is_right = wrong(v, "the inputs hold %llu, not %llu", (unsigned long long)sum,
				 (unsigned long long)shown->inputs_sum);
	if (is_right &&
	    (signed_tx->n_spent != tx.n_inputs || memcmp(signed_tx->spent, spent, tx.n_inputs * sizeof *spent)))
		is_right = wrong(v, "the signed file does not say what is spent");
	if (is_right && (sn_tx_hash(&hash, &tx) || !sn_hash_is_equal(&hash, said)))
		is_right = wrong(v, "the tx_hash is not what was said");
	sn_tx_free(&tx);
	return is_right;
}

/* Decoys that are spent in this very set, as the review counts them. */
static bool judge_own_decoys(struct verdict *v, const struct spent_list *list, const struct sn_unsigned_set *asked,
			     const struct shown *shown)
{
	for (size_t i = 0; i < asked->n; i++) {
		const struct sn_unsigned_tx *tx = &asked->txs[i];
		size_t n = 0;
		for (size_t j = 0; j < tx->n_inputs; j++)
			for (size_t k = 0; k < tx->inputs[j].n_ring; k++)
				for (size_t l = 0; l < list->n; l++)
					n += sn_point_is_equal(&tx->inputs[j].ring[k].key, &list->keys[l]);
		if (n != shown->txs[i].own_decoys + tx->n_inputs)
			return wrong(v, "decoys that are spent elsewhere are not shown");
	}
	return true;
}

static bool judge_set(struct verdict *v, const struct forge *f, const struct sn_unsigned_set *asked,
		      const struct sn_hash *digest, const struct sn_signed_set *signed_set, const struct shown *shown,
		      const struct sn_hash *hashes)
{
	struct spent_list list = {.n = 0};
	if (signed_set->n != asked->n || shown->n != asked->n)
		return wrong(v, "not as many transactions as asked for");
	for (size_t i = 0; i < asked->n; i++)
		if (!judge_tx(v, &list, f->world, digest, i, &asked->txs[i], &shown->txs[i], &signed_set->txs[i],
			      &hashes[i]))
			return false;
	return judge_own_decoys(v, &list, asked, shown);
}

void judge(struct verdict *v, const struct forge *f, const struct sn_buf *file, const struct sn_buf *signed_file,
	   const struct sn_hash *hashes, const struct sn_buf *json, const struct sn_buf *text)
{
	const struct sn_account *alice = &f->world->people[ALICE];
	struct sn_buf content = {0}, signed_content = {0};
	struct sn_unsigned_set asked = {0};
	struct sn_signed_set signed_set = {0};
	struct sn_hash digest;
	struct shown *shown = calloc(1, sizeof *shown);
	v->text[0] = 0;
	if (!shown || sn_envelope_open(&content, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &alice->view_secret, file->data,
				       file->len, NULL) ||
	    sn_unsigned_set_decode(&asked, SN_MAINNET, content.data, content.len, NULL)) {
		wrong(v, "it was signed, and it is no unsigned file");
	} else if (sn_envelope_open(&signed_content, SN_ENVELOPE_SIGNED_SET, SN_MAINNET, &alice->view_secret,
				    signed_file->data, signed_file->len, NULL) ||
		   sn_signed_set_decode(&signed_set, signed_content.data, signed_content.len, NULL)) {
		wrong(v, "what came out is no signed file");
	} else if (read_review(v, shown, json) && judge_review(v, f, shown, text)) {
		sn_keccak256(&digest, content.data, content.len);
		judge_set(v, f, &asked, &digest, &signed_set, shown, hashes);
	}
	free(shown);
	sn_buf_free(&content);
	sn_buf_free(&signed_content);
	sn_unsigned_set_free(&asked);
	sn_signed_set_free(&signed_set);
}
