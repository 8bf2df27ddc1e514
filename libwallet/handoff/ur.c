#include "handoff/ur.h"

#include "handoff/bytewords.h"
#include "handoff/cbor.h"
#include "handoff/fountain.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char scheme[] = "ur:";

bool sn_ur_type_is_valid(const char *type)
{
	size_t len = strspn(type, "abcdefghijklmnopqrstuvwxyz0123456789-");
	return len && len <= SN_UR_TYPE_MAX && !type[len];
}

/* ------------------------------------------------------------------ encoding */

struct sn_ur_encoder {
	char type[SN_UR_TYPE_MAX + 1];
	struct sn_buf message; /* the CBOR */
	size_t fragment_len, n;
	uint32_t checksum;
	bool is_lower_case;
};

int sn_ur_encoder_new(struct sn_ur_encoder **out, const char *type, const void *data, size_t len,
		      size_t part_bytes, struct sn_error *err)
{
	*out = NULL;
	if (!sn_ur_type_is_valid(type))
		return sn_error_set(err, SN_USAGE,
				    "a UR type has only lower-case letters, digits and hyphens");
	struct sn_ur_encoder *e = calloc(1, sizeof *e);
	if (!e)
		return sn_error_memory(err);
	snprintf(e->type, sizeof e->type, "%s", type);
	sn_cbor_put_head(&e->message, SN_CBOR_BYTES, len);
	sn_put_bytes(&e->message, data, len);
	int ret = e->message.failed ? sn_error_memory(err) : SN_OK;
	e->n = 1;
	if (!ret && part_bytes && e->message.len > part_bytes)
		e->n = sn_fountain_split(&e->fragment_len, e->message.len, part_bytes);
	if (!ret && (!e->n || (e->n > 1 && e->message.len > SN_FOUNTAIN_MESSAGE_MAX)))
		ret = sn_error_set(err, SN_USAGE, "%zu bytes are too many for codes of %zu bytes", len,
				   part_bytes);
	if (ret) {
		sn_ur_encoder_free(e);
		return ret;
	}
	e->checksum = sn_crc32(e->message.data, e->message.len);
	*out = e;
	return SN_OK;
}

void sn_ur_encoder_free(struct sn_ur_encoder *e)
{
	if (e)
		sn_buf_free(&e->message);
	free(e);
}

void sn_ur_encoder_lower_case(struct sn_ur_encoder *e)
{
	e->is_lower_case = true;
}

size_t sn_ur_encoder_parts(const struct sn_ur_encoder *e)
{
	return e->n;
}

static int put_mixed(struct sn_buf *out, const struct sn_ur_encoder *e, uint32_t sequence)
{
	struct sn_buf part = {0};
	char path[2 * 10 + 3];
	snprintf(path, sizeof path, "%" PRIu32 "-%zu/", sequence, e->n);
	sn_put_bytes(out, path, strlen(path));
	sn_cbor_put_head(&part, SN_CBOR_ARRAY, 5);
	sn_cbor_put_head(&part, SN_CBOR_UNSIGNED, sequence);
	sn_cbor_put_head(&part, SN_CBOR_UNSIGNED, e->n);
	sn_cbor_put_head(&part, SN_CBOR_UNSIGNED, e->message.len);
	sn_cbor_put_head(&part, SN_CBOR_UNSIGNED, e->checksum);
	sn_cbor_put_head(&part, SN_CBOR_BYTES, e->fragment_len);
	uint8_t *data = sn_buf_grow(&part, e->fragment_len);
	int ret = data ? sn_fountain_make(data, e->message.data, e->message.len, e->fragment_len,
					  (uint32_t)e->n, e->checksum, sequence)
		       : SN_IO;
	if (!ret)
		sn_bytewords_encode(out, part.data, part.len);
	sn_buf_free(&part);
	return ret;
}

