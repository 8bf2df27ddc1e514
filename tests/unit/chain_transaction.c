#include "chain/transaction.h"
#include "chain/varint.h"
#include "chain_vectors.h"
#include "crypto/keccak.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* The whole transaction of that name. */
static uint8_t *named(const char *name, size_t *len)
{
	struct vectors v;
	uint8_t *data = NULL;
	vectors_open(&v, "chain_transactions.txt");
	while (!data && vectors_next(&v, "tx"))
		if (!strcmp(v.word[1], name))
			data = vectors_bytes(len, v.word[4]);
	vectors_close(&v);
	cr_assert_not_null(data, "no vector %s", name);
	return data;
}

static void writes_back(const struct sn_tx *tx, const uint8_t *data, size_t len, const char *name)
{
	struct sn_buf b = {0};
	sn_tx_write(&b, tx);
	cr_assert_eq(b.len, len, "%s: %zu bytes became %zu", name, len, b.len);
	cr_assert(!memcmp(b.data, data, len), "%s", name);
	sn_buf_free(&b);
}

Test(chain_transaction, transactions_of_the_vectors_have_their_hash_and_weight)
{
	struct vectors v;
	unsigned types = 0;
	vectors_open(&v, "chain_transactions.txt");
	while (vectors_next(&v, "tx")) {
		const char *name = v.word[1], *id = v.word[2], *weight = v.word[3];
		size_t len;
		uint8_t *data = vectors_bytes(&len, v.word[4]);
		struct sn_tx tx;
		struct sn_hash h, prunable_hash;
		char hex[65];
		cr_assert_eq(sn_tx_parse(&tx, data, len, false), SN_OK, "%s", name);
		writes_back(&tx, data, len, name);

		cr_assert_eq(sn_tx_hash(&h, &tx), SN_OK);
		for (size_t i = 0; i < 32; i++)
			sprintf(hex + 2 * i, "%02x", h.b[i]);
		cr_assert(!strncmp(hex, id, strlen(id)), "%s: %s", name, hex);

		uint64_t w;
		cr_assert_eq(sn_tx_weight(&w, &tx), SN_OK);
		if (strcmp(weight, "-"))
			cr_assert_eq(w, strtoull(weight, NULL, 10), "%s: %ju", name, (uintmax_t)w);
		else
			cr_assert_geq(w, len);

		/* Pruned, it is the first part of the bytes, and has the same id. */
		size_t pruned_len = len - tx.prunable_len;
		sn_keccak256(&prunable_hash, tx.prunable, tx.prunable_len);
		struct sn_tx pruned;
		cr_assert_eq(sn_tx_parse(&pruned, data, pruned_len, true), SN_OK, "%s", name);
		writes_back(&pruned, data, pruned_len, name);
		struct sn_hash again;
		if (tx.version == 1) {
			cr_assert_eq(sn_tx_hash_pruned(&again, &pruned, &prunable_hash), SN_USAGE);
		} else {
			cr_assert_eq(sn_tx_hash_pruned(&again, &pruned, &prunable_hash), SN_OK);
			cr_assert_arr_eq(again.b, h.b, 32);
		}
		bool has_nothing_to_prune = tx.version == 2 && tx.rct_type == SN_RCT_NULL;
		cr_assert_eq(sn_tx_hash(&again, &pruned), has_nothing_to_prune ? SN_OK : SN_USAGE);
		cr_assert_eq(sn_tx_weight(&w, &pruned), SN_USAGE);

		types |= 1u << (tx.version == 1 ? 7 : tx.rct_type);
		sn_tx_free(&pruned);
		sn_tx_free(&tx);
		free(data);
	}
	vectors_close(&v);
	cr_assert_eq(types, 0xff, "a version or type has no vector: %02x", types);
}

/* Transactions pruned by the daemon. */
Test(chain_transaction, pruned_transactions_have_the_hash_of_the_whole_ones)
{
	struct vectors v;
	vectors_open(&v, "chain_transactions.txt");
	while (vectors_next(&v, "pruned")) {
		size_t len, whole_len;
		uint8_t *data = vectors_bytes(&len, v.word[3]), *whole = named(v.word[1], &whole_len);
		struct sn_tx tx, whole_tx;
		struct sn_hash prunable_hash, h, want;
		vectors_bytes32(prunable_hash.b, v.word[2]);
		cr_assert_eq(sn_tx_parse(&tx, data, len, true), SN_OK);
		cr_assert_eq(sn_tx_parse(&whole_tx, whole, whole_len, false), SN_OK);
		cr_assert_eq(sn_tx_hash(&want, &whole_tx), SN_OK);
		cr_assert_eq(sn_tx_hash_pruned(&h, &tx, &prunable_hash), SN_OK);
		cr_assert_arr_eq(h.b, want.b, 32);
		writes_back(&tx, data, len, v.word[1]);
		/* A whole transaction does not parse as pruned, and vice versa. */
		struct sn_tx wrong;
		cr_assert_eq(sn_tx_parse(&wrong, whole, whole_len, true), SN_BAD_INPUT);
		cr_assert_eq(sn_tx_parse(&wrong, data, len, false), SN_BAD_INPUT);
		sn_tx_free(&tx);
		sn_tx_free(&whole_tx);
		free(data);
		free(whole);
	}
	vectors_close(&v);
}

