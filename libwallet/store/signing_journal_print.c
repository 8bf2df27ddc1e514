#include "store/signing_journal_print.h"
#include "base/date.h"
#include "base/hex.h"
#include "base/json.h"
#include "chain/amount.h"
#include "store/signing_journal.h"

#include <stdio.h>
#include <string.h>

int sn_signing_journal_text(struct sn_buf *out, const struct sn_signing_journal *j)
{
	size_t n;
	const struct sn_signing_entry *entries = sn_signing_journal_entries(j, &n);
	for (size_t i = 0; i < n; i++) {
		const struct sn_signing_entry *entry = &entries[i];
		char when[SN_DATE_TEXT_MAX], hash[2 * sizeof entry->tx_hash + 1], line[320];
		char amount[SN_AMOUNT_TEXT_MAX], fee[SN_AMOUNT_TEXT_MAX];
		sn_date_time_format(when, entry->time);
		sn_hex_encode(hash, &entry->tx_hash, sizeof entry->tx_hash);
		sn_amount_format(amount, (struct sn_amount){entry->amount});
		sn_amount_format(fee, (struct sn_amount){entry->fee});
		snprintf(line, sizeof line, "%s  %s  %s XMR, fee %s XMR, %zu key image%s%s\n", when, hash,
			 amount, fee, entry->n_images, SN_PLURAL(entry->n_images),
			 entry->is_proposal ? ", proposal" : "");
		sn_put_bytes(out, line, strlen(line));
	}
	return out->failed ? SN_IO : SN_OK;
}

static int entry_json(cJSON *list, const struct sn_signing_entry *entry)
{
	cJSON *object = cJSON_CreateObject();
	if (!object)
		return SN_IO;
	if (!cJSON_AddItemToArray(list, object)) {
		cJSON_Delete(object);
		return SN_IO;
	}
	cJSON *images;
	int ret = sn_json_add_u64(object, "timestamp", entry->time);
	if (!ret)
		ret = sn_json_add_u64(object, "amount", entry->amount);
	if (!ret)
		ret = sn_json_add_u64(object, "fee", entry->fee);
	if (!ret)
		ret = sn_json_add_hex(object, entry->is_proposal ? "signable_hash" : "tx_hash",
				      &entry->tx_hash, sizeof entry->tx_hash);
	if (!ret)
		ret = sn_json_add_hex(object, "digest", &entry->digest, sizeof entry->digest);
	if (!ret && !(images = cJSON_AddArrayToObject(object, "key_images")))
		ret = SN_IO;
	for (size_t i = 0; !ret && i < entry->n_images; i++) {
		char text[2 * sizeof *entry->images + 1];
		sn_hex_encode(text, &entry->images[i], sizeof *entry->images);
		cJSON *image = cJSON_CreateString(text);
		if (!image || !cJSON_AddItemToArray(images, image)) {
			cJSON_Delete(image);
			ret = SN_IO;
		}
	}
	return ret;
}

int sn_signing_journal_json(struct sn_buf *out, const struct sn_signing_journal *j)
{
	size_t n;
	const struct sn_signing_entry *entries = sn_signing_journal_entries(j, &n);
	cJSON *root = cJSON_CreateObject();
	cJSON *list = root ? cJSON_AddArrayToObject(root, "signed") : NULL;
	int ret = list ? SN_OK : SN_IO;
	for (size_t i = 0; !ret && i < n; i++)
		ret = entry_json(list, &entries[i]);
	if (!ret)
		ret = sn_json_print(out, root, true);
	cJSON_Delete(root);
	return ret;
}