int sn_ur_encoder_part(struct sn_buf *out, const struct sn_ur_encoder *e, uint32_t sequence,
		       struct sn_error *err)
{
	size_t before = out->len;
	int ret = SN_OK;
	sn_put_bytes(out, scheme, strlen(scheme));
	sn_put_bytes(out, e->type, strlen(e->type));
	sn_put_u8(out, '/');
	if (e->n == 1)
		sn_bytewords_encode(out, e->message.data, e->message.len);
	else
		ret = put_mixed(out, e, sequence);
	if (ret || out->failed) {
		out->len = before;
		return sn_error_memory(err);
	}
	for (size_t i = before; i < out->len && !e->is_lower_case; i++)
		if (out->data[i] >= 'a' && out->data[i] <= 'z')
			out->data[i] -= 'a' - 'A';
	return SN_OK;
}

/* ------------------------------------------------------------------ decoding */

struct transfer {
	char type[SN_UR_TYPE_MAX + 1];
	struct sn_fountain_decoder *fountain;
};

struct sn_ur_decoder {
	char wanted[SN_UR_TYPE_MAX + 1]; /* empty: any */
	struct transfer transfers[SN_UR_TRANSFERS_MAX];
	unsigned n, leading; /* leading: the index of the one with the highest rank */
	uint64_t received;
	/* The complete result, and length and checksum of its CBOR. */
	char type[SN_UR_TYPE_MAX + 1];
	struct sn_buf bytes;
	size_t message_len;
	uint32_t checksum;
	bool is_complete, is_single;
};

struct sn_ur_decoder *sn_ur_decoder_new(const char *type)
{
	struct sn_ur_decoder *d = calloc(1, sizeof *d);
	if (d && type)
		snprintf(d->wanted, sizeof d->wanted, "%s", type);
	return d;
}

void sn_ur_decoder_free(struct sn_ur_decoder *d)
{
	for (unsigned i = 0; d && i < d->n; i++)
		sn_fountain_decoder_free(d->transfers[i].fountain);
	if (d)
		sn_buf_free(&d->bytes);
	free(d);
}

/* ur:<type>/[<sequence>-<fragments>/]<bytewords> */
struct parsed {
	char type[SN_UR_TYPE_MAX + 1];
	bool is_multipart;
	uint32_t sequence, n_fragments;
	const char *body;
	size_t len;
};

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

static bool starts_as_ur(const char *text, size_t len)
{
	for (size_t i = 0; i < strlen(scheme); i++)
		if (i >= len || lower(text[i]) != scheme[i])
			return false;
	return true;
}

/* Read a number of at most ten digits, without leading zeros, and then `end`. */
static bool read_number(const char **at, const char *stop, char end, uint32_t *number)
{
	uint64_t value = 0;
	const char *begin = *at;
	while (*at < stop && **at >= '0' && **at <= '9' && *at - begin < 10)
		value = value * 10 + (uint64_t)(*(*at)++ - '0');
	if (*at == begin || *begin == '0' || *at >= stop || **at != end || value > UINT32_MAX)
		return false;
	(*at)++;
	*number = (uint32_t)value;
	return true;
}

static bool parse(struct parsed *p, const char *text, size_t len)
{
	const char *at = text + strlen(scheme), *stop = text + len;
	size_t n = 0;
	*p = (struct parsed){0};
	while (at < stop && *at != '/' && n < SN_UR_TYPE_MAX)
		p->type[n++] = lower(*at++);
	if (at >= stop || *at++ != '/' || !sn_ur_type_is_valid(p->type))
		return false;
	p->is_multipart = memchr(at, '/', (size_t)(stop - at)) != NULL;
	if (p->is_multipart &&
	    (!read_number(&at, stop, '-', &p->sequence) || !read_number(&at, stop, '/', &p->n_fragments)))
		return false;
	p->body = at;
	p->len = (size_t)(stop - at);
	return true;
}

/* Store the result. The payload must be one byte string. */
static int finish(struct sn_ur_decoder *d, const char *type, const uint8_t *message, size_t len,
		  enum sn_ur_outcome *outcome, struct sn_error *err)
{
	struct sn_reader r;
	sn_reader_init(&r, message, len);
	size_t n = (size_t)sn_cbor_read_head(&r, SN_CBOR_BYTES, SIZE_MAX);
	const uint8_t *bytes = sn_read_view(&r, n);
	if (!sn_reader_is_done(&r)) {
		*outcome = SN_UR_BAD;
		return SN_OK;
	}
	sn_put_bytes(&d->bytes, bytes, n);
	if (d->bytes.failed)
		return sn_error_memory(err);
	memcpy(d->type, type, sizeof d->type);
	d->message_len = len;
	d->checksum = sn_crc32(message, len);
	d->is_complete = true;
	*outcome = SN_UR_USEFUL;
	return SN_OK;
}

