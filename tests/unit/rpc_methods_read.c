#include "rpc_methods_fixture.h"
#include "base/hex.h"
#include "cold_sets.h"

#include <criterion/criterion.h>

#include <string.h>

TestSuite(rpc_methods_read, .init = methods_set_up_watch, .fini = methods_tear_down_watch);

Test(rpc_methods_read, get_balance)
{
	cJSON *answer = ask("get_balance", "{\"all_accounts\":true}");
	const cJSON *result = result_of(answer);
	cr_assert_eq(u64(result, "unlocked_balance"), 10000 * XMR + ABOVE_2_53);
	cr_assert_eq(u64(result, "height"), BLOCKS);
	const cJSON *account = element(result, "per_account", 3, 2);
	cr_assert_eq(u64(account, "account_index"), 2);
	cr_assert_eq(u64(account, "balance"), UINT64_MAX);
	cr_assert_eq(u64(account, "unlocked_balance"), 0);
	sn_json_free(answer);
	answer = ask("get_balance", "{}");
	result = result_of(answer);
	cr_assert_eq(u64(result, "account_index"), 0);
	cr_assert_eq(u64(result, "balance"), 10000 * XMR + ABOVE_2_53);
	cr_assert(!boolean(result, "multisig_import_needed") && !u64(result, "time_to_unlock"));
	cr_assert_eq(u64(element(result, "per_subaddress", 1, 0), "balance"), 10000 * XMR + ABOVE_2_53);
	cr_assert_eq(u64(element(result, "per_subaddress", 1, 0), "num_unspent_outputs"), 2);
	sn_json_free(answer);
	answer = ask("get_balance", "{\"account_index\":1,\"address_indices\":[7,0]}");
	result = result_of(answer);
	cr_assert_eq(u64(result, "account_index"), 1);
	cr_assert_eq(u64(result, "balance"), 1 * XMR);
	cr_assert_eq(u64(result, "unlocked_balance"), 0);
	cr_assert_eq(u64(result, "height"), BLOCKS);
	cr_assert(!sn_json_has(result, "per_account") && !sn_json_has(result, "reservations"));
	cr_assert_eq(u64(element(result, "per_subaddress", 2, 0), "balance"), 0);
	cr_assert_eq(u64(element(result, "per_subaddress", 2, 0), "address_index"), 7);
	cr_assert_eq(u64(element(result, "per_subaddress", 2, 1), "balance"), 1 * XMR);
	sn_json_free(answer);
	answer = ask("get_balance", "{\"account_index\":49}");
	cr_assert_eq(u64(result_of(answer), "balance"), 0);
	cr_assert(!sn_json_has(result_of(answer), "per_subaddress"));
	sn_json_free(answer);
	expect_error(SN_JSONRPC_INVALID_PARAMS, "above 4294967294", "get_balance",
		     "{\"account_index\":4294967295}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "address_indices", "get_balance",
		     "{\"address_indices\":[-1]}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "address_indices", "get_balance", "{\"address_indices\":7}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "all_accounts", "get_balance", "{\"all_accounts\":1}");
}

/* The number of transfers in all lists. */
static void expect_transfers(int n, const char *params)
{
	const cJSON *list;
	int sum = 0;
	cJSON *answer = ask("get_transfers", "%s", params);
	cJSON_ArrayForEach(list, result_of(answer)) sum += cJSON_GetArraySize(list);
	cr_assert_eq(sum, n, "%s gives %d, not %d", params, sum, n);
	sn_json_free(answer);
}

Test(rpc_methods_read, get_transfers)
{
	sn_json_free(ask("transfer", "{" ONE("14000000", "%s") "}", bobs));
	expect_transfers(5, "{\"all_accounts\":true}");
	expect_transfers(3, "{}");
	expect_transfers(4, "{\"in\":true,\"all_accounts\":true}");
	expect_transfers(1, "{\"prepared\":true}");
	expect_transfers(5, "{\"prepared\":true,\"in\":true,\"out\":false,\"all_accounts\":true}");
	expect_transfers(0, "{\"pending\":true,\"out\":true,\"released\":true}");
	expect_transfers(0, "{\"pool\":true}");
	expect_transfers(4, "{\"in\":true,\"min_height\":100,\"all_accounts\":true}");
	expect_transfers(3,
			 "{\"in\":true,\"filter_by_height\":true,\"min_height\":100,\"all_accounts\":true}");
	expect_transfers(2, "{\"in\":true,\"filter_by_height\":true,\"min_height\":100,\"max_height\":994,"
			    "\"all_accounts\":true}");
	expect_transfers(1, "{\"in\":true,\"filter_by_height\":true,\"max_height\":18446744073709551615,"
			    "\"account_index\":1}");
	expect_transfers(1, "{\"in\":true,\"account_index\":1,\"subaddr_indices\":[5,0]}");
	expect_transfers(0, "{\"in\":true,\"account_index\":1,\"subaddr_indices\":[5]}");
	expect_transfers(0, "{\"account_index\":9}");
	expect_transfers(2, "{\"limit\":2,\"all_accounts\":true}");
	expect_transfers(5, "{\"limit\":18446744073709551615,\"all_accounts\":true}");
	sn_json_free(ask("release_reserved", "{\"all\":true}"));
	expect_transfers(1, "{\"released\":true}");
	expect_transfers(0, "{\"failed\":true}"); /* it was never submitted */
	expect_error(SN_JSONRPC_INVALID_PARAMS, "in", "get_transfers", "{\"in\":1}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "min_height", "get_transfers", "{\"min_height\":-1}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "max_height", "get_transfers", "{\"max_height\":\"1\"}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "limit", "get_transfers", "{\"limit\":true}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "above 4294967294", "get_transfers",
		     "{\"account_index\":4294967295}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "pool", "get_transfers", "{\"pool\":1}");

	cJSON *answer = ask("get_transfers", "{\"in\":true,\"all_accounts\":true}");
	cr_assert_eq(u64(element(result_of(answer), "in", 4, 1), "amount"), ABOVE_2_53);
	cr_assert_eq(u64(element(result_of(answer), "in", 4, 3), "amount"), UINT64_MAX);
	sn_json_free(answer);
}

Test(rpc_methods_read, transfers_by_their_names_are_refused)
{
	expect_error(SN_RPC_BAD_TXID, "64 hexadecimal digits", "get_transfer_by_txid", "{\"txid\":\"00\"}");
	expect_error(SN_RPC_BAD_TXID, "no transfer", "get_transfer_by_txid", "{\"txid\":\"%064d\"}", 1);
	expect_error(SN_JSONRPC_INVALID_PARAMS, "missing", "get_transfer_by_txid", "{}");
	expect_error(SN_RPC_BAD_PAYMENT_ID, "16 or 64", "get_payments", "{\"payment_id\":\"0\"}");
	expect_error(SN_RPC_BAD_PAYMENT_ID, "obsolete", "get_payments", "{\"payment_id\":\"%064d\"}", 1);
	expect_error(SN_JSONRPC_INVALID_PARAMS, "strings", "get_bulk_payments", "{\"payment_ids\":[1]}");
	expect_error(SN_RPC_BAD_PAYMENT_ID, "16 or 64", "get_bulk_payments", "{\"payment_ids\":[\"\"]}");
	expect_error(SN_RPC_BAD_TRANSFER_TYPE, "available", "incoming_transfers",
		     "{\"transfer_type\":\"some\"}");
	expect_error(SN_RPC_BAD_KEY_IMAGE, "64 hexadecimal digits", "freeze", "{\"key_image\":\"00\"}");
	expect_error(SN_RPC_REFUSED, "no output", "frozen", "{\"key_image\":\"%064d\"}", 1);
}

/* The number of payments in the answer. */
static int count_payments(const cJSON *answer)
{
	return cJSON_GetArraySize(cJSON_GetObjectItem(result_of(answer), "payments"));
}

/* The size of the answer and the time do not grow with repetitions. */
Test(rpc_methods_read, payments_are_listed_once, .timeout = 30)
{
	static const char zeros[] = ",\"0000000000000000\"";
	struct sn_buf ids = {0};
	for (int i = 0; i < 60000; i++)
		sn_put_bytes(&ids, zeros, sizeof zeros - 1);
	sn_put_u8(&ids, 0);
	cJSON *answer =
		ask("get_bulk_payments", "{\"payment_ids\":[\"%048d%016d\"%s]}", 0, 0, (char *)ids.data);
	cr_assert_eq(count_payments(answer), 4);
	sn_json_free(answer);
	sn_buf_free(&ids);
	answer = ask("get_bulk_payments", "{\"payment_ids\":[\"0123456789abcdef\",\"0000000000000000\"],"
					  "\"min_block_height\":100}");
	cr_assert_eq(count_payments(answer), 3);
	sn_json_free(answer);
	answer = ask("get_payments", "{\"payment_id\":\"0000000000000000\"}");
	cr_assert_eq(count_payments(answer), 4);
	sn_json_free(answer);
}

Test(rpc_methods_read, payments_above_the_greatest_height)
{
	cJSON *answer =
		ask("get_bulk_payments", "{\"min_block_height\":%llu}", (unsigned long long)UINT64_MAX);
	cr_assert_eq(count_payments(answer), 0);
	sn_json_free(answer);
}

/* A reorganisation took the output away; its mark stays. */
Test(rpc_methods_read, frozen_without_its_output)
{
	const struct sn_point key = hot_key(777);
	char name[2 * sizeof key + 1];
	sn_hex_encode(name, &key, sizeof key);
	expect_error(SN_RPC_REFUSED, "no output", "frozen", "{\"key_image\":\"%s\"}", name);
	cr_assert(!sn_wallet_set_frozen(h.w, &key, true));
	cJSON *answer = ask("frozen", "{\"key_image\":\"%s\"}", name);
	cr_assert(boolean(result_of(answer), "frozen"));
	sn_json_free(answer);
	sn_json_free(ask("thaw", "{\"key_image\":\"%s\"}", name));
	expect_error(SN_RPC_REFUSED, "no output", "frozen", "{\"key_image\":\"%s\"}", name);
}
