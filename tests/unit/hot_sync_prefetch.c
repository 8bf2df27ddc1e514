/* Far from the top, where answers are requested in advance (node/prefetch.h). */
#include "hot/sync.h"

#include "hot_sync_fixture.h"

#include <dirent.h>
#include <malloc.h>

TestSuite(hot_sync_prefetch, .init = set_up, .fini = tear_down, .timeout = 120);

struct turn {
	unsigned n; /* number of calls of progress */
	size_t pop; /* at the second one */
	unsigned stop_at;
};

static bool on_progress(void *context, const struct sn_sync_progress *progress)
{
	struct turn *turn = context;
	(void)progress;
	turn->n++;
	if (turn->n == 2 && turn->pop) {
		app_chain_pop(&t.chain, turn->pop);
		app_chain_mine(&t.chain, turn->pop + 1, &t.bob);
	}
	return turn->n != turn->stop_at;
}

/* The chain changes below, at and above the wallet's height, while answers of the old one are queued. */
Test(hot_sync_prefetch, reorganisation_while_prefetching)
{
	static const size_t pops[] = {1, 350, 500, 650, 700};
	t.chain.per_answer = 100;
	app_chain_mine(&t.chain, 800, &t.alice);
	for (size_t i = 0; i < sizeof pops / sizeof *pops; i++) {
		struct turn turn = {.pop = pops[i]};
		const struct sn_sync_options options = {
			.progress = on_progress, .context = &turn, .now = 1800000000};
		cr_assert(!sn_wallet_reset(t.h.w));
		cr_assert(!sn_sync(t.h.w, t.chain.daemon, &options, &t.result, &t.err), "%s", t.err.text);
		expect_same_chain();
		cr_assert(turn.n > 2 && !t.result.interrupted);
		uint64_t own = 0;
		for (size_t j = 0; j < t.h.w->n_outputs; j++)
			own += APP_REWARD;
		cr_assert_eq(total(), own);
		app_chain_pop(&t.chain, t.chain.n_blocks - 1);
		app_chain_mine(&t.chain, 800, &t.alice);
	}
}

/* Up to the top, with no block twice except around the first estimate. */
Test(hot_sync_prefetch, prefetches_up_to_the_top)
{
	t.chain.per_answer = 100;
	app_chain_mine(&t.chain, 800, &t.alice);
	unsigned n = t.chain.n_block_answers;
	sync_now();
	expect_same_chain();
	cr_assert_leq(t.chain.n_block_answers - n, 11, "%u answers", t.chain.n_block_answers - n);
}

static bool vary_answers(void *context, const struct sn_sync_progress *progress)
{
	unsigned *n = context;
	(void)progress;
	t.chain.per_answer = 40 + ++*n * 37 % 90;
	return true;
}

/* Answers of different sizes overlap: their first blocks are known when it is their turn. */
Test(hot_sync_prefetch, answers_that_overlap)
{
	unsigned n = 0;
	const struct sn_sync_options options = {.progress = vary_answers, .context = &n, .now = 1800000000};
	t.chain.per_answer = 100;
	app_chain_mine(&t.chain, 800, &t.alice);
	cr_assert(!sn_sync(t.h.w, t.chain.daemon, &options, &t.result, &t.err), "%s", t.err.text);
	expect_same_chain();
	cr_assert(t.result.blocks == 800 && total() == 800 * APP_REWARD && !t.result.rollbacks);
	cr_assert_geq(n, 8);
}

static size_t count_threads(void)
{
	size_t n = 0;
	DIR *dir = opendir("/proc/self/task");
	cr_assert_not_null(dir);
	for (struct dirent *e; (e = readdir(dir));)
		n += e->d_name[0] != '.';
	closedir(dir);
	return n;
}

/* Interrupted between two answers, or while waiting: scanned blocks stay, and no thread remains. */
Test(hot_sync_prefetch, interrupted_while_prefetching)
{
	t.chain.per_answer = 100;
	app_chain_mine(&t.chain, 800, &t.alice);
	size_t n_threads = count_threads();
	for (unsigned stop_at = 1; stop_at < 5; stop_at++) {
		struct turn turn = {.stop_at = stop_at};
		const struct sn_sync_options options = {
			.progress = on_progress, .context = &turn, .now = 1800000000};
		cr_assert(!sn_wallet_reset(t.h.w));
		cr_assert(!sn_sync(t.h.w, t.chain.daemon, &options, &t.result, &t.err), "%s", t.err.text);
		cr_assert(t.result.interrupted && t.result.blocks >= 88 * stop_at &&
			  t.h.w->n_outputs == t.result.blocks);
		cr_assert(t.result.transactions == t.result.blocks && count_threads() == n_threads);
	}
	sync_now();
	expect_same_chain();
	cr_assert_eq(total(), 800 * APP_REWARD);
}

/* An invalid block ends the sync with an error, without repeated requests. */
Test(hot_sync_prefetch, bad_block)
{
	app_chain_mine(&t.chain, 20, &t.alice);
	uint8_t *byte =
		&t.chain.blocks[10].blob.data[0]; /* its version, 1 instead of 16, so that its id differs */
	sync_now();
	cr_assert(!sn_wallet_reset(t.h.w));
	*byte ^= 16 ^ 1;
	cr_assert_eq(sn_sync(t.h.w, t.chain.daemon, NULL, &t.result, &t.err), SN_DAEMON);
	cr_assert(strstr(t.err.text, "invalid block 1"), "%s", t.err.text);
	cr_assert_eq(t.h.w->n_blocks, 0);
	*byte ^= 16 ^ 1;
	sync_now();
	expect_same_chain();
}

/* Invalid answers keep the blocks that were complete. */
Test(hot_sync_prefetch, invalid_answers_while_prefetching)
{
	t.chain.per_answer = 100;
	app_chain_mine(&t.chain, 800, &t.alice);
	struct turn turn = {.stop_at = 3};
	const struct sn_sync_options options = {.progress = on_progress, .context = &turn, .now = 1800000000};
	cr_assert(!sn_sync(t.h.w, t.chain.daemon, &options, &t.result, &t.err), "%s", t.err.text);
	uint64_t height = sn_wallet_height(t.h.w);
	t.chain.are_blocks_broken = true;
	cr_assert_eq(sn_sync(t.h.w, t.chain.daemon, NULL, &t.result, &t.err), SN_DAEMON);
	cr_assert(sn_wallet_height(t.h.w) == height && t.h.w->n_outputs == height - 1);
	t.chain.are_blocks_broken = false;
	sync_now();
	expect_same_chain();
	cr_assert_eq(total(), 800 * APP_REWARD);
}

/* The blocks that are parsed to find where an answer links are freed. */
Test(hot_sync_prefetch, prefetching_gives_memory_back)
{
	enum { ROUNDS = 12, PER_ANSWER = 10 };
	size_t before = 0;
	t.chain.per_answer = PER_ANSWER;
	app_chain_mine(&t.chain, 800, &t.bob);
	for (int i = 0; i < 2 * ROUNDS; i++) {
		cr_assert(!sn_wallet_reset(t.h.w));
		sync_now();
		if (i == ROUNDS - 1)
			before = mallinfo2().uordblks;
	}
	size_t after = mallinfo2().uordblks;
	cr_assert(after < before + ROUNDS * 800 / PER_ANSWER * 16, "%zu bytes became %zu", before, after);
}
