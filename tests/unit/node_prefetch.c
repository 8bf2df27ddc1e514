#include "node/prefetch.h"

#include "app_chain.h"
#include "base/clock.h"
#include "chain/block.h"
#include "node/daemon_blocks.h"
#include "cold_sets.h"

#include <criterion/criterion.h>

#include <string.h>
#include <unistd.h>

static struct {
	struct app_chain chain;
	struct sn_account alice;
	struct sn_prefetch *ahead;
	struct sn_daemon_blocks answer;
	struct sn_error err;
} t;

static void set_up(void)
{
	memset(&t, 0, sizeof t);
	t.alice = cold_account("alice");
	app_chain_start(&t.chain);
	app_chain_mine(&t.chain, 700, &t.alice);
	t.chain.per_answer = 100;
	cr_assert(!sn_prefetch_open(&t.ahead, t.chain.daemon, &t.err));
}

static void tear_down(void)
{
	sn_prefetch_close(t.ahead);
	app_chain_stop(&t.chain);
}

TestSuite(node_prefetch, .init = set_up, .fini = tear_down, .timeout = 60);

/* Check that the blocks of an answer from `height` on are the chain's. Returns the height after them. */
static uint64_t take(uint64_t height)
{
	cr_assert(!sn_prefetch_get_blocks(t.ahead, height, t.chain.n_blocks, &t.answer, &t.err), "%s",
		  t.err.text);
	cr_assert(t.answer.count && t.answer.start_height <= height &&
			  height - t.answer.start_height < t.answer.count,
		  "%zu blocks from %zu, asked for %zu", t.answer.count, (size_t)t.answer.start_height,
		  (size_t)height);
	for (size_t i = (size_t)(height - t.answer.start_height); i < t.answer.count; i++) {
		const struct sn_daemon_block *b = &t.answer.blocks[i];
		const struct app_block *real = &t.chain.blocks[t.answer.start_height + i];
		cr_assert(b->len == real->blob.len && !memcmp(b->blob, real->blob.data, b->len));
	}
	uint64_t end = t.answer.start_height + t.answer.count;
	sn_daemon_blocks_free(&t.answer);
	return end;
}

/* With any number of blocks per answer, also if it changes. */
Test(node_prefetch, all_blocks_come_in_order)
{
	static const size_t sizes[] = {1000, 400, 99, 100, 7, 1};
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		t.chain.per_answer = sizes[i];
		for (uint64_t at = 600; at < 700;)
			at = take(at);
	}
	for (uint64_t at = 1, n = 0; at < 700; n++) {
		t.chain.per_answer = 10 + n * 37 % 90;
		at = take(at);
	}
}

Test(node_prefetch, next_answers_are_requested_in_advance)
{
	take(1);
	unsigned n = t.chain.n_block_answers;
	uint64_t start = sn_monotonic_ms();
	while (t.chain.n_block_answers < n + SN_PREFETCH_REQUESTS && sn_monotonic_ms() - start < 10000)
		usleep(1000);
	/* Not more: these answers are not taken yet. */
	usleep(100000);
	cr_assert(t.chain.n_block_answers <= n + SN_PREFETCH_REQUESTS);
	cr_assert_geq(t.chain.n_block_answers, n + SN_PREFETCH_REQUESTS - 1);
}

/* With answers of one size, no block is requested twice, except after the initial estimate. */
Test(node_prefetch, no_block_is_requested_twice)
{
	for (uint64_t at = 1; at < 700;)
		at = take(at);
	cr_assert_leq(t.chain.n_block_answers, 10);
}

/* Only the requests of the broken connections are sent again. */
Test(node_prefetch, broken_connections_cost_one_request_each)
{
	unsigned n_cuts = 0;
	for (uint64_t at = 1; at < 700; n_cuts++) {
		t.chain.n_cuts++;
		at = take(at);
	}
	n_cuts -= t.chain.n_cuts;
	cr_assert_geq(n_cuts, 5);
	cr_assert_leq(t.chain.n_block_answers, 10 + n_cuts);
}

/* A daemon that always closes the connection is not asked for ever. */
Test(node_prefetch, connections_that_always_break)
{
	t.chain.n_cuts = 1000;
	cr_assert_eq(sn_prefetch_get_blocks(t.ahead, 1, 701, &t.answer, &t.err), SN_DAEMON);
	cr_assert(strstr(t.err.text, "in the middle of its answer"), "%s", t.err.text);
	cr_assert_leq(t.chain.n_block_answers, 4 * (1 + SN_PREFETCH_REQUESTS));
}

Test(node_prefetch, no_block_above_the_top)
{
	cr_assert(!sn_prefetch_get_blocks(t.ahead, 701, 701, &t.answer, &t.err));
	cr_assert(t.answer.count == 0 && t.answer.current_height == 701);
}

/* Requests from before a change of the chain are forgotten on request. */
Test(node_prefetch, forget_drops_requests)
{
	take(1);
	app_chain_pop(&t.chain, 690);
	app_chain_mine(&t.chain, 700, &t.alice);
	sn_prefetch_forget(t.ahead);
	for (uint64_t at = 11; at < 710;)
		at = take(at);
}

/* Then blocks are requested synchronously. */
Test(node_prefetch, after_an_error_blocks_are_requested_synchronously)
{
	take(1);
	t.chain.are_blocks_broken = true;
	sn_prefetch_forget(t.ahead);
	cr_assert_eq(sn_prefetch_get_blocks(t.ahead, 300, 701, &t.answer, &t.err), SN_DAEMON);
	cr_assert(t.answer.count == 0 && strstr(t.err.text, "invalid answer"), "%s", t.err.text);
	t.chain.are_blocks_broken = false;
	for (uint64_t at = 300; at < 700;)
		at = take(at);
}

static bool wait_a_moment(void *asked, uint64_t ms)
{
	++*(unsigned *)asked;
	return ms < 300;
}

Test(node_prefetch, patience_ends)
{
	unsigned asked = 0;
	sn_daemon_set_patience(t.chain.daemon, wait_a_moment, &asked);
	t.chain.is_stalled = true;
	uint64_t start = sn_monotonic_ms();
	cr_assert_eq(sn_prefetch_get_blocks(t.ahead, 1, 701, &t.answer, &t.err), SN_DAEMON);
	cr_assert(asked && strstr(t.err.text, "interrupted"), "%s", t.err.text);
	sn_prefetch_close(t.ahead);
	t.ahead = NULL;
	uint64_t took = sn_monotonic_ms() - start;
	cr_assert(took >= 300 && took < 5000, "%zu ms", (size_t)took);
}

static void *interrupt_soon(void *daemon)
{
	usleep(200000);
	sn_daemon_interrupt(daemon);
	return NULL;
}

Test(node_prefetch, interrupted)
{
	pthread_t thread;
	t.chain.is_stalled = true;
	cr_assert(!pthread_create(&thread, NULL, interrupt_soon, t.chain.daemon));
	cr_assert_eq(sn_prefetch_get_blocks(t.ahead, 1, 701, &t.answer, &t.err), SN_DAEMON);
	cr_assert(strstr(t.err.text, "interrupted"), "%s", t.err.text);
	pthread_join(thread, NULL);
}

/* Active requests are not waited for. */
Test(node_prefetch, closes_at_once)
{
	take(1);
	t.chain.is_stalled = true;
	sn_prefetch_forget(t.ahead);
	uint64_t start = sn_monotonic_ms();
	sn_prefetch_close(t.ahead);
	t.ahead = NULL;
	cr_assert_lt(sn_monotonic_ms() - start, 900);
}
