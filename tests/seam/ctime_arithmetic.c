/* Scalars, points, and each kernel on several of them. */
#include "ctime.h"

#include "base/bytes.h"
#include "crypto/derive.h"
#include "crypto/fcmp_constants.h"
#include "crypto/group_mul.h"
#include "crypto/hash_to_point.h"
#include "crypto/random.h"
#include "crypto/transcript.h"
#include "kernel/derivations.h"
#include "kernel/kernel.h"
#include "kernel/multiexp.h"

#include "../unit/fields.h"
#include "../unit/kernel_plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As on a 32-bit processor, whatever the library has. */
static void field_25(void)
{
	struct sn_scalar a = secret_number("a"), b = secret_number("b");
	for (size_t i = 0; i < FIELD_FUNCTIONS; i++) {
		const struct field_function *function = &field_25_functions[i];
		bool is_comparison = !strcmp(function->name, "compare");
		uint8_t out[32];
		function->run(out, a.b, b.b);
		expect_secret(out, is_comparison ? 3 : 32, function->name);
	}
}

static void scalars(void)
{
	struct sn_scalar a = secret_number("a"), b = secret_number("b"), r;
	uint8_t wide[64] = {1};
	SN_SECRET(wide, sizeof wide);
	sn_scalar_add(&r, &a, &b);
	expect_secret(&r, sizeof r, "a + b");
	sn_scalar_sub(&r, &a, &b);
	expect_secret(&r, sizeof r, "a - b");
	sn_scalar_neg(&r, &a);
	expect_secret(&r, sizeof r, "-a");
	sn_scalar_mul(&r, &a, &b);
	expect_secret(&r, sizeof r, "ab");
	sn_scalar_muladd(&r, &a, &b, &a);
	expect_secret(&r, sizeof r, "ab + a");
	sn_scalar_invert(&r, &a);
	expect_secret(&r, sizeof r, "1/a");
	sn_scalar_reduce(&r, wide);
	expect_secret(&r, sizeof r, "a mod l");
	sn_scalar_reduce64(&r, wide);
	expect_secret(&r, sizeof r, "a mod l");
	sn_hash_to_scalar(&r, wide, sizeof wide);
	expect_secret(&r, sizeof r, "Hs(a)");
	bool yes[] = {sn_scalar_is_zero(&a), sn_scalar_is_equal(&a, &b), sn_scalar_is_canonical(&a)};
	SN_PUBLIC(yes, sizeof yes);
	expect(!yes[0] && !yes[1] && yes[2], "comparisons");
}

static void points(void)
{
	struct sn_scalar a = secret_number("a");
	struct sn_point public = point("P"), r;
	struct sn_ge p, q;
	expect(!sn_ge_decode(&p, &public), "P decodes");
	sn_ge_mul_base(&q, &a);
	sn_ge_encode(&r, &q);
	expect_secret(&r, sizeof r, "a*G");
	sn_ge_mul(&q, &a, &p);
	sn_ge_encode(&r, &q);
	expect_secret(&r, sizeof r, "a*P");
	struct sn_x25519 u;
	int ret = sn_x25519_from_ge(&u, &q);
	expect_secret(&u, sizeof u, "convert(a*P)");
	SN_PUBLIC(&ret, sizeof ret);
	expect(!ret, "it is not the identity");
	sn_x25519(&u, &a, &u);
	expect_secret(&u, sizeof u, "X(a, convert(a*P))");
	sn_x25519_mul_base(&u, &a);
	expect_secret(&u, sizeof u, "X(a, 9)");
	bool is_equal = sn_ge_is_equal(&q, &p), is_identity = sn_ge_is_identity(&q);
	SN_PUBLIC(&is_equal, sizeof is_equal);
	SN_PUBLIC(&is_identity, sizeof is_identity);
	expect(!is_equal && !is_identity, "comparisons");
	SN_SECRET(&public, sizeof public);
	sn_hash_to_ec(&q, public.b);
	sn_ge_encode(&r, &q);
	expect_secret(&r, sizeof r, "Hp(P)");
}

