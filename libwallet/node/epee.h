/* node/epee.h - epee "portable storage", the binary format of the daemon's answers.
 *
 *   file    := 01 11 01 01  01 01 02 01  01  section
 *   section := size, then `size` fields
 *   field   := length of the name (1 byte, not 0), name, type byte, value
 *   value   := with flag 0x80 in the type: size, then that many elements of the type;
 *              otherwise one element
 *   size    := little-endian, 1, 2, 4 or 8 bytes as its two low bits are 0 to 3; value >> 2
 *   string  := size, bytes
 *
 * Source: Monero, contrib/epee/include/storages/portable_storage_base.h,
 * portable_storage_from_bin.h and src/portable_storage.cpp.
 *
 * Reading builds no tree and allocates nothing. sn_epee_read_section returns the named fields of a section as
 * bounded views of their values, and skips the others. The views are then read with the functions for their
 * types. Sizes are checked against the remaining bytes, so the work is linear in the input. Nesting is
 * limited to SN_EPEE_DEPTH. Failure is sticky in the struct sn_reader. A duplicate named field in a section
 * is a failure; so is an array of arrays, which the reference implementation never writes. */
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

/* A value that is located but not decoded. */
struct sn_epee_value {
	bool is_present;
	bool is_array;
	enum sn_epee_type type; /* of the value, or of each element */
	uint64_t count;         /* elements; 1 when not an array */
	struct sn_reader at;    /* exactly the elements */
};

/* Check the header; `r` is then at the root section. */
void sn_epee_read_header(struct sn_reader *r);

/* Read the section at `r` to its end. values[i] becomes the field names[i]; is_present is false if the
 * section lacks it. On failure (r->failed) no value is present. */
void sn_epee_read_section(struct sn_reader *r, const char *const names[], struct sn_epee_value values[],
			  size_t count);

/* Read a scalar. Returns true if the value is present and has the type; otherwise the output is unchanged.
 * Integers may have any width; signed ones must not be negative. */
bool sn_epee_get_uint(const struct sn_epee_value *v, uint64_t *out);
bool sn_epee_get_bool(const struct sn_epee_value *v, bool *out);
bool sn_epee_get_string(const struct sn_epee_value *v, const uint8_t **out, size_t *len);

/* Copy a string of exactly `len` bytes. Returns false for any other value. */
bool sn_epee_get_bytes(const struct sn_epee_value *v, void *out, size_t len);

/* Set *r to the first element of an array of `type`. Read objects with sn_epee_read_section, strings with
 * sn_epee_read_string, integers with the sn_read_… of their width. An absent value is an empty array, because
 * the reference implementation omits these. Returns false for any other value. */
bool sn_epee_get_array(const struct sn_epee_value *v, enum sn_epee_type type, struct sn_reader *r,
		       uint64_t *count);

/* Read the string at `r`. Returns a view, or NULL with r->failed. */
const uint8_t *sn_epee_read_string(struct sn_reader *r, size_t *len);

/* Write the header, the root section with its number of fields, then the fields. A size (below 2^62) also
 * starts a section with that number of fields. */
void sn_epee_put_header(struct sn_buf *b);
void sn_epee_put_size(struct sn_buf *b, uint64_t size);
void sn_epee_put_u64(struct sn_buf *b, const char *name, uint64_t value);
void sn_epee_put_bool(struct sn_buf *b, const char *name, bool value);
void sn_epee_put_string(struct sn_buf *b, const char *name, const void *data, size_t len);

/* Start an array field; the caller writes the `count` elements. */
void sn_epee_put_array(struct sn_buf *b, const char *name, enum sn_epee_type type, uint64_t count);

#endif
