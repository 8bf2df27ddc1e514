/* chain/varint.h - integers in groups of seven bits, least significant first, the top bit saying that
 * more follow.
 *
 * One value has one encoding: a last byte of zero (other than the value 0 itself) and anything
 * above 2^64 - 1 are refused, as on the chain.
 * Source: reference implementation, src/common/varint.h. */
#ifndef SN_CHAIN_VARINT_H
#define SN_CHAIN_VARINT_H

#include "base/bytes.h"

#define SN_VARINT_SIZE_MAX 10

/* The next varint, or 0 and a failed reader. */
uint64_t sn_read_varint(struct sn_reader *r);

/* A varint that counts elements of at least `size` > 0 bytes each. A count that the rest of the
 * input cannot hold fails the reader, so that the result may safely size an allocation. */
size_t sn_read_count(struct sn_reader *r, size_t size);

void sn_put_varint(struct sn_buf *b, uint64_t v);

/* Bytes that sn_put_varint appends: 1 to SN_VARINT_SIZE_MAX. */
size_t sn_varint_size(uint64_t v);

#endif
