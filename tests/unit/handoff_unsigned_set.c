#include "handoff/unsigned_set.h"
#include "chain/varint.h"
#include "handoff/envelope.h"
#include "handoff_dump.h"
#include "handoff_sets.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

static void encode(struct sn_buf *out, const struct sn_unsigned_set *set)
{
	struct sn_error err = {0};
	cr_assert(!sn_unsigned_set_encode(out, set, &err), "%s", err.text);
}

static void expect_refused(const void *data, size_t len, const char *words)
{
	void *copy = malloc(len ? len : 1);
	cr_assert_not_null(copy);
	memcpy(copy, data, len);
	struct sn_unsigned_set set;
	struct sn_error err = {0};
	cr_assert_eq(sn_unsigned_set_decode(&set, SN_MAINNET, copy, len, &err), SN_BAD_INPUT, "%s", words);
	cr_assert_eq(err.reason, SN_REASON_DAMAGED, "%s", err.text);
	cr_assert(strstr(err.text, words), "%s", err.text);
	cr_assert(set.n == 0 && !set.txs);
	free(copy);
}

static void expect_not_encoded(const struct sn_unsigned_set *set, const char *words)
{
	struct sn_buf out = {0};
	struct sn_error err = {0};
	cr_assert_eq(sn_unsigned_set_encode(&out, set, &err), SN_USAGE, "%s", words);
	cr_assert(strstr(err.text, words), "%s", err.text);
	cr_assert_eq(out.len, 0);
	sn_buf_free(&out);
}

Test(handoff_unsigned_set, encoded_sets_decode_to_the_same_set)
{
	struct test_random g = test_random(2);
	for (int i = 0; i < 200; i++) {
		enum sn_network network = (enum sn_network)test_below(&g, SN_NETWORKS);
		struct sn_unsigned_set set = test_unsigned_set(&g, network, 1 + test_below(&g, 3)), back;
		struct sn_buf bytes = {0}, again = {0}, dump = {0}, dump_back = {0};
		struct sn_error err = {0};
		encode(&bytes, &set);
		cr_assert(!sn_unsigned_set_decode(&back, network, bytes.data, bytes.len, &err), "%s",
			  err.text);
		test_dump_unsigned_set(&dump, &set);
		test_dump_unsigned_set(&dump_back, &back);
		cr_assert(dump.len == dump_back.len && !memcmp(dump.data, dump_back.data, dump.len));
		encode(&again, &back);
		cr_assert(bytes.len == again.len && !memcmp(bytes.data, again.data, bytes.len));
		sn_buf_free(&bytes);
		sn_buf_free(&again);
		sn_buf_free(&dump);
		sn_buf_free(&dump_back);
		sn_unsigned_set_free(&set);
		sn_unsigned_set_free(&back);
	}
}

/* Decoded sets encode to the same bytes: one value has one encoding. */
Test(handoff_unsigned_set, changed_bytes_are_refused_or_canonical)
{
	struct test_random g = test_random(3);
	struct sn_unsigned_set set = test_everyday_set(&g);
	struct sn_buf bytes = {0}, again = {0};
	encode(&bytes, &set);
	size_t accepted = 0, refused = 0;
	for (size_t at = 0; at < bytes.len; at++)
		for (int bit = 0; bit < 8; bit++) {
			bytes.data[at] ^= (uint8_t)(1 << bit);
			struct sn_unsigned_set back;
			if (sn_unsigned_set_decode(&back, SN_MAINNET, bytes.data, bytes.len, NULL)) {
				refused++;
			} else {
				accepted++;
				sn_buf_clear(&again);
				encode(&again, &back);
				cr_assert(bytes.len == again.len &&
					  !memcmp(bytes.data, again.data, bytes.len));
				sn_unsigned_set_free(&back);
			}
			bytes.data[at] ^= (uint8_t)(1 << bit);
		}
	/* Keys are taken as they are: 32 (R) + 1024 (ring) + 64 (address) bytes at least. */
	cr_assert_geq(accepted, 8 * (32 + 1024 + 64));
	cr_assert_geq(refused, 8);
	sn_buf_free(&bytes);
	sn_buf_free(&again);
	sn_unsigned_set_free(&set);
}

