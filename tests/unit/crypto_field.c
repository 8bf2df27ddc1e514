#include "crypto/field.h"

#include "crypto_helpers.h"

#include <criterion/criterion.h>
#include <string.h>

/* Encodings around p = 2^255 - 19, and their reduced values. */
static const struct {
	const char *in, *out;
} around_p[] = {
	{"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", /* p - 1 */
	 "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"},
	{"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", /* p */
	 "0000000000000000000000000000000000000000000000000000000000000000"},
	{"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", /* p + 1 */
	 "0100000000000000000000000000000000000000000000000000000000000000"},
	{"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", /* 2^255 - 1 */
	 "1200000000000000000000000000000000000000000000000000000000000000"},
	{"0000000000000000000000000000000000000000000000000000000000000000",
	 "0000000000000000000000000000000000000000000000000000000000000000"},
};

static struct sn_fe fe(const char *hex)
{
	struct sn_point p = point_from_hex(hex);
	struct sn_fe r;

	sn_fe_from_bytes(&r, p.b);
	return r;
}

static void assert_fe(const struct sn_fe *a, const char *hex)
{
	struct sn_point expected = point_from_hex(hex), actual;

	sn_fe_to_bytes(actual.b, a);
	cr_assert_arr_eq(actual.b, expected.b, 32);
}

static struct sn_fe random_fe(struct sn_random *g)
{
	uint8_t b[32];
	struct sn_fe r;

	sn_random_bytes(g, b, sizeof b);
	sn_fe_from_bytes(&r, b);
	return r;
}

Test(crypto_field, encoding_is_canonical)
{
	for (size_t i = 0; i < sizeof around_p / sizeof *around_p; i++) {
		struct sn_fe a = fe(around_p[i].in);
		assert_fe(&a, around_p[i].out);
		cr_assert_eq(sn_fe_is_zero(&a), around_p[i].out[1] == '0' && around_p[i].out[0] == '0');
	}
}

Test(crypto_field, bit_255_is_ignored_or_part_of_the_number)
{
	uint8_t b[32] = {[31] = 0x80};
	struct sn_fe a;

	sn_fe_from_bytes(&a, b);
	cr_assert(sn_fe_is_zero(&a));
	sn_fe_from_bytes256(&a, b);
	assert_fe(&a, "1300000000000000000000000000000000000000000000000000000000000000");
	memset(b, 0xff, 32);
	sn_fe_from_bytes256(&a, b); /* 2^256 - 1 = 37 */
	assert_fe(&a, "2500000000000000000000000000000000000000000000000000000000000000");
	assert_tight(&a);
}

Test(crypto_field, laws_of_a_field_hold)
{
	struct sn_random g = test_random("field laws");

	for (int i = 0; i < 200; i++) {
		struct sn_fe a = random_fe(&g), b = random_fe(&g), c = random_fe(&g), l, r, t;
		sn_fe_add(&t, &b, &c); /* a(b + c) = ab + ac */
		sn_fe_mul(&l, &a, &t);
		sn_fe_mul(&r, &a, &b);
		sn_fe_mul(&t, &a, &c);
		sn_fe_add(&r, &r, &t);
		cr_assert(sn_fe_is_equal(&l, &r));
		sn_fe_sub(&t, &a, &b); /* (a - b)² = a² - 2ab + b² */
		sn_fe_sqr(&l, &t);
		sn_fe_sqr(&r, &a);
		sn_fe_sqr(&t, &b);
		sn_fe_add(&r, &r, &t);
		sn_fe_mul(&t, &a, &b);
		sn_fe_add(&t, &t, &t);
		sn_fe_sub(&r, &r, &t);
		cr_assert(sn_fe_is_equal(&l, &r));
		sn_fe_neg(&t, &a); /* a + (-a) = 0 */
		assert_tight(&t);
		sn_fe_add(&t, &t, &a);
		cr_assert(sn_fe_is_zero(&t));
		cr_assert(!sn_fe_is_equal(&a, &b));
		sn_fe_mul(&t, &a, &b); /* aliased */
		l = a;
		sn_fe_mul(&l, &l, &b);
		cr_assert(sn_fe_is_equal(&l, &t));
	}
}

