#include "ringct/clsag.h"

#include "base/seam.h"
#include "base/secret.h"
#include "crypto/ct.h"
#include "crypto/group.h"
#include "crypto/group_mul.h"
#include "crypto/hash_to_point.h"
#include "crypto/keccak.h"
#include "crypto/scalar.h"
#include "crypto/torsion.h"
#include "kernel/hashes.h"
#include "kernel/kernel.h"
#include "kernel/multiexp.h"
#include "kernel/ring.h"

#include <stdlib.h>

#include <sodium.h>

/* Domain separators: the text, padded with zeros to 32 bytes. */
static const uint8_t domain_key[32] = "CLSAG_agg_0";
static const uint8_t domain_commitment[32] = "CLSAG_agg_1";
static const uint8_t domain_round[32] = "CLSAG_round";

enum { DECODED_AT_ONCE = 16 };

/* The commitment of each member minus the pseudo commitment; it opens to zero for the real member. */
static int decode_ring(struct sn_ring_points *member, const struct sn_ring_member *ring, size_t n,
		       const struct sn_point *pseudo_commitment)
{
	const struct sn_kernel *kernel = sn_kernel();
	struct sn_point key_bytes[DECODED_AT_ONCE], commitment_bytes[DECODED_AT_ONCE];
	struct sn_ge keys[DECODED_AT_ONCE], commitments[DECODED_AT_ONCE], hashes[DECODED_AT_ONCE], pseudo;
	bool is_key[DECODED_AT_ONCE], is_commitment[DECODED_AT_ONCE];

	if (sn_ge_decode(&pseudo, pseudo_commitment) < 0)
		return SN_BAD_INPUT;
	for (size_t at = 0; at < n; at += DECODED_AT_ONCE) {
		size_t count = n - at < DECODED_AT_ONCE ? n - at : DECODED_AT_ONCE;
		for (size_t i = 0; i < count; i++) {
			key_bytes[i] = ring[at + i].key;
			commitment_bytes[i] = ring[at + i].commitment;
		}
		kernel->decode(keys, is_key, key_bytes, count);
		kernel->decode(commitments, is_commitment, commitment_bytes, count);
		sn_hash_to_ec_many(hashes, key_bytes, count);
		for (size_t i = 0; i < count; i++) {
			if (!is_key[i] || !is_commitment[i])
				return SN_BAD_INPUT;
			member[at + i].key = keys[i];
			sn_ge_sub(&member[at + i].commitment, &commitments[i], &pseudo);
			member[at + i].hash = hashes[i];
		}
	}
	return SN_OK;
}

static void absorb_ring(struct sn_keccak *k, const uint8_t domain[static 32],
			const struct sn_ring_member *ring, size_t n)
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
static void aggregate(struct sn_scalar *mu, const uint8_t domain[static 32],
		      const struct sn_ring_member *ring, size_t n, const struct sn_point *image,
		      const struct sn_point *d, const struct sn_point *pseudo_commitment)
{
	struct sn_keccak k;

	absorb_ring(&k, domain, ring, n);
	sn_keccak_update(&k, image->b, 32);
	sn_keccak_update(&k, d->b, 32);
	sn_keccak_update(&k, pseudo_commitment->b, 32);
	finish_to_scalar(mu, &k);
}

/* The hash state before L and R, the only part that changes between rounds. */
static void start_round(struct sn_keccak *prefix, const struct sn_hash *message,
			const struct sn_ring_member *ring, size_t n, const struct sn_point *pseudo_commitment)
{
	absorb_ring(prefix, domain_round, ring, n);
	sn_keccak_update(prefix, pseudo_commitment->b, 32);
	sn_keccak_update(prefix, message->b, 32);
}

/* c = Hs(prefix ‖ L ‖ R). */
static void round_challenge(struct sn_scalar *c, const struct sn_keccak *prefix,
			    const struct sn_ge lr[static 2])
{
	struct sn_keccak k = *prefix;
	struct sn_point encoded[2];

	sn_ge_encode_many(encoded, lr, 2);
	sn_keccak_update(&k, encoded[0].b, 32);
	sn_keccak_update(&k, encoded[1].b, 32);
	finish_to_scalar(c, &k);
}

