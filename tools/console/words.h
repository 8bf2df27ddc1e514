/* tools/console/words.h - split a console line into words.
 *
 * Words end at blanks. Within single quotes every character is literal; within double quotes every character
 * except the double quote and the backslash. Outside of single quotes, a backslash makes the next character
 * literal. */
#ifndef CONSOLE_WORDS_H
#define CONSOLE_WORDS_H

#include <stddef.h>

#define CONSOLE_WORDS_MAX 512

enum console_quote {
	CONSOLE_BARE,   /* between words, or in a word without quotes */
	CONSOLE_SINGLE, /* after an open ' */
	CONSOLE_DOUBLE, /* after an open " */
};

/* Split `line` in place. words[0] to words[n - 1] point into it; `words` has CONSOLE_WORDS_MAX entries.
 * Returns NULL, or the end of an error message that begins with "the line ". */
const char *console_split(char *line, char *words[], size_t *n);

/* Split an incomplete line. The last word, which may be "", is the word at the end of the line. *quote
 * becomes the open quote at the end. A backslash at the end is dropped. */
void console_split_open(char *line, char *words[], size_t *n, enum console_quote *quote);

#endif
