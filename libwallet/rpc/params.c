#include "rpc/params.h"

#include "base/hex.h"

#include <stdlib.h>
#include <string.h>

int sn_rpc_of_params(int ret, const struct sn_error *err)
{
	return ret == SN_BAD_INPUT && err->reason == SN_REASON_NONE ? SN_USAGE : ret;
}

int sn_rpc_get_u32(const cJSON *params, const char *key, uint32_t max, uint32_t *out, struct sn_error *err)
{
	uint64_t value = *out;
	int ret = sn_rpc_of_params(sn_json_opt_u64(params, key, &value, err), err);
	if (!ret && value > max)
		ret = sn_error_set(err, SN_USAGE, "\"%s\" is above %u", key, max);
	if (!ret)
		*out = (uint32_t)value;
	return ret;
}

int sn_rpc_get_account(const cJSON *params, uint32_t *out, struct sn_error *err)
{
	return sn_rpc_get_u32(params, "account_index", UINT32_MAX - 1, out, err);
}

int sn_rpc_get_indices(const cJSON *params, const char *key, uint32_t **list, size_t *n, struct sn_error *err)
{
	const cJSON *array = NULL, *item;
	*list = NULL;
	*n = 0;
	int ret = sn_rpc_of_params(sn_json_opt_array(params, key, &array, err), err);
	if (ret || !array)
		return ret;
	*list = calloc((size_t)cJSON_GetArraySize(array) + 1, sizeof **list);
	if (!*list)
		return sn_error_memory(err);
	cJSON_ArrayForEach(item, array)
	{
		uint64_t index;
		if (sn_json_as_u64(item, &index) || index >= UINT32_MAX)
			ret = sn_error_set(err, SN_USAGE, "\"%s\" must contain numbers from 0 to %u", key,
					   UINT32_MAX - 1);
		else
			(*list)[(*n)++] = (uint32_t)index;
	}
	return ret;
}

static int compare_u32(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

void sn_rpc_sort_indices(uint32_t *list, size_t n)
{
	if (n)
		qsort(list, n, sizeof *list, compare_u32);
}

int sn_rpc_get_address(struct sn_address *address, struct sn_session *s, const cJSON *params, const char *key,
		       struct sn_error *err)
{
	const char *text;
	int ret = sn_rpc_of_params(sn_json_get_string(params, key, &text, err), err);
	return ret ? ret : sn_address_parse_for(address, text, sn_rpc_network(s), err);
}

int sn_rpc_get_txid(struct sn_hash *hash, const cJSON *params, const char *key, struct sn_error *err)
{
	const char *text;
	int ret = sn_rpc_of_params(sn_json_get_string(params, key, &text, err), err);
	if (!ret && sn_hex_decode(hash, sizeof *hash, text))
		ret = sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_TXID,
				       "\"%s\" is not 64 hexadecimal digits", key);
	return ret;
}

int sn_rpc_get_file(struct sn_buf *file, const cJSON *params, const char *key, struct sn_error *err)
{
	const char *text;
	int ret = sn_rpc_of_params(sn_json_get_string(params, key, &text, err), err);
	if (ret)
		return ret;
	ret = sn_hex_decode_buf(file, text, strlen(text));
	if (ret == SN_IO)
		return sn_error_memory(err);
	if (ret || !file->len)
		return sn_error_hint(err,
				     sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_HEX,
						      "\"%s\" is not hexadecimal text", key),
				     "pass an even number of digits 0 to 9 and a to f");
	return SN_OK;
}

int sn_rpc_get_either_file(struct sn_buf *file, const cJSON *params, const char *key, const char *other,
			   struct sn_error *err)
{
	const bool is_other = sn_json_has(params, other);
	if (is_other && sn_json_has(params, key))
		return sn_error_set(err, SN_USAGE, "\"%s\" and \"%s\" are two names of one parameter", key,
				    other);
	return sn_rpc_get_file(file, params, is_other ? other : key, err);
}

enum sn_network sn_rpc_network(struct sn_session *s)
{
	enum sn_network network = sn_session_read(s)->account->network;
	sn_session_read_end(s);
	return network;
}

int sn_rpc_written(int ret, struct sn_error *err)
{
	return ret ? sn_error_memory(err) : SN_OK;
}
