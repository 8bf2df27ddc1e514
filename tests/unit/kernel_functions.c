/* Every kernel is compared with the functions for one point, on all special cases and on random points.
 * SN_KERNEL_POINTS sets their number; `make check-kernels` takes millions. */
#include "kernel/kernel.h"

#include "crypto/derive.h"
#include "crypto/group_mul.h"
#include "crypto/hash_to_point.h"
#include "crypto/scalar.h"
#include "crypto/x25519.h"
#include "kernel/portable.h"
#include "crypto_helpers.h"
#include "kernel_plain.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

static size_t number_of_points(size_t otherwise)
{
	const char *number = getenv("SN_KERNEL_POINTS");
	return number ? strtoull(number, NULL, 10) : otherwise;
}

/* 8·(a·R), by the functions for one point. */
static bool one_derivation(struct sn_point *d, const struct sn_point *key, const struct sn_scalar *secret)
{
	return sn_derive(d, key, secret) == SN_OK;
}

static void compare(const struct sn_kernel *kernel, const struct sn_point *keys, size_t n,
		    const struct sn_scalar *secret, const char *what)
{
	struct sn_point *d = calloc(n + 1, sizeof *d), expected;
	bool *is_valid = calloc(n + 1, sizeof *is_valid);
	cr_assert(d && is_valid);
	memset(&d[n], 0xaa, sizeof *d);
	cr_assert_eq(kernel->derive(d, is_valid, keys, n, secret), SN_OK);
	for (size_t i = 0; i < n; i++) {
		bool is_point = one_derivation(&expected, &keys[i], secret);
		cr_assert_eq(is_valid[i], is_point, "%s, %s: key %zu of %zu", kernel->name, what, i, n);
		cr_assert(sn_point_is_equal(&d[i], &expected), "%s, %s: key %zu of %zu", kernel->name, what,
			  i, n);
	}
	cr_assert_eq(d[n].b[0], 0xaa, "%s writes too far", kernel->name);
	free(d);
	free(is_valid);
}

/* Keys of every kind: of small order, invalid, with torsion, of prime order. */
enum { SPECIAL = 8 + 2 * 20 + 4 };

static struct sn_point special_key(size_t i)
{
	struct sn_point p = {{0}};

	if (i < 8)
		return point_from_hex(torsion_hex[i]);
	i -= 8;
	if (i < 40) { /* y = p - 1, …, p + 18, with either sign */
		memset(p.b, 0xff, sizeof p.b);
		p.b[0] = (uint8_t)(0xec + i / 2);
		p.b[31] = i % 2 ? 0xff : 0x7f;
		return p;
	}
	p.b[0] = (uint8_t)(i - 40) / 2 + 1; /* invalid: the identity with a sign, and y = 2 */
	p.b[31] = i % 2 ? 0x80 : 0;
	return p;
}

static struct sn_point some_key(size_t i, struct sn_random *g)
{
	struct sn_point p;
	struct sn_ge r = random_point(g), t = torsion_point((int)(i / 5 % 8));

	switch (i % 5) {
	case 0:
		return special_key(i / 5 % SPECIAL);
	case 1:
		sn_random_bytes(g, p.b, sizeof p.b);
		return p;
	case 2:
		sn_ge_mul8(&r, &r);
		break;
	default:
		sn_ge_add(&r, &r, &t);
	}
	sn_ge_encode(&p, &r);
	return p;
}

/* Special secrets. With ±1/8 mod l, the derivation of R is R or -R, for R of order l. */
enum { SECRETS = EDGES + 4 };

static struct sn_scalar special_secret(int i, struct sn_random *g)
{
	struct sn_scalar s = sn_scalar_inv_eight;

	if (i < EDGES)
		return edge_scalar(i);
	if (i == EDGES)
		return s;
	if (i == EDGES + 1)
		sn_scalar_neg(&s, &s);
	else
		sn_random_scalar(g, &s);
	return s;
}

