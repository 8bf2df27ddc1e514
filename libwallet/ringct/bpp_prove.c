#include "ringct/bpp_prove.h"

#include "base/seam.h"
#include "base/secret.h"
#include "crypto/group.h"
#include "crypto/group_mul.h"
#include "crypto/scalar.h"
#include "kernel/kernel.h"
#include "ringct/bpp_generators.h"
#include "ringct/bpp_vector.h"
#include "ringct/commitment.h"

#include <stdlib.h>
#include <string.h>

/* Notation. n = 64 · outputs, the outputs padded to a power of two. Bits aL, and aR = aL - 1. The proof
 * shows the weighted inner product of a = aL - z and b = aR + z + d∘y⃖ over the generators G and H. It
 * halves the vectors in each round until one element of each is left. bpp_vector.h explains the
 * optimizations.
 *
 * Constant time in amounts, masks and nonces. */
struct prover {
	size_t n; /* initial length */
	size_t round;
	uint8_t bits[SN_BPP_VECTOR_MAX]; /* secret, n of them */
	struct sn_bpp_vector a, b;       /* a over G, b over H */
	struct sn_bpp_sums sums;         /* L and R */
	struct sn_scalar transcript;
	struct sn_scalar y_pow[SN_BPP_VECTOR_MAX + 2];  /* y^i, i = 0..n+1 */
	struct sn_scalar y_inv_pow2[SN_BPP_ROUNDS_MAX]; /* y^-(2^i) */
	struct sn_scalar alpha;                         /* secret: the blinding so far */
	struct sn_random nonces;                        /* secret */
};

static void prover_free(struct prover *p)
{
	sn_bpp_vector_free(&p->a);
	sn_bpp_vector_free(&p->b);
	sn_wipe(p, sizeof *p);
	free(p);
}

static struct prover *prover_new(size_t n)
{
	struct prover *p = aligned_alloc(_Alignof(struct prover), sizeof *p);

	if (!p)
		return NULL;
	memset(p, 0, sizeof *p);
	p->n = n;
	if (sn_bpp_vector_init(&p->a, n, p->bits, false) == SN_OK &&
	    sn_bpp_vector_init(&p->b, n, p->bits, true) == SN_OK)
		return p;
	prover_free(p);
	return NULL;
}

/* A sum += c/8·H + d/8·G; both are secret. */
static void add_bases(struct prover *p, size_t which, const struct sn_scalar *c, const struct sn_scalar *d)
{
	const struct sn_scalar *factor[2] = {d, c};
	struct sn_scalar t;

	for (size_t i = 0; i < 2; i++) {
		sn_scalar_mul(&t, factor[i], &sn_scalar_inv_eight);
		sn_bpp_sums_add(&p->sums, which, sn_bpp_bases() + i, &t, false);
	}
	sn_wipe(&t, sizeof t);
}

