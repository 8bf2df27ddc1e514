/* kernel/ring_points.h - the points of a ring member, and their tables for the kernels in plain C. */
#ifndef SN_KERNEL_RING_POINTS_H
#define SN_KERNEL_RING_POINTS_H

#include "kernel/multiexp.h"

struct sn_ring_points {
	struct sn_ge key, commitment, hash; /* P, C, H of kernel/ring.h */
};

/* The order of the points, and of their tables. */
enum {
	SN_RING_KEY,
	SN_RING_COMMITMENT,
	SN_RING_HASH,
	SN_RING_TABLES, /* tables per member */
};

struct sn_ring_tables {
	struct sn_multiples t[SN_RING_TABLES];
};

static inline void sn_ring_tables_make(struct sn_ring_tables *tables, const struct sn_ring_points *member,
				       size_t n)
{
	_Static_assert(sizeof *member == SN_RING_TABLES * sizeof(struct sn_ge),
		       "members are arrays of points");

	sn_multiples_make(tables->t, &member->key, SN_RING_TABLES * n);
}

#endif
