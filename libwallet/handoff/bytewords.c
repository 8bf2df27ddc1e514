#include "handoff/bytewords.h"

#include <string.h>

/* First and last letter of each of the 256 words. No two words share both. Source: BCR-2020-012, "Word List".
 */
static const char letters[2 * 256 + 1] = "aeadaoaxaaahamatayasbkbdbnbtbabsbebybgbwbbbzcmchcscfcycwcecackct"
					 "cxclcpcndkdadsdidedtdrdndwdpdmdldyeheyeoeeecenemetesftfrfnfsfmfh"
					 "fzfpfwfxfyfefgflfdgagegrgsgtglgwgdgygmgughgohfhghdhkhthphhhlhyhe"
					 "hnhsidiaieihiyioisinimjejzjnjtjljojsjpjkjykpkoktkskkknkgkekikblb"
					 "lalylflslrlplnltloldlelulklgmnmymhmemomumwmdmtmsmknlnyndnsntnnne"
					 "nboyoeotoxonolospdptpkpypspmplpepfpaprqdqzrerprlrorhrdrkrfryrnrs"
					 "rtsesasrssskswstspsosgsbsfsntotktitttdtetytltbtstptatnuyuoutueur"
					 "vtvyvovlvevwvavdvswlwdwmwpwewywswtwnwzwfwkykynylyaytzszoztzczezm";

#define WORD_NONE (-1)
#define CHECKSUM_BYTES 4

uint32_t sn_crc32(const void *data, size_t len)
{
	const uint8_t *at = data;
	uint32_t crc = UINT32_MAX;
	for (size_t i = 0; i < len; i++) {
		crc ^= at[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0); /* the polynomial, reflected */
	}
	return ~crc;
}

static void put_word(struct sn_buf *out, uint8_t byte)
{
	sn_put_bytes(out, letters + 2 * byte, 2);
}

void sn_bytewords_encode(struct sn_buf *out, const void *data, size_t len)
{
	const uint8_t *at = data;
	uint32_t crc = sn_crc32(data, len);
	for (size_t i = 0; i < len; i++)
		put_word(out, at[i]);
	for (int shift = 24; shift >= 0; shift -= 8)
		put_word(out, (uint8_t)(crc >> shift));
}

/* 0 to 25, for either case; 26 if not a letter. */
static unsigned letter_of(char c)
{
	if (c >= 'a' && c <= 'z')
		return (unsigned)(c - 'a');
	return c >= 'A' && c <= 'Z' ? (unsigned)(c - 'A') : 26;
}

/* Make the table from pairs of letters to bytes. */
static void invert(int16_t words[27 * 27])
{
	for (int i = 0; i < 27 * 27; i++)
		words[i] = WORD_NONE;
	for (int i = 0; i < 256; i++)
		words[27 * letter_of(letters[2 * i]) + letter_of(letters[2 * i + 1])] = (int16_t)i;
}

int sn_bytewords_decode(struct sn_buf *out, const char *text, size_t len, struct sn_error *err)
{
	int16_t words[27 * 27];
	size_t before = out->len, n = len / 2;
	if (len % 2 || n < CHECKSUM_BYTES)
		return sn_error_set(err, SN_BAD_INPUT, "the bytewords are truncated");
	invert(words);
	uint8_t *bytes = sn_buf_grow(out, n);
	if (!bytes)
		return sn_error_memory(err);
	for (size_t i = 0; i < n; i++) {
		int word = words[27 * letter_of(text[2 * i]) + letter_of(text[2 * i + 1])];
		if (word == WORD_NONE) {
			out->len = before;
			return sn_error_set(err, SN_BAD_INPUT, "letters %zu and %zu are not a valid byteword",
					    2 * i + 1, 2 * i + 2);
		}
		bytes[i] = (uint8_t)word;
	}
	n -= CHECKSUM_BYTES;
	uint32_t crc = (uint32_t)bytes[n] << 24 | (uint32_t)bytes[n + 1] << 16 | (uint32_t)bytes[n + 2] << 8 |
		       bytes[n + 3];
	if (crc != sn_crc32(bytes, n)) {
		out->len = before;
		return sn_error_set(err, SN_BAD_INPUT, "wrong checksum in the bytewords");
	}
	out->len = before + n;
	return SN_OK;
}
