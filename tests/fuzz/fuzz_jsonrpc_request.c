/* Any bytes as a JSON-RPC request: the answer is valid JSON in UTF-8, or nothing. */
#include "fuzz.h"
#include "rpc/jsonrpc.h"

#include <string.h>

/* The sum of "a" and "b", or an error that quotes "text". */
static int add(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	const char *text = "";
	uint64_t a = 0, b = 0, *calls = context;
	int ret = sn_json_opt_u64(params, "a", &a, err);
	++*calls;
	if (!ret)
		ret = sn_json_opt_u64(params, "b", &b, err);
	if (!ret)
		ret = sn_json_opt_string(params, "text", &text, err);
	if (!ret && *text)
		ret = sn_error_set(err, SN_REFUSED, "it says: %s", text);
	if (!ret || ret == SN_REFUSED)
		ret = sn_json_add_u64(result, "sum", a + b) ? SN_IO : ret;
	return ret;
}

static int code(int ret, const struct sn_error *err)
{
	(void)err;
	return ret == SN_REFUSED ? -4 : ret == SN_BAD_INPUT ? SN_JSONRPC_INVALID_PARAMS : 0;
}

static void check_one(const cJSON *answer)
{
	const cJSON *error;
	const char *version, *message;
	FUZZ_CHECK(!sn_json_get_string(answer, "jsonrpc", &version, NULL) && !strcmp(version, "2.0"));
	FUZZ_CHECK(cJSON_GetObjectItemCaseSensitive(answer, "id"));
	bool has_error = sn_json_has(answer, "error");
	FUZZ_CHECK(has_error != sn_json_has(answer, "result"));
	if (has_error) {
		FUZZ_CHECK(!sn_json_get_object(answer, "error", &error, NULL));
		FUZZ_CHECK(!sn_json_get_string(error, "message", &message, NULL) && *message);
		FUZZ_CHECK(cJSON_IsNumber(cJSON_GetObjectItemCaseSensitive(error, "code")));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	static const char *const params[] = {"a", "b", "text", NULL};
	static const struct sn_jsonrpc_method methods[] = {{"add", params, add, true}, {0}};
	uint64_t calls = 0;
	const struct sn_jsonrpc_service service = {
		.methods = methods, .code = code, .context = &calls, .may_change = true};
	struct sn_buf answer = {0};
	struct sn_error err = {0};
	cJSON *root;
	const cJSON *item;
	FUZZ_CHECK(!sn_jsonrpc_answer(&answer, &service, (const char *)data, len));
	if (calls)
		fuzz_accept();
	if (answer.len) {
		FUZZ_CHECK(!sn_json_parse(&root, (const char *)answer.data, answer.len, &err));
		if (cJSON_IsArray(root)) {
			cJSON_ArrayForEach(item, root) check_one(item);
		} else {
			check_one(root);
		}
		sn_json_free(root);
	}
	sn_buf_free(&answer);
	return 0;
}
