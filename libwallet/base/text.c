#include "base/text.h"

#include <stdbool.h>
#include <string.h>

size_t sn_text_utf8_len(const char *text, size_t left)
{
	const unsigned char *p = (const unsigned char *)text;
	unsigned char low = 0x80, high = 0xbf; /* of the second byte */
	size_t n;
	if (p[0] < 0x80)
		return 1;
	if (p[0] >= 0xc2 && p[0] <= 0xdf)
		n = 2;
	else if (p[0] >= 0xe0 && p[0] <= 0xef)
		n = 3;
	else if (p[0] >= 0xf0 && p[0] <= 0xf4)
		n = 4;
	else
		return 0;
	if (p[0] == 0xe0)
		low = 0xa0;
	else if (p[0] == 0xed)
		high = 0x9f;
	else if (p[0] == 0xf0)
		low = 0x90;
	else if (p[0] == 0xf4)
		high = 0x8f;
	if (left < n || p[1] < low || p[1] > high)
		return 0;
	for (size_t i = 2; i < n; i++)
		if (p[i] < 0x80 || p[i] > 0xbf)
			return 0;
	return n;
}

/* Bytes of the character at `p`, which is not the end; what is no UTF-8 counts as characters of one byte. */
static size_t character_len(const char *p)
{
	const size_t len = sn_text_utf8_len(p, strnlen(p, 4));
	return len ? len : 1;
}

/* Those that say in which direction text runs, that end a line, or that are there and cannot be seen. */
static bool is_invisible(unsigned code)
{
	return code == 0x61c || code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
	       (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

static bool is_control(const unsigned char *p, size_t len)
{
	switch (len) {
	case 1:
		return *p < 0x20 || (*p >= 0x7f && *p <= 0x9f);
	case 2:
		return (p[0] == 0xc2 && p[1] <= 0x9f) || is_invisible((p[0] & 0x1fu) << 6 | (p[1] & 0x3fu));
	case 3:
		return is_invisible((p[0] & 0x0fu) << 12 | (p[1] & 0x3fu) << 6 | (p[2] & 0x3fu));
	default:
		return false;
	}
}

/* Where the next control character of `text` is, or its end; *len: bytes of that character, 0 at the end. */
static size_t find_control(const char *text, size_t *len)
{
	const char *p = text;
	for (; *p; p += *len) {
		*len = character_len(p);
		if (is_control((const unsigned char *)p, *len))
			break;
	}
	if (!*p)
		*len = 0;
	return (size_t)(p - text);
}

size_t sn_text_plain_len(const char *text)
{
	size_t len;
	return find_control(text, &len);
}

void sn_text_make_plain(char *text)
{
	size_t len;
	for (char *p = text; (p += find_control(p, &len)), len; p += len)
		memset(p, '?', len);
}
