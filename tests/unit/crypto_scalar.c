#include "crypto/scalar.h"

#include "crypto/random.h"
#include "crypto_helpers.h"

#include <criterion/criterion.h>
#include <string.h>

#include <sodium.h>

/* X, Y, Z and the results were computed with big integers. */
#define X "c5d1675ae40d1d844e7bbf9106de3a4ec8530fb1903cc4db02258717921a4801"
#define Y "be917dc4ac85eb5ffdcec9016dd1c5c7c0682390412a8cf79b37d0b11148b00a"
#define Z "594e519ae499312b29433b7dd8a97ff068defcba9755b6d5d00e84c524d67b06"

static void assert_scalar(const struct sn_scalar *a, const char *hex)
{
	struct sn_scalar expected = scalar_from_hex(hex);

	cr_assert_arr_eq(a->b, expected.b, 32);
}

Test(crypto_scalar, canonical_means_below_the_order)
{
	static const bool expected[EDGES] = {true,  true,  true, true,  true, true,
					     false, false, true, false, true, false};

	for (int i = 0; i < EDGES; i++) {
		struct sn_scalar a = edge_scalar(i);
		cr_assert_eq(sn_scalar_is_canonical(&a), expected[i], "edge %d", i);
	}
	/* l with one byte more or less: decided by the highest byte that differs. */
	for (int i = 0; i < 32; i++) {
		struct sn_scalar a = sn_scalar_order;
		if (a.b[i] > 0) {
			a.b[i]--;
			cr_assert(sn_scalar_is_canonical(&a), "byte %d lower", i);
			a.b[i]++;
		}
		a.b[i]++;
		cr_assert(!sn_scalar_is_canonical(&a), "byte %d higher", i);
	}
}

Test(crypto_scalar, arithmetic_is_that_of_big_integers)
{
	struct sn_scalar x = scalar_from_hex(X), y = scalar_from_hex(Y), z = scalar_from_hex(Z), r;

	sn_scalar_add(&r, &x, &y);
	assert_scalar(&r, "8363e51e919308e44b4a899373af001689bc3241d26650d39e5c57c9a362f80b");
	sn_scalar_sub(&r, &x, &y);
	assert_scalar(&r, "f413e0f251eb437c2749ed327806549b07ebeb204f1238e466edb66580d29706");
	sn_scalar_neg(&r, &x);
	assert_scalar(&r, "28028e023655f5d387213811d81ba4c637acf04e6fc33b24fdda78e86de5b70e");
	sn_scalar_mul(&r, &x, &y);
	assert_scalar(&r, "535fb726e288c21b0013985f72a46d3d36d90dde754f7aa1414194d57fc4fe0f");
	sn_scalar_muladd(&r, &x, &y, &z);
	assert_scalar(&r, "bfd91264acbfe1ee52b9db396c540e199fb70a990da530771250189ba49a7a06");
	sn_scalar_invert(&r, &x);
	assert_scalar(&r, "72beea697cc1d8209c07a8c1c33b8ffd0b5e19c94aef1fa65203d4455cc43207");
}

Test(crypto_scalar, output_may_be_an_input)
{
	struct sn_scalar x = scalar_from_hex(X), y = scalar_from_hex(Y), expected, r;

	sn_scalar_muladd(&expected, &x, &y, &x);
	r = x;
	sn_scalar_muladd(&r, &r, &y, &r);
	cr_assert(sn_scalar_is_equal(&r, &expected));
	sn_scalar_sub(&r, &r, &r);
	cr_assert(sn_scalar_is_zero(&r));
	sn_scalar_neg(&r, &r);
	cr_assert(sn_scalar_is_zero(&r));
}

Test(crypto_scalar, numbers_of_256_and_512_bits_are_reduced)
{
	uint8_t ones[64];
	struct sn_scalar r, last = edge_scalar(5);

	memset(ones, 0xff, sizeof ones);
	sn_scalar_reduce(&r, ones);
	assert_scalar(&r, "1c95988d7431ecd670cf7d73f45befc6feffffffffffffffffffffffffffff0f");
	sn_scalar_reduce64(&r, ones);
	assert_scalar(&r, "000f9c44e31106a447938568a71b0ed065bef517d273ecce3d9a307c1b419903");
	sn_scalar_reduce(&r, sn_scalar_order.b);
	cr_assert(sn_scalar_is_zero(&r));
	sn_scalar_reduce(&r, last.b);
	cr_assert(sn_scalar_is_equal(&r, &last));
	sn_scalar_add(&r, &last, &sn_scalar_one);
	cr_assert(sn_scalar_is_zero(&r));
}

/* An input of any kind: random, at an edge, of few bits, not below l. */
static void any_scalar(struct sn_scalar *a, struct sn_random *random)
{
	uint8_t kind[2];

	sn_random_bytes(random, kind, sizeof kind);
	sn_random_bytes(random, a->b, 32);
	switch (kind[0] % 6) {
	case 0:
		memset(a->b, 0xff, 32);
		break;
	case 1:
		a->b[kind[1] % 32] = 0xff;
		break;
	case 2:
		*a = edge_scalar(kind[1] % EDGES);
		break;
	case 3:
		memset(a->b, 0, 32 - kind[1] % 8);
		break;
	case 4:
		a->b[31] &= 0x0f;
		break;
	default:
		break;
	}
}

