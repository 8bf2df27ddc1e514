#include "hot/check_proof.h"

#include "base/hex.h"
#include "chain/amount.h"
#include "chain/tx_key.h"
#include "chain/tx_proof.h"
#include "node/daemon_info.h"
#include "node/daemon_transaction.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int check_network(struct sn_daemon_info *info, struct sn_daemon *daemon,
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
				       sn_error_set(err, SN_REFUSED,
						    "this tx key shows no payment to this address"),
				       "check the transaction hash, the address and the key")
		       : sn_error_hint(
				 err,
				 sn_error_set(err, SN_REFUSED,
					      "the proof is valid, but shows no payment to this address"),
				 "ask for a proof for another address of the recipient");
}

int sn_check_payment(struct sn_proof_result *result, struct sn_daemon *daemon,
		     const struct sn_proof_claim *claim, struct sn_error *err)
{
	struct sn_daemon_info info;
	struct sn_daemon_transaction found = {0};
	*result = (struct sn_proof_result){.tx_hash = claim->tx_hash, .address = claim->address};
	int ret = check_network(&info, daemon, &claim->address, err);
	if (!ret)
		ret = sn_daemon_get_transaction(daemon, &claim->tx_hash, &found, err);
	if (!ret)
		ret = check_text(result, claim, &found.tx, err);
	if (!ret && !result->received)
		ret = refuse_nothing(result, err);
	result->is_in_pool = found.is_in_pool;
	if (!found.is_in_pool) {
		result->height = found.height;
		result->confirmations = info.height > found.height ? info.height - found.height : 0;
	}
	sn_daemon_transaction_free(&found);
	return ret;
}

static const char *kind_name(enum sn_proof_kind kind)
{
	return kind == SN_PROOF_SENT       ? SN_TX_PROOF_OUT
	       : kind == SN_PROOF_RECEIVED ? SN_TX_PROOF_IN
					   : "tx_key";
}

int sn_report_proof_json(cJSON *object, const struct sn_proof_result *result)
{
	char address[SN_ADDRESS_TEXT_MAX];
	sn_address_format(address, &result->address);
	if (!object || !cJSON_AddTrueToObject(object, "valid") ||
	    !cJSON_AddStringToObject(object, "kind", kind_name(result->kind)) ||
	    sn_json_add_hex(object, "tx_hash", &result->tx_hash, sizeof result->tx_hash) ||
	    !cJSON_AddStringToObject(object, "address", address) ||
	    sn_json_add_u64(object, "received", result->received) ||
	    !cJSON_AddBoolToObject(object, "in_pool", result->is_in_pool) ||
	    sn_json_add_u64(object, "confirmations", result->confirmations) ||
	    (!result->is_in_pool && sn_json_add_u64(object, "height", result->height)))
		return SN_IO;
	return SN_OK;
}

int sn_report_proof_text(struct sn_buf *out, const struct sn_proof_result *result)
{
	char address[SN_ADDRESS_TEXT_MAX], amount[SN_AMOUNT_TEXT_MAX],
		where[64] = "in the pool, not confirmed";
	static const char *const by[] = {
		[SN_PROOF_SENT] = "proved by the sender",
		[SN_PROOF_RECEIVED] = "proved by the recipient",
		[SN_PROOF_TX_KEY] = "proved by the tx key",
	};
	sn_address_format(address, &result->address);
	sn_amount_format(amount, (struct sn_amount){result->received});
	if (!result->is_in_pool)
		snprintf(where, sizeof where, "block %" PRIu64 ", %" PRIu64 " confirmations", result->height,
			 result->confirmations);
	const char *const words[] = {address,          "\nreceived ", amount, " XMR, ",
				     by[result->kind], "\n",          where,  "\n"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		sn_put_bytes(out, words[i], strlen(words[i]));
	return out->failed ? SN_IO : SN_OK;
}
