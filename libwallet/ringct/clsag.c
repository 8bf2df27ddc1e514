#include "ringct/clsag.h"

#include "base/seam.h"
#include "base/secret.h"
#include "crypto/ct.h"
#include "crypto/group.h"
#include "crypto/keccak.h"
#include "crypto/scalar.h"
#include "ringct/multiexp.h"

#include <stdlib.h>

#include <sodium.h>

/* Domain separators: the text, padded with zeros to 32 bytes. */
static const uint8_t domain_key[32] = "CLSAG_agg_0";
static const uint8_t domain_commitment[32] = "CLSAG_agg_1";
static const uint8_t domain_round[32] = "CLSAG_round";

/* What of a ring member takes part in the equations. */
struct member {
	struct sn_ge key;        /* P */
	struct sn_ge commitment; /* C - C', with C' the pseudo commitment: opens to zero for the real member */
	struct sn_ge hash;       /* Hp(P) */
};

enum {
	KEY,
	COMMITMENT,
	HASH,
	MEMBER_POINTS,
};

_Static_assert(sizeof(struct member) == MEMBER_POINTS * sizeof(struct sn_ge), "members are arrays of points");

struct member_tables {
	struct sn_multiples t[MEMBER_POINTS];
};

static int decode_ring(struct member *m, const struct sn_ring_member *ring, size_t n,
		       const struct sn_point *pseudo_commitment)
{
	struct sn_ge pseudo;

	if (sn_ge_decode(&pseudo, pseudo_commitment) < 0)
		return SN_BAD_INPUT;
	for (size_t i = 0; i < n; i++) {
		if (sn_ge_decode(&m[i].key, &ring[i].key) < 0 ||
		    sn_ge_decode(&m[i].commitment, &ring[i].commitment) < 0)
			return SN_BAD_INPUT;
		sn_ge_sub(&m[i].commitment, &m[i].commitment, &pseudo);
		sn_hash_to_ec(&m[i].hash, ring[i].key.b);
	}
	return SN_OK;
}

static void make_tables(struct member_tables *t, const struct member *m, size_t n)
{
	sn_multiples_make(t->t, &m->key, MEMBER_POINTS * n);
}

static void absorb_ring(struct sn_keccak *k, const uint8_t domain[static 32], const struct sn_ring_member *ring,
			size_t n)
{
	sn_keccak_init(k);
	sn_keccak_update(k, domain, 32);
	for (size_t i = 0; i < n; i++)
		sn_keccak_update(k, ring[i].key.b, 32);
	for (size_t i = 0; i < n; i++)
		sn_keccak_update(k, ring[i].commitment.b, 32);
}

static void finish_to_scalar(struct sn_scalar *r, struct sn_keccak *k)
{
	struct sn_hash h;

	sn_keccak_final(k, &h);
	sn_scalar_reduce(r, h.b);
}

/* μ = Hs(domain ‖ P… ‖ C… ‖ I ‖ D/8 ‖ C'): the weight of the keys or of the commitments. */
static void aggregate(struct sn_scalar *mu, const uint8_t domain[static 32], const struct sn_ring_member *ring,
		      size_t n, const struct sn_point *image, const struct sn_point *d,
		      const struct sn_point *pseudo_commitment)
{
	struct sn_keccak k;

	absorb_ring(&k, domain, ring, n);
	sn_keccak_update(&k, image->b, 32);
	sn_keccak_update(&k, d->b, 32);
	sn_keccak_update(&k, pseudo_commitment->b, 32);
	finish_to_scalar(mu, &k);
}

/* State of the hash in which only L and R change from round to round. */
static void start_round(struct sn_keccak *prefix, const struct sn_hash *message, const struct sn_ring_member *ring,
			size_t n, const struct sn_point *pseudo_commitment)
{
	absorb_ring(prefix, domain_round, ring, n);
	sn_keccak_update(prefix, pseudo_commitment->b, 32);
	sn_keccak_update(prefix, message->b, 32);
}

