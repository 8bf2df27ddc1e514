#define LANE_IFMA
#include "crypto/lane_kernel.h"

#ifdef LANES
const struct sn_kernel sn_kernel_ifma = LANE_KERNEL("ifma");
#endif
