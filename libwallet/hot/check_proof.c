#include "hot/check_proof.h"

#include "base/hex.h"
#include "chain/amount.h"
#include "chain/spend_proof.h"
#include "chain/tx_key.h"
#include "chain/tx_proof.h"
#include "node/daemon_outputs.h"
#include "node/daemon_transaction.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int sn_check_address_network(struct sn_daemon_info *info, struct sn_daemon *daemon,
			     const struct sn_address *address, struct sn_error *err)
{
	int ret = sn_daemon_get_info(daemon, info, err);
	if (!ret && info->network != address->network)
		ret = sn_error_set(err, SN_BAD_INPUT, "the address is for %s, but the daemon at %s is on %s",
				   sn_network_name(address->network), sn_daemon_address(daemon),
				   sn_network_name(info->network));
	return ret;
}

static int check_text(struct sn_proof_result *result, const struct sn_proof_claim *claim,
		      const struct sn_tx *tx, struct sn_error *err)
{
	const char *text = claim->text;
	size_t len = claim->text_len;
	struct sn_tx_proof proof;
	int ret;
	sn_trim(&text, &len);
	if (sn_tx_key_is_text(text, len)) {
		result->kind = SN_PROOF_TX_KEY;
		return sn_tx_key_check(&result->received, text, len, tx, &claim->address, err);
	}
	ret = sn_tx_proof_parse(&proof, text, len, err);
	if (ret)
		return ret;
	result->kind = proof.is_out ? SN_PROOF_SENT : SN_PROOF_RECEIVED;
	ret = sn_tx_proof_check(&result->received, &proof, tx, &claim->tx_hash, &claim->address,
				claim->message, claim->message_len, err);
	sn_tx_proof_free(&proof);
	return ret;
}

static int refuse_nothing(const struct sn_proof_result *result, struct sn_error *err)
{
	return result->kind == SN_PROOF_TX_KEY
		       ? sn_error_hint(err,
				       sn_error_because(err, SN_REFUSED, SN_REASON_NOTHING_PAID,
							"this tx key shows no payment to this address"),
				       "check the transaction hash, the address and the key")
		       : sn_error_hint(
				 err,
				 sn_error_because(err, SN_REFUSED, SN_REASON_NOTHING_PAID,
						  "the proof is valid, but shows no payment to this address"),
				 "ask for a proof for another address of the recipient");
}

static void place(struct sn_proof_result *result, const struct sn_daemon_transaction *found,
		  const struct sn_daemon_info *info)
{
	result->is_in_pool = found->is_in_pool;
	if (found->is_in_pool)
		return;
	result->height = found->height;
	result->confirmations = info->height > found->height ? info->height - found->height : 0;
}

static void note_lock(struct sn_proof_result *result, const struct sn_tx *tx,
		      const struct sn_daemon_info *info)
{
	char date[SN_UNLOCK_DATE_MAX];
	const bool is_date = sn_unlock_time_date(date, tx->unlock_time);
	result->unlock_time = tx->unlock_time;
	result->is_locked = tx->unlock_time > (is_date ? (uint64_t)time(NULL) : info->height);
}

int sn_check_payment(struct sn_proof_result *result, struct sn_daemon *daemon,
		     const struct sn_proof_claim *claim, struct sn_error *err)
{
	struct sn_daemon_info info;
	struct sn_daemon_transaction found = {0};
	*result = (struct sn_proof_result){.tx_hash = claim->tx_hash, .address = claim->address};
	int ret = sn_check_address_network(&info, daemon, &claim->address, err);
	if (!ret)
		ret = sn_daemon_get_transaction(daemon, &claim->tx_hash, &found, err);
	if (!ret && sn_tx_has_carrot_outputs(&found.tx))
		ret = sn_error_set(err, SN_BAD_INPUT,
				   "the transaction has Carrot outputs; such proofs cannot be checked");
	if (!ret)
		ret = check_text(result, claim, &found.tx, err);
	if (!ret) {
		place(result, &found, &info);
		note_lock(result, &found.tx, &info);
	}
	if (!ret && !result->received)
		ret = refuse_nothing(result, err);
	sn_daemon_transaction_free(&found);
	return ret;
}

/* Get the keys of all rings, input by input. `n` is sn_spend_proof_size. */
static int get_rings(struct sn_point *keys, size_t n, struct sn_daemon *daemon, const struct sn_tx *tx,
		     struct sn_error *err)
{
	uint64_t *indices = calloc(n, sizeof *indices);
	struct sn_daemon_output *outputs = calloc(n, sizeof *outputs);
	int ret = indices && outputs ? SN_OK : sn_error_memory(err);
	for (size_t i = 0, at = 0; !ret && i < tx->n_inputs; at += tx->inputs[i++].ring_size)
		if (tx->inputs[i].amount)
			ret = sn_error_set(
				err, SN_BAD_INPUT,
				"the transaction spends outputs from before RingCT; such proofs cannot be checked");
		else if (sn_tx_ring_indices(indices + at, tx, i))
			ret = sn_error_set(err, SN_BAD_INPUT, "the transaction has invalid ring members");
	if (!ret)
		ret = sn_daemon_get_outputs(daemon, indices, n, outputs, err);
	for (size_t i = 0; !ret && i < n; i++)
		keys[i] = outputs[i].key;
	free(indices);
	free(outputs);
	return ret;
}

