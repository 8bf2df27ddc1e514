#include "handoff_sets.h"
#include "base/file.h"
#include "seed.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

struct test_random test_random(uint64_t number)
{
	return (struct test_random){seed_number(NULL) * 0xbf58476d1ce4e5b9 ^ number};
}

/* SplitMix64, S. Vigna (public domain). */
uint64_t test_next(struct test_random *g)
{
	uint64_t z = g->state += 0x9e3779b97f4a7c15;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

uint64_t test_below(struct test_random *g, uint64_t bound)
{
	return test_next(g) % bound;
}

void test_fill(struct test_random *g, void *out, size_t len)
{
	for (size_t i = 0; i < len; i++)
		((uint8_t *)out)[i] = (uint8_t)test_next(g);
}

uint64_t test_any_u64(struct test_random *g)
{
	uint64_t bits = test_below(g, 65);
	return bits ? test_next(g) >> (64 - bits) : 0;
}

uint32_t test_any_u32(struct test_random *g)
{
	uint64_t bits = test_below(g, 33);
	return bits ? (uint32_t)(test_next(g) >> (64 - bits)) : 0;
}

static void fill_input(struct test_random *g, struct sn_unsigned_input *in)
{
	test_fill(g, in->tx_key.b, 32);
	in->index = test_any_u32(g);
	in->subaddress = (struct sn_subaddress_index){test_any_u32(g), test_any_u32(g)};
	in->amount = test_any_u64(g);
	in->mask_kind = (enum sn_mask_kind)test_below(g, 3);
	if (in->mask_kind == SN_MASK_EXPLICIT) {
		test_fill(g, in->mask.b, 32);
		in->mask.b[31] &= 0x0f; /* below 2^252, so below l */
	}
	in->n_ring = 1 + test_below(g, SN_RING_MAX);
	uint64_t at = test_any_u64(g) / 2;
	for (size_t i = 0; i < in->n_ring; i++) {
		in->global_index[i] = at;
		at += 1 + (test_any_u64(g) >> 8);
	}
	test_fill(g, in->ring, in->n_ring * sizeof in->ring[0]);
}

void test_fill_destination(struct test_random *g, struct sn_address *address, uint64_t *amount,
			   enum sn_network network)
{
	address->network = network;
	address->kind = (enum sn_address_kind)test_below(g, 3);
	test_fill(g, address->spend.b, 32);
	test_fill(g, address->view.b, 32);
	if (address->kind == SN_ADDRESS_INTEGRATED)
		test_fill(g, address->payment_id, 8);
	*amount = test_any_u64(g);
}

struct sn_unsigned_set test_unsigned_set(struct test_random *g, enum sn_network network, size_t n)
{
	struct sn_unsigned_set set = {.txs = calloc(n, sizeof set.txs[0]), .n = n};
	cr_assert_not_null(set.txs);
	for (size_t i = 0; i < n; i++) {
		struct sn_unsigned_tx *tx = &set.txs[i];
		tx->n_inputs = 1 + test_below(g, 4);
		tx->inputs = calloc(tx->n_inputs, sizeof tx->inputs[0]);
		tx->n_destinations = 1 + test_below(g, SN_TX_OUTPUTS_MAX - 1);
		tx->destinations = calloc(tx->n_destinations, sizeof tx->destinations[0]);
		cr_assert(tx->inputs && tx->destinations);
		for (size_t k = 0; k < tx->n_inputs; k++)
			fill_input(g, &tx->inputs[k]);
		for (size_t k = 0; k < tx->n_destinations; k++)
			test_fill_destination(g, &tx->destinations[k].address, &tx->destinations[k].amount,
					      network);
		tx->has_change = test_below(g, 2);
		if (tx->has_change) {
			tx->change = 1 + test_any_u64(g) / 2;
			tx->change_to = (struct sn_subaddress_index){test_any_u32(g), test_any_u32(g)};
		}
		tx->fee = test_any_u64(g);
		tx->unlock_time = test_any_u64(g);
	}
	return set;
}

struct sn_unsigned_set test_everyday_set(struct test_random *g)
{
	struct sn_unsigned_set set = test_unsigned_set(g, SN_MAINNET, 1);
	struct sn_unsigned_tx *tx = &set.txs[0];
	tx->n_inputs = 1;
	tx->n_destinations = 1;
	struct sn_unsigned_input *in = &tx->inputs[0];
	in->index = 1;
	in->subaddress = (struct sn_subaddress_index){0, 150};
	in->amount = 12345678901234;
	in->mask_kind = SN_MASK_DERIVED;
	memset(&in->mask, 0, sizeof in->mask);
	in->n_ring = SN_RING_SIZE;
	test_fill(g, in->ring, sizeof in->ring);
	/* Decoys gather near the tip; the oldest lies some millions back. */
	uint64_t at = 110000000;
	for (size_t i = SN_RING_SIZE; i-- > 0;) {
		in->global_index[i] = at;
		at -= 1 + test_below(g, (uint64_t)1 << (8 + (SN_RING_SIZE - i)));
	}
	tx->destinations[0].address.kind = SN_ADDRESS_SUBADDRESS;
	memset(tx->destinations[0].address.payment_id, 0, 8);
	tx->destinations[0].amount = 1250000000000;
	tx->has_change = true;
	tx->change_to = (struct sn_subaddress_index){0, 0};
	tx->fee = 30660000;
	tx->change = in->amount - tx->destinations[0].amount - tx->fee;
	tx->unlock_time = 0;
	return set;
}

struct sn_signed_set test_signed_set(struct test_random *g, size_t n)
{
	struct sn_signed_set set = {calloc(n, sizeof set.txs[0]), n};
	cr_assert_not_null(set.txs);
	for (size_t i = 0; i < n; i++) {
		struct sn_signed_tx *tx = &set.txs[i];
		tx->len = 1 + test_below(g, 3000);
		tx->bytes = malloc(tx->len);
		tx->n_spent = 1 + test_below(g, 4);
		tx->spent = calloc(tx->n_spent, sizeof tx->spent[0]);
		tx->created = calloc(SN_TX_OUTPUTS_MAX, sizeof tx->created[0]);
		cr_assert(tx->bytes && tx->spent && tx->created);
		test_fill(g, tx->bytes, tx->len);
		test_fill(g, tx->spent, tx->n_spent * sizeof tx->spent[0]);
		for (uint32_t index = 0; index < SN_TX_OUTPUTS_MAX; index++)
			if (test_below(g, 4) == 0) {
				struct sn_created_output *created = &tx->created[tx->n_created++];
				created->index = index;
				test_fill(g, created->image.b, 32);
			}
	}
	return set;
}

struct sn_buf test_read_file(const char *name)
{
	char path[512];
	snprintf(path, sizeof path, TESTS_DIR "/%s", name);
	struct sn_buf out = {0};
	struct sn_error err;
	cr_assert(!sn_file_read(path, 1 << 20, &out, &err), "%s", err.text);
	sn_put_u8(&out, 0);
	cr_assert(!out.failed);
	out.len--;
	return out;
}
