#include "hot/rings.h"

#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

void sn_ring_hash(struct sn_hash *out, const uint64_t *indices, size_t n)
{
	crypto_generichash_state state;
	crypto_generichash_init(&state, NULL, 0, sizeof out->b);
	for (size_t i = 0; i < n; i++) {
		uint8_t index[8];
		sn_store_u64(index, indices[i]);
		crypto_generichash_update(&state, index, sizeof index);
	}
	crypto_generichash_final(&state, out->b, sizeof out->b);
}

static int compare(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct sn_hash));
}

void sn_rings_hash(struct sn_hash *out, struct sn_hash *rings, size_t n)
{
	crypto_generichash_state state;
	if (n)
		qsort(rings, n, sizeof *rings, compare);
	crypto_generichash_init(&state, NULL, 0, sizeof out->b);
	for (size_t i = 0; i < n; i++)
		crypto_generichash_update(&state, rings[i].b, sizeof rings[i].b);
	crypto_generichash_final(&state, out->b, sizeof out->b);
}
