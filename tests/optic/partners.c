#include "partners.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct partner partners[] = {
	{"feather", false, false, false, 150, 12, SN_CODE_M, false, false},
	{"feather-100", false, true, false, 100, 10, SN_CODE_M, false, false},
	{"xmrsigner", true, true, false, 30, 6, SN_CODE_L, false, false},
	{"xmrsigner-10", true, true, false, 10, 6, SN_CODE_L, false, false},
	{"xmrsigner-120", true, true, false, 120, 6, SN_CODE_L, false, false},
	{"anonero", false, true, false, 60, 10, SN_CODE_M, false, false},
	{"anonero-10", false, true, false, 10, 10, SN_CODE_M, false, false},
	{"cupcake", false, false, true, 130, 3, SN_CODE_M, true, true},
	{"cake", false, false, true, 120, 5, SN_CODE_M, true, false},
};
const size_t n_partners = sizeof partners / sizeof *partners;

const struct partner *partner_find(const char *name)
{
	for (size_t i = 0; i < n_partners; i++)
		if (!strcmp(partners[i].name, name))
			return &partners[i];
	return NULL;
}

/* ------------------------------------------------------------------ showing */

struct sn_ur_encoder *partner_encoder(const struct partner *p, const char *type, const void *file, size_t len)
{
	struct sn_ur_encoder *e;
	struct sn_error err;
	if (sn_ur_encoder_new(&e, type, file, len, p->part_bytes, &err))
		return NULL;
	if (!p->upper_case)
		sn_ur_encoder_lower_case(e);
	return e;
}

void partner_show(struct sn_buf *text, const struct partner *p, const struct sn_ur_encoder *e, size_t n)
{
	const size_t parts = sn_ur_encoder_parts(e);
	struct sn_error err;
	if (p->empty_first && n % (parts + 1) == 0)
		return;
	if (p->empty_first)
		n = n % (parts + 1) - 1;
	else if (!p->fountain)
		n %= parts;
	if (sn_ur_encoder_part(text, e, (uint32_t)n + 1, &err))
		abort();
}

/* ------------------------------------------------------------------ reading */

struct partner_reader {
	const struct partner *partner;
	struct sn_ur_decoder *decoder;
	enum partner_state state;
	/* Of those that count texts. */
	char **texts;
	size_t n, n_fragments;
};

struct partner_reader *partner_reader_new(const struct partner *p)
{
	struct partner_reader *r = calloc(1, sizeof *r);
	if (!r || !(r->decoder = sn_ur_decoder_new(NULL)))
		abort();
	r->partner = p;
	return r;
}

void partner_reader_free(struct partner_reader *r)
{
	for (size_t i = 0; i < r->n; i++)
		free(r->texts[i]);
	free(r->texts);
	sn_ur_decoder_free(r->decoder);
	free(r);
}

static void decode(struct partner_reader *r, const char *text)
{
	enum sn_ur_outcome outcome;
	struct sn_error err;
	if (sn_ur_receive(r->decoder, text, strlen(text), &outcome, &err))
		abort();
	if (sn_ur_is_complete(r->decoder))
		r->state = PARTNER_COMPLETE;
}

static void read_any(struct partner_reader *r, char *text)
{
	for (char *c = text; *c; c++)
		*c = (char)(*c >= 'A' && *c <= 'Z' ? *c + 'a' - 'A' : *c);
	if (!strncmp(text, "ur:xmr-", 7))
		decode(r, text);
}

/* Enough texts: the decoder gets them all, once. */
static void decode_all(struct partner_reader *r)
{
	for (size_t i = 0; i < r->n && r->state == PARTNER_READING; i++)
		decode(r, r->texts[i]);
	if (r->state == PARTNER_READING)
		r->state = PARTNER_FAILED;
}

static void keep(struct partner_reader *r, const char *text)
{
	for (size_t i = 0; i < r->n; i++)
		if (!strcmp(r->texts[i], text))
			return;
	r->texts = realloc(r->texts, (r->n + 1) * sizeof *r->texts);
	if (!r->texts || !(r->texts[r->n++] = strdup(text)))
		abort();
}

static void read_and_count(struct partner_reader *r, const char *text)
{
	static const char *const types[] = {"xmr-output", "xmr-keyimage", "xmr-txunsigned", "xmr-txsigned"};
	const char *slash = strchr(text, '/'), *second = slash ? strchr(slash + 1, '/') : NULL;
	unsigned sequence, n;
	bool is_known = false;
	if (strncmp(text, "ur:", 3))
		return;
	for (size_t i = 0; slash && i < 4; i++)
		is_known |= (size_t)(slash - text) == 3 + strlen(types[i]) &&
			    !strncmp(text + 3, types[i], strlen(types[i]));
	if (!is_known)
		return;
	if (!second || strchr(second + 1, '/') || sscanf(slash, "/%u-%u/", &sequence, &n) != 2) {
		r->state = PARTNER_FAILED;
		return;
	}
	if (r->partner->one_late && r->n_fragments && r->n == r->n_fragments) {
		decode_all(r);
		return;
	}
	keep(r, text);
	r->n_fragments = n;
	if (!r->partner->one_late && r->n == r->n_fragments)
		decode_all(r);
}

enum partner_state partner_read(struct partner_reader *r, const char *text, size_t len)
{
	char *copy = strndup(text, len);
	if (!copy)
		abort();
	if (r->state == PARTNER_READING && r->partner->counts_texts)
		read_and_count(r, copy);
	else if (r->state == PARTNER_READING)
		read_any(r, copy);
	free(copy);
	return r->state;
}

const char *partner_reader_type(const struct partner_reader *r)
{
	return sn_ur_type(r->decoder);
}

const uint8_t *partner_reader_file(const struct partner_reader *r, size_t *len)
{
	return sn_ur_bytes(r->decoder, len);
}