Test(kernel_functions, special_keys_and_secrets)
{
	enum { N = 5 * SPECIAL + 3 };
	struct sn_point keys[N];
	struct sn_random g = test_random("special");

	for (size_t i = 0; i < N; i++)
		keys[i] = some_key(i, &g);
	for (size_t k = 0; kernel_number(k); k++) {
		for (int i = 0; i < SECRETS; i++) {
			struct sn_scalar secret = special_secret(i, &g);
			char what[32];
			snprintf(what, sizeof what, "secret %d", i);
			compare(kernel_number(k), keys, kernel_number(k) == &kernel_plain ? N / 2 : N,
				&secret, what);
		}
	}
}

/* Each special key in each lane, alone among good keys, and together with another one. */
Test(kernel_functions, a_bad_key_does_not_affect_others)
{
	enum { N = 16 };
	struct sn_point keys[N], good[N];
	struct sn_random g = test_random("lanes");
	struct sn_scalar secret;

	sn_random_scalar(&g, &secret);
	for (size_t i = 0; i < N; i++)
		good[i] = some_key(5 * i + 2, &g);
	for (size_t k = 0; kernel_number(k); k++) {
		for (size_t i = 0; i < SPECIAL; i++) {
			memcpy(keys, good, sizeof keys);
			keys[i % N] = special_key(i);
			if (i % 3 == 0)
				keys[(i + 8) % N] = special_key((i + 1) % SPECIAL);
			compare(kernel_number(k), keys, N, &secret, "one bad key");
		}
	}
}

/* All numbers of keys, up to more than one shared inversion. */
Test(kernel_functions, numbers_of_keys)
{
	enum { N = 150 };
	struct sn_point keys[N], d[N], expected[N];
	bool is_valid[N];
	struct sn_random g = test_random("numbers");
	struct sn_scalar secret;

	sn_random_scalar(&g, &secret);
	for (size_t i = 0; i < N; i++) {
		keys[i] = some_key(i, &g);
		one_derivation(&expected[i], &keys[i], &secret);
	}
	for (size_t k = 1; kernel_number(k); k++) {
		for (size_t n = 0; n <= N; n += n < 20 ? 1 : 13) {
			memset(d, 0xaa, sizeof d);
			cr_assert_eq(kernel_number(k)->derive(d, is_valid, keys, n, &secret), SN_OK);
			cr_assert_arr_eq(d, expected, n * sizeof *d, "%s: %zu", kernel_number(k)->name, n);
			cr_assert(n == N || d[n].b[0] == 0xaa);
		}
		/* In place. */
		memcpy(d, keys, sizeof d);
		cr_assert_eq(kernel_number(k)->derive(d, is_valid, d, N, &secret), SN_OK);
		cr_assert_arr_eq(d, expected, sizeof d);
	}
}

/* All kernels are compared with each other. The points are P + i·Q: cheap to compute, and of all orders. */
Test(kernel_functions, many_random_keys, .timeout = 100000)
{
	enum { AT_ONCE = 500 };
	static struct sn_ge p[AT_ONCE];
	static struct sn_point keys[AT_ONCE], d[2][AT_ONCE];
	static bool is_valid[2][AT_ONCE];
	struct sn_random g = test_random("many");
	size_t total = number_of_points(10000);

	for (size_t done = 0; done < total; done += AT_ONCE) {
		struct sn_scalar secret;
		struct sn_ge q = random_point(&g);
		sn_random_scalar(&g, &secret);
		p[0] = random_point(&g);
		for (size_t i = 1; i < AT_ONCE; i++)
			sn_ge_add(&p[i], &p[i - 1], &q);
		sn_ge_encode_many(keys, p, AT_ONCE);
		for (size_t i = done / AT_ONCE % 7; i < AT_ONCE; i += 7)
			keys[i].b[i % 32] ^= 4; /* half of these are valid */
		cr_assert_eq(sn_kernel_portable.derive(d[0], is_valid[0], keys, AT_ONCE, &secret), SN_OK);
		for (size_t k = 1; kernel_number(k); k++) {
			if (kernel_number(k) == &kernel_plain && done % (8 * AT_ONCE))
				continue; /* slow */
			cr_assert_eq(kernel_number(k)->derive(d[1], is_valid[1], keys, AT_ONCE, &secret),
				     SN_OK);
			cr_assert_arr_eq(is_valid[1], is_valid[0], sizeof *is_valid, "%s",
					 kernel_number(k)->name);
			cr_assert_arr_eq(d[1], d[0], sizeof *d, "%s", kernel_number(k)->name);
		}
	}
}

