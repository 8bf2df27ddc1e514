#include "hot/submit_check.h"

#include "base/hex.h"
#include "base/secret.h"
#include "chain/output.h"
#include "crypto/derive.h"
#include "hot/rings.h"
#include "hot/second_payment.h"

#include <stdlib.h>

int sn_submit_foreign(struct sn_error *err, const char *problem)
{
	return sn_error_because(err, SN_REFUSED, SN_REASON_FOREIGN,
				"the signed file does not match this wallet: %s; nothing was sent", problem);
}

int sn_submit_unknown_output(struct sn_error *err)
{
	return sn_error_hint(
		err, sn_submit_foreign(err, "an input spends an output that this wallet does not know"),
		"run wo-sync (sneakernote: refresh)");
}

static bool is_among(uint64_t index, const uint64_t *indices, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (indices[i] == index)
			return true;
	return false;
}

/* The output with this key that is a member of the ring, among the outputs with the same key from `first` on;
 * SIZE_MAX without one. A sender may repeat a one-time key at any time, even with a larger amount, so the
 * counting output may be a different one than the one spent here. */
static size_t find_in_ring(const struct sn_wallet *w, size_t first, const uint64_t *indices, size_t n)
{
	size_t output = first;
	do {
		if (is_among(w->outputs[output].global_index, indices, n))
			return output;
		output = sn_wallet_next_of_key(w, output);
	} while (output != first);
	return SIZE_MAX;
}

/* Each input spends an output of ours that is a member of its ring, with the known key image, if it is
 * known. */
static int check_inputs(struct candidate *c, const struct sn_wallet *w, struct sn_error *err)
{
	const struct sn_signed_tx *s = c->signed_tx;
	struct sn_hash rings[SN_TX_INPUTS_MAX];
	if (c->tx.n_inputs != s->n_spent || s->n_spent > SN_TX_INPUTS_MAX)
		return sn_submit_foreign(err, "it does not name the output that each input spends");
	for (size_t i = 0; i < s->n_spent; i++) {
		uint64_t indices[SN_RING_MAX];
		bool known;
		size_t output = sn_wallet_find_key(w, &s->spent[i]);
		if (output == SIZE_MAX)
			return sn_submit_unknown_output(err);
		if (c->tx.inputs[i].ring_size > SN_RING_MAX || sn_tx_ring_indices(indices, &c->tx, i))
			return sn_submit_foreign(err, "the ring of an input is invalid");
		output = find_in_ring(w, output, indices, c->tx.inputs[i].ring_size);
		if (output == SIZE_MAX)
			return sn_submit_foreign(err, "an input does not spend the output that it names");
		const struct sn_wallet_output *o = &w->outputs[output];
		const struct sn_point *image = &c->tx.inputs[i].key_image;
		if (!sn_key_image_is_valid(image))
			return sn_submit_foreign(err, "a key image is invalid");
		if (sn_wallet_image_contradicts(w, &o->key, image, &known))
			return sn_submit_foreign(err, "a key image contradicts the known one of that output");
		sn_ring_hash(&rings[i], indices, c->tx.inputs[i].ring_size);
		if (__builtin_add_overflow(c->spent, o->amount, &c->spent))
			return sn_submit_foreign(err, "its amounts overflow");
	}
	sn_rings_hash(&c->rings, rings, s->n_spent);
	return SN_OK;
}

