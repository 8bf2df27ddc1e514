#include "rpc/methods_prove.h"

#include "app/prove.h"
#include "base/hex.h"
#include "base/secret.h"
#include "chain/tx_key.h"
#include "rpc/methods_context.h"
#include "rpc/params.h"

#include <string.h>

static int get_string(const char **text, const cJSON *params, const char *key, struct sn_error *err)
{
	return sn_rpc_of_params(sn_json_get_string(params, key, text, err), err);
}

static int get_message(const void **message, size_t *len, const cJSON *params, struct sn_error *err)
{
	const char *text = "";
	int ret = sn_rpc_of_params(sn_json_opt_string(params, "message", &text, err), err);
	*message = text;
	*len = strlen(text);
	return ret;
}

/* ------------------------------------------------------------------ make */

static int prove(struct sn_rpc_methods *m, const struct sn_prove_request *request, const struct sn_buf *file,
		 const char *key, cJSON *result, struct sn_error *err)
{
	struct sn_prove_result proof = {0};
	int ret = file->len ? sn_session_prove(m->session, request, file->data, file->len, &proof, err)
			    : sn_session_prove_received(m->session, request, &proof, err);
	if (!ret) {
		sn_put_u8(&proof.text, 0);
		ret = sn_rpc_written(proof.text.failed ||
					     !cJSON_AddStringToObject(result, key, (char *)proof.text.data),
				     err);
	}
	sn_prove_result_free(&proof);
	return ret;
}

/* Prove with the unsigned file, which only a payment to the wallet itself does without. */
static int prove_with_file(struct sn_rpc_methods *m, struct sn_prove_request *request, bool has_file,
			   const char *key, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_buf file = {0};
	int ret = sn_rpc_get_txid(&request->tx_hash, params, "txid", err);
	if (!ret)
		ret = get_message(&request->message, &request->message_len, params, err);
	if (!ret && has_file)
		ret = sn_rpc_get_either_file(&file, params, "tx_unsigned_hex", "unsigned_txset", err);
	if (!ret)
		ret = prove(m, request, &file, key, result, err);
	sn_buf_free(&file);
	return ret;
}

int sn_rpc_get_tx_key(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_prove_request request = {.kind = SN_PROVE_TX_KEY};
	return prove_with_file(context, &request, true, "tx_key", params, result, err);
}

int sn_rpc_get_tx_proof(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_prove_request request = {.kind = SN_PROVE_PAYMENT};
	const bool has_file = sn_json_has(params, "tx_unsigned_hex") || sn_json_has(params, "unsigned_txset");
	int ret = sn_rpc_get_address(&request.address, m->session, params, "address", err);
	return ret ? ret : prove_with_file(m, &request, has_file, "signature", params, result, err);
}

int sn_rpc_get_spend_proof(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_prove_request request = {.kind = SN_PROVE_SPEND};
	return prove_with_file(context, &request, true, "signature", params, result, err);
}

int sn_rpc_get_reserve_proof(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_prove_request request = {.kind = SN_PROVE_RESERVE};
	struct sn_buf file = {0};
	int ret = get_message(&request.message, &request.message_len, params, err);
	if (!ret)
		ret = sn_rpc_get_file(&file, params, "outputs_data_hex", err);
	if (!ret)
		ret = prove(m, &request, &file, "signature", result, err);
	sn_buf_free(&file);
	return ret;
}

/* ------------------------------------------------------------------ check */

/* Read what the checks of transactions have in common. `key` names the proof. */
static int get_claim(struct sn_proof_claim *claim, const cJSON *params, const char *key, struct sn_error *err)
{
	const char *text;
	int ret = sn_rpc_get_txid(&claim->tx_hash, params, "txid", err);
	if (!ret)
		ret = get_string(&text, params, key, err);
	if (ret)
		return ret;
	claim->text = text;
	claim->text_len = strlen(text);
	return SN_OK;
}

/* Whether the check was made: an invalid proof is an answer, not an error. */
static int of_check(bool *is_good, int ret, const struct sn_error *err)
{
	*is_good = !ret || err->reason == SN_REASON_NOTHING_PAID;
	return *is_good || err->reason == SN_REASON_BAD_PROOF ? SN_OK : ret;
}

static int add_place(cJSON *result, const struct sn_proof_result *found)
{
	return sn_json_add_u64(result, "received", found->received) ||
			       !cJSON_AddBoolToObject(result, "in_pool", found->is_in_pool) ||
			       sn_json_add_u64(result, "confirmations", found->confirmations)
		       ? SN_IO
		       : SN_OK;
}

int sn_rpc_check_tx_key(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_proof_claim claim = {.message = ""};
	struct sn_proof_result found = {0};
	bool is_good;
	int ret = get_claim(&claim, params, "tx_key", err);
	if (!ret)
		ret = sn_rpc_get_address(&claim.address, m->session, params, "address", err);
	if (!ret && !sn_tx_key_is_text(claim.text, claim.text_len))
		ret = sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_KEY, "\"tx_key\" is not a tx key");
	if (!ret)
		ret = of_check(&is_good, sn_session_check_payment(m->session, &claim, &found, err), err);
	return ret ? ret : sn_rpc_written(add_place(result, &found), err);
}

int sn_rpc_check_tx_proof(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_proof_claim claim = {0};
	struct sn_proof_result found = {0};
	bool is_good;
	int ret = get_claim(&claim, params, "signature", err);
	if (!ret)
		ret = get_message(&claim.message, &claim.message_len, params, err);
	if (!ret)
		ret = sn_rpc_get_address(&claim.address, m->session, params, "address", err);
	if (!ret && sn_tx_key_is_text(claim.text, claim.text_len))
		ret = sn_error_hint(err, sn_error_set(err, SN_BAD_INPUT, "\"signature\" is a tx key"),
				    "call check_tx_key");
	if (!ret)
		ret = of_check(&is_good, sn_session_check_payment(m->session, &claim, &found, err), err);
	if (ret)
		return ret;
	if (!is_good)
		found = (struct sn_proof_result){0};
	return sn_rpc_written(!cJSON_AddBoolToObject(result, "good", is_good) || add_place(result, &found),
			      err);
}

int sn_rpc_check_spend_proof(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_proof_claim claim = {0};
	struct sn_proof_result found;
	bool is_good;
	int ret = get_claim(&claim, params, "signature", err);
	if (!ret)
		ret = get_message(&claim.message, &claim.message_len, params, err);
	if (!ret)
		ret = of_check(&is_good, sn_session_check_spend(m->session, &claim, &found, err), err);
	return ret ? ret : sn_rpc_written(!cJSON_AddBoolToObject(result, "good", is_good), err);
}

int sn_rpc_check_reserve_proof(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_reserve_claim claim = {0};
	struct sn_reserve_result found = {0};
	const char *text;
	bool is_good;
	int ret = sn_rpc_get_address(&claim.address, m->session, params, "address", err);
	if (!ret)
		ret = get_message(&claim.message, &claim.message_len, params, err);
	if (!ret)
		ret = get_string(&text, params, "signature", err);
	if (ret)
		return ret;
	claim.text = text;
	claim.text_len = strlen(text);
	ret = of_check(&is_good, sn_session_check_reserve(m->session, &claim, &found, err), err);
	if (ret)
		return ret;
	if (!is_good)
		found = (struct sn_reserve_result){0};
	return sn_rpc_written(!cJSON_AddBoolToObject(result, "good", is_good) ||
				      sn_json_add_u64(result, "total", found.total) ||
				      sn_json_add_u64(result, "spent", found.spent),
			      err);
}
