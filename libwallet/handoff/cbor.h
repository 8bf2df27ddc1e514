/* handoff/cbor.h - the subset of CBOR for Uniform Resources: heads of unsigned integers, byte strings and
 * arrays.
 *
 * Only the shortest form, as in deterministic CBOR. Source: RFC 8949, sections 3 and 4.2.1. */
#ifndef SN_HANDOFF_CBOR_H
#define SN_HANDOFF_CBOR_H

#include "base/bytes.h"

/* Major types. */
enum sn_cbor_type {
	SN_CBOR_UNSIGNED = 0,
	SN_CBOR_BYTES = 2,
	SN_CBOR_ARRAY = 4,
};

/* Append the head of an item: the value of an integer, the length of a byte string, or the number of elements
 * of an array. */
void sn_cbor_put_head(struct sn_buf *out, enum sn_cbor_type type, uint64_t value);

/* Read the head of an item of this type with a value up to `max`. Anything else fails the reader and returns
 * 0. */
uint64_t sn_cbor_read_head(struct sn_reader *r, enum sn_cbor_type type, uint64_t max);

#endif
