/* ringct/commitment.h - Pedersen commitments C = mask·G + amount·H, and the encryption of amounts for the
 * receiver.
 *
 * `s` below is the shared scalar Hs(D ‖ i) of crypto/derive.h. It is secret, and so are masks and amounts.
 * H = 8·P, where Keccak-256(G) is the encoding of P. The tables of H are the only state: a public constant,
 * computed once per process by the first call that needs it, in any thread (25 µs, 4 KB).
 *
 * Source: Zero to Monero 2.0, sections 5.2-5.3; reference implementation src/ringct/rctOps.cpp. */
#ifndef SN_RINGCT_COMMITMENT_H
#define SN_RINGCT_COMMITMENT_H

#include "base/error.h"
#include "crypto/group.h"
#include "crypto/types.h"

#include <stddef.h>

extern const struct sn_point sn_point_h; /* encoding of H */

/* The way in which the owner of an output obtains the mask of its commitment. The numbers are part of the
 * file formats. */
enum sn_mask_kind {
	SN_MASK_DERIVED = 0,  /* sn_commitment_mask of the shared scalar: RingCT types 4 to 6 */
	SN_MASK_ONE = 1,      /* coinbase, and outputs of version 1 transactions */
	SN_MASK_EXPLICIT = 2, /* sent encrypted: RingCT types 1 to 3 */
};

/* C = mask·G + amount·H, constant time. */
void sn_commit(struct sn_point *c, const struct sn_scalar *mask, uint64_t amount);

/* r = g·G + h·H, constant time in both scalars, which may be secret. */
void sn_commit_ge(struct sn_ge *r, const struct sn_scalar *g, const struct sn_scalar *h);

/* r = a·H, constant time; `a` may be secret. */
void sn_mul_h(struct sn_ge *r, const struct sn_scalar *a);

/* r = amount·H, constant time; faster. */
void sn_mul_h_amount(struct sn_ge *r, uint64_t amount);

/* Verify that Σ in = Σ out + fee·H, the rule for the pseudo commitments of the inputs and the commitments of
 * the outputs of a transaction. All inputs are public. Returns SN_REFUSED if it does not hold, or if a
 * commitment does not encode a point. */
int sn_commitments_balance(const struct sn_point *in, size_t n_in, const struct sn_point *out, size_t n_out,
			   uint64_t fee) SN_MUST_USE;

/* mask = Hs("commitment_mask" ‖ s): Bulletproof2 transactions and later. */
void sn_commitment_mask(struct sn_scalar *mask, const struct sn_scalar *s);

/* Encrypt or decrypt the 8-byte amount: XOR with the first bytes of Keccak-256("amount" ‖ s). */
void sn_amount_crypt8(uint8_t out[static 8], const uint8_t in[static 8], const struct sn_scalar *s);

/* Decrypt mask and amount of the older 32+32-byte form (RingCT types 1 to 3):
 * mask = enc_mask - Hs(s), amount = enc_amount - Hs(Hs(s)). Returns SN_BAD_INPUT if the amount does not fit
 * 64 bits; both are then zero. */
int sn_amount_decrypt32(struct sn_scalar *mask, uint64_t *amount, const uint8_t enc_mask[static 32],
			const uint8_t enc_amount[static 32], const struct sn_scalar *s) SN_MUST_USE;

#endif
