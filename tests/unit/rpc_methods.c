#include "rpc_methods_fixture.h"
#include "cold_sets.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

Test(rpc_methods, codes)
{
	static const struct {
		int ret;
		enum sn_reason reason;
		int code;
	} cases[] = {
		{SN_BAD_INPUT, SN_REASON_WRONG_ROLE, -29},
		{SN_BAD_INPUT, SN_REASON_OFFLINE, -1001},
		{SN_BAD_INPUT, SN_REASON_BAD_ADDRESS, -2},
		{SN_BAD_INPUT, SN_REASON_BAD_HEX, -26},
		{SN_BAD_INPUT, SN_REASON_DAMAGED, -39},
		{SN_BAD_INPUT, SN_REASON_FOREIGN, -1002},
		{SN_REFUSED, SN_REASON_NOT_ENOUGH, -17},
		{SN_REFUSED, SN_REASON_NOT_ENOUGH_UNLOCKED, -37},
		{SN_REFUSED, SN_REASON_DOUBLE_SPEND, -1003},
		{SN_REFUSED, SN_REASON_SPENT, -1004},
		{SN_DAEMON, SN_REASON_SPENT, -1004},
		{SN_DAEMON, SN_REASON_UNREACHABLE, -38},
		{SN_DAEMON, SN_REASON_REJECTED, -41},
		{SN_DAEMON, SN_REASON_MAYBE_SENT, -1006},
		{SN_IO, SN_REASON_MAYBE_SENT, -1006},
		{SN_REFUSED, SN_REASON_NONE, -4},
		{SN_USAGE, SN_REASON_NONE, -32602},
		{SN_BAD_INPUT, SN_REASON_NONE, -1},
		{SN_DAEMON, SN_REASON_NONE, -38},
		{SN_NEEDS_REPAIR, SN_REASON_NONE, -1005},
		{SN_IO, SN_REASON_NONE, -32603},
		{SN_BAD_INPUT, SN_REASON_BAD_PAYMENT_ID, -5},
		{SN_BAD_INPUT, SN_REASON_BAD_TRANSFER_TYPE, -6},
		{SN_BAD_INPUT, SN_REASON_BAD_TXID, -8},
		{SN_BAD_INPUT, SN_REASON_BAD_KEY_IMAGE, -10},
		{SN_BAD_INPUT, SN_REASON_BAD_URI, -11},
		{SN_BAD_INPUT, SN_REASON_NO_ACCOUNT, -14},
		{SN_BAD_INPUT, SN_REASON_NO_ADDRESS, -15},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sn_error e = {.reason = cases[i].reason};
		cr_assert_eq(sn_rpc_error_code(cases[i].ret, &e), cases[i].code, "case %zu", i);
	}
}

static bool has_param(const struct sn_jsonrpc_method *m, const char *name, size_t len)
{
	for (const char *const *param = m->params; *param; param++)
		if (strlen(*param) == len && !memcmp(*param, name, len))
			return true;
	return false;
}

/* Check that the names in the first column of each table of parameters between `section` and `end` are params
 * of the method. */
static void check_tables(const struct sn_jsonrpc_method *m, const char *section, const char *end)
{
	static const char head[] = "\n| parameter |";
	for (const char *table = strstr(section, head); table && table < end; table = strstr(table + 1, head))
		for (const char *row = strchr(table + 1, '\n') + 1; *row == '|';
		     row = strchr(row, '\n') + 1) {
			const char *cell_end = strstr(row, " | ");
			for (const char *name = row; (name = memchr(name, '`', (size_t)(cell_end - name)));) {
				size_t len = strcspn(++name, "`");
				cr_assert(has_param(m, name, len), "%s has no param %.*s", m->name, (int)len,
					  name);
				name += len + 1;
			}
		}
}

/* doc/reference/rpc.md has every method with exactly its params, and every code. */
Test(rpc_methods, documented)
{
	static const int codes[] = {
		SN_JSONRPC_PARSE_ERROR,
		SN_JSONRPC_INVALID_REQUEST,
		SN_JSONRPC_METHOD_NOT_FOUND,
		SN_JSONRPC_INVALID_PARAMS,
		SN_JSONRPC_INTERNAL_ERROR,
		SN_RPC_OTHER,
		SN_RPC_BAD_ADDRESS,
		SN_RPC_REFUSED,
		SN_RPC_BAD_PAYMENT_ID,
		SN_RPC_BAD_TRANSFER_TYPE,
		SN_RPC_BAD_TXID,
		SN_RPC_BAD_KEY_IMAGE,
		SN_RPC_BAD_URI,
		SN_RPC_NO_ACCOUNT,
		SN_RPC_NO_ADDRESS,
		SN_RPC_NOT_ENOUGH,
		SN_RPC_BAD_HEX,
		SN_RPC_WRONG_ROLE,
		SN_RPC_NOT_ENOUGH_UNLOCKED,
		SN_RPC_NO_DAEMON,
		SN_RPC_DAMAGED,
		SN_RPC_REJECTED,
		SN_RPC_OFFLINE,
		SN_RPC_FOREIGN,
		SN_RPC_DOUBLE_SPEND,
		SN_RPC_SPENT,
		SN_RPC_NEEDS_REPAIR,
		SN_RPC_MAYBE_SENT,
		SN_RPC_FORK,
	};
	static char text[131072];
	char words[64];
	FILE *f = fopen(TESTS_DIR "/../doc/reference/rpc.md", "r");
	cr_assert(f != NULL);
	size_t len = fread(text, 1, sizeof text - 1, f);
	cr_assert(len > 1000 && len < sizeof text - 1 && !fclose(f));
	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
		snprintf(words, sizeof words, "\n| %d | ", codes[i]);
		cr_assert(strstr(text, words), "code %d", codes[i]);
	}
	struct sn_jsonrpc_service service = sn_rpc_methods_service(&methods);
	for (const struct sn_jsonrpc_method *m = service.methods; m->name; m++) {
		snprintf(words, sizeof words, "\n### %s\n", m->name);
		char *section = strstr(text, words);
		cr_assert(section != NULL, "%s", m->name);
		char *end = strstr(section + strlen(words), "\n##");
		cr_assert(end != NULL);
		for (const char *const *param = m->params; *param; param++) {
			snprintf(words, sizeof words, "`%s`", *param);
			char *at = strstr(section, words);
			cr_assert(at && at < end, "%s of %s", *param, m->name);
		}
		check_tables(m, section, end);
	}
}

