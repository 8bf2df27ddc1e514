#include "handoff/fountain.h"

#include "handoff/bytewords.h"
#include "handoff/fountain_choose.h"

#include <stdlib.h>
#include <string.h>

#define WORDS_MAX (SN_FOUNTAIN_FRAGMENTS_MAX / 64)

static void add(uint8_t *to, const uint8_t *from, size_t len)
{
	for (size_t i = 0; i < len; i++)
		to[i] ^= from[i];
}

size_t sn_fountain_split(size_t *fragment_len, size_t message_len, size_t max_len)
{
	if (!message_len || !max_len)
		return 0;
	size_t n = (message_len + max_len - 1) / max_len;
	*fragment_len = (message_len + n - 1) / n;
	/* The last fragments could be only padding: omit them. */
	n = (message_len + *fragment_len - 1) / *fragment_len;
	return n <= SN_FOUNTAIN_FRAGMENTS_MAX ? n : 0;
}

int sn_fountain_make(uint8_t *out, const uint8_t *message, size_t message_len, size_t fragment_len,
		     uint32_t n_fragments, uint32_t checksum, uint32_t sequence)
{
	uint64_t words[WORDS_MAX];
	int ret = sn_fountain_choose(words, sequence, n_fragments, checksum);
	memset(out, 0, fragment_len);
	for (size_t i = 0; !ret && i < n_fragments; i++) {
		size_t from = i * fragment_len;
		if (words[i / 64] >> i % 64 & 1 && from < message_len)
			add(out, message + from,
			    message_len - from < fragment_len ? message_len - from : fragment_len);
	}
	return ret;
}

/* ------------------------------------------------------------------ decoding
 *
 * Gauss-Jordan elimination over GF(2), one part at a time. Row i, if it exists, is the sum of a set of
 * fragments. When the row was added, i was the lowest of them; it is the pivot, and no other row contains it.
 * So one pass removes all pivots from a new part. The rest, if not zero, has a new pivot, which is then
 * removed from all other rows. With n rows, row i is fragment i. Each step adds at most n rows of
 * fragment_len bytes: n² / 2 additions in total. */

struct sn_fountain_decoder {
	uint32_t n, message_len, checksum;
	size_t fragment_len, n_words;
	uint8_t *data;   /* n rows of fragment_len bytes */
	uint64_t *words; /* n rows of n_words */
	bool *is_pivot;
	uint32_t rank;
	uint64_t received;
	bool is_complete;
};

struct sn_fountain_decoder *sn_fountain_decoder_new(void)
{
	return calloc(1, sizeof(struct sn_fountain_decoder));
}

static void reset(struct sn_fountain_decoder *d)
{
	free(d->data);
	free(d->words);
	free(d->is_pivot);
	*d = (struct sn_fountain_decoder){0};
}

void sn_fountain_decoder_free(struct sn_fountain_decoder *d)
{
	if (d)
		reset(d);
	free(d);
}

/* Whether the numbers in the part are consistent, and the fragments hold exactly one message of that length.
 */
static bool is_possible(const struct sn_fountain_part *part)
{
	uint64_t room = (uint64_t)part->n_fragments * part->fragment_len;
	return part->sequence && part->n_fragments && part->n_fragments <= SN_FOUNTAIN_FRAGMENTS_MAX &&
	       part->message_len && part->message_len <= SN_FOUNTAIN_MESSAGE_MAX &&
	       part->message_len <= room && room - part->message_len < part->fragment_len;
}

static int begin(struct sn_fountain_decoder *d, const struct sn_fountain_part *part, struct sn_error *err)
{
	*d = (struct sn_fountain_decoder){.n = part->n_fragments,
					  .message_len = part->message_len,
					  .checksum = part->checksum,
					  .fragment_len = part->fragment_len,
					  .n_words = (part->n_fragments + 63) / 64};
	d->data = calloc(d->n, d->fragment_len);
	d->words = calloc(d->n, d->n_words * sizeof *d->words);
	d->is_pivot = calloc(d->n, sizeof *d->is_pivot);
	if (d->data && d->words && d->is_pivot)
		return SN_OK;
	reset(d);
	return sn_error_memory(err);
}

