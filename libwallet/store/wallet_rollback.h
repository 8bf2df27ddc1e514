/* store/wallet_rollback.h - drop blocks that left the chain, or that must be scanned again. */
#ifndef SN_STORE_WALLET_ROLLBACK_H
#define SN_STORE_WALLET_ROLLBACK_H

#include "base/error.h"
#include "store/wallet_types.h"

/* Drop all blocks, outputs and spends at `height` and above. Key images remain. Payments confirmed there
 * return to submitted. Payments released because of a block there return to their previous state, unless
 * another payment now spends or reserves one of their inputs.
 *
 * If the blocks directly below `height` are no longer kept, the rollback continues down to the highest kept
 * block: scanning resumes at sn_wallet_height. */
int sn_wallet_rollback(struct sn_wallet *w, uint64_t height) SN_MUST_USE;

/* Record that spends from `height` on may have been missed: the next synchronization must begin with a
 * rollback to `height`. Nothing else changes until then. Any rollback at least as deep clears the record. */
int sn_wallet_want_rescan(struct sn_wallet *w, uint64_t height) SN_MUST_USE;

/* End a rescan, because the chain ends here, below the wallet's height before the rescan. If key images were
 * lost, they are now those of outputs below this height. */
int sn_wallet_end_rescan(struct sn_wallet *w) SN_MUST_USE;

/* Drop everything from the chain, down to the restore height, to begin a full rescan. Payments and key images
 * remain, as in a rollback. */
int sn_wallet_reset(struct sn_wallet *w) SN_MUST_USE;

/* Private to store/. */

/* Roll back to scan blocks again, although the chain did not change: sets scanned_to. */
int sn_wallet_go_back(struct sn_wallet *w, uint64_t height) SN_MUST_USE;

/* Raise scanned_to to `height`, if that is above the wallet. */
int sn_wallet_set_scanned_to(struct sn_wallet *w, uint64_t height) SN_MUST_USE;

#endif
