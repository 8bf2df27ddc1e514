#include "rpc/methods_file.h"

#include "app/pay.h"
#include "app/prove.h"
#include "base/hex.h"
#include "cold/review_print.h"
#include "cold/review_reference.h"
#include "handoff/envelope.h"
#include "hot/report_payment.h"
#include "hot/submit.h"
#include "rpc/methods_context.h"
#include "rpc/params.h"
#include "rpc/pay_common.h"

/* Get the members about a file of the reference wallet. `outputs` keeps the output export. */
static int get_reference(struct sn_reference_options *options, struct sn_buf *outputs, const cJSON *params,
			 struct sn_error *err)
{
	int ret = sn_rpc_of_params(sn_json_opt_bool(params, "no_key_images", &options->no_key_images, err),
				   err);
	if (!ret && cJSON_HasObjectItem(params, "outputs_data_hex"))
		ret = sn_rpc_get_file(outputs, params, "outputs_data_hex", err);
	options->outputs_file = outputs->data;
	options->outputs_len = outputs->len;
	return ret;
}

/* The transactions themselves. */
static int add_raw_list(cJSON *result, struct sn_session *s, const struct sn_buf *file, struct sn_error *err)
{
	struct sn_signed_set set = {0};
	const struct sn_account *account = sn_session_read(s)->account;
	int ret = sn_submit_open(&set, account, file->data, file->len, err);
	sn_session_read_end(s);
	cJSON *list = ret ? NULL : cJSON_AddArrayToObject(result, "tx_raw_list");
	for (size_t i = 0; !ret && i < set.n; i++)
		ret = sn_rpc_written(!list || sn_json_push_hex(list, set.txs[i].bytes, set.txs[i].len), err);
	sn_signed_set_free(&set);
	return ret;
}

/* The secret transaction keys, computed from the unsigned file again. */
static int add_key_list(cJSON *result, struct sn_session *s, const struct sn_buf *unsigned_file,
			const struct sn_hash *hashes, size_t n, struct sn_error *err)
{
	cJSON *list = cJSON_AddArrayToObject(result, "tx_key_list");
	int ret = sn_rpc_written(!list, err);
	for (size_t i = 0; !ret && i < n; i++) {
		const struct sn_prove_request request = {.kind = SN_PROVE_TX_KEY, .tx_hash = hashes[i]};
		struct sn_prove_result key;
		ret = sn_session_prove(s, &request, unsigned_file->data, unsigned_file->len, &key, err);
		if (!ret)
			ret = sn_rpc_written(sn_json_push_string(list, &key.text), err);
		sn_prove_result_free(&key);
	}
	return ret;
}

/* What the params "export_raw" and "get_tx_keys" add to the result. */
static int add_more(cJSON *result, struct sn_session *s, const struct sn_buf *file,
		    const struct sn_session_signed *done, bool raw, bool keys, struct sn_error *err)
{
	int ret = raw ? add_raw_list(result, s, &done->signed_set, err) : SN_OK;
	return ret || !keys ? ret : add_key_list(result, s, file, done->hashes, done->review.n, err);
}

/* A proposal has neither: the online machine makes its transaction. */
static int refuse_more(const struct sn_buf *file, struct sn_error *err)
{
	if (!sn_envelope_is(SN_ENVELOPE_PROPOSALS, file->data, file->len))
		return SN_OK;
	return sn_error_set(err, SN_USAGE,
			    "\"export_raw\" and \"get_tx_keys\" cannot be used with a proposal");
}

int sn_rpc_sign_transfer(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_session_signed s = {0};
	struct sn_approval approval = {0};
	struct sn_buf file = {0}, outputs = {0};
	bool wants_raw = false, wants_keys = false;
	int ret = sn_rpc_of_params(sn_json_opt_bool(params, "export_raw", &wants_raw, err), err);
	if (!ret)
		ret = sn_rpc_of_params(sn_json_opt_bool(params, "get_tx_keys", &wants_keys, err), err);
	if (!ret)
		ret = sn_rpc_get_either_file(&file, params, "tx_unsigned_hex", "unsigned_txset", err);
	if (!ret && (wants_raw || wants_keys))
		ret = refuse_more(&file, err);
	if (!ret)
		ret = get_reference(&approval.reference, &outputs, params, err);
	if (!ret)
		ret = sn_rpc_get_respend(m, &approval.allow_respend, params, err);
	if (!ret)
		ret = sn_rpc_advise(
			m, sn_session_sign(m->session, file.data, file.len, &m->limits, &approval, &s, err),
			err);
	if (!ret)
		ret = sn_rpc_written(
			sn_signed_json(result, &s.review, s.hashes, s.review.n, &s.signed_set) ||
				sn_json_add_hex(result, "signed_txset", s.signed_set.data, s.signed_set.len),
			err);
	if (!ret)
		ret = add_more(result, m->session, &file, &s, wants_raw, wants_keys, err);
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

/* The hashes of the transactions that the daemon has. */
static int add_hash_list(cJSON *result, const struct sn_submit_result *submitted)
{
	cJSON *list = cJSON_AddArrayToObject(result, "tx_hash_list");
	int ret = list ? SN_OK : SN_IO;
	for (size_t i = 0; !ret && i < submitted->n; i++)
		ret = sn_json_push_hex(list, &submitted->txs[i].tx_hash, sizeof(struct sn_hash));
	return ret;
}

int sn_rpc_submit_transfer(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	const struct sn_submit_watch refusal = {.go_on = refuse_old};
	struct sn_submit_result submitted = {0};
	struct sn_buf file = {0};
	bool refuses_old = false;
	int ret = sn_rpc_get_either_file(&file, params, "tx_signed_hex", "tx_data_hex", err);
	if (!ret)
		ret = sn_rpc_of_params(sn_json_opt_bool(params, "refuse_old", &refuses_old, err), err);
	if (!ret)
		ret = sn_session_submit(m->session, file.data, file.len, refuses_old ? &refusal : NULL,
					&submitted, err);
	ret = sn_rpc_report_sent(result, &submitted, ret, err);
	if (!ret)
		ret = sn_rpc_written(add_hash_list(result, &submitted), err);
	sn_submit_result_free(&submitted);
	sn_buf_free(&file);
	return ret;
}

int sn_rpc_describe_transfer(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_review review = {0};
	struct sn_buf file = {0};
	int ret = sn_rpc_get_either_file(&file, params, "tx_unsigned_hex", "unsigned_txset", err);
	if (!ret)
		ret = sn_session_describe(m->session, file.data, file.len, &m->limits, &review, err);
	if (!ret)
		ret = sn_rpc_written(sn_review_members(result, &review) ||
					     sn_review_reference_members(result, &review),
				     err);
	sn_review_free(&review);
	sn_buf_free(&file);
	return ret;
}
