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