static bool has(const uint64_t *words, size_t i)
{
	return words[i / 64] >> i % 64 & 1;
}

/* Subtract row `from` from the row (words, data). */
static void subtract(const struct sn_fountain_decoder *d, uint64_t *words, uint8_t *data, size_t from)
{
	for (size_t k = 0; k < d->n_words; k++)
		words[k] ^= d->words[from * d->n_words + k];
	add(data, d->data + from * d->fragment_len, d->fragment_len);
}

static bool is_zero(const uint8_t *data, size_t len)
{
	uint8_t any = 0;
	for (size_t i = 0; i < len; i++)
		any |= data[i];
	return !any;
}

/* Add the part (words, data) to the system. Overwrites `words` and `data`. */
static enum sn_fountain_outcome take_in(struct sn_fountain_decoder *d, uint64_t *words, uint8_t *data)
{
	size_t pivot = d->n;
	for (size_t i = 0; i < d->n; i++)
		if (d->is_pivot[i] && has(words, i))
			subtract(d, words, data, i);
	for (size_t i = d->n; i-- > 0;)
		if (has(words, i))
			pivot = i;
	if (pivot == d->n)
		return is_zero(data, d->fragment_len) ? SN_PART_DUPLICATE : SN_PART_BAD;
	memcpy(d->words + pivot * d->n_words, words, d->n_words * sizeof *words);
	memcpy(d->data + pivot * d->fragment_len, data, d->fragment_len);
	for (size_t i = 0; i < d->n; i++)
		if (d->is_pivot[i] && has(d->words + i * d->n_words, pivot))
			subtract(d, d->words + i * d->n_words, d->data + i * d->fragment_len, pivot);
	d->is_pivot[pivot] = true;
	d->rank++;
	return SN_PART_USEFUL;
}

int sn_fountain_receive(struct sn_fountain_decoder *d, const struct sn_fountain_part *part,
			enum sn_fountain_outcome *outcome, struct sn_error *err)
{
	uint64_t words[WORDS_MAX];
	*outcome = SN_PART_BAD;
	if (!is_possible(part))
		return SN_OK;
	if (d->n && (part->n_fragments != d->n || part->message_len != d->message_len ||
		     part->checksum != d->checksum || part->fragment_len != d->fragment_len)) {
		*outcome = SN_PART_FOREIGN;
		return SN_OK;
	}
	uint8_t *data = malloc(part->fragment_len);
	if (!data || sn_fountain_choose(words, part->sequence, part->n_fragments, part->checksum)) {
		free(data);
		return sn_error_memory(err);
	}
	memcpy(data, part->data, part->fragment_len);
	int ret = d->n ? SN_OK : begin(d, part, err);
	if (!ret) {
		d->received++;
		*outcome = d->is_complete ? SN_PART_DUPLICATE : take_in(d, words, data);
	}
	free(data);
	if (!ret && !d->is_complete && d->rank == d->n) {
		d->is_complete = sn_crc32(d->data, d->message_len) == d->checksum;
		if (!d->is_complete) {
			reset(d);
			*outcome = SN_PART_BAD;
		}
	}
	return ret;
}

bool sn_fountain_is_complete(const struct sn_fountain_decoder *d)
{
	return d->is_complete;
}

const uint8_t *sn_fountain_message(const struct sn_fountain_decoder *d, size_t *len)
{
	*len = d->is_complete ? d->message_len : 0;
	return d->is_complete ? d->data : NULL;
}

void sn_fountain_progress(const struct sn_fountain_decoder *d, uint32_t *rank, uint32_t *needed,
			  uint64_t *received)
{
	*rank = d->rank;
	*needed = d->n;
	*received = d->received;
}
