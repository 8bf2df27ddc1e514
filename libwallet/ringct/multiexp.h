/* ringct/multiexp.h - sums of multiples of points: the work that the proofs of this room are made of.
 *
 * Every point comes with a table of its odd multiples, and one table serves both ways of adding up:
 *   sn_multiexp         constant time in its scalars: 64 windows of 4 bits whose digits are odd,
 *                       -15..15, so that no digit is zero and each window is one lookup and one addition;
 *   sn_multiexp_vartime  public scalars: non-adjacent form of width 5, some 42 additions a term.
 * Both multiply by the integer as it stands, not by its class mod l: points may have torsion.
 * Neither's time depends on the points, which may be secret.
 *
 * Source: odd signed digits: M. Joye, M. Tunstall, "Exponent Recoding and Regular Exponentiation
 * Algorithms", 2009, section 3; width-w NAF and interleaving: Handbook of Elliptic and Hyperelliptic
 * Curve Cryptography, 9.1.4 and 9.1.5. */
#ifndef SN_RINGCT_MULTIEXP_H
#define SN_RINGCT_MULTIEXP_H

#include "crypto/group.h"
#include "crypto/types.h"

#include <stddef.h>

/* P, 3P, 5P, ..., 15P. m[0] is the point itself. All members are tight (crypto/field.h). */
struct sn_multiples {
	struct sn_ge_affine m[8];
};

/* Tables of n points, with one inversion for every sixteen of them. */
void sn_multiples_make(struct sn_multiples *t, const struct sn_ge *p, size_t n);

/* a = Σ (2·nibble[w] - 15)·16^w - even: the low bit of an even `a` is set to have odd digits. */
struct sn_digits {
	uint8_t nibble[64];
	uint8_t even; /* 0 or 1 */
};

/* Any a below 2^255. Constant time; `a` secret. */
void sn_digits_make(struct sn_digits *d, const struct sn_scalar *a);

struct sn_term {
	const struct sn_multiples *multiples;
	struct sn_digits digits;
};

/* r = Σ aᵢ·Pᵢ. Constant time; n is public. */
void sn_multiexp(struct sn_ge *r, const struct sn_term *terms, size_t n);

/* a = Σ digit[i]·2^at[i], i < n: odd digits, -15..15, at places that are at least 5 apart. */
#define SN_NAF_MAX 52
struct sn_naf {
	uint8_t n;
	uint8_t at[SN_NAF_MAX]; /* ascending */
	int8_t digit[SN_NAF_MAX];
};

/* Any a below 2^255; public. */
void sn_naf_make_vartime(struct sn_naf *naf, const struct sn_scalar *a);

struct sn_public_term {
	const struct sn_multiples *multiples;
	const struct sn_naf *naf;
};

/* r = Σ aᵢ·Pᵢ, the aᵢ public. */
void sn_multiexp_vartime(struct sn_ge *r, const struct sn_public_term *terms, size_t n);

/* r = Σ Pᵢ over the terms with bit[i] = 1; Pᵢ the points of the tables. Constant time; bits secret, 0 or 1. */
void sn_multiples_select_sum(struct sn_ge *r, const struct sn_multiples *const *t, const uint8_t *bit, size_t n);

/* A fixed point prepared for multiplication by one scalar at a time: tables of P, 2^64·P, 2^128·P and 2^192·P. */
struct sn_comb {
	struct sn_multiples part[4];
};

void sn_comb_make(struct sn_comb *c, const struct sn_ge *p);

/* r = a·P. Constant time; `a` secret, below 2^255. */
void sn_comb_mul(struct sn_ge *r, const struct sn_comb *c, const struct sn_scalar *a);

#endif
