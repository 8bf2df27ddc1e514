#define LANE_IFMA
#include "ringct/lane_sums.h"

#ifdef LANES
const struct sn_sums sn_sums_ifma = LANE_SUMS;
#endif
