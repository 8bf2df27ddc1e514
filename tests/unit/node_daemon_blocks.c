#include "node/daemon_blocks.h"
#include "node/epee.h"
#include "node_pair.h"

#include <criterion/criterion.h>
#include <string.h>

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

Test(node_daemon_blocks, blocks)
{
	struct pair p;
	struct sn_buf b = {0};
	struct sn_daemon_blocks blocks;
	pair_open(&p);
	put_blocks(&b);
	pair_say_buf(&p, &b);
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
	pair_say_buf(&p, &b);
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
		return pair_respond(context, request, len, answer);
	server_put_ok(answer, info, sizeof info - 1);
	return true;
}

Test(node_daemon_blocks, blocks_from_a_height)
{
	struct pair p;
	struct sn_buf b = {0};
	struct sn_daemon_blocks blocks;
	pair_open(&p);
	put_blocks(&b);
	pair_say_buf(&p, &b);
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

Test(node_daemon_blocks, damaged_blocks_are_harmless)
{
	struct pair p;
	struct sn_buf b = {0};
	struct sn_daemon_blocks blocks;
	size_t same = 0, flips = 0;
	pair_open(&p);
	put_blocks(&b);
	pair_say_buf(&p, &b);
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

Test(node_daemon_blocks, inconsistent_blocks_are_refused)
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
		pair_say_buf(&p, &b);
		cr_assert_eq(get_blocks(&p, &blocks), cases[i].ret, "case %zu", i);
		cr_assert_eq(blocks.count, cases[i].ret ? 0 : cases[i].blocks);
		sn_daemon_blocks_free(&blocks);
	}
	pair_close(&p);
	sn_buf_free(&b);
}

/* An answer with one block: begin it, and the list of its transactions. */
static void put_one_block(struct sn_buf *b, size_t n_txs)
{
	sn_epee_put_header(b);
	sn_epee_put_size(b, 5);
	sn_epee_put_array(b, "blocks", SN_EPEE_OBJECT, 1);
	sn_epee_put_size(b, 2);
	sn_epee_put_string(b, "block", "x", 1);
	sn_epee_put_array(b, "txs", SN_EPEE_STRING, n_txs);
}

/* Go on, behind the transactions, and begin the list of the indices of each transaction. */
static void put_index_lists(struct sn_buf *b, size_t n)
{
	sn_epee_put_u64(b, "current_height", 7);
	sn_epee_put_array(b, "output_indices", SN_EPEE_OBJECT, 1);
	sn_epee_put_size(b, 1);
	sn_epee_put_array(b, "indices", SN_EPEE_OBJECT, n);
}

static void put_end(struct sn_buf *b)
{
	sn_epee_put_u64(b, "start_height", 5);
	sn_epee_put_string(b, "status", "OK", 2);
}

/* The indices of one transaction are not numbers. */
Test(node_daemon_blocks, invalid_indices_of_a_transaction_are_refused)
{
	struct pair p;
	struct sn_buf b = {0};
	struct sn_daemon_blocks blocks;
	pair_open(&p);
	for (size_t bad = 0; bad < 4; bad++) {
		sn_buf_clear(&b);
		put_one_block(&b, 2);
		for (size_t i = 0; i < 2; i++) {
			sn_epee_put_size(&b, 1);
			sn_put_u8(&b, 'x');
		}
		put_index_lists(&b, 3);
		for (size_t i = 0; i < 3; i++) {
			sn_epee_put_size(&b, 1);
			if (i == bad)
				sn_epee_put_string(&b, "indices", "12345678", 8);
			else
				sn_epee_put_array(&b, "indices", SN_EPEE_UINT64, 0);
		}
		put_end(&b);
		pair_say_buf(&p, &b);
		cr_assert_eq(get_blocks(&p, &blocks), bad < 3 ? SN_DAEMON : SN_OK, "entry %zu", bad);
		sn_daemon_blocks_free(&blocks);
	}
	pair_close(&p);
	sn_buf_free(&b);
}

Test(node_daemon_blocks, too_many_transactions_are_refused)
{
	/* A million empty strings of one byte each: many times larger in memory. */
	struct pair p;
	struct sn_buf b = {0};
	struct sn_daemon_blocks blocks;
	uint64_t txs = 1000000;
	pair_open(&p);
	put_one_block(&b, txs);
	memset(sn_buf_grow(&b, txs), 0, txs);
	put_index_lists(&b, txs + 1);
	memset(sn_buf_grow(&b, txs + 1), 0, txs + 1);
	put_end(&b);
	pair_say_buf(&p, &b);
	cr_assert_eq(get_blocks(&p, &blocks), SN_DAEMON);
	pair_close(&p);
	sn_buf_free(&b);
}

Test(node_daemon_blocks, binary_status)
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
		pair_say_buf(&p, &b);
		cr_assert_eq(get_blocks(&p, &blocks), SN_DAEMON);
		cr_assert_not_null(strstr(p.err.text, i == 0   ? "busy"
						      : i == 1 ? ": Failed??"
							       : "invalid answer"),
				   "%s", p.err.text);
	}
	pair_close(&p);
	sn_buf_free(&b);
}
