/* The transactions of tests/vectors/ringct_transactions.txt. An unreadable file fails the test. */
#ifndef SN_TESTS_RINGCT_VECTORS_H
#define SN_TESTS_RINGCT_VECTORS_H

#include "ringct/bulletproof_plus.h"
#include "ringct/clsag.h"

#include <stdio.h>

#define VECTOR_INPUTS_MAX 2

struct vector_input {
	struct sn_point image, pseudo_commitment;
	struct sn_ring_member ring[SN_RING_MAX];
	size_t n;
	struct sn_clsag sig;
};

struct vector_transaction {
	uint64_t fee;
	struct sn_hash message;
	struct sn_point commitment[SN_BPP_OUTPUTS_MAX];
	size_t outputs;
	struct sn_bpp proof;
	struct vector_input input[VECTOR_INPUTS_MAX];
	size_t inputs;
};

/* The number of transactions in the file, and the transaction with this index. */
size_t vector_transactions(void);
void vector_transaction(struct vector_transaction *t, size_t index);

/* Start the stream `name` of random test data; it follows the seed (seed.h). */
void test_random(struct sn_random *random, const char *name);

#endif
