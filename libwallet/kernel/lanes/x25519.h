/* kernel/lanes/x25519.h - X(k, u) of crypto/x25519.h; each lane has its own u, all have the same secret k.
 *
 * X = x/z, and 0 for z = 0. All divisions of a batch share one inversion. A zero would spoil its lane in all
 * points of the batch: there 0/1 takes the place of x/z. */
#ifndef SN_KERNEL_LANES_X25519_H
#define SN_KERNEL_LANES_X25519_H

#include "base/secret.h"
#include "crypto/types.h"
#include "kernel/lanes/ladder.h"

#include <string.h>

#ifdef LANES

#define LANE_X25519_GROUPS 16 /* that share an inversion */

/* Numbers in[0], in[1], ... in the lanes of n ≤ LANE_LADDERS groups: x[g]/z[g], z[g] not 0. */
LANE_CALL void lane_x25519_ladder(struct lane_fe *x, struct lane_fe *z, const struct sn_x25519 *in, size_t n,
				  const uint8_t k[static 32])
{
	struct lane_ladder ladder[LANE_LADDERS];
	struct lane_fe u[LANE_LADDERS] = {0}, one, zero;
	lane top, is_canonical;

	lane_fe_all(&one, &SN_FE_ONE);
	lane_fe_all(&zero, &SN_FE_ZERO);
	for (size_t g = 0; g < n; g++)
		lane_fe_load(&u[g], &top, &is_canonical, in[g * LANES].b);
	lane_ladder(ladder, u, n, k);
	for (size_t g = 0; g < n; g++) {
		lane is_zero = lane_fe_is_zero(&ladder[g].z2);
		lane_fe_select(&x[g], is_zero, &zero, &ladder[g].x2);
		lane_fe_select(&z[g], is_zero, &one, &ladder[g].z2);
	}
}

/* As the kernel's x25519. */
LANE_CALL void lane_x25519(struct sn_x25519 *r, const struct sn_x25519 *u, size_t n,
			   const struct sn_scalar *secret)
{
	struct lane_fe x[LANE_X25519_GROUPS], z[LANE_X25519_GROUPS], scratch[LANE_X25519_GROUPS];
	struct sn_x25519 bytes[LANE_LADDERS * LANES];
	struct sn_scalar k = *secret;

	k.b[31] &= 0x7f;
	for (size_t at = 0; at < n; at += LANE_X25519_GROUPS * LANES) {
		size_t left = n - at, groups = (left + LANES - 1) / LANES;
		if (groups > LANE_X25519_GROUPS)
			groups = LANE_X25519_GROUPS;
		for (size_t g = 0; g < groups; g += LANE_LADDERS) {
			size_t count = groups - g < LANE_LADDERS ? groups - g : LANE_LADDERS;
			for (size_t l = 0; l < count * LANES; l++)
				bytes[l] = u[g * LANES + l < left ? at + g * LANES + l : at];
			lane_x25519_ladder(&x[g], &z[g], bytes, count, k.b);
		}
		lane_fe_invert_many(z, groups, scratch);
		for (size_t g = 0; g < groups; g++) {
			size_t first = g * LANES, count = left - first < LANES ? left - first : LANES;
			lane_fe_mul(&x[g], &x[g], &z[g]);
			lane_fe_store(bytes[0].b, &x[g], lane_all(0));
			memcpy(r + at + first, bytes, count * sizeof *bytes);
		}
	}
	sn_wipe(&k, sizeof k);
	sn_wipe(bytes, sizeof bytes);
}

#endif
#endif
