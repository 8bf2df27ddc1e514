#include "store/index.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static uint32_t hash_of(const struct sn_index *ix, const void *key, size_t len)
{
	uint8_t h[crypto_shorthash_BYTES];
	crypto_shorthash(h, key, len, ix->key);
	return (uint32_t)h[0] | (uint32_t)h[1] << 8 | (uint32_t)h[2] << 16 | (uint32_t)h[3] << 24;
}

static void put(struct sn_index_slot *slots, size_t n_slots, struct sn_index_slot slot)
{
	size_t at = slot.hash & (n_slots - 1);
	while (slots[at].place)
		at = (at + 1) & (n_slots - 1);
	slots[at] = slot;
}

int sn_index_reserve(struct sn_index *ix, size_t n)
{
	if (n > UINT32_MAX || ix->n_used > UINT32_MAX - n)
		return SN_IO;
	size_t needed = 2 * (ix->n_used + n);
	if (needed <= ix->n_slots)
		return SN_OK;
	size_t n_slots = ix->n_slots ? ix->n_slots : 64;
	while (n_slots < needed)
		n_slots *= 2;
	struct sn_index_slot *slots = calloc(n_slots, sizeof *slots);
	if (!slots)
		return SN_IO;
	if (!ix->slots)
		randombytes_buf(ix->key, sizeof ix->key);
	for (size_t i = 0; i < ix->n_slots; i++)
		if (ix->slots[i].place)
			put(slots, n_slots, ix->slots[i]);
	free(ix->slots);
	ix->slots = slots;
	ix->n_slots = n_slots;
	return SN_OK;
}

void sn_index_add(struct sn_index *ix, const void *key, size_t len, size_t place)
{
	assert(2 * (ix->n_used + 1) <= ix->n_slots && place < UINT32_MAX);
	put(ix->slots, ix->n_slots, (struct sn_index_slot){hash_of(ix, key, len), (uint32_t)place + 1});
	ix->n_used++;
}

void sn_index_change(struct sn_index *ix, const void *key, size_t len, size_t old, size_t place)
{
	assert(place < UINT32_MAX);
	struct sn_index_walk walk = sn_index_walk(ix, key, len);
	for (size_t i; (i = sn_index_next(ix, &walk)) != SIZE_MAX;)
		if (i == old) {
			ix->slots[(walk.at - 1) & (ix->n_slots - 1)].place = (uint32_t)place + 1;
			return;
		}
	assert(!"the old place is not in the table");
}

struct sn_index_walk sn_index_walk(const struct sn_index *ix, const void *key, size_t len)
{
	uint32_t hash = ix->n_slots ? hash_of(ix, key, len) : 0;
	return (struct sn_index_walk){.hash = hash, .at = hash};
}

size_t sn_index_next(const struct sn_index *ix, struct sn_index_walk *walk)
{
	if (!ix->n_slots)
		return SIZE_MAX;
	/* Ends: at least half of the slots are free. */
	for (;;) {
		const struct sn_index_slot *slot = &ix->slots[walk->at & (ix->n_slots - 1)];
		if (!slot->place)
			return SIZE_MAX;
		walk->at++;
		if (slot->hash == walk->hash)
			return slot->place - 1;
	}
}

void sn_index_clear(struct sn_index *ix)
{
	if (ix->slots)
		memset(ix->slots, 0, ix->n_slots * sizeof *ix->slots);
	ix->n_used = 0;
}

void sn_index_free(struct sn_index *ix)
{
	free(ix->slots);
	*ix = (struct sn_index){0};
}
