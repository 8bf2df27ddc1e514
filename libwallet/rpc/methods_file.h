/* rpc/methods_file.h - methods that take an unsigned or a signed file: review, sign, broadcast.
 * Params and results: doc/reference/rpc.md. The context is a struct sn_rpc_methods. */
#ifndef SN_RPC_METHODS_FILE_H
#define SN_RPC_METHODS_FILE_H

#include "rpc/jsonrpc.h"

sn_jsonrpc_call sn_rpc_sign_transfer;
sn_jsonrpc_call sn_rpc_submit_transfer;
sn_jsonrpc_call sn_rpc_describe_transfer;

#endif
