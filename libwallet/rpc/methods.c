#include "rpc/methods.h"

#include "app/address.h"
#include "app/follow.h"
#include "app/pay.h"
#include "base/clock.h"
#include "base/hex.h"
#include "cold/review_print.h"
#include "hot/history.h"
#include "hot/report.h"
#include "hot/report_balance.h"
#include "hot/report_history.h"
#include "hot/report_payment.h"
#include "hot/request.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ error codes */

static int code_of_kind(int ret)
{
	switch (ret) {
	case SN_REFUSED:
		return SN_RPC_REFUSED;
	case SN_USAGE:
		return SN_JSONRPC_INVALID_PARAMS;
	case SN_DAEMON:
		return SN_RPC_NO_DAEMON;
	case SN_NEEDS_REPAIR:
		return SN_RPC_NEEDS_REPAIR;
	case SN_IO:
	case SN_BUSY:
		return SN_JSONRPC_INTERNAL_ERROR;
	default:
		return SN_RPC_OTHER;
	}
}

int sn_rpc_error_code(int ret, const struct sn_error *err)
{
	switch (err->reason) {
	case SN_REASON_WRONG_ROLE:
		return SN_RPC_WRONG_ROLE;
	case SN_REASON_OFFLINE:
		return SN_RPC_OFFLINE;
	case SN_REASON_BAD_ADDRESS:
		return SN_RPC_BAD_ADDRESS;
	case SN_REASON_BAD_HEX:
		return SN_RPC_BAD_HEX;
	case SN_REASON_DAMAGED:
		return SN_RPC_DAMAGED;
	case SN_REASON_FOREIGN:
		return SN_RPC_FOREIGN;
	case SN_REASON_NOT_ENOUGH:
		return SN_RPC_NOT_ENOUGH;
	case SN_REASON_NOT_ENOUGH_UNLOCKED:
		return SN_RPC_NOT_ENOUGH_UNLOCKED;
	case SN_REASON_DOUBLE_SPEND:
		return SN_RPC_DOUBLE_SPEND;
	case SN_REASON_SPENT:
		return SN_RPC_SPENT;
	case SN_REASON_UNREACHABLE:
		return SN_RPC_NO_DAEMON;
	case SN_REASON_REJECTED:
		return SN_RPC_REJECTED;
	case SN_REASON_FORK:
		return SN_RPC_FORK;
	case SN_REASON_MAYBE_SENT:
		return SN_RPC_MAYBE_SENT;
	case SN_REASON_NO_JOURNAL:
	case SN_REASON_NONE:
		break;
	}
	return code_of_kind(ret);
}

/* ------------------------------------------------------------------ params */

/* Convert the result of reading params. A missing member or a wrong type is SN_USAGE. Errors with a reason,
 * such as a bad address, have their own codes. */
static int of_params(int ret, const struct sn_error *err)
{
	return ret == SN_BAD_INPUT && err->reason == SN_REASON_NONE ? SN_USAGE : ret;
}

static int get_u32(const cJSON *params, const char *key, uint32_t max, uint32_t *out, struct sn_error *err)
{
	uint64_t value = *out;
	int ret = of_params(sn_json_opt_u64(params, key, &value, err), err);
	if (!ret && value > max)
		ret = sn_error_set(err, SN_USAGE, "\"%s\" is above %u", key, max);
	if (!ret)
		*out = (uint32_t)value;
	return ret;
}

static int get_account(const cJSON *params, uint32_t *out, struct sn_error *err)
{
	return get_u32(params, "account_index", UINT32_MAX - 1, out, err);
}

/* Get the bytes of a file given as hexadecimal text. */
static int get_file(struct sn_buf *file, const cJSON *params, const char *key, struct sn_error *err)
{
	const char *text;
	int ret = of_params(sn_json_get_string(params, key, &text, err), err);
	if (ret)
		return ret;
	ret = sn_hex_decode_buf(file, text, strlen(text));
	if (ret == SN_IO)
		return sn_error_memory(err);
	if (ret || !file->len)
		return sn_error_hint(err,
				     sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_HEX,
						      "\"%s\" is not hexadecimal text", key),
				     "pass an even number of digits 0 to 9 and a to f");
	return SN_OK;
}

