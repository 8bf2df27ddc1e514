#include "ringct/bulletproof_plus.h"

#include "crypto/group.h"
#include "crypto/scalar.h"
#include "ringct/bpp_generators.h"
#include "ringct/commitment.h"
#include "ringct/multiexp.h"

#include <stdlib.h>

enum {
	/* L, R, A, A1, B, and the commitments. */
	OTHERS_MAX = 2 * SN_BPP_ROUNDS_MAX + 3 + SN_BPP_OUTPUTS_MAX,
};

struct verifier {
	size_t n; /* 64 · outputs, padded to a power of two */
	struct sn_scalar y, z, e, challenge[SN_BPP_ROUNDS_MAX];
	struct sn_scalar y_inv, challenge_inv[SN_BPP_ROUNDS_MAX];
	struct sn_ge others[OTHERS_MAX];
	struct sn_multiples other_tables[OTHERS_MAX];
	size_t other_count;
	/* The equation Σ aᵢ·Pᵢ = 0, but for G and H: generators Gᵢ and Hᵢ, and others. */
	const struct sn_multiples **gen;
	struct sn_public_term *terms;
	struct sn_naf *naf;
	size_t term_count;
};

size_t sn_bpp_rounds(size_t n)
{
	size_t rounds = 6;

	while ((size_t)SN_BPP_BITS * n > (size_t)1 << rounds)
		rounds++;
	return rounds;
}

static void add_term(struct verifier *v, const struct sn_multiples *t, const struct sn_scalar *a)
{
	sn_naf_make_vartime(&v->naf[v->term_count], a);
	v->terms[v->term_count] = (struct sn_public_term){t, &v->naf[v->term_count]};
	v->term_count++;
}

/* The point multiplied by 8, which takes a torsion component away. */
static int add_other(struct verifier *v, const struct sn_point *p, const struct sn_scalar *a)
{
	struct sn_ge *q = &v->others[v->other_count];

	if (sn_ge_decode(q, p) < 0)
		return SN_REFUSED;
	sn_ge_mul8(q, q);
	add_term(v, &v->other_tables[v->other_count++], a);
	return SN_OK;
}

/* All challenges, none of which may be 0. `commitments` are those divided by 8. */
static int make_challenges(struct verifier *v, const struct sn_bpp *proof, const struct sn_point *commitments, size_t n)
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

	sn_scalar_invert(&v->y_inv, &v->y);
	for (size_t i = 0; i < proof->rounds; i++)
		sn_scalar_invert(&v->challenge_inv[i], &v->challenge[i]);
	return SN_OK;
}

/* s[i] = Π challenge[j]^±1, + where bit (rounds - 1 - j) of i is set: how often Gᵢ went into G'₀, apart from y. For
 * H it is s[n - 1 - i]. */
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

/* What stands at H: r1·s1·y + e²·(y^(n+1)·z·Σd + (z² - z)·Σ y^i), i = 1..n. */
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
 *   Cⱼ: -e²·z^(2(j+1))·y^(n+1)   A: -e²   A1: -e   B: -1   Lⱼ: -e²·challenge[j]²   Rⱼ: -e²·challenge[j]^-2. */
static int add_points(struct verifier *v, const struct sn_bpp *proof, const struct sn_point *commitments, size_t n,
		      const struct sn_scalar *y_n1)
{
	struct sn_scalar minus_e, minus_ee, zz, a, t;

	sn_scalar_neg(&minus_e, &v->e);
	sn_scalar_mul(&minus_ee, &minus_e, &v->e);
	sn_scalar_mul(&zz, &v->z, &v->z);
	sn_scalar_mul(&a, &minus_ee, y_n1);
	for (size_t j = 0; j < n; j++) {
		sn_scalar_mul(&a, &a, &zz);
		if (add_other(v, &commitments[j], &a) < 0)
			return SN_REFUSED;
	}
	sn_scalar_neg(&a, &sn_scalar_one);
	if (add_other(v, &proof->a, &minus_ee) < 0 || add_other(v, &proof->a1, &minus_e) < 0 ||
	    add_other(v, &proof->b, &a) < 0)
		return SN_REFUSED;
	for (size_t j = 0; j < proof->rounds; j++) {
		sn_scalar_mul(&t, &v->challenge[j], &v->challenge[j]);
		sn_scalar_mul(&a, &minus_ee, &t);
		if (add_other(v, &proof->l[j], &a) < 0)
			return SN_REFUSED;
		sn_scalar_mul(&t, &v->challenge_inv[j], &v->challenge_inv[j]);
		sn_scalar_mul(&a, &minus_ee, &t);
		if (add_other(v, &proof->r[j], &a) < 0)
			return SN_REFUSED;
	}
	return SN_OK;
}

