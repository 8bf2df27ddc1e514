#include "node/daemon_header.h"
#include "node/call.h"

int sn_daemon_get_block_time(struct sn_daemon *d, uint64_t height, uint64_t *time, struct sn_error *err)
{
	static const char call[] = "getblockheaderbyheight";
	cJSON *answer, *params = cJSON_CreateObject();
	const cJSON *result, *header;
	uint64_t its_height = 0;
	*time = 0;
	if (!params || sn_json_add_u64(params, "height", height)) {
		cJSON_Delete(params);
		return sn_error_memory(err);
	}
	int ret = sn_daemon_call_rpc(d, call, params, &answer, &result, err);
	if (!ret)
		ret = sn_daemon_check_status(d, call, result, err);
	if (!ret && (sn_json_get_object(result, "block_header", &header, NULL) ||
		     sn_json_get_u64(header, "height", &its_height, NULL) || its_height != height ||
		     sn_json_get_u64(header, "timestamp", time, NULL)))
		ret = sn_daemon_garbage(d, call, err);
	if (ret)
		*time = 0;
	sn_json_free(answer);
	return ret;
}