static enum sn_network network_of(struct sn_session *s)
{
	enum sn_network network = sn_session_read(s)->account->network;
	sn_session_read_end(s);
	return network;
}

/* Convert the result of a writer, which can only be out of memory. */
static int written(int ret, struct sn_error *err)
{
	return ret ? sn_error_memory(err) : SN_OK;
}

/* ------------------------------------------------------------------ paying */

static int write_payment(cJSON *result, const struct sn_session_payment *p)
{
	if (!p->submitted.n)
		return sn_report_composed_json(result, &p->composed, &p->unsigned_set);
	int ret = sn_report_sent_json(result, &p->composed, &p->submitted, p->size);
	return ret || !cJSON_AddStringToObject(result, "tx_unsigned_hex", "") ? SN_IO : SN_OK;
}

/* Only the operator of the server, not a client, may disable a protection. */
static int get_respend(const struct sn_rpc_methods *m, bool *allow_respend, const cJSON *params,
		       struct sn_error *err)
{
	*allow_respend = false;
	int ret = of_params(sn_json_opt_bool(params, "allow_respend", allow_respend, err), err);
	if (!ret && *allow_respend && !m->allow_respend)
		ret = sn_error_hint(
			err, sn_error_set(err, SN_REFUSED, "this server does not permit \"allow_respend\""),
			"start the server with --allow-respend");
	return ret;
}

/* Set the hint for a double-spend. */
static int advise(const struct sn_rpc_methods *m, int ret, struct sn_error *err)
{
	if (!ret || err->reason != SN_REASON_DOUBLE_SPEND)
		return ret;
	return sn_error_hint(
		err, ret,
		"submit the transaction signed before; to replace it, %suse \"allow_respend\": true",
		m->allow_respend ? "" : "start the server with --allow-respend and ");
}

/* Report each transaction, after a failure as well: one code does not show which transactions were sent, were
 * not sent, or may have been sent. Out of memory must not replace the error SN_REASON_MAYBE_SENT. */
static int report_sent(cJSON *result, const struct sn_submit_result *submitted, int ret, struct sn_error *err)
{
	bool has_some = submitted->n || submitted->n_failed;
	if ((!ret || has_some) && sn_report_submitted_json(result, submitted) &&
	    (!ret || err->reason != SN_REASON_MAYBE_SENT))
		return sn_error_memory(err);
	return ret;
}

/* Takes ownership of the request's destinations. */
static int pay(struct sn_rpc_methods *m, struct sn_payment_request *request, const cJSON *params,
	       cJSON *result, struct sn_error *err)
{
	struct sn_session_payment payment = {0};
	struct sn_approval approval = {0};
	int ret = get_respend(m, &approval.allow_respend, params, err);
	if (!ret)
		ret = advise(m,
			     sn_session_transfer(m->session, request, &m->limits, &approval, &payment, err),
			     err);
	if (!ret)
		ret = written(write_payment(result, &payment), err);
	else
		ret = report_sent(result, &payment.submitted, ret, err);
	sn_session_payment_free(&payment);
	free((void *)request->destinations);
	return ret;
}

static int pay_destinations(struct sn_rpc_methods *m, bool may_be_several, const cJSON *params, cJSON *result,
			    struct sn_error *err)
{
	struct sn_payment_request request = {.mixin = SN_MIXIN, .may_be_several = may_be_several};
	int ret = of_params(sn_payment_request_read(&request, network_of(m->session), params, err), err);
	return ret ? ret : pay(m, &request, params, result, err);
}

static int transfer(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	return pay_destinations(context, false, params, result, err);
}

static int transfer_split(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	return pay_destinations(context, true, params, result, err);
}

static int sweep_all(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_payment_request request = {.mixin = SN_MIXIN};
	int ret = of_params(sn_sweep_request_read(&request, network_of(m->session), params, err), err);
	return ret ? ret : pay(m, &request, params, result, err);
}

