#include "node/daemon_outputs.h"
#include "node/epee.h"
#include "node_pair.h"

#include <criterion/criterion.h>
#include <string.h>

static const uint8_t some_hash[32] = {1, 2, 3}, zero_hash[32];

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
	pair_say_buf(p, b);
	return sn_daemon_get_distribution(p->daemon, out, &p->err);
}

Test(node_daemon_outputs, distribution)
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

	cr_assert_eq(get_distribution(&p, &b, 0, 0, true, "\xff\xff\xff\xff\x0f", 5, &x), SN_OK);
	cr_assert(x.cumulative[0] == UINT32_MAX);
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
		{0, 0, true, "\xff\xff\xff\xff\x0f\x01", 6}, /* 2^32 outputs */
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

Test(node_daemon_outputs, outputs)
{
	struct pair p;
	struct sn_buf b = {0};
	const uint64_t indices[2] = {5, UINT64_C(1) << 54 | 1};
	struct sn_daemon_output out[2];
	pair_open(&p);
	put_outputs(&b, 0, 2, 32);
	pair_say_buf(&p, &b);
	cr_assert_eq(sn_daemon_get_outputs(p.daemon, indices, 2, out, &p.err), SN_OK, "%s", p.err.text);
	cr_assert(out[0].height == 70 && out[1].height == 71 && !out[0].is_unlocked && out[1].is_unlocked);
	cr_assert(!memcmp(out[1].key.b, some_hash, 32) && !memcmp(out[1].commitment.b, zero_hash, 32));
	for (size_t n = 0; n < 4; n++) {
		put_outputs(&b, 0, n, 32);
		pair_say_buf(&p, &b);
		int ret = sn_daemon_get_outputs(p.daemon, indices, 2, out, &p.err);
		cr_assert_eq(ret, n == 2 ? SN_OK : SN_DAEMON);
		if (n != 2)
			cr_assert_not_null(
				strstr(p.err.text, n == 1 ? "1 output instead of 2" : "outputs instead of 2"),
				"%s", p.err.text);
	}
	put_outputs(&b, 0, 2, 31);
	pair_say_buf(&p, &b);
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

Test(node_daemon_outputs, outputs_are_requested_like_the_reference_wallet)
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
