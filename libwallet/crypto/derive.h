/* crypto/derive.h - one-time keys, derived from the secret that sender and receiver share.
 *
 *   derivation  D  = 8·a·R = 8·r·A
 *   scalar      s  = Hs(D ‖ varint(i))
 *   one-time key   P = s·G + B,  its secret x = s + b,  key image I = x·Hp(P)
 *   view tag    first byte of Keccak-256("view_tag" ‖ D ‖ varint(i))
 *
 * A derivation is secret: it links an output to its owner. For many keys at once: kernel/derivations.h.
 *
 * Source: CryptoNote 2.0, sections 4.3-4.4; Zero to Monero 2.0, chapter 4; view tags: the reference
 * implementation, src/crypto/crypto.cpp, derive_view_tag. */
#ifndef SN_CRYPTO_DERIVE_H
#define SN_CRYPTO_DERIVE_H

#include "base/error.h"
#include "crypto/types.h"

#include <stddef.h>

/* derivation = 8·secret·key; torsion allowed. Constant time in `secret`, which is secret. Returns
 * SN_BAD_INPUT if the key does not encode a point; the derivation is then zero. */
int sn_derive(struct sn_point *derivation, const struct sn_point *key,
	      const struct sn_scalar *secret) SN_MUST_USE;

/* out = prefix ‖ D ‖ varint(index), the message of the hashes below. Returns its length. */
#define SN_VIEW_TAG_PREFIX "view_tag"
#define SN_DERIVATION_MESSAGE_MAX (sizeof SN_VIEW_TAG_PREFIX - 1 + 32 + 10)
size_t sn_derivation_message(uint8_t out[static SN_DERIVATION_MESSAGE_MAX], const char *prefix,
			     const struct sn_point *derivation, uint64_t index);

/* s = Hs(D ‖ varint(index)). */
void sn_derivation_to_scalar(struct sn_scalar *s, const struct sn_point *derivation, uint64_t index);

uint8_t sn_derive_view_tag(const struct sn_point *derivation, uint64_t index);

/* P = Hs(D ‖ i)·G + B. Returns SN_BAD_INPUT if `spend` does not encode a point. */
int sn_derive_public_key(struct sn_point *p, const struct sn_point *derivation, uint64_t index,
			 const struct sn_point *spend) SN_MUST_USE;

/* x = Hs(D ‖ i) + b. Secret in, secret out. */
void sn_derive_secret_key(struct sn_scalar *x, const struct sn_point *derivation, uint64_t index,
			  const struct sn_scalar *spend);

/* B' = P - Hs(D ‖ i)·G. The output belongs to the wallet if B' is one of its spend keys. Returns SN_BAD_INPUT
 * if P does not encode a point. */
int sn_derive_spend_key(struct sn_point *spend, const struct sn_point *derivation, uint64_t index,
			const struct sn_point *p) SN_MUST_USE;

/* A = a·G. `a` secret. */
void sn_secret_to_public(struct sn_point *pub, const struct sn_scalar *secret);

/* I = x·Hp(P). `x` secret, constant time. */
void sn_key_image(struct sn_point *image, const struct sn_point *p, const struct sn_scalar *x);

/* Whether the chain accepts the key image: it decodes, and lies in the prime-order subgroup. */
bool sn_key_image_is_valid(const struct sn_point *image);

#endif