/* Get the members about a file of the reference wallet. `outputs` keeps the output export. */
static int get_reference(struct sn_reference_options *options, struct sn_buf *outputs, const cJSON *params,
			 struct sn_error *err)
{
	int ret = of_params(sn_json_opt_bool(params, "no_key_images", &options->no_key_images, err), err);
	if (!ret && cJSON_HasObjectItem(params, "outputs_data_hex"))
		ret = get_file(outputs, params, "outputs_data_hex", err);
	options->outputs_file = outputs->data;
	options->outputs_len = outputs->len;
	return ret;
}

static int sign_transfer(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_session_signed s = {0};
	struct sn_approval approval = {0};
	struct sn_buf file = {0}, outputs = {0};
	int ret = get_file(&file, params, "tx_unsigned_hex", err);
	if (!ret)
		ret = get_reference(&approval.reference, &outputs, params, err);
	if (!ret)
		ret = get_respend(m, &approval.allow_respend, params, err);
	if (!ret)
		ret = advise(m,
			     sn_session_sign(m->session, file.data, file.len, &m->limits, &approval, &s, err),
			     err);
	if (!ret)
		ret = written(sn_signed_json(result, &s.review, s.hashes, s.review.n, &s.signed_set), err);
	sn_session_signed_free(&s);
	sn_buf_free(&outputs);
	sn_buf_free(&file);
	return ret;
}

static bool refuse_old(void *context, const char *warning)
{
	(void)context;
	(void)warning;
	return false;
}

static int submit_transfer(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	const struct sn_submit_watch refusal = {.go_on = refuse_old};
	struct sn_submit_result submitted = {0};
	struct sn_buf file = {0};
	bool refuses_old = false;
	int ret = get_file(&file, params, "tx_signed_hex", err);
	if (!ret)
		ret = of_params(sn_json_opt_bool(params, "refuse_old", &refuses_old, err), err);
	if (!ret)
		ret = sn_session_submit(m->session, file.data, file.len, refuses_old ? &refusal : NULL,
					&submitted, err);
	ret = report_sent(result, &submitted, ret, err);
	sn_submit_result_free(&submitted);
	sn_buf_free(&file);
	return ret;
}

static int describe_transfer(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_review review = {0};
	struct sn_buf file = {0};
	int ret = get_file(&file, params, "tx_unsigned_hex", err);
	if (!ret)
		ret = sn_session_describe(m->session, file.data, file.len, &m->limits, &review, err);
	if (!ret)
		ret = written(sn_review_members(result, &review), err);
	sn_review_free(&review);
	sn_buf_free(&file);
	return ret;
}

static int release_reserved(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	uint64_t id = 0;
	bool all = false, even_if_pending = false;
	size_t released = 0;
	int ret = of_params(sn_json_opt_u64(params, "id", &id, err), err);
	if (!ret)
		ret = of_params(sn_json_opt_bool(params, "all", &all, err), err);
	if (!ret)
		ret = of_params(sn_json_opt_bool(params, "even_if_pending", &even_if_pending, err), err);
	/* For the session, id 0 means all payments; a client must request that explicitly. */
	if (!ret && (all ? sn_json_has(params, "id") : id == 0))
		ret = sn_error_set(err, SN_USAGE, "use either \"id\", at least 1, or \"all\": true");
	if (!ret && all && even_if_pending)
		ret = sn_error_set(err, SN_USAGE, "\"even_if_pending\" requires \"id\"");
	if (!ret)
		ret = sn_session_release(m->session, id, even_if_pending, &released, err);
	return ret ? ret : written(sn_report_released_json(result, released), err);
}

/* ------------------------------------------------------------------ reading */

static int get_balance(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	uint32_t account = 0;
	int ret = get_account(params, &account, err);
	if (ret)
		return ret;
	const struct sn_wallet *w = sn_session_read(m->session);
	ret = sn_session_need_chain(m->session, w, "balance", err);
	if (ret) {
		sn_session_read_end(m->session);
		return ret;
	}
	if (sn_json_has(params, "account_index"))
		ret = sn_report_account_balance_json(result, w, account, sn_unix_time());
	else
		ret = sn_report_balance_json(result, w, sn_unix_time());
	sn_session_read_end(m->session);
	return written(ret, err);
}

