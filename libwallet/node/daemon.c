#include "node/daemon.h"
#include "node/call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_ADDRESS "127.0.0.1"
#define DEFAULT_PORT 18081
#define DEFAULT_CONNECT_TIMEOUT 30
#define DEFAULT_STALL_TIMEOUT 120

/* Fees must still do this many blocks from now: signing takes its time. The reference wallet asks for the same
 * (src/wallet/wallet2.cpp, FEE_ESTIMATE_GRACE_BLOCKS). */
#define FEE_GRACE_BLOCKS 10

int sn_daemon_open(struct sn_daemon **out, const struct sn_daemon_options *options, struct sn_error *err)
{
	*out = NULL;
	const struct sn_http_options http = {
		.address = options->address ? options->address : DEFAULT_ADDRESS,
		.default_port = DEFAULT_PORT,
		.login = options->login,
		.ca_file = options->ca_file,
		.proxy = options->proxy,
		.allow_plain_http = options->allow_plain_http,
		.connect_timeout =
			options->connect_timeout ? options->connect_timeout : DEFAULT_CONNECT_TIMEOUT,
		.stall_timeout = options->stall_timeout ? options->stall_timeout : DEFAULT_STALL_TIMEOUT,
	};
	struct sn_daemon *d = calloc(1, sizeof *d);
	if (!d)
		return sn_error_memory(err);
	int ret = sn_http_open(&d->http, &http, err);
	if (ret) {
		free(d);
		return ret;
	}
	d->blocks_cap = SN_DAEMON_REPLY_LARGE;
	*out = d;
	return SN_OK;
}

int sn_daemon_clone(struct sn_daemon **out, const struct sn_daemon *origin, size_t blocks_cap, struct sn_error *err)
{
	*out = NULL;
	struct sn_daemon *d = calloc(1, sizeof *d);
	if (!d)
		return sn_error_memory(err);
	int ret = sn_http_clone(&d->http, origin->http, err);
	if (ret) {
		free(d);
		return ret;
	}
	d->blocks_cap = blocks_cap;
	*out = d;
	return SN_OK;
}

void sn_daemon_close(struct sn_daemon *d)
{
	if (!d)
		return;
	sn_http_close(d->http);
	free(d);
}

void sn_daemon_set_apart(struct sn_daemon *d, bool is_apart)
{
	sn_http_set_apart(d->http, is_apart);
}

void sn_daemon_interrupt(struct sn_daemon *d)
{
	sn_http_interrupt(d->http);
}

void sn_daemon_set_patience(struct sn_daemon *d, bool (*waits_on)(void *context, uint64_t ms), void *context)
{
	sn_http_set_patience(d->http, waits_on, context);
}

bool sn_daemon_waits_on(struct sn_daemon *d, uint64_t ms)
{
	return sn_http_waits_on(d->http, ms);
}

int sn_daemon_given_up(const struct sn_daemon *d, struct sn_error *err)
{
	return sn_http_given_up(d->http, err);
}

const char *sn_daemon_address(const struct sn_daemon *d)
{
	return sn_http_address(d->http);
}

/* ------------------------------------------------------------------ state of the chain */

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

/* ------------------------------------------------------------------ fees */

static int read_fees(const struct sn_daemon *d, const cJSON *result, struct sn_daemon_fees *out,
		     struct sn_error *err)
{
	static const char call[] = "get_fee_estimate";
	const cJSON *fees, *fee;
	size_t n = 0;
	out->quantization_mask = 1;
	int ret = sn_daemon_check_status(d, call, result, err);
	if (ret)
		return ret;
	if (sn_json_get_array(result, "fees", &fees, NULL) ||
	    sn_json_opt_u64(result, "quantization_mask", &out->quantization_mask, NULL) ||
	    !out->quantization_mask)
		return sn_daemon_garbage(d, call, err);
	cJSON_ArrayForEach(fee, fees) {
		if (n == 4 || sn_json_as_u64(fee, &out->per_byte[n]) || !out->per_byte[n])
			return sn_daemon_garbage(d, call, err);
		n++;
	}
	return n == 4 ? SN_OK : sn_daemon_garbage(d, call, err);
}

int sn_daemon_get_fees(struct sn_daemon *d, struct sn_daemon_fees *out, struct sn_error *err)
{
	cJSON *answer, *params = cJSON_CreateObject();
	const cJSON *result;
	memset(out, 0, sizeof *out);
	if (!params || sn_json_add_u64(params, "grace_blocks", FEE_GRACE_BLOCKS)) {
		cJSON_Delete(params);
		return sn_error_memory(err);
	}
	int ret = sn_daemon_call_rpc(d, "get_fee_estimate", params, &answer, &result, err);
	if (!ret)
		ret = read_fees(d, result, out, err);
	if (ret)
		memset(out, 0, sizeof *out);
	sn_json_free(answer);
	return ret;
}
