/* base/text.h - text that others wrote, harmless on a terminal and for who reads it there.
 *
 * Plain text has no control characters, which are the bytes below 0x20 (newlines among them) and 0x7f, and
 * U+0080 to U+009F, either in UTF-8 or, where the bytes are no UTF-8, as one byte: some terminals obey those
 * too, U+009B begins what ESC [ begins. Nor has it what makes text look like another one: marks of direction
 * (after U+202E "nib.tset" is shown as "test.bin"), line and paragraph separators, and characters that cannot
 * be seen, such as U+200B and the soft hyphen. Letters that look like others stay. */
#ifndef SN_BASE_TEXT_H
#define SN_BASE_TEXT_H

#include <stddef.h>

/* How many of the `left` bytes of `text`, at least one, are its first character in UTF-8 (RFC 3629, section
 * 4); 0 when there is none: cut short, longer than it needs to be, a surrogate, above U+10FFFF. */
size_t sn_text_utf8_len(const char *text, size_t left);

/* The code point of the character in UTF-8 that the first `len` bytes of `text` are. */
unsigned sn_text_code(const char *text, size_t len);

/* How many bytes of `text`, from its beginning, are plain. */
size_t sn_text_plain_len(const char *text);

/* Put '?' in place of each byte of a control character. */
void sn_text_make_plain(char *text);

/* The same for a terminal that does not decode UTF-8: no byte from 0x80 to 0x9f stays, in a character
 * neither. U+011B is written as C4 9B, of which such a terminal obeys the second. */
void sn_text_make_plain_8bit(char *text);

#endif
