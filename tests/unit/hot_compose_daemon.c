/* A daemon whose answers contradict the wallet. */
#include "hot_compose_fixture.h"

#define CONTRADICTION ": it follows another chain, it lies, or an earlier daemon lied"

TestSuite(hot_compose_daemon, .init = set_up_chain, .fini = tear_down_chain);

/* A daemon with fewer blocks than the wallet gets no request for outputs, wherever our outputs are. */
Test(hot_compose_daemon, daemon_that_is_behind)
{
	add(0, XMR);
	hot_set_height(&h, BLOCKS);
	destinations[0].amount = XMR / 4;
	chain.n_blocks--;
	expect_error(SN_DAEMON, "has the outputs of 999 blocks, but this wallet has scanned 1000");
	chain.n_blocks = 12; /* just above our output */
	expect_error(SN_DAEMON, "has the outputs of 12 blocks, but this wallet has scanned 1000");
	cr_assert_eq(chain.n_outputs, 0);
	chain.n_blocks = BLOCKS;
	expect_composed(1);
}

/* A wrong index in the right block is detected when the daemon returns the output. */
Test(hot_compose_daemon, wrong_index_in_the_right_block)
{
	size_t ours = add(0, XMR);
	hot_set_height(&h, BLOCKS);
	destinations[0].amount = XMR / 4;
	h.w->outputs[ours].global_index++;
	expect_error(SN_DAEMON, "returned a different output in place of ours" CONTRADICTION);
	cr_assert(strstr(why.hint, "--wallet-file=FILE --daemon-address=HOST:PORT --resync-and-exit"), "%s",
		  why.hint);
	cr_assert_eq(h.w->rescan_from, UINT64_MAX);
}

/* The distribution must agree with the places of our outputs, spent or not; otherwise the daemon controls the
 * decoys. The requests must not show whether a lie concerns an output of ours: outputs are requested anyway,
 * and no rescan follows. */
Test(hot_compose_daemon, distribution_that_lies)
{
	add(0, XMR);
	add(0, XMR);
	add(3, 1); /* in block 41 */
	hot_set_height(&h, BLOCKS);
	destinations[0].amount = XMR / 4;
	const struct {
		size_t from, to;
	} lies[] = {{30, 35}, {30, 50}, {35, 30}, {500, 30}, {41, 40}, {41, 42}};
	for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
		unsigned asked = chain.n_outputs;
		chain.per_block[lies[i].from] -= 3;
		chain.per_block[lies[i].to] += 3;
		bool is_seen = lies[i].from == 41 || (lies[i].from <= 41) != (lies[i].to < 41);
		if (is_seen) {
			expect_error(
				SN_DAEMON,
				"reports that output 125 is not in block 41, where this wallet found it" CONTRADICTION);
		} else {
			expect_composed(1);
			release_all();
		}
		cr_assert_eq(chain.n_outputs, asked + 1);
		chain.per_block[lies[i].from] += 3;
		chain.per_block[lies[i].to] -= 3;
	}
	cr_assert_eq(h.w->rescan_from, UINT64_MAX);
	expect_composed(1);
}

/* The daemon claims that only its last blocks have outputs. Then ours cannot be requested, and is not; but
 * the number of requested outputs is as usual. */
Test(hot_compose_daemon, distribution_without_our_output)
{
	struct sn_wallet_output o = hot_output(&h, XMR, 500);
	o.global_index = EACH * o.height;
	o.key = chain_key(o.global_index);
	hot_add(&h, &o);
	hot_set_height(&h, BLOCKS);
	destinations[0].amount = XMR / 4;
	for (size_t b = 100; b < BLOCKS; b++)
		chain.per_block[b] = b == BLOCKS - 1 ? EACH * 900 : 0;
	expect_error(SN_DAEMON, "where this wallet found it" CONTRADICTION);
	cr_assert_eq(chain.n_outputs, 1);
	size_t n = chain.n_asked;
	for (size_t i = 0; i < n; i++)
		cr_assert_lt(chain.asked[i], EACH * 100);
	for (size_t b = 100; b < BLOCKS; b++)
		chain.per_block[b] = EACH;
	expect_composed(1);
	cr_assert_lt(chain.n_asked - n, n + 20);
}

/* The daemon claims many nonexistent outputs in scanned blocks. Of all requested outputs, only ours would
 * exist: nothing is requested. */
Test(hot_compose_daemon, inflated_distribution)
{
	add(0, XMR);
	hot_set_top(&h, 950, EACH * 950);
	hot_set_top(&h, BLOCKS, EACH * BLOCKS);
	destinations[0].amount = XMR / 4;
	for (size_t b = 900; b < BLOCKS; b++)
		chain.per_block[b] = 1000000;
	expect_error(
		SN_DAEMON,
		"reports a different number of outputs up to block 949 than this wallet has counted" CONTRADICTION);
	cr_assert_eq(chain.n_asked, 0);
	for (size_t b = 900; b < BLOCKS; b++)
		chain.per_block[b] = EACH;
	expect_composed(1);
}

/* The same above the scanned blocks. Some more outputs than usual are accepted. */
Test(hot_compose_daemon, inflated_above_the_top)
{
	add(0, XMR);
	hot_set_top(&h, BLOCKS - 9, EACH * (BLOCKS - 9));
	destinations[0].amount = XMR / 4;
	chain.per_block[BLOCKS - 5] = 1200;
	expect_error(SN_DAEMON, "reports 1224 outputs in 9 blocks that this wallet has not scanned");
	cr_assert_eq(chain.n_asked, 0);
	chain.per_block[BLOCKS - 5] = 1000;
	expect_composed(1);
}

/* A year of blocks without outputs would have all decoys drawn from the youngest ones. The daemon is not
 * asked for outputs. */
Test(hot_compose_daemon, empty_blocks_above_the_top)
{
	const size_t year = 262800;
	add(0, XMR);
	hot_set_top(&h, BLOCKS, EACH * BLOCKS);
	destinations[0].amount = XMR / 4;
	chain.per_block = reallocarray(chain.per_block, BLOCKS + year, sizeof *chain.per_block);
	cr_assert_not_null(chain.per_block);
	for (size_t b = BLOCKS; b < BLOCKS + year; b++)
		chain.per_block[b] = 0;
	chain.n_blocks = BLOCKS + year;
	expect_error(SN_DAEMON, "reports 0 outputs in 262800 blocks that this wallet has not scanned");
	chain.n_blocks = BLOCKS + 10;
	expect_error(SN_DAEMON, "reports 0 outputs in 10 blocks that this wallet has not scanned");
	cr_assert(chain.n_asked == 0 && h.w->n_rings == 0);
	chain.n_blocks = BLOCKS + 9;
	expect_composed(1);
	cr_assert_leq(h.w->rings[0].height, BLOCKS + 9);
}
