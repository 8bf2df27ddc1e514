/* kernel/lanes/field_fma.h, on a processor that has the instructions. */
#ifdef __aarch64__
#define LANE_NEON
#else
#define LANE_AVX2
#endif
#include "kernel_limbs.h"

#ifdef LANES
Test(kernel_limbs, of_doubles)
{
#ifdef LANE_AVX2
	if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
		return;
#endif
	check_limbs();
}
#endif
