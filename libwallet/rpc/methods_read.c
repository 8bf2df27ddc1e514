#include "rpc/methods_read.h"

#include "base/clock.h"
#include "hot/history.h"
#include "hot/report_balance.h"
#include "hot/report_history.h"
#include "rpc/methods_context.h"
#include "rpc/params.h"

#include <stdlib.h>

int sn_rpc_get_balance(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	uint32_t account = 0;
	int ret = sn_rpc_get_account(params, &account, err);
	if (ret)
		return ret;
	const struct sn_wallet *w = sn_session_read(m->session);
	ret = sn_session_need_chain(m->session, w, "balance", err);
	if (ret) {
		sn_session_read_end(m->session);
		return ret;
	}
	if (sn_json_has(params, "account_index"))
		ret = sn_report_account_balance_json(result, w, account, sn_unix_time());
	else
		ret = sn_report_balance_json(result, w, sn_unix_time());
	sn_session_read_end(m->session);
	return sn_rpc_written(ret, err);
}

static int read_filter(struct sn_history_filter *filter, const cJSON *params, struct sn_error *err)
{
	uint64_t limit = 0;
	int ret = SN_OK;
	for (unsigned kind = SN_TRANSFER_IN; !ret && kind <= SN_TRANSFER_RELEASED; kind++) {
		bool is_wanted = false;
		ret = sn_rpc_of_params(sn_json_opt_bool(params, sn_transfer_kind_name(kind), &is_wanted, err),
				       err);
		filter->kinds |= is_wanted ? 1u << kind : 0;
	}
	if (!ret)
		ret = sn_rpc_of_params(sn_json_opt_u64(params, "min_height", &filter->min_height, err), err);
	if (!ret)
		ret = sn_rpc_of_params(sn_json_opt_u64(params, "max_height", &filter->max_height, err), err);
	if (!ret)
		ret = sn_rpc_of_params(sn_json_opt_u64(params, "limit", &limit, err), err);
	if (!ret)
		ret = sn_rpc_get_account(params, &filter->account, err);
	filter->has_max_height = sn_json_has(params, "max_height");
	filter->has_account = sn_json_has(params, "account_index");
	filter->limit = limit < SIZE_MAX ? (size_t)limit : SIZE_MAX;
	return ret;
}

int sn_rpc_get_transfers(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_history_filter filter = {0};
	struct sn_transfer *transfers = NULL;
	size_t n;
	int ret = read_filter(&filter, params, err);
	if (ret)
		return ret;
	const struct sn_wallet *w = sn_session_read(m->session);
	ret = sn_session_need_chain(m->session, w, "transfers", err);
	if (!ret)
		ret = sn_history(&transfers, &n, w, sn_unix_time(), err);
	if (!ret) {
		n = sn_history_keep(transfers, n, &filter);
		ret = sn_rpc_written(sn_report_history_json(result, w, transfers, n), err);
	}
	sn_session_read_end(m->session);
	free(transfers);
	return ret;
}
