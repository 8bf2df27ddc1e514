#include "node/daemon.h"
#include "node/daemon_blocks.h"
#include "node/daemon_info.h"
#include "node/daemon_internal.h"
#include "node/daemon_load.h"
#include "node/daemon_outputs.h"
#include "node/daemon_pool.h"
#include "node/daemon_send.h"
#include "node/epee.h"
#include "node_server.h"

#include <criterion/criterion.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <string.h>

/* A daemon with one answer for every call, and its client. */
struct pair {
	struct server server;
	struct sn_daemon *daemon;
	struct sn_error err;
	const void *body;
	size_t len;
	char request[8192];
	size_t request_len;
};

static bool respond(void *context, const char *request, size_t len, struct sn_buf *answer)
{
	struct pair *p = context;
	p->request_len = len < sizeof p->request ? len : sizeof p->request - 1;
	memcpy(p->request, request, p->request_len);
	p->request[p->request_len] = 0;
	server_put_ok(answer, p->body, p->len);
	return true;
}

static void pair_open(struct pair *p)
{
	memset(p, 0, sizeof *p);
	p->server.respond = respond;
	p->server.context = p;
	server_start(&p->server);
	const struct sn_daemon_options options = {
		.address = p->server.address, .connect_timeout = 2, .stall_timeout = 2};
	cr_assert_eq(sn_daemon_open(&p->daemon, &options, &p->err), SN_OK);
	cr_assert_str_eq(sn_daemon_address(p->daemon), p->server.address);
}

static void pair_close(struct pair *p)
{
	sn_daemon_close(p->daemon);
	server_stop(&p->server);
}

static void say(struct pair *p, const char *text)
{
	p->body = text;
	p->len = strlen(text);
}

static void say_buf(struct pair *p, const struct sn_buf *b)
{
	p->body = b->data;
	p->len = b->len;
}

/* ------------------------------------------------------------------ JSON answers */

#define HASH "418015bb9ae982a1975da7d79277c2705727a56894ba0fb246adaabb1f4632e3"

Test(node_daemon, info)
{
	static const struct {
		const char *nettype;
		enum sn_network network;
		bool is_private;
	} networks[] = {{"mainnet", SN_MAINNET, false},
			{"testnet", SN_TESTNET, false},
			{"stagenet", SN_STAGENET, false},
			{"fakechain", SN_MAINNET, true}};
	struct pair p;
	struct sn_daemon_info info;
	char text[1024];
	pair_open(&p);
	for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
		snprintf(text, sizeof text,
			 "{\"height\":3000001,\"target_height\":0,\"nettype\":\"%s\",\"offline\":true,"
			 "\"busy_syncing\":false,\"synchronized\":true,\"top_block_hash\":\"" HASH
			 "\",\"version\":"
			 "\"0.18.0.0-\\u001b[31mred\",\"block_weight_limit\":600000,\"block_weight_median\":"
			 "300000,"
			 "\"difficulty\":18446744073709551616,\"status\":\"OK\"}",
			 networks[i].nettype);
		say(&p, text);
		cr_assert_eq(sn_daemon_get_info(p.daemon, &info, &p.err), SN_OK, "%s", p.err.text);
		cr_assert(info.height == 3000001 && info.target_height == 3000001);
		cr_assert(info.network == networks[i].network &&
			  info.is_private_chain == networks[i].is_private);
		cr_assert(info.is_offline && !info.is_busy_syncing && info.is_synchronized);
		cr_assert(info.top_hash.b[0] == 0x41 && info.top_hash.b[31] == 0xe3);
		cr_assert_eq(info.block_weight_limit, 600000);
		cr_assert_str_eq(info.version, "0.18.0.0-?[31mred");
	}
	cr_assert(!strncmp(p.request, "POST /get_info ", 15));
	pair_close(&p);
}

Test(node_daemon, invalid_info_is_refused)
{
	static const char *const bad[][2] = {
		{"{\"status\":\"BUSY\"}", "busy synchronising"},
		{"{\"status\":\"No \\u001b[2J\\u2028way\"}", "No ?[2J???way"},
		{"{}", "invalid answer"},
		{"[]", "invalid answer"},
		{"<html>welcome</html>", "invalid answer"},
		{"{\"status\":\"OK\"}", "invalid answer"},
		{"{\"status\":\"OK\",\"height\":0,\"nettype\":\"mainnet\",\"top_block_hash\":\"" HASH "\"}",
		 "invalid answer"},
		{"{\"status\":\"OK\",\"height\":-1,\"nettype\":\"mainnet\",\"top_block_hash\":\"" HASH "\"}",
		 "invalid answer"},
		{"{\"status\":\"OK\",\"height\":\"1\",\"nettype\":\"mainnet\",\"top_block_hash\":\"" HASH
		 "\"}",
		 "invalid answer"},
		{"{\"status\":\"OK\",\"height\":1,\"nettype\":\"dogenet\",\"top_block_hash\":\"" HASH "\"}",
		 "invalid answer"},
		{"{\"status\":\"OK\",\"height\":1,\"nettype\":\"mainnet\",\"top_block_hash\":\"4180\"}",
		 "invalid answer"},
		{"{\"status\":1,\"height\":1,\"nettype\":\"mainnet\",\"top_block_hash\":\"" HASH "\"}",
		 "invalid answer"},
	};
	struct pair p;
	pair_open(&p);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct sn_daemon_info info = {.height = 5};
		say(&p, bad[i][0]);
		cr_assert_eq(sn_daemon_get_info(p.daemon, &info, &p.err), SN_DAEMON, "taken: %s", bad[i][0]);
		cr_assert_not_null(strstr(p.err.text, bad[i][1]), "%s: %s", bad[i][0], p.err.text);
		cr_assert_not_null(strstr(p.err.text, p.server.address));
		cr_assert_eq(info.height, 0);
	}
	pair_close(&p);
}

