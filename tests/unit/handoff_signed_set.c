#include "handoff/signed_set.h"
#include "chain/varint.h"
#include "handoff/envelope.h"
#include "handoff_dump.h"
#include "handoff_sets.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

static void encode(struct sn_buf *out, const struct sn_signed_set *set)
{
	struct sn_error err = {0};
	cr_assert(!sn_signed_set_encode(out, set, &err), "%s", err.text);
}

static void expect_refused(const void *data, size_t len, const char *words)
{
	void *copy = malloc(len ? len : 1);
	cr_assert_not_null(copy);
	memcpy(copy, data, len);
	struct sn_signed_set set;
	struct sn_error err = {0};
	cr_assert_eq(sn_signed_set_decode(&set, copy, len, &err), SN_BAD_INPUT, "%s", words);
	cr_assert_eq(err.reason, SN_REASON_DAMAGED, "%s", err.text);
	cr_assert(strstr(err.text, words), "%s", err.text);
	cr_assert(set.n == 0 && !set.txs);
	free(copy);
}

Test(handoff_signed_set, encoded_sets_decode_to_the_same_set)
{
	struct test_random g = test_random(12);
	for (int i = 0; i < 200; i++) {
		struct sn_signed_set set = test_signed_set(&g, 1 + test_below(&g, 4)), back;
		struct sn_buf bytes = {0}, again = {0}, dump = {0}, dump_back = {0};
		struct sn_error err = {0};
		encode(&bytes, &set);
		cr_assert(!sn_signed_set_decode(&back, bytes.data, bytes.len, &err), "%s", err.text);
		test_dump_signed_set(&dump, &set);
		test_dump_signed_set(&dump_back, &back);
		cr_assert(dump.len == dump_back.len && !memcmp(dump.data, dump_back.data, dump.len));
		encode(&again, &back);
		cr_assert(bytes.len == again.len && !memcmp(bytes.data, again.data, bytes.len));
		sn_buf_free(&bytes);
		sn_buf_free(&again);
		sn_buf_free(&dump);
		sn_buf_free(&dump_back);
		sn_signed_set_free(&set);
		sn_signed_set_free(&back);
	}
}

Test(handoff_signed_set, changed_bytes_are_refused_or_canonical)
{
	struct test_random g = test_random(13);
	struct sn_signed_set set = test_signed_set(&g, 2);
	struct sn_buf bytes = {0}, again = {0};
	encode(&bytes, &set);
	size_t refused = 0;
	for (size_t at = 0; at < bytes.len; at++)
		for (int bit = 0; bit < 8; bit++) {
			bytes.data[at] ^= (uint8_t)(1 << bit);
			struct sn_signed_set back;
			if (sn_signed_set_decode(&back, bytes.data, bytes.len, NULL)) {
				refused++;
			} else {
				sn_buf_clear(&again);
				encode(&again, &back);
				cr_assert(bytes.len == again.len &&
					  !memcmp(bytes.data, again.data, bytes.len));
				sn_signed_set_free(&back);
			}
			bytes.data[at] ^= (uint8_t)(1 << bit);
		}
	cr_assert_geq(refused, 8 * 4); /* the counts at least */
	sn_buf_free(&bytes);
	sn_buf_free(&again);
	sn_signed_set_free(&set);
}

Test(handoff_signed_set, every_truncation_and_trailing_byte_is_refused)
{
	struct test_random g = test_random(14);
	struct sn_signed_set set = test_signed_set(&g, 2);
	struct sn_buf bytes = {0};
	encode(&bytes, &set);
	for (size_t len = 0; len < bytes.len; len++)
		expect_refused(bytes.data, len, "truncated");
	sn_put_u8(&bytes, 0);
	expect_refused(bytes.data, bytes.len, "bytes follow");
	sn_buf_free(&bytes);
	sn_signed_set_free(&set);
}

/* A transaction with one input and two outputs has some 1,530 bytes. */
Test(handoff_signed_set, everyday_payment_is_small)
{
	uint8_t tx_bytes[1535] = {2};
	struct sn_point spent = {{3}};
	struct sn_created_output created[2] = {{0, {{4}}}, {1, {{5}}}};
	struct sn_signed_tx tx = {tx_bytes, sizeof tx_bytes, &spent, 1, created, 2};
	struct sn_signed_set set = {&tx, 1};
	struct sn_buf bytes = {0}, file = {0};
	struct sn_scalar key = {{9}};
	encode(&bytes, &set);
	cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_SIGNED_SET, SN_MAINNET, &key, bytes.data, bytes.len,
				    NULL));
	cr_assert_leq(file.len, 1945, "%zu bytes are above 1.9 KiB", file.len);
	sn_buf_free(&bytes);
	sn_buf_free(&file);
}

/* By hand, after doc/reference/formats.md. */
static void put_tx(struct sn_buf *b, uint64_t len, uint64_t n_spent, uint64_t n_created,
		   const uint8_t *indices)
{
	sn_put_varint(b, len);
	for (uint64_t i = 0; i < len; i++)
		sn_put_u8(b, 7);
	sn_put_varint(b, n_spent);
	for (uint64_t i = 0; i < 32 * n_spent; i++)
		sn_put_u8(b, 8);
	sn_put_varint(b, n_created);
	for (uint64_t i = 0; i < n_created; i++) {
		sn_put_u8(b, indices[i]);
		for (int k = 0; k < 32; k++)
			sn_put_u8(b, 9);
	}
}

