#include "hot/report_addresses.h"

#include "hot/balance.h"
#include "hot/report_internal.h"

#include <stdlib.h>
#include <string.h>

static const char *label_of(const struct sn_wallet *w, struct sn_subaddress_index at)
{
	const char *label = sn_names_label(&w->names, at);
	return label ? label : "";
}

static void format(char text[static SN_ADDRESS_TEXT_MAX], const struct sn_account *account, uint32_t major,
		   uint32_t minor)
{
	struct sn_address address;
	sn_account_address(&address, account, (struct sn_subaddress_index){major, minor});
	sn_address_format(text, &address);
}

static bool add_text(cJSON *object, const char *key, const struct sn_account *account, uint32_t major,
		     uint32_t minor)
{
	char text[SN_ADDRESS_TEXT_MAX];
	format(text, account, major, minor);
	return sn_report_string(object, key, text);
}

/* Whether each address of the account from 0 to max has received an output. NULL when out of memory. */
static bool *find_used(const struct sn_wallet *w, uint32_t account, uint32_t max)
{
	bool *is_used = calloc((size_t)max + 1, sizeof *is_used);
	for (size_t i = 0; is_used && i < w->n_outputs; i++)
		if (w->outputs[i].subaddress.major == account && w->outputs[i].subaddress.minor <= max)
			is_used[w->outputs[i].subaddress.minor] = true;
	return is_used;
}

/* Add an address of the account as one node of text. */
static bool push_address(cJSON *list, struct sn_buf *text, const struct sn_wallet *w, uint32_t account,
			 uint32_t index, bool is_used)
{
	cJSON *item = cJSON_CreateObject();
	bool done =
		add_text(item, "address", w->account, account, index) &&
		sn_report_string(item, "label", label_of(w, (struct sn_subaddress_index){account, index})) &&
		sn_report_u64(item, "address_index", index) && sn_report_bool(item, "used", is_used);
	done = done && sn_report_push_raw(list, text, item);
	sn_json_free(item);
	return done;
}

int sn_report_addresses_json(cJSON *object, const struct sn_wallet *w, uint32_t account,
			     const uint32_t *indices, size_t n)
{
	struct sn_buf text = {0};
	uint32_t max = 0;
	for (size_t i = 0; i < n; i++)
		max = indices[i] > max ? indices[i] : max;
	bool *is_used = find_used(w, account, max);
	cJSON *list = cJSON_GetObjectItemCaseSensitive(object, "addresses");
	bool done = is_used && (list || (add_text(object, "address", w->account, account, 0) &&
					 (list = sn_report_add_array(object, "addresses"))));
	for (size_t i = 0; done && i < n; i++)
		done = push_address(list, &text, w, account, indices[i], is_used[indices[i]]);
	free(is_used);
	sn_buf_free(&text);
	return done ? SN_OK : SN_IO;
}

int sn_report_created_json(cJSON *object, const struct sn_account *account, uint32_t major, uint32_t first,
			   uint32_t n)
{
	char text[SN_ADDRESS_TEXT_MAX + 2] = "\"";
	bool done = add_text(object, "address", account, major, first) &&
		    sn_report_u64(object, "address_index", first);
	cJSON *addresses = sn_report_add_array(object, "addresses");
	cJSON *indices = sn_report_add_array(object, "address_indices");
	done = done && addresses && indices;
	for (uint32_t i = 0; done && i < n; i++) {
		format(text + 1, account, major, first + i);
		strcat(text, "\"");
		cJSON *item = cJSON_CreateRaw(text);
		done = item && cJSON_AddItemToArray(addresses, item) && !sn_json_push_u64(indices, first + i);
	}
	return done ? SN_OK : SN_IO;
}

int sn_report_accounts_json(cJSON *object, const struct sn_wallet *w, const struct sn_balances *balances)
{
	struct sn_wallet_shown *created = NULL;
	size_t n = 0;
	cJSON *list = sn_report_add_array(object, "subaddress_accounts");
	bool done = list && !sn_wallet_created(&created, &n, w) &&
		    sn_report_u64(object, "total_balance", balances->all.total) &&
		    sn_report_u64(object, "total_unlocked_balance", balances->all.unlocked);
	for (uint32_t i = 0; done && i < n; i++) {
		const struct sn_balance b = sn_balances_of_account(balances, i);
		cJSON *item = sn_report_push_object(list);
		done = sn_report_u64(item, "account_index", i) &&
		       add_text(item, "base_address", w->account, i, 0) &&
		       sn_report_u64(item, "balance", b.total) &&
		       sn_report_u64(item, "unlocked_balance", b.unlocked) &&
		       sn_report_string(item, "label", label_of(w, (struct sn_subaddress_index){i, 0})) &&
		       sn_report_string(item, "tag", "");
	}
	free(created);
	return done ? SN_OK : SN_IO;
}
