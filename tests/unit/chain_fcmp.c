#include "base/bytes.h"
#include "chain/consensus.h"
#include "chain/fcmp_proofs.h"
#include "chain/fcmp_rules.h"
#include "chain/fcmp_size.h"
#include "chain/transaction.h"
#include "chain/varint.h"
#include "crypto/group_mul.h"
#include "crypto/keccak.h"
#include "crypto/scalar.h"
#include "crypto_helpers.h"
#include "named_vectors.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CARROT "carrot.txt"

/* ------------------------------------------------------------------ sizes */

/* Call `compare` for each line of the vectors that begins with `kind`: its three numbers (the last may be
 * missing) and its value. Returns the number of lines. */
static size_t for_each(const char *kind, void (*compare)(const size_t *numbers, uint32_t value))
{
	char path[1024], line[4096], format[64];
	size_t n = 0;
	snprintf(path, sizeof path, "%s/vectors/%s", TESTS_DIR, CARROT);
	snprintf(format, sizeof format, "%s.%%zu.%%zu.%%zu", kind);
	FILE *in = fopen(path, "r");
	cr_assert_not_null(in);
	while (fgets(line, sizeof line, in)) {
		size_t numbers[3] = {0};
		if (strncmp(line, kind, strlen(kind)) != 0 ||
		    sscanf(line, format, numbers, numbers + 1, numbers + 2) < 2)
			continue;
		uint8_t bytes[4];
		line[strcspn(line, " ")] = '\0';
		named_vector(bytes, sizeof bytes, CARROT, "%s", line);
		compare(numbers, sn_load_u32(bytes));
		n++;
	}
	fclose(in);
	return n;
}

static void compare_membership(const size_t *numbers, uint32_t value)
{
	cr_assert_eq(sn_fcmp_membership_size(numbers[0], numbers[1]), value, "%zu inputs, %zu layers",
		     numbers[0], numbers[1]);
}

static void compare_weight(const size_t *numbers, uint32_t value)
{
	uint64_t weight;
	cr_assert_eq(sn_fcmp_weight(&weight, numbers[0], numbers[1], numbers[2]), SN_OK);
	cr_assert_eq(weight, value, "%zu inputs, %zu outputs, %zu bytes: %ju", numbers[0], numbers[1],
		     numbers[2], (uintmax_t)weight);
}

Test(chain_fcmp, sizes_are_those_of_the_vectors)
{
	cr_assert_eq(for_each("membership", compare_membership), 45);
	cr_assert_eq(for_each("weight", compare_weight), 10);
}

/* Membership proofs for 7 layers, weights with 44 bytes of extra data: figures of the specification. */
Test(chain_fcmp, sizes_are_those_of_the_specification)
{
	static const struct {
		size_t n_inputs, n_outputs, membership, weight;
	} all[] = {{1, 2, 6208, 7650},      {1, 16, 6208, 9626},   {2, 2, 7104, 9093},
		   {3, 2, 7232, 9768},      {4, 2, 8768, 11851},   {8, 2, 11968, 17239},
		   {16, 2, 18240, 27887},   {32, 2, 30656, 49055}, {64, 2, 55360, 91263},
		   {128, 2, 104640, 175552}};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		uint64_t weight;
		size_t extra = all[i].n_outputs == 2 ? 44 : 13 + 32 * all[i].n_outputs;
		cr_assert_eq(sn_fcmp_membership_size(all[i].n_inputs, 7), all[i].membership);
		cr_assert_eq(sn_fcmp_weight(&weight, all[i].n_inputs, all[i].n_outputs, extra), SN_OK);
		cr_assert_eq(weight, all[i].weight, "%zu inputs: %ju", all[i].n_inputs, (uintmax_t)weight);
	}
}

