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

unsigned sn_text_code(const char *text, size_t len)
{
	const unsigned char *p = (const unsigned char *)text;
	unsigned code = len == 1 ? *p : *p & (0xffu >> (len + 1)); /* payload bits of the first byte */
	for (size_t i = 1; i < len; i++)
		code = code << 6 | (p[i] & 0x3fu);
	return code;
}

/* Length of the character at `p`, which is not the end; each byte that is not UTF-8 counts as one character.
 */
static size_t character_len(const char *p)
{
	const size_t len = sn_text_utf8_len(p, strnlen(p, 4));
	return len ? len : 1;
}

/* First and last code point of each range of invisible characters, direction marks and line ends, in order.
 * Source: Unicode 16, DerivedCoreProperties, Default_Ignorable_Code_Point, including unassigned code points;
 * PropList, Bidi_Control; Zl and Zp; the interlinear annotations and the Braille blank. */
static const struct {
	unsigned first, last;
} invisible[] = {
	{0x80, 0x9f},     {0xad, 0xad},       {0x34f, 0x34f},     {0x61c, 0x61c},     {0x115f, 0x1160},
	{0x17b4, 0x17b5}, {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},
	{0x2800, 0x2800}, {0x3164, 0x3164},   {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
	{0xfff0, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

static bool is_invisible(unsigned code)
{
	for (size_t i = 0; i < sizeof invisible / sizeof *invisible && code >= invisible[i].first; i++)
		if (code <= invisible[i].last)
			return true;
	return false;
}

static bool is_control(const char *p, size_t len)
{
	const unsigned code = sn_text_code(p, len);
	return len > 1 ? is_invisible(code) : code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

/* Return the offset of the next control character of `text`, or of its end. *len is the length of the
 * character, 0 at the end. */
static size_t find_control(const char *text, size_t *len)
{
	const char *p = text;
	for (; *p; p += *len) {
		*len = character_len(p);
		if (is_control(p, *len))
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

void sn_text_make_plain_8bit(char *text)
{
	sn_text_make_plain(text);
	for (unsigned char *p = (unsigned char *)text; *p; p++)
		if (*p >= 0x80 && *p <= 0x9f)
			*p = '?';
}
