#include "hot/distribution_check.h"
#include "node/daemon_outputs.h"

#include "cold_sets.h"
#include "hot_wallet.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

/* A wallet that has scanned blocks of a synthetic chain, and a daemon's report of that chain. */

static struct hot h;
static struct sn_account alice;
static struct sn_daemon *daemon;
static struct sn_daemon_distribution d;
static struct sn_error why;

static void set_up(void)
{
	alice = cold_account("alice");
	hot_open(&h, &alice);
	cr_assert(!sn_daemon_open(&daemon, &(struct sn_daemon_options){0}, &why), "%s", why.text);
	d = (struct sn_daemon_distribution){0};
}

static void tear_down(void)
{
	sn_daemon_distribution_free(&d);
	sn_daemon_close(daemon);
	hot_close(&h);
}

TestSuite(hot_distribution_check, .init = set_up, .fini = tear_down);

/* `count` blocks from height `start` on, with `each` outputs. */
static void tell(uint64_t start, size_t count, uint64_t each)
{
	sn_daemon_distribution_free(&d);
	d = (struct sn_daemon_distribution){start, calloc(count, sizeof *d.cumulative), count};
	cr_assert_not_null(d.cumulative);
	for (size_t i = 0; i < count; i++)
		d.cumulative[i] = (i + 1) * each;
}

/* The wallet has scanned this block, up to which the chain has `n_outputs`. */
static void scanned(uint64_t height, uint64_t n_outputs)
{
	hot_set_top(&h, height + 1, n_outputs);
}

static void expect_good(void)
{
	cr_assert(!sn_distribution_check(&d, h.w, daemon, &why), "%s", why.text);
}

static void expect_bad(const char *words)
{
	cr_assert_eq(sn_distribution_check(&d, h.w, daemon, &why), SN_DAEMON, "accepted: %s", words);
	cr_assert(strstr(why.text, words), "\"%s\" does not say \"%s\"", why.text, words);
}

/* The distribution starts where RingCT did, or on a private chain with the first block. */
Test(hot_distribution_check, begins_with_ringct)
{
	const uint64_t begin = sn_network_ringct_height(SN_MAINNET);
	scanned(begin + 99, 300);
	tell(begin, 100, 3);
	expect_good();
	/* Above all scanned blocks; or a block late, so that all counts belong to the wrong blocks. */
	tell(begin + 100, 100, 3);
	expect_bad("starts at block 1220616 instead of 1220516");
	tell(begin + 1, 100, 3);
	expect_bad("starts at block 1220517 instead of 1220516");
	tell(begin - 1, 101, 3);
	expect_bad("instead of 1220516");
	tell(UINT64_MAX, 100, 3);
	expect_bad("instead of 1220516");
	tell(sn_network_ringct_height(SN_STAGENET), 2000000, 3);
	expect_bad("at block 34000 instead of 1220516");
}

Test(hot_distribution_check, private_chain)
{
	scanned(99, 300);
	tell(0, 100, 3);
	expect_good();
	tell(1, 100, 3);
	expect_bad("at block 1 instead of 1220516");
	/* The scanned blocks would have no outputs. */
	tell(sn_network_ringct_height(SN_MAINNET), 100, 3);
	expect_bad("a different number of outputs up to block 99 than this wallet has counted");
}

/* A daemon that lies about one block does not learn from a refusal that this wallet started there: only
 * blocks that every wallet keeps are compared. */
Test(hot_distribution_check, where_the_wallet_begins)
{
	static const uint64_t heights[] = {1234, 2000, 2500, 3000, 3300};
	for (size_t i = 0; i < 5; i++)
		scanned(heights[i], 3 * (heights[i] + 1));
	const bool is_compared[] = {false, true, false, true, true};
	for (size_t i = 0; i < 5; i++) {
		tell(0, 3301, 3);
		d.cumulative[heights[i]]++;
		if (is_compared[i])
			expect_bad("a different number of outputs up to block");
		else
			expect_good();
	}
}

/* A small reorganization that the wallet has not scanned yet is not a lie: only the new blocks are
 * scanned. */
