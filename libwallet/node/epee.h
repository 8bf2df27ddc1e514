/* node/epee.h - epee "portable storage", the binary form of the daemon's answers.
 *
 *   file    := 01 11 01 01  01 01 02 01  01  section
 *   section := size, then `size` fields
 *   field   := length of the name (1 byte, not 0), name, type byte, value
 *   value   := with flag 0x80 in the type: size, then that many elements of the type;
 *              otherwise one element
 *   size    := little-endian, its two low bits say how wide: 1, 2, 4 or 8 bytes; value >> 2
 *   string  := size, bytes
 *
 * Source: Monero, contrib/epee/include/storages/portable_storage_base.h,
 * portable_storage_from_bin.h and src/portable_storage.cpp.
 *
 * Reading builds no tree and allocates nothing. sn_epee_read_section picks the named fields out
 * of one section, each as a bounded view of its value, and skips the others; the views are
 * then read with the functions for their kind. Sizes are checked against the bytes that
 * are left, so the work done is linear in the input, and nesting is limited to
 * SN_EPEE_DEPTH. Failure is sticky in the struct sn_reader, as everywhere. A named field that
 * stands twice in a section, and an array of arrays (which the reference never writes), are
 * failures. */
#ifndef SN_NODE_EPEE_H
#define SN_NODE_EPEE_H

#include "base/bytes.h"

#define SN_EPEE_DEPTH 16

enum sn_epee_type {
	SN_EPEE_INT64 = 1,
	SN_EPEE_INT32 = 2,
	SN_EPEE_INT16 = 3,
	SN_EPEE_INT8 = 4,
	SN_EPEE_UINT64 = 5,
	SN_EPEE_UINT32 = 6,
	SN_EPEE_UINT16 = 7,
	SN_EPEE_UINT8 = 8,
	SN_EPEE_DOUBLE = 9,
	SN_EPEE_STRING = 10,
	SN_EPEE_BOOL = 11,
	SN_EPEE_OBJECT = 12,
};

/* One value, located but not yet decoded. */
struct sn_epee_value {
	bool is_present;
	bool is_array;
	enum sn_epee_type type; /* of the value, or of each element */
	uint64_t count;         /* elements; 1 when not an array */
	struct sn_reader at;    /* the elements, exactly */
};

/* Check the header and leave `r` at the root section. */
void sn_epee_read_header(struct sn_reader *r);

/* Read the section at `r` to its end. values[i] becomes the field called names[i], with
 * is_present false if there is none. On failure (r->failed) no value is present. */
void sn_epee_read_section(struct sn_reader *r, const char *const names[], struct sn_epee_value values[],
			  size_t count);

/* Scalars; true if the value is present and of the kind, else false and the output is untouched.
 * Integers: any width, signed ones if not negative. */
bool sn_epee_get_uint(const struct sn_epee_value *v, uint64_t *out);
bool sn_epee_get_bool(const struct sn_epee_value *v, bool *out);
bool sn_epee_get_string(const struct sn_epee_value *v, const uint8_t **out, size_t *len);

/* True if the value is a string of exactly `len` bytes; copies them. */
bool sn_epee_get_bytes(const struct sn_epee_value *v, void *out, size_t len);

/* True if the value is an array of `type`, or absent (the reference leaves empty arrays out, and then
 * *count is 0). *r is left at the first element: objects are read with sn_epee_read_section,
 * strings with sn_epee_read_string, integers with the sn_read_… of their width. */
bool sn_epee_get_array(const struct sn_epee_value *v, enum sn_epee_type type, struct sn_reader *r,
		       uint64_t *count);

/* The string at `r`: a view, or NULL with r->failed. */
const uint8_t *sn_epee_read_string(struct sn_reader *r, size_t *len);

/* Writing: header, root section with its number of fields, then the fields. A size, below 2^62, also starts
 * a section of so many fields. */
void sn_epee_put_header(struct sn_buf *b);
void sn_epee_put_size(struct sn_buf *b, uint64_t size);
void sn_epee_put_u64(struct sn_buf *b, const char *name, uint64_t value);
void sn_epee_put_bool(struct sn_buf *b, const char *name, bool value);
void sn_epee_put_string(struct sn_buf *b, const char *name, const void *data, size_t len);

/* Start an array field; the `count` elements follow. */
void sn_epee_put_array(struct sn_buf *b, const char *name, enum sn_epee_type type, uint64_t count);

#endif
