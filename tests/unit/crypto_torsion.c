/* The torsion test is compared with multiplication by l. */
#include "crypto/torsion.h"

#include "crypto/group_mul.h"
#include "crypto/group_mul.h"
#include "crypto/scalar.h"
#include "crypto_helpers.h"

#include <criterion/criterion.h>

static bool order_divides_l(const struct sn_ge *p)
{
	struct sn_ge r;

	sn_ge_mul(&r, &sn_scalar_order, p);
	return sn_ge_is_identity(&r);
}

Test(crypto_torsion, torsion_is_found_in_random_points_of_each_class)
{
	struct sn_random g = test_random("torsion");

	for (int k = 0; k < 100; k++) {
		struct sn_scalar a;
		struct sn_ge p, t, q;
		sn_random_scalar(&g, &a);
		sn_ge_mul_base(&p, &a); /* Z is not 1 */
		for (int i = 0; i < 8; i++) {
			t = torsion_point(i);
			sn_ge_add(&q, &p, &t);
			cr_assert_eq(sn_ge_is_torsion_free_vartime(&q), i == 0, "point %d, torsion %d", k, i);
			cr_assert_eq(order_divides_l(&q), i == 0);
		}
	}
}

/* Random valid encodings, with Z = 1: one in eight has no torsion. */
Test(crypto_torsion, torsion_is_found_in_random_encodings)
{
	struct sn_random g = test_random("points");
	int n_free = 0;

	for (int k = 0; k < 400; k++) {
		struct sn_ge p = random_point(&g);
		bool is_free = sn_ge_is_torsion_free_vartime(&p);
		cr_assert_eq(is_free, order_divides_l(&p), "point %d", k);
		n_free += is_free;
	}
	cr_assert(n_free > 20 && n_free < 90, "%d", n_free);
}

/* Small multiples of G, and the points of small order alone. */
Test(crypto_torsion, torsion_is_found_in_small_points)
{
	struct sn_ge p = sn_ge_identity;

	for (int k = 0; k < 40; k++) {
		cr_assert(sn_ge_is_torsion_free_vartime(&p), "%d", k);
		sn_ge_add(&p, &p, &sn_ge_base);
	}
	for (int i = 0; i < 8; i++) {
		p = torsion_point(i);
		cr_assert_eq(sn_ge_is_torsion_free_vartime(&p), i == 0, "torsion %d", i);
		sn_ge_sub(&p, &p, &sn_ge_base);
		cr_assert_eq(sn_ge_is_torsion_free_vartime(&p), i == 0, "torsion %d - G", i);
	}
}
