#include "chain/restore_height.h"
#include "chain_vectors.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#define DAY UINT64_C(86400)

/* In the time zones farthest from UTC, the day of a block may begin 14 hours before it does there, or end
 * 12 hours after it. */
Test(chain_restore_height, height_is_below_every_known_block)
{
	struct vectors v;
	vectors_open(&v, "chain_restore_heights.txt");
	while (vectors_next(&v, NULL)) {
		enum sn_network network;
		cr_assert_eq(sn_network_from_name(&network, v.word[0], NULL), SN_OK);
		const uint64_t height = strtoull(v.word[1], NULL, 10), time = strtoull(v.word[2], NULL, 10);
		const uint64_t days_before = network == SN_MAINNET ? 8 : 45;
		const uint64_t estimate = sn_restore_height(network, time + 14 * 3600);
		cr_assert(estimate < height || height == 1, "%s %lu: %lu", v.word[0], height, estimate);
		/* And not far below. Before 2016-03, a day had 1,440 blocks. */
		cr_assert(estimate + 1440 * days_before > height || height < 18000, "%s %lu: %lu", v.word[0],
			  height, estimate);
	}
	vectors_close(&v);
}

Test(chain_restore_height, height_grows_from_day_to_day)
{
	static const enum sn_network networks[] = {SN_MAINNET, SN_STAGENET};
	for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
		uint64_t before = 0;
		for (uint64_t day = 0; day < 40000; day++) {
			const uint64_t height = sn_restore_height(networks[i], day * DAY);
			cr_assert(height >= before && height <= UINT32_MAX);
			cr_assert_eq(sn_restore_height(networks[i], day * DAY + DAY - 1), height);
			before = height;
		}
	}
	cr_assert_eq(sn_restore_height(SN_MAINNET, UINT64_MAX), UINT32_MAX);
	cr_assert_eq(sn_restore_height(SN_MAINNET, 0), 0);
	cr_assert_eq(sn_restore_height(SN_TESTNET, 1782864000), 0);
}

/* 2026-07-01: 3,706,500, less the margin; a year later a block has taken 120 s, and 1/200 more is taken
 * away. */
Test(chain_restore_height, after_the_table_a_block_takes_two_minutes)
{
	const uint64_t end = sn_restore_height_table_end(SN_MAINNET);
	cr_assert_eq(end, 1782864000);
	cr_assert_eq(sn_restore_height_table_end(SN_TESTNET), 0);
	cr_assert_eq(sn_restore_height(SN_MAINNET, end), 3706500 - 2880);
	cr_assert_eq(sn_restore_height(SN_MAINNET, end + 365 * DAY),
		     3706500 - 2880 + 365 * 720 - 365 * 720 / 200);
}

Test(chain_restore_height, a_clock_before_the_end_of_the_table_is_wrong)
{
	const uint64_t end = sn_restore_height_table_end(SN_MAINNET);
	bool is_wrong = true;
	cr_assert_eq(sn_restore_height_now(SN_MAINNET, end + DAY, &is_wrong),
		     sn_restore_height(SN_MAINNET, end + DAY));
	cr_assert(!is_wrong);
	cr_assert_eq(sn_restore_height_now(SN_MAINNET, end - 1, &is_wrong), 3706500 - 2880);
	cr_assert(is_wrong);
	cr_assert_eq(sn_restore_height_now(SN_MAINNET, 0, &is_wrong), 3706500 - 2880);
	cr_assert(is_wrong);
	cr_assert_eq(sn_restore_height_now(SN_TESTNET, 0, &is_wrong), 0);
	cr_assert(!is_wrong);
}
