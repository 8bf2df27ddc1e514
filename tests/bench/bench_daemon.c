#include "bench_daemon.h"

#include "bench.h"
#include "bench_hoard.h"
#include "daemon_answers.h"

#include "base/bytes.h"
#include "base/hex.h"
#include "chain/block.h"
#include "chain/extra.h"
#include "chain/varint.h"
#include "crypto/derive.h"
#include "crypto/scalar.h"
#include "node/epee.h"
#include "ringct/commitment.h"

#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define BLOCKS_MAX 4096
#define POOL_MAX 2000
#define REQUEST_MAX (16u << 20)

struct tx {
	struct sn_hash hash;
	struct sn_buf pruned;
	size_t n_outputs;
};

struct block {
	struct sn_buf blob;
	struct sn_hash id;
	struct tx *txs;
	size_t n_txs;
};

struct bench_daemon {
	char address[32];
	int listener, stop[2];
	pthread_t thread;
	pthread_mutex_t mutex; /* of what follows */
	double time_us;
	struct sn_account account;
	struct block blocks[BLOCKS_MAX]; /* 0: at HOARD_TOP */
	size_t n_blocks;
	struct tx pool[POOL_MAX];
	size_t n_pool;
	uint64_t n_sent;
};

/* A bench that runs out of memory has nothing to say. */
static void must(bool is_so)
{
	if (!is_so)
		abort();
}

/* ---------------------------------------------------------------- the chain */

static uint64_t height_of(const struct bench_daemon *d, const struct block *b)
{
	return HOARD_TOP + (uint64_t)(b - d->blocks);
}

static void put_coinbase(struct sn_buf *out, uint64_t height)
{
	struct sn_tx tx;
	must(!sn_tx_init(&tx, 1, 1, 1));
	tx.inputs[0].kind = SN_INPUT_COINBASE;
	tx.inputs[0].height = height;
	tx.unlock_time = height + 60;
	tx.rct_type = SN_RCT_NULL;
	tx.outputs[0].amount = 600000000000;
	tx.outputs[0].key = hoard_key(UINT32_MAX + height);
	tx.outputs[0].has_view_tag = true;
	sn_tx_write(out, &tx);
	sn_tx_free(&tx);
}

void bench_daemon_mine(struct bench_daemon *d, size_t n)
{
	struct sn_block parsed;
	pthread_mutex_lock(&d->mutex);
	must(d->n_blocks < BLOCKS_MAX && n <= d->n_pool);
	struct block *b = &d->blocks[d->n_blocks];
	uint64_t height = height_of(d, b);
	static const struct sn_hash none;
	const struct sn_hash *previous = d->n_blocks ? &d->blocks[d->n_blocks - 1].id : &none;
	*b = (struct block){.n_txs = n, .txs = calloc(n + 1, sizeof *b->txs)};
	must(b->txs != NULL);
	memcpy(b->txs, d->pool, n * sizeof *b->txs);
	d->n_pool -= n;
	memmove(d->pool, d->pool + n, d->n_pool * sizeof *d->pool);
	sn_put_varint(&b->blob, 16);
	sn_put_varint(&b->blob, 16);
	sn_put_varint(&b->blob, HOARD_TIME + 120 * (height - HOARD_RESTORE_HEIGHT));
	sn_put_bytes(&b->blob, previous->b, sizeof previous->b);
	sn_put_u32(&b->blob, 4711);
	put_coinbase(&b->blob, height);
	sn_put_varint(&b->blob, n);
	for (size_t i = 0; i < n; i++)
		sn_put_bytes(&b->blob, b->txs[i].hash.b, sizeof b->txs[i].hash.b);
	must(!b->blob.failed && !sn_block_parse(&parsed, b->blob.data, b->blob.len) &&
	     !sn_block_id(&b->id, &parsed));
	sn_block_free(&parsed);
	d->n_blocks++;
	pthread_mutex_unlock(&d->mutex);
}

