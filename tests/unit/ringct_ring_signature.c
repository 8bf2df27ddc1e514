#include "ringct/ring_signature.h"

#include "crypto/derive.h"
#include "crypto/group.h"
#include "crypto/random.h"
#include "crypto/scalar.h"
#include "seed.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

enum { N = 16 };

struct ring {
	struct sn_hash hash;
	struct sn_scalar x;
	struct sn_point keys[N], image;
	size_t n, real;
};

static void make_ring(struct ring *ring, size_t n, size_t real)
{
	struct sn_random random = seed_stream("ring");
	*ring = (struct ring){.n = n, .real = real};
	sn_random_bytes(&random, ring->hash.b, sizeof ring->hash.b);
	for (size_t i = 0; i < n; i++) {
		struct sn_scalar a;
		sn_random_scalar(&random, &a);
		sn_secret_to_public(&ring->keys[i], &a);
		if (i == real)
			ring->x = a;
	}
	sn_key_image(&ring->image, &ring->keys[real], &ring->x);
}

static int sign(struct sn_signature *sig, const struct ring *r)
{
	return sn_ring_signature_make(sig, &r->hash, &r->image, r->keys, r->n, r->real, &r->x);
}

static int verify(const struct sn_signature *sig, const struct ring *r)
{
	return sn_ring_signature_verify(sig, &r->hash, &r->image, r->keys, r->n);
}

Test(ring_signature, every_member_can_sign)
{
	static const size_t sizes[] = {1, 2, 3, 16};
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
		for (size_t real = 0; real < sizes[s]; real++) {
			struct ring ring;
			struct sn_signature sig[N], again[N];
			make_ring(&ring, sizes[s], real);
			cr_assert(!sign(sig, &ring));
			cr_assert(!verify(sig, &ring));
			cr_assert(!sign(again, &ring));
			cr_assert(!memcmp(sig, again, ring.n * sizeof *sig), "not deterministic");
			for (size_t i = 0; i < ring.n; i++)
				cr_assert(!sn_scalar_is_zero(&sig[i].c) && !sn_scalar_is_zero(&sig[i].r));
		}
}

static void flip(void *at, size_t bit)
{
	((uint8_t *)at)[bit / 8] ^= (uint8_t)(1 << bit % 8);
}

Test(ring_signature, each_bit_counts)
{
	struct ring ring;
	struct sn_signature sig[N];
	make_ring(&ring, 3, 1);
	cr_assert(!sign(sig, &ring));
	for (size_t bit = 0; bit < 8 * 3 * sizeof *sig; bit++) {
		flip(sig, bit);
		cr_assert_eq(verify(sig, &ring), SN_REFUSED, "bit %zu of the signature", bit);
		flip(sig, bit);
	}
	for (size_t bit = 0; bit < 8 * 32; bit++) {
		flip(&ring.hash, bit);
		cr_assert_eq(verify(sig, &ring), SN_REFUSED, "bit %zu of the hash", bit);
		flip(&ring.hash, bit);
		flip(&ring.image, bit);
		cr_assert_eq(verify(sig, &ring), SN_REFUSED, "bit %zu of the image", bit);
		flip(&ring.image, bit);
		flip(&ring.keys[bit % 3], bit);
		cr_assert_eq(verify(sig, &ring), SN_REFUSED, "bit %zu of a key", bit);
		flip(&ring.keys[bit % 3], bit);
	}
	ring.n = 2;
	cr_assert_eq(verify(sig, &ring), SN_REFUSED, "a ring that is shorter");
}

/* c + l and r + l stand for the same numbers: a signature has one encoding. */
Test(ring_signature, numbers_are_canonical)
{
	struct ring ring;
	struct sn_signature sig[N];
	make_ring(&ring, 2, 0);
	cr_assert(!sign(sig, &ring));
	for (size_t k = 0; k < 4; k++) {
		struct sn_signature bad[N];
		memcpy(bad, sig, sizeof bad);
		struct sn_scalar *s = k & 1 ? &bad[k / 2].c : &bad[k / 2].r;
		unsigned carry = 0;
		for (size_t j = 0; j < 32; j++) {
			carry += (unsigned)s->b[j] + sn_scalar_order.b[j];
			s->b[j] = (uint8_t)carry;
			carry >>= 8;
		}
		cr_assert_eq(verify(bad, &ring), SN_REFUSED);
	}
}

static void expect_empty(const struct ring *ring, const char *why)
{
	static const struct sn_signature empty[N];
	struct sn_signature sig[N];
	cr_assert_eq(sign(sig, ring), SN_BAD_INPUT, "%s", why);
	cr_assert(!memcmp(sig, empty, ring->n * sizeof *sig), "%s: the signature is not empty", why);
}

Test(ring_signature, what_does_not_match_is_not_signed)
{
	struct ring ring, bad;
	make_ring(&ring, 4, 2);
	bad = ring;
	bad.real = 1;
	expect_empty(&bad, "another member");
	bad = ring;
	bad.x = sn_scalar_one;
	expect_empty(&bad, "another secret");
	bad = ring;
	bad.image = bad.keys[0];
	expect_empty(&bad, "another image");
	bad.image = (struct sn_point){{2}};
	expect_empty(&bad, "an image that is not a point");
	bad = ring;
	bad.keys[3] = (struct sn_point){{2}};
	expect_empty(&bad, "a key that is not a point");
}

/* With the identity as its image, anyone could sign: the image then does not say who spends. With a torsion
 * component, one output has several images. */
Test(ring_signature, images_are_those_of_the_chain)
{
	static const struct sn_point identity = {{1}}, torsion = {{0}}; /* of order 4 */
	struct ring ring;
	struct sn_signature sig[N];
	struct sn_ge image, t;
	make_ring(&ring, 1, 0);
	cr_assert(!sign(sig, &ring));
	cr_assert(!sn_ge_decode(&image, &ring.image) && !sn_ge_decode(&t, &torsion));
	sn_ge_add(&image, &image, &t);
	sn_ge_encode(&ring.image, &image);
	expect_empty(&ring, "an image with torsion");
	ring.image = identity;
	expect_empty(&ring, "the identity");
}

/* Two signatures by one key share no nonce: L = r·G + c·P = k·G for the real member. */
Test(ring_signature, nonce_depends_on_everything)
{
	struct ring rings[4];
	struct sn_scalar k[4];
	for (size_t i = 0; i < 4; i++) {
		struct sn_signature sig[N];
		make_ring(&rings[i], 3, 1);
		if (i == 1)
			rings[i].hash.b[0] ^= 1;
		if (i == 2)
			rings[i].keys[0] = rings[i].keys[2];
		if (i == 3)
			rings[i].n = 2;
		cr_assert(!sign(sig, &rings[i]));
		sn_scalar_muladd(&k[i], &sig[1].c, &rings[i].x, &sig[1].r);
		for (size_t j = 0; j < i; j++)
			cr_assert(!sn_scalar_is_equal(&k[i], &k[j]), "%zu and %zu", j, i);
	}
}
