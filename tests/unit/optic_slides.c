/* One code or a series; the decoded texts of the codes give the data. */
#include "optic/slides.h"

#include "base/bytes.h"
#include "base/hex.h"
#include "handoff/ur.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct sn_slides_options usual = {
	.type = "bytes",
	.still_version_max = SN_SLIDES_STILL_VERSION,
	.series_version_max = SN_SLIDES_SERIES_VERSION,
};

static uint8_t data[300000];

static void setup(void)
{
	for (size_t i = 0; i < sizeof data; i++)
		data[i] = (uint8_t)(i * i / 7 + i);
}

TestSuite(optic_slides, .init = setup);

static struct sn_slides *slides(size_t len, const struct sn_slides_options *options)
{
	struct sn_slides *s;
	struct sn_error err = {0};
	int ret = sn_slides_new(&s, data, len, options, &err);
	cr_assert_eq(ret, 0, "%zu bytes: %d %s", len, ret, err.text);
	return s;
}

static int refusal(size_t len, const struct sn_slides_options *options)
{
	struct sn_slides *s;
	struct sn_error err = {0};
	int ret = sn_slides_new(&s, data, len, options, &err);
	cr_expect_null(s);
	cr_expect(err.text[0]);
	return ret;
}

/* The payment of tests/vectors/payment.txt, one input and two outputs: `name` is "unsigned" or "signed". */
static size_t payment(struct sn_buf *out, const char *name)
{
	static char line[65536];
	FILE *file = fopen(TESTS_DIR "/vectors/payment.txt", "r");
	cr_assert_not_null(file);
	while (!out->len && fgets(line, sizeof line, file))
		if (!strncmp(line, name, strlen(name)) && line[strlen(name)] == ' ')
			cr_assert_eq(sn_hex_decode_buf(out, line + strlen(name) + 1,
						       strlen(line) - strlen(name) - 1),
				     0);
	fclose(file);
	cr_assert(out->len);
	return out->len;
}

Test(optic_slides, an_ordinary_payment_is_one_still_code_each_way)
{
	static const struct {
		const char *name, *type;
		size_t bytes;
		int version;
	} ways[] = {{"unsigned", "x-sn-unsigned", 1752, 36}, {"signed", "x-sn-signed", 1752, 36}};
	for (size_t i = 0; i < 2; i++) {
		struct sn_buf file = {0};
		struct sn_slides *s;
		struct sn_slides_options options = usual;
		cr_expect_eq(payment(&file, ways[i].name), ways[i].bytes);
		options.type = ways[i].type;
		cr_assert_eq(sn_slides_new(&s, file.data, file.len, &options, NULL), 0);
		cr_expect_eq(sn_slides_parts(s), 1);
		cr_expect_eq(sn_slides_version(s), ways[i].version);
		sn_slides_free(s);
		sn_buf_free(&file);
	}
}

/* The capacity of a still code, by the characters of its UR: UR:BYTES/, and two for each byte of head, data
 * and checksum. */
Test(optic_slides, still_codes_up_to_the_bound)
{
	size_t capacity = sn_code_capacity(SN_SLIDES_STILL_VERSION, SN_CODE_L),
	       most = (capacity - 9) / 2 - 3 - 4;
	struct sn_slides *s = slides(most, &usual);
	cr_expect_eq(sn_slides_parts(s), 1);
	cr_expect_eq(sn_slides_version(s), SN_SLIDES_STILL_VERSION);
	cr_expect_eq(sn_slides_part_bytes(s), most);
	sn_slides_free(s);
	s = slides(most + 1, &usual);
	cr_expect_gt(sn_slides_parts(s), 1);
	cr_expect_leq(sn_slides_version(s), SN_SLIDES_SERIES_VERSION);
	sn_slides_free(s);
	struct sn_slides_options only = usual;
	only.series_version_max = 0;
	s = slides(most, &only);
	sn_slides_free(s);
	cr_expect_eq(refusal(most + 1, &only), SN_REFUSED);
	s = slides(1, &usual);
	cr_expect_eq(sn_slides_version(s), 1); /* UR:BYTES/ and twelve letters */
	sn_slides_free(s);
}

/* All codes of a series, from the first to the last number, have the same version. */
Test(optic_slides, codes_of_a_series_have_one_size)
{
	static const uint32_t numbers[] = {1, 2, 23, 24, 255, 256, 9999, 10000, 65535, 65536, 4000000000u};
	for (int version = 4; version <= 40; version += 6) {
		struct sn_slides_options options = usual;
		options.still_version_max = 0;
		options.series_version_max = version;
		struct sn_slides *s = slides(20000, &options);
		cr_expect_leq(sn_slides_version(s), version);
		for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
			struct sn_code code;
			cr_assert_eq(sn_slides_code(&code, s, numbers[i], NULL), 0, "version %d, number %u",
				     version, numbers[i]);
			cr_expect_eq(code.version, sn_slides_version(s));
			sn_code_free(&code);
		}
		sn_slides_free(s);
	}
}

