/* app/estimate.h - the fee of a payment, before it is composed. */
#ifndef SN_APP_ESTIMATE_H
#define SN_APP_ESTIMATE_H

#include "base/error.h"
#include "hot/estimate.h"

struct sn_session; /* app/session.h */

/* Call sn_estimate. The wallet does not change. */
int sn_session_estimate(struct sn_session *s, const struct sn_payment_request *request,
			struct sn_estimate list[SN_ESTIMATES_MAX], size_t *n,
			struct sn_error *err) SN_MUST_USE;

#endif
