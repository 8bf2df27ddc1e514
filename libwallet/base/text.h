/* base/text.h - text that others wrote, harmless on a terminal and for who reads it there.
 *
 * Plain text has no control characters, which are the bytes below 0x20 (newlines among them) and 0x7f, and U+0080 to
 * U+009F, either in UTF-8 or, where the bytes are no UTF-8, as one byte: some terminals obey those too, U+009B begins
 * what ESC [ begins. Nor has it what makes text look like another one: the marks of direction (U+061C, U+200E, U+200F,
 * U+202A to U+202E, U+2066 to U+2069: after U+202E "nib.tset" is shown as "test.bin"), the line and paragraph separators
 * (U+2028, U+2029), and U+FEFF. Letters that look like others stay. */
#ifndef SN_BASE_TEXT_H
#define SN_BASE_TEXT_H

#include <stddef.h>

/* How many of the `left` bytes of `text`, at least one, are its first character in UTF-8 (RFC 3629, section 4); 0 when there is
 * none: cut short, longer than it needs to be, a surrogate, above U+10FFFF. */
size_t sn_text_utf8_len(const char *text, size_t left);

/* How many bytes of `text`, from its beginning, are plain. */
size_t sn_text_plain_len(const char *text);

/* Put '?' in place of each byte of a control character. */
void sn_text_make_plain(char *text);

#endif
