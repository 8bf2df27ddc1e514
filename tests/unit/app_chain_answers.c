#include "app_chain_answers.h"

#include "base/hex.h"
#include "chain/transaction.h"
#include "daemon_answers.h"
#include "node/epee.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void put_text(struct sn_buf *b, const char *text)
{
	sn_put_bytes(b, text, strlen(text));
}

static void put_info(struct app_chain *c, struct sn_buf *b)
{
	char text[320], top[65];
	c->n_infos++;
	sn_hex_encode(top, c->blocks[c->n_blocks - 1].id.b, 32);
	snprintf(
		text, sizeof text,
		"{\"status\":\"OK\",\"height\":%zu,\"target_height\":%zu,\"nettype\":\"mainnet\",\"top_block_hash\":\"%s\"}",
		c->n_blocks, c->target_height, top);
	put_text(b, text);
}

static uint64_t outputs_of_block(const void *context, size_t i)
{
	const struct app_chain *c = context;
	uint64_t n = i > 0; /* the genesis block has another one */
	for (size_t k = 0; k < c->blocks[i].n_txs; k++)
		n += c->blocks[i].txs[k].n_outputs;
	return n;
}

static bool fill_output(void *context, uint64_t index, struct answer_output *out)
{
	const struct app_chain *c = context;
	if (index >= c->n_outputs)
		return false;
	*out = (struct answer_output){c->outputs[index].key, c->outputs[index].commitment, false};
	return true;
}

static void put_indices(struct sn_buf *b, uint64_t first, size_t n)
{
	sn_epee_put_size(b, 1);
	sn_epee_put_array(b, "indices", SN_EPEE_UINT64, n);
	for (size_t i = 0; i < n; i++)
		sn_put_u64(b, first + i);
}

/* First block of the answer: the newest block of the history in the chain, or the requested height. */
static size_t find_start(const struct app_chain *c, const void *body, size_t len)
{
	static const char *const names[] = {"block_ids", "start_height"};
	struct sn_epee_value f[2];
	struct sn_reader r;
	const uint8_t *ids;
	size_t n;
	uint64_t start = 0;
	sn_reader_init(&r, body, len);
	sn_epee_read_header(&r);
	sn_epee_read_section(&r, names, f, 2);
	if (sn_epee_get_uint(&f[1], &start) && start)
		return (size_t)start;
	for (size_t at = 0; sn_epee_get_string(&f[0], &ids, &n) && at < n / 32; at++)
		for (size_t i = c->n_blocks; i-- > 0;)
			if (!memcmp(c->blocks[i].id.b, ids + 32 * at, 32))
				return i;
	return 0;
}

/* Only the height if the start is the top, like the real daemon. */
static void put_blocks(struct app_chain *c, struct sn_buf *b, const void *body, size_t len)
{
	size_t start = find_start(c, body, len), n = c->n_blocks - start;
	if (n > c->per_answer)
		n = c->per_answer;
	if (start + 1 == c->n_blocks)
		n = 0;
	sn_epee_put_header(b);
	sn_epee_put_size(b, n ? 5 : 3);
	sn_epee_put_u64(b, "start_height", start);
	sn_epee_put_u64(b, "current_height", c->n_blocks);
	sn_epee_put_string(b, "status", "OK", 2);
	if (!n)
		return;
	sn_epee_put_array(b, "blocks", SN_EPEE_OBJECT, n);
	for (size_t i = start; i < start + n; i++) {
		const struct app_block *block = &c->blocks[i];
		sn_epee_put_size(b, 1 + (block->n_txs > 0));
		sn_epee_put_string(b, "block", block->blob.data, block->blob.len);
		if (!block->n_txs)
			continue;
		sn_epee_put_array(b, "txs", SN_EPEE_OBJECT, block->n_txs);
		for (size_t k = 0; k < block->n_txs; k++) {
			sn_epee_put_size(b, 2);
			sn_epee_put_string(b, "blob", block->txs[k].pruned.data, block->txs[k].pruned.len);
			sn_epee_put_string(b, "prunable_hash", block->txs[k].prunable_hash.b, 32);
		}
	}
	sn_epee_put_array(b, "output_indices", SN_EPEE_OBJECT, n);
	for (size_t i = start; i < start + n; i++) {
		const struct app_block *block = &c->blocks[i];
		sn_epee_put_size(b, 1);
		sn_epee_put_array(b, "indices", SN_EPEE_OBJECT, 1 + block->n_txs);
		put_indices(b, block->first_output, 1);
		for (size_t k = 0; k < block->n_txs; k++)
			put_indices(b, block->txs[k].first_output, block->txs[k].n_outputs);
	}
}

