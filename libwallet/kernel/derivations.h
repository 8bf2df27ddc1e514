/* kernel/derivations.h - functions of crypto/derive.h and crypto/x25519.h for many keys at once, as scanning
 * needs them. */
#ifndef SN_KERNEL_DERIVATIONS_H
#define SN_KERNEL_DERIVATIONS_H

#include "crypto/derive.h"
#include "crypto/group.h"
#include "crypto/x25519.h"

/* derivations[i] = 8·secret·keys[i] for n public keys; torsion allowed. For a key that does not encode a
 * point, is_valid[i] = false and the derivation is zero; the others are not affected. Constant time in
 * `secret`, which is secret. Returns SN_IO when out of memory. More keys per call take less time per key. */
int sn_derive_many(struct sn_point *derivations, bool *is_valid, const struct sn_point *keys, size_t n,
		   const struct sn_scalar *secret) SN_MUST_USE;

/* r[i] = X(secret, u[i]), as sn_x25519, for n numbers. Constant time in `secret` and u[i], which may be
 * secret. r and u may be the same array. More numbers per call take less time per number. */
void sn_x25519_many(struct sn_x25519 *r, const struct sn_x25519 *u, size_t n, const struct sn_scalar *secret);

/* r[i] = s[i]·P[i], encoded, for n points. Constant time in s[i] < 2^255 and P[i], which are secret. */
void sn_multiply_many(struct sn_point *r, const struct sn_ge *p, const struct sn_scalar *s, size_t n);

/* Output `index` of a transaction, its one-time key P, and a derivation that may belong to it. */
struct sn_derive_candidate {
	struct sn_point derivation, key;
	uint64_t index;
};

/* tags[i] = the view tag of candidate i. */
void sn_derive_view_tags(uint8_t *tags, const struct sn_derive_candidate *candidates, size_t n);

/* spend[i] = the spend key for P of candidate i, as sn_derive_spend_key. is_valid[i] = false if P does not
 * encode a point; spend[i] is then undefined. */
void sn_derive_spend_keys(struct sn_point *spend, bool *is_valid,
			  const struct sn_derive_candidate *candidates, size_t n);

#endif
