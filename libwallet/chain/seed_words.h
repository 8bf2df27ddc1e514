/* chain/seed_words.h - the words of a seed phrase, as people write them: with any white space around them,
 * and numbered ("1" or "1.") or not. The text is secret, except for white space and numbers, and with them the
 * lengths of the words. */
#ifndef SN_CHAIN_SEED_WORDS_H
#define SN_CHAIN_SEED_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Find the next word of the `len` bytes at `text`, from *at on. Returns false if there is none. */
bool sn_seed_words_next(const char *text, size_t len, size_t *at, const char **word, size_t *word_len);

size_t sn_seed_words_count(const char *text, size_t len);

#endif
