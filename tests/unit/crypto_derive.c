#include "crypto/derive.h"

#include "crypto/hash_to_point.h"
#include "crypto/keccak.h"
#include "crypto/scalar.h"
#include "crypto_helpers.h"

#include <criterion/criterion.h>
#include <stdlib.h>

/* The vectors of derivations, one-time keys, view tags and key images are in vectors/crypto.txt. */

/* 8·(a·R) by additions alone. */
static struct sn_point slow_derivation(const struct sn_scalar *a, const struct sn_ge *r)
{
	struct sn_ge d;
	struct sn_point e;

	slow_mul(&d, a, r);
	for (int i = 0; i < 3; i++)
		sn_ge_add(&d, &d, &d);
	sn_ge_encode(&e, &d);
	return e;
}

/* Keys of every kind: with torsion, of small order, and invalid. */
Test(crypto_derive, derivation_is_the_definition_for_every_kind_of_key)
{
	static const char *const no_points[] = {
		"0200000000000000000000000000000000000000000000000000000000000000",
		"0100000000000000000000000000000000000000000000000000000000000080",
		"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	};
	struct sn_random g = test_random("derive");
	struct sn_scalar secrets[4] = {sn_scalar_zero, sn_scalar_one, edge_scalar(5)};
	struct sn_point key, derivation, expected;

	sn_random_scalar(&g, &secrets[3]);
	for (int s = 0; s < 4; s++) {
		for (int i = 0; i < 150; i++) {
			struct sn_ge p = random_point(&g), t = torsion_point(i % 8);
			if (i % 10 == 3)
				p = t;
			else
				sn_ge_add(&p, &p, &t);
			sn_ge_encode(&key, &p);
			expected = slow_derivation(&secrets[s], &p);
			cr_assert_eq(sn_derive(&derivation, &key, &secrets[s]), SN_OK);
			cr_assert(sn_point_is_equal(&derivation, &expected), "secret %d key %d", s, i);
		}
		for (int i = 0; i < 4; i++) {
			key = point_from_hex(no_points[i]);
			cr_assert_eq(sn_derive(&derivation, &key, &secrets[s]), SN_BAD_INPUT, "%d", i);
			expected = (struct sn_point){{0}};
			cr_assert(sn_point_is_equal(&derivation, &expected), "no point %d", i);
		}
	}
}

Test(crypto_derive, sender_and_receiver_agree)
{
	struct sn_random g = test_random("agree");

	for (uint64_t index = 0; index < 300; index += 43) {
		struct sn_scalar view, spend, tx, x, s;
		struct sn_point view_pub, spend_pub, tx_pub, from_sender, from_receiver, p, q;
		sn_random_scalar(&g, &view);
		sn_random_scalar(&g, &spend);
		sn_random_scalar(&g, &tx);
		sn_secret_to_public(&view_pub, &view);
		sn_secret_to_public(&spend_pub, &spend);
		sn_secret_to_public(&tx_pub, &tx);
		cr_assert_eq(sn_derive(&from_sender, &view_pub, &tx), SN_OK);
		cr_assert_eq(sn_derive(&from_receiver, &tx_pub, &view), SN_OK);
		cr_assert(sn_point_is_equal(&from_sender, &from_receiver));

		cr_assert_eq(sn_derive_public_key(&p, &from_sender, index, &spend_pub), SN_OK);
		sn_derive_secret_key(&x, &from_receiver, index, &spend);
		sn_secret_to_public(&q, &x);
		cr_assert(sn_point_is_equal(&p, &q), "the receiver can spend");
		cr_assert_eq(sn_derive_spend_key(&q, &from_receiver, index, &p), SN_OK);
		cr_assert(sn_point_is_equal(&q, &spend_pub), "the receiver recognizes it");
		cr_assert_eq(sn_derive_spend_key(&q, &from_receiver, index + 1, &p), SN_OK);
		cr_assert(!sn_point_is_equal(&q, &spend_pub));

		sn_derivation_to_scalar(&s, &from_sender, index);
		sn_scalar_add(&s, &s, &spend);
		cr_assert(sn_scalar_is_equal(&s, &x));
	}
}

/* The index is a varint: one byte up to 127, ten for the largest. */
Test(crypto_derive, index_is_hashed_as_a_varint)
{
	static const struct {
		uint64_t index;
		uint8_t bytes[10];
		size_t len;
	} cases[] = {
		{0, {0}, 1},
		{127, {0x7f}, 1},
		{128, {0x80, 0x01}, 2},
		{300, {0xac, 0x02}, 2},
		{UINT64_MAX, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}, 10},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint8_t message[8 + 32 + 10] = "view_tag";
		struct sn_scalar expected, s;
		struct sn_hash h;
		memcpy(message + 8, sn_point_base.b, 32);
		memcpy(message + 40, cases[i].bytes, cases[i].len);
		sn_hash_to_scalar(&expected, message + 8, 32 + cases[i].len);
		sn_derivation_to_scalar(&s, &sn_point_base, cases[i].index);
		cr_assert(sn_scalar_is_equal(&s, &expected), "case %zu", i);
		sn_keccak256(&h, message, 40 + cases[i].len);
		cr_assert_eq(sn_derive_view_tag(&sn_point_base, cases[i].index), h.b[0], "case %zu", i);
	}
}

Test(crypto_derive, invalid_keys_are_refused)
{
	struct sn_point bad = {{2}}, r;

	cr_assert_eq(sn_derive_public_key(&r, &sn_point_base, 0, &bad), SN_BAD_INPUT);
	cr_assert_eq(sn_derive_spend_key(&r, &sn_point_base, 0, &bad), SN_BAD_INPUT);
	cr_assert(!sn_key_image_is_valid(&bad));
}

Test(crypto_derive, key_images_moved_by_torsion_are_invalid)
{
	struct sn_random g = test_random("key images");
	struct sn_scalar x;
	struct sn_point p, image;
	struct sn_ge h, i;

	sn_random_scalar(&g, &x);
	sn_secret_to_public(&p, &x);
	sn_key_image(&image, &p, &x);
	sn_hash_to_ec(&h, p.b);
	slow_mul(&i, &x, &h);
	sn_ge_encode(&p, &i);
	cr_assert(sn_point_is_equal(&image, &p));
	cr_assert(sn_key_image_is_valid(&image));
	/* The same image moved by a torsion point would be a double spend if accepted. */
	for (int k = 1; k < 8; k++) {
		struct sn_ge t = torsion_point(k);
		sn_ge_add(&t, &t, &i);
		sn_ge_encode(&p, &t);
		cr_assert(!sn_key_image_is_valid(&p), "moved by %d", k);
	}
}
