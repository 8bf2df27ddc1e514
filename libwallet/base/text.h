/* base/text.h - make untrusted text safe to show on a terminal.
 *
 * Plain text has no control characters: no bytes below 0x20 (including newlines), no 0x7f, and no U+0080 to
 * U+009F, either in UTF-8 or, if the bytes are not UTF-8, as single bytes. Some terminals interpret these:
 * U+009B acts like ESC [. Nor has it characters that make one text look like another: direction marks (after
 * U+202E, "nib.tset" is displayed as "test.bin"), line and paragraph separators, and invisible characters
 * such as U+200B and the soft hyphen. Letters that resemble other letters are allowed. */
#ifndef SN_BASE_TEXT_H
#define SN_BASE_TEXT_H

#include <stddef.h>

/* Length of the first UTF-8 character (RFC 3629, section 4) in the `left` bytes of `text`, at least one.
 * Returns 0 if it is invalid: truncated, overlong, a surrogate, or above U+10FFFF. */
size_t sn_text_utf8_len(const char *text, size_t left);

/* Code point of the UTF-8 character in the first `len` bytes of `text`. */
unsigned sn_text_code(const char *text, size_t len);

/* Number of bytes of `text` before its first control character. */
size_t sn_text_plain_len(const char *text);

/* Replace each byte of a control character by '?'. */
void sn_text_make_plain(char *text);

/* The same for a terminal that does not decode UTF-8: replace all bytes from 0x80 to 0x9f, also within valid
 * characters. Such a terminal would interpret the second byte of U+011B (C4 9B). */
void sn_text_make_plain_8bit(char *text);

#endif
