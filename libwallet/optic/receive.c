#include "optic/receive.h"

#include "base/secret.h"
#include "handoff/ur.h"
#include "optic/payload.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sn_receiver {
	struct sn_receive_progress progress;
	struct sn_ur_decoder *decoder;
	bool wants_text;
	bool is_complete;
	char wanted[SN_UR_TYPE_MAX + 1];  /* empty: any of ours */
	char foreign[SN_UR_TYPE_MAX + 1]; /* the first type that is not accepted */
	struct sn_buf text;
};

int sn_receiver_new(struct sn_receiver **out, const struct sn_receive_options *options, struct sn_error *err)
{
	*out = NULL;
	if (options->type && !sn_ur_type_is_valid(options->type))
		return sn_error_hint(
			err, sn_error_set(err, SN_USAGE, "\"%.40s\" is not a valid UR type", options->type),
			"use lower-case letters, digits and hyphens, at most %d characters", SN_UR_TYPE_MAX);
	struct sn_receiver *r = calloc(1, sizeof *r);
	if (!r || !(r->decoder = sn_ur_decoder_new(options->type))) {
		free(r);
		return sn_error_memory(err);
	}
	r->wants_text = options->text;
	snprintf(r->wanted, sizeof r->wanted, "%s", options->type ? options->type : "");
	*out = r;
	return SN_OK;
}

void sn_receiver_free(struct sn_receiver *r)
{
	if (!r)
		return;
	sn_ur_decoder_free(r->decoder);
	sn_buf_free(&r->text);
	sn_wipe(r, sizeof *r);
	free(r);
}

/* The type of "ur:TYPE/...", in lower case. False if the text is not a UR; `type` is then empty. */
static bool read_type(char type[static SN_UR_TYPE_MAX + 1], const char *text, size_t len)
{
	size_t n = 0;
	char word[3 + SN_UR_TYPE_MAX + 1];
	while (n < len && n < sizeof word && text[n] != '/') {
		word[n] = text[n] >= 'A' && text[n] <= 'Z' ? (char)(text[n] + 'a' - 'A') : text[n];
		n++;
	}
	type[0] = '\0';
	if (n < 3 || memcmp(word, "ur:", 3))
		return false;
	if (n < len && n < sizeof word && !memchr(word, 0, n)) {
		memcpy(type, word + 3, n - 3);
		type[n - 3] = '\0';
	}
	return true;
}

static bool is_wanted(const struct sn_receiver *r, const char *type)
{
	return r->wanted[0] ? !strcmp(type, r->wanted) : sn_payload_type_is_known(type);
}

static int two_codes(struct sn_error *err, const char *difference)
{
	return sn_error_hint(
		err, sn_error_set(err, SN_BAD_INPUT, "two codes with different %s are visible", difference),
		"show only one of them");
}

static int take_text(struct sn_receiver *r, const char *text, size_t len, struct sn_error *err)
{
	r->progress.texts++;
	if (!r->wants_text)
		return SN_OK;
	if (r->is_complete) {
		r->progress.again++;
		return len == r->text.len && !memcmp(text, r->text.data, len) ? SN_OK
									      : two_codes(err, "texts");
	}
	sn_put_bytes(&r->text, text, len);
	if (r->text.failed)
		return sn_error_memory(err);
	r->is_complete = true;
	r->progress.useful++;
	r->progress.have = r->progress.needed = 1;
	return SN_OK;
}

static int take_part(struct sn_receiver *r, const char *text, size_t len, struct sn_error *err)
{
	enum sn_ur_outcome outcome;
	struct sn_ur_progress progress;
	int ret = sn_ur_receive(r->decoder, text, len, &outcome, err);
	if (ret)
		return ret;
	if (outcome == SN_UR_RIVAL)
		return two_codes(err, "contents");
	r->progress.useful += outcome == SN_UR_USEFUL;
	r->progress.again += outcome == SN_UR_DUPLICATE;
	r->progress.damaged += outcome == SN_UR_BAD || outcome == SN_UR_NONE;
	r->progress.other += outcome == SN_UR_FOREIGN;
	sn_ur_progress(r->decoder, &progress);
	r->progress.have = progress.have;
	r->progress.needed = progress.needed;
	r->is_complete = sn_ur_is_complete(r->decoder);
	return SN_OK;
}

