/* hot/choice.h - the outputs that the user allows a payment to spend (struct sn_input_choice of
 * hot/request.h). */
#ifndef SN_HOT_CHOICE_H
#define SN_HOT_CHOICE_H

#include "base/error.h"
#include "hot/request.h"
#include "store/wallet.h"

/* Set *only to a flag for each output of the wallet: the transactions of the request may spend it. NULL if
 * the request allows all outputs. Free it with free(). `now` is in Unix seconds.
 *
 * A chosen output that cannot be spent now is an error. The restriction to addresses, or to amounts, selects
 * outputs in any state.
 *
 * Returns
 *   SN_USAGE    a name is not that of an output (hot/outputs.h), or an output is named twice
 *   SN_REFUSED  a named output is unknown, in another account, locked, reserved, frozen or spent
 *   SN_IO */
int sn_choice_make(bool **only, const struct sn_wallet *w, const struct sn_payment_request *request,
		   uint64_t now, struct sn_error *err) SN_MUST_USE;

#endif
