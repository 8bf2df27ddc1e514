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

static void make_key(uint8_t key[static 32], uint64_t i)
{
	memset(key, 0, 32);
	key[0] = (uint8_t)(i >> 16);
	key[1] = (uint8_t)(i >> 8);
	key[2] = (uint8_t)i;
}

/* By hand, after doc/reference/formats.md; keys ascend. */
static void put_list(struct sn_buf *b, const struct codec *codec, uint64_t n)
{
	sn_put_varint(b, n);
	for (uint64_t i = 0; i < n; i++) {
		uint8_t key[32], other[32] = {1};
		make_key(key, i);
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

/* Carrot outputs of all kinds by turns, keys from `from` on. */
static void put_carrot(struct sn_buf *b, uint64_t from, uint64_t n)
{
	static const uint8_t others[32] = {1};
	sn_put_varint(b, n);
	for (uint64_t i = from; i < from + n; i++) {
		const uint8_t kind = (uint8_t)(1 + i % 3);
		uint8_t key[32];
		make_key(key, i);
		sn_put_u8(b, kind);
		sn_put_bytes(b, key, 32);
		if (kind != 3)
			sn_put_bytes(b, others, 32);
		sn_put_varint(b, kind == 3 ? UINT64_MAX : 7);
		if (kind != 3)
			sn_put_varint(b, UINT32_MAX);
		sn_put_varint(b, 1000 * i);
		sn_put_bytes(b, others, kind == 2 ? 32 : 16);
		if (kind != 3)
			sn_put_u8(b, i % 2);
		if (kind == 1 && i % 2)
			sn_put_bytes(b, others, 8);
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

/* A list of old outputs has the bytes that it had before there were Carrot outputs: the loop above. */
Test(handoff_lists, carrot_outputs_follow_the_others)
{
	for (uint64_t n = 0; n < 20; n += 1 + n / 3)
		for (uint64_t n_carrot = 1; n_carrot < 40; n_carrot += n_carrot) {
			struct sn_output_list list;
			struct sn_buf b = {0};
			put_list(&b, &outputs, n);
			put_carrot(&b, n, n_carrot);
			expect_same(&outputs, &b);
			cr_assert(!sn_output_list_decode(&list, b.data, b.len, NULL));
			cr_assert(list.n == n && list.n_carrot == n_carrot);
			sn_output_list_free(&list);
			sn_buf_free(&b);
		}
}

Test(handoff_lists, fields_are_kept)
{
	struct sn_listed_output o[2] = {{{{1}}, {{2}}, 3, {4, 5}, {{8}}},
					{{{6}}, {{7}}, UINT32_MAX, {UINT32_MAX, UINT32_MAX}, {{9}}}};
	struct sn_proposal_input c[3] = {
		{.key = {{5}},
		 .kind = SN_PROPOSAL_NORMAL,
		 .amount = UINT64_MAX,
		 .subaddress = {1, UINT32_MAX},
		 .first_image = {{10}},
		 .anchor = {11},
		 .has_payment_id = true,
		 .payment_id = {12}},
		{.key = {{6, 1}},
		 .kind = SN_PROPOSAL_SPECIAL,
		 .amount = 1,
		 .subaddress = {UINT32_MAX, 1},
		 .first_image = {{13}},
		 .ephemeral = {14},
		 .enote_type = 1},
		{.key = {{7}}, .kind = SN_PROPOSAL_COINBASE, .height = UINT64_MAX, .anchor = {15}},
	};
	struct sn_output_list list = {o, 2, c, 3}, back;
	struct sn_listed_image i[2] = {{{{1}}, {{2}}}, {{{6}}, {{7}}}};
	struct sn_image_list image_list = {i, 2}, images_back;
	struct sn_buf b = {0};
	struct sn_error err = {0};
	cr_assert(!sn_output_list_encode(&b, &list, &err), "%s", err.text);
	cr_assert(!sn_output_list_decode(&back, b.data, b.len, &err), "%s", err.text);
	cr_assert(back.n == 2 && !memcmp(back.outputs, o, sizeof o));
	cr_assert(back.n_carrot == 3);
	for (size_t k = 0; k < 3; k++)
		cr_assert(test_is_same_input(&back.carrot[k], &c[k]));
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
		expect_refused(codecs[c], b.data, b.len, c ? "bytes follow" : "0 Carrot outputs");
		sn_buf_free(&b);
	}
}

Test(handoff_lists, every_truncation_of_carrot_outputs_is_refused)
{
	struct sn_buf b = {0};
	put_list(&b, &outputs, 2);
	const size_t old = b.len;
	put_carrot(&b, 2, 7);
	for (size_t len = old + 1; len < b.len; len++)
		expect_refused(&outputs, b.data, len, "malformed output list");
	sn_put_u8(&b, 0);
	expect_refused(&outputs, b.data, b.len, "bytes follow");
	sn_buf_free(&b);
}

Test(handoff_lists, changed_bytes_are_refused_or_canonical)
{
	const struct codec *codecs[] = {&outputs, &images};
	for (size_t c = 0; c < 2; c++) {
		struct sn_buf b = {0}, again = {0};
		size_t refused = 0;
		put_list(&b, codecs[c], 3);
		if (codecs[c] == &outputs)
			put_carrot(&b, 3, 6);
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
	struct sn_output_list list = {.outputs = o, .n = 2};
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
		expect_refused(codecs[c], b.data, b.len, "130001");
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

static void refuse_carrot(const struct sn_proposal_input *carrot, size_t n, const char *words)
{
	struct sn_listed_output o = {.key = {{2}}};
	struct sn_proposal_input copy[2];
	struct sn_output_list list = {&o, 1, copy, n};
	struct sn_buf b = {0};
	struct sn_error err = {0};
	memcpy(copy, carrot, (n > 2 ? 2 : n) * sizeof *copy);
	cr_assert_eq(sn_output_list_encode(&b, &list, &err), SN_USAGE);
	cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
	sn_buf_free(&b);
}

Test(handoff_lists, carrot_outputs_without_encoding_are_refused)
{
	struct sn_proposal_input c[2] = {{.key = {{2}}, .kind = SN_PROPOSAL_NORMAL},
					 {.key = {{3}}, .kind = SN_PROPOSAL_NORMAL}};
	refuse_carrot(c, 2, "an output is listed twice");
	c[0].key.b[0] = 1;
	refuse_carrot(c, SN_LIST_MAX, "130000 Carrot outputs");
	c[1].kind = SN_PROPOSAL_OLD;
	refuse_carrot(c, 2, "the kind of an old output");
	c[1].kind = SN_PROPOSAL_SPECIAL;
	c[1].enote_type = 2;
	refuse_carrot(c, 2, "the enote type is invalid");
	c[1].kind = SN_PROPOSAL_COINBASE;
	c[1].subaddress.minor = 1;
	refuse_carrot(c, 2, "belongs to the primary address");
	c[1] = c[0];
	refuse_carrot(c, 2, "do not ascend");
}

Test(handoff_lists, carrot_outputs_are_checked)
{
	struct sn_buf b = {0};
	/* The kind of an old output, and none. */
	put_list(&b, &outputs, 1);
	const size_t at = b.len + 1;
	put_carrot(&b, 1, 2);
	b.data[at] = 0;
	expect_refused(&outputs, b.data, b.len, "malformed output list");
	b.data[at] = 4;
	expect_refused(&outputs, b.data, b.len, "malformed output list");
	b.data[at] = 2;
	expect_same(&outputs, &b);
	b.data[at + 3] = 0; /* the key of the old output */
	expect_refused(&outputs, b.data, b.len, "an output is listed twice");
	b.data[at + 3] = 2; /* the key of the next one */
	expect_refused(&outputs, b.data, b.len, "do not ascend");
	/* A whole entry of an old output. */
	const struct sn_proposal_input old = {.key = {{2}}};
	sn_buf_clear(&b);
	sn_put_varint(&b, 0);
	sn_put_varint(&b, 1);
	sn_proposal_input_put(&b, &old);
	expect_refused(&outputs, b.data, b.len, "malformed output list");
	/* The longest list, and one output more. */
	sn_buf_clear(&b);
	put_list(&b, &outputs, 1000);
	put_carrot(&b, 1000, SN_LIST_MAX - 1000);
	expect_same(&outputs, &b);
	cr_assert(2 * 3 + SN_LIST_MAX * (1 + 2 * 32 + 2 * 5 + 10 + 32 + 1) <= SN_ENVELOPE_CONTENT_MAX);
	sn_buf_clear(&b);
	put_list(&b, &outputs, 1000);
	put_carrot(&b, 1000, SN_LIST_MAX - 1000 + 1);
	expect_refused(&outputs, b.data, b.len, "129001 Carrot outputs");
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
		sn_buf_clear(&b);
		sn_put_varint(&b, 0);
		sn_put_varint(&b, counts[i]);
		sn_put_bytes(&b, "0123456789012345678901234567890123456789", 40);
		expect_refused(&outputs, b.data, b.len, "before the end of the Carrot outputs");
		sn_buf_free(&b);
	}
}

Test(handoff_lists, sorting_drops_doubles)
{
	struct sn_output_list list = {calloc(5, sizeof *list.outputs), 5, calloc(5, sizeof *list.carrot), 5};
	static const uint8_t keys[] = {7, 3, 7, 1, 3};
	for (uint32_t i = 0; i < 5; i++) {
		list.outputs[i].key.b[31] = keys[i];
		list.outputs[i].index = i;
		list.carrot[i].key.b[30] = keys[i];
		list.carrot[i].amount = i;
		list.carrot[i].kind = SN_PROPOSAL_NORMAL;
	}
	cr_assert(!sn_output_list_sort(&list));
	cr_assert(list.n == 3 && list.outputs[0].index == 3 && list.outputs[1].index == 1 &&
		  list.outputs[2].index == 0);
	cr_assert(list.n_carrot == 3 && list.carrot[0].amount == 3 && list.carrot[1].amount == 1 &&
		  list.carrot[2].amount == 0);
	struct sn_buf b = {0};
	cr_assert(!sn_output_list_encode(&b, &list, NULL));
	sn_buf_free(&b);
	sn_output_list_free(&list);
}
