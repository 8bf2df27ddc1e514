#include "ringct/clsag.h"

#include "crypto/derive.h"
#include "crypto/group.h"
#include "crypto/scalar.h"
#include "kernel/kernel.h"
#include "ringct/commitment.h"
#include "ringct_kernels.h"
#include "ringct_vectors.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* The input of one signature. */
struct spend {
	struct sn_hash message;
	struct sn_ring_member ring[SN_RING_MAX];
	size_t n, real;
	struct sn_point image, pseudo_commitment;
	struct sn_scalar x, z;
};

static void make_spend(struct spend *s, struct sn_random *random, size_t n, size_t real)
{
	struct sn_scalar a, mask, pseudo_mask;

	*s = (struct spend){.n = n, .real = real};
	sn_random_bytes(random, s->message.b, 32);
	for (size_t i = 0; i < n; i++) {
		sn_random_scalar(random, &a);
		sn_secret_to_public(&s->ring[i].key, &a);
		sn_random_scalar(random, &mask);
		sn_commit(&s->ring[i].commitment, &mask, 1000 + i);
		if (i == real) {
			s->x = a;
			sn_random_scalar(random, &pseudo_mask);
			sn_commit(&s->pseudo_commitment, &pseudo_mask, 1000 + i);
			sn_scalar_sub(&s->z, &mask, &pseudo_mask);
			sn_key_image(&s->image, &s->ring[i].key, &a);
		}
	}
}

static int sign_with(struct sn_clsag *sig, const struct spend *s, struct sn_random *random)
{
	return sn_clsag_sign(sig, &s->message, s->ring, s->n, s->real, &s->image, &s->pseudo_commitment,
			     &s->x, &s->z, random);
}

static int verify(const struct sn_clsag *sig, const struct spend *s)
{
	return sn_clsag_verify(sig, &s->message, s->ring, s->n, &s->image, &s->pseudo_commitment);
}

static bool same_signature(const struct sn_clsag *a, const struct sn_clsag *b)
{
	return a->n == b->n && !memcmp(a->s, b->s, a->n * sizeof *a->s) && !memcmp(&a->c1, &b->c1, 32) &&
	       !memcmp(&a->d, &b->d, 32);
}

Test(clsag, every_real_position)
{
	struct sn_random random;
	struct spend s;
	struct sn_clsag sig;

	test_random(&random, "positions");
	for (size_t n = 1; n <= 16; n++) {
		for (size_t real = 0; real < n; real += n < 6 || n == 16 ? 1 : 3) {
			make_spend(&s, &random, n, real);
			cr_assert_eq(sign_with(&sig, &s, &random), SN_OK, "%zu of %zu", real, n);
			cr_assert_eq(sig.n, n);
			cr_assert_eq(verify(&sig, &s), SN_OK, "%zu of %zu", real, n);
		}
	}
}

Test(clsag, largest_ring)
{
	struct sn_random random;
	struct spend s;
	struct sn_clsag sig;

	test_random(&random, "largest");
	make_spend(&s, &random, SN_RING_MAX, 37);
	cr_assert_eq(sign_with(&sig, &s, &random), SN_OK);
	cr_assert_eq(verify(&sig, &s), SN_OK);
	s.message.b[0] ^= 1;
	cr_assert_eq(verify(&sig, &s), SN_REFUSED);
}

Test(clsag, sizes_out_of_range_are_refused)
{
	struct sn_random random;
	struct spend s;
	struct sn_clsag sig;

	test_random(&random, "sizes");
	make_spend(&s, &random, 2, 1);
	s.n = 0;
	cr_assert_eq(sign_with(&sig, &s, &random), SN_USAGE);
	s.n = SN_RING_MAX + 1;
	cr_assert_eq(sign_with(&sig, &s, &random), SN_USAGE);
	s.n = s.real = 2;
	cr_assert_eq(sign_with(&sig, &s, &random), SN_USAGE);

	s.real = 1;
	cr_assert_eq(sign_with(&sig, &s, &random), SN_OK);
	sig.n = 1;
	cr_assert_eq(verify(&sig, &s), SN_REFUSED);
	sig.n = 2;
	cr_assert_eq(sn_clsag_verify(&sig, &s.message, s.ring, 0, &s.image, &s.pseudo_commitment),
		     SN_REFUSED);
	cr_assert_eq(
		sn_clsag_verify(&sig, &s.message, s.ring, SN_RING_MAX + 1, &s.image, &s.pseudo_commitment),
		SN_REFUSED);
}

