#include "rpc/jsonrpc.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ text */

static bool is_utf8(const char *text, size_t len)
{
	for (size_t i = 0, n; i < len; i += n) {
		n = sn_text_utf8_len(text + i, len - i);
		if (!n)
			return false;
	}
	return true;
}

/* A message may quote untrusted text, and may be truncated within a character. */
static void make_utf8(char *text)
{
	for (size_t left = strlen(text), n; left; text += n, left -= n) {
		n = sn_text_utf8_len(text, left);
		if (!n) {
			*text = '?';
			n = 1;
		}
	}
}

/* ------------------------------------------------------------------ answers */

static bool is_id(const cJSON *item)
{
	return cJSON_IsString(item) || cJSON_IsNumber(item) || cJSON_IsNull(item);
}

/* Make an answer without result and error. `id` NULL means null. */
static cJSON *new_answer(const cJSON *id)
{
	cJSON *object = cJSON_CreateObject(), *echo;
	if (cJSON_IsString(id))
		echo = cJSON_AddStringToObject(object, "id", id->valuestring);
	else if (cJSON_IsNumber(id))
		echo = cJSON_AddRawToObject(object, "id", id->valuestring);
	else
		echo = cJSON_AddNullToObject(object, "id");
	if (!echo || !cJSON_AddStringToObject(object, "jsonrpc", "2.0")) {
		cJSON_Delete(object);
		return NULL;
	}
	return object;
}

/* Add `value` to the answer as `key`. Takes ownership of `value`. */
static int add_value(cJSON *answer, const char *key, cJSON *value)
{
	if (value && cJSON_AddItemToObject(answer, key, value))
		return SN_OK;
	sn_json_free(value);
	return SN_IO;
}

/* Takes ownership of `data`, an object or NULL. The hint of the error is added to it. */
static int put_error(struct sn_buf *out, const cJSON *id, int code, struct sn_error *err, cJSON *data)
{
	cJSON *answer = new_answer(id), *error = cJSON_CreateObject();
	char number[16];
	make_utf8(err->text);
	make_utf8(err->hint);
	snprintf(number, sizeof number, "%d", code);
	bool failed = !cJSON_AddRawToObject(error, "code", number) ||
		      !cJSON_AddStringToObject(error, "message", *err->text ? err->text : "failed");
	if (err->hint[0] && !data)
		data = cJSON_CreateObject();
	if (err->hint[0])
		failed = !cJSON_AddStringToObject(data, "hint", err->hint) || failed;
	if (data)
		failed = add_value(error, "data", data) || failed;
	failed = add_value(answer, "error", error) || failed;
	int ret = failed ? SN_IO : sn_json_print(out, answer, false);
	sn_json_free(answer);
	return ret;
}

/* Takes ownership of `result`. */
static int put_result(struct sn_buf *out, const cJSON *id, cJSON *result)
{
	cJSON *answer = new_answer(id);
	int ret = add_value(answer, "result", result);
	if (!ret)
		ret = sn_json_print(out, answer, false);
	sn_json_free(answer);
	return ret;
}

/* ------------------------------------------------------------------ requests */

/* Returns 0 or the code of the error. */
static int check_request(const cJSON *request, struct sn_error *err)
{
	const char *fault = NULL;
	const cJSON *version = cJSON_GetObjectItemCaseSensitive(request, "jsonrpc");
	const cJSON *method = cJSON_GetObjectItemCaseSensitive(request, "method");
	const cJSON *id = cJSON_GetObjectItemCaseSensitive(request, "id");
	if (!version) /* as BTCPay Server writes it */
		version = cJSON_GetObjectItemCaseSensitive(request, "jsonRpc");
	if (!cJSON_IsObject(request))
		fault = "the request is not a JSON object";
	else if (!cJSON_IsString(version) || strcmp(version->valuestring, "2.0") != 0)
		fault = "\"jsonrpc\" must be \"2.0\"";
	else if (!cJSON_IsString(method))
		fault = "\"method\" must be a string";
	else if (id && !is_id(id))
		fault = "\"id\" must be a string, a number or null";
	if (!fault)
		return 0;
	sn_error_set(err, SN_USAGE, "%s", fault);
	return SN_JSONRPC_INVALID_REQUEST;
}

static int call(const struct sn_jsonrpc_service *service, const struct sn_jsonrpc_method *method,
		const cJSON *params, cJSON *result, struct sn_error *err)
{
	const cJSON none = {.type = cJSON_Object};
	if (!params || cJSON_IsNull(params) || (cJSON_IsArray(params) && !params->child))
		params = &none; /* an empty array has no unnamed params */
	if (!cJSON_IsObject(params)) {
		sn_error_set(err, SN_USAGE, "\"params\" must be an object");
		return SN_JSONRPC_INVALID_PARAMS;
	}
	if (sn_json_only_keys(params, method->params, err))
		return SN_JSONRPC_INVALID_PARAMS;
	int ret = method->only_reads || service->may_change
			  ? method->call(service->context, params, result, err)
			  : sn_error_because(err, SN_REFUSED, SN_REASON_DENIED,
					     "this login may only read, and \"%s\" changes something or "
					     "reveals a secret",
					     method->name);
	if (!ret)
		return 0;
	int code = service->code(ret, err);
	return code ? code : SN_JSONRPC_INTERNAL_ERROR;
}

