/* The rings of a payment that is composed again. */
#include "hot_compose_fixture.h"

TestSuite(hot_compose_rings, .init = set_up_chain, .fini = tear_down_chain);

/* An output that is composed again keeps its ring. */
Test(hot_compose_rings, rings_are_kept)
{
	uint64_t before[SN_RING_SIZE];
	add(0, XMR);
	hot_set_height(&h, BLOCKS);
	destinations[0].amount = XMR / 4;
	expect_composed(1);
	memcpy(before, set.txs[0].inputs[0].global_index, sizeof before);
	release_all();
	destinations[0].amount = XMR / 5;
	expect_composed(1);
	cr_assert_arr_eq(set.txs[0].inputs[0].global_index, before, sizeof before);
	release_all();
	request.fee = 1;
	expect_error(SN_REFUSED, "the fee is too low for the daemon");
	request.fee = 0;
	chain.refuses_outputs = true;
	expect_error(SN_DAEMON, "the daemon at");
	chain.refuses_outputs = false;
	expect_composed(1);
	cr_assert_arr_eq(set.txs[0].inputs[0].global_index, before, sizeof before);
	/* A payment that differs only in the recipients must be recognizable after signing. */
	release_all();
	destinations[0].address = cold_address(&bob, 0, 7);
	expect_composed(1);
	size_t same = 0;
	for (size_t i = 0; i < SN_RING_SIZE; i++)
		for (size_t j = 0; j < SN_RING_SIZE; j++)
			same += set.txs[0].inputs[0].global_index[i] == before[j];
	cr_assert_eq(same, SN_RING_SIZE - 1);
}

static uint64_t known[CHAIN_ASKED_MAX];
static size_t n_known;

static bool is_new(uint64_t index)
{
	for (size_t i = 0; i < n_known; i++)
		if (known[i] == index)
			return false;
	return true;
}

static void know(const uint64_t *indices, size_t n)
{
	memcpy(known, indices, n * sizeof *known);
	n_known = n;
	chain.is_locked = is_new;
}

/* A daemon that reports all decoys as locked except the earlier ones cannot restore the earlier ring for
 * another recipient. */
Test(hot_compose_rings, other_rings_with_a_daemon_that_wants_the_same)
{
	add(0, XMR);
	hot_set_height(&h, BLOCKS);
	destinations[0].amount = XMR / 4;
	expect_composed(1);
	know(set.txs[0].inputs[0].global_index, SN_RING_SIZE);
	release_all();
	destinations[0].address = cold_address(&bob, 0, 7);
	expect_error(SN_DAEMON, "has only 15 usable outputs");
	chain.is_locked = NULL;
	expect_composed(1);
}

/* On the smallest chains all outputs are requested, in any order: only the result counts. */
Test(hot_compose_rings, other_rings_on_a_small_chain)
{
	chain.n_blocks = 28;
	add(0, XMR);
	hot_set_height(&h, 28);
	destinations[0].amount = XMR / 4;
	expect_composed(1);
	know(set.txs[0].inputs[0].global_index, SN_RING_SIZE);
	release_all();
	expect_composed(1); /* the same payment may have the same rings */
	release_all();
	destinations[0].address = cold_address(&bob, 0, 7);
	expect_error(SN_DAEMON, "the same rings as payment 1, which was released and pays other recipients");
}
