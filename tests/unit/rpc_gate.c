#include "rpc/gate.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct sn_rpc_gate local = {.port = 18082, .body_max = 1000};
static const struct sn_rpc_gate named = {.port = 18082, .body_max = 1000, .host = "Wallet.example"};
static const struct sn_rpc_gate external = {.port = 18082, .is_external = true, .body_max = 1000};

static struct sn_rpc_head good_head(void)
{
	return (struct sn_rpc_head){.method = "POST",
				    .target = "/json_rpc",
				    .host = "127.0.0.1:18082",
				    .content_type = "application/json"};
}

static void note(struct sn_rpc_head *head, const char *name, const char *value)
{
	sn_rpc_head_note(head, name, strlen(name), value, value ? strlen(value) : 0);
}

static unsigned check(const struct sn_rpc_gate *gate, const struct sn_rpc_head *head)
{
	const char *why = "";
	const struct sn_rpc_page *page;
	unsigned status = sn_rpc_gate_check_way(gate, head, &page, &why);
	if (!status)
		status = page ? sn_rpc_gate_check_no_body(head, &why)
			      : sn_rpc_gate_check_body(gate, head, &why);
	cr_assert_eq(!why, !status); /* each refusal has a text */
	return status;
}

Test(rpc_gate, hosts)
{
	static const struct {
		const char *host;
		unsigned local, external;
	} hosts[] = {
		{"127.0.0.1:18082", 0, 0},
		{"127.0.0.1", 0, 0},
		{"127.1.2.3:18082", 0, 0},
		{"localhost:18082", 0, 0},
		{"LocalHost", 0, 0},
		{"[::1]:18082", 0, 0},
		{"[::1]", 0, 0},
		{"[0:0::1]", 0, 0},
		{"192.168.1.5:18082", 403, 0},
		{"0.0.0.0:18082", 403, 0},
		{"[2001:db8::1]:18082", 403, 0},
		{NULL, 400, 400},
		{"", 400, 400},
		{"127.0.0.1:18083", 403, 403},
		{"127.0.0.1:", 403, 403},
		{"127.0.0.1:018082x", 403, 403},
		{"127.0.0.1:99999999999999999999", 403, 403},
		{"127.0.0.1:83618", 403, 403}, /* 18082 + 65536 */
		{"localhost:-1", 403, 403},
		{"localhost.", 403, 403},
		{"localhost.evil.example", 403, 403},
		{"evil.example", 403, 403},
		{"evil.example:18082", 403, 403},
		{"127.0.0.1.evil.example", 403, 403},
		{"user@127.0.0.1", 403, 403},
		{"127.1", 403, 403},
		{"2130706433", 403, 403},
		{"::1", 403, 403},
		{"[::1", 403, 403},
		{"[::1]x", 403, 403},
		{"[]", 403, 403},
		{"[127.0.0.1]", 403, 403},
		{"[localhost]", 403, 403},
		{":18082", 403, 403},
	};
	for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
		struct sn_rpc_head head = good_head();
		head.host = hosts[i].host;
		cr_assert_eq(check(&local, &head), hosts[i].local, "%s", hosts[i].host);
		cr_assert_eq(check(&external, &head), hosts[i].external, "%s", hosts[i].host);
	}
	char longest[400];
	memset(longest, '1', sizeof longest);
	longest[sizeof longest - 1] = 0;
	struct sn_rpc_head head = good_head();
	head.host = longest;
	cr_assert_eq(check(&external, &head), 403);
}

Test(rpc_gate, the_host_option_permits_a_name)
{
	static const struct {
		const char *host;
		unsigned status;
	} hosts[] = {
		{"wallet.example", 0},     {"WALLET.EXAMPLE:18082", 0},
		{"wallet.example:443", 0}, {"127.0.0.1:18082", 0},
		{"localhost", 0},          {"127.0.0.1:443", 403},
		{"wallet.example:", 403},  {"wallet.example:65536", 403},
		{"wallet.example.", 403},  {"wallet.example.evil.example", 403},
		{"evil.example", 403},     {"wallet", 403},
		{"[wallet.example]", 403}, {"192.168.1.5", 403},
	};
	for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
		struct sn_rpc_head head = good_head();
		head.host = hosts[i].host;
		cr_assert_eq(check(&named, &head), hosts[i].status, "%s", hosts[i].host);
	}
	static const char *const bad[] = {"", "a:1", "a b", "[::1]", "http://a", "\xc3\xa4", "a/", "a_b"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		cr_assert_not(sn_rpc_gate_is_host_name(bad[i]), "%s", bad[i]);
	char name[256] = "";
	memset(name, 'a', 253);
	cr_assert(sn_rpc_gate_is_host_name(name));
	name[253] = 'a';
	cr_assert_not(sn_rpc_gate_is_host_name(name));
}

