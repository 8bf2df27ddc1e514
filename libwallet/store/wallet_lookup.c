#include "store/wallet_lookup.h"

#include "store/wallet_state.h"

uint64_t sn_wallet_height(const struct sn_wallet *w)
{
	uint64_t height = w->n_blocks ? w->blocks[w->n_blocks - 1].height + 1 : 0;
	return height > w->restore_height ? height : w->restore_height;
}

size_t sn_wallet_outputs_from(const struct sn_wallet *w, uint64_t height)
{
	size_t low = 0, high = w->n_outputs;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (w->outputs[middle].height < height)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

size_t sn_wallet_find_key_hashed(const struct sn_wallet *w, const struct sn_point *key, uint32_t hash)
{
	struct sn_index_walk walk = sn_index_walk(hash);
	for (size_t i; (i = sn_index_next(&w->store->by_key, &walk)) != SIZE_MAX;)
		if (sn_point_is_equal(&w->outputs[i].key, key))
			return i;
	return SIZE_MAX;
}

size_t sn_wallet_find_key(const struct sn_wallet *w, const struct sn_point *key)
{
	return sn_wallet_find_key_hashed(w, key, sn_index_hash(key->b, sizeof key->b));
}

const struct sn_hash *sn_wallet_spent_by(const struct sn_wallet *w, const struct sn_wallet_output *o)
{
	return o->is_spent ? &w->spenders[o->spender] : NULL;
}

bool sn_wallet_is_burnt(const struct sn_wallet *w, size_t output)
{
	return w->store->next_same_key[output] != output &&
	       sn_wallet_find_key(w, &w->outputs[output].key) != output;
}

size_t sn_wallet_next_of_key(const struct sn_wallet *w, size_t output)
{
	return w->store->next_same_key[output];
}
