/* handoff/fountain.h - a message as an endless sequence of parts, of which any sufficiently large set
 * completes it.
 *
 * Parts 1 to n are the fragments themselves; each later one is the exclusive or of fragments that its
 * number and the message's CRC-32 choose, the same way for sender and receiver. The receiver solves the
 * linear system over GF(2) of all parts that it got by elimination: it needs no more parts than have full
 * rank. What the parts say of themselves (lengths, count) is bounded before anything is allocated. Encoding
 * and elimination: fountain.c; the choice of fragments: fountain_choose.c.
 *
 * Source: BCR-2024-001 "Multipart UR Implementation Guide" (Blockchain Commons). */
#ifndef SN_HANDOFF_FOUNTAIN_H
#define SN_HANDOFF_FOUNTAIN_H

#include "base/bytes.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SN_FOUNTAIN_MESSAGE_MAX (4 << 20) /* bytes; above SN_ENVELOPE_MAX with its CBOR head */
#define SN_FOUNTAIN_FRAGMENTS_MAX 4096

/* What a part says of itself. */
struct sn_fountain_part {
	uint32_t sequence;    /* from 1 */
	uint32_t n_fragments; /* of the message */
	uint32_t message_len; /* bytes */
	uint32_t checksum;    /* CRC-32 of the message */
	const uint8_t *data;  /* fragment_len bytes, of which the last fragment's are padded with zeros */
	size_t fragment_len;
};

/* The number of fragments, and their length, which is at most `max_len` bytes and as even as can be. 0 when
 * the message is empty or it would take more than SN_FOUNTAIN_FRAGMENTS_MAX. */
size_t sn_fountain_split(size_t *fragment_len, size_t message_len, size_t max_len);

/* Compute the data of part `sequence` of `message` into out[fragment_len]. `checksum` is the message's.
 * SN_IO. */
int sn_fountain_make(uint8_t *out, const uint8_t *message, size_t message_len, size_t fragment_len,
		     uint32_t n_fragments, uint32_t checksum, uint32_t sequence) SN_MUST_USE;

struct sn_fountain_decoder;

enum sn_fountain_outcome {
	SN_PART_USEFUL,    /* one more towards the end */
	SN_PART_DUPLICATE, /* says nothing that the others do not say together */
	SN_PART_FOREIGN,   /* of another message than the one begun */
	SN_PART_BAD        /* contradicts itself, or the others; nothing was changed */
};

struct sn_fountain_decoder *sn_fountain_decoder_new(void);    /* NULL when out of memory */
void sn_fountain_decoder_free(struct sn_fountain_decoder *d); /* NULL is allowed */

/* Take in one part; the first one says which message it is. SN_IO when out of memory. A message that is
 * complete but does not have its checksum is given up (SN_PART_BAD), and the decoder is as new. */
int sn_fountain_receive(struct sn_fountain_decoder *d, const struct sn_fountain_part *part,
			enum sn_fountain_outcome *outcome, struct sn_error *err) SN_MUST_USE;

bool sn_fountain_is_complete(const struct sn_fountain_decoder *d);
/* The message, once complete. A view. */
const uint8_t *sn_fountain_message(const struct sn_fountain_decoder *d, size_t *len);
/* Rank so far, and rank needed (0 before the first part); parts taken in, whatever they were good for. */
void sn_fountain_progress(const struct sn_fountain_decoder *d, uint32_t *rank, uint32_t *needed,
			  uint64_t *received);

#endif
