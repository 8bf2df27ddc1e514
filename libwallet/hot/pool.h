/* hot/pool.h - what is in no block yet: payments to us in the daemon's pool, payments with our keys that it
 * holds, and our own that it has lost.
 *
 * The pool is the daemon's word. A transaction must hash to what was asked for and bring us an output that a
 * scan finds; that is all that can be checked, for nothing shows that it is valid, or that anybody else has
 * it. So what it brings is told as unconfirmed (`incoming` in store/wallet.h) and counts nowhere. Sizes and
 * numbers are bounded, and a pool that cannot be understood leaves things as they were.
 *
 * The daemon must not learn which transactions are ours. It is asked for the list of its pool and for every
 * transaction in it, once each and in the order of the hashes (hot/pool_kept.h): the requests follow from the
 * pool alone. No hash of a payment is ever asked for because the wallet made it. Where one is follows from
 * the list and from the blocks.
 *
 * A transaction that spends an output of ours, by its key image, is a payment: one of ours that was given up
 * is submitted again, and one that was made with the same keys elsewhere is taken in as submitted, with its
 * fee, all that comes back to us as change, and the rest paid to an address that is not known. Unless a block
 * or a submitted payment spends the same: so a daemon that makes up such transactions (it needs a key image
 * that it was told) holds an output, as long as it keeps to it, and no more.
 *
 * A payment that no look finds is not lost for that. A daemon hides a transaction while it takes the stem of
 * Dandelion++, from restricted RPC altogether, and one that was just handed to it as well. So a submitted
 * payment counts as missing only when looks at a daemon that was at the top failed to find it over
 * SN_STEM_SECONDS, and SN_STEM_BLOCKS were scanned meanwhile, above the block that held it before, if one
 * did: before that nobody is advised to give it up,
 * for it may be mined, and whoever pays again then pays twice. The time begins with the first look that did
 * not find it, which comes after it was submitted; a clock that was set back makes it begin again, and one
 * that was set forward is what the blocks are for.
 *
 * A payment that was submitted is held for dropped when for SN_POOL_LIFETIME seconds it was in no block that
 * was scanned, and no look found it in the pool, and the first and the last look asked a daemon that was at
 * the top: it is released, as if the user had said so. That is as long as daemons keep in their pools what no
 * block takes. Clocks are set, and some machines forget the time: SN_POOL_LIFETIME_BLOCKS must have been
 * scanned meanwhile, too. Should a block hold it all the same one day, it is confirmed (hot/scan.h). */
#ifndef SN_HOT_POOL_H
#define SN_HOT_POOL_H

#include "base/error.h"
#include "hot/sync_run.h"
#include "node/daemon.h"
#include "store/wallet.h"

/* Source: reference implementation, src/cryptonote_config.h, CRYPTONOTE_MEMPOOL_TX_LIVETIME. */
#define SN_POOL_LIFETIME (3 * 24 * 60 * 60)
#define SN_POOL_LIFETIME_BLOCKS 720 /* a third of those that usually come in that time */

/* The stem ends at the latest when a node that has the transaction loses its patience (39 seconds on average,
 * looked at every two minutes), and a node keeps to its part, stem or fluff, for 10 minutes and up to 30
 * seconds: one whole such epoch and one patience. Ten blocks take 20 minutes on average, and less than 4 in
 * one case of 20,000. Source: reference implementation, src/cryptonote_config.h,
 * CRYPTONOTE_DANDELIONPP_EMBARGO_AVERAGE, _MIN_EPOCH, _EPOCH_RANGE; src/cryptonote_core/tx_pool.cpp,
 * max_relayable_check, get_relayable_transactions; src/cryptonote_protocol/levin_notify.cpp, start_epoch. */
#define SN_STEM_SECONDS (15 * 60)
#define SN_STEM_BLOCKS 10

/* Look at the pool and change the wallet accordingly, in sections of its lock; nothing is stored. `memory`
 * has what earlier looks of the same wallet saw, and is brought up to date. `result` says how high the
 * daemon's chain is, and gets n_unseen, unseen, n_unknown, unknown, n_dropped, dropped, and `interrupted`
 * when `progress` of the options said no between two requests. `now`: Unix seconds. A daemon that is
 * synchronising itself, or whose chain is below the wallet's, can tell of no payment that it is lost: it may
 * lack the very block. SN_DAEMON when the daemon is gone; SN_IO. */
int sn_pool_look(struct sn_wallet *w, struct sn_daemon *daemon, const struct sn_sync_options *options,
		 struct sn_sync_memory *memory, uint64_t now, struct sn_sync_result *result,
		 struct sn_error *err) SN_MUST_USE;

#endif