/* Rotate n elements of `size` bytes, a multiple of 8, to the left by `shift` < n places, n ≤ SN_RING_MAX.
 * `shift` is secret: every element is moved for every bit of it. `scratch` has the size of `a`. */
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

/* The nonces depend on the caller's stream and, in case it is used twice, on the key and the signed data. */
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

/* The secret state of the signer, except for the ring's memory: one block, which is wiped. */
struct signer {
	struct sn_scalar s[SN_RING_MAX], s_scratch[SN_RING_MAX];
	struct sn_random nonces;
	struct sn_scalar alpha, c, w, d_scalar;
	struct sn_ge p, own[2], k, lr[2];
	struct sn_ring_points member[]; /* 2n: n members, n for scratch */
};

struct weights {
	struct sn_scalar key, commitment; /* μP, μC */
};

/* L = s·G + c·μP·P + c·μC·(C - C'),  R = s·Hp(P) + c·K, and the challenge of the next round.
 *
 * c·(μP·P + μC·(C - C')) would be cheaper, but can differ: the chain reduces c·μP mod l, and P may have a
 * torsion component. */
static void next_challenge(struct sn_scalar *c, struct sn_ge lr[static 2],
			   const struct sn_ring_kernel *kernel, const struct sn_ring_memory *ring, size_t i,
			   const struct weights *mu, const struct sn_keccak *prefix)
{
	struct sn_scalar c_key, c_commitment;

	sn_scalar_mul(&c_key, c, &mu->key);
	sn_scalar_mul(&c_commitment, c, &mu->commitment);
	kernel->round(lr, ring, i, &c_key, &c_commitment, c);
	round_challenge(c, prefix, lr);
}

/* The real member: x·G = P, z·G = C - C' and x·Hp(P) = I. */
static bool secrets_match(struct sn_ge *scratch, const struct sn_ring_points *real, const struct sn_scalar *x,
			  const struct sn_scalar *z, const struct sn_point *own_image,
			  const struct sn_point *image)
{
	bool ok;

	sn_ge_mul_base(scratch, x);
	ok = sn_ge_is_equal(scratch, &real->key);
	sn_ge_mul_base(scratch, z);
	ok &= sn_ge_is_equal(scratch, &real->commitment);
	ok &= sodium_memcmp(own_image->b, image->b, sizeof image->b) == 0;
	/* The result is public: it decides whether there is a signature. */
	SN_PUBLIC(&ok, sizeof ok);
	return ok;
}

/* All rounds are constant time, although s and c become public: otherwise the member missing from the
 * sequence of times would be the real one. */
