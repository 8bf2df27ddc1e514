#include "rpc/methods_read.h"

#include "app/balances.h"
#include "base/clock.h"
#include "base/hex.h"
#include "hot/history.h"
#include "hot/report_balance.h"
#include "hot/report_transfers.h"
#include "rpc/methods_context.h"
#include "rpc/params.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ balances */

/* The account of "account_index", by default 0; -1 with "all_accounts". */
static int get_account(const cJSON *params, int64_t *account, struct sn_error *err)
{
	uint32_t index = 0;
	bool all = false;
	int ret = sn_rpc_get_account(params, &index, err);
	if (!ret)
		ret = sn_rpc_of_params(sn_json_opt_bool(params, "all_accounts", &all, err), err);
	*account = all ? -1 : (int64_t)index;
	return ret;
}

int sn_rpc_get_balance(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	const struct sn_balances *balances;
	uint32_t *addresses = NULL;
	size_t n = 0;
	int64_t account = 0;
	int ret = get_account(params, &account, err);
	if (!ret)
		ret = sn_rpc_get_indices(params, "address_indices", &addresses, &n, err);
	if (ret) {
		free(addresses);
		return ret;
	}
	n = account < 0 ? 0 : n;
	const struct sn_wallet *w = sn_session_read(m->session);
	ret = sn_session_need_chain(m->session, w, "balance", err);
	if (!ret)
		ret = sn_session_balances(&balances, m->session, sn_unix_time(), err);
	if (!ret)
		ret = sn_rpc_written(
			(account < 0
				 ? sn_report_balances_json(result, w, balances)
				 : sn_report_account_balance_json(result, w, balances, (uint32_t)account)) ||
				sn_json_add_u64(result, "time_to_unlock", 0) ||
				!cJSON_AddBoolToObject(result, "multisig_import_needed", false) ||
				sn_report_per_subaddress_json(result, w, sn_session_addresses(m->session),
							      balances, account, addresses, n),
			err);
	sn_session_read_end(m->session);
	free(addresses);
	return ret;
}

/* ------------------------------------------------------------------ transfers */

struct transfers {
	const struct sn_wallet *w;
	struct sn_own_addresses *own;
	struct sn_transfer *list;
	size_t n;
};

/* Start to read the wallet, and list the selected transfers. Call end_transfers in any case. */
static int begin_transfers(struct transfers *t, struct sn_session *s, const struct sn_history_filter *filter,
			   struct sn_error *err)
{
	t->own = sn_session_addresses(s);
	t->list = NULL;
	t->n = 0;
	t->w = sn_session_read(s);
	int ret = sn_session_need_chain(s, t->w, "transfers", err);
	return ret ? ret : sn_history(&t->list, &t->n, t->w, filter, sn_unix_time(), err);
}

static void end_transfers(struct transfers *t, struct sn_session *s)
{
	sn_session_read_end(s);
	free(t->list);
}

/* The boolean params of get_transfers and the kinds that they select. */
static const struct {
	const char *key;
	unsigned kind;
	bool only_sent; /* of this kind, only those that were submitted */
} wanted[] = {
	{"in", SN_TRANSFER_IN, false},
	{"out", SN_TRANSFER_OUT, false},
	{"pending", SN_TRANSFER_PENDING, false},
	{"failed", SN_TRANSFER_RELEASED, true},
	{"pool", SN_TRANSFER_POOL, false},
	{"prepared", SN_TRANSFER_PREPARED, false},
	{"released", SN_TRANSFER_RELEASED, false},
};

static int read_kinds(struct sn_history_filter *filter, const cJSON *params, struct sn_error *err)
{
	bool is_released_wanted = false;
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < sizeof wanted / sizeof *wanted; i++) {
		bool is_wanted = false;
		ret = sn_rpc_of_params(sn_json_opt_bool(params, wanted[i].key, &is_wanted, err), err);
		filter->kinds |= is_wanted ? 1u << wanted[i].kind : 0;
		is_released_wanted |=
			is_wanted && wanted[i].kind == SN_TRANSFER_RELEASED && !wanted[i].only_sent;
	}
	filter->no_abandoned = filter->kinds && !is_released_wanted;
	return ret;
}

static int read_heights(struct sn_history_filter *filter, const cJSON *params, struct sn_error *err)
{
	uint64_t min = 0, max = 0;
	bool by_height = false;
	int ret = sn_rpc_of_params(sn_json_opt_bool(params, "filter_by_height", &by_height, err), err);
	if (!ret) /* as BTCPay Server writes it */
		ret = sn_rpc_of_params(sn_json_opt_bool(params, "filter_by_height ", &by_height, err), err);
	if (!ret)
		ret = sn_rpc_of_params(sn_json_opt_u64(params, "min_height", &min, err), err);
	if (!ret)
		ret = sn_rpc_of_params(sn_json_opt_u64(params, "max_height", &max, err), err);
	if (ret || !by_height)
		return ret;
	filter->min_height = min < UINT64_MAX ? min + 1 : min;
	filter->has_max_height = sn_json_has(params, "max_height");
	filter->max_height = max;
	return SN_OK;
}

