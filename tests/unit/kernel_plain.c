/* The AVX-512 kernel with its instructions in C, for tests on processors without them, and under valgrind,
 * which does not support AVX-512. */
#include "kernel_plain.h"

#include "kernel/cryptonight_portable.h"

#define LANE_PLAIN
#include "kernel/lanes/kernel.h"

#ifdef LANES

static bool is_supported(void)
{
	return true;
}

const struct sn_kernel kernel_plain = {
	.name = "plain",
	.is_supported = is_supported,
	LANE_KERNEL_FUNCTIONS,
	.cryptonight = sn_cryptonight_portable,
};

#else

const struct sn_kernel kernel_plain;

#endif
