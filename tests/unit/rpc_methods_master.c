#include "rpc_methods_fixture.h"
#include "app/names.h"
#include "base/hex.h"
#include "cold_sets.h"
#include "handoff/envelope.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char master_path[128], journal_path[144];

static void set_up_master(void)
{
	struct sn_wallet *w;
	methods_set_up();
	snprintf(master_path, sizeof master_path, "%s/master", h.directory);
	snprintf(journal_path, sizeof journal_path, "%s.signed", master_path);
	cr_assert(!sn_wallet_create(master_path, SN_ROLE_MASTER, &alice, 0, HOT_PASSWORD, SN_KDF_TEST,
				    &last_error),
		  "%s", last_error.text);
	cr_assert(!sn_wallet_open(&w, master_path, SN_WALLET_WRITE, HOT_PASSWORD, NULL, &last_error), "%s",
		  last_error.text);
	open_session(w, NULL);
}

static void tear_down_master(void)
{
	close_session();
	unlink(master_path);
	unlink(journal_path);
	methods_tear_down();
}

TestSuite(rpc_methods_master, .init = set_up_master, .fini = tear_down_master);

/* Return the set as wo-transfer would write it; free it. */
static char *sealed_hex(const struct sn_unsigned_set *set, const struct sn_account *account)
{
	struct sn_buf content = {0}, file = {0};
	cr_assert(!sn_unsigned_set_encode(&content, set, &last_error), "%s", last_error.text);
	cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &account->view_secret,
				    content.data, content.len, &last_error));
	char *hex = malloc(2 * file.len + 1);
	cr_assert(hex != NULL);
	sn_hex_encode(hex, file.data, file.len);
	sn_buf_free(&content);
	sn_buf_free(&file);
	return hex;
}

/* There is no confirmation, so nobody would see the mark. */
Test(rpc_methods_master, sign_transfer_refuses_a_lookalike)
{
	const struct sn_address known = cold_integrated(&bob, 7);
	struct sn_unsigned_set set = cold_everyday(&alice, cold_integrated(&bob, 8));
	char *hex = sealed_hex(&set, &alice);
	cr_assert(!sn_session_add_contact(session, "Bob", &known, &last_error), "%s", last_error.text);
	expect_error(SN_RPC_REFUSED, "looks like that of \"Bob\"", "sign_transfer",
		     "{\"tx_unsigned_hex\":\"%s\"}", hex);
	/* The review shows it. */
	cJSON *answer = ask("describe_transfer", "{\"tx_unsigned_hex\":\"%s\"}", hex);
	const cJSON *tx = element(result_of(answer), "transactions", 1, 0);
	cr_assert_str_eq(string(element(tx, "destinations", 1, 0), "lookalike_of"), "Bob");
	sn_json_free(answer);
	cr_assert(
		!sn_session_add_contact(session, "Bob 2", &set.txs[0].destinations[0].address, &last_error));
	answer = ask("describe_transfer", "{\"tx_unsigned_hex\":\"%s\"}", hex);
	tx = element(result_of(answer), "transactions", 1, 0);
	cr_assert_str_eq(string(element(tx, "destinations", 1, 0), "name"), "Bob 2");
	sn_json_free(answer);
	answer = ask("sign_transfer", "{\"tx_unsigned_hex\":\"%s\"}", hex);
	cr_assert_eq(strlen(string(result_of(answer), "tx_hash")), 64);
	sn_json_free(answer);
	free(hex);
	cold_free(&set);
}

Test(rpc_methods_master, sign_transfer)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	char *hex = sealed_hex(&set, &alice);
	cJSON *first = ask("sign_transfer", "{\"tx_unsigned_hex\":\"%s\"}", hex);
	const cJSON *result = result_of(first);
	cr_assert_eq(strlen(string(result, "tx_hash")), 64);
	cr_assert_gt(strlen(string(result, "tx_signed_hex")), 3000);
	cr_assert_eq(u64(result, "amount"), XMR / 4);

	/* Signing again gives the same transaction. */
	cJSON *second = ask("sign_transfer", "{\"tx_unsigned_hex\":\"%s\"}", hex);
	cr_assert_str_eq(string(result_of(second), "tx_hash"), string(result, "tx_hash"));
	cr_assert_str_eq(string(result_of(second), "tx_signed_hex"), string(result, "tx_signed_hex"));
	sn_json_free(second);
	free(hex);

	/* Another transaction that spends the same output is refused. */
	set.txs[0].destinations[0].amount -= 1;
	set.txs[0].change += 1;
	hex = sealed_hex(&set, &alice);
	expect_error(SN_RPC_DOUBLE_SPEND, "allow_respend", "sign_transfer", "{\"tx_unsigned_hex\":\"%s\"}",
		     hex);
	expect_error(SN_RPC_DOUBLE_SPEND, "", "sign_transfer",
		     "{\"tx_unsigned_hex\":\"%s\",\"allow_respend\":false}", hex);
	expect_error(SN_JSONRPC_INVALID_PARAMS, "allow_respend", "sign_transfer",
		     "{\"tx_unsigned_hex\":\"%s\",\"allow_respend\":1}", hex);
	/* Also on request of a client: only the operator of the server may permit it. */
	expect_error(SN_RPC_REFUSED, "--allow-respend", "sign_transfer",
		     "{\"tx_unsigned_hex\":\"%s\",\"allow_respend\":true}", hex);
	methods.allow_respend = true;
	expect_error(SN_RPC_DOUBLE_SPEND, "allow_respend", "sign_transfer", "{\"tx_unsigned_hex\":\"%s\"}",
		     hex);
	cJSON *third = ask("sign_transfer", "{\"tx_unsigned_hex\":\"%s\",\"allow_respend\":true}", hex);
	cr_assert_str_neq(string(result_of(third), "tx_hash"), string(result, "tx_hash"));
	sn_json_free(third);
	free(hex);

	expect_error(SN_RPC_OFFLINE, "", "submit_transfer", "{\"tx_signed_hex\":\"%s\"}",
		     string(result, "tx_signed_hex"));
	expect_error(SN_RPC_FOREIGN, "a signed transaction file", "sign_transfer",
		     "{\"tx_unsigned_hex\":\"%s\"}", string(result, "tx_signed_hex"));
	sn_json_free(first);
	cold_free(&set);
}

