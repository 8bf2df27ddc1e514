#include "ringct/bpp_verify.h"

#include "crypto/group.h"
#include "crypto/scalar.h"
#include "kernel/kernel.h"
#include "kernel/sums.h"
#include "ringct/bpp_generators.h"

#include <stdlib.h>
#include <string.h>

enum {
	/* A, A1, B, L, R. */
	PROOF_POINTS_MAX = 3 + 2 * SN_BPP_ROUNDS_MAX,
	OTHERS_MAX = PROOF_POINTS_MAX + SN_BPP_OUTPUTS_MAX,
	CHALLENGES_MAX = 1 + SN_BPP_ROUNDS_MAX,
	BASES = 2, /* G and H */
};

struct verifier {
	size_t n; /* 64 · outputs, padded to a power of two */
	struct sn_scalar y, z, e, challenge[SN_BPP_ROUNDS_MAX];
	struct sn_scalar y_inv, challenge_inv[SN_BPP_ROUNDS_MAX];
	/* The other points, times 8: the points of the proof, in the order of their terms, then the
	 * commitments. */
	struct sn_ge others[OTHERS_MAX];
	struct sn_table other_tables[OTHERS_MAX];
	size_t other_count;
	const struct sn_table **gen;
	struct sn_scalar *products;
	/* The equation Σ aᵢ·Pᵢ = 0. */
	struct sn_sum_term *terms;
	size_t term_count;
};

static void add_term(struct verifier *v, const struct sn_table *t, const struct sn_scalar *a)
{
	v->terms[v->term_count++] = (struct sn_sum_term){.table = t, .a = *a, .is_public = true};
}

static void add_other(struct verifier *v, const struct sn_scalar *a)
{
	add_term(v, &v->other_tables[v->other_count++], a);
}

/* Invert all scalars with one inversion; none is 0. */
static void invert_challenges(struct verifier *v, size_t rounds)
{
	struct sn_scalar before[CHALLENGES_MAX], rest = v->y;

	for (size_t i = 0; i < rounds; i++) {
		before[i] = rest;
		sn_scalar_mul(&rest, &rest, &v->challenge[i]);
	}
	sn_scalar_invert_vartime(&rest, &rest);
	for (size_t i = rounds; i-- > 0;) {
		sn_scalar_mul(&v->challenge_inv[i], &rest, &before[i]);
		sn_scalar_mul(&rest, &rest, &v->challenge[i]);
	}
	v->y_inv = rest;
}

/* Compute all challenges; none may be 0. `commitments` are divided by 8. */
static int make_challenges(struct verifier *v, const struct sn_bpp *proof, const struct sn_point *commitments,
			   size_t n)
{
	struct sn_scalar t, all;

	sn_bpp_transcript_start(&t, commitments, n);
	sn_bpp_transcript_update(&t, &proof->a);
	v->y = t;
	sn_bpp_transcript_squeeze(&t);
	v->z = t;
	sn_scalar_mul(&all, &v->y, &v->z);
	for (size_t i = 0; i < proof->rounds; i++) {
		sn_bpp_transcript_update2(&t, &proof->l[i], &proof->r[i]);
		v->challenge[i] = t;
		sn_scalar_mul(&all, &all, &t);
	}
	sn_bpp_transcript_update2(&t, &proof->a1, &proof->b);
	v->e = t;
	sn_scalar_mul(&all, &all, &t);
	if (sn_scalar_is_zero(&all))
		return SN_REFUSED;

	invert_challenges(v, proof->rounds);
	return SN_OK;
}

/* s[i] = Π challenge[j]^±1, with + if bit (rounds - 1 - j) of i is set: the multiple of Gᵢ in G'₀, without
 * the powers of y. For H it is s[n - 1 - i]. */
static void make_products(struct sn_scalar *s, const struct verifier *v, size_t rounds)
{
	s[0] = sn_scalar_one;
	for (size_t j = 0; j < rounds; j++) {
		for (size_t i = (size_t)1 << j; i-- > 0;) {
			sn_scalar_mul(&s[2 * i + 1], &s[i], &v->challenge[j]);
			sn_scalar_mul(&s[2 * i], &s[i], &v->challenge_inv[j]);
		}
	}
}

/* The terms of the generators Gᵢ and Hᵢ:
 *   Gᵢ: e·r1·y^-i·s[i] + e²·z
 *   Hᵢ: e·s1·s[n-1-i] - e²·(z + d[i]·y^(n-i)),  d[64j + k] = z^(2(j+1))·2^k. */