Test(hot_distribution_check, replaced_blocks)
{
	for (uint64_t height = 950; height < 1000; height++)
		scanned(height, 3 * (height + 1));
	tell(0, 1000, 3);
	expect_good();
	for (size_t first = 999; first >= 990; first--) {
		tell(0, 1000, 3);
		d.cumulative[first]++;
		expect_bad("; the last blocks may have been replaced");
		cr_assert(strstr(why.hint, "if the error remains, use another daemon"), "%s", why.hint);
	}
	/* All blocks from there on differ, and the daemon has more blocks than the wallet. */
	tell(0, 1010, 3);
	for (size_t i = 990; i < d.count; i++)
		d.cumulative[i] += 7;
	expect_bad(
		"a different number of outputs up to block 990 than this wallet has counted; the last blocks may");
	/* Differences below as well. */
	for (size_t first = 989; first >= 980; first--) {
		tell(0, 1000, 3);
		d.cumulative[first]++;
		expect_bad("it lies, or an earlier daemon lied");
		d.cumulative[999]++;
		expect_bad("it lies, or an earlier daemon lied");
	}
}

#define YEAR (365 * 720)

/* The wallet, recreated, has scanned `n` blocks from `first` on and keeps some of them. The daemon reports
 * `below` outputs in each block of the year before, 50 in older ones, and the wallet's count `above`. */
static void begin_at(uint64_t first, size_t n, uint64_t below, uint64_t above)
{
	const uint64_t begin = sn_network_ringct_height(SN_MAINNET);
	hot_close(&h);
	hot_open(&h, &alice);
	h.w->restore_height = first;
	tell(begin, first - begin + n, 0);
	for (size_t i = 0; i < d.count; i++) {
		uint64_t height = begin + i;
		uint64_t each = height > first ? above : height + YEAR > first ? below : 50;
		d.cumulative[i] = (i ? d.cumulative[i - 1] : 1) + each;
		if (height == first || height + 1 == first + n || (height > first && height % 1000 == 0))
			scanned(height, d.cumulative[i]);
	}
}

/* Below the scanned blocks the daemon may report any number within a factor of ten. */
Test(hot_distribution_check, blocks_before_the_first_one)
{
	const uint64_t begin = sn_network_ringct_height(SN_MAINNET), first = begin + 400000;
	static const uint64_t good[] = {80, 800, 8, 300}, bad[] = {801, 7, 0, 100000};
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		begin_at(first, 5000, good[i], 80);
		expect_good();
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		begin_at(first, 5000, bad[i], 80);
		expect_bad(
			"outputs per block in the 262800 blocks before block 1620516, where this wallet starts; the "
			"wallet has counted 80.0 per block after it");
		cr_assert(!strcmp(why.hint, "use another daemon"), "%s", why.hint);
	}
	/* Fewer than a hundred scanned blocks are too few, whatever the daemon reports. */
	begin_at(first, 101, 801, 80);
	expect_bad("reports 801.0 outputs per block");
	begin_at(first, 100, 80, 80);
	cr_assert_eq(sn_distribution_check(&d, h.w, daemon, &why), SN_REFUSED);
	cr_assert(strstr(why.text, "has scanned only 100 blocks, too few"), "%s", why.text);
	cr_assert(
		strstr(why.hint,
		       "--restore-height=1619616; or run wo-sync (sneakernote: refresh) after block 1620616"),
		"%s", why.hint);
	/* Other networks. */
	begin_at(first, 5000, 801, 80);
	h.w->account->network = SN_TESTNET;
	d.start_height = sn_network_ringct_height(SN_TESTNET);
	h.w->restore_height -= begin - d.start_height;
	for (size_t i = 0; i < h.w->n_blocks; i++)
		h.w->blocks[i].height -= begin - d.start_height;
	expect_good();
}

