#include "crypto/derive.h"

#include "base/seam.h"
#include "base/secret.h"
#include "crypto/group_mul.h"
#include "crypto/keccak.h"
#include "crypto/scalar.h"

#include <stdlib.h>

#define VARINT_MAX 10

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

int sn_derive_many(struct sn_point *derivations, bool *is_valid, const struct sn_point *keys, size_t n,
		   const struct sn_scalar *secret)
{
	struct sn_digits16 digits;
	struct sn_ge *p = calloc(n ? n : 1, sizeof *p);
	struct sn_fe *scratch = calloc(n ? n : 1, sizeof *scratch);
	int ret = SN_IO;

	if (!p || !scratch)
		goto out;
	sn_digits16(&digits, secret);
	for (size_t i = 0; i < n; i++) {
		is_valid[i] = sn_ge_decode(&p[i], &keys[i]) == SN_OK;
		if (is_valid[i]) {
			sn_ge_mul_digits16(&p[i], &digits, &p[i]);
			sn_ge_mul8(&p[i], &p[i]);
		} else {
			p[i] = sn_ge_identity;
		}
	}
	sn_ge_encode_scratch(derivations, p, n, scratch);
	for (size_t i = 0; i < n; i++) {
		if (!is_valid[i])
			derivations[i] = (struct sn_point){{0}};
	}
	ret = SN_OK;
out:
	sn_wipe(&digits, sizeof digits);
	if (p)
		sn_wipe(p, n * sizeof *p);
	if (scratch)
		sn_wipe(scratch, n * sizeof *scratch);
	free(p);
	free(scratch);
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
