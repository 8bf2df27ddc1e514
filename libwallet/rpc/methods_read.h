/* rpc/methods_read.h - methods that report balance and history.
 * Params and results: doc/reference/rpc.md. The context is a struct sn_rpc_methods. */
#ifndef SN_RPC_METHODS_READ_H
#define SN_RPC_METHODS_READ_H

#include "rpc/jsonrpc.h"

sn_jsonrpc_call sn_rpc_get_balance;
sn_jsonrpc_call sn_rpc_get_transfers;

#endif
