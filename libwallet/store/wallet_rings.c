#include "store/wallet_rings.h"

#include "store/wallet_records.h"
#include "store/wallet_state.h"

#include <string.h>

static size_t find(const struct sn_wallet *w, const struct sn_point *key)
{
	struct sn_index_walk walk = sn_index_walk(sn_index_hash(key->b, sizeof key->b));
	for (size_t i; (i = sn_index_next(&w->store->by_ring, &walk)) != SIZE_MAX;)
		if (sn_point_is_equal(&w->rings[i].key, key))
			return i;
	return SIZE_MAX;
}

const struct sn_wallet_ring *sn_wallet_find_ring(const struct sn_wallet *w, const struct sn_point *key)
{
	size_t at = find(w, key);
	return at == SIZE_MAX ? NULL : &w->rings[at];
}

/* Drop a quarter at once, so that the index is not rebuilt for each new ring. */
static void drop_first(struct sn_wallet *w)
{
	const size_t n = SN_WALLET_RINGS_MAX / 4;
	memmove(w->rings, w->rings + n, (w->n_rings - n) * sizeof *w->rings);
	w->n_rings -= n;
	sn_index_clear(&w->store->by_ring);
	for (size_t i = 0; i < w->n_rings; i++)
		sn_index_add(&w->store->by_ring, sn_index_hash(w->rings[i].key.b, sizeof w->rings[i].key.b),
			     i);
}

int sn_wallet_set_ring(struct sn_wallet *w, const struct sn_wallet_ring *ring)
{
	struct sn_wallet_store *s = w->store;
	size_t at = find(w, &ring->key), mark = s->pending.len;
	if (ring->from_first >> SN_WALLET_DECOYS)
		return SN_BAD_INPUT;
	for (size_t i = 1; i < SN_WALLET_DECOYS; i++)
		if (ring->decoys[i] <= ring->decoys[i - 1])
			return SN_BAD_INPUT;
	if (at != SIZE_MAX && w->rings[at].height == ring->height &&
	    w->rings[at].from_first == ring->from_first &&
	    !memcmp(w->rings[at].decoys, ring->decoys, sizeof ring->decoys))
		return SN_OK;
	if (at == SIZE_MAX && (sn_wallet_make_room(&w->rings, &s->cap_rings, w->n_rings, sizeof *w->rings) ||
			       sn_index_reserve(&s->by_ring, 1)))
		return SN_IO;
	if (!s->is_replaying)
		sn_record_put_ring(&s->pending, ring);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	if (at == SIZE_MAX) {
		if (w->n_rings == SN_WALLET_RINGS_MAX)
			drop_first(w);
		at = w->n_rings++;
		sn_index_add(&s->by_ring, sn_index_hash(ring->key.b, sizeof ring->key.b), at);
	}
	w->rings[at] = *ring;
	return SN_OK;
}
