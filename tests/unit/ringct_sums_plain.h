#ifndef SN_TESTS_RINGCT_SUMS_PLAIN_H
#define SN_TESTS_RINGCT_SUMS_PLAIN_H

#include "ringct/sums.h"

extern const struct sn_sums sums_plain;

#endif