/* In the first year of RingCT, the shorter time before is compared with an equally long time after it. */
Test(hot_distribution_check, first_blocks_of_ringct)
{
	const uint64_t begin = sn_network_ringct_height(SN_MAINNET);
	begin_at(begin + 1000, 1001, 5, 80);
	expect_bad("reports 5.0 outputs per block in the 1000 blocks before block 1221516");
	begin_at(begin + 1000, 1001, 8, 80);
	expect_good();
	begin_at(begin + 99, 1001, 5, 80);
	expect_good();
	begin_at(begin + 2484, 6001, 8, 80); /* at height 1223000, up to 1229000 */
	for (size_t i = 0; i < h.w->n_blocks; i++)
		if (h.w->blocks[i].height > 1225000) {
			h.w->blocks[i].n_outputs += 1000000;
			d.cumulative[h.w->blocks[i].height - begin] += 1000000;
		}
	expect_good();
}

/* An earlier version of this program did not count outputs. The hint must not lose those below its blocks. */
Test(hot_distribution_check, wallets_with_uncounted_blocks)
{
	const uint64_t first = sn_network_ringct_height(SN_MAINNET) + 400000;
	begin_at(first, 100, 80, 80);
	h.w->restore_height = first - 50000;
	cr_assert_eq(sn_distribution_check(&d, h.w, daemon, &why), SN_REFUSED);
	cr_assert(strstr(why.hint, "--restore-height=1570516; or"), "%s", why.hint);
}

/* A wallet that has scanned the whole chain keeps too few of these blocks to compare. They are old: it may
 * pay nevertheless. */
Test(hot_distribution_check, wallets_older_than_ringct)
{
	const uint64_t begin = sn_network_ringct_height(SN_MAINNET);
	static const uint64_t after[] = {100, 384, 385, 484, 485, 500, 999};
	for (size_t i = 0; i < sizeof after / sizeof *after; i++) {
		begin_at(begin + after[i], 20000, 80, 80);
		expect_good();
		begin_at(begin + after[i], 100, 80, 80);
		cr_assert_eq(sn_distribution_check(&d, h.w, daemon, &why), SN_REFUSED);
	}
}

/* Add `n` blocks that the wallet has not scanned, with `total` outputs in the first of them. */
static void go_on(size_t n, uint64_t total)
{
	d.cumulative = reallocarray(d.cumulative, d.count + n, sizeof *d.cumulative);
	cr_assert_not_null(d.cumulative);
	for (; n; n--, total = 0, d.count++)
		d.cumulative[d.count] = d.cumulative[d.count - 1] + total;
}

/* The bound above the scanned blocks depends on the wallet's count, not on the daemon's report about the
 * blocks below. */
Test(hot_distribution_check, blocks_after_the_last_one)
{
	const uint64_t first = sn_network_ringct_height(SN_MAINNET) + 400000;
	begin_at(first, 5000, 800, 80);
	go_on(9, 1000 + 9 * 4 * 80);
	expect_good();
	begin_at(first, 5000, 800, 80);
	go_on(9, 1000 + 9 * 4 * 80 + 1);
	expect_bad("reports 3881 outputs in 9 blocks that this wallet has not scanned");
	/* With too few blocks to count, at the first blocks of RingCT, the daemon's word is all there is:
	 * 48721 outputs in 150 blocks. */
	const uint64_t early = sn_network_ringct_height(SN_MAINNET) + 50;
	begin_at(early, 100, 800, 80);
	go_on(9, 12693);
	expect_good();
	begin_at(early, 100, 800, 80);
	go_on(9, 12694);
	expect_bad("reports 12694 outputs in 9 blocks that this wallet has not scanned");
}

/* Decoys are drawn from blocks that have nine more above them: from scanned blocks only. A year of empty
 * blocks above them would stretch the average over which the picker draws. */
Test(hot_distribution_check, more_than_nine_unscanned_blocks_are_refused)
{
	const uint64_t first = sn_network_ringct_height(SN_MAINNET) + 400000;
	static const size_t refused[] = {10, 41, YEAR - 100, YEAR};
	begin_at(first, 5000, 80, 80);
	go_on(9, 0);
	expect_good();
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		begin_at(first, 5000, 80, 80);
		go_on(refused[i], 0);
		expect_bad("reports 0 outputs in");
		cr_assert(strstr(why.hint, "run wo-sync"), "%s", why.hint);
	}
}
