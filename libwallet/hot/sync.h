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
#include "hot/sync_run.h"
#include "node/daemon.h"
#include "node/daemon_info.h"
#include "store/wallet.h"

void sn_sync_memory_free(struct sn_sync_memory *memory);

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
