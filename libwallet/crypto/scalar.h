/* crypto/scalar.h - integers modulo the group order
 * l = 2^252 + 27742317777372353535851937790883648493 (RFC 8032, section 5.1).
 *
 * All functions except sn_scalar_invert_vartime are constant time in their scalar arguments; inputs may be
 * secret. Outputs are canonical (< l). Output and inputs may be the same object. */
#ifndef SN_CRYPTO_SCALAR_H
#define SN_CRYPTO_SCALAR_H

#include "base/error.h"
#include "crypto/types.h"

#include <stddef.h>

extern const struct sn_scalar sn_scalar_zero, sn_scalar_one, sn_scalar_eight, sn_scalar_inv_eight;

/* l, not canonical: for multiplying points by it. */
extern const struct sn_scalar sn_scalar_order;

bool sn_scalar_is_canonical(const struct sn_scalar *a); /* < l */
bool sn_scalar_is_zero(const struct sn_scalar *a);
bool sn_scalar_is_equal(const struct sn_scalar *a, const struct sn_scalar *b);

void sn_scalar_from_u64(struct sn_scalar *r, uint64_t v);
void sn_scalar_reduce(struct sn_scalar *r, const uint8_t in[static 32]);   /* 256-bit in mod l */
void sn_scalar_reduce64(struct sn_scalar *r, const uint8_t in[static 64]); /* 512-bit in mod l */

void sn_scalar_add(struct sn_scalar *r, const struct sn_scalar *a, const struct sn_scalar *b);
void sn_scalar_sub(struct sn_scalar *r, const struct sn_scalar *a, const struct sn_scalar *b);
void sn_scalar_neg(struct sn_scalar *r, const struct sn_scalar *a);
void sn_scalar_mul(struct sn_scalar *r, const struct sn_scalar *a, const struct sn_scalar *b);
void sn_scalar_muladd(struct sn_scalar *r, const struct sn_scalar *a, const struct sn_scalar *b,
		      const struct sn_scalar *c);                              /* a·b + c */
void sn_scalar_invert(struct sn_scalar *r, const struct sn_scalar *a);         /* a^(l-2); 0 gives 0 */
void sn_scalar_invert_vartime(struct sn_scalar *r, const struct sn_scalar *a); /* the same for a public `a` */

/* Hs(data) = Keccak-256(data) mod l ("hash_to_scalar"). `data` may be secret. */
void sn_hash_to_scalar(struct sn_scalar *r, const void *data, size_t len);

#endif