Test(chain_transaction, fields_of_a_transaction_are_parsed)
{
	size_t len;
	uint8_t *data = named("to_standard", &len);
	struct sn_tx tx;
	uint64_t indices[16];
	cr_assert_eq(sn_tx_parse(&tx, data, len, false), SN_OK);
	cr_assert_eq(tx.version, 2);
	cr_assert_eq(tx.unlock_time, 0);
	cr_assert_eq(tx.n_outputs, 2);
	cr_assert_eq(tx.extra_len, 44);
	cr_assert_eq(tx.rct_type, SN_RCT_BULLETPROOF_PLUS);
	cr_assert_eq(tx.fee, 2605200000);
	cr_assert(!sn_tx_is_coinbase(&tx));
	for (size_t i = 0; i < tx.n_inputs; i++) {
		cr_assert_eq(tx.inputs[i].kind, SN_INPUT_KEY);
		cr_assert_eq(tx.inputs[i].amount, 0);
		cr_assert_eq(tx.inputs[i].ring_size, 16);
		cr_assert_eq(sn_tx_ring_indices(indices, &tx, i), SN_OK);
		for (size_t j = 1; j < 16; j++)
			cr_assert_lt(indices[j - 1], indices[j]);
		cr_assert_lt(indices[15], 91); /* outputs on that chain by then */
	}
	for (size_t i = 0; i < tx.n_outputs; i++) {
		cr_assert(tx.outputs[i].has_view_tag);
		cr_assert_eq(tx.outputs[i].amount, 0);
	}
	tx.inputs[0].offsets[0] = UINT64_MAX;
	cr_assert_eq(sn_tx_ring_indices(indices, &tx, 0), SN_BAD_INPUT);
	sn_tx_free(&tx);
	free(data);

	data = named("data_v1_coinbase_tx", &len);
	cr_assert_eq(sn_tx_parse(&tx, data, len, false), SN_OK);
	cr_assert(sn_tx_is_coinbase(&tx));
	cr_assert_gt(tx.outputs[0].amount, 0);
	cr_assert(!tx.outputs[0].has_view_tag);
	cr_assert_eq(sn_tx_ring_indices(indices, &tx, 0), SN_BAD_INPUT);
	sn_tx_free(&tx);
	free(data);
}

/* No proper prefix of a transaction parses, nor does a transaction with an additional byte. */
Test(chain_transaction, truncation_and_extension_are_refused)
{
	struct vectors v;
	vectors_open(&v, "chain_transactions.txt");
	while (vectors_next(&v, "tx")) {
		size_t len;
		uint8_t *data = vectors_bytes(&len, v.word[4]);
		struct sn_tx tx;
		for (size_t n = 0; n < len; n++) {
			/* In an array of the exact size, so that a sanitizer detects reads beyond it. */
			if (n < 2000 || n % 61 == 0) {
				uint8_t *cut = malloc(n ? n : 1);
				memcpy(cut, data, n);
				cr_assert_eq(sn_tx_parse(&tx, cut, n, false), SN_BAD_INPUT,
					     "%s: %zu bytes of %zu", v.word[1], n, len);
				cr_assert_null(tx.inputs);
				free(cut);
			}
		}
		uint8_t *more = malloc(len + 1);
		memcpy(more, data, len);
		more[len] = 0;
		cr_assert_eq(sn_tx_parse(&tx, more, len + 1, false), SN_BAD_INPUT);
		free(more);
		free(data);
	}
	vectors_close(&v);
}

