#include "store/wallet_frozen.h"

#include "store/wallet_records.h"
#include "store/wallet_state.h"

#include <string.h>

/* The position of the key in the sorted list, or the position to insert it. */
static size_t place_of(const struct sn_wallet *w, const struct sn_point *key)
{
	size_t low = 0, high = w->n_frozen;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (memcmp(&w->frozen[middle], key, sizeof *key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_at(const struct sn_wallet *w, size_t at, const struct sn_point *key)
{
	return at < w->n_frozen && sn_point_is_equal(&w->frozen[at], key);
}

bool sn_wallet_is_frozen(const struct sn_wallet *w, const struct sn_point *key)
{
	return is_at(w, place_of(w, key), key);
}

int sn_wallet_set_frozen(struct sn_wallet *w, const struct sn_point *key, bool is_frozen)
{
	struct sn_wallet_store *s = w->store;
	const size_t at = place_of(w, key), mark = s->pending.len;
	if (is_at(w, at, key) == is_frozen)
		return SN_OK;
	if (is_frozen && sn_wallet_make_room(&w->frozen, &s->cap_frozen, w->n_frozen, sizeof *w->frozen))
		return SN_IO;
	if (!s->is_replaying)
		sn_record_put_frozen(&s->pending, key, is_frozen);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	struct sn_point *place = w->frozen + at;
	if (is_frozen) {
		memmove(place + 1, place, (w->n_frozen++ - at) * sizeof *place);
		*place = *key;
	} else {
		memmove(place, place + 1, (--w->n_frozen - at) * sizeof *place);
	}
	return SN_OK;
}