static void fill_output(struct sn_tx_output *o, const struct sn_account *to,
			const struct sn_point *derivation, uint64_t index)
{
	struct sn_scalar shared, mask;
	uint8_t amount[8];
	sn_store_u64(amount, 100000000000 + index);
	sn_derivation_to_scalar(&shared, derivation, index);
	sn_commitment_mask(&mask, &shared);
	must(!sn_derive_public_key(&o->key, derivation, index, &to->spend_public));
	o->has_view_tag = true;
	o->view_tag = sn_derive_view_tag(derivation, index);
	sn_amount_crypt8(o->encrypted_amount, amount, &shared);
	sn_commit(&o->commitment, &mask, sn_load_u64(amount));
}

/* What stands for the pruned parts' hash: nobody can tell. */
static struct sn_hash prunable_hash(void)
{
	struct sn_hash h;
	memset(h.b, 7, sizeof h.b);
	return h;
}

void bench_daemon_send(struct bench_daemon *d, size_t n_outputs, uint64_t spends)
{
	struct sn_tx tx;
	struct sn_buf extra = {0};
	struct sn_scalar r;
	struct sn_point key, derivation;
	struct sn_hash prunable = prunable_hash();
	const uint8_t payment_id[SN_PAYMENT_ID_BYTES] = {1, 2, 3, 4, 5, 6, 7, 8};
	pthread_mutex_lock(&d->mutex);
	must(d->n_pool < POOL_MAX);
	struct tx *out = &d->pool[d->n_pool++];
	*out = (struct tx){.n_outputs = n_outputs};
	uint64_t n = d->n_sent++;
	sn_scalar_from_u64(&r, 0x77777777 + n);
	sn_secret_to_public(&key, &r);
	must(!sn_derive(&derivation, &d->account.view_public, &r) && !sn_tx_init(&tx, 1, 16, n_outputs));
	tx.inputs[0].kind = SN_INPUT_KEY;
	for (uint64_t i = 0; i < 16; i++)
		tx.inputs[0].offsets[i] = 1000 + i;
	tx.inputs[0].key_image = hoard_image(spends == UINT64_MAX ? UINT32_MAX + n : spends);
	for (size_t i = 0; i < n_outputs; i++)
		fill_output(&tx.outputs[i], &d->account, &derivation, i);
	tx.rct_type = SN_RCT_BULLETPROOF_PLUS;
	tx.fee = 30000000;
	sn_extra_write(&extra, &key, NULL, 0, payment_id);
	tx.extra = extra.data;
	tx.extra_len = extra.len;
	tx.is_pruned = true;
	sn_tx_write(&out->pruned, &tx);
	must(!out->pruned.failed && !sn_tx_hash_pruned(&out->hash, &tx, &prunable));
	sn_tx_free(&tx);
	sn_buf_free(&extra);
	pthread_mutex_unlock(&d->mutex);
}

struct sn_hash bench_daemon_top(const struct bench_daemon *d)
{
	return d->blocks[d->n_blocks - 1].id;
}

/* ---------------------------------------------------------------- what it says */

static void put_text(struct sn_buf *b, const char *text)
{
	sn_put_bytes(b, text, strlen(text));
}

static void put_hex(struct sn_buf *b, const void *data, size_t len)
{
	char *text = malloc(2 * len + 1);
	must(text != NULL);
	sn_hex_encode(text, data, len);
	put_text(b, text);
	free(text);
}

static void put_info(const struct bench_daemon *d, struct sn_buf *b)
{
	char text[128];
	snprintf(text, sizeof text,
		 "{\"status\":\"OK\",\"height\":%zu,\"nettype\":\"mainnet\",\"top_block_hash\":\"",
		 HOARD_TOP + d->n_blocks);
	put_text(b, text);
	put_hex(b, d->blocks[d->n_blocks - 1].id.b, 32);
	put_text(b, "\"}");
}

static void put_output(struct sn_buf *b, uint64_t index)
{
	uint64_t ours = hoard_output_at(index);
	struct sn_point key = hoard_key(ours == UINT64_MAX ? UINT32_MAX + index : ours), commitment = key;
	if (ours != UINT64_MAX) {
		struct sn_scalar mask = hoard_mask(ours);
		sn_commit(&commitment, &mask, hoard_amount(ours));
	}
	sn_epee_put_size(b, 4);
	sn_epee_put_u64(b, "height", 1);
	sn_epee_put_string(b, "key", key.b, 32);
	sn_epee_put_string(b, "mask", commitment.b, 32);
	sn_epee_put_bool(b, "unlocked", true);
}

