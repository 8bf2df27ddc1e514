#include "node/daemon.h"
#include "node/daemon_load.h"
#include "node_server.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A daemon with one answer for every call, and the last request. */
static struct server server;
static struct sn_daemon *node;
static struct sn_error why;
static const void *body;
static size_t body_len;
static char asked[2048];

static bool respond(void *context, const char *request, size_t len, struct sn_buf *answer)
{
	(void)context;
	size_t n = len < sizeof asked ? len : sizeof asked - 1;
	memcpy(asked, request, n);
	asked[n] = 0;
	server_put_ok(answer, body, body_len);
	return true;
}

static void set_up(void)
{
	server.respond = respond;
	server_start(&server);
	const struct sn_daemon_options options = {
		.address = server.address, .connect_timeout = 2, .stall_timeout = 10};
	cr_assert(!sn_daemon_open(&node, &options, &why), "%s", why.text);
}

static void tear_down(void)
{
	sn_daemon_close(node);
	server_stop(&server);
}

TestSuite(node_load, .init = set_up, .fini = tear_down);

#define SAY(text) (body = text, body_len = sizeof text - 1)

/* Answers of monerod v0.18.0.0 with three transactions in its pool, and with none. */
#define BEFORE "{\r\n  \"id\": \"0\",\r\n  \"jsonrpc\": \"2.0\",\r\n  \"result\": {\r\n"
#define AFTER \
	"    \"credits\": 0,\r\n    \"status\": \"OK\",\r\n    \"top_hash\": \"\",\r\n    \"untrusted\": false\r\n  }\r\n}"
#define PAID                   \
	"v\\b\0\0\0\0\0\0\x80" \
	"2H\x9b\0\0\0\0"

Test(node_load, backlog)
{
	struct sn_daemon_backlog backlog;
	SAY(BEFORE "    \"backlog\": \"" PAID "\xfe\xff\xff\xff\xff\xff\xff\xff" PAID
		   "\xfd\xff\xff\xff\xff\xff\xff\xff" PAID "\0\0\0\0\0\0\0\0\",\r\n" AFTER);
	cr_assert(!sn_daemon_get_backlog(node, &backlog, &why), "%s", why.text);
	cr_assert_eq(backlog.count, 3);
	for (size_t i = 0; i < 3; i++)
		cr_assert(sn_daemon_backlog_weight(&backlog, i) == 2166 &&
			  sn_daemon_backlog_fee(&backlog, i) == 2605200000);
	cr_assert(strstr(asked, "POST /json_rpc ") && strstr(asked, "\"method\":\"get_txpool_backlog\"}"),
		  "%s", asked);
	sn_daemon_backlog_free(&backlog);

	SAY(BEFORE AFTER);
	cr_assert(!sn_daemon_get_backlog(node, &backlog, &why), "%s", why.text);
	cr_assert_eq(backlog.count, 0);
	sn_daemon_backlog_free(&backlog);
}

#define ENTRY "aaaaaaaabbbbbbbbcccccccc"
#define OF(backlog) "{\"result\":{\"status\":\"OK\",\"backlog\":" backlog "}}"

Test(node_load, bad_backlog)
{
	static const char *const bad[] = {
		"",
		"{}",
		"[]",
		"{\"result\":[]}",
		"{\"result\":{}}",
		"<html>\"",
		"{\"result\":{\"backlog\":\"" ENTRY "\"}}",
		"{\"result\":{\"status\":\"BUSY\",\"backlog\":\"" ENTRY "\"}}",
		"{\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}",
		OF("7"),
		OF("{}"),
		OF("[\"" ENTRY "\"]"),
		OF("\"x\""),
		OF("\"" ENTRY "x\""),
		OF("\"" ENTRY),
		OF("\"\\q" ENTRY "\""),
		OF("\"" ENTRY "\",\"backlog\":\"" ENTRY "\""),
		"{\"backlog\":\"" ENTRY "\",\"result\":{\"status\":\"OK\"}}",
		"{\"result\":{\"status\":\"OK\",\"back\\u006cog\":\"" ENTRY "\"}}",
		OF("\"" ENTRY "\"") "x",
	};
	struct sn_daemon_backlog backlog;
	SAY(OF("\"" ENTRY ENTRY "\""));
	cr_assert(!sn_daemon_get_backlog(node, &backlog, &why) && backlog.count == 2, "%s", why.text);
	sn_daemon_backlog_free(&backlog);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		body = bad[i];
		body_len = strlen(bad[i]);
		cr_assert_eq(sn_daemon_get_backlog(node, &backlog, &why), SN_DAEMON, "taken: %s", bad[i]);
		cr_assert(!backlog.count && !backlog.entries && !backlog.reply.data);
	}
}