/* Compare X, Y and Z, and then T, which the addition uses. */
static void check_point(const struct sn_kernel *kernel, size_t i, const struct sn_ge *r,
			const struct sn_ge *expected)
{
	struct sn_ge twice, expected_twice;

	cr_assert(sn_ge_is_equal(r, expected), "%s: %zu", kernel->name, i);
	sn_ge_add(&twice, r, r);
	sn_ge_add(&expected_twice, expected, expected);
	cr_assert(sn_ge_is_equal(&twice, &expected_twice), "%s: T of %zu", kernel->name, i);
}

Test(kernel_functions, decoding)
{
	enum { N = 400 };
	static struct sn_point in[N];
	static struct sn_ge r[N];
	static bool is_valid[N];
	struct sn_random g = test_random("decoding");

	for (size_t i = 0; i < N; i++)
		in[i] = some_key(i, &g);
	for (size_t k = 0; kernel_number(k); k++) {
		for (size_t n = N - 9; n <= N; n++) {
			kernel_number(k)->decode(r, is_valid, in, n);
			for (size_t i = 0; i < n; i++) {
				struct sn_ge expected = sn_ge_identity;
				bool is_point = sn_ge_decode(&expected, &in[i]) == SN_OK;
				cr_assert_eq(is_valid[i], is_point, "%s: %zu", kernel_number(k)->name, i);
				check_point(kernel_number(k), i, &r[i], &expected);
			}
		}
	}
}

/* Points of order l, 2·l, 4·l and 8·l, those of small order, and the identity; with Z = 1 and others. */
Test(kernel_functions, torsion)
{
	enum { N = 200 };
	static struct sn_ge p[N];
	static bool is_free[N + 1];
	struct sn_random g = test_random("torsion");

	for (size_t i = 0; i < N; i++) {
		struct sn_ge t = torsion_point(i % 8);
		p[i] = i < 16 ? sn_ge_identity : random_point(&g);
		sn_ge_mul8(&p[i], &p[i]);
		sn_ge_add(&p[i], &p[i], &t);
		if (i % 3 == 0) {
			struct sn_point encoded;
			sn_ge_encode(&encoded, &p[i]);
			cr_assert_eq(sn_ge_decode(&p[i], &encoded), SN_OK);
		}
	}
	for (size_t k = 0; kernel_number(k); k++) {
		for (size_t n = N - 9; n <= N; n++) {
			memset(is_free, 0x55, sizeof is_free);
			kernel_number(k)->torsion_free(is_free, p, n);
			cr_assert_eq(((uint8_t *)is_free)[n], 0x55, "%s writes behind",
				     kernel_number(k)->name);
			for (size_t i = 0; i < n; i++)
				cr_assert_eq(is_free[i], i % 8 == 0, "%s: %zu", kernel_number(k)->name, i);
		}
	}
}

/* Hashes of either sign and of both cases of the map, 0, and values not below the prime. */
Test(kernel_functions, hashing_to_points)
{
	enum { N = 90 };
	static struct sn_hash in[N];
	static struct sn_ge r[N + 1];
	struct sn_random g = test_random("hashing");

	for (size_t i = 0; i < N - 30; i++)
		sn_random_bytes(&g, in[i].b, sizeof in[i].b);
	for (size_t i = 0; i < 15; i++) {
		in[N - 30 + i].b[0] = (uint8_t)i;
		memset(in[N - 15 + i].b, 0xff, sizeof in[i].b);
		in[N - 15 + i].b[0] = (uint8_t)(0xe0 + i);
		in[N - 15 + i].b[31] = i % 2 ? 0x7f : 0xff;
	}
	for (size_t k = 0; kernel_number(k); k++) {
		for (size_t n = 0; n <= N; n += n < 10 ? 1 : 16) {
			memset(r, 0x55, sizeof r);
			kernel_number(k)->hash_to_points(r, in, n);
			cr_assert_eq(((uint8_t *)&r[n])[0], 0x55, "%s writes behind", kernel_number(k)->name);
			for (size_t i = 0; i < n; i++) {
				struct sn_ge expected;
				sn_ge_from_hash(&expected, in[i].b);
				sn_ge_mul8(&expected, &expected);
				check_point(kernel_number(k), i, &r[i], &expected);
			}
		}
	}
}

