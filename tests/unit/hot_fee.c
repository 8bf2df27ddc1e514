#include "hot/fee.h"

#include <criterion/criterion.h>

/* As a daemon of today answers. */
static const struct sn_daemon_fees usual = {{20000, 80000, 320000, 4000000}, 10000};

Test(hot_fee, weight_times_base_rounded_up)
{
	static const struct {
		uint64_t base, mask;
		size_t weight;
		uint64_t fee;
	} cases[] = {
		{20000, 10000, 1534, 30680000}, /* a multiple already */
		{1, 10, 0, 0},	      {1, 10, 1, 10},	    {1, 10, 9, 10},	   {1, 10, 10, 10},
		{1, 10, 11, 20},      {20001, 10000, 1534, 30690000},
		{7, 1, 1534, 10738},  {1, 10000, 1534, 10000}, {6667, 10000, 3, 30000}, /* 20001 */
		{UINT64_MAX, 1, 1, UINT64_MAX},
		{UINT64_MAX / 2, 1, 3, UINT64_MAX},	   /* the product does not fit */
		{UINT64_MAX - 5, 10000, 1, UINT64_MAX},	   /* nor the rounding */
		{1ull << 32, 1, 1ull << 31, 1ull << 63},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sn_daemon_fees fees = {{cases[i].base, 1, 1, 1}, cases[i].mask};
		cr_assert_eq(sn_fee_for_weight(&fees, 1, cases[i].weight), cases[i].fee, "case %zu", i);
	}
}

Test(hot_fee, priorities)
{
	cr_assert_eq(sn_fee_for_weight(&usual, 0, 1000), 20000000);
	cr_assert_eq(sn_fee_for_weight(&usual, 1, 1000), 20000000);
	cr_assert_eq(sn_fee_for_weight(&usual, 2, 1000), 80000000);
	cr_assert_eq(sn_fee_for_weight(&usual, 3, 1000), 320000000);
	cr_assert_eq(sn_fee_for_weight(&usual, 4, 1000), 4000000000);
	cr_assert_eq(sn_fee_for_weight(&usual, 99, 1000), 4000000000);
}

/* 2 % below the lowest tier, rounded as the daemon rounds: the deduction down. */
Test(hot_fee, least_that_is_relayed)
{
	struct sn_daemon_fees odd = {{1, 8, 8, 8}, 1};
	cr_assert_eq(sn_fee_least(&usual, 1534), 30680000 - 613600);
	cr_assert_eq(sn_fee_least(&odd, 49), 49);
	cr_assert_eq(sn_fee_least(&odd, 50), 49);
	cr_assert_eq(sn_fee_least(&odd, 99), 98);
	cr_assert_eq(sn_fee_least(&odd, 100), 98);
}
