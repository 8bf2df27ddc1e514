/* The AVX-512 kernel with its instructions in C, for tests on processors without them, and under valgrind,
 * which does not support AVX-512. */
#include "kernel_plain.h"

#include "kernel/cryptonight_portable.h"

#define LANE_PLAIN
#include "kernel/lanes/kernel.h"
#include "kernel/lanes/ring.h"
#include "kernel/lanes/sums.h"

static bool is_supported(void)
{
	return true;
}

const struct sn_kernel kernel_plain = {
	.name = "plain",
	.is_supported = is_supported,
	LANE_KERNEL_FUNCTIONS,
	.few = 1,
	.cryptonight = sn_cryptonight_portable,
	.sums = {.tables = lane_tables, .sum = lane_sum, .select = lane_select_sum, .fold = lane_fold_points},
	.ring = &lane_ring_kernel,
	.ring_vartime = &lane_ring_kernel,
};
