#include "ringct/bulletproof_plus.h"

#include "crypto/group.h"
#include "crypto/hash_to_point.h"
#include "crypto/keccak.h"
#include "crypto/scalar.h"
#include "kernel/kernel.h"
#include "ringct/bpp_generators.h"
#include "ringct/bpp_points.h"
#include "ringct/bpp_prove.h"
#include "ringct/bpp_verify.h"
#include "ringct/commitment.h"
#include "ringct_vectors.h"

#include <criterion/criterion.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* One test per kernel, each in its own process; it passes if the processor does not support the kernel. */
#define EVERY_KERNEL(name)                      \
	static void name(void);                 \
	Test(bulletproof_plus, name##_portable) \
	{                                       \
		with_kernel(0, name);           \
	}                                       \
	Test(bulletproof_plus, name##_second)   \
	{                                       \
		with_kernel(1, name);           \
	}                                       \
	Test(bulletproof_plus, name##_third)    \
	{                                       \
		with_kernel(2, name);           \
	}                                       \
	static void name(void)

static void with_kernel(size_t i, void (*test)(void))
{
	const struct sn_kernel *kernel = sn_kernel_at(i);

	if (!kernel)
		return;
	setenv("SN_KERNEL", kernel->name, 1);
	cr_assert_eq(sn_kernel(), kernel);
	test();
	sn_bpp_generators_free();
}

struct statement {
	uint64_t amounts[SN_BPP_OUTPUTS_MAX];
	struct sn_scalar masks[SN_BPP_OUTPUTS_MAX];
	struct sn_point commitments[SN_BPP_OUTPUTS_MAX];
	size_t n;
};

static void make_statement(struct statement *s, struct sn_random *random, size_t n)
{
	s->n = n;
	for (size_t i = 0; i < n; i++) {
		switch (i % 4) {
		case 0:
			s->amounts[i] = UINT64_MAX;
			break;
		case 1:
			s->amounts[i] = 0;
			break;
		default:
			sn_random_bytes(random, &s->amounts[i], 8);
		}
		sn_random_scalar(random, &s->masks[i]);
		sn_commit(&s->commitments[i], &s->masks[i], s->amounts[i]);
	}
}

static int prove(struct sn_bpp *proof, const struct statement *s, struct sn_random *random)
{
	return sn_bpp_prove(proof, s->amounts, s->masks, s->n, random);
}

Test(bulletproof_plus, rounds)
{
	static const size_t expected[] = {6, 7, 8, 8, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10};

	for (size_t n = 1; n <= SN_BPP_OUTPUTS_MAX; n++)
		cr_assert_eq(sn_bpp_rounds(n), expected[n - 1]);
}

/* Every kernel makes the same proofs byte for byte: `expected` is their hash. The random numbers of this test
 * are the same in every run. */
EVERY_KERNEL(every_number_of_outputs)
{
	static const uint8_t expected[8] = {0x44, 0x72, 0x47, 0xf1, 0x76, 0x69, 0x29, 0x8a};
	static const struct sn_scalar seed = {{42}};
	struct sn_random random;
	struct statement s;
	struct sn_bpp proof;
	struct sn_keccak all;
	struct sn_hash hash;

	sn_random_init(&random, "ringct tests", &seed, "every number", strlen("every number"));
	sn_keccak_init(&all);
	for (size_t n = 1; n <= SN_BPP_OUTPUTS_MAX; n++) {
		make_statement(&s, &random, n);
		cr_assert_eq(prove(&proof, &s, &random), SN_OK);
		cr_assert_eq(proof.rounds, sn_bpp_rounds(n));
		sn_keccak_update(&all, &proof, offsetof(struct sn_bpp, rounds));
		sn_keccak_update(&all, proof.l, proof.rounds * sizeof *proof.l);
		sn_keccak_update(&all, proof.r, proof.rounds * sizeof *proof.r);
		cr_assert_eq(sn_bpp_verify(&proof, s.commitments, n), SN_OK, "%zu outputs", n);
		s.commitments[n - 1].b[0] ^= 1;
		cr_assert_eq(sn_bpp_verify(&proof, s.commitments, n), SN_REFUSED, "%zu outputs", n);
	}
	sn_keccak_final(&all, &hash);
	cr_assert_arr_eq(hash.b, expected, sizeof expected);
}

EVERY_KERNEL(amounts_at_the_edges)
{
	static const uint64_t amounts[] = {
		0, 1, 2, 0x8000000000000000, 0x5555555555555555, 0xaaaaaaaaaaaaaaaa, UINT64_MAX};
	struct sn_random random;
	struct statement s = {.n = 1};
	struct sn_bpp proof;

	test_random(&random, "edges");
	for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
		s.amounts[0] = amounts[i];
		sn_random_scalar(&random, &s.masks[0]);
		sn_commit(&s.commitments[0], &s.masks[0], amounts[i]);
		cr_assert_eq(prove(&proof, &s, &random), SN_OK);
		cr_assert_eq(sn_bpp_verify(&proof, s.commitments, 1), SN_OK, "%#llx",
			     (unsigned long long)amounts[i]);
	}
	/* A mask of zero is valid, although unsafe. */
	s.masks[0] = sn_scalar_zero;
	sn_commit(&s.commitments[0], &s.masks[0], s.amounts[0]);
	cr_assert_eq(prove(&proof, &s, &random), SN_OK);
	cr_assert_eq(sn_bpp_verify(&proof, s.commitments, 1), SN_OK);
}

Test(bulletproof_plus, deterministic)
{
	struct sn_random random, copy;
	struct statement s;
	struct sn_bpp a, b;

	test_random(&random, "deterministic");
	make_statement(&s, &random, 2);
	copy = random;
	cr_assert_eq(prove(&a, &s, &copy), SN_OK);
	copy = random;
	cr_assert_eq(prove(&b, &s, &copy), SN_OK);
	cr_assert_eq(memcmp(&a, &b, sizeof a), 0);

	/* Another statement with the same stream has different nonces. */
	copy = random;
	s.amounts[1] ^= 1;
	cr_assert_eq(prove(&b, &s, &copy), SN_OK);
	cr_assert(!sn_point_is_equal(&a.a, &b.a));
	cr_assert(!sn_scalar_is_equal(&a.d1, &b.d1));
	sn_bpp_generators_free();
}

EVERY_KERNEL(false_statements_are_refused)
{
	struct sn_random random;
	struct statement s, t;
	struct sn_bpp proof;
	struct sn_ge p, h;

	test_random(&random, "false");
	make_statement(&s, &random, 3);

	/* Another mask, another amount, another order, a missing or additional output. */
	cr_assert_eq(prove(&proof, &s, &random), SN_OK);
	cr_assert_eq(sn_bpp_verify(&proof, s.commitments, 3), SN_OK);
	t = s;
	sn_scalar_add(&t.masks[1], &t.masks[1], &sn_scalar_one);
	sn_commit(&t.commitments[1], &t.masks[1], t.amounts[1]);
	cr_assert_eq(sn_bpp_verify(&proof, t.commitments, 3), SN_REFUSED);
	t = s;
	sn_commit(&t.commitments[1], &t.masks[1], t.amounts[1] + 1);
	cr_assert_eq(sn_bpp_verify(&proof, t.commitments, 3), SN_REFUSED);
	t = s;
	t.commitments[0] = s.commitments[1];
	t.commitments[1] = s.commitments[0];
	cr_assert_eq(sn_bpp_verify(&proof, t.commitments, 3), SN_REFUSED);
	cr_assert_eq(sn_bpp_verify(&proof, s.commitments, 2), SN_REFUSED);
	t = s;
	t.commitments[3] = sn_point_identity;
	cr_assert_eq(sn_bpp_verify(&proof, t.commitments, 4), SN_REFUSED);

	/* 2^64: one more than fits. */
	t = s;
	cr_assert_eq(t.amounts[0], UINT64_MAX);
	cr_assert_eq(sn_ge_decode(&p, &t.commitments[0]), SN_OK);
	cr_assert_eq(sn_ge_decode(&h, &sn_point_h), SN_OK);
	sn_ge_add(&p, &p, &h);
	sn_ge_encode(&t.commitments[0], &p);
	cr_assert_eq(sn_bpp_verify(&proof, t.commitments, 3), SN_REFUSED);
	cr_assert_eq(prove(&proof, &t, &random), SN_OK);
	cr_assert_eq(sn_bpp_verify(&proof, t.commitments, 3), SN_REFUSED);
}

Test(bulletproof_plus, sizes_out_of_range_are_refused)
{
	struct sn_random random;
	struct statement s;
	struct sn_bpp proof;

	test_random(&random, "sizes");
	make_statement(&s, &random, 1);
	cr_assert_eq(sn_bpp_prove(&proof, s.amounts, s.masks, 0, &random), SN_USAGE);
	cr_assert_eq(sn_bpp_prove(&proof, s.amounts, s.masks, SN_BPP_OUTPUTS_MAX + 1, &random), SN_USAGE);
	cr_assert_eq(prove(&proof, &s, &random), SN_OK);
	cr_assert_eq(sn_bpp_verify(&proof, s.commitments, 0), SN_REFUSED);
	cr_assert_eq(sn_bpp_verify(&proof, s.commitments, SN_BPP_OUTPUTS_MAX + 1), SN_REFUSED);
	static const size_t rounds[] = {0, 5, 7, SN_BPP_ROUNDS_MAX, SN_BPP_ROUNDS_MAX + 1, SIZE_MAX};
	for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
		proof.rounds = rounds[i];
		cr_assert_eq(sn_bpp_verify(&proof, s.commitments, 1), SN_REFUSED);
	}
	sn_bpp_generators_free();
}

/* More commitments or rounds than there are generators, such as 17 and 11, are refused before any index, and
 * so are too few. The verifiers of the reference implementation read beyond their generators for 17 and 11
 * until September 2026 (monero pull request 11232). The arrays end with the largest proof: a sanitizer
 * detects reads beyond it. */
EVERY_KERNEL(other_shapes_are_refused)
{
	static const size_t sizes[] = {1, 2, 3, 4, 5, 8, 9, 15, 16};
	enum { N_END = 21, ROUNDS_END = 14 };
	struct sn_random random;
	struct statement s;
	struct sn_point commitments[N_END];

	test_random(&random, "shapes");
	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
		struct sn_bpp *proof = malloc(sizeof *proof);
		cr_assert_not_null(proof);
		make_statement(&s, &random, sizes[k]);
		cr_assert_eq(prove(proof, &s, &random), SN_OK);
		for (size_t i = 0; i < N_END; i++)
			commitments[i] = s.commitments[i % sizes[k]];
		const size_t right = proof->rounds;
		for (size_t n = 0; n < N_END; n++)
			for (proof->rounds = 0; proof->rounds < ROUNDS_END; proof->rounds++)
				cr_assert_eq(sn_bpp_verify(proof, commitments, n),
					     n == sizes[k] && proof->rounds == right ? SN_OK : SN_REFUSED,
					     "%zu commitments, proven for %zu; %zu rounds", n, sizes[k],
					     proof->rounds);
		free(proof);
	}
}

