/* hot/sync.h - follow the chain, and look at what waits to get into it.
 *
 * From where the wallet stands, or its restore height, to the daemon's top: each block is hashed and must
 * link to the one before, each transaction must hash to what its block lists (as far as the daemon tells what
 * that takes: those before v0.18.3 do not, and must be believed, as every wallet does), then it is scanned
 * for outputs and key images of ours (subaddresses: chain/subaddress_table.h). Blocks that the daemon no
 * longer has are rolled back. Stored every few thousand blocks and at the end, so that an interruption costs
 * little. Where the wallet has noted that blocks have to be scanned again (sn_wallet_want_rescan), it begins
 * with that.
 *
 * What the daemon is asked to go on from does not tell whose session it is: the first request of a session
 * names blocks at round heights alone, the same for all wallets that stopped within the same 16 blocks, once
 * a wallet has followed the chain for 4,128 of them; a younger one has fewer to name. Up to 15 blocks are
 * fetched again for it. A daemon that has none of these, after a reorganisation that deep or being that far
 * behind, is told more, among it the wallet's first block. One that lies can learn that much. A session that
 * begins far behind the top names its exact height in its second request, and a wallet without blocks its
 * restore height.
 *
 * At the top it looks at the daemon's pool (hot/pool.h). A daemon's chain that grows without end does not
 * keep it: a run ends when it stands 1000 blocks above where the daemon said, as the run began, that its
 * chain ends.
 *
 * The wallet is changed in sections of its lock (store/wallet.h), one for the blocks of an answer, one for
 * each time it is stored; the daemon is waited for outside of them, and `progress` is called there. With
 * nothing new on the chain or in the pool it costs two calls to the daemon, whatever the wallet has to do
 * with either. */
#ifndef SN_HOT_SYNC_H
#define SN_HOT_SYNC_H

#include "base/error.h"
#include "base/log.h"
#include "chain/subaddress_table.h"
#include "hot/pool_kept.h"
#include "node/daemon.h"
#include "node/daemon_info.h"
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

void sn_sync_memory_free(struct sn_sync_memory *memory);

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

/* SN_DAEMON; SN_REFUSED when the chain does not reach the restore height, or, with the reason SN_REASON_FORK,
 * when it cannot be followed further, or the daemon says that it soon cannot be (hot/fork.h): what was
 * scanned is stored; SN_BAD_INPUT when the daemon follows another network; SN_IO. The wallet keeps what was
 * stored before, and the blocks that were complete. A daemon that is merely behind undoes nothing: only
 * another block in the place of one of ours does. */
int sn_sync(struct sn_wallet *w, struct sn_daemon *daemon, const struct sn_sync_options *options,
	    struct sn_sync_result *result, struct sn_error *err) SN_MUST_USE;

/* A wallet whose first block to scan is at `height` would find nothing there: SN_DAEMON when the daemon,
 * which is at `address`, is still on its way to that height; SN_REFUSED when the chain is not that high. */
int sn_check_restore_height(uint64_t height, const struct sn_daemon_info *info, const char *address,
			    struct sn_error *err) SN_MUST_USE;

/* The daemon must be on the wallet's network. `info` (may be NULL) receives its answer. */
int sn_check_network(const struct sn_wallet *w, struct sn_daemon *daemon, struct sn_daemon_info *info,
		     struct sn_error *err) SN_MUST_USE;

/* SN_REFUSED, SN_REASON_FORK, when the wallet has met a block of a network upgrade that this program does not
 * know (sn_fork_check_wallet), or when the daemon reports one. A daemon that does not tell is none that
 * reports one. SN_IO. */
int sn_check_fork(const struct sn_wallet *w, struct sn_daemon *daemon, struct sn_error *err) SN_MUST_USE;

#endif
