#include "rpc/methods.h"

#include "base/hex.h"
#include "cold_sets.h"
#include "handoff/envelope.h"
#include "hot_chain.h"
#include "hot_wallet.h"

#include <criterion/criterion.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Params, results and error codes of each method. tests/regtest/ tests them on a real chain. */

#define ABOVE_2_53 UINT64_C(9007199254740993)
#define XMR 1000000000000ull

static struct hot h;
static struct sn_account alice, bob;
static char bobs[SN_ADDRESS_TEXT_MAX], bobs_stagenet[SN_ADDRESS_TEXT_MAX];
static struct chain chain;
static struct sn_session *session;
static struct sn_rpc_methods methods;
static struct sn_error err;
static char *text_of_log;
static size_t n_log_lines;

static void write_log(void *context, enum sn_log_level level, const char *line)
{
	(void)context;
	(void)level;
	cr_assert(text_of_log != NULL);
	snprintf(text_of_log, 512, "%s", line);
	n_log_lines++;
}

static const struct sn_log sink = {.level = SN_LOG_INFO, .write = write_log};

static void open_session(struct sn_wallet *w, struct sn_daemon *daemon)
{
	cr_assert(!sn_session_open(&session, w, daemon, NULL, &err), "%s", err.text);
	methods = (struct sn_rpc_methods){.session = session, .log = &sink};
}

static void close_session(void)
{
	cr_assert(!sn_session_close(session, &err), "%s", err.text);
}

static void set_up(void)
{
	struct sn_address a;
	alice = cold_account("alice");
	bob = cold_account("bob");
	a = cold_address(&bob, 0, 0);
	sn_address_format(bobs, &a);
	a.network = SN_STAGENET;
	sn_address_format(bobs_stagenet, &a);
	text_of_log = calloc(1, 512);
	hot_open(&h, &alice);
}

static void tear_down(void)
{
	hot_close(&h);
	free(text_of_log);
}

/* ------------------------------------------------------------------ asking */

/* Return the answer to one request with formatted params. Free it with sn_json_free. */
static cJSON *ask(const char *method, const char *params, ...) __attribute__((format(printf, 2, 3)));

static cJSON *vask(const char *method, const char *params, va_list ap)
{
	struct sn_buf request = {0}, answer = {0};
	struct sn_jsonrpc_service service = sn_rpc_methods_service(&methods);
	cJSON *root;
	char *words, start[128];
	cr_assert(vasprintf(&words, params, ap) >= 0);
	snprintf(start, sizeof start,
		 "{\"jsonrpc\":\"2.0\",\"id\":\"0\",\"method\":\"%s\",\"params\":", method);
	sn_put_bytes(&request, start, strlen(start));
	sn_put_bytes(&request, words, strlen(words));
	sn_put_u8(&request, '}');
	free(words);
	cr_assert(!sn_jsonrpc_answer(&answer, &service, (char *)request.data, request.len));
	cr_assert(!sn_json_parse(&root, (char *)answer.data, answer.len, &err), "%s", err.text);
	sn_buf_free(&request);
	sn_buf_free(&answer);
	return root;
}

static cJSON *ask(const char *method, const char *params, ...)
{
	va_list ap;
	va_start(ap, params);
	cJSON *root = vask(method, params, ap);
	va_end(ap);
	return root;
}

static const cJSON *result_of(const cJSON *answer)
{
	const cJSON *result, *error;
	const char *message = "";
	if (!sn_json_get_object(answer, "error", &error, NULL))
		cr_assert(!sn_json_get_string(error, "message", &message, NULL));
	cr_assert(!sn_json_get_object(answer, "result", &result, NULL), "%s", message);
	return result;
}

/* `words` must be in the message or in the hint. */
static void expect_error(int code, const char *words, const char *method, const char *params, ...)
	__attribute__((format(printf, 4, 5)));

static void expect_error(int code, const char *words, const char *method, const char *params, ...)
{
	const cJSON *error, *data = NULL;
	const char *message, *hint = "";
	va_list ap;
	va_start(ap, params);
	cJSON *answer = vask(method, params, ap);
	va_end(ap);
	cr_assert(!sn_json_get_object(answer, "error", &error, NULL), "%s succeeds, not: %s", method, words);
	cr_assert(!sn_json_get_string(error, "message", &message, NULL));
	if (!sn_json_get_object(error, "data", &data, NULL))
		cr_assert(!sn_json_opt_string(data, "hint", &hint, NULL));
	int its_code = (int)cJSON_GetObjectItemCaseSensitive(error, "code")->valuedouble;
	cr_assert_eq(its_code, code, "%s: %d, not %d: %s", method, its_code, code, message);
	cr_assert(strstr(message, words) || strstr(hint, words), "\"%s\", \"%s\": no \"%s\"", message, hint,
		  words);
	sn_json_free(answer);
}

