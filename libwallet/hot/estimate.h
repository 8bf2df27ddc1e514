/* hot/estimate.h - the fee of a payment, before it is composed. */
#ifndef SN_HOT_ESTIMATE_H
#define SN_HOT_ESTIMATE_H

#include "base/error.h"
#include "hot/request.h"
#include "node/daemon.h"
#include "store/wallet.h"

#define SN_ESTIMATES_MAX 4

/* Sums over all transactions. */
struct sn_estimate {
	unsigned priority; /* 1 to 4; 0: the request sets the fee */
	bool is_automatic; /* the payment has this priority if the request has none */
	size_t n_txs, n_inputs;
	uint64_t amount; /* to the destinations, without the fee */
	uint64_t fee, change;
};

/* Estimate the fee for each priority, or only for the priority or the fee of the request. Each estimate
 * makes a selection of its own, and the payment another one: the numbers of inputs may differ. For the same
 * number of inputs, the fee of the payment is at most the estimated one. A priority is left out if the funds
 * do not suffice for its fee, or if a recipient who pays the fee would get nothing or dust. Nothing is
 * reserved, the wallet does not change, and the daemon learns nothing about outputs: it is asked for its
 * state and its fees only.
 *
 * Errors as sn_compose (hot/compose.h), but the bound on fees is not applied: an estimate can show a fee
 * above it. */
int sn_estimate(struct sn_estimate list[SN_ESTIMATES_MAX], size_t *n, struct sn_wallet *w,
		struct sn_daemon *daemon, const struct sn_payment_request *request, uint64_t now,
		struct sn_error *err) SN_MUST_USE;

#endif
