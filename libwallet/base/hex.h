/* base/hex.h - hexadecimal text. */
#ifndef SN_BASE_HEX_H
#define SN_BASE_HEX_H

#include "base/bytes.h"
#include "base/error.h"

/* Write 2·len lower-case digits and a NUL to `out` (2·len + 1 bytes). Not constant time: not for secrets. */
void sn_hex_encode(char *out, const void *data, size_t len);

/* Decode exactly 2·len digits of either case from the NUL-terminated `text`. Returns SN_BAD_INPUT, with `out`
 * zeroed, if the length or a digit is wrong. */
int sn_hex_decode(void *out, size_t len, const char *text) SN_MUST_USE;

/* Decode `text` (not NUL-terminated) and append the bytes to `out`. White space at both ends is skipped.
 * Returns SN_BAD_INPUT, or SN_IO when out of memory; nothing is appended then. */
int sn_hex_decode_buf(struct sn_buf *out, const char *text, size_t len) SN_MUST_USE;

#endif
