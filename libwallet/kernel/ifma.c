#include "kernel/ifma.h"

#include "kernel/cryptonight_aesni.h"

#define LANE_IFMA
#include "kernel/lanes/kernel.h"

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
	.cryptonight = sn_cryptonight_aesni,
};

#endif
