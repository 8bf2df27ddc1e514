#include "chain/seed_words.h"

#include "base/seam.h"
#include "crypto/ct.h"

static bool is_space(char c)
{
	const uint8_t byte = (uint8_t)c;
	const bool is_it = (sn_ct_mask_equal(byte, ' ') | sn_ct_mask_less((uint8_t)(byte - '\t'), 5)) & 1;
	SN_PUBLIC(&is_it, sizeof is_it); /* where words begin and end */
	return is_it;
}

/* "1" or "1.", the number of a word on paper. */
static bool is_numbering(const char *text, size_t len)
{
	uint64_t is_it = 1;
	for (size_t i = 0; i < len; i++) {
		const uint8_t byte = (uint8_t)text[i];
		is_it &= sn_ct_mask_less((uint8_t)(byte - '0'), 10) | sn_ct_mask_equal(byte, '.');
	}
	SN_PUBLIC(&is_it, sizeof is_it); /* it is no word */
	return is_it;
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
