/* The limbs of crypto/field_25.h at their bounds. */
#ifndef SN_FIELD_25
#define SN_FIELD_25 1
#endif
#define FIELD_NAME(x) field_25_##x
#include "field_copy.h"

#include "base/hex.h"
#include "seed.h"

#include <criterion/criterion.h>

/* 1.01·2^25 and 1.01·2^24, rounded down. */
static sn_fe_limb tight_limb(int i)
{
	return i % 2 ? 16944988 : 33889976;
}

static void assert_tight(const struct sn_fe *a)
{
	for (int i = 0; i < SN_FE_LIMBS; i++)
		cr_assert(a->v[i] <= tight_limb(i) && a->v[i] >= -tight_limb(i), "limb %d: %d", i,
			  (int)a->v[i]);
}

static void assert_hex(const struct sn_fe *a, const char *hex)
{
	uint8_t b[32];
	char text[65];

	sn_fe_to_bytes(b, a);
	sn_hex_encode(text, b, 32);
	cr_assert_str_eq(text, hex);
}

/* Limb i is ±n times the largest tight one; bit i of `signs`: negative. */
static struct sn_fe extreme(int n, unsigned signs)
{
	struct sn_fe r;

	for (int i = 0; i < SN_FE_LIMBS; i++)
		r.v[i] = (signs >> i & 1 ? -n : n) * tight_limb(i);
	return r;
}

Test(crypto_field_25, encoding_takes_every_representation)
{
	for (int k = -2; k <= 2; k++) {
		struct sn_fe a;
		for (int i = 0; i < SN_FE_LIMBS; i++)
			a.v[i] = k * ((1 << (26 - i % 2)) - (i ? 1 : 19));
		cr_assert(sn_fe_is_zero(&a), "%d p", k);
		a.v[0]++;
		assert_hex(&a, "0100000000000000000000000000000000000000000000000000000000000000");
		a.v[0] -= 2;
		assert_hex(&a, "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f");
	}
	/* A carry through all limbs and back to the lowest. */
	struct sn_fe a;
	for (int i = 0; i < SN_FE_LIMBS; i++)
		a.v[i] = (1 << (26 - i % 2)) - (i ? 1 : 0);
	assert_hex(&a, "1300000000000000000000000000000000000000000000000000000000000000");
}

