#include "crypto/scalar.h"

#include "base/bytes.h"
#include "base/secret.h"
#include "crypto/ct.h"
#include "crypto/field.h"
#include "crypto/keccak.h"

#include <sodium.h>

const struct sn_scalar sn_scalar_zero = {{0}};
const struct sn_scalar sn_scalar_one = {{1}};
const struct sn_scalar sn_scalar_eight = {{8}};
const struct sn_scalar sn_scalar_inv_eight = {
	{0x79, 0x2f, 0xdc, 0xe2, 0x29, 0xe5, 0x06, 0x61, 0xd0, 0xda, 0x1c, 0x7d, 0xb3, 0x9d, 0xd3, 0x07,
	 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x06}};

const struct sn_scalar sn_scalar_order = {{0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7,
					   0xa2, 0xde, 0xf9, 0xde, 0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
					   0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x10}};
static const uint64_t order[4] = {0x5812631a5cf5d3ed, 0x14def9dea2f79cd6, 0, 0x1000000000000000};

bool sn_scalar_is_zero(const struct sn_scalar *a)
{
	return sodium_is_zero(a->b, 32);
}

bool sn_scalar_is_equal(const struct sn_scalar *a, const struct sn_scalar *b)
{
	return sodium_memcmp(a->b, b->b, 32) == 0;
}

void sn_scalar_from_u64(struct sn_scalar *r, uint64_t v)
{
	*r = sn_scalar_zero;
	sn_store_u64(r->b, v);
}

__extension__ typedef __int128 sn_i128;

/* r = a·b, of n and m words. */
SN_FE_INLINE void mul_words(uint64_t *r, const uint64_t *a, size_t n, const uint64_t *b, size_t m)
{
#pragma GCC unroll 8
	for (size_t i = 0; i < n; i++) {
		uint64_t carry = 0;
#pragma GCC unroll 4
		for (size_t j = 0; j < m; j++) {
			sn_u128 t = (sn_u128)a[i] * b[j] + (i ? r[i + j] : 0) + carry;
			r[i + j] = (uint64_t)t;
			carry = (uint64_t)(t >> 64);
		}
		r[i + m] = carry;
	}
}

/* r[0..n-1] = x[3..] / 2^60, that is, x / 2^252. The rest of x is x[0..3], below 2^252. */
SN_FE_INLINE void split(uint64_t *r, uint64_t *x, size_t n)
{
#pragma GCC unroll 8
	for (size_t i = 0; i < n; i++)
		r[i] = x[3 + i] >> 60 | x[4 + i] << 4;
	x[3] &= UINT64_MAX >> 4;
}

/* r = a + b and r = a - b, four words of each; the carry or the borrow. */
SN_FE_INLINE uint64_t add_words(uint64_t r[static 4], const uint64_t a[static 4], const uint64_t b[static 4])
{
	sn_u128 t = 0;

#pragma GCC unroll 4
	for (size_t i = 0; i < 4; i++) {
		t += (sn_u128)a[i] + b[i];
		r[i] = (uint64_t)t;
		t >>= 64;
	}
	return (uint64_t)t;
}

SN_FE_INLINE uint64_t sub_words(uint64_t r[static 4], const uint64_t a[static 4], const uint64_t b[static 4])
{
	uint64_t borrow = 0;

#pragma GCC unroll 4
	for (size_t i = 0; i < 4; i++) {
		sn_u128 t = (sn_u128)a[i] - b[i] - borrow;
		r[i] = (uint64_t)t;
		borrow = (uint64_t)(t >> 64) & 1;
	}
	return borrow;
}

SN_FE_INLINE bool is_less(const uint64_t a[static 4], const uint64_t b[static 4])
{
	uint64_t unused[4];

	return sub_words(unused, a, b);
}

SN_FE_INLINE void load(uint64_t r[static 4], const uint8_t in[static 32])
{
#pragma GCC unroll 4
	for (size_t i = 0; i < 4; i++)
		r[i] = sn_load_u64(in + 8 * i);
}

bool sn_scalar_is_canonical(const struct sn_scalar *a)
{
	uint64_t x[4];

	load(x, a->b);
	return is_less(x, order);
}

