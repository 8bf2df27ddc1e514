/* chain/mnemonic_english.h - the English word list of Monero's seed phrases, in its order: 1626 words, unique
 * in their first three letters. The list is a fact of the format. Source: reference implementation,
 * src/mnemonics/english.h (v0.18). */
#ifndef SN_CHAIN_MNEMONIC_ENGLISH_H
#define SN_CHAIN_MNEMONIC_ENGLISH_H

#define SN_MNEMONIC_LIST_WORDS 1626
#define SN_MNEMONIC_WORD_MAX 12 /* letters */

extern const char sn_mnemonic_english[SN_MNEMONIC_LIST_WORDS][SN_MNEMONIC_WORD_MAX + 1];

#endif