/* One round: add L and R to the proof, derive the challenge from them, fold the vectors with it. */
static int prove_round(struct prover *p, struct sn_bpp *proof)
{
	size_t half = p->a.len / 2, log_half = proof->rounds - 1 - p->round;
	const struct sn_scalar *a = p->a.v, *b = p->b.v;
	struct sn_scalar c[2] = {sn_scalar_zero, sn_scalar_zero}, d[2], t, scale, e, e_inv, ee, lo, ratio;
	const struct sn_scalar *y_half = &p->y_pow[half], *y_half_inv = &p->y_inv_pow2[log_half];
	struct sn_ge lr[2];
	struct sn_point encoded[2];

	/* cL = Σ a[i]·b[half + i]·y^(i+1), cR = Σ a[half + i]·b[i]·y^(half+i+1). */
	for (size_t i = 0; i < half; i++) {
		sn_scalar_mul(&t, &a[i], &b[half + i]);
		sn_scalar_muladd(&c[0], &t, &p->y_pow[i + 1], &c[0]);
		sn_scalar_mul(&t, &a[half + i], &b[i]);
		sn_scalar_muladd(&c[1], &t, &p->y_pow[half + i + 1], &c[1]);
	}
	sn_random_scalar(&p->nonces, &d[0]);
	sn_random_scalar(&p->nonces, &d[1]);

	sn_scalar_mul(&scale, y_half_inv, &sn_scalar_inv_eight);
	sn_bpp_vector_add_half(&p->a, &p->sums, 0, 0, half, &scale);
	sn_bpp_vector_add_half(&p->b, &p->sums, 0, half, 0, &sn_scalar_inv_eight);
	add_bases(p, 0, &c[0], &d[0]);

	sn_scalar_mul(&scale, y_half, &sn_scalar_inv_eight);
	sn_bpp_vector_add_half(&p->a, &p->sums, 1, half, 0, &scale);
	sn_bpp_vector_add_half(&p->b, &p->sums, 1, 0, half, &sn_scalar_inv_eight);
	add_bases(p, 1, &c[1], &d[1]);

	sn_bpp_sums_finish(&p->sums, lr);
	sn_ge_encode_many(encoded, lr, 2);
	/* As A above. */
	SN_PUBLIC(encoded, sizeof encoded);
	SN_FAULT_POINT("bulletproof d", d, sizeof d);
	SN_FAULT_POINT("bulletproof L, R", encoded, sizeof encoded);
	proof->l[p->round] = encoded[0];
	proof->r[p->round] = encoded[1];
	sn_bpp_transcript_update2(&p->transcript, &encoded[0], &encoded[1]);
	e = p->transcript;
	sn_scalar_invert_vartime(&e_inv, &e);
	p->round++;

	/* a' = e·a_lo + e⁻¹y^half·a_hi over e⁻¹·G_lo + e·y^-half·G_hi,
	 * b' = e⁻¹·b_lo + e·b_hi over e·H_lo + e⁻¹·H_hi,  α += dL·e² + dR·e⁻². */
	sn_scalar_mul(&ee, &e, &e);
	sn_scalar_muladd(&p->alpha, &d[0], &ee, &p->alpha);
	sn_scalar_mul(&lo, &e_inv, y_half);
	sn_scalar_mul(&ratio, &ee, y_half_inv);
	int ret = sn_bpp_vector_fold(&p->a, &e, &lo, &e_inv, &ratio);
	sn_scalar_mul(&ratio, &e_inv, &e_inv);
	sn_scalar_muladd(&p->alpha, &d[1], &ratio, &p->alpha);
	if (!ret)
		ret = sn_bpp_vector_fold(&p->b, &e_inv, &e, &e, &ratio);

	sn_wipe(c, sizeof c);
	sn_wipe(d, sizeof d);
	sn_wipe(&t, sizeof t);
	sn_wipe(lr, sizeof lr);
	return ret;
}

/* A = 1/8·(Σ aLᵢ·Gᵢ + Σ aRᵢ·Hᵢ + α·G), and the challenges y and z. */
static void commit_to_bits(struct prover *p, struct sn_bpp *proof, struct sn_scalar *y, struct sn_scalar *z)
{
	uint8_t *inverse = p->bits; /* inverted twice: no second array of secrets */
	struct sn_ge sum, part;
	struct sn_scalar alpha8;

	sn_kernel()->sums.select(&sum, p->a.gen, p->bits, p->n);
	for (size_t i = 0; i < p->n; i++)
		inverse[i] ^= 1;
	sn_kernel()->sums.select(&part, p->b.gen, inverse, p->n);
	for (size_t i = 0; i < p->n; i++)
		inverse[i] ^= 1;
	sn_ge_sub(&sum, &sum, &part);
	sn_ge_mul(&sum, &sn_scalar_inv_eight, &sum);

	sn_random_scalar(&p->nonces, &p->alpha);
	sn_scalar_mul(&alpha8, &p->alpha, &sn_scalar_inv_eight);
	sn_ge_mul_base(&part, &alpha8);
	sn_ge_add(&sum, &sum, &part);
	sn_ge_encode(&proof->a, &sum);
	/* A is part of the proof. The challenges, and the variable-time multiplications by them, depend on
	 * it. */
	SN_PUBLIC(&proof->a, sizeof proof->a);
	SN_FAULT_POINT("bulletproof A", &proof->a, sizeof proof->a);
	SN_FAULT_POINT("bulletproof alpha", &p->alpha, sizeof p->alpha);
	sn_wipe(&sum, sizeof sum);
	sn_wipe(&part, sizeof part);
	sn_wipe(&alpha8, sizeof alpha8);

	sn_bpp_transcript_update(&p->transcript, &proof->a);
	*y = p->transcript;
	sn_bpp_transcript_squeeze(&p->transcript);
	*z = p->transcript;
}

