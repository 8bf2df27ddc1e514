#include "kernel/avx2.h"

#include "kernel/cryptonight_aesni.h"
#include "kernel/ring_vartime.h"

#define LANE_AVX2
#include "kernel/lanes/fold.h"
#include "kernel/lanes/kernel.h"

#ifdef LANES

static bool is_supported(void)
{
	return __builtin_cpu_supports("avx2");
}

/* Four lanes with 32-bit multipliers are faster than plain C for independent sums, but slower for the digits
 * of one sum and for the pieces of a ring's points. */
const struct sn_kernel sn_kernel_avx2 = {
	.name = "avx2",
	.is_supported = is_supported,
	LANE_KERNEL_FUNCTIONS,
	.few = 3,
	.cryptonight = sn_cryptonight_aesni,
	.sums = {.tables = sn_sums_tables,
		 .sum = sn_sums_sum,
		 .select = sn_sums_select,
		 .fold = lane_fold_points},
	.ring = &sn_ring_portable,
	.ring_vartime = &sn_ring_portable_vartime,
};

#endif
