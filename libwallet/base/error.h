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
	SN_REFUSED = -1,   /* a check or a policy says no */
	SN_USAGE = -2,     /* the command line or a request is wrong */
	SN_BAD_INPUT = -3, /* damaged, truncated, wrong kind, wrong wallet, wrong network */
	SN_BAD_PASSWORD = -4,
	SN_DAEMON = -5,       /* unreachable, or it rejected the transaction */
	SN_NEEDS_REPAIR = -6, /* key images are missing: the recovery procedure is needed */
	SN_IO = -7,           /* files, memory and other resources */
};

/* What exactly is the matter, where a program that called may want to act on it. */
enum sn_reason {
	SN_REASON_NONE = 0,
	SN_REASON_WRONG_ROLE, /* the other wallet can do this: master, or watch-only */
	SN_REASON_OFFLINE,    /* this wallet was told to stay without a daemon */
	SN_REASON_BAD_ADDRESS,
	SN_REASON_BAD_HEX,             /* meant to be hexadecimal text */
	SN_REASON_DAMAGED,             /* a file, truncated or altered */
	SN_REASON_FOREIGN,             /* a file of another kind, wallet or network */
	SN_REASON_NOT_ENOUGH,          /* money */
	SN_REASON_NOT_ENOUGH_UNLOCKED, /* there is enough, but not all of it can be spent now */
	SN_REASON_SIGNED_AWAY,         /* another transaction that spends this was signed before */
	SN_REASON_NO_JOURNAL,  /* it cannot be made, read or written to, and nothing is signed without one */
	SN_REASON_SPENT,       /* a key image is spent already */
	SN_REASON_UNREACHABLE, /* the daemon */
	SN_REASON_REJECTED,    /* by the daemon, which says why */
	SN_REASON_FORK,        /* the chain has a network upgrade that this program does not know */
	SN_REASON_MAYBE_SENT,  /* a transaction was being sent and no answer came: it may have arrived */
};

struct sn_error {
	char text[640]; /* one line, no newline, no secret */
	enum sn_reason reason;
};

/* Store the formatted sentence in `err` (which may be NULL) and return `code`, so
 * that a caller can write `return sn_error_set(err, SN_BAD_INPUT, "...")`. */
int sn_error_set(struct sn_error *err, enum sn_err code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* The same, with a reason; the others leave none. */
int sn_error_because(struct sn_error *err, enum sn_err code, enum sn_reason reason, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* The same for SN_IO, with ": " and the text of `errno` appended. */
int sn_error_errno(struct sn_error *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Put "prefix: " before the sentence already in `err`, whose reason stays; returns `code`. */
int sn_error_prefix(struct sn_error *err, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Put more behind the sentence already in `err`, whose reason stays; returns `code`. */
int sn_error_append(struct sn_error *err, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* "out of memory", SN_IO. */
int sn_error_memory(struct sn_error *err);

#endif
