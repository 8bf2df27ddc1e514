/* base/hex.h - hexadecimal text. */
#ifndef SN_BASE_HEX_H
#define SN_BASE_HEX_H

#include "base/bytes.h"
#include "base/error.h"

/* Write 2·len lower-case digits and a NUL to `out` (2·len + 1 bytes). Not for secrets. */
void sn_hex_encode(char *out, const void *data, size_t len);

/* Read exactly 2·len digits of either case from the NUL-terminated `text`.
 * 0, or SN_BAD_INPUT when the length or a digit is wrong; then `out` is zeroed. */
int sn_hex_decode(void *out, size_t len, const char *text) SN_MUST_USE;

/* Append what `text` (not NUL-terminated) spells to `out`; white space at both ends is
 * skipped. 0, SN_BAD_INPUT, or SN_IO when out of memory; on failure nothing is appended. */
int sn_hex_decode_buf(struct sn_buf *out, const char *text, size_t len) SN_MUST_USE;

#endif
