#include "kernel/derivations.h"

#include "crypto/scalar.h"
#include "crypto_helpers.h"

#include <criterion/criterion.h>

/* Keys of every kind in one batch: with torsion, of small order, and invalid. */
Test(kernel_derivations, many_keys_give_the_same_derivations)
{
	enum { N = 150 };
	static struct sn_point keys[N], derivations[N + 1], expected[N];
	static bool is_valid[N + 1];
	static const char *const no_points[] = {
		"0200000000000000000000000000000000000000000000000000000000000000",
		"0100000000000000000000000000000000000000000000000000000000000080",
		"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	};
	struct sn_random g = test_random("derive many");
	struct sn_scalar secrets[4] = {sn_scalar_zero, sn_scalar_one, edge_scalar(5)};

	sn_random_scalar(&g, &secrets[3]);
	for (int s = 0; s < 4; s++) {
		for (int i = 0; i < N; i++) {
			struct sn_ge p = random_point(&g), t = torsion_point(i % 8);
			if (i % 10 == 3)
				p = t;
			else
				sn_ge_add(&p, &p, &t);
			if (i % 7 == 0) {
				keys[i] = point_from_hex(no_points[i / 7 % 4]);
				expected[i] = (struct sn_point){{0}};
			} else {
				sn_ge_encode(&keys[i], &p);
				cr_assert_eq(sn_derive(&expected[i], &keys[i], &secrets[s]), SN_OK);
			}
		}
		memset(derivations, 0xaa, sizeof derivations);
		cr_assert_eq(sn_derive_many(derivations, is_valid, keys, N, &secrets[s]), SN_OK);
		for (int i = 0; i < N; i++) {
			cr_assert_eq(is_valid[i], i % 7 != 0, "key %d", i);
			cr_assert(sn_point_is_equal(&derivations[i], &expected[i]), "secret %d key %d", s, i);
		}
		cr_assert_eq(derivations[N].b[0], 0xaa);
	}
	/* In place, and none at all. */
	cr_assert_eq(sn_derive_many(keys, is_valid, keys, N, &secrets[3]), SN_OK);
	cr_assert_arr_eq(keys, expected, sizeof keys);
	cr_assert_eq(sn_derive_many(keys, is_valid, keys, 0, &secrets[3]), SN_OK);
	cr_assert_arr_eq(keys, expected, sizeof keys);
}

/* By the kernel in use, a single number among them, and in place. */
Test(kernel_derivations, many_x25519)
{
	enum { N = 150 };
	static struct sn_x25519 u[N], r[N + 1], expected[N];
	struct sn_random g = test_random("x25519 many");
	struct sn_scalar secret;

	sn_random_scalar(&g, &secret);
	for (size_t i = 0; i < N; i++) {
		sn_random_bytes(&g, u[i].b, sizeof u[i].b);
		if (i % 10 == 7)
			u[i] = (struct sn_x25519){{0}};
		sn_x25519(&expected[i], &secret, &u[i]);
	}
	for (size_t n = 0; n <= N; n += n < 18 ? 1 : 12) {
		memset(r, 0xaa, sizeof r);
		sn_x25519_many(r, u, n, &secret);
		cr_assert_arr_eq(r, expected, n * sizeof *r, "%zu", n);
		cr_assert_eq(r[n].b[0], 0xaa);
	}
	sn_x25519_many(u, u, N, &secret);
	cr_assert_arr_eq(u, expected, sizeof u);
}

/* More candidates than are taken at once, with indices of every length, one of them with no point for a key.
 */
Test(kernel_derivations, many_candidates)
{
	enum { N = 300 };
	static struct sn_derive_candidate c[N];
	static struct sn_point spend[N], expected;
	static uint8_t tags[N];
	static bool is_valid[N];
	struct sn_random g = test_random("candidates");

	for (size_t i = 0; i < N; i++) {
		struct sn_ge p = random_point(&g);
		sn_ge_encode(&c[i].key, &p);
		sn_random_bytes(&g, c[i].derivation.b, 32);
		c[i].index = i % 4 ? i : UINT64_MAX >> (i % 64);
	}
	c[7].key = (struct sn_point){{2}};
	sn_derive_view_tags(tags, c, N);
	sn_derive_spend_keys(spend, is_valid, c, N);
	for (size_t i = 0; i < N; i++) {
		cr_assert_eq(tags[i], sn_derive_view_tag(&c[i].derivation, c[i].index), "candidate %zu", i);
		int ret = sn_derive_spend_key(&expected, &c[i].derivation, c[i].index, &c[i].key);
		cr_assert_eq(is_valid[i], ret == SN_OK, "candidate %zu", i);
		cr_assert(ret || sn_point_is_equal(&spend[i], &expected), "candidate %zu", i);
	}
}
