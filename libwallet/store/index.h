/* store/index.h - hash table from bytes to positions in an array.
 *
 * The table stores no keys. It returns the positions whose key has the same 32-bit hash, and the caller
 * compares. A key may have several positions. Single positions cannot be removed: the table is cleared and
 * filled again. The hash is SipHash-2-4 with a random key, because senders of outputs choose the hashed data.
 * A zeroed struct is an empty table. */
#ifndef SN_STORE_INDEX_H
#define SN_STORE_INDEX_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

#include <sodium.h>

struct sn_index_slot {
	uint32_t hash;
	uint32_t place; /* plus 1; 0: a free slot */
};

struct sn_index {
	struct sn_index_slot *slots;
	size_t n_slots; /* 0 or a power of two, at most half of it used */
	size_t n_used;
	uint8_t key[crypto_shorthash_KEYBYTES];
};

/* Make room for n more positions. SN_IO when out of memory; then nothing changed. */
int sn_index_reserve(struct sn_index *ix, size_t n) SN_MUST_USE;

/* Add a position below 2^32 - 1; there must be room. */
void sn_index_add(struct sn_index *ix, const void *key, size_t len, size_t place);

/* Replace the position `old` of this key by `place`. */
void sn_index_change(struct sn_index *ix, const void *key, size_t len, size_t old, size_t place);

/* Walk the candidates for a key:
 *
 *   struct sn_index_walk walk = sn_index_walk(ix, key, len);
 *   for (size_t i; (i = sn_index_next(ix, &walk)) != SIZE_MAX;) ...
 */
struct sn_index_walk {
	uint32_t hash;
	size_t at;
};

struct sn_index_walk sn_index_walk(const struct sn_index *ix, const void *key, size_t len);
size_t sn_index_next(const struct sn_index *ix, struct sn_index_walk *walk);

/* Remove all positions, keep the room. */
void sn_index_clear(struct sn_index *ix);

void sn_index_free(struct sn_index *ix);

#endif
