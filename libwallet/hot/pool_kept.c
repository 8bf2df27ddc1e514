#include "hot/pool_kept.h"
#include "node/daemon_pool.h"

#include <stdlib.h>
#include <string.h>

void sn_pool_kept_free(struct sn_pool_kept *kept)
{
	for (size_t i = 0; i < kept->n; i++)
		free(kept->txs[i].blob);
	free(kept->txs);
	*kept = (struct sn_pool_kept){0};
}

/* The place of the hash, or the place where it would be inserted. */
static size_t find_place(const struct sn_pool_kept *kept, const struct sn_hash *hash)
{
	size_t from = 0, to = kept->n;
	while (from < to) {
		size_t middle = from + (to - from) / 2;
		if (memcmp(kept->txs[middle].hash.b, hash->b, sizeof hash->b) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

struct sn_pool_tx *sn_pool_kept_find(const struct sn_pool_kept *kept, const struct sn_hash *hash)
{
	size_t at = find_place(kept, hash);
	return at < kept->n && sn_hash_is_equal(&kept->txs[at].hash, hash) ? &kept->txs[at] : NULL;
}

size_t sn_pool_kept_update(struct sn_pool_kept *kept, struct sn_hash *missing, const struct sn_hash *pool,
			   size_t n)
{
	size_t n_missing = 0, n_kept = 0, at = 0;
	for (size_t i = 0; i < kept->n; i++) {
		struct sn_pool_tx *tx = &kept->txs[i];
		while (at < n && memcmp(pool[at].b, tx->hash.b, sizeof tx->hash.b) < 0)
			missing[n_missing++] = pool[at++];
		if (at < n && sn_hash_is_equal(&pool[at], &tx->hash)) {
			at++;
			kept->txs[n_kept++] = *tx;
			continue;
		}
		kept->bytes -= tx->len;
		free(tx->blob);
	}
	kept->n = n_kept;
	while (at < n)
		missing[n_missing++] = pool[at++];
	if (kept->bytes >= SN_POOL_KEPT_BYTES)
		return 0;
	return n_missing < SN_POOL_SCAN_MAX ? n_missing : SN_POOL_SCAN_MAX;
}

static int make_room(struct sn_pool_kept *kept)
{
	if (kept->n < kept->cap)
		return SN_OK;
	size_t cap = 2 * kept->cap + 64;
	struct sn_pool_tx *bigger = realloc(kept->txs, cap * sizeof *bigger);
	if (!bigger)
		return SN_IO;
	kept->txs = bigger;
	kept->cap = cap;
	return SN_OK;
}

int sn_pool_kept_add(struct sn_pool_kept *kept, const struct sn_daemon_pool_tx *from)
{
	struct sn_pool_tx tx = {.hash = from->hash,
				.len = from->len,
				.has_prunable_hash = from->has_prunable_hash,
				.prunable_hash = from->prunable_hash};
	size_t at = find_place(kept, &from->hash);
	if (at < kept->n && sn_hash_is_equal(&kept->txs[at].hash, &from->hash))
		return SN_OK;
	tx.blob = malloc(from->len + 1);
	if (!tx.blob || make_room(kept)) {
		free(tx.blob);
		return SN_IO;
	}
	memcpy(tx.blob, from->blob, from->len);
	memmove(&kept->txs[at + 1], &kept->txs[at], (kept->n - at) * sizeof tx);
	kept->txs[at] = tx;
	kept->n++;
	kept->bytes += tx.len;
	return SN_OK;
}
