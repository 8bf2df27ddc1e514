/* hot/pool_kept.h - the transactions of the daemon's pool, kept as they came, so that each is asked for once.
 *
 * A wallet that asked for a transaction again, or did not ask for it at all, because it is the wallet's own
 * would tell the daemon so. Hence what is asked for is decided here, where nothing is known of the wallet:
 * each transaction that the pool has and the list does not, in ascending order of the hashes. */
#ifndef SN_HOT_POOL_KEPT_H
#define SN_HOT_POOL_KEPT_H

#include "node/daemon.h"
#include "node/daemon_pool.h"

/* What is kept, all transactions together: some 30,000 pruned ones. What does not fit is not asked for until
 * there is room. */
#define SN_POOL_KEPT_BYTES (64u << 20)

/* Transactions asked for in one run; the rest is for the next. */
#define SN_POOL_SCAN_MAX 5000

struct sn_pool_tx {
	struct sn_hash hash;
	uint8_t *blob; /* pruned */
	size_t len;
	bool has_prunable_hash;
	struct sn_hash prunable_hash;
	/* For the caller. */
	bool is_looked_at;
	bool is_ours;   /* it spends outputs of ours */
	bool is_of_use; /* it is told of */
};

/* Ascending by hash, each once. Zero-initialised is empty. */
struct sn_pool_kept {
	struct sn_pool_tx *txs;
	size_t n, cap, bytes;
};

void sn_pool_kept_free(struct sn_pool_kept *kept);

/* The transaction with this hash, or NULL. */
struct sn_pool_tx *sn_pool_kept_find(const struct sn_pool_kept *kept, const struct sn_hash *hash);

/* Forget what is not among the `n` hashes of the pool, which are in ascending order, each once. Returns how
 * many of them are to be asked for, and writes those to `missing`, which has room for n. */
size_t sn_pool_kept_update(struct sn_pool_kept *kept, struct sn_hash *missing, const struct sn_hash *pool,
			   size_t n);

/* Keep a copy of what came for one that was missing. SN_IO when out of memory. */
int sn_pool_kept_add(struct sn_pool_kept *kept, const struct sn_daemon_pool_tx *tx) SN_MUST_USE;

#endif