static int sign(struct signer *g, const struct sn_ring_kernel *kernel, struct sn_ring_memory *memory,
		struct sn_clsag *sig, const struct sn_hash *message, const struct sn_ring_member *ring,
		size_t n, size_t real, const struct sn_point *image, const struct sn_point *pseudo_commitment,
		const struct sn_scalar *x, const struct sn_scalar *z, struct sn_random *random)
{
	struct sn_ring_points *member = g->member;
	struct sn_point own[2];
	struct weights mu;
	struct sn_keccak prefix;
	size_t last = n - 1;

	if (decode_ring(member, ring, n, pseudo_commitment) < 0)
		return SN_BAD_INPUT;

	/* From here on the ring starts after the real member, which is the last one: position j is the
	 * member (real + 1 + j) mod n. The memory accesses below do not depend on the real member. */
	size_t to_next = (real + 1) & sn_ct_barrier(~sn_ct_mask_equal(real, last));
	rotate_left(member, sizeof *member, n, to_next, member + n);
	SN_FAULT_POINT("clsag ring", member, n * sizeof *member);

	/* At the real member's position s is α: its L and R are α·G and α·Hp(P). */
	start_round(&prefix, message, ring, n, pseudo_commitment);
	start_nonces(&g->nonces, random, x, &prefix);
	sn_random_scalar(&g->nonces, &g->alpha);
	for (size_t j = 0; j < last; j++)
		sn_random_scalar(&g->nonces, &g->s[j]);
	g->s[last] = g->alpha;
	SN_FAULT_POINT("clsag prefix", &prefix, sizeof prefix);
	SN_FAULT_POINT("clsag alpha", &g->alpha, sizeof g->alpha);
	SN_FAULT_POINT("clsag s", g->s, n * sizeof *g->s);
	kernel->start(memory, member, g->s, n);
	kernel->set_hash(memory, &member[last].hash);
	kernel->open(g->lr, memory);

	/* I = x·Hp(P), and D = z·Hp(P), stored in the signature as D/8. */
	sn_scalar_mul(&g->d_scalar, z, &sn_scalar_inv_eight);
	kernel->multiply(&g->own[0], memory, x);
	kernel->multiply(&g->own[1], memory, &g->d_scalar);
	sn_ge_encode_many(own, g->own, 2);
	if (!secrets_match(&g->p, &member[last], x, z, &own[0], image))
		return SN_BAD_INPUT;
	sig->d = own[1];

	/* w = μP·x + μC·z, and K = μP·I + μC·D = w·Hp(P). */
	aggregate(&mu.key, domain_key, ring, n, image, &sig->d, pseudo_commitment);
	aggregate(&mu.commitment, domain_commitment, ring, n, image, &sig->d, pseudo_commitment);
	sn_scalar_mul(&g->w, &mu.commitment, z);
	sn_scalar_muladd(&g->w, &mu.key, x, &g->w);
	kernel->multiply(&g->k, memory, &g->w);
	SN_FAULT_POINT("clsag K", &g->k, sizeof g->k);
	kernel->set_k(memory, &g->k);
	SN_FAULT_POINT("clsag tables", memory, kernel->size(n));
	SN_FAULT_POINT("clsag weights", &mu, sizeof mu);
	SN_FAULT_POINT("clsag w", &g->w, sizeof g->w);
	SN_FAULT_POINT("clsag D", &sig->d, sizeof sig->d);

	SN_FAULT_POINT("clsag alpha", &g->alpha, sizeof g->alpha);
	SN_FAULT_POINT("clsag L, R", g->lr, sizeof g->lr);
	round_challenge(&g->c, &prefix, g->lr);
	SN_FAULT_POINT("clsag c", &g->c, sizeof g->c);

	sig->c1 = sn_scalar_zero;
	for (size_t j = 0;; j++) {
		uint64_t is_first = sn_ct_mask_equal(j, last - real); /* the member ring[0] */
		for (int i = 0; i < 32; i++)
			sig->c1.b[i] |= (uint8_t)is_first & g->c.b[i];
		if (j == last)
			break;
		next_challenge(&g->c, g->lr, kernel, memory, j, &mu, &prefix);
	}
	SN_FAULT_POINT("clsag c", &g->c, sizeof g->c);
	SN_FAULT_POINT("clsag s", g->s, last * sizeof *g->s);

	/* s = α - c·w closes the ring. */
	sn_scalar_mul(&g->c, &g->c, &g->w);
	sn_scalar_sub(&g->s[last], &g->alpha, &g->c);

	rotate_left(g->s, sizeof *g->s, n, last - real, g->s_scratch);
	memcpy(sig->s, g->s, n * sizeof *g->s);
	sig->n = n;
	/* The signature is public. */
	SN_PUBLIC(sig, sizeof *sig);
	SN_FAULT_POINT("clsag", sig, offsetof(struct sn_clsag, s[n]));
	SN_FAULT_POINT("clsag", &sig->c1, sizeof sig->c1);
	return SN_OK;
}