static void transcript(void)
{
	struct sn_scalar key = secret_number("key"), s;
	struct sn_transcript t;
	uint8_t hash[3];
	SN_SECRET(&key, sizeof key);
	sn_transcript_init(&t, SN_CARROT_VIEW_TAG, key.b, sizeof hash);
	sn_transcript_put(&t, key.b, sizeof key.b);
	sn_transcript_hash(&t, hash);
	expect_secret(hash, sizeof hash, "H_3");
	sn_transcript_init(&t, SN_CARROT_COMMITMENT_MASK, NULL, SN_TRANSCRIPT_SCALAR);
	sn_transcript_put_u64(&t, sn_load_u64(key.b));
	sn_transcript_put_u32(&t, sn_load_u32(key.b));
	sn_transcript_put_u8(&t, key.b[0]);
	sn_transcript_scalar(&t, &s);
	expect_secret(&s, sizeof s, "H_scalar");
}

static void stream(void)
{
	struct sn_scalar key = secret_number("key"), s;
	struct sn_random random, child;
	uint8_t bytes[100];
	sn_random_init(&random, "ctime", &key, "", 0);
	sn_random_fork(&child, &random, "child", 1);
	sn_random_scalar(&child, &s);
	expect_secret(&s, sizeof s, "a scalar of the stream");
	sn_random_bytes(&child, bytes, sizeof bytes);
	expect_secret(bytes, sizeof bytes, "bytes of the stream");
}

/* Each kernel, on more keys than it has lanes, those among them whose treatment is their own. Valgrind
 * translates no AVX-512: of that the code runs in plain C. */
static void kernels(void)
{
	enum { N = 11 };
	struct sn_point keys[N], d[N];
	struct sn_ge p[N];
	bool is_valid[N];
	for (size_t i = 0; i < N; i++) {
		char name[16];
		snprintf(name, sizeof name, "R%zu", i);
		keys[i] = point(name);
	}
	keys[2] = (struct sn_point){{2}}; /* none */
	keys[4] = sn_point_identity;
	keys[6] = (struct sn_point){{0}}; /* of order 4 */
	for (size_t k = 0; kernel_number(k); k++) {
		const struct sn_kernel *kernel = kernel_number(k);
		struct sn_scalar a = secret_number("a"), s[N];
		struct sn_short_message messages[N];
		struct sn_x25519 u[N];
		struct sn_hash h[N];
		expect(!kernel->derive(d, is_valid, keys, N, &a), "memory");
		expect(is_valid[0] && !is_valid[2] && is_valid[4] && is_valid[6], "which keys are valid");
		expect_secret(d, 2 * sizeof *d, "the derivations");
		expect_secret(&d[N - 1], sizeof *d, "the last derivation");
		kernel->decode(p, is_valid, keys, N);
		for (size_t i = 0; i < N; i++) {
			s[i] = secret_number("s");
			sn_short_message_init(&messages[i], d[0].b, 32);
		}
		kernel->add_base(d, p, s, N);
		expect_secret(d, 2 * sizeof *d, "P + s*G");
		kernel->multiply(d, p, s, N);
		expect_secret(d, 2 * sizeof *d, "s*P");
		for (size_t i = 0; i < N; i++)
			memcpy(u[i].b, keys[i].b, sizeof u[i].b); /* u[6]: of small order */
		kernel->x25519(u, u, N, &a);
		expect_secret(u, 6 * sizeof *u, "X(a, u)");
		expect_secret(&u[N - 1], sizeof *u, "the last X(a, u)");
		SN_SECRET(&u[6], sizeof *u);
		kernel->x25519(u, u, N, &a);
		expect_secret(u, 8 * sizeof *u, "X(a, u) of secret u");
		kernel->keccak_short(h, messages, N);
		expect_secret(h, N > 8 ? 8 * sizeof *h : sizeof h, "the hashes");
	}
}

static void candidates(void)
{
	enum { N = 5 };
	struct sn_derive_candidate c[N];
	struct sn_point spend[N];
	uint8_t tags[N];
	bool is_valid[N];
	for (size_t i = 0; i < N; i++) {
		c[i] = (struct sn_derive_candidate){point("D"), point("P"), 100 * i};
		SN_SECRET(&c[i].derivation, sizeof c[i].derivation);
	}
	sn_derive_view_tags(tags, c, N);
	expect_secret(tags, sizeof tags, "the view tags");
	sn_derive_spend_keys(spend, is_valid, c, N);
	expect_secret(spend, sizeof spend, "the spend keys");
}