/* A full pool is accepted, even if every byte is escaped. An answer beyond any pool, or with much other data,
 * is refused. */
Test(node_load, large_backlog)
{
	enum { ENTRIES = 440000, ESCAPED = 24 * 6 };
	struct sn_daemon_backlog backlog;
	struct sn_buf b = {0};
	sn_put_bytes(&b, "{\"result\":{\"status\":\"OK\",\"backlog\":\"", 36);
	char *at = (char *)sn_buf_grow(&b, (size_t)ENTRIES * ESCAPED);
	cr_assert_not_null(at);
	for (size_t i = 0; i < (size_t)ENTRIES * 24; i++)
		memcpy(at + 6 * i, "\\u0001", 6);
	sn_put_bytes(&b, "\"}}", 3);
	body = b.data;
	body_len = b.len;
	cr_assert(!sn_daemon_get_backlog(node, &backlog, &why), "%s", why.text);
	cr_assert(backlog.count == ENTRIES &&
		  sn_daemon_backlog_weight(&backlog, ENTRIES - 1) == 0x0101010101010101);
	sn_daemon_backlog_free(&backlog);

	b.len -= 3;
	at = (char *)sn_buf_grow(&b, 8u << 20);
	cr_assert_not_null(at);
	memset(at, 'x', 8u << 20);
	sn_put_bytes(&b, "\"}}", 3);
	body = b.data;
	body_len = b.len;
	cr_assert_eq(sn_daemon_get_backlog(node, &backlog, &why), SN_DAEMON);

	sn_buf_clear(&b);
	sn_put_bytes(&b, "{\"result\":{\"status\":\"OK\",\"other\":\"", 34);
	at = (char *)sn_buf_grow(&b, 2u << 20);
	cr_assert_not_null(at);
	memset(at, 'x', 2u << 20);
	sn_put_bytes(&b, "\"}}", 3);
	body = b.data;
	body_len = b.len;
	cr_assert_eq(sn_daemon_get_backlog(node, &backlog, &why), SN_DAEMON);
	sn_buf_free(&b);
}

Test(node_load, block_weights)
{
	uint64_t weights[3];
	SAY("{\"result\":{\"status\":\"OK\",\"headers\":[{\"block_size\":1,\"block_weight\":86},{\"block_weight\":0},"
	    "{\"block_weight\":18446744073709551615}]}}");
	cr_assert(!sn_daemon_get_block_weights(node, 100, weights, 3, &why), "%s", why.text);
	cr_assert(weights[0] == 86 && weights[1] == 0 && weights[2] == UINT64_MAX);
	cr_assert_not_null(
		strstr(asked,
		       "\"method\":\"getblockheadersrange\",\"params\":{\"start_height\":100,\"end_height\":102}}"),
		"%s", asked);
	static const char *const bad[] = {
		"{}",
		"{\"error\":{\"code\":-2,\"message\":\"Invalid start\\/end heights.\"}}",
		"{\"result\":{\"status\":\"OK\"}}",
		"{\"result\":{\"status\":\"OK\",\"headers\":7}}",
		"{\"result\":{\"status\":\"OK\",\"headers\":[]}}",
		"{\"result\":{\"status\":\"OK\",\"headers\":[{\"block_weight\":1},{\"block_weight\":1}]}}",
		("{\"result\":{\"status\":\"OK\",\"headers\":[{\"block_weight\":1},{\"block_weight\":1},{\"block_weight\":1},"
		 "{\"block_weight\":1}]}}"),
		"{\"result\":{\"status\":\"OK\",\"headers\":[{\"block_weight\":1},{\"block_weight\":-1},{\"block_weight\":1}]}}",
		"{\"result\":{\"status\":\"OK\",\"headers\":[{\"block_weight\":1},7,{\"block_weight\":1}]}}",
		"{\"result\":{\"status\":\"BUSY\",\"headers\":[{\"block_weight\":1},{\"block_weight\":1},{\"block_weight\":1}]}}",
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		body = bad[i];
		body_len = strlen(bad[i]);
		cr_assert_eq(sn_daemon_get_block_weights(node, 100, weights, 3, &why), SN_DAEMON, "taken: %s",
			     bad[i]);
		cr_assert(!weights[0] && !weights[1] && !weights[2]);
	}
}
