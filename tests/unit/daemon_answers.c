#include "daemon_answers.h"

#include "chain/varint.h"
#include "node/epee.h"

#include <stdio.h>
#include <string.h>

bool answer_is_for(const char *request, const char *path)
{
	size_t len = strlen(path);
	return !strncmp(request, "POST ", 5) && !strncmp(request + 5, path, len) && request[5 + len] == ' ';
}

void answer_put(struct sn_buf *answer, const struct sn_buf *body)
{
	char head[128];
	int n = snprintf(head, sizeof head,
			 "HTTP/1.1 200 Ok\r\n"
			 "Connection: close\r\n"
			 "Content-Length: %zu\r\n"
			 "\r\n",
			 body->len);
	sn_put_bytes(answer, head, (size_t)n);
	sn_put_bytes(answer, body->data, body->len);
}

void answer_put_distribution(struct sn_buf *b, uint64_t (*per_block)(const void *context, size_t i),
			     const void *context, size_t n_blocks)
{
	struct sn_buf data = {0};
	for (size_t i = 0; i < n_blocks; i++)
		sn_put_varint(&data, per_block(context, i));
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

bool answer_put_outputs(struct sn_buf *b, const void *body, size_t len,
			bool (*output)(void *context, uint64_t index, struct answer_output *out),
			void *context)
{
	static const char *const name[] = {"outputs"}, *const of_output[] = {"index"};
	struct sn_epee_value f;
	struct sn_reader r, list;
	uint64_t n = 0;
	size_t before = b->len;
	sn_reader_init(&r, body, len);
	sn_epee_read_header(&r);
	sn_epee_read_section(&r, name, &f, 1);
	if (!sn_reader_is_done(&r) || !sn_epee_get_array(&f, SN_EPEE_OBJECT, &list, &n))
		return false;
	sn_epee_put_header(b);
	sn_epee_put_size(b, 2);
	sn_epee_put_array(b, "outs", SN_EPEE_OBJECT, n);
	for (uint64_t i = 0; i < n; i++) {
		struct answer_output o = {0};
		uint64_t index = 0;
		sn_epee_read_section(&list, of_output, &f, 1);
		if (!sn_epee_get_uint(&f, &index) || !output(context, index, &o)) {
			b->len = before;
			return false;
		}
		sn_epee_put_size(b, 4);
		sn_epee_put_u64(b, "height", 1);
		sn_epee_put_string(b, "key", o.key.b, 32);
		sn_epee_put_string(b, "mask", o.commitment.b, 32);
		sn_epee_put_bool(b, "unlocked", !o.is_locked);
	}
	sn_epee_put_string(b, "status", "OK", 2);
	return true;
}