/* The rounds of a ring by each kernel: scalars and points may all be secret. */
static void ring_rounds(void)
{
	enum { N = 3 };
	const struct sn_kernel *kernel;
	struct sn_ring_points member[N];
	struct sn_scalar s[N], a = secret_number("a"), b = secret_number("b"), c = secret_number("c");
	struct sn_ge k, lr[2];
	struct sn_point encoded[2];
	for (size_t i = 0; i < N; i++) {
		struct sn_point p = point(i ? "P" : "Q");
		expect(!sn_ge_decode(&member[i].key, &p), "P decodes");
		sn_ge_double(&member[i].commitment, &member[i].key);
		sn_hash_to_ec(&member[i].hash, p.b);
		s[i] = secret_number("s");
	}
	k = member[0].key;
	SN_SECRET(member, sizeof member);
	SN_SECRET(&k, sizeof k);
	for (size_t i = 0; (kernel = kernel_number(i)); i++) {
		struct sn_ring_memory *ring = aligned_alloc(SN_RING_ALIGN, kernel->ring->size(N));
		expect(ring != NULL, "memory");
		kernel->ring->start(ring, member, s, N);
		kernel->ring->set_hash(ring, &member[N - 1].hash);
		kernel->ring->multiply(&lr[0], ring, &a);
		sn_ge_encode(&encoded[0], &lr[0]);
		expect_secret(encoded, sizeof *encoded, "a*H");
		kernel->ring->open(lr, ring);
		sn_ge_encode_many(encoded, lr, 2);
		expect_secret(encoded, sizeof encoded, "s*G and s*H");
		kernel->ring->set_k(ring, &k);
		kernel->ring->round(lr, ring, 1, &a, &b, &c);
		sn_ge_encode_many(encoded, lr, 2);
		expect_secret(encoded, sizeof encoded, "L and R");
		free(ring);
	}
}

static void expect_secret_ge(const struct sn_ge *p, const char *what)
{
	struct sn_point encoded;
	sn_ge_encode(&encoded, p);
	expect_secret(&encoded, sizeof encoded, what);
}

static void sums(void)
{
	enum { N = 11 };
	const struct sn_kernel *kernel;
	struct sn_table t[N];
	const struct sn_table *table[N];
	struct sn_sum_term terms[N];
	struct sn_ge p[N], r;
	struct sn_naf naf;
	struct sn_scalar eight = sn_scalar_eight;
	uint8_t bit[N];
	sn_naf_make_vartime(&naf, &eight, SN_NAF_WIDTH);
	for (size_t k = 0; (kernel = kernel_number(k)); k++) {
		for (size_t i = 0; i < N; i++) {
			sn_ge_mul_base(&p[i], &eight);
			SN_SECRET(&p[i], sizeof p[i]);
			table[i] = &t[i];
			terms[i] = (struct sn_sum_term){
				.table = &t[i], .a = number("public"), .is_public = i % 3 == 0};
			if (!terms[i].is_public)
				terms[i].a = secret_number("a");
			bit[i] = i % 2;
			SN_SECRET(&bit[i], sizeof bit[i]);
		}
		kernel->sums.tables(t, p, N);
		kernel->sums.sum(&r, terms, N);
		expect_secret_ge(&r, "the sum");
		kernel->sums.select(&r, table, bit, N);
		expect_secret_ge(&r, "the selected sum");
		const struct sn_fold_points points = {table, 1, 1};
		kernel->sums.fold(&r, 1, &points, &naf, 1);
		expect_secret_ge(&r, "the fold");
	}
}

const struct section ctime_arithmetic[] = {
	{"field-25", field_25},
	{"scalars", scalars},
	{"points", points},
	{"transcript", transcript},
	{"stream", stream},
	{"kernels", kernels},
	{"candidates", candidates},
	{"ring-rounds", ring_rounds},
	{"sums", sums},
	{NULL, NULL},
};