Test(rpc_methods_master, describe_transfer)
{
	struct sn_unsigned_set set = cold_set(1);
	cold_spend_amount(&set.txs[0], &alice, 20000 * XMR);
	cold_pay(&set.txs[0], cold_address(&bob, 0, 0), ABOVE_2_53);
	cold_change(&set.txs[0], 0, 0);
	char *hex = sealed_hex(&set, &alice);
	cJSON *answer = ask("describe_transfer", "{\"tx_unsigned_hex\":\"%s\"}", hex);
	const cJSON *tx = element(result_of(answer), "transactions", 1, 0);
	cr_assert_eq(u64(result_of(answer), "amount"), ABOVE_2_53);
	cr_assert_eq(u64(element(tx, "destinations", 1, 0), "amount"), ABOVE_2_53);
	cr_assert_str_eq(string(element(tx, "destinations", 1, 0), "address"), bobs);
	sn_json_free(answer);

	/* The limits of the service apply. */
	methods.limits = (struct sn_limits){.has_max_fee = true, .max_fee = COLD_FEE - 1};
	expect_error(SN_RPC_REFUSED, "above the bound", "describe_transfer", "{\"tx_unsigned_hex\":\"%s\"}",
		     hex);
	expect_error(SN_RPC_REFUSED, "above the bound", "sign_transfer", "{\"tx_unsigned_hex\":\"%s\"}", hex);
	methods.limits = (struct sn_limits){0};

	/* Some of its bytes altered or removed. */
	size_t len = strlen(hex);
	hex[len - 1] = hex[len - 1] == '0' ? '1' : '0';
	expect_error(SN_RPC_DAMAGED, "corrupt", "sign_transfer", "{\"tx_unsigned_hex\":\"%s\"}", hex);
	hex[len - 2] = 0;
	expect_error(SN_RPC_DAMAGED, "corrupt", "describe_transfer", "{\"tx_unsigned_hex\":\"%s\"}", hex);
	free(hex);
	hex = sealed_hex(&set, &bob);
	expect_error(SN_RPC_FOREIGN, "another wallet", "describe_transfer", "{\"tx_unsigned_hex\":\"%s\"}",
		     hex);
	expect_error(SN_RPC_FOREIGN, "another wallet", "sign_transfer", "{\"tx_unsigned_hex\":\"%s\"}", hex);
	free(hex);
	cold_free(&set);
}

/* There is no confirmation: outputs are locked only if the server was started to permit it. Describing is
 * always possible. */
Test(rpc_methods_master, unlock_time)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	set.txs[0].unlock_time = 3000000;
	char *hex = sealed_hex(&set, &alice);
	expect_error(SN_RPC_REFUSED, "locked until block 3000000", "sign_transfer",
		     "{\"tx_unsigned_hex\":\"%s\"}", hex);
	cJSON *answer = ask("describe_transfer", "{\"tx_unsigned_hex\":\"%s\"}", hex);
	cr_assert_eq(u64(element(result_of(answer), "transactions", 1, 0), "unlock_time"), 3000000);
	sn_json_free(answer);

	methods.limits = (struct sn_limits){.allow_unlock_time = true};
	answer = ask("sign_transfer", "{\"tx_unsigned_hex\":\"%s\"}", hex);
	cr_assert_eq(strlen(string(result_of(answer), "tx_hash")), 64);
	sn_json_free(answer);
	methods.limits = (struct sn_limits){0};
	free(hex);
	cold_free(&set);
}

Test(rpc_methods_master, offline)
{
	expect_error(SN_RPC_OFFLINE, "daemon", "transfer", "{" ONE("1", "%s") "}", bobs);
	expect_error(SN_RPC_OFFLINE, "daemon", "sweep_all", "{\"address\":\"%s\"}", bobs);
	expect_error(SN_RPC_OFFLINE, "daemon", "refresh", "{}");
	cJSON *answer = ask("get_wallet_info", "{}");
	cr_assert_str_eq(string(result_of(answer), "role"), "master");
	cr_assert(boolean(result_of(answer), "is_offline"));
	cr_assert_eq(u64(result_of(answer), "daemon_height"), 0);
	sn_json_free(answer);
	sn_json_free(ask("store", "{}"));
	expect_error(SN_RPC_OFFLINE, "does not know its balance", "get_balance", "{}");
	expect_error(SN_RPC_OFFLINE, "watch-only wallet", "get_balance", "{\"account_index\":1}");
	expect_error(SN_RPC_OFFLINE, "does not know its transfers", "get_transfers", "{}");
	expect_error(SN_RPC_OFFLINE, "does not know its transfers", "get_transfers",
		     "{\"in\":true,\"account_index\":0}");
}
