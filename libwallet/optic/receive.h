/* optic/receive.h - from the texts of codes to what they carry together.
 *
 * Codes may come in any order, again, damaged, from several transfers at a time, and between codes that
 * have nothing to do with any: what is of no use is counted and does no harm. What is complete has the
 * checksum that it was sent with (handoff/ur.h); that says that it arrived as it was shown, and not who
 * showed it. */
#ifndef SN_OPTIC_RECEIVE_H
#define SN_OPTIC_RECEIVE_H

#include "base/bytes.h"
#include "base/error.h"

#include <stdbool.h>

struct sn_receive_options {
	bool text;        /* a plain text is wanted, and no UR */
	const char *type; /* the UR type wanted; NULL: x-sn-..., that is ours, and `bytes`, for whatever else
			     our programs show */
};

struct sn_receiver;

/* SN_USAGE when the type is none, SN_IO. */
int sn_receiver_new(struct sn_receiver **out, const struct sn_receive_options *options,
		    struct sn_error *err) SN_MUST_USE;
void sn_receiver_free(struct sn_receiver *r); /* wipes; NULL is allowed */

/* Take in the text of one code. `receiver` is a struct sn_receiver: this is a sn_detected, see
 * optic/detection.h. SN_IO; SN_BAD_INPUT for a second one when one is complete, be it a text where one is
 * wanted, or a UR in one code: which is meant is not for us to guess, so ask sn_receiver_is_complete after a
 * whole picture only. */
int sn_receiver_take(void *receiver, const char *text, size_t len, struct sn_error *err) SN_MUST_USE;

bool sn_receiver_is_complete(const struct sn_receiver *r);

/* What was received, once complete: a view; else NULL. */
const uint8_t *sn_receiver_data(const struct sn_receiver *r, size_t *len);

struct sn_receive_progress {
	uint32_t have, needed; /* independent parts, of the transfer that is ahead; 0 needed: none seen yet */
	uint64_t codes;        /* all that was taken in; of these: */
	uint64_t useful;
	uint64_t again;   /* nothing new */
	uint64_t damaged; /* URs that are not as they must be */
	uint64_t other;   /* of another transfer of a wanted type */
	uint64_t foreign; /* URs of other types, and all of them where a text is wanted */
	uint64_t texts;   /* no UR */
};
const struct sn_receive_progress *sn_receiver_progress(const struct sn_receiver *r);

/* The type of the first UR that was not wanted, or an empty text. */
const char *sn_receiver_foreign(const struct sn_receiver *r);

/* Append "5 of 9 parts (55 %), 12 codes: 4 seen before, 1 damaged", without a newline. A failure is in `out`.
 */
void sn_receiver_describe(struct sn_buf *out, const struct sn_receiver *r);

/* Store in `err` what is missing, and what may help; SN_BAD_INPUT. */
int sn_receiver_incomplete(const struct sn_receiver *r, struct sn_error *err) SN_MUST_USE;

#endif
