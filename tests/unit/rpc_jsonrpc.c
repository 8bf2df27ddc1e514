#include "rpc/jsonrpc.h"
#include "seed.h"

#include <criterion/criterion.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ a service to ask */

static unsigned n_calls, n_done;
static int last_code;
static char last_method[32], last_message[256];

static int subtract(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	uint64_t a, b;
	cr_assert_eq(context, &n_calls);
	n_calls++;
	if (sn_json_get_u64(params, "minuend", &a, err) || sn_json_get_u64(params, "subtrahend", &b, err))
		return SN_USAGE;
	if (b > a)
		return sn_error_set(err, SN_REFUSED, "%" PRIu64 " is less than %" PRIu64, a, b);
	return sn_json_add_u64(result, "difference", a - b);
}

static int update(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	(void)context;
	(void)params;
	(void)result;
	(void)err;
	n_calls++;
	return SN_OK;
}

/* Fails after partial results. */
static int half(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	(void)context;
	(void)params;
	cr_assert(!sn_json_add_u64(result, "sent", 1));
	return sn_error_set(err, SN_DAEMON, "the rest \"is\" missing");
}

/* Fails with a hint; with "sent", also with data of its own. */
static int fail_with_hint(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	uint64_t sent = 0;
	(void)context;
	if (sn_json_opt_u64(params, "sent", &sent, err))
		return SN_USAGE;
	cr_assert(!sent || !sn_json_add_u64(result, "sent", sent));
	return sn_error_hint(err, sn_error_set(err, SN_DAEMON, "no answer"), "start the \"daemon\"\xff");
}

#define LONG_RESULT (1 << 20)

/* Returns a long result. */
static int tell(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	char *text = malloc(LONG_RESULT + 1);
	(void)context;
	(void)params;
	(void)err;
	cr_assert_not_null(text);
	memset(text, 'x', LONG_RESULT);
	text[LONG_RESULT] = 0;
	cr_assert_not_null(cJSON_AddStringToObject(result, "text", text));
	free(text);
	n_calls++;
	return SN_OK;
}

/* Fails without a message, or with bytes that are not text. */
static int fail(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	const char *words = NULL;
	(void)context;
	(void)result;
	cr_assert(!sn_json_opt_string(params, "words", &words, err));
	if (words)
		sn_error_set(err, SN_IO, "%.3s \xff\xc3(\xed\xa0\x80 \xf4\x90\x80\x80 \xe2\x82\xac", words);
	return SN_IO;
}

static int code(int ret, const struct sn_error *err)
{
	cr_assert_not_null(err);
	return ret == SN_USAGE ? SN_JSONRPC_INVALID_PARAMS : ret == SN_IO ? 0 : ret * 100;
}

static void done(void *context, const struct sn_jsonrpc_method *method, int outcome, const char *message)
{
	(void)context;
	n_done++;
	last_code = outcome;
	snprintf(last_method, sizeof last_method, "%s", method->name);
	snprintf(last_message, sizeof last_message, "%s", message);
}

static const char *const subtract_params[] = {"minuend", "subtrahend", NULL};
static const char *const fail_params[] = {"words", NULL};
static const char *const hint_params[] = {"sent", NULL};
static const char *const no_params[] = {NULL};
static const struct sn_jsonrpc_method methods[] = {
	{"subtract", subtract_params, subtract, false},
	{"update", no_params, update, false},
	{"half", no_params, half, false},
	{"fail", fail_params, fail, false},
	{"fail_with_hint", hint_params, fail_with_hint, false},
	{"tell", no_params, tell, false},
	{0},
};
static const struct sn_jsonrpc_service service = {
	.methods = methods,
	.code = code,
	.done = done,
	.context = &n_calls,
	.may_change = true,
};