/* c = Hs(prefix ‖ L ‖ R). */
static void round_challenge(struct sn_scalar *c, const struct sn_keccak *prefix, const struct sn_ge lr[static 2])
{
	struct sn_keccak k = *prefix;
	struct sn_point encoded[2];

	sn_ge_encode_many(encoded, lr, 2);
	sn_keccak_update(&k, encoded[0].b, 32);
	sn_keccak_update(&k, encoded[1].b, 32);
	finish_to_scalar(c, &k);
}

/* r = a·P, `a` secret. */
static void multiply(struct sn_ge *r, const struct sn_scalar *a, const struct sn_multiples *p)
{
	struct sn_term term = {.multiples = p};

	sn_digits_make(&term.digits, a);
	sn_multiexp(r, &term, 1);
	sn_wipe(&term, sizeof term);
}

/* Rotate n elements of `size` bytes, a multiple of 8, to the left by `shift` < n places, n ≤ SN_RING_MAX. `shift`
 * is secret: every element is moved for every bit of it. `scratch` holds as much as `a`. */
static void rotate_left(void *a, size_t size, size_t n, size_t shift, void *scratch)
{
	for (size_t step = 1; step < n; step *= 2) {
		uint64_t mask = sn_ct_mask_equal(shift & step, step);
		memcpy(scratch, a, n * size);
		for (size_t i = 0; i < n; i++) {
			const uint8_t *from = (const uint8_t *)scratch + (i + step) % n * size;
			uint8_t *to = (uint8_t *)a + i * size;
			for (size_t at = 0; at < size; at += 8) {
				uint64_t u, v;
				memcpy(&u, to + at, 8);
				memcpy(&v, from + at, 8);
				u ^= mask & (u ^ v);
				memcpy(to + at, &u, 8);
			}
		}
	}
}

/* Nonces hang on the caller's stream and, in case it were used twice, on the key and on what is signed. */
static void start_nonces(struct sn_random *nonces, struct sn_random *random, const struct sn_scalar *x,
			 const struct sn_keccak *round_prefix)
{
	uint8_t context[64];
	struct sn_keccak k = *round_prefix;
	struct sn_hash h;

	sn_random_bytes(random, context, 32);
	sn_keccak_final(&k, &h);
	memcpy(context + 32, h.b, 32);
	sn_random_init(nonces, "clsag nonces", x, context, sizeof context);
	sn_wipe(context, sizeof context);
}

/* Everything that signing holds; secret, so in one piece that is wiped. */
struct signer {
	struct member member[SN_RING_MAX], member_scratch[SN_RING_MAX];
	struct sn_multiples k_table;
	struct sn_scalar s[SN_RING_MAX], s_scratch[SN_RING_MAX];
	struct sn_random nonces;
	struct sn_scalar alpha, c, w, d_scalar;
	struct sn_ge d, k;
	struct member_tables tables[]; /* n */
};

/* The real member: x·G = P, z·G = C - C' and x·Hp(P) = I. */
static bool secrets_match(const struct member *real, const struct sn_multiples *hash, const struct sn_scalar *x,
			  const struct sn_scalar *z, const struct sn_point *image)
{
	struct sn_ge p;
	struct sn_point own_image;
	bool ok;

	sn_ge_mul_base(&p, x);
	ok = sn_ge_is_equal(&p, &real->key);
	sn_ge_mul_base(&p, z);
	ok &= sn_ge_is_equal(&p, &real->commitment);
	multiply(&p, x, hash);
	sn_ge_encode(&own_image, &p);
	ok &= sodium_memcmp(own_image.b, image->b, sizeof image->b) == 0;
	sn_wipe(&p, sizeof p);
	/* Whether they match decides about a signature at all. */
	SN_PUBLIC(&ok, sizeof ok);
	return ok;
}

