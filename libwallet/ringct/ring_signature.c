#include "ringct/ring_signature.h"

#include "base/seam.h"
#include "base/secret.h"
#include "crypto/ct.h"
#include "crypto/group_mul.h"
#include "crypto/hash_to_point.h"
#include "crypto/keccak.h"
#include "crypto/random.h"
#include "crypto/scalar.h"
#include "crypto/torsion.h"
#include "kernel/multiexp.h"

/* M, and the L and R so far. */
static void start_challenge(struct sn_keccak *k, const struct sn_hash *hash)
{
	sn_keccak_init(k);
	sn_keccak_update(k, hash->b, sizeof hash->b);
}

static void absorb(struct sn_keccak *k, const struct sn_ge lr[static 2])
{
	struct sn_point encoded[2];
	sn_ge_encode_many(encoded, lr, 2);
	/* The verifier computes them too. */
	SN_PUBLIC(encoded, sizeof encoded);
	sn_keccak_update(k, encoded, sizeof encoded);
}

static void finish_challenge(struct sn_scalar *c, struct sn_keccak *k)
{
	struct sn_hash h;
	sn_keccak_final(k, &h);
	sn_scalar_reduce(c, h.b);
}

static void start_random(struct sn_random *random, const struct sn_hash *hash, const struct sn_point *image,
			 const struct sn_point *keys, size_t n, const struct sn_scalar *x)
{
	struct sn_keccak k;
	struct sn_hash context;
	start_challenge(&k, hash);
	sn_keccak_update(&k, image->b, sizeof image->b);
	sn_keccak_update(&k, keys, n * sizeof *keys);
	sn_keccak_final(&k, &context);
	sn_random_init(random, "ring signature", x, context.b, sizeof context.b);
}

/* Clear the bits that are not in the mask. */
static void and_mask(struct sn_scalar *a, uint64_t mask)
{
	for (size_t i = 0; i < sizeof a->b; i++)
		a->b[i] &= (uint8_t)mask;
}

/* r = a·P + b·Q, constant time. The terms are as secret as the scalars. */
static void sum(struct sn_ge *r, struct sn_ge *term, const struct sn_scalar *a, const struct sn_ge *p,
		const struct sn_scalar *b, const struct sn_ge *q)
{
	sn_ge_mul(term, a, p);
	sn_ge_mul(r, b, q);
	sn_ge_add(r, r, term);
}

/* The secret state of the signer. */
struct signer {
	struct sn_random random;
	struct sn_scalar c, product;
	struct sn_ge lr[2], term;
};

/* The real member has the nonce as its r, and 0 as its c, until the challenge is known: its L and R are k·G
 * and k·Hp(P), and it is treated like all others. */
static int sign(struct signer *g, struct sn_signature *sig, const struct sn_hash *hash,
		const struct sn_point *image, const struct sn_point *keys, size_t n, size_t real,
		const struct sn_scalar *x)
{
	struct sn_keccak challenge;
	struct sn_ge p, h, i_point;
	if (sn_ge_decode(&i_point, image))
		return SN_BAD_INPUT;
	start_random(&g->random, hash, image, keys, n, x);
	start_challenge(&challenge, hash);
	for (size_t i = 0; i < n; i++) {
		if (sn_ge_decode(&p, &keys[i]))
			return SN_BAD_INPUT;
		sn_hash_to_ec(&h, keys[i].b);
		sn_random_scalar(&g->random, &sig[i].c);
		sn_random_scalar(&g->random, &sig[i].r);
		and_mask(&sig[i].c, ~sn_ct_mask_equal(i, real));
		sum(&g->lr[0], &g->term, &sig[i].r, &sn_ge_base, &sig[i].c, &p);
		sum(&g->lr[1], &g->term, &sig[i].r, &h, &sig[i].c, &i_point);
		absorb(&challenge, g->lr);
	}
	SN_FAULT_POINT("ring signature nonce", &sig[real].r, sizeof sig[real].r);
	finish_challenge(&g->c, &challenge);
	for (size_t i = 0; i < n; i++)
		sn_scalar_sub(&g->c, &g->c, &sig[i].c);
	sn_scalar_mul(&g->product, &g->c, x);
	for (size_t i = 0; i < n; i++) {
		const uint64_t is_real = sn_ct_mask_equal(i, real);
		struct sn_scalar c = g->c, product = g->product;
		and_mask(&c, is_real);
		and_mask(&product, is_real);
		sn_scalar_add(&sig[i].c, &sig[i].c, &c);
		sn_scalar_sub(&sig[i].r, &sig[i].r, &product);
		sn_wipe(&product, sizeof product);
	}
	/* The signature is published. */
	SN_PUBLIC(sig, n * sizeof *sig);
	return SN_OK;
}

int sn_ring_signature_make(struct sn_signature *sig, const struct sn_hash *hash, const struct sn_point *image,
			   const struct sn_point *keys, size_t n, size_t real, const struct sn_scalar *x)
{
	struct signer g;
	int ret = sign(&g, sig, hash, image, keys, n, real, x);
	sn_wipe(&g, sizeof g);
	if (!ret && sn_ring_signature_verify(sig, hash, image, keys, n))
		ret = SN_BAD_INPUT;
	if (ret)
		sn_wipe(sig, n * sizeof *sig);
	return ret;
}

int sn_ring_signature_verify(const struct sn_signature *sig, const struct sn_hash *hash,
			     const struct sn_point *image, const struct sn_point *keys, size_t n)
{
	struct sn_keccak challenge;
	struct sn_scalar c, rest;
	struct sn_ge i_point, p, h, lr[2];
	if (sn_ge_decode(&i_point, image) || sn_ge_is_identity(&i_point) ||
	    !sn_ge_is_torsion_free_vartime(&i_point))
		return SN_REFUSED;
	start_challenge(&challenge, hash);
	rest = sn_scalar_zero;
	for (size_t i = 0; i < n; i++) {
		if (!sn_scalar_is_canonical(&sig[i].c) || !sn_scalar_is_canonical(&sig[i].r) ||
		    sn_ge_decode(&p, &keys[i]))
			return SN_REFUSED;
		sn_hash_to_ec(&h, keys[i].b);
		sn_ge_mul2_vartime(&lr[0], &sig[i].r, &sn_ge_base, &sig[i].c, &p);
		sn_ge_mul2_vartime(&lr[1], &sig[i].r, &h, &sig[i].c, &i_point);
		absorb(&challenge, lr);
		sn_scalar_add(&rest, &rest, &sig[i].c);
	}
	finish_challenge(&c, &challenge);
	return sn_scalar_is_equal(&c, &rest) ? SN_OK : SN_REFUSED;
}
