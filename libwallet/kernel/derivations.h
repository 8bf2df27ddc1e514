/* kernel/derivations.h - functions of crypto/derive.h for many keys at once, as scanning needs them. */
#ifndef SN_KERNEL_DERIVATIONS_H
#define SN_KERNEL_DERIVATIONS_H

#include "crypto/derive.h"

/* derivations[i] = 8·secret·keys[i] for n public keys; torsion allowed. A key that encodes no point sets
 * is_valid[i] = false and zeroes its derivation; it does not affect the others. Constant time in `secret`,
 * which is secret. 0, or SN_IO when out of memory. The more keys per call, the less time per key. */
int sn_derive_many(struct sn_point *derivations, bool *is_valid, const struct sn_point *keys, size_t n,
		   const struct sn_scalar *secret) SN_MUST_USE;

/* Output `index` of a transaction, its one-time key P, and a derivation that may belong to it. */
struct sn_derive_candidate {
	struct sn_point derivation, key;
	uint64_t index;
};

/* tags[i] = the view tag of candidate i. */
void sn_derive_view_tags(uint8_t *tags, const struct sn_derive_candidate *candidates, size_t n);

/* spend[i] = the spend key that P of candidate i was made for, as sn_derive_spend_key. is_valid[i] = false if
 * P encodes no point; spend[i] is meaningless then. */
void sn_derive_spend_keys(struct sn_point *spend, bool *is_valid,
			  const struct sn_derive_candidate *candidates, size_t n);

#endif
