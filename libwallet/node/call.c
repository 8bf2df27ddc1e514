#include "base/hex.h"
#include "node/call.h"

#include <stdio.h>
#include <string.h>

#define MAX_FIELDS 15

/* In one answer: a full list of the pool, and the other members. */
#define MAX_VALUES (SN_DAEMON_MAX_POOL + 1024)

int sn_daemon_garbage(const struct sn_daemon *d, const char *call, struct sn_error *err)
{
	return sn_error_hint(err,
			     sn_error_set(err, SN_DAEMON, "invalid answer from the daemon at %s to %s",
					  sn_daemon_address(d), call),
			     "check that it is a Monero daemon, v0.18 or later");
}

void sn_daemon_quote(char *out, size_t size, const void *text, size_t len)
{
	const unsigned char *p = text;
	size_t n = 0;
	for (; n < len && n + 1 < size; n++)
		out[n] = p[n] >= 0x20 && p[n] < 0x7f ? (char)p[n] : '?';
	out[n] = 0;
}

static int check_status(const struct sn_daemon *d, const char *call, const void *status, size_t len,
			struct sn_error *err)
{
	if (len == 2 && !memcmp(status, "OK", 2))
		return SN_OK;
	if (len == 4 && !memcmp(status, "BUSY", 4))
		return sn_error_hint(err,
				     sn_error_set(err, SN_DAEMON, "the daemon at %s is busy synchronizing",
						  sn_daemon_address(d)),
				     "try again later");
	char text[160];
	sn_daemon_quote(text, sizeof text, status, len);
	return sn_error_set(err, SN_DAEMON, "the daemon at %s refused %s: %s", sn_daemon_address(d), call,
			    text);
}

int sn_daemon_check_status(const struct sn_daemon *d, const char *call, const cJSON *answer,
			   struct sn_error *err)
{
	const char *status;
	if (sn_json_get_string(answer, "status", &status, NULL))
		return sn_daemon_garbage(d, call, err);
	return check_status(d, call, status, strlen(status), err);
}

/* `request` NULL means "{}". */
static int post_json(struct sn_daemon *d, const char *path, const cJSON *request, size_t cap,
		     struct sn_buf *reply, enum sn_http_progress *progress, struct sn_error *err)
{
	struct sn_buf body = {0};
	if (progress)
		*progress = SN_HTTP_NOT_SENT;
	int ret = SN_OK;
	if (request)
		ret = sn_json_print(&body, request, false);
	else
		sn_put_bytes(&body, "{}", 2);
	if (ret || body.failed)
		ret = sn_error_memory(err);
	else
		ret = sn_http_post(d->http, path, "application/json", body.data, body.len, cap, reply,
				   progress, err);
	sn_buf_free(&body);
	return ret;
}

/* The error for a reply that is not a JSON object names `call`. */
static int parse_reply(const struct sn_daemon *d, const char *call, const struct sn_buf *reply,
		       cJSON **answer, struct sn_error *err)
{
	int ret = sn_json_parse_large(answer, (const char *)reply->data, reply->len, MAX_VALUES, err);
	if (ret == SN_BAD_INPUT || (!ret && !cJSON_IsObject(*answer)))
		ret = sn_daemon_garbage(d, call, err);
	if (ret) {
		sn_json_free(*answer);
		*answer = NULL;
	}
	return ret;
}

int sn_daemon_call_json(struct sn_daemon *d, const char *path, const cJSON *request, size_t cap,
			cJSON **answer, enum sn_http_progress *progress, struct sn_error *err)
{
	struct sn_buf reply = {0};
	*answer = NULL;
	int ret = post_json(d, path, request, cap, &reply, progress, err);
	if (!ret)
		ret = parse_reply(d, path, &reply, answer, err);
	sn_buf_free(&reply);
	return ret;
}

int sn_daemon_add_hex_array(cJSON *object, const char *key, const uint8_t *data, size_t count)
{
	char text[65];
	cJSON *array = cJSON_AddArrayToObject(object, key);
	for (size_t i = 0; array && i < count; i++) {
		sn_hex_encode(text, data + 32 * i, 32);
		cJSON *item = cJSON_CreateString(text);
		if (!item || !cJSON_AddItemToArray(array, item)) {
			cJSON_Delete(item);
			return SN_IO;
		}
	}
	return array ? SN_OK : SN_IO;
}

int sn_daemon_call_get_transactions(struct sn_daemon *d, const struct sn_hash hashes[], size_t count,
				    bool pruned, cJSON **answer, struct sn_error *err)
{
	static const char path[] = SN_DAEMON_GET_TRANSACTIONS;
	cJSON *request = cJSON_CreateObject();
	int ret;
	*answer = NULL;
	if (!request || sn_daemon_add_hex_array(request, "txs_hashes", (const uint8_t *)hashes, count) ||
	    !cJSON_AddFalseToObject(request, "decode_as_json") ||
	    !cJSON_AddBoolToObject(request, "prune", pruned)) {
		ret = sn_error_memory(err);
		goto out;
	}
	ret = sn_daemon_call_json(d, path, request, SN_DAEMON_REPLY_MEDIUM, answer, NULL, err);
	if (!ret)
		ret = sn_daemon_check_status(d, path, *answer, err);
out:
	cJSON_Delete(request);
	return ret;
}