/* C + change·H with change = ±1. */
static void shift(struct sn_point *commitment, bool up)
{
	struct sn_ge p, h;

	cr_assert(!sn_ge_decode(&p, commitment) && !sn_ge_decode(&h, &sn_point_h));
	if (!up)
		sn_ge_neg(&h, &h);
	sn_ge_add(&p, &p, &h);
	sn_ge_encode(commitment, &p);
}

/* One amount out of range makes the whole proof invalid at any position, even if another amount compensates
 * it. The order of the commitments counts. */
EVERY_KERNEL(one_false_amount_makes_the_proof_invalid)
{
	struct sn_random random;
	struct statement s, t;
	struct sn_bpp proof;

	test_random(&random, "aggregated");
	for (size_t n = 1; n <= SN_BPP_OUTPUTS_MAX; n += n < 5 ? 1 : n < 15 ? 5 : 1) {
		make_statement(&s, &random, n);
		for (size_t i = 0; i < n; i += 1 + n / 5) {
			const size_t j = (i + 1) % n;
			t = s;
			t.amounts[i] = UINT64_MAX;
			sn_commit(&t.commitments[i], &t.masks[i], UINT64_MAX);
			cr_assert_eq(prove(&proof, &t, &random), SN_OK);
			cr_assert_eq(sn_bpp_verify(&proof, t.commitments, n), SN_OK);
			shift(&t.commitments[i], true); /* 2^64 */
			cr_assert_eq(sn_bpp_verify(&proof, t.commitments, n), SN_REFUSED, "output %zu of %zu",
				     i, n);
			if (n > 1)
				shift(&t.commitments[j], false);
			cr_assert_eq(sn_bpp_verify(&proof, t.commitments, n), SN_REFUSED,
				     "outputs %zu and %zu of %zu", i, j, n);
			cr_assert_eq(prove(&proof, &t, &random),
				     SN_OK); /* for other values than those of the commitments */
			cr_assert_eq(sn_bpp_verify(&proof, t.commitments, n), SN_REFUSED,
				     "output %zu of %zu, proven", i, n);

			t.amounts[i] = 0; /* the prover claims 0 for -1 */
			sn_commit(&t.commitments[i], &t.masks[i], 0);
			shift(&t.commitments[i], false);
			cr_assert_eq(prove(&proof, &t, &random), SN_OK);
			cr_assert_eq(sn_bpp_verify(&proof, t.commitments, n), SN_REFUSED, "-1 at %zu of %zu",
				     i, n);
		}
	}
}

