#include "crypto/derive.h"

#include "base/seam.h"
#include "base/secret.h"
#include "crypto/group.h"
#include "crypto/group_mul.h"
#include "crypto/hash_to_point.h"
#include "crypto/keccak.h"
#include "crypto/scalar.h"
#include "crypto/torsion.h"

#include <string.h>

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

/* The index as CryptoNote's varint: seven bits a byte, low ones first, bit 7 set on all but the last. */
static size_t varint(uint8_t out[static 10], uint64_t v)
{
	size_t n = 0;

	while (v >= 0x80) {
		out[n++] = (uint8_t)(v | 0x80);
		v >>= 7;
	}
	out[n++] = (uint8_t)v;
	return n;
}

size_t sn_derivation_message(uint8_t out[static SN_DERIVATION_MESSAGE_MAX], const char *prefix,
			     const struct sn_point *derivation, uint64_t index)
{
	size_t at = strlen(prefix);

	memcpy(out, prefix, at);
	memcpy(out + at, derivation->b, 32);
	return at + 32 + varint(out + at + 32, index);
}

void sn_derivation_to_scalar(struct sn_scalar *s, const struct sn_point *derivation, uint64_t index)
{
	uint8_t message[SN_DERIVATION_MESSAGE_MAX];

	sn_hash_to_scalar(s, message, sn_derivation_message(message, "", derivation, index));
	sn_wipe(message, sizeof message);
}

uint8_t sn_derive_view_tag(const struct sn_point *derivation, uint64_t index)
{
	uint8_t message[SN_DERIVATION_MESSAGE_MAX];
	struct sn_hash h;

	sn_keccak256(&h, message, sn_derivation_message(message, SN_VIEW_TAG_PREFIX, derivation, index));
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
	return sn_point_is_torsion_free_vartime(image);
}
