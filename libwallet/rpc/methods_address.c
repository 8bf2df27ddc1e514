#include "rpc/methods_address.h"

#include "app/address.h"
#include "hot/report.h"
#include "rpc/methods_context.h"
#include "rpc/params.h"

#include <string.h>

int sn_rpc_get_address(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_subaddress_index index = {0, 0};
	struct sn_address address;
	uint8_t payment_id[SN_PAYMENT_ID_BYTES];
	bool is_integrated = sn_json_has(params, "payment_id");
	uint64_t unscanned_below = 0;
	int ret = sn_rpc_get_account(params, &index.major, err);
	if (!ret)
		ret = sn_rpc_get_u32(params, "address_index", UINT32_MAX - 1, &index.minor, err);
	if (!ret && is_integrated)
		ret = sn_rpc_of_params(
			sn_json_get_hex(params, "payment_id", payment_id, sizeof payment_id, err), err);
	if (!ret && is_integrated && !sn_subaddress_is_primary(index))
		ret = sn_error_set(err, SN_USAGE, "only the primary address can have a \"payment_id\"");
	if (!ret)
		ret = sn_session_show(m->session, index, &address, &unscanned_below, err);
	if (ret)
		return ret;
	if (is_integrated) {
		address.kind = SN_ADDRESS_INTEGRATED;
		memcpy(address.payment_id, payment_id, sizeof payment_id);
	}
	ret = sn_report_address_json(result, &address, index);
	return sn_rpc_written(ret ? ret : sn_json_add_u64(result, "unscanned_below", unscanned_below), err);
}
