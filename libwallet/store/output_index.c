#include "store/output_index.h"

#include "store/wallet_lookup.h"
#include "store/wallet_pairs.h"
#include "store/output_order.h"
#include "store/wallet_state.h"

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

/* Whether an output in the circle of `first` has the place of `o`. */
static bool is_in_circle(const struct sn_wallet *w, const struct sn_wallet_output *o, size_t first)
{
	size_t i = first;
	if (first == SIZE_MAX)
		return false;
	do {
		if (w->outputs[i].index == o->index && sn_hash_is_equal(&w->outputs[i].tx_hash, &o->tx_hash))
			return true;
		i = w->store->next_same_key[i];
	} while (i != first);
	return false;
}

/* `counting`: what sn_wallet_find_key has for its key. */
static void index_output(struct sn_wallet *w, size_t i, size_t counting, uint32_t hash)
{
	struct sn_wallet_store *s = w->store;
	s->n_indexed = i + 1;
	if (counting == SIZE_MAX) {
		s->next_same_key[i] = (uint32_t)i;
		sn_index_add(&s->by_key, hash, i);
		return;
	}
	s->next_same_key[i] = s->next_same_key[counting];
	s->next_same_key[counting] = (uint32_t)i;
	if (counts_before(w, i, counting))
		sn_index_change(&s->by_key, hash, counting, i);
}

void sn_wallet_index_output(struct sn_wallet *w, size_t i)
{
	const struct sn_point *key = &w->outputs[i].key;
	const uint32_t hash = sn_index_hash(key->b, sizeof key->b);
	index_output(w, i, sn_wallet_find_key_hashed(w, key, hash), hash);
}

int sn_wallet_make_room_to_index(struct sn_wallet *w, size_t more)
{
	struct sn_wallet_store *s = w->store;
	const size_t n = w->n_outputs + more;
	if (n && sn_wallet_make_room(&s->next_same_key, &s->cap_circles, n - 1, sizeof *s->next_same_key))
		return SN_IO;
	return sn_index_reserve(&s->by_key, n - s->n_indexed);
}

bool sn_wallet_has_output(const struct sn_wallet *w, const struct sn_wallet_output *o)
{
	return is_in_circle(w, o, sn_wallet_find_key(w, &o->key));
}

static void take_image(const struct sn_wallet *w, struct sn_wallet_output *o, uint32_t hash)
{
	const size_t pair = sn_wallet_find_pair_hashed(w, &o->key, hash);
	if (pair == SIZE_MAX)
		return;
	o->has_image = true;
	o->pair = (uint32_t)pair;
}

void sn_wallet_take_image(const struct sn_wallet *w, struct sn_wallet_output *o)
{
	take_image(w, o, sn_index_hash(o->key.b, sizeof o->key.b));
}

/* The hashes of some outputs are computed, and their slots in the tables fetched, before they are needed. */
#define AHEAD 16

int sn_wallet_index_outputs(struct sn_wallet *w)
{
	struct sn_wallet_store *s = w->store;
	uint32_t hashes[AHEAD];
	if (sn_wallet_make_room_to_index(w, 0))
		return SN_IO;
	for (size_t i = s->n_indexed, ahead = i; i < w->n_outputs; i++) {
		for (; ahead < w->n_outputs && ahead < i + AHEAD; ahead++) {
			const struct sn_point *key = &w->outputs[ahead].key;
			const uint32_t hash = hashes[ahead % AHEAD] = sn_index_hash(key->b, sizeof key->b);
			sn_index_prefetch(&s->by_key, hash);
			sn_index_prefetch(&s->image_by_key, hash);
		}
		struct sn_wallet_output *o = &w->outputs[i];
		const uint32_t hash = hashes[i % AHEAD];
		const size_t counting = sn_wallet_find_key_hashed(w, &o->key, hash);
		if (is_in_circle(w, o, counting))
			return SN_BAD_INPUT;
		take_image(w, o, hash);
		index_output(w, i, counting, hash);
	}
	return sn_wallet_order_outputs(w);
}

void sn_wallet_index_spent(struct sn_wallet *w, size_t output)
{
	const struct sn_point *key = &w->outputs[output].key;
	if (output >= w->store->n_indexed)
		return;
	size_t counting = sn_wallet_find_key(w, key);
	if (counts_before(w, output, counting))
		sn_index_change(&w->store->by_key, sn_index_hash(key->b, sizeof key->b), counting, output);
}

void sn_wallet_index_anew(struct sn_wallet *w)
{
	sn_index_clear(&w->store->by_key);
	w->store->n_indexed = 0;
	for (size_t i = 0; !w->store->is_replaying && i < w->n_outputs; i++)
		sn_wallet_index_output(w, i);
}
