/* hot/pool_kept.h - copies of the transactions in the daemon's pool, so that each is requested once.
 *
 * Requesting a transaction of the wallet again, or not at all, would show the daemon that it is ours.
 * Therefore this module, which knows nothing of the wallet, decides about the requests: each transaction that
 * is in the pool and not in the list, in ascending order of the hashes. */
#ifndef SN_HOT_POOL_KEPT_H
#define SN_HOT_POOL_KEPT_H

#include "node/daemon.h"
#include "node/daemon_pool.h"

/* Bound for all copies together: some 30,000 pruned transactions. Others are requested when there is room. */
#define SN_POOL_KEPT_BYTES (64u << 20)

/* Transactions requested in one run; the rest is left for the next run. */
#define SN_POOL_SCAN_MAX 5000

struct sn_pool_tx {
	struct sn_hash hash;
	uint8_t *blob; /* pruned */
	size_t len;
	bool has_prunable_hash;
	struct sn_hash prunable_hash;
	/* For the caller: */
	bool is_looked_at;
	bool is_ours;   /* it spends outputs of ours */
	bool is_of_use; /* it pays us */
};

/* Ascending by hash, without duplicates. Zero-initialized is empty. */
struct sn_pool_kept {
	struct sn_pool_tx *txs;
	size_t n, cap, bytes;
};

void sn_pool_kept_free(struct sn_pool_kept *kept);

/* The transaction with this hash, or NULL. */
struct sn_pool_tx *sn_pool_kept_find(const struct sn_pool_kept *kept, const struct sn_hash *hash);

/* Remove all copies that are not among the `n` hashes of the pool, which are ascending and unique. Write the
 * hashes to request to `missing`, which has room for n. Returns their number. */
size_t sn_pool_kept_update(struct sn_pool_kept *kept, struct sn_hash *missing, const struct sn_hash *pool,
			   size_t n);

/* Add a copy of a requested transaction. SN_IO when out of memory. */
int sn_pool_kept_add(struct sn_pool_kept *kept, const struct sn_daemon_pool_tx *tx) SN_MUST_USE;

#endif
