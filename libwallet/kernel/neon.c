#include "kernel/neon.h"

#include "kernel/cryptonight_portable.h"

#define LANE_NEON
#include "kernel/lanes/kernel.h"

#ifdef LANES

/* Every processor of this architecture has the instructions. */
static bool is_supported(void)
{
	return true;
}

const struct sn_kernel sn_kernel_neon = {
	.name = "neon",
	.is_supported = is_supported,
	LANE_KERNEL_FUNCTIONS,
	.cryptonight = sn_cryptonight_portable,
};

#endif