int sn_receiver_take(void *receiver, const char *text, size_t len, struct sn_error *err)
{
	struct sn_receiver *r = receiver;
	char type[SN_UR_TYPE_MAX + 1];
	if (!len)
		return SN_OK;
	r->progress.codes++;
	if (!read_type(type, text, len))
		return take_text(r, text, len, err);
	if (!sn_ur_type_is_valid(type)) {
		r->progress.damaged++;
		return SN_OK;
	}
	if (!r->wants_text && is_wanted(r, type))
		return take_part(r, text, len, err);
	r->progress.foreign++;
	if (!r->foreign[0])
		memcpy(r->foreign, type, sizeof type);
	return SN_OK;
}

bool sn_receiver_is_complete(const struct sn_receiver *r)
{
	return r->is_complete;
}

const uint8_t *sn_receiver_data(const struct sn_receiver *r, size_t *len)
{
	if (!r->wants_text)
		return sn_ur_bytes(r->decoder, len);
	*len = r->text.len;
	return r->is_complete ? r->text.data : NULL;
}

const struct sn_receive_progress *sn_receiver_progress(const struct sn_receiver *r)
{
	return &r->progress;
}

const char *sn_receiver_foreign(const struct sn_receiver *r)
{
	return r->foreign;
}

/* ------------------------------------------------------------------ messages */

static void __attribute__((format(printf, 2, 3))) put(struct sn_buf *out, const char *fmt, ...)
{
	char text[256];
	va_list ap;
	va_start(ap, fmt);
	int n = vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	sn_put_bytes(out, text, n < (int)sizeof text ? (size_t)n : sizeof text - 1);
}

void sn_receiver_describe(struct sn_buf *out, const struct sn_receiver *r)
{
	const struct sn_receive_progress *p = &r->progress;
	const struct {
		uint64_t n;
		const char *kind;
	} useless[] = {
		{p->again, "duplicate"},
		{p->damaged, "corrupt"},
		{p->other, "of another transfer"},
		{p->foreign, r->wants_text ? "UR" : "of another type"},
		{r->wants_text ? 0 : p->texts, "plain text"},
	};
	const char *before = " (";
	if (p->needed)
		put(out, "%" PRIu32 " of %" PRIu32 " part%s (%d %%), ", p->have, p->needed,
		    SN_PLURAL(p->needed), (int)(100.0 * p->have / p->needed));
	put(out, "%" PRIu64 " code%s", p->codes, SN_PLURAL(p->codes));
	for (size_t i = 0; i < sizeof useless / sizeof *useless; i++)
		if (useless[i].n) {
			put(out, "%s%" PRIu64 " %s", before, useless[i].n, useless[i].kind);
			before = ", ";
		}
	if (before[0] == ',')
		put(out, ")");
}

int sn_receiver_incomplete(const struct sn_receiver *r, struct sn_error *err)
{
	const struct sn_receive_progress *p = &r->progress;
	struct sn_buf text = {0};
	if (!p->codes)
		return sn_error_set(err, SN_BAD_INPUT, "no QR code found");
	sn_receiver_describe(&text, r);
	sn_put_u8(&text, '\0');
	const char *summary = text.failed ? "" : (char *)text.data;
	int ret;
	if (p->needed)
		ret = sn_error_set(err, SN_BAD_INPUT, "incomplete: %s", summary);
	else if (p->foreign && !r->wants_text)
		ret = sn_error_hint(
			err, sn_error_set(err, SN_BAD_INPUT, "found no UR of an accepted type: %s", summary),
			"use --type=%s to accept the type of the first one", r->foreign);
	else if (p->texts && !r->wants_text)
		ret = sn_error_hint(
			err, sn_error_set(err, SN_BAD_INPUT, "found a plain text, but no UR: %s", summary),
			"use --text to accept it");
	else if (p->foreign && r->wants_text)
		ret = sn_error_hint(
			err, sn_error_set(err, SN_BAD_INPUT, "found a UR, but no plain text: %s", summary),
			"omit --text to accept it");
	else
		ret = sn_error_set(err, SN_BAD_INPUT, "found no usable code: %s", summary);
	sn_buf_free(&text);
	return ret;
}
