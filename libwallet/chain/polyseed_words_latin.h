/* chain/polyseed_words_latin.h - the European word lists of Polyseed: 2048 words each, in the order of the
 * format, each with a space after it. The lists are facts of the format. The Spanish and French ones
 * are without accents, which do not count.
 * Source: github.com/tevador/polyseed, src/lang_*.c, which follows the lists of BIP-39
 * (github.com/bitcoin/bips, bip-0039). */
#ifndef SN_CHAIN_POLYSEED_WORDS_LATIN_H
#define SN_CHAIN_POLYSEED_WORDS_LATIN_H

extern const char sn_polyseed_english[];
extern const char sn_polyseed_spanish[];
extern const char sn_polyseed_french[];
extern const char sn_polyseed_italian[];
extern const char sn_polyseed_czech[];
extern const char sn_polyseed_portuguese[];

#endif