Test(crypto_scalar, results_equal_those_of_libsodium)
{
	struct sn_random random = test_random("as libsodium");
	struct sn_scalar a, b, c, r, expected;
	uint8_t wide[64];

	for (size_t i = 0; i < 20000; i++) {
		any_scalar(&a, &random);
		any_scalar(&b, &random);
		any_scalar(&c, &random);
		sn_scalar_mul(&r, &a, &b);
		crypto_core_ed25519_scalar_mul(expected.b, a.b, b.b);
		cr_assert_arr_eq(r.b, expected.b, 32, "product %zu", i);
		memcpy(wide, a.b, 32);
		memcpy(wide + 32, b.b, 32);
		sn_scalar_reduce64(&r, wide);
		crypto_core_ed25519_scalar_reduce(expected.b, wide);
		cr_assert_arr_eq(r.b, expected.b, 32, "remainder %zu", i);

		/* libsodium reduces sums modulo 2^256 first: for smaller inputs only. */
		struct sn_scalar u, v;
		crypto_core_ed25519_scalar_mul(u.b, a.b, b.b);
		sn_scalar_reduce(&v, c.b);
		crypto_core_ed25519_scalar_add(expected.b, u.b, v.b);
		sn_scalar_muladd(&r, &a, &b, &c);
		cr_assert_arr_eq(r.b, expected.b, 32, "product and sum %zu", i);
		sn_scalar_reduce(&u, a.b);
		crypto_core_ed25519_scalar_add(expected.b, u.b, v.b);
		sn_scalar_add(&r, &a, &c);
		cr_assert_arr_eq(r.b, expected.b, 32, "sum %zu", i);
		crypto_core_ed25519_scalar_sub(expected.b, u.b, v.b);
		sn_scalar_sub(&r, &a, &c);
		cr_assert_arr_eq(r.b, expected.b, 32, "difference %zu", i);
		crypto_core_ed25519_scalar_negate(expected.b, u.b);
		sn_scalar_neg(&r, &a);
		cr_assert_arr_eq(r.b, expected.b, 32, "negative %zu", i);
		if (i % 200 == 0 && !sn_scalar_is_zero(&u)) {
			cr_assert_eq(crypto_core_ed25519_scalar_invert(expected.b, u.b), 0);
			sn_scalar_invert(&r, &a);
			cr_assert_arr_eq(r.b, expected.b, 32, "inverse %zu", i);
		}
		if (!sn_scalar_is_zero(&u)) {
			sn_scalar_invert_vartime(&r, &a);
			cr_assert(sn_scalar_is_canonical(&r), "inverse %zu", i);
			sn_scalar_mul(&r, &r, &a);
			cr_assert(sn_scalar_is_equal(&r, &sn_scalar_one), "inverse %zu, vartime", i);
		}
	}
}

Test(crypto_scalar, constants_are_what_their_names_say)
{
	struct sn_scalar r;

	sn_scalar_mul(&r, &sn_scalar_eight, &sn_scalar_inv_eight);
	cr_assert(sn_scalar_is_equal(&r, &sn_scalar_one));
	sn_scalar_from_u64(&r, 8);
	cr_assert(sn_scalar_is_equal(&r, &sn_scalar_eight));
	sn_scalar_from_u64(&r, 0x0123456789abcdef);
	assert_scalar(&r, "efcdab8967452301000000000000000000000000000000000000000000000000");
	cr_assert(sn_scalar_is_zero(&sn_scalar_zero));
	cr_assert(!sn_scalar_is_zero(&sn_scalar_one));
	cr_assert(!sn_scalar_is_equal(&sn_scalar_one, &sn_scalar_zero));
	struct sn_scalar order = edge_scalar(6);
	cr_assert_arr_eq(sn_scalar_order.b, order.b, 32);
}

Test(crypto_scalar, inverse_of_zero_is_zero)
{
	struct sn_scalar r = sn_scalar_one;

	sn_scalar_invert(&r, &sn_scalar_zero);
	cr_assert(sn_scalar_is_zero(&r));
	r = sn_scalar_one;
	sn_scalar_invert_vartime(&r, &sn_scalar_zero);
	cr_assert(sn_scalar_is_zero(&r));
	sn_scalar_invert_vartime(&r, &sn_scalar_order);
	cr_assert(sn_scalar_is_zero(&r));
}

/* Of 2^k, whose trailing zeros are many, and of small numbers. */
Test(crypto_scalar, inverses_at_the_edges_are_right)
{
	struct sn_scalar a = sn_scalar_one, r;

	for (int k = 0; k < 600; k++) {
		if (k < 260)
			sn_scalar_add(&a, &a, &a);
		else
			sn_scalar_from_u64(&a, (uint64_t)k - 259);
		sn_scalar_invert_vartime(&r, &a);
		cr_assert(sn_scalar_is_canonical(&r));
		sn_scalar_mul(&r, &r, &a);
		cr_assert(sn_scalar_is_equal(&r, &sn_scalar_one), "%d", k);
	}
}