static void put_hex(struct sn_buf *b, const void *data, size_t len)
{
	char *text = malloc(2 * len + 1);
	if (!text)
		abort();
	sn_hex_encode(text, data, len);
	put_text(b, text);
	free(text);
}

static void put_pool(struct app_chain *c, struct sn_buf *b)
{
	c->n_pool_answers++;
	if (c->is_pool_broken) {
		put_text(b, "{\"status\":\"OK\",\"tx_hashes\":7}");
		return;
	}
	put_text(b, "{\"status\":\"OK\"");
	for (size_t i = 0; i < c->n_pool; i++) {
		put_text(b, i ? ",\"" : ",\"tx_hashes\":[\"");
		put_hex(b, c->pool[i].hash.b, 32);
		put_text(b, "\"");
	}
	put_text(b, c->n_pool ? "]}" : "}");
}

/* Height of the transaction's block; 0: not in a block. */
static size_t find_block_of(const struct app_chain *c, const struct sn_hash *hash)
{
	for (size_t i = 1; i < c->n_blocks; i++)
		for (size_t k = 0; k < c->blocks[i].n_txs; k++)
			if (sn_hash_is_equal(&c->blocks[i].txs[k].hash, hash))
				return i;
	return 0;
}

/* Write one of "txs"; false if the daemon does not know it. */
static bool put_transaction(const struct app_chain *c, struct sn_buf *b, const struct sn_hash *hash)
{
	char text[128];
	size_t at = app_chain_find_in_pool(c, hash), height = find_block_of(c, hash);
	if (at == c->n_pool && !height)
		return false;
	put_text(b, "{\"tx_hash\":\"");
	put_hex(b, hash->b, 32);
	if (at == c->n_pool) {
		snprintf(text, sizeof text, "\",\"in_pool\":false,\"block_height\":%zu}", height);
		put_text(b, text);
		return true;
	}
	put_text(b, "\",\"in_pool\":true,\"pruned_as_hex\":\"");
	put_hex(b, c->pool[at].pruned.data, c->pool[at].pruned.len);
	put_text(b, "\",\"prunable_hash\":\"");
	put_hex(b, c->pool[at].prunable_hash.b, 32);
	put_text(b, "\"}");
	return true;
}

static void put_transactions(struct app_chain *c, struct sn_buf *b, const char *body)
{
	static const char key[] = "\"txs_hashes\":[\"";
	struct sn_buf missed = {0};
	const char *at = strstr(body, key);
	bool is_first = true;
	put_text(b, "{\"status\":\"OK\",\"txs\":[");
	for (at = at ? at + sizeof key - 1 : NULL; at && strlen(at) > 65;
	     at = at[65] == ',' ? at + 67 : NULL) {
		struct sn_hash hash;
		char hex[65];
		snprintf(hex, sizeof hex, "%.64s", at);
		if (sn_hex_decode(hash.b, 32, hex))
			abort();
		c->n_asked++;
		size_t before = b->len;
		put_text(b, is_first ? "" : ",");
		if (put_transaction(c, b, &hash)) {
			is_first = false;
			continue;
		}
		b->len = before;
		put_text(&missed, missed.len ? ",\"" : "\"");
		put_text(&missed, hex);
		put_text(&missed, "\"");
	}
	put_text(b, "],\"missed_tx\":[");
	sn_put_bytes(b, missed.data, missed.len);
	put_text(b, "]}");
	sn_buf_free(&missed);
}

static bool has_image(const struct app_tx *tx, const struct sn_point *image)
{
	return tx->pruned.len && memmem(tx->pruned.data, tx->pruned.len, image->b, sizeof image->b);
}

static bool is_spent(const struct app_chain *c, const struct sn_point *image)
{
	bool is_any = false;
	for (size_t i = 0; i < c->n_blocks; i++)
		for (size_t k = 0; k < c->blocks[i].n_txs; k++)
			is_any |= has_image(&c->blocks[i].txs[k], image);
	for (size_t i = 0; i < c->n_pool; i++)
		is_any |= has_image(&c->pool[i], image);
	return is_any;
}

/* Rejection of a transaction as the real daemon reports it; NULL: accepted. */
static const char *why_not(const struct app_chain *c, const uint8_t *bytes, size_t len)
{
	const char *why = NULL;
	struct sn_hash hash;
	struct sn_tx tx;
	if (sn_tx_parse(&tx, bytes, len, false) || sn_tx_hash(&hash, &tx))
		abort(); /* a failure in this thread would not fail the test */
	if (app_chain_find_in_pool(c, &hash) < c->n_pool || find_block_of(c, &hash))
		why = "{\"status\":\"OK\",\"reason\":\"Not relayed\",\"not_relayed\":true}";
	for (size_t i = 0; !why && i < tx.n_inputs; i++)
		if (is_spent(c, &tx.inputs[i].key_image))
			why = "{\"status\":\"Failed\",\"double_spend\":true}";
	sn_tx_free(&tx);
	return why;
}