Test(node_daemon, fees)
{
	struct pair p;
	struct sn_daemon_fees fees;
	pair_open(&p);
	say(&p, "{\"result\":{\"status\":\"OK\",\"fee\":1,\"fees\":[20000,80000,320000,9007199254740993],"
		"\"quantization_mask\":10000}}");
	cr_assert_eq(sn_daemon_get_fees(p.daemon, &fees, &p.err), SN_OK, "%s", p.err.text);
	cr_assert(fees.per_byte[0] == 20000 && fees.per_byte[3] == 9007199254740993 &&
		  fees.quantization_mask == 10000);
	cr_assert_not_null(
		strstr(p.request, "\"method\":\"get_fee_estimate\",\"params\":{\"grace_blocks\":10}"), "%s",
		p.request);

	static const char *const bad[] = {
		"{\"result\":{\"status\":\"OK\",\"fee\":1}}",
		"{\"result\":{\"status\":\"OK\",\"fees\":[1,2,3],\"quantization_mask\":1}}",
		"{\"result\":{\"status\":\"OK\",\"fees\":[1,2,3,4,5],\"quantization_mask\":1}}",
		"{\"result\":{\"status\":\"OK\",\"fees\":[1,2,3,0],\"quantization_mask\":1}}",
		"{\"result\":{\"status\":\"OK\",\"fees\":[1,2,3,18446744073709551616]}}",
		"{\"result\":{\"status\":\"OK\",\"fees\":[1,2,3,4],\"quantization_mask\":0}}",
		"{\"result\":{\"status\":\"OK\",\"fees\":[1,2,3,1e3],\"quantization_mask\":1}}",
		"{\"result\":{\"fees\":[1,2,3,4],\"quantization_mask\":1}}",
		"{\"result\":[]}",
		"{\"id\":\"0\",\"jsonrpc\":\"2.0\"}",
		"{}",
	};
	say(&p, "{\"error\":{\"code\":-2,\"message\":\"Grace blocks \\u009b invalid\"}}");
	cr_assert_eq(sn_daemon_get_fees(p.daemon, &fees, &p.err), SN_DAEMON);
	cr_assert_not_null(strstr(p.err.text, "refused get_fee_estimate: Grace blocks ?? invalid"), "%s",
			   p.err.text);
	cr_assert_eq(fees.per_byte[0], 0);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		say(&p, bad[i]);
		cr_assert_eq(sn_daemon_get_fees(p.daemon, &fees, &p.err), SN_DAEMON, "taken: %s", bad[i]);
		cr_assert_eq(fees.per_byte[0], 0);
	}
	pair_close(&p);
}

Test(node_daemon, sending)
{
	static const struct {
		const char *answer;
		enum sn_send_outcome outcome;
		const char *words;
		enum sn_reason reason;
	} cases[] = {
		{"{\"status\":\"OK\",\"reason\":\"\",\"not_relayed\":false}", SN_SEND_ACCEPTED, "", 0},
		{"{\"status\":\"OK\",\"reason\":\"Not relayed\",\"not_relayed\":true}", SN_SEND_ACCEPTED, "",
		 0},
		{"{\"status\":\"BUSY\"}", SN_SEND_UNKNOWN, "busy", SN_REASON_MAYBE_SENT},
		{"{\"status\":\"PAYMENT REQUIRED\"}", SN_SEND_UNKNOWN, "PAYMENT REQUIRED",
		 SN_REASON_MAYBE_SENT},
		{"{\"status\":\"Failed\",\"reason\":\"double spend\",\"double_spend\":true}",
		 SN_SEND_REJECTED, "rejects the transaction: an input is spent already", SN_REASON_SPENT},
		{"{\"status\":\"Failed\",\"reason\":\"\",\"fee_too_low\":true,\"too_big\":true}",
		 SN_SEND_REJECTED, "rejects the transaction: the fee is too low, it is too big",
		 SN_REASON_REJECTED},
		{"{\"status\":\"Failed\",\"reason\":\"Sanity \\u009b check\"}", SN_SEND_REJECTED,
		 ": Sanity ?? check", SN_REASON_REJECTED},
		{"{\"status\":\"Failed\",\"reason\":\"\"}", SN_SEND_REJECTED, "no reason given",
		 SN_REASON_REJECTED},
		{"{\"status\":\"Failed\",\"reason\":7,\"double_spend\":3}", SN_SEND_REJECTED,
		 "no reason given", SN_REASON_REJECTED},
		{"{\"status\":3}", SN_SEND_UNKNOWN, "invalid answer", SN_REASON_MAYBE_SENT},
		{"{", SN_SEND_UNKNOWN, "invalid answer", SN_REASON_MAYBE_SENT},
	};
	struct pair p;
	enum sn_send_outcome outcome;
	bool was_known;
	pair_open(&p);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		say(&p, cases[i].answer);
		int ret = sn_daemon_send_transaction(p.daemon, "\x02\xff", 2, &outcome, &was_known, &p.err);
		cr_assert_eq(ret, cases[i].outcome == SN_SEND_ACCEPTED ? SN_OK : SN_DAEMON, "case %zu", i);
		cr_assert_eq(outcome, cases[i].outcome, "case %zu: %d", i, outcome);
		cr_assert_eq(was_known, i == 1, "case %zu", i);
		if (ret)
			cr_assert_not_null(strstr(p.err.text, cases[i].words), "case %zu: %s", i, p.err.text);
		if (ret)
			cr_assert_eq(p.err.reason, cases[i].reason, "case %zu: %d", i, p.err.reason);
		cr_assert_not_null(strstr(p.request, "{\"tx_as_hex\":\"02ff\",\"do_not_relay\":false}"), "%s",
				   p.request);
	}
	p.len = 0; /* an answer without a body: the connection was closed */
	cr_assert_eq(sn_daemon_send_transaction(p.daemon, "\x02", 1, &outcome, &was_known, &p.err),
		     SN_DAEMON);
	cr_assert(outcome == SN_SEND_UNKNOWN && p.err.reason == SN_REASON_MAYBE_SENT);
	pair_close(&p);

	char address[32];
	snprintf(address, sizeof address, "127.0.0.1:%u", server_dead_port());
	struct sn_daemon *d;
	outcome = SN_SEND_UNKNOWN;
	cr_assert_eq(sn_daemon_open(&d, &(struct sn_daemon_options){.address = address}, NULL), SN_OK);
	cr_assert_eq(sn_daemon_send_transaction(d, "\x02", 1, &outcome, &was_known, NULL), SN_DAEMON);
	cr_assert_eq(sn_daemon_send_transaction(d, "\x02", 1, &outcome, &was_known, &p.err), SN_DAEMON);
	cr_assert(outcome == SN_SEND_NOT_SENT && p.err.reason == SN_REASON_UNREACHABLE);
	sn_daemon_close(d);
}

