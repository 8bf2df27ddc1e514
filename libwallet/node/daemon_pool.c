#include "node/daemon_pool.h"
#include "base/hex.h"
#include "node/call.h"
#include "node/daemon.h"

#include <stdlib.h>
#include <string.h>

/* The field is absent when the pool is empty. */
static int read_pool(const struct sn_daemon *d, const char *path, const cJSON *answer,
		     struct sn_hash **hashes, size_t *count, struct sn_error *err)
{
	const cJSON *list = NULL, *item;
	if (sn_json_opt_array(answer, "tx_hashes", &list, NULL))
		return sn_daemon_garbage(d, path, err);
	int n = list ? cJSON_GetArraySize(list) : 0;
	if (n > SN_DAEMON_MAX_POOL)
		return sn_daemon_garbage(d, path, err);
	*hashes = calloc((size_t)n + 1, sizeof **hashes);
	if (!*hashes)
		return sn_error_memory(err);
	cJSON_ArrayForEach(item, list)
	{
		if (!cJSON_IsString(item) || sn_hex_decode((*hashes)[*count].b, 32, item->valuestring))
			return sn_daemon_garbage(d, path, err);
		++*count;
	}
	return SN_OK;
}

int sn_daemon_get_pool(struct sn_daemon *d, struct sn_hash **hashes, size_t *count, struct sn_error *err)
{
	/* Not the call that ends in ".bin": it also answers in JSON, with raw bytes in a string. */
	static const char path[] = "/get_transaction_pool_hashes";
	cJSON *answer;
	*hashes = NULL;
	*count = 0;
	int ret = sn_daemon_call_json(d, path, NULL, SN_DAEMON_REPLY_MEDIUM, &answer, NULL, err);
	if (!ret)
		ret = sn_daemon_check_status(d, path, answer, err);
	if (!ret)
		ret = read_pool(d, path, answer, hashes, count, err);
	if (ret) {
		free(*hashes);
		*hashes = NULL;
		*count = 0;
	}
	sn_json_free(answer);
	return ret;
}

void sn_daemon_pool_txs_free(struct sn_daemon_pool_txs *txs)
{
	sn_buf_free(&txs->bytes);
	txs->count = 0;
}

static bool is_requested(const struct sn_hash *hash, const struct sn_hash hashes[], size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (sn_hash_is_equal(hash, &hashes[i]))
			return true;
	return false;
}

static bool is_known(const struct sn_daemon_pool_txs *out, const struct sn_hash *hash)
{
	for (size_t i = 0; i < out->count; i++)
		if (sn_hash_is_equal(&out->txs[i].hash, hash))
			return true;
	return false;
}

/* Read one of "txs". Append nothing if it has left the pool. Returns false for an invalid answer. `bytes`
 * moves while it grows, so the views are set at the end. */
static bool read_tx(struct sn_daemon_pool_txs *out, const cJSON *item, const struct sn_hash hashes[],
		    size_t count)
{
	static const struct sn_hash none;
	struct sn_daemon_pool_tx tx = {0};
	const char *hex;
	bool in_pool;
	if (sn_json_get_hex(item, "tx_hash", tx.hash.b, 32, NULL) || !is_requested(&tx.hash, hashes, count) ||
	    is_known(out, &tx.hash) || sn_json_get_bool(item, "in_pool", &in_pool, NULL))
		return false;
	if (!in_pool)
		return true;
	if (sn_json_get_string(item, "pruned_as_hex", &hex, NULL))
		return false;
	/* Without a prunable hash, old versions send zeros or omit the member. */
	tx.has_prunable_hash = !sn_json_get_hex(item, "prunable_hash", tx.prunable_hash.b, 32, NULL) &&
			       !sn_hash_is_equal(&tx.prunable_hash, &none);
	size_t before = out->bytes.len;
	if (sn_hex_decode_buf(&out->bytes, hex, strlen(hex)))
		return false;
	tx.len = out->bytes.len - before;
	out->txs[out->count++] = tx;
	return true;
}

static bool read_txs(struct sn_daemon_pool_txs *out, const cJSON *answer, const struct sn_hash hashes[],
		     size_t count)
{
	const cJSON *list = NULL, *item;
	if (sn_json_opt_array(answer, "txs", &list, NULL))
		return false;
	cJSON_ArrayForEach(item, list) if (!read_tx(out, item, hashes, count)) return false;
	size_t at = 0;
	for (size_t i = 0; i < out->count; at += out->txs[i++].len)
		out->txs[i].blob = out->bytes.data + at;
	return true;
}

int sn_daemon_get_pool_transactions(struct sn_daemon *d, const struct sn_hash hashes[], size_t count,
				    struct sn_daemon_pool_txs *out, struct sn_error *err)
{
	cJSON *answer;
	memset(out, 0, sizeof *out);
	int ret = sn_daemon_call_get_transactions(d, hashes, count, true, &answer, err);
	if (!ret && !read_txs(out, answer, hashes, count))
		ret = sn_daemon_garbage(d, SN_DAEMON_GET_TRANSACTIONS, err);
	if (ret)
		sn_daemon_pool_txs_free(out);
	sn_json_free(answer);
	return ret;
}
