#include "crypto/derive.h"

#include "base/seam.h"
#include "base/secret.h"
#include "crypto/group.h"
#include "crypto/keccak.h"
#include "crypto/kernel.h"
#include "crypto/scalar.h"

#include <stdlib.h>

#define VARINT_MAX 10

/* Candidates whose memory is on the stack at once. */
#define AT_ONCE 128

/* The index as CryptoNote's varint: seven bits a byte, low ones first, bit 7 set on all but the last. */
static size_t varint(uint8_t out[static VARINT_MAX], uint64_t v)
{
	size_t n = 0;

	while (v >= 0x80) {
		out[n++] = (uint8_t)(v | 0x80);
		v >>= 7;
	}
	out[n++] = (uint8_t)v;
	return n;
}

/* A single one over is quicker by itself than as the only one on its lanes. */
int sn_derive_many(struct sn_point *derivations, bool *is_valid, const struct sn_point *keys, size_t n,
		   const struct sn_scalar *secret)
{
	const struct sn_kernel *kernel = sn_kernel();
	size_t rest = n % kernel->lanes == 1 ? 1 : 0, most = n - rest;
	int ret = most ? kernel->derive(derivations, is_valid, keys, most, secret) : SN_OK;

	if (!ret && rest)
		ret = sn_kernel_portable.derive(derivations + most, is_valid + most, keys + most, rest, secret);
	sn_wipe_stack();
	return ret;
}

int sn_derive(struct sn_point *derivation, const struct sn_point *key, const struct sn_scalar *secret)
{
	struct sn_ge p;

	if (sn_ge_decode(&p, key)) {
		*derivation = (struct sn_point){{0}};
		return SN_BAD_INPUT;
	}
	sn_ge_mul(&p, secret, &p);
	sn_ge_mul8(&p, &p);
	sn_ge_encode(derivation, &p);
	sn_wipe(&p, sizeof p);
	SN_FAULT_POINT("derivation", derivation, sizeof *derivation);
	return SN_OK;
}

void sn_derivation_to_scalar(struct sn_scalar *s, const struct sn_point *derivation, uint64_t index)
{
	uint8_t message[32 + VARINT_MAX];

	memcpy(message, derivation->b, 32);
	sn_hash_to_scalar(s, message, 32 + varint(message + 32, index));
	sn_wipe(message, sizeof message);
}

uint8_t sn_derive_view_tag(const struct sn_point *derivation, uint64_t index)
{
	uint8_t message[8 + 32 + VARINT_MAX] = "view_tag";
	struct sn_hash h;

	memcpy(message + 8, derivation->b, 32);
	sn_keccak256(&h, message, 8 + 32 + varint(message + 8 + 32, index));
	uint8_t tag = h.b[0];
	sn_wipe(message, sizeof message);
	sn_wipe(&h, sizeof h);
	return tag;
}

/* The message prefix ‖ D ‖ varint(index) of each candidate. */
static void hash_candidates(struct sn_hash *out, const char *prefix, const struct sn_derive_candidate *c, size_t n)
{
	struct sn_short_message messages[AT_ONCE];
	uint8_t data[8 + 32 + VARINT_MAX];
	size_t at = strlen(prefix);

	memcpy(data, prefix, at);
	for (size_t i = 0; i < n; i++) {
		memcpy(data + at, c[i].derivation.b, 32);
		sn_short_message_init(&messages[i], data, at + 32 + varint(data + at + 32, c[i].index));
	}
	sn_keccak256_short_many(out, messages, n);
	sn_wipe(messages, n * sizeof *messages);
	sn_wipe(data, sizeof data);
}

void sn_derive_view_tags(uint8_t *tags, const struct sn_derive_candidate *candidates, size_t n)
{
	struct sn_hash h[AT_ONCE];

	for (size_t at = 0; at < n; at += AT_ONCE) {
		size_t count = n - at < AT_ONCE ? n - at : AT_ONCE;
		hash_candidates(h, "view_tag", candidates + at, count);
		for (size_t i = 0; i < count; i++)
			tags[at + i] = h[i].b[0];
	}
	sn_wipe(h, (n < AT_ONCE ? n : AT_ONCE) * sizeof *h);
	sn_wipe_stack();
}

