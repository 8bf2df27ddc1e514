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

/* Numbers of 256 bits in words, and the two types of twice the size. Loops are unrolled for words of 64
 * bits only: for words of 32 bits the code would be four times as long. */
#ifdef SN_FIELD_25
typedef uint32_t word;
typedef uint64_t wide;
typedef int64_t wide_signed;
#define WORD_BITS 32
#define CONSTANT(v) (word)(v), (word)((uint64_t)(v) >> 32) /* 64 bits of a constant */
#define LOAD(p) sn_load_u32(p)
#define STORE(p, v) sn_store_u32(p, v)
#define UNROLL _Pragma("GCC unroll 1")
#define INLINE static
#else
typedef uint64_t word;
typedef sn_u128 wide;
__extension__ typedef __int128 wide_signed;
#define WORD_BITS 64
#define CONSTANT(v) v
#define LOAD(p) sn_load_u64(p)
#define STORE(p, v) sn_store_u64(p, v)
#define UNROLL _Pragma("GCC unroll 8")
#define INLINE SN_FE_INLINE
#endif

enum {
	WORDS = 256 / WORD_BITS,
	HALF = WORDS / 2,
	WORD_BYTES = WORD_BITS / 8,
};

static const word order[WORDS] = {CONSTANT(0x5812631a5cf5d3ed), CONSTANT(0x14def9dea2f79cd6), CONSTANT(0),
				  CONSTANT(0x1000000000000000)};

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

/* r = a·b, of n and m words. */
INLINE void mul_words(word *r, const word *a, size_t n, const word *b, size_t m)
{
	UNROLL
	for (size_t i = 0; i < n; i++) {
		word carry = 0;
		UNROLL
		for (size_t j = 0; j < m; j++) {
			wide t = (wide)a[i] * b[j] + (i ? r[i + j] : 0) + carry;
			r[i + j] = (word)t;
			carry = (word)(t >> WORD_BITS);
		}
		r[i + m] = carry;
	}
}

/* r[0..n-1] = x / 2^252, from the n + 1 highest words of x. The rest of x, below 2^252, are its WORDS
 * lowest. */
INLINE void split(word *r, word *x, size_t n)
{
	UNROLL
	for (size_t i = 0; i < n; i++)
		r[i] = x[WORDS - 1 + i] >> (WORD_BITS - 4) | x[WORDS + i] << 4;
	x[WORDS - 1] &= (word)-1 >> 4;
}

/* r = a + b and r = a - b, WORDS words of each; the carry or the borrow. */
INLINE word add_words(word r[static WORDS], const word a[static WORDS], const word b[static WORDS])
{
	wide t = 0;

	UNROLL
	for (size_t i = 0; i < WORDS; i++) {
		t += (wide)a[i] + b[i];
		r[i] = (word)t;
		t >>= WORD_BITS;
	}
	return (word)t;
}

INLINE word sub_words(word r[static WORDS], const word a[static WORDS], const word b[static WORDS])
{
	word borrow = 0;

	UNROLL
	for (size_t i = 0; i < WORDS; i++) {
		wide t = (wide)a[i] - b[i] - borrow;
		r[i] = (word)t;
		borrow = (word)(t >> WORD_BITS) & 1;
	}
	return borrow;
}

INLINE bool is_less(const word a[static WORDS], const word b[static WORDS])
{
	word unused[WORDS];

	return sub_words(unused, a, b);
}

INLINE void load(word r[static WORDS], const uint8_t in[static 32])
{
	UNROLL
	for (size_t i = 0; i < WORDS; i++)
		r[i] = LOAD(in + WORD_BYTES * i);
}

bool sn_scalar_is_canonical(const struct sn_scalar *a)
{
	word x[WORDS];

	load(x, a->b);
	return is_less(x, order);
}

/* r -= m if r ≥ m. */
INLINE void sub_if_not_less(word r[static WORDS], const word m[static WORDS])
{
	word less[WORDS], mask;

	mask = sn_ct_mask(sub_words(less, r, m));
	UNROLL
	for (size_t i = 0; i < WORDS; i++)
		r[i] = (r[i] & mask) | (less[i] & ~mask);
}

/* x mod l, x of 512 bits. c has the two lower words of l: l = 2^252 + c, so 2^252 = -c mod l. With
 * x = x1·2^252 + x0 and so on,
 *
 *   x = x0 - x1·c,   y = x1·c = y0 - y1·c,   z = y1·c = z0 - z1·c,   w = z1·c:   x = x0 - y0 + z0 - w.
 *
 * x1 < 2^260, so y < 2^385, z < 2^258, w < 2^131. After adding 2·l the sum is positive and below 4·l. */
INLINE void reduce(struct sn_scalar *r, word x[static 2 * WORDS + 1])
{
	static const word twice[WORDS] = {CONSTANT(0xb024c634b9eba7da), CONSTANT(0x29bdf3bd45ef39ac),
					  CONSTANT(0), CONSTANT(0x2000000000000000)};
	word x1[WORDS + 1], y[WORDS + 1 + HALF], y1[HALF + 1], z[2 * HALF + 1], z1[1], w[WORDS] = {0};
	wide_signed t = 0;

	x[2 * WORDS] = 0;
	split(x1, x, WORDS + 1);
	mul_words(y, x1, WORDS + 1, order, HALF);
	split(y1, y, HALF + 1);
	mul_words(z, y1, HALF + 1, order, HALF);
	split(z1, z, 1);
	mul_words(w, z1, 1, order, HALF);

	UNROLL
	for (size_t i = 0; i < WORDS; i++) {
		t += (wide_signed)x[i] + twice[i] + z[i] - y[i] - w[i];
		x[i] = (word)t;
		t >>= WORD_BITS;
	}
	sub_if_not_less(x, twice);
	sub_if_not_less(x, order);
	UNROLL
	for (size_t i = 0; i < WORDS; i++)
		STORE(r->b + WORD_BYTES * i, x[i]);
}