static uint64_t u64(const cJSON *object, const char *key)
{
	uint64_t value;
	struct sn_error why;
	cr_assert(!sn_json_get_u64(object, key, &value, &why), "%s", why.text);
	return value;
}

static const char *string(const cJSON *object, const char *key)
{
	const char *value;
	struct sn_error why;
	cr_assert(!sn_json_get_string(object, key, &value, &why), "%s", why.text);
	return value;
}

static bool boolean(const cJSON *object, const char *key)
{
	bool value;
	struct sn_error why;
	cr_assert(!sn_json_get_bool(object, key, &value, &why), "%s", why.text);
	return value;
}

static const cJSON *element(const cJSON *object, const char *key, int size, int i)
{
	const cJSON *array;
	struct sn_error why;
	cr_assert(!sn_json_get_array(object, key, &array, &why), "%s", why.text);
	cr_assert_eq(cJSON_GetArraySize(array), size);
	return cJSON_GetArrayItem(array, i);
}

/* ------------------------------------------------------------------ codes */

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
		{SN_REFUSED, SN_REASON_SIGNED_AWAY, -1003},
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
		SN_RPC_NOT_ENOUGH,
		SN_RPC_BAD_HEX,
		SN_RPC_WRONG_ROLE,
		SN_RPC_NOT_ENOUGH_UNLOCKED,
		SN_RPC_NO_DAEMON,
		SN_RPC_DAMAGED,
		SN_RPC_REJECTED,
		SN_RPC_OFFLINE,
		SN_RPC_FOREIGN,
		SN_RPC_SIGNED_AWAY,
		SN_RPC_SPENT,
		SN_RPC_NEEDS_REPAIR,
		SN_RPC_MAYBE_SENT,
	};
	static char text[65536];
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

/* ------------------------------------------------------------------ a watch-only wallet and a daemon */

#define BLOCKS 1000
#define EACH 3

static void add_to(struct sn_subaddress_index address, uint64_t amount, uint64_t height)
{
	struct sn_wallet_output o = hot_output(&h, amount, height);
	o.subaddress = address;
	o.global_index = EACH * o.height + h.w->n_outputs % EACH; /* in this block */
	o.key = chain_key(o.global_index);
	hot_add(&h, &o);
}

static void add(uint32_t account, uint64_t amount, uint64_t height)
{
	add_to((struct sn_subaddress_index){account, 0}, amount, height);
}

static void set_up_watch(void)
{
	set_up();
	chain_start(&chain, h.w, BLOCKS, EACH);
	add(0, 10000 * XMR, 100);
	add(0, ABOVE_2_53, 200);
	add(1, 1 * XMR, 994);
	add(2, UINT64_MAX, 995);
	hot_set_height(&h, BLOCKS);
	open_session(h.w, chain.daemon);
}

static void tear_down_watch(void)
{
	close_session();
	h.w = NULL;
	chain_stop(&chain);
	tear_down();
}

TestSuite(rpc_methods_watch, .init = set_up_watch, .fini = tear_down_watch);

static void set_up_addresses(void)
{
	set_up();
	chain_start(&chain, h.w, BLOCKS, EACH);
	add_to((struct sn_subaddress_index){0, 0}, 5 * XMR, 100);
	add_to((struct sn_subaddress_index){0, 1}, 7 * XMR, 200);
	hot_set_height(&h, BLOCKS);
	open_session(h.w, chain.daemon);
}

Test(rpc_methods_addresses, sweep, .init = set_up_addresses, .fini = tear_down_watch)
{
	cJSON *answer = ask("sweep_all", "{\"address\":\"%s\"}", bobs);
	element(result_of(answer), "payments", 2, 0);
	sn_json_free(answer);
	sn_json_free(ask("release_reserved", "{\"all\":true}"));
	answer = ask("sweep_all", "{\"address\":\"%s\",\"subaddr_indices_all\":true}", bobs);
	cr_assert_eq(u64(element(result_of(answer), "payments", 1, 0), "inputs"), 2);
	sn_json_free(answer);
}