/* s·G for the shared scalar s of (D, index). */
static void shared_point(struct sn_ge *r, const struct sn_point *derivation, uint64_t index)
{
	struct sn_scalar s;

	sn_derivation_to_scalar(&s, derivation, index);
	sn_ge_mul_base(r, &s);
	sn_wipe(&s, sizeof s);
}

int sn_derive_public_key(struct sn_point *p, const struct sn_point *derivation, uint64_t index,
			 const struct sn_point *spend)
{
	struct sn_ge b, sg;

	if (sn_ge_decode(&b, spend))
		return SN_BAD_INPUT;
	shared_point(&sg, derivation, index);
	sn_ge_add(&sg, &b, &sg);
	sn_ge_encode(p, &sg);
	sn_wipe(&sg, sizeof sg);
	return SN_OK;
}

void sn_derive_secret_key(struct sn_scalar *x, const struct sn_point *derivation, uint64_t index,
			  const struct sn_scalar *spend)
{
	struct sn_scalar s;

	sn_derivation_to_scalar(&s, derivation, index);
	sn_scalar_add(x, &s, spend);
	sn_wipe(&s, sizeof s);
}

int sn_derive_spend_key(struct sn_point *spend, const struct sn_point *derivation, uint64_t index,
			const struct sn_point *p)
{
	struct sn_ge key, sg;

	if (sn_ge_decode(&key, p))
		return SN_BAD_INPUT;
	shared_point(&sg, derivation, index);
	sn_ge_sub(&sg, &key, &sg);
	sn_ge_encode(spend, &sg);
	sn_wipe(&sg, sizeof sg);
	return SN_OK;
}

void sn_derive_spend_keys(struct sn_point *spend, bool *is_valid, const struct sn_derive_candidate *candidates, size_t n)
{
	const struct sn_kernel *kernel = sn_kernel();
	struct sn_hash h[AT_ONCE];
	struct sn_scalar s[AT_ONCE];
	struct sn_point keys[AT_ONCE];
	struct sn_ge p[AT_ONCE];
	size_t most = n < AT_ONCE ? n : AT_ONCE;

	for (size_t at = 0; at < n; at += AT_ONCE) {
		size_t count = n - at < AT_ONCE ? n - at : AT_ONCE;
		hash_candidates(h, "", candidates + at, count);
		for (size_t i = 0; i < count; i++) {
			keys[i] = candidates[at + i].key;
			sn_scalar_reduce(&s[i], h[i].b);
			sn_scalar_neg(&s[i], &s[i]);
		}
		kernel->decode(p, is_valid + at, keys, count);
		kernel->add_base(spend + at, p, s, count);
	}
	sn_wipe(h, most * sizeof *h);
	sn_wipe(s, most * sizeof *s);
	sn_wipe_stack();
}

void sn_secret_to_public(struct sn_point *pub, const struct sn_scalar *secret)
{
	struct sn_ge p;

	sn_ge_mul_base(&p, secret);
	sn_ge_encode(pub, &p);
	sn_wipe(&p, sizeof p);
}

void sn_key_image(struct sn_point *image, const struct sn_point *p, const struct sn_scalar *x)
{
	struct sn_ge h;

	sn_hash_to_ec(&h, p->b);
	sn_ge_mul(&h, x, &h);
	sn_ge_encode(image, &h);
	sn_wipe(&h, sizeof h);
	SN_FAULT_POINT("key image", image, sizeof *image);
}

bool sn_key_image_is_valid(const struct sn_point *image)
{
	struct sn_ge p;

	return sn_ge_decode(&p, image) == SN_OK && sn_ge_is_torsion_free_vartime(&p);
}
