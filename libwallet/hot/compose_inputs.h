/* hot/compose_inputs.h - the inputs of all transactions of a payment or a sweep, chosen so that they cover
 * amounts and fees. */
#ifndef SN_HOT_COMPOSE_INPUTS_H
#define SN_HOT_COMPOSE_INPUTS_H

#include "base/error.h"
#include "hot/compose_result.h"
#include "hot/compose_tx.h"

/* Fill c->set with the transactions of a payment: SN_TX_DESTINATIONS_MAX destinations in each but the last,
 * in their order. Amounts are final; fees are upper bounds until the rings are made, unless the request sets
 * the fee.
 *
 * Returns
 *   SN_REFUSED  the funds do not suffice (hot/select.h, hot/batch_selection.h), or an error of
 *               sn_compose_tx_divide
 *   SN_IO */
int sn_compose_payment(struct sn_composer *c, struct sn_error *err) SN_MUST_USE;

/* Fill c->set with the transactions of a sweep (hot/sweep.h), except those that cost at least as much as
 * they bring. Store the outputs left behind in result->dust and result->rest.
 *
 * Returns
 *   SN_REFUSED  nothing remains to be sent, or an error of sn_compose_tx_divide
 *   SN_IO */
int sn_compose_sweep(struct sn_composer *c, struct sn_compose_result *result,
		     struct sn_error *err) SN_MUST_USE;

#endif
