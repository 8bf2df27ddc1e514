/* base/normal_form.h - the compatibility decomposition of Unicode, form NFKD: "é" becomes "e" and U+0301, "が"
 * becomes "か" and U+3099, "가" becomes two Jamo.
 *
 * Passphrases and words that look the same get the same bytes, however they were typed. Wallets that derive
 * keys from text use this form (Polyseed, BIP-39).
 *
 * Complete for these ranges, and other characters are refused, because a guess would derive other keys:
 *
 *   U+0000 to U+052F    Latin, Greek, Cyrillic, combining marks
 *   U+1100 to U+11FF    Hangul Jamo
 *   U+1E00 to U+20CF    further Latin and Greek, punctuation, currencies
 *   U+3000 to U+30FF    Japanese
 *   U+4E00 to U+9FFF    Chinese and Japanese
 *   U+AC00 to U+D7A3    Korean
 *   U+FF00 to U+FFEF    full-width and half-width forms
 *   U+1F300 to U+1FAFF  pictures
 *
 * and for the characters outside of them that these become, so that the form of a form is the form itself.
 *
 * A character has at most SN_TEXT_MARKS_MAX combining marks, as in the Stream-Safe Text Format: more than in
 * any language. The time is therefore proportional to the length of the text.
 *
 * The text may be secret. The code neither branches on characters of ASCII nor indexes by them. For other
 * characters it reads the whole table, but branches on their length, their script, their marks, and on how
 * many characters they become.
 * Source: Unicode Standard Annex #15, section 13 for the limit; section 3.12 of the standard for Hangul. */
#ifndef SN_BASE_NORMAL_FORM_H
#define SN_BASE_NORMAL_FORM_H

#include "base/bytes.h"
#include "base/error.h"

#include <stddef.h>

#define SN_TEXT_MARKS_MAX 30

/* Append the form of `len` bytes of UTF-8. Returns SN_BAD_INPUT for other bytes, for a character outside of
 * the ranges, and for too many marks; the message has the position, never the character. SN_IO: out of
 * memory. */
int sn_text_decompose(struct sn_buf *out, const char *text, size_t len, struct sn_error *err) SN_MUST_USE;

#endif
