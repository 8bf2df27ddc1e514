#include "hot/fee.h"
#include "node/daemon_load.h"

#include <criterion/criterion.h>

#include <inttypes.h>

/* A usual answer of a daemon. */
static const struct sn_daemon_fees usual = {{20000, 80000, 320000, 4000000}, 10000};

Test(hot_fee, weight_times_base_rounded_up)
{
	static const struct {
		uint64_t base, mask;
		size_t weight;
		uint64_t fee;
	} cases[] = {
		{20000, 10000, 1534, 30680000}, /* already a multiple */
		{1, 10, 0, 0},
		{1, 10, 1, 10},
		{1, 10, 9, 10},
		{1, 10, 10, 10},
		{1, 10, 11, 20},
		{20001, 10000, 1534, 30690000},
		{7, 1, 1534, 10738},
		{1, 10000, 1534, 10000},
		{6667, 10000, 3, 30000}, /* 20001 */
		{UINT64_MAX, 1, 1, UINT64_MAX},
		{UINT64_MAX / 2, 1, 3, UINT64_MAX},     /* the product overflows */
		{UINT64_MAX - 5, 10000, 1, UINT64_MAX}, /* the rounding overflows */
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

/* The bound checked by a daemon: F - F/20 per unit, rounded up to the mask, minus a fiftieth. */
static uint64_t checked(uint64_t base, uint64_t mask, size_t weight)
{
	uint64_t fee = ((base - base / 20) * weight + mask - 1) / mask * mask;
	return fee - fee / 50;
}

/* The daemon's estimate for F: rounded up to two significant digits. */
static uint64_t told(uint64_t base)
{
	uint64_t step = 1;
	while (base / step >= 100)
		step *= 10;
	return (base + step - 1) / step * step;
}

Test(hot_fee, least_that_is_relayed)
{
	struct sn_daemon_fees small = {{1, 8, 8, 8}, 1};
	cr_assert_eq(sn_fee_least(&usual, 1534), 27146000); /* 19001 - 950 = 18051; 27,700,000 minus 2 % */
	cr_assert_eq(sn_fee_least(&small, 49), 49);
	cr_assert_eq(sn_fee_least(&small, 50), 49);
	cr_assert_eq(sn_fee_least(&small, 99), 98);
	cr_assert_eq(sn_fee_least(&small, 100), 98);
}

/* For every possible base fee before rounding, the least fee is never above the checked bound, and equals it
 * for the lowest one. */
Test(hot_fee, least_is_never_too_much)
{
	uint64_t lowest = 0, last = 0;
	for (uint64_t base = 1; base < 120000; base += base < 3000 ? 1 : 7) {
		struct sn_daemon_fees fees = {{told(base), 1, 1, 1}, 10000};
		cr_assert_leq(sn_fee_least(&fees, 1534), checked(base, 10000, 1534), "%" PRIu64, base);
		if (fees.per_byte[0] != last)
			lowest = base;
		last = fees.per_byte[0];
		if (base < 3000)
			cr_assert_eq(sn_fee_least(&fees, 1534), checked(lowest, 10000, 1534), "%" PRIu64,
				     base);
		cr_assert_leq(checked(base, 10000, 1534), sn_fee_for_weight(&fees, 1, 1534));
	}
	/* An estimate that is not rounded is used unchanged; the largest one does not overflow. */
	struct sn_daemon_fees exact = {{20001, 1, 1, 1}, 1}, most = {{UINT64_MAX, 1, 1, 1}, 10000};
	cr_assert_eq(sn_fee_least(&exact, 1000), checked(20001, 1, 1000));
	cr_assert_eq(sn_fee_least(&most, 1000), UINT64_MAX - UINT64_MAX / 50);
}