/* The largest factors, where a sum of products would overflow first. Expected values: big integers. */
Test(crypto_field_25, largest_factors_do_not_overflow)
{
	static const struct {
		unsigned a, b; /* signs */
		const char *product, *square;
	} cases[] = {
		{0x0, 0x0, "e989fc9278f10cf60d3a6fd380ddbde1ced8d05460981fb1d8ec8d1641de5419",
		 "6a673d6e1ab589788a6b939e20664e299ba29c3f48b2d784a271ead0b0a6ff32"},
		{0x3ff, 0x3ff, "e989fc9278f10cf60d3a6fd380ddbde1ced8d05460981fb1d8ec8d1641de5419",
		 "6a673d6e1ab589788a6b939e20664e299ba29c3f48b2d784a271ead0b0a6ff32"},
		{0x0, 0x3ff, "0476036d870ef309f2c5902c7f22421e31272fab9f67e04e271372e9be21ab66",
		 "6a673d6e1ab589788a6b939e20664e299ba29c3f48b2d784a271ead0b0a6ff32"},
		{0x155, 0x2aa, "eb5fab9851b56cfe429846bd1ff356590380ce96af848faef8a43cf521e8ea1b",
		 "0b787fcd02782ec1cd0d0b32a8c9fe7cfd1fe54e7c5c147d45841288e6d10f0b"},
		{0xf3, 0x31c, "2bb796026ec43d31a091a78db28facba4729dadeb359613bef1b7bd732b43b36",
		 "a1be6992a4a280e8f4e1f365c2688e7d3afca23894b689bcd7ac1a41bb634917"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sn_fe a = extreme(4, cases[i].a), b = extreme(3, cases[i].b), r;
		sn_fe_mul(&r, &a, &b);
		assert_tight(&r);
		assert_hex(&r, cases[i].product);
		sn_fe_sqr(&r, &b);
		assert_tight(&r);
		assert_hex(&r, cases[i].square);
	}
}

/* Every sign of every limb: the same as with the tight representation of the same number. */
Test(crypto_field_25, extreme_factors_give_the_products_of_tight_ones)
{
	for (unsigned signs = 0; signs < 1u << SN_FE_LIMBS; signs++) {
		struct sn_fe a = extreme(4, signs), b = extreme(3, signs * 601 % 1024), c, d, r, expected;
		sn_fe_carry(&c, &a);
		sn_fe_carry(&d, &b);
		assert_tight(&c);
		assert_tight(&d);
		uint8_t of_a[32], of_c[32];
		sn_fe_to_bytes(of_a, &a);
		sn_fe_to_bytes(of_c, &c);
		cr_assert_arr_eq(of_a, of_c, 32, "%u", signs);
		cr_assert(sn_fe_is_equal(&b, &d));
		sn_fe_mul(&expected, &c, &d);
		sn_fe_mul(&r, &a, &b);
		assert_tight(&r);
		cr_assert(sn_fe_is_equal(&r, &expected), "%u", signs);
		sn_fe_mul(&expected, &d, &d);
		sn_fe_sqr(&r, &b);
		assert_tight(&r);
		cr_assert(sn_fe_is_equal(&r, &expected), "%u", signs);
		const struct sn_fe small = SN_FE((1 << 20) - 1, 0, 0, 0, 0);
		sn_fe_mul(&expected, &c, &small);
		sn_fe_mul_small(&r, &a, (1 << 20) - 1);
		assert_tight(&r);
		cr_assert(sn_fe_is_equal(&r, &expected), "%u", signs);
		b = extreme(2, signs);
		sn_fe_neg(&r, &b);
		assert_tight(&r);
		sn_fe_add(&r, &r, &b);
		cr_assert(sn_fe_is_zero(&r), "%u", signs);
	}
}

Test(crypto_field_25, powers_take_extreme_limbs)
{
	for (unsigned signs = 0; signs < 1u << SN_FE_LIMBS; signs += 31) {
		struct sn_fe a = extreme(3, signs), r;
		sn_fe_invert(&r, &a);
		assert_tight(&r);
		sn_fe_mul(&r, &r, &a);
		cr_assert(sn_fe_is_equal(&r, &SN_FE_ONE), "%u", signs);
	}
}

/* Limbs of 51 bits whose halves are at the edges: SN_FE and sn_fe_from_bytes agree, and are tight. */
Test(crypto_field_25, constants_are_tight)
{
	const uint64_t most = (UINT64_C(1) << 51) - 1, low = (1 << 26) - 1, half = UINT64_C(1) << 50;
	const uint64_t edges[] = {0, 1, low, low / 2, low / 2 + 1, low + 1, half - 1, half, half | low, most};
	const size_t n = sizeof edges / sizeof *edges;

	for (size_t i = 0; i < n * n * n; i++) {
		uint64_t l0 = edges[i % n], l1 = edges[i / n % n], l4 = edges[i / n / n];
		struct sn_fe a = SN_FE(l0, l1, 0, most, l4), sum = SN_FE_ZERO, shift = SN_FE_ONE;
		const struct sn_fe radix = {.v = {0, 0, 1}}, low_half = {.v = {0, 1}};
		const uint64_t l[5] = {l0, l1, 0, most, l4};
		assert_tight(&a);
		for (int k = 0; k < 5; k++) {
			struct sn_fe t = {{(sn_fe_limb)(l[k] & low)}}, high = {{(sn_fe_limb)(l[k] >> 26)}};
			sn_fe_mul(&high, &high, &low_half);
			sn_fe_add(&t, &t, &high);
			sn_fe_mul(&t, &t, &shift);
			sn_fe_add(&sum, &sum, &t);
			sn_fe_carry(&sum, &sum);
			sn_fe_mul(&shift, &shift, &radix);
		}
		cr_assert(sn_fe_is_equal(&a, &sum), "%zu", i);
	}
}

Test(crypto_field_25, loaded_numbers_are_tight)
{
	struct sn_random g = seed_stream("field 25");
	struct sn_fe a;
	uint8_t b[32], back[32];

	for (int i = 0; i < 1000; i++) {
		sn_random_bytes(&g, b, sizeof b);
		sn_fe_from_bytes256(&a, b);
		assert_tight(&a);
		b[31] &= 0x3f;
		sn_fe_from_bytes(&a, b);
		assert_tight(&a);
		sn_fe_to_bytes(back, &a);
		cr_assert_arr_eq(back, b, 32);
	}
	memset(b, 0xff, sizeof b);
	sn_fe_from_bytes256(&a, b);
	assert_tight(&a);
}
