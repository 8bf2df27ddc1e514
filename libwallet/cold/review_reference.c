#include "cold/review_reference.h"

#include "base/hex.h"
#include "chain/consensus.h"

static int push(cJSON *array, cJSON *item)
{
	if (item && cJSON_AddItemToArray(array, item))
		return SN_OK;
	cJSON_Delete(item);
	return SN_IO;
}

static int add_address(cJSON *object, const char *key, const struct sn_address *address)
{
	char text[SN_ADDRESS_TEXT_MAX];
	sn_address_format(text, address);
	return cJSON_AddStringToObject(object, key, text) ? SN_OK : SN_IO;
}

static int push_recipients(cJSON *list, const struct sn_review_tx *tx)
{
	int ret = list ? SN_OK : SN_IO;
	for (size_t i = 0; !ret && i < tx->n_destinations; i++) {
		cJSON *item = cJSON_CreateObject();
		ret = push(list, item);
		if (!ret)
			ret = add_address(item, "address", &tx->destinations[i].address) ||
					      sn_json_add_u64(item, "amount", tx->destinations[i].amount)
				      ? SN_IO
				      : SN_OK;
	}
	return ret;
}

/* The payment ID of the recipient, or "". */
static int add_payment_id(cJSON *item, const struct sn_review_tx *tx)
{
	char id[2 * SN_PAYMENT_ID_BYTES + 1] = "";
	for (size_t i = 0; i < tx->n_destinations; i++)
		if (tx->destinations[i].address.kind == SN_ADDRESS_INTEGRATED)
			sn_hex_encode(id, tx->destinations[i].address.payment_id, SN_PAYMENT_ID_BYTES);
	return cJSON_AddStringToObject(item, "payment_id", id) ? SN_OK : SN_IO;
}

/* A proposal has no rings. */
static int add_tx(cJSON *desc, const struct sn_review_tx *tx, bool is_proposal)
{
	cJSON *item = cJSON_CreateObject();
	int ret = push(desc, item);
	if (ret)
		return ret;
	bool failed = sn_json_add_u64(item, "amount_in", tx->inputs) ||
		      sn_json_add_u64(item, "amount_out", tx->inputs - tx->fee) ||
		      (!is_proposal && sn_json_add_u64(item, "ring_size", SN_RING_SIZE)) ||
		      sn_json_add_u64(item, "unlock_time", tx->unlock_time) ||
		      push_recipients(cJSON_AddArrayToObject(item, "recipients"), tx) ||
		      add_payment_id(item, tx) || sn_json_add_u64(item, "change_amount", tx->change) ||
		      sn_json_add_u64(item, "fee", tx->fee) ||
		      sn_json_add_u64(item, "dummy_outputs", tx->n_destinations < 2 && !tx->change) ||
		      sn_json_add_u64(item, "weight", tx->weight) ||
		      (tx->change ? add_address(item, "change_address", &tx->change_address)
				  : !cJSON_AddStringToObject(item, "change_address", ""));
	return failed ? SN_IO : SN_OK;
}

int sn_review_reference_members(cJSON *object, const struct sn_review *review)
{
	cJSON *desc = cJSON_AddArrayToObject(object, "desc");
	cJSON *summary = cJSON_AddObjectToObject(object, "summary");
	cJSON *recipients = cJSON_AddArrayToObject(summary, "recipients");
	const struct sn_address *change = NULL;
	bool failed = !desc || !recipients;
	for (size_t i = 0; !failed && i < review->n; i++) {
		failed = add_tx(desc, &review->txs[i], review->has_proposals) ||
			 push_recipients(recipients, &review->txs[i]);
		if (review->txs[i].change)
			change = &review->txs[i].change_address;
	}
	failed = failed || sn_json_add_u64(summary, "amount_in", review->inputs) ||
		 sn_json_add_u64(summary, "amount_out", review->inputs - review->fee) ||
		 sn_json_add_u64(summary, "change_amount", review->change) ||
		 sn_json_add_u64(summary, "fee", review->fee) ||
		 (change ? add_address(summary, "change_address", change)
			 : !cJSON_AddStringToObject(summary, "change_address", ""));
	return failed ? SN_IO : SN_OK;
}