/* One of each call, with any result. */
static void call_all(struct pair *p)
{
	static const struct sn_hash hash = {{1}};
	struct sn_daemon_info info;
	struct sn_daemon_fees fees;
	struct sn_daemon_backlog backlog;
	struct sn_daemon_pool_txs txs;
	struct sn_hash *hashes;
	uint64_t weights[2];
	enum sn_send_outcome outcome;
	bool was_known;
	size_t n;
	(void)!sn_daemon_get_info(p->daemon, &info, &p->err);
	(void)!sn_daemon_get_fees(p->daemon, &fees, &p->err);
	(void)!sn_daemon_get_block_weights(p->daemon, 1, weights, 2, &p->err);
	if (!sn_daemon_get_backlog(p->daemon, &backlog, &p->err))
		sn_daemon_backlog_free(&backlog);
	if (!sn_daemon_get_pool(p->daemon, &hashes, &n, &p->err))
		free(hashes);
	if (!sn_daemon_get_pool_transactions(p->daemon, &hash, 1, &txs, &p->err))
		sn_daemon_pool_txs_free(&txs);
	(void)!sn_daemon_send_transaction(p->daemon, "\x02\xff", 2, &outcome, &was_known, &p->err);
}

/* A program that follows the chain makes these calls for months. Each must free its memory, after good and
 * bad answers. */
Test(node_daemon, calls_free_their_memory)
{
	static const char *const answers[] = {
		"{\"status\":\"OK\",\"height\":1,\"nettype\":\"mainnet\",\"top_block_hash\":\"" HASH
		"\",\"tx_hashes\":[\"" HASH
		"\"],\"missed_tx\":[\"0100000000000000000000000000000000000000000000000000000000000000\"],"
		"\"result\":{\"status\":\"OK\",\"fees\":[1,2,3,4],\"quantization_mask\":1,"
		"\"headers\":[{\"block_weight\":1},{\"block_weight\":2}],\"backlog\":\"aaaaaaaabbbbbbbbcccccccc\"}}",
		"{\"status\":\"Failed\",\"reason\":\"none\",\"error\":{\"code\":-2,\"message\":\"no\"}}",
		"{\"status\":\"OK\",\"tx_hashes\":[7],\"txs\":[7],\"spent_status\":7,\"result\":7}",
		"{\"status\":\"BUSY\"}",
		"{",
	};
	enum { ROUNDS = 100 };
	struct pair p;
	pair_open(&p);
	for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
		say(&p, answers[i]);
		for (int j = 0; j < ROUNDS; j++)
			call_all(&p); /* fills caches between calls */
		/* A leak grows each time. The server, a thread of this process, may temporarily hold memory.
		 */
		bool has_grown = true;
		for (int tries = 0; tries < 5 && has_grown; tries++) {
			size_t before = mallinfo2().uordblks;
			for (int j = 0; j < ROUNDS; j++)
				call_all(&p);
			has_grown = mallinfo2().uordblks >= before + ROUNDS * 80;
		}
		cr_assert(!has_grown, "answer %zu: memory in use grows each time", i);
	}
	pair_close(&p);
}

/* An answer of maximum size with minimal values: its tree would take some 900 MB. */
Test(node_daemon, answers_with_too_many_values_are_refused)
{
	static const char start[] = "{\"status\":\"OK\",\"tx_hashes\":[0";
	struct pair p;
	struct sn_buf text = {0};
	struct sn_hash *hashes;
	struct rusage before, after;
	size_t n;
	pair_open(&p);
	sn_put_bytes(&text, start, strlen(start));
	while (text.len < (16u << 20) - 16)
		sn_put_bytes(&text, ",0", 2);
	sn_put_bytes(&text, "]}", 2);
	cr_assert(!text.failed);
	p.body = text.data;
	p.len = text.len;
	cr_assert(!getrusage(RUSAGE_SELF, &before));
	cr_assert_eq(sn_daemon_get_pool(p.daemon, &hashes, &n, &p.err), SN_DAEMON);
	cr_assert(!getrusage(RUSAGE_SELF, &after));
	cr_assert_lt(after.ru_maxrss - before.ru_maxrss, 150 << 10, "%ld kB",
		     after.ru_maxrss - before.ru_maxrss);
	pair_close(&p);
	sn_buf_free(&text);
}

