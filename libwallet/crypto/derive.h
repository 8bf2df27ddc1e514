/* crypto/derive.h - one-time keys: what sender and receiver share, and what grows from it.
 *
 *   derivation  D  = 8·a·R = 8·r·A
 *   scalar      s  = Hs(D ‖ varint(i))
 *   one-time key   P = s·G + B,  its secret x = s + b,  key image I = x·Hp(P)
 *   view tag    first byte of Keccak-256("view_tag" ‖ D ‖ varint(i))
 *
 * Source: CryptoNote 2.0, sections 4.3-4.4; Zero to Monero 2.0, chapter 4; view tags: the
 * reference implementation, src/crypto/crypto.cpp, derive_view_tag. A derivation is
 * secret: it links an output to its owner. */
#ifndef SN_CRYPTO_DERIVE_H
#define SN_CRYPTO_DERIVE_H

#include "base/error.h"
#include "crypto/types.h"

#include <stddef.h>

/* derivations[i] = 8·secret·keys[i] for n public keys; torsion allowed. Several at once, and few inversions:
 * pass many. A key that encodes no point sets is_valid[i] = false and zeroes its
 * derivation, without harm to the others. Constant time in `secret` (which is secret).
 * 0, or SN_IO when out of memory. */
int sn_derive_many(struct sn_point *derivations, bool *is_valid, const struct sn_point *keys, size_t n,
		   const struct sn_scalar *secret) SN_MUST_USE;

/* The same for one key; SN_BAD_INPUT when it encodes no point. */
int sn_derive(struct sn_point *derivation, const struct sn_point *key,
	      const struct sn_scalar *secret) SN_MUST_USE;

/* s = Hs(D ‖ varint(index)). */
void sn_derivation_to_scalar(struct sn_scalar *s, const struct sn_point *derivation, uint64_t index);

uint8_t sn_derive_view_tag(const struct sn_point *derivation, uint64_t index);

/* What the next two work on: output `index` of a transaction, whose one-time key is P, and a derivation that it may have been
 * made with. */
struct sn_derive_candidate {
	struct sn_point derivation, key;
	uint64_t index;
};

/* tags[i] = the view tag of candidate i; several at once. */
void sn_derive_view_tags(uint8_t *tags, const struct sn_derive_candidate *candidates, size_t n);

/* P = Hs(D ‖ i)·G + B. SN_BAD_INPUT when `spend` encodes no point. */
int sn_derive_public_key(struct sn_point *p, const struct sn_point *derivation, uint64_t index,
			 const struct sn_point *spend) SN_MUST_USE;

/* x = Hs(D ‖ i) + b. Secret in, secret out. */
void sn_derive_secret_key(struct sn_scalar *x, const struct sn_point *derivation, uint64_t index,
			  const struct sn_scalar *spend);

/* B' = P - Hs(D ‖ i)·G: the spend key that P was made for. Look B' up among one's own. */
int sn_derive_spend_key(struct sn_point *spend, const struct sn_point *derivation, uint64_t index,
			const struct sn_point *p) SN_MUST_USE;

/* The same for n candidates, several at once and few inversions. is_valid[i] = false when its P encodes no point; spend[i] means
 * nothing then. */
void sn_derive_spend_keys(struct sn_point *spend, bool *is_valid, const struct sn_derive_candidate *candidates, size_t n);

/* A = a·G. `a` secret. */
void sn_secret_to_public(struct sn_point *pub, const struct sn_scalar *secret);

/* I = x·Hp(P). `x` secret, constant time. */
void sn_key_image(struct sn_point *image, const struct sn_point *p, const struct sn_scalar *x);

/* A key image that the chain accepts: decodes and lies in the prime-order subgroup. */
bool sn_key_image_is_valid(const struct sn_point *image);

#endif
