/* tools/console/fee.h - confirmation of the fee before a payment is composed. */
#ifndef CONSOLE_FEE_H
#define CONSOLE_FEE_H

#include "tools/console/context.h"

#include "hot/request.h"

/* On a terminal, estimate the fee of the payment and ask for confirmation. Without a terminal, or with
 * --yes, do nothing. Returns SN_REFUSED if the answer is no, or an error of sn_estimate (hot/estimate.h). */
int console_confirm_fee(struct console *c, const struct sn_payment_request *request) SN_MUST_USE;

#endif
