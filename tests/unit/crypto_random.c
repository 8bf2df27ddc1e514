#include "crypto/random.h"

#include "crypto/scalar.h"
#include "crypto_helpers.h"

#include <criterion/criterion.h>

static struct sn_random known(void)
{
	struct sn_scalar key;
	struct sn_random g;

	for (int i = 0; i < 32; i++)
		key.b[i] = (uint8_t)i;
	sn_random_init(&g, "test domain", &key, "context", 7);
	return g;
}

static void assert_bytes(const void *actual, const char *hex)
{
	struct sn_point expected = point_from_hex(hex);

	cr_assert_arr_eq((const uint8_t *)actual, expected.b, 32);
}

/* Computed with Python's hashlib.blake2b from the definition in random.h. Another definition would change
 * signatures. */
Test(crypto_random, stream_follows_its_definition)
{
	struct sn_random g = known(), child;
	struct sn_scalar s;
	uint8_t block[64];

	assert_bytes(g.seed, "f5d40c08d965eb0a3462d78dffc7e63c94fed432f71996dc14c91dd27dbed2e7");
	sn_random_bytes(&g, block, 64);
	assert_bytes(block, "97921283a6f0f7140c6809f238767e79ab2586bc8eddd988abf3ba8579b0ddba");
	assert_bytes(block + 32, "98caee28c7645822c96bb09a037a472b95e639481e2b51c691a861dd4322386f");
	sn_random_scalar(&g, &s);
	assert_bytes(s.b, "c44f84d8f7a060114a98ed55d8dbdbf4211e5918576f94648aa5b4cac78e7208");
	sn_random_fork(&child, &g, "child", 7);
	assert_bytes(child.seed, "dd0751fe19a70079221fb88fd8a8591456e56c2049c2a5bfbe4ec1a13dcb87d5");
	sn_random_bytes(&child, block, 32);
	assert_bytes(block, "77928e49e4fb0b7a25b45e1e8c0e380c9166e4cb74f66c1c8544006c35e7b43c");
}

Test(crypto_random, streams_depend_on_every_input)
{
	struct sn_scalar a = sn_scalar_one, b = sn_scalar_eight;
	struct sn_random g[6];

	sn_random_init(&g[0], "domain", &a, "context", 7);
	sn_random_init(&g[1], "domain", &b, "context", 7);
	sn_random_init(&g[2], "domaim", &a, "context", 7);
	sn_random_init(&g[3], "domain", &a, "contexT", 7);
	sn_random_init(&g[4], "domain", &a, "context", 6);
	sn_random_init(&g[5], "domainc", &a, "ontext", 6); /* the same bytes, split differently */
	for (int i = 0; i < 6; i++) {
		for (int k = i + 1; k < 6; k++)
			cr_assert_arr_neq(g[i].seed, g[k].seed, 32, "%d and %d", i, k);
	}
}

Test(crypto_random, forks_depend_on_label_and_index_only)
{
	struct sn_random parent = known(), a, b, c, d;

	sn_random_fork(&a, &parent, "x", 0);
	sn_random_fork(&b, &parent, "x", 1);
	sn_random_fork(&c, &parent, "y", 0);
	struct sn_scalar ignored;
	sn_random_scalar(&parent, &ignored);
	sn_random_fork(&d, &parent, "x", 0);
	cr_assert_arr_eq(a.seed, d.seed, 32);
	cr_assert_arr_neq(a.seed, b.seed, 32);
	cr_assert_arr_neq(a.seed, c.seed, 32);
	cr_assert_arr_neq(a.seed, parent.seed, 32);
	sn_random_fork(&parent, &parent, "x", 0); /* in place */
	cr_assert_arr_eq(a.seed, parent.seed, 32);
	cr_assert_eq(parent.counter, 0);
}

Test(crypto_random, scalars_are_canonical_and_differ)
{
	struct sn_random g = test_random("scalars");
	struct sn_scalar before = sn_scalar_zero, s;

	for (int i = 0; i < 100; i++) {
		sn_random_scalar(&g, &s);
		cr_assert(sn_scalar_is_canonical(&s));
		cr_assert(!sn_scalar_is_equal(&s, &before));
		before = s;
	}
}

Test(crypto_random, below_reaches_all_values_up_to_the_bound)
{
	struct sn_random g = test_random("below");
	unsigned seen[7] = {0};

	for (int i = 0; i < 7000; i++) {
		uint64_t v = sn_random_below(&g, 7);
		cr_assert_lt(v, 7);
		seen[v]++;
	}
	for (int i = 0; i < 7; i++)
		cr_assert(seen[i] > 850 && seen[i] < 1150, "%d came %u times", i, seen[i]);
	cr_assert_eq(sn_random_below(&g, 1), 0);
	/* A plain remainder would make the lowest third as likely as the other two together. */
	unsigned third[3] = {0};
	for (int i = 0; i < 3000; i++) {
		uint64_t v = sn_random_below(&g, UINT64_C(3) << 62);
		cr_assert_lt(v, UINT64_C(3) << 62);
		third[v >> 62]++;
	}
	for (int i = 0; i < 3; i++)
		cr_assert(third[i] > 850 && third[i] < 1150, "third %d came %u times", i, third[i]);
}

Test(crypto_random, wipe_zeroes_the_whole_stream)
{
	struct sn_random g = known();
	struct sn_random zero = {0};

	sn_random_wipe(&g);
	cr_assert_eq(memcmp(&g, &zero, sizeof g), 0);
}
