/* node/daemon_blocks.h - blocks with their transactions. */
#ifndef SN_NODE_DAEMON_BLOCKS_H
#define SN_NODE_DAEMON_BLOCKS_H

#include "base/bytes.h"
#include "base/error.h"
#include "crypto/types.h"
#include "node/daemon.h"

#define SN_DAEMON_MAX_BLOCKS 10000     /* per answer; daemons send up to 1,000 */
#define SN_DAEMON_MAX_BLOCK_TXS 262144 /* per answer, all blocks together */

/* Global output indices of one transaction: a view into the answer. */
struct sn_daemon_indices {
	const uint8_t *le64;
	size_t count;
};

static inline uint64_t sn_daemon_index(const struct sn_daemon_indices *x, size_t i)
{
	return sn_load_u64(x->le64 + 8 * i);
}

struct sn_daemon_tx {
	const uint8_t *blob; /* pruned: prefix and RingCT base, without signatures and proofs */
	size_t len;
	const uint8_t *prunable_hash;     /* 32 bytes, or NULL if unknown: v0.18 daemons send zeros */
	struct sn_daemon_indices indices; /* one per output */
};

struct sn_daemon_block {
	const uint8_t *blob; /* header, miner transaction, transaction hashes */
	size_t len;
	struct sn_daemon_indices miner_indices;
	const struct sn_daemon_tx *txs; /* in the order of the block's hashes */
	size_t tx_count;
};

/* All views point into `reply`. Zero-initialized is empty. */
struct sn_daemon_blocks {
	uint64_t start_height;   /* of blocks[0]; meaningless when count is 0 */
	uint64_t current_height; /* blocks in the daemon's chain */
	struct sn_daemon_block *blocks;
	size_t count;
	struct sn_daemon_tx *txs;
	struct sn_buf reply;
	struct sn_daemon *daemon; /* for sn_daemon_waits_on during work on this answer; NULL: always
				     continue */
	/* What sn_prefetch_work has made of it (node/prefetch.h), and a function that frees it; or NULL. */
	void *work;
	void (*free_work)(void *work);
};

/* Get the next blocks, pruned. The daemon chooses their number; at least one if it has one. If the connection
 * breaks, the request is sent again, up to three times.
 *
 * start_height == 0: `history` has block hashes known to the wallet, newest first: ten in sequence, then at
 * doubling distances, and the genesis block last. The answer starts with the newest of them in the daemon's
 * main chain: blocks[0] is known to both sides, and after a reorganization start_height is lower than
 * expected. If history[0] is the daemon's top block, count is 0.
 *
 * start_height > 0: the answer starts at this height; `history` is not used. Count is 0 if the daemon has no
 * such block yet. Reorganizations are not detected: the caller must check that the answer connects to its
 * known blocks.
 *
 * Check the daemon's network or genesis block first. A history without a block known to the daemon is
 * SN_DAEMON, and v0.18 daemons ban hosts, even loopback, after some of these failures.
 *
 * Free with sn_daemon_blocks_free, also before reusing `out`. */
int sn_daemon_get_blocks(struct sn_daemon *d, const struct sn_hash history[], size_t history_count,
			 uint64_t start_height, struct sn_daemon_blocks *out,
			 struct sn_error *err) SN_MUST_USE;

/* The same for start_height > 0. `known_height` is the number of blocks that the daemon has reported before,
 * or 0: if the start is far below it, one request is saved. */
int sn_daemon_get_blocks_from(struct sn_daemon *d, uint64_t start_height, uint64_t known_height,
			      struct sn_daemon_blocks *out, struct sn_error *err) SN_MUST_USE;

void sn_daemon_blocks_free(struct sn_daemon_blocks *b);

#endif
