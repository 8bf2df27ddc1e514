/* The code of the AVX-512 sums with its instructions written out in C, to be tested where no processor has them. */
#define LANE_PLAIN
#include "ringct/lane_sums.h"

#include "ringct_sums_plain.h"

const struct sn_sums sums_plain = LANE_SUMS;
