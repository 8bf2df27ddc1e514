/* ringct/bpp_vector.h - one of the two secret vectors of a Bulletproofs+ proof over its generators: its parts
 * in the sums L and R, and its halving.
 *
 * Optimizations of the prover:
 *
 * 1. The textbook folds the generators in every round, which is most of its work. Here, a round that halves
 *    the vectors does not change the generators, but stores the public factors:
 *        G'ᵢ = factor · Σ_q ratio[q] · gen[q·len + i].
 *    Every second round adds up four generators into one.
 *
 * 2. In the first rounds, the secret vectors consist of a few bits and a large public part:
 *        v[i] = public[i] + Σ_p weight[p] · bit[p·len + i],  the weights public.
 *    The sums over generators then split into three: sums of generators selected by bits, with one addition
 *    per bit; these few points times public scalars; and a sum with public scalars in variable time. Later
 *    there are too many weights, and v is treated as arbitrary secret scalars.
 *
 * 3. The public part is a constant plus, in b, geometric sequences: d[i]·y^(n-i) is (2/y) times the previous
 *    value, except at the start of the next output. Folding adds sequences of the same ratio, which gives
 *    another one. So in pieces of m generators, public[m·c + k] = constant + start[c] · (2/y)^k. With
 *    Σ_k gen[m·c + k] and Σ_k (2/y)^k · gen[m·c + k] computed once per piece, the public sum of a round has
 *    few points.
 *
 * Constant time in the secret bits and v: neither affects control flow or addresses. */
#ifndef SN_RINGCT_BPP_VECTOR_H
#define SN_RINGCT_BPP_VECTOR_H

#include "base/error.h"
#include "crypto/types.h"
#include "kernel/sums.h"

#include <stddef.h>

enum {
	SN_BPP_FOLDED = 4,         /* generators added up into one */
	SN_BPP_BLOCKS_MAX = 16,    /* generators per vector element; above SN_BPP_FOLDED only at the end */
	SN_BPP_BIT_ROUNDS_MAX = 4, /* rounds done with bits and weights */
	SN_BPP_WEIGHTS_MAX = 1 << (SN_BPP_BIT_ROUNDS_MAX - 1),
	SN_BPP_PIECES_MAX = 1 << SN_BPP_BIT_ROUNDS_MAX, /* no round halves a piece */

	/* Points of one sum of such a round: in the last, two blocks times eight for G and for H. */
	SN_BPP_POINTS_MAX = 2 * 2 * SN_BPP_WEIGHTS_MAX,
	/* Terms of one sum: these points, and for half of the pieces two for H and one for G; or, later,
	 * vectors of up to 32 with two blocks. The prover adds two more. */
	SN_BPP_TERMS_MAX = 64 + 2,
};

_Static_assert(SN_BPP_POINTS_MAX + 3 * SN_BPP_PIECES_MAX / 2 <= SN_BPP_TERMS_MAX - 2, "room for all terms");

/* L and R during their computation. The caller zeroes it before use and wipes it afterwards. */
struct sn_bpp_sums {
	struct sn_bpp_sum {
		struct sn_sum_term terms[SN_BPP_TERMS_MAX];
		size_t n;
	} sum[2];
	/* Sums of generators, and their tables when the sums are finished. */
	struct sn_ge points[2 * SN_BPP_POINTS_MAX];
	struct sn_table tables[2 * SN_BPP_POINTS_MAX];
	size_t point_count;
};

/* sum[which] += a·P */
void sn_bpp_sums_add(struct sn_bpp_sums *s, size_t which, const struct sn_table *p, const struct sn_scalar *a,
		     bool is_public);

/* r = the sums, which are then reset to empty. */
void sn_bpp_sums_finish(struct sn_bpp_sums *s, struct sn_ge r[static 2]);

/* One point for each piece. */
struct sn_bpp_pieces {
	const struct sn_table *gen[SN_BPP_PIECES_MAX];
	struct sn_table *table;
};

struct sn_bpp_vector {
	size_t n;                    /* initial length */
	size_t len;                  /* current length */
	size_t blocks;               /* generators per vector element */
	size_t bit_blocks;           /* weights; 0 if v is no longer split */
	size_t bit_rounds;           /* remaining rounds with v split */
	size_t piece;                /* m */
	const uint8_t *bits;         /* secret, owned by the caller */
	struct sn_scalar *v;         /* secret */
	const struct sn_table **gen; /* blocks · len of them */
	struct sn_table *folded;     /* sums of generators */
	struct sn_scalar factor, ratio[SN_BPP_BLOCKS_MAX];
	struct sn_scalar weight[SN_BPP_WEIGHTS_MAX];
	struct sn_scalar public_constant;
	struct sn_bpp_pieces sums; /* Σ_k gen[m·c + k] */
	bool has_sequences;
	struct sn_scalar start[SN_BPP_PIECES_MAX];
	struct sn_bpp_pieces sequences; /* Σ_k (2/y)^k · gen[m·c + k] */
};

/* Allocate a vector of n = 64..1024 elements, a power of two, over `bits`. The caller fills in v and gen,
 * then, with has_sequences, start. Returns SN_IO when out of memory. Free it in either case. */
int sn_bpp_vector_init(struct sn_bpp_vector *x, size_t n, const uint8_t *bits,
		       bool has_sequences) SN_MUST_USE;
void sn_bpp_vector_free(struct sn_bpp_vector *x);

/* Compute the pieces; `ratio` = 2/y. */
void sn_bpp_vector_start(struct sn_bpp_vector *x, const struct sn_scalar *ratio);

/* Add Σ scale · v[v_from + i] · G'[gen_from + i] for i < len/2 to a sum; `scale` is public. */
void sn_bpp_vector_add_half(const struct sn_bpp_vector *x, struct sn_bpp_sums *sums, size_t which,
			    size_t v_from, size_t gen_from, const struct sn_scalar *scale);

/* Add a·G'₀ for the last generator; `a` is secret. */
void sn_bpp_vector_add_last(const struct sn_bpp_vector *x, struct sn_bpp_sums *sums, size_t which,
			    const struct sn_scalar *a);

/* Halve the vector: v'[i] = lo·v[i] + hi·v[len/2 + i], and the generators by the factors `factor_step` · (1 :
 * ratio_step). All four are public. Returns SN_IO when out of memory. */
int sn_bpp_vector_fold(struct sn_bpp_vector *x, const struct sn_scalar *lo, const struct sn_scalar *hi,
		       const struct sn_scalar *factor_step, const struct sn_scalar *ratio_step) SN_MUST_USE;

#endif
