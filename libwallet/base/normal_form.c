#include "base/normal_form.h"

#include "base/normal_form_table.h"
#include "base/seam.h"
#include "base/secret.h"
#include "base/text.h"

#include <stdbool.h>
#include <string.h>

static const struct {
	unsigned first, last;
} ranges[] = {
	{0, 0x52f},
	{0x1100, 0x11ff},
	{0x1e00, 0x20cf},
	{0x3000, 0x30ff},
	{0x4e00, 0x9fff},
	{0xac00, 0xd7a3},
	{0xff00, 0xffef},
	{0x1f300, 0x1faff},
	/* What characters of these ranges become: arrows, minus, shapes, brackets. */
	{0x2190, 0x2193},
	{0x2212, 0x2212},
	{0x2502, 0x2502},
	{0x25a0, 0x25a0},
	{0x25cb, 0x25cb},
	{0x2985, 0x2986},
};

static bool is_known(unsigned code)
{
	bool is_in = false;
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		is_in |= code >= ranges[i].first && code <= ranges[i].last;
	return is_in;
}

/* The marks after the last other character are sorted by class, stably (D109 of the standard). Their number
 * is limited, and with it the time. */
struct writer {
	struct sn_buf *out;
	size_t starter_end; /* in `out` */
	unsigned marks;     /* after it */
};

/* Canonical combining class. */
static uint8_t class_of(unsigned code)
{
	if (code >= SN_MARKS_FIRST && code < SN_MARKS_FIRST + SN_MARKS) {
		uint8_t class = 0;
		for (unsigned i = 0; i < SN_MARKS; i++)
			class |= (uint8_t)(sn_mark_classes[i] & -(i == code - SN_MARKS_FIRST));
		return class;
	}
	if (code >= 0x483 && code <= 0x487)
		return 230;
	if (code == 0x3099 || code == 0x309a)
		return 8;
	/* U+302A to U+302F */
	static const uint8_t tones[] = {218, 228, 232, 222, 224, 224};
	return code >= 0x302a && code <= 0x302f ? tones[code - 0x302a] : 0;
}

static size_t encode(uint8_t bytes[static 4], unsigned code)
{
	if (code < 0x80) {
		bytes[0] = (uint8_t)code;
		return 1;
	}
	const size_t n = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
	for (size_t i = n - 1; i > 0; i--, code >>= 6)
		bytes[i] = (uint8_t)(0x80 | (code & 0x3f));
	bytes[0] = (uint8_t)((0xf00 >> n) | code);
	return n;
}

static void put(struct writer *w, unsigned code)
{
	uint8_t bytes[4];
	const uint8_t class = class_of(code);
	const size_t n = encode(bytes, code);
	size_t at = w->starter_end;
	sn_put_bytes(w->out, bytes, n);
	if (w->out->failed)
		return;
	if (!class) {
		w->starter_end = w->out->len;
		w->marks = 0;
		return;
	}
	w->marks++;
	uint8_t *data = w->out->data;
	const size_t end = w->out->len - n;
	while (at < end) {
		const size_t len = sn_text_utf8_len((char *)data + at, end - at);
		if (class_of(sn_text_code((char *)data + at, len)) > class)
			break;
		at += len;
	}
	memmove(data + at + n, data + at, end - at);
	memcpy(data + at, bytes, n);
}

static void put_ascii(struct writer *w, char c)
{
	sn_put_u8(w->out, (uint8_t)c);
	w->starter_end = w->out->len;
	w->marks = 0;
}

static void put_hangul(struct writer *w, unsigned syllable)
{
	const unsigned s = syllable - 0xac00;
	put(w, 0x1100 + s / (21 * 28));
	put(w, 0x1161 + s % (21 * 28) / 28);
	if (s % 28)
		put(w, 0x11a7 + s % 28);
}

static void put_decomposed(struct writer *w, unsigned code)
{
	uint16_t to[SN_DECOMPOSITION_MAX] = {0};
	if (code >= 0xac00 && code <= 0xd7a3) {
		put_hangul(w, code);
		return;
	}
	for (size_t i = 0; i < SN_DECOMPOSITIONS; i++)
		for (size_t j = 0; j < SN_DECOMPOSITION_MAX; j++)
			to[j] |=
				(uint16_t)(sn_decompositions[i].to[j] & -(sn_decompositions[i].from == code));
	if (!to[0])
		put(w, code);
	for (size_t j = 0; j < SN_DECOMPOSITION_MAX && to[j]; j++)
		put(w, to[j]);
	sn_wipe(to, sizeof to);
}

int sn_text_decompose(struct sn_buf *out, const char *text, size_t len, struct sn_error *err)
{
	struct writer w = {out, out->len, 0};
	size_t position = 1;
	for (size_t i = 0; i < len; position++) {
		const bool is_ascii = !((unsigned char)text[i] >> 7);
		SN_PUBLIC(&is_ascii, sizeof is_ascii);
		if (is_ascii) {
			put_ascii(&w, text[i++]);
			continue;
		}
		const size_t n = sn_text_utf8_len(text + i, len - i);
		if (!n)
			return sn_error_set(err, SN_BAD_INPUT, "the text is not UTF-8");
		const unsigned code = sn_text_code(text + i, n);
		if (!is_known(code))
			return sn_error_set(
				err, SN_BAD_INPUT,
				"character %zu belongs to a script that this program cannot normalize",
				position);
		put_decomposed(&w, code);
		if (w.marks > SN_TEXT_MARKS_MAX)
			return sn_error_set(err, SN_BAD_INPUT,
					    "character %zu: more than %d combining marks in a row", position,
					    SN_TEXT_MARKS_MAX);
		i += n;
	}
	return out->failed ? sn_error_memory(err) : SN_OK;
}