static int check_rings(struct sn_daemon *daemon, const struct sn_proof_claim *claim, const struct sn_tx *tx,
		       struct sn_error *err)
{
	const size_t n = sn_spend_proof_size(tx);
	const char *text = claim->text;
	size_t len = claim->text_len;
	struct sn_spend_proof proof;
	sn_trim(&text, &len);
	int ret = sn_spend_proof_parse(&proof, text, len, err);
	if (ret)
		return ret;
	struct sn_point *keys = calloc(n ? n : 1, sizeof *keys);
	if (!keys)
		ret = sn_error_memory(err);
	if (!ret && proof.n == n)
		ret = get_rings(keys, n, daemon, tx, err);
	if (!ret)
		ret = sn_spend_proof_check(&proof, tx, &claim->tx_hash, keys, claim->message,
					   claim->message_len, err);
	free(keys);
	sn_spend_proof_free(&proof);
	return ret;
}

int sn_check_spend(struct sn_proof_result *result, struct sn_daemon *daemon,
		   const struct sn_proof_claim *claim, struct sn_error *err)
{
	struct sn_daemon_info info;
	struct sn_daemon_transaction found = {0};
	*result = (struct sn_proof_result){.kind = SN_PROOF_SPEND, .tx_hash = claim->tx_hash};
	int ret = sn_daemon_get_info(daemon, &info, err);
	if (!ret)
		ret = sn_daemon_get_transaction(daemon, &claim->tx_hash, &found, err);
	if (!ret)
		ret = check_rings(daemon, claim, &found.tx, err);
	if (!ret)
		place(result, &found, &info);
	sn_daemon_transaction_free(&found);
	return ret;
}

static const char *kind_name(enum sn_proof_kind kind)
{
	static const char *const names[] = {
		[SN_PROOF_SENT] = SN_TX_PROOF_OUT,
		[SN_PROOF_RECEIVED] = SN_TX_PROOF_IN,
		[SN_PROOF_TX_KEY] = "tx_key",
		[SN_PROOF_SPEND] = SN_SPEND_PROOF,
	};
	return names[kind];
}

int sn_report_proof_json(cJSON *object, const struct sn_proof_result *result)
{
	char address[SN_ADDRESS_TEXT_MAX];
	if (!object || !cJSON_AddTrueToObject(object, "valid") ||
	    !cJSON_AddStringToObject(object, "kind", kind_name(result->kind)) ||
	    sn_json_add_hex(object, "tx_hash", &result->tx_hash, sizeof result->tx_hash) ||
	    !cJSON_AddBoolToObject(object, "in_pool", result->is_in_pool) ||
	    sn_json_add_u64(object, "confirmations", result->confirmations) ||
	    (!result->is_in_pool && sn_json_add_u64(object, "height", result->height)))
		return SN_IO;
	if (result->kind == SN_PROOF_SPEND)
		return SN_OK;
	sn_address_format(address, &result->address);
	if (!cJSON_AddStringToObject(object, "address", address) ||
	    sn_json_add_u64(object, "received", result->received) ||
	    sn_json_add_u64(object, "unlock_time", result->unlock_time))
		return SN_IO;
	return SN_OK;
}

static void put(struct sn_buf *out, const char *text)
{
	sn_put_bytes(out, text, strlen(text));
}

static void put_received(struct sn_buf *out, const struct sn_proof_result *result)
{
	char address[SN_ADDRESS_TEXT_MAX], amount[SN_AMOUNT_TEXT_MAX];
	sn_address_format(address, &result->address);
	sn_amount_format(amount, (struct sn_amount){result->received});
	put(out, address);
	put(out, "\nreceived ");
	put(out, amount);
	put(out, " XMR, ");
}

static void put_lock(struct sn_buf *out, uint64_t unlock_time)
{
	char text[48 + SN_UNLOCK_DATE_MAX], date[SN_UNLOCK_DATE_MAX];
	const bool is_date = sn_unlock_time_date(date, unlock_time);
	snprintf(text, sizeof text, "LOCKED until %s %" PRIu64 "%s%s\n", sn_unlock_time_unit(unlock_time),
		 unlock_time, is_date ? ": " : "", is_date ? date : "");
	put(out, text);
}

int sn_report_proof_text(struct sn_buf *out, const struct sn_proof_result *result)
{
	char where[64] = "in the pool, not confirmed";
	static const char *const by[] = {
		[SN_PROOF_SENT] = "proved by the sender",
		[SN_PROOF_RECEIVED] = "proved by the recipient",
		[SN_PROOF_TX_KEY] = "proved by the tx key",
		[SN_PROOF_SPEND] = "the proof is by the sender of the transaction",
	};
	if (result->kind != SN_PROOF_SPEND)
		put_received(out, result);
	put(out, by[result->kind]);
	put(out, "\n");
	if (!result->is_in_pool)
		snprintf(where, sizeof where, "block %" PRIu64 ", %" PRIu64 " confirmation%s", result->height,
			 result->confirmations, SN_PLURAL(result->confirmations));
	put(out, where);
	put(out, "\n");
	if (result->is_locked)
		put_lock(out, result->unlock_time);
	return out->failed ? SN_IO : SN_OK;
}
