/* chain/base58.h - CryptoNote's Base58: blocks of 8 bytes become 11 digits, a shorter last block
 * becomes 2, 3, 5, 6, 7, 9 or 10.
 *
 * Not Bitcoin's Base58, which treats the whole text as one number.
 * Source: CryptoNote Standard 007, section 3; reference implementation, src/common/base58.cpp. */
#ifndef SN_CHAIN_BASE58_H
#define SN_CHAIN_BASE58_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* Digits for `len` bytes, without the NUL. */
size_t sn_base58_size(size_t len);

/* Write sn_base58_size(len) digits and a NUL. */
void sn_base58_encode(char *out, const void *data, size_t len);

/* Decode `len` digits to *out_len bytes, at most `cap`. Returns SN_BAD_INPUT for an invalid character or
 * length, a block whose value does not fit its bytes, or more than `cap` bytes. Encoding the result gives the
 * same text. */
int sn_base58_decode(uint8_t *out, size_t cap, size_t *out_len, const char *text, size_t len) SN_MUST_USE;

#endif