Test(rpc_methods_watch, transfer_describe_release)
{
	cJSON *answer = ask(
		"transfer",
		"{\"destinations\":[{\"amount\":9007199254740993,\"address\":\"%s\"}],\"fee\":0,\"mixin\":15,"
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
Test(rpc_methods_watch, transfers_refused)
{
#define ONE(amount, address) "\"destinations\":[{\"amount\":" amount ",\"address\":\"" address "\"}]"
	static const struct {
		const char *params, *words;
	} bad[] = {
		{"{}", "destinations"},
		{"{\"destinations\":{}}", "destinations"},
		{"{\"destinations\":[]}", "no destination"},
		{"{\"destinations\":[1]}", "object"},
		{"{\"destinations\":[{\"amount\":1}]}", "address"},
		{"{\"destinations\":[{\"address\":\"x\"}]}", "amount"},
		{"{" ONE("\"1\"", "x") "}", "amount"},
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
		{"{" ONE("1", "x") ",\"payment_id\":\"\"}", "payment_id"},
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

	expect_error(SN_RPC_BAD_ADDRESS, "destination 1: no Monero address", "transfer",
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

/* Set by the operator of the server, not by a client. */
Test(rpc_methods_watch, transfer_of_dust)
{
	methods.limits = (struct sn_limits){.allow_dust = true};
	cJSON *answer = ask("transfer", "{" ONE("13999999", "%s") "}", bobs);
	cr_assert_eq(u64(element(result_of(answer), "payments", 1, 0), "amount"), 13999999);
	sn_json_free(answer);
	expect_error(SN_JSONRPC_INVALID_PARAMS, "allow_dust", "transfer",
		     "{" ONE("13999999", "%s") ",\"allow_dust\":true}", bobs);
}

/* Reserved funds are not missing funds. */
Test(rpc_methods_watch, reserved_money_is_not_unlocked)
{
	for (int i = 0; i < 2; i++)
		sn_json_free(ask("transfer", "{" ONE("9000000000000000", "%s") "}", bobs));
	expect_error(SN_RPC_NOT_ENOUGH_UNLOCKED, "reserved", "transfer",
		     "{" ONE("9000000000000000", "%s") "}", bobs);
	expect_error(SN_RPC_NOT_ENOUGH, "reserved", "transfer", "{" ONE("19900000000000000", "%s") "}", bobs);
}

Test(rpc_methods_watch, sweep_all)
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

Test(rpc_methods_watch, sweep_one_account)
{
	cJSON *answer = ask("sweep_all",
			    "{\"address\":\"%s\",\"account_index\":0,\"mixin\":15,\"ring_size\":16}", bobs);
	const cJSON *payment = element(result_of(answer), "payments", 1, 0);
	cr_assert_eq(u64(payment, "amount") + u64(payment, "fee"), 10000 * XMR + ABOVE_2_53);
	sn_json_free(answer);
}

Test(rpc_methods_watch, get_version)
{
	cJSON *answer = ask("get_version", "{}");
	cr_assert_eq(u64(result_of(answer), "version"), 65536);
	cr_assert_str_eq(string(result_of(answer), "program"), "sneakernote");
	cr_assert_str_eq(string(result_of(answer), "program_version"), PACKAGE_VERSION);
	sn_json_free(answer);
}

Test(rpc_methods_watch, get_balance)
{
	cJSON *answer = ask("get_balance", "{}");
	const cJSON *result = result_of(answer);
	cr_assert_eq(u64(result, "unlocked_balance"), 10000 * XMR + ABOVE_2_53);
	cr_assert_eq(u64(result, "height"), BLOCKS);
	const cJSON *account = element(result, "per_account", 3, 2);
	cr_assert_eq(u64(account, "account_index"), 2);
	cr_assert_eq(u64(account, "balance"), UINT64_MAX);
	cr_assert_eq(u64(account, "unlocked_balance"), 0);
	sn_json_free(answer);
	answer = ask("get_balance", "{\"account_index\":1}");
	result = result_of(answer);
	cr_assert_eq(u64(result, "account_index"), 1);
	cr_assert_eq(u64(result, "balance"), 1 * XMR);
	cr_assert_eq(u64(result, "unlocked_balance"), 0);
	cr_assert_eq(u64(result, "height"), BLOCKS);
	cr_assert(!sn_json_has(result, "per_account") && !sn_json_has(result, "reservations"));
	sn_json_free(answer);
	answer = ask("get_balance", "{\"account_index\":49}");
	cr_assert_eq(u64(result_of(answer), "balance"), 0);
	sn_json_free(answer);
	expect_error(SN_JSONRPC_INVALID_PARAMS, "above 4294967294", "get_balance",
		     "{\"account_index\":4294967295}");
}

Test(rpc_methods_watch, get_address)
{
	char text[SN_ADDRESS_TEXT_MAX];
	struct sn_address a = cold_address(&alice, 0, 0);
	sn_address_format(text, &a);
	cJSON *answer = ask("get_address", "{}");
	cr_assert_str_eq(string(result_of(answer), "address"), text);
	cr_assert_str_eq(string(result_of(answer), "network"), "mainnet");
	cr_assert(!sn_json_has(result_of(answer), "payment_id"));
	sn_json_free(answer);

	a = cold_address(&alice, 49, 199);
	sn_address_format(text, &a);
	answer = ask("get_address", "{\"account_index\":49,\"address_index\":199}");
	cr_assert_str_eq(string(result_of(answer), "address"), text);
	cr_assert_eq(u64(result_of(answer), "account_index"), 49);
	cr_assert_eq(u64(result_of(answer), "address_index"), 199);
	sn_json_free(answer);

	answer = ask("get_address", "{\"payment_id\":\"0123456789abcdef\"}");
	cr_assert(!sn_address_parse(&a, string(result_of(answer), "address"), &err));
	cr_assert(a.kind == SN_ADDRESS_INTEGRATED && a.payment_id[0] == 0x01 && a.payment_id[7] == 0xef);
	cr_assert_str_eq(string(result_of(answer), "payment_id"), "0123456789abcdef");
	sn_json_free(answer);

	/* Far ahead: the wallet file records the address, and the answer states whether blocks were scanned
	 * without it. */
	a = cold_address(&alice, 2, 450);
	sn_address_format(text, &a);
	answer = ask("get_address", "{\"account_index\":2,\"address_index\":450}");
	cr_assert_str_eq(string(result_of(answer), "address"), text);
	cr_assert_eq(u64(result_of(answer), "unscanned_below"), BLOCKS);
	sn_json_free(answer);
	answer = ask("get_address", "{\"account_index\":2,\"address_index\":600}");
	cr_assert_eq(u64(result_of(answer), "unscanned_below"), 0);
	sn_json_free(answer);
	expect_error(SN_RPC_REFUSED, "too far away", "get_address", "{\"address_index\":1048576}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "above 4294967294", "get_address",
		     "{\"account_index\":4294967295}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "above 4294967294", "get_address",
		     "{\"address_index\":4294967295}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "address_index", "get_address", "{\"address_index\":[0]}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "payment_id", "get_address", "{\"payment_id\":\"0123\"}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "primary", "get_address",
		     "{\"payment_id\":\"0123456789abcdef\",\"address_index\":1}");
}

static void expect_transfers(int n, const char *params)
{
	const cJSON *list;
	cJSON *answer = ask("get_transfers", "%s", params);
	cr_assert(!sn_json_get_array(result_of(answer), "transfers", &list, NULL));
	cr_assert_eq(cJSON_GetArraySize(list), n, "%s gives %d, not %d", params, cJSON_GetArraySize(list), n);
	sn_json_free(answer);
}

Test(rpc_methods_watch, get_transfers)
{
	sn_json_free(ask("transfer", "{" ONE("14000000", "%s") "}", bobs));
	expect_transfers(5, "{}");
	expect_transfers(4, "{\"in\":true}");
	expect_transfers(1, "{\"prepared\":true}");
	expect_transfers(5, "{\"prepared\":true,\"in\":true,\"out\":false}");
	expect_transfers(0, "{\"pending\":true,\"out\":true,\"released\":true}");
	expect_transfers(0, "{\"pool\":true}");
	expect_transfers(3, "{\"in\":true,\"min_height\":101}");
	expect_transfers(2, "{\"in\":true,\"min_height\":101,\"max_height\":994}");
	expect_transfers(1, "{\"in\":true,\"max_height\":18446744073709551615,\"account_index\":1}");
	expect_transfers(0, "{\"account_index\":9}");
	expect_transfers(2, "{\"limit\":2}");
	expect_transfers(5, "{\"limit\":18446744073709551615}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "in", "get_transfers", "{\"in\":1}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "min_height", "get_transfers", "{\"min_height\":-1}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "max_height", "get_transfers", "{\"max_height\":\"1\"}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "limit", "get_transfers", "{\"limit\":true}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "above 4294967294", "get_transfers",
		     "{\"account_index\":4294967295}");
	expect_error(SN_JSONRPC_INVALID_PARAMS, "pool", "get_transfers", "{\"pool\":1}");

	cJSON *answer = ask("get_transfers", "{\"in\":true}");
	cr_assert_eq(u64(element(result_of(answer), "transfers", 4, 1), "amount"), ABOVE_2_53);
	cr_assert_eq(u64(element(result_of(answer), "transfers", 4, 3), "amount"), UINT64_MAX);
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
	expect_error(SN_RPC_FOREIGN, "not a sneakernote file", "submit_transfer",
		     "{\"tx_signed_hex\":\"00\"}");
	expect_error(SN_RPC_DAMAGED, "cut short", "submit_transfer", "{\"tx_signed_hex\":\"534e4b4e\"}");
	expect_error(SN_RPC_DAMAGED, "cut short", "submit_transfer",
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

/* ------------------------------------------------------------------ a master wallet, offline */

static char master_path[128], journal_path[144];

static void set_up_master(void)
{
	struct sn_wallet *w;
	set_up();
	snprintf(master_path, sizeof master_path, "%s/master", h.directory);
	snprintf(journal_path, sizeof journal_path, "%s.signed", master_path);
	cr_assert(!sn_wallet_create(master_path, SN_ROLE_MASTER, &alice, 0, HOT_PASSWORD, SN_KDF_TEST, &err),
		  "%s", err.text);
	cr_assert(!sn_wallet_open(&w, master_path, SN_WALLET_WRITE, HOT_PASSWORD, NULL, &err), "%s",
		  err.text);
	open_session(w, NULL);
}

static void tear_down_master(void)
{
	close_session();
	unlink(master_path);
	unlink(journal_path);
	tear_down();
}

TestSuite(rpc_methods_master, .init = set_up_master, .fini = tear_down_master);

/* Return the set as wo-transfer would write it; free it. */
static char *sealed_hex(const struct sn_unsigned_set *set, const struct sn_account *account)
{
	struct sn_buf content = {0}, file = {0};
	cr_assert(!sn_unsigned_set_encode(&content, set, &err), "%s", err.text);
	cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &account->view_secret,
				    content.data, content.len, &err));
	char *hex = malloc(2 * file.len + 1);
	cr_assert(hex != NULL);
	sn_hex_encode(hex, file.data, file.len);
	sn_buf_free(&content);
	sn_buf_free(&file);
	return hex;
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
	expect_error(SN_RPC_SIGNED_AWAY, "allow_respend", "sign_transfer", "{\"tx_unsigned_hex\":\"%s\"}",
		     hex);
	expect_error(SN_RPC_SIGNED_AWAY, "", "sign_transfer",
		     "{\"tx_unsigned_hex\":\"%s\",\"allow_respend\":false}", hex);
	expect_error(SN_JSONRPC_INVALID_PARAMS, "allow_respend", "sign_transfer",
		     "{\"tx_unsigned_hex\":\"%s\",\"allow_respend\":1}", hex);
	/* Also on request of a client: only the operator of the server may permit it. */
	expect_error(SN_RPC_REFUSED, "--allow-respend", "sign_transfer",
		     "{\"tx_unsigned_hex\":\"%s\",\"allow_respend\":true}", hex);
	methods.allow_respend = true;
	expect_error(SN_RPC_SIGNED_AWAY, "allow_respend", "sign_transfer", "{\"tx_unsigned_hex\":\"%s\"}",
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
	expect_error(SN_RPC_DAMAGED, "damaged", "sign_transfer", "{\"tx_unsigned_hex\":\"%s\"}", hex);
	hex[len - 2] = 0;
	expect_error(SN_RPC_DAMAGED, "damaged", "describe_transfer", "{\"tx_unsigned_hex\":\"%s\"}", hex);
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