/* ------------------------------------------------------------------ the pool */

#define OTHER "0000000000000000000000000000000000000000000000000000000000000002"
#define POOL_TX(hash, in_pool, rest) "{\"tx_hash\":\"" hash "\",\"in_pool\":" in_pool rest "}"

Test(node_daemon, pool)
{
	static const char *const bad[] = {
		"{\"status\":\"BUSY\"}",
		"{}",
		"{\"status\":\"OK\",\"tx_hashes\":7}",
		"{\"status\":\"OK\",\"tx_hashes\":[7]}",
		"{\"status\":\"OK\",\"tx_hashes\":[\"" HASH "\",\"\"]}",
		"{\"status\":\"OK\",\"tx_hashes\":[\"" HASH "00\"]}",
		"{\"status\":\"OK\",\"tx_hashes\":{\"a\":\"" HASH "\"}}",
	};
	struct pair p;
	struct sn_hash *hashes;
	size_t n;
	pair_open(&p);
	say(&p, "{\"status\":\"OK\",\"tx_hashes\":[\"" HASH "\",\"" OTHER "\"],\"untrusted\":false}");
	cr_assert(!sn_daemon_get_pool(p.daemon, &hashes, &n, &p.err), "%s", p.err.text);
	cr_assert(n == 2 && hashes[0].b[0] == 0x41 && hashes[1].b[31] == 2);
	cr_assert(!strncmp(p.request, "POST /get_transaction_pool_hashes ", 34));
	free(hashes);
	say(&p, "{\"status\":\"OK\"}"); /* empty */
	cr_assert(!sn_daemon_get_pool(p.daemon, &hashes, &n, &p.err) && n == 0);
	free(hashes);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		say(&p, bad[i]);
		cr_assert_eq(sn_daemon_get_pool(p.daemon, &hashes, &n, &p.err), SN_DAEMON, "%s", bad[i]);
		cr_assert(hashes == NULL && n == 0);
	}
	/* More hashes than allowed. */
	static const char first[] = "{\"status\":\"OK\",\"tx_hashes\":[\"" HASH "\"",
			  next[] = ",\"" HASH "\"";
	struct sn_buf many = {0};
	sn_put_bytes(&many, first, sizeof first - 1);
	for (size_t i = 1; i <= SN_DAEMON_MAX_POOL; i++) {
		if (i == SN_DAEMON_MAX_POOL) {
			sn_put_bytes(&many, "]}", 2);
			say_buf(&p, &many);
			cr_assert(!sn_daemon_get_pool(p.daemon, &hashes, &n, &p.err) &&
				  n == SN_DAEMON_MAX_POOL);
			free(hashes);
			many.len -= 2;
		}
		sn_put_bytes(&many, next, sizeof next - 1);
	}
	sn_put_bytes(&many, "]}", 2);
	say_buf(&p, &many);
	cr_assert_eq(sn_daemon_get_pool(p.daemon, &hashes, &n, &p.err), SN_DAEMON);
	sn_buf_free(&many);
	pair_close(&p);
}

Test(node_daemon, pool_transactions)
{
	static const char *const bad[] = {
		"{\"status\":\"BUSY\"}",
		"{\"status\":\"OK\",\"txs\":{}}",
		"{\"status\":\"OK\",\"txs\":[7]}",
		"{\"status\":\"OK\",\"txs\":[" POOL_TX(HASH, "true", "") "]}",
		"{\"status\":\"OK\",\"txs\":[" POOL_TX(HASH, "true", ",\"pruned_as_hex\":\"012\"") "]}",
		"{\"status\":\"OK\",\"txs\":[" POOL_TX(HASH, "7", ",\"pruned_as_hex\":\"0123\"") "]}",
		/* one that was not requested; one twice */
		"{\"status\":\"OK\",\"txs\":[" POOL_TX(OTHER, "true", ",\"pruned_as_hex\":\"0123\"") "]}",
		"{\"status\":\"OK\",\"txs\":[" POOL_TX(
			HASH, "true",
			",\"pruned_as_hex\":\"0123\"") "," POOL_TX(HASH, "true",
								   ",\"pruned_as_hex\":\"0123\"") "]}",
	};
	struct pair p;
	struct sn_hash hashes[2] = {{{0x41}}};
	struct sn_daemon_pool_txs txs;
	pair_open(&p);
	say(&p, "{\"status\":\"OK\",\"tx_hashes\":[\"" HASH "\"]}");
	struct sn_hash *asked;
	size_t n;
	cr_assert(!sn_daemon_get_pool(p.daemon, &asked, &n, &p.err));
	hashes[0] = asked[0];
	hashes[1].b[31] = 3;
	free(asked);
	say(&p,
	    "{\"status\":\"OK\",\"txs\":[" POOL_TX(
		    HASH, "true",
		    ",\"pruned_as_hex\":\"0123ff\",\"prunable_hash\":\"" OTHER
		    "\"") "," POOL_TX("0000000000000000000000000000000000000000000000000000000000000003",
				      "true",
				      ",\"pruned_as_hex\":\"45\",\"prunable_hash\":\"\"") "],\"missed_tx\":[]}");
	cr_assert(!sn_daemon_get_pool_transactions(p.daemon, hashes, 2, &txs, &p.err), "%s", p.err.text);
	cr_assert(strstr(p.request, "\"txs_hashes\":[\"" HASH "\",\"0000") &&
		  strstr(p.request, "\"prune\":true"));
	cr_assert(txs.count == 2 && txs.txs[0].len == 3 && !memcmp(txs.txs[0].blob, "\x01\x23\xff", 3));
	cr_assert(txs.txs[0].has_prunable_hash && txs.txs[0].prunable_hash.b[31] == 2);
	cr_assert(txs.txs[1].len == 1 && txs.txs[1].blob[0] == 0x45 && !txs.txs[1].has_prunable_hash);
	cr_assert(sn_hash_is_equal(&txs.txs[1].hash, &hashes[1]));
	sn_daemon_pool_txs_free(&txs);
	/* Mined or dropped since. */
	say(&p, "{\"status\":\"OK\",\"txs\":[" POOL_TX(HASH, "false", ",\"block_height\":7") "]}");
	cr_assert(!sn_daemon_get_pool_transactions(p.daemon, hashes, 2, &txs, &p.err) && txs.count == 0);
	sn_daemon_pool_txs_free(&txs);
	say(&p, "{\"status\":\"OK\"}");
	cr_assert(!sn_daemon_get_pool_transactions(p.daemon, hashes, 2, &txs, &p.err) && txs.count == 0);
	sn_daemon_pool_txs_free(&txs);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		say(&p, bad[i]);
		cr_assert_eq(sn_daemon_get_pool_transactions(p.daemon, hashes, 2, &txs, &p.err), SN_DAEMON,
			     "%s", bad[i]);
		cr_assert(txs.count == 0 && txs.bytes.data == NULL);
	}
	pair_close(&p);
}

