/* tools/console/words.h - a line typed at the console, into words.
 *
 * Words end at blanks. In '...' every character stands for itself, in "..." all but " and \, and \ before any
 * character, outside of '...', makes that stand for itself. */
#ifndef CONSOLE_WORDS_H
#define CONSOLE_WORDS_H

#include <stddef.h>

#define CONSOLE_WORDS_MAX 512

enum console_quote {
	CONSOLE_BARE,   /* between words, or in one without quotes */
	CONSOLE_SINGLE, /* behind an open ' */
	CONSOLE_DOUBLE, /* behind an open " */
};

/* Split `line` in place; words[0] to words[n - 1] point into it, `words` has CONSOLE_WORDS_MAX places. NULL,
 * or what is wrong with the line, to follow "the line ". */
const char *console_split(char *line, char *words[], size_t *n);

/* For a line that is still being typed: cut it into words as far as it goes. The last one, perhaps "", is the
 * word at its end; *quote is what it stands in. A backslash at the very end is dropped. */
void console_split_open(char *line, char *words[], size_t *n, enum console_quote *quote);

#endif
