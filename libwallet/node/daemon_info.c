#include "node/daemon_info.h"
#include "node/call.h"

#include <string.h>

static int read_info(const struct sn_daemon *d, const cJSON *x, struct sn_daemon_info *out,
		     struct sn_error *err)
{
	const char *network, *version = "";
	if (sn_json_get_u64(x, "height", &out->height, NULL) ||
	    sn_json_opt_u64(x, "target_height", &out->target_height, NULL) ||
	    sn_json_get_string(x, "nettype", &network, NULL) ||
	    sn_json_get_hex(x, "top_block_hash", out->top_hash.b, 32, NULL) ||
	    sn_json_opt_bool(x, "offline", &out->is_offline, NULL) ||
	    sn_json_opt_bool(x, "busy_syncing", &out->is_busy_syncing, NULL) ||
	    sn_json_opt_bool(x, "synchronized", &out->is_synchronized, NULL) ||
	    sn_json_opt_u64(x, "block_weight_limit", &out->block_weight_limit, NULL) ||
	    sn_json_opt_u64(x, "block_weight_median", &out->block_weight_median, NULL) ||
	    sn_json_opt_string(x, "version", &version, NULL) || out->height == 0)
		return sn_daemon_garbage(d, "/get_info", err);

	if (out->target_height < out->height)
		out->target_height = out->height;
	sn_daemon_quote(out->version, sizeof out->version, version, strlen(version));
	out->is_private_chain = !strcmp(network, "fakechain");
	if (out->is_private_chain || !strcmp(network, "mainnet"))
		out->network = SN_MAINNET;
	else if (!strcmp(network, "testnet"))
		out->network = SN_TESTNET;
	else if (!strcmp(network, "stagenet"))
		out->network = SN_STAGENET;
	else
		return sn_daemon_garbage(d, "/get_info", err);
	return SN_OK;
}

int sn_daemon_get_info(struct sn_daemon *d, struct sn_daemon_info *out, struct sn_error *err)
{
	cJSON *answer;
	memset(out, 0, sizeof *out);
	int ret = sn_daemon_call_json(d, "/get_info", NULL, SN_DAEMON_REPLY_SMALL, &answer, NULL, err);
	if (!ret)
		ret = sn_daemon_check_status(d, "/get_info", answer, err);
	if (!ret)
		ret = read_info(d, answer, out, err);
	if (ret)
		memset(out, 0, sizeof *out);
	sn_json_free(answer);
	return ret;
}

int sn_daemon_get_fork_version(struct sn_daemon *d, unsigned *version, struct sn_error *err)
{
	static const char call[] = "hard_fork_info";
	cJSON *answer;
	const cJSON *result;
	uint64_t number = 0;
	int ret = sn_daemon_call_rpc(d, call, NULL, &answer, &result, err);
	if (!ret)
		ret = sn_daemon_check_status(d, call, result, err);
	if (!ret && (sn_json_get_u64(result, "version", &number, NULL) || number > UINT8_MAX))
		ret = sn_daemon_garbage(d, call, err);
	*version = ret ? 0 : (unsigned)number;
	sn_json_free(answer);
	return ret;
}
