/* hot/sync_run.h - one run of the synchronisation: its options, its result, and the memory that it leaves for
 * the next one. hot/sync.h runs it; hot/scan.h and hot/pool.h do parts of it. */
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

/* What one run leaves for the next one of the same wallet, so that the same work is not done twice.
 * Zero-initialised is empty. */
struct sn_sync_memory {
	struct sn_subaddress_table table; /* made when there is something to scan: it takes a while */
	bool has_table;
	struct sn_pool_kept pool; /* the daemon's */
	struct sn_hash top; /* the wallet's top block then: while it is the same, so is what was told of as a
			       payment to us */
	size_t n_images,
		n_outputs; /* and what it knew: while that is the same, so is what was nothing to tell of */
	bool has_met;      /* the daemon was told in this session where the wallet stands */
	bool has_failed;   /* looking at the pool has, and it was told */
};

struct sn_sync_options {
	/* Called now and then; may be NULL. Returning false stops: what was scanned is stored. */
	bool (*progress)(void *context, const struct sn_sync_progress *progress);
	void *context;
	const struct sn_log *log;      /* may be NULL */
	struct sn_sync_memory *memory; /* NULL: of this run alone */
	uint64_t now;                  /* Unix seconds; 0: as the system's clock says */
};

struct sn_sync_result {
	uint64_t height;        /* the wallet's now */
	uint64_t daemon_height; /* blocks in the daemon's chain; below `height` when it is behind: then
				   nothing was undone;   above when it grew too fast for this run */
	uint64_t target_height; /* what the daemon's peers claim: above daemon_height while it is
				   synchronising itself */
	uint64_t blocks;        /* scanned */
	uint64_t transactions;  /* in them, coinbases included */
	uint64_t newest_time;   /* Unix seconds, of the last block scanned; 0: none was */
	uint64_t rescan_to; /* blocks below this height are still to be scanned again, from `height` on; 0:
			       none are */
	uint64_t received, spent; /* outputs found, outputs seen spent */
	unsigned rollbacks;       /* reorganisations; if any: */
	uint64_t fork_height;     /* blocks from here on were replaced */
	size_t n_unseen;  /* submitted payments that the daemon does not show, in a block or in its pool: it
			     may hide  them, or they may be spreading */
	uint64_t unseen;  /* the first of them */
	size_t n_unknown; /* those that it did not show for so long that they count as missing (hot/pool.h) */
	uint64_t unknown; /* the first of them */
	size_t n_dropped; /* payments that were so for too long, and were released */
	uint64_t dropped; /* the first of them */
	bool is_table_full; /* the look-ahead behind some address that received found no room in the table */
	bool interrupted;   /* `progress` said no before all was done */
};

#endif
