#include "crypto/x25519.h"

#include "crypto/group_mul.h"
#include "crypto/scalar.h"
#include "crypto_helpers.h"
#include "named_vectors.h"

#include <criterion/criterion.h>
#include <sodium.h>

#define FILE_NAME "carrot.txt"

static bool is_equal(const struct sn_x25519 *a, const struct sn_x25519 *b)
{
	return memcmp(a->b, b->b, sizeof a->b) == 0;
}

Test(crypto_x25519, vectors)
{
	struct sn_x25519 u, r, expected;
	struct sn_scalar k;
	int i = 0, of_base = 0;
	for (; named_vector_find(k.b, 32, FILE_NAME, "x.%d.k", i); i++) {
		named_vector(u.b, 32, FILE_NAME, "x.%d.u", i);
		named_vector(expected.b, 32, FILE_NAME, "x.%d.r", i);
		sn_x25519(&r, &k, &u);
		cr_assert(is_equal(&r, &expected), "x.%d", i);
		if (is_equal(&u, &sn_x25519_base)) {
			sn_x25519_mul_base(&r, &k);
			cr_assert(is_equal(&r, &expected), "x.%d of the base point", i);
			of_base++;
		}
		sn_x25519(&u, &k, &u); /* in place */
		cr_assert(is_equal(&u, &expected), "x.%d", i);
	}
	cr_assert_eq(i, 27);
	cr_assert_geq(of_base, 8);
}

Test(crypto_x25519, conversion_vectors)
{
	struct sn_x25519 r, expected;
	struct sn_point p;
	int i = 0;
	for (; named_vector_find(p.b, 32, FILE_NAME, "convert.%d.point", i); i++) {
		named_vector(expected.b, 32, FILE_NAME, "convert.%d.u", i);
		cr_assert_eq(sn_x25519_from_point(&r, &p), SN_OK);
		cr_assert(is_equal(&r, &expected), "convert.%d", i);
	}
	cr_assert_eq(i, 6);
}

Test(crypto_x25519, identity_and_invalid_points_have_no_u)
{
	struct sn_point bad = {{2}};
	struct sn_x25519 r, zero = {{0}};
	memset(&r, 0xaa, sizeof r);
	cr_assert_eq(sn_x25519_from_point(&r, &sn_point_identity), SN_BAD_INPUT);
	cr_assert(is_equal(&r, &zero));
	memset(&r, 0xaa, sizeof r);
	cr_assert_eq(sn_x25519_from_point(&r, &bad), SN_BAD_INPUT);
	cr_assert(is_equal(&r, &zero));
}

/* X(k, convert(P)) = convert(k·P), for every torsion component, and 0 where k·P is the identity. */
Test(crypto_x25519, commutes_with_the_conversion)
{
	struct sn_random g = test_random("x25519");
	for (int i = 0; i < 200; i++) {
		struct sn_ge p = random_point(&g), t = torsion_point(i % 8), kp;
		struct sn_x25519 u, r, expected;
		struct sn_scalar k = edge_scalar(i % EDGES);
		if (i >= 100)
			sn_random_scalar(&g, &k);
		if (i % 16 < 8)
			sn_ge_mul8(&p, &p);
		sn_ge_add(&p, &p, &t);
		if (i % 10 == 9)
			p = torsion_point(1 + i / 10 % 7);
		slow_mul(&kp, &k, &p);
		cr_assert_eq(sn_x25519_from_ge(&u, &p), SN_OK);
		sn_x25519(&r, &k, &u);
		cr_assert_eq(sn_x25519_from_ge(&expected, &kp) != SN_OK, sn_ge_is_identity(&kp));
		cr_assert(is_equal(&r, &expected), "case %d", i);
		u.b[31] |= 0x80; /* does not count */
		k.b[31] |= 0x80;
		sn_x25519(&r, &k, &u);
		cr_assert(is_equal(&r, &expected), "case %d with bit 255", i);
	}
}

Test(crypto_x25519, multiples_of_the_base_point)
{
	struct sn_random g = test_random("x25519 base");
	for (int i = 0; i < EDGES + 50; i++) {
		struct sn_x25519 r, expected;
		struct sn_scalar k;
		if (i < EDGES)
			k = edge_scalar(i);
		else
			sn_random_bytes(&g, k.b, sizeof k.b); /* with bit 255, too */
		sn_x25519(&expected, &k, &sn_x25519_base);
		sn_x25519_mul_base(&r, &k);
		cr_assert(is_equal(&r, &expected), "case %d", i);
	}
}

/* With the bits of RFC 7748 set and cleared, libsodium's function is the same, also on the twist. It refuses
 * points of small order. */
Test(crypto_x25519, clamped_scalars_give_the_function_of_rfc_7748)
{
	struct sn_random g = test_random("x25519 clamped");
	for (int i = 0; i < 300; i++) {
		struct sn_x25519 u, r, expected;
		struct sn_scalar k;
		sn_random_bytes(&g, u.b, sizeof u.b);
		sn_random_bytes(&g, k.b, sizeof k.b);
		cr_assert_eq(crypto_scalarmult(expected.b, k.b, u.b), 0);
		k.b[0] &= 0xf8;
		k.b[31] = (k.b[31] & 0x7f) | 0x40;
		sn_x25519(&r, &k, &u);
		cr_assert(is_equal(&r, &expected), "case %d", i);
	}
}

/* u and u + p are the same number, of all u that have two encodings. */
Test(crypto_x25519, u_is_reduced)
{
	struct sn_random g = test_random("x25519 reduced");
	struct sn_scalar k;
	sn_random_scalar(&g, &k);
	k.b[0] |= 1;
	for (uint8_t i = 0; i < 19; i++) {
		struct sn_x25519 u = {{i}}, r, expected;
		sn_x25519(&expected, &k, &u);
		memset(u.b, 0xff, sizeof u.b);
		u.b[0] = (uint8_t)(0xed + i);
		for (int top = 0; top < 2; top++) {
			u.b[31] = top ? 0xff : 0x7f;
			sn_x25519(&r, &k, &u);
			cr_assert(is_equal(&r, &expected), "%d", i);
		}
	}
}

/* The u of small order on the curve and its twist: a multiple of 8 gives 0. */
Test(crypto_x25519, multiples_of_eight_take_small_orders_to_zero)
{
	static const char *const small[] = {
		"0000000000000000000000000000000000000000000000000000000000000000",
		"0100000000000000000000000000000000000000000000000000000000000000",
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
		"5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
	};
	struct sn_random g = test_random("x25519 small");
	const struct sn_x25519 zero = {{0}};
	for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
		struct sn_x25519 u, r;
		struct sn_scalar k;
		struct sn_point p = point_from_hex(small[i]);
		memcpy(u.b, p.b, sizeof u.b);
		sn_random_bytes(&g, k.b, sizeof k.b);
		k.b[0] &= 0xf8;
		sn_x25519(&r, &k, &u);
		cr_assert(is_equal(&r, &zero), "%zu", i);
		k.b[0] |= 1;
		sn_x25519(&r, &k, &u);
		cr_assert(i == 0 || !is_equal(&r, &zero), "%zu: an odd multiple", i);
	}
}
