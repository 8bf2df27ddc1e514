/* hot/pool.h - unconfirmed transactions: incoming payments and payments with our keys in the daemon's pool,
 * and our submitted payments that the daemon lost.
 *
 * The daemon is not trusted. A transaction must have the requested hash, and a scan must find an output of
 * ours in it. Nothing shows that the transaction is valid, or that any other node has it. Incoming amounts
 * are therefore reported as unconfirmed (`incoming` in store/wallet.h) and never count towards the balance.
 * Sizes and counts are bounded. A malformed pool changes nothing.
 *
 * The daemon must not learn which transactions are ours. It is asked for the list of its pool and for every
 * transaction in it, once each and in the order of the hashes (hot/pool_kept.h): the requests depend only on
 * the pool. No hash is ever requested because it belongs to a payment of this wallet.
 *
 * A pool transaction that spends one of our outputs, by its key image, is a payment. If we released that
 * payment, it becomes submitted again. If other software made it with the same keys, it is added as
 * submitted, with its fee, all outputs to us as change, and the rest to an unknown address. Neither happens
 * if a block or a submitted payment spends the same output. A daemon that invents such a transaction (it must
 * know the key image) can reserve an output as long as it repeats the claim, and cannot do more.
 *
 * A payment that no look finds is not lost yet. A daemon hides a transaction during the stem phase of
 * Dandelion++, always from restricted RPC, and immediately after it was sent. So a submitted payment counts
 * as missing only if looks at a fully synchronized daemon failed to find it for SN_STEM_SECONDS, and
 * SN_STEM_BLOCKS blocks were scanned in that time, above the block that contained it before, if any. Until
 * then it may be mined, and paying again could pay twice. The time starts with the first failed look after
 * the submission. If the clock is set back, it starts again; the number of blocks protects against a clock
 * that is set forward.
 *
 * A submitted payment is dropped if no look found it, in a block or in the pool, for SN_POOL_LIFETIME
 * seconds, and both the first and the last look asked a fully synchronized daemon. Dropping releases the
 * outputs, as --release does. Daemons keep unmined transactions for the same time. Because clocks can be
 * wrong, SN_POOL_LIFETIME_BLOCKS blocks must also have been scanned in that time. If a block contains the
 * payment later, it is confirmed (hot/scan.h). */
#ifndef SN_HOT_POOL_H
#define SN_HOT_POOL_H

#include "base/error.h"
#include "hot/sync_run.h"
#include "node/daemon.h"
#include "store/wallet.h"

/* Source: reference implementation, src/cryptonote_config.h, CRYPTONOTE_MEMPOOL_TX_LIVETIME. */
#define SN_POOL_LIFETIME (3 * 24 * 60 * 60)
#define SN_POOL_LIFETIME_BLOCKS 720 /* a third of the usual number in that time */

/* The stem phase ends at the latest when the embargo of a node with the transaction ends (39 seconds on
 * average, checked every two minutes). A node keeps its role, stem or fluff, for 10 minutes plus up to 30
 * seconds. The bound is one such epoch and one embargo. Ten blocks take 20 minutes on average, and less than
 * 4 minutes in one of 20,000 cases. Source: reference implementation, src/cryptonote_config.h,
 * CRYPTONOTE_DANDELIONPP_EMBARGO_AVERAGE, _MIN_EPOCH, _EPOCH_RANGE; src/cryptonote_core/tx_pool.cpp,
 * max_relayable_check, get_relayable_transactions; src/cryptonote_protocol/levin_notify.cpp, start_epoch. */
#define SN_STEM_SECONDS (15 * 60)
#define SN_STEM_BLOCKS 10

/* Look at the pool and update the wallet, in short sections of its lock; stores nothing. `memory` has the
 * results of earlier looks, and is updated. `now` is in Unix seconds.
 *
 * `result` must have the height of the daemon's chain. The function sets n_unseen, unseen, n_unknown,
 * unknown, n_dropped, dropped, and `interrupted` if the `progress` callback returned false between two
 * requests. A daemon that is synchronizing, or below the wallet's height, never makes a payment missing: it
 * may lack the block with the payment.
 *
 * Returns
 *   SN_DAEMON  the daemon is unreachable
 *   SN_IO */
int sn_pool_look(struct sn_wallet *w, struct sn_daemon *daemon, const struct sn_sync_options *options,
		 struct sn_sync_memory *memory, uint64_t now, struct sn_sync_result *result,
		 struct sn_error *err) SN_MUST_USE;

#endif
