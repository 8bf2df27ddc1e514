#include "base/wide.h"

#include "seed.h"

#include <criterion/criterion.h>

static void assert_wide(struct sn_wide a, uint64_t high, uint64_t low)
{
	cr_assert_eq(a.high, high);
	cr_assert_eq(a.low, low);
}

Test(base_wide, products_and_sums_of_the_largest_numbers)
{
	assert_wide(sn_wide_mul(UINT64_MAX, UINT64_MAX), UINT64_MAX - 1, 1);
	assert_wide(sn_wide_mul_halves(UINT64_MAX, UINT64_MAX), UINT64_MAX - 1, 1);
	assert_wide(sn_wide_mul_halves(UINT64_C(1) << 63, 2), 1, 0);
	assert_wide(sn_wide_add((struct sn_wide){0, UINT64_MAX}, 1), 1, 0);
	assert_wide(sn_wide_add((struct sn_wide){0, 1}, UINT64_MAX), 1, 0);
	assert_wide(sn_wide_sub((struct sn_wide){1, 0}, 1), 0, UINT64_MAX);
	assert_wide(sn_wide_sub((struct sn_wide){1, 5}, 5), 1, 0);
	cr_assert_eq(sn_wide_to_u64((struct sn_wide){0, UINT64_MAX - 1}), UINT64_MAX - 1);
	cr_assert_eq(sn_wide_to_u64((struct sn_wide){1, 0}), UINT64_MAX);
}

Test(base_wide, quotients)
{
	cr_assert_eq(sn_wide_div((struct sn_wide){0, 20001}, 10000), 2);
	cr_assert_eq(sn_wide_div((struct sn_wide){UINT64_MAX - 1, 1}, UINT64_MAX), UINT64_MAX);
	cr_assert_eq(sn_wide_div((struct sn_wide){1, 0}, UINT64_MAX), 1);
	cr_assert_eq(sn_wide_div((struct sn_wide){1, 0}, 1), UINT64_MAX);
	cr_assert_eq(sn_wide_div((struct sn_wide){10000, 0}, 10000), UINT64_MAX);
	cr_assert_eq(sn_wide_div((struct sn_wide){9999, UINT64_MAX}, 10000), UINT64_MAX);
	cr_assert_eq(sn_wide_div((struct sn_wide){4999, UINT64_MAX}, 10000), UINT64_MAX / 2);
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 number;

static const uint64_t edges[] = {0,
				 1,
				 2,
				 9999,
				 10000,
				 UINT32_MAX - 1,
				 UINT32_MAX,
				 UINT64_C(1) << 32,
				 (UINT64_C(1) << 32) + 1,
				 UINT64_C(1) << 63,
				 (UINT64_C(1) << 63) - 1,
				 UINT64_MAX - 1,
				 UINT64_MAX,
				 0x123456789abcdef0};
#define EDGES (sizeof edges / sizeof *edges)

static void compare(uint64_t a, uint64_t b, uint64_t c)
{
	const number product = (number)a * b, sum = product + c;

	assert_wide(sn_wide_mul(a, b), (uint64_t)(product >> 64), (uint64_t)product);
	assert_wide(sn_wide_mul_halves(a, b), (uint64_t)(product >> 64), (uint64_t)product);
	const struct sn_wide w = sn_wide_add(sn_wide_mul_halves(a, b), c);
	assert_wide(w, (uint64_t)(sum >> 64), (uint64_t)sum);
	assert_wide(sn_wide_sub(w, c), (uint64_t)(product >> 64), (uint64_t)product);
	if (c) {
		const number quotient = product / c;
		cr_assert_eq(sn_wide_div(sn_wide_mul(a, b), c),
			     quotient > UINT64_MAX ? UINT64_MAX : (uint64_t)quotient);
	}
}

Test(base_wide, is_the_arithmetic_of_the_compiler)
{
	struct sn_random g = seed_stream("wide");
	uint64_t v[3];

	for (size_t i = 0; i < EDGES * EDGES * EDGES; i++)
		compare(edges[i % EDGES], edges[i / EDGES % EDGES], edges[i / EDGES / EDGES]);
	for (int i = 0; i < 10000; i++) {
		sn_random_bytes(&g, v, sizeof v);
		compare(v[0], v[1] >> i % 64, v[2] >> i % 61);
	}
}
#endif