/* Return the answer with a final NUL; free it. */
static struct sn_buf ask(const char *text, size_t len)
{
	struct sn_buf answer = {0};
	/* Bytes after the end, which must not be read. */
	char *copy = malloc(len + 3);
	cr_assert_not_null(copy);
	memcpy(copy, text, len);
	memcpy(copy + len, "]}\"", 3);
	cr_assert(!sn_jsonrpc_answer(&answer, &service, copy, len));
	free(copy);
	sn_put_u8(&answer, 0);
	return answer;
}

static void expect(const char *text, const char *expected)
{
	struct sn_buf answer = ask(text, strlen(text));
	cr_assert_str_eq((char *)answer.data, expected,
			 "%s\n"
			 "is answered\n"
			 "%s\n"
			 "not\n"
			 "%s",
			 text, (char *)answer.data, expected);
	sn_buf_free(&answer);
}

/* Expect an error with this code and id, and these words in its message. */
static void expect_error(const char *text, const char *id, int error, const char *words)
{
	char start[128];
	struct sn_buf answer = ask(text, strlen(text));
	snprintf(start, sizeof start, "{\"id\":%s,\"jsonrpc\":\"2.0\",\"error\":{\"code\":%d,\"message\":\"",
		 id, error);
	cr_assert(!strncmp((char *)answer.data, start, strlen(start)),
		  "%s\n"
		  "is answered\n"
		  "%s\n"
		  "not\n"
		  "%s...",
		  text, (char *)answer.data, start);
	cr_assert(strstr((char *)answer.data, words), "%s does not say \"%s\"", (char *)answer.data, words);
	sn_buf_free(&answer);
}

#define RESULT(id, result) "{\"id\":" id ",\"jsonrpc\":\"2.0\",\"result\":" result "}"
#define INVALID \
	"{\"id\":null,\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"the request is not a JSON object\"}}"

/* ------------------------------------------------------------------ conformance */

/* Source: JSON-RPC 2.0 Specification, section 7. Params by position are not supported; all results here are
 * objects. */
Test(rpc_jsonrpc, examples_of_the_specification)
{
	expect_error("{\"jsonrpc\": \"2.0\", \"method\": \"subtract\", \"params\": [42, 23], \"id\": 1}", "1",
		     -32602, "must be an object");
	expect("{\"jsonrpc\": \"2.0\", \"method\": \"subtract\", \"params\": {\"subtrahend\": 23, \"minuend\": 42}, "
	       "\"id\": 3}",
	       RESULT("3", "{\"difference\":19}"));
	expect("{\"jsonrpc\": \"2.0\", \"method\": \"subtract\", \"params\": {\"minuend\": 42, \"subtrahend\": 23}, "
	       "\"id\": 4}",
	       RESULT("4", "{\"difference\":19}"));
	expect("{\"jsonrpc\": \"2.0\", \"method\": \"update\", \"params\": [1,2,3,4,5]}", "");
	expect("{\"jsonrpc\": \"2.0\", \"method\": \"foobar\"}", "");
	expect_error("{\"jsonrpc\": \"2.0\", \"method\": \"foobar\", \"id\": \"1\"}", "\"1\"", -32601,
		     "foobar");
	expect_error("{\"jsonrpc\": \"2.0\", \"method\": \"foobar, \"params\": \"bar\", \"baz]", "null",
		     -32700, "JSON");
	expect_error("{\"jsonrpc\": \"2.0\", \"method\": 1, \"params\": \"bar\"}", "null", -32600, "method");
	expect_error("[{\"jsonrpc\": \"2.0\", \"method\": \"sum\", \"params\": [1,2,4], \"id\": \"1\"},"
		     "{\"jsonrpc\": \"2.0\", \"method\"]",
		     "null", -32700, "JSON");
	expect_error("[]", "null", -32600, "1 to 100");
	expect("[1]", "[" INVALID "]");
	expect("[1,2,3]", "[" INVALID "," INVALID "," INVALID "]");
	expect("[{\"jsonrpc\": \"2.0\", \"method\": \"subtract\", \"params\": {\"minuend\":7,\"subtrahend\":1}, \"id\": "
	       "\"1\"},"
	       "{\"jsonrpc\": \"2.0\", \"method\": \"update\", \"params\": {}},"
	       "{\"jsonrpc\": \"2.0\", \"method\": \"update\", \"id\": \"2\"},"
	       "{\"foo\": \"boo\"},"
	       "{\"jsonrpc\": \"2.0\", \"method\": \"foo.get\", \"params\": {\"name\": \"myself\"}, \"id\": \"5\"}]",
	       "[" RESULT("\"1\"", "{\"difference\":6}") "," RESULT(
		       "\"2\"",
		       "{}") ","
			     "{\"id\":null,\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"\\\"jsonrpc\\\" must be "
			     "\\\"2.0\\\"\"}},"
			     "{\"id\":\"5\",\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32601,\"message\":\"unknown method "
			     "\\\"foo.get\\\"\"}}]");
	n_calls = 0;
	expect("[{\"jsonrpc\": \"2.0\", \"method\": \"update\"},{\"jsonrpc\": \"2.0\", \"method\": \"update\"}]",
	       "");
	cr_assert_eq(n_calls, 2);
}