static void add_generators(struct verifier *v, const struct sn_bpp *proof, const struct sn_scalar *s,
			   const struct sn_scalar *y_n)
{
	struct sn_scalar ee, eez, er_y, es, eey_n_i, zz, z_pow, d, a;

	sn_scalar_mul(&ee, &v->e, &v->e);
	sn_scalar_mul(&eez, &ee, &v->z);
	sn_scalar_mul(&er_y, &v->e, &proof->r1);
	sn_scalar_mul(&es, &v->e, &proof->s1);
	sn_scalar_mul(&eey_n_i, &ee, y_n);
	sn_scalar_mul(&zz, &v->z, &v->z);
	z_pow = zz;
	for (size_t i = 0; i < v->n; i++) {
		if (i % SN_BPP_BITS == 0) {
			d = z_pow;
			sn_scalar_mul(&z_pow, &z_pow, &zz);
		} else {
			sn_scalar_add(&d, &d, &d);
		}
		sn_scalar_muladd(&a, &er_y, &s[i], &eez);
		add_term(v, v->gen[i], &a);

		sn_scalar_muladd(&a, &eey_n_i, &d, &eez);
		sn_scalar_neg(&a, &a);
		sn_scalar_muladd(&a, &es, &s[v->n - 1 - i], &a);
		add_term(v, v->gen[v->n + i], &a);

		sn_scalar_mul(&er_y, &er_y, &v->y_inv);
		sn_scalar_mul(&eey_n_i, &eey_n_i, &v->y_inv);
	}
}

/* The scalar of H: r1·s1·y + e²·(y^(n+1)·z·Σd + (z² - z)·Σ y^i), i = 1..n. */
static void h_scalar(struct sn_scalar *r, const struct verifier *v, const struct sn_bpp *proof,
		     const struct sn_scalar *y_n1)
{
	struct sn_scalar sum_y = sn_scalar_zero, sum_d = sn_scalar_zero, zz, t, u;

	sn_scalar_mul(&zz, &v->z, &v->z);
	for (size_t i = 0; i < v->n; i++) { /* Horner */
		sn_scalar_add(&sum_y, &sum_y, &sn_scalar_one);
		sn_scalar_mul(&sum_y, &sum_y, &v->y);
	}
	for (size_t j = 0; j < v->n / SN_BPP_BITS; j++) {
		sn_scalar_add(&sum_d, &sum_d, &sn_scalar_one);
		sn_scalar_mul(&sum_d, &sum_d, &zz);
	}
	sn_scalar_from_u64(&t, UINT64_MAX); /* Σ 2^k */
	sn_scalar_mul(&sum_d, &sum_d, &t);

	sn_scalar_mul(&t, y_n1, &v->z);
	sn_scalar_mul(&t, &t, &sum_d);
	sn_scalar_sub(&u, &zz, &v->z);
	sn_scalar_muladd(&t, &u, &sum_y, &t);
	sn_scalar_mul(&u, &v->e, &v->e);
	sn_scalar_mul(&t, &t, &u);
	sn_scalar_mul(&u, &proof->r1, &proof->s1);
	sn_scalar_muladd(r, &u, &v->y, &t);
}

/* The points of the proof and the commitments:
 *   A: -e²   A1: -e   B: -1   Lⱼ: -e²·challenge[j]²   Rⱼ: -e²·challenge[j]^-2   Cⱼ: -e²·z^(2(j+1))·y^(n+1).
 */
static void add_others(struct verifier *v, const struct sn_bpp *proof, size_t n, const struct sn_scalar *y_n1)
{
	struct sn_scalar minus_e, minus_ee, minus_one, zz, a, t;

	sn_scalar_neg(&minus_one, &sn_scalar_one);
	sn_scalar_neg(&minus_e, &v->e);
	sn_scalar_mul(&minus_ee, &minus_e, &v->e);
	add_other(v, &minus_ee);
	add_other(v, &minus_e);
	add_other(v, &minus_one);
	for (size_t j = 0; j < proof->rounds; j++) {
		sn_scalar_mul(&t, &v->challenge[j], &v->challenge[j]);
		sn_scalar_mul(&a, &minus_ee, &t);
		add_other(v, &a);
		sn_scalar_mul(&t, &v->challenge_inv[j], &v->challenge_inv[j]);
		sn_scalar_mul(&a, &minus_ee, &t);
		add_other(v, &a);
	}
	sn_scalar_mul(&zz, &v->z, &v->z);
	sn_scalar_mul(&a, &minus_ee, y_n1);
	for (size_t j = 0; j < n; j++) {
		sn_scalar_mul(&a, &a, &zz);
		add_other(v, &a);
	}
}