Test(handoff_unsigned_set, every_truncation_and_trailing_byte_is_refused)
{
	struct test_random g = test_random(4);
	for (int i = 0; i < 3; i++) {
		struct sn_unsigned_set set = test_unsigned_set(&g, SN_MAINNET, 2);
		struct sn_buf bytes = {0};
		encode(&bytes, &set);
		for (size_t len = 0; len < bytes.len; len++)
			expect_refused(bytes.data, len, "truncated");
		sn_put_u8(&bytes, 0);
		expect_refused(bytes.data, bytes.len, "bytes follow");
		sn_buf_free(&bytes);
		sn_unsigned_set_free(&set);
	}
}

Test(handoff_unsigned_set, everyday_payment_is_small)
{
	struct test_random g = test_random(5);
	for (int i = 0; i < 20; i++) {
		struct sn_unsigned_set set = test_everyday_set(&g);
		struct sn_buf bytes = {0}, file = {0};
		struct sn_scalar key = {{9}};
		encode(&bytes, &set);
		cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &key, bytes.data,
					    bytes.len, NULL));
		cr_assert_eq(file.len, SN_ENVELOPE_CODE);
		cr_assert_geq(set.txs[0].inputs[0].global_index[0], 70000000);
		sn_buf_free(&bytes);
		sn_buf_free(&file);
		sn_unsigned_set_free(&set);
	}
}

/* Encoders written after doc/reference/formats.md. Each test breaks exactly one rule. */
static void put_zeros(struct sn_buf *b, size_t n)
{
	while (n--)
		sn_put_u8(b, 0);
}

static void put_input(struct sn_buf *b, uint64_t index, uint64_t major, uint8_t mask_kind,
		      const uint64_t *steps, uint64_t n_ring)
{
	put_zeros(b, 32);
	sn_put_varint(b, index);
	sn_put_varint(b, major);
	sn_put_varint(b, 0);
	sn_put_varint(b, 5);
	sn_put_u8(b, mask_kind);
	if (mask_kind == SN_MASK_EXPLICIT)
		for (int i = 0; i < 32; i++)
			sn_put_u8(b, 0xff);
	sn_put_varint(b, n_ring);
	for (size_t i = 0; i < n_ring; i++)
		sn_put_varint(b, steps[i]);
	put_zeros(b, 64 * n_ring);
}

static void put_destinations(struct sn_buf *b, size_t n, uint8_t kind)
{
	sn_put_varint(b, n);
	for (size_t i = 0; i < n; i++) {
		sn_put_u8(b, kind);
		put_zeros(b, 64);
		sn_put_varint(b, 5);
	}
}

static void put_end(struct sn_buf *b, bool has_change, uint64_t change_minor)
{
	sn_put_varint(b, has_change ? 7 : 0);
	if (has_change) {
		sn_put_varint(b, 0);
		sn_put_varint(b, change_minor);
	}
	sn_put_varint(b, 1);
	sn_put_varint(b, 0);
}

struct by_hand {
	uint64_t index, major;
	uint8_t mask_kind;
	uint64_t steps[3];
	size_t n_destinations;
	uint8_t address_kind;
	bool has_change;
	uint64_t change_minor;
	const char *words; /* NULL: decodes */
};

