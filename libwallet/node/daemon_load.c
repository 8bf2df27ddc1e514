#include "node/daemon_load.h"
#include "node/call.h"
#include "node/daemon.h"
#include "node/json_blob.h"

#include <string.h>

/* Sufficient for any pool: a full one has 648 MB of transactions (reference implementation,
 * src/cryptonote_config.h, DEFAULT_TXPOOL_MAX_WEIGHT), each with more than 1,400 bytes, and a byte of an
 * entry takes up to six characters. */
#define REPLY_BACKLOG (64u << 20)

int sn_daemon_get_backlog(struct sn_daemon *d, struct sn_daemon_backlog *out, struct sn_error *err)
{
	static const char call[] = "get_txpool_backlog";
	struct sn_json_blob blob;
	cJSON *answer;
	const cJSON *result;
	memset(out, 0, sizeof *out);
	int ret = sn_daemon_call_rpc_blob(d, call, "backlog", REPLY_BACKLOG, &out->reply, &blob, &answer,
					  &result, err);
	if (!ret)
		ret = sn_daemon_check_status(d, call, result, err);
	if (!ret && blob.len % SN_DAEMON_BACKLOG_ENTRY)
		ret = sn_daemon_garbage(d, call, err);
	if (ret) {
		sn_daemon_backlog_free(out);
	} else {
		out->entries = blob.data;
		out->count = blob.len / SN_DAEMON_BACKLOG_ENTRY;
	}
	sn_json_free(answer);
	return ret;
}

void sn_daemon_backlog_free(struct sn_daemon_backlog *b)
{
	sn_buf_free(&b->reply);
	*b = (struct sn_daemon_backlog){0};
}

static bool read_weights(const cJSON *result, uint64_t weights[], size_t count)
{
	const cJSON *headers, *header;
	size_t n = 0;
	if (sn_json_get_array(result, "headers", &headers, NULL))
		return false;
	cJSON_ArrayForEach(header, headers)
	{
		if (n == count || sn_json_get_u64(header, "block_weight", &weights[n], NULL))
			return false;
		n++;
	}
	return n == count;
}

int sn_daemon_get_block_weights(struct sn_daemon *d, uint64_t start, uint64_t weights[], size_t count,
				struct sn_error *err)
{
	static const char call[] = "getblockheadersrange";
	cJSON *answer, *params = cJSON_CreateObject();
	const cJSON *result;
	memset(weights, 0, count * sizeof *weights);
	if (!params || sn_json_add_u64(params, "start_height", start) ||
	    sn_json_add_u64(params, "end_height", start + count - 1)) {
		cJSON_Delete(params);
		return sn_error_memory(err);
	}
	int ret = sn_daemon_call_rpc(d, call, params, &answer, &result, err);
	if (!ret)
		ret = sn_daemon_check_status(d, call, result, err);
	if (!ret && !read_weights(result, weights, count))
		ret = sn_daemon_garbage(d, call, err);
	if (ret)
		memset(weights, 0, count * sizeof *weights);
	sn_json_free(answer);
	return ret;
}

/* ------------------------------------------------------------------ fees */

/* Fees must remain sufficient for this many blocks, because signing takes time. The reference wallet uses the
 * same number (src/wallet/wallet2.cpp, FEE_ESTIMATE_GRACE_BLOCKS). */
#define FEE_GRACE_BLOCKS 10

/* From block version 17 on, the daemon has a fifth fee above the others, which no priority of ours uses.
 * Source: the branch of Monero's FCMP++ test network, July 2026, src/cryptonote_core/blockchain.cpp,
 * get_dynamic_base_fee_estimate_2026_scaling. */
#define FEES 4
#define FEES_MAX 5

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
	cJSON_ArrayForEach(fee, fees)
	{
		uint64_t per_byte;
		if (n == FEES_MAX || sn_json_as_u64(fee, &per_byte) || !per_byte)
			return sn_daemon_garbage(d, call, err);
		if (n < FEES)
			out->per_byte[n] = per_byte;
		n++;
	}
	return n >= FEES ? SN_OK : sn_daemon_garbage(d, call, err);
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