static bool read_part(struct sn_fountain_part *part, const struct parsed *p, const struct sn_buf *cbor)
{
	struct sn_reader r;
	sn_reader_init(&r, cbor->data, cbor->len);
	if (sn_cbor_read_head(&r, SN_CBOR_ARRAY, 5) != 5)
		return false;
	part->sequence = (uint32_t)sn_cbor_read_head(&r, SN_CBOR_UNSIGNED, UINT32_MAX);
	part->n_fragments = (uint32_t)sn_cbor_read_head(&r, SN_CBOR_UNSIGNED, UINT32_MAX);
	part->message_len = (uint32_t)sn_cbor_read_head(&r, SN_CBOR_UNSIGNED, UINT32_MAX);
	part->checksum = (uint32_t)sn_cbor_read_head(&r, SN_CBOR_UNSIGNED, UINT32_MAX);
	part->fragment_len = (size_t)sn_cbor_read_head(&r, SN_CBOR_BYTES, UINT32_MAX);
	part->data = sn_read_view(&r, part->fragment_len);
	return sn_reader_is_done(&r) && part->sequence == p->sequence && part->n_fragments == p->n_fragments;
}

static uint32_t rank_of(const struct transfer *t)
{
	uint32_t have, needed;
	uint64_t received;
	sn_fountain_progress(t->fountain, &have, &needed, &received);
	return have;
}

/* Find a place for a new transfer. If there are too many, drop the one with the lowest rank. */
static struct transfer *place(struct sn_ur_decoder *d, const char *type, struct sn_fountain_decoder *fountain)
{
	struct transfer *t = &d->transfers[0];
	if (d->n < SN_UR_TRANSFERS_MAX) {
		t = &d->transfers[d->n++];
	} else {
		for (unsigned i = 1; i < d->n; i++)
			if (rank_of(&d->transfers[i]) < rank_of(t))
				t = &d->transfers[i];
		sn_fountain_decoder_free(t->fountain);
	}
	memcpy(t->type, type, sizeof t->type);
	t->fountain = fountain;
	return t;
}

/* Start a transfer with its first part. A bad part does not start one: it would take the place of another. */
static int begin(struct transfer **t, struct sn_ur_decoder *d, const char *type,
		 const struct sn_fountain_part *part, enum sn_fountain_outcome *result, struct sn_error *err)
{
	struct sn_fountain_decoder *fountain = sn_fountain_decoder_new();
	int ret = fountain ? sn_fountain_receive(fountain, part, result, err) : sn_error_memory(err);
	*t = NULL;
	if (ret || *result == SN_PART_BAD)
		sn_fountain_decoder_free(fountain);
	else
		*t = place(d, type, fountain);
	return ret;
}

static int receive_part(struct sn_ur_decoder *d, const char *type, const struct sn_fountain_part *part,
			enum sn_ur_outcome *outcome, struct sn_error *err)
{
	static const enum sn_ur_outcome outcomes[] = {[SN_PART_USEFUL] = SN_UR_USEFUL,
						      [SN_PART_DUPLICATE] = SN_UR_DUPLICATE,
						      [SN_PART_FOREIGN] = SN_UR_FOREIGN,
						      [SN_PART_BAD] = SN_UR_BAD};
	enum sn_fountain_outcome result = SN_PART_FOREIGN;
	struct transfer *t = NULL;
	int ret = SN_OK;
	for (unsigned i = 0; !ret && i < d->n && result == SN_PART_FOREIGN; i++) {
		if (strcmp(d->transfers[i].type, type))
			continue;
		t = &d->transfers[i];
		ret = sn_fountain_receive(t->fountain, part, &result, err);
	}
	if (!ret && result == SN_PART_FOREIGN)
		ret = begin(&t, d, type, part, &result, err);
	if (ret)
		return ret;
	*outcome = outcomes[result];
	if (!t)
		return SN_OK;
	unsigned index = (unsigned)(t - d->transfers);
	for (unsigned i = 0; i < d->n; i++) /* all, because the leading one may have been dropped */
		if (rank_of(&d->transfers[i]) > rank_of(&d->transfers[d->leading]))
			d->leading = i;
	if (sn_fountain_is_complete(t->fountain)) {
		size_t len;
		const uint8_t *message = sn_fountain_message(t->fountain, &len);
		d->leading = index;
		return finish(d, type, message, len, outcome, err);
	}
	if (index != d->leading && *outcome == SN_UR_USEFUL)
		*outcome = SN_UR_FOREIGN;
	return SN_OK;
}

