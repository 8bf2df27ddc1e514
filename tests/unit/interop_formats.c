/* Tests that hold for the contents of all four kinds of files. */
#include "interop_samples.h"
#include "base/file.h"
#include "handoff_ok.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

static void expect_refused(const struct interop_sample *sample, const void *data, size_t len)
{
	struct sn_error err = {0};
	void *copy = malloc(len ? len : 1); /* for the tools that watch reads */
	cr_assert_not_null(copy);
	memcpy(copy, data, len);
	cr_assert_eq(interop_reencode(NULL, sample->kind, copy, len, &err), SN_BAD_INPUT, "%s/%s: %zu bytes",
		     sample->release, sample->name, len);
	cr_assert_eq(err.reason, SN_REASON_DAMAGED);
	cr_assert(strstr(err.text, " cannot be read: "), "%s", err.text);
	cr_assert(err.hint[0]);
	free(copy);
}

Test(interop_formats, samples_have_the_expected_members)
{
	struct interop_sample sample = {0};
	while (interop_next(&sample, SN_INTEROP_KINDS)) {
		char path[1024], *text = NULL;
		size_t len = 0;
		struct sn_buf expected = {0};
		struct sn_error err = {0};
		FILE *f = open_memstream(&text, &len);
		cr_assert_not_null(f);
		interop_print(f, sample.kind, sample.plaintext.data, sample.plaintext.len);
		fclose(f);
		snprintf(path, sizeof path, "%s/vectors/interop/%s/%s.txt", TESTS_DIR, sample.release,
			 sample.name);
		ok(sn_file_read(path, 1 << 20, &expected, &err));
		sn_put_u8(&expected, 0);
		cr_assert_str_eq(text, (const char *)expected.data, "%s", path);
		sn_buf_free(&expected);
		free(text);
	}
}

Test(interop_formats, samples_are_encoded_again_to_the_same_bytes)
{
	struct interop_sample sample = {0};
	while (interop_next(&sample, SN_INTEROP_KINDS)) {
		struct sn_buf again = {0};
		struct sn_error err = {0};
		ok(interop_reencode(&again, sample.kind, sample.plaintext.data, sample.plaintext.len, &err));
		cr_assert_eq(again.len, sample.plaintext.len);
		cr_assert_arr_eq(again.data, sample.plaintext.data, again.len);
		sn_buf_free(&again);
	}
}

/* The only contents that are valid after a cut: the key images before it. */
static bool may_end_at(enum sn_interop_kind kind, size_t len)
{
	return kind == SN_INTEROP_KEY_IMAGE_EXPORT && len >= 4 + 64 && (len - (4 + 64)) % 96 == 0;
}

Test(interop_formats, truncation_at_every_length_is_refused)
{
	struct interop_sample sample = {0};
	while (interop_next(&sample, SN_INTEROP_KINDS))
		for (size_t len = 0; len < sample.plaintext.len; len++)
			if (!may_end_at(sample.kind, len))
				expect_refused(&sample, sample.plaintext.data, len);
}

Test(interop_formats, trailing_bytes_are_refused)
{
	struct interop_sample sample = {0};
	while (interop_next(&sample, SN_INTEROP_KINDS))
		for (unsigned byte = 0; byte < 2; byte++) {
			sn_put_u8(&sample.plaintext, (uint8_t)byte);
			expect_refused(&sample, sample.plaintext.data, sample.plaintext.len);
		}
}

/* A changed bit is a different value or an error, never a second encoding of the same value. */
Test(interop_formats, changed_contents_are_refused_or_encoded_to_the_same_bytes)
{
	struct interop_sample sample = {0};
	size_t accepted = 0, refused = 0;
	while (interop_next(&sample, SN_INTEROP_KINDS))
		for (size_t i = 0; i < sample.plaintext.len; i++) {
			struct sn_buf again = {0};
			struct sn_error err = {0};
			const uint8_t flip = (uint8_t)(1 << i % 8);
			sample.plaintext.data[i] ^= flip;
			int ret = interop_reencode(&again, sample.kind, sample.plaintext.data,
						   sample.plaintext.len, &err);
			cr_assert(!ret || ret == SN_BAD_INPUT, "%d %s", ret, err.text);
			cr_assert(ret || (again.len == sample.plaintext.len &&
					  !memcmp(again.data, sample.plaintext.data, again.len)));
			accepted += !ret;
			refused += ret != 0;
			sample.plaintext.data[i] ^= flip;
			sn_buf_free(&again);
		}
	cr_assert(accepted > 1000 && refused > 1000);
}

/* The first byte of these contents is the version, a varint. */
Test(interop_formats, varints_that_are_not_canonical_are_refused)
{
	static const enum sn_interop_kind kinds[] = {SN_INTEROP_UNSIGNED_TX_SET, SN_INTEROP_SIGNED_TX_SET};
	for (size_t k = 0; k < 2; k++) {
		struct interop_sample sample = {0};
		while (interop_next(&sample, kinds[k])) {
			struct sn_buf longer = {0};
			sn_put_u8(&longer, sample.plaintext.data[0] | 0x80);
			sn_put_u8(&longer, 0);
			sn_put_bytes(&longer, sample.plaintext.data + 1, sample.plaintext.len - 1);
			expect_refused(&sample, longer.data, longer.len);
			sn_buf_free(&longer);
		}
	}
}