Test(chain_fcmp, numbers_out_of_range_have_no_size)
{
	uint64_t weight;
	cr_assert_eq(sn_fcmp_membership_size(0, 7), 0);
	cr_assert_eq(sn_fcmp_membership_size(129, 7), 0);
	cr_assert_eq(sn_fcmp_membership_size(SIZE_MAX, 7), 0);
	cr_assert_eq(sn_fcmp_membership_size(1, 0), 0);
	cr_assert_eq(sn_fcmp_membership_size(1, 13), 0);
	cr_assert_eq(sn_fcmp_weight(&weight, 128, 16, 1060), SN_OK);
	cr_assert_eq(weight, SN_FCMP_TX_WEIGHT_MAX);
	cr_assert_eq(sn_fcmp_weight(&weight, 0, 2, 44), SN_BAD_INPUT);
	cr_assert_eq(sn_fcmp_weight(&weight, 129, 2, 44), SN_BAD_INPUT);
	cr_assert_eq(sn_fcmp_weight(&weight, 1, 1, 44), SN_BAD_INPUT);
	cr_assert_eq(sn_fcmp_weight(&weight, 1, 17, 44), SN_BAD_INPUT);
	cr_assert_eq(sn_fcmp_weight(&weight, 1, 2, 1061), SN_BAD_INPUT);
	cr_assert_eq(weight, 0);
}

/* ------------------------------------------------------------------ transactions */

/* Random proofs for a transaction. */
static void random_proofs(struct sn_fcmp_proofs *p, struct sn_random *g, size_t n_inputs, size_t n_outputs,
			  uint8_t n_layers)
{
	cr_assert_eq(sn_fcmp_proofs_init(p, n_inputs), SN_OK);
	sn_random_bytes(g, &p->bpp, sizeof p->bpp);
	p->bpp.rounds = sn_bpp_rounds(n_outputs);
	p->reference_block = 1 + sn_random_below(g, 5000000);
	p->n_layers = n_layers;
	sn_random_bytes(g, p->inputs, n_inputs * sizeof *p->inputs);
	p->membership_len = sn_fcmp_membership_size(n_inputs, n_layers);
	uint8_t *membership = malloc(p->membership_len);
	cr_assert_not_null(membership);
	sn_random_bytes(g, membership, p->membership_len);
	p->membership = membership;
}

static void free_proofs(struct sn_fcmp_proofs *p)
{
	free((void *)(uintptr_t)p->membership);
	sn_fcmp_proofs_free(p);
}

/* A whole transaction with the prefix and the base of the vectors, and random proofs. */
static struct sn_buf vector_tx(const char *name, struct sn_random *g, size_t n_inputs, size_t n_outputs,
			       uint8_t n_layers)
{
	struct sn_buf b = {0};
	struct sn_fcmp_proofs proofs;
	static const char *const parts[] = {"prefix", "base"};
	for (size_t i = 0; i < 2; i++) {
		size_t len;
		uint8_t *part = named_vector_all(&len, CARROT, "%s.%s", name, parts[i]);
		sn_put_bytes(&b, part, len);
		free(part);
	}
	random_proofs(&proofs, g, n_inputs, n_outputs, n_layers);
	sn_fcmp_proofs_write(&b, &proofs);
	free_proofs(&proofs);
	cr_assert(!b.failed);
	return b;
}

static const struct {
	const char *name;
	size_t n_inputs, n_outputs;
} vectors[] = {{"tx1", 1, 2}, {"tx2", 3, 3}, {"tx3", 1, 2}, {"tx4", 1, 2}};
#define VECTORS (sizeof vectors / sizeof *vectors)

static void expect_hashes(const struct sn_tx *tx, const char *name)
{
	struct sn_hash parts[3], h, want;
	size_t prefix_len, base_len;
	uint8_t *prefix = named_vector_all(&prefix_len, CARROT, "%s.prefix", name);
	uint8_t *base = named_vector_all(&base_len, CARROT, "%s.base", name);
	named_vector(want.b, 32, CARROT, "%s.m", name);
	cr_assert_eq(sn_tx_signable_hash(&h, tx), SN_OK);
	cr_assert_arr_eq(h.b, want.b, 32);
	sn_keccak256(&parts[0], prefix, prefix_len);
	sn_keccak256(&parts[1], base, base_len);
	sn_keccak256(&parts[2], tx->prunable, tx->prunable_len);
	sn_keccak256(&want, parts, sizeof parts);
	if (tx->is_pruned) {
		cr_assert_eq(sn_tx_hash(&h, tx), SN_USAGE);
	} else {
		cr_assert_eq(sn_tx_hash(&h, tx), SN_OK);
		cr_assert_arr_eq(h.b, want.b, 32);
	}
	free(prefix);
	free(base);
}