Test(rpc_jsonrpc, the_id_is_returned_unchanged)
{
	static const char *const ids[] = {
		"0",
		"-0",
		"1e3",
		"1E+3",
		"1.50",
		"-1.5e-7",
		"9007199254740993",
		"18446744073709551616",
		"123456789012345678901234567890",
		"null",
		"\"\"",
		"\"0\"",
		"\"a\\\"b\\\\c\\n\"",
		"\"\\u00e4\\u20ac\"", /* as printed: in ASCII (base/json.h) */
	};
	for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
		char text[256], expected[256];
		snprintf(text, sizeof text, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"update\"}", ids[i]);
		snprintf(expected, sizeof expected, RESULT("%s", "{}"), ids[i]);
		expect(text, expected);
		snprintf(text, sizeof text, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"none\"}", ids[i]);
		expect_error(text, ids[i], -32601, "none");
		snprintf(text, sizeof text, "{\"jsonrpc\":\"1.0\",\"id\":%s,\"method\":\"update\"}", ids[i]);
		expect_error(text, ids[i], -32600, "2.0");
	}
	expect("{\"jsonRpc\":\"2.0\",\"id\":1,\"method\":\"update\"}", RESULT("1", "{}"));
	/* Escapes may change; their values stay. */
	expect("{\"jsonrpc\":\"2.0\",\"id\":\"\\u00e4\\u0041\\/\\ud83d\\ude00\",\"method\":\"update\"}",
	       RESULT("\"\\u00e4A/\\ud83d\\ude00\"", "{}"));
	expect("{\"jsonrpc\":\"2.0\",\"id\":\"\xc3\xa4\xe2\x82\xac\",\"method\":\"update\"}",
	       RESULT("\"\\u00e4\\u20ac\"", "{}"));
}

Test(rpc_jsonrpc, invalid_requests)
{
	static const struct {
		const char *text, *id, *words;
	} bad[] = {
		{"1", "null", "object"},
		{"null", "null", "object"},
		{"\"x\"", "null", "object"},
		{"{}", "null", "jsonrpc"},
		{"{\"method\":\"update\",\"id\":1}", "1", "jsonrpc"},
		{"{\"jsonrpc\":2.0,\"method\":\"update\",\"id\":1}", "1", "jsonrpc"},
		{"{\"jsonrpc\":\"2\",\"method\":\"update\",\"id\":1}", "1", "jsonrpc"},
		{"{\"JSONRPC\":\"2.0\",\"method\":\"update\",\"id\":1}", "1", "jsonrpc"},
		{"{\"jsonrpc\":\"2.0\",\"id\":1}", "1", "method"},
		{"{\"jsonrpc\":\"2.0\",\"method\":null,\"id\":1}", "1", "method"},
		{"{\"jsonrpc\":\"2.0\",\"method\":[\"update\"],\"id\":\"x\"}", "\"x\"", "method"},
		{"{\"jsonrpc\":\"2.0\",\"Method\":\"update\",\"id\":1}", "1", "method"},
		{"{\"jsonrpc\":\"2.0\",\"method\":\"update\",\"id\":true}", "null", "id"},
		{"{\"jsonrpc\":\"2.0\",\"method\":\"update\",\"id\":[1]}", "null", "id"},
		{"{\"jsonrpc\":\"2.0\",\"method\":\"update\",\"id\":{}}", "null", "id"},
	};
	n_calls = n_done = 0;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		expect_error(bad[i].text, bad[i].id, -32600, bad[i].words);
	expect("[[]]", "[" INVALID "]"); /* a batch in a batch */
	cr_assert(n_calls == 0 && n_done == 0);
}

