/* hot/sync.h - follow the chain, and look at unconfirmed transactions.
 *
 * Scan from the wallet's height, or its restore height, to the daemon's top. Each block is hashed and must
 * link to the previous one. Each transaction must have the hash that its block lists; daemons before v0.18.3
 * do not send the data for this check, and must be believed, as by every wallet. Then the transaction is
 * scanned for outputs and key images of ours (subaddresses: chain/subaddress_table.h). Blocks that the daemon
 * replaced are rolled back. The wallet is stored every few thousand blocks and at the end, so that an
 * interruption costs little. If blocks must be scanned again (sn_wallet_want_rescan), this is done first.
 *
 * The daemon should not recognize the wallet by the requested blocks. The first request of a session names
 * only blocks at round heights: the same for all wallets that stopped within the same 16 blocks, once a
 * wallet has followed the chain for 4,128 blocks; younger wallets have fewer to name. For this, up to 15
 * blocks are fetched again. A daemon that has none of these blocks, after such a deep reorganization or
 * because it is that far behind, gets more, including the wallet's first block. A lying daemon can learn that
 * much. A session that starts far below the top names its exact height in its second request, and a wallet
 * without blocks its restore height.
 *
 * At the top, the daemon's pool is examined (hot/pool.h). A chain that grows without end cannot prolong a
 * run: it ends 1000 blocks above the daemon's height at its start.
 *
 * The wallet changes in sections of its lock (store/wallet.h): one for the blocks of an answer, one for each
 * time it is stored. Waiting for the daemon and calls of `progress` happen outside of them. Without news on
 * the chain or in the pool, a run takes two calls to the daemon, independent of the wallet. */
#ifndef SN_HOT_SYNC_H
#define SN_HOT_SYNC_H

#include "base/error.h"
#include "hot/sync_run.h"
#include "node/daemon.h"
#include "node/daemon_info.h"
#include "store/wallet.h"

void sn_sync_memory_free(struct sn_sync_memory *memory);

/* Follow the chain. The wallet keeps the blocks that were complete, even after an error. A daemon that is
 * merely behind undoes nothing: only another block at the same height does.
 *
 * Returns
 *   SN_DAEMON
 *   SN_REFUSED    the chain does not reach the restore height
 *   SN_REFUSED    (SN_REASON_FORK) the chain has, or the daemon reports, a network upgrade that this program
 *                 cannot read (hot/fork.h); the blocks below are scanned and stored
 *   SN_BAD_INPUT  the daemon follows another network
 *   SN_IO */
int sn_sync(struct sn_wallet *w, struct sn_daemon *daemon, const struct sn_sync_options *options,
	    struct sn_sync_result *result, struct sn_error *err) SN_MUST_USE;

/* Check a wallet whose first block to scan is at `height`. `address` is the daemon's.
 *
 * Returns
 *   SN_DAEMON   the daemon is still synchronizing up to that height
 *   SN_REFUSED  the chain is not that high */
int sn_check_restore_height(uint64_t height, const struct sn_daemon_info *info, const char *address,
			    struct sn_error *err) SN_MUST_USE;

/* The daemon must be on the wallet's network. `info` (may be NULL) receives its answer. */
int sn_check_network(const struct sn_wallet *w, struct sn_daemon *daemon, struct sn_daemon_info *info,
		     struct sn_error *err) SN_MUST_USE;

#endif