Test(crypto_field, inverse_times_the_number_is_one)
{
	struct sn_random g = test_random("field inverse");
	struct sn_fe r, three = {{3}};

	sn_fe_invert(&r, &SN_FE_ZERO);
	cr_assert(sn_fe_is_zero(&r));
	sn_fe_invert(&r, &three);
	assert_fe(&r, "4955555555555555555555555555555555555555555555555555555555555555");
	for (int i = 0; i < 20; i++) {
		struct sn_fe a = random_fe(&g);
		sn_fe_invert(&r, &a);
		sn_fe_mul(&r, &r, &a);
		cr_assert(sn_fe_is_equal(&r, &SN_FE_ONE));
	}
}

Test(crypto_field, square_roots_are_squared_back)
{
	struct sn_random g = test_random("field roots");
	struct sn_fe r, t;
	int squares = 0;

	for (int i = 0; i < 100; i++) {
		struct sn_fe u = random_fe(&g), v = random_fe(&g);
		bool is_square = sn_fe_sqrt_ratio(&r, &u, &v);
		squares += is_square;
		sn_fe_sqr(&t, &r);
		sn_fe_mul(&t, &t, &v);
		if (!is_square)
			sn_fe_mul(&u, &u, &sn_fe_sqrt_minus_one);
		cr_assert(sn_fe_is_equal(&t, &u)); /* r²·v = u, or √-1·u */
		/* u·v is a square if and only if u/v is; here by construction. */
		sn_fe_sqr(&u, &v);
		cr_assert(sn_fe_sqrt_ratio(&r, &u, &SN_FE_ONE));
	}
	cr_assert(squares > 20 && squares < 80, "%d of 100 are squares", squares);
	cr_assert(sn_fe_sqrt_ratio(&r, &SN_FE_ZERO, &SN_FE_ONE));
	cr_assert(sn_fe_is_zero(&r));
	struct sn_fe two = {{2}}; /* not a square, nor is -2: p = 5 mod 8 */
	cr_assert(!sn_fe_sqrt_ratio(&r, &two, &SN_FE_ONE));
	sn_fe_neg(&two, &two);
	cr_assert(!sn_fe_sqrt_ratio(&r, &two, &SN_FE_ONE));
	sn_fe_sqr(&t, &sn_fe_sqrt_minus_one);
	sn_fe_add(&t, &t, &SN_FE_ONE);
	cr_assert(sn_fe_is_zero(&t));
}

Test(crypto_field, conditional_move_follows_its_mask)
{
	const struct sn_fe a = SN_FE(1, 2, 3, 4, 5), b = SN_FE(6, 7, 8, 9, 1ULL << 50);
	struct sn_fe r = a, q = b;

	sn_fe_cmov(&r, &b, sn_ct_mask(0));
	cr_assert_arr_eq(r.v, a.v, sizeof r.v);
	sn_fe_cmov(&r, &b, sn_ct_mask(1));
	cr_assert_arr_eq(r.v, b.v, sizeof r.v);
	r = a;
	sn_fe_cswap(&r, &q, sn_ct_mask(0));
	cr_assert_arr_eq(r.v, a.v, sizeof r.v);
	cr_assert_arr_eq(q.v, b.v, sizeof r.v);
	sn_fe_cswap(&r, &q, sn_ct_mask(1));
	cr_assert_arr_eq(r.v, b.v, sizeof r.v);
	cr_assert_arr_eq(q.v, a.v, sizeof r.v);
	cr_assert_eq(sn_ct_mask_equal(8, 8), UINT64_MAX);
	cr_assert_eq(sn_ct_mask_equal(0, 0), UINT64_MAX);
	cr_assert_eq(sn_ct_mask_equal(8, 0), 0);
	cr_assert_eq(sn_ct_mask_equal(0, UINT64_C(1) << 63), 0);
}