static void put_outputs(struct sn_buf *b, const void *body, size_t len)
{
	static const char *const name[] = {"outputs"}, *const of_output[] = {"index"};
	struct sn_epee_value f;
	struct sn_reader r, list;
	uint64_t n = 0, index = 0;
	sn_reader_init(&r, body, len);
	sn_epee_read_header(&r);
	sn_epee_read_section(&r, name, &f, 1);
	must(sn_epee_get_array(&f, SN_EPEE_OBJECT, &list, &n));
	sn_epee_put_header(b);
	sn_epee_put_size(b, 2);
	sn_epee_put_array(b, "outs", SN_EPEE_OBJECT, n);
	for (uint64_t i = 0; i < n; i++) {
		sn_epee_read_section(&list, of_output, &f, 1);
		must(sn_epee_get_uint(&f, &index));
		put_output(b, index);
	}
	sn_epee_put_string(b, "status", "OK", 2);
}

/* The newest block of the wallet's history, which this chain has, unless it is older than all that is kept.
 */
static size_t find_start(const struct bench_daemon *d, const void *body, size_t len)
{
	static const char *const names[] = {"block_ids"};
	struct sn_epee_value f;
	struct sn_reader r;
	const uint8_t *ids;
	size_t n;
	sn_reader_init(&r, body, len);
	sn_epee_read_header(&r);
	sn_epee_read_section(&r, names, &f, 1);
	for (size_t i = 0; sn_epee_get_string(&f, &ids, &n) && n >= 32 && i < d->n_blocks; i++)
		if (!memcmp(ids, d->blocks[i].id.b, 32))
			return i;
	must(false);
	return 0;
}

static void put_indices(struct sn_buf *b, uint64_t first, size_t n)
{
	sn_epee_put_size(b, 1);
	sn_epee_put_array(b, "indices", SN_EPEE_UINT64, n);
	for (size_t i = 0; i < n; i++)
		sn_put_u64(b, first + i);
}

static void put_block(struct sn_buf *b, const struct block *block)
{
	struct sn_hash prunable = prunable_hash();
	sn_epee_put_size(b, block->n_txs ? 2 : 1);
	sn_epee_put_string(b, "block", block->blob.data, block->blob.len);
	if (!block->n_txs)
		return;
	sn_epee_put_array(b, "txs", SN_EPEE_OBJECT, block->n_txs);
	for (size_t i = 0; i < block->n_txs; i++) {
		sn_epee_put_size(b, 2);
		sn_epee_put_string(b, "blob", block->txs[i].pruned.data, block->txs[i].pruned.len);
		sn_epee_put_string(b, "prunable_hash", prunable.b, 32);
	}
}

static size_t outputs_of(const struct block *block)
{
	size_t n = 1; /* of the coinbase */
	for (size_t i = 0; i < block->n_txs; i++)
		n += block->txs[i].n_outputs;
	return n;
}

static void put_blocks(const struct bench_daemon *d, struct sn_buf *b, const void *body, size_t len)
{
	size_t start = find_start(d, body, len), n = start + 1 == d->n_blocks ? 0 : d->n_blocks - start;
	sn_epee_put_header(b);
	sn_epee_put_size(b, n ? 5 : 3);
	sn_epee_put_u64(b, "start_height", HOARD_TOP + start);
	sn_epee_put_u64(b, "current_height", HOARD_TOP + d->n_blocks);
	sn_epee_put_string(b, "status", "OK", 2);
	if (!n)
		return;
	sn_epee_put_array(b, "blocks", SN_EPEE_OBJECT, n);
	for (size_t i = start; i < d->n_blocks; i++)
		put_block(b, &d->blocks[i]);
	sn_epee_put_array(b, "output_indices", SN_EPEE_OBJECT, n);
	uint64_t next = (uint64_t)HOARD_TOP * HOARD_OUTPUTS_PER_BLOCK;
	for (size_t i = 0; i < start; i++)
		next += outputs_of(&d->blocks[i]);
	for (size_t i = start; i < d->n_blocks; i++) {
		const struct block *block = &d->blocks[i];
		sn_epee_put_size(b, 1);
		sn_epee_put_array(b, "indices", SN_EPEE_OBJECT, 1 + block->n_txs);
		put_indices(b, next++, 1);
		for (size_t k = 0; k < block->n_txs; next += block->txs[k++].n_outputs)
			put_indices(b, next, block->txs[k].n_outputs);
	}
}

