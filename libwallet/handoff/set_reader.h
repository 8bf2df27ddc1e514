/* handoff/set_reader.h - what the codecs of the unsigned and the signed set have in common: bounded
 * numbers, and sentences for what is wrong.
 *
 * Private to handoff/. */
#ifndef SN_HANDOFF_SET_READER_H
#define SN_HANDOFF_SET_READER_H

#include "base/bytes.h"
#include "base/error.h"

/* `code` and a sentence about `what` ("inputs") when n is not min to max. */
int sn_set_check_count(size_t n, size_t min, size_t max, const char *what, enum sn_err code,
		       struct sn_error *err) SN_MUST_USE;

/* A varint of at most `max`; more fails the reader. */
uint64_t sn_set_read_number(struct sn_reader *r, uint64_t max);

/* How many elements follow, `min` to `max`, of at least `size` bytes each: so many that the rest can
 * hold. SN_BAD_INPUT, with a sentence about `what`. */
int sn_set_read_count(size_t *n, struct sn_reader *r, size_t min, size_t max, size_t size, const char *what,
		      struct sn_error *err) SN_MUST_USE;

/* Put "prefix: " before the sentence that says what is wrong with the bytes; SN_BAD_INPUT, SN_REASON_DAMAGED.
 */
int sn_set_malformed(struct sn_error *err, const char *prefix);

/* 0, or SN_BAD_INPUT and a sentence when the reader has failed. */
int sn_set_check_reader(const struct sn_reader *r, struct sn_error *err) SN_MUST_USE;

#endif
