#include "node/daemon_header.h"
#include "node/daemon_info.h"
#include "node/daemon_load.h"
#include "node/daemon_pool.h"
#include "node/daemon_send.h"
#include "node_pair.h"

#include <criterion/criterion.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

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
		pair_say(&p, text);
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

Test(node_daemon, block_time)
{
#define HEADER(height, rest) "{\"result\":{\"status\":\"OK\",\"block_header\":{\"height\":" height rest "}}}"
	static const char *const bad[] = {
		HEADER("101", ",\"timestamp\":5"),
		HEADER("100", ""),
		HEADER("100", ",\"timestamp\":-5"),
		HEADER("100", ",\"timestamp\":\"5\""),
		"{\"result\":{\"status\":\"OK\",\"block_header\":7}}",
		"{\"result\":{\"status\":\"OK\"}}",
		"{\"result\":{\"status\":\"BUSY\",\"block_header\":{\"height\":100,\"timestamp\":5}}}",
		"{\"error\":{\"code\":-2,\"message\":\"too big height\"}}",
	};
	struct pair p;
	uint64_t time;
	pair_open(&p);
	pair_say(&p, HEADER("100", ",\"timestamp\":1700000000"));
	cr_assert_eq(sn_daemon_get_block_time(p.daemon, 100, &time, &p.err), SN_OK, "%s", p.err.text);
	cr_assert_eq(time, 1700000000);
	cr_assert_not_null(
		strstr(p.request, "\"method\":\"getblockheaderbyheight\",\"params\":{\"height\":100}}"), "%s",
		p.request);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		pair_say(&p, bad[i]);
		cr_assert_eq(sn_daemon_get_block_time(p.daemon, 100, &time, &p.err), SN_DAEMON, "taken: %s",
			     bad[i]);
		cr_assert_eq(time, 0);
	}
	pair_close(&p);
}

Test(node_daemon, invalid_info_is_refused)
{
	static const char *const bad[][2] = {
		{"{\"status\":\"BUSY\"}", "busy synchronizing"},
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
		pair_say(&p, bad[i][0]);
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
	pair_say(&p,
		 "{\"result\":{\"status\":\"OK\",\"fee\":1,\"fees\":[20000,80000,320000,9007199254740993],"
		 "\"quantization_mask\":10000}}");
	cr_assert_eq(sn_daemon_get_fees(p.daemon, &fees, &p.err), SN_OK, "%s", p.err.text);
	cr_assert(fees.per_byte[0] == 20000 && fees.per_byte[3] == 9007199254740993 &&
		  fees.quantization_mask == 10000);
	cr_assert_not_null(
		strstr(p.request, "\"method\":\"get_fee_estimate\",\"params\":{\"grace_blocks\":10}"), "%s",
		p.request);

	/* After the network upgrade: the answer of a daemon of the FCMP++ test network. */
	pair_say(&p,
		 "{\"result\":{\"status\":\"OK\",\"fee\":1200000,\"fees\":[1200000,4600000,19000000,73000000,"
		 "120000000],\"quantization_mask\":10000}}");
	cr_assert_eq(sn_daemon_get_fees(p.daemon, &fees, &p.err), SN_OK, "%s", p.err.text);
	cr_assert(fees.per_byte[0] == 1200000 && fees.per_byte[3] == 73000000);

	static const char *const bad[] = {
		"{\"result\":{\"status\":\"OK\",\"fee\":1}}",
		"{\"result\":{\"status\":\"OK\",\"fees\":[1,2,3],\"quantization_mask\":1}}",
		"{\"result\":{\"status\":\"OK\",\"fees\":[1,2,3,4,5,6],\"quantization_mask\":1}}",
		"{\"result\":{\"status\":\"OK\",\"fees\":[1,2,3,4,0],\"quantization_mask\":1}}",
		"{\"result\":{\"status\":\"OK\",\"fees\":[1,2,3,0],\"quantization_mask\":1}}",
		"{\"result\":{\"status\":\"OK\",\"fees\":[1,2,3,18446744073709551616]}}",
		"{\"result\":{\"status\":\"OK\",\"fees\":[1,2,3,4],\"quantization_mask\":0}}",
		"{\"result\":{\"status\":\"OK\",\"fees\":[1,2,3,1e3],\"quantization_mask\":1}}",
		"{\"result\":{\"fees\":[1,2,3,4],\"quantization_mask\":1}}",
		"{\"result\":[]}",
		"{\"id\":\"0\",\"jsonrpc\":\"2.0\"}",
		"{}",
	};
	pair_say(&p, "{\"error\":{\"code\":-2,\"message\":\"Grace blocks \\u009b invalid\"}}");
	cr_assert_eq(sn_daemon_get_fees(p.daemon, &fees, &p.err), SN_DAEMON);
	cr_assert_not_null(strstr(p.err.text, "refused get_fee_estimate: Grace blocks ?? invalid"), "%s",
			   p.err.text);
	cr_assert_eq(fees.per_byte[0], 0);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		pair_say(&p, bad[i]);
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
		pair_say(&p, cases[i].answer);
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
		pair_say(&p, answers[i]);
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
