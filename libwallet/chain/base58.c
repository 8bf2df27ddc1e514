#include "chain/base58.h"

#include <stdbool.h>

#define BLOCK_BYTES 8
#define BLOCK_DIGITS 11

static const char alphabet[] = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/* Number of digits for 0 to 8 bytes. */
static const uint8_t digits_of[BLOCK_BYTES + 1] = {0, 2, 3, 5, 6, 7, 9, 10, 11};

size_t sn_base58_size(size_t len)
{
	return len / BLOCK_BYTES * BLOCK_DIGITS + digits_of[len % BLOCK_BYTES];
}

void sn_base58_encode(char *out, const void *data, size_t len)
{
	const uint8_t *p = data;
	while (len) {
		size_t bytes = len < BLOCK_BYTES ? len : BLOCK_BYTES;
		uint64_t v = 0;
		for (size_t i = 0; i < bytes; i++)
			v = v << 8 | p[i];
		for (size_t i = digits_of[bytes]; i-- > 0; v /= 58)
			out[i] = alphabet[v % 58];
		out += digits_of[bytes];
		p += bytes;
		len -= bytes;
	}
	*out = 0;
}

static int digit_value(char c)
{
	for (int i = 0; i < 58; i++)
		if (alphabet[i] == c)
			return i;
	return -1;
}

/* The value of the digits; false for an invalid character, or if it exceeds 64 bits. */
static bool read_block(uint64_t *v, const char *text, size_t digits)
{
	*v = 0;
	for (size_t i = 0; i < digits; i++) {
		int d = digit_value(text[i]);
		if (d < 0 || __builtin_mul_overflow(*v, (uint64_t)58, v) ||
		    __builtin_add_overflow(*v, (uint64_t)d, v))
			return false;
	}
	return true;
}

int sn_base58_decode(uint8_t *out, size_t cap, size_t *out_len, const char *text, size_t len)
{
	size_t n = 0;
	*out_len = 0;
	while (len) {
		size_t digits = len < BLOCK_DIGITS ? len : BLOCK_DIGITS;
		size_t bytes = 0;
		while (bytes <= BLOCK_BYTES && digits_of[bytes] != digits)
			bytes++;
		uint64_t v;
		if (bytes > BLOCK_BYTES || bytes > cap - n || !read_block(&v, text, digits))
			return SN_BAD_INPUT;
		if (bytes < BLOCK_BYTES && v >> (8 * bytes))
			return SN_BAD_INPUT;
		for (size_t i = bytes; i-- > 0; v >>= 8)
			out[n + i] = (uint8_t)v;
		n += bytes;
		text += digits;
		len -= digits;
	}
	*out_len = n;
	return SN_OK;
}
