/* handoff/bytewords.h - bytes as letters: minimal bytewords, two letters a byte, CRC-32 at the end.
 *
 * Source: BCR-2020-012 "Bytewords" (Blockchain Commons). */
#ifndef SN_HANDOFF_BYTEWORDS_H
#define SN_HANDOFF_BYTEWORDS_H

#include "base/bytes.h"
#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* CRC-32 as of ISO/IEC 8802-3 (zlib's), of public data. */
uint32_t sn_crc32(const void *data, size_t len);

/* Append the minimal bytewords of `data` and its CRC-32, most significant byte first, in lower case. */
void sn_bytewords_encode(struct sn_buf *out, const void *data, size_t len);

/* Append the bytes that `len` letters of either case stand for, without the CRC-32. SN_BAD_INPUT: an odd
 * number of letters, a pair that is no word, too few, a wrong CRC-32; then `out` is as before. SN_IO. */
int sn_bytewords_decode(struct sn_buf *out, const char *text, size_t len, struct sn_error *err) SN_MUST_USE;

#endif
