/* hot/release.h - release the outputs reserved for payments.
 *
 * Changes the wallet in memory only: store it afterwards. Takes the wallet lock (store/wallet.h), which the
 * caller must not hold. */
#ifndef SN_HOT_RELEASE_H
#define SN_HOT_RELEASE_H

#include "base/error.h"
#include "hot/compose.h"
#include "store/wallet.h"

/* Release the outputs reserved for payment `id`, or for all prepared payments if `id` is 0. `*released` is
 * the number of payments released.
 *
 * A submitted payment can be released only by its id, and only if it counts as missing (hot/pool.h) or with
 * `even_if_pending`. If a node still has the transaction, it may be mined, and so may a new payment with
 * other outputs.
 *
 * Returns
 *   SN_USAGE    there is no such payment
 *   SN_REFUSED  the payment may still be mined, is in a block, or is already released */
int sn_release(struct sn_wallet *w, uint64_t id, bool even_if_pending, size_t *released,
	       struct sn_error *err) SN_MUST_USE;

/* Release the payments of `composed` that are still prepared: nobody received the file, or they were not
 * sent. SN_IO. */
int sn_release_composed(struct sn_wallet *w, const struct sn_compose_result *composed,
			struct sn_error *err) SN_MUST_USE;

#endif
