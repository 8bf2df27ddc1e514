#include "hot/priority.h"
#include "node/daemon_load.h"

#include <criterion/criterion.h>

#include <string.h>

#define LIMIT 600000 /* block weight limit while blocks are small */
#define LEVEL 20000  /* piconero per byte, of priority 1 */

static struct sn_buf entries;

static void tear_down(void)
{
	sn_buf_free(&entries);
}

TestSuite(hot_priority, .fini = tear_down);

static void add(uint64_t weight, uint64_t fee)
{
	sn_put_u64(&entries, weight);
	sn_put_u64(&entries, fee);
	sn_put_u64(&entries, UINT64_MAX - 5);
}

static bool has_backlog(uint64_t limit)
{
	const struct sn_daemon_backlog backlog = {.entries = entries.data,
						  .count = entries.len / SN_DAEMON_BACKLOG_ENTRY};
	return sn_priority_has_backlog(&backlog, LEVEL, limit);
}

Test(hot_priority, half_the_limit_in_the_pool)
{
	cr_assert(!has_backlog(LIMIT));
	add(100000, 100000ull * LEVEL);
	add(199999, 199999ull * LEVEL + 1);
	cr_assert(!has_backlog(LIMIT));
	cr_assert(has_backlog(LIMIT - 2));
	add(1, LEVEL);
	cr_assert(has_backlog(LIMIT));
	cr_assert(has_backlog(LIMIT + 1));
	cr_assert(!has_backlog(LIMIT + 2));
}

Test(hot_priority, only_those_that_pay_as_much)
{
	add(LIMIT, LIMIT * (uint64_t)LEVEL - 1);
	add(LIMIT, 0);
	add(0, UINT64_MAX);
	cr_assert(!has_backlog(LIMIT));
	add(LIMIT, LIMIT * (uint64_t)LEVEL);
	cr_assert(has_backlog(LIMIT));
}

/* From a lying daemon. */
Test(hot_priority, absurd_weights)
{
	add(UINT64_MAX, UINT64_MAX - 1);
	add(UINT64_MAX / 2, UINT64_MAX - 1);
	cr_assert(!has_backlog(2));
	add(UINT64_MAX / LEVEL, UINT64_MAX);
	add(UINT64_MAX / LEVEL, UINT64_MAX);
	cr_assert(has_backlog(LIMIT));
	sn_buf_clear(&entries);
	for (int i = 0; i < 3; i++)
		add(UINT64_MAX - 1, UINT64_MAX);
	cr_assert(has_backlog(UINT64_MAX));
}

static bool has_full_blocks(uint64_t sum, uint64_t limit)
{
	uint64_t weights[SN_PRIORITY_BLOCKS] = {0};
	weights[SN_PRIORITY_BLOCKS - 1] = sum / 2;
	weights[0] = sum - sum / 2;
	return sn_priority_has_full_blocks(weights, limit);
}

/* 81 % of 10 · 300,000 is more than 80 %; anything between is 80 %. */
Test(hot_priority, full_blocks)
{
	cr_assert(!has_full_blocks(0, LIMIT));
	cr_assert(!has_full_blocks(2400000, LIMIT));
	cr_assert(!has_full_blocks(2429999, LIMIT));
	cr_assert(has_full_blocks(2430000, LIMIT));
	cr_assert(has_full_blocks(2430000, LIMIT + 1));
	cr_assert(!has_full_blocks(2430000, LIMIT + 2));
	cr_assert(!has_full_blocks(8, 2));
	cr_assert(has_full_blocks(9, 2));
}

Test(hot_priority, absurd_blocks)
{
	uint64_t weights[SN_PRIORITY_BLOCKS];
	memset(weights, 0xff, sizeof weights);
	cr_assert(sn_priority_has_full_blocks(weights, LIMIT));
	weights[0] = 1;
	cr_assert(sn_priority_has_full_blocks(weights, 2));
	cr_assert(!sn_priority_has_full_blocks((uint64_t[SN_PRIORITY_BLOCKS]){300000, 300000}, UINT64_MAX));
}
