/* ringct/sums.h - sums of multiples of points with tables: what range proofs spend their time on, by the kernel for this
 * processor (crypto/kernel.h). All give the same points.
 *
 * Unlike with multiexp.h a scalar, which is canonical, stands for its class mod l: the points of a `sum` have that order,
 * or are the neutral one. All else takes any points.
 *
 * Scalars and bits are secret, and treated in constant time, unless they are said to be public; points are treated as secret.
 * After work on secrets call sn_wipe_stack. */
#ifndef SN_RINGCT_SUMS_H
#define SN_RINGCT_SUMS_H

#include "crypto/types.h"
#include "ringct/multiexp.h"

/* P, 3P, ..., 15P: by point, or for lanes by limb, so that one register has the same limb of all eight. Whichever it is, only
 * the kernel that made a table can read it. */
struct sn_table {
	_Alignas(64) union {
		struct sn_multiples multiples;
		uint64_t limb[15][8]; /* five of y + x, of y - x, of 2dxy; tight as lane_field_51.h has it */
	};
};

/* a·P */
struct sn_sum_term {
	const struct sn_table *table;
	struct sn_scalar a;
	bool is_public;
};

/* Points at gen[q · of_scalar + i · of_sum], q < n, i < len. */
struct sn_fold_points {
	const struct sn_table *const *gen;
	size_t of_scalar, of_sum;
};

#define SN_FOLD_MAX 64

struct sn_sums {
	/* Tables of n points. */
	void (*tables)(struct sn_table *t, const struct sn_ge *p, size_t n);

	/* r = Σ aᵢ·Pᵢ */
	void (*sum)(struct sn_ge *r, const struct sn_sum_term *terms, size_t n);

	/* r = Σ Pᵢ over the tables with bit[i] = 1. */
	void (*select)(struct sn_ge *r, const struct sn_table *const *t, const uint8_t *bit, size_t n);

	/* r[i] = Σ_q a[q] · P(q, i), i < len: many sums with the same n scalars, up to SN_FOLD_MAX, which are public. */
	void (*fold)(struct sn_ge *r, size_t len, const struct sn_fold_points *points, const struct sn_naf *a, size_t n);
};

/* The one that goes with sn_kernel(). */
const struct sn_sums *sn_sums(void);

extern const struct sn_sums sn_sums_portable, sn_sums_avx2, sn_sums_ifma;

/* What kernels share: those in plain C. */
void sn_sums_tables(struct sn_table *t, const struct sn_ge *p, size_t n);
void sn_sums_sum(struct sn_ge *r, const struct sn_sum_term *terms, size_t n);
void sn_sums_select(struct sn_ge *r, const struct sn_table *const *t, const uint8_t *bit, size_t n);

/* r = Σ 2^(bits·i) · part[i], i < n. */
void sn_sums_join(struct sn_ge *r, const struct sn_ge *part, size_t n, size_t bits);

#endif
