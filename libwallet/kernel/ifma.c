#include "kernel/ifma.h"

#include "kernel/cryptonight_aesni.h"

#define LANE_IFMA
#include "kernel/lanes/kernel.h"
#include "kernel/lanes/ring.h"
#include "kernel/lanes/sums.h"

#ifdef LANES

static bool is_supported(void)
{
	return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
	       __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512ifma");
}

const struct sn_kernel sn_kernel_ifma = {
	.name = "ifma",
	.is_supported = is_supported,
	LANE_KERNEL_FUNCTIONS,
	.few = 1,
	.cryptonight = sn_cryptonight_aesni,
	.sums = {.tables = lane_tables, .sum = lane_sum, .select = lane_select_sum, .fold = lane_fold_points},
	.ring = &lane_ring_kernel,
	.ring_vartime = &lane_ring_kernel,
};

#endif
