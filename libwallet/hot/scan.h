/* hot/scan.h - check one daemon answer with blocks, find outputs and spends of ours, and apply them.
 *
 * First everything is parsed, checked and derived, on all processors (hot/prepare.h). Then the wallet is
 * changed, in the order of the chain and in one thread; this can no longer fail because of the answer. Only
 * during the change are readers of the wallet locked out: they see all blocks of the answer or none. A master
 * wallet gets the key images of its outputs as they are found. */
#ifndef SN_HOT_SCAN_H
#define SN_HOT_SCAN_H

#include "base/error.h"
#include "chain/subaddress_table.h"
#include "chain/transaction.h"
#include "hot/sync_run.h"
#include "node/daemon.h"
#include "node/daemon_blocks.h"
#include "store/wallet.h"

/* Make the table of addresses to scan for: those that were shown or have received, and the wallet's
 * look-ahead beyond each of them. Free with sn_subaddress_table_free, even after an error. SN_IO when out of
 * memory. */
int sn_scan_table_init(struct sn_subaddress_table *table, const struct sn_wallet *w) SN_MUST_USE;

/* Make the table in `memory`. On later calls, add the addresses that were shown or have received since then;
 * if the look-ahead was changed, make the table anew. Another program may have made these changes
 * (store/wallet_suspend.h). SN_IO. */
int sn_scan_need_table(struct sn_sync_memory *memory, const struct sn_wallet *w,
		       struct sn_error *err) SN_MUST_USE;

/* Whether the transaction may have been made elsewhere with the keys of this wallet, so that its outputs to
 * us are change. Each input is an output of ours by its key image, or its ring contains an output of ours
 * whose spending this wallet cannot see. The payment ID of such a transaction was encrypted for its
 * recipient, and decrypts to noise. */
bool sn_scan_may_be_ours(const struct sn_wallet *w, const struct sn_tx *tx);

/* For sn_prefetch_set_work: do all work on an answer that needs no other blocks, so that sn_scan_blocks only
 * judges and applies it. `context` is the wallet, of which only the account is used. */
void sn_scan_ahead(void *context, struct sn_daemon_blocks *answer);

/* Scan blocks[first..] of the answer. They follow the block `previous`, or start the wallet's chain if it is
 * NULL. Each block must link to the one before and list exactly the transactions that came with it, and
 * RingCT outputs must be numbered without a gap (hot/prepare.h), continuing those up to `previous`. Only then
 * are the wallet's blocks above `previous` rolled back.
 *
 * Returns
 *   SN_DAEMON  the answer is inconsistent: the wallet is unchanged, or as last stored
 *   SN_IO */
int sn_scan_blocks(struct sn_wallet *w, struct sn_subaddress_table *table,
		   const struct sn_daemon_blocks *answer, size_t first,
		   const struct sn_wallet_block *previous, struct sn_sync_result *result,
		   struct sn_error *err) SN_MUST_USE;

#endif
