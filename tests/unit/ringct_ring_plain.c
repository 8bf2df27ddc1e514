/* ringct/lane_ring.h on two lanes in C: to be tested on any machine, and under valgrind, which knows no AVX-512. */
#define LANE_PLAIN
#define LANE_RING ring_plain
#include "ringct/lane_ring.h"

#include "ringct_ring_plain.h"