Test(rpc_jsonrpc, parse_errors)
{
	static const char *const bad[] = {
		"",
		" ",
		"{",
		"nul",
		"{\"jsonrpc\":\"2.0\",}",
		"{} {}",
		"{\"id\":1,\"id\":2}",
		"{\"id\":01}",
		"{\"id\":1.}",
		"\xff",
		"{\"id\":\"\xc3(\"}",
		"{\"id\":\"\xed\xa0\x80\"}",
		"{\"id\":\"\\u0000\"}",
		"{\"id\":\"\\ud800\"}",
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		expect_error(bad[i], "null", -32700, "");
	struct sn_buf answer = ask("{}\0", 3);
	cr_assert(strstr((char *)answer.data, "-32700"));
	sn_buf_free(&answer);
}

Test(rpc_jsonrpc, the_hint_of_an_error_is_in_its_data)
{
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"fail_with_hint\"}",
	       "{\"id\":1,\"jsonrpc\":\"2.0\",\"error\":{\"code\":-500,\"message\":\"no answer\","
	       "\"data\":{\"hint\":\"start the \\\"daemon\\\"?\"}}}");
	cr_assert_str_eq(last_message, "no answer");
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"fail_with_hint\",\"params\":{\"sent\":2}}",
	       "{\"id\":1,\"jsonrpc\":\"2.0\",\"error\":{\"code\":-500,\"message\":\"no answer\","
	       "\"data\":{\"sent\":2,\"hint\":\"start the \\\"daemon\\\"?\"}}}");
	/* A notification gets no answer, and an error without a hint no "hint". */
	expect("{\"jsonrpc\":\"2.0\",\"method\":\"fail_with_hint\"}", "");
	expect("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"half\"}",
	       "{\"id\":1,\"jsonrpc\":\"2.0\",\"error\":{\"code\":-500,\"message\":\"the rest \\\"is\\\" missing\","
	       "\"data\":{\"sent\":1}}}");
}

Test(rpc_jsonrpc, params)
{
#define CALL(method, params) "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" method "\"" params "}"
	expect(CALL("update", ""), RESULT("1", "{}"));
	expect(CALL("update", ",\"params\":{}"), RESULT("1", "{}"));
	expect(CALL("update", ",\"params\":[]"), RESULT("1", "{}"));
	expect(CALL("update", ",\"params\":null"), RESULT("1", "{}"));
	expect_error(CALL("subtract", ",\"params\":[]"), "1", -32602, "minuend");
	expect(CALL("update", ",\"more\":1"), RESULT("1", "{}"));
	n_calls = 0;
	expect_error(CALL("update", ",\"params\":[1]"), "1", -32602, "object");
	expect_error(CALL("update", ",\"params\":[null]"), "1", -32602, "object");
	expect_error(CALL("update", ",\"params\":[{}]"), "1", -32602, "object");
	expect_error(CALL("update", ",\"params\":false"), "1", -32602, "object");
	expect_error(CALL("update", ",\"params\":\"\""), "1", -32602, "object");
	expect_error(CALL("update", ",\"params\":{\"x\":1}"), "1", -32602, "x");
	expect_error(CALL("subtract", ",\"params\":{\"Minuend\":1,\"subtrahend\":1}"), "1", -32602,
		     "Minuend");
	expect_error(CALL("none", ",\"params\":[]"), "1", -32601, "none");
	expect_error(CALL("Update", ""), "1", -32601, "Update");
	expect_error(CALL("", ""), "1", -32601, "unknown method");
	cr_assert_eq(n_calls, 0);
	expect_error(CALL("subtract", ",\"params\":{\"minuend\":1}"), "1", -32602, "subtrahend");
	expect_error(CALL("subtract", ",\"params\":{\"minuend\":1,\"subtrahend\":-1}"), "1", -32602,
		     "subtrahend");
	expect_error(CALL("subtract", ",\"params\":{\"minuend\":1,\"subtrahend\":18446744073709551616}"), "1",
		     -32602, "subtrahend");
	expect(CALL("subtract", ",\"params\":{\"minuend\":18446744073709551615,\"subtrahend\":0}"),
	       RESULT("1", "{\"difference\":18446744073709551615}"));
	expect(CALL("subtract",
		    ",\"params\":{\"minuend\":18446744073709551615,\"subtrahend\":18437736874454810622}"),
	       RESULT("1", "{\"difference\":9007199254740993}"));
}