static int read_filter(struct sn_history_filter *filter, const cJSON *params, struct sn_error *err)
{
	uint64_t limit = 0;
	int64_t account = 0;
	int ret = read_kinds(filter, params, err);
	if (!ret)
		ret = read_heights(filter, params, err);
	if (!ret)
		ret = sn_rpc_of_params(sn_json_opt_u64(params, "limit", &limit, err), err);
	if (!ret)
		ret = get_account(params, &account, err);
	filter->has_account = account >= 0;
	filter->account = account >= 0 ? (uint32_t)account : 0;
	filter->limit = limit < SIZE_MAX ? (size_t)limit : SIZE_MAX;
	return ret;
}

int sn_rpc_get_transfers(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_history_filter filter = {0};
	struct transfers t;
	uint32_t *addresses = NULL;
	int ret = read_filter(&filter, params, err);
	if (!ret)
		ret = sn_rpc_get_indices(params, "subaddr_indices", &addresses, &filter.n_addresses, err);
	if (!filter.has_account)
		filter.n_addresses = 0;
	sn_rpc_sort_indices(addresses, filter.n_addresses);
	filter.addresses = addresses;
	if (ret) {
		free(addresses);
		return ret;
	}
	ret = begin_transfers(&t, m->session, &filter, err);
	if (!ret)
		ret = sn_rpc_written(sn_report_transfer_lists_json(result, t.w, t.own, t.list, t.n), err);
	end_transfers(&t, m->session);
	free(addresses);
	return ret;
}

int sn_rpc_get_transfer_by_txid(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_hash hash;
	struct sn_history_filter filter = {.has_account = true, .tx_hash = &hash};
	struct transfers t;
	int ret = sn_rpc_get_txid(&hash, params, "txid", err);
	if (!ret)
		ret = sn_rpc_get_account(params, &filter.account, err);
	if (ret)
		return ret;
	ret = begin_transfers(&t, m->session, &filter, err);
	if (!ret && !t.n)
		ret = sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_TXID,
				       "account %u has no transfer with this transaction", filter.account);
	if (!ret)
		ret = sn_rpc_written(sn_report_transfers_json(result, t.w, t.own, t.list, t.n), err);
	end_transfers(&t, m->session);
	return ret;
}

/* ------------------------------------------------------------------ payments by payment ID */

/* Read a payment ID: 16 digits, or 64 of which the last 48 are 0. */
static int read_payment_id(uint8_t id[static SN_PAYMENT_ID_BYTES], const char *text, struct sn_error *err)
{
	uint8_t all[32] = {0};
	const size_t len = strlen(text) == 2 * sizeof all ? sizeof all : SN_PAYMENT_ID_BYTES;
	if (sn_hex_decode(all, len, text))
		return sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_PAYMENT_ID,
					"a payment ID has 16 or 64 hexadecimal digits");
	memcpy(id, all, SN_PAYMENT_ID_BYTES);
	for (size_t i = SN_PAYMENT_ID_BYTES; i < sizeof all; i++)
		if (all[i])
			return sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_PAYMENT_ID,
						"payment IDs of 32 bytes are obsolete, and are not recorded");
	return SN_OK;
}

struct received {
	const struct sn_transfer *transfer;
	bool is_listed;
};

/* Received transfers by payment ID. */
struct by_id {
	struct received *list;
	struct sn_transfer *run; /* room for as many */
	size_t n;
};

static const uint8_t *id_of(const struct received *r)
{
	static const uint8_t none[SN_PAYMENT_ID_BYTES];
	return r->transfer->has_payment_id ? r->transfer->payment_id : none;
}

static int compare_ids(const void *a, const void *b)
{
	const struct received *x = a, *y = b;
	int order = memcmp(id_of(x), id_of(y), SN_PAYMENT_ID_BYTES);
	return order ? order : (x->transfer > y->transfer) - (x->transfer < y->transfer);
}

/* Sort the transfers, which are all received in blocks. Call end_by_id in any case. */
static int sort_by_id(struct by_id *sorted, const struct transfers *t, struct sn_error *err)
{
	*sorted = (struct by_id){.list = calloc(t->n + 1, sizeof *sorted->list),
				 .run = calloc(t->n + 1, sizeof *sorted->run)};
	if (!sorted->list || !sorted->run)
		return sn_error_memory(err);
	for (size_t i = 0; i < t->n; i++)
		sorted->list[sorted->n++] = (struct received){.transfer = &t->list[i]};
	qsort(sorted->list, sorted->n, sizeof *sorted->list, compare_ids);
	return SN_OK;
}

static void end_by_id(struct by_id *sorted)
{
	free(sorted->list);
	free(sorted->run);
}

