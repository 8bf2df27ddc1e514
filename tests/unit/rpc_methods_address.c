#include "rpc_methods_fixture.h"
#include "app/address.h"
#include "cold_sets.h"

#include <criterion/criterion.h>

#include <string.h>

TestSuite(rpc_methods_address, .init = methods_set_up_watch, .fini = methods_tear_down_watch);

static void expect_text(const char *is, uint32_t account, uint32_t index)
{
	char text[SN_ADDRESS_TEXT_MAX];
	struct sn_address a = cold_address(&alice, account, index);
	sn_address_format(text, &a);
	cr_assert_str_eq(is, text, "%u/%u", account, index);
}

/* The wallet has outputs of the accounts 0 to 2. */
Test(rpc_methods_address, addresses_are_counted)
{
	cJSON *answer = ask("create_address", "{\"label\":\"one\"}");
	expect_text(string(result_of(answer), "address"), 0, 1);
	cr_assert_eq(u64(result_of(answer), "address_index"), 1);
	cr_assert_eq(u64(result_of(answer), "unscanned_below"), 0);
	sn_json_free(answer);
	answer = ask("create_address", "{\"count\":3,\"account_index\":0}");
	cr_assert_eq(u64(result_of(answer), "address_index"), 2);
	const cJSON *list;
	cr_assert(!sn_json_get_array(result_of(answer), "addresses", &list, NULL));
	cr_assert_eq(cJSON_GetArraySize(list), 3);
	expect_text(cJSON_GetArrayItem(list, 2)->valuestring, 0, 4);
	sn_json_free(answer);
	answer = ask("create_account", "{\"label\":\"shop\"}");
	cr_assert_eq(u64(result_of(answer), "account_index"), 3);
	expect_text(string(result_of(answer), "address"), 3, 0);
	sn_json_free(answer);

	/* The file has all this. */
	close_session();
	struct sn_wallet *w;
	cr_assert(!sn_wallet_open(&w, h.path, SN_WALLET_WRITE, HOT_PASSWORD, NULL, &last_error), "%s",
		  last_error.text);
	open_session(w, chain.daemon);
	answer = ask("get_address", "{}");
	cr_assert(!sn_json_get_array(result_of(answer), "addresses", &list, NULL));
	cr_assert_eq(cJSON_GetArraySize(list), 5);
	cr_assert_str_eq(string(cJSON_GetArrayItem(list, 1), "label"), "one");
	cr_assert(boolean(cJSON_GetArrayItem(list, 0), "used") &&
		  !boolean(cJSON_GetArrayItem(list, 1), "used"));
	sn_json_free(answer);
	answer = ask("get_accounts", "{}");
	cr_assert_str_eq(string(element(result_of(answer), "subaddress_accounts", 4, 3), "label"), "shop");
	sn_json_free(answer);
}

Test(rpc_methods_address, many_addresses_far_ahead)
{
	cJSON *answer = ask("create_address", "{\"account_index\":2,\"count\":450}");
	cr_assert_eq(u64(result_of(answer), "address_index"), 1);
	cr_assert_eq(u64(result_of(answer), "unscanned_below"), BLOCKS);
	sn_json_free(answer);
	answer = ask("create_address", "{\"account_index\":2}");
	cr_assert_eq(u64(result_of(answer), "address_index"), 451);
	cr_assert_eq(u64(result_of(answer), "unscanned_below"), 0);
	sn_json_free(answer);
	/* More than one part (PART in rpc/methods_address.c). */
	sn_json_free(ask("create_address", "{\"account_index\":2,\"count\":8000}"));
	answer = ask("get_address", "{\"account_index\":2}");
	const cJSON *list, *item;
	uint32_t i_address = 0;
	cr_assert(!sn_json_get_array(result_of(answer), "addresses", &list, NULL));
	cr_assert_eq(cJSON_GetArraySize(list), 8452);
	cJSON_ArrayForEach(item, list)
	{
		cr_assert_eq(u64(item, "address_index"), i_address);
		if (i_address % 4096 == 0 || i_address == 8451)
			expect_text(string(item, "address"), 2, i_address);
		i_address++;
	}
	sn_json_free(answer);
	for (int i = 0; i < 2; i++)
		sn_json_free(ask("create_address", "{\"count\":20000}"));
	uint64_t unscanned_below;
	uint32_t first;
	for (int i = 0; i < 63; i++)
		(void)!sn_session_create_addresses(session, 0, 65536, NULL, &first, &unscanned_below,
						   &last_error);
	expect_error(SN_RPC_REFUSED, "too far away", "create_address", "{\"count\":65536}");
}

