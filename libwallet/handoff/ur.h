/* handoff/ur.h - Uniform Resources: bytes as text for QR codes, in one part or several.
 *
 * The payload is one CBOR byte string, as in the types of other wallets. The parts of a multipart UR are CBOR
 * arrays of five. By default, the encoder writes upper case, for the alphanumeric mode of QR codes; the
 * decoder accepts either case. The data are neither secret nor authenticated: the receiver must check them.
 *
 * Sources: BCR-2020-005 "Uniform Resources (UR)", BCR-2024-001 (Blockchain Commons); RFC 8949 (CBOR), of
 * which shortest-form unsigned integers, byte strings and one array are used. */
#ifndef SN_HANDOFF_UR_H
#define SN_HANDOFF_UR_H

#include "base/bytes.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SN_UR_TYPE_MAX 64 /* characters */

/* Whether `type` has 1 to SN_UR_TYPE_MAX lower-case letters, digits and hyphens. */
bool sn_ur_type_is_valid(const char *type);

/* ------------------------------------------------------------------ encoding */

struct sn_ur_encoder;

/* Encode a copy of the `len` bytes as `type`, in parts with at most `part_bytes` bytes each; 0 means one part
 * of any length.
 *
 * Returns
 *   SN_USAGE  the type is invalid, there would be too many parts, or too many bytes for several parts
 *   SN_IO     out of memory */
int sn_ur_encoder_new(struct sn_ur_encoder **out, const char *type, const void *data, size_t len,
		      size_t part_bytes, struct sn_error *err) SN_MUST_USE;
void sn_ur_encoder_free(struct sn_ur_encoder *e); /* NULL is allowed */

/* Write lower case from now on: some readers do not recognize upper case. */
void sn_ur_encoder_lower_case(struct sn_ur_encoder *e);

/* The number of parts with one fragment each; 1 for a single-part UR. */
size_t sn_ur_encoder_parts(const struct sn_ur_encoder *e);

/* Append the text of part `sequence`, counted from 1. Parts above sn_ur_encoder_parts continue
 * without end; those of a single-part UR are all equal. Returns SN_IO if out of memory; `out` is then
 * unchanged. */
int sn_ur_encoder_part(struct sn_buf *out, const struct sn_ur_encoder *e, uint32_t sequence,
		       struct sn_error *err) SN_MUST_USE;

/* ------------------------------------------------------------------ decoding */

enum sn_ur_outcome {
	SN_UR_USEFUL,    /* progress */
	SN_UR_DUPLICATE, /* no progress */
	SN_UR_FOREIGN,   /* another type than the requested one, or another transfer than the leading or
			    complete one */
	SN_UR_RIVAL,     /* a different single-part UR after one is complete: ambiguous */
	/* A corrupt or invalid UR, which is ignored; or the last part of a transfer whose checksum is wrong,
	 * which is dropped. */
	SN_UR_BAD,
	SN_UR_NONE /* not a UR */
};

struct sn_ur_decoder;

/* Decode only URs of `type`, or any with NULL. Returns NULL if out of memory. */
struct sn_ur_decoder *sn_ur_decoder_new(const char *type);
void sn_ur_decoder_free(struct sn_ur_decoder *d); /* NULL is allowed */

#define SN_UR_TRANSFERS_MAX 4

/* Process the text of one code; any text is allowed. The decoder follows up to SN_UR_TRANSFERS_MAX transfers
 * at a time, and the first complete one is the result, so codes of another transfer in between do no harm.
 * Once complete, the result does not change, and the outcome only classifies the text. Returns SN_IO if out
 * of memory.
 */
int sn_ur_receive(struct sn_ur_decoder *d, const char *text, size_t len, enum sn_ur_outcome *outcome,
		  struct sn_error *err) SN_MUST_USE;

bool sn_ur_is_complete(const struct sn_ur_decoder *d);

/* The complete result: its type, and the contents of the CBOR byte string. NULL before. Do not free them. */
const char *sn_ur_type(const struct sn_ur_decoder *d);
const uint8_t *sn_ur_bytes(const struct sn_ur_decoder *d, size_t *len);

struct sn_ur_progress {
	uint32_t have, needed; /* independent parts of the leading transfer; needed: 0 before the first one */
	uint64_t received;     /* parts of any use */
	unsigned transfers;    /* started */
};
void sn_ur_progress(const struct sn_ur_decoder *d, struct sn_ur_progress *progress);

#endif
