#include "base/text.h"

#include <stdbool.h>
#include <string.h>

/* Bytes of the character at `p`, which is not the end; what is no UTF-8 counts as characters of one byte. */
static size_t character_len(const unsigned char *p)
{
	const size_t len = *p >= 0xc2 && *p <= 0xdf ? 2 : (*p & 0xf0) == 0xe0 ? 3 : *p >= 0xf0 && *p <= 0xf4 ? 4 : 1;
	for (size_t i = 1; i < len; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 1;
	return len;
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
	const unsigned char *p = (const unsigned char *)text;
	for (; *p; p += *len) {
		*len = character_len(p);
		if (is_control(p, *len))
			break;
	}
	if (!*p)
		*len = 0;
	return (size_t)((const char *)p - text);
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