static void put_sent(struct app_chain *c, struct sn_buf *b, const char *body)
{
	static const char key[] = "\"tx_as_hex\":\"";
	const char *hex = strstr(body, key) + sizeof key - 1;
	size_t len = strcspn(hex, "\"") / 2;
	c->n_sends++;
	if (c->send == APP_REJECT) {
		put_text(b, "{\"status\":\"Failed\",\"double_spend\":true}");
		return;
	}
	if (c->send == APP_FEE) {
		put_text(b, "{\"status\":\"Failed\",\"fee_too_low\":true}");
		return;
	}
	if (c->send == APP_BUSY) {
		put_text(b, "{\"status\":\"BUSY\"}");
		return;
	}
	if (c->send == APP_LOSE)
		return;
	char *text = strndup(hex, 2 * len);
	uint8_t *bytes = malloc(len);
	if (!text || !bytes || sn_hex_decode(bytes, len, text))
		abort();
	const char *why = why_not(c, bytes, len);
	if (!why)
		app_chain_add_to_pool(c, bytes, len);
	free(bytes);
	free(text);
	if (!why && c->send == APP_LIE)
		why = "{\"status\":\"Failed\",\"fee_too_low\":true}";
	put_text(b, why ? why : "{\"status\":\"OK\"}");
}

static bool closes(int send)
{
	return send == APP_STALL || send == APP_VANISH || send == APP_LOSE;
}

static void put_version(const struct app_chain *c, struct sn_buf *b)
{
	char text[64];
	snprintf(text, sizeof text, "{\"result\":{\"status\":\"OK\",\"version\":%u}}", c->reported_version);
	put_text(b, text);
}

bool app_chain_respond(void *context, const char *request, size_t len, struct sn_buf *answer)
{
	struct app_chain *c = context;
	const int send = c->send;
	struct sn_buf b = {0};
	const char *body = strstr(request, "\r\n\r\n") + 4;
	size_t body_len = len - (size_t)(body - request);
	c->n_requests++;
	if (c->record) {
		sn_put_bytes(c->record, request, strcspn(request, "\r"));
		sn_put_u8(c->record, '\n');
		sn_put_bytes(c->record, body, body_len);
		sn_put_u8(c->record, '\n');
	}
	if (c->is_stalled)
		return false;
	if (c->is_busy) {
		put_text(&b, "{\"status\":\"BUSY\"}");
		goto out;
	}
	if (answer_is_for(request, "/getblocks.bin")) {
		c->n_block_answers++;
		usleep(c->delay);
	}
	pthread_mutex_lock(&c->mutex);
	if (answer_is_for(request, "/get_info"))
		put_info(c, &b);
	else if (answer_is_for(request, "/json_rpc") && strstr(body, "hard_fork_info"))
		put_version(c, &b);
	else if (answer_is_for(request, "/json_rpc"))
		put_text(
			&b,
			"{\"result\":{\"status\":\"OK\",\"fees\":[20000,80000,320000,4000000],\"quantization_mask\":10000}}");
	else if (answer_is_for(request, "/get_output_distribution.bin"))
		answer_put_distribution(&b, outputs_of_block, c, c->n_blocks);
	else if (answer_is_for(request, "/get_outs.bin"))
		(void)answer_put_outputs(&b, body, body_len, fill_output,
					 c); /* the client sees the empty answer */
	else if (answer_is_for(request, "/getblocks.bin") && c->are_blocks_broken)
		put_text(&b, "busy with something else");
	else if (answer_is_for(request, "/getblocks.bin"))
		put_blocks(c, &b, body, body_len);
	else if (answer_is_for(request, "/get_transactions") && c->are_pool_txs_broken)
		put_text(&b, "{\"status\":\"OK\",\"txs\":7}");
	else if (answer_is_for(request, "/get_transactions"))
		put_transactions(c, &b, body);
	else if (answer_is_for(request, "/get_transaction_pool_hashes"))
		put_pool(c, &b);
	else if (answer_is_for(request, "/send_raw_transaction"))
		put_sent(c, &b, body);
	pthread_mutex_unlock(&c->mutex);
	if (answer_is_for(request, "/send_raw_transaction") && c->send_next != APP_ACCEPT) {
		c->send = c->send_next;
		c->send_next = APP_ACCEPT;
	}
	if (answer_is_for(request, "/send_raw_transaction") && closes(send)) {
		sn_buf_free(&b);
		return send != APP_STALL;
	}
out:
	answer_put(answer, &b);
	if (answer_is_for(request, "/getblocks.bin") && c->n_cuts) {
		c->n_cuts--;
		answer->len /= 2;
	}
	sn_buf_free(&b);
	return true;
}
