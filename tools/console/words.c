#include "tools/console/words.h"

#include <stdbool.h>

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

struct state {
	enum console_quote quote;
	bool in_word, escaped, too_many;
};

/* The split words are never longer than the line, so they can overwrite it. */
static struct state scan(char *line, char *words[], size_t *n)
{
	struct state s = {0};
	char *to = line;
	*n = 0;
	for (const char *at = line; *at; at++) {
		const char c = *at;
		if (!s.in_word && is_blank(c))
			continue;
		if (!s.in_word) {
			if (*n == CONSOLE_WORDS_MAX) {
				s.too_many = true;
				return s;
			}
			words[(*n)++] = to;
			s.in_word = true;
		}
		if (s.escaped) {
			*to++ = c;
			s.escaped = false;
		} else if (c == '\\' && s.quote != CONSOLE_SINGLE) {
			s.escaped = true;
		} else if (s.quote == CONSOLE_BARE && is_blank(c)) {
			*to++ = 0;
			s.in_word = false;
		} else if (c == '\'' && s.quote != CONSOLE_DOUBLE) {
			s.quote = s.quote == CONSOLE_SINGLE ? CONSOLE_BARE : CONSOLE_SINGLE;
		} else if (c == '"' && s.quote != CONSOLE_SINGLE) {
			s.quote = s.quote == CONSOLE_DOUBLE ? CONSOLE_BARE : CONSOLE_DOUBLE;
		} else {
			*to++ = c;
		}
	}
	*to = 0;
	return s;
}

const char *console_split(char *line, char *words[], size_t *n)
{
	const struct state s = scan(line, words, n);
	if (s.too_many)
		return "has too many words";
	if (s.quote != CONSOLE_BARE)
		return s.quote == CONSOLE_SINGLE ? "has an unclosed '" : "has an unclosed \"";
	if (s.escaped)
		return "ends in a backslash";
	return NULL;
}

void console_split_open(char *line, char *words[], size_t *n, enum console_quote *quote)
{
	const struct state s = scan(line, words, n);
	*quote = s.quote;
	if (s.in_word || s.too_many)
		return;
	/* The line is empty or ends with a blank: the last word is empty. */
	static char empty[1];
	if (*n < CONSOLE_WORDS_MAX)
		words[(*n)++] = empty;
}