Test(optic_slides, parts_are_as_large_as_fits)
{
	struct sn_slides_options options = usual;
	options.still_version_max = 0;
	struct sn_slides *s = slides(20000, &options);
	/* UR:BYTES/65535-NN/, twice: array, numbers (3, 2, 3, 5), head of the fragment (3), checksum (4). */
	size_t fragment = (sn_code_capacity(15, SN_CODE_L) - 18) / 2 - 21;
	cr_expect_eq(sn_slides_version(s), 15);
	cr_expect_eq(sn_slides_parts(s), (20003 + fragment - 1) / fragment);
	cr_expect_leq(sn_slides_part_bytes(s), fragment);
	sn_slides_free(s);
}

Test(optic_slides, part_bytes_bound_a_part)
{
	struct sn_slides_options options = usual;
	options.still_version_max = options.series_version_max = SN_CODE_VERSION_MAX;
	for (size_t part = 8; part < 700; part = part * 2 + 1) {
		options.part_bytes = part;
		struct sn_slides *s = slides(1000, &options);
		cr_expect_eq(sn_slides_parts(s), (1003 + part - 1) / part);
		cr_expect_leq(sn_slides_part_bytes(s), part);
		sn_slides_free(s);
	}
	options.part_bytes = 1003;
	struct sn_slides *s = slides(1000, &options);
	cr_expect_eq(sn_slides_parts(s), 1);
	sn_slides_free(s);
	options.part_bytes = 2000;
	options.series_version_max = 15;
	cr_expect_eq(refusal(5000, &options), SN_REFUSED);
	options.part_bytes = 8;
	cr_expect_eq(refusal(8 * 4096 + 1, &options), SN_REFUSED); /* too many fragments */
}

Test(optic_slides, invalid_input_is_refused)
{
	struct sn_slides_options options = usual;
	cr_expect_eq(refusal(0, &options), SN_USAGE);
	options.type = "Bytes";
	cr_expect_eq(refusal(10, &options), SN_USAGE);
	options = usual;
	options.series_version_max = 1;
	cr_expect_eq(refusal(5000, &options), SN_REFUSED);
	options.still_version_max = options.series_version_max = 0;
	cr_expect_eq(refusal(1, &options), SN_REFUSED);
	options = usual;
	options.series_version_max = 5;
	cr_expect_eq(refusal(sizeof data, &options), SN_REFUSED);
}

Test(optic_slides, text_is_one_code)
{
	static const char text[] =
		"monero:4AdUndXHHZ6cfufTMvppY6JwXNouMBzSkbLYfpAV5Usx3skxNgYeYTRj5UzqtReoS44qo9mtmXCqY45DJ852K5Jv2684Rge"
		"?tx_amount=1.25";
	struct sn_slides_options options = usual;
	struct sn_slides *s;
	struct sn_code code, plain;
	options.type = NULL;
	cr_assert_eq(sn_slides_new(&s, text, strlen(text), &options, NULL), 0);
	cr_expect_eq(sn_slides_parts(s), 1);
	cr_assert_eq(sn_slides_code(&code, s, 1, NULL), 0);
	cr_assert_eq(sn_code_encode(&plain, text, strlen(text), SN_CODE_L, 0, 0, NULL), 0);
	cr_assert(code.size == plain.size && !memcmp(code.modules, plain.modules, code.size * code.size));
	sn_code_free(&code);
	sn_code_free(&plain);
	sn_slides_free(s);
	cr_expect_eq(refusal(5000, &options), SN_REFUSED);
	options.still_version_max = 5;
	cr_expect_eq(refusal(200, &options), SN_REFUSED);
}

/* Code n has the text of part n of the UR encoder. */
Test(optic_slides, codes_are_the_parts_of_the_ur)
{
	struct sn_slides *s = slides(3000, &usual);
	struct sn_ur_encoder *encoder;
	struct sn_error err;
	cr_assert_eq(sn_ur_encoder_new(&encoder, "bytes", data, 3000, sn_slides_part_bytes(s), &err), 0);
	cr_assert_eq(sn_ur_encoder_parts(encoder), sn_slides_parts(s));
	for (uint32_t number = 1; number < 40; number++) {
		struct sn_buf text = {0};
		struct sn_code code, expected;
		cr_assert_eq(sn_ur_encoder_part(&text, encoder, number, &err), 0);
		cr_assert_eq(sn_code_encode(&expected, (char *)text.data, text.len, SN_CODE_L,
					    sn_slides_version(s), sn_slides_version(s), &err),
			     0);
		cr_assert_eq(sn_slides_code(&code, s, number, &err), 0);
		cr_assert(!memcmp(code.modules, expected.modules, code.size * code.size));
		sn_code_free(&code);
		sn_code_free(&expected);
		sn_buf_free(&text);
	}
	sn_ur_encoder_free(encoder);
	sn_slides_free(s);
}
