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
	SN_REFUSED = -1,   /* refused by a check or a policy */
	SN_USAGE = -2,     /* wrong command line or request */
	SN_BAD_INPUT = -3, /* corrupt, truncated, wrong kind, wrong wallet, wrong network */
	SN_BAD_PASSWORD = -4,
	SN_DAEMON = -5,       /* unreachable, or it rejected the transaction */
	SN_NEEDS_REPAIR = -6, /* key images are missing: the recovery procedure is needed */
	SN_IO = -7,           /* files, memory and other resources */
	SN_BUSY = -8,         /* another process uses the file; try again later */
};

/* The exact cause, where the calling program may act on it. */
enum sn_reason {
	SN_REASON_NONE = 0,
	SN_REASON_WRONG_ROLE, /* only the other wallet can do this: master or watch-only */
	SN_REASON_OFFLINE,    /* the wallet runs without a daemon */
	SN_REASON_BAD_ADDRESS,
	SN_REASON_BAD_HEX,             /* not hexadecimal text */
	SN_REASON_DAMAGED,             /* truncated or altered file */
	SN_REASON_FOREIGN,             /* file of another kind, wallet or network */
	SN_REASON_NOT_ENOUGH,          /* insufficient funds */
	SN_REASON_NOT_ENOUGH_UNLOCKED, /* sufficient funds, but too few of them unlocked */
	SN_REASON_DOUBLE_SPEND,        /* double-spend: already signed in another transaction */
	SN_REASON_NO_JOURNAL,  /* the journal cannot be created, read or written; signing requires it */
	SN_REASON_SPENT,       /* a key image is already spent */
	SN_REASON_UNREACHABLE, /* no answer from the daemon */
	SN_REASON_REJECTED,    /* the daemon rejected the transaction; the message has its reason */
	SN_REASON_FORK,        /* the chain has a network upgrade unknown to this program */
	SN_REASON_NO_ACCOUNT,  /* the wallet has no account with this number */
	SN_REASON_NO_ADDRESS,  /* the account has no address with this index */
	SN_REASON_BAD_PAYMENT_ID,
	SN_REASON_BAD_TXID,      /* not the hash of a transaction, or the wallet does not have it */
	SN_REASON_BAD_SIGNATURE, /* not the text of a signature */
	SN_REASON_BAD_KEY_IMAGE, /* not a key image */
	SN_REASON_BAD_URI,       /* not a payment URI, or none can be made */
	SN_REASON_BAD_TRANSFER_TYPE,
	SN_REASON_DENIED,         /* never done for any client */
	SN_REASON_NO_TRANSACTION, /* the daemon does not know it */
	SN_REASON_BAD_KEY,        /* not a tx key of this transaction */
	SN_REASON_BAD_PROOF,      /* a proof of the right form does not prove the claim */
	SN_REASON_NOTHING_PAID,   /* the proof is valid, but shows no payment to the address */
	SN_REASON_FEE,            /* the fee leaves nothing, or dust, for a recipient who pays it */
	SN_REASON_MAYBE_SENT,     /* no answer while sending a transaction: it may have arrived */
};

struct sn_error {
	char text[640]; /* the message: one line without a newline */
	char hint[320]; /* remedy for the user: one line, "" if there is none */
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

/* The hint of an error that only faulty memory explains. */
#define SN_TEST_MEMORY "test the memory of this machine"

/* For messages: "s" for every number except 1, as in "%zu output%s". */
#define SN_PLURAL(n) ((n) == 1 ? "" : "s")

/* "out of memory", SN_IO. */
int sn_error_memory(struct sn_error *err);

#endif
