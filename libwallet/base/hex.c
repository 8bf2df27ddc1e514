#include "base/hex.h"

#include <string.h>

static const char digits[] = "0123456789abcdef";

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

static int decode(uint8_t *out, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		int hi = digit(text[2 * i]), lo = digit(text[2 * i + 1]);
		if (hi < 0 || lo < 0)
			return SN_BAD_INPUT;
		out[i] = (uint8_t)(hi << 4 | lo);
	}
	return SN_OK;
}

void sn_hex_encode(char *out, const void *data, size_t len)
{
	const uint8_t *p = data;
	for (size_t i = 0; i < len; i++) {
		out[2 * i] = digits[p[i] >> 4];
		out[2 * i + 1] = digits[p[i] & 15];
	}
	out[2 * len] = 0;
}

int sn_hex_decode(void *out, size_t len, const char *text)
{
	if (strlen(text) == 2 * len && decode(out, text, len) == SN_OK)
		return SN_OK;
	memset(out, 0, len);
	return SN_BAD_INPUT;
}

int sn_hex_decode_buf(struct sn_buf *out, const char *text, size_t len)
{
	sn_trim(&text, &len);
	if (len % 2)
		return SN_BAD_INPUT;
	uint8_t *p = sn_buf_grow(out, len / 2);
	if (!p)
		return SN_IO;
	int ret = decode(p, text, len / 2);
	if (ret)
		out->len -= len / 2;
	return ret;
}
