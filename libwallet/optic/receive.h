/* optic/receive.h - assembles a payload from the texts of codes.
 *
 * Codes may come in any order, repeatedly, corrupt, from several transfers, and mixed with unrelated codes:
 * useless codes are counted and ignored. Empty codes, with which some wallets begin a series, are not
 * counted. A complete payload matches the checksum of its sender
 * (handoff/ur.h). The checksum detects errors, but does not authenticate the sender. */
#ifndef SN_OPTIC_RECEIVE_H
#define SN_OPTIC_RECEIVE_H

#include "base/bytes.h"
#include "base/error.h"

#include <stdbool.h>

struct sn_receive_options {
	bool text;        /* accept a plain text, and no UR */
	const char *type; /* the accepted UR type; NULL: all of sn_payload_type_is_known */
};

struct sn_receiver;

/* Returns SN_USAGE if the type is invalid; SN_IO. */
int sn_receiver_new(struct sn_receiver **out, const struct sn_receive_options *options,
		    struct sn_error *err) SN_MUST_USE;
void sn_receiver_free(struct sn_receiver *r); /* wipes; NULL is allowed */

/* Process the text of one code. `receiver` is a struct sn_receiver; the function is a sn_detected of
 * optic/detection.h. Returns SN_IO; SN_BAD_INPUT if a payload is complete and the code has another one, as
 * plain text or as a UR in one code, because the choice between them is the user's. To find such a code, call
 * sn_receiver_is_complete only after a whole picture. */
int sn_receiver_take(void *receiver, const char *text, size_t len, struct sn_error *err) SN_MUST_USE;

bool sn_receiver_is_complete(const struct sn_receiver *r);

/* The payload if it is complete, a view; otherwise NULL. */
const uint8_t *sn_receiver_data(const struct sn_receiver *r, size_t *len);

struct sn_receive_progress {
	uint32_t have, needed; /* independent parts of the most complete transfer; needed = 0: no part yet */
	uint64_t codes;        /* all codes; of these: */
	uint64_t useful;
	uint64_t again;   /* duplicates */
	uint64_t damaged; /* invalid URs */
	uint64_t other;   /* of another transfer with an accepted type */
	uint64_t foreign; /* URs of other types; all URs if a text is expected */
	uint64_t texts;   /* not a UR */
};
const struct sn_receive_progress *sn_receiver_progress(const struct sn_receiver *r);

/* The type of the first UR with a type that is not accepted, or an empty text. */
const char *sn_receiver_foreign(const struct sn_receiver *r);

/* Append "5 of 9 parts (55 %), 12 codes (4 duplicate, 1 corrupt)", without a newline. `out` records a
 * failure. */
void sn_receiver_describe(struct sn_buf *out, const struct sn_receiver *r);

/* Set `err` to a message about the missing parts, with a hint; return SN_BAD_INPUT. */
int sn_receiver_incomplete(const struct sn_receiver *r, struct sn_error *err) SN_MUST_USE;

#endif