/* The vectors a and b in full and in their two parts, and α += Σ z^(2(j+1))·y^(n+1)·mask[j]. */
static void start_vectors(struct prover *p, const struct sn_scalar *masks, size_t outputs,
			  const struct sn_scalar *y, const struct sn_scalar *z)
{
	struct sn_scalar bit = sn_scalar_zero, zz, z_pow, d, t;

	p->y_pow[0] = sn_scalar_one;
	for (size_t i = 1; i < p->n + 2; i++)
		sn_scalar_mul(&p->y_pow[i], &p->y_pow[i - 1], y);
	sn_scalar_invert_vartime(&p->y_inv_pow2[0], y);
	for (size_t i = 1; i < SN_BPP_ROUNDS_MAX; i++)
		sn_scalar_mul(&p->y_inv_pow2[i], &p->y_inv_pow2[i - 1], &p->y_inv_pow2[i - 1]);

	sn_scalar_neg(&p->a.public_constant, z);
	sn_scalar_sub(&p->b.public_constant, z, &sn_scalar_one);
	sn_scalar_mul(&zz, z, z);
	z_pow = zz;
	for (size_t i = 0; i < p->n; i++) {
		/* d[64j + i] = z^(2(j+1))·2^i */
		if (i % SN_BPP_BITS == 0) {
			d = z_pow;
			if (i / SN_BPP_BITS < outputs) {
				sn_scalar_mul(&t, &z_pow, &p->y_pow[p->n + 1]);
				sn_scalar_muladd(&p->alpha, &t, &masks[i / SN_BPP_BITS], &p->alpha);
			}
			sn_scalar_mul(&z_pow, &z_pow, &zz);
		} else {
			sn_scalar_add(&d, &d, &d);
		}
		sn_scalar_mul(&t, &d, &p->y_pow[p->n - i]);
		if (i % p->b.piece == 0)
			p->b.start[i / p->b.piece] = t;
		bit.b[0] = p->bits[i];
		sn_scalar_add(&p->b.v[i], &p->b.public_constant, &bit);
		sn_scalar_add(&p->b.v[i], &p->b.v[i], &t);
		sn_scalar_add(&p->a.v[i], &p->a.public_constant, &bit);
	}
	sn_scalar_add(&t, &p->y_inv_pow2[0], &p->y_inv_pow2[0]);
	sn_bpp_vector_start(&p->a, NULL);
	sn_bpp_vector_start(&p->b, &t);
	sn_wipe(&bit, sizeof bit);
}

/* A1 = 1/8·(r·G'₀ + s·H'₀ + d·G + (r·b + s·a)·y·H),  B = 1/8·(η·G + r·s·y·H), and the responses to the
 * last challenge e: r1 = r + a·e,  s1 = s + b·e,  d1 = η + d·e + α·e². */
static void prove_end(struct prover *p, struct sn_bpp *proof, const struct sn_scalar *y)
{
	const struct sn_scalar *a = &p->a.v[0], *b = &p->b.v[0];
	struct {
		struct sn_scalar r, s, d, eta, t, u;
	} n;
	struct sn_scalar e, ee;
	struct sn_ge points[2];
	struct sn_point encoded[2];

	sn_random_scalar(&p->nonces, &n.r);
	sn_random_scalar(&p->nonces, &n.s);
	sn_random_scalar(&p->nonces, &n.d);
	sn_random_scalar(&p->nonces, &n.eta);
	SN_FAULT_POINT("bulletproof nonces", &n, 4 * sizeof n.r);

	sn_scalar_mul(&n.t, &n.r, &sn_scalar_inv_eight);
	sn_bpp_vector_add_last(&p->a, &p->sums, 0, &n.t);
	sn_scalar_mul(&n.t, &n.s, &sn_scalar_inv_eight);
	sn_bpp_vector_add_last(&p->b, &p->sums, 0, &n.t);
	sn_scalar_mul(&n.t, &n.r, b);
	sn_scalar_muladd(&n.t, &n.s, a, &n.t);
	sn_scalar_mul(&n.t, &n.t, y);
	add_bases(p, 0, &n.t, &n.d);

	sn_scalar_mul(&n.t, &n.r, &n.s);
	sn_scalar_mul(&n.t, &n.t, y);
	add_bases(p, 1, &n.t, &n.eta);
	sn_bpp_sums_finish(&p->sums, points);

	sn_ge_encode_many(encoded, points, 2);
	SN_FAULT_POINT("bulletproof nonces", &n, 4 * sizeof n.r);
	proof->a1 = encoded[0];
	proof->b = encoded[1];
	sn_bpp_transcript_update2(&p->transcript, &encoded[0], &encoded[1]);
	e = p->transcript;
	sn_scalar_mul(&ee, &e, &e);
	sn_scalar_muladd(&proof->r1, a, &e, &n.r);
	sn_scalar_muladd(&proof->s1, b, &e, &n.s);
	sn_scalar_muladd(&n.u, &n.d, &e, &n.eta);
	sn_scalar_muladd(&proof->d1, &p->alpha, &ee, &n.u);
	sn_wipe(&n, sizeof n);
	sn_wipe(points, sizeof points);
}