Test(kernel_functions, multiples_of_the_base_point)
{
	enum { N = 150 };
	static struct sn_ge p[N];
	static struct sn_scalar s[N];
	static struct sn_point r[N + 1], expected[N];
	struct sn_random g = test_random("base");

	for (int i = 0; i < N; i++) {
		struct sn_ge sum;
		s[i] = special_secret(i % SECRETS, &g);
		p[i] = i % 9 ? random_point(&g) : i % 2 ? torsion_point(i / 9 % 8) : sn_ge_identity;
		sn_ge_mul_base(&sum, &s[i]);
		if (i % 10 == 7)
			sn_ge_neg(&p[i], &sum);
		sn_ge_add(&sum, &sum, &p[i]);
		sn_ge_encode(&expected[i], &sum);
	}
	for (size_t k = 0; kernel_number(k); k++) {
		for (size_t n = 0; n <= N; n += n < 10 ? 1 : 14) {
			memset(r, 0xaa, sizeof r);
			kernel_number(k)->add_base(r, p, s, n);
			cr_assert_arr_eq(r, expected, n * sizeof *r, "%s: %zu", kernel_number(k)->name, n);
			cr_assert_eq(r[n].b[0], 0xaa);
		}
	}
}

/* Points with and without torsion. */
Test(kernel_functions, multiples)
{
	enum { N = 150 };
	static struct sn_ge p[N];
	static struct sn_scalar s[N];
	static struct sn_point r[N + 1], expected[N];
	struct sn_random g = test_random("multiples");

	for (int i = 0; i < N; i++) {
		struct sn_ge product;
		s[i] = special_secret(i % SECRETS, &g);
		p[i] = i % 9 ? random_point(&g) : i % 2 ? torsion_point(i / 9 % 8) : sn_ge_identity;
		slow_mul(&product, &s[i], &p[i]);
		sn_ge_encode(&expected[i], &product);
	}
	for (size_t k = 0; kernel_number(k); k++) {
		for (size_t n = 0; n <= N; n += n < 10 ? 1 : 14) {
			memset(r, 0xaa, sizeof r);
			kernel_number(k)->multiply(r, p, s, n);
			cr_assert_arr_eq(r, expected, n * sizeof *r, "%s: %zu", kernel_number(k)->name, n);
			cr_assert_eq(r[n].b[0], 0xaa);
		}
	}
}

/* Numbers of every kind: of small order, around p and 2^255, on the curve, on the twist. */
static struct sn_x25519 some_u(size_t i, struct sn_random *g)
{
	static const uint8_t order_8[32] = {0xe0, 0xeb, 0x7a, 0x7c, 0x3b, 0x41, 0xb8, 0xae, 0x16, 0x56, 0xe3,
					    0xfa, 0xf1, 0x9f, 0xc4, 0x6a, 0xda, 0x09, 0x8d, 0xeb, 0x9c, 0x32,
					    0xb1, 0xfd, 0x86, 0x62, 0x05, 0x16, 0x5f, 0x49, 0xb8, 0x00};
	struct sn_x25519 u = {{0}};

	switch (i % 4) {
	case 0: /* 0, 1, ... */
		u.b[0] = (uint8_t)(i / 8 % 20);
		u.b[31] = i % 8 ? 0x80 : 0;
		return u;
	case 1: /* p - 3, ..., 2^255 - 1, either without or with bit 255 */
		memset(u.b, 0xff, sizeof u.b);
		u.b[0] = (uint8_t)(0xea + i / 8 % 22);
		u.b[31] = i % 8 == 1 ? 0x7f : 0xff;
		return u;
	case 2:
		if (i % 8 == 2)
			memcpy(u.b, order_8, sizeof u.b);
		else
			sn_random_bytes(g, u.b, sizeof u.b);
		return u;
	default: {
		struct sn_ge p = random_point(g);
		cr_assert_eq(sn_x25519_from_ge(&u, &p), SN_OK);
		return u;
	}
	}
}

