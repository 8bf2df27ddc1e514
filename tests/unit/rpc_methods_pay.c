#include "rpc_methods_fixture.h"

#include <criterion/criterion.h>

#include <string.h>

TestSuite(rpc_methods_pay, .init = methods_set_up_watch, .fini = methods_tear_down_watch);

static void set_up_addresses(void)
{
	methods_set_up();
	chain_start(&chain, h.w, BLOCKS, EACH);
	add_to((struct sn_subaddress_index){0, 0}, 5 * XMR, 100);
	add_to((struct sn_subaddress_index){0, 1}, 7 * XMR, 200);
	hot_set_height(&h, BLOCKS);
	open_session(h.w, chain.daemon);
}

Test(rpc_methods_addresses, sweep, .init = set_up_addresses, .fini = methods_tear_down_watch)
{
	cJSON *answer = ask("sweep_all", "{\"address\":\"%s\"}", bobs);
	element(result_of(answer), "payments", 2, 0);
	sn_json_free(answer);
	sn_json_free(ask("release_reserved", "{\"all\":true}"));
	answer = ask("sweep_all", "{\"address\":\"%s\",\"subaddr_indices_all\":true}", bobs);
	cr_assert_eq(u64(element(result_of(answer), "payments", 1, 0), "inputs"), 2);
	sn_json_free(answer);
}