Test(rpc_jsonrpc, failures)
{
	n_done = 0;
	expect_error(CALL("subtract", ",\"params\":{\"minuend\":1,\"subtrahend\":2}"), "1", -100,
		     "1 is less than 2");
	cr_assert(n_done == 1 && last_code == -100);
	cr_assert_str_eq(last_method, "subtract");
	cr_assert_str_eq(last_message, "1 is less than 2");
	expect(CALL("half", ""),
	       "{\"id\":1,\"jsonrpc\":\"2.0\",\"error\":{\"code\":-500,\"message\":\"the rest "
	       "\\\"is\\\" missing\",\"data\":{\"sent\":1}}}");
	/* A failure without code and message is an error. */
	expect(CALL("fail", ""),
	       "{\"id\":1,\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32603,\"message\":\"failed\"}}");
	/* "\xc3\xa4\xc3" is truncated within a character. */
	expect(CALL("fail", ",\"params\":{\"words\":\"\xc3\xa4\xc3\xa4\"}"),
	       "{\"id\":1,\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32603,\"message\":\"\\u00e4? ?"
	       "?(??? ???? "
	       "\\u20ac\"}}");
	expect(CALL("update", ""), RESULT("1", "{}"));
	cr_assert(n_done == 5 && last_code == 0);
	/* Unknown method: the callback is not called. */
	expect_error(CALL("none", ""), "1", -32601, "none");
	cr_assert_eq(n_done, 5);
}

Test(rpc_jsonrpc, notifications_run_and_are_not_answered)
{
	n_calls = n_done = 0;
	expect("{\"jsonrpc\":\"2.0\",\"method\":\"update\"}", "");
	cr_assert(n_calls == 1 && n_done == 1 && last_code == 0);
	expect("{\"jsonrpc\":\"2.0\",\"method\":\"subtract\",\"params\":{\"minuend\":1,\"subtrahend\":2}}",
	       "");
	cr_assert(n_calls == 2 && n_done == 2 && last_code == -100);
	expect("{\"jsonrpc\":\"2.0\",\"method\":\"half\"}", "");
	expect("{\"jsonrpc\":\"2.0\",\"method\":\"update\",\"params\":3}", "");
	cr_assert_eq(n_calls, 2);
	/* A notification in a batch leaves no comma, at any position. */
	expect("[{\"jsonrpc\":\"2.0\",\"method\":\"update\"},{\"jsonrpc\":\"2.0\",\"method\":\"update\",\"id\":1},"
	       "{\"jsonrpc\":\"2.0\",\"method\":\"update\"},{\"jsonrpc\":\"2.0\",\"method\":\"update\",\"id\":2},"
	       "{\"jsonrpc\":\"2.0\",\"method\":\"update\"}]",
	       "[" RESULT("1", "{}") "," RESULT("2", "{}") "]");
}

