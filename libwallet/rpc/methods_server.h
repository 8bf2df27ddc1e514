/* rpc/methods_server.h - methods about the server, the chain and the wallet file.
 * Params and results: doc/reference/rpc.md. The context is a struct sn_rpc_methods. */
#ifndef SN_RPC_METHODS_SERVER_H
#define SN_RPC_METHODS_SERVER_H

#include "rpc/jsonrpc.h"

/* The version of the interface in doc/reference/rpc.md. Additions raise MINOR, incompatible changes MAJOR. */
#define SN_RPC_VERSION_MAJOR 1
#define SN_RPC_VERSION_MINOR 1

sn_jsonrpc_call sn_rpc_get_wallet_info;
sn_jsonrpc_call sn_rpc_query_key;
sn_jsonrpc_call sn_rpc_get_height;
sn_jsonrpc_call sn_rpc_get_version;
sn_jsonrpc_call sn_rpc_refresh;
sn_jsonrpc_call sn_rpc_store;

#endif
