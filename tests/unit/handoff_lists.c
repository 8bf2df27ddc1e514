#include "chain/varint.h"
#include "handoff/envelope.h"
#include "handoff/image_list.h"
#include "handoff/list_frame.h"
#include "handoff/output_list.h"
#include "handoff_sets.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

/* The two codecs behind one face, so that each test looks at both. */
struct codec {
	const char *name;
	int (*reencode)(struct sn_buf *out, const void *data, size_t len, struct sn_error *err);
};

static int reencode_outputs(struct sn_buf *out, const void *data, size_t len, struct sn_error *err)
{
	struct sn_output_list list;
	int ret = sn_output_list_decode(&list, data, len, err);
	if (ret)
		cr_assert(list.n == 0 && !list.outputs);
	else
		ret = sn_output_list_encode(out, &list, err);
	sn_output_list_free(&list);
	return ret;
}

static int reencode_images(struct sn_buf *out, const void *data, size_t len, struct sn_error *err)
{
	struct sn_image_list list;
	int ret = sn_image_list_decode(&list, data, len, err);
	if (ret)
		cr_assert(list.n == 0 && !list.images);
	else
		ret = sn_image_list_encode(out, &list, err);
	sn_image_list_free(&list);
	return ret;
}

static const struct codec outputs = {"outputs", reencode_outputs};
static const struct codec images = {"key images", reencode_images};

static void expect_same(const struct codec *codec, const struct sn_buf *bytes)
{
	struct sn_buf again = {0};
	struct sn_error err = {0};
	cr_assert(!codec->reencode(&again, bytes->data, bytes->len, &err), "%s: %s", codec->name, err.text);
	cr_assert(again.len == bytes->len && !memcmp(again.data, bytes->data, again.len));
	sn_buf_free(&again);
}

static void expect_refused(const struct codec *codec, const void *data, size_t len, const char *words)
{
	struct sn_error err = {0};
	void *copy = malloc(len ? len : 1); /* for the tools that watch reads */
	cr_assert_not_null(copy);
	memcpy(copy, data, len);
	cr_assert_eq(codec->reencode(NULL, copy, len, &err), SN_BAD_INPUT, "%s: %s", codec->name, words);
	cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
	cr_assert_eq(err.reason, SN_REASON_DAMAGED);
	free(copy);
}

/* By hand, after doc/reference/formats.md; keys ascend. */
static void put_list(struct sn_buf *b, const struct codec *codec, uint64_t n)
{
	sn_put_varint(b, n);
	for (uint64_t i = 0; i < n; i++) {
		uint8_t key[32] = {0}, other[32] = {1};
		key[0] = (uint8_t)(i >> 16);
		key[1] = (uint8_t)(i >> 8);
		key[2] = (uint8_t)i;
		sn_put_bytes(b, key, 32);
		sn_put_bytes(b, other, 32);
		if (codec == &outputs) {
			sn_put_varint(b, i % 16);
			sn_put_varint(b, i % 3 ? 0 : UINT32_MAX);
			sn_put_varint(b, i);
			sn_put_bytes(b, other, 32);
		}
	}
}

Test(handoff_lists, encoded_lists_decode_to_the_same_bytes)
{
	const struct codec *codecs[] = {&outputs, &images};
	for (size_t c = 0; c < 2; c++)
		for (uint64_t n = 0; n < 300; n += 1 + n / 3) {
			struct sn_buf b = {0};
			put_list(&b, codecs[c], n);
			expect_same(codecs[c], &b);
			sn_buf_free(&b);
		}
}

Test(handoff_lists, fields_are_kept)
{
	struct sn_listed_output o[2] = {{{{1}}, {{2}}, 3, {4, 5}, {{8}}},
					{{{6}}, {{7}}, UINT32_MAX, {UINT32_MAX, UINT32_MAX}, {{9}}}};
	struct sn_output_list list = {o, 2}, back;
	struct sn_listed_image i[2] = {{{{1}}, {{2}}}, {{{6}}, {{7}}}};
	struct sn_image_list image_list = {i, 2}, images_back;
	struct sn_buf b = {0};
	struct sn_error err = {0};
	cr_assert(!sn_output_list_encode(&b, &list, &err), "%s", err.text);
	cr_assert(!sn_output_list_decode(&back, b.data, b.len, &err), "%s", err.text);
	cr_assert(back.n == 2 && !memcmp(back.outputs, o, sizeof o));
	sn_output_list_free(&back);
	sn_buf_clear(&b);
	cr_assert(!sn_image_list_encode(&b, &image_list, &err), "%s", err.text);
	cr_assert(!sn_image_list_decode(&images_back, b.data, b.len, &err), "%s", err.text);
	cr_assert(images_back.n == 2 && !memcmp(images_back.images, i, sizeof i));
	sn_image_list_free(&images_back);
	sn_buf_free(&b);
}

