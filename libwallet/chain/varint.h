/* chain/varint.h - integers in groups of seven bits, least significant first. The top bit of a byte is set if
 * more bytes follow.
 *
 * Each value has one encoding. As on the chain, a last byte of zero (except for the value 0) and values above
 * 2^64 - 1 are refused.
 * Source: reference implementation, src/common/varint.h. */
#ifndef SN_CHAIN_VARINT_H
#define SN_CHAIN_VARINT_H

#include "base/bytes.h"

#define SN_VARINT_SIZE_MAX 10

/* The next varint, or 0 and a failed reader. */
uint64_t sn_read_varint(struct sn_reader *r);

/* A varint that counts elements of at least `size` > 0 bytes each. A count that exceeds the rest of the input
 * fails the reader: the result is a safe size for an allocation. */
size_t sn_read_count(struct sn_reader *r, size_t size);

void sn_put_varint(struct sn_buf *b, uint64_t v);

/* Bytes that sn_put_varint appends: 1 to SN_VARINT_SIZE_MAX. */
size_t sn_varint_size(uint64_t v);

#endif
