#include "store/index.h"

#include "base/bytes.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

/* The most positions: each has 32 bits, and the number of slots, a power of two, must fit size_t. */
#define PLACES_MAX (SIZE_MAX / 4 < UINT32_MAX ? SIZE_MAX / 4 : UINT32_MAX)

static uint8_t seed[crypto_shorthash_KEYBYTES];
static pthread_once_t seed_once = PTHREAD_ONCE_INIT;

static void make_seed(void)
{
	randombytes_buf(seed, sizeof seed);
}

uint32_t sn_index_hash(const void *key, size_t len)
{
	uint8_t h[crypto_shorthash_BYTES];
	pthread_once(&seed_once, make_seed);
	crypto_shorthash(h, key, len, seed);
	return sn_load_u32(h);
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
	if (n > PLACES_MAX || ix->n_used > PLACES_MAX - n)
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
	for (size_t i = 0; i < ix->n_slots; i++)
		if (ix->slots[i].place)
			put(slots, n_slots, ix->slots[i]);
	free(ix->slots);
	ix->slots = slots;
	ix->n_slots = n_slots;
	return SN_OK;
}

void sn_index_add(struct sn_index *ix, uint32_t hash, size_t place)
{
	assert(2 * (ix->n_used + 1) <= ix->n_slots && place < UINT32_MAX);
	put(ix->slots, ix->n_slots, (struct sn_index_slot){hash, (uint32_t)place + 1});
	ix->n_used++;
}

void sn_index_change(struct sn_index *ix, uint32_t hash, size_t old, size_t place)
{
	assert(place < UINT32_MAX);
	struct sn_index_walk walk = sn_index_walk(hash);
	for (size_t i; (i = sn_index_next(ix, &walk)) != SIZE_MAX;)
		if (i == old) {
			ix->slots[(walk.at - 1) & (ix->n_slots - 1)].place = (uint32_t)place + 1;
			return;
		}
	assert(!"the old place is not in the table");
}

void sn_index_prefetch(const struct sn_index *ix, uint32_t hash)
{
	if (ix->n_slots)
		__builtin_prefetch(&ix->slots[hash & (ix->n_slots - 1)], 1);
}

struct sn_index_walk sn_index_walk(uint32_t hash)
{
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
