#include "rpc/methods_address.h"

#include "app/address.h"
#include "app/balances.h"
#include "app/names.h"
#include "base/clock.h"
#include "hot/own_index.h"
#include "hot/report_addresses.h"
#include "rpc/methods_context.h"
#include "rpc/params.h"

#include <stdlib.h>

#define CREATED_MAX 65536
#define PART 4096 /* addresses that are reported while no change can begin: a quarter of a second */

/* ------------------------------------------------------------------ which exist */

static int no_account(uint32_t account, struct sn_error *err)
{
	return sn_error_because(err, SN_BAD_INPUT, SN_REASON_NO_ACCOUNT, "the wallet has no account %u",
				account);
}

static int no_address(struct sn_subaddress_index index, struct sn_error *err)
{
	return sn_error_hint(err,
			     sn_error_because(err, SN_BAD_INPUT, SN_REASON_NO_ADDRESS,
					      "account %u has no address %u", index.major, index.minor),
			     "create it first: \"create_address\"");
}

/* The number of addresses of the account. Errors: no such account, out of memory. */
static int count_addresses(uint32_t *n, const struct sn_wallet *w, uint32_t account, struct sn_error *err)
{
	struct sn_wallet_shown *created;
	size_t n_accounts;
	if (sn_wallet_created(&created, &n_accounts, w))
		return sn_error_memory(err);
	const bool is_there = account < n_accounts;
	*n = is_there ? created[account].addresses : 0;
	free(created);
	return is_there ? SN_OK : no_account(account, err);
}

static int check_index(struct sn_rpc_methods *m, struct sn_subaddress_index index, struct sn_error *err)
{
	uint32_t n = 0;
	int ret = count_addresses(&n, sn_session_read(m->session), index.major, err);
	sn_session_read_end(m->session);
	return ret || index.minor < n ? ret : no_address(index, err);
}

/* ------------------------------------------------------------------ addresses */

/* Check the list of indices of the account. NULL becomes all of them. */
static int complete_list(const struct sn_wallet *w, uint32_t account, uint32_t **list, size_t *n,
			 struct sn_error *err)
{
	uint32_t n_all;
	int ret = count_addresses(&n_all, w, account, err);
	if (!ret && !*list) {
		*list = calloc(n_all, sizeof **list);
		for (uint32_t i = 0; *list && i < n_all; i++)
			(*list)[i] = i;
		*n = n_all;
		ret = *list ? SN_OK : sn_error_memory(err);
	}
	for (size_t i = 0; !ret && i < *n; i++)
		if ((*list)[i] >= n_all)
			ret = no_address((struct sn_subaddress_index){account, (*list)[i]}, err);
	return ret;
}

/* Between two parts, the wallet may change. Its addresses remain. */
static int report_addresses(cJSON *result, struct sn_session *s, uint32_t account, const uint32_t *list,
			    size_t n, struct sn_error *err)
{
	int ret = SN_OK;
	for (size_t at = 0; !ret && at < n; at += PART) {
		const size_t part = n - at < PART ? n - at : PART;
		ret = sn_report_addresses_json(result, sn_session_read(s), account, list + at, part);
		sn_session_read_end(s);
	}
	return sn_rpc_written(ret, err);
}

int sn_rpc_get_addresses(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	uint32_t account = 0, *list = NULL;
	size_t n = 0;
	int ret = sn_rpc_get_account(params, &account, err);
	if (!ret)
		ret = sn_rpc_get_indices(params, "address_index", &list, &n, err);
	if (!ret && !n) {
		free(list);
		list = NULL;
	}
	if (!ret) {
		ret = complete_list(sn_session_read(m->session), account, &list, &n, err);
		sn_session_read_end(m->session);
	}
	if (!ret)
		ret = report_addresses(result, m->session, account, list, n, err);
	free(list);
	return ret;
}

int sn_rpc_get_address_index(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_subaddress_index index;
	struct sn_address address;
	int ret = sn_rpc_get_address(&address, m->session, params, "address", err);
	if (!ret) {
		ret = sn_own_index(&index, sn_session_read(m->session), &address, err);
		sn_session_read_end(m->session);
	}
	if (ret)
		return ret;
	cJSON *item = cJSON_AddObjectToObject(result, "index");
	return sn_rpc_written(!item || sn_json_add_u64(item, "major", index.major) ||
				      sn_json_add_u64(item, "minor", index.minor),
			      err);
}

