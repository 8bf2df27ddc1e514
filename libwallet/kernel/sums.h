/* kernel/sums.h - multiexponentiation for range proofs, with tables in a layout of the kernel.
 *
 * Unlike in kernel/multiexp.h, scalars are canonical and stand for their class mod l: the points of `sum`
 * have order l or are the identity. All other functions take any points.
 *
 * Scalars and bits are secret, and the functions are constant time in them, unless the comment says public.
 * Points are treated as secret. The caller calls sn_wipe_stack after work on secrets. */
#ifndef SN_KERNEL_SUMS_H
#define SN_KERNEL_SUMS_H

#include "crypto/types.h"
#include "kernel/multiexp.h"

/* P, 3P, ..., 15P: by point or, for lanes, by limb, so that one register has the same limb of all eight, or
 * two registers have it. Only the kernel that made a table can read it. */
struct sn_table {
	_Alignas(64) union {
		struct sn_multiples multiples;
		uint64_t limb[15][8]; /* five of y + x, of y - x, of 2dxy; as in struct lane_fe, tight */
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

	/* r[i] = Σ_q a[q] · P(q, i), i < len: many sums with the same n ≤ SN_FOLD_MAX public scalars. */
	void (*fold)(struct sn_ge *r, size_t len, const struct sn_fold_points *points, const struct sn_naf *a,
		     size_t n);
};

/* The functions in plain C, for kernels without faster ones. */
void sn_sums_tables(struct sn_table *t, const struct sn_ge *p, size_t n);
void sn_sums_sum(struct sn_ge *r, const struct sn_sum_term *terms, size_t n);
void sn_sums_select(struct sn_ge *r, const struct sn_table *const *t, const uint8_t *bit, size_t n);
void sn_sums_fold(struct sn_ge *r, size_t len, const struct sn_fold_points *points, const struct sn_naf *a,
		  size_t n);

/* r = Σ 2^(bits·i) · part[i], i < n, by Horner's rule. */
void sn_sums_horner(struct sn_ge *r, const struct sn_ge *part, size_t n, size_t bits);

#endif