/* The host of the target takes precedence over the header. */
Test(rpc_gate, targets_in_absolute_form)
{
	static const struct {
		const char *target, *host;
		unsigned status;
	} targets[] = {
		{"http://127.0.0.1:18082/json_rpc", "127.0.0.1:18082", 0},
		{"HTTP://localhost/json_rpc", "127.0.0.1:18082", 0},
		{"http://[::1]:18082/json_rpc", "elsewhere.example", 0},
		{"http://localhost/json_rpc", NULL, 400},
		{"http://evil.example/json_rpc", "127.0.0.1:18082", 403},
		{"http://127.0.0.1:80/json_rpc", "127.0.0.1:18082", 403},
		{"http://user@127.0.0.1/json_rpc", "127.0.0.1:18082", 403},
		{"http:///json_rpc", "127.0.0.1:18082", 403},
		{"http://", "127.0.0.1:18082", 403},
		{"http://localhost", "127.0.0.1:18082", 404},
		{"http://localhost/", "127.0.0.1:18082", 404},
		{"http://localhost/json_rpc?", "127.0.0.1:18082", 404},
		{"https://localhost/json_rpc", "127.0.0.1:18082", 404},
		{"localhost/json_rpc", "127.0.0.1:18082", 404},
	};
	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
		struct sn_rpc_head head = good_head();
		head.target = targets[i].target;
		head.host = targets[i].host;
		cr_assert_eq(check(&local, &head), targets[i].status, "%s", targets[i].target);
	}
	static char longest[1000] = "http://";
	memset(longest + 7, '1', sizeof longest - 8);
	struct sn_rpc_head head = good_head();
	head.target = longest;
	cr_assert_eq(check(&local, &head), 404);
}

Test(rpc_gate, malformed_headers)
{
	static const char *const bad[] = {"",     " Host", "Content-Length ", "Transfer-Encoding\t",
					  "a b",  "a\x7f", "\xc3\xa4",        "a(b",
					  "a\"b", "a\x01"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct sn_rpc_head head = good_head();
		note(&head, bad[i], "x");
		cr_assert_eq(check(&local, &head), 400, "%s", bad[i]);
	}
	struct sn_rpc_head head = good_head();
	note(&head, "!#$%&'*+-.^_`|~0aZ", "x");
	note(&head, "X", NULL);
	cr_assert_eq(check(&local, &head), 0);
	sn_rpc_head_note(&head, "a\0b", 3, "x", 1);
	cr_assert_eq(check(&local, &head), 400);
	head = good_head();
	sn_rpc_head_note(&head, "X", 1, "a\0b", 3);
	cr_assert_eq(check(&local, &head), 400);
}

Test(rpc_gate, origins)
{
	static const char *const origins[] = {"", "null", "http://127.0.0.1:18082", "https://evil.example"};
	for (size_t i = 0; i < sizeof origins / sizeof *origins; i++) {
		struct sn_rpc_head head = good_head();
		head.origin = origins[i];
		cr_assert_eq(check(&local, &head), 403);
	}
}

Test(rpc_gate, targets_and_methods)
{
	static const char *const targets[] = {"/", "/json_rpc/", "/json_rpc?", "/JSON_RPC",  "/json%5Frpc",
					      "*", "//json_rpc", "json_rpc",   "/json_rpc2", ""};
	static const char *const methods[] = {"GET", "HEAD", "OPTIONS", "PUT", "post", "POSTS", ""};
	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
		struct sn_rpc_head head = good_head();
		head.target = targets[i];
		cr_assert_eq(check(&local, &head), 404, "%s", targets[i]);
	}
	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
		struct sn_rpc_head head = good_head();
		head.method = methods[i];
		cr_assert_eq(check(&local, &head), 405, "%s", methods[i]);
	}
}