/* r -= m if r ≥ m. */
SN_FE_INLINE void sub_if_not_less(uint64_t r[static 4], const uint64_t m[static 4])
{
	uint64_t less[4], mask;

	mask = sn_ct_mask(sub_words(less, r, m));
#pragma GCC unroll 4
	for (size_t i = 0; i < 4; i++)
		r[i] = (r[i] & mask) | (less[i] & ~mask);
}

/* x mod l, x of 512 bits. c has the two lower words of l: l = 2^252 + c, so 2^252 = -c mod l. With
 * x = x1·2^252 + x0 and so on,
 *
 *   x = x0 - x1·c,   y = x1·c = y0 - y1·c,   z = y1·c = z0 - z1·c,   w = z1·c:   x = x0 - y0 + z0 - w.
 *
 * x1 < 2^260, so y < 2^385, z < 2^258, w < 2^131. After adding 2·l the sum is positive and below 4·l. */
SN_FE_INLINE void reduce(struct sn_scalar *r, uint64_t x[static 9])
{
	static const uint64_t twice[4] = {0xb024c634b9eba7da, 0x29bdf3bd45ef39ac, 0, 0x2000000000000000};
	uint64_t x1[5], y[8], y1[3], z[6], z1[1], w[4] = {0};
	sn_i128 t = 0;

	x[8] = 0;
	split(x1, x, 5);
	mul_words(y, x1, 5, order, 2);
	y[7] = 0;
	split(y1, y, 3);
	mul_words(z, y1, 3, order, 2);
	split(z1, z, 1);
	mul_words(w, z1, 1, order, 2);

#pragma GCC unroll 4
	for (size_t i = 0; i < 4; i++) {
		t += (sn_i128)x[i] + twice[i] + z[i] - y[i] - w[i];
		x[i] = (uint64_t)t;
		t >>= 64;
	}
	sub_if_not_less(x, twice);
	sub_if_not_less(x, order);
#pragma GCC unroll 4
	for (size_t i = 0; i < 4; i++)
		sn_store_u64(r->b + 8 * i, x[i]);
}

void sn_scalar_reduce(struct sn_scalar *r, const uint8_t in[static 32])
{
	uint64_t x[9] = {0};

	load(x, in);
	reduce(r, x);
}

void sn_scalar_reduce64(struct sn_scalar *r, const uint8_t in[static 64])
{
	uint64_t x[9];

	load(x, in);
	load(x + 4, in + 32);
	reduce(r, x);
}

void sn_scalar_add(struct sn_scalar *r, const struct sn_scalar *a, const struct sn_scalar *b)
{
	uint64_t x[9] = {0}, y[4];

	load(x, a->b);
	load(y, b->b);
	x[4] = add_words(x, x, y);
	reduce(r, x);
}

void sn_scalar_sub(struct sn_scalar *r, const struct sn_scalar *a, const struct sn_scalar *b)
{
	/* 16·l, which exceeds any b, without the 1 in its fifth word. */
	static const uint64_t sixteen[4] = {0x812631a5cf5d3ed0, 0x4def9dea2f79cd65, 1, 0};
	uint64_t x[9] = {0}, y[4];

	load(x, a->b);
	load(y, b->b);
	x[4] = 1 + add_words(x, x, sixteen);
	x[4] -= sub_words(x, x, y);
	reduce(r, x);
}

void sn_scalar_neg(struct sn_scalar *r, const struct sn_scalar *a)
{
	sn_scalar_sub(r, &sn_scalar_zero, a);
}

void sn_scalar_mul(struct sn_scalar *r, const struct sn_scalar *a, const struct sn_scalar *b)
{
	uint64_t x[9], u[4], v[4];

	load(u, a->b);
	load(v, b->b);
	mul_words(x, u, 4, v, 4);
	reduce(r, x);
}

void sn_scalar_muladd(struct sn_scalar *r, const struct sn_scalar *a, const struct sn_scalar *b,
		      const struct sn_scalar *add)
{
	uint64_t x[9], u[4], v[4], sum[4];

	load(u, a->b);
	load(v, b->b);
	mul_words(x, u, 4, v, 4);
	load(u, add->b);
	uint64_t carry[4] = {add_words(sum, x, u)};
	memcpy(x, sum, sizeof sum);
	add_words(x + 4, x + 4, carry);
	reduce(r, x);
}

