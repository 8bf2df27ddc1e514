#include "node/daemon_outputs.h"
#include "chain/varint.h"
#include "node/call.h"
#include "node/daemon.h"

#include <stdlib.h>
#include <string.h>

/* Per request, as in the reference wallet. Daemons allow 5,000. */
#define MAX_OUTPUTS 1000

enum { PARSED = 0, GARBAGE = 1, NO_MEMORY = 2 };

/* ------------------------------------------------------------------ distribution */

void sn_daemon_distribution_free(struct sn_daemon_distribution *x)
{
	free(x->cumulative);
	*x = (struct sn_daemon_distribution){0};
}

/* The data are the numbers of new outputs of each block, as varints. `base`, the number of outputs before the
 * first block, must be 0: the request is for all blocks. */
static int read_distribution(const struct sn_epee_value *list, struct sn_daemon_distribution *out)
{
	enum { AMOUNT, START, BASE, COMPRESS, DATA, FIELDS };
	static const char *const names[FIELDS] = {"amount", "start_height", "base", "compress",
						  "compressed_data"};
	struct sn_epee_value f[FIELDS];
	struct sn_reader r;
	uint64_t count, amount, base;
	uint32_t total = 0;
	bool is_compressed;
	const uint8_t *data;
	size_t len;
	if (!sn_epee_get_array(list, SN_EPEE_OBJECT, &r, &count) || count != 1)
		return GARBAGE;
	sn_epee_read_section(&r, names, f, FIELDS);
	if (!sn_epee_get_uint(&f[AMOUNT], &amount) || amount != 0 ||
	    !sn_epee_get_uint(&f[START], &out->start_height) || !sn_epee_get_uint(&f[BASE], &base) ||
	    base != 0 || !sn_epee_get_bool(&f[COMPRESS], &is_compressed) || !is_compressed ||
	    !sn_epee_get_string(&f[DATA], &data, &len) || !len)
		return GARBAGE;

	/* Only the last byte of a varint has its top bit clear. */
	for (size_t i = 0; i < len; i++)
		out->count += !(data[i] & 0x80);
	out->cumulative = calloc(out->count ? out->count : 1, sizeof *out->cumulative);
	if (!out->cumulative)
		return NO_MEMORY;
	sn_reader_init(&r, data, len);
	for (size_t i = 0; i < out->count; i++) {
		if (__builtin_add_overflow(total, sn_read_varint(&r), &total))
			return GARBAGE;
		out->cumulative[i] = total;
	}
	return sn_reader_is_done(&r) ? PARSED : GARBAGE;
}

int sn_daemon_get_distribution(struct sn_daemon *d, struct sn_daemon_distribution *out, struct sn_error *err)
{
	static const char path[] = "/get_output_distribution.bin";
	static const char *const names[] = {"distributions"};
	struct sn_epee_value list;
	struct sn_buf request = {0}, reply = {0};
	*out = (struct sn_daemon_distribution){0};

	/* Not cumulative and compressed: one or two bytes per block instead of eight. */
	sn_epee_put_header(&request);
	sn_epee_put_size(&request, 6);
	sn_epee_put_array(&request, "amounts", SN_EPEE_UINT64, 1);
	sn_put_u64(&request, 0);
	sn_epee_put_u64(&request, "from_height", 0);
	sn_epee_put_u64(&request, "to_height", 0);
	sn_epee_put_bool(&request, "cumulative", false);
	sn_epee_put_bool(&request, "binary", true);
	sn_epee_put_bool(&request, "compress", true);
	int ret = sn_daemon_call_binary(d, path, &request, SN_DAEMON_REPLY_MEDIUM, &reply, names, &list, 1,
					err);
	if (!ret) {
		int parsed = read_distribution(&list, out);
		if (parsed == NO_MEMORY)
			ret = sn_error_memory(err);
		else if (parsed != PARSED)
			ret = sn_daemon_garbage(d, path, err);
	}
	if (ret)
		sn_daemon_distribution_free(out);
	sn_buf_free(&request);
	sn_buf_free(&reply);
	return ret;
}

/* ------------------------------------------------------------------ ring members */

static bool read_output(struct sn_reader *r, struct sn_daemon_output *out)
{
	enum { KEY, MASK, UNLOCKED, HEIGHT, FIELDS };
	static const char *const names[FIELDS] = {"key", "mask", "unlocked", "height"};
	struct sn_epee_value f[FIELDS];
	sn_epee_read_section(r, names, f, FIELDS);
	return !r->failed && sn_epee_get_bytes(&f[KEY], out->key.b, 32) &&
	       sn_epee_get_bytes(&f[MASK], out->commitment.b, 32) &&
	       sn_epee_get_bool(&f[UNLOCKED], &out->is_unlocked) &&
	       sn_epee_get_uint(&f[HEIGHT], &out->height);
}

static int get_some_outputs(struct sn_daemon *d, const uint64_t indices[], size_t count,
			    struct sn_daemon_output out[], struct sn_error *err)
{
	static const char path[] = "/get_outs.bin";
	static const char *const names[] = {"outs"};
	struct sn_epee_value list;
	struct sn_buf request = {0}, reply = {0};

	sn_epee_put_header(&request);
	sn_epee_put_size(&request, 2);
	sn_epee_put_bool(&request, "get_txid", false);
	sn_epee_put_array(&request, "outputs", SN_EPEE_OBJECT, count);
	for (size_t i = 0; i < count; i++) {
		sn_epee_put_size(&request, 2);
		sn_epee_put_u64(&request, "amount", 0);
		sn_epee_put_u64(&request, "index", indices[i]);
	}
	int ret = sn_daemon_call_binary(d, path, &request, SN_DAEMON_REPLY_MEDIUM, &reply, names, &list, 1,
					err);
	if (ret)
		goto out;

	struct sn_reader r;
	uint64_t n;
	if (!sn_epee_get_array(&list, SN_EPEE_OBJECT, &r, &n)) {
		ret = sn_daemon_garbage(d, path, err);
		goto out;
	}
	if (n != count) {
		ret = sn_error_set(err, SN_DAEMON, "the daemon at %s sent %llu output%s instead of %zu",
				   sn_daemon_address(d), (unsigned long long)n, SN_PLURAL(n), count);
		goto out;
	}
	for (size_t i = 0; i < count && !ret; i++)
		if (!read_output(&r, &out[i]))
			ret = sn_daemon_garbage(d, path, err);
out:
	sn_buf_free(&request);
	sn_buf_free(&reply);
	return ret;
}

int sn_daemon_get_outputs(struct sn_daemon *d, const uint64_t indices[], size_t count,
			  struct sn_daemon_output out[], struct sn_error *err)
{
	int ret = SN_OK;
	for (size_t i = 0; i < count && !ret; i += MAX_OUTPUTS) {
		size_t n = count - i < MAX_OUTPUTS ? count - i : MAX_OUTPUTS;
		ret = get_some_outputs(d, indices + i, n, out + i, err);
	}
	if (ret)
		memset(out, 0, count * sizeof out[0]);
	return ret;
}
