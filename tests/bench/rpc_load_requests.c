#include "rpc_load.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t number(const cJSON *object, const char *key)
{
	struct sn_error err;
	uint64_t value = 0;
	if (sn_json_get_u64(object, key, &value, &err))
		fail("a result without %s: %s", key, err.text);
	return value;
}

static const char *string(const cJSON *object, const char *key)
{
	struct sn_error err;
	const char *value = NULL;
	if (sn_json_get_string(object, key, &value, &err))
		fail("a result without %s: %s", key, err.text);
	return value;
}

static void note_balance(const cJSON *result)
{
	fact_note("balance %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64, number(result, "height"),
		  number(result, "balance"), number(result, "unlocked_balance"), number(result, "reserved"));
}

static void note_address(const cJSON *result)
{
	fact_note("address %s", string(result, "address"));
}

static void note_transfers(const cJSON *result)
{
	const cJSON *transfers = cJSON_GetObjectItemCaseSensitive(result, "in"), *transfer;
	uint64_t sum = 0, height = 0;
	if (!cJSON_IsArray(transfers))
		fail("get_transfers: no transfers");
	cJSON_ArrayForEach(transfer, transfers)
	{
		sum += number(transfer, "amount");
		height = number(transfer, "height");
	}
	fact_note("transfers %" PRIu64 " %d %" PRIu64, height, cJSON_GetArraySize(transfers), sum);
}

static void note_description(const cJSON *result)
{
	fact_note("described %" PRIu64 " %" PRIu64, number(result, "amount"), number(result, "fee"));
}

/* 0: the daemon has not answered yet. */
static void note_height(const cJSON *result)
{
	fact_note("daemon %" PRIu64, number(result, "daemon_height"));
	fact_note("height %" PRIu64, number(result, "height"));
}

static void note_payment(const cJSON *result)
{
	const cJSON *payments = cJSON_GetObjectItemCaseSensitive(result, "payments"), *payment;
	if (!*string(result, "tx_unsigned_hex"))
		fail("transfer: no unsigned transaction");
	cJSON_ArrayForEach(payment, payments) fact_note("payment %" PRIu64, number(payment, "id"));
}

#define CALL(method, params) \
	"{\"jsonrpc\":\"2.0\",\"id\":$ID,\"method\":\"" method "\",\"params\":" params "}"

const struct request requests[] = {
	{"get_balance", CALL("get_balance", "{}"), .status = 200, .note = note_balance},
	{"get_address", CALL("get_address", "{}"), .status = 200, .note = note_address},
	{"get_transfers", CALL("get_transfers", "{\"in\":true,\"limit\":20}"), .status = 200,
	 .note = note_transfers},
	{"describe_transfer", CALL("describe_transfer", "{\"tx_unsigned_hex\":\"$UNSIGNED\"}"), .status = 200,
	 .note = note_description},
	{"get_wallet_info", CALL("get_wallet_info", "{}"), .status = 200, .note = note_height},
	{"batch", "[" CALL("get_balance", "{}") "," CALL("get_balance", "{}") "]", .status = 200,
	 .note = note_balance},
	{"notification", "{\"jsonrpc\":\"2.0\",\"method\":\"get_balance\"}", .status = 204},
	{"no JSON", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":", .status = 200, .error = -32700,
	 .is_anonymous = true},
	{"no request", "{\"jsonrpc\":\"1.0\",\"method\":1}", .status = 200, .error = -32600,
	 .is_anonymous = true},
	{"no such method", CALL("sing", "{}"), .status = 200, .error = -32601},
	{"no such parameter", CALL("get_balance", "{\"colour\":1}"), .status = 200, .error = -32602},
	{"other path", CALL("get_balance", "{}"), .head = "POST /", .status = 404},
	{"other method", "", .head = "GET /json_rpc", .status = 405},
	{"other type", CALL("get_balance", "{}"), .type = "text/plain", .status = 415},
};
const size_t n_requests = sizeof requests / sizeof *requests;

const struct request request_pay = {
	"transfer", CALL("transfer", "{\"destinations\":[{\"amount\":1000000000,\"address\":\"$ADDRESS\"}]}"),
	.status = 200, .note = note_payment};