static bool is_complete_one(const struct sn_ur_decoder *d, const char *type, size_t message_len,
			    uint32_t checksum)
{
	return !strcmp(d->type, type) && d->message_len == message_len && d->checksum == checksum;
}

/* `cbor` is the decoded contents of a single-part code; below, of a part. */
static int receive_single(struct sn_ur_decoder *d, const char *type, const struct sn_buf *cbor,
			  enum sn_ur_outcome *outcome, struct sn_error *err)
{
	if (d->is_complete) {
		bool is_same = is_complete_one(d, type, cbor->len, sn_crc32(cbor->data, cbor->len));
		*outcome = is_same ? SN_UR_DUPLICATE : SN_UR_RIVAL;
		return SN_OK;
	}
	d->received++;
	d->is_single = true;
	return finish(d, type, cbor->data, cbor->len, outcome, err);
}

static int receive_one_of_several(struct sn_ur_decoder *d, const struct parsed *p, const struct sn_buf *cbor,
				  enum sn_ur_outcome *outcome, struct sn_error *err)
{
	struct sn_fountain_part part;
	if (!read_part(&part, p, cbor))
		return SN_OK;
	if (d->is_complete) {
		bool is_same = is_complete_one(d, p->type, part.message_len, part.checksum);
		*outcome = is_same ? SN_UR_DUPLICATE : SN_UR_FOREIGN;
		return SN_OK;
	}
	d->received++;
	return receive_part(d, p->type, &part, outcome, err);
}

int sn_ur_receive(struct sn_ur_decoder *d, const char *text, size_t len, enum sn_ur_outcome *outcome,
		  struct sn_error *err)
{
	struct sn_error ignored;
	struct parsed p;
	*outcome = starts_as_ur(text, len) ? SN_UR_BAD : SN_UR_NONE;
	if (*outcome == SN_UR_NONE || !parse(&p, text, len))
		return SN_OK;
	if (d->wanted[0] && strcmp(d->wanted, p.type)) {
		*outcome = SN_UR_FOREIGN;
		return SN_OK;
	}
	struct sn_buf cbor = {0};
	int ret = sn_bytewords_decode(&cbor, p.body, p.len, &ignored);
	if (ret)
		ret = ret == SN_IO ? sn_error_memory(err) : SN_OK;
	else if (p.is_multipart)
		ret = receive_one_of_several(d, &p, &cbor, outcome, err);
	else
		ret = receive_single(d, p.type, &cbor, outcome, err);
	sn_buf_free(&cbor);
	return ret;
}

bool sn_ur_is_complete(const struct sn_ur_decoder *d)
{
	return d->is_complete;
}

const char *sn_ur_type(const struct sn_ur_decoder *d)
{
	return d->is_complete ? d->type : NULL;
}

const uint8_t *sn_ur_bytes(const struct sn_ur_decoder *d, size_t *len)
{
	*len = d->is_complete ? d->bytes.len : 0;
	return d->is_complete ? d->bytes.data : NULL;
}

void sn_ur_progress(const struct sn_ur_decoder *d, struct sn_ur_progress *progress)
{
	uint64_t of_this;
	*progress = (struct sn_ur_progress){.received = d->received, .transfers = d->n};
	if (d->is_complete && d->is_single)
		progress->have = progress->needed = 1;
	else if (d->n)
		sn_fountain_progress(d->transfers[d->leading].fountain, &progress->have, &progress->needed,
				     &of_this);
}