/* Takes ownership of `params`. Returns NULL when out of memory. */
static cJSON *make_rpc_request(const char *method, cJSON *params)
{
	cJSON *request = cJSON_CreateObject();
	if (!request || !cJSON_AddStringToObject(request, "jsonrpc", "2.0") ||
	    !cJSON_AddStringToObject(request, "id", "0") ||
	    !cJSON_AddStringToObject(request, "method", method) ||
	    (params && !cJSON_AddItemToObject(request, "params", params))) {
		cJSON_Delete(params);
		cJSON_Delete(request);
		return NULL;
	}
	return request;
}

static int read_rpc_answer(const struct sn_daemon *d, const char *method, const cJSON *answer,
			   const cJSON **result, struct sn_error *err)
{
	const cJSON *error;
	if (!sn_json_get_object(answer, "error", &error, NULL)) {
		const char *message = "no reason given";
		char text[200];
		if (sn_json_opt_string(error, "message", &message, NULL))
			message = "no reason given";
		sn_daemon_quote(text, sizeof text, message, strlen(message));
		return sn_error_set(err, SN_DAEMON, "the daemon at %s refused %s: %s", sn_daemon_address(d),
				    method, text);
	}
	if (!sn_json_has(answer, "result"))
		return sn_daemon_garbage(d, method, err);
	*result = cJSON_GetObjectItemCaseSensitive(answer, "result");
	return SN_OK;
}

int sn_daemon_call_rpc(struct sn_daemon *d, const char *method, cJSON *params, cJSON **answer,
		       const cJSON **result, struct sn_error *err)
{
	*answer = NULL;
	*result = NULL;
	cJSON *request = make_rpc_request(method, params);
	if (!request)
		return sn_error_memory(err);
	int ret = sn_daemon_call_json(d, "/json_rpc", request, SN_DAEMON_REPLY_SMALL, answer, NULL, err);
	if (!ret)
		ret = read_rpc_answer(d, method, *answer, result, err);
	if (ret) {
		sn_json_free(*answer);
		*answer = NULL;
	}
	cJSON_Delete(request);
	return ret;
}

int sn_daemon_call_rpc_blob(struct sn_daemon *d, const char *method, const char *key, size_t cap,
			    struct sn_buf *reply, struct sn_json_blob *blob, cJSON **answer,
			    const cJSON **result, struct sn_error *err)
{
	struct sn_buf rest = {0};
	*answer = NULL;
	*result = NULL;
	*blob = (struct sn_json_blob){0};
	cJSON *request = make_rpc_request(method, NULL);
	if (!request)
		return sn_error_memory(err);
	int ret = post_json(d, "/json_rpc", request, cap, reply, NULL, err);
	if (!ret && !sn_json_blob_cut(reply, key, SN_DAEMON_REPLY_SMALL, &rest, blob))
		ret = sn_daemon_garbage(d, method, err);
	if (!ret && rest.failed)
		ret = sn_error_memory(err);
	if (!ret)
		ret = parse_reply(d, method, &rest, answer, err);
	if (!ret)
		ret = read_rpc_answer(d, method, *answer, result, err);
	if (!ret && sn_json_has(*result, key) != blob->is_present)
		ret = sn_daemon_garbage(d, method, err);
	if (ret) {
		sn_json_free(*answer);
		*answer = NULL;
		*result = NULL;
	}
	sn_buf_free(&rest);
	cJSON_Delete(request);
	return ret;
}

int sn_daemon_call_binary(struct sn_daemon *d, const char *path, const struct sn_buf *request, size_t cap,
			  struct sn_buf *reply, const char *const names[], struct sn_epee_value values[],
			  size_t count, struct sn_error *err)
{
	if (request->failed)
		return sn_error_memory(err);
	int ret = sn_http_post(d->http, path, "application/octet-stream", request->data, request->len, cap,
			       reply, NULL, err);
	if (ret)
		return ret;

	const char *all_names[MAX_FIELDS + 1] = {"status"};
	struct sn_epee_value all[MAX_FIELDS + 1];
	for (size_t i = 0; i < count && i < MAX_FIELDS; i++)
		all_names[i + 1] = names[i];

	struct sn_reader r;
	sn_reader_init(&r, reply->data, reply->len);
	sn_epee_read_header(&r);
	sn_epee_read_section(&r, all_names, all, count + 1);
	const uint8_t *status;
	size_t len;
	if (!sn_reader_is_done(&r) || !sn_epee_get_string(&all[0], &status, &len))
		return sn_daemon_garbage(d, path, err);
	memcpy(values, all + 1, count * sizeof values[0]);
	return check_status(d, path, status, len, err);
}