Test(handoff_unsigned_set, each_rule_is_kept)
{
	static const struct by_hand sets[] = {
		{0, 0, 0, {0, 1, 1}, 1, 0, true, 0, NULL},
		{UINT32_MAX, UINT32_MAX, 1, {UINT64_MAX - 2, 1, 1}, 16, 1, false, 0, NULL},
		{0, 0, 0, {5, 1, 1}, 15, 0, true, UINT32_MAX, NULL},
		{(uint64_t)UINT32_MAX + 1,
		 0,
		 0,
		 {0, 1, 1},
		 1,
		 0,
		 true,
		 0,
		 "transaction 1: input 1: truncated"},
		{0, (uint64_t)UINT32_MAX + 1, 0, {0, 1, 1}, 1, 0, true, 0, "out of range"},
		{0, 0, 3, {0, 1, 1}, 1, 0, true, 0, "out of range"},
		{0, 0, SN_MASK_EXPLICIT, {0, 1, 1}, 1, 0, true, 0, "mask is not below"},
		{0, 0, 0, {5, 0, 1}, 1, 0, true, 0, "input 1: the ring indices do not ascend"},
		{0, 0, 0, {UINT64_MAX, 1, 1}, 1, 0, true, 0, "do not ascend"},
		{0, 0, 0, {1, 1, UINT64_MAX - 1}, 1, 0, true, 0, "do not ascend"},
		{0, 0, 0, {0, 1, 1}, 0, 0, true, 0, "0 destinations"},
		/* more than a transaction can have: the signer refuses it */
		{0, 0, 0, {0, 1, 1}, 17, 0, false, 0, NULL},
		{0, 0, 0, {0, 1, 1}, 64, 0, true, 0, NULL},
		{0, 0, 0, {0, 1, 1}, 65, 0, false, 0, "65 destinations"},
		{0, 0, 0, {0, 1, 1}, 1, 3, true, 0, "destination 1: truncated, or"},
		{0, 0, 0, {0, 1, 1}, 1, 0, true, (uint64_t)UINT32_MAX + 1, "out of range"},
	};
	for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
		const struct by_hand *s = &sets[i];
		struct sn_buf b = {0};
		sn_put_varint(&b, 1);
		sn_put_varint(&b, 1);
		put_input(&b, s->index, s->major, s->mask_kind, s->steps, 3);
		put_destinations(&b, s->n_destinations, s->address_kind);
		put_end(&b, s->has_change, s->change_minor);
		if (s->words) {
			expect_refused(b.data, b.len, s->words);
		} else {
			struct sn_unsigned_set set;
			struct sn_error err = {0};
			cr_assert(!sn_unsigned_set_decode(&set, SN_MAINNET, b.data, b.len, &err), "%zu: %s",
				  i, err.text);
			sn_unsigned_set_free(&set);
		}
		sn_buf_free(&b);
	}
}

Test(handoff_unsigned_set, padded_numbers_are_refused)
{
	struct test_random g = test_random(6);
	struct sn_unsigned_set set = test_everyday_set(&g);
	struct sn_buf bytes = {0}, padded = {0};
	encode(&bytes, &set);
	cr_assert_eq(bytes.data[0], 1);
	sn_put_bytes(&padded, "\x81\x00", 2); /* 1 in two bytes */
	sn_put_bytes(&padded, bytes.data + 1, bytes.len - 1);
	expect_refused(padded.data, padded.len, "truncated before the end of the transactions");
	sn_buf_clear(&padded);
	cr_assert_eq(bytes.data[bytes.len - 1], 0); /* unlock time */
	sn_put_bytes(&padded, bytes.data, bytes.len - 1);
	sn_put_bytes(&padded, "\x80\x00", 2);
	expect_refused(padded.data, padded.len, "out of range");
	sn_buf_free(&padded);
	sn_buf_free(&bytes);
	sn_unsigned_set_free(&set);
}

/* Counts that exceed the input are refused before any allocation (a failed one would be SN_IO); others are
 * limited. */
Test(handoff_unsigned_set, hostile_counts_do_not_allocate)
{
	static const uint64_t counts[] = {3, SN_SET_TXS_MAX, SN_SET_TXS_MAX + 1, UINT32_MAX, UINT64_MAX};
	uint64_t step = 1;
	for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
		struct sn_buf b = {0};
		sn_put_varint(&b, counts[i]);
		expect_refused(b.data, b.len, "before the end of the transactions");
		sn_buf_clear(&b);
		sn_put_varint(&b, 1);
		sn_put_varint(&b, counts[i]);
		put_zeros(&b, 180);
		expect_refused(b.data, b.len, "transaction 1: truncated before the end of the inputs");
		sn_buf_clear(&b);
		sn_put_varint(&b, 1);
		sn_put_varint(&b, 1);
		put_input(&b, 0, 0, 0, &step, 1);
		b.len -= 66; /* one ring member, its index and the count */
		sn_put_varint(&b, counts[i]);
		put_zeros(&b, 160);
		expect_refused(b.data, b.len, "input 1: truncated before the end of the ring members");
		sn_buf_clear(&b);
		sn_put_varint(&b, 1);
		sn_put_varint(&b, 1);
		put_input(&b, 0, 0, 0, &step, 1);
		sn_put_varint(&b, counts[i]);
		put_zeros(&b, 100);
		expect_refused(b.data, b.len, "transaction 1: truncated before the end of the destinations");
		sn_buf_free(&b);
	}

	struct sn_buf many = {0};
	sn_put_varint(&many, SN_SET_TXS_MAX + 1);
	put_zeros(&many, 200 * (SN_SET_TXS_MAX + 1));
	expect_refused(many.data, many.len, "1001 transactions");
	sn_buf_clear(&many);
	sn_put_varint(&many, 1);
	sn_put_varint(&many, SN_TX_INPUTS_MAX + 1);
	put_zeros(&many, 200 * (SN_TX_INPUTS_MAX + 1));
	expect_refused(many.data, many.len, "513 inputs");
	sn_buf_clear(&many);
	uint64_t steps[SN_RING_MAX + 1];
	for (size_t i = 0; i <= SN_RING_MAX; i++)
		steps[i] = 1;
	sn_put_varint(&many, 1);
	sn_put_varint(&many, 1);
	put_input(&many, 0, 0, 0, steps, SN_RING_MAX + 1);
	put_zeros(&many, 200);
	expect_refused(many.data, many.len, "65 ring members");
	sn_buf_free(&many);
}

