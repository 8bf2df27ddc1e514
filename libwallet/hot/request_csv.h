/* hot/request_csv.h - the destinations of a payment as comma-separated values. */
#ifndef SN_HOT_REQUEST_CSV_H
#define SN_HOT_REQUEST_CSV_H

#include "base/error.h"
#include "chain/network.h"
#include "hot/request.h"

/* Read destinations from lines `address,amount`, in the format of spreadsheets (doc/pay-many.md). Amounts are
 * decimal XMR and not zero. The error names the line.
 *
 * Returns
 *   SN_BAD_INPUT
 *   SN_REFUSED  an integrated address beside another one */
int sn_payment_request_csv(struct sn_payment_request *request, enum sn_network network, const char *text,
			   size_t len, struct sn_error *err) SN_MUST_USE;

#endif