Test(chain_fcmp, transactions_of_the_vectors_are_parsed_and_written)
{
	struct sn_random g = test_random("fcmp transactions");
	for (size_t i = 0; i < VECTORS; i++) {
		for (uint8_t layers = 1; layers <= SN_FCMP_LAYERS_MAX; layers++) {
			struct sn_buf b = vector_tx(vectors[i].name, &g, vectors[i].n_inputs,
						    vectors[i].n_outputs, layers);
			struct sn_buf again = {0};
			struct sn_tx tx, pruned;
			struct sn_fcmp_proofs proofs;
			uint64_t weight, fee;
			uint8_t fee_bytes[8], weight_bytes[8];
			cr_assert_eq(sn_tx_parse(&tx, b.data, b.len, false), SN_OK);
			cr_assert_eq(tx.rct_type, SN_RCT_FCMP_PLUS_PLUS);
			cr_assert_eq(tx.n_inputs, vectors[i].n_inputs);
			cr_assert_eq(tx.n_outputs, vectors[i].n_outputs);
			cr_assert_eq(tx.inputs[0].ring_size, 0);
			cr_assert(sn_tx_has_carrot_outputs(&tx));
			named_vector(fee_bytes, 8, CARROT, "%s.fee", vectors[i].name);
			named_vector(weight_bytes, 8, CARROT, "%s.weight", vectors[i].name);
			fee = sn_load_u64(fee_bytes);
			cr_assert_eq(tx.fee, fee);
			cr_assert_eq(sn_tx_weight(&weight, &tx), SN_OK);
			cr_assert_eq(weight, sn_load_u64(weight_bytes));
			cr_assert_eq(sn_fcmp_check_rules(&tx, NULL), SN_OK);
			expect_hashes(&tx, vectors[i].name);
			sn_tx_write(&again, &tx);
			cr_assert(again.len == b.len && !memcmp(again.data, b.data, b.len));

			/* The proofs. */
			cr_assert_eq(sn_fcmp_proofs_parse(&proofs, &tx), SN_OK);
			cr_assert_eq(proofs.n_layers, layers);
			cr_assert_eq(proofs.n_inputs, tx.n_inputs);
			sn_buf_clear(&again);
			sn_fcmp_proofs_write(&again, &proofs);
			cr_assert(again.len == tx.prunable_len &&
				  !memcmp(again.data, tx.prunable, again.len));
			sn_fcmp_proofs_free(&proofs);

			/* Pruned. */
			size_t len = b.len - tx.prunable_len;
			cr_assert_eq(sn_tx_parse(&pruned, b.data, len, true), SN_OK);
			expect_hashes(&pruned, vectors[i].name);
			cr_assert_eq(sn_fcmp_proofs_parse(&proofs, &pruned), SN_USAGE);
			cr_assert_eq(sn_tx_weight(&weight, &pruned), SN_USAGE);
			sn_tx_free(&pruned);
			cr_assert_eq(sn_tx_parse(&pruned, b.data, b.len, true), SN_BAD_INPUT);
			cr_assert_eq(sn_tx_parse(&pruned, b.data, len, false), SN_BAD_INPUT);
			sn_tx_free(&tx);
			sn_buf_free(&again);
			sn_buf_free(&b);
		}
	}
}