/* a^(l - 2), four bits of the exponent at a time. */
void sn_scalar_invert(struct sn_scalar *r, const struct sn_scalar *a)
{
	struct sn_scalar power[16], t;

	power[1] = *a;
	for (size_t i = 2; i < 16; i++)
		sn_scalar_mul(&power[i], &power[i - 1], a);
	t = *a; /* the highest digit of l - 2 is 1 */
	for (size_t i = 63; i-- > 0;) {
		/* The order ends in 0xed: subtracting 2 does not borrow. */
		unsigned digit = (unsigned)(sn_scalar_order.b[i / 2] - (i < 2 ? 2 : 0)) >> 4 * (i % 2) & 15;
		for (size_t k = 0; k < 4; k++)
			sn_scalar_mul(&t, &t, &t);
		if (digit)
			sn_scalar_mul(&t, &t, &power[digit]);
	}
	*r = t;
	sn_wipe(power, sizeof power);
	sn_wipe(&t, sizeof t);
}

/* u /= 2^k, k < 64. */
static void shift(uint64_t u[static 4], unsigned k)
{
	for (size_t i = 0; i < 4; i++)
		u[i] = k ? u[i] >> k | (i < 3 ? u[i + 1] << (64 - k) : 0) : u[i];
}

/* x /= 2^k mod l, k < 63; x < l before and after. With m < 2^k such that x + m·l = 0 mod 2^k, the quotient is
 * (x + m·l)/2^k. */
static void halve(uint64_t x[static 4], unsigned k)
{
	static const uint64_t minus_inverse = 0xd2b51da312547e1b; /* of l, mod 2^64 */
	uint64_t m = (x[0] * minus_inverse) & ((UINT64_C(1) << k) - 1);
	uint64_t low[4], above;
	sn_u128 t = 0;

	for (size_t i = 0; i < 4; i++) {
		t += (sn_u128)m * order[i] + x[i];
		low[i] = (uint64_t)t;
		t >>= 64;
	}
	above = (uint64_t)t;
	shift(low, k);
	memcpy(x, low, sizeof low);
	x[3] |= k ? above << (64 - k) : 0;
}

/* Divide u by the largest power of 2 that divides it, and x by the same mod l. */
static void make_odd(uint64_t u[static 4], uint64_t x[static 4])
{
	while (!(u[0] & 1)) {
		unsigned k = u[0] ? (unsigned)__builtin_ctzll(u[0]) : 62;
		k = k > 62 ? 62 : k;
		shift(u, k);
		halve(x, k);
	}
}

/* u -= v, x -= y mod l. */
static void sub_both(uint64_t u[static 4], const uint64_t v[static 4], uint64_t x[static 4],
		     const uint64_t y[static 4])
{
	sub_words(u, u, v);
	if (sub_words(x, x, y))
		add_words(x, x, order);
}

static bool is_one(const uint64_t u[static 4])
{
	return u[0] == 1 && !(u[1] | u[2] | u[3]);
}

/* The binary greatest common divisor of a and l, with the invariants u = a·x and v = a·y mod l. Source:
 * Handbook of Applied Cryptography, 14.61, for an odd modulus. */
void sn_scalar_invert_vartime(struct sn_scalar *r, const struct sn_scalar *a)
{
	uint64_t u[4], v[4], x[4] = {1}, y[4] = {0};

	sn_scalar_reduce(r, a->b);
	if (sn_scalar_is_zero(r))
		return;
	load(u, r->b);
	memcpy(v, order, sizeof v);
	make_odd(u, x);
	while (!is_one(u) && !is_one(v)) {
		if (is_less(u, v)) {
			sub_both(v, u, y, x);
			make_odd(v, y);
		} else {
			sub_both(u, v, x, y);
			make_odd(u, x);
		}
	}
	for (size_t i = 0; i < 4; i++)
		sn_store_u64(r->b + 8 * i, is_one(u) ? x[i] : y[i]);
}

void sn_hash_to_scalar(struct sn_scalar *r, const void *data, size_t len)
{
	struct sn_hash h;

	sn_keccak256(&h, data, len);
	sn_scalar_reduce(r, h.b);
	sn_wipe(&h, sizeof h);
}