/* ------------------------------------------------------------------ sizes_are_bounded */

static void repeat(struct sn_buf *b, const char *first, const char *text, size_t n, const char *last)
{
	sn_put_bytes(b, first, strlen(first));
	for (size_t i = 0; i < n; i++) {
		if (i)
			sn_put_u8(b, ',');
		sn_put_bytes(b, text, strlen(text));
	}
	sn_put_bytes(b, last, strlen(last));
	sn_put_u8(b, 0);
}

Test(rpc_jsonrpc, sizes_are_bounded)
{
	struct sn_buf b = {0};
	const char *one = "{\"jsonrpc\":\"2.0\",\"method\":\"update\",\"id\":1}";
	n_calls = 0;
	repeat(&b, "[", one, SN_JSONRPC_BATCH_MAX, "]");
	struct sn_buf answer = ask((char *)b.data, b.len - 1);
	cr_assert_eq(n_calls, SN_JSONRPC_BATCH_MAX);
	cr_assert_eq(answer.len, SN_JSONRPC_BATCH_MAX * (strlen(RESULT("1", "{}")) + 1) + 2);
	sn_buf_free(&answer);
	sn_buf_clear(&b);
	repeat(&b, "[", one, SN_JSONRPC_BATCH_MAX + 1, "]");
	expect_error((char *)b.data, "null", -32600, "101");
	cr_assert_eq(n_calls, SN_JSONRPC_BATCH_MAX);

	/* The outer array and its elements: one value too many, of any type. */
	sn_buf_clear(&b);
	repeat(&b, "[", "[]", SN_JSON_VALUES / 2, "]");
	expect_error((char *)b.data, "null", -32600, "values");
	sn_buf_clear(&b);
	repeat(&b, "[", "7", SN_JSON_VALUES, "]");
	expect_error((char *)b.data, "null", -32600, "values");
	sn_buf_clear(&b);
	repeat(&b, "[", "7", SN_JSON_VALUES - 1, "]");
	expect_error((char *)b.data, "null", -32600, "batch");
	/* Brackets in a string do not count. */
	sn_buf_clear(&b);
	repeat(&b, "{\"jsonrpc\":\"2.0\",\"method\":\"update\",\"id\":1,\"x\":\"\\\"", "[{,", SN_JSON_VALUES,
	       "\"}");
	expect((char *)b.data, RESULT("1", "{}"));

	/* 8 MiB of brackets. */
	sn_buf_clear(&b);
	uint8_t *p = sn_buf_grow(&b, (8 << 20) + 1);
	memset(p, '[', 8 << 20);
	p[8 << 20] = 0;
	expect_error((char *)b.data, "null", -32600, "values");
	for (size_t depth = 60; depth < 5000; depth += 61) {
		memset(p, '[', depth);
		memset(p + depth, ']', depth);
		p[2 * depth] = 0;
		if (depth <= SN_JSON_DEPTH)
			expect((char *)p, "[" INVALID "]");
		else
			expect_error((char *)p, "null", -32700, "");
	}
	sn_buf_free(&b);
}

/* The answer to any text is valid JSON-RPC. */
static void check_answer(const cJSON *answer)
{
	const cJSON *error = cJSON_GetObjectItemCaseSensitive(answer, "error");
	const cJSON *result = cJSON_GetObjectItemCaseSensitive(answer, "result");
	const char *version;
	cr_assert(!sn_json_get_string(answer, "jsonrpc", &version, NULL) && !strcmp(version, "2.0"));
	cr_assert_not_null(cJSON_GetObjectItemCaseSensitive(answer, "id"));
	cr_assert((error != NULL) != (result != NULL));
	if (error) {
		cr_assert(cJSON_IsNumber(cJSON_GetObjectItemCaseSensitive(error, "code")));
		cr_assert(cJSON_IsString(cJSON_GetObjectItemCaseSensitive(error, "message")));
	}
}