Test(chain_fcmp, the_largest_transaction_is_parsed_and_written)
{
	static uint8_t extra[SN_FCMP_EXTRA_MAX + 1];
	struct sn_random g = test_random("largest");
	struct sn_tx tx, back;
	struct sn_fcmp_proofs proofs;
	struct sn_buf b = {0}, prunable = {0};
	uint64_t weight;
	cr_assert_eq(sn_tx_init_fcmp(&tx, SN_FCMP_INPUTS_MAX, SN_TX_OUTPUTS_MAX), SN_OK);
	random_proofs(&proofs, &g, tx.n_inputs, tx.n_outputs, 7);
	sn_fcmp_proofs_write(&prunable, &proofs);
	tx.prunable = prunable.data;
	tx.prunable_len = prunable.len;
	tx.extra = extra;
	tx.extra_len = SN_FCMP_EXTRA_MAX;
	tx.fee = UINT64_MAX; /* 10 bytes, as the weight counts */
	sn_tx_write(&b, &tx);
	cr_assert_eq(sn_tx_weight(&weight, &tx), SN_OK);
	cr_assert_eq(weight, SN_FCMP_TX_WEIGHT_MAX);
	/* The weight is the size but for the reference block, whose 5 bytes are the most that it counts. */
	cr_assert_eq(b.len + 5 - sn_varint_size(proofs.reference_block), weight);
	cr_assert_eq(sn_tx_parse(&back, b.data, b.len, false), SN_OK);
	cr_assert_eq(back.n_inputs, SN_FCMP_INPUTS_MAX);
	sn_tx_free(&back);
	sn_tx_free(&tx);
	free_proofs(&proofs);
	sn_buf_free(&b);
	sn_buf_free(&prunable);
	cr_assert_eq(sn_tx_init_fcmp(&tx, SN_FCMP_INPUTS_MAX + 1, 2), SN_USAGE);
	cr_assert_eq(sn_tx_init_fcmp(&tx, 0, 2), SN_USAGE);
	cr_assert_eq(sn_tx_init_fcmp(&tx, 1, 1), SN_USAGE);
	cr_assert_eq(sn_tx_init_fcmp(&tx, 1, SN_TX_OUTPUTS_MAX + 1), SN_USAGE);
	cr_assert_eq(sn_fcmp_proofs_init(&proofs, 0), SN_USAGE);
	cr_assert_eq(sn_fcmp_proofs_init(&proofs, SN_FCMP_INPUTS_MAX + 1), SN_USAGE);
}

/* Each in an array of its size, so that a sanitizer detects reads beyond it. */
Test(chain_fcmp, truncation_and_extension_are_refused)
{
	struct sn_random g = test_random("truncation");
	struct sn_buf b = vector_tx("tx2", &g, 3, 3, 2);
	struct sn_tx tx;
	for (size_t n = 0; n < b.len; n++) {
		if (n > 1500 && n % 61 && n + 200 < b.len)
			continue;
		uint8_t *cut = malloc(n ? n : 1);
		memcpy(cut, b.data, n);
		cr_assert_eq(sn_tx_parse(&tx, cut, n, false), SN_BAD_INPUT, "%zu bytes", n);
		cr_assert_null(tx.inputs);
		free(cut);
	}
	sn_put_u8(&b, 0);
	cr_assert_eq(sn_tx_parse(&tx, b.data, b.len, false), SN_BAD_INPUT);
	sn_buf_free(&b);
}

/* With a flipped bit it is refused, or is another transaction with these bytes as its encoding. */
Test(chain_fcmp, flipped_bits_are_detected)
{
	struct sn_random g = test_random("bits");
	struct sn_buf b = vector_tx("tx1", &g, 1, 2, 1), again = {0};
	struct sn_hash good, h;
	struct sn_tx tx;
	size_t taken = 0;
	cr_assert_eq(sn_tx_parse(&tx, b.data, b.len, false), SN_OK);
	cr_assert_eq(sn_tx_hash(&good, &tx), SN_OK);
	sn_tx_free(&tx);
	for (size_t bit = 0; bit < 8 * b.len; bit++) {
		b.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
		if (!sn_tx_parse(&tx, b.data, b.len, false)) {
			taken++;
			cr_assert_eq(sn_tx_hash(&h, &tx), SN_OK);
			cr_assert(!sn_hash_is_equal(&h, &good), "bit %zu does not count", bit);
			sn_buf_clear(&again);
			sn_tx_write(&again, &tx);
			cr_assert(again.len == b.len && !memcmp(again.data, b.data, b.len));
			sn_tx_free(&tx);
		}
		b.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
	}
	cr_assert_gt(taken, 1000);
	sn_buf_free(&again);
	sn_buf_free(&b);
}

/* ------------------------------------------------------------------ shapes */

struct shape {
	uint64_t version, n_inputs, input_amount, ring_size, n_outputs, output_amount;
	unsigned input_kind, output_kind, second_kind, rct_type;
};

