#include "crypto/group.h"

#include "crypto/hash_to_point.h"
#include "crypto/scalar.h"
#include "crypto/torsion.h"
#include "crypto_helpers.h"

#include <criterion/criterion.h>

static void assert_equal(const struct sn_ge *a, const struct sn_ge *b, const char *what)
{
	cr_assert(sn_ge_is_equal(a, b), "%s", what);
	/* is_equal does not check T: T·Z = X·Y. */
	struct sn_fe tz, xy;
	sn_fe_mul(&tz, &a->t, &a->z);
	sn_fe_mul(&xy, &a->x, &a->y);
	cr_assert(sn_fe_is_equal(&tz, &xy), "%s: T", what);
}

Test(crypto_group, base_point_is_encoded_and_decoded)
{
	struct sn_point p;
	struct sn_ge g;

	sn_ge_encode(&p, &sn_ge_base);
	cr_assert(sn_point_is_equal(&p, &sn_point_base));
	cr_assert_eq(sn_ge_decode(&g, &sn_point_base), SN_OK);
	assert_equal(&g, &sn_ge_base, "G");
	sn_ge_encode(&p, &sn_ge_identity);
	cr_assert(sn_point_is_equal(&p, &sn_point_identity));
	cr_assert(sn_ge_is_torsion_free_vartime(&sn_ge_base));
}

/* RFC 8032, section 5.1.3, as the reference implementation applies it. */
Test(crypto_group, invalid_encodings_are_refused)
{
	static const char *const bad[] = {
		"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", /* y = p */
		"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
		"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", /* y = p + 1 */
		"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
		"f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", /* y = p + 3 */
		"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
		"0100000000000000000000000000000000000000000000000000000000000080", /* x = 0 with a sign */
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
		"0200000000000000000000000000000000000000000000000000000000000000", /* y without an x */
		"0200000000000000000000000000000000000000000000000000000000000080",
		"0700000000000000000000000000000000000000000000000000000000000000",
	};
	struct sn_ge p = sn_ge_base;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct sn_point e = point_from_hex(bad[i]);
		cr_assert_eq(sn_ge_decode(&p, &e), SN_BAD_INPUT, "%s", bad[i]);
	}
	assert_equal(&p, &sn_ge_base, "a refused point leaves the result alone");
}

Test(crypto_group, decode_then_encode_is_the_same)
{
	struct sn_random g = test_random("codec");
	int accepted = 0;

	for (int i = 0; i < 200; i++) {
		struct sn_point in, out;
		struct sn_ge p;
		sn_random_bytes(&g, in.b, 32);
		if (sn_ge_decode(&p, &in))
			continue;
		accepted++;
		sn_ge_encode(&out, &p);
		cr_assert(sn_point_is_equal(&in, &out));
	}
	cr_assert(accepted > 60 && accepted < 140, "%d of 200 accepted", accepted);
}

Test(crypto_group, the_small_order_points_are_a_group_of_eight)
{
	for (int i = 0; i < 8; i++) {
		struct sn_ge p = torsion_point(i), r;
		struct sn_point e;
		for (int k = 0; k < 8; k++) {
			struct sn_ge q = torsion_point(k);
			sn_ge_add(&r, &p, &q);
			sn_ge_encode(&e, &r);
			struct sn_point expected = point_from_hex(torsion_hex[(i + k) % 8]);
			cr_assert(sn_point_is_equal(&e, &expected), "%d + %d", i, k);
			sn_ge_sub(&r, &p, &q);
			sn_ge_encode(&e, &r);
			expected = point_from_hex(torsion_hex[(i + 8 - k) % 8]);
			cr_assert(sn_point_is_equal(&e, &expected), "%d - %d", i, k);
			cr_assert_eq(sn_ge_is_equal(&p, &q), i == k);
		}
		sn_ge_mul8(&r, &p);
		cr_assert(sn_ge_is_identity(&r));
		cr_assert_eq(sn_ge_is_identity(&p), i == 0);
		cr_assert_eq(sn_ge_is_torsion_free_vartime(&p), i == 0);
		sn_ge_add(&r, &sn_ge_base, &p);
		cr_assert_eq(sn_ge_is_torsion_free_vartime(&r), i == 0);
	}
}

Test(crypto_group, laws_of_a_group_hold)
{
	struct sn_random g = test_random("group laws");

	for (int i = 0; i < 30; i++) {
		struct sn_ge p = random_point(&g), q = random_point(&g), r = random_point(&g), a, b, c;
		sn_ge_add(&a, &p, &q);
		sn_ge_add(&a, &a, &r);
		sn_ge_add(&b, &q, &r);
		sn_ge_add(&b, &p, &b);
		assert_equal(&a, &b, "associative");
		sn_ge_add(&a, &p, &q);
		sn_ge_add(&b, &q, &p);
		assert_equal(&a, &b, "commutative");
		sn_ge_double(&a, &p);
		sn_ge_add(&b, &p, &p);
		assert_equal(&a, &b, "doubling");
		sn_ge_double(&a, &a);
		sn_ge_double(&a, &a);
		sn_ge_mul8(&b, &p);
		assert_equal(&b, &a, "times eight");
		sn_ge_neg(&b, &p);
		sn_ge_add(&c, &p, &b);
		cr_assert(sn_ge_is_identity(&c));
		sn_ge_add(&a, &q, &b);
		sn_ge_sub(&b, &q, &p);
		assert_equal(&a, &b, "subtraction");
		sn_ge_add(&a, &p, &sn_ge_identity);
		assert_equal(&a, &p, "identity");
		a = p;
		sn_ge_add(&a, &a, &a);
		sn_ge_sub(&a, &a, &a);
		cr_assert(sn_ge_is_identity(&a));
	}
}

