/* tools/cli/text.h - untrusted text for the terminal. */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include <stddef.h>

/* Replace control characters as base/text.h does: by its rule for UTF-8 if the locale (the first non-empty
 * one of LC_ALL, LC_CTYPE and LANG) is UTF-8, otherwise by its rule for eight bits. */
void cli_text_make_plain(char *text);

/* The same for each line of the `len` bytes at `text`, which keep their newlines. */
void cli_text_make_lines_plain(char *text, size_t len);

#endif
