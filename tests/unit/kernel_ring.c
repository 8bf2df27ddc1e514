/* Every way to do the rounds of a ring against plain multiplication: with points of all orders, and integers
 * that are no scalars. */
#include "kernel/ring.h"

#include "crypto/group_mul.h"
#include "crypto/hash_to_point.h"
#include "crypto/scalar.h"
#include "crypto_helpers.h"
#include "kernel_plain.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { MEMBERS = 19, SCALARS = 40 };

static struct {
	struct sn_ring_points member[MEMBERS];
	struct sn_scalar scalar[SCALARS];
	struct sn_ge k;
} data;

static struct sn_ge some_point(struct sn_random *random, size_t i)
{
	/* Of order 8: reference implementation, tests/unit_tests/bulletproofs_plus.cpp, torsion_elements. */
	static const struct sn_point torsion = {{0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f,
						 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
						 0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6,
						 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0xfa}};
	struct sn_ge p;
	uint8_t bytes[32];

	sn_random_bytes(random, bytes, sizeof bytes);
	sn_ge_from_hash(&p, bytes);
	switch (i % 5) {
	case 0:
		sn_ge_mul8(&p, &p);
		break;
	case 1:
		p = i % 2 ? sn_ge_identity : sn_ge_base;
		break;
	case 2:
		cr_assert_eq(sn_ge_decode(&p, &torsion), SN_OK);
		for (size_t k = 0; k < i / 5 % 3; k++)
			sn_ge_double(&p, &p);
		break;
	default:
		break; /* with torsion, most often */
	}
	return p;
}

static void make_data(void)
{
	struct sn_random random;

	random = test_random("ring");
	for (size_t i = 0; i < MEMBERS; i++)
		data.member[i] =
			(struct sn_ring_points){some_point(&random, i), some_point(&random, 2 * i + 1),
						some_point(&random, 3 * i + 2)};
	data.k = some_point(&random, 3);
	for (size_t i = 0; i < SCALARS; i++)
		sn_random_scalar(&random, &data.scalar[i]);
	data.scalar[2] = sn_scalar_zero;
	data.scalar[5] = sn_scalar_one;
	data.scalar[7] = sn_scalar_order;
	memset(&data.scalar[11], 0xff, 32);
	data.scalar[11].b[31] = 0x7f;
	memset(&data.scalar[12], 0x88, 32);
	data.scalar[12].b[31] = 0x78;
	memset(&data.scalar[17], 0x77, 32);
	sn_scalar_neg(&data.scalar[18], &sn_scalar_one);
}

static void multiply_add(struct sn_ge *sum, const struct sn_scalar *a, const struct sn_ge *p)
{
	struct sn_ge part;

	sn_ge_mul(&part, a, p);
	sn_ge_add(sum, sum, &part);
}

/* T, too, which only a further addition uses. */
static bool same_point(const struct sn_ge *p, const struct sn_ge *q)
{
	struct sn_ge a, b;

	sn_ge_add(&a, p, &sn_ge_base);
	sn_ge_add(&b, q, &sn_ge_base);
	return sn_ge_is_equal(p, q) && sn_ge_is_equal(&a, &b);
}

static void try(const char *name, const struct sn_ring_kernel *kernel)
{
	make_data();
	for (size_t n = 1; n <= MEMBERS; n += n < 3 || n > 14 ? 1 : 3) {
		size_t size = kernel->size(n);
		cr_assert_eq(size % SN_RING_ALIGN, 0);
		uint8_t *bytes = aligned_alloc(SN_RING_ALIGN, size + SN_RING_ALIGN);
		cr_assert_not_null(bytes);
		memset(bytes, 0x55, size + SN_RING_ALIGN);
		struct sn_ring_memory *ring = (struct sn_ring_memory *)bytes;
		const struct sn_scalar *s = &data.scalar[MEMBERS - n];
		const struct sn_ring_points *last = &data.member[n - 1];
		struct sn_ge lr[2], expected[2];

		kernel->start(ring, data.member, s, n);
		for (int again = 0; again < 2 && kernel->multiply; again++) {
			kernel->set_hash(ring, &last->hash);
			for (size_t i = 0; i < SCALARS; i += n < 3 ? 1 : 9) {
				kernel->multiply(&lr[0], ring, &data.scalar[i]);
				sn_ge_mul(&expected[0], &data.scalar[i], &last->hash);
				cr_assert(same_point(&lr[0], &expected[0]), "%s: multiple %zu", name, i);
			}
			kernel->open(lr, ring);
			sn_ge_mul_base(&expected[0], &s[n - 1]);
			sn_ge_mul(&expected[1], &s[n - 1], &last->hash);
			cr_assert(same_point(&lr[0], &expected[0]) && same_point(&lr[1], &expected[1]),
				  "%s: opened of %zu", name, n);
			kernel->set_k(ring, &data.k);
		}
		kernel->set_k(ring, &data.k);
		for (size_t i = 0; i < n; i++) {
			const struct sn_scalar *a = &data.scalar[(i + n) % SCALARS],
					       *b = &data.scalar[(3 * i + n) % SCALARS],
					       *c = &data.scalar[(7 * i + n) % SCALARS];
			kernel->round(lr, ring, i, a, b, c);
			sn_ge_mul_base(&expected[0], &s[i]);
			multiply_add(&expected[0], a, &data.member[i].key);
			multiply_add(&expected[0], b, &data.member[i].commitment);
			sn_ge_mul(&expected[1], &s[i], &data.member[i].hash);
			multiply_add(&expected[1], c, &data.k);
			cr_assert(same_point(&lr[0], &expected[0]), "%s: L of %zu of %zu", name, i, n);
			cr_assert(same_point(&lr[1], &expected[1]), "%s: R of %zu of %zu", name, i, n);
		}
		for (size_t i = 0; i < SN_RING_ALIGN; i++)
			cr_assert_eq(bytes[size + i], 0x55, "%s writes behind", name);
		free(bytes);
	}
}

Test(kernel_ring, every_kernel, .timeout = 300)
{
	const struct sn_kernel *kernel;

	for (size_t i = 0; (kernel = kernel_number(i)); i++) {
		try(kernel->name, kernel->ring);
		if (kernel->ring_vartime != kernel->ring)
			try(kernel->name, kernel->ring_vartime);
	}
}
