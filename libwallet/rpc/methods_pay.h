/* rpc/methods_pay.h - methods that prepare and release payments; of a master wallet with a daemon, send them.
 * Params and results: doc/reference/rpc.md. The context is a struct sn_rpc_methods. */
#ifndef SN_RPC_METHODS_PAY_H
#define SN_RPC_METHODS_PAY_H

#include "rpc/jsonrpc.h"

sn_jsonrpc_call sn_rpc_transfer;
sn_jsonrpc_call sn_rpc_transfer_split;
sn_jsonrpc_call sn_rpc_sweep_all;
sn_jsonrpc_call sn_rpc_sweep_single;
sn_jsonrpc_call sn_rpc_release_reserved;
sn_jsonrpc_call sn_rpc_estimate_tx_size_and_weight;

#endif
