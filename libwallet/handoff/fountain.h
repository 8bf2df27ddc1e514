/* handoff/fountain.h - fountain code: a message as an endless sequence of parts; any sufficiently large
 * subset decodes.
 *
 * Parts 1 to n are the fragments. Each later part is the exclusive or of some fragments; its number and the
 * CRC-32 of the message determine them, for sender and receiver alike (fountain_choose.c). The receiver
 * solves the linear system over GF(2) of the received parts by elimination, so it needs only a subset of full
 * rank. The lengths and counts in a part are bounded before any allocation.
 *
 * Source: BCR-2024-001 "Multipart UR Implementation Guide" (Blockchain Commons). */
#ifndef SN_HANDOFF_FOUNTAIN_H
#define SN_HANDOFF_FOUNTAIN_H

#include "base/bytes.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SN_FOUNTAIN_MESSAGE_MAX (4 << 20) /* bytes; a larger envelope has no codes */
#define SN_FOUNTAIN_FRAGMENTS_MAX 4096

/* One part, with its description of the message. */
struct sn_fountain_part {
	uint32_t sequence;    /* from 1 */
	uint32_t n_fragments; /* of the message */
	uint32_t message_len; /* bytes */
	uint32_t checksum;    /* CRC-32 of the message */
	const uint8_t *data;  /* fragment_len bytes; the last fragment is padded with zeros */
	size_t fragment_len;
};

/* Compute the number of fragments, and their length of at most `max_len` bytes, as even as possible. Returns
 * 0 if the message is empty, or needs more than SN_FOUNTAIN_FRAGMENTS_MAX. */
size_t sn_fountain_split(size_t *fragment_len, size_t message_len, size_t max_len);

/* Compute the data of part `sequence` of `message` in out[fragment_len]. `checksum` is that of the message.
 * Returns SN_IO if out of memory. */
int sn_fountain_make(uint8_t *out, const uint8_t *message, size_t message_len, size_t fragment_len,
		     uint32_t n_fragments, uint32_t checksum, uint32_t sequence) SN_MUST_USE;

struct sn_fountain_decoder;

enum sn_fountain_outcome {
	SN_PART_USEFUL,    /* raised the rank by one */
	SN_PART_DUPLICATE, /* a combination of earlier parts */
	SN_PART_FOREIGN,   /* belongs to another message */
	SN_PART_BAD        /* contradicts itself or other parts; ignored */
};

struct sn_fountain_decoder *sn_fountain_decoder_new(void);    /* NULL if out of memory */
void sn_fountain_decoder_free(struct sn_fountain_decoder *d); /* NULL is allowed */

/* Process one part. The first one determines the message. If a complete message has a wrong checksum, the
 * outcome is SN_PART_BAD, and the decoder starts anew. Returns SN_IO if out of memory. */
int sn_fountain_receive(struct sn_fountain_decoder *d, const struct sn_fountain_part *part,
			enum sn_fountain_outcome *outcome, struct sn_error *err) SN_MUST_USE;

bool sn_fountain_is_complete(const struct sn_fountain_decoder *d);
/* The complete message, or NULL. Do not free it. */
const uint8_t *sn_fountain_message(const struct sn_fountain_decoder *d, size_t *len);
/* The rank so far, the rank needed (0 before the first part), and the number of received parts of any use. */
void sn_fountain_progress(const struct sn_fountain_decoder *d, uint32_t *rank, uint32_t *needed,
			  uint64_t *received);

#endif