/* A scan finds every output that is listed as ours. */
static int check_created(struct candidate *c, const struct sn_wallet *w,
			 const struct sn_subaddress_table *table, struct sn_error *err)
{
	const struct sn_signed_tx *s = c->signed_tx;
	struct sn_owned_output *owned = calloc(c->tx.n_outputs + 1, sizeof *owned);
	size_t n = 0;
	if (!owned || sn_output_scan_tx(owned, &n, &c->tx, w->account, table)) {
		free(owned);
		return sn_error_memory(err);
	}
	size_t found = 0;
	for (size_t i = 0; i < n && i < SN_TX_OUTPUTS_MAX; i++) {
		if (__builtin_add_overflow(c->received, owned[i].amount, &c->received))
			c->received = UINT64_MAX;
		c->returned[c->n_returned] = c->tx.outputs[owned[i].index].key;
		c->returned_amounts[c->n_returned++] = owned[i].amount;
		for (size_t j = 0; j < s->n_created; j++)
			if (s->created[j].index == owned[i].index)
				found++;
	}
	sn_wipe(owned, (c->tx.n_outputs + 1) * sizeof *owned);
	free(owned);
	if (found != s->n_created)
		return sn_submit_foreign(err, "it lists a foreign output as ours");
	for (size_t j = 0; j < s->n_created; j++) {
		bool known;
		const struct sn_point *image = &s->created[j].image;
		if (!sn_key_image_is_valid(image))
			return sn_submit_foreign(err, "a key image is invalid");
		if (sn_wallet_image_contradicts(w, &c->tx.outputs[s->created[j].index].key, image, &known))
			return sn_submit_foreign(err, "a key image contradicts the known one of that output");
	}
	return SN_OK;
}

int sn_submit_check(struct candidate *c, const struct sn_wallet *w, const struct sn_subaddress_table *table,
		    struct sn_error *err)
{
	int ret = sn_tx_parse(&c->tx, c->signed_tx->bytes, c->signed_tx->len, false);
	if (ret || c->tx.rct_type != SN_RCT_BULLETPROOF_PLUS || sn_tx_hash(&c->hash, &c->tx))
		return sn_error_set(err, SN_BAD_INPUT, "the signed file contains an invalid transaction");
	ret = check_inputs(c, w, err);
	if (!ret)
		ret = check_created(c, w, table, err);
	if (!ret && (c->received > c->spent || c->tx.fee > c->spent - c->received))
		ret = sn_submit_foreign(err, "its amounts do not add up");
	return ret;
}

static bool spends_same(const struct sn_wallet_payment *p, const struct sn_signed_tx *s)
{
	if (p->n_inputs != s->n_spent)
		return false;
	for (size_t i = 0; i < p->n_inputs; i++) {
		bool found = false;
		for (size_t j = 0; j < s->n_spent; j++)
			found |= sn_point_is_equal(&p->inputs[i], &s->spent[j]);
		if (!found)
			return false;
	}
	return true;
}

/* Each output to ourselves has the amount of the change, which occurs once, or of a destination. */
static bool has_change_of(const struct sn_wallet_payment *p, const struct candidate *c)
{
	bool is_used[SN_TX_OUTPUTS_MAX] = {false}, has_change = !p->change;
	for (size_t i = 0; i < c->n_returned; i++) {
		const uint64_t amount = c->returned_amounts[i];
		size_t k = 0;
		if (!has_change && amount == p->change) {
			has_change = true;
			continue;
		}
		while (k < p->n_destinations && k < SN_TX_OUTPUTS_MAX &&
		       (is_used[k] || p->destinations[k].amount != amount))
			k++;
		if (k == p->n_destinations || k == SN_TX_OUTPUTS_MAX)
			return false;
		is_used[k] = true;
	}
	return has_change;
}

/* The transaction composed for the payment has these rings, fee, change and amounts to ourselves. Inputs,
 * fee and change alone are not sufficient: another payment may have the same ones, and the history would
 * then show a wrong recipient. The rings alone are not sufficient either: an output keeps its ring
 * (hot/kept_ring.h). */
static bool was_composed_for(const struct sn_wallet_payment *p, const struct candidate *c)
{
	return sn_hash_is_equal(&p->rings, &c->rings) && p->fee == c->tx.fee &&
	       spends_same(p, c->signed_tx) && has_change_of(p, c);
}