/* With a flipped bit it is refused, or is another transaction with these bytes as its encoding. */
Test(chain_transaction, flipped_bits_are_detected)
{
	static const char *const names[] = {"data_v1_coinbase_tx", "data_v1_tx_hf3",    "data_v2_coinbase_tx",
					    "data_bpp_tx",         "data_rct_clsag_tx", "data_rct_bp_tx"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		size_t len, taken = 0;
		uint8_t *data = named(names[i], &len);
		struct sn_tx tx;
		struct sn_hash good, h;
		cr_assert_eq(sn_tx_parse(&tx, data, len, false), SN_OK);
		cr_assert_eq(sn_tx_hash(&good, &tx), SN_OK);
		sn_tx_free(&tx);
		for (size_t bit = 0; bit < 8 * len; bit++) {
			data[bit / 8] ^= (uint8_t)(1 << bit % 8);
			if (!sn_tx_parse(&tx, data, len, false)) {
				taken++;
				cr_assert_eq(sn_tx_hash(&h, &tx), SN_OK);
				cr_assert(!sn_hash_is_equal(&h, &good), "%s: bit %zu does not count",
					  names[i], bit);
				writes_back(&tx, data, len, names[i]);
				sn_tx_free(&tx);
			}
			data[bit / 8] ^= (uint8_t)(1 << bit % 8);
		}
		cr_assert_gt(taken, 0);
		free(data);
	}
}

/* ------------------------------------------------------------------ hostile transactions */

struct shape {
	uint64_t version, n_inputs, ring_size, n_outputs, extra_len;
	unsigned input_kind, output_kind, rct_type;
};

static const struct shape usual = {2, 1, 1, 1, 0, 2, 3, 6};

/* A pruned transaction with these counts, but one element of each kind. */
static int parse_shape(const struct shape *s)
{
	static const uint8_t zeros[64];
	struct sn_buf b = {0};
	struct sn_tx tx;
	sn_put_varint(&b, s->version);
	sn_put_varint(&b, 0);
	sn_put_varint(&b, s->n_inputs);
	sn_put_u8(&b, (uint8_t)s->input_kind);
	sn_put_varint(&b, 0);
	if (s->input_kind == SN_INPUT_KEY) {
		sn_put_varint(&b, s->ring_size);
		sn_put_varint(&b, 1);
		sn_put_bytes(&b, zeros, 32);
	}
	sn_put_varint(&b, s->n_outputs);
	sn_put_varint(&b, 0);
	sn_put_u8(&b, (uint8_t)s->output_kind);
	sn_put_bytes(&b, zeros, 32);
	if (s->output_kind == 3)
		sn_put_u8(&b, 0);
	sn_put_varint(&b, s->extra_len);
	sn_put_u8(&b, (uint8_t)s->rct_type);
	if (s->rct_type) {
		sn_put_varint(&b, 1);
		sn_put_bytes(&b, zeros, 40);
	}
	cr_assert(!b.failed);
	int ret = sn_tx_parse(&tx, b.data, b.len, true);
	sn_tx_free(&tx);
	sn_buf_free(&b);
	return ret;
}

Test(chain_transaction, only_shapes_of_the_chain_are_parsed)
{
	struct shape s = usual;
	cr_assert_eq(parse_shape(&s), SN_OK);
	s.output_kind = 2;
	cr_assert_eq(parse_shape(&s), SN_OK);
	s = usual, s.rct_type = 0;
	cr_assert_eq(parse_shape(&s), SN_OK);
	s.input_kind = SN_INPUT_COINBASE;
	cr_assert_eq(parse_shape(&s), SN_OK);
}

/* Counts far beyond the input are refused before any allocation: SN_BAD_INPUT, not SN_IO. */
Test(chain_transaction, hostile_counts_are_refused)
{
	static const uint64_t counts[] = {2,         100, UINT32_MAX, (uint64_t)1 << 40, (uint64_t)1 << 59,
					  UINT64_MAX};
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		struct shape s = usual;
		s.n_inputs = counts[i];
		cr_assert_eq(parse_shape(&s), SN_BAD_INPUT);
		s = usual, s.ring_size = counts[i];
		cr_assert_eq(parse_shape(&s), SN_BAD_INPUT);
		s = usual, s.n_outputs = counts[i];
		cr_assert_eq(parse_shape(&s), SN_BAD_INPUT);
		s = usual, s.extra_len = counts[i];
		cr_assert_eq(parse_shape(&s), SN_BAD_INPUT);
	}
}

Test(chain_transaction, values_that_the_chain_does_not_have_are_refused)
{
	struct shape s = usual;
	s.version = 0;
	cr_assert_eq(parse_shape(&s), SN_BAD_INPUT);
	s.version = 3;
	cr_assert_eq(parse_shape(&s), SN_BAD_INPUT);
	s = usual, s.n_inputs = 0;
	cr_assert_eq(parse_shape(&s), SN_BAD_INPUT);
	s = usual, s.ring_size = 0;
	cr_assert_eq(parse_shape(&s), SN_BAD_INPUT);
	for (unsigned kind = 0; kind < 256; kind++) {
		s = usual, s.input_kind = kind;
		if (kind != SN_INPUT_KEY && kind != SN_INPUT_COINBASE)
			cr_assert_eq(parse_shape(&s), SN_BAD_INPUT, "input kind %u", kind);
		s = usual, s.output_kind = kind;
		if (kind != 2 && kind != 3)
			cr_assert_eq(parse_shape(&s), SN_BAD_INPUT, "output kind %u", kind);
		s = usual, s.rct_type = kind;
		if (kind > 6)
			cr_assert_eq(parse_shape(&s), SN_BAD_INPUT, "type %u", kind);
	}
}

