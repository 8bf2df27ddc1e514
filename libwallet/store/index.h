/* store/index.h - hash table from bytes to positions in an array.
 *
 * The table stores no keys. It returns the positions whose key has the same 32-bit hash, and the caller
 * compares. A key may have several positions. Single positions cannot be removed: the table is cleared and
 * filled again. A zeroed struct is an empty table. */
#ifndef SN_STORE_INDEX_H
#define SN_STORE_INDEX_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

struct sn_index_slot {
	uint32_t hash;
	uint32_t place; /* plus 1; 0: a free slot */
};

struct sn_index {
	struct sn_index_slot *slots;
	size_t n_slots; /* 0 or a power of two, at most half of it used */
	size_t n_used;
};

/* The hash of a key, for all tables of this process: SipHash-2-4 with a random key, because senders of
 * outputs choose the hashed data. */
uint32_t sn_index_hash(const void *key, size_t len);

/* Make room for n more positions. SN_IO when out of memory; then nothing changed. */
int sn_index_reserve(struct sn_index *ix, size_t n) SN_MUST_USE;

/* Add a position below 2^32 - 1; there must be room. */
void sn_index_add(struct sn_index *ix, uint32_t hash, size_t place);

/* Replace the position `old` of this hash by `place`. */
void sn_index_change(struct sn_index *ix, uint32_t hash, size_t old, size_t place);

/* Fetch the slot of this hash into the cache, for a later call: in a table that is larger than the cache,
 * most of the time of a call is spent waiting for the slot. */
void sn_index_prefetch(const struct sn_index *ix, uint32_t hash);

/* Walk the candidates for a key:
 *
 *   struct sn_index_walk walk = sn_index_walk(sn_index_hash(key, len));
 *   for (size_t i; (i = sn_index_next(ix, &walk)) != SIZE_MAX;) ...
 */
struct sn_index_walk {
	uint32_t hash;
	size_t at;
};

struct sn_index_walk sn_index_walk(uint32_t hash);
size_t sn_index_next(const struct sn_index *ix, struct sn_index_walk *walk);

/* Remove all positions, keep the room. */
void sn_index_clear(struct sn_index *ix);

void sn_index_free(struct sn_index *ix);

#endif
