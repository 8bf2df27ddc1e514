/* rpc/methods_notes.h - methods about notes on transactions.
 * Params and results: doc/reference/rpc.md. The context is a struct sn_rpc_methods. */
#ifndef SN_RPC_METHODS_NOTES_H
#define SN_RPC_METHODS_NOTES_H

#include "rpc/jsonrpc.h"

sn_jsonrpc_call sn_rpc_set_tx_notes;
sn_jsonrpc_call sn_rpc_get_tx_notes;

#endif