Test(handoff_signed_set, each_rule_is_kept)
{
	static const struct {
		uint64_t n_txs, len, n_spent, n_created;
		uint8_t indices[17];
		const char *words; /* NULL: decodes */
	} sets[] = {
		{1, 1, 1, 0, {0}, NULL},
		{1, SN_TX_BYTES_MAX, SN_TX_INPUTS_MAX, 2, {0, 15}, NULL},
		{1, 1, 1, 16, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, NULL},
		{SN_SET_TXS_MAX, 1, 1, 0, {0}, NULL},
		{0, 0, 0, 0, {0}, "0 transactions"},
		{SN_SET_TXS_MAX + 1, 1, 1, 0, {0}, "1001 transactions"},
		{1, 0, 1, 1, {0}, "transaction 1: 0 bytes"},
		{1, SN_TX_BYTES_MAX + 1, 1, 0, {0}, "1048577 bytes"},
		{1, 1, 0, 1, {0}, "0 spent keys"},
		{1, 1, SN_TX_INPUTS_MAX + 1, 0, {0}, "513 spent keys"},
		{1, 1, 1, 17, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, "17 own outputs"},
		{1, 1, 1, 1, {16}, "out of range"},
		{1, 1, 1, 2, {3, 3}, "do not ascend"},
		{1, 1, 1, 2, {3, 2}, "do not ascend"},
	};
	for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
		struct sn_buf b = {0};
		sn_put_varint(&b, sets[i].n_txs);
		for (uint64_t k = 0; k < sets[i].n_txs; k++)
			put_tx(&b, sets[i].len, sets[i].n_spent, sets[i].n_created, sets[i].indices);
		if (sets[i].words) {
			expect_refused(b.data, b.len, sets[i].words);
		} else {
			struct sn_signed_set set;
			struct sn_error err = {0};
			cr_assert(!sn_signed_set_decode(&set, b.data, b.len, &err), "%zu: %s", i, err.text);
			cr_assert_eq(set.n, sets[i].n_txs);
			sn_signed_set_free(&set);
		}
		sn_buf_free(&b);
	}
}

/* Refused before memory is claimed: a failed claim would be SN_IO. */
Test(handoff_signed_set, hostile_counts_do_not_allocate)
{
	static const uint64_t counts[] = {100, SN_TX_BYTES_MAX, UINT32_MAX, UINT64_MAX};
	for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
		struct sn_buf b = {0};
		sn_put_varint(&b, counts[i]);
		expect_refused(b.data, b.len, "before the end of the transactions");
		sn_buf_clear(&b);
		sn_put_varint(&b, 1);
		sn_put_varint(&b, counts[i]);
		sn_put_bytes(&b, "0123456789012345678901234567890123456789", 40);
		expect_refused(b.data, b.len, "before the end of the bytes");
		sn_buf_clear(&b);
		sn_put_varint(&b, 1);
		put_tx(&b, 1, 1, 0, NULL);
		b.len -= 34;
		sn_put_varint(&b, counts[i]);
		sn_put_bytes(&b, "0123456789012345678901234567890123456789", 40);
		expect_refused(b.data, b.len, "before the end of the spent keys");
		sn_buf_clear(&b);
		sn_put_varint(&b, 1);
		put_tx(&b, 1, 1, 0, NULL);
		b.len--;
		sn_put_varint(&b, counts[i]);
		expect_refused(b.data, b.len, "before the end of the own outputs");
		sn_buf_free(&b);
	}
}

Test(handoff_signed_set, encoder_refuses_what_the_decoder_would)
{
	struct test_random g = test_random(15);
	struct sn_signed_set set = test_signed_set(&g, 1);
	struct sn_signed_tx *tx = &set.txs[0], saved = *tx;
	struct sn_buf out = {0};
	size_t n = set.n;
	set.n = 0;
	cr_assert_eq(sn_signed_set_encode(&out, &set, NULL), SN_USAGE);
	set.n = n;
	tx->len = 0;
	struct sn_error err = {0};
	cr_assert_eq(sn_signed_set_encode(&out, &set, &err), SN_USAGE);
	cr_assert(strstr(err.text, "transaction 1: 0 bytes"), "%s", err.text);
	tx->len = SN_TX_BYTES_MAX + 1;
	cr_assert_eq(sn_signed_set_encode(&out, &set, NULL), SN_USAGE);
	*tx = saved;
	tx->n_spent = 0;
	cr_assert_eq(sn_signed_set_encode(&out, &set, NULL), SN_USAGE);
	tx->n_spent = SN_TX_INPUTS_MAX + 1;
	cr_assert_eq(sn_signed_set_encode(&out, &set, NULL), SN_USAGE);
	*tx = saved;
	tx->n_created = SN_TX_OUTPUTS_MAX + 1;
	cr_assert_eq(sn_signed_set_encode(&out, &set, NULL), SN_USAGE);
	tx->n_created = 2;
	tx->created[0].index = tx->created[1].index = 1;
	cr_assert_eq(sn_signed_set_encode(&out, &set, NULL), SN_USAGE);
	tx->created[1].index = SN_TX_OUTPUTS_MAX;
	cr_assert_eq(sn_signed_set_encode(&out, &set, NULL), SN_USAGE);
	cr_assert_eq(out.len, 0);
	tx->created[1].index = SN_TX_OUTPUTS_MAX - 1;
	encode(&out, &set);
	sn_buf_free(&out);
	sn_signed_set_free(&set);
}
