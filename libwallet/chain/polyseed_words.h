/* chain/polyseed_words.h - find the words of a Polyseed phrase in the word lists.
 *
 * Each word is compared with every word of every list, and the time does not depend on where it is. The code
 * branches only on white space and numbers, on where characters beyond ASCII are, and on whether word k is
 * in a list.
 * Source: github.com/tevador/polyseed, src/lang.c; the lists are in polyseed_words_latin.h and
 * polyseed_words_asian.h. */
#ifndef SN_CHAIN_POLYSEED_WORDS_H
#define SN_CHAIN_POLYSEED_WORDS_H

#include <stddef.h>
#include <stdint.h>

#define SN_POLYSEED_WORDS 16
#define SN_POLYSEED_LANGUAGES 10

/* The indices of the words in the list of one language. Secret except for first_wrong. */
struct sn_polyseed_indices {
	uint16_t words[SN_POLYSEED_WORDS];
	size_t first_wrong; /* number of the first word that is not in the list; SN_POLYSEED_WORDS: none */
};

/* Find the words of `text`, which has 1 to SN_POLYSEED_WORDS of them and is in normal form
 * (base/normal_form.h). With fewer words, the entries beyond them have no meaning, and first_wrong counts
 * only if it is that of a word. The caller wipes `indices`. */
void sn_polyseed_find_words(struct sn_polyseed_indices indices[static SN_POLYSEED_LANGUAGES],
			    const char *text, size_t len);

#endif