TestSuite(rpc_methods_watch, .init = methods_set_up_watch, .fini = methods_tear_down_watch);

Test(rpc_methods_watch, get_version)
{
	cJSON *answer = ask("get_version", "{}");
	cr_assert_eq(u64(result_of(answer), "version"), 65537);
	cr_assert_str_eq(string(result_of(answer), "program"), "sneakernote");
	cr_assert_str_eq(string(result_of(answer), "program_version"), PACKAGE_VERSION);
	sn_json_free(answer);
}

Test(rpc_methods_watch, invalid_files_are_refused)
{
	static const char *const bad[] = {"", " ", "0", "0x00", "53 4e", "534g", "\\u00e4\\u00e4", "534e4b4"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		expect_error(SN_RPC_BAD_HEX, "tx_signed_hex", "submit_transfer", "{\"tx_signed_hex\":\"%s\"}",
			     bad[i]);
		expect_error(SN_RPC_BAD_HEX, "tx_unsigned_hex", "describe_transfer",
			     "{\"tx_unsigned_hex\":\"%s\"}", bad[i]);
	}
	expect_error(SN_JSONRPC_INVALID_PARAMS, "missing", "submit_transfer", "{}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "string", "submit_transfer", "{\"tx_signed_hex\":53}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "missing", "submit_transfer", "{\"tx_signed_hex\":null}");
	expect_error(SN_RPC_FOREIGN, "not a file of sneakernote or of the reference wallet",
		     "submit_transfer", "{\"tx_signed_hex\":\"00\"}");
	expect_error(SN_RPC_DAMAGED, "truncated", "submit_transfer", "{\"tx_signed_hex\":\"534e4b4e\"}");
	expect_error(SN_RPC_DAMAGED, "truncated", "submit_transfer",
		     "{\"tx_signed_hex\":\" 534E4B4E0102\\n\"}");
}

Test(rpc_methods_watch, get_wallet_info_and_store)
{
	cJSON *answer = ask("get_wallet_info", "{}");
	const cJSON *result = result_of(answer);
	cr_assert_str_eq(string(result, "role"), "watch-only");
	cr_assert_str_eq(string(result, "network"), "mainnet");
	cr_assert_str_eq(string(result, "version"), PACKAGE_VERSION);
	cr_assert_eq(u64(result, "height"), BLOCKS);
	cr_assert(!boolean(result, "is_offline") && !boolean(result, "is_following"));
	cr_assert(!boolean(result, "is_synchronized") && !sn_json_has(result, "failure"));
	sn_json_free(answer);

	answer = ask("store", "{}");
	cr_assert_null(result_of(answer)->child);
	sn_json_free(answer);
	expect_error(SN_JSONRPC_INVALID_PARAMS, "filename", "store", "{\"filename\":\"x\"}");
}

/* An unreachable daemon. */
Test(rpc_methods_watch, an_unreachable_daemon_is_an_error)
{
	server_stop(&chain.server);
	expect_error(SN_RPC_NO_DAEMON, "cannot connect", "transfer", "{" ONE("1", "%s") "}", bobs);
	expect_error(SN_RPC_NO_DAEMON, "cannot connect", "refresh", "{}");
	cJSON *answer = ask("get_wallet_info", "{}");
	const cJSON *failure;
	cr_assert(!sn_json_get_object(result_of(answer), "failure", &failure, NULL));
	cr_assert(strstr(string(failure, "message"), "cannot connect"));
	cr_assert_eq(cJSON_GetObjectItemCaseSensitive(failure, "code")->valuedouble, SN_RPC_NO_DAEMON);
	sn_json_free(answer);
	server_start(&chain.server);
}

Test(rpc_methods_watch, the_log_has_methods_and_results_without_params)
{
	n_log_lines = 0;
	sn_json_free(ask("get_balance", "{}"));
	cr_assert(n_log_lines == 1 && !strcmp(text_of_log, "RPC: get_balance"), "%s", text_of_log);
	expect_error(SN_RPC_BAD_ADDRESS, "", "transfer", "{" ONE("77", "secret-words") "}");
	cr_assert(n_log_lines == 2 && strstr(text_of_log, "RPC: transfer failed with -2: "), "%s",
		  text_of_log);
	cr_assert(!strstr(text_of_log, "secret-words") && !strstr(text_of_log, "77"), "%s", text_of_log);
	methods.log = NULL;
	sn_json_free(ask("get_balance", "{}"));
	cr_assert_eq(n_log_lines, 2);
}
