#define LANE_IFMA
#define LANE_RING sn_ring_ifma
#include "ringct/lane_ring.h"