EVERY_KERNEL(transactions_of_the_reference_wallet)
{
	struct vector_transaction *t = malloc(sizeof *t);
	size_t largest = 0;

	cr_assert_not_null(t);
	for (size_t k = 0; k < vector_transactions(); k++) {
		vector_transaction(t, k);
		cr_assert_eq(sn_bpp_verify(&t->proof, t->commitment, t->outputs), SN_OK, "transaction %zu",
			     k);
		largest = t->outputs > largest ? t->outputs : largest;
	}
	cr_assert_eq(largest, SN_BPP_OUTPUTS_MAX); /* so that all generators were used */
	free(t);
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

EVERY_KERNEL(changed_proofs_are_refused)
{
	static const struct sn_point no_point = {{2}};
	struct vector_transaction *t = malloc(sizeof *t);
	struct sn_bpp bad;

	cr_assert_not_null(t);
	vector_transaction(t, 0);
	struct sn_scalar *scalars[] = {&bad.r1, &bad.s1, &bad.d1};
	struct sn_point *points[3 + 2 * SN_BPP_ROUNDS_MAX] = {&bad.a, &bad.a1, &bad.b};
	size_t n = 3;
	for (size_t i = 0; i < t->proof.rounds; i++) {
		points[n++] = &bad.l[i];
		points[n++] = &bad.r[i];
	}

	for (size_t i = 0; i < 3; i++) {
		bad = t->proof;
		scalars[i]->b[9 * i] ^= 4;
		cr_assert_eq(sn_bpp_verify(&bad, t->commitment, t->outputs), SN_REFUSED, "scalar %zu", i);
		bad = t->proof;
		cr_assert(add_order(scalars[i]));
		cr_assert_eq(sn_bpp_verify(&bad, t->commitment, t->outputs), SN_REFUSED, "scalar %zu + l", i);
	}
	for (size_t i = 0; i < n; i++) {
		bad = t->proof;
		*points[i] = no_point;
		cr_assert_eq(sn_bpp_verify(&bad, t->commitment, t->outputs), SN_REFUSED, "point %zu", i);
		bad = t->proof;
		*points[i] = sn_point_base;
		cr_assert_eq(sn_bpp_verify(&bad, t->commitment, t->outputs), SN_REFUSED, "point %zu", i);
		bad = t->proof;
		points[i]->b[31] ^= 0x80;
		cr_assert_eq(sn_bpp_verify(&bad, t->commitment, t->outputs), SN_REFUSED, "sign of point %zu",
			     i);
	}
	for (size_t i = 0; i < t->outputs; i++) {
		struct sn_point c = t->commitment[i];
		t->commitment[i] = no_point;
		cr_assert_eq(sn_bpp_verify(&t->proof, t->commitment, t->outputs), SN_REFUSED,
			     "commitment %zu", i);
		t->commitment[i] = c;
		t->commitment[i].b[31] ^= 0x80;
		cr_assert_eq(sn_bpp_verify(&t->proof, t->commitment, t->outputs), SN_REFUSED,
			     "commitment %zu", i);
		t->commitment[i] = c;
	}
	cr_assert_eq(sn_bpp_verify(&t->proof, t->commitment, t->outputs), SN_OK);
	free(t);
}

/* Every byte of the proof and of the commitments counts. */
EVERY_KERNEL(every_changed_byte_is_refused)
{
	struct sn_random random;
	struct statement s;
	struct sn_bpp proof;

	test_random(&random, "bytes");
	make_statement(&s, &random, 1);
	cr_assert_eq(prove(&proof, &s, &random), SN_OK);
	const struct {
		void *at;
		size_t len;
	} parts[] = {
		{&proof, offsetof(struct sn_bpp, rounds)},
		{proof.l, proof.rounds * sizeof *proof.l},
		{proof.r, proof.rounds * sizeof *proof.r},
		{s.commitments, sizeof *s.commitments},
	};
	for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
		for (size_t i = 0; i < parts[k].len; i++) {
			uint8_t *byte = (uint8_t *)parts[k].at + i, change = (uint8_t)(1 << i % 8);
			*byte ^= change;
			cr_assert_eq(sn_bpp_verify(&proof, s.commitments, 1), SN_REFUSED,
				     "byte %zu of part %zu", i, k);
			*byte ^= change;
		}
	}
	cr_assert_eq(sn_bpp_verify(&proof, s.commitments, 1), SN_OK);
}

