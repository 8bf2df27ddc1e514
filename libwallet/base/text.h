/* base/text.h - text that others wrote, harmless on a terminal.
 *
 * Plain text has no control characters, which are the bytes below 0x20 (newlines among them) and 0x7f, and U+0080 to
 * U+009F, either in UTF-8 or, where the bytes are no UTF-8, as one byte: some terminals obey those too, U+009B begins
 * what ESC [ begins. */
#ifndef SN_BASE_TEXT_H
#define SN_BASE_TEXT_H

#include <stddef.h>

/* How many bytes of `text`, from its beginning, are plain. */
size_t sn_text_plain_len(const char *text);

/* Put '?' in place of each byte of a control character. */
void sn_text_make_plain(char *text);

#endif