/* Returns 0 or the code of the error. */
static int run(const struct sn_jsonrpc_service *service, const cJSON *request, cJSON *result,
	       struct sn_error *err)
{
	const char *name = cJSON_GetObjectItemCaseSensitive(request, "method")->valuestring;
	const struct sn_jsonrpc_method *method = service->methods;
	while (method->name && strcmp(method->name, name) != 0)
		method++;
	if (!method->name) {
		sn_error_set(err, SN_USAGE, "unknown method \"%.64s\"", name);
		return SN_JSONRPC_METHOD_NOT_FOUND;
	}
	int code = call(service, method, cJSON_GetObjectItemCaseSensitive(request, "params"), result, err);
	if (service->done)
		service->done(service->context, method, code, code ? err->text : "");
	return code;
}

static int answer_one(struct sn_buf *out, const struct sn_jsonrpc_service *service, const cJSON *request)
{
	struct sn_error err = {0};
	const cJSON *id = cJSON_GetObjectItemCaseSensitive(request, "id");
	int code = check_request(request, &err);
	if (code)
		return put_error(out, is_id(id) ? id : NULL, code, &err, NULL);

	cJSON *result = cJSON_CreateObject();
	if (!result)
		return SN_IO;
	code = run(service, request, result, &err);
	if (id && !code)
		return put_result(out, id, result);
	if (id && result->child)
		return put_error(out, id, code, &err, result);
	sn_json_free(result);
	return id ? put_error(out, id, code, &err, NULL) : SN_OK;
}

/* Bounds the answer to a batch. Notifications get no answer. */
static int refuse_one(struct sn_buf *out, const cJSON *request)
{
	struct sn_error err = {0};
	const cJSON *id = cJSON_GetObjectItemCaseSensitive(request, "id");
	sn_error_set(&err, SN_USAGE,
		     "not run: the answers to the earlier requests of this batch have more than %d bytes",
		     SN_JSONRPC_BATCH_ANSWER_MAX);
	sn_error_hint(&err, SN_USAGE, "send this request on its own");
	return put_error(out, is_id(id) ? id : NULL, SN_JSONRPC_BATCH_TOO_LONG, &err, NULL);
}

static bool is_notification(const cJSON *request)
{
	struct sn_error ignored;
	return !cJSON_GetObjectItemCaseSensitive(request, "id") && !check_request(request, &ignored);
}

static int answer_batch(struct sn_buf *out, const struct sn_jsonrpc_service *service, const cJSON *batch)
{
	struct sn_error err = {0};
	const cJSON *request;
	int n = cJSON_GetArraySize(batch), ret = SN_OK;
	if (n == 0 || n > SN_JSONRPC_BATCH_MAX) {
		sn_error_set(&err, SN_USAGE, "a batch must have 1 to %d requests, not %d",
			     SN_JSONRPC_BATCH_MAX, n);
		return put_error(out, NULL, SN_JSONRPC_INVALID_REQUEST, &err, NULL);
	}
	size_t start = out->len, end;
	cJSON_ArrayForEach(request, batch)
	{
		end = out->len;
		sn_put_u8(out, end == start ? '[' : ',');
		ret = out->len - start > SN_JSONRPC_BATCH_ANSWER_MAX && !is_notification(request)
			      ? refuse_one(out, request)
			      : answer_one(out, service, request);
		if (ret)
			return ret;
		if (out->len == end + 1) /* a notification */
			out->len = end;
	}
	if (out->len > start)
		sn_put_u8(out, ']');
	return SN_OK;
}

/* Returns 0 and the tree, the code of the error, or SN_IO, which is not such a code. */
static int parse(cJSON **out, const char *text, size_t len, struct sn_error *err)
{
	*out = NULL;
	if (sn_json_count_values(text, len) > SN_JSON_VALUES) {
		sn_error_set(err, SN_USAGE, "more than %d values in one request", SN_JSON_VALUES);
		return SN_JSONRPC_INVALID_REQUEST;
	}
	if (!is_utf8(text, len)) {
		sn_error_set(err, SN_BAD_INPUT, "JSON: not UTF-8");
		return SN_JSONRPC_PARSE_ERROR;
	}
	int ret = sn_json_parse(out, text, len, err);
	return ret == SN_BAD_INPUT ? SN_JSONRPC_PARSE_ERROR : ret;
}

int sn_jsonrpc_answer(struct sn_buf *answer, const struct sn_jsonrpc_service *service, const char *text,
		      size_t len)
{
	struct sn_error err = {0};
	cJSON *root;
	size_t start = answer->len;
	int ret = parse(&root, text, len, &err);
	if (!ret)
		ret = cJSON_IsArray(root) ? answer_batch(answer, service, root)
					  : answer_one(answer, service, root);
	else if (ret != SN_IO)
		ret = put_error(answer, NULL, ret, &err, NULL);
	sn_json_free(root);
	if (!ret && answer->failed)
		ret = SN_IO;
	if (ret)
		answer->len = start;
	return ret;
}