/* The position of the first transfer with the payment ID, or with a greater one. */
static size_t first_of(const struct by_id *sorted, const uint8_t id[static SN_PAYMENT_ID_BYTES])
{
	size_t from = 0, n = sorted->n;
	while (from < n) {
		size_t middle = from + (n - from) / 2;
		if (memcmp(id_of(&sorted->list[middle]), id, SN_PAYMENT_ID_BYTES) < 0)
			from = middle + 1;
		else
			n = middle;
	}
	return from;
}

/* Report the transfers with the payment ID, unless they were reported before. */
static int report_by_id(cJSON *result, const struct transfers *t, struct by_id *sorted, const char *text,
			struct sn_error *err)
{
	uint8_t id[SN_PAYMENT_ID_BYTES];
	size_t n = 0;
	int ret = read_payment_id(id, text, err);
	if (ret)
		return ret;
	for (size_t i = first_of(sorted, id); i < sorted->n; i++) {
		struct received *r = &sorted->list[i];
		if (r->is_listed || memcmp(id_of(r), id, sizeof id) != 0)
			break;
		r->is_listed = true;
		sorted->run[n++] = *r->transfer;
	}
	return sn_rpc_written(sn_report_payments_json(result, t->w, t->own, sorted->run, n, text), err);
}

int sn_rpc_get_payments(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	const struct sn_history_filter received = {.kinds = 1u << SN_TRANSFER_IN};
	struct by_id sorted = {0};
	struct transfers t;
	const char *text;
	int ret = sn_rpc_of_params(sn_json_get_string(params, "payment_id", &text, err), err);
	if (ret)
		return ret;
	ret = begin_transfers(&t, m->session, &received, err);
	if (!ret)
		ret = sort_by_id(&sorted, &t, err);
	if (!ret)
		ret = report_by_id(result, &t, &sorted, text, err);
	end_by_id(&sorted);
	end_transfers(&t, m->session);
	return ret;
}

/* Report the payments with each of the IDs. */
static int report_by_ids(cJSON *result, const struct transfers *t, const cJSON *ids, struct sn_error *err)
{
	const cJSON *item;
	struct by_id sorted;
	int ret = sort_by_id(&sorted, t, err);
	cJSON_ArrayForEach(item, ids)
	{
		if (!ret)
			ret = cJSON_IsString(item)
				      ? report_by_id(result, t, &sorted, item->valuestring, err)
				      : sn_error_set(err, SN_USAGE, "\"payment_ids\" must contain strings");
	}
	end_by_id(&sorted);
	return ret;
}

int sn_rpc_get_bulk_payments(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	const cJSON *ids = NULL;
	uint64_t above = 0;
	struct transfers t;
	int ret = sn_rpc_of_params(sn_json_opt_array(params, "payment_ids", &ids, err), err);
	if (!ret)
		ret = sn_rpc_of_params(sn_json_opt_u64(params, "min_block_height", &above, err), err);
	if (ret)
		return ret;
	const struct sn_history_filter filter = {
		.kinds = 1u << SN_TRANSFER_IN, .min_height = above && above < UINT64_MAX ? above + 1 : above};
	ret = begin_transfers(&t, m->session, &filter, err);
	if (!ret && cJSON_GetArraySize(ids)) {
		ret = report_by_ids(result, &t, ids, err);
	} else if (!ret) {
		ret = sn_rpc_written(sn_report_payments_json(result, t.w, t.own, t.list, t.n, NULL), err);
	}
	end_transfers(&t, m->session);
	return ret;
}

/* ------------------------------------------------------------------ outputs */

/* *spent points to the wanted state; NULL: any. */
static int read_transfer_type(const bool **spent, const cJSON *params, struct sn_error *err)
{
	static const bool yes = true, no = false;
	const char *text;
	int ret = sn_rpc_of_params(sn_json_get_string(params, "transfer_type", &text, err), err);
	if (ret)
		return ret;
	*spent = !strcmp(text, "available") ? &no : !strcmp(text, "unavailable") ? &yes : NULL;
	return *spent || !strcmp(text, "all")
		       ? SN_OK
		       : sn_error_because(
				 err, SN_BAD_INPUT, SN_REASON_BAD_TRANSFER_TYPE,
				 "\"transfer_type\" is not \"all\", \"available\" or \"unavailable\"");
}

int sn_rpc_incoming_transfers(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	const bool *spent;
	uint32_t account = 0, *addresses = NULL;
	size_t n = 0;
	int ret = read_transfer_type(&spent, params, err);
	if (!ret)
		ret = sn_rpc_get_account(params, &account, err);
	if (!ret)
		ret = sn_rpc_get_indices(params, "subaddr_indices", &addresses, &n, err);
	if (!ret) {
		sn_rpc_sort_indices(addresses, n);
		const struct sn_wallet *w = sn_session_read(m->session);
		ret = sn_session_need_chain(m->session, w, "transfers", err);
		if (!ret)
			ret = sn_rpc_written(sn_report_incoming_json(result, w, account, addresses, n, spent,
								     sn_unix_time()),
					     err);
		sn_session_read_end(m->session);
	}
	free(addresses);
	return ret;
}
