/* rpc/methods_images.h - methods about key images: outputs that lack them, the signer's answer,
 * spent outputs.
 * Params and results: doc/reference/rpc.md. The context is a struct sn_rpc_methods. */
#ifndef SN_RPC_METHODS_IMAGES_H
#define SN_RPC_METHODS_IMAGES_H

#include "rpc/jsonrpc.h"

sn_jsonrpc_call sn_rpc_export_outputs;
sn_jsonrpc_call sn_rpc_import_key_images;
sn_jsonrpc_call sn_rpc_rescan_spent;

#endif
