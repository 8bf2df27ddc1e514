/* base/error.h - how every function here says that something went wrong.
 *
 * A function that can fail returns 0 or a negative `enum sn_err`. The code says
 * what kind of trouble it is and, negated, is the exit status of the programs;
 * `struct sn_error` carries the one sentence that the user reads. The library
 * itself never prints and never exits.
 *
 * No error text may contain a secret. */
#ifndef SN_BASE_ERROR_H
#define SN_BASE_ERROR_H

#include <stddef.h>

#define SN_MUST_USE __attribute__((warn_unused_result))

enum sn_err {
	SN_OK = 0,
	SN_REFUSED = -1,     /* a check or a policy says no */
	SN_USAGE = -2,       /* the command line or a request is wrong */
	SN_BAD_INPUT = -3,   /* damaged, truncated, wrong kind, wrong wallet, wrong network */
	SN_BAD_PASSWORD = -4,
	SN_DAEMON = -5,      /* unreachable, or it rejected the transaction */
	SN_NEEDS_REPAIR = -6,/* key images are missing: the recovery procedure is needed */
	SN_IO = -7,          /* files, memory and other resources */
};

struct sn_error {
	char text[512]; /* one line, no newline, no secret */
};

/* Store the formatted sentence in `err` (which may be NULL) and return `code`, so
 * that a caller can write `return sn_error_set(err, SN_BAD_INPUT, "...")`. */
int sn_error_set(struct sn_error *err, enum sn_err code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* The same for SN_IO, with ": " and the text of `errno` appended. */
int sn_error_errno(struct sn_error *err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Put "prefix: " before the sentence already in `err`; returns `code`. */
int sn_error_prefix(struct sn_error *err, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* "out of memory", SN_IO. */
int sn_error_memory(struct sn_error *err);

#endif