/* ------------------------------------------------------------------ binary answers */

static const uint8_t some_hash[32] = {1, 2, 3}, zero_hash[32];

static void put_indices(struct sn_buf *b, size_t txs)
{
	sn_epee_put_size(b, 1);
	sn_epee_put_array(b, "indices", SN_EPEE_OBJECT, txs);
	for (size_t i = 0; i < txs; i++) {
		if (i == 1) {
			sn_epee_put_size(b, 0); /* without outputs, the daemon omits the array */
			continue;
		}
		sn_epee_put_size(b, 1);
		sn_epee_put_array(b, "indices", SN_EPEE_UINT64, 2);
		sn_put_u64(b, 100 * i);
		sn_put_u64(b, UINT64_MAX - i);
	}
}

/* Three blocks: with pruned transactions as objects, with plain strings, without transactions. */
static void put_blocks(struct sn_buf *b)
{
	sn_epee_put_header(b);
	sn_epee_put_size(b, 6);
	sn_epee_put_array(b, "blocks", SN_EPEE_OBJECT, 3);
	sn_epee_put_size(b, 4);
	sn_epee_put_string(b, "block", "first", 5);
	sn_epee_put_u64(b, "block_weight", 0);
	sn_epee_put_bool(b, "pruned", true);
	sn_epee_put_array(b, "txs", SN_EPEE_OBJECT, 2);
	sn_epee_put_size(b, 2);
	sn_epee_put_string(b, "blob", "tx one", 6);
	sn_epee_put_string(b, "prunable_hash", zero_hash, 32);
	sn_epee_put_size(b, 2);
	sn_epee_put_string(b, "prunable_hash", some_hash, 32);
	sn_epee_put_string(b, "blob", "tx two", 6);
	sn_epee_put_size(b, 2);
	sn_epee_put_string(b, "block", "second", 6);
	sn_epee_put_array(b, "txs", SN_EPEE_STRING, 1);
	sn_epee_put_size(b, 8);
	sn_put_bytes(b, "tx three", 8);
	sn_epee_put_size(b, 1);
	sn_epee_put_string(b, "block", "third", 5);
	sn_epee_put_u64(b, "current_height", 1000);
	sn_epee_put_array(b, "output_indices", SN_EPEE_OBJECT, 3);
	put_indices(b, 3);
	put_indices(b, 2);
	put_indices(b, 1);
	sn_epee_put_u64(b, "start_height", 997);
	sn_epee_put_string(b, "status", "OK", 2);
	sn_epee_put_string(b, "top_block_hash", some_hash, 32);
}

static bool blob_is(const uint8_t *blob, size_t len, const char *text)
{
	return len == strlen(text) && !memcmp(blob, text, len);
}

static bool is_put_blocks(const struct sn_daemon_blocks *b)
{
	if (b->count != 3 || b->start_height != 997 || b->current_height != 1000)
		return false;
	const struct sn_daemon_block *x = b->blocks;
	return blob_is(x[0].blob, x[0].len, "first") && x[0].tx_count == 2 && x[0].miner_indices.count == 2 &&
	       sn_daemon_index(&x[0].miner_indices, 1) == UINT64_MAX &&
	       blob_is(x[0].txs[0].blob, x[0].txs[0].len, "tx one") && !x[0].txs[0].prunable_hash &&
	       x[0].txs[0].indices.count == 0 && blob_is(x[0].txs[1].blob, x[0].txs[1].len, "tx two") &&
	       x[0].txs[1].prunable_hash && !memcmp(x[0].txs[1].prunable_hash, some_hash, 32) &&
	       x[0].txs[1].indices.count == 2 && sn_daemon_index(&x[0].txs[1].indices, 0) == 200 &&
	       blob_is(x[1].blob, x[1].len, "second") && x[1].tx_count == 1 &&
	       blob_is(x[1].txs[0].blob, x[1].txs[0].len, "tx three") && !x[1].txs[0].prunable_hash &&
	       blob_is(x[2].blob, x[2].len, "third") && x[2].tx_count == 0 && !x[2].txs &&
	       x[2].miner_indices.count == 2;
}

static int get_blocks(struct pair *p, struct sn_daemon_blocks *out)
{
	const struct sn_hash history[2] = {{{7}}, {{8}}};
	return sn_daemon_get_blocks(p->daemon, history, 2, 0, out, &p->err);
}