int sn_clsag_sign(struct sn_clsag *sig, const struct sn_hash *message, const struct sn_ring_member *ring,
		  size_t n, size_t real, const struct sn_point *image,
		  const struct sn_point *pseudo_commitment, const struct sn_scalar *x,
		  const struct sn_scalar *z, struct sn_random *random)
{
	*sig = (struct sn_clsag){.n = 0};
	bool is_in_range = n > 0 && n <= SN_RING_MAX && real < n;
	/* Otherwise the caller made a mistake. */
	SN_PUBLIC(&is_in_range, sizeof is_in_range);
	if (!is_in_range)
		return SN_USAGE;

	const struct sn_ring_kernel *kernel = sn_kernel()->ring;
	size_t size = sizeof(struct signer) + 2 * n * sizeof(struct sn_ring_points),
	       memory_size = kernel->size(n);
	struct signer *g = malloc(size);
	struct sn_ring_memory *memory = aligned_alloc(SN_RING_ALIGN, memory_size);
	int ret = SN_IO;
	if (g && memory)
		ret = sign(g, kernel, memory, sig, message, ring, n, real, image, pseudo_commitment, x, z,
			   random);
	if (g)
		sn_wipe(g, size);
	if (memory)
		sn_wipe(memory, memory_size);
	sn_wipe_stack(); /* kernel/ring.h */
	free(g);
	free(memory);
	if (ret < 0)
		*sig = (struct sn_clsag){.n = 0};
	return ret;
}

static int verify(struct sn_ring_points *member, const struct sn_ring_kernel *kernel,
		  struct sn_ring_memory *memory, const struct sn_clsag *sig, const struct sn_hash *message,
		  const struct sn_ring_member *ring, size_t n, const struct sn_point *image,
		  const struct sn_point *pseudo_commitment)
{
	struct sn_scalar c = sig->c1;
	struct sn_ge image_point, d, k, lr[2];
	struct sn_keccak prefix;
	struct weights mu;

	if (!sn_scalar_is_canonical(&sig->c1))
		return SN_REFUSED;
	for (size_t i = 0; i < n; i++)
		if (!sn_scalar_is_canonical(&sig->s[i]))
			return SN_REFUSED;

	if (sn_ge_decode(&image_point, image) < 0 || sn_ge_is_identity(&image_point) ||
	    !sn_ge_is_torsion_free_vartime(&image_point))
		return SN_REFUSED;
	if (sn_ge_decode(&d, &sig->d) < 0)
		return SN_REFUSED;
	sn_ge_mul8(&d, &d);
	if (sn_ge_is_identity(&d))
		return SN_REFUSED;
	if (decode_ring(member, ring, n, pseudo_commitment) < 0)
		return SN_REFUSED;

	/* I and D are in the prime-order subgroup: K = μP·I + μC·D can be computed once and multiplied by c.
	 */
	aggregate(&mu.key, domain_key, ring, n, image, &sig->d, pseudo_commitment);
	aggregate(&mu.commitment, domain_commitment, ring, n, image, &sig->d, pseudo_commitment);
	sn_ge_mul2_vartime(&k, &mu.key, &image_point, &mu.commitment, &d);
	kernel->start(memory, member, sig->s, n);
	kernel->set_k(memory, &k);

	start_round(&prefix, message, ring, n, pseudo_commitment);
	for (size_t i = 0; i < n; i++) {
		next_challenge(&c, lr, kernel, memory, i, &mu, &prefix);
		if (sn_scalar_is_zero(&c))
			return SN_REFUSED;
	}
	return sn_scalar_is_equal(&c, &sig->c1) ? SN_OK : SN_REFUSED;
}

int sn_clsag_verify(const struct sn_clsag *sig, const struct sn_hash *message,
		    const struct sn_ring_member *ring, size_t n, const struct sn_point *image,
		    const struct sn_point *pseudo_commitment)
{
	if (n == 0 || n > SN_RING_MAX || sig->n != n)
		return SN_REFUSED;

	const struct sn_ring_kernel *kernel = sn_kernel()->ring_vartime;
	struct sn_ring_points *member = malloc(n * sizeof *member);
	struct sn_ring_memory *memory = aligned_alloc(SN_RING_ALIGN, kernel->size(n));
	int ret = SN_IO;
	if (member && memory)
		ret = verify(member, kernel, memory, sig, message, ring, n, image, pseudo_commitment);
	free(member);
	free(memory);
	return ret;
}
