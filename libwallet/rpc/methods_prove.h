/* rpc/methods_prove.h - methods that make and check proofs about transactions.
 * Params and results: doc/reference/rpc.md. The context is a struct sn_rpc_methods. */
#ifndef SN_RPC_METHODS_PROVE_H
#define SN_RPC_METHODS_PROVE_H

#include "rpc/jsonrpc.h"

sn_jsonrpc_call sn_rpc_get_tx_key;
sn_jsonrpc_call sn_rpc_get_tx_proof;
sn_jsonrpc_call sn_rpc_get_spend_proof;
sn_jsonrpc_call sn_rpc_get_reserve_proof;
sn_jsonrpc_call sn_rpc_check_tx_key;
sn_jsonrpc_call sn_rpc_check_tx_proof;
sn_jsonrpc_call sn_rpc_check_spend_proof;
sn_jsonrpc_call sn_rpc_check_reserve_proof;

#endif
