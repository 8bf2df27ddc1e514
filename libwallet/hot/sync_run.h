/* hot/sync_run.h - options, result, and memory of one synchronization run. hot/sync.h runs it; hot/scan.h and
 * hot/pool.h do parts of it. */
#ifndef SN_HOT_SYNC_RUN_H
#define SN_HOT_SYNC_RUN_H

#include "base/log.h"
#include "chain/subaddress_table.h"
#include "hot/pool_kept.h"
#include "store/wallet.h"

struct sn_sync_progress {
	uint64_t height;       /* next block */
	uint64_t target;       /* blocks in the daemon's chain */
	uint64_t transactions; /* scanned in this run */
};

/* Data that a run leaves for the next run of the same wallet, to avoid repeated work. Zero-initialized is
 * empty. */
struct sn_sync_memory {
	struct sn_subaddress_table table; /* made when first needed, because it takes time */
	bool has_table;
	struct sn_pool_kept pool; /* the daemon's */
	/* the wallet's top block at the last look: while it is unchanged, examined payments to us need not be
	 * examined again */
	struct sn_hash top;
	/* the wallet's counts at the last look: while they are unchanged, no other transaction needs to be
	 * examined again */
	size_t n_images, n_outputs;
	bool has_met;    /* in this session, the daemon knows the wallet's height */
	bool has_failed; /* looking at the pool failed, and this was logged */
};

struct sn_sync_options {
	/* Called regularly; may be NULL. If it returns false, the run stops and stores the scanned blocks. */
	bool (*progress)(void *context, const struct sn_sync_progress *progress);
	void *context;
	const struct sn_log *log;      /* may be NULL */
	struct sn_sync_memory *memory; /* NULL: none is kept */
	uint64_t now;                  /* Unix seconds; 0: the system's clock */
};

struct sn_sync_result {
	uint64_t height; /* the wallet's height now */
	/* blocks in the daemon's chain; below `height` if the daemon is behind: then nothing was undone;
	 * above it if the chain grew too fast for this run */
	uint64_t daemon_height;
	/* claim of the daemon's peers: above daemon_height while the daemon is synchronizing */
	uint64_t target_height;
	uint64_t blocks;       /* scanned */
	uint64_t transactions; /* in them, including coinbases */
	uint64_t newest_time;  /* Unix seconds, of the last scanned block; 0: none was scanned */
	/* blocks from `height` to below this height must still be scanned again; 0: none */
	uint64_t rescan_to;
	uint64_t received, spent; /* outputs found, and outputs found spent */
	unsigned rollbacks;       /* reorganizations; if any: */
	uint64_t fork_height;     /* blocks from this height on were replaced */
	/* submitted payments that the daemon does not show in a block or in its pool: it may hide them, or
	 * they may be spreading */
	size_t n_unseen;
	uint64_t unseen;    /* the first of them */
	size_t n_unknown;   /* submitted payments that count as missing (hot/pool.h) */
	uint64_t unknown;   /* the first of them */
	size_t n_dropped;   /* payments that were missing for too long, and were released */
	uint64_t dropped;   /* the first of them */
	bool is_table_full; /* the table had no room for the look-ahead beyond some receiving address */
	bool interrupted;   /* `progress` returned false before everything was done */
};

#endif
