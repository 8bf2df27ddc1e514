/* rpc/methods_address.h - methods about accounts and addresses of the wallet, and labels.
 * Params and results: doc/reference/rpc.md. The context is a struct sn_rpc_methods. */
#ifndef SN_RPC_METHODS_ADDRESS_H
#define SN_RPC_METHODS_ADDRESS_H

#include "rpc/jsonrpc.h"

sn_jsonrpc_call sn_rpc_get_addresses;
sn_jsonrpc_call sn_rpc_get_address_index;
sn_jsonrpc_call sn_rpc_create_address;
sn_jsonrpc_call sn_rpc_label_address;
sn_jsonrpc_call sn_rpc_get_accounts;
sn_jsonrpc_call sn_rpc_create_account;
sn_jsonrpc_call sn_rpc_label_account;

#endif