static const struct shape usual = {2, 1, 0, 0, 2, 0, 2, 1, 1, 7};
static const struct shape coinbase = {2, 1, 0, 0, 2, 5, 0xff, 1, 1, 0};

static void put_output(struct sn_buf *b, const struct shape *s, unsigned kind)
{
	static const uint8_t zeros[32];
	sn_put_varint(b, s->output_amount);
	sn_put_u8(b, (uint8_t)kind);
	sn_put_bytes(b, zeros, 32);
	sn_put_bytes(b, zeros, kind == 1 ? 19 : kind == 3 ? 1 : 0);
}

/* A pruned transaction. */
static int parse_shape(const struct shape *s)
{
	static const uint8_t zeros[40];
	struct sn_buf b = {0};
	struct sn_tx tx;
	sn_put_varint(&b, s->version);
	sn_put_varint(&b, 0);
	sn_put_varint(&b, s->n_inputs);
	for (uint64_t i = 0; i < s->n_inputs; i++) {
		sn_put_u8(&b, (uint8_t)s->input_kind);
		sn_put_varint(&b, s->input_amount);
		if (s->input_kind != 2)
			continue;
		sn_put_varint(&b, s->ring_size);
		sn_put_bytes(&b, zeros, s->ring_size + 32);
	}
	sn_put_varint(&b, s->n_outputs);
	for (uint64_t i = 0; i < s->n_outputs; i++)
		put_output(&b, s, i == 1 ? s->second_kind : s->output_kind);
	sn_put_varint(&b, 0);
	if (s->version == 2)
		sn_put_u8(&b, (uint8_t)s->rct_type);
	if (s->version == 2 && s->rct_type) {
		sn_put_varint(&b, 1);
		for (uint64_t i = 0; i < s->n_outputs; i++)
			sn_put_bytes(&b, zeros, 40);
	}
	int ret = sn_tx_parse(&tx, b.data, b.len, true);
	sn_tx_free(&tx);
	sn_buf_free(&b);
	return ret;
}

Test(chain_fcmp, only_shapes_of_the_fork_are_parsed)
{
	struct shape s = usual;
	cr_assert_eq(parse_shape(&s), SN_OK);
	s.n_inputs = 128, s.n_outputs = 16;
	cr_assert_eq(parse_shape(&s), SN_OK);
	s.n_inputs = 129;
	cr_assert_eq(parse_shape(&s), SN_BAD_INPUT, "129 inputs");
	s = usual, s.n_outputs = 17;
	cr_assert_eq(parse_shape(&s), SN_BAD_INPUT, "17 outputs");
	s = usual, s.n_outputs = 1;
	cr_assert_eq(parse_shape(&s), SN_BAD_INPUT, "1 output");
	s = usual, s.n_outputs = 0;
	cr_assert_eq(parse_shape(&s), SN_BAD_INPUT, "no output");
	s = usual, s.ring_size = 1;
	cr_assert_eq(parse_shape(&s), SN_BAD_INPUT, "a ring");
	s = usual, s.input_amount = 1;
	cr_assert_eq(parse_shape(&s), SN_BAD_INPUT, "an amount of an input");
	s = usual, s.output_amount = 1;
	cr_assert_eq(parse_shape(&s), SN_BAD_INPUT, "an amount of an output");
	s = usual, s.input_kind = 0xff;
	cr_assert_eq(parse_shape(&s), SN_BAD_INPUT, "coinbase of type 7");
	s = usual, s.version = 1;
	cr_assert_eq(parse_shape(&s), SN_BAD_INPUT, "version 1");
	for (unsigned kind = 2; kind <= 3; kind++) {
		s = usual, s.output_kind = s.second_kind = kind;
		cr_assert_eq(parse_shape(&s), SN_BAD_INPUT, "old outputs");
		s = usual, s.second_kind = kind;
		cr_assert_eq(parse_shape(&s), SN_BAD_INPUT, "a mixture");
	}
}

