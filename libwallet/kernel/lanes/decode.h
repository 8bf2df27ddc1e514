/* kernel/lanes/decode.h - decoding of points, one per lane. */
#ifndef SN_KERNEL_LANES_DECODE_H
#define SN_KERNEL_LANES_DECODE_H

#include "kernel/lanes/group.h"

#ifdef LANES

/* As the kernel's decode. */
LANE_CALL void lane_decode(struct sn_ge *r, bool *is_valid, const struct sn_point *in, size_t n)
{
	struct sn_point points[LANES];
	struct sn_ge decoded[LANES];
	struct lane_ge p;

	for (size_t at = 0; at < n; at += LANES) {
		for (size_t l = 0; l < LANES; l++)
			points[l] = in[at + l < n ? at + l : at];
		lane is_point = lane_ge_decode(&p, points);
		lane_ge_to_ge(decoded, &p);
		for (size_t l = 0; l < LANES && at + l < n; l++) {
			is_valid[at + l] = is_point[l] != 0;
			r[at + l] = is_valid[at + l] ? decoded[l] : sn_ge_identity;
		}
	}
}

#endif
#endif
