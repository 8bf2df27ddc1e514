/* node/daemon_pool.h - the transactions in the daemon's pool. */
#ifndef SN_NODE_DAEMON_POOL_H
#define SN_NODE_DAEMON_POOL_H

#include "base/bytes.h"
#include "base/error.h"
#include "crypto/types.h"
#include "node/daemon.h"

#define SN_DAEMON_POOL_QUERY 50 /* transactions in one request */

/* Get the hashes of the transactions in the daemon's pool, in no order. A restricted daemon omits
 * transactions that it has not relayed yet. More than SN_DAEMON_MAX_POOL (daemon_internal.h) are refused.
 * Free *hashes. */
int sn_daemon_get_pool(struct sn_daemon *d, struct sn_hash **hashes, size_t *count,
		       struct sn_error *err) SN_MUST_USE;

/* A transaction in the pool. `blob` is a view into `bytes` of struct sn_daemon_pool_txs. */
struct sn_daemon_pool_tx {
	struct sn_hash hash; /* as requested; the caller must check that the transaction has it */
	const uint8_t *blob; /* pruned */
	size_t len;
	bool has_prunable_hash;
	struct sn_hash prunable_hash;
};

struct sn_daemon_pool_txs {
	struct sn_daemon_pool_tx txs[SN_DAEMON_POOL_QUERY];
	size_t count;
	struct sn_buf bytes;
};

/* Get those of the `count` transactions (at most SN_DAEMON_POOL_QUERY) that are in the pool now, pruned. Free
 * with sn_daemon_pool_txs_free, also before reusing `out`. */
int sn_daemon_get_pool_transactions(struct sn_daemon *d, const struct sn_hash hashes[], size_t count,
				    struct sn_daemon_pool_txs *out, struct sn_error *err) SN_MUST_USE;

void sn_daemon_pool_txs_free(struct sn_daemon_pool_txs *txs);

#endif