/* L = s·G + c·μP·P + c·μC·(C - C'),  R = s·Hp(P) + c·K. In constant time, although s and c become public:
 * which member is missing from the sequence of times would be the real one. */
static void round_points(struct sn_ge lr[static 2], const struct member_tables *m, const struct sn_multiples *k,
			 const struct sn_scalar *s, const struct sn_scalar *c, const struct sn_scalar *mu_key,
			 const struct sn_scalar *mu_commitment)
{
	struct sn_scalar c_key, c_commitment;
	struct sn_ge base;
	struct sn_term left[2] = {{.multiples = &m->t[KEY]}, {.multiples = &m->t[COMMITMENT]}};
	struct sn_term right[2] = {{.multiples = &m->t[HASH]}, {.multiples = k}};

	/* Not c·(μP·P + μC·(C - C')), which would be cheaper: c·μP is reduced mod l on the chain, and P may have
	 * a torsion component for which that makes a difference. */
	sn_scalar_mul(&c_key, c, mu_key);
	sn_scalar_mul(&c_commitment, c, mu_commitment);
	sn_digits_make(&left[0].digits, &c_key);
	sn_digits_make(&left[1].digits, &c_commitment);
	sn_multiexp(&lr[0], left, 2);
	sn_ge_mul_base(&base, s);
	sn_ge_add(&lr[0], &lr[0], &base);

	sn_digits_make(&right[0].digits, s);
	sn_digits_make(&right[1].digits, c);
	sn_multiexp(&lr[1], right, 2);
}

static int sign(struct signer *g, struct sn_clsag *sig, const struct sn_hash *message,
		const struct sn_ring_member *ring, size_t n, size_t real, const struct sn_point *image,
		const struct sn_point *pseudo_commitment, const struct sn_scalar *x, const struct sn_scalar *z,
		struct sn_random *random)
{
	struct sn_scalar mu_key, mu_commitment;
	struct sn_keccak prefix;
	struct sn_ge lr[2];
	size_t last = n - 1;

	if (decode_ring(g->member, ring, n, pseudo_commitment) < 0)
		return SN_BAD_INPUT;

	/* From here on the ring starts behind the real member, which is the last one: position j is the member
	 * (real + 1 + j) mod n. What follows touches the same memory in the same order whichever is real. */
	size_t to_next = (real + 1) & sn_ct_barrier(~sn_ct_mask_equal(real, last));
	rotate_left(g->member, sizeof *g->member, n, to_next, g->member_scratch);
	SN_FAULT_POINT("clsag ring", g->member, n * sizeof *g->member);
	make_tables(g->tables, g->member, n);
	const struct sn_multiples *real_hash = &g->tables[last].t[HASH];
	if (!secrets_match(&g->member[last], real_hash, x, z, image))
		return SN_BAD_INPUT;

	/* D = z·Hp(P) goes into the signature as D/8. */
	sn_scalar_mul(&g->d_scalar, z, &sn_scalar_inv_eight);
	multiply(&g->d, &g->d_scalar, real_hash);
	sn_ge_encode(&sig->d, &g->d);

	/* w = μP·x + μC·z, and K = μP·I + μC·D = w·Hp(P). */
	aggregate(&mu_key, domain_key, ring, n, image, &sig->d, pseudo_commitment);
	aggregate(&mu_commitment, domain_commitment, ring, n, image, &sig->d, pseudo_commitment);
	sn_scalar_mul(&g->w, &mu_commitment, z);
	sn_scalar_muladd(&g->w, &mu_key, x, &g->w);
	multiply(&g->k, &g->w, real_hash);
	sn_multiples_make(&g->k_table, &g->k, 1);
	SN_FAULT_POINT("clsag tables", g->tables, n * sizeof *g->tables);
	SN_FAULT_POINT("clsag weights", &mu_key, sizeof mu_key);
	SN_FAULT_POINT("clsag weights", &mu_commitment, sizeof mu_commitment);
	SN_FAULT_POINT("clsag w", &g->w, sizeof g->w);
	SN_FAULT_POINT("clsag K", &g->k_table, sizeof g->k_table);
	SN_FAULT_POINT("clsag D", &sig->d, sizeof sig->d);