static uint64_t outputs_at(const void *daemon, size_t height)
{
	const struct bench_daemon *d = daemon;
	return height < HOARD_TOP ? HOARD_OUTPUTS_PER_BLOCK : outputs_of(&d->blocks[height - HOARD_TOP]);
}

static void put_pool(const struct bench_daemon *d, struct sn_buf *b)
{
	put_text(b, "{\"status\":\"OK\",\"tx_hashes\":[");
	for (size_t i = 0; i < d->n_pool; i++) {
		put_text(b, i ? ",\"" : "\"");
		put_hex(b, d->pool[i].hash.b, 32);
		put_text(b, "\"");
	}
	put_text(b, "]}");
}

/* Whatever of the pool is named in the request. */
static void put_transactions(const struct bench_daemon *d, struct sn_buf *b, const char *body)
{
	struct sn_hash prunable = prunable_hash();
	bool is_first = true;
	put_text(b, "{\"status\":\"OK\",\"txs\":[");
	for (size_t i = 0; i < d->n_pool; i++) {
		char hex[65];
		sn_hex_encode(hex, d->pool[i].hash.b, 32);
		if (!strstr(body, hex))
			continue;
		put_text(b, is_first ? "{\"tx_hash\":\"" : ",{\"tx_hash\":\"");
		put_text(b, hex);
		put_text(b, "\",\"in_pool\":true,\"pruned_as_hex\":\"");
		put_hex(b, d->pool[i].pruned.data, d->pool[i].pruned.len);
		put_text(b, "\",\"prunable_hash\":\"");
		put_hex(b, prunable.b, 32);
		put_text(b, "\"}");
		is_first = false;
	}
	put_text(b, "]}");
}

static bool is_for(const char *request, const char *path)
{
	return !strncmp(request, "POST ", 5) && !strncmp(request + 5, path, strlen(path)) &&
	       request[5 + strlen(path)] == ' ';
}

static void respond(struct bench_daemon *d, const struct sn_buf *request, struct sn_buf *b)
{
	const char *text = (const char *)request->data, *body = strstr(text, "\r\n\r\n") + 4;
	size_t len = request->len - (size_t)(body - text);
	if (is_for(text, "/get_info"))
		put_info(d, b);
	else if (is_for(text, "/json_rpc"))
		put_text(b, "{\"result\":{\"status\":\"OK\",\"fees\":[20000,80000,320000,4000000],"
			    "\"quantization_mask\":10000}}");
	else if (is_for(text, "/get_output_distribution.bin"))
		answer_put_distribution(b, outputs_at, d, HOARD_TOP + d->n_blocks);
	else if (is_for(text, "/get_outs.bin"))
		put_outputs(b, body, len);
	else if (is_for(text, "/getblocks.bin"))
		put_blocks(d, b, body, len);
	else if (is_for(text, "/get_transaction_pool_hashes"))
		put_pool(d, b);
	else if (is_for(text, "/get_transactions"))
		put_transactions(d, b, body);
}

/* ---------------------------------------------------------------- the server */

static bool wait_for(const struct bench_daemon *d, int fd)
{
	struct pollfd p[2] = {{.fd = fd, .events = POLLIN}, {.fd = d->stop[0], .events = POLLIN}};
	return poll(p, 2, -1) > 0 && !p[1].revents;
}

static bool is_whole(const struct sn_buf *request)
{
	const char *text = (const char *)request->data, *end = strstr(text, "\r\n\r\n");
	const char *length = strcasestr(text, "\r\nContent-Length:");
	size_t body = end && length && length < end ? strtoul(length + 17, NULL, 10) : 0;
	return end && request->len >= (size_t)(end + 4 - text) + body;
}

