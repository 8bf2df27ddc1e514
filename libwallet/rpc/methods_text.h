/* rpc/methods_text.h - methods about the text of addresses and payment requests, of any wallet.
 * Params and results: doc/reference/rpc.md. The context is a struct sn_rpc_methods. */
#ifndef SN_RPC_METHODS_TEXT_H
#define SN_RPC_METHODS_TEXT_H

#include "rpc/jsonrpc.h"

sn_jsonrpc_call sn_rpc_validate_address;
sn_jsonrpc_call sn_rpc_make_integrated_address;
sn_jsonrpc_call sn_rpc_split_integrated_address;
sn_jsonrpc_call sn_rpc_make_uri;
sn_jsonrpc_call sn_rpc_parse_uri;

#endif