int sn_rpc_create_address(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	uint32_t account = 0, n = 1, first;
	uint64_t unscanned_below;
	const char *label = NULL;
	int ret = sn_rpc_get_account(params, &account, err);
	if (!ret)
		ret = sn_rpc_get_u32(params, "count", CREATED_MAX, &n, err);
	if (!ret && !n)
		ret = sn_error_set(err, SN_USAGE, "\"count\" must be from 1 to %d", CREATED_MAX);
	if (!ret)
		ret = sn_rpc_of_params(sn_json_opt_string(params, "label", &label, err), err);
	if (!ret)
		ret = check_index(m, (struct sn_subaddress_index){account, 0}, err);
	if (!ret)
		ret = sn_session_create_addresses(m->session, account, n, label, &first, &unscanned_below,
						  err);
	if (ret)
		return ret;
	/* The keys of an account are constant: writing the addresses, which may take seconds, needs no
	 * lock. */
	const struct sn_account *keys = sn_session_read(m->session)->account;
	sn_session_read_end(m->session);
	return sn_rpc_written(sn_report_created_json(result, keys, account, first, n) ||
				      sn_json_add_u64(result, "unscanned_below", unscanned_below),
			      err);
}

static int set_label(struct sn_rpc_methods *m, struct sn_subaddress_index index, const cJSON *params,
		     struct sn_error *err)
{
	const char *label;
	int ret = sn_rpc_of_params(sn_json_get_string(params, "label", &label, err), err);
	if (!ret)
		ret = check_index(m, index, err);
	return ret ? ret : sn_session_set_label(m->session, index, label, err);
}

int sn_rpc_label_address(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_subaddress_index index = {0, 0};
	const cJSON *object;
	(void)result;
	int ret = sn_rpc_of_params(sn_json_get_object(params, "index", &object, err), err);
	if (!ret)
		ret = sn_rpc_of_params(
			sn_json_only_keys(object, (const char *const[]){"major", "minor", NULL}, err), err);
	if (!ret)
		ret = sn_rpc_get_u32(object, "major", UINT32_MAX - 1, &index.major, err);
	if (!ret)
		ret = sn_rpc_get_u32(object, "minor", UINT32_MAX - 1, &index.minor, err);
	return ret ? ret : set_label(context, index, params, err);
}

/* ------------------------------------------------------------------ accounts */

int sn_rpc_get_accounts(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	const char *tag = "";
	int ret = sn_rpc_of_params(sn_json_opt_string(params, "tag", &tag, err), err);
	if (!ret && *tag)
		ret = sn_error_set(err, SN_USAGE, "accounts have no tags here");
	if (ret)
		return ret;
	const struct sn_wallet *w = sn_session_read(m->session);
	ret = sn_session_need_chain(m->session, w, "balance", err);
	const struct sn_balances *balances;
	if (!ret)
		ret = sn_session_balances(&balances, m->session, sn_unix_time(), err);
	if (!ret)
		ret = sn_rpc_written(sn_report_accounts_json(result, w, balances), err);
	sn_session_read_end(m->session);
	return ret;
}

int sn_rpc_create_account(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	uint32_t account;
	uint64_t unscanned_below;
	struct sn_address address;
	char text[SN_ADDRESS_TEXT_MAX];
	const char *label = NULL;
	int ret = sn_rpc_of_params(sn_json_opt_string(params, "label", &label, err), err);
	if (!ret)
		ret = sn_session_create_account(m->session, label, &account, &unscanned_below, err);
	if (ret)
		return ret;
	sn_account_address(&address, sn_session_read(m->session)->account,
			   (struct sn_subaddress_index){account, 0});
	sn_session_read_end(m->session);
	sn_address_format(text, &address);
	return sn_rpc_written(sn_json_add_u64(result, "account_index", account) ||
				      !cJSON_AddStringToObject(result, "address", text) ||
				      sn_json_add_u64(result, "unscanned_below", unscanned_below),
			      err);
}

int sn_rpc_label_account(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_subaddress_index index = {0, 0};
	(void)result;
	int ret = sn_rpc_of_params(sn_json_has(params, "account_index")
					   ? SN_OK
					   : sn_error_set(err, SN_USAGE, "\"account_index\" is missing"),
				   err);
	if (!ret)
		ret = sn_rpc_get_account(params, &index.major, err);
	return ret ? ret : set_label(context, index, params, err);
}