Test(rpc_methods_pay, transfer_describe_release)
{
	cJSON *answer = ask(
		"transfer",
		"{\"destinations\":[{\"amount\":\"9007199254740993\",\"address\":\"%s\"}],\"fee\":0,\"mixin\":15,"
		"\"unlock_time\":0}",
		bobs);
	const cJSON *result = result_of(answer);
	cr_assert_str_eq(string(result, "tx_hash"), "");
	cr_assert_eq(u64(result, "tx_size"), 0);
	const char *hex = string(result, "tx_unsigned_hex");
	cr_assert(strlen(hex) > 2000 && strspn(hex, "0123456789abcdef") == strlen(hex));
	const cJSON *payment = element(result, "payments", 1, 0);
	cr_assert_eq(u64(payment, "amount"), ABOVE_2_53);
	cr_assert_eq(u64(payment, "id"), 1);
	uint64_t fee = u64(payment, "fee");
	cr_assert_eq(u64(payment, "change_amount"), 10000 * XMR - ABOVE_2_53 - fee);
	cr_assert_str_eq(string(result, "unsigned_txset"), hex);
	cr_assert(u64(result, "fee") == fee && u64(result, "amount") == ABOVE_2_53);

	cJSON *balance = ask("get_balance", "{}");
	cr_assert_eq(u64(result_of(balance), "reserved"), 10000 * XMR);
	sn_json_free(balance);

	/* The outputs are invented; the review detects it. */
	expect_error(SN_RPC_REFUSED, "an input", "describe_transfer", "{\"tx_unsigned_hex\":\"%s\"}", hex);
	expect_error(SN_RPC_WRONG_ROLE, "master", "sign_transfer", "{\"tx_unsigned_hex\":\"%s\"}", hex);
	expect_error(SN_RPC_FOREIGN, "signed transaction file", "submit_transfer",
		     "{\"tx_signed_hex\":\"%s\"}", hex);
	sn_json_free(answer);

	expect_error(SN_JSONRPC_INVALID_PARAMS, "either", "release_reserved", "{}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "either", "release_reserved", "{\"id\":0}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "either", "release_reserved", "{\"id\":1,\"all\":true}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "either", "release_reserved", "{\"all\":false}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "payment 7 does not exist", "release_reserved", "{\"id\":7}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "all", "release_reserved", "{\"all\":1}");
	answer = ask("release_reserved", "{\"id\":1,\"all\":false}");
	cr_assert_eq(u64(result_of(answer), "released"), 1);
	sn_json_free(answer);
	expect_error(SN_RPC_REFUSED, "is already released", "release_reserved", "{\"id\":1}");
	answer = ask("release_reserved", "{\"all\":true}");
	cr_assert_eq(u64(result_of(answer), "released"), 0);
	sn_json_free(answer);
}

/* Errors of the request, and errors of the payment. */
Test(rpc_methods_pay, transfers_refused)
{
	static const struct {
		const char *params, *words;
	} bad[] = {
		{"{}", "destinations"},
		{"{\"destinations\":{}}", "destinations"},
		{"{\"destinations\":[]}", "no destination"},
		{"{\"destinations\":[1]}", "object"},
		{"{\"destinations\":[{\"amount\":1}]}", "address"},
		{"{\"destinations\":[{\"address\":\"x\"}]}", "amount"},
		{"{" ONE("\"1.5\"", "x") "}", "amount"},
		{"{" ONE("\"\"", "x") "}", "amount"},
		{"{" ONE("\"01\"", "x") "}", "amount"},
		{"{" ONE("\"18446744073709551616\"", "x") "}", "amount"},
		{"{" ONE("1.0", "x") "}", "amount"},
		{"{" ONE("1e3", "x") "}", "amount"},
		{"{" ONE("-1", "x") "}", "amount"},
		{"{" ONE("18446744073709551616", "x") "}", "amount"},
		{"{\"destinations\":[{\"amount\":1,\"address\":7}]}", "address"},
		{"{\"destinations\":[{\"amount\":1,\"address\":\"x\",\"more\":1}]}", "more"},
		{"{" ONE("1", "x") ",\"fee\":\"1\"}", "fee"},
		{"{" ONE("1", "x") ",\"priority\":5}", "priority"},
		{"{" ONE("1", "x") ",\"account_index\":4294967295}", "account_index"},
		{"{" ONE("1", "x") ",\"account_index\":4294967296}", "account_index"},
		{"{" ONE("1", "x") ",\"ring_size\":0}", "ring_size"},
		{"{" ONE("1", "x") ",\"ring_size\":16,\"mixin\":16}", "contradict"},
		{"{" ONE("1", "x") ",\"ring_size\":16,\"mixin\":0}", "contradict"},
		{"{" ONE("1", "x") ",\"colour\":\"\"}", "colour"},
		{"{" ONE("1", "x") ",\"address\":\"x\"}", "address"},
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		expect_error(SN_JSONRPC_INVALID_PARAMS, bad[i].words, "transfer", "%s", bad[i].params);
	expect_error(SN_JSONRPC_INVALID_PARAMS, "an amount is zero", "transfer", "{" ONE("0", "%s") "}",
		     bobs);
	expect_error(SN_JSONRPC_INVALID_PARAMS, "mixin 14", "transfer", "{" ONE("1", "%s") ",\"mixin\":14}",
		     bobs);
	expect_error(SN_JSONRPC_INVALID_PARAMS, "mixin 10", "transfer",
		     "{" ONE("1", "%s") ",\"ring_size\":11}", bobs);

	expect_error(SN_RPC_BAD_ADDRESS, "destination 1: not a Monero address", "transfer",
		     "{" ONE("1", "x") "}");
	expect_error(SN_RPC_BAD_ADDRESS, "mistyped", "transfer", "{" ONE("1", "9%s") "}", bobs + 1);
	expect_error(SN_RPC_BAD_ADDRESS, "stagenet", "transfer", "{" ONE("1", "%s") "}", bobs_stagenet);
	expect_error(SN_RPC_BAD_ADDRESS, "stagenet", "sweep_all", "{\"address\":\"%s\"}", bobs_stagenet);
	expect_error(SN_JSONRPC_INVALID_PARAMS, "address", "sweep_all", "{}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "account_index", "sweep_all",
		     "{\"account_index\":4294967295,\"address\":\"%s\"}", bobs);
	expect_error(SN_RPC_NOT_ENOUGH_UNLOCKED, "no unlocked funds", "sweep_all",
		     "{\"account_index\":1,\"address\":\"%s\"}", bobs);
	expect_error(SN_RPC_NOT_ENOUGH, "no funds to send", "sweep_all",
		     "{\"account_index\":3,\"address\":\"%s\"}", bobs);

	/* Account 0 has 19,007 XMR, account 1 a locked output. */
	expect_error(SN_RPC_NOT_ENOUGH, "18446744.0737", "transfer",
		     "{" ONE("18446744073700000000", "%s") "}", bobs);
	expect_error(SN_RPC_NOT_ENOUGH_UNLOCKED, "account 1", "transfer",
		     "{" ONE("500000000000", "%s") ",\"account_index\":1}", bobs);
	expect_error(SN_RPC_NOT_ENOUGH, "account 1", "transfer",
		     "{" ONE("1000000000000", "%s") ",\"account_index\":1}", bobs);
	expect_error(SN_RPC_NOT_ENOUGH, "account 3", "transfer", "{" ONE("1", "%s") ",\"account_index\":3}",
		     bobs);

	expect_error(SN_RPC_REFUSED, "the fee is too low", "transfer",
		     "{" ONE("14000000", "%s") ",\"fee\":1}", bobs);
	expect_error(SN_RPC_REFUSED, "the recipient gets dust", "transfer", "{" ONE("13999999", "%s") "}",
		     bobs);
	cJSON *balance = ask("get_balance", "{}");
	cr_assert_eq(u64(result_of(balance), "reserved"), 0);
	sn_json_free(balance);
}

/* Params that only the reference wallet has. */
Test(rpc_methods_pay, params_of_the_reference_wallet)
{
	expect_error(SN_RPC_BAD_PAYMENT_ID, "obsolete", "transfer",
		     "{" ONE("14000000", "%s") ",\"payment_id\":\"0123456789abcdef\"}", bobs);
	expect_error(SN_JSONRPC_INVALID_PARAMS, "each of the 1 destinations", "transfer",
		     "{" ONE("14000000", "%s") ",\"subtract_fee_from_outputs\":[1]}", bobs);
	expect_error(SN_JSONRPC_INVALID_PARAMS, "get_tx_key", "transfer",
		     "{" ONE("14000000", "%s") ",\"get_tx_key\":1}", bobs);
	expect_error(SN_RPC_NOT_ENOUGH, "the chosen outputs", "transfer",
		     "{" ONE("14000000", "%s") ",\"subaddr_indices\":[7]}", bobs);
	expect_error(SN_JSONRPC_INVALID_PARAMS, "above 1", "sweep_single",
		     "{\"address\":\"%s\",\"key_image\":\"00\",\"outputs\":2}", bobs);
	expect_error(SN_RPC_BAD_KEY_IMAGE, "64 hexadecimal digits", "sweep_single",
		     "{\"address\":\"%s\",\"key_image\":\"00\"}", bobs);
	expect_error(SN_JSONRPC_INVALID_PARAMS, "two names", "submit_transfer",
		     "{\"tx_signed_hex\":\"00\",\"tx_data_hex\":\"00\"}");
	cJSON *answer = ask("transfer",
			    "{" ONE("1000000000000",
				    "%s") ",\"subtract_fee_from_outputs\":[0],\"subaddr_indices\":[0],"
					  "\"payment_id\":\"\",\"do_not_relay\":true,\"get_tx_keys\":true}",
			    bobs);
	cr_assert_eq(u64(result_of(answer), "amount") + u64(result_of(answer), "fee"), 1 * XMR);
	sn_json_free(answer);
}

/* Set by the operator of the server, not by a client. */
Test(rpc_methods_pay, transfer_of_dust)
{
	methods.limits = (struct sn_limits){.allow_dust = true};
	cJSON *answer = ask("transfer", "{" ONE("13999999", "%s") "}", bobs);
	cr_assert_eq(u64(element(result_of(answer), "payments", 1, 0), "amount"), 13999999);
	sn_json_free(answer);
	expect_error(SN_JSONRPC_INVALID_PARAMS, "allow_dust", "transfer",
		     "{" ONE("13999999", "%s") ",\"allow_dust\":true}", bobs);
}

/* Reserved funds are not missing funds. */
Test(rpc_methods_pay, reserved_money_is_not_unlocked)
{
	for (int i = 0; i < 2; i++)
		sn_json_free(ask("transfer", "{" ONE("9000000000000000", "%s") "}", bobs));
	expect_error(SN_RPC_NOT_ENOUGH_UNLOCKED, "reserved", "transfer",
		     "{" ONE("9000000000000000", "%s") "}", bobs);
	expect_error(SN_RPC_NOT_ENOUGH, "reserved", "transfer", "{" ONE("19900000000000000", "%s") "}", bobs);
}

Test(rpc_methods_pay, sweep_all)
{
	cJSON *answer = ask("sweep_all", "{\"address\":\"%s\",\"priority\":1}", bobs);
	const cJSON *result = result_of(answer), *payment = element(result, "payments", 1, 0);
	cr_assert_eq(u64(payment, "amount") + u64(payment, "fee"), 10000 * XMR + ABOVE_2_53);
	cr_assert_eq(u64(payment, "inputs"), 2);
	cr_assert_str_eq(string(result, "tx_hash"), "");
	cr_assert_eq(u64(result, "tx_size"), 0);
	cr_assert_gt(strlen(string(result, "tx_unsigned_hex")), 4000);
	sn_json_free(answer);
}

Test(rpc_methods_pay, sweep_one_account)
{
	cJSON *answer = ask("sweep_all",
			    "{\"address\":\"%s\",\"account_index\":0,\"mixin\":15,\"ring_size\":16}", bobs);
	const cJSON *payment = element(result_of(answer), "payments", 1, 0);
	cr_assert_eq(u64(payment, "amount") + u64(payment, "fee"), 10000 * XMR + ABOVE_2_53);
	sn_json_free(answer);
}
