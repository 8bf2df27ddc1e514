#define LANE_AVX2
#define LANE_FOLD sn_fold_avx2
#include "ringct/lane_fold.h"