/* The generators are computed in blocks; a second call gives the same ones. */
Test(bulletproof_plus, generators)
{
	const struct sn_table *g[128], *h[128], *g2[64], *h2[64];

	cr_assert_eq(sn_bpp_generators(g2, h2, 64), SN_OK);
	cr_assert_eq(sn_bpp_generators(g, h, 128), SN_OK);
	for (size_t i = 0; i < 64; i++) {
		cr_assert_eq(g[i], g2[i]);
		cr_assert_eq(h[i], h2[i]);
	}
	for (size_t i = 0; i < 128; i++)
		for (size_t j = 0; j < i; j++)
			cr_assert(memcmp(g[i], g[j], sizeof *g[i]) && memcmp(h[i], h[j], sizeof *h[i]) &&
				  memcmp(g[i], h[j], sizeof *g[i]));
	sn_bpp_generators_free();
}

/* The constants are the points that the definition gives. */
Test(bulletproof_plus, points)
{
	uint8_t name[32 + 16 + 2];

	memcpy(name, sn_point_h.b, 32);
	memcpy(name + 32, "bulletproof_plus", 16);
	for (unsigned k = 0; k < SN_BPP_POINTS; k++) {
		struct sn_ge p = {.x = sn_bpp_points[k][0], .y = sn_bpp_points[k][1], .z = SN_FE_ONE},
			     expected;
		struct sn_hash h;

		name[48] = (uint8_t)(k < 0x80 ? k : k | 0x80);
		name[49] = (uint8_t)(k >> 7);
		sn_keccak256(&h, name, k < 0x80 ? 49 : 50);
		sn_hash_to_ec(&expected, h.b);
		cr_assert(sn_ge_is_equal(&p, &expected), "point %u", k);
	}
}
