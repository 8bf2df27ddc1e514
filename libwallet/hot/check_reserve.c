#include "hot/check_reserve.h"

#include "chain/amount.h"
#include "hot/check_proof.h"
#include "interop/reserve_proof.h"
#include "node/daemon_images.h"
#include "node/daemon_transaction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The amount of each output. Outputs of one transaction often follow each other: it is requested once. */
static int check_outputs(uint64_t *amounts, struct sn_daemon *daemon, const struct sn_reserve_proof *proof,
			 const struct sn_hash *hash, const struct sn_address *address, struct sn_error *err)
{
	struct sn_daemon_transaction found = {0};
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < proof->n; i++) {
		const struct sn_hash *tx_hash = &proof->entries[i].tx_hash;
		if (!i || !sn_hash_is_equal(tx_hash, &proof->entries[i - 1].tx_hash)) {
			sn_daemon_transaction_free(&found);
			ret = sn_daemon_get_transaction(daemon, tx_hash, &found, err);
		}
		if (!ret && found.is_in_pool)
			ret = sn_error_set(
				err, SN_REFUSED,
				"the proof lists an output of a transaction that is not confirmed");
		if (!ret)
			ret = sn_reserve_entry_check(&amounts[i], proof, i, &found.tx, hash, address, err);
	}
	sn_daemon_transaction_free(&found);
	return ret;
}

/* Add up the amounts. */
static int add_up(struct sn_reserve_result *result, struct sn_daemon *daemon,
		  const struct sn_reserve_proof *proof, const uint64_t *amounts, struct sn_error *err)
{
	struct sn_point *images = calloc(proof->n + 1, sizeof *images);
	bool *is_spent = calloc(proof->n + 1, sizeof *is_spent);
	int ret = images && is_spent ? SN_OK : sn_error_memory(err);
	for (size_t i = 0; !ret && i < proof->n; i++)
		images[i] = proof->entries[i].image;
	if (!ret)
		ret = sn_daemon_get_spent(daemon, images, proof->n, is_spent, err);
	for (size_t i = 0; !ret && i < proof->n; i++) {
		if (__builtin_add_overflow(result->total, amounts[i], &result->total))
			ret = sn_error_set(err, SN_REFUSED, "the sum of the amounts exceeds 64 bits");
		result->spent += is_spent[i] ? amounts[i] : 0;
	}
	free(images);
	free(is_spent);
	return ret;
}

int sn_check_reserve(struct sn_reserve_result *result, struct sn_daemon *daemon,
		     const struct sn_reserve_claim *claim, struct sn_error *err)
{
	struct sn_daemon_info info;
	struct sn_reserve_proof proof;
	struct sn_hash hash;
	const char *text = claim->text;
	size_t len = claim->text_len;
	*result = (struct sn_reserve_result){.address = claim->address};
	if (claim->address.kind != SN_ADDRESS_STANDARD)
		return sn_error_hint(err,
				     sn_error_set(err, SN_BAD_INPUT, "the address is not a primary address"),
				     "use the primary address of the wallet that made the proof");
	sn_trim(&text, &len);
	int ret = sn_reserve_proof_parse(&proof, text, len, err);
	if (ret)
		return ret;
	uint64_t *amounts = calloc(proof.n + 1, sizeof *amounts);
	sn_reserve_message(&hash, &proof, &claim->address, claim->message, claim->message_len);
	ret = amounts ? sn_check_address_network(&info, daemon, &claim->address, err) : sn_error_memory(err);
	if (!ret)
		ret = sn_reserve_keys_verify(&proof, &hash, &claim->address, err);
	if (!ret)
		ret = check_outputs(amounts, daemon, &proof, &hash, &claim->address, err);
	if (!ret)
		ret = add_up(result, daemon, &proof, amounts, err);
	result->n_outputs = proof.n;
	free(amounts);
	sn_reserve_proof_free(&proof);
	return ret;
}

int sn_report_reserve_json(cJSON *object, const struct sn_reserve_result *result)
{
	char address[SN_ADDRESS_TEXT_MAX];
	sn_address_format(address, &result->address);
	if (!object || !cJSON_AddTrueToObject(object, "valid") ||
	    !cJSON_AddStringToObject(object, "kind", SN_RESERVE_PROOF) ||
	    !cJSON_AddStringToObject(object, "address", address) ||
	    sn_json_add_u64(object, "outputs", result->n_outputs) ||
	    sn_json_add_u64(object, "total", result->total) ||
	    sn_json_add_u64(object, "spent", result->spent))
		return SN_IO;
	return SN_OK;
}

int sn_report_reserve_text(struct sn_buf *out, const struct sn_reserve_result *result)
{
	char address[SN_ADDRESS_TEXT_MAX], amount[SN_AMOUNT_TEXT_MAX], text[2 * SN_ADDRESS_TEXT_MAX];
	sn_address_format(address, &result->address);
	sn_amount_format(amount, (struct sn_amount){result->total});
	snprintf(text, sizeof text, "%s\nowns %s XMR in %zu output%s\n", address, amount, result->n_outputs,
		 SN_PLURAL(result->n_outputs));
	sn_put_bytes(out, text, strlen(text));
	if (result->spent) {
		sn_amount_format(amount, (struct sn_amount){result->spent});
		snprintf(text, sizeof text, "of these, %s XMR are spent\n", amount);
		sn_put_bytes(out, text, strlen(text));
	}
	return out->failed ? SN_IO : SN_OK;
}
