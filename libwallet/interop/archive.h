/* interop/archive.h - the "binary archive", in which the reference wallet encodes the contents of its files.
 *
 * It has neither names nor tags nor alignment. Integers are little-endian of fixed width (base/bytes.h) or
 * varints (chain/varint.h), as each format determines. Here are the other parts:
 *
 *   bool             one byte, 0 or 1
 *   pair, tuple      varint 2 or 3, then as many elements
 *   vector, set      varint count, then the elements; integers in it are varints
 *   string           varint length, then the bytes
 *
 * Readers are strict: a value has one encoding, and nothing may follow the last value. So decoding and
 * encoding again gives the same bytes. The reference wallet would accept any byte as bool.
 *
 * A failed reader stays failed (base/bytes.h): functions without a result need no check after each call.
 *
 * Source: reference implementation, src/serialization/. */
#ifndef SN_INTEROP_ARCHIVE_H
#define SN_INTEROP_ARCHIVE_H

#include "base/bytes.h"
#include "base/error.h"
#include "crypto/types.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A view of bytes: of the decoded plaintext, which must outlive it, or of the caller's memory. */
struct sn_archive_bytes {
	const uint8_t *at;
	size_t len;
};

/* A byte other than 0 and 1 fails the reader. */
bool sn_archive_read_bool(struct sn_reader *r);
void sn_archive_put_bool(struct sn_buf *out, bool v);

/* The number of elements of a pair or tuple. Another number than `n` fails the reader. */
void sn_archive_read_arity(struct sn_reader *r, uint64_t n);

/* The version of a structure named `name`. Returns SN_BAD_INPUT if it is not in `min` to `max`. */
int sn_archive_read_version(uint8_t *version, struct sn_reader *r, uint8_t min, uint8_t max, const char *name,
			    struct sn_error *err) SN_MUST_USE;

/* A string of at most `max` bytes. Returns SN_BAD_INPUT and a message about the `items` ("bytes of tx
 * extra").
 */
int sn_archive_read_bytes(struct sn_archive_bytes *bytes, struct sn_reader *r, size_t max, const char *items,
			  struct sn_error *err) SN_MUST_USE;
void sn_archive_put_bytes(struct sn_buf *out, const struct sn_archive_bytes *bytes);

/* A vector of at most `n_max` varints of at most `value_max`. Free *numbers; it is NULL on error and for 0
 * elements.
 *
 * Returns
 *   SN_BAD_INPUT  with a message about the `items`
 *   SN_IO         out of memory */
int sn_archive_read_varints(uint64_t **numbers, size_t *n, struct sn_reader *r, size_t n_max,
			    uint64_t value_max, const char *items, struct sn_error *err) SN_MUST_USE;
void sn_archive_put_varints(struct sn_buf *out, const uint64_t *numbers, size_t n);

/* A vector of keys; the same. */
int sn_archive_read_points(struct sn_point **points, size_t *n, struct sn_reader *r, size_t n_max,
			   const char *items, struct sn_error *err) SN_MUST_USE;
void sn_archive_put_points(struct sn_buf *out, const struct sn_point *points, size_t n);

/* Wipe and free an array of `n` elements of `size` bytes. `array` may be NULL. */
void sn_archive_free(void *array, size_t n, size_t size);

/* The public keys of the main address of a wallet, with which its exports begin. */
struct sn_archive_owner {
	struct sn_point spend, view;
};

void sn_archive_read_owner(struct sn_archive_owner *owner, struct sn_reader *r);
void sn_archive_put_owner(struct sn_buf *out, const struct sn_archive_owner *owner);

/* Returns SN_BAD_INPUT (SN_REASON_FOREIGN) if the file of `owner` is not of the wallet `wallet`. */
int sn_archive_check_owner(const struct sn_archive_owner *owner, const struct sn_archive_owner *wallet,
			   struct sn_error *err) SN_MUST_USE;

/* The contents of one kind of file. `value` is a struct of `size` bytes that is zero when empty. */
struct sn_archive_format {
	const char *name; /* with an article, for messages */
	size_t size;
	int (*take)(void *value, struct sn_reader *r, struct sn_error *err); /* decode; parts on error */
	void (*put)(struct sn_buf *out, const void *value);
	void (*release)(void *value); /* wipe and free the parts; `value` is empty afterwards */
};

/* Decode exactly `len` bytes. On error `value` is empty.
 *
 * Returns
 *   SN_BAD_INPUT  (SN_REASON_DAMAGED) not the encoding of a value
 *   SN_IO         out of memory */
int sn_archive_decode(void *value, const struct sn_archive_format *format, const void *data, size_t len,
		      struct sn_error *err) SN_MUST_USE;

/* Append the encoding. It is decoded as a check: each limit of the decoder applies here as well.
 *
 * Returns
 *   SN_USAGE  the decoder would refuse the encoding
 *   SN_IO     out of memory
 * On error `out` is unchanged. */
int sn_archive_encode(struct sn_buf *out, const struct sn_archive_format *format, const void *value,
		      struct sn_error *err) SN_MUST_USE;

#endif
