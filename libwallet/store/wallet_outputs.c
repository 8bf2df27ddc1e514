#include "store/wallet_outputs.h"

#include "base/secret.h"
#include "store/wallet_incoming.h"
#include "store/wallet_lookup.h"
#include "store/wallet_pairs.h"
#include "store/wallet_payments.h"
#include "store/wallet_records.h"
#include "store/wallet_state.h"

#include <string.h>

/* The position of an output in the chain, as bytes to hash. */
struct place {
	uint8_t b[36];
};

static struct place place_of(const struct sn_wallet_output *o)
{
	struct place p;
	memcpy(p.b, o->tx_hash.b, 32);
	sn_store_u32(p.b + 32, o->index);
	return p;
}

static bool has_output_at(const struct sn_wallet *w, const struct sn_wallet_output *o)
{
	struct place p = place_of(o);
	struct sn_index_walk walk = sn_index_walk(&w->store->by_place, p.b, sizeof p.b);
	for (size_t i; (i = sn_index_next(&w->store->by_place, &walk)) != SIZE_MAX;)
		if (w->outputs[i].index == o->index && sn_hash_is_equal(&w->outputs[i].tx_hash, &o->tx_hash))
			return true;
	return false;
}

/* Of two outputs with one key, whether `a` counts rather than `b`. A total order: the result does not depend
 * on the order in which the outputs were added and spent. */
static bool counts_before(const struct sn_wallet *w, size_t a, size_t b)
{
	const struct sn_wallet_output *x = &w->outputs[a], *y = &w->outputs[b];
	if (x->is_spent != y->is_spent)
		return x->is_spent;
	if (x->amount != y->amount)
		return x->amount > y->amount;
	return a < b;
}

/* There is room in the tables. */
static void index_output(struct sn_wallet *w, size_t i)
{
	struct sn_wallet_store *s = w->store;
	struct sn_point *key = &w->outputs[i].key;
	struct place p = place_of(&w->outputs[i]);
	sn_index_add(&s->by_place, p.b, sizeof p.b, i);
	size_t counting = sn_wallet_find_key(w, key);
	if (counting == SIZE_MAX) {
		s->next_same_key[i] = i;
		sn_index_add(&s->by_key, key->b, sizeof key->b, i);
		return;
	}
	s->next_same_key[i] = s->next_same_key[counting];
	s->next_same_key[counting] = i;
	if (counts_before(w, i, counting))
		sn_index_change(&s->by_key, key->b, sizeof key->b, counting, i);
}

static void rebuild_tables(struct sn_wallet *w)
{
	sn_index_clear(&w->store->by_key);
	sn_index_clear(&w->store->by_place);
	for (size_t i = 0; i < w->n_outputs; i++)
		index_output(w, i);
}

static int make_room_for_output(struct sn_wallet *w)
{
	struct sn_wallet_store *s = w->store;
	size_t cap = s->cap_outputs;
	if (sn_wallet_make_room(&s->next_same_key, &cap, w->n_outputs, sizeof *s->next_same_key) ||
	    sn_wallet_make_room(&w->outputs, &s->cap_outputs, w->n_outputs, sizeof *w->outputs) ||
	    sn_index_reserve(&s->by_key, 1) || sn_index_reserve(&s->by_place, 1))
		return SN_IO;
	return SN_OK;
}

int sn_wallet_add_output(struct sn_wallet *w, const struct sn_wallet_output *output)
{
	struct sn_wallet_store *s = w->store;
	struct sn_wallet_output o = *output;
	bool known = true;
	if (w->n_outputs && o.height < w->outputs[w->n_outputs - 1].height)
		return SN_BAD_INPUT;
	if ((unsigned)o.mask_kind > SN_MASK_EXPLICIT || has_output_at(w, &o))
		return SN_BAD_INPUT;
	if (o.has_image && sn_wallet_image_contradicts(w, &o.key, &o.image, &known))
		return SN_BAD_INPUT;

	/* Absent values are zero, so that memory and a reloaded file compare equal. */
	if (!o.has_payment_id)
		memset(o.payment_id, 0, sizeof o.payment_id);
	if (!o.is_spent) {
		o.spent_height = 0;
		memset(&o.spent_by, 0, sizeof o.spent_by);
	}
	size_t pair = sn_wallet_find_pair(w, &o.key);
	if (pair != SIZE_MAX) {
		o.has_image = true;
		o.image = w->images[pair].image;
	} else if (!o.has_image) {
		memset(&o.image, 0, sizeof o.image);
	}

	if (make_room_for_output(w) || (!known && sn_wallet_make_room_for_pairs(w, 1)))
		return SN_IO;
	size_t mark = s->pending.len;
	if (!s->is_replaying) {
		if (!known && sn_wallet_notes_images(w))
			sn_record_put_image(&s->pending, &o.key, &o.image);
		sn_record_put_output(&s->pending, &o);
	}
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	w->outputs[w->n_outputs++] = o;
	index_output(w, w->n_outputs - 1);
	sn_wallet_drop_incoming(w, &o.tx_hash);
	if (!known)
		sn_wallet_insert_pair(w, &o.key, &o.image);
	return SN_OK;
}

int sn_wallet_set_spent(struct sn_wallet *w, size_t output, uint64_t height, const struct sn_hash *spent_by)
{
	struct sn_wallet_store *s = w->store;
	if (output >= w->n_outputs)
		return SN_BAD_INPUT;
	struct sn_wallet_output *o = &w->outputs[output];
	if (o->is_spent)
		return o->spent_height == height && sn_hash_is_equal(&o->spent_by, spent_by) ? SN_OK
											     : SN_BAD_INPUT;
	size_t mark = s->pending.len;
	if (!s->is_replaying)
		sn_record_put_spent(&s->pending, output, height, spent_by);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	o->is_spent = true;
	o->spent_height = height;
	o->spent_by = *spent_by;
	sn_wallet_raise_conflicts(w, &o->key, height);
	size_t counting = sn_wallet_find_key(w, &o->key);
	if (counts_before(w, output, counting))
		sn_index_change(&s->by_key, o->key.b, sizeof o->key.b, counting, output);
	return SN_OK;
}

void sn_wallet_drop_outputs(struct sn_wallet *w, uint64_t height)
{
	bool has_changed = false;
	while (w->n_outputs && w->outputs[w->n_outputs - 1].height >= height) {
		w->n_outputs--;
		sn_wipe(&w->outputs[w->n_outputs], sizeof *w->outputs);
		has_changed = true;
	}
	for (size_t i = 0; i < w->n_outputs; i++) {
		struct sn_wallet_output *o = &w->outputs[i];
		if (!o->is_spent || o->spent_height < height)
			continue;
		o->is_spent = false;
		o->spent_height = 0;
		memset(&o->spent_by, 0, sizeof o->spent_by);
		has_changed = true;
	}
	if (has_changed)
		rebuild_tables(w);
}