Test(node_daemon, blocks)
{
	struct pair p;
	struct sn_buf b = {0};
	struct sn_daemon_blocks blocks;
	pair_open(&p);
	put_blocks(&b);
	say_buf(&p, &b);
	cr_assert_eq(get_blocks(&p, &blocks), SN_OK, "%s", p.err.text);
	cr_assert(is_put_blocks(&blocks));
	sn_daemon_blocks_free(&blocks);

	/* The request as the daemon reads it. */
	static const char *const names[] = {"block_ids", "start_height", "prune"};
	struct sn_epee_value v[3];
	struct sn_reader r;
	const char *body = strstr(p.request, "\r\n\r\n") + 4;
	uint64_t start = 1;
	bool prune = false;
	uint8_t ids[64];
	sn_reader_init(&r, body, p.request_len - (size_t)(body - p.request));
	sn_epee_read_header(&r);
	sn_epee_read_section(&r, names, v, 3);
	cr_assert(sn_reader_is_done(&r) && sn_epee_get_bytes(&v[0], ids, 64) && ids[0] == 7 && ids[32] == 8);
	cr_assert(sn_epee_get_uint(&v[1], &start) && start == 0 && sn_epee_get_bool(&v[2], &prune) && prune);

	/* Nothing new: the arrays are absent. */
	sn_buf_clear(&b);
	sn_epee_put_header(&b);
	sn_epee_put_size(&b, 3);
	sn_epee_put_u64(&b, "start_height", 0);
	sn_epee_put_u64(&b, "current_height", 1000);
	sn_epee_put_string(&b, "status", "OK", 2);
	say_buf(&p, &b);
	cr_assert_eq(get_blocks(&p, &blocks), SN_OK, "%s", p.err.text);
	cr_assert(blocks.count == 0 && blocks.current_height == 1000);
	sn_daemon_blocks_free(&blocks);
	pair_close(&p);
	sn_buf_free(&b);
}

/* From a height on. No request is made for a height above the chain. */
static bool respond_two(void *context, const char *request, size_t len, struct sn_buf *answer)
{
	static const char info[] =
		"{\"status\":\"OK\",\"height\":998,\"nettype\":\"mainnet\",\"top_block_hash\":\"" HASH "\"}";
	if (strncmp(request, "POST /get_info ", 15) != 0)
		return respond(context, request, len, answer);
	server_put_ok(answer, info, sizeof info - 1);
	return true;
}

Test(node_daemon, blocks_from_a_height)
{
	struct pair p;
	struct sn_buf b = {0};
	struct sn_daemon_blocks blocks;
	pair_open(&p);
	put_blocks(&b);
	say_buf(&p, &b);
	p.server.respond = respond_two;
	cr_assert_eq(sn_daemon_get_blocks(p.daemon, NULL, 0, 998, &blocks, &p.err), SN_OK, "%s", p.err.text);
	cr_assert(blocks.count == 0 && blocks.current_height == 998 && p.server.requests == 1);
	sn_daemon_blocks_free(&blocks);
	cr_assert_eq(sn_daemon_get_blocks(p.daemon, NULL, 0, 997, &blocks, &p.err), SN_OK, "%s", p.err.text);
	cr_assert(is_put_blocks(&blocks) && p.server.requests == 3);
	sn_daemon_blocks_free(&blocks);
	pair_close(&p);
	sn_buf_free(&b);
}

Test(node_daemon, damaged_blocks_are_harmless)
{
	struct pair p;
	struct sn_buf b = {0};
	struct sn_daemon_blocks blocks;
	size_t same = 0, flips = 0;
	pair_open(&p);
	put_blocks(&b);
	say_buf(&p, &b);
	for (p.len = 1; p.len < b.len; p.len++) {
		cr_assert_eq(get_blocks(&p, &blocks), SN_DAEMON, "%zu of %zu bytes taken", p.len, b.len);
		cr_assert(!blocks.count && !blocks.reply.data);
	}
	/* The step is prime, so that every bit position occurs in all parts of the message. */
	for (size_t i = 0; i < 8 * b.len; i += 3, flips++) {
		b.data[i / 8] ^= (uint8_t)(1u << i % 8);
		int ret = get_blocks(&p, &blocks);
		cr_assert(ret == SN_OK || ret == SN_DAEMON);
		same += ret == SN_OK && is_put_blocks(&blocks);
		sn_daemon_blocks_free(&blocks);
		b.data[i / 8] ^= (uint8_t)(1u << i % 8);
	}
	/* Undetected may be changes of fields that we do not read, and of zero hashes. */
	cr_assert_lt(same, flips / 2);
	pair_close(&p);
	sn_buf_free(&b);
}

/* Root with `blocks` empty blocks and `indices` index entries. */
static void put_counts(struct sn_buf *b, uint64_t blocks, uint64_t indices, uint64_t start, uint64_t current)
{
	sn_buf_clear(b);
	sn_epee_put_header(b);
	sn_epee_put_size(b, 5);
	sn_epee_put_array(b, "blocks", SN_EPEE_OBJECT, blocks);
	for (uint64_t i = 0; i < blocks; i++) {
		sn_epee_put_size(b, 1);
		sn_epee_put_string(b, "block", "x", 1);
	}
	sn_epee_put_u64(b, "current_height", current);
	sn_epee_put_array(b, "output_indices", SN_EPEE_OBJECT, indices);
	for (uint64_t i = 0; i < indices; i++)
		put_indices(b, 1);
	sn_epee_put_u64(b, "start_height", start);
	sn_epee_put_string(b, "status", "OK", 2);
}