Test(chain_fcmp, carrot_outputs_belong_to_type_7_and_coinbase)
{
	struct shape s = coinbase;
	cr_assert_eq(parse_shape(&s), SN_OK);
	s.n_outputs = 1;
	cr_assert_eq(parse_shape(&s), SN_OK);
	s.n_outputs = 100;
	cr_assert_eq(parse_shape(&s), SN_OK);
	s = coinbase, s.second_kind = 3;
	cr_assert_eq(parse_shape(&s), SN_BAD_INPUT, "a mixture");
	s = coinbase, s.version = 1;
	cr_assert_eq(parse_shape(&s), SN_BAD_INPUT, "version 1");
	for (unsigned type = 1; type <= 6; type++) {
		s = coinbase, s.rct_type = type;
		cr_assert_eq(parse_shape(&s), SN_BAD_INPUT, "coinbase of type %u", type);
		s = usual, s.rct_type = type;
		cr_assert_eq(parse_shape(&s), SN_BAD_INPUT, "type %u", type);
		s.ring_size = 1;
		cr_assert_eq(parse_shape(&s), SN_BAD_INPUT, "type %u with a ring", type);
	}
	s = usual, s.rct_type = 0;
	cr_assert_eq(parse_shape(&s), SN_BAD_INPUT, "type 0 without coinbase");
	s.ring_size = 1;
	cr_assert_eq(parse_shape(&s), SN_BAD_INPUT, "type 0 without coinbase");
}

/* Parse these proofs as those of a transaction of one input and two outputs. */
static int parse_proofs(const struct sn_fcmp_proofs *proofs, enum sn_rct_type type)
{
	struct sn_tx_input input = {.kind = SN_INPUT_KEY};
	struct sn_tx tx = {.version = 2, .n_inputs = 1, .n_outputs = 2, .inputs = &input, .rct_type = type};
	struct sn_fcmp_proofs back;
	struct sn_buf part = {0};
	sn_fcmp_proofs_write(&part, proofs);
	tx.prunable = part.data;
	tx.prunable_len = part.len;
	int ret = sn_fcmp_proofs_parse(&back, &tx);
	cr_assert(!ret || !back.inputs);
	sn_fcmp_proofs_free(&back);
	sn_buf_free(&part);
	return ret;
}

/* The prunable part. */
Test(chain_fcmp, proofs_of_another_shape_are_refused)
{
	struct sn_random g = test_random("proof shapes");
	struct sn_buf b = vector_tx("tx1", &g, 1, 2, 3);
	struct sn_tx tx;
	cr_assert_eq(sn_tx_parse(&tx, b.data, b.len, false), SN_OK);
	const size_t at = (size_t)(tx.prunable - b.data), bpp = 1 + 32 * 6;
	const size_t second = bpp + 1 + 32 * 7, after = second + 1 + 32 * 7;
	sn_tx_free(&tx);
	const struct {
		size_t at;
		uint8_t value;
		const char *why;
	} all[] = {{0, 0, "no range proof"},
		   {0, 2, "two range proofs"},
		   {bpp, 6, "a proof of one output"},
		   {bpp, 8, "a proof of four outputs"},
		   {second, 6, "other numbers of L and R"},
		   {after, 0, "reference block 0, or longer than a varint may be"}};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		uint8_t good = b.data[at + all[i].at];
		b.data[at + all[i].at] = all[i].value;
		cr_assert_eq(sn_tx_parse(&tx, b.data, b.len, false), SN_BAD_INPUT, "%s", all[i].why);
		b.data[at + all[i].at] = good;
	}
	sn_buf_free(&b);

	struct sn_fcmp_proofs proofs;
	random_proofs(&proofs, &g, 1, 2, 3);
	const enum sn_rct_type type = SN_RCT_FCMP_PLUS_PLUS;
	for (unsigned layers = 0; layers < 256; layers++) {
		bool is_good = sn_fcmp_membership_size(1, layers) == proofs.membership_len;
		proofs.n_layers = (uint8_t)layers;
		cr_assert_eq(parse_proofs(&proofs, type), is_good ? SN_OK : SN_BAD_INPUT, "%u layers",
			     layers);
	}
	proofs.n_layers = 3;
	for (size_t rounds = 6; rounds <= SN_BPP_ROUNDS_MAX; rounds++) {
		proofs.bpp.rounds = rounds;
		cr_assert_eq(parse_proofs(&proofs, type), rounds == 7 ? SN_OK : SN_BAD_INPUT, "%zu rounds",
			     rounds);
	}
	proofs.bpp.rounds = 7;
	proofs.reference_block = 0;
	cr_assert_eq(parse_proofs(&proofs, type), SN_BAD_INPUT, "block 0");
	proofs.reference_block = 1;
	cr_assert_eq(parse_proofs(&proofs, SN_RCT_BULLETPROOF_PLUS), SN_USAGE);
	free_proofs(&proofs);
}

