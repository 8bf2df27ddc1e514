#include "rpc/methods.h"

#include "rpc/errors.h"
#include "rpc/methods_address.h"
#include "rpc/methods_file.h"
#include "rpc/methods_images.h"
#include "rpc/methods_notes.h"
#include "rpc/methods_output.h"
#include "rpc/methods_pay.h"
#include "rpc/methods_prove.h"
#include "rpc/methods_read.h"
#include "rpc/methods_server.h"
#include "rpc/methods_text.h"
#include "rpc/pay_common.h"

#include <assert.h>

/* Params of every payment. */
#define TERMS                                                                                \
	"fee", "mixin", "ring_size", "unlock_time", "priority", "format", "even_if_pending", \
		"replace_decoys", "reference", "allow_respend"
#define DESTINATIONS "account_index", "subaddr_indices", "subtract_fee_from_outputs"

/* What a method does. One that reveals a secret counts as changing: sn_jsonrpc_service.may_change. */
#define READS true
#define CHANGES false

#define PARAMS(...) ((const char *const[]){__VA_ARGS__})

static const struct sn_jsonrpc_method methods[] = {
	{"transfer", PARAMS("destinations", DESTINATIONS, TERMS, SN_RPC_PAY_PARAMS, NULL), sn_rpc_transfer,
	 CHANGES},
	{"transfer_split", PARAMS("destinations", DESTINATIONS, TERMS, SN_RPC_PAY_PARAMS, NULL),
	 sn_rpc_transfer_split, CHANGES},
	{"sign_transfer",
	 PARAMS("tx_unsigned_hex", "unsigned_txset", "allow_respend", "outputs_data_hex", "no_key_images",
		"export_raw", "get_tx_keys", NULL),
	 sn_rpc_sign_transfer, CHANGES},
	{"submit_transfer", PARAMS("tx_signed_hex", "tx_data_hex", "refuse_old", NULL),
	 sn_rpc_submit_transfer, CHANGES},
	{"store", PARAMS(NULL), sn_rpc_store, CHANGES},
	{"describe_transfer", PARAMS("tx_unsigned_hex", "unsigned_txset", NULL), sn_rpc_describe_transfer,
	 READS},
	{"sweep_all",
	 PARAMS("address", "account_index", "subaddr_indices", "subaddr_indices_all", "below_amount", TERMS,
		SN_RPC_PAY_PARAMS, NULL),
	 sn_rpc_sweep_all, CHANGES},
	{"sweep_single", PARAMS("address", "key_image", "outputs", TERMS, SN_RPC_PAY_PARAMS, NULL),
	 sn_rpc_sweep_single, CHANGES},
	{"release_reserved", PARAMS("id", "all", "even_if_pending", NULL), sn_rpc_release_reserved, CHANGES},
	{"get_balance", PARAMS("account_index", "all_accounts", "address_indices", NULL), sn_rpc_get_balance,
	 READS},
	{"get_address", PARAMS("account_index", "address_index", NULL), sn_rpc_get_addresses, READS},
	{"get_address_index", PARAMS("address", NULL), sn_rpc_get_address_index, READS},
	{"create_address", PARAMS("account_index", "label", "count", NULL), sn_rpc_create_address, CHANGES},
	{"label_address", PARAMS("index", "label", NULL), sn_rpc_label_address, CHANGES},
	{"get_accounts", PARAMS("tag", NULL), sn_rpc_get_accounts, READS},
	{"create_account", PARAMS("label", NULL), sn_rpc_create_account, CHANGES},
	{"label_account", PARAMS("account_index", "label", NULL), sn_rpc_label_account, CHANGES},
	{"validate_address", PARAMS("address", "any_net_type", NULL), sn_rpc_validate_address, READS},
	{"make_integrated_address", PARAMS("standard_address", "payment_id", NULL),
	 sn_rpc_make_integrated_address, READS},
	{"split_integrated_address", PARAMS("integrated_address", NULL), sn_rpc_split_integrated_address,
	 READS},
	{"make_uri", PARAMS("address", "amount", "payment_id", "recipient_name", "tx_description", NULL),
	 sn_rpc_make_uri, READS},
	{"parse_uri", PARAMS("uri", NULL), sn_rpc_parse_uri, READS},
	{"get_transfers",
	 PARAMS("in", "out", "pending", "failed", "pool", "prepared", "released", "filter_by_height",
		"filter_by_height ", "min_height", "max_height", "account_index", "subaddr_indices",
		"all_accounts", "limit", NULL),
	 sn_rpc_get_transfers, READS},
	{"get_transfer_by_txid", PARAMS("txid", "account_index", NULL), sn_rpc_get_transfer_by_txid, READS},
	{"get_payments", PARAMS("payment_id", NULL), sn_rpc_get_payments, READS},
	{"get_bulk_payments", PARAMS("payment_ids", "min_block_height", NULL), sn_rpc_get_bulk_payments,
	 READS},
	{"incoming_transfers", PARAMS("transfer_type", "account_index", "subaddr_indices", "verbose", NULL),
	 sn_rpc_incoming_transfers, READS},
	{"freeze", PARAMS("key_image", NULL), sn_rpc_freeze, CHANGES},
	{"thaw", PARAMS("key_image", NULL), sn_rpc_thaw, CHANGES},
	{"frozen", PARAMS("key_image", NULL), sn_rpc_frozen, READS},
	{"set_tx_notes", PARAMS("txids", "notes", NULL), sn_rpc_set_tx_notes, CHANGES},
	{"get_tx_notes", PARAMS("txids", NULL), sn_rpc_get_tx_notes, READS},
	{"export_outputs", PARAMS("all", "unspent", NULL), sn_rpc_export_outputs, CHANGES},
	{"import_key_images", PARAMS("offset", "signed_key_images", NULL), sn_rpc_import_key_images, CHANGES},
	{"rescan_spent", PARAMS(NULL), sn_rpc_rescan_spent, READS},
	{"get_tx_key", PARAMS("txid", "tx_unsigned_hex", "unsigned_txset", NULL), sn_rpc_get_tx_key, CHANGES},
	{"get_tx_proof", PARAMS("txid", "address", "message", "tx_unsigned_hex", "unsigned_txset", NULL),
	 sn_rpc_get_tx_proof, CHANGES},
	{"get_spend_proof", PARAMS("txid", "message", "tx_unsigned_hex", "unsigned_txset", NULL),
	 sn_rpc_get_spend_proof, CHANGES},
	{"get_reserve_proof", PARAMS("message", "outputs_data_hex", NULL), sn_rpc_get_reserve_proof, CHANGES},
	{"check_tx_key", PARAMS("txid", "tx_key", "address", NULL), sn_rpc_check_tx_key, READS},
	{"check_tx_proof", PARAMS("txid", "address", "message", "signature", NULL), sn_rpc_check_tx_proof,
	 READS},
	{"check_spend_proof", PARAMS("txid", "message", "signature", NULL), sn_rpc_check_spend_proof, READS},
	{"check_reserve_proof", PARAMS("address", "message", "signature", NULL), sn_rpc_check_reserve_proof,
	 READS},
	{"estimate_tx_size_and_weight", PARAMS("n_inputs", "n_outputs", "ring_size", "rct", NULL),
	 sn_rpc_estimate_tx_size_and_weight, READS},
	{"query_key", PARAMS("key_type", NULL), sn_rpc_query_key, READS},
	{"get_height", PARAMS(NULL), sn_rpc_get_height, READS},
	{"get_wallet_info", PARAMS(NULL), sn_rpc_get_wallet_info, READS},
	{"get_version", PARAMS(NULL), sn_rpc_get_version, READS},
	{"refresh", PARAMS(NULL), sn_rpc_refresh, READS},
	{0},
};

static_assert(sizeof methods / sizeof *methods <= SN_RPC_METHODS_MAX, "each method has a counter");

static void done(void *context, const struct sn_jsonrpc_method *method, int code, const char *message)
{
	const struct sn_rpc_methods *m = context;
	if (code)
		sn_log(m->log, SN_LOG_INFO, "RPC: %s failed with %d: %s", method->name, code, message);
	else
		sn_log(m->log, SN_LOG_INFO, "RPC: %s", method->name);
	if (!m->counts)
		return;
	atomic_fetch_add(&m->counts->calls[method - methods], 1);
	if (code)
		atomic_fetch_add(&m->counts->errors[method - methods], 1);
}

struct sn_jsonrpc_service sn_rpc_methods_service(struct sn_rpc_methods *m)
{
	return (struct sn_jsonrpc_service){
		.methods = methods,
		.code = sn_rpc_error_code,
		.done = done,
		.context = m,
		.may_change = true,
	};
}

const struct sn_jsonrpc_method *sn_rpc_methods_table(void)
{
	return methods;
}
