/* Every multiplication is compared with bit-by-bit additions, for edge scalars and points of every kind. */
#include "crypto/group_mul.h"

#include "crypto/base_table.h"
#include "crypto/scalar.h"
#include "crypto_helpers.h"

#include <criterion/criterion.h>

#define POINTS 6
#define SCALARS (EDGES + 4)

static struct sn_ge some_point(int i, struct sn_random *g)
{
	struct sn_ge t = torsion_point(1), p;

	switch (i) {
	case 0:
		return sn_ge_base;
	case 1:
		return sn_ge_identity;
	case 2:
		return t;
	case 3:
		return torsion_point(4);
	case 4:
		sn_ge_add(&p, &sn_ge_base, &t);
		return p;
	default:
		return random_point(g);
	}
}

static struct sn_scalar some_scalar(int i, struct sn_random *g)
{
	struct sn_scalar s;

	if (i < EDGES)
		return edge_scalar(i);
	sn_random_scalar(g, &s);
	return s;
}

Test(crypto_mul, multiples_of_any_point_are_right)
{
	struct sn_random g = test_random("one point");

	for (int k = 0; k < POINTS; k++) {
		struct sn_ge p = some_point(k, &g), expected, r;
		for (int i = 0; i < SCALARS; i++) {
			struct sn_scalar a = some_scalar(i, &g);
			slow_mul(&expected, &a, &p);
			sn_ge_mul(&r, &a, &p);
			cr_assert(sn_ge_is_equal(&r, &expected), "scalar %d, point %d", i, k);
			r = p;
			sn_ge_mul(&r, &a, &r);
			cr_assert(sn_ge_is_equal(&r, &expected), "in place");
			/* T is used by additions only. */
			sn_ge_add(&r, &r, &sn_ge_base);
			sn_ge_add(&expected, &expected, &sn_ge_base);
			cr_assert(sn_ge_is_equal(&r, &expected), "T: scalar %d, point %d", i, k);
		}
	}
}

Test(crypto_mul, multiples_of_the_base_point_are_right)
{
	struct sn_random g = test_random("base point");

	for (int i = 0; i < SCALARS + 20; i++) {
		struct sn_scalar a = some_scalar(i, &g);
		struct sn_ge expected, r;
		slow_mul(&expected, &a, &sn_ge_base);
		sn_ge_mul_base(&r, &a);
		cr_assert(sn_ge_is_equal(&r, &expected), "scalar %d", i);
		sn_ge_add(&r, &r, &sn_ge_base);
		sn_ge_add(&expected, &expected, &sn_ge_base);
		cr_assert(sn_ge_is_equal(&r, &expected), "T: scalar %d", i);
	}
}

Test(crypto_mul, digits_of_a_scalar_add_up_to_it)
{
	struct sn_random g = test_random("digits");

	for (int i = 0; i < SCALARS + 20; i++) {
		struct sn_scalar a = some_scalar(i, &g);
		struct sn_digits16 digits;
		uint8_t back[32];
		int carry = 0;
		sn_digits16(&digits, &a);
		for (int k = 0; k < 64; k++) {
			cr_assert(digits.d[k] >= -8 && digits.d[k] <= 8);
			int v = digits.d[k] + carry;
			carry = v < 0 ? -1 : 0;
			v -= carry * 16;
			if (k % 2 == 0)
				back[k / 2] = (uint8_t)v;
			else
				back[k / 2] |= (uint8_t)(v << 4);
		}
		cr_assert_eq(carry, 0);
		cr_assert_arr_eq(back, a.b, 32);
	}
}

static void assert_entry(const struct sn_ge_affine *entry, const struct sn_ge *p, const char *what, int i,
			 int k)
{
	struct sn_ge_affine expected;

	sn_ge_to_affine_many(&expected, p, 1);
	cr_assert(sn_fe_is_equal(&entry->y_plus_x, &expected.y_plus_x), "%s %d %d", what, i, k);
	cr_assert(sn_fe_is_equal(&entry->y_minus_x, &expected.y_minus_x), "%s %d %d", what, i, k);
	cr_assert(sn_fe_is_equal(&entry->xy2d, &expected.xy2d), "%s %d %d", what, i, k);
	assert_tight(&entry->y_plus_x);
	assert_tight(&entry->y_minus_x);
	assert_tight(&entry->xy2d);
}

Test(crypto_mul, base_tables_have_their_multiples)
{
	struct sn_ge power = sn_ge_base, p, twice;

	for (int i = 0; i < 32; i++) {
		p = power;
		for (int k = 0; k < 8; k++) {
			assert_entry(&sn_base_table[i][k], &p, "sn_base_table", i, k);
			sn_ge_add(&p, &p, &power);
		}
		for (int k = 0; k < 8; k++)
			sn_ge_add(&power, &power, &power);
	}
	sn_ge_add(&twice, &sn_ge_base, &sn_ge_base);
	p = sn_ge_base;
	for (int k = 0; k < 64; k++) {
		assert_entry(&sn_base_odd[k], &p, "sn_base_odd", 0, k);
		sn_ge_add(&p, &p, &twice);
	}
}