/* The same stream gives the same bytes; another message with the same stream has different nonces. */
Test(clsag, deterministic)
{
	struct sn_random random, copy;
	struct spend s;
	struct sn_clsag a, b;

	test_random(&random, "deterministic");
	make_spend(&s, &random, 16, 3);
	copy = random;
	cr_assert_eq(sign_with(&a, &s, &copy), SN_OK);
	copy = random;
	cr_assert_eq(sign_with(&b, &s, &copy), SN_OK);
	cr_assert(same_signature(&a, &b));

	copy = random;
	s.message.b[31] ^= 1;
	cr_assert_eq(sign_with(&b, &s, &copy), SN_OK);
	for (size_t i = 0; i < 16; i++)
		cr_assert(memcmp(&a.s[i], &b.s[i], 32) != 0, "nonce %zu repeated", i);
}

Test(clsag, secrets_that_do_not_match_are_refused)
{
	struct sn_random random;
	struct spend s, t;
	struct sn_clsag sig;

	test_random(&random, "secrets");
	make_spend(&s, &random, 16, 9);
	t = s;
	sn_scalar_add(&t.x, &t.x, &sn_scalar_one);
	cr_assert_eq(sign_with(&sig, &t, &random), SN_BAD_INPUT);
	cr_assert_eq(sig.n, 0);
	t = s;
	sn_scalar_add(&t.z, &t.z, &sn_scalar_one);
	cr_assert_eq(sign_with(&sig, &t, &random), SN_BAD_INPUT);
	t = s;
	t.real = 8;
	cr_assert_eq(sign_with(&sig, &t, &random), SN_BAD_INPUT);
	t = s;
	t.image = t.ring[0].key;
	cr_assert_eq(sign_with(&sig, &t, &random), SN_BAD_INPUT);
	t = s;
	t.pseudo_commitment = t.ring[0].key;
	cr_assert_eq(sign_with(&sig, &t, &random), SN_BAD_INPUT);
}

Test(clsag, invalid_points_are_refused)
{
	static const struct sn_point bad = {{2}};
	struct sn_random random;
	struct spend s, t;
	struct sn_clsag good, sig;

	test_random(&random, "points");
	make_spend(&s, &random, 4, 2);
	cr_assert_eq(sign_with(&good, &s, &random), SN_OK);
	for (size_t i = 0; i < 4; i++) {
		t = s;
		t.ring[i].key = bad;
		cr_assert_eq(sign_with(&sig, &t, &random), SN_BAD_INPUT);
		cr_assert_eq(verify(&good, &t), SN_REFUSED);
		t = s;
		t.ring[i].commitment = bad;
		cr_assert_eq(sign_with(&sig, &t, &random), SN_BAD_INPUT);
		cr_assert_eq(verify(&good, &t), SN_REFUSED);
	}
	t = s;
	t.pseudo_commitment = bad;
	cr_assert_eq(sign_with(&sig, &t, &random), SN_BAD_INPUT);
	cr_assert_eq(verify(&good, &t), SN_REFUSED);
	t = s;
	t.image = bad;
	cr_assert_eq(verify(&good, &t), SN_REFUSED);
	sig = good;
	sig.d = bad;
	cr_assert_eq(verify(&sig, &s), SN_REFUSED);
}

/* Key images must lie in the prime-order subgroup and not be the identity, and D not of small order. */
Test(clsag, points_of_small_order_are_refused)
{
	/* Orders 2, 4 and 8: reference implementation, tests/unit_tests/bulletproofs_plus.cpp,
	 * torsion_elements. */
	static const struct sn_point torsion[] = {
		{{0xec, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		  0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		  0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}},
		{{0}},
		{{0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b,
		  0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39,
		  0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0xfa}},
	};
	struct sn_random random;
	struct spend s, t;
	struct sn_clsag good, sig;
	struct sn_ge p, q;

	test_random(&random, "small order");
	make_spend(&s, &random, 4, 1);
	cr_assert_eq(sign_with(&good, &s, &random), SN_OK);
	t = s;
	t.image = sn_point_identity;
	cr_assert_eq(verify(&good, &t), SN_REFUSED);
	sig = good;
	sig.d = sn_point_identity;
	cr_assert_eq(verify(&sig, &s), SN_REFUSED);
	for (size_t i = 0; i < 3; i++) {
		cr_assert_eq(sn_ge_decode(&q, &torsion[i]), SN_OK);
		t = s;
		t.image = torsion[i];
		cr_assert_eq(verify(&good, &t), SN_REFUSED);
		cr_assert_eq(sn_ge_decode(&p, &s.image), SN_OK);
		sn_ge_add(&p, &p, &q);
		sn_ge_encode(&t.image, &p);
		cr_assert_eq(verify(&good, &t), SN_REFUSED);
		sig = good;
		sig.d = torsion[i];
		cr_assert_eq(verify(&sig, &s), SN_REFUSED);
	}
}

