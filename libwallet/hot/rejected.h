/* hot/rejected.h - no second payment to a recipient while a rejected one may still be mined.
 *
 * That a daemon rejects a transaction is its word alone: it may have forwarded it. A payment with other
 * outputs to the same recipient could then be mined beside it. So a rejected payment blocks its recipients
 * until it counts as missing (hot/pool.h), is in a block, is taken by a daemon after all, or is released.
 * When it is given up because a block holds a rival of it, SN_STEM_BLOCKS must stand on the chain from that
 * block on: the daemon could have made up that block. */
#ifndef SN_HOT_REJECTED_H
#define SN_HOT_REJECTED_H

#include "base/error.h"
#include "hot/request.h"
#include "store/wallet.h"

/* SN_REFUSED when a destination has the keys of a recipient of such a payment, whatever the payment ids. */
int sn_rejected_check(const struct sn_wallet *w, const struct sn_payment_request *request,
		      struct sn_error *err) SN_MUST_USE;

#endif
