#include "optic/slides.h"

#include "base/bytes.h"
#include "handoff/fountain.h"
#include "handoff/ur.h"

#include <stdlib.h>
#include <string.h>

#define SCHEME_LEN 3     /* "ur:" */
#define CHECKSUM_BYTES 4 /* CRC-32, behind the CBOR */
#define PART_MIN 8       /* bytes: in a smaller part, nearly all would be its head */

struct sn_slides {
	struct sn_ur_encoder *encoder; /* of a series */
	struct sn_buf text;            /* of one still code */
	enum sn_code_correction correction;
	bool is_cycle;
	int version;
	size_t parts, part_bytes;
};

static size_t cbor_head_len(size_t value)
{
	return value < 24 ? 1 : value < 0x100 ? 2 : value < 0x10000 ? 3 : 5;
}

static size_t digits(size_t value)
{
	size_t n = 1;
	while (value /= 10)
		n++;
	return n;
}

/* Characters of the longest part: ur:<type>/<sequence>-<n>/<bytewords of [sequence, n, length, checksum,
 * fragment]>. */
static size_t part_len(const struct sn_slides_options *options, size_t message_len, size_t fragment_len,
		       size_t n)
{
	size_t sequence = options->is_cycle ? n : SN_SLIDES_SEQUENCE_MAX;
	size_t cbor = 1 + cbor_head_len(sequence) + cbor_head_len(n) + cbor_head_len(message_len) +
		      cbor_head_len(UINT32_MAX) + cbor_head_len(fragment_len) + fragment_len;
	return SCHEME_LEN + strlen(options->type) + 1 + digits(sequence) + 1 + digits(n) + 1 +
	       2 * (cbor + CHECKSUM_BYTES);
}

/* Characters that a code holds. */
static size_t capacity_of(const struct sn_slides_options *options, int version)
{
	return options->is_cycle ? sn_code_capacity_bytes(version, options->correction)
				 : sn_code_capacity(version, options->correction);
}

/* The smallest version that holds `len` characters, up to `most`; 0: none. */
static int version_for(size_t len, const struct sn_slides_options *options, int most)
{
	for (int version = 1; version <= most; version++)
		if (len <= capacity_of(options, version))
			return version;
	return 0;
}

static int make_still(struct sn_slides *s, const void *data, size_t len,
		      const struct sn_slides_options *options, struct sn_error *err)
{
	struct sn_ur_encoder *encoder = NULL;
	struct sn_code code;
	int ret = SN_OK;
	if (options->type) {
		if (!(ret = sn_ur_encoder_new(&encoder, options->type, data, len, 0, err)))
			ret = sn_ur_encoder_part(&s->text, encoder, 1, err);
		sn_ur_encoder_free(encoder);
	} else {
		sn_put_bytes(&s->text, data, len);
	}
	if (!ret && s->text.failed)
		ret = sn_error_memory(err);
	/* Encode once now: later calls cannot fail because of the length. */
	if (!ret)
		ret = sn_code_encode(&code, (char *)s->text.data, s->text.len, s->correction, 0,
				     options->still_version_max, err);
	if (ret)
		return ret;
	s->version = code.version;
	s->parts = 1;
	s->part_bytes = len;
	sn_code_free(&code);
	return SN_OK;
}

/* The length of the longest fragment whose parts fit `version`; 0: none. */
static size_t longest_fragment(const struct sn_slides_options *options, size_t message_len, int version)
{
	size_t capacity = capacity_of(options, version);
	size_t fragment = options->part_bytes ? options->part_bytes : capacity / 2;
	if (!options->part_bytes && options->part_bytes_max && fragment > options->part_bytes_max)
		fragment = options->part_bytes_max;
	if (options->is_cycle && fragment >= message_len)
		fragment = (message_len + 1) / 2;
	for (; fragment >= PART_MIN; fragment--) {
		size_t n = (message_len + fragment - 1) / fragment;
		if (part_len(options, message_len, fragment, n) <= capacity)
			return fragment;
		if (options->part_bytes)
			break;
	}
	return 0;
}