/* C/8, as the prover put it into the transcript. */
static int divide_commitments(struct sn_point *r, const struct sn_point *commitments, size_t n)
{
	struct sn_ge c[SN_BPP_OUTPUTS_MAX];

	for (size_t i = 0; i < n; i++) {
		if (sn_ge_decode(&c[i], &commitments[i]) < 0)
			return SN_REFUSED;
		sn_ge_mul(&c[i], &sn_scalar_inv_eight, &c[i]);
	}
	sn_ge_encode_many(r, c, n);
	return SN_OK;
}

static int verify(struct verifier *v, const struct sn_bpp *proof, const struct sn_point *commitments, size_t n,
		  struct sn_scalar *products)
{
	struct sn_point divided[SN_BPP_OUTPUTS_MAX];
	struct sn_scalar y_n, y_n1, a;
	struct sn_ge sum, part;

	if (!sn_scalar_is_canonical(&proof->r1) || !sn_scalar_is_canonical(&proof->s1) ||
	    !sn_scalar_is_canonical(&proof->d1))
		return SN_REFUSED;
	if (divide_commitments(divided, commitments, n) < 0 || make_challenges(v, proof, divided, n) < 0)
		return SN_REFUSED;
	if (sn_bpp_generators(v->gen, v->gen + v->n, v->n) < 0)
		return SN_IO;

	y_n = v->y;
	for (size_t i = 0; i < proof->rounds; i++)
		sn_scalar_mul(&y_n, &y_n, &y_n);
	sn_scalar_mul(&y_n1, &y_n, &v->y);

	make_products(products, v, proof->rounds);
	add_generators(v, proof, products, &y_n);
	if (add_points(v, proof, divided, n, &y_n1) < 0)
		return SN_REFUSED;
	sn_multiples_make(v->other_tables, v->others, v->other_count);
	sn_multiexp_vartime(&sum, v->terms, v->term_count);

	h_scalar(&a, v, proof, &y_n1);
	sn_commit_ge(&part, &proof->d1, &a);
	sn_ge_add(&sum, &sum, &part);
	return sn_ge_is_identity(&sum) ? SN_OK : SN_REFUSED;
}

int sn_bpp_verify(const struct sn_bpp *proof, const struct sn_point *commitments, size_t n)
{
	if (n == 0 || n > SN_BPP_OUTPUTS_MAX || proof->rounds != sn_bpp_rounds(n))
		return SN_REFUSED;

	int ret = SN_IO;
	struct sn_scalar *products = NULL;
	struct verifier *v = calloc(1, sizeof *v);
	if (!v)
		return SN_IO;
	v->n = (size_t)1 << proof->rounds;
	v->gen = calloc(2 * v->n, sizeof *v->gen);
	v->terms = calloc(2 * v->n + OTHERS_MAX, sizeof *v->terms);
	v->naf = calloc(2 * v->n + OTHERS_MAX, sizeof *v->naf);
	products = calloc(v->n, sizeof *products);
	if (v->gen && v->terms && v->naf && products)
		ret = verify(v, proof, commitments, n, products);
	free(products);
	free(v->naf);
	free(v->terms);
	free(v->gen);
	free(v);
	return ret;
}