/* Many small transactions within the limits do not claim unbounded memory. */
Test(handoff_unsigned_set, inputs_of_all_transactions_are_bounded)
{
	uint64_t step = 1;
	struct sn_buf b = {0};
	size_t n = SN_SET_INPUTS_MAX / SN_TX_INPUTS_MAX;
	for (size_t extra = 0; extra < 2; extra++) {
		sn_buf_clear(&b);
		sn_put_varint(&b, n + extra);
		for (size_t i = 0; i < n + extra; i++) {
			size_t n_inputs = i < n ? SN_TX_INPUTS_MAX : 1;
			sn_put_varint(&b, n_inputs);
			for (size_t k = 0; k < n_inputs; k++)
				put_input(&b, 0, 0, 0, &step, 1);
			put_destinations(&b, 1, 0);
			put_end(&b, false, 0);
		}
		struct sn_unsigned_set set;
		struct sn_error err = {0};
		if (extra) {
			expect_refused(b.data, b.len, "transaction 33: 1 inputs; 1 to 0 are allowed");
		} else {
			cr_assert(!sn_unsigned_set_decode(&set, SN_MAINNET, b.data, b.len, &err), "%s",
				  err.text);
			sn_unsigned_set_free(&set);
		}
	}
	sn_buf_free(&b);
}

Test(handoff_unsigned_set, encoder_refuses_what_the_decoder_would)
{
	struct test_random g = test_random(7);
	struct sn_unsigned_set set = test_unsigned_set(&g, SN_MAINNET, 2), none = {0};
	struct sn_unsigned_tx *tx = &set.txs[1], saved = *tx;
	expect_not_encoded(&none, "0 transactions");
	tx->n_inputs = 0;
	expect_not_encoded(&set, "transaction 2: 0 inputs");
	tx->n_inputs = SN_TX_INPUTS_MAX + 1;
	expect_not_encoded(&set, "transaction 2: 513 inputs");
	*tx = saved;
	tx->n_destinations = 0;
	expect_not_encoded(&set, "0 destinations");
	*tx = saved;
	tx->has_change = true;
	tx->change = 0;
	expect_not_encoded(&set, "contradict each other");
	tx->has_change = false;
	tx->change = 1;
	expect_not_encoded(&set, "contradict each other");
	*tx = saved;
	tx->destinations[0].address.network = SN_STAGENET;
	expect_not_encoded(&set, "destination 1 belongs to another network");
	tx->destinations[0].address.network = SN_MAINNET;
	tx->destinations[0].address.kind = (enum sn_address_kind)3;
	expect_not_encoded(&set, "destination 1 belongs to another network, or has an invalid kind");
	tx->destinations[0].address.kind = SN_ADDRESS_STANDARD;

	struct sn_unsigned_input *in = &tx->inputs[0], good = *in;
	in->n_ring = 0;
	expect_not_encoded(&set, "transaction 2: input 1: 0 ring members");
	in->n_ring = SN_RING_MAX + 1;
	expect_not_encoded(&set, "65 ring members");
	in->n_ring = 2;
	in->global_index[0] = in->global_index[1] = 9;
	expect_not_encoded(&set, "do not ascend");
	*in = good;
	in->mask_kind = SN_MASK_EXPLICIT;
	memset(in->mask.b, 0xff, 32);
	expect_not_encoded(&set, "the mask is invalid");
	in->mask_kind = (enum sn_mask_kind)3;
	expect_not_encoded(&set, "the mask is invalid");
	*in = good;
	struct sn_buf out = {0};
	encode(&out, &set);
	sn_buf_free(&out);
	sn_unsigned_set_free(&set);
}