/* Decoys with a component of order 8 are legal on the chain: signer and verifier must compute the same
 * points. */
Test(clsag, decoys_with_torsion)
{
	static const struct sn_point torsion = {{0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f,
						 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
						 0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6,
						 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0xfa}};
	struct sn_random random;
	struct spend s;
	struct sn_clsag sig;
	struct sn_ge p, q;

	test_random(&random, "torsion");
	make_spend(&s, &random, 16, 5);
	cr_assert_eq(sn_ge_decode(&q, &torsion), SN_OK);
	for (size_t i = 0; i < 16; i++) {
		if (i == s.real)
			continue;
		struct sn_point *target = i % 2 ? &s.ring[i].key : &s.ring[i].commitment;
		cr_assert_eq(sn_ge_decode(&p, target), SN_OK);
		sn_ge_add(&p, &p, &q);
		sn_ge_encode(target, &p);
	}
	cr_assert_eq(sign_with(&sig, &s, &random), SN_OK);
	cr_assert_eq(verify(&sig, &s), SN_OK);
}

/* a + l: the same scalar, not canonical. False if it has more than 256 bits. */
static bool add_order(struct sn_scalar *a)
{
	unsigned carry = 0;

	for (int i = 0; i < 32; i++) {
		carry += a->b[i] + sn_scalar_order.b[i];
		a->b[i] = (uint8_t)carry;
		carry >>= 8;
	}
	return carry == 0;
}

static void verify_reference_transactions(void)
{
	struct vector_transaction *t = malloc(sizeof *t);

	cr_assert_not_null(t);
	for (size_t k = 0; k < vector_transactions(); k++) {
		vector_transaction(t, k);
		for (size_t i = 0; i < t->inputs; i++) {
			struct vector_input *in = &t->input[i];
			cr_assert_eq(in->n, 16);
			cr_assert_eq(sn_clsag_verify(&in->sig, &t->message, in->ring, in->n, &in->image,
						     &in->pseudo_commitment),
				     SN_OK, "transaction %zu input %zu", k, i);
		}
	}
	free(t);
}

Test(clsag, transactions_of_the_reference_wallet)
{
	verify_reference_transactions();
}

/* The results of a kernel for the same rings: of several sizes, with torsion, with the identity, with invalid
 * points. */
enum { TRIALS = 24 };
struct trial {
	int signed_with, verified_with, verified_changed;
	struct sn_clsag sig;
};

static void spoil(struct sn_point *p, size_t how)
{
	static const struct sn_point torsion = {{0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f,
						 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
						 0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6,
						 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0xfa}};
	struct sn_ge a, b;

	cr_assert_eq(sn_ge_decode(&a, p), SN_OK);
	cr_assert_eq(sn_ge_decode(&b, &torsion), SN_OK);
	sn_ge_add(&a, &a, &b);
	switch (how % 4) {
	case 0:
		*p = sn_point_identity;
		break;
	case 1:
		*p = torsion;
		break;
	case 2:
		sn_ge_encode(p, &a);
		break;
	default:
		break;
	}
}