Test(rpc_methods_address, what_does_not_exist)
{
	expect_error(SN_RPC_NO_ACCOUNT, "no account 3", "get_address", "{\"account_index\":3}");
	expect_error(SN_RPC_NO_ACCOUNT, "no account 3", "create_address", "{\"account_index\":3}");
	expect_error(SN_RPC_NO_ACCOUNT, "no account 4294967294", "label_account",
		     "{\"account_index\":4294967294,\"label\":\"x\"}");
	expect_error(SN_RPC_NO_ADDRESS, "no address 1", "get_address", "{\"address_index\":[0,1]}");
	expect_error(SN_RPC_NO_ADDRESS, "no address 1", "label_address",
		     "{\"index\":{\"major\":0,\"minor\":1},\"label\":\"x\"}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "count", "create_address", "{\"count\":0}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "above 65536", "create_address", "{\"count\":65537}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "above 4294967294", "get_address",
		     "{\"account_index\":4294967295}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "address_index", "get_address", "{\"address_index\":0}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "account_index", "label_account", "{\"label\":\"x\"}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "index", "label_address", "{\"label\":\"x\"}");
	expect_error(SN_RPC_OTHER, "invalid label", "create_address", "{\"label\":\"a\\u0007\"}");
	/* Nothing was created. */
	cJSON *answer = ask("create_address", "{}");
	cr_assert_eq(u64(result_of(answer), "address_index"), 1);
	sn_json_free(answer);
}

Test(rpc_methods_address, the_index_of_an_address)
{
	char text[SN_ADDRESS_TEXT_MAX];
	struct sn_address a = cold_address(&alice, 49, 199);
	sn_address_format(text, &a);
	cJSON *answer = ask("get_address_index", "{\"address\":\"%s\"}", text);
	const cJSON *index;
	cr_assert(!sn_json_get_object(result_of(answer), "index", &index, NULL));
	cr_assert(u64(index, "major") == 49 && u64(index, "minor") == 199);
	sn_json_free(answer);
	/* The spend key of the wallet with another view key. */
	a = cold_address(&alice, 0, 0);
	a.view = cold_address(&bob, 0, 0).view;
	sn_address_format(text, &a);
	expect_error(SN_RPC_BAD_ADDRESS, "does not belong", "get_address_index", "{\"address\":\"%s\"}",
		     text);
	expect_error(SN_RPC_BAD_ADDRESS, "does not belong", "get_address_index", "{\"address\":\"%s\"}",
		     bobs);
	expect_error(SN_RPC_BAD_ADDRESS, "stagenet", "get_address_index", "{\"address\":\"%s\"}",
		     bobs_stagenet);
}

Test(rpc_methods_address, texts)
{
	struct sn_address a;
	cJSON *answer = ask("make_integrated_address", "{\"payment_id\":\"0123456789abcdef\"}");
	cr_assert(!sn_address_parse(&a, string(result_of(answer), "integrated_address"), &last_error));
	cr_assert(a.kind == SN_ADDRESS_INTEGRATED && a.payment_id[0] == 0x01 && a.payment_id[7] == 0xef);
	cr_assert_str_eq(string(result_of(answer), "payment_id"), "0123456789abcdef");
	sn_json_free(answer);
	answer = ask("validate_address", "{\"address\":\"%s\"}", bobs_stagenet);
	cr_assert(!boolean(result_of(answer), "valid") &&
		  strstr(string(result_of(answer), "reason"), "stagenet"));
	sn_json_free(answer);
	answer = ask("validate_address", "{\"address\":\"%s\",\"any_net_type\":true}", bobs_stagenet);
	cr_assert(boolean(result_of(answer), "valid"));
	cr_assert_str_eq(string(result_of(answer), "nettype"), "stagenet");
	sn_json_free(answer);
	expect_error(SN_RPC_BAD_PAYMENT_ID, "16 hexadecimal digits", "make_integrated_address",
		     "{\"payment_id\":\"0123\"}");
	expect_error(SN_RPC_BAD_URI, "obsolete", "make_uri",
		     "{\"address\":\"%s\",\"payment_id\":\"0123456789abcdef\"}", bobs);
	expect_error(SN_RPC_BAD_URI, "stagenet", "parse_uri", "{\"uri\":\"monero:%s\"}", bobs_stagenet);
}
