/* base/error.h - errors: a code, a message, a hint.
 *
 * A function that can fail returns 0 or a negative `enum sn_err`. The code is the kind of error and, negated,
 * the exit status of the programs. `struct sn_error` has the message and, where there is a remedy, a hint.
 * The programs print them as "PROGRAM: error: MESSAGE" and "PROGRAM: hint: HINT". The library itself never
 * prints and never exits.
 *
 * No message and no hint may contain a secret. */
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
	char text[640]; /* the message: one line without a newline */
	char hint[320]; /* what the user can do: the same; "" without a remedy */
	enum sn_reason reason;
};

/* Store the formatted message in `err` and return `code`, so that a caller can write
 * `return sn_error_set(err, SN_BAD_INPUT, "...")`. Here and below, `err` may be NULL. Removes an earlier
 * hint. */
int sn_error_set(struct sn_error *err, enum sn_err code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Add a hint to the error in `err` and return `code`. To set both:
 *
 *     return sn_error_hint(err, sn_error_set(err, SN_REFUSED, "%s already exists; not overwritten", path),
 *                          "choose another name");
 *
 * A hint is a phrase in the imperative, without a full stop. */
int sn_error_hint(struct sn_error *err, int code, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* sn_error_set with a reason; all others set SN_REASON_NONE. */
int sn_error_because(struct sn_error *err, enum sn_err code, enum sn_reason reason, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* sn_error_set with SN_IO; appends ": " and the text of `errno`. */
int sn_error_errno(struct sn_error *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Put "PREFIX: " before the message in `err`; the reason and the hint stay. Returns `code`. */
int sn_error_prefix(struct sn_error *err, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Append to the message in `err`; the reason and the hint stay. Returns `code`. */
int sn_error_append(struct sn_error *err, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* "out of memory", SN_IO. */
int sn_error_memory(struct sn_error *err);

#endif