/* All numbers of u, up to more than one shared inversion, by odd and even secrets, in which 0 and l are. */
Test(kernel_functions, x25519)
{
	enum { N = 180 };
	static struct sn_x25519 u[N], r[N + 1], expected[N];
	struct sn_random g = test_random("x25519");

	for (int s = 0; s < SECRETS; s++) {
		struct sn_scalar secret = special_secret(s, &g);
		secret.b[31] |= s % 2 ? 0x80 : 0; /* does not count */
		for (size_t i = 0; i < N; i++) {
			u[i] = some_u(i, &g);
			sn_x25519(&expected[i], &secret, &u[i]);
		}
		for (size_t k = 0; kernel_number(k); k++) {
			const struct sn_kernel *kernel = kernel_number(k);
			size_t most = kernel == &kernel_plain && s % 4 ? 20 : N; /* slow */
			for (size_t n = 0; n <= most; n += n < 18 ? 1 : 81) {
				memset(r, 0xaa, sizeof r);
				kernel->x25519(r, u, n, &secret);
				cr_assert_arr_eq(r, expected, n * sizeof *r, "%s: secret %d, %zu",
						 kernel->name, s, n);
				cr_assert_eq(r[n].b[0], 0xaa, "%s writes too far", kernel->name);
			}
			memcpy(r, u, sizeof u);
			kernel->x25519(r, r, most, &secret);
			cr_assert_arr_eq(r, expected, most * sizeof *r, "%s: in place", kernel->name);
		}
	}
}

/* One u of small order in each place, alone among others, and all of them. */
Test(kernel_functions, a_zero_does_not_affect_others)
{
	enum { N = 17 };
	struct sn_x25519 u[N], r[N], expected[N];
	struct sn_random g = test_random("zero");
	struct sn_scalar eight = sn_scalar_eight;

	for (size_t k = 0; kernel_number(k); k++) {
		for (size_t i = 0; i <= N; i++) {
			for (size_t j = 0; j < N; j++) {
				sn_random_bytes(&g, u[j].b, sizeof u[j].b);
				if (i == N || j == i || j == (i + 8) % N)
					u[j] = (struct sn_x25519){{j % 2}};
				sn_x25519(&expected[j], &eight, &u[j]);
			}
			kernel_number(k)->x25519(r, u, N, &eight);
			cr_assert_arr_eq(r, expected, sizeof r, "%s: %zu", kernel_number(k)->name, i);
		}
	}
}

/* All kernels are compared with each other. */
Test(kernel_functions, x25519_of_many_random_numbers, .timeout = 100000)
{
	enum { AT_ONCE = 500 };
	static struct sn_x25519 u[AT_ONCE], r[2][AT_ONCE];
	struct sn_random g = test_random("x25519 many");
	size_t total = number_of_points(4000);

	for (size_t done = 0; done < total; done += AT_ONCE) {
		struct sn_scalar secret;
		sn_random_scalar(&g, &secret);
		sn_random_bytes(&g, u, sizeof u);
		sn_kernel_portable.x25519(r[0], u, AT_ONCE, &secret);
		for (size_t k = 1; kernel_number(k); k++) {
			if (kernel_number(k) == &kernel_plain && done % (8 * AT_ONCE))
				continue; /* slow */
			kernel_number(k)->x25519(r[1], u, AT_ONCE, &secret);
			cr_assert_arr_eq(r[1], r[0], sizeof *r, "%s", kernel_number(k)->name);
		}
	}
}

Test(kernel_functions, short_messages)
{
	enum { N = 3 * (SN_SHORT_MAX + 1) };
	struct sn_short_message m[N];
	struct sn_hash h[N + 1], expected[N];
	struct sn_random g = test_random("short");

	for (size_t i = 0; i < N; i++) {
		uint8_t data[SN_SHORT_MAX];
		size_t len = i % (SN_SHORT_MAX + 1);
		sn_random_bytes(&g, data, sizeof data);
		sn_keccak256(&expected[i], data, len);
		sn_short_message_init(&m[i], data, len);
	}
	for (size_t k = 0; kernel_number(k); k++) {
		for (size_t n = N - 9; n <= N; n++) {
			memset(h, 0xaa, sizeof h);
			kernel_number(k)->keccak_short(h, m, n);
			cr_assert_arr_eq(h, expected, n * sizeof *h, "%s: %zu", kernel_number(k)->name, n);
			cr_assert_eq(h[n].b[0], 0xaa);
		}
	}
}