static int get_address(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_subaddress_index index = {0, 0};
	struct sn_address address;
	uint8_t payment_id[SN_PAYMENT_ID_BYTES];
	bool is_integrated = sn_json_has(params, "payment_id");
	uint64_t unscanned_below = 0;
	int ret = get_account(params, &index.major, err);
	if (!ret)
		ret = get_u32(params, "address_index", UINT32_MAX - 1, &index.minor, err);
	if (!ret && is_integrated)
		ret = of_params(sn_json_get_hex(params, "payment_id", payment_id, sizeof payment_id, err),
				err);
	if (!ret && is_integrated && !sn_subaddress_is_primary(index))
		ret = sn_error_set(err, SN_USAGE, "only the primary address can have a \"payment_id\"");
	if (!ret)
		ret = sn_session_show(m->session, index, &address, &unscanned_below, err);
	if (ret)
		return ret;
	if (is_integrated) {
		address.kind = SN_ADDRESS_INTEGRATED;
		memcpy(address.payment_id, payment_id, sizeof payment_id);
	}
	ret = sn_report_address_json(result, &address, index);
	return written(ret ? ret : sn_json_add_u64(result, "unscanned_below", unscanned_below), err);
}

static int read_filter(struct sn_history_filter *filter, const cJSON *params, struct sn_error *err)
{
	uint64_t limit = 0;
	int ret = SN_OK;
	for (unsigned kind = SN_TRANSFER_IN; !ret && kind <= SN_TRANSFER_RELEASED; kind++) {
		bool is_wanted = false;
		ret = of_params(sn_json_opt_bool(params, sn_transfer_kind_name(kind), &is_wanted, err), err);
		filter->kinds |= is_wanted ? 1u << kind : 0;
	}
	if (!ret)
		ret = of_params(sn_json_opt_u64(params, "min_height", &filter->min_height, err), err);
	if (!ret)
		ret = of_params(sn_json_opt_u64(params, "max_height", &filter->max_height, err), err);
	if (!ret)
		ret = of_params(sn_json_opt_u64(params, "limit", &limit, err), err);
	if (!ret)
		ret = get_account(params, &filter->account, err);
	filter->has_max_height = sn_json_has(params, "max_height");
	filter->has_account = sn_json_has(params, "account_index");
	filter->limit = limit < SIZE_MAX ? (size_t)limit : SIZE_MAX;
	return ret;
}

static int get_transfers(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_history_filter filter = {0};
	struct sn_transfer *transfers = NULL;
	size_t n;
	int ret = read_filter(&filter, params, err);
	if (ret)
		return ret;
	const struct sn_wallet *w = sn_session_read(m->session);
	ret = sn_session_need_chain(m->session, w, "transfers", err);
	if (!ret)
		ret = sn_history(&transfers, &n, w, sn_unix_time(), err);
	if (!ret) {
		n = sn_history_keep(transfers, n, &filter);
		ret = written(sn_report_history_json(result, w, transfers, n), err);
	}
	sn_session_read_end(m->session);
	free(transfers);
	return ret;
}

static int write_failure(cJSON *result, int ret, const struct sn_error *err)
{
	cJSON *failure = cJSON_AddObjectToObject(result, "failure");
	bool failed = !cJSON_AddNumberToObject(failure, "code", sn_rpc_error_code(ret, err)) ||
		      !cJSON_AddStringToObject(failure, "message", err->text) ||
		      (err->hint[0] && !cJSON_AddStringToObject(failure, "hint", err->hint));
	return failed ? SN_IO : SN_OK;
}

