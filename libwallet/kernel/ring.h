/* kernel/ring.h - the points L and R of a CLSAG ring signature.
 *
 * A ring member has its one-time key P, its commitment minus the pseudo commitment C, and H = Hp(P). Its
 * round is
 *
 *   L = s·G + a·P + b·C,  R = s·H + c·K
 *
 * The caller knows s from the start; a, b and c depend on the round before. `start` therefore does all work
 * that depends on the members and on s alone, for the whole ring, several members at a time if the processor
 * has lanes (kernel/lanes/lane.h). In a round the lanes share the work of one member.
 *
 * All implementations give the same points for all input: nothing is reduced mod l, P and C may have torsion.
 * All except kernel/ring_vartime.h are constant time in scalars and points. They work in memory that the
 * caller allocates and, if it was secret, wipes; it cannot be moved. They leave secrets below the caller's
 * frame: call sn_wipe_stack. */
#ifndef SN_KERNEL_RING_H
#define SN_KERNEL_RING_H

#include "crypto/group.h"
#include "kernel/ring_points.h"

#include <stddef.h>

/* Alignment of the memory of a ring, for aligned_alloc. */
#define SN_RING_ALIGN 64

/* Round up to a multiple of SN_RING_ALIGN. */
static inline size_t sn_ring_align(size_t bytes)
{
	return (bytes + SN_RING_ALIGN - 1) / SN_RING_ALIGN * SN_RING_ALIGN;
}

/* The memory of a ring. Its layout belongs to the implementation. */
struct sn_ring_memory;

struct sn_ring_kernel {
	/* Bytes for a ring of n, a multiple of SN_RING_ALIGN. */
	size_t (*size)(size_t n);

	/* s[i] < 2^255 belongs to member i. The array s must outlive the ring. n > 0. */
	void (*start)(struct sn_ring_memory *ring, const struct sn_ring_points *member,
		      const struct sn_scalar *s, size_t n);

	/* Set H of the last member, for multiply and open, and K, for round. A second call replaces the
	 * point. */
	void (*set_hash)(struct sn_ring_memory *ring, const struct sn_ge *h);
	void (*set_k)(struct sn_ring_memory *ring, const struct sn_ge *k);

	/* r = a·H, a < 2^255. */
	void (*multiply)(struct sn_ge *r, const struct sn_ring_memory *ring, const struct sn_scalar *a);

	/* s·G and s·H of the last member. */
	void (*open)(struct sn_ge lr[static 2], const struct sn_ring_memory *ring);

	/* L and R of member i. */
	void (*round)(struct sn_ge lr[static 2], const struct sn_ring_memory *ring, size_t i,
		      const struct sn_scalar *a, const struct sn_scalar *b, const struct sn_scalar *c);
};

/* In plain C, constant time. */
extern const struct sn_ring_kernel sn_ring_portable;

#endif
