/* Made-up sets for the tests of handoff/: random within the limits, from a seed. */
#ifndef TESTS_UNIT_HANDOFF_SETS_H
#define TESTS_UNIT_HANDOFF_SETS_H

#include "handoff/proposal_set.h"
#include "handoff/signed_proposals.h"
#include "handoff/signed_set.h"
#include "handoff/unsigned_set.h"

struct test_random {
	uint64_t state;
};

/* A stream that depends on `number` and the seed (seed.h). */
struct test_random test_random(uint64_t number);

uint64_t test_next(struct test_random *g);
uint64_t test_below(struct test_random *g, uint64_t bound);
void test_fill(struct test_random *g, void *out, size_t len);
/* Of any length in bits, so that varints of all sizes turn up. */
uint64_t test_any_u64(struct test_random *g);
uint32_t test_any_u32(struct test_random *g);
void test_fill_destination(struct test_random *g, struct sn_address *address, uint64_t *amount,
			   enum sn_network network);

/* Free with sn_unsigned_set_free, sn_signed_set_free. */
struct sn_unsigned_set test_unsigned_set(struct test_random *g, enum sn_network network, size_t n);
struct sn_signed_set test_signed_set(struct test_random *g, size_t n);

/* For after the upgrade to FCMP++. Free with sn_proposal_set_free, sn_signed_proposals_free. */
struct sn_proposal_set test_proposal_set(struct test_random *g, enum sn_network network, size_t n);
struct sn_signed_proposals test_signed_proposals(struct test_random *g, enum sn_network network, size_t n);
bool test_is_same_input(const struct sn_proposal_input *a, const struct sn_proposal_input *b);

/* One input with a ring of 16 around index 110,000,000, one destination, change: an everyday payment. */
struct sn_unsigned_set test_everyday_set(struct test_random *g);

/* The whole file below TESTS_DIR, NUL-terminated; the NUL is not counted. */
struct sn_buf test_read_file(const char *name);

#endif