/* A coinbase input is the only one. */
Test(chain_transaction, two_coinbase_inputs_are_refused)
{
	struct sn_buf b = {0};
	struct sn_tx tx;
	sn_put_bytes(&b, "\x01\x00\x02\xff\x01\xff\x01\x00\x00", 9);
	for (int i = 0; i < 100; i++) /* enough bytes for the counts */
		sn_put_u8(&b, 0);
	cr_assert_eq(sn_tx_parse(&tx, b.data, b.len, true), SN_BAD_INPUT);
	sn_buf_free(&b);
}

/* ------------------------------------------------------------------ construction and weight */

Test(chain_transaction, an_initialised_transaction_can_be_written_and_parsed)
{
	struct sn_tx tx, back;
	struct sn_buf b = {0};
	cr_assert_eq(sn_tx_init(&tx, 0, 16, 2), SN_USAGE);
	cr_assert_eq(sn_tx_init(&tx, 2, 0, 2), SN_USAGE);
	cr_assert_eq(sn_tx_init(&tx, 2, 16, 0), SN_USAGE);
	cr_assert_eq(sn_tx_init(&tx, SIZE_MAX / 2, 16, 2), SN_USAGE);
	cr_assert_eq(sn_tx_init(&tx, 2, 16, 3), SN_OK);
	tx.is_pruned = true;
	tx.fee = 123456789;
	tx.unlock_time = 7;
	for (size_t i = 0; i < 2; i++)
		for (size_t j = 0; j < 16; j++)
			tx.inputs[i].offsets[j] = 1000 * i + j;
	tx.outputs[2].view_tag = 0xab;
	sn_tx_write(&b, &tx);
	cr_assert_eq(sn_tx_parse(&back, b.data, b.len, true), SN_OK);
	cr_assert_eq(back.n_inputs, 2);
	cr_assert_eq(back.n_outputs, 3);
	cr_assert_eq(back.inputs[1].offsets[15], 1015);
	cr_assert_eq(back.outputs[2].view_tag, 0xab);
	cr_assert_eq(back.fee, 123456789);
	cr_assert_eq(back.unlock_time, 7);
	sn_tx_free(&back);
	sn_tx_free(&tx);
	sn_tx_free(&tx);
	sn_buf_free(&b);
}

/* (320·n - 32·(6 + 2·(6 + log2 n)))·4/5 with n padded to a power of two. */
Test(chain_transaction, clawback_follows_its_formula)
{
	static const uint64_t want[17] = {0,    0,    0,    460,  460,  1433, 1433, 1433, 1433,
					  3430, 3430, 3430, 3430, 3430, 3430, 3430, 3430};
	for (size_t n = 0; n <= 16; n++)
		cr_assert_eq(sn_tx_weight_clawback(n), want[n], "%zu outputs: %ju", n,
			     (uintmax_t)sn_tx_weight_clawback(n));
}

Test(chain_transaction, predicted_sizes_are_those_of_the_vectors)
{
	struct vectors v;
	size_t compared = 0;
	vectors_open(&v, "chain_transactions.txt");
	while (vectors_next(&v, "tx")) {
		size_t len, offsets_size = 0;
		uint8_t *data = vectors_bytes(&len, v.word[4]);
		struct sn_tx tx;
		uint64_t weight;
		cr_assert_eq(sn_tx_parse(&tx, data, len, false), SN_OK);
		if (tx.rct_type == SN_RCT_BULLETPROOF_PLUS) {
			for (size_t i = 0; i < tx.n_inputs; i++)
				for (size_t j = 0; j < tx.inputs[i].ring_size; j++)
					offsets_size += sn_varint_size(tx.inputs[i].offsets[j]);
			size_t size = sn_tx_predict_size(tx.n_inputs, 16, tx.n_outputs, tx.extra_len,
							 offsets_size, tx.fee, tx.unlock_time);
			cr_assert_eq(size, len, "%s: %zu, not %zu", v.word[1], size, len);
			cr_assert_eq(sn_tx_weight(&weight, &tx), SN_OK);
			cr_assert_eq(size + sn_tx_weight_clawback(tx.n_outputs), weight);
			compared++;
		}
		sn_tx_free(&tx);
		free(data);
	}
	vectors_close(&v);
	cr_assert_geq(compared, 7);
}
