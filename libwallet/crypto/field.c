#include "crypto/field.h"

const struct sn_fe sn_fe_sqrt_minus_one =
	SN_FE(0x61b274a0ea0b0, 0x0d5a5fc8f189d, 0x7ef5e9cbd0c60, 0x78595a6804c9e, 0x2b8324804fc1d);

bool sn_fe_is_zero(const struct sn_fe *a)
{
	uint8_t b[32], any = 0;

	sn_fe_to_bytes(b, a);
	for (int i = 0; i < 32; i++)
		any |= b[i];
	return any == 0;
}

bool sn_fe_is_equal(const struct sn_fe *a, const struct sn_fe *b)
{
	struct sn_fe t;

	sn_fe_carry(&t, b); /* sub does not accept a loose b */
	sn_fe_sub(&t, a, &t);
	sn_fe_carry(&t, &t);
	return sn_fe_is_zero(&t);
}

bool sn_fe_is_negative(const struct sn_fe *a)
{
	uint8_t b[32];

	sn_fe_to_bytes(b, a);
	return b[0] & 1;
}

/* n squarings and one multiplication turn an exponent of n ones into one of 2n ones; e_n below is
 * a^(2^n - 1). */
void sn_fe_pow_p58(struct sn_fe *r, const struct sn_fe *a)
{
	struct sn_fe e1 = *a, e2, e4, e5, e10, e20, e50, e100, t;

	sn_fe_sqr_times(&t, &e1, 1);
	sn_fe_mul(&e2, &t, &e1);
	sn_fe_sqr_times(&t, &e2, 2);
	sn_fe_mul(&e4, &t, &e2);
	sn_fe_sqr_times(&t, &e4, 1);
	sn_fe_mul(&e5, &t, &e1);
	sn_fe_sqr_times(&t, &e5, 5);
	sn_fe_mul(&e10, &t, &e5);
	sn_fe_sqr_times(&t, &e10, 10);
	sn_fe_mul(&e20, &t, &e10);
	sn_fe_sqr_times(&t, &e20, 20);
	sn_fe_mul(&t, &t, &e20);
	sn_fe_sqr_times(&t, &t, 10);
	sn_fe_mul(&e50, &t, &e10);
	sn_fe_sqr_times(&t, &e50, 50);
	sn_fe_mul(&e100, &t, &e50);
	sn_fe_sqr_times(&t, &e100, 100);
	sn_fe_mul(&t, &t, &e100);
	sn_fe_sqr_times(&t, &t, 50);
	sn_fe_mul(&t, &t, &e50);
	/* a^(2^250 - 1), and 4·(2^250 - 1) + 1 = 2^252 - 3 */
	sn_fe_sqr_times(&t, &t, 2);
	sn_fe_mul(r, &t, &e1);
}

void sn_fe_invert(struct sn_fe *r, const struct sn_fe *a)
{
	struct sn_fe a3, t;

	/* p - 2 = 8·(2^252 - 3) + 3 */
	sn_fe_sqr(&a3, a);
	sn_fe_mul(&a3, &a3, a);
	sn_fe_pow_p58(&t, a);
	sn_fe_sqr_times(&t, &t, 3);
	sn_fe_mul(r, &t, &a3);
}

bool sn_fe_sqrt_ratio(struct sn_fe *r, const struct sn_fe *u, const struct sn_fe *v)
{
	struct sn_fe v3, x, check, u_times_i, turned;

	/* x = u·v^3·(u·v^7)^((p-5)/8): v·x^2 is then u times a fourth root of unity. */
	sn_fe_sqr(&v3, v);
	sn_fe_mul(&v3, &v3, v);
	sn_fe_sqr(&x, &v3);
	sn_fe_mul(&x, &x, v);
	sn_fe_mul(&x, &x, u);
	sn_fe_pow_p58(&x, &x);
	sn_fe_mul(&x, &x, &v3);
	sn_fe_mul(&x, &x, u);

	sn_fe_sqr(&check, &x);
	sn_fe_mul(&check, &check, v);
	sn_fe_mul(&u_times_i, u, &sn_fe_sqrt_minus_one);
	bool is_u = sn_fe_is_equal(&check, u);
	bool is_iu = sn_fe_is_equal(&check, &u_times_i);
	sn_fe_add(&u_times_i, &check, &u_times_i);
	bool is_minus_iu = sn_fe_is_zero(&u_times_i);

	/* For -u and -√-1·u, correct the root by √-1. */
	sn_fe_mul(&turned, &x, &sn_fe_sqrt_minus_one);
	sn_fe_cmov(&x, &turned, sn_ct_mask(1 ^ (is_u | is_iu)));
	*r = x;
	/* For u = 0 all four cases coincide. */
	return is_u | (1 ^ (is_iu | is_minus_iu));
}
