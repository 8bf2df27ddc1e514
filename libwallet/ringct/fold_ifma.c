#define LANE_IFMA
#define LANE_FOLD sn_fold_ifma
#include "ringct/lane_fold.h"
