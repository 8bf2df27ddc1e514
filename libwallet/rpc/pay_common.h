/* rpc/pay_common.h - what the methods that pay have in common: params that the reference wallet has and
 * this one has only in RPC, and errors. Source: reference implementation,
 * src/wallet/wallet_rpc_server_commands_defs.h. */
#ifndef SN_RPC_PAY_COMMON_H
#define SN_RPC_PAY_COMMON_H

#include "hot/request.h"
#include "hot/submit.h"
#include "rpc/methods_context.h"

/* The names of the params: elements of an array of names. */
#define SN_RPC_PAY_PARAMS \
	"payment_id", "do_not_relay", "get_tx_key", "get_tx_keys", "get_tx_hex", "get_tx_metadata"

/* Read these params, and subaddr_indices and subtract_fee_from_outputs, into `request`, whose
 * destinations were read. request->choice then refers to *addresses, which the caller frees. */
int sn_rpc_pay_params(struct sn_payment_request *request, uint32_t **addresses, struct sn_rpc_methods *m,
		      const cJSON *params, struct sn_error *err) SN_MUST_USE;

/* Read "allow_respend". Only the operator of the server, not a client, may disable a protection. */
int sn_rpc_get_respend(const struct sn_rpc_methods *m, bool *allow_respend, const cJSON *params,
		       struct sn_error *err) SN_MUST_USE;

/* Set the hint for a double-spend. Returns `ret`. */
int sn_rpc_advise(const struct sn_rpc_methods *m, int ret, struct sn_error *err) SN_MUST_USE;

/* Report each transaction, after a failure as well: one code does not show which transactions were sent, were
 * not sent, or may have been sent. Out of memory must not replace the error SN_REASON_MAYBE_SENT. */
int sn_rpc_report_sent(cJSON *result, const struct sn_submit_result *submitted, int ret,
		       struct sn_error *err) SN_MUST_USE;

#endif
