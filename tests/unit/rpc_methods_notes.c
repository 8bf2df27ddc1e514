#include "rpc_methods_fixture.h"

#include <criterion/criterion.h>

#include <string.h>

TestSuite(rpc_methods_notes, .init = methods_set_up_watch, .fini = methods_tear_down_watch);

#define ONES "1111111111111111111111111111111111111111111111111111111111111111"
#define TWOS "2222222222222222222222222222222222222222222222222222222222222222"

static void expect_notes(const char *first, const char *second)
{
	cJSON *answer = ask("get_tx_notes", "{\"txids\":[\"" ONES "\",\"" TWOS "\"]}");
	const cJSON *notes = result_of(answer);
	cr_assert_str_eq(cJSON_GetArrayItem(cJSON_GetObjectItem(notes, "notes"), 0)->valuestring, first);
	cr_assert_str_eq(cJSON_GetArrayItem(cJSON_GetObjectItem(notes, "notes"), 1)->valuestring, second);
	sn_json_free(answer);
}

Test(rpc_methods_notes, all_or_none)
{
	sn_json_free(ask("set_tx_notes", "{\"txids\":[\"" ONES "\"],\"notes\":[\"order 7\"]}"));
	expect_notes("order 7", "");
	expect_error(SN_RPC_OTHER, "control", "set_tx_notes",
		     "{\"txids\":[\"" ONES "\",\"" TWOS "\"],\"notes\":[\"changed\",\"a\\u001b\"]}");
	expect_notes("order 7", "");
	expect_error(SN_RPC_OTHER, "different lengths", "set_tx_notes",
		     "{\"txids\":[\"" ONES "\",\"" TWOS "\"],\"notes\":[\"changed\"]}");
	expect_error(SN_RPC_BAD_TXID, "txids", "set_tx_notes", "{\"txids\":[\"11\"],\"notes\":[\"\"]}");
	expect_error(SN_RPC_BAD_TXID, "txids", "get_tx_notes", "{\"txids\":[7]}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "notes", "set_tx_notes",
		     "{\"txids\":[\"" ONES "\"],\"notes\":[7]}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "txids", "get_tx_notes", "{}");
	sn_json_free(
		ask("set_tx_notes", "{\"txids\":[\"" ONES "\",\"" TWOS "\"],\"notes\":[\"\",\"\u00e9\"]}"));
	expect_notes("", "\u00e9");
}

/* Which methods a client may call that may only read: those that change nothing and reveal no secret. */
Test(rpc_methods_notes, only_reading)
{
	static const char *const forbidden[] = {"transfer",
						"transfer_split",
						"sign_transfer",
						"submit_transfer",
						"store",
						"sweep_all",
						"sweep_single",
						"release_reserved",
						"create_address",
						"label_address",
						"create_account",
						"label_account",
						"freeze",
						"thaw",
						"set_tx_notes",
						"export_outputs",
						"get_tx_key",
						"get_tx_proof",
						"import_key_images",
						"get_spend_proof",
						"get_reserve_proof"};
	const struct sn_jsonrpc_service service = sn_rpc_methods_service(&methods);
	size_t n = 0;
	for (const struct sn_jsonrpc_method *m = service.methods; m->name; m++) {
		bool is_forbidden = false;
		for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
			is_forbidden |= !strcmp(m->name, forbidden[i]);
		cr_assert_eq(m->only_reads, !is_forbidden, "%s", m->name);
		n += is_forbidden;
	}
	cr_assert_eq(n, sizeof forbidden / sizeof *forbidden);
}

Test(rpc_methods_notes, refused_to_readers)
{
	static const char change[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"create_address\"}";
	static const char read[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"get_height\"}";
	struct sn_jsonrpc_service service = sn_rpc_methods_service(&methods);
	struct sn_buf answer = {0};
	service.may_change = false;
	cr_assert(!sn_jsonrpc_answer(&answer, &service, change, strlen(change)));
	sn_put_u8(&answer, 0);
	cr_assert_not_null(strstr((char *)answer.data, "\"code\":-7,"), "%s", (char *)answer.data);
	sn_buf_free(&answer);
	cr_assert(!sn_jsonrpc_answer(&answer, &service, read, strlen(read)));
	sn_put_u8(&answer, 0);
	cr_assert_not_null(strstr((char *)answer.data, "\"result\""), "%s", (char *)answer.data);
	sn_buf_free(&answer);
}