static int make_series(struct sn_slides *s, const void *data, size_t len,
		       const struct sn_slides_options *options, struct sn_error *err)
{
	size_t message_len = cbor_head_len(len) + len, even;
	size_t fragment = longest_fragment(options, message_len, options->series_version_max);
	if (!fragment && options->part_bytes)
		return sn_error_set(err, SN_REFUSED, "parts of %zu bytes do not fit codes of version %d",
				    options->part_bytes, options->series_version_max);
	if (!fragment)
		return sn_error_set(err, SN_REFUSED, "codes of version %d are too small for a part",
				    options->series_version_max);
	if (message_len > SN_FOUNTAIN_MESSAGE_MAX || !sn_fountain_split(&even, message_len, fragment))
		return sn_error_set(err, SN_REFUSED, "%zu bytes are too many for parts of %zu bytes", len,
				    fragment);
	int ret = sn_ur_encoder_new(&s->encoder, options->type, data, len, fragment, err);
	if (ret)
		return ret;
	if (options->is_cycle)
		sn_ur_encoder_lower_case(s->encoder);
	s->parts = sn_ur_encoder_parts(s->encoder);
	s->part_bytes = even;
	s->version =
		version_for(part_len(options, message_len, even, s->parts), options, SN_CODE_VERSION_MAX);
	return SN_OK;
}

/* Whether the data fit one code, and the options allow it. */
static bool is_still(size_t len, const struct sn_slides_options *options)
{
	if (!options->type)
		return true;
	size_t message_len = cbor_head_len(len) + len;
	size_t text_len = SCHEME_LEN + strlen(options->type) + 1 + 2 * (message_len + CHECKSUM_BYTES);
	size_t most = options->part_bytes ? options->part_bytes : options->part_bytes_max;
	return !options->is_cycle && (!most || message_len <= most) &&
	       version_for(text_len, options, options->still_version_max);
}

int sn_slides_new(struct sn_slides **out, const void *data, size_t len,
		  const struct sn_slides_options *options, struct sn_error *err)
{
	*out = NULL;
	if (!len)
		return sn_error_set(err, SN_USAGE, "the data to show are empty");
	if (options->type && !sn_ur_type_is_valid(options->type))
		return sn_error_hint(
			err, sn_error_set(err, SN_USAGE, "\"%.40s\" is not a valid UR type", options->type),
			"use lower-case letters, digits and hyphens");
	struct sn_slides *s = calloc(1, sizeof *s);
	if (!s)
		return sn_error_memory(err);
	s->correction = options->correction;
	s->is_cycle = options->is_cycle;
	int ret;
	if (is_still(len, options))
		ret = make_still(s, data, len, options, err);
	else if (!options->series_version_max)
		ret = sn_error_set(err, SN_REFUSED, "%zu bytes do not fit one code of version %d", len,
				   options->still_version_max);
	else
		ret = make_series(s, data, len, options, err);
	if (ret) {
		sn_slides_free(s);
		return ret;
	}
	*out = s;
	return SN_OK;
}

void sn_slides_free(struct sn_slides *s)
{
	if (!s)
		return;
	sn_ur_encoder_free(s->encoder);
	sn_buf_free(&s->text);
	free(s);
}

size_t sn_slides_parts(const struct sn_slides *s)
{
	return s->parts;
}

int sn_slides_version(const struct sn_slides *s)
{
	return s->version;
}

size_t sn_slides_part_bytes(const struct sn_slides *s)
{
	return s->part_bytes;
}

bool sn_slides_repeats(const struct sn_slides *s)
{
	return !s->encoder || s->is_cycle;
}

int sn_slides_code(struct sn_code *code, const struct sn_slides *s, uint32_t sequence, struct sn_error *err)
{
	if (!s->encoder)
		return sn_code_encode(code, (char *)s->text.data, s->text.len, s->correction, s->version,
				      s->version, err);
	struct sn_buf text = {0};
	*code = (struct sn_code){0};
	uint32_t period = s->is_cycle ? (uint32_t)s->parts : SN_SLIDES_SEQUENCE_MAX;
	int ret = sn_ur_encoder_part(&text, s->encoder, (sequence - 1) % period + 1, err);
	if (!ret)
		ret = sn_code_encode(code, (char *)text.data, text.len, s->correction, s->version, s->version,
				     err);
	sn_buf_free(&text);
	return ret;
}