Test(chain_fcmp, other_types_have_no_signable_hash)
{
	struct sn_tx made;
	struct sn_hash h;
	cr_assert_eq(sn_tx_init(&made, 1, 16, 2), SN_OK);
	cr_assert_eq(sn_tx_signable_hash(&h, &made), SN_USAGE);
	made.rct_type = SN_RCT_FCMP_PLUS_PLUS;
	made.version = 1;
	cr_assert_eq(sn_tx_signable_hash(&h, &made), SN_USAGE);
	sn_tx_free(&made);
}

/* ------------------------------------------------------------------ rules */

static struct sn_point multiple(uint64_t k)
{
	struct sn_scalar s;
	struct sn_ge p;
	struct sn_point r;
	sn_scalar_from_u64(&s, k);
	sn_ge_mul_base(&p, &s);
	sn_ge_encode(&r, &p);
	return r;
}

static int descending(const void *a, const void *b)
{
	return memcmp(b, a, 32);
}

static void good_tx(struct sn_tx *tx)
{
	static uint8_t extra[SN_FCMP_EXTRA_MAX + 1];
	struct sn_point points[6];
	cr_assert_eq(sn_tx_init_fcmp(tx, 3, 3), SN_OK);
	for (size_t i = 0; i < 6; i++)
		points[i] = multiple(i + 2);
	qsort(points, 6, sizeof *points, descending);
	for (size_t i = 0; i < 3; i++) {
		tx->inputs[i].key_image = points[i];
		tx->outputs[i].key = points[5 - i];
		tx->outputs[i].commitment = points[0];
	}
	tx->extra = extra;
	tx->extra_len = SN_FCMP_EXTRA_MAX;
	cr_assert_eq(sn_fcmp_check_rules(tx, NULL), SN_OK);
}

static void refused(struct sn_tx *tx, const char *why)
{
	struct sn_error err = {0};
	cr_assert_eq(sn_fcmp_check_rules(tx, &err), SN_REFUSED, "%s", why);
	cr_assert(*err.text);
	sn_tx_free(tx);
	good_tx(tx);
}

Test(chain_fcmp, rules_of_consensus_are_checked)
{
	struct sn_tx tx;
	struct sn_ge p, t;
	good_tx(&tx);
	tx.unlock_time = 1;
	refused(&tx, "an unlock time");
	tx.extra_len++;
	refused(&tx, "1061 bytes of extra data");
	struct sn_point swap = tx.inputs[0].key_image;
	tx.inputs[0].key_image = tx.inputs[1].key_image;
	tx.inputs[1].key_image = swap;
	refused(&tx, "the order of key images");
	tx.inputs[1].key_image = tx.inputs[0].key_image;
	refused(&tx, "a key image twice");
	swap = tx.outputs[1].key;
	tx.outputs[1].key = tx.outputs[2].key;
	tx.outputs[2].key = swap;
	refused(&tx, "the order of outputs");
	tx.outputs[1].key = tx.outputs[0].key;
	refused(&tx, "a one-time key twice");
	for (int i = 0; i < 3; i++) {
		for (int k = 0; k < 8; k++) {
			struct sn_point *at = i == 0   ? &tx.inputs[0].key_image
					      : i == 1 ? &tx.outputs[2].key
						       : &tx.outputs[1].commitment;
			t = torsion_point(k);
			cr_assert_eq(sn_ge_decode(&p, at), SN_OK);
			sn_ge_add(&p, &p, &t);
			sn_ge_encode(at, k ? &p : &sn_ge_identity);
			refused(&tx, "torsion or the identity");
		}
	}
	sn_tx_free(&tx);
	cr_assert_eq(sn_tx_init(&tx, 1, 16, 2), SN_OK);
	cr_assert_eq(sn_fcmp_check_rules(&tx, NULL), SN_USAGE);
	sn_tx_free(&tx);
}
