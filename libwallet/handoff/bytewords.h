/* handoff/bytewords.h - bytes as letters: minimal bytewords, two letters per byte, with a CRC-32 at the end.
 *
 * Source: BCR-2020-012 "Bytewords" (Blockchain Commons). */
#ifndef SN_HANDOFF_BYTEWORDS_H
#define SN_HANDOFF_BYTEWORDS_H

#include "base/bytes.h"
#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* The CRC-32 of ISO/IEC 8802-3 and zlib, of public data. */
uint32_t sn_crc32(const void *data, size_t len);

/* Append the minimal bytewords of `data` and of its CRC-32, most significant byte first, in lower case. */
void sn_bytewords_encode(struct sn_buf *out, const void *data, size_t len);

/* Decode `len` letters of either case and append the bytes, without the CRC-32.
 *
 * Returns
 *   SN_BAD_INPUT  an odd number of letters, too few, a pair that is not a word, or a wrong CRC-32
 *   SN_IO         out of memory
 * On error `out` is unchanged. */
int sn_bytewords_decode(struct sn_buf *out, const char *text, size_t len, struct sn_error *err) SN_MUST_USE;

#endif
