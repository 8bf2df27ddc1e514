#include "crypto/hash_to_point.h"

#include "crypto/ct.h"
#include "crypto/group.h"
#include "crypto/group_formulas.h"
#include "crypto/keccak.h"

const struct sn_fe sn_map_minus_a =
	SN_FE(0x7fffffff892e7, 0x7ffffffffffff, 0x7ffffffffffff, 0x7ffffffffffff, 0x7ffffffffffff);
const struct sn_fe sn_map_minus_a2 =
	SN_FE(0x7ffc8db3de3c9, 0x7ffffffffffff, 0x7ffffffffffff, 0x7ffffffffffff, 0x7ffffffffffff);
const struct sn_fe sn_map_sqrt_square_case =
	SN_FE(0x66483607c9ae0, 0x0c08adefbfa5b, 0x0597ef947780d, 0x67b48ea28dbe0, 0x4d061e0a045a2);
const struct sn_fe sn_map_sqrt_other_case =
	SN_FE(0x37d8717302c66, 0x1d4b2c8452b03, 0x4368bb50093fd, 0x477dc4aa3201f, 0x674a110d14c20);

/* Elligator 2 with the non-square 2, in Edwards coordinates. For the field element t let v = 2t² and w = v
 * + 1. One of the two abscissae -A/w and -A·v/w belongs to a point of Curve25519: the first if w/(w² - A²·v)
 * is not a square, otherwise the second. With z = -A or -A·v accordingly,
 *
 *     y = (z - w)/(z + w),  x = √(2·A·(A + 2)·t²·w/(w² - A²·v))  or  √(A·(A + 2)·w/(w² - A²·v)),
 *
 * with an even root for -A·v and an odd one for -A. Neither w nor w² - A²·v can be 0, because neither 2 nor
 * -2 is a square. Both cases are computed and one is selected, without a branch: the input shows which member
 * of a ring is real, which is secret. */
void sn_ge_from_hash(struct sn_ge *r, const uint8_t h[static 32])
{
	struct sn_fe t, v, w, den, root, x, z, other, up, down;

	sn_fe_from_bytes256(&t, h);
	sn_fe_sqr(&v, &t);
	sn_fe_add(&v, &v, &v);
	sn_fe_carry(&v, &v);
	sn_fe_add(&w, &v, &SN_FE_ONE);
	sn_fe_carry(&w, &w);
	sn_fe_sqr(&den, &w);
	sn_fe_mul(&x, &v, &sn_map_minus_a2);
	sn_fe_add(&den, &den, &x);

	uint64_t is_square = sn_fe_sqrt_ratio(&root, &w, &den);
	uint64_t is_other = sn_ct_mask(1 ^ is_square);
	sn_fe_mul(&x, &root, &sn_map_sqrt_square_case);
	sn_fe_mul(&x, &x, &t);
	sn_fe_mul(&z, &v, &sn_map_minus_a);
	/* Otherwise root² = √-1·w/den; the constant contains -√-1 to compensate. */
	sn_fe_mul(&other, &root, &sn_map_sqrt_other_case);
	sn_fe_cmov(&x, &other, is_other);
	sn_fe_cmov(&z, &sn_map_minus_a, is_other);
	uint64_t is_negative = sn_fe_is_negative(&x);
	sn_fe_neg(&other, &x);
	sn_fe_cmov(&x, &other, sn_ct_mask(1 ^ is_negative ^ is_square));

	/* (x, (z - w)/(z + w)) */
	sn_fe_sub(&up, &z, &w);
	sn_fe_add(&down, &z, &w);
	struct sn_ge_completed c = {.e = x, .f = down, .g = SN_FE_ONE, .h = up};
	sn_ge_complete(r, &c);
}

void sn_hash_to_ec(struct sn_ge *r, const uint8_t data[static 32])
{
	struct sn_hash h;
	struct sn_ge p;

	sn_keccak256(&h, data, 32);
	sn_ge_from_hash(&p, h.b);
	sn_ge_mul8(r, &p);
}

void sn_hash_to_ec_unbiased(struct sn_ge *r, const uint8_t data[static 32],
			    const struct sn_blake2b_person *person)
{
	struct sn_blake2b hash;
	struct sn_ge p, q;
	uint8_t h[64];

	sn_blake2b_init(&hash, sizeof h, NULL, person);
	sn_blake2b_update(&hash, data, 32);
	sn_blake2b_final(&hash, h);
	sn_ge_from_hash(&p, h);
	sn_ge_from_hash(&q, h + 32);
	sn_ge_add(&p, &p, &q);
	sn_ge_mul8(r, &p);
}