static void make_trials(struct trial *trial)
{
	struct sn_random random;
	struct spend s;

	test_random(&random, "kernels");
	for (size_t k = 0; k < TRIALS; k++) {
		size_t n = k < 18 ? k + 1 : k == 18 ? SN_RING_MAX : 16;
		make_spend(&s, &random, n, 5 * k % n);
		for (size_t i = 0; i < n && k % 3; i++) {
			if (i == s.real)
				continue;
			spoil(&s.ring[i].key, i + k);
			spoil(&s.ring[i].commitment, i / 4 + k);
		}
		if (k == 20)
			s.ring[(s.real + 3) % n].key = (struct sn_point){{2}};
		if (k == 21)
			s.ring[(s.real + 5) % n].commitment = (struct sn_point){{2}};
		trial[k].signed_with = sign_with(&trial[k].sig, &s, &random);
		trial[k].verified_with = verify(&trial[k].sig, &s);
		s.message.b[k] ^= 1;
		trial[k].verified_changed = verify(&trial[k].sig, &s);
	}
}

static void make_kernel_trials(void *trials)
{
	make_trials(trials);
	verify_reference_transactions();
}

Test(clsag, same_bytes_with_every_kernel, .timeout = 300)
{
	struct trial(*of_kernel)[TRIALS] = kernel_results_make(sizeof *of_kernel, make_kernel_trials);
	for (size_t i = 0; sn_kernel_at(i); i++) {
		for (size_t k = 0; k < TRIALS; k++) {
			const struct trial *t = &of_kernel[i][k], *first = &of_kernel[0][k];
			bool is_bad = k == 20 || k == 21;
			cr_assert_eq(t->signed_with, is_bad ? SN_BAD_INPUT : SN_OK, "%s: %zu",
				     sn_kernel_at(i)->name, k);
			cr_assert_eq(t->verified_with, is_bad ? SN_REFUSED : SN_OK, "%s: %zu",
				     sn_kernel_at(i)->name, k);
			cr_assert_eq(t->verified_changed, SN_REFUSED, "%s: %zu", sn_kernel_at(i)->name, k);
			cr_assert(same_signature(&t->sig, &first->sig), "%s: %zu", sn_kernel_at(i)->name, k);
		}
	}
	kernel_results_free(of_kernel, sizeof *of_kernel);
}

Test(clsag, changed_signatures_are_refused)
{
	struct vector_transaction *t = malloc(sizeof *t);

	cr_assert_not_null(t);
	vector_transaction(t, 0);
	struct vector_input *good = &t->input[0];
	struct vector_input *bad = malloc(sizeof *bad);
	cr_assert_not_null(bad);

	/* One bit of every 32-byte field, a different one each time. */
	uint8_t *fields[64];
	size_t n = 0;
	fields[n++] = bad->image.b;
	fields[n++] = bad->pseudo_commitment.b;
	fields[n++] = bad->sig.c1.b;
	fields[n++] = bad->sig.d.b;
	for (size_t i = 0; i < good->n; i++) {
		fields[n++] = bad->ring[i].key.b;
		fields[n++] = bad->ring[i].commitment.b;
		fields[n++] = bad->sig.s[i].b;
	}
	for (size_t i = 0; i < n; i++) {
		*bad = *good;
		fields[i][(7 * i + 1) % 31] ^= (uint8_t)(1u << i % 8);
		cr_assert_eq(sn_clsag_verify(&bad->sig, &t->message, bad->ring, bad->n, &bad->image,
					     &bad->pseudo_commitment),
			     SN_REFUSED, "field %zu", i);
	}
	for (size_t i = 0; i < good->n; i++) {
		*bad = *good;
		if (add_order(&bad->sig.s[i]))
			cr_assert_eq(sn_clsag_verify(&bad->sig, &t->message, bad->ring, bad->n, &bad->image,
						     &bad->pseudo_commitment),
				     SN_REFUSED, "s[%zu] not canonical", i);
	}
	*bad = *good;
	cr_assert(add_order(&bad->sig.c1));
	cr_assert_eq(sn_clsag_verify(&bad->sig, &t->message, bad->ring, bad->n, &bad->image,
				     &bad->pseudo_commitment),
		     SN_REFUSED);

	/* Members in a different order make a different ring. */
	*bad = *good;
	bad->ring[0] = good->ring[1];
	bad->ring[1] = good->ring[0];
	cr_assert_eq(sn_clsag_verify(&bad->sig, &t->message, bad->ring, bad->n, &bad->image,
				     &bad->pseudo_commitment),
		     SN_REFUSED);
	t->message.b[5] ^= 0x10;
	cr_assert_eq(sn_clsag_verify(&good->sig, &t->message, good->ring, good->n, &good->image,
				     &good->pseudo_commitment),
		     SN_REFUSED);
	free(bad);
	free(t);
}
