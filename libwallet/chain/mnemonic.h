/* chain/mnemonic.h - a 32-byte wallet seed as 25 English words.
 *
 * Each four bytes (a little-endian integer x) are encoded as three of the N = 1626 words:
 *
 *   w1 = x mod N,  w2 = (x div N + w1) mod N,  w3 = (x div N² + w2) mod N
 *
 * The 25th word repeats one of the 24: number CRC-32(first three letters of each) mod 24.
 * Everything is secret, with these exceptions, on which the code branches:
 *
 *   - the number and the lengths of the words, and white space and numbers between them;
 *   - that word k is not in the list, that a triple of words encodes no number, and that the checksum is
 *     wrong;
 *   - which words sn_mnemonic_compare finds to differ.
 *
 * To find a word, or to write one, the whole list is read.
 * Source: reference implementation, src/mnemonics/electrum-words.cpp; the list is in mnemonic_english.h. */
#ifndef SN_CHAIN_MNEMONIC_H
#define SN_CHAIN_MNEMONIC_H

#include "base/error.h"
#include "chain/mnemonic_english.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SN_SEED_BYTES 32
#define SN_MNEMONIC_WORDS 25

/* 25 words with one space between, and a NUL. */
#define SN_MNEMONIC_TEXT_MAX (SN_MNEMONIC_WORDS * (SN_MNEMONIC_WORD_MAX + 1))

/* Write the words, with single spaces. The caller wipes `out`. */
void sn_mnemonic_encode(char out[static SN_MNEMONIC_TEXT_MAX], const uint8_t seed[static SN_SEED_BYTES]);

/* Read `len` bytes of text: 25 words in any case, with any white space around them, numbered ("1" or "1.") or
 * not. Words may be abbreviated to their first three letters, which are unique. Returns SN_BAD_INPUT; the
 * message names the position of a wrong word, but never quotes one. `seed` is then zeroed. */
int sn_mnemonic_decode(uint8_t seed[static SN_SEED_BYTES], const char *text, size_t len,
		       struct sn_error *err) SN_MUST_USE;

/* Whether sn_mnemonic_decode knows the word of `len` bytes. */
bool sn_mnemonic_is_word(const char *word, size_t len);

/* Compare 25 words with those of `seed`. Store the numbers of the words that differ, from 1, in
 * `differing`, and return how many there are. A text with another number of words differs in all. The
 * numbers are not secret. */
size_t sn_mnemonic_compare(unsigned differing[static SN_MNEMONIC_WORDS], const char *text, size_t len,
			   const uint8_t seed[static SN_SEED_BYTES]);

#endif
