/* rpc/methods_output.h - methods about single outputs: frozen ones.
 * Params and results: doc/reference/rpc.md. The context is a struct sn_rpc_methods. */
#ifndef SN_RPC_METHODS_OUTPUT_H
#define SN_RPC_METHODS_OUTPUT_H

#include "rpc/jsonrpc.h"

sn_jsonrpc_call sn_rpc_freeze;
sn_jsonrpc_call sn_rpc_thaw;
sn_jsonrpc_call sn_rpc_frozen;

#endif
