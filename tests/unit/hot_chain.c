#include "hot_chain.h"

#include "chain/varint.h"
#include "crypto/group.h"
#include "crypto/scalar.h"
#include "node/epee.h"
#include "ringct/commitment.h"

#include <criterion/criterion.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sn_point point(uint64_t n)
{
	struct sn_scalar s;
	struct sn_point p;
	struct sn_ge ge;
	sn_scalar_from_u64(&s, n + 1);
	sn_ge_mul_base(&ge, &s);
	sn_ge_encode(&p, &ge);
	return p;
}

struct sn_point chain_key(uint64_t index)
{
	return point(2 * index);
}

static struct sn_point commitment(const struct chain *c, uint64_t index)
{
	struct sn_point p;
	for (size_t i = 0; i < c->w->n_outputs; i++) {
		const struct sn_wallet_output *o = &c->w->outputs[i];
		if (o->global_index != index)
			continue;
		sn_commit(&p, &o->mask, o->amount);
		return p;
	}
	return point(2 * index + 1);
}

static void put_info(struct chain *c, struct sn_buf *b)
{
	char text[512];
	c->n_infos++;
	snprintf(text, sizeof text,
		 "{\"status\":\"OK\",\"height\":%zu,\"nettype\":\"%s\",\"top_block_hash\":\"%064d\"}",
		 c->n_blocks, sn_network_name(c->w->account->network), 1);
	sn_put_bytes(b, text, strlen(text));
}

static void put_fees(struct chain *c, struct sn_buf *b)
{
	char text[512];
	c->n_fees++;
	snprintf(text, sizeof text,
		 "{\"result\":{\"status\":\"OK\",\"fees\":[%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
		 "],\"quantization_mask\":%" PRIu64 "}}",
		 c->fees.per_byte[0], c->fees.per_byte[1], c->fees.per_byte[2], c->fees.per_byte[3],
		 c->fees.quantization_mask);
	sn_put_bytes(b, text, strlen(text));
}

static void put_distribution(struct chain *c, struct sn_buf *b)
{
	struct sn_buf data = {0};
	c->n_distributions++;
	for (size_t i = 0; i < c->n_blocks; i++)
		sn_put_varint(&data, c->per_block[i]);
	sn_epee_put_header(b);
	sn_epee_put_size(b, 2);
	sn_epee_put_array(b, "distributions", SN_EPEE_OBJECT, 1);
	sn_epee_put_size(b, 5);
	sn_epee_put_u64(b, "amount", 0);
	sn_epee_put_u64(b, "base", 0);
	sn_epee_put_bool(b, "compress", true);
	sn_epee_put_string(b, "compressed_data", data.data, data.len);
	sn_epee_put_u64(b, "start_height", 0);
	sn_epee_put_string(b, "status", "OK", 2);
	sn_buf_free(&data);
}

static void put_outputs(struct chain *c, struct sn_buf *b, const void *body, size_t len)
{
	static const char *const name[] = {"outputs"}, *const of_output[] = {"index"};
	struct sn_epee_value f;
	struct sn_reader r, list;
	uint64_t n = 0;
	c->n_outputs++;
	sn_reader_init(&r, body, len);
	sn_epee_read_header(&r);
	sn_epee_read_section(&r, name, &f, 1);
	c->is_wrong |= !sn_reader_is_done(&r) || !sn_epee_get_array(&f, SN_EPEE_OBJECT, &list, &n) ||
		       n > CHAIN_ASKED_MAX - c->n_asked;
	if (c->is_wrong)
		return;
	sn_epee_put_header(b);
	sn_epee_put_size(b, 2);
	sn_epee_put_array(b, "outs", SN_EPEE_OBJECT, n);
	for (uint64_t i = 0; i < n; i++) {
		uint64_t index = 0;
		sn_epee_read_section(&list, of_output, &f, 1);
		c->is_wrong |= !sn_epee_get_uint(&f, &index);
		c->asked[c->n_asked++] = index;
		struct sn_point key = chain_key(index), mask = commitment(c, index);
		sn_epee_put_size(b, 4);
		sn_epee_put_u64(b, "height", 1);
		sn_epee_put_string(b, "key", key.b, 32);
		sn_epee_put_string(b, "mask", mask.b, 32);
		sn_epee_put_bool(b, "unlocked", !c->is_locked || !c->is_locked(index));
	}
	sn_epee_put_string(b, "status", "OK", 2);
}

/* The server takes one request a connection: say so, or the client may send the next one into the void. */
static void put_answer(struct sn_buf *answer, const struct sn_buf *body)
{
	char head[128];
	int n = snprintf(head, sizeof head, "HTTP/1.1 200 Ok\r\nConnection: close\r\nContent-Length: %zu\r\n\r\n",
			 body->len);
	sn_put_bytes(answer, head, (size_t)n);
	sn_put_bytes(answer, body->data, body->len);
}

static bool respond(void *context, const char *request, size_t len, struct sn_buf *answer)
{
	struct chain *c = context;
	struct sn_buf b = {0};
	const char *body = strstr(request, "\r\n\r\n") + 4;
	if (!strncmp(request, "POST /get_info ", 15))
		put_info(c, &b);
	else if (!strncmp(request, "POST /json_rpc ", 15) && strstr(body, "\"get_fee_estimate\""))
		put_fees(c, &b);
	else if (!strncmp(request, "POST /get_output_distribution.bin ", 34))
		put_distribution(c, &b);
	else if (!strncmp(request, "POST /get_outs.bin ", 19))
		put_outputs(c, &b, body, len - (size_t)(body - request));
	else
		c->n_others++;
	put_answer(answer, &b);
	sn_buf_free(&b);
	return true;
}

void chain_start(struct chain *c, const struct sn_wallet *w, size_t n_blocks, uint64_t each)
{
	memset(c, 0, sizeof *c);
	c->w = w;
	c->n_blocks = n_blocks;
	c->per_block = calloc(n_blocks, sizeof *c->per_block);
	cr_assert_not_null(c->per_block);
	for (size_t i = 0; i < n_blocks; i++)
		c->per_block[i] = each;
	c->fees = (struct sn_daemon_fees){{20000, 80000, 320000, 4000000}, 10000};
	c->server.respond = respond;
	c->server.context = c;
	server_start(&c->server);
	const struct sn_daemon_options options = {
		.address = c->server.address, .connect_timeout = 2, .stall_timeout = 10};
	cr_assert(!sn_daemon_open(&c->daemon, &options, NULL));
}

void chain_stop(struct chain *c)
{
	sn_daemon_close(c->daemon);
	server_stop(&c->server);
	free(c->per_block);
	cr_assert(!c->is_wrong && c->n_others == 0);
}

struct sn_daemon_distribution chain_distribution(const struct chain *c)
{
	struct sn_daemon_distribution d = {.count = c->n_blocks};
	uint64_t sum = 0;
	d.cumulative = calloc(c->n_blocks, sizeof *d.cumulative);
	cr_assert_not_null(d.cumulative);
	for (size_t i = 0; i < c->n_blocks; i++)
		d.cumulative[i] = sum += c->per_block[i];
	return d;
}
