#include "hot_chain.h"

#include "crypto/group.h"
#include "crypto/group_mul.h"
#include "crypto/scalar.h"
#include "node/daemon_load.h"
#include "node/daemon_outputs.h"
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
		 "{\"status\":\"OK\",\"height\":%zu,\"nettype\":\"%s\",\"top_block_hash\":\"%064d\","
		 "\"block_weight_limit\":%" PRIu64 "}",
		 c->n_blocks, sn_network_name(c->w->account->network), 1, c->block_weight_limit);
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

static void put_text(struct sn_buf *b, const char *text)
{
	sn_put_bytes(b, text, strlen(text));
}

static void put_backlog(struct chain *c, struct sn_buf *b)
{
	c->n_backlogs++;
	put_text(b, c->refuses_backlog ? "{\"error\":{\"code\":-32601,\"message\":\"no\"}," : "{");
	put_text(b, "\"result\":{\"status\":\"OK\"");
	if (c->backlog)
		put_text(b, ",\"backlog\":\"");
	for (size_t i = 0; c->backlog && i < c->backlog->len; i++) {
		uint8_t byte = c->backlog->data[i];
		if (byte == '"' || byte == '\\')
			sn_put_u8(b, '\\');
		sn_put_u8(b, byte);
	}
	put_text(b, c->backlog ? "\"}}" : "}}");
}

static void put_headers(struct chain *c, struct sn_buf *b, const char *request)
{
	const char *start = strstr(request, "\"start_height\":"), *end = strstr(request, "\"end_height\":");
	char text[64];
	c->n_headers++;
	if (c->refuses_headers || !start || !end)
		return;
	uint64_t first = strtoull(start + 15, NULL, 10), last = strtoull(end + 13, NULL, 10);
	c->first_header = first;
	c->is_wrong |= first > last || last >= c->n_blocks;
	put_text(b, "{\"result\":{\"status\":\"OK\",\"headers\":[");
	for (uint64_t i = first; i <= last && !c->is_wrong; i++) {
		snprintf(text, sizeof text, "%s{\"block_weight\":%" PRIu64 "}", i == first ? "" : ",",
			 c->block_weight);
		put_text(b, text);
	}
	put_text(b, "]}}");
}

size_t chain_add_own(const struct chain *c, struct hot *h, uint64_t amount, uint64_t index)
{
	/* The wallet needs ascending heights; the tests do not add outputs in that order. */
	uint64_t height = index / c->per_block[0],
		 last = h->w->n_outputs ? h->w->outputs[h->w->n_outputs - 1].height : 0;
	struct sn_wallet_output o = hot_output(h, amount, height > last ? height : last);
	o.global_index = index;
	o.key = chain_key(index);
	size_t at = hot_add(h, &o);
	h->w->outputs[at].height = height;
	return at;
}

static uint64_t outputs_of_block(const void *context, size_t i)
{
	const struct chain *c = context;
	return c->per_block[i];
}

static bool fill_output(void *context, uint64_t index, struct answer_output *out)
{
	struct chain *c = context;
	if (c->n_asked == CHAIN_ASKED_MAX)
		return false;
	c->asked[c->n_asked++] = index;
	*out = (struct answer_output){chain_key(index), commitment(c, index),
				      c->is_locked && c->is_locked(index)};
	if (c->spoil)
		c->spoil(index, out);
	return true;
}

static bool respond(void *context, const char *request, size_t len, struct sn_buf *answer)
{
	struct chain *c = context;
	struct sn_buf b = {0};
	const char *body = strstr(request, "\r\n\r\n") + 4;
	if (answer_is_for(request, "/get_info")) {
		put_info(c, &b);
	} else if (answer_is_for(request, "/json_rpc") && strstr(body, "\"get_fee_estimate\"")) {
		put_fees(c, &b);
	} else if (answer_is_for(request, "/json_rpc") && strstr(body, "\"get_txpool_backlog\"")) {
		put_backlog(c, &b);
	} else if (answer_is_for(request, "/json_rpc") && strstr(body, "\"getblockheadersrange\"")) {
		put_headers(c, &b, body);
	} else if (answer_is_for(request, "/json_rpc") && strstr(body, "\"hard_fork_info\"")) {
		static const char info[] = "{\"result\":{\"status\":\"OK\",\"version\":16}}";
		sn_put_bytes(&b, info, sizeof info - 1);
	} else if (answer_is_for(request, "/get_output_distribution.bin")) {
		c->n_distributions++;
		answer_put_distribution(&b, outputs_of_block, c, c->n_blocks);
	} else if (answer_is_for(request, "/get_outs.bin")) {
		c->n_outputs++;
		c->is_wrong |= !answer_put_outputs(&b, body, len - (size_t)(body - request), fill_output, c);
		if (c->refuses_outputs)
			sn_buf_clear(&b);
	} else {
		c->n_others++;
	}
	answer_put(answer, &b);
	sn_buf_free(&b);
	return true;
}

void chain_start(struct chain *c, const struct sn_wallet *w, size_t n_blocks, uint64_t each)
{
	memset(c, 0, sizeof *c);
	c->w = w;
	c->n_blocks = n_blocks;
	/* Tests add a few blocks. */
	n_blocks += 8;
	c->per_block = calloc(n_blocks, sizeof *c->per_block);
	cr_assert_not_null(c->per_block);
	for (size_t i = 0; i < n_blocks; i++)
		c->per_block[i] = each;
	c->fees = (struct sn_daemon_fees){{20000, 80000, 320000, 4000000}, 10000};
	c->block_weight_limit = 600000;
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
