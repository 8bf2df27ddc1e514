/* handoff/cbor.h - the little of CBOR that Uniform Resources need: heads of unsigned integers, byte strings
 * and arrays.
 *
 * Shortest form only, as deterministic CBOR has it. Source: RFC 8949, sections 3 and 4.2.1. */
#ifndef SN_HANDOFF_CBOR_H
#define SN_HANDOFF_CBOR_H

#include "base/bytes.h"

/* Major types. */
enum sn_cbor_type {
	SN_CBOR_UNSIGNED = 0,
	SN_CBOR_BYTES = 2,
	SN_CBOR_ARRAY = 4,
};

/* Append the head of an item: an integer's value, a byte string's length, an array's number of elements. */
void sn_cbor_put_head(struct sn_buf *out, enum sn_cbor_type type, uint64_t value);

/* Read the head of an item of this type whose value is at most `max`; anything else fails the reader, and is
 * 0. */
uint64_t sn_cbor_read_head(struct sn_reader *r, enum sn_cbor_type type, uint64_t max);

#endif
