#ifndef SN_TESTS_RINGCT_RING_PLAIN_H
#define SN_TESTS_RINGCT_RING_PLAIN_H

#include "ringct/ring.h"

extern const struct sn_ring_kernel ring_plain;

#endif