/* The transcript begins with the commitments divided by 8. The nonces depend on the caller's stream and on
 * the statement, in case the stream is used twice. */
static void start_transcript(struct prover *p, const uint64_t *amounts, const struct sn_scalar *masks,
			     size_t outputs, struct sn_random *random)
{
	struct sn_ge v[SN_BPP_OUTPUTS_MAX];
	struct sn_point encoded[SN_BPP_OUTPUTS_MAX];
	struct sn_scalar amount8, mask8;
	uint8_t context[64];

	for (size_t i = 0; i < outputs; i++) {
		sn_scalar_from_u64(&amount8, amounts[i]);
		sn_scalar_mul(&amount8, &amount8, &sn_scalar_inv_eight);
		sn_scalar_mul(&mask8, &masks[i], &sn_scalar_inv_eight);
		sn_commit_ge(&v[i], &mask8, &amount8);
	}
	sn_ge_encode_many(encoded, v, outputs);
	/* The commitments are part of the transaction. */
	SN_PUBLIC(encoded, sizeof encoded);
	sn_bpp_transcript_start(&p->transcript, encoded, outputs);
	SN_FAULT_POINT("bulletproof transcript", &p->transcript, sizeof p->transcript);

	sn_random_bytes(random, context, 32);
	memcpy(context + 32, p->transcript.b, 32);
	sn_random_init(&p->nonces, "bulletproof_plus nonces", &masks[0], context, sizeof context);
	sn_wipe(context, sizeof context);
	sn_wipe(&amount8, sizeof amount8);
	sn_wipe(&mask8, sizeof mask8);
	sn_wipe(v, sizeof v);
}

/* With a challenge of zero (probability 2^-252) the proof would not verify. */
int sn_bpp_prove(struct sn_bpp *proof, const uint64_t *amounts, const struct sn_scalar *masks, size_t n,
		 struct sn_random *random)
{
	struct sn_scalar y, z;
	int ret = SN_IO;

	*proof = (struct sn_bpp){.rounds = 0};
	if (n == 0 || n > SN_BPP_OUTPUTS_MAX)
		return SN_USAGE;
	struct prover *p = prover_new((size_t)1 << sn_bpp_rounds(n));
	if (!p)
		return SN_IO;
	proof->rounds = sn_bpp_rounds(n);
	if (sn_bpp_generators(p->a.gen, p->b.gen, p->n) < 0)
		goto out;

	for (size_t i = 0; i < SN_BPP_BITS * n; i++)
		p->bits[i] = amounts[i / SN_BPP_BITS] >> (i % SN_BPP_BITS) & 1;
	start_transcript(p, amounts, masks, n, random);
	commit_to_bits(p, proof, &y, &z);
	SN_FAULT_POINT("bulletproof y, z", &y, sizeof y);
	SN_FAULT_POINT("bulletproof y, z", &z, sizeof z);
	start_vectors(p, masks, n, &y, &z);
	while (p->a.len > 1) {
		SN_FAULT_POINT("bulletproof bits", p->bits, p->n);
		SN_FAULT_POINT("bulletproof a", p->a.v, p->a.len * sizeof *p->a.v);
		SN_FAULT_POINT("bulletproof b", p->b.v, p->a.len * sizeof *p->b.v);
		SN_FAULT_POINT("bulletproof alpha", &p->alpha, sizeof p->alpha);
		if (prove_round(p, proof) < 0)
			goto out;
	}
	prove_end(p, proof, &y);
	/* The proof is public. */
	SN_PUBLIC(proof, sizeof *proof);
	SN_FAULT_POINT("bulletproof", proof, sizeof *proof);
	ret = SN_OK;
out:
	prover_free(p);
	sn_wipe_stack();
	if (ret < 0)
		*proof = (struct sn_bpp){.rounds = 0};
	return ret;
}