static void check_answers(const char *text, size_t len)
{
	struct sn_buf answer = ask(text, len);
	struct sn_error err = {0};
	cJSON *root, *item;
	if (answer.len > 1) {
		cr_assert(!sn_json_parse(&root, (char *)answer.data, answer.len - 1, &err), "%s: %s",
			  err.text, (char *)answer.data);
		if (cJSON_IsArray(root)) {
			cr_assert_gt(cJSON_GetArraySize(root), 0);
			cJSON_ArrayForEach(item, root) check_answer(item);
		} else {
			check_answer(root);
		}
		sn_json_free(root);
	}
	sn_buf_free(&answer);
}

Test(rpc_jsonrpc, truncated_and_altered_text)
{
	static const char text[] =
		"[{\"jsonrpc\":\"2.0\",\"method\":\"subtract\",\"params\":{\"minuend\":7,\"subtrahend\":1},\"id\":\"\\u00e4\xc3\xa4\"},"
		"{\"jsonrpc\":\"2.0\",\"method\":\"half\",\"params\":{},\"id\":1e3},{\"jsonrpc\":\"2.0\",\"method\":\"update\"}]";
	char copy[sizeof text];
	uint64_t state = 88172645463325252u ^ seed_number("truncated_and_altered_text") << 1; /* xorshift */
	for (size_t len = 0; len < sizeof text; len++)
		check_answers(text, len);
	for (int round = 0; round < 20000; round++) {
		memcpy(copy, text, sizeof text);
		for (int i = 0; i <= round % 4; i++) {
			state ^= state << 13;
			state ^= state >> 7;
			state ^= state << 17;
			char c = "\"{}[],:\\0e.-u\xff n"[(state >> 40) % 16];
			copy[state % (sizeof text - 1)] = round % 3 ? c : (char)(state >> 32);
		}
		check_answers(copy, sizeof text - 1);
	}
}

/* The answer to a batch is bounded. When it is full, further requests are not run. */
Test(rpc_jsonrpc, answers_of_a_batch_are_bounded)
{
	static const char one[] = "{\"jsonrpc\":\"2.0\",\"method\":\"tell\",\"id\":7}",
			  notification[] = "{\"jsonrpc\":\"2.0\",\"method\":\"update\"}", invalid[] = "7";
	struct sn_buf b = {0};
	for (int i = 0; i < SN_JSONRPC_BATCH_MAX; i++) {
		const char *text = i == 98 ? notification : i == 99 ? invalid : one;
		sn_put_u8(&b, i ? ',' : '[');
		sn_put_bytes(&b, text, strlen(text));
	}
	sn_put_bytes(&b, "]", 2);
	n_calls = 0;
	struct sn_buf answer = ask((char *)b.data, b.len - 1);
	cr_assert(answer.len > SN_JSONRPC_BATCH_ANSWER_MAX &&
			  answer.len < SN_JSONRPC_BATCH_ANSWER_MAX + 2 * LONG_RESULT,
		  "%zu bytes", answer.len);
	cr_assert_eq(n_calls, SN_JSONRPC_BATCH_ANSWER_MAX / LONG_RESULT + 1, "%u calls",
		     n_calls); /* nor the notification */
	cJSON *root;
	struct sn_error err;
	cr_assert(!sn_json_parse(&root, (char *)answer.data, answer.len - 1, &err), "%s", err.text);
	cr_assert_eq(cJSON_GetArraySize(root), SN_JSONRPC_BATCH_MAX - 1);
	const cJSON *last = cJSON_GetArrayItem(root, 97);
	cr_assert_eq(cJSON_GetObjectItem(last, "id")->valuedouble, 7);
	cr_assert_eq(cJSON_GetObjectItem(cJSON_GetObjectItem(last, "error"), "code")->valuedouble,
		     SN_JSONRPC_BATCH_TOO_LONG);
	sn_json_free(root);
	sn_buf_free(&answer);
	sn_buf_free(&b);
}
