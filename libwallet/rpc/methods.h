/* rpc/methods.h - the JSON-RPC methods of the wallet: each reads its params, calls a session, writes its
 * result.
 *
 * Names, params, results and error codes: doc/reference/rpc.md. */
#ifndef SN_RPC_METHODS_H
#define SN_RPC_METHODS_H

#include "rpc/jsonrpc.h"
#include "rpc/methods_context.h"

/* Make a service for any number of threads. `methods` must stay valid while it is in use. */
struct sn_jsonrpc_service sn_rpc_methods_service(struct sn_rpc_methods *methods);

/* The methods, in the order of sn_rpc_method_counts; ends with a NULL name. */
const struct sn_jsonrpc_method *sn_rpc_methods_table(void);

#endif
