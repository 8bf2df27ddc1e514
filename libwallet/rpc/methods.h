/* rpc/methods.h - the wallet's JSON-RPC methods: each reads its params, calls a session, writes its result.
 *
 * Names, params, results and error codes: doc/rpc.md. */
#ifndef SN_RPC_METHODS_H
#define SN_RPC_METHODS_H

#include "app/session.h"
#include "rpc/jsonrpc.h"

/* The service for one session, which outlives it. `limits` (copied) bound what sign_transfer and a master wallet's
 * transfer sign; NULL: the usual ones. */
struct sn_rpc_methods {
	struct sn_session *session;
	struct sn_limits limits;
	const struct sn_log *log; /* method names and outcomes at SN_LOG_INFO, no params; may be NULL */
};

/* `methods` stays where it is while the service is in use. */
struct sn_jsonrpc_service sn_rpc_methods_service(struct sn_rpc_methods *methods);

/* The stable code of a failure, from its reason, otherwise its kind. */
int sn_rpc_error_code(int ret, const struct sn_error *err);

#endif
