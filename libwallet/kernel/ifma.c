#include "kernel/ifma.h"

#define LANE_IFMA
#include "kernel/lanes/add_base.h"
#include "kernel/lanes/decode.h"
#include "kernel/lanes/derive.h"
#include "kernel/lanes/hash_to_point.h"
#include "kernel/lanes/keccak.h"
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
	.lanes = LANES,
	.is_supported = is_supported,
	.derive = lane_derive,
	.decode = lane_decode,
	.hash_to_points = lane_hash_to_points,
	.add_base = lane_add_base,
	.keccak_short = lane_keccak_short,
	.sums = {.tables = lane_tables, .sum = lane_sum, .select = lane_select_sum, .fold = lane_fold_points},
	.ring = &lane_ring_kernel,
	.ring_vartime = &lane_ring_kernel,
};

#endif
