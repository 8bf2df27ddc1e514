/* hot/compose.h - a payment in, an unsigned set out. */
#ifndef SN_HOT_COMPOSE_H
#define SN_HOT_COMPOSE_H

#include "base/bytes.h"
#include "base/error.h"
#include "hot/compose_result.h"
#include "hot/request.h"
#include "node/daemon.h"
#include "store/wallet.h"

/* Choose inputs and decoys, compute the fee, reserve the inputs in `w`, and append the sealed unsigned set to
 * `out`. The wallet is changed in memory only: store it before handing the set out. `now`: Unix seconds. The
 * lock of the wallet (store/wallet.h) is held while reserving, not before, and is free again on return.
 *
 * What is too little to be an output of its own is given to the fee only when there are no more inputs to
 * make a proper change with; an exact fee in the request is always kept to. Transactions get no heavier than
 * two thirds of what is mined, as with the reference wallet.
 *
 * Several transactions have the destinations in their order, as many in each as there is room for, and each
 * spends outputs that are there already (hot/batch_selection.h): all of them are prepared, or none.
 *
 * SN_USAGE for requests that make no sense, SN_REFUSED when the money or the fee does not suffice, the fee is
 * above the limit, a destination gets dust, a payment to one of them was rejected and may still be mined
 * (hot/second_payment.h), or the wallet was never synchronised, SN_DAEMON. After a failure nothing is
 * reserved. Free the result. */
int sn_compose(struct sn_buf *out, struct sn_compose_result *result, struct sn_wallet *w,
	       struct sn_daemon *daemon, const struct sn_payment_request *request, uint64_t now,
	       struct sn_error *err) SN_MUST_USE;
void sn_compose_result_free(struct sn_compose_result *result);

#endif