static bool read_request(const struct bench_daemon *d, int fd, struct sn_buf *request)
{
	char chunk[65536];
	do {
		ssize_t n = wait_for(d, fd) ? recv(fd, chunk, sizeof chunk, 0) : -1;
		if (n <= 0 || request->len > REQUEST_MAX)
			return false;
		sn_put_bytes(request, chunk, (size_t)n);
		sn_put_u8(request, 0); /* for strstr */
		must(!request->failed);
		request->len--;
	} while (!is_whole(request));
	return true;
}

static void serve(struct bench_daemon *d, int fd)
{
	struct sn_buf request = {0}, body = {0}, answer = {0};
	char head[128];
	if (!read_request(d, fd, &request))
		goto out;
	double start = bench_now_us();
	pthread_mutex_lock(&d->mutex);
	respond(d, &request, &body);
	snprintf(head, sizeof head,
		 "HTTP/1.1 200 Ok\r\n"
		 "Connection: close\r\n"
		 "Content-Length: %zu\r\n"
		 "\r\n",
		 body.len);
	put_text(&answer, head);
	if (body.len)
		sn_put_bytes(&answer, body.data, body.len);
	must(!body.failed && !answer.failed);
	/* Before the last byte is sent: who has it may ask for the sum. What sending takes, the other side
	 * takes too. */
	d->time_us += bench_now_us() - start;
	pthread_mutex_unlock(&d->mutex);
	for (size_t at = 0; at < answer.len;) {
		ssize_t n = send(fd, answer.data + at, answer.len - at, MSG_NOSIGNAL);
		if (n <= 0)
			break;
		at += (size_t)n;
	}
out:
	sn_buf_free(&request);
	sn_buf_free(&body);
	sn_buf_free(&answer);
}

static void *run(void *context)
{
	struct bench_daemon *d = context;
	while (wait_for(d, d->listener)) {
		int fd = accept(d->listener, NULL, NULL);
		if (fd < 0)
			continue;
		serve(d, fd);
		close(fd);
	}
	return NULL;
}

struct bench_daemon *bench_daemon_start(void)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof at;
	struct bench_daemon *d = calloc(1, sizeof *d);
	if (!d)
		return NULL;
	pthread_mutex_init(&d->mutex, NULL);
	hoard_account(&d->account);
	bench_daemon_mine(d, 0);
	d->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (d->listener < 0 || bind(d->listener, (struct sockaddr *)&at, len) || listen(d->listener, 16) ||
	    getsockname(d->listener, (struct sockaddr *)&at, &len) || pipe(d->stop) ||
	    pthread_create(&d->thread, NULL, run, d)) {
		perror("bench: a stand-in for the daemon cannot start");
		free(d);
		return NULL;
	}
	snprintf(d->address, sizeof d->address, "127.0.0.1:%u", ntohs(at.sin_port));
	return d;
}

void bench_daemon_stop(struct bench_daemon *d)
{
	if (!d)
		return;
	must(write(d->stop[1], "x", 1) == 1);
	pthread_join(d->thread, NULL);
	close(d->listener);
	close(d->stop[0]);
	close(d->stop[1]);
	for (size_t i = 0; i < d->n_pool; i++)
		sn_buf_free(&d->pool[i].pruned);
	for (size_t i = 0; i < d->n_blocks; i++) {
		for (size_t k = 0; k < d->blocks[i].n_txs; k++)
			sn_buf_free(&d->blocks[i].txs[k].pruned);
		free(d->blocks[i].txs);
		sn_buf_free(&d->blocks[i].blob);
	}
	pthread_mutex_destroy(&d->mutex);
	free(d);
}

const char *bench_daemon_address(const struct bench_daemon *d)
{
	return d->address;
}

double bench_daemon_take_time(struct bench_daemon *d)
{
	pthread_mutex_lock(&d->mutex);
	double us = d->time_us;
	d->time_us = 0;
	pthread_mutex_unlock(&d->mutex);
	return us;
}