Test(rpc_gate, bodies)
{
	static const struct {
		const char *type;
		unsigned status;
	} types[] = {
		{"application/json", 0},
		{"Application/JSON; charset=utf-8", 0},
		{"application/json;charset=UTF-8", 0},
		{"application/json ; x", 0},
		{NULL, 415},
		{"", 415},
		{"text/plain", 415},
		{"application/x-www-form-urlencoded", 415},
		{"text/plain; application/json", 415},
		{"application/jsonx", 415},
		{"application/json-patch", 415},
		{"application/json x", 415},
		{"application/json, text/plain", 415},
	};
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		struct sn_rpc_head head = good_head();
		head.content_type = types[i].type;
		cr_assert_eq(check(&local, &head), types[i].status, "%s", types[i].type);
	}
	static const struct {
		const char *length, *transfer, *encoding;
		unsigned status;
	} framings[] = {
		{"0", NULL, NULL, 0},
		{"1000", NULL, NULL, 0},
		{"1001", NULL, NULL, 413},
		{"18446744073709551615", NULL, NULL, 413},
		{"18446744073709551616", NULL, NULL, 400},
		{"", NULL, NULL, 400},
		{"-1", NULL, NULL, 400},
		{"10, 10", NULL, NULL, 400},
		{NULL, "chunked", NULL, 0},
		{NULL, "Chunked", NULL, 0},
		{"10", "chunked", NULL, 400},
		{NULL, "gzip, chunked", NULL, 400},
		{NULL, "identity", NULL, 400},
		{NULL, NULL, "identity", 0},
		{NULL, NULL, "gzip", 415},
	};
	for (size_t i = 0; i < sizeof framings / sizeof *framings; i++) {
		struct sn_rpc_head head = good_head();
		head.content_length = framings[i].length;
		head.transfer_encoding = framings[i].transfer;
		head.content_encoding = framings[i].encoding;
		cr_assert_eq(check(&local, &head), framings[i].status, "%zu", i);
	}
}

Test(rpc_gate, headers)
{
	static const char *const once[] = {"HOST",           "origin",           "Authorization",
					   "Expect",         "Content-type",     "Content-Encoding",
					   "Content-Length", "Transfer-Encoding"};
	for (size_t i = 0; i < sizeof once / sizeof *once; i++) {
		struct sn_rpc_head head = {.method = "POST", .target = "/json_rpc"};
		note(&head, once[i], "a");
		cr_assert_not(head.is_repeated);
		note(&head, once[i], "a");
		cr_assert(head.is_repeated, "%s", once[i]);
		cr_assert_eq(check(&local, &head), 400);
	}
	struct sn_rpc_head head = {.method = "POST", .target = "/json_rpc"};
	note(&head, "Host", "localhost");
	note(&head, "Accept", "a");
	note(&head, "Accept", "b");
	note(&head, "Content-Type", "application/json");
	cr_assert_eq(check(&local, &head), 0);
	note(&head, "Content-Length", NULL);
	cr_assert_eq(check(&local, &head), 400);
}

/* ------------------------------------------------------------------ pages */

Test(rpc_gate, pages)
{
	static const struct sn_rpc_page pages[] = {{.path = "/healthz"}, {.path = "/metrics"}, {0}};
	const struct sn_rpc_gate gate = {.port = 18082, .body_max = 1000, .pages = pages};
	const struct sn_rpc_head good = {.method = "GET", .target = "/metrics", .host = "127.0.0.1:18082"};
	const struct sn_rpc_page *page;
	const char *why;
	cr_assert_eq(sn_rpc_gate_check_way(&gate, &good, &page, &why), 0);
	cr_assert_eq(page, &pages[1]);
	cr_assert_eq(check(&local, &good), 404);

	struct sn_rpc_head head = good;
	head.method = "HEAD";
	cr_assert_eq(check(&gate, &head), 0);
	static const char *const methods[] = {"POST", "get", "", "PUT", "OPTIONS"};
	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
		head.method = methods[i];
		cr_assert_eq(check(&gate, &head), 405, "%s", methods[i]);
	}

	static const char *const paths[] = {"/metrics/", "/metrics?x=1", "/Metrics", "/healthz%00", "", "/"};
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		head = good;
		head.target = paths[i];
		cr_assert_eq(check(&gate, &head), 404, "%s", paths[i]);
	}
	head.target = "http://localhost:18082/healthz";
	cr_assert_eq(check(&gate, &head), 0);
	head.target = "http://evil.example/healthz";
	cr_assert_eq(check(&gate, &head), 403);

	head = good;
	head.host = "evil.example";
	cr_assert_eq(check(&gate, &head), 403);
	head = good;
	head.origin = "http://127.0.0.1:18082";
	cr_assert_eq(check(&gate, &head), 403);

	static const struct {
		const char *name, *value;
		unsigned status;
	} bodies[] = {
		{"Content-Length", "0", 0},
		{"Content-Length", "1", 400},
		{"Content-Length", "x", 400},
		{"Content-Length", "-0", 400},
		{"Transfer-Encoding", "chunked", 400},
	};
	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		head = good;
		note(&head, bodies[i].name, bodies[i].value);
		cr_assert_eq(check(&gate, &head), bodies[i].status, "%s: %s", bodies[i].name,
			     bodies[i].value);
	}

	head = good_head(); /* JSON-RPC as before */
	cr_assert_eq(check(&gate, &head), 0);
	head.method = "GET";
	cr_assert_eq(check(&gate, &head), 405);
}