void sn_submit_find_payment(struct candidate *c, const struct sn_wallet *w)
{
	uint64_t prepared = 0, released = 0;
	for (size_t i = w->n_payments; i-- > 0;) {
		const struct sn_wallet_payment *p = &w->payments[i];
		if (sn_hash_is_equal(&p->tx_hash, &c->hash)) {
			c->is_confirmed = p->state == SN_PAYMENT_CONFIRMED;
			c->is_submitted = p->state == SN_PAYMENT_SUBMITTED || c->is_confirmed;
			c->was_sent = true;
			c->was_doubtful = p->is_doubtful;
			c->payment_id = p->id;
			return;
		}
		if (p->state == SN_PAYMENT_PREPARED && !prepared && was_composed_for(p, c))
			prepared = p->id;
		if (p->state == SN_PAYMENT_RELEASED && !released && !sn_payment_was_submitted(p) &&
		    was_composed_for(p, c))
			released = p->id;
	}
	c->payment_id = prepared ? prepared : released;
}

int sn_submit_check_not_taken(const struct candidate *c, const struct sn_wallet *w, struct sn_error *err)
{
	for (size_t i = 0; i < c->signed_tx->n_spent; i++) {
		size_t output = sn_wallet_find_key(w, &c->signed_tx->spent[i]);
		const struct sn_wallet_output *o = &w->outputs[output];
		const struct sn_wallet_payment *holder = sn_wallet_held_by(w, output);
		const struct sn_hash *other = NULL;
		if (o->is_spent && !sn_hash_is_equal(sn_wallet_spent_by(w, o), &c->hash))
			other = sn_wallet_spent_by(w, o);
		else if (holder && holder->state == SN_PAYMENT_SUBMITTED &&
			 !sn_hash_is_equal(&holder->tx_hash, &c->hash))
			other = &holder->tx_hash;
		if (other) {
			char text[65];
			sn_hex_encode(text, other->b, sizeof other->b);
			return sn_error_because(err, SN_REFUSED, SN_REASON_SPENT,
						"an output is already spent by transaction %s; %s", text,
						c->unsent);
		}
	}
	return SN_OK;
}

uint64_t sn_submit_seen_at(const struct sn_wallet *w, const struct candidate *c)
{
	for (size_t i = 0; i < c->signed_tx->n_created; i++) {
		size_t output = sn_wallet_find_key(w, &c->tx.outputs[c->signed_tx->created[i].index].key);
		if (output != SIZE_MAX && sn_hash_is_equal(&w->outputs[output].tx_hash, &c->hash))
			return w->outputs[output].height;
	}
	for (size_t i = 0; i < c->signed_tx->n_spent; i++) {
		const struct sn_wallet_output *o =
			&w->outputs[sn_wallet_find_key(w, &c->signed_tx->spent[i])];
		if (o->is_spent && sn_hash_is_equal(sn_wallet_spent_by(w, o), &c->hash))
			return o->spent_height;
	}
	return 0;
}

int sn_submit_check_second(struct candidate *candidates, size_t n, const struct sn_wallet *w, uint64_t now,
			   struct sn_error *err)
{
	uint64_t *ids = calloc(n + 1, sizeof *ids);
	int ret = ids ? SN_OK : sn_error_memory(err);
	for (size_t i = 0; !ret && i < n; i++)
		ids[i] = candidates[i].payment_id;
	for (size_t i = 0; !ret && i < n; i++) {
		struct candidate *c = &candidates[i];
		if (c->failed || sn_submit_seen_at(w, c))
			continue;
		c->failed = sn_second_payment_check_submit(w, c->payment_id, ids, n, now, &c->why);
		c->may_be_sent = c->failed && c->was_sent;
		if (c->may_be_sent)
			sn_error_append(&c->why, c->failed,
					"; it was submitted before, and the network may have it");
		else if (c->failed)
			sn_error_append(&c->why, c->failed, "; %s", c->unsent);
	}
	free(ids);
	return ret;
}
