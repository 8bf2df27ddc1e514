#include "rpc/methods.h"

#include "rpc/errors.h"
#include "rpc/methods_address.h"
#include "rpc/methods_pay.h"
#include "rpc/methods_read.h"
#include "rpc/methods_server.h"

#define PARAMS(...) ((const char *const[]){__VA_ARGS__})

static const struct sn_jsonrpc_method methods[] = {
	{"transfer",
	 PARAMS("destinations", "fee", "mixin", "ring_size", "unlock_time", "priority", "account_index",
		"format", "even_if_pending", "replace_decoys", "reference", "allow_respend", NULL),
	 sn_rpc_transfer},
	{"transfer_split",
	 PARAMS("destinations", "fee", "mixin", "ring_size", "unlock_time", "priority", "account_index",
		"format", "even_if_pending", "replace_decoys", "reference", "allow_respend", NULL),
	 sn_rpc_transfer_split},
	{"sign_transfer",
	 PARAMS("tx_unsigned_hex", "allow_respend", "outputs_data_hex", "no_key_images", NULL),
	 sn_rpc_sign_transfer},
	{"submit_transfer", PARAMS("tx_signed_hex", "refuse_old", NULL), sn_rpc_submit_transfer},
	{"store", PARAMS(NULL), sn_rpc_store},
	{"describe_transfer", PARAMS("tx_unsigned_hex", NULL), sn_rpc_describe_transfer},
	{"sweep_all",
	 PARAMS("address", "fee", "mixin", "ring_size", "unlock_time", "priority", "account_index", "format",
		"even_if_pending", "replace_decoys", "reference", "subaddr_indices_all", "allow_respend",
		NULL),
	 sn_rpc_sweep_all},
	{"release_reserved", PARAMS("id", "all", "even_if_pending", NULL), sn_rpc_release_reserved},
	{"get_balance", PARAMS("account_index", NULL), sn_rpc_get_balance},
	{"get_address", PARAMS("account_index", "address_index", "payment_id", NULL), sn_rpc_get_address},
	{"get_transfers",
	 PARAMS("in", "out", "pending", "pool", "prepared", "released", "account_index", "min_height",
		"max_height", "limit", NULL),
	 sn_rpc_get_transfers},
	{"get_wallet_info", PARAMS(NULL), sn_rpc_get_wallet_info},
	{"get_version", PARAMS(NULL), sn_rpc_get_version},
	{"refresh", PARAMS(NULL), sn_rpc_refresh},
	{0},
};

static void done(void *context, const char *method, int code, const char *message)
{
	const struct sn_rpc_methods *m = context;
	if (code)
		sn_log(m->log, SN_LOG_INFO, "RPC: %s failed with %d: %s", method, code, message);
	else
		sn_log(m->log, SN_LOG_INFO, "RPC: %s", method);
}

struct sn_jsonrpc_service sn_rpc_methods_service(struct sn_rpc_methods *m)
{
	return (struct sn_jsonrpc_service){
		.methods = methods,
		.code = sn_rpc_error_code,
		.done = done,
		.context = m,
	};
}
