/* rpc/methods_address.h - methods about addresses and accounts of the wallet.
 * Params and results: doc/reference/rpc.md. The context is a struct sn_rpc_methods. */
#ifndef SN_RPC_METHODS_ADDRESS_H
#define SN_RPC_METHODS_ADDRESS_H

#include "rpc/jsonrpc.h"

sn_jsonrpc_call sn_rpc_get_address;

#endif
