/* kernel/multiexp.h - multiexponentiation: sums of multiples of points, Σ aᵢ·Pᵢ, in plain C.
 *
 * Each point comes with a table of its odd multiples, for two methods.
 *
 * sn_multiexp is constant time in its scalars. It has 64 windows of 4 bits with odd digits, -15..15: no digit
 * is zero, and each window is one lookup and one addition.
 *
 * sn_multiexp_vartime has public scalars: Straus' method with non-adjacent forms. Width 5 takes some 42
 * additions per term; larger widths pay for tables that serve many sums.
 *
 * Both multiply by the integer itself and not by its class mod l: points may have torsion. The time of
 * neither depends on the points, which may be secret.
 *
 * Source: odd signed digits: M. Joye, M. Tunstall, "Exponent Recoding and Regular Exponentiation
 * Algorithms", 2009, section 3; width-w NAF and interleaving: Handbook of Elliptic and Hyperelliptic
 * Curve Cryptography, 9.1.4 and 9.1.5. */
#ifndef SN_KERNEL_MULTIEXP_H
#define SN_KERNEL_MULTIEXP_H

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

/* a = Σ digit[i]·2^at[i], i < n: odd digits, below 2^(width-1) in size, at places that are at least `width`
 * apart. */
#define SN_NAF_WIDTH 5 /* for tables of eight */
#define SN_NAF_MAX 52
struct sn_naf {
	uint8_t n;
	uint8_t at[SN_NAF_MAX]; /* ascending */
	int8_t digit[SN_NAF_MAX];
};

/* Any a below 2^255; public. SN_NAF_WIDTH ≤ width ≤ 8. */
void sn_naf_make_vartime(struct sn_naf *naf, const struct sn_scalar *a, unsigned width);

struct sn_public_term {
	const struct sn_ge_affine *odd; /* P, 3P, 5P, ...: 2^(width-2) of them */
	const struct sn_naf *naf;
};

/* r = Σ aᵢ·Pᵢ, the aᵢ public. */
void sn_multiexp_vartime(struct sn_ge *r, const struct sn_public_term *terms, size_t n);

/* r = a·P + b·Q, all public; a and b below 2^255. */
void sn_ge_mul2_vartime(struct sn_ge *r, const struct sn_scalar *a, const struct sn_ge *p,
			const struct sn_scalar *b, const struct sn_ge *q);

/* r = Σ Pᵢ over the tables with bit[i] = 1. Constant time; the bits are secret, 0 or 1. */
void sn_multiples_select_sum(struct sn_ge *r, const struct sn_multiples *const *t, const uint8_t *bit,
			     size_t n);

/* A fixed point prepared for multiplication by one scalar at a time: tables of P, 2^(bits/4)·P, 2^(bits/2)·P
 * and 2^(3·bits/4)·P. */
struct sn_comb {
	struct sn_multiples part[4];
	unsigned bits; /* of the scalars: 64 or 256 */
};

void sn_comb_make(struct sn_comb *c, const struct sn_ge *p, unsigned bits);

/* r = a·P. Constant time; `a` secret, below 2^64 or 2^255. */
void sn_comb_mul(struct sn_ge *r, const struct sn_comb *c, const struct sn_scalar *a);

#endif
