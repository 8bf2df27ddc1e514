#include "kernel/avx2.h"

#include "kernel/cryptonight_aesni.h"

#define LANE_AVX2
#include "kernel/lanes/kernel.h"

#ifdef LANES

static bool is_supported(void)
{
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

const struct sn_kernel sn_kernel_avx2 = {
	.name = "avx2",
	.is_supported = is_supported,
	LANE_KERNEL_FUNCTIONS,
	.cryptonight = sn_cryptonight_aesni,
};

#endif
