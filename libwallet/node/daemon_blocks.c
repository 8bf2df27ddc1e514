#include "node/daemon_blocks.h"
#include "base/clock.h"
#include "node/call.h"
#include "node/daemon.h"
#include "node/daemon_info.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t zero_hash[32];

static void put_history(struct sn_buf *b, const struct sn_hash history[], size_t count)
{
	sn_epee_put_string(b, "block_ids", history, 32 * count);
}

/* ------------------------------------------------------------------ blocks */

void sn_daemon_blocks_free(struct sn_daemon_blocks *b)
{
	if (b->work)
		b->free_work(b->work);
	free(b->blocks);
	free(b->txs);
	sn_buf_free(&b->reply);
	*b = (struct sn_daemon_blocks){0};
}

/* The transactions of all blocks share one array. It moves while it grows, so blocks get their pointers into
 * it at the end. */
struct tx_list {
	struct sn_daemon_tx *at;
	size_t count, cap;
};

enum { PARSED = 0, GARBAGE = 1, NO_MEMORY = 2 };

static int list_reserve(struct tx_list *list, uint64_t more)
{
	if (more > SN_DAEMON_MAX_BLOCK_TXS - list->count)
		return GARBAGE;
	size_t need = list->count + (size_t)more;
	if (need <= list->cap)
		return PARSED;
	size_t cap = need < 2 * list->cap ? 2 * list->cap : need;
	struct sn_daemon_tx *at = realloc(list->at, cap * sizeof *at);
	if (!at)
		return NO_MEMORY;
	list->at = at;
	list->cap = cap;
	return PARSED;
}

/* Pruned answers have objects {blob, prunable_hash}; unpruned ones, which a daemon may send despite "prune",
 * have plain strings. */
static int read_txs(const struct sn_epee_value *v, struct tx_list *list, size_t *count)
{
	struct sn_reader r;
	uint64_t n;
	bool is_object = sn_epee_get_array(v, SN_EPEE_OBJECT, &r, &n);
	if (!is_object && !sn_epee_get_array(v, SN_EPEE_STRING, &r, &n))
		return GARBAGE;
	int ret = list_reserve(list, n);
	if (ret)
		return ret;
	for (uint64_t i = 0; i < n; i++) {
		struct sn_daemon_tx tx = {0};
		if (is_object) {
			static const char *const names[] = {"blob", "prunable_hash"};
			struct sn_epee_value f[2];
			size_t len;
			sn_epee_read_section(&r, names, f, 2);
			if (!sn_epee_get_string(&f[0], &tx.blob, &tx.len))
				return GARBAGE;
			if (f[1].is_present &&
			    (!sn_epee_get_string(&f[1], &tx.prunable_hash, &len) || len != 32))
				return GARBAGE;
			if (tx.prunable_hash && !memcmp(tx.prunable_hash, zero_hash, 32))
				tx.prunable_hash = NULL;
		} else {
			tx.blob = sn_epee_read_string(&r, &tx.len);
		}
		if (r.failed)
			return GARBAGE;
		list->at[list->count++] = tx;
	}
	*count = (size_t)n;
	return PARSED;
}

static int read_block(struct sn_reader *r, struct sn_daemon_block *block, struct tx_list *list)
{
	static const char *const names[] = {"block", "txs"};
	struct sn_epee_value f[2];
	sn_epee_read_section(r, names, f, 2);
	if (!sn_epee_get_string(&f[0], &block->blob, &block->len))
		return GARBAGE;
	return read_txs(&f[1], list, &block->tx_count);
}

/* { "indices": [ u64, ... ] }: one for each transaction of a block. */
static bool read_tx_indices(struct sn_reader *r, struct sn_daemon_indices *out)
{
	static const char *const names[] = {"indices"};
	struct sn_epee_value f[1];
	struct sn_reader elements;
	uint64_t n;
	sn_epee_read_section(r, names, f, 1);
	if (r->failed || !sn_epee_get_array(&f[0], SN_EPEE_UINT64, &elements, &n))
		return false;
	out->le64 = elements.at;
	out->count = (size_t)n;
	return true;
}

/* { "indices": [ {miner}, {tx}, ... ] }: one for each block, with one entry per transaction. */
static bool read_block_indices(struct sn_reader *r, struct sn_daemon_block *block, struct sn_daemon_tx *txs)
{
	static const char *const names[] = {"indices"};
	struct sn_epee_value f[1];
	struct sn_reader elements;
	uint64_t n;
	sn_epee_read_section(r, names, f, 1);
	if (r->failed || !sn_epee_get_array(&f[0], SN_EPEE_OBJECT, &elements, &n) || n != block->tx_count + 1)
		return false;
	if (!read_tx_indices(&elements, &block->miner_indices))
		return false;
	for (size_t i = 0; i < block->tx_count; i++)
		if (!read_tx_indices(&elements, &txs[i].indices))
			return false;
	return true;
}

