/* handoff/set_reader.h - parts of the decoders of sets and lists: bounded numbers and arrays, and messages.
 *
 * For handoff/ and interop/. */
#ifndef SN_HANDOFF_SET_READER_H
#define SN_HANDOFF_SET_READER_H

#include "base/bytes.h"
#include "base/error.h"

/* Check that `n` is in `min` to `max`. Returns `code` and a message about the `items` ("inputs") if not. */
int sn_set_check_count(size_t n, size_t min, size_t max, const char *items, enum sn_err code,
		       struct sn_error *err) SN_MUST_USE;

/* Read a varint. A value above `max` fails the reader. */
uint64_t sn_set_read_number(struct sn_reader *r, uint64_t max);

/* Read the number of the following elements. It must be in `min` to `max`, and the remaining bytes must be
 * sufficient for so many elements of at least `encoded_min` bytes. Returns SN_BAD_INPUT and a message about
 * the `items`. */
int sn_set_read_count(size_t *n, struct sn_reader *r, size_t min, size_t max, size_t encoded_min,
		      const char *items, struct sn_error *err) SN_MUST_USE;

/* Like sn_set_read_count; then allocate so many elements of `size` bytes, filled with zeros. Free *array. On
 * error, and for 0 elements, it is NULL. Returns SN_IO if out of memory. */
int sn_set_read_array(void **array, size_t *n, struct sn_reader *r, size_t min, size_t max,
		      size_t encoded_min, size_t size, const char *items, struct sn_error *err) SN_MUST_USE;

/* Put "PREFIX: " before the message, add the hint, set SN_REASON_DAMAGED, and return SN_BAD_INPUT. */
int sn_set_malformed(struct sn_error *err, const char *prefix, const char *hint);

/* Returns SN_BAD_INPUT and a message if the reader has failed. */
int sn_set_check_reader(const struct sn_reader *r, struct sn_error *err) SN_MUST_USE;

#endif
