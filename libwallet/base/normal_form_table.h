/* base/normal_form_table.h - the characters that Unicode's form NFKD decomposes, and the order of marks.
 *
 * Facts of the Unicode Character Database 14.0 (UnicodeData.txt), as Python's unicodedata gives them. Unicode
 * guarantees that later versions do not change them. */
#ifndef SN_BASE_NORMAL_FORM_TABLE_H
#define SN_BASE_NORMAL_FORM_TABLE_H

#include <stdint.h>

#define SN_DECOMPOSITION_MAX 4
#define SN_DECOMPOSITIONS 2140

/* Full decompositions in the ranges of sn_text_decompose, without Hangul syllables. Zeros fill up `to`. */
struct sn_decomposition {
	uint16_t from;
	uint16_t to[SN_DECOMPOSITION_MAX];
};

extern const struct sn_decomposition sn_decompositions[SN_DECOMPOSITIONS];

/* Canonical combining classes of U+0300 to U+036F. */
#define SN_MARKS_FIRST 0x300
#define SN_MARKS 0x70

extern const uint8_t sn_mark_classes[SN_MARKS];

#endif