	start_round(&prefix, message, ring, n, pseudo_commitment);
	start_nonces(&g->nonces, random, x, &prefix);
	sn_random_scalar(&g->nonces, &g->alpha);
	SN_FAULT_POINT("clsag prefix", &prefix, sizeof prefix);
	SN_FAULT_POINT("clsag alpha", &g->alpha, sizeof g->alpha);
	sn_ge_mul_base(&lr[0], &g->alpha);
	multiply(&lr[1], &g->alpha, real_hash);
	SN_FAULT_POINT("clsag alpha", &g->alpha, sizeof g->alpha);
	SN_FAULT_POINT("clsag L, R", lr, sizeof lr);
	round_challenge(&g->c, &prefix, lr);
	SN_FAULT_POINT("clsag c", &g->c, sizeof g->c);

	sig->c1 = sn_scalar_zero;
	for (size_t j = 0;; j++) {
		uint64_t is_first = sn_ct_mask_equal(j, last - real); /* the member ring[0] */
		for (int i = 0; i < 32; i++)
			sig->c1.b[i] |= (uint8_t)is_first & g->c.b[i];
		if (j == last)
			break;
		sn_random_scalar(&g->nonces, &g->s[j]);
		round_points(lr, &g->tables[j], &g->k_table, &g->s[j], &g->c, &mu_key, &mu_commitment);
		round_challenge(&g->c, &prefix, lr);
	}
	SN_FAULT_POINT("clsag c", &g->c, sizeof g->c);
	SN_FAULT_POINT("clsag s", g->s, last * sizeof *g->s);

	/* s = α - c·w closes the ring. */
	sn_scalar_mul(&g->c, &g->c, &g->w);
	sn_scalar_sub(&g->s[last], &g->alpha, &g->c);

	rotate_left(g->s, sizeof *g->s, n, last - real, g->s_scratch);
	memcpy(sig->s, g->s, n * sizeof *g->s);
	sig->n = n;
	/* The signature is for everybody. */
	SN_PUBLIC(sig, sizeof *sig);
	SN_FAULT_POINT("clsag", sig, offsetof(struct sn_clsag, s[n]));
	SN_FAULT_POINT("clsag", &sig->c1, sizeof sig->c1);
	return SN_OK;
}

int sn_clsag_sign(struct sn_clsag *sig, const struct sn_hash *message, const struct sn_ring_member *ring, size_t n,
		  size_t real, const struct sn_point *image, const struct sn_point *pseudo_commitment,
		  const struct sn_scalar *x, const struct sn_scalar *z, struct sn_random *random)
{
	*sig = (struct sn_clsag){.n = 0};
	bool is_in_range = n > 0 && n <= SN_RING_MAX && real < n;
	/* A caller's mistake, otherwise. */
	SN_PUBLIC(&is_in_range, sizeof is_in_range);
	if (!is_in_range)
		return SN_USAGE;

	size_t size = sizeof(struct signer) + n * sizeof(struct member_tables);
	struct signer *g = malloc(size);
	if (!g)
		return SN_IO;
	int ret = sign(g, sig, message, ring, n, real, image, pseudo_commitment, x, z, random);
	sn_wipe(g, size);
	free(g);
	if (ret < 0)
		*sig = (struct sn_clsag){.n = 0};
	return ret;
}

