/* store/wallet.h - the wallet in memory, and its file. Includes the public headers of its parts:
 *
 *   wallet_types.h     the data
 *   wallet_file.h      create, open, store, revert
 *   wallet_lock.h      threads that share a wallet
 *   wallet_lookup.h    height, outputs by one-time key
 *   wallet_blocks.h    scanned blocks
 *   wallet_outputs.h   outputs and their spends
 *   wallet_enotes.h    what only Carrot outputs have
 *   wallet_input.h     outputs as the signer needs them
 *   wallet_pairs.h     key images
 *   wallet_images.h    key images that were lost or restored
 *   wallet_payments.h  payments
 *   wallet_requests.h  requests with a reference
 *   wallet_change.h    outputs that return the change of a payment
 *   wallet_incoming.h  unconfirmed incoming transfers
 *   wallet_rings.h     kept decoys
 *   wallet_frozen.h    frozen outputs
 *   wallet_notices.h   delivered notices
 *   wallet_scope.h     scanned addresses and heights
 *   wallet_names.h     address book and labels
 *   wallet_rollback.h  rollback and rescan
 *   wallet_suspend.h   let other programs use the file for a time
 *
 * In memory a wallet is plain arrays. Each change is a function of a part: it changes the arrays and appends
 * a record to the pending records. sn_wallet_store seals these as one commit of the journal (store/journal.h)
 * and fsyncs it. Opening a wallet replays the records through the same functions, so file and memory cannot
 * differ. Changes that were not stored are lost when the wallet is closed.
 *
 * Master and watch-only wallets have the same format. No byte of a watch-only file depends on the spend
 * secret key.
 *
 * A watch-only wallet keeps its key images in a separate file, `<wallet file>.outkey2ki`
 * (store/key_images.h). The wallet file has the number of pairs that it relies on, and their sum.
 * sn_wallet_store syncs new pairs before the commit that relies on them. A wallet whose key-image file has
 * fewer pairs opens only for repair. If the file has more, the wallet adds them, and goes back below the
 * lowest affected output, because it may have missed spends above. A master wallet can compute every image,
 * and keeps the known ones in its own file.
 *
 * Invariants: the heights of `blocks` ascend; the heights of `outputs` ascend; no two outputs share
 * (tx_hash, index); an image belongs to one key, and a key has one image; a transaction with an output in
 * `outputs` has no entry in `incoming`.
 *
 * Pointers into the arrays, and pointers returned by functions, are valid until the next change. `account`
 * does not move until the wallet is closed.
 *
 * A function that changes the wallet returns 0, SN_IO (out of memory), or SN_BAD_INPUT if the change violates
 * an invariant. On error nothing has changed. */
#ifndef SN_STORE_WALLET_H
#define SN_STORE_WALLET_H

#include "store/wallet_blocks.h"
#include "store/wallet_change.h"
#include "store/wallet_enotes.h"
#include "store/wallet_file.h"
#include "store/wallet_frozen.h"
#include "store/wallet_images.h"
#include "store/wallet_incoming.h"
#include "store/wallet_input.h"
#include "store/wallet_lock.h"
#include "store/wallet_lookup.h"
#include "store/wallet_names.h"
#include "store/wallet_notices.h"
#include "store/wallet_outputs.h"
#include "store/wallet_pairs.h"
#include "store/wallet_payments.h"
#include "store/wallet_requests.h"
#include "store/wallet_rings.h"
#include "store/wallet_rollback.h"
#include "store/wallet_scope.h"
#include "store/wallet_suspend.h"
#include "store/wallet_types.h"

#endif