Test(node_daemon, inconsistent_blocks_are_refused)
{
	static const struct {
		uint64_t blocks, indices, start, current;
		int ret;
	} cases[] = {
		{2, 2, 5, 7, SN_OK},
		{2, 2, 0, 2, SN_OK},
		{2, 1, 5, 7, SN_DAEMON},
		{1, 2, 5, 7, SN_DAEMON},
		{0, 1, 5, 7, SN_DAEMON},
		{2, 2, 6, 7, SN_DAEMON}, /* more blocks than the chain has */
		{1, 1, 8, 7, SN_DAEMON},
		{2, 2, UINT64_MAX, 7, SN_DAEMON},
		{SN_DAEMON_MAX_BLOCKS, SN_DAEMON_MAX_BLOCKS, 0, 1000000, SN_OK},
		{SN_DAEMON_MAX_BLOCKS + 1, SN_DAEMON_MAX_BLOCKS + 1, 0, 1000000, SN_DAEMON},
	};
	struct pair p;
	struct sn_buf b = {0};
	struct sn_daemon_blocks blocks;
	pair_open(&p);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		put_counts(&b, cases[i].blocks, cases[i].indices, cases[i].start, cases[i].current);
		say_buf(&p, &b);
		cr_assert_eq(get_blocks(&p, &blocks), cases[i].ret, "case %zu", i);
		cr_assert_eq(blocks.count, cases[i].ret ? 0 : cases[i].blocks);
		sn_daemon_blocks_free(&blocks);
	}
	pair_close(&p);
	sn_buf_free(&b);
}

Test(node_daemon, too_many_transactions_are_refused)
{
	/* A million empty strings of one byte each: many times larger in memory. */
	struct pair p;
	struct sn_buf b = {0};
	struct sn_daemon_blocks blocks;
	uint64_t txs = 1000000;
	pair_open(&p);
	sn_epee_put_header(&b);
	sn_epee_put_size(&b, 5);
	sn_epee_put_array(&b, "blocks", SN_EPEE_OBJECT, 1);
	sn_epee_put_size(&b, 2);
	sn_epee_put_string(&b, "block", "x", 1);
	sn_epee_put_array(&b, "txs", SN_EPEE_STRING, txs);
	memset(sn_buf_grow(&b, txs), 0, txs);
	sn_epee_put_u64(&b, "current_height", 7);
	sn_epee_put_array(&b, "output_indices", SN_EPEE_OBJECT, 1);
	sn_epee_put_size(&b, 1);
	sn_epee_put_array(&b, "indices", SN_EPEE_OBJECT, txs + 1);
	memset(sn_buf_grow(&b, txs + 1), 0, txs + 1);
	sn_epee_put_u64(&b, "start_height", 5);
	sn_epee_put_string(&b, "status", "OK", 2);
	say_buf(&p, &b);
	cr_assert_eq(get_blocks(&p, &blocks), SN_DAEMON);
	pair_close(&p);
	sn_buf_free(&b);
}

Test(node_daemon, binary_status)
{
	struct pair p;
	struct sn_buf b = {0};
	struct sn_daemon_blocks blocks;
	pair_open(&p);
	for (int i = 0; i < 3; i++) {
		sn_buf_clear(&b);
		sn_epee_put_header(&b);
		sn_epee_put_size(&b, 3);
		sn_epee_put_u64(&b, "start_height", 0);
		sn_epee_put_u64(&b, "current_height", 0);
		if (i == 0)
			sn_epee_put_string(&b, "status", "BUSY", 4);
		else if (i == 1)
			sn_epee_put_string(&b, "status", "Failed\n\x1b", 8);
		else
			sn_epee_put_u64(&b, "status", 1);
		say_buf(&p, &b);
		cr_assert_eq(get_blocks(&p, &blocks), SN_DAEMON);
		cr_assert_not_null(strstr(p.err.text, i == 0   ? "busy"
						      : i == 1 ? ": Failed??"
							       : "invalid answer"),
				   "%s", p.err.text);
	}
	pair_close(&p);
	sn_buf_free(&b);
}

static int get_distribution(struct pair *p, struct sn_buf *b, uint64_t amount, uint64_t base, bool compress,
			    const char *data, size_t len, struct sn_daemon_distribution *out)
{
	sn_buf_clear(b);
	sn_epee_put_header(b);
	sn_epee_put_size(b, 2);
	sn_epee_put_array(b, "distributions", SN_EPEE_OBJECT, 1);
	sn_epee_put_size(b, 6);
	sn_epee_put_u64(b, "amount", amount);
	sn_epee_put_u64(b, "base", base);
	sn_epee_put_bool(b, "binary", true);
	sn_epee_put_bool(b, "compress", compress);
	sn_epee_put_string(b, "compressed_data", data, len);
	sn_epee_put_u64(b, "start_height", 1220516);
	sn_epee_put_string(b, "status", "OK", 2);
	say_buf(p, b);
	return sn_daemon_get_distribution(p->daemon, out, &p->err);
}

