/* hot/compose.h - create an unsigned set for a payment. */
#ifndef SN_HOT_COMPOSE_H
#define SN_HOT_COMPOSE_H

#include "base/bytes.h"
#include "base/error.h"
#include "hot/compose_result.h"
#include "hot/request.h"
#include "node/daemon.h"
#include "store/wallet.h"

/* Select inputs and decoys, compute the fees, reserve the inputs in `w`, and append the sealed unsigned set
 * to `out`, in the format of the request. `now` is in Unix seconds. Free the result with
 * sn_compose_result_free.
 *
 * The wallet changes only in memory: store it before handing out the set. The wallet lock (store/wallet.h) is
 * held only while reserving, and is released on return.
 *
 * A rest too small for a change output goes to the fee only if there are no more inputs. An exact fee in the
 * request is never changed. A transaction weighs at most two thirds of the limit for mining, like those of
 * the reference wallet.
 *
 * With several transactions, the destinations keep their order, and each transaction but the last is full.
 * Each transaction spends existing outputs (hot/batch_selection.h). Either all of them are prepared or none.
 *
 * A file of proposals (SN_REQUEST_PROPOSALS) has no decoys. Nothing is reserved, and the wallet is unchanged:
 * this program cannot submit it. It is made whatever upgrade the daemon reports, as long as its blocks can be
 * read. The request has no reference and no unlock time.
 *
 * If the request has the reference of an earlier one (hot/repeated_request.h), nothing is prepared, and the
 * daemon is not asked: the result has the payments of that request, and `out` its unsigned file, unless
 * nothing of it can be signed any more.
 *
 * Returns
 *   SN_USAGE         the request is invalid
 *   SN_REFUSED       the funds or the fee do not suffice, the fee is above the limit, a destination gets
 *                    dust, an earlier payment to a destination may still be mined (hot/second_payment.h,
 *                    hot/replacement.h), the reference belongs to another request, or blocks must be
 *                    scanned first
 *   SN_NEEDS_REPAIR  key images are missing
 *   SN_DAEMON, SN_IO
 * On error nothing is reserved. */
int sn_compose(struct sn_buf *out, struct sn_compose_result *result, struct sn_wallet *w,
	       struct sn_daemon *daemon, const struct sn_payment_request *request, uint64_t now,
	       struct sn_error *err) SN_MUST_USE;
void sn_compose_result_free(struct sn_compose_result *result);

#endif
