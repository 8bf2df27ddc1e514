/* kernel/lanes/field_52.h, with its instructions in C. */
#define LANE_PLAIN
#include "kernel_limbs.h"

#ifdef LANES
Test(kernel_limbs, of_52_bits)
{
	check_limbs();
}
#endif