Test(node_daemon, distribution)
{
	struct pair p;
	struct sn_buf b = {0};
	struct sn_daemon_distribution x;
	pair_open(&p);
	cr_assert_eq(get_distribution(&p, &b, 0, 0, true, "\x01\x00\x80\x01\x7f", 5, &x), SN_OK, "%s",
		     p.err.text);
	cr_assert(x.count == 4 && x.start_height == 1220516);
	cr_assert(x.cumulative[0] == 1 && x.cumulative[1] == 1 && x.cumulative[2] == 129 &&
		  x.cumulative[3] == 256);
	sn_daemon_distribution_free(&x);

	static const struct {
		uint64_t amount, base;
		bool compress;
		const char *data;
		size_t len;
	} bad[] = {
		{1, 0, true, "\x01", 1},
		{0, 0, false, "\x01", 1},
		{0, 0, true, "", 0},
		{0, 0, true, "\x01\x80", 2},      /* truncated */
		{0, 3, true, "\x01", 1},          /* outputs before the first block */
		{0, UINT64_MAX, true, "\x01", 1}, /* overflow */
		{0, 0, true, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 10},
		{0, 0, true, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x01", 11},
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		cr_assert_eq(get_distribution(&p, &b, bad[i].amount, bad[i].base, bad[i].compress,
					      bad[i].data, bad[i].len, &x),
			     SN_DAEMON, "case %zu", i);
		cr_assert(!x.cumulative && !x.count);
	}
	pair_close(&p);
	sn_buf_free(&b);
}

/* As daemons answer with get_txid = false: with a hash of zeros. */
static void put_outputs(struct sn_buf *b, size_t first, size_t count, size_t key_len)
{
	sn_buf_clear(b);
	sn_epee_put_header(b);
	sn_epee_put_size(b, 2);
	sn_epee_put_array(b, "outs", SN_EPEE_OBJECT, count);
	for (size_t i = 0; i < count; i++) {
		sn_epee_put_size(b, 5);
		sn_epee_put_u64(b, "height", 70 + first + i);
		sn_epee_put_string(b, "key", some_hash, key_len);
		sn_epee_put_string(b, "mask", zero_hash, 32);
		sn_epee_put_string(b, "txid", zero_hash, 32);
		sn_epee_put_bool(b, "unlocked", i == 1);
	}
	sn_epee_put_string(b, "status", "OK", 2);
}

Test(node_daemon, outputs)
{
	struct pair p;
	struct sn_buf b = {0};
	const uint64_t indices[2] = {5, UINT64_C(1) << 54 | 1};
	struct sn_daemon_output out[2];
	pair_open(&p);
	put_outputs(&b, 0, 2, 32);
	say_buf(&p, &b);
	cr_assert_eq(sn_daemon_get_outputs(p.daemon, indices, 2, out, &p.err), SN_OK, "%s", p.err.text);
	cr_assert(out[0].height == 70 && out[1].height == 71 && !out[0].is_unlocked && out[1].is_unlocked);
	cr_assert(!memcmp(out[1].key.b, some_hash, 32) && !memcmp(out[1].commitment.b, zero_hash, 32));
	for (size_t n = 0; n < 4; n++) {
		put_outputs(&b, 0, n, 32);
		say_buf(&p, &b);
		int ret = sn_daemon_get_outputs(p.daemon, indices, 2, out, &p.err);
		cr_assert_eq(ret, n == 2 ? SN_OK : SN_DAEMON);
		if (n != 2)
			cr_assert_not_null(strstr(p.err.text, "outputs instead of 2"), "%s", p.err.text);
	}
	put_outputs(&b, 0, 2, 31);
	say_buf(&p, &b);
	cr_assert_eq(sn_daemon_get_outputs(p.daemon, indices, 2, out, &p.err), SN_DAEMON);
	cr_assert_eq(out[0].height, 0);
	cr_assert_eq(sn_daemon_get_outputs(p.daemon, indices, 0, out, &p.err), SN_OK);
	pair_close(&p);
	sn_buf_free(&b);
}

/* A daemon that parses the request, and returns the index as the height. */
static bool respond_outputs(void *context, const char *request, size_t len, struct sn_buf *answer)
{
	static const char *const names[] = {"get_txid", "outputs"}, *const of_output[] = {"amount", "index"};
	struct sn_epee_value f[2];
	struct sn_reader r, outputs;
	struct sn_buf b = {0};
	size_t *counts = context;
	uint64_t n, amount, first = 0;
	bool get_txid;
	const char *body = strstr(request, "\r\n\r\n") + 4;
	sn_reader_init(&r, body, len - (size_t)(body - request));
	sn_epee_read_header(&r);
	sn_epee_read_section(&r, names, f, 2);
	cr_assert(sn_reader_is_done(&r) && sn_epee_get_bool(&f[0], &get_txid) && !get_txid);
	cr_assert(sn_epee_get_array(&f[1], SN_EPEE_OBJECT, &outputs, &n) && n > 0);
	for (uint64_t i = 0; i < n; i++) {
		uint64_t index;
		sn_epee_read_section(&outputs, of_output, f, 2);
		cr_assert(sn_epee_get_uint(&f[0], &amount) && amount == 0 && sn_epee_get_uint(&f[1], &index));
		if (i == 0)
			first = index;
		cr_assert_eq(index, first + i);
	}
	counts[counts[0] ? 1 + (counts[1] != 0) : 0] = (size_t)n;
	put_outputs(&b, first, n, 32);
	server_put_ok(answer, b.data, b.len);
	sn_buf_free(&b);
	return true;
}

Test(node_daemon, outputs_are_requested_like_the_reference_wallet)
{
	static uint64_t indices[2001];
	static struct sn_daemon_output out[2001];
	size_t counts[3] = {0};
	struct server server = {.respond = respond_outputs, .context = counts};
	struct sn_daemon *daemon;
	struct sn_error err = {0};
	server_start(&server);
	cr_assert(!sn_daemon_open(&daemon, &(struct sn_daemon_options){.address = server.address}, &err));
	for (size_t i = 0; i < 2001; i++)
		indices[i] = 100 + i;
	cr_assert(!sn_daemon_get_outputs(daemon, indices, 2001, out, &err), "%s", err.text);
	cr_assert(server.requests == 3 && counts[0] == 1000 && counts[1] == 1000 && counts[2] == 1);
	for (size_t i = 0; i < 2001; i++)
		cr_assert_eq(out[i].height, 170 + i);
	sn_daemon_close(daemon);
	server_stop(&server);
}