/* The points of the proof into v->others, not yet times 8. */
static int decode_proof(struct verifier *v, const struct sn_bpp *proof)
{
	struct sn_point points[PROOF_POINTS_MAX] = {proof->a, proof->a1, proof->b};
	bool is_valid[PROOF_POINTS_MAX];
	size_t n = 3;

	for (size_t j = 0; j < proof->rounds; j++) {
		points[n++] = proof->l[j];
		points[n++] = proof->r[j];
	}
	sn_kernel()->decode(v->others, is_valid, points, n);
	for (size_t i = 0; i < n; i++)
		if (!is_valid[i])
			return SN_REFUSED;
	return SN_OK;
}

/* r[i] = C/8, and its encoding, as in the prover's transcript. */
static int divide_commitments(struct verifier *v, struct sn_point *encoded, struct sn_ge *r,
			      const struct sn_point *commitments, size_t n)
{
	const struct sn_table *gen[SN_BPP_OUTPUTS_MAX];
	const struct sn_fold_points points = {gen, .of_scalar = 0, .of_sum = 1};
	bool is_valid[SN_BPP_OUTPUTS_MAX];
	struct sn_naf eighth;

	sn_kernel()->decode(r, is_valid, commitments, n);
	for (size_t i = 0; i < n; i++) {
		if (!is_valid[i])
			return SN_REFUSED;
		gen[i] = &v->other_tables[i];
	}
	sn_naf_make_vartime(&eighth, &sn_scalar_inv_eight, SN_NAF_WIDTH);
	sn_kernel()->sums.tables(v->other_tables, r, n);
	sn_kernel()->sums.fold(r, n, &points, &eighth, 1);
	sn_ge_encode_many(encoded, r, n);
	return SN_OK;
}

static int verify(struct verifier *v, const struct sn_bpp *proof, const struct sn_point *commitments,
		  size_t n)
{
	struct sn_point divided[SN_BPP_OUTPUTS_MAX];
	struct sn_scalar y_n, y_n1, a;
	struct sn_ge sum;
	size_t proof_points = 3 + 2 * proof->rounds;

	if (!sn_scalar_is_canonical(&proof->r1) || !sn_scalar_is_canonical(&proof->s1) ||
	    !sn_scalar_is_canonical(&proof->d1))
		return SN_REFUSED;
	if (decode_proof(v, proof) < 0 ||
	    divide_commitments(v, divided, v->others + proof_points, commitments, n) < 0 ||
	    make_challenges(v, proof, divided, n) < 0)
		return SN_REFUSED;
	if (sn_bpp_generators(v->gen, v->gen + v->n, v->n) < 0)
		return SN_IO;

	y_n = v->y;
	for (size_t i = 0; i < proof->rounds; i++)
		sn_scalar_mul(&y_n, &y_n, &y_n);
	sn_scalar_mul(&y_n1, &y_n, &v->y);

	make_products(v->products, v, proof->rounds);
	add_generators(v, proof, v->products, &y_n);
	/* Times 8, which removes a torsion component. */
	for (size_t i = 0; i < proof_points + n; i++)
		sn_ge_mul8(&v->others[i], &v->others[i]);
	sn_kernel()->sums.tables(v->other_tables, v->others, proof_points + n);
	add_others(v, proof, n, &y_n1);
	h_scalar(&a, v, proof, &y_n1);
	add_term(v, sn_bpp_bases(), &proof->d1);
	add_term(v, sn_bpp_bases() + 1, &a);
	sn_kernel()->sums.sum(&sum, v->terms, v->term_count);
	return sn_ge_is_identity(&sum) ? SN_OK : SN_REFUSED;
}

static int allocate_and_verify(struct verifier *v, const struct sn_bpp *proof,
			       const struct sn_point *commitments, size_t n)
{
	int ret = SN_IO;

	v->n = (size_t)1 << proof->rounds;
	v->gen = calloc(2 * v->n, sizeof *v->gen);
	v->terms = calloc(2 * v->n + OTHERS_MAX + BASES, sizeof *v->terms);
	v->products = calloc(v->n, sizeof *v->products);
	if (v->gen && v->terms && v->products)
		ret = verify(v, proof, commitments, n);
	free(v->products);
	free(v->terms);
	free(v->gen);
	return ret;
}

int sn_bpp_verify(const struct sn_bpp *proof, const struct sn_point *commitments, size_t n)
{
	if (n == 0 || n > SN_BPP_OUTPUTS_MAX || proof->rounds != sn_bpp_rounds(n))
		return SN_REFUSED;

	struct verifier *v = aligned_alloc(_Alignof(struct verifier), sizeof *v);
	if (!v)
		return SN_IO;
	memset(v, 0, sizeof *v);
	int ret = allocate_and_verify(v, proof, commitments, n);
	free(v);
	return ret;
}
