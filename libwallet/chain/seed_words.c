#include "chain/seed_words.h"

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* "1" or "1.", the number of a word on paper. */
static bool is_numbering(const char *text, size_t len)
{
	bool is_other = false;
	for (size_t i = 0; i < len; i++)
		is_other |= (text[i] < '0' || text[i] > '9') && text[i] != '.';
	return !is_other;
}

bool sn_seed_words_next(const char *text, size_t len, size_t *at, const char **word, size_t *word_len)
{
	while (*at < len) {
		size_t begin = *at;
		while (*at < len && !is_space(text[*at]))
			++*at;
		*word = text + begin;
		*word_len = *at - begin;
		++*at;
		if (*word_len && !is_numbering(*word, *word_len))
			return true;
	}
	return false;
}

size_t sn_seed_words_count(const char *text, size_t len)
{
	const char *word;
	size_t at = 0, word_len, n = 0;
	while (sn_seed_words_next(text, len, &at, &word, &word_len))
		n++;
	return n;
}
