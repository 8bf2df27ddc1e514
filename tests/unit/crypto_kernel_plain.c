/* The code of the AVX-512 kernel with its two multiply-adds written out in C, to be tested where no processor has them. */
#define LANE_PLAIN
#include "crypto/lane_kernel.h"

#include "crypto_kernel_plain.h"

const struct sn_kernel kernel_plain = LANE_KERNEL("plain");
