/* rpc/methods_read.h - methods that report balances, transfers and outputs.
 * Params and results: doc/reference/rpc.md. The context is a struct sn_rpc_methods. */
#ifndef SN_RPC_METHODS_READ_H
#define SN_RPC_METHODS_READ_H

#include "rpc/jsonrpc.h"

sn_jsonrpc_call sn_rpc_get_balance;
sn_jsonrpc_call sn_rpc_get_transfers;
sn_jsonrpc_call sn_rpc_get_transfer_by_txid;
sn_jsonrpc_call sn_rpc_get_payments;
sn_jsonrpc_call sn_rpc_get_bulk_payments;
sn_jsonrpc_call sn_rpc_incoming_transfers;

#endif
