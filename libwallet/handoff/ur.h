/* handoff/ur.h - Uniform Resources: bytes as text that a QR code holds well, in one part or many.
 *
 * The payload is one CBOR byte string, as with the other wallets' types; the parts of a multipart UR are
 * CBOR arrays of five. Text goes out in upper case, for QR's alphanumeric mode, and comes in in either.
 * Nothing here is secret, or known to be genuine: who receives checks what it got.
 *
 * Sources: BCR-2020-005 "Uniform Resources (UR)", BCR-2024-001 (Blockchain Commons); RFC 8949 (CBOR), of
 * which shortest-form unsigned integers, byte strings and one array are needed. */
#ifndef SN_HANDOFF_UR_H
#define SN_HANDOFF_UR_H

#include "base/bytes.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SN_UR_TYPE_MAX 64 /* characters */

/* Letters of lower case, digits, hyphens; at least one, at most SN_UR_TYPE_MAX. */
bool sn_ur_type_is_valid(const char *type);

/* ------------------------------------------------------------------ out */

struct sn_ur_encoder;

/* Encode a copy of the `len` bytes as `type`, in parts that carry at most `part_bytes` bytes each; 0: in
 * one part, whatever the length. SN_USAGE when the type is not valid, or there would be too many parts, or
 * too many bytes for several. SN_IO. */
int sn_ur_encoder_new(struct sn_ur_encoder **out, const char *type, const void *data, size_t len,
		      size_t part_bytes, struct sn_error *err) SN_MUST_USE;
void sn_ur_encoder_free(struct sn_ur_encoder *e); /* NULL is allowed */

/* How many parts there are that hold one fragment each; 1 for a UR in one part. */
size_t sn_ur_encoder_parts(const struct sn_ur_encoder *e);

/* Append the text of part `sequence`, from 1, in upper case. Beyond sn_ur_encoder_parts they go on as long
 * as one likes; of a UR in one part all are the same. SN_IO when out of memory; `out` is then as before. */
int sn_ur_encoder_part(struct sn_buf *out, const struct sn_ur_encoder *e, uint32_t sequence,
		       struct sn_error *err) SN_MUST_USE;

/* ------------------------------------------------------------------ in */

enum sn_ur_outcome {
	SN_UR_USEFUL,    /* one more towards the end */
	SN_UR_DUPLICATE, /* nothing new */
	SN_UR_FOREIGN,   /* of another type than the one wanted, or of another transfer than the one that is
			    ahead or complete */
	SN_UR_RIVAL,     /* another whole one, when one is complete: which is meant? */
	SN_UR_BAD, /* a UR, but damaged, or not as it must be; nothing was changed, but for a transfer that is
		    * given up: all parts are there, and they are not what they said */
	SN_UR_NONE /* no UR at all */
};

struct sn_ur_decoder;

/* `type` is the only one wanted, NULL any. NULL when out of memory. */
struct sn_ur_decoder *sn_ur_decoder_new(const char *type);
void sn_ur_decoder_free(struct sn_ur_decoder *d); /* NULL is allowed */

/* Take in the text of one code, of which anything may be expected. Up to SN_UR_TRANSFERS_MAX transfers are
 * followed at a time, and the first that is complete is the one received: codes of another that are in
 * between do no harm. Once complete, nothing changes any more, and what comes is told apart only. SN_IO
 * when out of memory. */
#define SN_UR_TRANSFERS_MAX 4
int sn_ur_receive(struct sn_ur_decoder *d, const char *text, size_t len, enum sn_ur_outcome *outcome,
		  struct sn_error *err) SN_MUST_USE;

bool sn_ur_is_complete(const struct sn_ur_decoder *d);

/* What was received, once complete: its type, and the bytes in the CBOR byte string. Views; else NULL. */
const char *sn_ur_type(const struct sn_ur_decoder *d);
const uint8_t *sn_ur_bytes(const struct sn_ur_decoder *d, size_t *len);

/* Of the transfer that is ahead: independent parts so far and needed (0 before the first); parts received,
 * whatever they were good for; how many transfers were begun. */
struct sn_ur_progress {
	uint32_t have, needed;
	uint64_t received;
	unsigned transfers;
};
void sn_ur_progress(const struct sn_ur_decoder *d, struct sn_ur_progress *progress);

#endif
