/* kernel/lanes/multiply.h - s·P; each lane has its own point and scalar. */
#ifndef SN_KERNEL_LANES_MULTIPLY_H
#define SN_KERNEL_LANES_MULTIPLY_H

#include "kernel/lanes/add_base.h"
#include "kernel/lanes/mul.h"

#ifdef LANES

/* sum = s·P */
LANE_CALL void lane_multiply_group(struct lane_ge *sum, const struct sn_ge p[static LANES],
				   const struct sn_scalar s[static LANES])
{
	struct sn_digits16 digits[LANES];
	struct lane_ge points;

	for (size_t l = 0; l < LANES; l++)
		sn_digits16(&digits[l], &s[l]);
	lane_ge_from_ge(&points, p);
	lane_ge_mul(sum, digits, &points);
	sn_wipe(digits, sizeof digits);
}

/* As the kernel's multiply. */
LANE_CALL void lane_multiply(struct sn_point *r, const struct sn_ge *p, const struct sn_scalar *s, size_t n)
{
	lane_each_group(r, p, s, n, lane_multiply_group);
}

#endif
#endif