static int get_wallet_info(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_session_status status;
	(void)params;
	const struct sn_wallet *w = sn_session_read(m->session);
	bool is_master = w->role == SN_ROLE_MASTER;
	enum sn_network network = w->account->network;
	bool needs_update = w->fork_version;
	sn_session_read_end(m->session);
	sn_session_status(m->session, &status);

	needs_update |= status.has_failed && status.failure.reason == SN_REASON_FORK;
	bool failed = !cJSON_AddBoolToObject(result, "needs_update", needs_update) ||
		      !cJSON_AddStringToObject(result, "role", is_master ? "master" : "watch-only") ||
		      !cJSON_AddStringToObject(result, "network", sn_network_name(network)) ||
		      !cJSON_AddStringToObject(result, "version", PACKAGE_VERSION) ||
		      !cJSON_AddBoolToObject(result, "is_offline", sn_session_is_offline(m->session)) ||
		      !cJSON_AddBoolToObject(result, "is_following", status.is_following) ||
		      !cJSON_AddBoolToObject(result, "is_synchronized", status.is_synchronized) ||
		      sn_json_add_u64(result, "height", status.height) ||
		      sn_json_add_u64(result, "daemon_height", status.daemon_height) ||
		      sn_json_add_u64(result, "target_height", status.target_height) ||
		      (status.has_failed && write_failure(result, status.failure_code, &status.failure));
	return written(failed, err);
}

static int get_version(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	(void)context;
	(void)params;
	bool failed = sn_json_add_u64(result, "version", SN_RPC_VERSION_MAJOR << 16 | SN_RPC_VERSION_MINOR) ||
		      !cJSON_AddStringToObject(result, "program", PACKAGE_NAME) ||
		      !cJSON_AddStringToObject(result, "program_version", PACKAGE_VERSION);
	return written(failed, err);
}

/* ------------------------------------------------------------------ the chain, the file */

static int refresh(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_sync_result done = {0};
	(void)params;
	int ret = sn_session_refresh(m->session, NULL, &done, err);
	return ret ? ret : written(sn_report_sync_json(result, &done), err);
}

static int store(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	(void)params;
	(void)result;
	return sn_session_store(m->session, err);
}

/* ------------------------------------------------------------------ the service */

#define PARAMS(...) ((const char *const[]){__VA_ARGS__})

static const struct sn_jsonrpc_method methods[] = {
	{"transfer",
	 PARAMS("destinations", "fee", "mixin", "ring_size", "unlock_time", "priority", "account_index",
		"format", "even_if_pending", "replace_decoys", "reference", "allow_respend", NULL),
	 transfer},
	{"transfer_split",
	 PARAMS("destinations", "fee", "mixin", "ring_size", "unlock_time", "priority", "account_index",
		"format", "even_if_pending", "replace_decoys", "reference", "allow_respend", NULL),
	 transfer_split},
	{"sign_transfer",
	 PARAMS("tx_unsigned_hex", "allow_respend", "outputs_data_hex", "no_key_images", NULL),
	 sign_transfer},
	{"submit_transfer", PARAMS("tx_signed_hex", "refuse_old", NULL), submit_transfer},
	{"store", PARAMS(NULL), store},
	{"describe_transfer", PARAMS("tx_unsigned_hex", NULL), describe_transfer},
	{"sweep_all",
	 PARAMS("address", "fee", "mixin", "ring_size", "unlock_time", "priority", "account_index", "format",
		"even_if_pending", "replace_decoys", "reference", "subaddr_indices_all", "allow_respend",
		NULL),
	 sweep_all},
	{"release_reserved", PARAMS("id", "all", "even_if_pending", NULL), release_reserved},
	{"get_balance", PARAMS("account_index", NULL), get_balance},
	{"get_address", PARAMS("account_index", "address_index", "payment_id", NULL), get_address},
	{"get_transfers",
	 PARAMS("in", "out", "pending", "pool", "prepared", "released", "account_index", "min_height",
		"max_height", "limit", NULL),
	 get_transfers},
	{"get_wallet_info", PARAMS(NULL), get_wallet_info},
	{"get_version", PARAMS(NULL), get_version},
	{"refresh", PARAMS(NULL), refresh},
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
