/* chain/polyseed_words_asian.h - the Asian word lists of Polyseed: 2048 words each, in the order of the
 * format, each with a space after it. The lists are facts of the format.
 * They are in normal form (base/normal_form.h).
 * Source: github.com/tevador/polyseed, src/lang_*.c, which follows the lists of BIP-39
 * (github.com/bitcoin/bips, bip-0039). */
#ifndef SN_CHAIN_POLYSEED_WORDS_ASIAN_H
#define SN_CHAIN_POLYSEED_WORDS_ASIAN_H

extern const char sn_polyseed_japanese[];
extern const char sn_polyseed_korean[];
extern const char sn_polyseed_chinese_simplified[];
extern const char sn_polyseed_chinese_traditional[];

#endif
