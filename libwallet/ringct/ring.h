/* ringct/ring.h - the points of a ring signature's rounds.
 *
 * A member has its one-time key P, its commitment less the pseudo commitment C, and H = Hp(P). Its round is
 *
 *   L = s·G + a·P + b·C,  R = s·H + c·K
 *
 * where s is known from the start, while a, b and c hang on the round before. So all that can be done without these is
 * done for the whole ring at once, several members side by side where the processor has lanes (crypto/lane.h), and in a round
 * the lanes share its sums.
 *
 * All implementations give the same points, for all points there are: nothing is reduced mod l, P and C may have torsion.
 * All are constant time in scalars and points, but for the one that is called vartime. They work in memory that the
 * caller brings, wipes when it was secret, and may move to no other place; what is left below the caller's frame is as
 * secret: sn_wipe_stack. */
#ifndef SN_RINGCT_RING_H
#define SN_RINGCT_RING_H

#include "crypto/group.h"

#include <stddef.h>

struct sn_ring_points {
	struct sn_ge key, commitment, hash; /* P, C, H */
};

/* What the memory for a ring is aligned to, as aligned_alloc has it. */
#define SN_RING_ALIGN 64

/* A ring's memory, to its implementation. */
struct sn_ring_memory;

struct sn_ring_kernel {
	/* Bytes for a ring of n, a multiple of SN_RING_ALIGN. */
	size_t (*size)(size_t n);

	/* s[i] < 2^255 is member i's, and stays where it is; n > 0. */
	void (*start)(struct sn_ring_memory *ring, const struct sn_ring_points *member, const struct sn_scalar *s, size_t n);

	/* H of the last member, for multiply and open, and K, for round: each in the place of what was there. */
	void (*set_hash)(struct sn_ring_memory *ring, const struct sn_ge *h);
	void (*set_k)(struct sn_ring_memory *ring, const struct sn_ge *k);

	/* r = a·H, a < 2^255. */
	void (*multiply)(struct sn_ge *r, const struct sn_ring_memory *ring, const struct sn_scalar *a);

	/* s·G and s·H of the last member. */
	void (*open)(struct sn_ge lr[static 2], const struct sn_ring_memory *ring);

	/* L and R of member i. */
	void (*round)(struct sn_ge lr[static 2], const struct sn_ring_memory *ring, size_t i, const struct sn_scalar *a,
		      const struct sn_scalar *b, const struct sn_scalar *c);
};

/* By the kernel for this processor (crypto/kernel.h); for secrets, and for what is public. */
const struct sn_ring_kernel *sn_ring_kernel(void);
const struct sn_ring_kernel *sn_ring_kernel_vartime(void);

/* The vartime one has only start, set_k and round. */
extern const struct sn_ring_kernel sn_ring_portable, sn_ring_portable_vartime, sn_ring_ifma;

#endif