void sn_scalar_reduce(struct sn_scalar *r, const uint8_t in[static 32])
{
	word x[2 * WORDS + 1] = {0};

	load(x, in);
	reduce(r, x);
}

void sn_scalar_reduce64(struct sn_scalar *r, const uint8_t in[static 64])
{
	word x[2 * WORDS + 1];

	load(x, in);
	load(x + WORDS, in + 32);
	reduce(r, x);
}

void sn_scalar_add(struct sn_scalar *r, const struct sn_scalar *a, const struct sn_scalar *b)
{
	word x[2 * WORDS + 1] = {0}, y[WORDS];

	load(x, a->b);
	load(y, b->b);
	x[WORDS] = add_words(x, x, y);
	reduce(r, x);
}

void sn_scalar_sub(struct sn_scalar *r, const struct sn_scalar *a, const struct sn_scalar *b)
{
	/* 16·l, which exceeds any b, without its bit 256. */
	static const word sixteen[WORDS] = {CONSTANT(0x812631a5cf5d3ed0), CONSTANT(0x4def9dea2f79cd65),
					    CONSTANT(1), CONSTANT(0)};
	word x[2 * WORDS + 1] = {0}, y[WORDS];

	load(x, a->b);
	load(y, b->b);
	x[WORDS] = 1 + add_words(x, x, sixteen);
	x[WORDS] -= sub_words(x, x, y);
	reduce(r, x);
}

void sn_scalar_neg(struct sn_scalar *r, const struct sn_scalar *a)
{
	sn_scalar_sub(r, &sn_scalar_zero, a);
}

void sn_scalar_mul(struct sn_scalar *r, const struct sn_scalar *a, const struct sn_scalar *b)
{
	word x[2 * WORDS + 1], u[WORDS], v[WORDS];

	load(u, a->b);
	load(v, b->b);
	mul_words(x, u, WORDS, v, WORDS);
	reduce(r, x);
}

void sn_scalar_muladd(struct sn_scalar *r, const struct sn_scalar *a, const struct sn_scalar *b,
		      const struct sn_scalar *add)
{
	word x[2 * WORDS + 1], u[WORDS], v[WORDS], sum[WORDS];

	load(u, a->b);
	load(v, b->b);
	mul_words(x, u, WORDS, v, WORDS);
	load(u, add->b);
	word carry[WORDS] = {add_words(sum, x, u)};
	memcpy(x, sum, sizeof sum);
	add_words(x + WORDS, x + WORDS, carry);
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

/* u /= 2^k, k < WORD_BITS. */
static void shift(word u[static WORDS], unsigned k)
{
	for (size_t i = 0; i < WORDS; i++)
		u[i] = k ? u[i] >> k | (i < WORDS - 1 ? u[i + 1] << (WORD_BITS - k) : 0) : u[i];
}

/* x /= 2^k mod l, k < WORD_BITS - 1; x < l before and after. With m < 2^k such that x + m·l = 0 mod 2^k,
 * the quotient is (x + m·l)/2^k. */
static void halve(word x[static WORDS], unsigned k)
{
	static const word minus_inverse = (word)0xd2b51da312547e1b; /* of l, mod 2^WORD_BITS */
	word m = (x[0] * minus_inverse) & (((word)1 << k) - 1);
	word low[WORDS], above;
	wide t = 0;

	for (size_t i = 0; i < WORDS; i++) {
		t += (wide)m * order[i] + x[i];
		low[i] = (word)t;
		t >>= WORD_BITS;
	}
	above = (word)t;
	shift(low, k);
	memcpy(x, low, sizeof low);
	x[WORDS - 1] |= k ? above << (WORD_BITS - k) : 0;
}

/* Divide u by the largest power of 2 that divides it, and x by the same mod l. */
static void make_odd(word u[static WORDS], word x[static WORDS])
{
	const unsigned most = WORD_BITS - 2;

	while (!(u[0] & 1)) {
		unsigned k = u[0] ? (unsigned)__builtin_ctzll(u[0]) : most;
		k = k > most ? most : k;
		shift(u, k);
		halve(x, k);
	}
}

/* u -= v, x -= y mod l. */
static void sub_both(word u[static WORDS], const word v[static WORDS], word x[static WORDS],
		     const word y[static WORDS])
{
	sub_words(u, u, v);
	if (sub_words(x, x, y))
		add_words(x, x, order);
}

static bool is_one(const word u[static WORDS])
{
	word rest = u[0] ^ 1;

	for (size_t i = 1; i < WORDS; i++)
		rest |= u[i];
	return !rest;
}

/* The binary greatest common divisor of a and l, with the invariants u = a·x and v = a·y mod l. Source:
 * Handbook of Applied Cryptography, 14.61, for an odd modulus. */
void sn_scalar_invert_vartime(struct sn_scalar *r, const struct sn_scalar *a)
{
	word u[WORDS], v[WORDS], x[WORDS] = {1}, y[WORDS] = {0};

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
	for (size_t i = 0; i < WORDS; i++)
		STORE(r->b + WORD_BYTES * i, is_one(u) ? x[i] : y[i]);
}

void sn_hash_to_scalar(struct sn_scalar *r, const void *data, size_t len)
{
	struct sn_hash h;

	sn_keccak256(&h, data, len);
	sn_scalar_reduce(r, h.b);
	sn_wipe(&h, sizeof h);
}
