#include "cold/prove_files.h"

#include "base/hex.h"
#include "base/secret.h"
#include "chain/spend_proof.h"
#include "cold/files.h"
#include "cold/prove_reserve.h"
#include "cold/restore.h"
#include "handoff/envelope.h"
#include "interop/reserve_proof.h"

void sn_prove_result_free(struct sn_prove_result *result)
{
	sn_buf_free(&result->text);
	*result = (struct sn_prove_result){0};
}

static int prove_received(struct sn_prove_result *result, const struct sn_account *account,
			  const struct sn_prove_request *request, const struct sn_tx *tx,
			  struct sn_error *err)
{
	result->kind = SN_TX_PROOF_IN;
	return sn_prove_received(&result->text, &result->received, account, tx, &request->tx_hash,
				 &request->address, request->message, request->message_len, err);
}

static int prove_again(struct sn_prove_result *result, const struct sn_account *account,
		       const struct sn_prove_request *request, const struct sn_unsigned_set *set,
		       const struct sn_again *again, struct sn_error *err)
{
	bool is_own;
	int ret;
	if (request->kind == SN_PROVE_TX_KEY) {
		result->kind = "tx_key";
		return sn_prove_tx_key(&result->text, again, err);
	}
	if (request->kind == SN_PROVE_SPEND) {
		result->kind = SN_SPEND_PROOF;
		return sn_prove_spend(&result->text, again, request->message, request->message_len, err);
	}
	ret = sn_prove_is_own(&is_own, account, &request->address, set, err);
	if (ret)
		return ret;
	if (is_own)
		return prove_received(result, account, request, &again->tx, err);
	result->kind = SN_TX_PROOF_OUT;
	return sn_prove_sent(&result->text, &result->received, again, &request->address, request->message,
			     request->message_len, err);
}

static int refuse_proposal(struct sn_error *err)
{
	return sn_error_because(
		err, SN_BAD_INPUT, SN_REASON_FOREIGN,
		"wrong file: this is a proposal, not a transaction yet: nothing can be proved");
}

static int prove_by_unsigned(struct sn_prove_result *result, const struct sn_account *account,
			     const struct sn_prove_request *request, const void *file, size_t len,
			     unsigned jobs, struct sn_error *err)
{
	const struct sn_limits limits = {
		.has_max_fee = true, .max_fee = UINT64_MAX, .allow_unlock_time = true, .allow_dust = true};
	struct sn_unsigned_set set = {0};
	struct sn_reference_request reference = {.options.no_key_images = true};
	struct sn_review review = {0};
	struct sn_again again = {0};
	if (sn_envelope_is(SN_ENVELOPE_PROPOSALS, file, len))
		return refuse_proposal(err);
	int ret = sn_cold_open_and_review(&set, &reference, &review, account, &limits, file, len, jobs, err);
	if (!ret)
		ret = sn_again_find(&again, account, &set, &request->tx_hash, err);
	if (!ret)
		ret = prove_again(result, account, request, &set, &again, err);
	sn_again_free(&again);
	sn_review_free(&review);
	sn_reference_request_free(&reference);
	sn_unsigned_set_free(&set);
	return ret;
}

/* Parse the file as a transaction, bytes or hexadecimal text. Returns SN_BAD_INPUT if it is none. */
static int parse_transaction(struct sn_tx *tx, struct sn_buf *bytes, const void *file, size_t len)
{
	int ret = sn_hex_decode_buf(bytes, file, len);
	if (ret == SN_IO)
		return ret;
	if (!ret) {
		file = bytes->data;
		len = bytes->len;
	}
	return sn_tx_parse(tx, file, len, false);
}

static int prove_by_transaction(struct sn_prove_result *result, const struct sn_account *account,
				const struct sn_prove_request *request, const struct sn_tx *tx,
				struct sn_error *err)
{
	struct sn_hash hash;
	bool is_own = false;
	int ret = sn_tx_hash(&hash, tx);
	if (ret)
		return sn_error_memory(err);
	if (!sn_hash_is_equal(&hash, &request->tx_hash))
		return sn_error_hint(
			err, sn_error_set(err, SN_REFUSED, "the file has a transaction with another hash"),
			"check the transaction hash, and fetch the transaction again with wo-check --fetch");
	if (request->kind == SN_PROVE_PAYMENT)
		ret = sn_prove_is_own(&is_own, account, &request->address, NULL, err);
	if (ret)
		return ret;
	if (!is_own)
		return sn_error_hint(
			err,
			sn_error_set(
				err, SN_BAD_INPUT,
				"the file is the transaction itself, which proves only what this wallet received"),
			"use the unsigned file from which this wallet signed the transaction");
	return prove_received(result, account, request, tx, err);
}

static int prove_reserve(struct sn_prove_result *result, const struct sn_account *account,
			 const struct sn_prove_request *request, const void *file, size_t len,
			 struct sn_error *err)
{
	struct sn_output_list list;
	int ret = sn_restore_open_list(&list, account, file, len, err);
	if (ret)
		return ret;
	result->kind = SN_RESERVE_PROOF;
	result->n_outputs = list.n;
	ret = sn_prove_reserve(&result->text, account, &list, request->message, request->message_len, err);
	sn_output_list_free(&list);
	if (ret)
		sn_prove_result_free(result);
	return ret;
}

int sn_cold_prove(struct sn_prove_result *result, const struct sn_account *account,
		  const struct sn_prove_request *request, const void *file, size_t len, unsigned jobs,
		  struct sn_error *err)
{
	struct sn_tx tx = {0};
	struct sn_buf bytes = {0};
	*result = (struct sn_prove_result){0};
	if (request->kind == SN_PROVE_RESERVE)
		return prove_reserve(result, account, request, file, len, err);
	int ret = parse_transaction(&tx, &bytes, file, len);
	if (ret == SN_IO)
		sn_error_memory(err);
	else if (ret)
		ret = prove_by_unsigned(result, account, request, file, len, jobs, err);
	else
		ret = prove_by_transaction(result, account, request, &tx, err);
	sn_tx_free(&tx);
	sn_buf_free(&bytes);
	if (ret)
		sn_prove_result_free(result);
	sn_wipe_stack();
	return ret;
}