Test(crypto_group, prepared_points_add_as_plain_ones_do)
{
	struct sn_random g = test_random("prepared");
	struct sn_ge p[5], r, expected;
	struct sn_ge_affine affine[5];
	struct sn_ge_cached cached;

	for (int i = 0; i < 3; i++)
		p[i] = random_point(&g);
	p[3] = sn_ge_identity;
	p[4] = torsion_point(2);
	sn_ge_to_affine_many(affine, p, 5);
	for (int i = 0; i < 5; i++) {
		sn_ge_cache(&cached, &p[i]);
		for (int k = 0; k < 5; k++) {
			sn_ge_add(&expected, &p[k], &p[i]);
			sn_ge_add_cached(&r, &p[k], &cached);
			assert_equal(&r, &expected, "add cached");
			sn_ge_add_affine(&r, &p[k], &affine[i]);
			assert_equal(&r, &expected, "add affine");
			sn_ge_sub(&expected, &p[k], &p[i]);
			sn_ge_sub_cached(&r, &p[k], &cached);
			assert_equal(&r, &expected, "subtract cached");
			sn_ge_sub_affine(&r, &p[k], &affine[i]);
			assert_equal(&r, &expected, "subtract affine");
		}
	}
}

Test(crypto_group, many_at_once_give_what_one_gives)
{
	enum { MAX = 300 };
	static struct sn_ge p[MAX];
	static struct sn_point many[MAX + 1];
	static struct sn_fe scratch[MAX];
	static struct sn_ge_affine affine[MAX];
	static const size_t sizes[] = {0, 1, 2, 127, 128, 129, 256, MAX};
	struct sn_random g = test_random("many");

	for (int i = 0; i < MAX; i++)
		p[i] = i % 37 == 5 ? torsion_point(i % 8) : random_point(&g);
	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
		for (int scratched = 0; scratched < 2; scratched++) {
			memset(many, 0xaa, sizeof many);
			if (scratched)
				sn_ge_encode_scratch(many, p, sizes[k], scratch);
			else
				sn_ge_encode_many(many, p, sizes[k]);
			for (size_t i = 0; i < sizes[k]; i++) {
				struct sn_point one;
				sn_ge_encode(&one, &p[i]);
				cr_assert(sn_point_is_equal(&one, &many[i]), "%zu of %zu", i, sizes[k]);
			}
			cr_assert_eq(many[sizes[k]].b[0], 0xaa);
		}
		sn_ge_to_affine_many(affine, p, sizes[k]);
		for (size_t i = 0; i < sizes[k]; i++) {
			struct sn_ge r;
			sn_ge_add_affine(&r, &sn_ge_identity, &affine[i]);
			assert_equal(&r, &p[i], "affine");
		}
	}
}

/* The map sends t and -t, and so h and p - h, to the same point. The chain's vectors are in
 * vectors/crypto.txt. */
Test(crypto_group, map_sends_a_number_and_its_negative_to_one_point)
{
	struct sn_random g = test_random("map");
	uint8_t zero[32] = {0}, full[32], h[32], minus_h[32];
	struct sn_ge p, q;
	struct sn_point e;

	sn_ge_from_hash(&p, zero); /* t = 0: the point of order two */
	sn_ge_encode(&e, &p);
	struct sn_point expected = point_from_hex(torsion_hex[4]);
	cr_assert(sn_point_is_equal(&e, &expected));
	memset(full, 0xff, 32);
	memset(h, 0, 32);
	h[0] = 37; /* 2^256 - 1 mod p: the top bit is part of the number */
	sn_ge_from_hash(&p, full);
	sn_ge_from_hash(&q, h);
	assert_equal(&p, &q, "all 256 bits count");
	for (int i = 0; i < 50; i++) {
		struct sn_fe t;
		struct sn_ge back;
		sn_random_bytes(&g, h, 32);
		sn_fe_from_bytes256(&t, h);
		sn_fe_neg(&t, &t);
		sn_fe_to_bytes(minus_h, &t);
		sn_ge_from_hash(&p, h);
		sn_ge_from_hash(&q, minus_h);
		assert_equal(&p, &q, "t and -t");
		sn_ge_encode(&e, &p);
		cr_assert_eq(sn_ge_decode(&back, &e), SN_OK, "on the curve");
		assert_equal(&back, &p, "on the curve");
		sn_hash_to_ec(&p, h);
		cr_assert(sn_ge_is_torsion_free_vartime(&p));
	}
}