Test(handoff_lists, every_truncation_and_trailing_byte_is_refused)
{
	const struct codec *codecs[] = {&outputs, &images};
	for (size_t c = 0; c < 2; c++) {
		struct sn_buf b = {0};
		put_list(&b, codecs[c], 4);
		for (size_t len = 0; len < b.len; len++)
			expect_refused(codecs[c], b.data, len, "malformed");
		sn_put_u8(&b, 0);
		expect_refused(codecs[c], b.data, b.len, "bytes follow");
		sn_buf_free(&b);
	}
}

Test(handoff_lists, changed_bytes_are_refused_or_canonical)
{
	const struct codec *codecs[] = {&outputs, &images};
	for (size_t c = 0; c < 2; c++) {
		struct sn_buf b = {0}, again = {0};
		size_t refused = 0;
		put_list(&b, codecs[c], 3);
		for (size_t at = 0; at < b.len; at++)
			for (int bit = 0; bit < 8; bit++) {
				b.data[at] ^= (uint8_t)(1 << bit);
				sn_buf_clear(&again);
				if (codecs[c]->reencode(&again, b.data, b.len, NULL))
					refused++;
				else
					cr_assert(again.len == b.len && !memcmp(again.data, b.data, b.len));
				b.data[at] ^= (uint8_t)(1 << bit);
			}
		cr_assert_geq(refused, 8); /* the count at least */
		sn_buf_free(&b);
		sn_buf_free(&again);
	}
}

Test(handoff_lists, order_and_number_are_checked)
{
	struct sn_listed_output o[2] = {{.key = {{2}}}, {.key = {{2}}}};
	struct sn_listed_image i[2] = {{.key = {{2}}}, {.key = {{1}}}};
	struct sn_output_list list = {o, 2};
	struct sn_image_list image_list = {i, 2};
	struct sn_buf b = {0};
	cr_assert_eq(sn_output_list_encode(&b, &list, NULL), SN_USAGE);
	cr_assert_eq(sn_image_list_encode(&b, &image_list, NULL), SN_USAGE);
	list.n = SN_LIST_MAX + 1;
	image_list.n = SN_LIST_MAX + 1;
	cr_assert_eq(sn_output_list_encode(&b, &list, NULL), SN_USAGE);
	cr_assert_eq(sn_image_list_encode(&b, &image_list, NULL), SN_USAGE);
	cr_assert_eq(b.len, 0);

	const struct codec *codecs[] = {&outputs, &images};
	for (size_t c = 0; c < 2; c++) {
		sn_buf_clear(&b);
		put_list(&b, codecs[c], 2);
		b.data[1 + 2] = 1; /* as large as the second */
		expect_refused(codecs[c], b.data, b.len, "do not ascend");
		b.data[1 + 2] = 2;
		expect_refused(codecs[c], b.data, b.len, "do not ascend");
		sn_buf_clear(&b);
		put_list(&b, codecs[c], SN_LIST_MAX + 1);
		expect_refused(codecs[c], b.data, b.len, "140001");
		/* The longest list fits an envelope. */
		sn_buf_clear(&b);
		put_list(&b, codecs[c], SN_LIST_MAX);
		const size_t longest = codecs[c] == &outputs ? 3 * 32 + 3 * 5 : 2 * 32;
		cr_assert(b.len <= 3 + SN_LIST_MAX * longest &&
			  3 + SN_LIST_MAX * longest <= SN_ENVELOPE_CONTENT_MAX);
		expect_same(codecs[c], &b);
	}
	sn_buf_free(&b);
}

/* Refused before memory is claimed: a failed claim would be SN_IO. */
Test(handoff_lists, hostile_counts_do_not_allocate)
{
	static const uint64_t counts[] = {2, SN_LIST_MAX, UINT32_MAX, UINT64_MAX};
	for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
		struct sn_buf b = {0};
		sn_put_varint(&b, counts[i]);
		sn_put_bytes(&b, "0123456789012345678901234567890123456789", 40);
		expect_refused(&outputs, b.data, b.len, "before the end of the outputs");
		expect_refused(&images, b.data, b.len, "before the end of the key images");
		sn_buf_free(&b);
	}
}

Test(handoff_lists, sorting_drops_doubles)
{
	struct sn_output_list list = {calloc(5, sizeof *list.outputs), 5};
	static const uint8_t keys[] = {7, 3, 7, 1, 3};
	for (uint32_t i = 0; i < 5; i++) {
		list.outputs[i].key.b[31] = keys[i];
		list.outputs[i].index = i;
	}
	cr_assert(!sn_output_list_sort(&list));
	cr_assert(list.n == 3 && list.outputs[0].index == 3 && list.outputs[1].index == 1 &&
		  list.outputs[2].index == 0);
	struct sn_buf b = {0};
	cr_assert(!sn_output_list_encode(&b, &list, NULL));
	sn_buf_free(&b);
	sn_output_list_free(&list);
}
