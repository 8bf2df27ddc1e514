/* The limbs of crypto/field_51.h at their bounds. */
#undef SN_FIELD_25
#ifdef __SIZEOF_INT128__

#define FIELD_NAME(x) field_51_##x
#include "field_copy.h"

#include "base/hex.h"

#include <criterion/criterion.h>

static void assert_fe(const struct sn_fe *a, const char *hex)
{
	uint8_t b[32];
	char text[65];

	sn_fe_to_bytes(b, a);
	sn_hex_encode(text, b, 32);
	cr_assert_str_eq(text, hex);
}

static void assert_tight(const struct sn_fe *a)
{
	for (int i = 0; i < 5; i++)
		cr_assert_lt(a->v[i], (UINT64_C(1) << 51) + (1 << 13));
}

Test(crypto_field_51, encoding_takes_every_representation)
{
	/* Multiples of p in limbs: all are 0. */
	for (uint64_t k = 0; k <= 8; k++) {
		uint64_t m = k * SN_FE_MASK;
		struct sn_fe a = {{m - 18 * k, m, m, m, m}};
		cr_assert(sn_fe_is_zero(&a), "%d p", (int)k);
		a.v[0]++;
		assert_fe(&a, "0100000000000000000000000000000000000000000000000000000000000000");
	}
	/* A carry through all limbs and back to the lowest. */
	struct sn_fe a = {{SN_FE_MASK + 1, SN_FE_MASK, SN_FE_MASK, SN_FE_MASK, SN_FE_MASK}};
	assert_fe(&a, "1300000000000000000000000000000000000000000000000000000000000000");
}

/* The largest loose factors, where a carry would overflow first. Expected values: big integers. */
Test(crypto_field_51, largest_factors_do_not_overflow)
{
	struct sn_fe a, b, r;

	for (uint64_t i = 0; i < 5; i++) {
		a.v[i] = (UINT64_C(1) << 54) - 1;
		b.v[i] = (UINT64_C(1) << 54) - 1 - i * 12345;
	}
	sn_fe_sqr(&r, &a);
	assert_fe(&r, "9d670000000058990000000040ee03000000008e1800000000508d0000000000");
	assert_tight(&r);
	sn_fe_mul(&r, &a, &a);
	assert_fe(&r, "9d670000000058990000000040ee03000000008e1800000000508d0000000000");
	sn_fe_mul(&r, &a, &b);
	assert_fe(&r, "68df05ffffff373811f8ffff3fe89ec5ffffff911885feffffef8f65f8ffff7f");
	assert_tight(&r);
	sn_fe_mul(&r, &b, &a);
	assert_fe(&r, "68df05ffffff373811f8ffff3fe89ec5ffffff911885feffffef8f65f8ffff7f");
	const struct sn_fe small = {{(1 << 20) - 1}};
	struct sn_fe expected;
	sn_fe_mul(&expected, &a, &small);
	sn_fe_mul_small(&r, &a, (1 << 20) - 1);
	assert_tight(&r);
	cr_assert(sn_fe_is_equal(&r, &expected));
}

Test(crypto_field_51, powers_take_the_largest_limbs)
{
	struct sn_fe r;

	for (uint64_t i = 0; i < 32; i++) {
		struct sn_fe a;
		for (uint64_t k = 0; k < 5; k++)
			a.v[k] = i >> k & 1 ? (UINT64_C(1) << 54) - 1 : k + 1;
		sn_fe_invert(&r, &a);
		assert_tight(&r);
		sn_fe_mul(&r, &r, &a);
		cr_assert(sn_fe_is_equal(&r, &SN_FE_ONE), "%d", (int)i);
	}
}

#endif
