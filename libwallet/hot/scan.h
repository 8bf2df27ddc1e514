/* hot/scan.h - one daemon answer full of blocks: check it, find what is ours, apply it.
 *
 * First everything is parsed, checked and derived, on all cores (hot/prepare.h); then, in the order of the
 * chain and in one thread, the wallet is changed, which can no longer fail on account of the answer. Only
 * meanwhile are readers of the wallet kept out: they see all blocks of the answer or none. A master wallet
 * gets the key images of its outputs as they are found. */
#ifndef SN_HOT_SCAN_H
#define SN_HOT_SCAN_H

#include "base/error.h"
#include "chain/subaddress_table.h"
#include "chain/transaction.h"
#include "hot/sync_run.h"
#include "node/daemon.h"
#include "node/daemon_blocks.h"
#include "store/wallet.h"

/* The addresses to look for: those that were shown or received, and the wallet's look-ahead behind each of
 * them. SN_IO when out of memory. Free with sn_subaddress_table_free, after a failure too. */
int sn_scan_table_init(struct sn_subaddress_table *table, const struct sn_wallet *w) SN_MUST_USE;

/* The same once for a whole run, and the next ones; then what was shown since is added. SN_IO. */
int sn_scan_need_table(struct sn_sync_memory *memory, const struct sn_wallet *w,
		       struct sn_error *err) SN_MUST_USE;

/* Whether the transaction may be made with the keys of this wallet elsewhere, so that what it brings is
 * change: every input is an output of ours by its key image, or its ring has one of ours whose spending this
 * wallet cannot see. The payment id of such a transaction was encrypted for its recipient, and decrypts to
 * noise. */
bool sn_scan_may_be_ours(const struct sn_wallet *w, const struct sn_tx *tx);

/* Scan blocks[first..] of the answer. They follow the block `previous` (its height is that before theirs), or
 * begin the wallet's chain when that is NULL. Each must link to the one before and list exactly the
 * transactions that came with it, and their RingCT outputs must be numbered without a gap (hot/prepare.h),
 * also after those up to `previous`. Only then is what the wallet has above `previous` rolled back. SN_DAEMON
 * when the answer is inconsistent: the wallet is untouched, or as last stored; SN_IO. */
int sn_scan_blocks(struct sn_wallet *w, struct sn_subaddress_table *table,
		   const struct sn_daemon_blocks *answer, size_t first,
		   const struct sn_wallet_block *previous, struct sn_sync_result *result,
		   struct sn_error *err) SN_MUST_USE;

#endif