enum { BLOCKS, OUTPUT_INDICES, START_HEIGHT, CURRENT_HEIGHT, BLOCKS_FIELDS };

static int read_blocks(const struct sn_epee_value f[BLOCKS_FIELDS], struct sn_daemon_blocks *out)
{
	struct sn_reader blocks, indices;
	uint64_t count, index_count;
	if (!sn_epee_get_uint(&f[START_HEIGHT], &out->start_height) ||
	    !sn_epee_get_uint(&f[CURRENT_HEIGHT], &out->current_height) ||
	    !sn_epee_get_array(&f[BLOCKS], SN_EPEE_OBJECT, &blocks, &count) ||
	    !sn_epee_get_array(&f[OUTPUT_INDICES], SN_EPEE_OBJECT, &indices, &index_count) ||
	    count != index_count || count > SN_DAEMON_MAX_BLOCKS ||
	    (count &&
	     (out->start_height > out->current_height || count > out->current_height - out->start_height)))
		return GARBAGE;
	if (!count)
		return PARSED;

	out->blocks = calloc((size_t)count, sizeof *out->blocks);
	if (!out->blocks)
		return NO_MEMORY;
	out->count = (size_t)count;
	struct tx_list list = {0};
	int ret = PARSED;
	for (size_t i = 0; i < out->count && !ret; i++)
		ret = read_block(&blocks, &out->blocks[i], &list);
	out->txs = list.at;
	if (ret)
		return ret;

	size_t at = 0;
	for (size_t i = 0; i < out->count; i++) {
		struct sn_daemon_block *b = &out->blocks[i];
		struct sn_daemon_tx *txs = b->tx_count ? out->txs + at : NULL;
		if (!read_block_indices(&indices, b, txs))
			return GARBAGE;
		b->txs = txs;
		at += b->tx_count;
	}
	return PARSED;
}

#define ATTEMPTS 4

/* If the connection breaks, send the request again on a new one. */
static int call_again(struct sn_daemon *d, const char *path, const struct sn_buf *request,
		      struct sn_buf *reply, const char *const names[], struct sn_epee_value values[],
		      size_t count, struct sn_error *err)
{
	const uint64_t start = sn_monotonic_ms();
	int ret = SN_DAEMON;
	for (unsigned i = 0; i < ATTEMPTS; i++) {
		ret = sn_daemon_call_binary(d, path, request, d->blocks_cap, reply, names, values, count,
					    err);
		if (!ret || !sn_http_was_cut(d->http) ||
		    !sn_http_waits_on(d->http, sn_monotonic_ms() - start))
			break;
	}
	return ret;
}

static int request_blocks(struct sn_daemon *d, const struct sn_hash history[], size_t history_count,
			  uint64_t start_height, struct sn_daemon_blocks *out, struct sn_error *err)
{
	static const char path[] = "/getblocks.bin";
	static const char *const names[BLOCKS_FIELDS] = {"blocks", "output_indices", "start_height",
							 "current_height"};
	struct sn_epee_value fields[BLOCKS_FIELDS];
	struct sn_buf request = {0};

	sn_epee_put_header(&request);
	sn_epee_put_size(&request, 3);
	put_history(&request, history, history_count);
	sn_epee_put_u64(&request, "start_height", start_height);
	sn_epee_put_bool(&request, "prune", true);
	int ret = call_again(d, path, &request, &out->reply, names, fields, BLOCKS_FIELDS, err);
	if (!ret) {
		int parsed = read_blocks(fields, out);
		if (parsed == NO_MEMORY)
			ret = sn_error_memory(err);
		else if (parsed != PARSED)
			ret = sn_daemon_garbage(d, path, err);
	}
	if (ret)
		sn_daemon_blocks_free(out);
	sn_buf_free(&request);
	return ret;
}

int sn_daemon_get_blocks(struct sn_daemon *d, const struct sn_hash history[], size_t history_count,
			 uint64_t start_height, struct sn_daemon_blocks *out, struct sn_error *err)
{
	if (start_height)
		return sn_daemon_get_blocks_from(d, start_height, 0, out, err);
	*out = (struct sn_daemon_blocks){0};
	return request_blocks(d, history, history_count, 0, out, err);
}

#define REORGANIZATION_MAX 100 /* blocks */

/* v0.18.0.0 fails on a height above its chain, and bans the client after several such failures. Later
 * versions return no blocks. */
int sn_daemon_get_blocks_from(struct sn_daemon *d, uint64_t start_height, uint64_t known_height,
			      struct sn_daemon_blocks *out, struct sn_error *err)
{
	*out = (struct sn_daemon_blocks){0};
	if (known_height < REORGANIZATION_MAX || start_height >= known_height - REORGANIZATION_MAX) {
		struct sn_daemon_info info;
		int failed = sn_daemon_get_info(d, &info, err);
		if (failed)
			return failed;
		if (start_height >= info.height) {
			out->current_height = info.height;
			return SN_OK;
		}
	}
	return request_blocks(d, NULL, 0, start_height, out, err);
}
