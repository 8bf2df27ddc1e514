/* kernel/lanes/field_fma.h, on a processor that has the instructions. */
#define LANE_AVX2
#include "kernel_limbs.h"

#ifdef LANES
Test(kernel_limbs, of_doubles)
{
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		check_limbs();
}
#endif