const struct request request_refresh = {"refresh", CALL("refresh", "{}"), .status = 200, .note = note_height};

static const struct request single[] = {
	{"get_balance", CALL("get_balance", "{\"account_index\":0,\"address_indices\":[0]}"), .status = 200,
	 .note = note_balance},
	{"get_transfers",
	 CALL("get_transfers", "{\"in\":true,\"out\":true,\"pending\":true,\"pool\":true,\"limit\":100}"),
	 .status = 200},
};

const struct request *request_single(const char *method)
{
	for (size_t i = 0; i < sizeof single / sizeof *single; i++)
		if (!strcmp(single[i].name, method))
			return &single[i];
	fail("--only: no request of %s", method);
}

static void put_text(struct sn_buf *b, const char *text)
{
	sn_put_bytes(b, text, strlen(text));
}

/* The text of an id, as it stands in the request and must in the answer. */
static void id_text(char text[32], uint64_t id)
{
	snprintf(text, 32, id % 2 ? "\"%" PRIu64 "\"" : "%" PRIu64, id);
}

void request_write(struct sn_buf *body, const struct request *request, uint64_t id)
{
	for (const char *at = request->text; *at;) {
		char text[32];
		size_t plain = strcspn(at, "$");
		sn_put_bytes(body, at, plain);
		at += plain;
		if (!strncmp(at, "$ID", 3)) {
			id_text(text, id++);
			put_text(body, text);
			at += 3;
		} else if (!strncmp(at, "$UNSIGNED", 9)) {
			put_text(body, options.unsigned_hex);
			at += 9;
		} else if (!strncmp(at, "$ADDRESS", 8)) {
			put_text(body, options.address);
			at += 8;
		}
	}
}

static void check_call(const struct request *r, const cJSON *answer, uint64_t id)
{
	const cJSON *version = cJSON_GetObjectItemCaseSensitive(answer, "jsonrpc");
	const cJSON *echo = cJSON_GetObjectItemCaseSensitive(answer, "id");
	const cJSON *result = cJSON_GetObjectItemCaseSensitive(answer, "result");
	const cJSON *error = cJSON_GetObjectItemCaseSensitive(answer, "error");
	char text[32] = "null", plain[32];

	if (!cJSON_IsString(version) || strcmp(version->valuestring, "2.0") || !echo || !result == !error)
		fail("%s: no JSON-RPC 2.0 answer", r->name);
	if (!r->is_anonymous)
		id_text(text, id);
	snprintf(plain, sizeof plain, cJSON_IsString(echo) ? "\"%s\"" : "%s",
		 cJSON_IsNull(echo) ? "null" : echo->valuestring);
	if (strcmp(plain, text))
		fail("%s: the id is %s, should be %s", r->name, plain, text);
	if (error) {
		const cJSON *code = cJSON_GetObjectItemCaseSensitive(error, "code");
		const bool may_fail = options.until_gone || options.daemon_fails;
		if ((r == &request_pay || (r == &request_refresh && may_fail)) && code)
			fact_note("not done %s: %s: %s", code->valuestring, r->name,
				  string(error, "message"));
		else if (!code || atoi(code->valuestring) != r->error)
			fail("%s: error %s: %s", r->name, code ? code->valuestring : "without a code",
			     string(error, "message"));
	} else if (r->error) {
		fail("%s: a result, not error %d", r->name, r->error);
	} else {
		if (r->note)
			r->note(result);
	}
}

void request_check_answer(const struct request *r, uint64_t id, const char *body, size_t len)
{
	struct sn_error err;
	cJSON *root;

	if (r->status == 204 && len)
		fail("%s: answered", r->name);
	if (r->status != 200)
		return;
	if (sn_json_parse_large(&root, body, len, SIZE_MAX, &err))
		fail("%s: %s", r->name, err.text);
	if (*r->text != '[') {
		check_call(r, root, id);
	} else {
		if (!cJSON_IsArray(root) || cJSON_GetArraySize(root) != 2)
			fail("%s: not two answers", r->name);
		check_call(r, cJSON_GetArrayItem(root, 0), id);
		check_call(r, cJSON_GetArrayItem(root, 1), id + 1);
	}
	sn_json_free(root);
}
