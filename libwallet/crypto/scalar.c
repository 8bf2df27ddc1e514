#include "crypto/scalar.h"

#include "base/bytes.h"
#include "base/secret.h"
#include "crypto/ct.h"
#include "crypto/keccak.h"

#include <sodium.h>

const struct sn_scalar sn_scalar_zero = {{0}};
const struct sn_scalar sn_scalar_one = {{1}};
const struct sn_scalar sn_scalar_eight = {{8}};
const struct sn_scalar sn_scalar_inv_eight = {
	{0x79, 0x2f, 0xdc, 0xe2, 0x29, 0xe5, 0x06, 0x61, 0xd0, 0xda, 0x1c, 0x7d, 0xb3, 0x9d, 0xd3, 0x07,
	 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x06}};

const struct sn_scalar sn_scalar_order = {
	{0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
	 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x10}};
static const uint64_t order[4] = {0x5812631a5cf5d3ed, 0x14def9dea2f79cd6, 0, 0x1000000000000000};

bool sn_scalar_is_canonical(const struct sn_scalar *a)
{
	uint64_t borrow = 0;

	/* a < l exactly when a - l borrows. */
	for (int i = 0; i < 4; i++) {
		uint64_t v = sn_load_u64(a->b + 8 * i);
		uint64_t d = v - order[i];
		borrow = (v < order[i]) | (d < borrow);
	}
	return borrow;
}

bool sn_scalar_is_zero(const struct sn_scalar *a)
{
	return sodium_is_zero(a->b, 32);
}

bool sn_scalar_is_equal(const struct sn_scalar *a, const struct sn_scalar *b)
{
	return sodium_memcmp(a->b, b->b, 32) == 0;
}

void sn_scalar_from_u64(struct sn_scalar *r, uint64_t v)
{
	*r = sn_scalar_zero;
	sn_store_u64(r->b, v);
}

void sn_scalar_reduce(struct sn_scalar *r, const uint8_t in[static 32])
{
	uint8_t wide[64] = {0};

	memcpy(wide, in, 32);
	crypto_core_ed25519_scalar_reduce(r->b, wide);
	sn_wipe(wide, sizeof wide);
}

void sn_scalar_reduce64(struct sn_scalar *r, const uint8_t in[static 64])
{
	crypto_core_ed25519_scalar_reduce(r->b, in);
}

void sn_scalar_add(struct sn_scalar *r, const struct sn_scalar *a, const struct sn_scalar *b)
{
	crypto_core_ed25519_scalar_add(r->b, a->b, b->b);
}

void sn_scalar_sub(struct sn_scalar *r, const struct sn_scalar *a, const struct sn_scalar *b)
{
	crypto_core_ed25519_scalar_sub(r->b, a->b, b->b);
}

void sn_scalar_neg(struct sn_scalar *r, const struct sn_scalar *a)
{
	crypto_core_ed25519_scalar_negate(r->b, a->b);
}

void sn_scalar_mul(struct sn_scalar *r, const struct sn_scalar *a, const struct sn_scalar *b)
{
	crypto_core_ed25519_scalar_mul(r->b, a->b, b->b);
}

void sn_scalar_muladd(struct sn_scalar *r, const struct sn_scalar *a, const struct sn_scalar *b,
		      const struct sn_scalar *c)
{
	struct sn_scalar ab;

	sn_scalar_mul(&ab, a, b);
	sn_scalar_add(r, &ab, c);
	sn_wipe(&ab, sizeof ab);
}

void sn_scalar_invert(struct sn_scalar *r, const struct sn_scalar *a)
{
	/* Its complaint about 0 is the one case that our callers need no word for. */
	(void)crypto_core_ed25519_scalar_invert(r->b, a->b);
}

void sn_hash_to_scalar(struct sn_scalar *r, const void *data, size_t len)
{
	struct sn_hash h;

	sn_keccak256(&h, data, len);
	sn_scalar_reduce(r, h.b);
	sn_wipe(&h, sizeof h);
}
