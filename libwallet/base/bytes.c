#include "base/bytes.h"
#include "base/secret.h"

#include <stdlib.h>
#include <string.h>

void sn_reader_init(struct sn_reader *r, const void *data, size_t len)
{
	r->at = data;
	r->left = len;
	r->failed = false;
}

void sn_reader_fail(struct sn_reader *r)
{
	r->failed = true;
	r->left = 0;
}

const uint8_t *sn_read_view(struct sn_reader *r, size_t len)
{
	if (r->failed || len > r->left) {
		sn_reader_fail(r);
		return NULL;
	}
	const uint8_t *p = r->at;
	if (len) {
		r->at += len;
		r->left -= len;
	}
	return p;
}

void sn_read_copy(struct sn_reader *r, void *out, size_t len)
{
	const uint8_t *p = sn_read_view(r, len);
	if (r->failed)
		memset(out, 0, len);
	else if (len)
		memcpy(out, p, len);
}

void sn_reader_skip(struct sn_reader *r, uint64_t n, uint64_t size)
{
	uint64_t len;
	if (__builtin_mul_overflow(n, size, &len) || len > r->left)
		sn_reader_fail(r);
	else
		sn_read_view(r, (size_t)len);
}

static uint64_t read_le(struct sn_reader *r, size_t len)
{
	uint8_t b[8];
	sn_read_copy(r, b, len);
	uint64_t v = 0;
	for (size_t i = 0; i < len; i++)
		v |= (uint64_t)b[i] << (8 * i);
	return v;
}

uint8_t sn_read_u8(struct sn_reader *r)
{
	return (uint8_t)read_le(r, 1);
}
uint16_t sn_read_u16(struct sn_reader *r)
{
	return (uint16_t)read_le(r, 2);
}
uint32_t sn_read_u32(struct sn_reader *r)
{
	return (uint32_t)read_le(r, 4);
}
uint64_t sn_read_u64(struct sn_reader *r)
{
	return read_le(r, 8);
}

bool sn_reader_is_done(const struct sn_reader *r)
{
	return !r->failed && r->left == 0;
}

void sn_buf_free(struct sn_buf *b)
{
	if (b->data) {
		sn_wipe(b->data, b->cap);
		free(b->data);
	}
	*b = (struct sn_buf){0};
}

void sn_buf_clear(struct sn_buf *b)
{
	b->len = 0;
	b->failed = false;
}

uint8_t *sn_buf_grow(struct sn_buf *b, size_t n)
{
	if (b->failed || n > SIZE_MAX / 2 - b->len) {
		b->failed = true;
		return NULL;
	}
	if (b->len + n > b->cap || !b->data) {
		/* Not realloc: it would leave an unwiped copy behind. */
		size_t cap = b->cap < 128 ? 256 : 2 * b->cap;
		if (cap < b->len + n)
			cap = b->len + n;
		uint8_t *data = malloc(cap);
		if (!data) {
			b->failed = true;
			return NULL;
		}
		if (b->data) {
			memcpy(data, b->data, b->len);
			sn_wipe(b->data, b->cap);
			free(b->data);
		}
		b->data = data;
		b->cap = cap;
	}
	uint8_t *p = b->data + b->len;
	b->len += n;
	return p;
}

void sn_put_bytes(struct sn_buf *b, const void *data, size_t len)
{
	uint8_t *p = sn_buf_grow(b, len);
	if (p && len)
		memcpy(p, data, len);
}

static void put_le(struct sn_buf *b, uint64_t v, size_t len)
{
	uint8_t *p = sn_buf_grow(b, len);
	for (size_t i = 0; p && i < len; i++)
		p[i] = (uint8_t)(v >> (8 * i));
}

void sn_put_u8(struct sn_buf *b, uint8_t v)
{
	put_le(b, v, 1);
}
void sn_put_u16(struct sn_buf *b, uint16_t v)
{
	put_le(b, v, 2);
}
void sn_put_u32(struct sn_buf *b, uint32_t v)
{
	put_le(b, v, 4);
}
void sn_put_u64(struct sn_buf *b, uint64_t v)
{
	put_le(b, v, 8);
}

uint32_t sn_load_u32(const uint8_t p[static 4])
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

uint64_t sn_load_u64(const uint8_t p[static 8])
{
	return (uint64_t)sn_load_u32(p) | (uint64_t)sn_load_u32(p + 4) << 32;
}

void sn_store_u32(uint8_t p[static 4], uint32_t v)
{
	for (int i = 0; i < 4; i++)
		p[i] = (uint8_t)(v >> (8 * i));
}

void sn_store_u64(uint8_t p[static 8], uint64_t v)
{
	sn_store_u32(p, (uint32_t)v);
	sn_store_u32(p + 4, (uint32_t)(v >> 32));
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

void sn_trim(const char **text, size_t *len)
{
	for (; *len && is_space((*text)[0]); --*len)
		++*text;
	while (*len && is_space((*text)[*len - 1]))
		--*len;
}