/* r = Σ aᵢ·Pᵢ for two terms, all public. */
static void multiply2_vartime(struct sn_ge *r, const struct sn_scalar *a, const struct sn_multiples *p,
			      const struct sn_scalar *b, const struct sn_multiples *q)
{
	struct sn_naf naf[2];
	struct sn_public_term terms[2] = {{p, &naf[0]}, {q, &naf[1]}};

	sn_naf_make_vartime(&naf[0], a);
	sn_naf_make_vartime(&naf[1], b);
	sn_multiexp_vartime(r, terms, 2);
}

struct verifier {
	struct member member[SN_RING_MAX];
	struct member_tables tables[]; /* n */
};

static int verify(struct verifier *v, const struct sn_clsag *sig, const struct sn_hash *message,
		  const struct sn_ring_member *ring, size_t n, const struct sn_point *image,
		  const struct sn_point *pseudo_commitment)
{
	struct sn_scalar mu_key, mu_commitment, c_key, c_commitment;
	struct sn_scalar c = sig->c1;
	struct sn_ge image_and_d[2], k, base, lr[2];
	struct sn_multiples pair[2], k_table;
	struct sn_keccak prefix;

	if (!sn_scalar_is_canonical(&sig->c1))
		return SN_REFUSED;
	for (size_t i = 0; i < n; i++)
		if (!sn_scalar_is_canonical(&sig->s[i]))
			return SN_REFUSED;

	if (sn_ge_decode(&image_and_d[0], image) < 0 || sn_ge_is_identity(&image_and_d[0]) ||
	    !sn_ge_is_torsion_free_vartime(&image_and_d[0]))
		return SN_REFUSED;
	if (sn_ge_decode(&image_and_d[1], &sig->d) < 0)
		return SN_REFUSED;
	sn_ge_mul8(&image_and_d[1], &image_and_d[1]);
	if (sn_ge_is_identity(&image_and_d[1]))
		return SN_REFUSED;
	if (decode_ring(v->member, ring, n, pseudo_commitment) < 0)
		return SN_REFUSED;

	aggregate(&mu_key, domain_key, ring, n, image, &sig->d, pseudo_commitment);
	aggregate(&mu_commitment, domain_commitment, ring, n, image, &sig->d, pseudo_commitment);

	/* I and D are in the prime-order subgroup, so K = μP·I + μC·D can be made once and multiplied by c. */
	sn_multiples_make(pair, image_and_d, 2);
	multiply2_vartime(&k, &mu_key, &pair[0], &mu_commitment, &pair[1]);
	sn_multiples_make(&k_table, &k, 1);
	make_tables(v->tables, v->member, n);

	start_round(&prefix, message, ring, n, pseudo_commitment);
	for (size_t i = 0; i < n; i++) {
		const struct sn_multiples *t = v->tables[i].t;
		sn_scalar_mul(&c_key, &c, &mu_key);
		sn_scalar_mul(&c_commitment, &c, &mu_commitment);
		multiply2_vartime(&lr[0], &c_key, &t[KEY], &c_commitment, &t[COMMITMENT]);
		sn_ge_mul_base(&base, &sig->s[i]);
		sn_ge_add(&lr[0], &lr[0], &base);
		multiply2_vartime(&lr[1], &sig->s[i], &t[HASH], &c, &k_table);
		round_challenge(&c, &prefix, lr);
		if (sn_scalar_is_zero(&c))
			return SN_REFUSED;
	}
	return sn_scalar_is_equal(&c, &sig->c1) ? SN_OK : SN_REFUSED;
}

int sn_clsag_verify(const struct sn_clsag *sig, const struct sn_hash *message, const struct sn_ring_member *ring,
		    size_t n, const struct sn_point *image, const struct sn_point *pseudo_commitment)
{
	if (n == 0 || n > SN_RING_MAX || sig->n != n)
		return SN_REFUSED;

	struct verifier *v = malloc(sizeof *v + n * sizeof *v->tables);
	if (!v)
		return SN_IO;
	int ret = verify(v, sig, message, ring, n, image, pseudo_commitment);
	free(v);
	return ret;
}
