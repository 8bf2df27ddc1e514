#define LANE_AVX2
#include "crypto/lane_kernel.h"

#ifdef LANES
const struct sn_kernel sn_kernel_avx2 = LANE_KERNEL("avx2");
#endif
